"""A rulebook as the pages of a service's booklet: a picture a page, the cover first."""

from typing import Final

import numpy as np
import pypdfium2 as pdfium
from pypdfium2 import raw

from pipeline.draw.pixels import encode_png
from pipeline.draw.sample import png_rows
from pipeline.load.services import BookletProduct, Service
from pipeline.problem import Problem, Refused

_WHITE: Final = 255


def booklet_pages(pdf: bytes, service: Service, product: BookletProduct) -> tuple[list[bytes], list[str]]:
    """PNGs of a PDF's pages, each as large as the booklet's cut allows and in the middle of white, filled up with white
    pages to the multiple that the service binds; and what to know of them, in words. Raises Refused for more pages
    than the service takes."""
    file = pdfium.PdfDocument(pdf)
    try:
        count = -(-len(file) // product.multiple) * product.multiple
        if count > product.pages:
            message = f"the booklet would have {count} pages; {service.name} binds {product.pages} at most"
            raise Refused([Problem(service.place.at("booklet"), message, "leave it out; the download stays")])
        pages = [_page(file, index, service, product) for index in range(count)]
    finally:
        file.close()
    notes = [f"The booklet ({product.identity}) has {count} pages."]
    if product.stated and count > product.stated:
        notes.append(
            f"{service.name} contradicts itself on booklets of more than {product.stated} pages: its developers' pages "
            f"number them 1 to {product.stated}, its help speaks of up to {product.pages}. Ask before you order."
        )
    return pages, notes


def _page(file: pdfium.PdfDocument, index: int, service: Service, product: BookletProduct) -> bytes:
    width, height = product.image
    rgb = np.full((height, width, 3), _WHITE, np.uint8)
    if index < len(file):
        cut = [inches * service.dpi for inches in product.finished]
        page = file[index]
        scale = min(cut[0] / page.get_width(), cut[1] / page.get_height())
        across, down = round(page.get_width() * scale), round(page.get_height() * scale)
        shown = np.full((down, across, 4), _WHITE, np.uint8)
        bitmap = raw.FPDFBitmap_CreateEx(across, down, raw.FPDFBitmap_BGRA, shown.ctypes.data, across * 4)
        try:
            flags = raw.FPDF_ANNOT | raw.FPDF_PRINTING | raw.FPDF_REVERSE_BYTE_ORDER
            raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, across, down, 0, flags)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
        left, top = (width - across) // 2, (height - down) // 2
        rgb[top : top + down, left : left + across] = shown[:, :, :3]
    return encode_png(png_rows(rgb).data, width, height, service.dpi)
