"""Sheets: faces laid on paper to be cut, as `layouts/sheets/<paper>.toml` says.

Every face is the one that was drawn for the trim size, unscaled and centered on its cell; the cell cuts it. Cells stand
edge to edge (or with a gap), the outermost cuts carry a little bleed, and the marks stand outside it, within what a
home printer can print, never on a card.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import Item, Path, Stroke, number
from pipeline.place import Face
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import OutsideError, Project
from pipeline.typeset import Fonts, shape_line
from pipeline.units import POINT, Box

#: What margins are set in.
MARGIN_FONT: Final = "alegreya-sans-500"
_Positive = Annotated[float, Field(gt=0, le=2000)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Size(_Table):
    width: _Positive
    height: _Positive


class _Grid(_Table):
    columns: Annotated[int, Field(ge=1, le=20)]
    rows: Annotated[int, Field(ge=1, le=20)]
    gap: Annotated[float, Field(ge=0, le=50)] = 0.0


class _Marks(_Table):
    offset: Annotated[float, Field(ge=0, le=20)]
    length: _Positive
    weight: Annotated[float, Field(gt=0, le=1)]


class Sheet(_Table):
    """A kind of sheet. Lengths in millimetres; `bleed` is the color kept beyond an outermost cut."""

    name: str
    paper: _Size
    card: _Size
    grid: _Grid
    bleed: Annotated[float, Field(ge=0, le=10)]
    unprintable: Annotated[float, Field(ge=0, le=30)]
    marks: _Marks

    @property
    def slots(self) -> int:
        return self.grid.columns * self.grid.rows

    def cell(self, slot: int) -> Box:
        """The cut of a slot, counted along rows from the top left; the grid is centered on the paper."""
        row, column = divmod(slot, self.grid.columns)
        width, height, gap = self.card.width, self.card.height, self.grid.gap
        left = (self.paper.width - self.grid.columns * (width + gap) + gap) / 2
        top = (self.paper.height - self.grid.rows * (height + gap) + gap) / 2
        return Box(left + column * (width + gap), top + row * (height + gap), width, height)


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: what is placed on it, and the marks and margin text of its own."""

    placements: tuple[Placement, ...]
    items: tuple[Item, ...]


def load_sheet(project: Project, name: str) -> Sheet:
    """The sheet of that name. Raises Refused when there is none, or its table has anything wrong in it."""
    relative = f"layouts/sheets/{name}.toml"
    place = Place(relative)
    try:
        sheet = Sheet.model_validate(tomllib.loads(project.path(relative).read_text("utf-8")))
    except (FileNotFoundError, OutsideError):
        raise Refused([Problem(place, "is not there", nearest(name, sheet_names(project)))]) from None
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused([Problem(place, f"cannot be read: {error}")]) from None
    except ValidationError as error:
        raise Refused([Problem(place, f"{'.'.join(map(str, e['loc']))}: {e['msg']}") for e in error.errors()]) from None
    first, last = sheet.cell(0), sheet.cell(sheet.slots - 1)
    if not Box(0, 0, sheet.paper.width, sheet.paper.height).holds(first.union(last).grow(sheet.bleed)):
        columns, rows = sheet.grid.columns, sheet.grid.rows
        message = f"{columns} x {rows} cards do not fit on the paper"
        raise Refused([Problem(place, message, "take fewer, or a larger paper")])
    return sheet


def sheet_names(project: Project) -> list[str]:
    """Names of all kinds of sheet, the project's and the house's."""
    return [path.stem for _, path in project.listing("layouts/sheets", "*.toml")]


def impose(faces: Sequence[Face], sheet: Sheet) -> list[Page]:
    """Faces in order onto sheets. A full last sheet adds no page."""
    pages = []
    for start in range(0, len(faces), sheet.slots):
        chosen = faces[start : start + sheet.slots]
        used = frozenset(range(len(chosen)))
        placements = tuple(_placement(face, sheet, slot, used) for slot, face in enumerate(chosen))
        pages.append(Page(placements, tuple(_marks(sheet, used))))
    return pages


def _placement(face: Face, sheet: Sheet, slot: int, used: frozenset[int]) -> Placement:
    cell = sheet.cell(slot)
    drawing = face.drawing
    left = cell.x - (drawing.width - cell.width) / 2
    top = cell.y - (drawing.height - cell.height) / 2
    return Placement(drawing, (1, 0, 0, 1, left, top), _window(sheet, slot, used))


def _neighbors(sheet: Sheet, slot: int, used: frozenset[int]) -> tuple[bool, bool, bool, bool]:
    """Whether a used cell follows on the left, top, right and bottom."""
    row, column = divmod(slot, sheet.grid.columns)
    return (
        column > 0 and slot - 1 in used,
        row > 0 and slot - sheet.grid.columns in used,
        column < sheet.grid.columns - 1 and slot + 1 in used,
        slot + sheet.grid.columns in used,
    )


def _window(sheet: Sheet, slot: int, used: frozenset[int]) -> Box:
    """What a face may paint: its cell, and the bleed where no card follows; in a gap, at most half of it."""
    cell = sheet.cell(slot)
    inner = min(sheet.bleed, sheet.grid.gap / 2)
    left, top, right, bottom = (inner if near else sheet.bleed for near in _neighbors(sheet, slot, used))
    return Box(cell.x - left, cell.y - top, cell.width + left + right, cell.height + top + bottom)


def _marks(sheet: Sheet, used: frozenset[int]) -> list[Item]:
    """Cut marks: short lines in the margins at every cut of a used cell, clear of the bleed and of every card."""
    cells = [sheet.cell(slot) for slot in sorted(used)]
    edge = sheet.unprintable
    lines: set[tuple[float, float, float, float]] = set()
    for x in sorted({value for cell in cells for value in (cell.x, cell.right)}):
        column = [cell for cell in cells if cell.x - 1e-6 <= x <= cell.right + 1e-6]
        top, bottom = min(cell.y for cell in column), max(cell.bottom for cell in column)
        lines |= _pair(x, top, edge, sheet, vertical=True, outwards=-1)
        lines |= _pair(x, bottom, sheet.paper.height - edge, sheet, vertical=True, outwards=1)
    for y in sorted({value for cell in cells for value in (cell.y, cell.bottom)}):
        row = [cell for cell in cells if cell.y - 1e-6 <= y <= cell.bottom + 1e-6]
        left, right = min(cell.x for cell in row), max(cell.right for cell in row)
        lines |= _pair(y, left, edge, sheet, vertical=False, outwards=-1)
        lines |= _pair(y, right, sheet.paper.width - edge, sheet, vertical=False, outwards=1)
    d = "".join(f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}" for x0, y0, x1, y1 in sorted(lines))
    return [Path(d, None, Stroke("#000000", sheet.marks.weight))] if d else []


def _pair(
    at: float, cut: float, limit: float, sheet: Sheet, *, vertical: bool, outwards: int
) -> set[tuple[float, float, float, float]]:
    """The mark that leads from a cut's end outwards, as far as the printer's edge lets it."""
    start = cut + outwards * sheet.marks.offset
    end = start + outwards * sheet.marks.length
    end = max(end, limit) if outwards < 0 else min(end, limit)
    if (end - start) * outwards < 0.5:
        return set()
    return {(at, start, at, end) if vertical else (start, at, end, at)}


def margin_text(sheet: Sheet, fonts: Fonts, text: str) -> list[Item]:
    """A line of small text in the strip below the cards, between the outer bleed and what the printer leaves blank."""
    lowest = sheet.cell(sheet.slots - 1)
    below = lowest.bottom + sheet.bleed
    strip = sheet.paper.height - sheet.unprintable - below
    size = min(6.0, strip * 0.62 / POINT)
    return [*shape_line(fonts, MARGIN_FONT, size, text, (sheet.cell(0).x + 2.5, below + strip * 0.78), "#4A4A4A")]


def add_sheets(
    document: PdfDocument, pages: Sequence[Page], sheet: Sheet, fonts: Fonts, titles: Sequence[str]
) -> None:
    """Add imposed pages to a document. A page's title is its bookmark and stands in its margin."""
    for index, (page, title) in enumerate(zip(pages, titles, strict=True), 1):
        told = f"{title} \u00b7 sheet {index} of {len(pages)} \u00b7 {sheet.name}, print at 100 % (actual size)"
        document.page(
            sheet.paper.width,
            sheet.paper.height,
            page.placements,
            (*page.items, *margin_text(sheet, fonts, told)),
            bookmark=title,
            label=f"Sheet {index}",
        )
