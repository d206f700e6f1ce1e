"""A single line of plain text, for margins and captions."""

from itertools import groupby

from pipeline.drawing import TextRun
from pipeline.typeset.fonts import Fonts
from pipeline.units import POINT


def shape_line(
    fonts: Fonts, font: str, size: float, text: str, at: tuple[float, float], color: str = "#000000"
) -> list[TextRun]:
    """`text` in one line from `at` (left end of the baseline, millimetres), `size` in points."""
    shaped, _ = fonts.shape(font, text, (("lnum", 1),))
    runs: list[TextRun] = []
    x, y = at
    for file, group in groupby((piece for _, piece in shaped), lambda piece: piece.font):
        pieces = tuple(group)
        width = sum(piece.width for piece in pieces) * size * POINT
        runs.append(TextRun(file, size, x, y, width, pieces, "".join(piece.text for piece in pieces), color))
        x += width
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
        run._replace(x=x + run.x * stretch, y=y, width=run.width * stretch, color="", stretch=stretch) for run in runs
    ]
