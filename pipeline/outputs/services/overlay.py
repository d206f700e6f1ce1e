"""Proofs: a picture at half its size, with what a print service cuts and keeps drawn over it."""

import io
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pipeline.draw.pixels import encode_png
from pipeline.draw.sample import png_rows
from pipeline.load.services import Cut
from pipeline.units import Box

#: Trim, safe zone, drift, flaws.
_TRIM: Final = (255, 0, 200, 255)
_SAFE: Final = (0, 229, 255, 255)
_DRIFT: Final = (255, 214, 0, 170)
_FLAW: Final = (255, 48, 32, 255)
#: The overlay is drawn this much larger, so that its lines are smooth.
_FINER: Final = 3
_DASH: Final = (2.0, 1.4)
_GAP: Final = 12
_GROUND: Final = (42, 39, 48)
_COLUMNS: Final = 6


class Overlay:
    """The lines of one product: the trim with its rounded corners, the safe zone dashed, and how far the cut may
    drift outwards and inwards."""

    def __init__(self, cut: Cut, width: int, height: int) -> None:
        self.width, self.height = max(1, width // 2), max(1, height // 2)
        self._scale = self.width / cut.image.width
        self._origin = cut.image.x, cut.image.y
        large = Image.new("RGBA", (self.width * _FINER, self.height * _FINER))
        pen = ImageDraw.Draw(large)
        for by in (-cut.drift, cut.drift):
            self._round(pen, cut.trim.grow(by), cut.corner, _DRIFT, 1)
        self._round(pen, cut.trim, cut.corner, _TRIM, 2)
        self._dashed(pen, cut.safe)
        self._lines = large.resize((self.width, self.height), Image.Resampling.BOX)

    def laid_on(self, rows: NDArray[np.uint8], flaws: Iterable[Box]) -> bytes:
        """A PNG of a picture, given as the rows of a PNG, at half its size with the lines over it, and a frame around
        each flaw."""
        height, stride = rows.shape
        size = stride // 3, height
        whole = Image.frombuffer("RGB", size, memoryview(rows).cast("B")[1:], "raw", "RGB", stride, 1)  # type: ignore[arg-type]
        picture = whole.reduce(2).crop((0, 0, self.width, self.height))
        picture.paste(self._lines, (0, 0), self._lines)
        pen = ImageDraw.Draw(picture)
        for box in flaws:
            left, top, right, bottom = (round(each / _FINER) for each in self._corners(box.grow(0.4)))
            pen.rectangle((left, top, max(left, right), max(top, bottom)), outline=_FLAW[:3], width=3)
        return encoded(picture)

    def _corners(self, box: Box) -> tuple[float, float, float, float]:
        scale = self._scale * _FINER
        x, y = self._origin
        return (box.x - x) * scale, (box.y - y) * scale, (box.right - x) * scale, (box.bottom - y) * scale

    def _round(
        self, pen: ImageDraw.ImageDraw, box: Box, corner: float, color: tuple[int, int, int, int], width: int
    ) -> None:
        radius = corner * self._scale * _FINER
        pen.rounded_rectangle(self._corners(box), radius, outline=color, width=width * _FINER)

    def _dashed(self, pen: ImageDraw.ImageDraw, box: Box) -> None:
        left, top, right, bottom = self._corners(box)
        dash, gap = (length * self._scale * _FINER for length in _DASH)
        width = 2 * _FINER
        at = 0.0
        while at < max(right - left, bottom - top):
            for y in (top, bottom):
                pen.line((min(left + at, right), y, min(left + at + dash, right), y), _SAFE, width)
            for x in (left, right):
                pen.line((x, min(top + at, bottom), x, min(top + at + dash, bottom)), _SAFE, width)
            at += dash + gap


def contact_sheet(proofs: Sequence[bytes]) -> bytes:
    """Proofs beside one another, as a PNG."""
    pictures = [Image.open(io.BytesIO(each)).convert("RGB") for each in proofs]
    width, height = max(each.width for each in pictures), max(each.height for each in pictures)
    columns = min(_COLUMNS, len(pictures))
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (width + _GAP) + _GAP, rows * (height + _GAP) + _GAP), _GROUND)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, columns)
        sheet.paste(picture, (_GAP + column * (width + _GAP), _GAP + row * (height + _GAP)))
    return encoded(sheet)


def encoded(picture: Image.Image) -> bytes:
    """A picture as PNG: RGB, unfiltered, as all pictures of the house."""
    rows = png_rows(np.asarray(picture.convert("RGB")))
    return encode_png(rows.data, picture.width, picture.height, 150)
