"""Whether the scenarios would notice it, if a word, a number or a rule meant something else.

Each mutant (see `mutants`, `code_mutants`) is played through the scenarios that could notice it, until one fails that
holds today: its outcome differs, or it cannot be played on. What words or trees look like does not count. Mutants run
in processes of their own, which also stop those that would never end.
"""

import gc
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import islice
from typing import Any, Final

from pipeline.crew import hire
from pipeline.language import Node
from pipeline.model import RULE_VALUE, Card, Game, Rule, Scenario, cards_in
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.rules.code_mutants import broken, citations, code_mutants
from pipeline.rules.games import card_language, compiled, engine, outcome, subject, with_card
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.mutants import CardMutant, ValueMutant, record_mutants, spoken_hues, tree_mutants, value_mutants
from pipeline.rules.rulebooks import Rulebooks

#: The share of mutants that scenarios must notice.
GATE: Final = 0.95
#: Seconds of computing after which a scenario, which takes less than a hundredth of one, is taken to have no end. Far
#: more than it ever takes, whatever else the machine does: what is slow is not noticed.
_ENDLESS: Final = 2.0
#: A change of the engine that makes this share of all scenarios fail is not the breaking of one rule.
_BLUNT: Final = 0.35
#: How many scenarios tell how much a change breaks.
_SAMPLE: Final = 60


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that no scenario notices: its id, and what it would be in words."""

    id: str
    told: str


@dataclass(frozen=True, slots=True)
class RuleProof:
    """A rule, the titles of the scenarios that speak for it, and what was broken when one of them failed; empty where
    none did. `exempt` is why none needs to."""

    number: str
    scenarios: tuple[str, ...]
    proven_by: str
    exempt: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """How many mutants there are, apart from those that are equivalent, and how many of them were noticed; which were
    not; for every rule its proof. `problems` say what is missing."""

    total: int
    survivors: tuple[Survivor, ...]
    equivalent: int
    rules: tuple[RuleProof, ...]
    problems: tuple[Problem, ...]

    @property
    def caught(self) -> int:
        """How many mutants scenarios noticed."""
        return self.total - len(self.survivors)

    def as_json(self) -> dict[str, Any]:
        """The fixed names: mutants with total, caught and survivors, and rules."""
        return {
            "mutants": {
                "total": self.total,
                "caught": self.caught,
                "survivors": [{"id": each.id, "told": each.told} for each in self.survivors],
                "equivalent": self.equivalent,
            },
            "rules": [
                {
                    "number": each.number,
                    "scenarios": list(each.scenarios),
                    "proven_by": each.proven_by,
                    "exempt": each.exempt,
                }
                for each in self.rules
            ],
        }


@dataclass(frozen=True, slots=True)
class _Tried:
    """A mutant that was tried, and the title of the scenario that noticed it, or nothing."""

    id: str
    told: str
    noticed: str


def mutate(
    game: Game,
    cards: Collection[str] | None = None,
    rules: bool = True,
    jobs: int = 1,
    tell: Callable[[], object] = lambda: None,
) -> Report:
    """Try the mutants of `cards`, or of all cards and rulesets, and with `rules` prove every rule; in `jobs` processes.
    `tell` is called after each step (see `steps`).

    The game must have its scenarios with it. Raises NoWordsError for a game without mechanics, and KeyError for a card
    that is none.
    """
    engine(game)
    tried: list[_Tried] = []
    proofs: list[RuleProof] = []
    for found in _all(game, _pieces(game, cards, rules), jobs):
        if isinstance(found, RuleProof):
            proofs.append(found)
        else:
            tried += found
        tell()
    return _report(game, tried, proofs, whole=cards is None)


def steps(game: Game, cards: Collection[str] | None = None, rules: bool = True) -> int:
    """How many steps `mutate` has."""
    return len(_pieces(game, cards, rules))


def _pieces(game: Game, cards: Collection[str] | None, rules: bool) -> list[tuple[str, str]]:
    """What is worked on: cards, rulesets, rules."""
    pieces = [("card", game.cards[card].id) for card in (game.cards if cards is None else cards)]
    if cards is None:
        pieces += [("ruleset", ruleset) for ruleset in game.rulesets]
    return pieces + ([("rule", rule) for rule in game.rules] if rules else [])


def _all(game: Game, pieces: Sequence[tuple[str, str]], jobs: int) -> Iterator[Any]:
    """What came of each piece, in order, whoever worked on it. Pieces differ in size: who is done takes the next."""
    crew = [hire(_begin, game) for _ in range(min(jobs, len(pieces)))]
    left = iter(enumerate(pieces))
    busy: dict[Future[Any], tuple[int, ProcessPoolExecutor]] = {}
    found: dict[int, Any] = {}
    given = 0

    def work(member: ProcessPoolExecutor) -> None:
        for number, piece in islice(left, 1):
            busy[member.submit(_work, *piece)] = number, member

    try:
        for member in crew:
            work(member)
        while busy:
            for done in wait(busy, return_when=FIRST_COMPLETED).done:
                number, member = busy.pop(done)
                found[number] = done.result()
                work(member)
            while given in found:
                yield found.pop(given)
                given += 1
    finally:
        for member in crew:
            member.shutdown(cancel_futures=True)


def _report(game: Game, tried: Sequence[_Tried], proofs: Sequence[RuleProof], whole: bool) -> Report:
    exempt = [each for each in game.exemptions if each.of == "mutants"]
    survivors: list[Survivor] = []
    equivalent = 0
    caught_after_all: dict[tuple[int, str], list[_Tried]] = {}
    known: set[tuple[int, str]] = set()
    for each in tried:
        entries = [(at, name) for at, given in enumerate(exempt) for name in given.names if fnmatchcase(each.id, name)]
        known.update(entries)
        if entries and each.noticed:
            for entry in entries:
                caught_after_all.setdefault(entry, []).append(each)
        elif entries:
            equivalent += 1
        elif not each.noticed:
            survivors.append(Survivor(each.id, each.told))
    problems: list[Problem] = []
    for at, given in enumerate(exempt):
        for name in given.names:
            if found := caught_after_all.get((at, name)):
                message = f'"{name}" is caught after all: {found[0].id} by "{found[0].noticed}"'
                problems.append(Problem(given.place, message, "remove it, or name what is not"))
            elif whole and (at, name) not in known:
                near = nearest(name, [each.id for each in tried])
                problems.append(Problem(given.place, f'"{name}" is no mutant', near or "remove it"))
    total = len(tried) - equivalent
    if total and (total - len(survivors)) / total < GATE:
        message = f"{len(survivors)} of {total} changes of words and numbers change no scenario's outcome"
        problems.append(Problem(Place(f"card_data/{game.id}/scenarios"), message, "write scenarios that do"))
    problems += _rule_problems(game, proofs)
    return Report(total, tuple(survivors), equivalent, tuple(proofs), tuple(problems))


def _rule_problems(game: Game, proofs: Sequence[RuleProof]) -> Iterator[Problem]:
    if not proofs:
        return
    for proof in proofs:
        place = game.rules[proof.number].place
        if proof.exempt and proof.proven_by:
            message = f"is listed as one that no scenario can show, and is shown: {proof.proven_by}"
            yield Problem(place, message, "remove it from equivalents.toml")
        elif not proof.exempt and not proof.scenarios:
            yield Problem(place, "no scenario speaks for this rule", "write one that names it in `about`")
        elif not proof.exempt and not proof.proven_by:
            message = "none of its scenarios is known to fail when the rule is broken"
            hint = "cite the number where the engine keeps it, or write a scenario that would fail"
            yield Problem(place, message, hint)
    for each in game.exemptions:
        for name in each.names if each.of == "rules" else ():
            if name not in game.rules:
                yield Problem(each.place, f'no rule "{name}"', nearest(name, game.rules))


# in a process of its own ----------------------------------------------------------------------------------------------


class _EndlessError(Exception):
    """What is played has no end."""


def _stop(number: int, frame: object) -> None:
    raise _EndlessError


class _Workshop:
    """A game's scenarios, ready to be played with one thing changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rulebooks = Rulebooks(game)
        self.language = card_language(game)
        #: Those that hold today, the shortest first.
        self.scenarios = sorted(
            (each for each in game.scenarios if self.rulebooks.run(each).passed), key=lambda each: len(each.do)
        )
        self.today = self.rulebooks.of()

    @cached_property
    def naming(self) -> Mapping[str, list[Scenario]]:
        """The scenarios that name a card: those that speak for it first."""
        found: dict[str, list[Scenario]] = {card: [] for card in self.game.cards}
        for each in self.scenarios:
            for card in cards_in(each, found):
                found[card].append(each)
        for card, several in found.items():
            several.sort(key=lambda each: card not in each.about)
        return found

    @cached_property
    def hues(self) -> tuple[str, ...]:
        """The colors that texts speak of."""
        return spoken_hues(self.today.trees)

    @cached_property
    def values(self) -> Mapping[str, Sequence[ValueMutant]]:
        """The mutants of each ruleset; what the engine refuses to play by is none."""
        return {
            ruleset.id: [each for each in value_mutants(self.game, ruleset) if self._plays(each)]
            for ruleset in self.game.rulesets.values()
        }

    def _plays(self, mutant: ValueMutant) -> bool:
        try:
            _compiled(self.rulebooks.of(mutant.ruleset), {mutant.name: mutant.value})
        except Refused:
            return False
        return True

    # cards and rulesets -----------------------------------------------------------------------------------------------

    def try_card(self, card: str) -> list[_Tried]:
        """Every mutant of a card."""
        record, tree = self.game.cards[card], self.today.trees.get(card)
        mutants: list[CardMutant] = []
        if tree is not None:
            mutants += tree_mutants(self.language, record, subject(record), tree)
        mutants += record_mutants(self.game, record, tree, self.hues)
        return [
            _Tried(each.id, each.told, self._noticed(self.naming[card], _OneCard(self, each)))
            for each in mutants
            if self._compiles(each)
        ]

    def _compiles(self, mutant: CardMutant) -> bool:
        """Whether the engine takes such a card: what it refuses to play is no mutant."""
        try:
            with_card(self.today, mutant.card, mutant.tree)
        except Exception:  # whatever it stumbles over
            return False
        return True

    def try_ruleset(self, ruleset: str) -> list[_Tried]:
        """Every mutant of a ruleset. First come the scenarios of rules that print the value."""
        own = [each for each in self.scenarios if self._ruleset(each) == ruleset]
        tried = []
        for each in self.values[ruleset]:
            printing = {rule.number for rule in self.game.rules.values() if each.name in _values(rule)}
            first = sorted(own, key=lambda scenario, printing=printing: not printing & set(scenario.about))  # type: ignore[misc]
            tried.append(_Tried(each.id, each.told, self._noticed(first, _OneValue(self, each))))
        return tried

    def _ruleset(self, scenario: Scenario) -> str:
        return scenario.given.ruleset or self.game.ruleset

    def _noticed(self, scenarios: Iterable[Scenario], changed: "_Changed") -> str:
        for scenario in scenarios:
            if self.fails(scenario, changed)[0]:
                return scenario.title
        return ""

    def fails(self, scenario: Scenario, changed: "_Changed") -> tuple[bool, bool]:
        """Whether a scenario fails with something changed, and whether in playing, not by a fault of the code."""
        signal.setitimer(signal.ITIMER_VIRTUAL, _ENDLESS)
        try:
            rulebook = changed.rulebook(scenario)
            return (False, True) if rulebook is None else (not outcome(rulebook, scenario).passed, True)
        except Exception:  # whatever a change makes of the engine, it is not to be played by
            return True, False
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    # rules ------------------------------------------------------------------------------------------------------------

    def prove(self, rule: Rule) -> RuleProof:
        """The rule's scenarios, and what was broken when one of them failed."""
        own = [each for each in self.scenarios if rule.number in each.about]
        listed = (each for each in self.game.exemptions if each.of == "rules" and rule.number in each.names)
        exempt = next((each.reason for each in listed), "")
        titles = tuple(each.title for each in self.game.scenarios if rule.number in each.about)
        return RuleProof(rule.number, titles, self._by_values(rule, own) or self._by_code(rule, own), exempt)

    def _by_values(self, rule: Rule, own: Sequence[Scenario]) -> str:
        for ruleset in self.game.rulesets.values():
            mine = [each for each in own if self._ruleset(each) == ruleset.id]
            for mutant in self.values[ruleset.id] if mine and rule.holds_in(ruleset.id) else ():
                if mutant.name in _values(rule) and (title := self._noticed(mine, _OneValue(self, mutant))):
                    return f'{mutant.told}: "{title}"'
        return ""

    def _by_code(self, rule: Rule, own: Sequence[Scenario]) -> str:
        """The change that breaks this rule and the least besides, where a comment names the rule one of that line. One
        that breaks a good part of the game says nothing of the rule."""
        best = (True, _BLUNT, "")
        others = [each for each in self.sample if rule.number not in each.about]
        for citing in citations(engine(self.game)).get(rule.number, ()) if own else ():
            for code in code_mutants(citing):
                far = not code.near
                if (far, 0.0) >= best[:2]:
                    continue
                most = best[1] if far is best[0] else _BLUNT
                with broken(code):
                    changed = _Anew(self)
                    title = next((each.title for each in own if all(self.fails(each, changed))), "")
                    besides = self._broken_besides(others, changed, most) if title else _BLUNT
                if besides < most:
                    best = (far, besides, f'{code.told}: "{title}"')
        return best[2]

    def _broken_besides(self, others: Sequence[Scenario], changed: "_Changed", most: float) -> float:
        """The share of other scenarios that fail too, as far as it is below `most`."""
        failed = 0
        for each in others:
            failed += self.fails(each, changed)[0]
            if failed >= most * len(others):
                return 1.0
        return failed / len(others)

    @cached_property
    def sample(self) -> list[Scenario]:
        """Every so-manyth scenario of today's rules, to see how much a change breaks."""
        plain = [each for each in self.scenarios if not each.given.ruleset and not each.given.switches]
        return plain[:: max(1, len(plain) // _SAMPLE)]


def _values(rule: Rule) -> list[str]:
    return RULE_VALUE.findall(rule.statement)


class _Changed:
    """Rulebooks with something changed in them, by ruleset and switches."""

    def __init__(self, shop: _Workshop) -> None:
        self.shop = shop
        self._made: dict[object, Rulebook | None] = {}

    def rulebook(self, scenario: Scenario) -> Rulebook | None:
        """The scenario's; None where it has nothing that is changed."""
        given = scenario.given
        key = (given.ruleset, tuple(sorted(given.switches.items(), key=lambda item: item[0])))
        if key not in self._made:
            self._made[key] = self._make(self.shop.rulebooks.of(given.ruleset, given.switches), scenario)
        return self._made[key]

    def _make(self, rulebook: Rulebook, scenario: Scenario) -> Rulebook | None:
        raise NotImplementedError


class _OneCard(_Changed):
    """One card is another, where a ruleset's edition has the text that was changed."""

    def __init__(self, shop: _Workshop, mutant: CardMutant) -> None:
        super().__init__(shop)
        self._card: Card = mutant.card
        self._tree: Node | None = mutant.tree

    def _make(self, rulebook: Rulebook, scenario: Scenario) -> Rulebook | None:
        printed = self.shop.today.trees.get(self._card.id)
        if rulebook.trees.get(self._card.id) != printed:
            return None
        return with_card(rulebook, self._card, self._tree)


class _OneValue(_Changed):
    """One value of a ruleset is another, but where a scenario sets it."""

    def __init__(self, shop: _Workshop, mutant: ValueMutant) -> None:
        super().__init__(shop)
        self._mutant = mutant

    def _make(self, rulebook: Rulebook, scenario: Scenario) -> Rulebook | None:
        mutant = self._mutant
        if rulebook.ruleset != mutant.ruleset or mutant.name in scenario.given.switches:
            return None
        return _compiled(rulebook, {mutant.name: mutant.value})


class _Anew(_Changed):
    """Nothing is changed in cards and values, but all is compiled by the code as it is now."""

    def _make(self, rulebook: Rulebook, scenario: Scenario) -> Rulebook | None:
        return _compiled(rulebook, {})


def _compiled(rulebook: Rulebook, values: Mapping[str, Any]) -> Rulebook:
    game = rulebook.game
    ruleset = game.rulesets[rulebook.ruleset]
    changed = replace(ruleset, values={**ruleset.values, **values})
    return compiled(replace(game, rulesets={**game.rulesets, ruleset.id: changed}), ruleset.id, rulebook.trees)


_shops: list[_Workshop] = []


def _begin(game: Game) -> None:
    signal.signal(signal.SIGVTALRM, _stop)
    _shops.append(_Workshop(game))
    # What is there stays to the end, and is not gone through again and again for what may be thrown away.
    gc.freeze()


def _work(kind: str, name: str) -> list[_Tried] | RuleProof:
    shop = _shops[0]
    if kind == "card":
        return shop.try_card(name)
    return shop.try_ruleset(name) if kind == "ruleset" else shop.prove(shop.game.rules[name])
