"""Words against play: for each card and each rule what is printed, how it is read, and what the engine did.

A person compares these three. What a machine can compare is compared here: scenarios with the outcome that a person
wrote, and the account of a card's play with the one that was approved. Whether the scenarios would notice a change is
another matter (see `mutation`), and long: its report is taken in where there is one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from pipeline.language import Language, Node, told
from pipeline.model import Card, Game, Rule, Scenario, Wanted, statement
from pipeline.problem import Place, Problem, nearest
from pipeline.rules.games import account, card_language, first_heading
from pipeline.rules.mechanics.composition import Costs
from pipeline.rules.mutation import Report
from pipeline.rules.outcome import Outcome
from pipeline.rules.rulebooks import Rulebooks
from pipeline.rules.words import check_words

#: What approved accounts are made by.
_APPROVE: Final = "read it, then approve it: cardpress conformance {game} --approve {card}"
#: What is told where no event was.
_NOTHING: Final = "Nothing happens."
#: What a scenario says of what may be answered.
_ANSWERS: Final = ("offered:", "not_offered:", "refused:")
_GLYPH: Final = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Trial:
    """A scenario and what came of it.

    `done` are its lines, `wanted` what must have come of them, as the scenario says it. `disagreement` is what differs
    or where it stopped, in words, and empty where it passed. `told` is what the engine did, in sentences; a line that
    ends with a colon is a heading.
    """

    title: str
    case: str
    about: tuple[str, ...]
    done: tuple[str, ...]
    wanted: tuple[str, ...]
    place: Place
    passed: bool
    disagreement: str
    told: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Every field; of the place file and line."""
        return {
            "title": self.title,
            "case": self.case,
            "about": list(self.about),
            "file": self.place.file,
            "line": self.place.line,
            "done": list(self.done),
            "wanted": list(self.wanted),
            "passed": self.passed,
            "disagreement": self.disagreement,
            "told": list(self.told),
        }


@dataclass(frozen=True, slots=True)
class CardReport:
    """A card: its text, how the machine reads it (a part a line), and what it did.

    `account` tells of all its trials, one after another, below the text that they are of; `approved` are the lines that
    a person approved, None where nobody did.
    """

    card: str
    name: str
    kind: str
    text: str
    reading: tuple[str, ...]
    trials: tuple[Trial, ...]
    approved: tuple[str, ...] | None
    account: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def sound(self) -> bool:
        """Whether its text was read, and all its scenarios pass."""
        return bool(self.reading or not self.text) and all(each.passed for each in self.trials)

    def as_json(self) -> dict[str, Any]:
        """Every field, the card's as `id`; of the approved account whether it is the one of now."""
        return {
            "id": self.card,
            "name": self.name,
            "kind": self.kind,
            "text": self.text,
            "reading": list(self.reading),
            "scenarios": [each.as_json() for each in self.trials],
            "account": list(self.account),
            "approved": self.approved == self.account,
            "problems": [each.as_json() for each in self.problems],
        }


@dataclass(frozen=True, slots=True)
class RuleReport:
    """A numbered rule, its scenarios, whether all of them passed, and what was broken when one of them failed; empty
    where that was not tried, or none did. `exempt` is why none needs to."""

    number: str
    statement: str
    trials: tuple[Trial, ...]
    passed: bool
    proven_by: str
    exempt: str
    problems: tuple[Problem, ...]

    def as_json(self) -> dict[str, Any]:
        """Every field; of the scenarios their titles."""
        return {
            "number": self.number,
            "statement": self.statement,
            "scenarios": [each.title for each in self.trials],
            "passed": self.passed,
            "proven_by": self.proven_by,
            "exempt": self.exempt,
            "problems": [each.as_json() for each in self.problems],
        }


@dataclass(frozen=True, slots=True)
class Conformance:
    """A game's words against its play: cards in the order of their records, rules in the order of their numbers.

    `problems` are all there are, each once, though several cards may have it.
    """

    game: str
    cards: tuple[CardReport, ...]
    rules: tuple[RuleReport, ...]
    mutants: Report | None
    problems: tuple[Problem, ...]

    @property
    def trials(self) -> tuple[Trial, ...]:
        """All trials, each once."""
        found = [trial for card in self.cards for trial in card.trials]
        found += [trial for rule in self.rules for trial in rule.trials]
        return tuple({trial.place: trial for trial in found}.values())

    def as_json(self) -> dict[str, Any]:
        """The fixed names: cards, rules, and mutants, which is null where none were tried; and all problems."""
        return {
            "cards": [each.as_json() for each in self.cards],
            "rules": [each.as_json() for each in self.rules],
            "mutants": self.mutants.as_json()["mutants"] if self.mutants else None,
            "problems": [each.as_json() for each in self.problems],
        }


def conformance(
    game: Game,
    cards: Collection[str] | None = None,
    mutants: Report | None = None,
    rulebooks: Rulebooks | None = None,
) -> Conformance:
    """The report of a game, which must have its scenarios with it; of some `cards` only, where they are named, and then
    without the rules. `mutants` is what came of `mutate`; `rulebooks` are the game's, where there are some already.

    Raises NoWordsError for a game without mechanics, and KeyError for a card that is none.
    """
    rulebooks = rulebooks or Rulebooks(game)
    chosen = {card: game.cards[card] for card in (game.cards if cards is None else cards)}
    tried = [
        (scenario, _tried(rulebooks, scenario))
        for scenario in game.scenarios
        if cards is None or not chosen.keys().isdisjoint(scenario.about)
    ]
    trials = _by_subject(tried)
    failures = _by_subject((scenario, _failure(game, trial)) for scenario, trial in tried if not trial.passed)
    unread = check_words(replace(game, cards=chosen))
    language = card_language(game)
    card_reports = []
    for card in chosen.values():
        problems = [each for each in unread if each.place.id == card.id] + failures.get(card.id, [])
        card_reports.append(_card_report(rulebooks, language, card, trials.get(card.id, []), problems))
    rule_reports = []
    for rule in game.rules.values() if cards is None else ():
        problems = failures.get(rule.number, [])
        rule_reports.append(_rule_report(game, rule, trials.get(rule.number, []), problems, mutants))
    found = [problem for card_report in card_reports for problem in card_report.problems]
    found += [problem for rule_report in rule_reports for problem in rule_report.problems]
    found += _cases_shown(game) if cards is None else ()
    found += mutants.problems if mutants else ()
    return Conformance(game.id, tuple(card_reports), tuple(rule_reports), mutants, tuple(dict.fromkeys(found)))


_Found = TypeVar("_Found")


def _by_subject(several: Iterable[tuple[Scenario, _Found]]) -> dict[str, list[_Found]]:
    """What scenarios gave, by cards and rules that they speak for."""
    found: dict[str, list[_Found]] = {}
    for scenario, each in several:
        for subject in dict.fromkeys(scenario.about):
            found.setdefault(subject, []).append(each)
    return found


# scenarios ------------------------------------------------------------------------------------------------------------


def _tried(rulebooks: Rulebooks, scenario: Scenario) -> Trial:
    outcome = rulebooks.run(scenario, log=True)
    return Trial(
        scenario.title,
        scenario.case,
        scenario.about,
        scenario.do,
        tuple(_wanted(scenario)),
        scenario.place,
        outcome.passed,
        "" if outcome.passed else str(outcome),
        tuple(_happened(rulebooks, scenario, outcome)),
    )


def _wanted(scenario: Scenario) -> Iterator[str]:
    for name, value in scenario.expect.items():
        yield f"{name}: {_value(value)}"
    if scenario.refused:
        yield f"refused: {scenario.refused[0]} ({scenario.refused[1]})"


def _value(wanted: Wanted) -> str:
    if isinstance(wanted, tuple):
        return ", ".join(wanted) or "none"
    if isinstance(wanted, Mapping):
        return ", ".join(f"{name} {number}" for name, number in wanted.items()) or "none"
    return str(wanted)


def _happened(rulebooks: Rulebooks, scenario: Scenario, outcome: Outcome) -> Iterator[str]:
    """The story of a scenario. Round, turn and phase are one heading; a turn in which nothing is told is a line. The
    phase in which a scenario begins says nothing."""
    rulebook = rulebooks.of(scenario.given.ruleset, scenario.given.switches)
    heading: list[str] = []
    deepest, begun, spoken = 0, False, False
    for line in account(rulebook, scenario, outcome.events):
        title = line.lstrip("#")
        depth = len(line) - len(title)
        if depth:
            if heading and depth <= deepest:
                yield f"{', '.join(heading)}."
                heading, begun = [], True
            heading.append(title.strip())
            deepest = depth
            continue
        if heading and (begun or len(heading) > 1 or heading[0] != first_heading(rulebook, scenario)):
            yield f"{', '.join(heading)}:"
        heading, begun, spoken = [], True, True
        yield line
    if heading:
        yield f"{', '.join(heading)}."
    if not spoken:
        yield _NOTHING


def _failure(game: Game, trial: Trial) -> Problem:
    """A scenario that fails, and the words that it is held to."""
    subject = trial.about[0]
    if subject in game.cards:
        says = f'{game.cards[subject].name} says "{_line(game.cards[subject])}"'
    else:
        says = f'{subject} says "{_statement(game, game.rules[subject])}"'
    hint = f"{says}: either the engine does not keep to that, or the scenario does not"
    return Problem(trial.place, trial.disagreement, hint)


def _line(card: Card) -> str:
    return " ".join(str(card.fields.get("text") or "").split())


# cards ----------------------------------------------------------------------------------------------------------------


def _card_report(
    rulebooks: Rulebooks, language: Language, card: Card, trials: Sequence[Trial], problems: Sequence[Problem]
) -> CardReport:
    game = rulebooks.game
    tree = rulebooks.of().trees.get(card.id)
    now = tuple(_account(game, card, trials))
    approved = game.accounts.get(card.id)
    found = [*problems]
    if not trials:
        found.append(Problem(card.place, "no scenario speaks for this card", "write one that names it in `about`"))
    elif approved is None:
        hint = _APPROVE.format(game=game.id, card=card.id)
        found.append(Problem(card.place, "nobody approved what is told of its play", hint))
    elif approved.lines != now:
        found.append(_unlike(game, card, approved.place, approved.lines, now))
    return CardReport(
        card.id,
        card.name,
        card.kind,
        str(card.fields.get("text") or ""),
        tuple(_reading(game, language, tree)) if tree is not None else (),
        tuple(trials),
        approved.lines if approved else None,
        now,
        tuple(found),
    )


def _reading(game: Game, language: Language, tree: Node) -> Iterator[str]:
    """A tree told part by part, with words for glyphs."""
    for line in told(tree, language.spell, Costs):
        yield _GLYPH.sub(lambda found: game.symbols[found[1]].words, line)


def _account(game: Game, card: Card, trials: Sequence[Trial]) -> Iterator[str]:
    """What is told of a card: its words, then its scenarios, what was done in them, and what was found that no event
    tells: what may be answered, or where nothing happens, all that was looked at."""
    yield card.name
    yield from str(card.fields.get("text") or "").splitlines()
    for trial in trials:
        yield ""
        yield trial.title
        yield from (f"  {line}" for line in trial.told)
        others = [each for each in trial.about if each in game.cards and each != card.id]
        for line in trial.wanted if trial.passed else ():
            name = line.partition(":")[0]
            own = card.id in name or not any(other in name for other in others)
            if line.startswith(_ANSWERS) or (own and _NOTHING in trial.told):
                yield f"  - {line}"


def _unlike(game: Game, card: Card, place: Place, approved: Sequence[str], told: Sequence[str]) -> Problem:
    """The first line in which the account is another than the approved one."""
    shorter = min(len(approved), len(told))
    pairs = zip(approved, told, strict=False)
    at = next((number for number, (was, now) in enumerate(pairs) if was != now), shorter)
    was = f'"{approved[at].strip()}"' if at < len(approved) else "nothing more"
    now = f'"{told[at].strip()}"' if at < len(told) else "nothing more"
    message = f"{card.name} was approved with {was}, and now there is {now}"
    return Problem(Place(place.file, at + 1, "", card.id), message, _APPROVE.format(game=game.id, card=card.id))


# rules ----------------------------------------------------------------------------------------------------------------


def _rule_report(
    game: Game, rule: Rule, trials: Sequence[Trial], problems: Sequence[Problem], mutants: Report | None
) -> RuleReport:
    listed = (each for each in game.exemptions if each.of == "rules" and rule.number in each.names)
    exempt = next((each.reason for each in listed), "")
    found = [*problems]
    if mutants is not None:
        found += [each for each in mutants.problems if each.place == rule.place]
    elif not trials and not exempt:
        found.append(Problem(rule.place, "no scenario speaks for this rule", "write one that names it in `about`"))
    proofs = (each.proven_by for each in mutants.rules if each.number == rule.number) if mutants else ()
    return RuleReport(
        rule.number,
        _statement(game, rule),
        tuple(trials),
        bool(trials) and all(each.passed for each in trials),
        next(iter(proofs), ""),
        exempt,
        tuple(found),
    )


def _cases_shown(game: Game) -> Iterator[Problem]:
    """Cases of rules that are listed as ones that no scenario can show, and are shown; and numbers that no rule has."""
    shown: dict[tuple[str, str], str] = {}
    for scenario in game.scenarios:
        for subject in scenario.about:
            shown.setdefault((subject, scenario.case), scenario.title)
    for entry in game.exemptions:
        for name in entry.names if entry.of == "cases" else ():
            if name not in game.rules:
                yield Problem(entry.place, f'no rule "{name}"', nearest(name, game.rules))
            for case in entry.cases:
                if title := shown.get((name, case)):
                    message = f'"{case}" of {name} is listed as one that no scenario can show, and is shown: "{title}"'
                    yield Problem(entry.place, message, "remove it, or name what is not shown")


def _statement(game: Game, rule: Rule) -> str:
    """A rule as the game's own ruleset has it, or else the first that has it."""
    return statement(game, rule, game.ruleset if rule.holds_in(game.ruleset) else rule.rulesets[0])
