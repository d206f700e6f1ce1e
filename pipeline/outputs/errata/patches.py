"""Patches: of every card whose text has changed, just the text, to be cut out and pasted over the old one.

A patch is a piece of the card's own new face, unscaled: the box that the text stands in, on the card's own ground, and
a little of that at both sides, for the text may fill its box and the knife must not touch it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import shapely
from shapely import Polygon

from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import Drawing, Item, Path, Stroke, TextRun, Use, apply, number, rectangle
from pipeline.outputs.sheets import MARGIN_FONT, Sheet
from pipeline.place import Face
from pipeline.typeset import Fonts, shape_line
from pipeline.units import POINT, Box

_HEAD_FONT: Final = "alegreya-sans-800"
_GRAY: Final = "#4A4A4A"
#: What a patch is wider than the text's box, on either side.
LAP: Final = 0.5
#: Ground beyond the cut, as knives slip.
BLEED: Final = 0.5
#: The paper's edge is left free so far at least; what stands above the patches is so high.
_MARGIN: Final = 12.0
_HEAD: Final = 17.0
#: Room between patches: beside one another, at least; and above one another, where the name stands.
_BESIDE: Final = 7.0
_BELOW: Final = 8.5
#: Marks begin so far from a cut and are so long.
_CLEAR: Final = 1.0
_LENGTH: Final = 2.2
#: As long as the bar that a ruler is laid on.
_BAR: Final = 50.0


@dataclass(frozen=True, slots=True)
class Patch:
    """What is cut out of a face, as often as the card is there: `box`; `name` tells what card it is for."""

    name: str
    face: Face
    box: Box
    copies: int


@dataclass(frozen=True, slots=True)
class _Laid:
    """A patch on its page: where its cut is, and what is told below it."""

    patch: Patch
    cut: Box
    told: str


def patches(face: Face, name: str, column: str, copies: int) -> list[Patch]:
    """The boxes of a face that show a column of its card whole, as patches; none where no box does."""
    boxes = [each.box for each in face.placed if each.column == column]
    return [Patch(name, face, Box(box.x - LAP, box.y, box.width + 2 * LAP, box.height), copies) for box in boxes]


def patches_pdf(
    chosen: Sequence[Patch], sheet: Sheet, fonts: Fonts, title: str, language: str, advice: Sequence[str]
) -> bytes:
    """All patches on the sheet's paper, with lines to cut along; `advice`, in one or two lines, stands at the top.

    A patch that is higher than the paper's frame has its own page all the same.
    """
    pages = list(_pages(chosen, sheet))
    document = PdfDocument(title, language, fonts.files(), f"{sum(each.copies for each in chosen)} patches")
    drawings = {id(each): _piece(each) for each in chosen}
    for index, laid in enumerate(pages, 1):
        placements = []
        shown = f"{title}, {index} of {len(pages)}" if len(pages) > 1 else title
        items: list[Item] = _head(sheet, fonts, shown, advice)
        for each in laid:
            box, cut = each.patch.box, each.cut
            matrix = (1.0, 0.0, 0.0, 1.0, cut.x - box.x, cut.y - box.y)
            placements.append(Placement(drawings[id(each.patch)], matrix, cut.grow(BLEED)))
            items += _marks(cut)
            items += shape_line(fonts, MARGIN_FONT, 6.5, each.told, (cut.x + _CLEAR, cut.bottom + 3.4), _GRAY)
        width, height = sheet.paper.width, sheet.paper.height
        document.page(width, height, placements, items, bookmark=shown, label=str(index))
    return document.data()


def _pages(chosen: Sequence[Patch], sheet: Sheet) -> Iterator[list[_Laid]]:
    """Patches in their order, in columns that fill the paper's frame, row below row."""
    margin = max(_MARGIN, sheet.unprintable)
    frame, bottom = sheet.paper.width - 2 * margin, sheet.paper.height - margin
    widest = max((patch.box.width for patch in chosen), default=frame)
    columns = max(1, int((frame + _BESIDE) / (widest + _BESIDE)))
    step = (frame - widest) / (columns - 1) if columns > 1 else 0.0
    copies = [(patch, copy) for patch in chosen for copy in range(1, patch.copies + 1)]
    page: list[_Laid] = []
    top = margin + _HEAD
    for start in range(0, len(copies), columns):
        row = copies[start : start + columns]
        deep = max(patch.box.height for patch, _ in row) + _BELOW
        if page and top + deep > bottom:
            yield page
            page, top = [], margin + _HEAD
        for column, (patch, copy) in enumerate(row):
            told = f"{patch.name}, {copy} of {patch.copies}" if patch.copies > 1 else patch.name
            cut = Box(margin + column * step, top, patch.box.width, patch.box.height)
            page.append(_Laid(patch, cut, told))
        top += deep
    if page:
        yield page


def _head(sheet: Sheet, fonts: Fonts, title: str, advice: Sequence[str]) -> list[Item]:
    """The title, how to use the page, and a bar to lay a ruler on, at the right."""
    left = max(_MARGIN, sheet.unprintable)
    right = sheet.paper.width - left
    items: list[Item] = [*shape_line(fonts, _HEAD_FONT, 11, title, (left, left + 3.6))]
    for line, text in enumerate(advice):
        items += shape_line(fonts, MARGIN_FONT, 8, text, (left, left + 7.8 + 3.6 * line), _GRAY)
    start, top = right - _BAR, left + 3.0
    d = f"M{number(start)} {number(top)}L{number(right)} {number(top)}"
    for x in (start, right):
        d += f"M{number(x)} {number(top - 1.5)}L{number(x)} {number(top + 1.5)}"
    items.append(Path(d, None, Stroke("#000000", 0.2)))
    items += shape_line(fonts, MARGIN_FONT, 6.5, f"{_BAR:g} mm at 100 %", (start + _CLEAR, top + 3.2), _GRAY)
    return items


def _marks(cut: Box) -> list[Item]:
    """A line to cut along, and marks at its corners that lead a ruler."""
    edge = f"M{number(cut.x)} {number(cut.y)}L{number(cut.right)} {number(cut.y)}"
    edge += f"L{number(cut.right)} {number(cut.bottom)}L{number(cut.x)} {number(cut.bottom)}Z"
    d = ""
    for x, out in ((cut.x, -1), (cut.right, 1)):
        for y, down in ((cut.y, -1), (cut.bottom, 1)):
            near, far = _CLEAR, _CLEAR + _LENGTH
            d += f"M{number(x + out * near)} {number(y)}L{number(x + out * far)} {number(y)}"
            d += f"M{number(x)} {number(y + down * near)}L{number(x)} {number(y + down * far)}"
    return [Path(edge, None, Stroke("#8A8A8A", 0.1, dashes=(0.8, 0.8))), Path(d, None, Stroke("#000000", 0.15))]


def _piece(patch: Patch) -> Drawing:
    """The words of the patch on the ground that they stand on, carried on beyond the cut; without the lines and jewels
    about them, which the card has. Where no ground is plain, it is all that the face shows there."""
    drawing, box = patch.face.drawing, patch.box
    ground = max((at for at, item in enumerate(drawing.items) if _covers(item, box)), default=-1)
    below = drawing.items[ground] if ground >= 0 else None
    seen = [item for item in drawing.items if _within(item, box) or (below is None and not _is_words(item))]
    if isinstance(below, Path):
        out = box.grow(BLEED)
        seen.insert(0, Path(rectangle(out.x, out.y, out.width, out.height), below.fill))
    return Drawing(tuple(seen), drawing.width, drawing.height, f"{drawing.name}-patch")


def _covers(item: Item, box: Box) -> bool:
    """Whether an item hides all that was painted in a box before it: a plain shape around it, without holes."""
    if not isinstance(item, Path) or item.fill is None or item.opacity < 1 or item.d.count("M") != 1:
        return False
    if not isinstance(item.fill, str) and any(stop.opacity < 1 for stop in item.fill.stops):
        return False
    # Its curves stay between the points that lead them.
    values = [float(value) for value in re.findall(r"-?[0-9.]+", item.d)]
    corners = list(zip(values[::2], values[1::2], strict=True))
    inside = shapely.box(box.x, box.y, box.right, box.bottom)
    return len(corners) > 3 and bool(Polygon(corners).buffer(0).covers(inside))


def _is_words(item: Item) -> bool:
    return isinstance(item, TextRun) or (isinstance(item, Use) and item.role == "glyph")


def _within(item: Item, box: Box) -> bool:
    """Whether an item is a word, or a glyph among words, that stands in a box."""
    if isinstance(item, TextRun):
        x, y = item.x + item.width / 2, item.y - item.size * POINT / 4
    elif isinstance(item, Use) and item.role == "glyph":
        x, y = apply(item.matrix, item.drawing.width / 2, item.drawing.height / 2)
    else:
        return False
    return box.x <= x <= box.right and box.y <= y <= box.bottom
