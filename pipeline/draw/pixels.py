"""Pixels: PDF pages through pdfium, the same source as print.

pdfium works in one thread only, so that many pages are drawn by several processes. A PNG's rows are not filtered: faces
are mostly flat shapes, which filters make larger, and filtering costs as much as drawing.
"""

import ctypes
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import pypdfium2 as pdfium
from PIL import Image
from pypdfium2 import raw

from pipeline.crew import Crew, share
from pipeline.draw.packing import packed
from pipeline.units import MM_PER_INCH

#: Pages in one piece of work for another process, and how few are drawn faster in this one.
_PIECE: Final = 2
_FEW: Final = 16
#: How hard rows are packed: the next levels take twice the time for a few percent.
_LEVEL: Final = 1
#: What takes a page's PNG, by the page's number from 0. It is sent to the process that draws the page.
Keep = Callable[[int, bytes], None]


def render_png(pdf: bytes, width: int, height: int, dpi: int = 300) -> Iterator[bytes]:
    """Every page of a PDF as a PNG of exactly `width` x `height` pixels, RGB without alpha, `dpi` recorded in it."""
    pages = _Pages(pdf, width, height)
    for index in range(pages.count):
        yield encode_png(pages.draw(index), width, height, dpi)


def render_pages(
    pdf: bytes, width: int, height: int, keep: Keep, shrink: int, crew: Crew, dpi: int = 300
) -> Iterator[bytes]:
    """PNGs as of `render_png`, but each goes to `keep`; what comes back are the pages in their order, `shrink` times
    smaller (`shrunk`), as RGB rows. The crew draws its share of many pages. What `keep` raises is raised here."""
    job = _Job(pdf, width, height, dpi, keep, shrink)
    work = _Work(job)
    count = work.pages.count
    pieces = [range(start, min(start + _PIECE, count)) for start in range(0, count, _PIECE)]
    others = crew.members(min(os.cpu_count() or 1, len(pieces)) - 1 if count > _FEW else 0)
    for other in others:
        other.submit(_prepare, job)
    yield from share(others, pieces, _draw, work.draw)


def shrunk(length: int, shrink: int) -> int:
    """How many pixels are left of so many in a row."""
    return -(-length // shrink)


def encode_png(rows: bytes | bytearray | memoryview, width: int, height: int, dpi: int = 300) -> bytes:
    """A PNG of 8-bit RGB `rows`, each after its filter's number (ISO/IEC 15948), with its resolution."""
    per_meter = round(dpi / MM_PER_INCH * 1000)
    chunks = (
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
        (b"pHYs", struct.pack(">2IB", per_meter, per_meter, 1)),
        (b"IDAT", packed(rows, _LEVEL)),
        (b"IEND", b""),
    )
    parts = [b"\x89PNG\r\n\x1a\n"]
    for name, data in chunks:
        parts += [struct.pack(">I", len(data)), name, data, struct.pack(">I", zlib.crc32(data, zlib.crc32(name)))]
    return b"".join(parts)


class _Pages:
    """A PDF's pages, each drawn as its pixels are asked for. Fonts are read once, as long as the PDF is open."""

    def __init__(self, pdf: bytes, width: int, height: int) -> None:
        self._document = pdfium.PdfDocument(pdf)
        self._size = width, height
        self._stride = 1 + 3 * width
        self._blank = (b"\0" + b"\xff" * (self._stride - 1)) * height
        self._rows = bytearray(self._blank)
        self.count = len(self._document)

    def draw(self, index: int) -> bytearray:
        """A page's pixels as PNG has them, until the next page is drawn: each row after a zero, for no filter. pdfium
        draws right between them."""
        rows, (width, height) = self._rows, self._size
        rows[:] = self._blank
        view = (ctypes.c_ubyte * len(rows)).from_buffer(rows)
        bitmap = raw.FPDFBitmap_CreateEx(width, height, raw.FPDFBitmap_BGR, ctypes.byref(view, 1), self._stride)
        try:
            # The page is stretched to the pixel size asked for: scaling by dpi/72 would round up to one pixel more.
            flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING | raw.FPDF_REVERSE_BYTE_ORDER
            raw.FPDF_RenderPageBitmap(bitmap, self._document[index], 0, 0, width, height, 0, flags)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
        return rows


@dataclass(frozen=True, slots=True)
class _Job:
    """What to draw, in pixels, and who keeps it."""

    pdf: bytes
    width: int
    height: int
    dpi: int
    keep: Keep
    shrink: int


class _Work:
    """A job in the hands of one process."""

    def __init__(self, job: _Job) -> None:
        self._job = job
        self.pages = _Pages(job.pdf, job.width, job.height)

    def draw(self, pages: range) -> Iterator[bytes]:
        """Draw pages and have them kept; what comes back are their pixels scaled down."""
        job = self._job
        for index in pages:
            rows = self.pages.draw(index)
            job.keep(index, encode_png(rows, job.width, job.height, job.dpi))
            yield self._thumb(rows)

    def _thumb(self, rows: bytearray) -> bytes:
        """The average of each square of pixels: a sharper filter takes as long as a third of pdfium's work."""
        size, stride = (self._job.width, self._job.height), 1 + 3 * self._job.width
        picture = Image.frombuffer("RGB", size, memoryview(rows)[1:], "raw", "RGB", stride, 1)  # type: ignore[arg-type]
        return picture.reduce(self._job.shrink).tobytes()


#: What a process draws for another.
_work: list[_Work] = []


def _prepare(job: _Job) -> None:
    _work[:] = [_Work(job)]


def _draw(pages: range) -> list[bytes]:
    return list(_work[0].draw(pages))
