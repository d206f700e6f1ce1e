"""Leading a window: nets of panes, cutting them to shape, and mending the splinters that cutting leaves.

Everything here is in millimetres. Panes go in and come out as lists; the work is done on arrays of Shapely geometries.
"""

import math
import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pipeline.pictures.stained_glass.kernel import Pane, Point, Shapes, apart, outlined, reshaped, shapes_of

#: Given ring and number around it, which glass a cell of a net is made of, and its tone.
Glazing = Callable[[int, int], tuple[str, float]]

#: How far the straight pieces of a curved lead may stray from the curve, in mm; far below what print can show.
_SAGITTA = 0.025
#: How far a splinter is made to reach over its edge, so that it meets its neighbors, in mm.
_SEAM = 0.02


def polar(
    center: Point,
    radii: Sequence[float],
    angles: Sequence[Sequence[float]],
    glazing: Glazing,
    stretch: tuple[float, float] = (1.0, 1.0),
    twist: Sequence[float] = (),
) -> list[Pane]:
    """A net of rings and rays about `center`.

    Ring k lies between radii[k] and radii[k + 1]; its leads stand at angles[k] (degrees clockwise from the top, rising,
    the first at most 360 below the last). twist[k] turns the net at radii[k]. `stretch` scales it across and down.
    """
    turns = twist or (0.0,) * len(radii)
    cells: list[list[Point]] = []
    glass: list[tuple[str, float]] = []
    for ring, leads in enumerate(angles):
        inner, outer = radii[ring], radii[ring + 1]
        before, after = turns[ring], turns[ring + 1]
        for number, (start, end) in enumerate(pairwise([*leads, leads[0] + 360])):
            near = _arc(inner, start + before, end + before)[::-1] if inner > 0 else [(0.0, 0.0)]
            cells.append(_arc(outer, start + after, end + after) + near)
            glass.append(glazing(ring, number))
    shapes = outlined(cells, center, stretch)
    return [Pane(shape, *glazed) for shape, glazed in zip(shapes, glass, strict=True)]


def _arc(radius: float, start: float, end: float) -> list[Point]:
    """Points from `start` to `end` degrees. Those between stand at the same angles for every arc of one radius, so that
    neighbors share them."""
    step = 360 / max(12, math.ceil(math.pi / math.acos(1 - min(0.5, _SAGITTA / radius))))
    first, last = math.floor(start / step + 1e-6) + 1, math.ceil(end / step - 1e-6) - 1
    degrees = [start, *(step * index for index in range(first, last + 1)), end]
    return [(radius * math.sin(a), -radius * math.cos(a)) for a in map(math.radians, degrees)]


def spokes(rng: random.Random, count: int, jitter: float, turn: float) -> list[float]:
    """`count` angles around, each moved by up to `jitter` of a step."""
    return [turn + 360 * (index + rng.uniform(-jitter, jitter)) / count for index in range(count)]


def doubled(angles: Sequence[float]) -> list[float]:
    """The angles with one more in the middle of every two."""
    following = [*angles[1:], angles[0] + 360]
    return [angle for a, b in zip(angles, following, strict=True) for angle in (a, (a + b) / 2)]


def between(angles: Sequence[float]) -> list[float]:
    """Angles in the middle of every two, as the next course of bricks stands."""
    following = [*angles[1:], angles[0] + 360]
    return [(a + b) / 2 for a, b in zip(angles, following, strict=True)]


def clip(panes: Sequence[Pane], outline: BaseGeometry, least: float = 0.02) -> list[Pane]:
    """What of the panes lies in `outline`; parts below `least` mm² are dropped."""
    shapes = shapes_of(panes)
    shapely.prepare(outline)
    inside = shapely.contains(outline, shapes)
    shapes[~inside] = shapely.intersection(outline, shapes[~inside])
    return apart(panes, shapes, least)


def without(panes: Sequence[Pane], hole: BaseGeometry, least: float = 0.02) -> list[Pane]:
    """What of the panes lies outside `hole`; parts below `least` mm² are dropped."""
    shapes = shapes_of(panes)
    shapely.prepare(hole)
    touched = shapely.intersects(hole, shapes)
    hidden = shapely.contains_properly(hole, shapes)
    shapes[hidden] = Polygon()  # to cut them away takes as long as to cut others
    touched &= ~hidden
    shapes[touched] = shapely.difference(shapes[touched], hole)
    return apart(panes, shapes, least)


def over(below: Sequence[Pane], above: Sequence[Pane]) -> list[Pane]:
    """Both, with what `above` covers cut out of `below`."""
    return [*without(below, footprint(above)), *above] if above else list(below)


def footprint(panes: Sequence[Pane], seam: float = 0.01) -> BaseGeometry:
    """The area that the panes cover, gaps narrower than twice `seam` mm closed."""
    return _footprint(tuple(pane.shape for pane in panes), seam)


@lru_cache(maxsize=64)
def _footprint(shapes: tuple[Polygon, ...], seam: float) -> BaseGeometry:
    return shapely.union_all(shapely.buffer(shapes, seam, quad_segs=1))


def columns(left: float, right: float, top: float, bottom: float, leads: Sequence[Point]) -> Shapes:
    """Upright strips from `left` to `right`, parted by leads that go from x = lead[0] at the top to lead[1] at the
    bottom."""
    edges = [(left, left), *leads, (right, right)]
    return outlined([[(a, top), (c, top), (d, bottom), (b, bottom)] for (a, b), (c, d) in pairwise(edges)])


def tidy(panes: Sequence[Pane], small: float = 1.5, narrow: float = 1.2, crumb: float = 0.3) -> list[Pane]:
    """The panes with splinters and sharp tips joined to the neighbor that they share the longest lead with.

    A splinter is smaller than `small` mm² or about narrower than `narrow` mm (twice its area over half its edge). One
    without neighbors stays, unless it is smaller than `crumb` mm²: that much is all lead.
    """
    if not panes:
        return []
    panes = _blunted(panes)
    shapes = shapes_of(panes)
    areas, lengths = shapely.area(shapes), shapely.length(shapes)
    splinters = np.flatnonzero((areas < small) | (4 * areas < narrow * lengths))
    splinters = splinters[np.argsort(areas[splinters], kind="stable")]
    tree, edges = shapely.STRtree(shapes), shapely.boundary(shapes)
    reaches = dict(zip(splinters.tolist(), shapely.buffer(shapes[splinters], _SEAM, quad_segs=2), strict=True))
    heir = list(range(len(panes)))  # the pane that each is now part of
    grown: set[int] = set()  # those that others are now part of
    gone: set[int] = set()

    def owner(index: int) -> int:
        while heir[index] != index:
            index = heir[index]
        return index

    for splinter in splinters.tolist():
        shape, reach = shapes[splinter], reaches[splinter]
        if heir[splinter] != splinter:
            continue
        if splinter in grown:
            if shape.area >= small and 4 * shape.area >= narrow * shape.length:
                continue
            reach = shape.buffer(_SEAM, quad_segs=2)
        near = sorted({owner(index) for index in tree.query(reach).tolist()} - {splinter} - gone)
        shared = shapely.length(shapely.intersection(edges[near], reach)).tolist()
        longest = max(shared, default=0.0)
        if longest > 0.25:
            target = near.pop(shared.index(longest))
            whole = shapely.union(shapes[target], reach)
            if near:
                whole = whole.difference(shapely.union_all(shapes[near]) if len(near) > 1 else shapes[near[0]])
            shapes[target] = _sealed(whole)
            edges[target] = shapely.boundary(shapes[target])
            heir[splinter] = target
            grown.add(target)
        elif shape.area < crumb:
            gone.add(splinter)
    kept = [index for index in range(len(panes)) if heir[index] == index and index not in gone]
    return reshaped([panes[index] for index in kept], shapes[kept])


def _blunted(panes: Sequence[Pane], sharp: float = 26.0, thick: float = 0.7) -> list[Pane]:
    """The panes with corners below `sharp` degrees cut off where they are thinner than `thick` mm; what is cut off are
    panes of their own."""
    shapes = shapes_of(panes)
    corners, owner = shapely.get_coordinates(shapely.get_exterior_ring(shapes), return_index=True)
    ahead = np.diff(corners, axis=0)
    headings = np.arctan2(ahead[:, 1], ahead[:, 0])
    # The turn at point i + 1; the first point of a ring, which is its last too, is turned at from the last edge.
    turns = np.abs((np.diff(headings) + math.pi) % (2 * math.pi) - math.pi)
    inner = (owner[:-2] == owner[1:-1]) & (owner[1:-1] == owner[2:])
    starts = np.flatnonzero(np.diff(owner, prepend=-1))
    ends = np.append(starts[1:], len(corners)) - 1
    first = np.abs((headings[starts] - headings[ends - 1] + math.pi) % (2 * math.pi) - math.pi)
    limit = math.pi - math.radians(sharp)
    is_pointed = np.zeros(len(panes), dtype=np.bool_)
    is_pointed[owner[starts]] = first > limit
    is_pointed[owner[1:-1][inner & (turns > limit)]] = True
    pointed = np.flatnonzero(is_pointed)
    if not len(pointed):
        return list(panes)
    cut = shapes[pointed]
    core = shapely.buffer(cut, -thick / 2, quad_segs=1, join_style="mitre")
    # Shapely's mitred buffers may cross themselves.
    thickened = shapely.make_valid(shapely.buffer(core, thick / 2 + 0.01, join_style="mitre", mitre_limit=3))
    blunt = shapely.intersection(cut, thickened)
    whole = shapely.is_empty(blunt)
    blunt[whole] = cut[whole]
    tips = shapely.difference(cut, blunt)
    sharp_panes = [panes[index] for index in pointed.tolist()]
    rest = [item for item, sharp_one in zip(panes, is_pointed.tolist(), strict=True) if not sharp_one]
    return [*rest, *apart(sharp_panes, blunt, 0.02), *apart(sharp_panes, tips, 0.02)]


def _sealed(shape: BaseGeometry, pinhole: float = 0.3) -> Polygon:
    """The largest polygon of `shape`, made valid, without holes below `pinhole` mm²."""
    if not shape.is_valid:
        shape = shapely.make_valid(shape)
    largest = shape if isinstance(shape, Polygon) else max(shapely.get_parts(shape).tolist(), key=shapely.area)
    if not shapely.get_num_interior_rings(largest):
        return largest
    holes = [ring for ring in largest.interiors if Polygon(ring).area >= pinhole]
    return Polygon(largest.exterior, holes) if len(holes) < len(largest.interiors) else largest


def beads(
    outline: Polygon, width: float, length: float, pattern: Sequence[tuple[str, float]]
) -> tuple[list[Pane], Polygon]:
    """A strip of beads along the inner edge of `outline`, and the outline that is left inside.

    Beads are about `length` mm long. Between two corners of the outline they are odd in number, and the pattern of
    (glass, tone) goes from the middle one outwards, so that a strip is the same from either end.
    """
    shapes, places, inner = _beads(outline, width, length)
    return [Pane(shape, *pattern[place % len(pattern)]) for shape, place in zip(shapes, places, strict=True)], inner


@lru_cache(maxsize=32)
def _beads(outline: Polygon, width: float, length: float) -> tuple[Sequence[Polygon], Sequence[int], Polygon]:
    """The beads, how far each is from the middle of its side, counted in beads, and the outline inside."""
    inner = outline.buffer(-width, join_style="mitre")
    ring, inside = outline.exterior, inner.exterior
    shapes: list[Polygon] = []
    places: list[int] = []
    for start, end in _sides(outline):
        count = max(1, 2 * round((end - start) / length / 2) + (0 if end - start == ring.length else 1))
        steps = max(3, math.ceil((end - start) / count / 0.7))
        along = np.linspace(start, end, count * steps + 1)
        far = shapely.line_interpolate_point(ring, along % ring.length)
        near = shapely.line_interpolate_point(inside, shapely.line_locate_point(inside, far))
        # A row of numbers of points for each bead.
        piece = steps * np.arange(count)[:, None] + np.arange(steps + 1)
        corners = [shapely.get_coordinates(far)[piece], shapely.get_coordinates(near)[piece[:, ::-1]]]
        strip = np.asarray(shapely.polygons(np.concatenate(corners, axis=1)))
        shapes += shapely.simplify(strip, 0.012).tolist()
        places += [abs(2 * bead + 1 - count) // 2 for bead in range(count)]
    return shapes, places, inner


def _sides(outline: Polygon) -> list[tuple[float, float]]:
    """Where along the outline its sides between corners of 25 degrees and more begin and end, in mm."""
    points = shapely.get_coordinates(outline.exterior)[:-1]
    ahead = np.roll(points, -1, axis=0) - points
    headings = np.arctan2(ahead[:, 1], ahead[:, 0])
    turns = np.abs((headings - np.roll(headings, 1) + math.pi) % (2 * math.pi) - math.pi)
    travelled = np.concatenate([[0.0], np.cumsum(np.hypot(ahead[:, 0], ahead[:, 1]))])
    corners = [float(travelled[i]) for i in np.flatnonzero(turns > math.radians(25))]
    if not corners:
        return [(0.0, outline.exterior.length)]
    total = outline.exterior.length
    return list(zip(corners, [*corners[1:], corners[0] + total], strict=True))
