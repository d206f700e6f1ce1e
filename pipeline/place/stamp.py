"""A word laid over a face: PLAYTEST, DRAFT, a version."""

from typing import Final

from pipeline.drawing import Drawing, Group, Item, Path, Stroke, rectangle
from pipeline.problem import Place, Problem, Refused
from pipeline.typeset import Fonts, shape_line
from pipeline.units import POINT

#: Longer stamps could not be read on a card.
LONGEST: Final = 24
_FONT: Final = "alegreya-sans-900"
_LARGEST: Final = 24.0
_TURN: Final = (0.9135, -0.4067, 0.4067, 0.9135)  # 24 degrees counter-clockwise


def stamped(drawing: Drawing, text: str, fonts: Fonts, ink: str) -> Drawing:
    """The face with a slanting band across its picture that carries `text`; the words of the card stay readable.

    Raises Refused when a character of the stamp is in no font.
    """
    _, missing = fonts.shape(_FONT, text)
    if missing:
        told = ", ".join(f"U+{ord(character):04X} {character!r}" for character in sorted(missing))
        raise Refused([Problem(Place("--stamp"), f"no font has {told}", "write the stamp otherwise")])
    length = sum(run.width for run in shape_line(fonts, _FONT, 1, text, (0, 0)))
    size = min(_LARGEST, 0.72 * drawing.width / length)
    height = size * POINT * 1.5
    reach = drawing.width * 0.75
    saver = ink == "saver"
    band = rectangle(-reach, -height / 2, 2 * reach, height)
    ground, mark = ("#FFFFFF", "#000000") if saver else ("#15110F", "#FFFFFF")
    letters = shape_line(fonts, _FONT, size, text, (-length * size / 2, size * POINT * 0.32), mark)
    items: tuple[Item, ...] = (
        Path(band, ground, Stroke("#000000" if saver else "#F2D487", 0.3), opacity=0.78),
        *letters,
    )
    matrix = (*_TURN, drawing.width / 2, drawing.height * 0.36)
    return Drawing((*drawing.items, Group(items, matrix)), drawing.width, drawing.height, drawing.name)
