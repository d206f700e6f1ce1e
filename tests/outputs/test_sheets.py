"""Faces on paper: the cut is exact, marks never touch a card, a full sheet adds no page."""

from pathlib import Path

import pytest

from pipeline.drawing import Drawing, rectangle
from pipeline.drawing import Path as Shape
from pipeline.outputs.sheets import Page, PrintedCard, Sheet, impose, load_sheet, sheet_names
from pipeline.place import Face
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.svg import bounds
from pipeline.units import Box

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=["letter", "a4"])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return load_sheet(Project(ROOT), request.param)


def a_card(name: str = "x") -> PrintedCard:
    return PrintedCard(a_face(name))


def a_face(name: str = "x") -> Face:
    drawing = Drawing((Shape(rectangle(0, 0, 69.85, 95.25), "#AA0000"),), 69.85, 95.25, name)
    return Face(name, "plain", name, drawing, ())


def marks(page: Page) -> list[tuple[float, float, float, float]]:
    lines = []
    for item in page.items:
        assert isinstance(item, Shape)
        for line in item.d.split("M")[1:]:
            start, end = line.split("L")
            x0, y0 = map(float, start.split())
            x1, y1 = map(float, end.split())
            lines.append((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
    return lines


@pytest.mark.parametrize(("name", "left", "top"), [("letter", 13.45, 7.70), ("a4", 10.50, 16.50)])
def test_nine_cards_stand_edge_to_edge_in_the_middle(name: str, left: float, top: float) -> None:
    sheet = load_sheet(Project(ROOT), name)
    cells = [sheet.cell(slot) for slot in range(9)]
    assert (cells[0].x, cells[0].y) == pytest.approx((left, top))
    assert all((cell.width, cell.height) == (63, 88) for cell in cells)
    assert cells[1].x == pytest.approx(cells[0].right) and cells[3].y == pytest.approx(cells[0].bottom)
    assert cells[8].right == pytest.approx(sheet.paper.width - left)
    assert cells[8].bottom == pytest.approx(sheet.paper.height - top)


@pytest.mark.parametrize(("count", "pages"), [(0, 0), (1, 1), (9, 1), (10, 2), (45, 5)])
def test_a_full_last_sheet_adds_no_page(sheet: Sheet, count: int, pages: int) -> None:
    assert len(impose([a_card()] * count, sheet)) == pages


def test_the_face_is_unscaled_and_centered_on_its_cell(sheet: Sheet) -> None:
    page = impose([a_card()] * 9, sheet)[0]
    for slot, placement in enumerate(page.placements):
        a, b, c, d, x, y = placement.matrix
        assert (a, b, c, d) == (1, 0, 0, 1)
        cell = sheet.cell(slot)
        assert x + 69.85 / 2 == pytest.approx(cell.x + 31.5)
        assert y + 95.25 / 2 == pytest.approx(cell.y + 44)


def test_bleed_only_where_no_card_follows(sheet: Sheet) -> None:
    page = impose([a_card()] * 9, sheet)[0]
    middle, corner = page.placements[4].window, page.placements[0].window
    assert middle == sheet.cell(4)
    cell = sheet.cell(0)
    assert corner == Box(cell.x - 0.5, cell.y - 0.5, 63.5, 88.5)


def test_no_face_paints_on_another_card(sheet: Sheet) -> None:
    for count in (1, 2, 4, 5, 9):
        windows = [placement.window for placement in impose([a_card()] * count, sheet)[0].placements]
        for slot, window in enumerate(windows):
            for other in range(count):
                cell = sheet.cell(other)
                assert window
                across = min(window.right, cell.right) - max(window.x, cell.x)
                down = min(window.bottom, cell.bottom) - max(window.y, cell.y)
                assert slot == other or across < 1e-6 or down < 1e-6


@pytest.mark.parametrize("count", [1, 2, 4, 7, 9])
def test_marks_are_printable_and_touch_no_card(sheet: Sheet, count: int) -> None:
    page = impose([a_card()] * count, sheet)[0]
    lines = marks(page)
    assert lines
    painted = [placement.window for placement in page.placements]
    for x0, y0, x1, y1 in lines:
        assert x0 >= 4.2 - 1e-3 and y0 >= 4.2 - 1e-3
        assert x1 <= sheet.paper.width - 4.2 + 1e-3 and y1 <= sheet.paper.height - 4.2 + 1e-3
        assert (x1 - x0) + (y1 - y0) >= 2, "long enough to lay a ruler on"
        for box in painted:
            assert box
            outside = x1 < box.x or x0 > box.right or y1 < box.y or y0 > box.bottom
            assert outside, f"the mark {x0, y0, x1, y1} runs over a card"


def test_every_cut_of_a_full_sheet_has_marks_at_both_ends(sheet: Sheet) -> None:
    lines = marks(impose([a_card()] * 9, sheet)[0])
    upright = sorted({round(x0, 2) for x0, _, x1, _ in lines if x0 == x1})
    level = sorted({round(y0, 2) for _, y0, _, y1 in lines if y0 == y1})
    first = sheet.cell(0)
    assert upright == [round(first.x + 63 * k, 2) for k in range(4)]
    assert level == [round(first.y + 88 * k, 2) for k in range(4)]
    assert len(lines) == 16


def test_unused_cells_bear_no_marks(sheet: Sheet) -> None:
    lines = marks(impose([a_card()], sheet)[0])
    cell = sheet.cell(0)
    assert len(lines) == 8
    assert all(x1 < cell.right + 6 and y1 < cell.bottom + 6 for _, _, x1, y1 in lines)


def test_a_project_can_bring_its_own_paper(tmp_path: Path) -> None:
    (tmp_path / "layouts" / "sheets").mkdir(parents=True)
    text = (ROOT / "layouts" / "sheets" / "a4.toml").read_text("utf-8")
    big = text.replace("width = 210.0, height = 297.0", "width = 297.0, height = 420.0")
    big = big.replace("columns = 3", "columns = 4").replace("rows = 3", "rows = 4")
    (tmp_path / "layouts" / "sheets" / "a3.toml").write_text(big, "utf-8")
    project = Project(tmp_path)
    assert "a3" in sheet_names(project) and "letter" in sheet_names(project)
    assert load_sheet(project, "a3").grid.rows == 4
    assert load_sheet(project, "a4").paper.width == 210


def test_what_does_not_fit_on_the_paper_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "layouts" / "sheets").mkdir(parents=True)
    text = (ROOT / "layouts" / "sheets" / "letter.toml").read_text("utf-8")
    (tmp_path / "layouts" / "sheets" / "wide.toml").write_text(text.replace("columns = 3", "columns = 4"), "utf-8")
    with pytest.raises(Refused) as refused:
        load_sheet(Project(tmp_path), "wide")
    message = "4 x 3 cards do not fit on the paper; take fewer, or a larger paper"
    assert str(refused.value) == f"layouts/sheets/wide.toml: {message}"


def test_a_misspelt_key_of_a_sheet_is_named(tmp_path: Path) -> None:
    (tmp_path / "layouts" / "sheets").mkdir(parents=True)
    text = (ROOT / "layouts" / "sheets" / "letter.toml").read_text("utf-8")
    (tmp_path / "layouts" / "sheets" / "odd.toml").write_text(text.replace("bleed", "bleeed"), "utf-8")
    with pytest.raises(Refused) as refused:
        load_sheet(Project(tmp_path), "odd")
    assert {problem.message.split(":")[0] for problem in refused.value.problems} == {"bleed", "bleeed"}


def test_bounds_of_a_face() -> None:
    item = a_face().drawing.items[0]
    assert isinstance(item, Shape)
    assert bounds(item.d) == Box(0, 0, 69.85, 95.25)
