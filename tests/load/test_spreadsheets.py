"""XLSX and ODS cells as they are displayed, and files made to hurt."""

import datetime
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table as OdfTable
from odf.table import TableCell, TableRow
from odf.text import LineBreak, P, S, Span, Tab

from pipeline.load import read_table


def told(path: Path) -> list[str]:
    return [str(problem) for problem in read_table(path, path.name).problems]


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (3, "General", "3"),
        (2, "0.00", "2.00"),
        (0.1 + 0.2, "General", "0.3"),
        (1234.5, "#,##0.00", "1,234.50"),
        (0.5, "# ?/?", "1/2"),
        (0.5, "0%", "50%"),
        (3, '0"+"', "3+"),
        (7, "000", "007"),
        (1000, "0.00E+00", "1.00E+03"),
        (True, "General", "TRUE"),
        ("007", "@", "007"),
        ("1e3", "General", "1e3"),
        (datetime.date(2024, 5, 1), "yyyy-mm-dd", "2024-05-01"),
        (datetime.date(2024, 5, 1), "d mmmm yyyy", "1 May 2024"),
        (datetime.datetime(2024, 5, 1, 14, 30), "m/d/yy h:mm", "5/1/24 14:30"),
        (datetime.timedelta(hours=36), "[h]:mm", "36:00"),
        ("two\nlines", "General", "two\nlines"),
    ],
)
def test_xlsx_shows(tmp_path: Path, value: object, number_format: str, shown: str) -> None:
    book = openpyxl.Workbook()
    book.active.append(["x", value])
    book.active["B1"].number_format = number_format
    book.save(tmp_path / "t.xlsx")
    table = read_table(tmp_path / "t.xlsx", "t.xlsx")
    assert [(row.cells, row.flaws) for row in table.rows] == [(("x", shown), ())]


def test_xlsx_dates_from_1904(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active.append([datetime.date(2024, 5, 1)])
    book.active["A1"].number_format = "yyyy-mm-dd"
    book.save(tmp_path / "t.xlsx")
    assert read_table(tmp_path / "t.xlsx", "t.xlsx").rows[0].cells == ("2024-05-01",)


def test_xlsx_cells_that_cannot_be_shown(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["id", 2, "=A1", "#REF!", -5])
    book.active["B1"].number_format = "0[[["
    book.active["D1"].data_type = "e"
    book.active["E1"].number_format = "yyyy-mm-dd"
    book.save(tmp_path / "t.xlsx")
    (row,) = read_table(tmp_path / "t.xlsx", "t.xlsx").rows
    text_column = "make the column a text column and type the value"
    assert row.cells == ("id", "", "", "", "")
    assert [(flaw.index, flaw.message, flaw.hint) for flaw in row.flaws] == [
        (1, 'its number format "0[[[" cannot be shown', text_column),
        (2, "holds a formula without a stored value", text_column),
        (3, "holds the error #REF!", "mend the formula, or type the value"),
        (4, 'its number format "yyyy-mm-dd" cannot be shown', text_column),
    ]


def test_xlsx_formula_shows_its_stored_value(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["x"])
    book.save(tmp_path / "made.xlsx")
    sheet = b'<c r="A1"><f>1+1</f><v>2</v></c>'
    _replace(tmp_path / "made.xlsx", tmp_path / "t.xlsx", "xl/worksheets/sheet1.xml", _first_cell(sheet))
    assert read_table(tmp_path / "t.xlsx", "t.xlsx").rows[0].cells == ("2",)


def _first_cell(cell: bytes) -> bytes:
    return (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
        + cell
        + b"</row></sheetData></worksheet>"
    )


def _replace(source: Path, target: Path, part: str, content: bytes) -> None:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, content if name == part else old.read(name))


def test_xlsx_cells_far_out(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active["XFD1"] = "far"
    book.save(tmp_path / "wide.xlsx")
    assert told(tmp_path / "wide.xlsx") == [
        "wide.xlsx:1: holds more than 256 columns; remove what is not the table's"
    ]
    book = openpyxl.Workbook()
    book.active["A1048576"] = "far"
    book.save(tmp_path / "long.xlsx")
    assert told(tmp_path / "long.xlsx") == [
        "long.xlsx:1048576: holds more than 20,000 rows; delete the rows after the table"
    ]


BOMB = b"""<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>"""
OUTSIDE = b"""<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]>"""


@pytest.mark.parametrize("entities", [BOMB, OUTSIDE])
def test_xml_entities_are_refused(tmp_path: Path, entities: bytes) -> None:
    book = openpyxl.Workbook()
    book.active.append(["x"])
    book.save(tmp_path / "made.xlsx")
    sheet = entities + _first_cell(b'<c r="A1" t="inlineStr"><is><t>&b;</t></is></c>')
    _replace(tmp_path / "made.xlsx", tmp_path / "t.xlsx", "xl/worksheets/sheet1.xml", sheet)
    expected = "holds XML with a document type; save it anew from a spreadsheet program, or as CSV"
    assert told(tmp_path / "t.xlsx") == [f"t.xlsx: {expected}"]
    with zipfile.ZipFile(tmp_path / "t.ods", "w") as archive:
        archive.writestr("content.xml", entities + b"<a>&b;</a>")
    assert told(tmp_path / "t.ods") == [f"t.ods: {expected}"]


@pytest.mark.parametrize("suffix", [".xlsx", ".ods"])
def test_a_file_that_unpacks_to_too_much_is_not_unpacked(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"t{suffix}"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("content.xml", "w") as part:
        for _ in range(65):
            part.write(b" " * 1024 * 1024)
    assert path.stat().st_size < 100_000
    assert told(path) == [
        f"t{suffix}: unpacks to more than 64 MB; save it anew from a spreadsheet program, or as CSV"
    ]


@pytest.mark.parametrize(("suffix", "name"), [(".xlsx", "XLSX"), (".ods", "ODS")])
def test_damaged_archives(tmp_path: Path, suffix: str, name: str) -> None:
    path = tmp_path / f"t{suffix}"
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("nothing.txt", "nothing")
    path.write_bytes(packed.getvalue())
    assert told(path) == [
        f"t{suffix}: is not a readable {name} file; save it anew from a spreadsheet program, or as CSV"
    ]
    path.write_bytes(packed.getvalue()[:50])
    assert told(path) == [
        f"t{suffix}: is not a readable spreadsheet; save it anew from a spreadsheet program, or as CSV"
    ]


def ods(path: Path, *rows: TableRow) -> None:
    document = OpenDocumentSpreadsheet()
    for name in ("first", "second"):
        table = OdfTable(name=name)
        for row in rows if name == "first" else (ods_row(ods_cell("of the second sheet")),):
            table.addElement(row)
        document.spreadsheet.addElement(table)
    document.save(str(path))


def ods_row(*cells: TableCell, **attributes: object) -> TableRow:
    row = TableRow(**attributes)
    for cell in cells:
        row.addElement(cell)
    return row


def ods_cell(*texts: str, **attributes: object) -> TableCell:
    cell = TableCell(**attributes)
    for text in texts:
        cell.addElement(P(text=text))
    return cell


def test_ods_repeated_cells_and_rows(tmp_path: Path) -> None:
    ods(
        tmp_path / "t.ods",
        ods_row(ods_cell("id"), ods_cell(numbercolumnsrepeated=2), ods_cell("x", numbercolumnsrepeated=2)),
        ods_row(ods_cell(numbercolumnsrepeated=16384), numberrowsrepeated=7),
        ods_row(ods_cell("a"), ods_cell(numbercolumnsrepeated=16380), numberrowsrepeated=2),
        ods_row(ods_cell(), numberrowsrepeated=1048566),
    )
    table = read_table(tmp_path / "t.ods", "t.ods")
    assert [(row.line, row.cells) for row in table.rows] == [
        (1, ("id", "", "", "x", "x")),
        (9, ("a",)),
        (10, ("a",)),
    ]
    assert table.problems == ()


def test_ods_repeats_are_bounded(tmp_path: Path) -> None:
    ods(tmp_path / "long.ods", ods_row(ods_cell("a"), numberrowsrepeated=1048576))
    assert told(tmp_path / "long.ods") == ["long.ods:20002: holds more than 20,000 rows; split the table"]
    ods(tmp_path / "wide.ods", ods_row(ods_cell("a", numbercolumnsrepeated=16384)))
    assert told(tmp_path / "wide.ods") == ["wide.ods:1: holds more than 256 columns; remove what is not the table's"]


def test_ods_text_as_displayed(tmp_path: Path) -> None:
    paragraph = P(text="a ")
    paragraph.addElement(S(c=2))
    span = Span(text="b")
    span.addElement(LineBreak())
    span.addText("c")
    paragraph.addElement(span)
    paragraph.addElement(Tab())
    paragraph.addText("d \n  e")
    cell = TableCell()
    note = Annotation()
    note.addElement(P(text="a remark"))
    cell.addElement(note)
    cell.addElement(paragraph)
    cell.addElement(P(text="second"))
    date = ods_cell("1 May 2024", valuetype="date", datevalue="2024-05-01")
    ods(tmp_path / "t.ods", ods_row(cell, date))
    (row,) = read_table(tmp_path / "t.ods", "t.ods").rows
    assert row.cells == ("a   b\nc\td e\nsecond", "1 May 2024")


def test_ods_value_without_text_is_a_flaw(tmp_path: Path) -> None:
    ods(tmp_path / "t.ods", ods_row(ods_cell("a"), ods_cell(valuetype="float", value="3")))
    (row,) = read_table(tmp_path / "t.ods", "t.ods").rows
    assert [(flaw.index, flaw.message) for flaw in row.flaws] == [(1, "holds a value without the text it shows")]


PARTS = {
    "t.xlsx": ("[Content_Types].xml", "xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml"),
    "t.ods": ("content.xml",),
}
SCRAPS = [b"", b"9" * 30, b"-1", b"1e999", b"NaN", b"&#0;", b"&b;", b"A1048577", b"<", b'"', b"<a/>", b"\xff", b"\0"]


@given(st.data())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_spreadsheets_never_raise(tmp_path: Path, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(PARTS)))
    source = tmp_path / f"sound-{name}"
    if not source.exists() and name == "t.ods":
        ods(source, ods_row(ods_cell("a", numbercolumnsrepeated=2)), ods_row(ods_cell("b"), numberrowsrepeated=2))
    elif not source.exists():
        book = openpyxl.Workbook()
        book.active.append(["id", 2.5, datetime.date(2024, 5, 1), True, "=A1"])
        book.save(source)
    part = data.draw(st.sampled_from(PARTS[name]))
    with zipfile.ZipFile(source) as archive:
        content = archive.read(part)
    for _ in range(data.draw(st.integers(1, 3))):
        at, gone = data.draw(st.integers(0, len(content))), data.draw(st.integers(0, 20))
        content = content[:at] + data.draw(st.sampled_from(SCRAPS)) + content[at + gone :]
    _replace(source, tmp_path / name, part, content)
    table = read_table(tmp_path / name, name)
    assert all(problem.place.file == name for problem in table.problems)
    assert all(isinstance(cell, str) for row in table.rows for cell in row.cells)


def test_an_encoding_that_nobody_knows(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "t.ods", "w") as archive:
        archive.writestr("content.xml", '<?xml version="1.0" encoding="UTF-81"?><a/>')
    assert told(tmp_path / "t.ods") == [
        "t.ods: is not a readable ODS file; save it anew from a spreadsheet program, or as CSV"
    ]


def test_hostile_sizes_are_refused_in_time(tmp_path: Path) -> None:
    long = "a" * 20_000
    ods(tmp_path / "text.ods", ods_row(ods_cell(long, numbercolumnsrepeated=256), numberrowsrepeated=20_000))
    assert told(tmp_path / "text.ods") == [
        "text.ods:14: holds more text than a table of records can; split the table"
    ]
    paragraph = P()
    for _ in range(1000):
        paragraph.addElement(S(c=999_999_999))
    cell = TableCell()
    cell.addElement(paragraph)
    ods(tmp_path / "spaces.ods", ods_row(ods_cell("a"), cell))
    (row,) = read_table(tmp_path / "spaces.ods", "spaces.ods").rows
    assert [flaw.message for flaw in row.flaws] == ["holds more than 20,000 characters"]


@pytest.mark.parametrize(
    "inside",
    [b'<row r="1">' + b"<c/>" * 100_001 + b"</row>", b"<c>" * 100 + b"</c>" * 100, b"<c/>" * 2_000_000],
    ids=["wide", "deep", "many"],
)
def test_xml_beyond_a_table_of_records_is_refused(tmp_path: Path, inside: bytes) -> None:
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b"<worksheet>" + inside + b"</worksheet>")
    assert told(tmp_path / "t.xlsx") == [
        "t.xlsx: holds more than a table of records can; save it anew from a spreadsheet program, or as CSV"
    ]
