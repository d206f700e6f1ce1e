"""A single line of plain text, for margins and captions."""

from dataclasses import replace

from pipeline.drawing import Glyph, TextRun
from pipeline.typeset.fonts import Fonts
from pipeline.units import POINT


def shape_line(
    fonts: Fonts, font: str, size: float, text: str, at: tuple[float, float], color: str = "#000000"
) -> list[TextRun]:
    """`text` in one line from `at` (left end of the baseline, millimetres), `size` in points."""
    em = size * POINT
    shaped, _ = fonts.shape(font, text, (("lnum", 1),))
    runs: list[TextRun] = []
    x, y = at
    start = 0
    for index in range(1, len(shaped) + 1):
        if index < len(shaped) and shaped[index].file is shaped[start].file:
            continue
        pen, glyphs = 0.0, []
        for glyph in shaped[start:index]:
            glyphs.append(
                Glyph(glyph.number, pen + glyph.x * em, glyph.y * em, glyph.own_advance * em, glyph.text)
            )
            pen += glyph.advance * em
        words = "".join(glyph.text for glyph in glyphs)
        runs.append(TextRun(shaped[start].file.name, size, x, y, pen, tuple(glyphs), words, color))
        x += pen
        start = index
    return runs


def unseen_line(
    fonts: Fonts, font: str, size: float, text: str, at: tuple[float, float], width: float
) -> list[TextRun]:
    """What a mark reads as, as unseen text from `at`, squeezed to the mark's `width`: copied text then holds it."""
    runs = shape_line(fonts, font, size, text, (0.0, 0.0)) if text else []
    natural = sum(run.width for run in runs)
    if not natural:
        return []
    stretch = width / natural
    x, y = at
    return [
        replace(
            run,
            x=x + run.x * stretch,
            y=y,
            width=run.width * stretch,
            glyphs=tuple(each._replace(x=each.x * stretch, advance=each.advance * stretch) for each in run.glyphs),
            color="",
            stretch=stretch,
        )
        for run in runs
    ]
