"""Tables of text: CSV, XLSX and ODS files read into the same rows of displayed text.

What a cell shows is what is read: `007`, `1/2` and `1e3` stay as they are, and a spreadsheet's 2 shown as 2.00 is
"2.00". Every file is bounded before it is read, so that a damaged or hostile one is a problem and never a hang.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pipeline.load.files import decode, file_size, unprintable
from pipeline.problem import Place, Problem, Problems

MOST_FILE_BYTES = 16 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS = 256
MOST_LETTERS = 20_000
#: Of a whole table. A spreadsheet can repeat one long text in every cell.
MOST_LETTERS_IN_ALL = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class CellFlaw:
    """What is wrong with one cell, by its index from 0."""

    index: int
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row that holds something: the line (from 1) it starts on, its cells as displayed, and what is wrong with them.

    In a spreadsheet the line is the row's number, and empty cells at the end are left out.
    """

    line: int
    cells: tuple[str, ...]
    flaws: tuple[CellFlaw, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table file's rows. `problems` are those of the file itself; with any, rows may be missing."""

    file: str
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()


class TableError(Exception):
    """The rest of a file cannot be read. Caught in `read_table`."""

    def __init__(self, message: str, hint: str = "", line: int | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.line = message, hint, line


def read_table(path: Path, relative: str) -> Table:
    """Read a table file into rows of displayed text; the file's suffix says its format.

    CSV is RFC 4180 in UTF-8, with or without a byte-order mark, lines ended by CRLF or LF. Of a spreadsheet the first
    sheet is read. Never raises for what the file holds: a file that cannot be read gives problems, under the name
    `relative`.
    """
    problems = Problems()
    rows: list[Row] = []
    letters = 0
    try:
        if file_size(path) > MOST_FILE_BYTES:
            raise TableError(f"is larger than {MOST_FILE_BYTES // 1024 // 1024} MB", "split the table or trim the file")
        for line, cells, flaws in _lines(path, relative, problems):
            if not any(cell.strip() for cell in cells) and not flaws:
                continue
            if len(rows) > MOST_ROWS:
                raise TableError(f"holds more than {MOST_ROWS:,} rows", "split the table", line)
            if len(cells) > MOST_COLUMNS:
                raise TableError(f"holds more than {MOST_COLUMNS} columns", "remove what is not the table's", line)
            letters += sum(map(len, cells))
            if letters > MOST_LETTERS_IN_ALL:
                raise TableError("holds more text than a table of records can", "split the table", line)
            rows.append(Row(line, cells, (*flaws, *_cell_flaws(cells))))
    except TableError as error:
        problems.add(Place(relative, error.line), error.message, error.hint)
    except FileNotFoundError:
        problems.add(Place(relative), "is missing")
    except OSError as error:
        problems.add(Place(relative), f"cannot be read: {(error.strerror or 'unknown error').lower()}")
    return Table(relative, tuple(rows), tuple(problems.found))


def _lines(
    path: Path, relative: str, problems: Problems
) -> Iterator[tuple[int, tuple[str, ...], tuple[CellFlaw, ...]]]:
    if path.suffix == ".csv":
        text = decode(path.read_bytes(), relative, problems)
        for line, cells in _csv_rows(text or ""):
            yield line, cells, ()
    else:
        from pipeline.load import spreadsheets  # noqa: PLC0415 - openpyxl and lxml are slow to import

        read = {".xlsx": spreadsheets.xlsx_rows, ".ods": spreadsheets.ods_rows}.get(path.suffix)
        if read is None:
            raise TableError("is not a table", "only .csv, .xlsx and .ods files are read")
        yield from read(path)


def _csv_rows(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Rows of RFC 4180 with the line each starts on. Raises TableError where the quoting goes wrong."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise _csv_error(str(error), line) from None
        yield line, tuple(cells)
        line = reader.line_num + 1


def _csv_error(reason: str, line: int) -> TableError:
    if "end of data" in reason:
        return TableError("a quoted cell is opened in this row and never closed", 'close it with "', line)
    if "expected after" in reason:
        return TableError(
            "a quoted cell goes on after its closing quote", 'write a quote inside a quoted cell twice: ""', line
        )
    if "field larger" in reason:
        return TableError(f"a cell holds more than {MOST_LETTERS:,} characters", "is a quote left open?", line)
    return TableError(f"is not CSV: {reason}", "", line)


def _cell_flaws(cells: tuple[str, ...]) -> Iterator[CellFlaw]:
    for index, cell in enumerate(cells):
        if len(cell) > MOST_LETTERS:
            yield CellFlaw(index, f"holds more than {MOST_LETTERS:,} characters", "is a quote left open?")
        elif flaw := unprintable(cell):
            yield CellFlaw(index, flaw, "remove it")
