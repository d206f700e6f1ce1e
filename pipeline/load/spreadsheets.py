"""Cells of XLSX and ODS files as a spreadsheet program shows them.

XLSX (ECMA-376) stores values and number formats: openpyxl reads the cells, ssf shows them. ODS (OpenDocument 1.3,
part 3, 9.1) stores the shown text itself. Only the first sheet is read.
"""

import contextlib
import datetime
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import IO
from xml.parsers import expat

import ssf
from lxml import etree
from openpyxl import load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, to_excel
from openpyxl.utils.escape import unescape

from pipeline.load.tables import MOST_COLUMNS, MOST_LETTERS, MOST_ROWS, CellFlaw, TableError

# It warns of what it passes over, such as a list of choices for a cell; no record is made of that.
warnings.filterwarnings("ignore", module=r"openpyxl\.")

MOST_UNPACKED_BYTES = 64 * 1024 * 1024
#: Formatted but empty cells cost time too; a real table has a few thousand.
MOST_CELLS = 2_000_000
MOST_ELEMENTS = 2_000_000
#: Both formats end at 16,384 columns; a cell takes a few elements.
MOST_ELEMENTS_IN_ROW = 100_000
MOST_DEPTH = 100
#: Excel's own bound of a number format.
MOST_FORMAT_LETTERS = 255

#: A row: its number, the cells as displayed, and what is wrong with them.
SheetRow = tuple[int, tuple[str, ...], tuple[CellFlaw, ...]]

#: XLSX can write half of a character (ECMA-376, part 1, 22.9.2.19: _xD800_), which no text can hold.
_HALF = re.compile("[\ud800-\udfff]")
_TO_TEXT = "make the column a text column and type the value"
_WIDE = "remove what is not the table's"
_DAMAGED = "save it anew from a spreadsheet program, or as CSV"


def xlsx_rows(path: Path) -> Iterator[SheetRow]:
    """The first sheet's rows as displayed. Raises TableError when the file is damaged, hostile or too large."""
    _check_archive(path)
    try:
        yield from _xlsx_rows(path)
    except TableError:
        raise
    except Exception as error:
        # openpyxl takes a file at its word: a damaged one may raise anything from KeyError to ParseError.
        raise TableError("is not a readable XLSX file", _DAMAGED) from error


def _xlsx_rows(path: Path) -> Iterator[SheetRow]:
    # Twice: only the values tell what a formula shows, only the formulas tell that a cell without a value has one.
    shown = load_workbook(path, read_only=True, data_only=True, keep_links=False)
    typed = load_workbook(path, read_only=True, data_only=False, keep_links=False)
    try:
        sheets = shown.worksheets[0], typed.worksheets[0]
        for sheet in sheets:
            sheet.reset_dimensions()  # what the file says of its size may be wrong
        epoch_1904 = shown.epoch == CALENDAR_MAC_1904
        seen = 0
        for line, (values, formulas) in enumerate(zip(*(sheet.iter_rows() for sheet in sheets), strict=True), 1):
            seen += len(values)
            if seen > MOST_CELLS or (values and line > MOST_ROWS + 1):
                raise TableError(f"holds more than {MOST_ROWS:,} rows", "delete the rows after the table", line)
            cells: list[str] = []
            flaws: list[CellFlaw] = []
            for index, (cell, formula) in enumerate(zip(values, formulas, strict=True)):
                if cell.value is None:
                    if formula.data_type == "f":
                        flaws.append(CellFlaw(index, "holds a formula without a stored value", _TO_TEXT))
                    continue
                if index >= MOST_COLUMNS:
                    raise TableError(f"holds more than {MOST_COLUMNS} columns", _WIDE, line)
                cells.extend([""] * (index - len(cells)))
                try:
                    cells.append(_shown(cell.value, cell.data_type, cell.number_format, epoch_1904))
                except _NotShownError as error:
                    cells.append("")
                    flaws.append(CellFlaw(index, error.message, error.hint))
            yield line, tuple(cells), tuple(flaws)
    finally:
        shown.close()
        typed.close()


class _NotShownError(Exception):
    """What a cell shows cannot be told."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def _shown(value: object, data_type: str, number_format: str, epoch_1904: bool) -> str:
    """How a spreadsheet program shows a value. Raises _NotShownError when that cannot be told."""
    if isinstance(value, str):
        if data_type == "e":
            raise _NotShownError(f"holds the error {value[:20]}", "mend the formula, or type the value")
        text = unescape(value) if len(value) <= MOST_LETTERS else value
        if _HALF.search(text):
            raise _NotShownError("holds half a character", "type the value anew")
        if number_format == "@" or "@" not in number_format:
            return text
        value = text
    elif isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        value = to_excel(value, _EPOCHS[epoch_1904])  # type: ignore[no-untyped-call]
    if len(number_format) <= MOST_FORMAT_LETTERS:
        try:
            # Room that a format leaves for signs and brackets is no part of the text.
            text = str(_formatter(epoch_1904).format(number_format, value)).strip()
        except Exception:  # ssf raises whatever its slips of logic happen to raise
            text = "#"
        # A row of # is how programs show a value that its format has no form for, such as a date before the first.
        if text.strip("#"):
            return text
        if not text:
            return ""
    raise _NotShownError(f'its number format "{number_format[:40]}" cannot be shown', _TO_TEXT)


_EPOCHS = {False: datetime.datetime(1899, 12, 30), True: CALENDAR_MAC_1904}


@lru_cache(maxsize=2)
def _formatter(epoch_1904: bool) -> ssf.SSF:
    # Without locale and in UTC: the machine's language and time zone must not show in what is printed.
    return ssf.SSF(tzinfo=datetime.UTC, date1904=epoch_1904, locale_support=False, errors="raise")


_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_CALCEXT = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
#: Stand-ins for spaces, tabs and line breaks that are meant; XML can hold none of these three characters.
_MEANT = str.maketrans({"\x00": " ", "\x01": "\t", "\x02": "\n"})


def ods_rows(path: Path) -> Iterator[SheetRow]:
    """The first sheet's rows as displayed. Raises TableError when the file is damaged, hostile or too large."""
    _check_archive(path)
    try:
        with zipfile.ZipFile(path) as archive, archive.open("content.xml") as content:
            yield from _ods_rows(content)
    except (KeyError, zipfile.BadZipFile, zlib.error, EOFError, etree.XMLSyntaxError) as error:
        raise TableError("is not a readable ODS file", _DAMAGED) from error


def _ods_rows(content: IO[bytes]) -> Iterator[SheetRow]:
    line = 1
    events = etree.iterparse(
        content,
        events=("end",),
        tag=(f"{_TABLE}table-row", f"{_TABLE}table"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    for _, element in events:
        if element.tag == f"{_TABLE}table":
            return
        if next(element.iterancestors(f"{_TABLE}table-cell"), None) is not None:
            continue  # a table inside a cell
        cells, flaws = _ods_cells(element, line)
        repeated = _count(element, f"{_TABLE}number-rows-repeated")
        if cells or flaws:
            for _ in range(min(repeated, MOST_ROWS + 2)):
                yield line, cells, flaws
                line += 1
        else:
            line += repeated
        element.clear()
        while element.getprevious() is not None:
            del element.getparent()[0]
    raise TableError("holds no sheet", _DAMAGED)


def _ods_cells(row: etree._Element, line: int) -> tuple[tuple[str, ...], tuple[CellFlaw, ...]]:
    cells: list[str] = []
    flaws: list[CellFlaw] = []
    index = 0
    for cell in row.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        repeated = _count(cell, f"{_TABLE}number-columns-repeated")
        text = "\n".join(_paragraph(part) for part in cell.iterchildren(f"{_TEXT}p", f"{_TEXT}h"))
        flaw = None
        if cell.get(f"{_CALCEXT}value-type") == "error":
            flaw = CellFlaw(index, f"holds the error {text[:20]}", "mend the formula, or type the value")
        elif not text and _has_value(cell):
            flaw = CellFlaw(index, "holds a value without the text it shows", _TO_TEXT)
        if flaw is not None or text:
            if index + repeated > MOST_COLUMNS:
                raise TableError(f"holds more than {MOST_COLUMNS} columns", _WIDE, line)
            if flaw is not None:
                flaws.append(flaw)
            cells.extend([""] * (index - len(cells)))
            cells.extend(["" if flaw is not None else text] * repeated)
        index += repeated
    return tuple(cells), tuple(flaws)


def _has_value(cell: etree._Element) -> bool:
    kind = cell.get(f"{_OFFICE}value-type", "string")
    return kind != "string" or bool(cell.get(f"{_OFFICE}string-value") or cell.get(f"{_TABLE}formula"))


def _count(element: etree._Element, attribute: str) -> int:
    text = element.get(attribute, "1")
    return int(text) if re.fullmatch(r"[1-9][0-9]{0,8}", text, re.ASCII) else 1


def _paragraph(element: etree._Element) -> str:
    """The text a paragraph shows: white space collapsed, `text:s`, tabs and breaks spelled out, notes left out."""
    pieces: list[str] = []
    room = MOST_LETTERS + 1  # for spaces: a few letters of XML can stand for any number of them

    def walk(node: etree._Element) -> None:
        nonlocal room
        pieces.append(node.text or "")
        for child in node.iterchildren(tag=etree.Element):
            if child.tag == f"{_TEXT}s":
                spaces = min(_count(child, f"{_TEXT}c"), room)
                room -= spaces
                pieces.append("\x00" * spaces)
            elif child.tag == f"{_TEXT}tab":
                pieces.append("\x01")
            elif child.tag == f"{_TEXT}line-break":
                pieces.append("\x02")
            elif child.tag in (f"{_TEXT}span", f"{_TEXT}a"):
                walk(child)
            pieces.append(child.tail or "")

    walk(element)
    return re.sub("[ \t\r\n]+", " ", "".join(pieces)).strip(" ").translate(_MEANT)


def _check_archive(path: Path) -> None:
    """Refuse what unpacks to too much, and XML that would cost or reach too much, before anything is made of it."""
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > MOST_UNPACKED_BYTES:
                raise TableError(f"unpacks to more than {MOST_UNPACKED_BYTES // 1024 // 1024} MB", _DAMAGED)
            for part in parts:  # whatever their names: a workbook may call its sheets as it likes
                with archive.open(part) as content:
                    _check_xml(content)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        # RuntimeError and NotImplementedError: zipfile's words for encrypted and for unknown packing.
        raise TableError("is not a readable spreadsheet", _DAMAGED) from error


def _check_xml(content: IO[bytes]) -> None:
    elements, in_row, depth = 0, 0, 0

    def start(name: str, _: object) -> None:
        nonlocal elements, in_row, depth
        elements, in_row, depth = elements + 1, in_row + 1, depth + 1
        if name.rpartition(":")[2] in ("row", "table-row"):
            in_row = 0
        if elements > MOST_ELEMENTS or in_row > MOST_ELEMENTS_IN_ROW or depth > MOST_DEPTH:
            raise TableError("holds more than a table of records can", _DAMAGED)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        # No spreadsheet program writes a document type; entities, the means of every XML bomb, need one.
        raise TableError("holds XML with a document type", _DAMAGED)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    # A damaged part matters only when it is read, and is found out then; LookupError tells of an unknown encoding.
    with contextlib.suppress(expat.ExpatError, LookupError):
        parser.ParseFile(content)
