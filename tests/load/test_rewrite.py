"""A cell is changed; every other byte stays."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.load.rewrite import replace_cells


@pytest.mark.parametrize(
    ("before", "cell", "new", "after"),
    [
        ("id,text\na,old\n", (2, 1), "new", "id,text\na,new\n"),
        ("id,text\r\na,old\r\nb,same\r\n", (2, 1), "new", "id,text\r\na,new\r\nb,same\r\n"),
        ('id,text\na,"two\nlines"\nb,old', (4, 1), "new", 'id,text\na,"two\nlines"\nb,new'),
        ('id,text,x\na,"say ""no""",1\n', (2, 1), 'say "yes"', 'id,text,x\na,"say ""yes""",1\n'),
        ("\ufeffid,text\na,old\n", (1, 0), "name", "\ufeffname,text\na,old\n"),
        ("id,text\na,\n", (2, 1), "one, two", 'id,text\na,"one, two"\n'),
        ('id,text\n"a","old"\n', (2, 0), "b", 'id,text\nb,"old"\n'),
    ],
)
def test_one_cell_is_changed(before: str, cell: tuple[int, int], new: str, after: str) -> None:
    assert replace_cells(before, {cell: new}) == after


def test_a_cell_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        replace_cells("id\na\n", {(2, 3): "x"})


_CELL = st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]))


@given(st.lists(st.lists(_CELL, min_size=2, max_size=4), min_size=1, max_size=5), st.data())
def test_any_table_reads_back_with_just_that_cell_changed(rows: list[list[str]], data: st.DataObject) -> None:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    text = out.getvalue()
    index = data.draw(st.integers(0, len(rows) - 1))
    column = data.draw(st.integers(0, len(rows[index]) - 1))
    line = 1 + sum(sum(cell.count("\n") for cell in row) + 1 for row in rows[:index])
    changed = replace_cells(text, {(line, column): "new, cell"})
    expected = [list(row) for row in rows]
    expected[index][column] = "new, cell"
    assert list(csv.reader(io.StringIO(changed))) == expected
