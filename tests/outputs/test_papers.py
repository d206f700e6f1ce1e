"""More papers and sizes of card are data alone."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from pipeline.outputs.deck import deck_cards, sheets_pdf
from pipeline.outputs.sheets import impose, load_sheet, sheet_names
from pipeline.problem import Refused
from pipeline.project import HOUSE, Project
from pipeline.units import Box
from tests.workshop import Workshop

#: Name, paper in millimetres, card in millimetres, cards a sheet.
SHEETS = {
    "letter": ((215.9, 279.4), (63, 88), 9),
    "a4": ((210, 297), (63, 88), 9),
    "legal": ((215.9, 355.6), (63, 88), 9),
    "a3": ((297, 420), (63, 88), 16),
    "tabloid": ((279.4, 431.8), (63, 88), 16),
    "letter-8up": ((279.4, 215.9), (63, 88), 8),
    "letter-bridge": ((215.9, 279.4), (57.15, 88.9), 9),
    "letter-mini": ((215.9, 279.4), (44.45, 63.5), 16),
    "letter-tarot": ((215.9, 279.4), (69.85, 120.65), 4),
    "letter-square": ((215.9, 279.4), (88.9, 88.9), 4),
}


def test_the_house_brings_these_sheets() -> None:
    assert set(sheet_names(Project(HOUSE))) == set(SHEETS)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_centered_and_leaves_what_the_printer_needs(name: str) -> None:
    sheet = load_sheet(Project(HOUSE), name)
    paper, card, count = SHEETS[name]
    assert ((sheet.paper.width, sheet.paper.height), (sheet.card.width, sheet.card.height)) == (paper, card)
    assert sheet.slots == count
    first, last = sheet.cell(0), sheet.cell(count - 1)
    assert first.x + last.right == pytest.approx(paper[0]) and first.y + last.bottom == pytest.approx(paper[1])
    printable = Box(0, 0, *paper).grow(-sheet.unprintable)
    assert printable.holds(first.union(last)), "no card lies where the printer leaves blank"


def of_size(workshop: Workshop, width: float, height: float) -> None:
    """The small game with faces of another size of card, 1/8 in of bleed around."""
    full = width + 6.35, height + 6.35
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full[0]} {full[1]}">'
    ground = f'<rect width="{full[0]}" height="{full[1]}" fill="#FFFFFF"/>'
    name = '<textbox x="7" y="7" width="30" height="6" style="title">{{ card.name }}</textbox>'
    workshop.write("layouts/press/faces/hero.svg.j2", f"{frame}{ground}{name}</svg>")
    workshop.write("layouts/press/faces/plain.svg.j2", f"{frame}{ground}</svg>")
    workshop.write("card_data/press/decks/all.csv", "card,quantity\nann,10\n")


@pytest.mark.parametrize(
    ("name", "width", "height", "pages"),
    [("letter-tarot", 69.85, 120.65, 3), ("letter-mini", 44.45, 63.5, 1), ("letter-8up", 63.5, 88.9, 2)],
)
def test_three_other_sizes_print_from_data_alone(
    workshop: Workshop, name: str, width: float, height: float, pages: int
) -> None:
    of_size(workshop, width, height)
    press = workshop.press()
    sheet = load_sheet(press.project, name)
    deck = press.game.decks["all"]
    document = pdfium.PdfDocument(sheets_pdf(press, [deck], deck_cards(press, [deck]), sheet, "Ten"))
    assert len(document) == pages
    (paper_width, paper_height), _, count = SHEETS[name]
    assert document[0].get_size() == pytest.approx((paper_width * 72 / 25.4, paper_height * 72 / 25.4), abs=0.01)
    assert document[0].get_textpage().get_text_range().count("Ann") == min(10, count)


def test_full_bleed_stands_around_cards_apart(workshop: Workshop) -> None:
    """8-up: 2 mm of bleed on every side, and gutters that hold two of them."""
    of_size(workshop, 63.5, 88.9)
    press = workshop.press()
    sheet = load_sheet(press.project, "letter-8up")
    (group,) = deck_cards(press, [press.game.decks["all"]])
    windows = [placement.window for placement in impose(group, sheet)[0].placements]
    for slot, window in enumerate(windows):
        assert window == sheet.cell(slot).grow(2.0)


def test_poker_faces_do_not_go_on_a_tarot_sheet(workshop: Workshop) -> None:
    workshop.write("card_data/press/decks/all.csv", "card,quantity\nann,1\n")
    press = workshop.press()
    deck = press.game.decks["all"]
    with pytest.raises(Refused) as refused:
        sheets_pdf(press, [deck], deck_cards(press, [deck]), load_sheet(press.project, "letter-tarot"), "One")
    assert "choose a sheet for this size of card" in str(refused.value)


def test_a_fourth_paper_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "layouts" / "sheets").mkdir(parents=True)
    text = (HOUSE / "layouts" / "sheets" / "a4.toml").read_text("utf-8")
    text = text.replace("width = 210.0, height = 297.0", "width = 250.0, height = 353.0", 1)
    (tmp_path / "layouts" / "sheets" / "b4.toml").write_text(text, "utf-8")
    assert load_sheet(Project(tmp_path), "b4").cell(0).x == pytest.approx((250 - 189) / 2)
