"""SVG, the subset that is drawn (docs/templates.md), read into drawing items."""

from pipeline.svg.path import PathDataError, bounds, canonical, transform
from pipeline.svg.reader import AT, Flaw, Inherited, SvgReader, parse_xml
from pipeline.svg.values import length, parse_color, view_box

__all__ = [
    "AT",
    "Flaw",
    "Inherited",
    "PathDataError",
    "SvgReader",
    "bounds",
    "canonical",
    "length",
    "parse_color",
    "parse_xml",
    "transform",
    "view_box",
]
