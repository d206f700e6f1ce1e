"""Booklets: a book's pages two on a sheet, in the order that reads once sheets are printed, folded and stapled."""

import io

import pikepdf

from pipeline.outputs.pdfs import saved

#: Pages on a sheet: two on each side.
_SHEET = 4


def imposed(book: bytes) -> bytes:
    """The pages of a PDF, trimmed, two beside each other, for a flip on the short edge. Missing pages are blank."""
    with pikepdf.open(io.BytesIO(book)) as source, pikepdf.new() as made:
        count = -(-len(source.pages) // _SHEET) * _SHEET
        trim = source.pages[0].trimbox
        width, height = float(trim[2] - trim[0]), float(trim[3] - trim[1])
        for left, right in _spreads(count):
            page = made.add_blank_page(page_size=(2 * width, height))
            for number, x in ((left, 0.0), (right, width)):
                if number < len(source.pages):
                    page.add_overlay(source.pages[number], pikepdf.Rectangle(x, 0, x + width, height), push_stack=True)
        for key in ("/Title", "/Subject"):
            if key in source.docinfo:
                made.docinfo[key] = source.docinfo[key]
        return saved(made)


def _spreads(count: int) -> list[tuple[int, int]]:
    """Pages, from 0, that lie beside each other on each side of each sheet: the outermost sheet first."""
    spreads = []
    for first in range(0, count // 2, 2):
        last = count - 1 - first
        spreads += [(last, first), (first + 1, last - 1)]
    return spreads
