"""Panes and the shapes that they are cut from.

A `Pane` is one piece of colored glass: a polygon, the name of its glass (see `color.palette`) and its tone, 0 the
lightest, 1 the darkest. An emblem is a function of a random generator that returns panes in *unit coordinates*: the
middle at (0, 0), y downwards, the emblem's circle with radius 1 (figures and tall emblems may reach from -1.3 to 1.3).
The window scales it (a radius of about 11.5 mm), cuts it out of the sky and leads it: nothing in an emblem has a line
or an edge of its own, the lead comes where two panes meet.

    def altar_fire(rng: random.Random) -> list[Pane]:
        outer = path("M0 -1C.1 -.7 .6 -.4 .6 .2C.6 .5 .3 .7 0 .7C-.3 .7 -.6 .5 -.6 .2C-.6 -.2 -.1 -.5 0 -1Z")
        flames = panes(split(outer, [(0, -2), (0, 2)]), "color", (0.5, 0.6))
        heart = pane(disc(0, 0.35, 0.22), "gold", 0.05 + rng.uniform(0, 0.05))
        stone = panes(courses(box(-0.5, 0.75, 0.5, 1.2), rows=2, columns=3), "color", (0.8, 0.7))
        return stack(flames, heart, pane(box(-0.62, 0.66, 0.62, 0.8), "gold", 0.45), stone)

Draw large: a pane less than 0.09 across is a splinter in print, and one narrower than 0.05 is all lead. `stack` cuts
later panes out of earlier ones, so paint from back to front. Angles are degrees clockwise from the top. Every shape is
a Shapely geometry, and Shapely's own operations may be used beside these; a pane made of several parts becomes several.

Glass: "color" (the card's own ramp), "accent-0", "accent-1", "accent-2", "jewel", "gold", "white", "skin", "hair",
"iron", "ember", "bruise", "bile", "soot", "night".
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

Point = tuple[float, float]
Shapes = npt.NDArray[np.object_]
Points = npt.NDArray[np.float64]

POLYGON: Final = int(shapely.GeometryType.POLYGON)
#: Parts of an emblem smaller than this (0.2 mm² at a radius of 11.5 mm) are lead, not glass; in square units.
LEAST_AREA: Final = 0.0015


class Pane(NamedTuple):
    """One piece of glass: a polygon, the name of its glass, and its tone from 0 (light) to 1 (dark)."""

    shape: Polygon
    glass: str
    tone: float


Parts = Pane | Iterable[Pane]


# Shapes


def polygon(points: Sequence[Point]) -> Polygon:
    """A polygon through `points`, made valid when its outline crosses itself."""
    return _valid(_through(points))


def _through(points: Sequence[Point]) -> Polygon:
    """The polygon through `points`. Shapely's own constructor looks at each of them first, which takes longer."""
    return shapely.polygons(points)


def outlined(
    rings: Sequence[Sequence[Point] | Points], center: Point = (0.0, 0.0), stretch: tuple[float, float] = (1.0, 1.0)
) -> Shapes:
    """The polygon through each row of points about `center`, stretched across and down, all made in one go; none may
    cross itself."""
    if not rings:
        return np.empty(0, dtype=object)
    owner = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    points = center + np.fromiter(chain.from_iterable(chain.from_iterable(rings)), float).reshape(-1, 2) * stretch
    return np.asarray(shapely.polygons(shapely.linearrings(points, indices=owner)))


def box(left: float, top: float, right: float, bottom: float) -> Polygon:
    """The rectangle between two uprights and two levels."""
    return _through([(left, top), (right, top), (right, bottom), (left, bottom)])


def at_angle(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at `radius` from (x, y), `degrees` clockwise from the top."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def arc(x: float, y: float, radius: float, start: float, end: float, step: float = 6.0) -> list[Point]:
    """Points on a circle from `start` to `end` degrees, both included, at most `step` degrees apart."""
    count = max(1, math.ceil(abs(end - start) / step - 1e-9))
    return [at_angle(x, y, radius, start + (end - start) * index / count) for index in range(count + 1)]


def disc(x: float, y: float, radius: float, step: float = 9.0) -> Polygon:
    """A disc, its rim in steps of `step` degrees."""
    return _through(arc(x, y, radius, 0, 360, step)[:-1])


def ellipse(x: float, y: float, across: float, down: float, step: float = 9.0) -> Polygon:
    """An ellipse with the half axes `across` and `down`."""
    return scale(disc(x, y, 1.0, step), across, down, x, y)


def sector(x: float, y: float, inner: float, outer: float, start: float, end: float, step: float = 6.0) -> Polygon:
    """A piece of a ring between two radii and two angles; a slice of the disc when `inner` is 0."""
    return _through(_sector(x, y, inner, outer, start, end, step))


def _sector(x: float, y: float, inner: float, outer: float, start: float, end: float, step: float) -> list[Point]:
    far = arc(x, y, outer, start, end, step)
    near = arc(x, y, inner, end, start, step) if inner > 0 else [(x, y)]
    return far + near


@lru_cache(maxsize=64)
def sectors(x: float, y: float, inner: float, outer: float, count: int, turn: float = 0.0) -> Sequence[Polygon]:
    """A ring (or disc, when `inner` is 0) in `count` equal pieces; the first begins `turn` degrees from the top."""
    width = 360 / count
    starts = [(turn + i * width, turn + (i + 1) * width) for i in range(count)]
    return tuple(outlined([_sector(x, y, inner, outer, *ends, 6.0) for ends in starts]).tolist())


def ngon(x: float, y: float, radius: float, sides: int, turn: float = 0.0) -> Polygon:
    """A regular polygon, one corner `turn` degrees from the top."""
    return _through([at_angle(x, y, radius, turn + 360 * i / sides) for i in range(sides)])


def star(x: float, y: float, outer: float, inner: float, points: int, turn: float = 0.0) -> Polygon:
    """A regular star, one point `turn` degrees from the top."""
    radii = (outer, inner)
    return _through([at_angle(x, y, radii[i % 2], turn + 180 * i / points) for i in range(2 * points)])


_COMMAND = re.compile(r"([MLCZ])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def path(text: str, steps: int = 10) -> Polygon:
    """The polygon that SVG path data outlines: one closed contour in absolute M, L, C and Z.

    A cubic becomes `steps` straight pieces. Raises ValueError for any other command.
    """
    if left := re.sub(r"[\s,.\d-]", "", text.translate(str.maketrans("", "", "MLCZ"))):
        raise ValueError(f"path data may hold M, L, C and Z only, not {left!r}")
    points: list[Point] = []
    for command, rest in _COMMAND.findall(text):
        values = [float(value) for value in _NUMBER.findall(rest)]
        pairs = list(zip(values[0::2], values[1::2], strict=True))
        if command in "ML":
            points += pairs
        elif command == "C":
            for b, c, d in zip(pairs[0::3], pairs[1::3], pairs[2::3], strict=True):
                points += _cubic((points[-1], b, c, d), steps)
    return polygon(points)


def _cubic(controls: tuple[Point, Point, Point, Point], steps: int) -> Iterator[Point]:
    a, b, c, d = controls
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield p * a[0] + q * b[0] + r * c[0] + s * d[0], p * a[1] + q * b[1] + r * c[1] + s * d[1]


def leaf(x: float, y: float, length: float, width: float, turn: float, steps: int = 6) -> Polygon:
    """A pointed leaf, flame or feather: it starts at (x, y), its tip is `length` away, `turn` degrees from the top."""
    w, n = width / 2 / 0.73, length
    shape = path(f"M0 0C{-w} {-0.25 * n} {-w} {-0.68 * n} 0 {-n}C{w} {-0.68 * n} {w} {-0.25 * n} 0 0Z", steps)
    return move(rotate(shape, turn), x, y)


# Changing shapes

Geometry = TypeVar("Geometry", bound=BaseGeometry)


def move(shape: Geometry, x: float, y: float) -> Geometry:
    """The shape moved by (x, y)."""
    return _mapped(shape, (1, 0, 0, 1, x, y))


def scale(shape: Geometry, across: float, down: float, x: float = 0.0, y: float = 0.0) -> Geometry:
    """`shape` scaled about (x, y)."""
    return _mapped(shape, (across, 0, 0, down, x - across * x, y - down * y))


def rotate(shape: Geometry, degrees: float, x: float = 0.0, y: float = 0.0) -> Geometry:
    """`shape` turned clockwise about (x, y)."""
    return _mapped(shape, _rotation(degrees, x, y))


def mirror(shape: Geometry, x: float = 0.0) -> Geometry:
    """`shape` seen in a mirror that stands at `x`."""
    return _mapped(shape, (-1, 0, 0, 1, 2 * x, 0))


_Matrix = tuple[float, float, float, float, float, float]


def _rotation(degrees: float, x: float, y: float) -> _Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return cos, -sin, sin, cos, x - cos * x + sin * y, y - sin * x - cos * y


@overload
def _mapped(shape: Geometry, matrix: _Matrix) -> Geometry: ...
@overload
def _mapped(shape: Shapes, matrix: _Matrix) -> Shapes: ...
def _mapped(shape: Geometry | Shapes, matrix: _Matrix) -> Geometry | Shapes:
    a, b, c, d, e, f = matrix
    factors, shift = np.array([[a, c], [b, d]]), np.array([e, f])
    return shapely.transform(shape, lambda points: points @ factors + shift)


def join(*shapes: BaseGeometry) -> BaseGeometry:
    """The area of all `shapes` together."""
    return shapely.union_all(list(shapes))


def cut(shape: BaseGeometry, *holes: BaseGeometry) -> BaseGeometry:
    """`shape` without what `holes` cover."""
    return shape.difference(shapely.union_all(list(holes)))


def meet(shape: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """What both shapes cover."""
    return shape.intersection(other)


def inset(shape: BaseGeometry, by: float) -> BaseGeometry:
    """`shape` with its edge moved inwards by `by` (outwards when negative), corners kept sharp."""
    return shape.buffer(-by, join_style="mitre")


def split(shape: BaseGeometry, *lines: Sequence[Point]) -> list[Polygon]:
    """The pieces of `shape` parted by `lines` (each a sequence of points; let it reach beyond the shape).

    Pieces come from left to right, then from top to bottom, by their middles.
    """
    edges = [polygon_part.boundary for polygon_part in _polygons(shape)]
    leads = [shapely.linestrings(line) for line in lines]
    network = shapely.union_all([*edges, *leads])
    whole = shape.buffer(1e-9)
    shapely.prepare(whole)
    pieces = shapely.get_parts(shapely.polygonize([network]))
    pieces = pieces[shapely.covers(whole, pieces)]
    middles = shapely.get_coordinates(shapely.centroid(pieces)).tolist()
    order = sorted(range(len(pieces)), key=lambda index: [round(along, 3) for along in middles[index]])
    return cast(list[Polygon], pieces[order].tolist())


def courses(shape: BaseGeometry, rows: int, columns: int) -> list[Polygon]:
    """`shape` as masonry: `rows` of equal height, each of about `columns` stones, every other row shifted by half."""
    left, top, right, bottom = shape.bounds
    height, width = (bottom - top) / rows, (right - left) / columns
    stones: list[Polygon] = []
    for row in range(rows):
        y, shift = top + row * height, -width / 2 if row % 2 else 0.0
        for column in range(columns + 1):
            x = left + shift + column * width
            stones += _polygons(shape.intersection(box(x, y, x + width, y + height)))
    return stones


def _polygons(shape: BaseGeometry) -> list[Polygon]:
    parts = shapely.get_parts(shapely.get_parts([shape]))
    return [part for part in parts if part.geom_type == "Polygon" and part.area > 1e-9]


def _valid(shape: Polygon) -> Polygon:
    return shape if shape.is_valid else shape.buffer(0)


# Panes


def pane(shape: BaseGeometry, glass: str, tone: float) -> Pane:
    """One piece of glass."""
    return Pane(cast(Polygon, shape), glass, tone)


def panes(shapes: Iterable[BaseGeometry], glass: str | Sequence[str], tones: float | Sequence[float]) -> list[Pane]:
    """A pane for every shape; glasses and tones go round when there are fewer of them than shapes."""
    glasses = (glass,) if isinstance(glass, str) else glass
    steps = (tones,) if isinstance(tones, int | float) else tones
    return [pane(shape, glasses[i % len(glasses)], steps[i % len(steps)]) for i, shape in enumerate(shapes)]


def mirrored(parts: Parts, shade: float = 0.0) -> list[Pane]:
    """The panes in a mirror at x = 0, their tones moved by `shade` (light comes from one side)."""
    items = _flat((parts,))
    shapes = _mapped(shapes_of(items), (-1, 0, 0, 1, 0, 0))
    return [Pane(shape, item.glass, item.tone + shade) for item, shape in zip(items, shapes, strict=True)]


def turned(parts: Parts, degrees: float, x: float = 0.0, y: float = 0.0) -> list[Pane]:
    """The panes turned clockwise about (x, y)."""
    items = _flat((parts,))
    return reshaped(items, _mapped(shapes_of(items), _rotation(degrees, x, y)))


def placed(parts: Iterable[Pane], x: float, y: float, radius: float) -> list[Pane]:
    """Panes in unit coordinates brought to millimetres: the unit circle becomes that of `radius` about (x, y)."""
    items = list(parts)
    moved = shapely.transform(shapes_of(items), lambda points: points * radius + (x, y))
    return reshaped(items, moved)


def stack(*parts: Parts, least: float = LEAST_AREA) -> list[Pane]:
    """Panes laid over each other from back to front: what a later one covers is cut from the earlier ones.

    Parts smaller than `least` (square units) are left out.
    """
    items = _flat(parts)
    shapes = shapes_of(items)
    invalid = ~shapely.is_valid(shapes)
    shapes[invalid] = shapely.buffer(shapes[invalid], 0)
    below, above = shapely.STRtree(shapes).query(shapes, predicate="intersects")
    below, above = below[above > below], above[above > below]
    covered, starts = np.unique(below, return_index=True)
    left = shapes.copy()
    for index, covers in zip(covered, np.split(shapes[above], starts[1:]), strict=False):
        left[index] = shapely.difference(shapes[index], shapely.union_all(covers) if len(covers) > 1 else covers[0])
    return apart(items, left, least)


def apart(items: Sequence[Pane], shapes: Shapes, least: float) -> list[Pane]:
    """New panes of `items`, pane i with the polygons of shapes[i] of at least the area `least`, one pane a polygon."""
    parts, index = parted(shapes)
    if not (sound := shapely.is_valid(parts)).all():
        # Cutting at a flat angle leaves edges that touch themselves; the next cut would fail on them.
        parts = parts.copy()
        parts[~sound] = shapely.make_valid(parts[~sound])
    if (shapely.get_type_id(parts) > POLYGON).any():
        parts, again = shapely.get_parts(parts, return_index=True)
        index = index[again]
    big = shapely.area(parts) > max(least, 1e-9)
    return [
        Pane(part, items[i].glass, items[i].tone) for part, i in zip(parts[big], index[big].tolist(), strict=True)
    ]


def parted(shapes: Shapes) -> tuple[Shapes, npt.NDArray[np.int64]]:
    """The parts of all shapes, and the shape that each is of; polygons are their own parts."""
    if (shapely.get_type_id(shapes) == POLYGON).all():
        return shapes, np.arange(len(shapes))
    parts, index = shapely.get_parts(shapes, return_index=True)
    return parts, index


def reshaped(items: Sequence[Pane], shapes: Shapes) -> list[Pane]:
    """The panes with other shapes, one each."""
    return [Pane(shape, item.glass, item.tone) for item, shape in zip(items, shapes, strict=True)]


def shapes_of(items: Sequence[Pane]) -> Shapes:
    """The panes' polygons as an array, as Shapely's array functions want them."""
    out = np.empty(len(items), dtype=object)
    out[:] = [item.shape for item in items]
    return out


def _flat(parts: Iterable[Parts]) -> list[Pane]:
    out: list[Pane] = []
    for part in parts:
        if isinstance(part, Pane):
            out.append(part)
        else:
            out.extend(part)
    return out
