"""What the fortresses of the Dark are built of: walls with merlons, spires, arches, and the stones that fill them.

Lengths are millimetres in the window that every fortress is designed for, `WIDTH` by `HEIGHT`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pipeline.pictures.stained_glass.kernel import Pane, Point, Shapes, apart, arc, box, pane, polygon, split
from pipeline.pictures.stained_glass.mesh import without

WIDTH: Final = 52.45
HEIGHT: Final = 38.2
MIDDLE: Final = WIDTH / 2
#: Walls go on below the window, which cuts them off.
FLOOR: Final = 39.0

Line = Sequence[Point]

#: Smaller pieces of stone are all lead, mm².
_CRUMB: Final = 0.35


@dataclass(slots=True)
class Fortress:
    """A fortress as it is built, from back to front: what is laid later hides what it covers."""

    rng: Random
    panes: list[Pane] = field(default_factory=list)
    masses: list[BaseGeometry] = field(default_factory=list)

    def stones(
        self,
        shape: BaseGeometry,
        tones: tuple[float, float] = (0.55, 0.85),
        height: float = 3.2,
        length: float = 5.2,
        glass: str = "iron",
        lean: float = 0.0,
    ) -> None:
        """A wall of stones in running bond. Courses are about `height` high and lean by `lean` (rise over run)."""
        self.lay(shape, masonry(shape, self.rng, tones, height, length, glass, lean))

    def solid(self, shape: BaseGeometry, glass: str, tone: float) -> None:
        """One piece of glass that is a part of the building."""
        self.lay(shape, [Pane(part, glass, tone) for part in shapely.get_parts([shape]).tolist()])

    def lay(self, shape: BaseGeometry, panes: Sequence[Pane]) -> None:
        """Any panes that fill `shape`."""
        self.opening(shape, panes)
        self.masses.append(shape)

    def opening(self, shape: BaseGeometry, panes: Sequence[Pane]) -> None:
        """Panes within what stands already (a gate, a light): they do not change its outline."""
        if self.panes:
            self.panes = without(self.panes, shape, _CRUMB)
        self.panes += panes

    def lights(self, places: Sequence[Point], glass: str = "ember", tone: float = 0.42, size: float = 1.0) -> None:
        """Arrow slits with something burning behind them."""
        for x, y in places:
            slit = polygon(
                [(x - 0.5 * size, y + 1.2 * size), (x - 0.5 * size, y - 0.6 * size), (x, y - 1.4 * size),
                 (x + 0.5 * size, y - 0.6 * size), (x + 0.5 * size, y + 1.2 * size)]
            )  # fmt: skip
            self.opening(slit, [Pane(slit, glass, tone)])

    def gate(self, x: float, width: float, top: float, bars: int, tone: float = 0.84) -> None:
        """An arched gate down to the floor, with a portcullis before a dull glow."""
        half = width / 2
        shape = arched(x - half, x + half, top)
        self.opening(shape, [Pane(shape, "ember", tone)])
        for bar in range(bars):
            middle = x - half + width * (bar + 0.5) / bars
            iron = shape.intersection(box(middle - 0.4, top - 1, middle + 0.4, FLOOR))
            self.opening(iron, [pane(iron, "iron", 0.95)])

    @property
    def outline(self) -> BaseGeometry:
        """All that is built, as one shape."""
        return shapely.union_all([mass.buffer(0.01, join_style="mitre") for mass in self.masses])


def masonry(
    shape: BaseGeometry,
    rng: Random,
    tones: tuple[float, float],
    height: float,
    length: float,
    glass: str,
    lean: float,
) -> list[Pane]:
    """`shape` cut into stones in running bond; a stone is a little darker the deeper it stands."""
    left, top, right, bottom = shape.bounds
    rise = abs(lean) * (right - left)
    stones: list[list[Point]] = []
    shades: list[float] = []
    y, row = top - rise, 0
    while y < bottom + rise:
        next_y = y + height * rng.uniform(0.86, 1.16)
        x = left - length * (0.5 if row % 2 else 0.0) - length * rng.uniform(0, 0.25)
        while x < right:
            next_x = x + length * rng.uniform(0.8, 1.25)
            stones.append(
                [(px, py + lean * (px - left)) for px, py in ((x, y), (next_x, y), (next_x, next_y), (x, next_y))]
            )
            shades.append(rng.uniform(*tones) + 0.08 * (y - top) / max(bottom - top, 1.0))
            x = next_x
        y, row = next_y, row + 1
    cut: Shapes = np.asarray(shapely.intersection(shapely.polygons(np.array(stones)), shape))
    return apart([pane(shape, glass, tone) for tone in shades], cut, _CRUMB)


def merlons(left: float, right: float, top: float, teeth: int, depth: float = 1.3, bottom: float = FLOOR) -> Polygon:
    """A wall with battlements."""
    step = (right - left) / (2 * teeth - 1)
    points: list[Point] = [(left, bottom)]
    for index in range(2 * teeth - 1):
        y = top if index % 2 == 0 else top + depth
        points += [(left + step * index, y), (left + step * (index + 1), y)]
    return polygon([*points, (right, bottom)])


def spire(x: float, half: float, peak: float, eaves: float, over: float = 0.8) -> Polygon:
    """A pointed roof."""
    return polygon([(x - half - over, eaves), (x, peak), (x + half + over, eaves)])


def arched(left: float, right: float, top: float, bottom: float = FLOOR) -> Polygon:
    """An opening with a round head."""
    radius = (right - left) / 2
    head = arc((left + right) / 2, top + radius, radius, -90, 90, 15)
    return polygon([(left, bottom), *head, (right, bottom)])


def ogive(left: float, right: float, top: float, bottom: float, fullness: float = 0.5) -> Polygon:
    """An opening with a pointed head; `fullness` (0 to 1) is how far its sides belly out."""
    middle, height = (left + right) / 2, bottom - top
    sides: list[Point] = []
    for step in range(13):
        share = step / 12
        reach = share ** (1 - 0.75 * fullness)
        sides.append(((right - left) / 2 * reach, top + height * share))
    return polygon([(middle - x, y) for x, y in reversed(sides)] + [(middle + x, y) for x, y in sides[1:]])


def ragged(rng: Random, points: Sequence[Point], rough: float, step: float = 1.7) -> list[Point]:
    """The line through `points`, broken into steps of about `step` mm that stray up and down by `rough`."""
    line: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise(points):
        count = max(1, round(math.hypot(x1 - x0, y1 - y0) / step))
        for index in range(count):
            share = index / count
            line.append(
                (
                    x0 + (x1 - x0) * share + rng.uniform(-0.3, 0.3) * step,
                    y0 + (y1 - y0) * share + rng.uniform(-rough, rough),
                )
            )
    return [*line, points[-1]]


def bars(shape: BaseGeometry, centers: Sequence[float], width: float) -> list[Polygon]:
    """Upright bars about the given x, where they cross `shape`."""
    uprights = np.array([box(x - width / 2, -5, x + width / 2, FLOOR + 1) for x in centers], dtype=object)
    parts: Shapes = shapely.get_parts(shapely.intersection(uprights, shape))
    return [part for part in parts.tolist() if part.area > _CRUMB]


def level(y: float) -> Line:
    """A cut across the whole window."""
    return [(-5.0, y), (60.0, y)]


def upright(x: float) -> Line:
    """A cut down the whole window."""
    return [(x, -5.0), (x, 50.0)]


def banded(shape: BaseGeometry, glass: str, tones: Sequence[float], lines: Sequence[Line]) -> list[Pane]:
    """`shape` parted along `lines`; the pieces take the tones in turn."""
    pieces = [piece for piece in split(shape, *lines) if piece.area > _CRUMB]
    return [Pane(piece, glass, tones[index % len(tones)]) for index, piece in enumerate(pieces)]
