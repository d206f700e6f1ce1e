"""Stand-ins: pictures of one pixel that are set in the place of drawings, which are put there once the pages are made.

So a drawing is in the file once, however often it stands on its pages, and WeasyPrint need not draw it. The color of a
stand-in is the number of what it stands for, from 1.
"""

import struct
import zlib
from collections.abc import Mapping
from typing import Any, Final

import pikepdf

from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import Drawing
from pipeline.problem import Place, Problem, Refused
from pipeline.svg import Inherited, SvgReader, parse_xml, view_box

PNG: Final = b"\x89PNG\r\n\x1a\n"


def stand_in(number: int) -> bytes:
    """A PNG of one pixel."""
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"\0" + number.to_bytes(3, "big"))),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )
    return PNG + b"".join(chunks)


def add_drawing(document: PdfDocument, address: str, svg: bytes) -> None:
    """A page with a drawing. Raises Refused for what cannot be drawn in it, by its `address` in the book."""
    root = parse_xml(svg)
    box = view_box(root)
    reader = SvgReader()
    items = reader.read(root, Inherited())
    if reader.flaws:
        raise Refused([Problem(Place(address, flaw.line), flaw.message, flaw.hint) for flaw in reader.flaws])
    drawing = Drawing(items, box.width, box.height)
    document.page(box.width, box.height, [Placement(drawing, (1, 0, 0, 1, -box.x, -box.y))])


def put_drawings(pdf: pikepdf.Pdf, drawings: pikepdf.Pdf, shown: Mapping[int, tuple[int, float]]) -> None:
    """Put drawings in the places of stand-ins: of each number, the trimmed page of `drawings` that is `shown` for it,
    its corners rounded by so many points. What is said of it stays as it is.

    Stand-ins of one number, of which every part of a book has its own, become one form.
    """
    forms: dict[int, pikepdf.Object] = {}
    instead: dict[tuple[int, int], pikepdf.Object] = {}
    holders: list[Any] = [page.obj for page in pdf.pages]
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Stream):
            continue
        if "/Resources" in each:
            holders.append(each)
        if each.get("/Subtype") == "/Image" and each.Width == each.Height == 1:
            number = int.from_bytes(each.read_bytes()[:3], "big")
            if number not in forms:
                forms[number] = each
                page, corner = shown[number]
                _draw(pdf, each, drawings.pages[page], corner)
            instead[each.objgen] = forms[number]
    done: set[tuple[int, int]] = set()
    for holder in holders:
        resources = holder.Resources
        if resources.objgen in done and resources.is_indirect:
            continue
        done.add(resources.objgen)
        pictures: Any = resources.get("/XObject", {})
        for name in list(pictures.keys()):
            if pictures[name].objgen in instead:
                pictures[name] = instead[pictures[name].objgen]


def _draw(pdf: pikepdf.Pdf, picture: pikepdf.Object, page: pikepdf.Page, corner: float) -> None:
    """Make a form of a picture, which shows a page."""
    x, y, right, top = map(float, page.trimbox)
    width, height = right - x, top - y
    form = pdf.copy_foreign(page.as_form_xobject())
    for key in set(picture.keys()) - {"/Length"}:
        del picture[key]
    picture.write(f"{_rounded(x, y, width, height, corner)} W n /Drawing Do".encode())
    picture.Type = pikepdf.Name.XObject
    picture.Subtype = pikepdf.Name.Form
    picture.BBox = pikepdf.Array([x, y, right, top])
    # An image fills the unit square, and so does this.
    picture.Matrix = pikepdf.Array([1 / width, 0, 0, 1 / height, -x / width, -y / height])
    picture.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Drawing=form))


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """The path of a box with rounded corners."""
    right, top, bend = x + width, y + height, 0.4477 * radius
    return (
        f"{x + radius:.3f} {y:.3f} m {right - radius:.3f} {y:.3f} l "
        f"{right - bend:.3f} {y:.3f} {right:.3f} {y + bend:.3f} {right:.3f} {y + radius:.3f} c "
        f"{right:.3f} {top - radius:.3f} l "
        f"{right:.3f} {top - bend:.3f} {right - bend:.3f} {top:.3f} {right - radius:.3f} {top:.3f} c "
        f"{x + radius:.3f} {top:.3f} l "
        f"{x + bend:.3f} {top:.3f} {x:.3f} {top - bend:.3f} {x:.3f} {top - radius:.3f} c "
        f"{x:.3f} {y + radius:.3f} l {x:.3f} {y + bend:.3f} {x + bend:.3f} {y:.3f} {x + radius:.3f} {y:.3f} c h"
    )
