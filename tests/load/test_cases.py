"""Inputs that broke other card tools, each from a public report of a bug: what is right for each."""

from pathlib import Path

import openpyxl
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from .conftest import Tiny


def test_unclosed_italic_spoils_its_own_row_only(tiny: Tiny) -> None:
    tiny.heroes("id,name,text\nann,Ann,Draw.\nbob,Bob,Draw 1 *now.\ncy,Cy,*Draw.*\n")
    game, problems = tiny.load()
    assert problems == [
        "cards/heroes.csv:3:text bob: col 8: italic is opened here and never closed; close it with *, or write \\*"
    ]
    assert game is not None
    assert sorted(game.cards) == ["ann", "cy", "oak"]


def test_byte_order_mark_and_long_s(tiny: Tiny) -> None:
    tiny.heroes("\ufeffid,name\nbleſſing,x\n".encode())
    assert tiny.problems() == [
        'cards/heroes.csv:2:id bleſſing: the id "bleſſing" is not of the form a-z, 0-9 and single hyphens; '
        'write "blessing"'
    ]
    tiny.heroes("\ufeffid,name\nblessing,Bleſſing\n".encode())
    assert tiny.card("blessing").name == "Bleſſing"


def test_quotes_doubled_empty_and_around_a_comma(tiny: Tiny) -> None:
    tiny.heroes('id,name,plain,text\r\nann,"Say ""no""","","one, cell"\r\n')
    card = tiny.card("ann")
    assert (card.name, card.fields["plain"], card.fields["text"]) == ('Say "no"', None, "one, cell")


def test_ids_that_look_like_numbers_are_no_quantities(tiny: Tiny) -> None:
    tiny.heroes("id,name\n101,A\n102,B\n103,C\n")
    tiny.write("decks/all.csv", "card\n101\n102\n103\n")
    assert [(entry.card, entry.quantity) for entry in tiny.game().decks["all"].entries] == [
        ("101", 1),
        ("102", 1),
        ("103", 1),
    ]


AS_TYPED = ["007", "010", "1/2", "3+", "1e3", "0.50"]


def test_values_print_as_typed_in_csv(tiny: Tiny) -> None:
    tiny.heroes("id,name,plain,power\n" + "".join(f"c{n},C,{text},007\n" for n, text in enumerate(AS_TYPED)))
    cards = tiny.game().cards
    assert [cards[f"c{n}"].fields["plain"] for n in range(6)] == AS_TYPED
    assert str(cards["c0"].fields["power"]) == "007"
    assert cards["c0"].fields["power"] == 7


def test_values_print_as_typed_in_xlsx(tiny: Tiny) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["id", "name", "plain", "power"])
    for n, text in enumerate(AS_TYPED):
        sheet.append([f"c{n}", "C", text, 3])
    sheet.append(["shown", "C", 2, 7])
    sheet["C8"].number_format = "0.00"
    sheet["D8"].number_format = "000"
    (tiny.root / "card_data/tiny/cards/heroes.csv").unlink()
    book.save(tiny.root / "card_data/tiny/cards/heroes.xlsx")
    cards = tiny.game().cards
    assert [cards[f"c{n}"].fields["plain"] for n in range(6)] == AS_TYPED
    assert str(cards["c0"].fields["power"]) == "3"
    assert cards["shown"].fields["plain"] == "2.00"
    assert str(cards["shown"].fields["power"]) == "007"
    assert cards["shown"].place.line == 8


def write_ods(path: Path, rows: list[list[tuple[dict[str, str], str]]]) -> None:
    document = OpenDocumentSpreadsheet()
    table = Table(name="first")
    for cells in rows:
        row = TableRow()
        for attributes, text in cells:
            cell = TableCell(**attributes)
            if text:
                cell.addElement(P(text=text))
            row.addElement(cell)
        table.addElement(row)
    document.spreadsheet.addElement(table)
    document.save(str(path))


def test_values_print_as_typed_in_ods(tiny: Tiny) -> None:
    text = {"valuetype": "string"}
    rows = [[(text, name) for name in ("id", "name", "plain", "power")]]
    rows += [[(text, f"c{n}"), (text, "C"), (text, typed)] for n, typed in enumerate(AS_TYPED)]
    rows += [
        [
            (text, "shown"),
            (text, "C"),
            ({"valuetype": "float", "value": "2"}, "2.00"),
            ({"valuetype": "float", "value": "3"}, "3"),
        ]
    ]
    (tiny.root / "card_data/tiny/cards/heroes.csv").unlink()
    write_ods(tiny.root / "card_data/tiny/cards/heroes.ods", rows)
    cards = tiny.game().cards
    assert [cards[f"c{n}"].fields["plain"] for n in range(6)] == AS_TYPED
    assert cards["shown"].fields["plain"] == "2.00"
    assert str(cards["shown"].fields["power"]) == "3"


def test_quantities(tiny: Tiny) -> None:
    tiny.heroes("id,name\na,A\nb,B\nc,C\nd,D\ne,E\nf,F\n")
    tiny.write("decks/pile.csv", "card,quantity\na,0\nb,\nc,2x\nd,-1\ne,500\nf,1.5\n")
    game, problems = tiny.load()
    assert problems == [
        'decks/pile.csv:4:quantity c: "2x" is no quantity; write a whole number from 0 to 9999, digits only',
        'decks/pile.csv:5:quantity d: "-1" is no quantity; write a whole number from 0 to 9999, digits only',
        "decks/pile.csv:6:quantity e: 500 copies of one card; if that is meant, say why in waivers.csv: "
        'quantity,decks/pile.csv:e,"the reason"',
        'decks/pile.csv:7:quantity f: "1.5" is no quantity; write a whole number from 0 to 9999, digits only',
    ]
    assert game is not None
    assert [(entry.card, entry.quantity) for entry in game.decks["pile"].entries] == [("b", 1), ("e", 500)]


def test_two_cards_of_one_title(tiny: Tiny) -> None:
    tiny.heroes("id,name\nscout,Scout\nscout-2,Scout\n")
    cards = tiny.game().cards
    assert (cards["scout"].name, cards["scout-2"].name) == ("Scout", "Scout")


def test_missing_picture_with_its_path(tiny: Tiny) -> None:
    tiny.write("art/heroes/ann.png", b"")
    tiny.heroes("id,name,art\nann,Ann,heroes/anne.png\nbob,Bob,heroes/ann.png\n")
    game, problems = tiny.load()
    assert problems == [
        "cards/heroes.csv:2:art ann: no picture card_data/tiny/art/heroes/anne.png; "
        'did you mean "heroes/ann.png"?'
    ]
    assert game is not None
    assert game.cards["bob"].fields["art"] == "heroes/ann.png"
