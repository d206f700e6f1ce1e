"""What is wrong with faces, for those who tell of it: they need not look at one."""

from dataclasses import dataclass
from typing import Final

from pipeline.model import Game
from pipeline.problem import Place, Problem
from pipeline.units import Box

#: Text that comes this near to the safe zone's edge, in millimetres, deserves a second look.
NARROW: Final = 0.25


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a face: a message, a hint, what of the face it is about (the name of a box), and where on the
    face, if at one place."""

    message: str
    hint: str
    about: str = ""
    box: Box | None = None


def missing_backs(game: Game) -> list[Problem]:
    """Kinds whose cards have nothing behind them."""
    used = {card.kind for card in game.cards.values()}
    place = Place(f"card_data/{game.id}/game.toml")
    return [
        Problem(
            place.at(f"kinds.{kind.id}"),
            "its cards have no back, and a print service prints two sides",
            "name a back, or a second face",
        )
        for kind in game.kinds.values()
        if kind.id in used and len(kind.faces) == 1 and not kind.back
    ]


def alike(place: Place, template: str, other: str, card: str) -> Problem:
    """The problem of a face that looks as another, of the card named or of a common back."""
    message = f"{template}: looks the same as {other} of {card or 'all cards'}, to the pixel"
    return Problem(place, message, "let each show its own name, or make them one card of two copies")
