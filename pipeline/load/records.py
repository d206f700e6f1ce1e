"""Tables whose first row names their columns: cells by column name, each row with its place."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.load.files import locate
from pipeline.load.tables import Row, Table, read_table
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project


@dataclass(frozen=True, slots=True)
class Record:
    """A row by column name. Blank cells are empty texts and line breaks are "\\n", whatever the file has.

    `sound` is false when a problem of the row has been told already.
    """

    cells: Mapping[str, str]
    place: Place
    sound: bool


@dataclass(frozen=True, slots=True)
class Records:
    """A table's records. `whole` is false when rows or columns could not be read, so that some may be missing."""

    records: tuple[Record, ...]
    columns: frozenset[str]
    whole: bool


def read_records(
    project: Project, relative: str, columns: Mapping[str, bool], key: str, problems: Problems
) -> Records:
    """Read a table whose columns are `columns` (name -> whether every row must fill it), in any order.

    `key` is the column that names a row in its problems. A column that need not be filled may be left out. Unknown,
    missing and repeated columns, cells beyond the last column and required cells left blank are problems.
    """
    path = locate(project, relative, problems)
    if path is None:
        return Records((), frozenset(), False)
    table = read_table(path, relative)
    problems.extend(table.problems)
    if not table.rows:
        if not table.problems:
            problems.add(Place(relative), "is empty", f"its first row names the columns: {', '.join(columns)}")
        return Records((), frozenset(), False)
    header, *rows = table.rows
    fit = _check_header(table, header, columns, problems)
    names = header.cells
    named = names.index(key) if key in names else None
    records = tuple(
        _record(Place(relative, row.line, "", _cell(row, named)), names, row, columns, problems) for row in rows
    )
    return Records(records, frozenset(names), fit and not table.problems)


def _cell(row: Row, index: int | None) -> str:
    return row.cells[index].strip() if index is not None and index < len(row.cells) else ""


def _check_header(table: Table, header: Row, columns: Mapping[str, bool], problems: Problems) -> bool:
    """Tell what is wrong with the columns' names; whether every column that must be filled is there."""
    place = Place(table.file, header.line)
    for flaw in header.flaws:
        problems.add(place, f"column {flaw.index + 1}: {flaw.message}", flaw.hint)
    missing = [name for name, required in columns.items() if name not in header.cells]
    for name, count in Counter(header.cells).items():
        if name and name not in columns:
            # A misspelled column is most likely one of those that are missing.
            hint = nearest(name, missing) or nearest(name, columns) or f"the columns are {', '.join(columns)}"
            problems.add(place.at(name), f'unknown column "{name}"', hint)
        elif name and count > 1:
            problems.add(place.at(name), f'the column "{name}" stands {count} times', "keep one of them")
    lost = [name for name in missing if columns[name]]
    for name in lost:
        problems.add(place.at(name), f'the column "{name}" is missing', "add it to the first row")
    return not lost


def _record(place: Place, names: tuple[str, ...], row: Row, columns: Mapping[str, bool], problems: Problems) -> Record:
    cells: dict[str, str] = dict.fromkeys(columns, "")
    for name, text in zip(names, row.cells, strict=False):
        if name in cells and text.strip():
            cells[name] = text.replace("\r\n", "\n").replace("\r", "\n")
    before = len(problems.found)
    for flaw in row.flaws:
        name = names[flaw.index] if flaw.index < len(names) else ""
        problems.add(place.at(name), flaw.message if name else f"column {flaw.index + 1}: {flaw.message}", flaw.hint)
    if len(row.cells) > len(names):
        message = f"{len(row.cells)} cells, but the table has {len(names)} columns"
        problems.add(place, message, "put a cell that holds a comma in quotes")
    for index, (name, text) in enumerate(zip(names, row.cells, strict=False)):
        if not name.strip() and text.strip():
            problems.add(place, f"column {index + 1} has no name", "name it in the first row, or empty it")
    flawed = {names[flaw.index] for flaw in row.flaws if flaw.index < len(names)}
    sound = len(problems.found) == before
    for name, required in columns.items():
        if required and not cells[name]:
            sound = False
            if name in names and name not in flawed:
                problems.add(place.at(name), f'"{name}" is blank', "every row must fill it")
    return Record(cells, place, sound)
