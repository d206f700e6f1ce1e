"""Positioned items to PDF and pixels. Knows no cards."""

from pipeline.draw.content import form_of, keep_form
from pipeline.draw.form import Form, closure, read_form, write_form
from pipeline.draw.pdf import PdfDocument, Placement
from pipeline.draw.pixels import Picture, encode_png, render_pages, render_png

__all__ = [
    "Form",
    "PdfDocument",
    "Picture",
    "Placement",
    "closure",
    "encode_png",
    "form_of",
    "keep_form",
    "read_form",
    "render_pages",
    "render_png",
    "write_form",
]
