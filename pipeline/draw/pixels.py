"""Pixels: PDF pages through pdfium, the same source as print.

pdfium works in one thread only, so that many pages are drawn by several processes. A PNG's rows are not filtered: faces
are mostly flat shapes, which filters make larger, and filtering costs as much as drawing.
"""

import ctypes
import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Final

import pypdfium2 as pdfium
from PIL import Image
from pypdfium2 import raw

from pipeline.crew import hire
from pipeline.draw.packing import packed
from pipeline.units import MM_PER_INCH

#: Pages in one piece of work for another process, and how few are drawn faster in this one.
_PIECE: Final = 4
_FEW: Final = 16
#: How hard rows are packed: the next levels take twice the time for a few percent.
_LEVEL: Final = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as a PNG file, and its pixels scaled down, as RGB rows (none where they were not asked for)."""

    png: bytes
    thumb: bytes = b""


def render_png(pdf: bytes, width: int, height: int, dpi: int = 300) -> Iterator[bytes]:
    """Every page of a PDF as a PNG of exactly `width` x `height` pixels, RGB without alpha, `dpi` recorded in it."""
    for picture in render_pages(pdf, width, height, dpi):
        yield picture.png


def render_pages(
    pdf: bytes, width: int, height: int, dpi: int = 300, thumb: tuple[int, int] | None = None
) -> Iterator[Picture]:
    """As `render_png`, with every page's pixels scaled down to `thumb` (width, height) beside it."""
    count = _count(pdf)
    job = _Job(pdf, width, height, dpi, thumb)
    workers = os.cpu_count() or 1
    if count <= _FEW or workers == 1:
        yield from job.draw(range(count))
        return
    pieces = [range(start, min(start + _PIECE, count)) for start in range(0, count, _PIECE)]
    others = [hire(_prepare, job) for _ in range(min(workers, len(pieces)) - 1)]
    try:
        # The others draw from the last page on, this process from the first, until they meet.
        elsewhere = {piece: other.submit(_draw, piece) for piece, other in zip(reversed(pieces), cycle(others))}
        for piece in pieces:
            coming = elsewhere.pop(piece)
            yield from job.draw(piece) if coming.cancel() else coming.result()
    finally:
        for other in others:
            other.shutdown(wait=False, cancel_futures=True)


def encode_png(rows: bytes | bytearray, width: int, height: int, dpi: int = 300) -> bytes:
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


@dataclass(frozen=True, slots=True)
class _Job:
    """What to draw, in pixels."""

    pdf: bytes
    width: int
    height: int
    dpi: int
    thumb: tuple[int, int] | None

    def draw(self, pages: range) -> Iterator[Picture]:
        document = pdfium.PdfDocument(self.pdf)
        try:
            for index in pages:
                rows = self._rows(document[index])
                yield Picture(encode_png(rows, self.width, self.height, self.dpi), self._thumb(rows))
        finally:
            document.close()

    def _rows(self, page: pdfium.PdfPage) -> bytearray:
        """A page's pixels as PNG has them: each row after a zero, for no filter. pdfium draws right between them."""
        stride = 1 + 3 * self.width
        rows = bytearray((b"\0" + b"\xff" * (stride - 1)) * self.height)
        view = (ctypes.c_ubyte * len(rows)).from_buffer(rows)
        bitmap = raw.FPDFBitmap_CreateEx(
            self.width, self.height, raw.FPDFBitmap_BGR, ctypes.byref(view, 1), stride
        )
        try:
            # The page is stretched to the pixel size asked for: scaling by dpi/72 would round up to one pixel more.
            flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING | raw.FPDF_REVERSE_BYTE_ORDER
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, self.width, self.height, 0, flags)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
        return rows

    def _thumb(self, rows: bytearray) -> bytes:
        """Boxes of pixels are averaged first: for what is left, the costly filter is small."""
        if self.thumb is None:
            return b""
        size, stride = (self.width, self.height), 1 + 3 * self.width
        picture = Image.frombuffer("RGB", size, memoryview(rows)[1:], "raw", "RGB", stride, 1)  # type: ignore[arg-type]
        return picture.resize(self.thumb, Image.Resampling.LANCZOS, reducing_gap=1.0).tobytes()


def _count(pdf: bytes) -> int:
    document = pdfium.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()


#: The job of a process that draws for another.
_job: list[_Job] = []


def _prepare(job: _Job) -> None:
    _job.append(job)


def _draw(pages: range) -> list[Picture]:
    return list(_job[0].draw(pages))
