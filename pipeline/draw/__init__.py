"""Positioned items to PDF, and to pixels (`draw.pixels`, whose import costs more). Knows no cards."""

from pipeline.draw.content import form_of, keep_form
from pipeline.draw.form import Form, closure, read_form, write_form
from pipeline.draw.pdf import PdfDocument, Placement

__all__ = [
    "Form",
    "PdfDocument",
    "Placement",
    "closure",
    "form_of",
    "keep_form",
    "read_form",
    "write_form",
]
