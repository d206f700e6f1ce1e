"""Sheets: cards laid on paper to be cut, as `layouts/sheets/<paper>.toml` says.

Every face is the one that was drawn for the trim size, unscaled and centered on its cell; the cell cuts it. Cells stand
edge to edge (or with a gap), the outermost cuts carry a little bleed, and the marks stand outside it, within what a
home printer can print, never on a card.

Backs land behind their own fronts: on a page of their own for a printer with duplex, mirrored about the edge that the
paper is flipped on; or on the front's page beyond a fold.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import Group, Item, Matrix, Path, Stroke, number
from pipeline.place import Face
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import OutsideError, Project
from pipeline.typeset import Fonts, shape_line
from pipeline.units import POINT, Box

#: What margins are set in.
MARGIN_FONT: Final = "alegreya-sans-500"
_MARGIN_GRAY: Final = "#4A4A4A"
#: Room between a column's cut marks and its text in the margin.
_CLEAR: Final = 2.5
#: A face may be larger than its cut by this much bleed and trim on every side; more means another size of card.
MOST_AROUND: Final = 8.0
#: No backs; backs on pages of their own for a flip on the long or the short edge; backs beyond a fold.
Backs = Literal["none", "long", "short", "fold"]

_Positive = Annotated[float, Field(gt=0, le=2000)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


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


class _Fold(_Table):
    """How fronts and backs share a page: its paper (often turned), its grid, and the gutter that the fold runs in."""

    paper: _Size
    grid: _Grid
    gutter: Annotated[float, Field(ge=0, le=50)]


class Sheet(_Table):
    """A kind of sheet. Lengths in millimetres; `bleed` is the color kept beyond an outermost cut."""

    name: str
    paper: _Size
    card: _Size
    grid: _Grid
    bleed: Annotated[float, Field(ge=0, le=10)]
    unprintable: Annotated[float, Field(ge=0, le=30)]
    marks: _Marks
    fold: _Fold | None = None
    gutter: Annotated[float, Field(ge=0, le=50)] = 0.0

    @property
    def slots(self) -> int:
        return self.grid.columns * self.grid.rows

    def holds(self, backs: "Backs") -> int:
        """How many cards one sheet of paper takes: beyond a fold, half of the slots are for backs."""
        folded = self.folded() if backs == "fold" else None
        return folded.slots // 2 if folded else self.slots

    def cell(self, slot: int) -> Box:
        """The cut of a slot, counted along rows from the top left; the grid is centered on the paper, its upper and
        lower half parted by the gutter."""
        row, column = divmod(slot, self.grid.columns)
        width, height, gap = self.card.width, self.card.height, self.grid.gap
        left = (self.paper.width - self.grid.columns * (width + gap) + gap) / 2
        top = (self.paper.height - self.grid.rows * (height + gap) + gap - self.gutter) / 2
        beyond = self.gutter if row >= self.grid.rows / 2 else 0.0
        return Box(left + column * (width + gap), top + row * (height + gap) + beyond, width, height)

    def folded(self) -> "Sheet | None":
        """The same cards on a page that is folded, if the sheet says how."""
        if self.fold is None:
            return None
        return self.model_copy(
            update={"paper": self.fold.paper, "grid": self.fold.grid, "gutter": self.fold.gutter, "fold": None}
        )


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as it is laid on paper: its front, and what is printed behind it, if anything."""

    front: Face
    back: Face | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """One printed side: which sheet it belongs to (from 0), what it is, what is placed on it, and its own marks."""

    sheet: int
    side: Literal["front", "back", "folded"]
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
    except ValidationError as error:
        raise Refused([Problem(place, f"{'.'.join(map(str, e['loc']))}: {e['msg']}") for e in error.errors()]) from None
    except (OSError, ValueError, RecursionError) as error:  # not TOML, not UTF-8, nested or numbered without end
        raise Refused([Problem(place, f"cannot be read: {error}")]) from None
    for laid in filter(None, (sheet, sheet.folded())):
        outer = laid.cell(0).union(laid.cell(laid.slots - 1)).grow(laid.bleed)
        if not Box(0, 0, laid.paper.width, laid.paper.height).holds(outer):
            message = f"{laid.grid.columns} x {laid.grid.rows} cards do not fit on the paper"
            raise Refused([Problem(place, message, "take fewer, or a larger paper")])
    if sheet.fold and sheet.fold.grid.rows % 2:
        message = f"fold.grid.rows is {sheet.fold.grid.rows}; it must be even: half are backs"
        raise Refused([Problem(place, message)])
    return sheet


def sheet_names(project: Project) -> list[str]:
    """Names of all kinds of sheet, the project's and the house's. Raises Refused when a link among them leads out."""
    try:
        return [path.stem for _, path in project.listing("layouts/sheets", "*.toml")]
    except OutsideError as error:
        raise Refused([Problem(Place("layouts/sheets"), str(error), "put the file itself here, not a link")]) from None


def impose(
    cards: Sequence[PrintedCard], sheet: Sheet, backs: Backs = "none", offset: tuple[float, float] = (0, 0)
) -> list[Page]:
    """Cards in order onto sheets; a full last sheet adds no page.

    With backs, a page of backs follows each page of fronts (or the fold's other half holds them). `offset` moves the
    backs and their marks right and down, in millimetres as seen on their page; it mends a printer's drift. Raises
    Refused when a face is not of the sheet's size of card, or the sheet knows no fold.
    """
    laid = sheet
    if backs == "fold":
        folded = sheet.folded()
        if folded is None:
            raise Refused([Problem(Place(f"layouts/sheets: {sheet.name}"), "declares no [fold]", "add one, or flip")])
        laid = folded
    _measure(cards, laid)
    per_sheet = sheet.holds(backs)
    pages: list[Page] = []
    for index, start in enumerate(range(0, len(cards), per_sheet)):
        chosen = cards[start : start + per_sheet]
        fronts = {slot: card.front for slot, card in enumerate(chosen)}
        behind = {_behind(slot, laid, backs): card.back for slot, card in enumerate(chosen) if card.back}
        turned = _turned(laid, backs)
        if backs == "fold":
            placed = (*_placements(fronts, laid), *_placements(behind, laid, turned))
            used = frozenset(fronts) | {_behind(slot, laid, backs) for slot in fronts}
            pages.append(Page(index, "folded", placed, (*_marks(laid, used), _crease(laid))))
            continue
        pages.append(Page(index, "front", _placements(fronts, laid), tuple(_marks(laid, frozenset(fronts)))))
        if backs != "none":
            placed = _placements(behind, laid, turned, offset)
            used = frozenset(_behind(slot, laid, backs) for slot in fronts)
            pages.append(Page(index, "back", placed, tuple(_moved(_marks(laid, used), offset))))
    return pages


def _measure(cards: Sequence[PrintedCard], sheet: Sheet) -> None:
    """Refuse faces that were drawn for another size of card."""
    problems = []
    for face in {id(face): face for card in cards for face in (card.front, card.back) if face}.values():
        around = (face.drawing.width - sheet.card.width) / 2, (face.drawing.height - sheet.card.height) / 2
        if not all(sheet.bleed - 1e-6 <= each <= MOST_AROUND for each in around):
            drawn = f"{face.drawing.width:g} x {face.drawing.height:g} mm, bleed included"
            cut = f"{sheet.card.width:g} x {sheet.card.height:g} mm"
            message = f"the face {face.name} is {drawn}; the sheet {sheet.name} cuts cards of {cut}"
            problems.append(Problem(Place("layouts/sheets"), message, "choose a sheet for this size of card"))
    if problems:
        raise Refused(problems)


def _about_upright(sheet: Sheet, backs: Backs) -> bool:
    """Whether the paper is flipped about an upright axis: the long edge of portrait paper, the short of landscape."""
    return (backs == "long") == (sheet.paper.height >= sheet.paper.width)


def _behind(slot: int, sheet: Sheet, backs: Backs) -> int:
    """The slot on the back's page (or beyond the fold) that comes to lie behind a front's slot.

    Flipped about an upright axis, columns are reversed; about a level one, or over a fold, rows are.
    """
    row, column = divmod(slot, sheet.grid.columns)
    if backs != "fold" and _about_upright(sheet, backs):
        return row * sheet.grid.columns + sheet.grid.columns - 1 - column
    return (sheet.grid.rows - 1 - row) * sheet.grid.columns + column


def _turned(sheet: Sheet, backs: Backs) -> bool:
    """Whether backs stand on their heads on the page, so that they stand upright behind their fronts."""
    return backs == "fold" or not _about_upright(sheet, backs)


def _placements(
    faces: Mapping[int, Face], sheet: Sheet, turned: bool = False, offset: tuple[float, float] = (0, 0)
) -> tuple[Placement, ...]:
    """Faces on their slots, in the order of the slots."""
    used = frozenset(faces)
    placed = []
    for slot, face in sorted(faces.items()):
        cell = sheet.cell(slot)
        width, height = face.drawing.width, face.drawing.height
        left = cell.x - (width - cell.width) / 2 + offset[0]
        top = cell.y - (height - cell.height) / 2 + offset[1]
        matrix: Matrix = (-1, 0, 0, -1, left + width, top + height) if turned else (1, 0, 0, 1, left, top)
        window = _window(sheet, slot, used)
        moved = Box(window.x + offset[0], window.y + offset[1], window.width, window.height)
        placed.append(Placement(face.drawing, matrix, moved))
    return tuple(placed)


def _moved(items: Sequence[Item], offset: tuple[float, float]) -> list[Item]:
    if not any(offset):
        return list(items)
    return [Group(tuple(items), (1, 0, 0, 1, *offset))]


def _crease(sheet: Sheet) -> Path:
    """The fold line: dashed, along the middle of the gutter, from one printable edge to the other."""
    middle = sheet.paper.height / 2
    left, right = number(sheet.unprintable), number(sheet.paper.width - sheet.unprintable)
    d = f"M{left} {number(middle)}L{right} {number(middle)}"
    return Path(d, None, Stroke("#000000", sheet.marks.weight, dashes=(2.0, 1.5)))


def _neighbors(sheet: Sheet, slot: int, used: frozenset[int]) -> tuple[bool, bool, bool, bool]:
    """Whether a used cell follows on the left, top, right and bottom."""
    row, column = divmod(slot, sheet.grid.columns)
    half = sheet.grid.rows // 2 if sheet.gutter else 0
    return (
        column > 0 and slot - 1 in used,
        row > 0 and row != half and slot - sheet.grid.columns in used,
        column < sheet.grid.columns - 1 and slot + 1 in used,
        row + 1 != half and slot + sheet.grid.columns in used,
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


def margin_text(sheet: Sheet, fonts: Fonts, told: Sequence[str]) -> list[Item]:
    """Small texts in the strip below the cards, between the outer bleed and what the printer leaves blank: one below
    each column, clear of the marks; what has no column of its own is joined to the last."""
    columns = sheet.grid.columns
    texts = [*told[: columns - 1], " \u00b7 ".join(told[columns - 1 :])]
    bottom = sheet.slots - columns
    below = sheet.cell(bottom).bottom + sheet.bleed
    strip = sheet.paper.height - sheet.unprintable - below
    items: list[Item] = []
    for column, text in enumerate(filter(None, texts)):
        cell = sheet.cell(bottom + column)
        size = min(6.0, strip * 0.62 / POINT)
        at = cell.x + _CLEAR, below + strip * 0.78
        runs = shape_line(fonts, MARGIN_FONT, size, text, at, _MARGIN_GRAY)
        share = (cell.width - 2 * _CLEAR) / sum(run.width for run in runs)
        items += runs if share >= 1 else shape_line(fonts, MARGIN_FONT, size * share, text, at, _MARGIN_GRAY)
    return items


def add_sheets(
    document: PdfDocument,
    pages: Sequence[Page],
    sheet: Sheet,
    fonts: Fonts,
    titles: Sequence[str],
    backs: Backs = "none",
    offset: tuple[float, float] = (0, 0),
    say: Callable[[str], str] = str,
) -> None:
    """Add imposed pages to a document. A sheet's title is its bookmark and stands in its margin, with what a person
    needs to print it: which side, flip or fold this is, and how far the backs are moved; `say` puts the words of that
    into the reader's language."""
    laid = sheet.folded() if backs == "fold" else None
    laid = laid or sheet
    for page in pages:
        title = titles[page.sheet]
        how = [say("sheet {} of {}").format(page.sheet + 1, len(titles))]
        if page.side == "folded":
            how.append(say("fold on the dashed line"))
        elif backs != "none":
            how += [say(f"{page.side}s"), say(f"flip on the {backs} edge")]
        if page.side == "back" and any(offset):
            how.append(say("moved {} mm").format(f"{offset[0]:g},{offset[1]:g}"))
        told = [title, ", ".join(how), f"{sheet.name}, {say('print at 100 % (actual size)')}"]
        side = f" ({say('backs')})" if page.side == "back" else ""
        document.page(
            laid.paper.width,
            laid.paper.height,
            page.placements,
            (*page.items, *margin_text(laid, fonts, told)),
            bookmark=title + side,
            label=f"{say('Sheet')} {page.sheet + 1}{side}",
        )
