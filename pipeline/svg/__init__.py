"""SVG, the subset that is drawn (docs/templates.md), read into drawing items."""

from pipeline.svg.path import PathDataError, bounds, canonical, transform
from pipeline.svg.reader import Flaw, Inherited, SvgReader, length, parse_xml, view_box

__all__ = [
    "Flaw",
    "Inherited",
    "PathDataError",
    "SvgReader",
    "bounds",
    "canonical",
    "length",
    "parse_xml",
    "transform",
    "view_box",
]
