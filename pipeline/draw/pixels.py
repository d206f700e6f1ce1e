"""Pixels: PDF pages through pdfium, the same source as print."""

import io
from collections.abc import Iterator

import pypdfium2 as pdfium
from PIL import Image


def render_png(pdf: bytes, width: int, height: int, dpi: int = 300) -> Iterator[bytes]:
    """Every page of a PDF as a PNG of exactly `width` x `height` pixels, RGB without alpha, `dpi` recorded in it."""
    document = pdfium.PdfDocument(pdf)
    try:
        for page in document:
            bitmap = pdfium.PdfBitmap.new_native(width, height, pdfium.raw.FPDFBitmap_BGR, rev_byteorder=False)
            bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
            # The page is stretched to the pixel size asked for: scaling by dpi/72 would round up to one pixel more.
            pdfium.raw.FPDF_RenderPageBitmap(
                bitmap, page, 0, 0, width, height, 0, pdfium.raw.FPDF_ANNOT | pdfium.raw.FPDF_PRINTING
            )
            picture = Image.frombytes("RGB", (width, height), bytes(bitmap.buffer), "raw", "BGR", bitmap.stride)
            out = io.BytesIO()
            picture.save(out, "PNG", dpi=(dpi, dpi), compress_level=6)
            yield out.getvalue()
    finally:
        document.close()
