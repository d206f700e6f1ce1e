"""CSV into rows of text."""

import csv
import io
import tempfile
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.load import Table, read_table


def read(content: bytes, suffix: str = ".csv") -> Table:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        path.write_bytes(content)
        return read_table(path, "t")


def told(content: bytes, suffix: str = ".csv") -> list[str]:
    return [str(problem) for problem in read(content, suffix).problems]


PRINTABLE = st.characters(codec="utf-8", exclude_categories=("Cs", "Cc", "Cn")) | st.sampled_from("\t\n\r\",;' ")


CELLS = st.lists(st.lists(st.text(PRINTABLE, max_size=8), min_size=1, max_size=4), max_size=5)
#: Before Python 3.13 the writer leaves a lone CR unquoted when its rows end in LF.
WRITERS = st.sampled_from([("\r\n", csv.QUOTE_MINIMAL), ("\r\n", csv.QUOTE_ALL), ("\n", csv.QUOTE_ALL)])


@given(CELLS, WRITERS)
@settings(max_examples=100, deadline=None)
def test_what_a_csv_writer_writes_is_read_back(rows: list[list[str]], writer: tuple[str, Literal[0, 1]]) -> None:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator=writer[0], quoting=writer[1]).writerows(rows)
    table = read(written.getvalue().encode())
    assert table.problems == ()
    # A mark at the very beginning is the file's, not the cell's.
    expected = [tuple(row) for row in rows]
    if expected and expected[0][0].startswith("\ufeff"):
        expected[0] = (expected[0][0][1:], *expected[0][1:])
    assert [row.cells for row in table.rows] == [row for row in expected if any(cell.strip() for cell in row)]


@given(st.binary(max_size=200), st.sampled_from([".csv", ".xlsx", ".ods"]))
@settings(max_examples=100, deadline=None)
def test_random_bytes_give_problems_or_rows(content: bytes, suffix: str) -> None:
    table = read(content, suffix)
    assert table.problems or suffix == ".csv"
    assert all(isinstance(cell, str) for row in table.rows for cell in row.cells)


def test_lines_are_counted_through_breaks_in_cells() -> None:
    table = read(b'id,name\r\n"a\r\nb",x\r\n\r\n , \r\nc,y\r\n')
    assert [(row.line, row.cells) for row in table.rows] == [
        (1, ("id", "name")),
        (2, ("a\r\nb", "x")),
        (6, ("c", "y")),
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"id,name\nann,An\xffn\n", "t:2: byte 7 of the line (0xFF) is not UTF-8; save the file as UTF-8"),
        (b"\xef\xbb\xbfi\xff", "t:1: byte 2 of the line (0xFF) is not UTF-8; save the file as UTF-8"),
        (b"\xff\xfei\0d\0", "t:1: byte 1 of the line (0xFF) is not UTF-8; save the file as UTF-8"),
        (b'a\nb\n"c\nd\n', 't:3: a quoted cell is opened in this row and never closed; close it with "'),
        (
            b'a\n"b"c\n',
            't:2: a quoted cell goes on after its closing quote; write a quote inside a quoted cell twice: ""',
        ),
        (b"a\n" + b"b" * 140_000, "t:2: a cell holds more than 20,000 characters; is a quote left open?"),
        (b"a\n" * 20_002, "t:20002: holds more than 20,000 rows; split the table"),
        (b"a," * 256 + b"b", "t:1: holds more than 256 columns; remove what is not the table's"),
        (b"a" * (16 * 1024 * 1024 + 1), "t: is larger than 16 MB; split the table or trim the file"),
    ],
)
def test_a_file_that_cannot_be_read(content: bytes, expected: str) -> None:
    assert told(content) == [expected]


def test_twenty_thousand_rows_beside_the_header_are_read() -> None:
    table = read(b"a\n" * 20_001)
    assert (len(table.rows), table.problems) == (20_001, ())


def test_a_cell_that_cannot_be_printed_is_its_rows_flaw() -> None:
    table = read(b"id,name\nann,A\0n\nbob,\x07\ncy," + b"x" * 20_001)
    flaws = [(row.line, flaw.index, flaw.message) for row in table.rows for flaw in row.flaws]
    assert flaws == [
        (2, 1, "col 2: a NUL byte cannot be printed"),
        (3, 1, "col 1: the character U+0007 cannot be printed"),
        (4, 1, "holds more than 20,000 characters"),
    ]


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    assert [str(problem) for problem in read_table(tmp_path / "no.csv", "no.csv").problems] == ["no.csv: is missing"]
    (tmp_path / "d.csv").mkdir()
    assert [str(problem) for problem in read_table(tmp_path / "d.csv", "d.csv").problems] == [
        "d.csv: cannot be read: is a directory"
    ]
