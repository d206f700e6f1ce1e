"""What a face is made from, as a key: equal keys, equal faces.

All that a template may see goes in: the record and those that it refers to, however far; the game's colors, symbols,
kinds and numbers; and the files that every face may draw on: templates, styles, fonts, marks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pipeline.cache import digest_of, file_digest
from pipeline.model import Card, Game
from pipeline.project import HOUSE, Project
from pipeline.typeset import Fonts


@dataclass
class Ingredients:
    """Keys of one game's faces in one ink, under one stamp."""

    project: Project
    game: Game
    ink: str
    stamp: str
    fonts: Fonts

    def key(self, card: Card | None, template: str) -> str:
        """The key of one side of a card, or of a common back."""
        cards = self._reached(card) if card else []
        return digest_of(self._common, template, [each.told() for each in cards])

    @cached_property
    def _common(self) -> str:
        """What all faces of the game have in common."""
        game, press = self.game, self.game.press
        rules = game.rulesets.get(game.ruleset)
        return digest_of(
            (self.ink, self.stamp, game.id, game.name, game.language, press.edition_mark, press.picture_style),
            [(name, repr(color)) for name, color in game.colors.items()],
            [(name, repr(symbol)) for name, symbol in game.symbols.items()],
            [(name, repr(kind)) for name, kind in game.kinds.items()],
            [(name, repr(value)) for name, value in rules.values.items()] if rules else [],
            list(_digests(self._files())),
        )

    def _files(self) -> Iterator[tuple[str, Path]]:
        """Files that any face may draw on, by name, in a fixed order."""
        roots = tuple(dict.fromkeys((HOUSE, self.project.root)))
        for folder in (f"layouts/{self.game.id}/faces", f"fonts/glyphs/{self.game.id}"):
            for root in roots:
                paths = sorted(path for path in (root / folder).rglob("*") if path.is_file())
                yield from ((f"{folder} {path.relative_to(root / folder).as_posix()}", path) for path in paths)
        yield "styles", self.project.path(f"layouts/{self.game.id}/styles.toml")
        for root in roots:
            yield "fonts", root / "fonts/fonts.toml"
        yield from ((name, file.path) for name, file in sorted(self.fonts.files().items()))

    def _reached(self, card: Card) -> list[Card]:
        """The card, and all cards that its template can reach from it, in order of their ids."""
        found = {card.id: card}
        left = [card]
        while left:
            for each in self._named(left.pop()):
                if each not in found and each in self.game.cards:
                    found[each] = self.game.cards[each]
                    left.append(found[each])
        return [card, *(found[each] for each in sorted(found) if each != card.id)]

    def _named(self, card: Card) -> Iterator[str]:
        """Ids that a card's references hold."""
        for name, column in self.game.kinds[card.kind].columns.items():
            value = card.fields.get(name)
            if column.type == "ref" and value is not None:
                yield str(value)
            elif column.type == "refs" and isinstance(value, tuple):
                yield from value


def _digests(files: Iterable[tuple[str, Path]]) -> Iterator[tuple[str, str]]:
    for name, path in files:
        yield name, file_digest(path)
