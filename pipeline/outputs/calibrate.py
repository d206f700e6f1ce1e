"""The duplex test: from which a person reads the two numbers for `--offset`.

A front carries crosses. Its back carries, where each cross should come to lie behind, a square with a ruler of half
millimetres along its sides. Held against a light with the back towards the reader, the arms of a cross point at the
rulers' X and Y: those are the numbers, since moving the back by them brings the rulers' zeros onto the arms.
"""

from typing import Final

from pipeline.draw import PdfDocument
from pipeline.drawing import Item, Path, Stroke, number
from pipeline.outputs.sheets import MARGIN_FONT, Backs, Sheet
from pipeline.typeset import Fonts, shape_line

_BOLD: Final = "alegreya-sans-800"
#: The rulers reach this far from their middle, in whole millimetres.
_REACH: Final = 6
_BLACK: Final = "#000000"


def calibration_pdf(sheet: Sheet, fonts: Fonts) -> bytes:
    """Two sheets of two pages: the test for a flip on the long edge, then for the short edge."""
    document = PdfDocument(f"Duplex test, {sheet.name}", "en-US", fonts.files())
    width, height = sheet.paper.width, sheet.paper.height
    flips: tuple[Backs, ...] = ("long", "short")
    for flip in flips:
        spots = _spots(width, height)
        front = [item for x, y in spots for item in _cross(x, y)]
        front += _told(
            fonts,
            (width, height),
            f"Front. Print this and the next page on one sheet: two-sided, flip on the {flip} edge, at 100 %.",
            "Then turn the sheet over and hold it against a lamp.",
        )
        upright = (flip == "long") == (height >= width)
        back: list[Item] = []
        for x, y in spots:
            back += _scale(fonts, width - x if upright else x, y if upright else height - y)
        back += _told(
            fonts,
            (width, height),
            f"Back, flip on the {flip} edge. The middle cross shines through: read where it falls.",
            "X to the right, Y down, in mm: print with --offset X,Y (for example --offset 0.5,-1).",
        )
        label = f"{flip} edge"
        document.page(width, height, [], front, bookmark=f"Flip on the {label}: front", label=f"{label}, front")
        document.page(width, height, [], back, bookmark=f"Flip on the {label}: back", label=f"{label}, back")
    return document.data()


def _spots(width: float, height: float) -> list[tuple[float, float]]:
    """Five places: the middle, where the numbers are read, and four corners that show a turn or a stretch."""
    x, y = width * 0.2, height * 0.2
    return [(width / 2, height / 2), (x, y), (width - x, y), (x, height - y), (width - x, height - y)]


def _line(points: list[tuple[float, float, float, float]], width: float) -> Path:
    d = "".join(f"M{number(a)} {number(b)}L{number(c)} {number(e)}" for a, b, c, e in points)
    return Path(d, None, Stroke(_BLACK, width))


def _cross(x: float, y: float) -> list[Item]:
    """A cross whose arms reach over the rulers behind it; heavy ends to find it by."""
    arm, end = _REACH + 2.5, _REACH + 6.0
    heavy = [(x - end, y, x - arm, y), (x + arm, y, x + end, y), (x, y - end, x, y - arm), (x, y + arm, x, y + end)]
    return [_line([(x - arm, y, x + arm, y), (x, y - arm, x, y + arm)], 0.12), _line(heavy, 0.6)]


def _scale(fonts: Fonts, x: float, y: float) -> list[Item]:
    """A square about (x, y) with rulers along its sides: half millimetres, the whole ones longer, every other one
    numbered; X along the top and the bottom, Y along the left and the right."""
    left, top, right, bottom = x - _REACH, y - _REACH, x + _REACH, y + _REACH
    ticks = [(left, top, right, top), (left, bottom, right, bottom)]
    ticks += [(left, top, left, bottom), (right, top, right, bottom)]
    items: list[Item] = []
    for step in range(-2 * _REACH, 2 * _REACH + 1):
        at = step / 2
        out = _REACH + (2.0 if step == 0 else 1.4 if step % 2 == 0 else 0.8)
        for side in (-1, 1):
            ticks.append((x + at, y + side * _REACH, x + at, y + side * out))
            ticks.append((x + side * _REACH, y + at, x + side * out, y + at))
        if step % 4 == 0:
            text = f"{at:g}".replace("-", "\N{MINUS SIGN}")
            items += _centered(fonts, text, x + at, y - _REACH - 2.4)
            items += _centered(fonts, text, x - _REACH - 3.6, y + at + 0.75)
    items += _centered(fonts, "X", x + _REACH + 3.6, y - _REACH - 2.4, _BOLD)
    items += _centered(fonts, "Y", x - _REACH - 3.6, y + _REACH + 4.2, _BOLD)
    return [_line(ticks, 0.1), *items]


def _centered(fonts: Fonts, text: str, x: float, y: float, font: str = MARGIN_FONT) -> list[Item]:
    width = sum(run.width for run in shape_line(fonts, font, 6, text, (0, 0)))
    return [*shape_line(fonts, font, 6, text, (x - width / 2, y))]


def _told(fonts: Fonts, paper: tuple[float, float], first: str, second: str) -> list[Item]:
    """Two lines of advice above the middle."""
    width, height = paper
    items: list[Item] = []
    for font, size, text, y in ((_BOLD, 11, first, 0.36), (MARGIN_FONT, 11, second, 0.385)):
        length = sum(run.width for run in shape_line(fonts, font, size, text, (0, 0)))
        items += shape_line(fonts, font, size, text, ((width - length) / 2, height * y))
    return items
