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
        for spread in _spreads(count):
            page = made.add_blank_page(page_size=(2 * width, height))
            for number, side, name in zip(spread, (0, 1), ("/Left", "/Right"), strict=True):
                if number < len(source.pages):
                    # Not by add_overlay, which makes up names.
                    form = made.copy_foreign(source.pages[number].as_form_xobject())
                    of = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(name))
                    place = pikepdf.Rectangle(side * width, 0, (side + 1) * width, height)
                    page.contents_add(page.calc_form_xobject_placement(form, of, place))
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
