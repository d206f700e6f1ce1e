"""Words against play, before cards are printed: what has not been seen to agree yet is read and played, and no more.

A card may be printed when its words can be read, its record fits the rules, and every scenario that speaks for it, or
has it on the table, comes out as a person took it from the words. What was seen to be so is kept in the cache, under
digests of all that it rests on: of words, the card's record; of a scenario, what it says and what play knows of all
cards in it (of all cards, where others had a part in its play); and of each the code that reads and plays, and the
numbers of the rules. So after a change of one card that card is read, and where it now means something else its
scenarios are played; where nothing changed but what is for the eye, not even the rules are loaded.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pipeline.cache import Cache, code_of, digest_of
from pipeline.load.scenarios import Piece, scenario_files, scenario_texts, scenarios_of
from pipeline.model import (
    FOR_THE_EYE,
    Card,
    Game,
    Scenario,
    cards_in,
    cards_shown,
    may_be_in,
    statement,
    without_columns,
)
from pipeline.problem import Place, Problem, Refused
from pipeline.project import Project

if TYPE_CHECKING:
    from pipeline.rules import Outcome, Rulebooks

#: Code that decides how words are read, what is played, and what is kept of that.
_CODE: Final = ("checks/agreement.py", "language", "load", "model", "rules")
#: How many digests are kept of a game: those of its present state, and of as many earlier ones as there is room for,
#: so that to undo a change costs nothing.
_MOST_KEPT: Final = 8000
#: Of so many words that disagree with play it is told, and of so many scenarios for each; `check` tells all.
_MOST_WORDS, _MOST_SCENARIOS = 8, 5
#: Where words that were not changed disagree with play.
_EITHER: Final = "either the engine does not keep to the words, or the scenario does not"


def disagreements(project: Project, game: Game, cards: Collection[str], rules: bool = False) -> list[Problem]:
    """Why `cards` of a strict game, and `rules` with them, must not be printed: words that do not read, records that do
    not fit the rules, scenarios that are broken or come out otherwise. Nothing for a game that does not claim that its
    words match play.

    Where words and play disagree both are told: the words at their place, then the play at that of each scenario. The
    words are those of a card that was changed, or a value of a ruleset; where neither was, of the cards that the
    scenario speaks for, or of the rules where it speaks for these alone.
    """
    return look(project, game, cards, rules).problems()


def look(project: Project, game: Game, cards: Collection[str], rules: bool = False) -> "Look":
    """A look at `cards` of a game, and at `rules` with them, before they are printed."""
    files, flaws = scenario_files(project, game.id) if game.words == "strict" else ({}, ())
    seen = _Seen(Cache(project.output / ".cache" / "agreement"), game.id)
    # What is not there cannot matter, and need not be in a digest.
    return Look(without_columns(game, FOR_THE_EYE), frozenset(cards), rules, files, flaws, seen)


def hold(looked: "Look", way_out: str) -> None:
    """Raise Refused with the disagreements, where there are any, and the way out."""
    found = looked.problems()
    if found:
        raise Refused(found, way_out)


@dataclass
class _Seen:
    """Digests of what was seen to agree in a game, the newest first. That of something that a person may change, a card
    or a value of a ruleset, has its name and a colon before it. Among them stands what play knows of cards as digests
    of that, each behind the digest that its card is read by and an equals sign."""

    shelf: Cache
    game: str
    _new: dict[str, None] = field(default_factory=dict)

    def __contains__(self, key: str | None) -> bool:
        return key in self._new or key in self._kept

    def earlier(self) -> set[str]:
        """The names of what was once seen to agree, as it is now or was then."""
        return {name for name, colon, _ in (key.partition(":") for key in self._kept) if colon}

    def played(self) -> dict[str, str]:
        """By the digest that a card is read by, the digest of what play knows of it."""
        return {read: play for read, equals, play in (key.partition("=") for key in self._kept) if equals}

    @cached_property
    def _kept(self) -> dict[str, None]:
        stored = self.shelf.get(self.game) or b""
        return dict.fromkeys(stored.decode("ascii", "replace").split())

    def add(self, keys: Iterable[str]) -> None:
        """Remember, when it is kept."""
        self._new |= dict.fromkeys(keys)

    def keep(self) -> None:
        """Keep what was added. Of two builds that end at once one keeps its own; the other's is seen again."""
        if self._new.keys() - self._kept.keys():
            keys = list({**self._new, **self._kept})[:_MOST_KEPT]
            self.shelf.put(self.game, "\n".join(keys).encode())


@dataclass
class Look:
    """A look at the cards that are to be printed, and at the rules where these are, too; `game` has nothing that is
    for the eye alone, `files` are its scenarios as they stand, `flaws` what is wrong with these files. What one process
    found out goes with it to another."""

    game: Game
    printed: frozenset[str]
    rules: bool
    files: Mapping[str, str]
    flaws: Sequence[Problem]
    seen: _Seen
    _known_cards: dict[Piece, set[str]] = field(default_factory=dict)
    _known_keys: dict[Piece, tuple[str, str]] = field(default_factory=dict)

    # what is known ----------------------------------------------------------------------------------------------------

    @cached_property
    def _records(self) -> dict[str, str]:
        """For every card the digest of its record, with its id."""
        return {
            card.id: f"{card.id}:{_digest(card.told(), sorted(card.provenance.items()))}"
            for card in self.game.cards.values()
        }

    @cached_property
    def _values(self) -> dict[tuple[str, str], str]:
        """For every value of each ruleset its digest, with its name."""
        return {
            (ruleset.id, name): f"{ruleset.id}/{name}:{_digest(value)}"
            for ruleset in self.game.rulesets.values()
            for name, value in ruleset.values.items()
        }

    @cached_property
    def _basis(self) -> str:
        """The digest of all that cards are read and played by, besides their records."""
        game = self.game
        return _digest(
            code_of(*_CODE),
            (game.id, game.language, game.ruleset),
            [(color.id, color.name, color.letter) for color in game.colors.values()],
            [(symbol.token, symbol.words) for symbol in game.symbols.values()],
            [(kind.id, kind.name, sorted(map(repr, kind.columns.values()))) for kind in game.kinds.values()],
            [(each.id, each.edition, sorted(each.values.items())) for each in game.rulesets.values()],
            [(each.id, repr(each.wording), repr(each.changes)) for each in game.editions.values()],
            [(rule.number, rule.rulesets) for rule in game.rules.values()],
        )

    @cached_property
    def _cards(self) -> dict[str, str]:
        """For every card the digest that it is read by: of its record, and of all that it is read by."""
        return {card: _digest("card", self._basis, record) for card, record in self._records.items()}

    @cached_property
    def _rulebooks(self) -> "Rulebooks":
        from pipeline.rules import Rulebooks  # noqa: PLC0415 - only what changed needs the rules

        return Rulebooks(self.game)

    @cached_property
    def _plays(self) -> dict[str, str]:
        """For every card the digest of what play knows of it, and of all that cards are played by."""
        known = self.seen.played()
        plays = {
            card: known.get(read) or _digest("play", self._basis, self._rulebooks.played(card))
            for card, read in self._cards.items()
        }
        self.seen.add(f"{self._cards[card]}={play}" for card, play in plays.items())
        return plays

    @cached_property
    def _all(self) -> str:
        """The digest of all cards as play knows them: some of the rules are about their number and their sums."""
        return _digest("all", list(self._plays.values()))

    @cached_property
    def texts(self) -> Mapping[Piece, str]:
        """The scenarios, by where they stand."""
        return scenario_texts(self.files)

    def _keys(self, piece: Piece) -> tuple[str, str]:
        """For a scenario two digests: of its text with the cards in it, and with all cards."""
        if piece not in self._known_keys:
            text, cards = self.texts[piece], sorted(self._within(piece))
            self._known_keys[piece] = (
                _digest("played", text, [self._plays[each] for each in cards]),
                _digest("all", text, self._all),
            )
        return self._known_keys[piece]

    def _holds(self, piece: Piece) -> bool:
        """Whether a scenario was seen to hold: with the cards in it, or with all."""
        return any(key in self.seen for key in self._keys(piece))

    def _within(self, piece: Piece) -> set[str]:
        """The cards in a scenario."""
        if piece not in self._known_cards:
            self._known_cards[piece] = cards_in(self.texts[piece], self.game.cards)
        return self._known_cards[piece]

    def _piece(self, scenario: Place) -> Piece:
        """The text that a scenario is read from."""
        return max(piece for piece in self.texts if piece <= (scenario.file, scenario.line or 1))

    @cached_property
    def _changed(self) -> set[str]:
        """The cards, and ruleset/name of the values, that are not as they were when everything about them agreed."""
        earlier = self.seen.earlier()
        now = [*self._records.values(), *self._values.values()]
        return {name for key in now if key not in self.seen and (name := key.partition(":")[0]) in earlier}

    # what is wrong ----------------------------------------------------------------------------------------------------

    @cached_property
    def _everything(self) -> str:
        """The digest of all that matters to this print."""
        return self._this("print", list(self._cards.values()))

    @cached_property
    def _everything_played(self) -> str:
        """The digest of all that play and its scenarios hang on in this print."""
        return self._this("held", self._all)

    def _this(self, what: str, cards: object) -> str:
        """The digest of cards, of the scenarios as they stand and of what is printed."""
        return _digest(what, cards, self._file_digests, sorted(self.printed), self.rules)

    @cached_property
    def _file_digests(self) -> list[tuple[str, str]]:
        return [(file, sha256(text.encode()).hexdigest()) for file, text in sorted(self.files.items())]

    def agreed(self) -> bool:
        """Whether everything was seen to agree already, and as it is now: a short look, which does not load the
        rules."""
        return self.game.words != "strict" or (not self.flaws and self._everything in self.seen)

    def problems(self) -> list[Problem]:
        """Everything that is wrong; what was seen to agree is remembered."""
        if self.agreed() or self.flaws:
            return [*self.flaws]
        found: list[Problem] = []
        unread = {card for card, key in self._cards.items() if key not in self.seen}
        if self._everything_played in self.seen and not self._misread(unread):
            # Nothing that is played is new, and the words of what is new read.
            self._remember(unread, ())
        else:
            try:
                found = self._new_problems()
            except Refused as refused:
                found = list(refused.problems)
            self._remember(self.game.cards, self._values.values())
        if not found:
            self.seen.add([self._everything, self._everything_played])
        self.seen.keep()
        return found

    def _remember(self, cards: Iterable[str], values: Iterable[str]) -> None:
        """Add those of `cards` that read and whose scenarios were all seen to hold; where all were, `values` of the
        rulesets. Only scenarios that these hang on are asked for."""
        read = {card for card in cards if self._records[card] not in self.seen and self._cards[card] in self.seen}
        unsure = [value for value in values if value not in self.seen]
        asked = [piece for piece, text in self.texts.items() if unsure or any(may_be_in(text, card) for card in read)]
        failing = [piece for piece in asked if not self._holds(piece)]
        doubtful = set().union(*(self._within(piece) for piece in failing))
        self.seen.add(self._records[card] for card in read - doubtful)
        if not failing:
            self.seen.add(unsure)

    def _new_problems(self) -> list[Problem]:
        concerned = [piece for piece in self.texts if self.rules or self._within(piece) & self.printed]
        flawed = self._misread(self.printed.union(*map(self._within, concerned)))
        lost = {problem.place.id for problem in flawed}
        stale = [piece for piece in concerned if self._within(piece) & lost or not self._holds(piece)]
        scenarios, found = scenarios_of(self.game, {piece: self.texts[piece] for piece in stale})
        within = {each.place: cards_in(each, self.game.cards) for each in scenarios}
        concerning = {each.place for each in scenarios if self._concerns_print(each)}
        played = self.printed.union(*(within[place] for place in concerning))
        found = (*found, *(each for each in flawed if self._concerns(each, played)))
        if found:
            return list(found)
        # A card whose words cannot be read does nothing in play, which says nothing.
        mute = {each.place for each in scenarios if within[each.place] & lost}
        unfit, failed, wide = self._play([(each, within[each.place]) for each in scenarios if each.place not in mute])
        broken = {self._piece(place) for place in mute.union(scenario.place for scenario, _ in failed)}
        with_all = {self._piece(place) for place in wide}
        self.seen.add(self._keys(piece)[piece in with_all] for piece in stale if piece not in broken)
        return [*unfit, *self._told([each for each in failed if each[0].place in concerning])]

    def _misread(self, cards: Collection[str]) -> list[Problem]:
        """What is wrong with the words of cards, as far as these were not seen to read."""
        unread = {card for card in cards if self._cards[card] not in self.seen}
        if not unread:
            return []
        from pipeline.rules import check_words, languages  # noqa: PLC0415 - only what changed needs the rules

        flawed = check_words(self.game, unread, self._rulebooks.language if languages(self.game) else None)
        lost = {problem.place.id for problem in flawed}
        self.seen.add(self._cards[card] for card in unread if card not in lost)
        return flawed

    def _play(
        self, scenarios: Sequence[tuple[Scenario, Collection[str]]]
    ) -> tuple[list[Problem], list[tuple[Scenario, "Outcome"]], set[Place]]:
        """What does not fit the rules; of scenarios, with the cards in them, those that come out otherwise; the places
        of those that other cards had a part in. Raises Refused where a position is none."""
        if not scenarios and self._all in self.seen:
            return [], [], set()
        from pipeline.rules import check_position, check_records  # noqa: PLC0415 - only what changed needs the rules

        unfit = check_records(self._rulebooks.nameless()) if self._all not in self.seen else []
        if not unfit:
            self.seen.add([self._all])
        failed: list[tuple[Scenario, Outcome]] = []
        wide: set[Place] = set()
        for scenario, cards in scenarios:
            outcome, alone = self._rulebooks.run_within(scenario, cards)
            if not outcome.passed:
                failed.append((scenario, outcome))
            elif not alone:
                wide.add(scenario.place)
        flaws = [problem for scenario, _ in failed for problem in check_position(self.game, scenario.given)]
        if flaws:
            raise Refused(flaws)
        return [each for each in unfit if self._concerns(each, self.printed)], failed, wide

    def _concerns_print(self, scenario: Scenario) -> bool:
        """Whether a scenario speaks for what is printed, or has it on the table."""
        cards = self.game.cards
        ruled = self.rules and not any(each in cards for each in scenario.about)
        return ruled or bool(self.printed & cards_shown(scenario, cards))

    def _concerns(self, problem: Problem, cards: Collection[str]) -> bool:
        """Whether a problem is one of these cards, or of no card: the whole game's."""
        return problem.place.id in cards or problem.place.id not in self.game.cards

    # telling ----------------------------------------------------------------------------------------------------------

    def _told(self, failed: Sequence[tuple[Scenario, "Outcome"]]) -> list[Problem]:
        """Words that disagree with play, each before the scenarios in which they do."""
        by_words: dict[str, list[tuple[Scenario, Outcome]]] = {}
        for scenario, outcome in failed:
            for each in self._spoken_for(scenario):
                by_words.setdefault(each, []).append((scenario, outcome))
        found: dict[Problem, None] = {}
        if len(by_words) > _MOST_WORDS:
            message = (
                f"{len(failed)} scenarios disagree with {len(by_words)} cards and rules, of which {_MOST_WORDS} follow"
            )
            hint = "so many have one cause: a value of the ruleset, a card that they share, or the engine"
            found[Problem(Place(f"card_data/{self.game.id}/scenarios"), message, hint)] = None
        for words, several in [*by_words.items()][:_MOST_WORDS]:
            # First what speaks for these words alone.
            several.sort(key=lambda each: (words not in each[0].about, len(each[0].about), len(each[1].differences)))
            found[self._words(words, [scenario for scenario, _ in several])] = None
            for scenario, outcome in several[:_MOST_SCENARIOS]:
                found[Problem(scenario.place, f"expects one thing, and play comes to another: {outcome}")] = None
        return list(found)

    def _spoken_for(self, scenario: Scenario) -> Collection[str]:
        """Whose words a scenario that fails disagrees with: changed cards, changed values, cards, or rules."""
        about = [each for each in scenario.about if each in self.game.cards]
        cards = sorted(self._changed & cards_in(scenario, self.game.cards))
        ruleset = scenario.given.ruleset or self.game.ruleset
        values = [f"{of}/{name}" for of, name in self._values if of == ruleset and name not in scenario.given.switches]
        changed = cards or [each for each in values if each in self._changed]
        return [each for each in cards if each in about] or changed or about or scenario.about

    def _words(self, words: str, scenarios: Sequence[Scenario]) -> Problem:
        """The words of a card, a value or a rule, and in how many scenarios they disagree with play."""
        game, (ruleset, _, value) = self.game, words.partition("/")
        if words in game.cards:
            place, printed = game.cards[words].place.at("text"), _printed(game, game.cards[words])
        elif words in game.rules:
            rule, ruleset = game.rules[words], scenarios[0].given.ruleset or game.ruleset
            place = rule.place
            printed = f'"{statement(game, rule, ruleset) if rule.holds_in(ruleset) else rule.statement}"'
        else:
            place = game.rulesets[ruleset].place_of(value)
            printed = f"{value} = {game.rulesets[ruleset].values[value]}"
        count = f"{len(scenarios)} scenarios" if len(scenarios) > 1 else "a scenario"
        more = f", of which {_MOST_SCENARIOS} follow" if len(scenarios) > _MOST_SCENARIOS else ""
        hint = "if the words are as you mean them, correct what is expected of them; if not, correct the words"
        hint = _EITHER if self._records.get(words) in self.seen else hint
        return Problem(place, f"words and play disagree in {count}{more}: {printed}", hint)


def _printed(game: Game, card: Card) -> str:
    """What a card prints that can be played, as it was typed."""
    parts = [f'"{card.fields["text"]}"'] if card.fields.get("text") else []
    parts += [
        f"{column.name} {card.raw[column.name]}"
        for column in game.kinds[card.kind].columns.values()
        if column.type in ("whole", "cost", "color", "colors", "flag") and card.raw.get(column.name)
    ]
    return ", ".join(parts) or card.name


def _digest(*parts: object) -> str:
    """Short: thousands are kept, and nobody gains by making two alike."""
    return digest_of(*parts)[:24]
