"""Can every text be read on its ground? Measured from pixels: the face without its text, under each run."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

from pipeline.color import contrast, luminance
from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import IDENTITY, Group, Item, TextRun, walk
from pipeline.model import Game
from pipeline.place import Face, FacePress
from pipeline.problem import Place, Problem
from pipeline.units import MM_PER_INCH, POINT

#: The least contrast for text (WCAG 2.2, 1.4.3).
LEAST: Final = 4.5
#: The share of the ground under a run that may be nearer to the text's color: leads, rims and the edges of marks.
_STRAY: Final = 0.10
_DPI: Final = 144
_SHARES: Final = np.arange(256) / 255
#: Light of each of a channel's 256 levels.
_LINEAR: Final = np.where(_SHARES <= 0.04045, _SHARES / 12.92, ((_SHARES + 0.055) / 1.055) ** 2.4)


def check_contrast(press: FacePress, faces: Iterable[Face]) -> list[Problem]:
    """A problem for every text that stands out from its ground by less than 4.5:1."""
    return [
        Problem(_place(press.game, face), message, hint)
        for face, ground in _grounds(press, faces)
        for message, hint in faint_texts(face, ground, _DPI)
    ]


def faint_texts(
    face: Face, ground: NDArray[np.uint8], dpi: float, left: float = 0.0, top: float = 0.0
) -> list[tuple[str, str]]:
    """Message and hint for every style whose text stands out too little from its ground: the face's pixels at `dpi`
    when all text is left out, from `left` and `top` on, in millimetres."""
    worst: dict[str, float] = {}
    for item, matrix in walk(face.drawing.items):
        if isinstance(item, TextRun) and item.color and item.text.strip():
            x, y = matrix[4] + item.x - left, matrix[5] + item.y - top
            ratio = _least_contrast(ground, item, x, y, dpi / MM_PER_INCH)
            worst[item.style] = min(ratio, worst.get(item.style, 99.0))
    return [
        (
            f'{face.template}: the text in style "{style}" has a contrast of {ratio:.1f}:1 to its ground',
            f"at least {LEAST}:1; darken one or lighten the other",
        )
        for style, ratio in worst.items()
        if ratio < LEAST
    ]


def _luminances(rgb: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance of pixels, as `color.luminance` has it of one color."""
    red, green, blue = (_LINEAR[rgb[:, :, at]] for at in range(3))
    return np.asarray(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _place(game: Game, face: Face) -> Place:
    if face.card:
        return game.cards[face.card].place
    return Place(f"layouts/{game.id}/faces/{face.template}.svg.j2")


def _grounds(press: FacePress, faces: Iterable[Face]) -> Iterable[tuple[Face, NDArray[np.uint8]]]:
    """Each face with its pixels when all text is left out."""
    chosen = list(faces)
    document = PdfDocument("ground", "en", press.fonts.files())
    for face in chosen:
        bare = replace(face.drawing, items=without_text(face.drawing.items))
        document.page(bare.width, bare.height, [Placement(bare, IDENTITY)])
    pages = pdfium.PdfDocument(document.data())
    for face, page in zip(chosen, pages, strict=True):
        # Copied, for the pixels go with their bitmap.
        yield face, page.render(scale=_DPI / 72, rev_byteorder=True).to_numpy().copy()


def without_text(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items with all text left out."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            kept.append(replace(item, items=without_text(item.items)))
        elif not isinstance(item, TextRun):
            kept.append(item)
    return tuple(kept)


def _least_contrast(ground: NDArray[np.uint8], run: TextRun, x: float, y: float, dots: float) -> float:
    """Contrast of a run to the ground it stands on, `dots` to the millimetre: from its capital height to its
    baseline."""
    top, bottom = round((y - 0.7 * run.size * POINT) * dots), round(y * dots)
    left, right = round(x * dots), round((x + run.width) * dots)
    under = ground[max(top, 0) : max(bottom, top + 1), max(left, 0) : max(right, left + 1)]
    if not under.size:
        return 99.0
    own = luminance(run.color)
    low, high = np.quantile(_luminances(under), [_STRAY, 1 - _STRAY])
    if low <= own <= high:
        return 1.0
    return min(contrast(own, float(low)), contrast(own, float(high)))
