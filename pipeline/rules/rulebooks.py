"""A game's rules put to use: its cards compiled under a ruleset, and its scenarios run."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Final

from pipeline.language import Node
from pipeline.model import Game, Rich, Scenario
from pipeline.problem import Refused
from pipeline.rules.editions import edition_trees
from pipeline.rules.games import card_language, compiled, outcome, subject
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
        self._trees: dict[str, dict[str, Node]] = {}
        self._made: dict[tuple[str, tuple[tuple[str, _Value], ...]], Rulebook] = {}

    def of(self, ruleset: str = "", switches: Mapping[str, _Value] | None = None) -> Rulebook:
        """The rulebook of a ruleset, the game's own where none is named; `switches` are values in place of its own.

        A card whose text has not one reading does nothing. Raises NoWordsError for a game without mechanics, and
        Refused for an unknown ruleset, for values that the engine cannot use and for texts of an edition that have not
        one reading.
        """
        ruleset = ruleset or self.game.ruleset
        switches = switches or {}
        key = (ruleset, tuple(sorted(switches.items(), key=lambda item: item[0])))
        if key not in self._made:
            game = self.game
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
        """What comes of a scenario, and whether no other cards than these had a part in it; its players' are these."""
        try:
            rulebook = self.of(scenario.given.ruleset, scenario.given.switches)
        except Refused as refused:
            return stopped_by(refused), False
        asked = _Asked(rulebook.designs)
        watched = replace(rulebook, designs=asked)
        # Who sits at the table is found by name.
        watched.__dict__["mentors"] = rulebook.mentors
        found = outcome(watched, scenario)
        return found, not asked.all and asked.cards <= {*cards}

    def _read(self, edition: str) -> dict[str, Node]:
        """The trees of all cards' texts as an edition has them."""
        if edition not in self._trees:
            if edition == _TODAY:
                self._trees[edition] = _trees(self.game)
            else:
                self._trees[edition] = {**self._read(_TODAY), **edition_trees(self.game, edition)}
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


def _trees(game: Game) -> dict[str, Node]:
    language = card_language(game)
    trees: dict[str, Node] = {}
    for card in game.cards.values():
        text = card.fields.get("text")
        if isinstance(text, Rich) and text:
            readings = language.read(text, subject(card))
            if readings.error is None:
                trees[card.id] = readings.tree
    return trees


def rulebook_of(game: Game, ruleset: str = "") -> Rulebook:
    """One rulebook of a game; see `Rulebooks.of`."""
    return Rulebooks(game).of(ruleset)
