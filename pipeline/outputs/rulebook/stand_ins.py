"""Stand-ins: pictures of one pixel that are set in the place of drawings, which are put there once the pages are made.

So a drawing is in the file once, however often it stands on its pages, and WeasyPrint need not draw it. The color of a
stand-in is the number of what it stands for, from 1.
"""

import struct
import zlib
from collections.abc import Sequence
from typing import Final

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


def put_drawings(pdf: pikepdf.Pdf, drawings: pikepdf.Pdf, corners: Sequence[float]) -> None:
    """Make a form of every stand-in: the trimmed page of `drawings` that is its number, its corners rounded by as many
    points as `corners` has for it. Where it stands, and what is said of it, stays as it is."""
    found = [
        each
        for each in pdf.objects
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image" and each.Width == each.Height == 1
    ]
    for each in found:
        number = int.from_bytes(each.read_bytes()[:3], "big") - 1
        page = drawings.pages[number]
        x, y, right, top = map(float, page.trimbox)
        width, height = right - x, top - y
        form = pdf.copy_foreign(page.as_form_xobject())
        for key in set(each.keys()) - {"/Length"}:
            del each[key]
        path = _rounded(x, y, width, height, corners[number])
        each.write(f"{path} W n /Drawing Do".encode())
        each.Type = pikepdf.Name.XObject
        each.Subtype = pikepdf.Name.Form
        each.BBox = pikepdf.Array([x, y, right, top])
        # An image fills the unit square, and so does this.
        each.Matrix = pikepdf.Array([1 / width, 0, 0, 1 / height, -x / width, -y / height])
        each.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Drawing=form))


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
