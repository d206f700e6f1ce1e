"""A game's records and rules by name, as chapters and leaflets ask for them: what there is not is told with a hint."""

from dataclasses import dataclass

from pipeline.model import Card, Game, Rule, Ruleset, statement
from pipeline.problem import nearest
from pipeline.project import Project


class UnknownError(Exception):
    """A name in a template that the game or the book does not have."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass
class Records:
    """The records and rules of a game. All that is asked for by a name that there is not raises UnknownError."""

    project: Project
    game: Game

    def value(self, name: str, ruleset: str = "") -> int | str | bool | tuple[int, ...] | tuple[str, ...]:
        """A number of a ruleset, the game's own where none is named."""
        ruleset = ruleset or self.game.ruleset
        values = self.ruleset_of(ruleset).values
        if name not in values:
            raise UnknownError(f'the ruleset "{ruleset}" has no "{name}"', nearest(name, values))
        return values[name]

    def ruleset_of(self, name: str) -> Ruleset:
        """A ruleset by its id."""
        if name not in self.game.rulesets:
            raise UnknownError(f'there is no ruleset "{name}"', nearest(name, self.game.rulesets))
        return self.game.rulesets[name]

    def card(self, name: str) -> Card:
        """A card by its id."""
        if name not in self.game.cards:
            raise UnknownError(f'there is no card "{name}"', nearest(name, self.game.cards))
        return self.game.cards[name]

    def cards(self, kind: str) -> list[Card]:
        """All cards of a kind, in the records' order."""
        if kind not in self.game.kinds:
            raise UnknownError(f'there is no kind of card "{kind}"', nearest(kind, self.game.kinds))
        return [card for card in self.game.cards.values() if card.kind == kind]

    def rule(self, number: str, ruleset: str = "") -> Rule:
        """A rule of a ruleset, the game's own where none is named, by its number."""
        rules = self.game.rules
        ruleset = ruleset or self.game.ruleset
        if number not in rules:
            raise UnknownError(f'there is no rule "{number}"', nearest(number, rules))
        if not rules[number].holds_in(ruleset):
            raise UnknownError(f'"{number}" is no rule of the ruleset "{ruleset}"')
        return rules[number]

    def stated(self, number: str, ruleset: str = "") -> str:
        """A rule's statement, with the numbers of a ruleset that has it, the game's own where none is named."""
        return statement(self.game, self.rule(number, ruleset), ruleset or self.game.ruleset)

    def mark_file(self, token: str) -> str:
        """The file of a mark of the game, in the project."""
        symbol = self.game.symbols.get(token)
        if symbol is None:
            hint = nearest(token, self.game.symbols) or "symbols stand in game.toml"
            raise UnknownError(f'the game has no symbol "{token}"', hint)
        path = f"fonts/glyphs/{self.game.id}/{symbol.glyph}.svg"
        if not self.project.path(path).is_file():
            raise UnknownError(f'the mark of symbol "{token}" is missing', f"there is no {path}")
        return path
