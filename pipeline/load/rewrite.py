"""Changing single cells of a CSV file and nothing else: no other cell's quotes, no line end, no mark at its head."""

from collections.abc import Mapping


def replace_cells(text: str, cells: Mapping[tuple[int, int], str]) -> str:
    """The CSV text with some cells changed, each named by the line its row begins on (from 1) and its index in the row
    (from 0). Raises KeyError for a cell that is not there."""
    out: list[str] = []
    left = dict(cells)
    done = 0
    for line, index, start, end in _cells(text):
        if (line, index) in left:
            out += [text[done:start], _quoted(left.pop((line, index)))]
            done = end
    if left:
        raise KeyError(min(left))
    return "".join([*out, text[done:]])


def _cells(text: str) -> list[tuple[int, int, int, int]]:
    """Line, index, start and end of every cell (RFC 4180, section 2)."""
    found = []
    at = 1 if text.startswith("\ufeff") else 0
    line = row = 1
    index = 0
    while at <= len(text):
        start = at
        if text[at : at + 1] == '"':
            at += 1
            while at < len(text) and not (text[at] == '"' and text[at : at + 2] != '""'):
                line += text[at] == "\n"
                at += 2 if text[at : at + 2] == '""' else 1
            at += 1
        while at < len(text) and text[at] not in ",\r\n":
            at += 1
        found.append((row, index, start, at))
        if text[at : at + 1] == ",":
            index += 1
            at += 1
            continue
        at += 2 if text[at : at + 2] == "\r\n" else 1
        line += 1
        row, index = line, 0
        if at >= len(text):
            break
    return found


def _quoted(cell: str) -> str:
    if any(character in cell for character in ',"\r\n') or cell != cell.strip():
        return '"' + cell.replace('"', '""') + '"'
    return cell
