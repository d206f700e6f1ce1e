"""Veils: gradients whose opacity changes, as small pictures.

In a PDF such a gradient is a shading under a soft mask, which pdfium computes pixel by pixel, twice: nine tenths of the
time that a face takes to become pixels. A gradient is smooth, so that a coarse picture of it, stretched, is the same
within a few of 255 levels. Print keeps the gradients; only what becomes pixels is drawn so.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.drawing import IDENTITY, Clip, Drawing, Group, Item, Linear, Path, Radial, Raster, Use
from pipeline.units import MM_PER_INCH, Box

#: Samples to the inch. At 30 edges of steep gradients are off by 14 levels of 255, here by 9, at 75 by 7.
_DPI: Final = 50
#: Of a drawing larger than any card no picture is made.
_MOST_SAMPLES: Final = 4_000_000
#: What a drawing's memo keeps it under.
_MEMO: Final = "unveiled"
_NUMBER: Final = re.compile(r"-?[0-9.]+")


def unveiled(drawing: Drawing) -> Drawing:
    """The drawing with its veils as pictures; pictures that it uses likewise. Made once for each drawing."""
    made = drawing.memo.get(_MEMO)
    if not isinstance(made, Drawing):
        made = Drawing(_items(drawing.items), drawing.width, drawing.height, drawing.name)
        drawing.memo[_MEMO] = made
    return made


def path_box(d: str) -> Box | None:
    """The box about all points of path data, control points too; None where there are none."""
    numbers = [float(each) for each in _NUMBER.findall(d)]
    if not numbers:
        return None
    xs, ys = numbers[::2], numbers[1::2]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _items(items: Iterable[Item]) -> tuple[Item, ...]:
    made: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            made.append(replace(item, items=_items(item.items)))
        elif isinstance(item, Use):
            made.append(replace(item, drawing=unveiled(item.drawing)) if item.role == "picture" else item)
        elif isinstance(item, Path) and (veil := _veil(item)) is not None:
            made.append(veil)
            if item.stroke:
                made.append(item._replace(fill=None))
        else:
            made.append(item)
    return tuple(made)


def _veil(item: Path) -> Group | None:
    gradient = item.fill
    if not isinstance(gradient, Linear | Radial) or len({stop.opacity for stop in gradient.stops}) == 1:
        return None
    box = path_box(item.d)
    if box is None:
        return None
    side = MM_PER_INCH / _DPI
    columns, rows = (max(2, math.ceil(length / side)) for length in (box.width, box.height))
    if columns * rows > _MOST_SAMPLES:
        return None
    x = box.x + (np.arange(columns) + 0.5) * side
    y = box.y + (np.arange(rows) + 0.5) * side
    along = _along(gradient, *np.meshgrid(x, y))
    offsets = [stop.offset for stop in gradient.stops]
    channels = [
        np.interp(along, offsets, [int(stop.color[at : at + 2], 16) for stop in gradient.stops]) for at in (1, 3, 5)
    ]
    alpha = np.interp(along, offsets, [255 * stop.opacity * item.opacity for stop in gradient.stops])
    data, covered = (np.round(each).astype(np.uint8).tobytes() for each in (np.stack(channels, -1), alpha))
    raster = Raster(columns * side, rows * side, columns, rows, "rgb", data, covered)
    return Group((Group((raster,), (1, 0, 0, 1, box.x, box.y)),), IDENTITY, Clip(item.d, item.rule))


def _along(gradient: Linear | Radial, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far along the gradient points are, 0 where it starts and 1 where it ends."""
    if isinstance(gradient, Linear):
        dx, dy = gradient.x2 - gradient.x1, gradient.y2 - gradient.y1
        return np.asarray(((x - gradient.x1) * dx + (y - gradient.y1) * dy) / ((dx * dx + dy * dy) or 1.0))
    a, b, c, d, e, f = gradient.matrix
    size = (a * d - b * c) or 1.0
    own_x = (d * (x - e) - c * (y - f)) / size
    own_y = (a * (y - f) - b * (x - e)) / size
    return np.asarray(np.hypot(own_x - gradient.x, own_y - gradient.y) / (gradient.radius or 1.0))
