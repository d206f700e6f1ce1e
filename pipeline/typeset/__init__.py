"""Setting text: fonts, shaping, styles, line breaking and fitting."""

from pipeline.typeset.fonts import FontFile, Fonts, load_fonts
from pipeline.typeset.line import shape_line, unseen_line
from pipeline.typeset.marks import Mark, Marks
from pipeline.typeset.setter import Frame, Setting, TextFlaw, TextSetter
from pipeline.typeset.styles import GlyphStyle, Style, load_styles

__all__ = [
    "FontFile",
    "Fonts",
    "Frame",
    "GlyphStyle",
    "Mark",
    "Marks",
    "Setting",
    "Style",
    "TextFlaw",
    "TextSetter",
    "load_fonts",
    "load_styles",
    "shape_line",
    "unseen_line",
]
