"""A game's rules put to use: its cards compiled under a ruleset, and its scenarios run."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from pipeline.language import Language, Node, spelled_out
from pipeline.model import FOR_THE_EYE, Game, Rich, Scenario, without_columns
from pipeline.problem import Refused
from pipeline.rules.editions import edition_trees, meaning, worded_in
from pipeline.rules.games import card_language, compiled, languages, older_language, outcome
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.light_vs_darkness.table import Design
from pipeline.rules.outcome import Outcome, stopped_by

#: The edition of a ruleset whose cards are as their records have them.
_TODAY: Final = "today"
_Value = int | str | bool | tuple[int, ...] | tuple[str, ...]


class Rulebooks:
    """A game's rulebooks. Texts are read, and cards compiled, once for each that is asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._today: dict[str, Node | None] = {}
        self._trees: dict[str, dict[str, Node]] = {}
        self._made: dict[tuple[object, ...], Rulebook] = {}

    @cached_property
    def language(self) -> Language:
        """What reads and writes the game's texts. Raises NoWordsError for a game without mechanics."""
        return card_language(self.game)

    @cached_property
    def _older(self) -> Language:
        return older_language(self.game)

    @cached_property
    def _bare(self) -> Game:
        """The game with its cards as play knows them: without names, and without texts, which their trees stand for."""
        game = without_columns(self.game, (*FOR_THE_EYE, "rich"))
        return replace(game, cards={card.id: replace(card, name=card.id) for card in game.cards.values()})

    def played(self, card: str) -> tuple[object, ...]:
        """All that `run_within` knows of a card, in plain values for a digest: its record but for its name, texts and
        pictures, and what its text means, today and in each edition that words it itself. A text that has not one
        reading means nothing, as does any text of a game without mechanics.
        """
        of_record = self._bare.cards[card].told()
        if not languages(self.game):
            return of_record
        older = [
            (edition.id, spelled_out(meaning(self._older, self.game.cards[card], text)))
            for edition in self.game.editions.values()
            if (text := worded_in(edition, card)) is not None
        ]
        return *of_record, spelled_out(self._tree(card)), older

    def of(self, ruleset: str = "", switches: Mapping[str, _Value] | None = None) -> Rulebook:
        """The rulebook of a ruleset, the game's own where none is named; `switches` are values in place of its own.

        A card whose text has not one reading does nothing. Raises NoWordsError for a game without mechanics, and
        Refused for an unknown ruleset, for values that the engine cannot use and for texts of an edition that have not
        one reading.
        """
        return self._of(self.game, ruleset, switches or {})

    def nameless(self, ruleset: str = "", switches: Mapping[str, _Value] | None = None) -> Rulebook:
        """That rulebook with cards that have nothing but what `played` tells of them, and their ids for names."""
        return self._of(self._bare, ruleset, switches or {})

    def _of(self, game: Game, ruleset: str, switches: Mapping[str, _Value]) -> Rulebook:
        ruleset = ruleset or game.ruleset
        key = (game is self.game, ruleset, tuple(sorted(switches.items(), key=lambda item: item[0])))
        if key not in self._made:
            if ruleset in game.rulesets:
                changed = replace(game.rulesets[ruleset], values={**game.rulesets[ruleset].values, **switches})
                game = replace(game, rulesets={**game.rulesets, ruleset: changed})
            edition = game.rulesets[ruleset].edition if ruleset in game.rulesets else _TODAY
            self._made[key] = compiled(game, ruleset, self._read(edition))
        return self._made[key]

    def run(self, scenario: Scenario, log: bool = False) -> Outcome:
        """What comes of a scenario of the game; with `log` also everything that happens in it.

        Raises NoWordsError for a game without mechanics.
        """
        try:
            rulebook = self.of(scenario.given.ruleset, scenario.given.switches)
        except Refused as refused:
            return stopped_by(refused)
        return outcome(rulebook, scenario, log)

    def run_within(self, scenario: Scenario, cards: Collection[str]) -> tuple[Outcome, bool]:
        """What comes of a scenario, and whether no other cards than these had a part in it; its players' are these.

        It is played by the nameless rulebook, so that what comes of it can hang on nothing but what `played` tells;
        what fails is told with names.
        """
        try:
            rulebook = self.nameless(scenario.given.ruleset, scenario.given.switches)
        except Refused as refused:
            return stopped_by(refused), False
        asked = _Asked(rulebook.designs)
        watched = replace(rulebook, designs=asked)
        # Who sits at the table is found by name.
        watched.__dict__["mentors"] = rulebook.mentors
        found = outcome(watched, scenario)
        if not found.passed and not (named := self.run(scenario)).passed:
            found = named
        return found, not asked.all and asked.cards <= {*cards}

    def _tree(self, card: str) -> Node | None:
        """The tree of a card's text today; None where it has none, or not one reading."""
        if card not in self._today:
            record = self.game.cards[card]
            text = record.fields.get("text")
            words = text if isinstance(text, Rich) else ""
            self._today[card] = meaning(self.language, record, words) if words else None
        return self._today[card]

    def _read(self, edition: str) -> dict[str, Node]:
        """The trees of all cards' texts as an edition has them."""
        if edition not in self._trees:
            if edition == _TODAY:
                trees = {card: tree for card in self.game.cards if (tree := self._tree(card)) is not None}
            else:
                trees = {**self._read(_TODAY), **edition_trees(self.game, edition, self._older)}
            self._trees[edition] = trees
        return self._trees[edition]


class _Asked(Mapping[str, Design]):
    """Cards that remember which of them were asked for, and whether all were gone through."""

    def __init__(self, designs: Mapping[str, Design]) -> None:
        self._designs = designs
        self.cards: set[str] = set()
        self.all = False

    def __getitem__(self, card: str) -> Design:
        design = self._designs[card]
        self.cards.add(card)
        return design

    def __iter__(self) -> Iterator[str]:
        self.all = True
        return iter(self._designs)

    def __len__(self) -> int:
        return len(self._designs)


def rulebook_of(game: Game, ruleset: str = "") -> Rulebook:
    """One rulebook of a game; see `Rulebooks.of`."""
    return Rulebooks(game).of(ruleset)
