"""Positioned items to PDF and pixels. Knows no cards."""

from pipeline.draw.pdf import PdfDocument, Placement
from pipeline.draw.pixels import render_png

__all__ = ["PdfDocument", "Placement", "render_png"]
