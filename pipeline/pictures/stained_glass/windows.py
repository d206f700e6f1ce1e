"""Outlines of windows, fitted into a box that starts at (0, 0). The shape of a window says the kind of card."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import cast

import shapely
from shapely import Polygon

from pipeline.pictures.stained_glass.kernel import arc, disc, move, scale

#: Distance between neighboring lancets, as a share of the width of all.
_MULLION = 2.55 / 54.05


@lru_cache(maxsize=32)
def pointed_arch(width: float, height: float, radius: float = 0.6) -> Polygon:
    """A pointed arch on straight sides; both arcs have `radius` times the width. Flattened where the box is low."""
    r = radius * width
    rise = math.sqrt(r * r - (r - width / 2) ** 2)
    half = math.degrees(math.asin(rise / r))
    left = arc(r, rise, r, 270, 270 + half, 3)
    right = [(width - x, y) for x, y in reversed(left[:-1])]
    return _standing([*left, *right], width, height, rise)


@lru_cache(maxsize=32)
def round_arch(width: float, height: float) -> Polygon:
    """A half circle on straight sides."""
    r = width / 2
    return _standing(arc(r, r, r, 270, 450, 3), width, height, r)


def _standing(top: list[tuple[float, float]], width: float, height: float, rise: float) -> Polygon:
    if rise >= height:
        top = [(x, y * height / rise) for x, y in top]
    return Polygon([(0.0, height), *top, (width, height)])


@lru_cache(maxsize=32)
def circle(width: float, height: float) -> Polygon:
    """The largest circle about the middle of the box."""
    return disc(width / 2, height / 2, min(width, height) / 2, 3)


@lru_cache(maxsize=32)
def quatrefoil(width: float, height: float) -> Polygon:
    """Four lobes about a lozenge, wider than high."""
    lobes = [disc(-15, 0, 12.2, 4), disc(15, 0, 12.2, 4), disc(0, -7.2, 11.6, 4), disc(0, 7.2, 11.6, 4)]
    body = Polygon([(-19.2, 0), (0, -15.1), (19.2, 0), (0, 15.1)])
    shape = cast(Polygon, shapely.simplify(shapely.union_all([*lobes, body]), 0.01))
    left, top, right, bottom = shape.bounds
    return move(scale(shape, width / (right - left), height / (bottom - top)), width / 2, height / 2)


@lru_cache(maxsize=32)
def lancets(width: float, height: float, count: int) -> Sequence[Polygon]:
    """Slender pointed arches side by side."""
    gap = _MULLION * width
    each = (width - (count - 1) * gap) / count
    one = pointed_arch(each, height, 0.95)
    return tuple(move(one, index * (each + gap), 0.0) for index in range(count))


#: Windows of one light, by the name that templates use.
OUTLINES: dict[str, Callable[[float, float], Polygon]] = {
    "pointed-arch": pointed_arch,
    "round-arch": round_arch,
    "roundel": circle,
    "rose": circle,
    "quatrefoil": quatrefoil,
}
