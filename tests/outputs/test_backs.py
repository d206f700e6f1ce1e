"""Backs lie behind their own fronts, whichever way the paper is flipped or folded."""

from pathlib import Path

import pytest

from pipeline.drawing import Drawing, Group, rectangle
from pipeline.drawing import Path as Shape
from pipeline.outputs.deck import deck_cards
from pipeline.outputs.sheets import Backs, Page, PrintedCard, Sheet, impose, load_sheet
from pipeline.place import Face
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.units import Box
from tests.workshop import Workshop

ROOT = Path(__file__).resolve().parents[2]


def face(name: str, width: float = 69.85, height: float = 95.25) -> Face:
    drawing = Drawing((Shape(rectangle(0, 0, width, height), "#AA0000"),), width, height, name)
    return Face(name, "plain", name, drawing, ())


def cards(count: int, two_sided: bool = True) -> list[PrintedCard]:
    return [PrintedCard(face(f"front {n}"), face(f"back {n}") if two_sided else None) for n in range(1, count + 1)]


@pytest.fixture(params=["letter", "a4"])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return load_sheet(Project(ROOT), request.param)


def laid(page: Page) -> dict[str, tuple[float, float, bool]]:
    """Where each face's middle stands on the page, and whether it is on its head."""
    found = {}
    for placement in page.placements:
        a, _, _, d, x, y = placement.matrix
        assert (a, d) in ((1, 1), (-1, -1))
        found[placement.drawing.name] = (
            x + a * placement.drawing.width / 2,
            y + d * placement.drawing.height / 2,
            a < 0,
        )
    return found


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 9, 10, 18])
@pytest.mark.parametrize("backs", ["long", "short"])
def test_every_back_lies_behind_its_front(sheet: Sheet, count: int, backs: Backs) -> None:
    """Portrait paper: a flip on the long edge reverses left and right, on the short edge top and bottom."""
    pages = impose(cards(count), sheet, backs)
    assert len(pages) == 2 * -(-count // 9), "a full last sheet adds no page"
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert (front.side, back.side) == ("front", "back")
        behind = laid(back)
        assert len(behind) == len(front.placements)
        for name, (x, y, _) in laid(front).items():
            back_x, back_y, turned = behind[name.replace("front", "back")]
            if backs == "long":
                assert (back_x, back_y) == pytest.approx((sheet.paper.width - x, y))
                assert not turned, "upright, as the front is"
            else:
                assert (back_x, back_y) == pytest.approx((x, sheet.paper.height - y))
                assert turned, "on its head, so that it stands upright behind its front"


def test_the_tenth_of_ten_two_sided_cards(sheet: Sheet) -> None:
    """Case 11: long edge top right, short edge bottom left on its head; unused cells bear no marks."""
    first, last = sheet.cell(0), sheet.cell(8)
    back = impose(cards(10), sheet, "long")[3]
    x, y, turned = laid(back)["back 10"]
    assert (x, y, turned) == (pytest.approx(last.x + 31.5), pytest.approx(first.y + 44), False)
    back = impose(cards(10), sheet, "short")[3]
    x, y, turned = laid(back)["back 10"]
    assert (x, y, turned) == (pytest.approx(first.x + 31.5), pytest.approx(last.y + 44), True)
    marks = back.items[0]
    assert isinstance(marks, Shape) and marks.d.count("M") == 8


@pytest.mark.parametrize("count", [1, 4, 5])
def test_folded_backs_lie_behind_their_fronts(sheet: Sheet, count: int) -> None:
    pages = impose(cards(count), sheet, "fold")
    assert len(pages) == -(-count // 4)
    folded = sheet.folded()
    assert folded
    for page in pages:
        places = laid(page)
        for name, (x, y, turned) in places.items():
            if name.startswith("front"):
                assert not turned
                back_x, back_y, on_its_head = places[name.replace("front", "back")]
                assert back_x == pytest.approx(x), "the fold is level: left stays left"
                assert back_y == pytest.approx(folded.paper.height - y)
                assert on_its_head
        crease = page.items[-1]
        assert isinstance(crease, Shape) and crease.stroke and crease.stroke.dashes
        assert float(crease.d.split("L")[0].split()[1]) == pytest.approx(folded.paper.height / 2)


@pytest.mark.parametrize("backs", ["long", "short", "fold"])
def test_decks_of_one_sided_and_two_sided_cards(sheet: Sheet, backs: Backs) -> None:
    mixed = [PrintedCard(face("front 1"), face("back 1")), PrintedCard(face("front 2")), *cards(3)[2:]]
    placed = {name for page in impose(mixed, sheet, backs) for name in laid(page)}
    assert placed == {"front 1", "back 1", "front 2", "front 3", "back 3"}


def test_marks_of_backs_stand_around_used_cells_only(sheet: Sheet) -> None:
    """Also around the cell of a card without a back: it is cut all the same."""
    mixed = [PrintedCard(face("front 1")), PrintedCard(face("front 2"), face("back 2"))]
    front, back = impose(mixed, sheet, "long")
    here, there = front.items[0], back.items[0]
    assert isinstance(here, Shape) and isinstance(there, Shape)
    assert here.d.count("M") == there.d.count("M") == 10
    xs = sorted({round(float(line.split()[0]), 1) for line in there.d.replace("L", "M").split("M")[1:]})
    assert xs[-1] > sheet.cell(2).right and xs[0] >= sheet.cell(1).x - 6


def test_an_offset_moves_backs_and_their_marks_alone(sheet: Sheet) -> None:
    still, moved = impose(cards(2), sheet, "long"), impose(cards(2), sheet, "long", (0.5, -1.25))
    assert still[0] == moved[0], "fronts stay"
    for one, other in zip(still[1].placements, moved[1].placements, strict=True):
        assert other.matrix[4] - one.matrix[4] == pytest.approx(0.5)
        assert other.matrix[5] - one.matrix[5] == pytest.approx(-1.25)
        assert one.window and other.window
        assert other.window.x - one.window.x == pytest.approx(0.5)
    group = moved[1].items[0]
    assert isinstance(group, Group) and group.matrix == (1, 0, 0, 1, 0.5, -1.25)
    assert group.items == still[1].items


def test_a_flip_of_landscape_paper(sheet: Sheet) -> None:
    """On landscape paper the long edge is level: a flip on it reverses top and bottom."""
    turned = sheet.model_copy(
        update={
            "paper": sheet.paper.model_copy(update={"width": sheet.paper.height, "height": sheet.paper.width}),
            "grid": sheet.grid.model_copy(update={"columns": 4, "rows": 2}),
        }
    )
    front, back = impose(cards(3), turned, "long")
    x, y, _ = laid(front)["front 3"]
    back_x, back_y, on_its_head = laid(back)["back 3"]
    assert (back_x, back_y, on_its_head) == (pytest.approx(x), pytest.approx(turned.paper.height - y), True)


def test_a_face_of_another_size_is_refused(sheet: Sheet) -> None:
    tarot = PrintedCard(face("tower", 76.2, 127.0))
    with pytest.raises(Refused) as refused:
        impose([tarot], sheet)
    assert "the face tower is 76.2 x 127 mm, bleed included" in str(refused.value)
    assert "cuts cards of 63 x 88 mm" in str(refused.value)


def test_a_sheet_without_a_fold_says_so(sheet: Sheet) -> None:
    with pytest.raises(Refused) as refused:
        impose(cards(1), sheet.model_copy(update={"fold": None}), "fold")
    assert "declares no [fold]" in str(refused.value)


def test_a_deck_prints_two_sided_with_common_backs(workshop: Workshop) -> None:
    press = workshop.press()
    game = press.game
    hero = game.cards["ann"]
    assert game.kinds[hero.kind].back == "plain"
    workshop.write("card_data/press/decks/all.csv", "card,quantity\nann,3\n")
    press = workshop.press()
    (group,) = deck_cards(press, [press.game.decks["all"]], "long")
    assert [card.front.card for card in group] == ["ann"] * 3
    assert all(card.back and card.back.template == "plain" for card in group)
    (single,) = deck_cards(press, [press.game.decks["all"]], "none")
    assert all(card.back is None for card in single)


def test_bleed_of_a_folded_sheet_reaches_into_the_gutter_only(sheet: Sheet) -> None:
    page = impose(cards(1), sheet, "fold")[0]
    windows = [placement.window for placement in page.placements]
    assert all(isinstance(window, Box) for window in windows)
    front, back = windows
    assert front and back
    assert back.y - front.bottom == pytest.approx(6.0 - 2 * 0.5)
