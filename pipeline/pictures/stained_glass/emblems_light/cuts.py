"""How the light emblems cut their glass: fans, bands, mirrored pairs, tongues of fire, and each card's own tones."""

import random
from collections.abc import Iterable
from typing import Final

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pipeline.pictures.stained_glass.kernel import (
    LEAST_AREA,
    Pane,
    Point,
    apart,
    mirror,
    move,
    pane,
    path,
    polygon,
    reshaped,
    rotate,
    sector,
    shapes_of,
    split,
    stack,
)

#: No part of an emblem is farther from its middle, in radii.
REACH: Final = 1.34


def fan(x: float, y: float, inner: float, outer: float, start: float, end: float, count: int) -> list[Polygon]:
    """Equal ring pieces about (x, y) between two angles in degrees, clockwise from the top."""
    step = (end - start) / count
    return [sector(x, y, inner, outer, start + step * i, start + step * (i + 1)) for i in range(count)]


def bands(shape: BaseGeometry, *heights: float) -> list[Polygon]:
    """The shape cut across at the heights given, from top to bottom."""
    pieces = split(shape, *([(-9.0, y), (9.0, y)] for y in heights))
    return sorted(pieces, key=lambda piece: (round(piece.centroid.y, 3), round(piece.centroid.x, 3)))


def upright(*xs: float, lean: float = 0.0) -> list[list[Point]]:
    """Lines down through the whole emblem at the given x, all meeting far above when they `lean` (0 is parallel)."""
    return [[(x * (1 - lean), -2.0), (x * (1 + lean), 2.0)] for x in xs]


def pair(shape: BaseGeometry, glass: str, left: float, right: float) -> list[Pane]:
    """The shape and its mirror image about x = 0, with the tones of the left and of the right one."""
    shapes = (shape, mirror(shape)) if shape.centroid.x <= 0 else (mirror(shape), shape)
    return [pane(shapes[0], glass, left), pane(shapes[1], glass, right)]


def diamond(x: float, y: float, across: float, down: float) -> Polygon:
    """A lozenge with the half axes `across` and `down`."""
    return polygon([(x - across, y), (x, y - down), (x + across, y), (x, y + down)])


def flame(x: float, y: float, width: float, height: float, lean: float = 0.0) -> Polygon:
    """A tongue of fire that stands on (x, y); its tip leans by `lean`."""
    w, h, tip = width / 2, height, x + lean
    return path(
        f"M{tip:.3f} {y - h:.3f}"
        f"C{tip + 0.1 * w:.3f} {y - 0.72 * h:.3f} {x + w:.3f} {y - 0.62 * h:.3f} {x + w:.3f} {y - 0.3 * h:.3f}"
        f"C{x + w:.3f} {y - 0.1 * h:.3f} {x + 0.6 * w:.3f} {y:.3f} {x:.3f} {y:.3f}"
        f"C{x - 0.6 * w:.3f} {y:.3f} {x - w:.3f} {y - 0.1 * h:.3f} {x - w:.3f} {y - 0.3 * h:.3f}"
        f"C{x - w:.3f} {y - 0.56 * h:.3f} {tip - 0.35 * w:.3f} {y - 0.66 * h:.3f} {tip:.3f} {y - h:.3f}Z",
        steps=6,
    )


def plume(x: float, y: float, length: float, width: float, turn: float) -> Polygon:
    """A flight feather with a blunt end: from (x, y), `length` long, pointing `turn` degrees from the top."""
    w, n = width / 2, length
    shape = path(
        f"M0 0C{-0.7 * w:.3f} {-0.1 * n:.3f} {-w:.3f} {-0.3 * n:.3f} {-w:.3f} {-0.72 * n:.3f}"
        f"C{-w:.3f} {-0.92 * n:.3f} {-0.4 * w:.3f} {-n:.3f} {0.3 * w:.3f} {-n:.3f}"
        f"C{w:.3f} {-0.92 * n:.3f} {w:.3f} {-0.8 * n:.3f} {w:.3f} {-0.66 * n:.3f}"
        f"C{w:.3f} {-0.3 * n:.3f} {0.7 * w:.3f} {-0.1 * n:.3f} 0 0Z",
        steps=6,
    )
    return move(rotate(shape, turn), x, y)


def composed(*parts: Pane | Iterable[Pane]) -> tuple[Pane, ...]:
    """The parts laid over each other as `stack` does, and brought within `REACH` when they go beyond it."""
    items = stack(*parts, least=LEAST_AREA * 1.6)
    points = shapely.get_coordinates(shapes_of(items))
    middle, size = np.zeros(2), 1.0
    if np.hypot(points[:, 0], points[:, 1]).max() > REACH:
        cloud = shapely.MultiPoint(points)
        middle = shapely.get_coordinates(shapely.minimum_bounding_circle(cloud).centroid)[0]
        size = REACH / shapely.minimum_bounding_radius(cloud)
    return settled(reshaped(items, shapely.transform(shapes_of(items), lambda at: (at - middle) * size)))


def settled(panes: Iterable[Pane]) -> tuple[Pane, ...]:
    """The panes with their corners on a fine grid: overlays of edges that are equal but for a hair go wrong."""
    items = list(panes)
    return tuple(apart(items, shapely.set_precision(shapes_of(items), 1e-5), LEAST_AREA))


def shade(panes: Iterable[Pane], rng: random.Random, by: float = 0.05) -> list[Pane]:
    """The panes with their tones moved by up to `by`: the glass of one card is never quite that of another."""
    return [Pane(item.shape, item.glass, min(1.0, max(0.0, item.tone + rng.uniform(-by, by)))) for item in panes]
