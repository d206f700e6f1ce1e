"""Small builders that the dark emblems share: a shape cut into slices, a shape put somewhere, a broken-off stone."""

from collections.abc import Iterable, Sequence
from random import Random

from shapely import Polygon

from pipeline.pictures.stained_glass.kernel import Geometry, Pane, Point, move, polygon, rotate, scale, split


def slices(
    shape: Polygon, glass: str, tones: Sequence[float], *cuts: Sequence[Point], down: bool = False
) -> list[Pane]:
    """`shape` parted along `cuts`; the pieces take the tones in turn, from left to right (with `down`: downwards)."""
    pieces = split(shape, *cuts)
    if down:
        pieces.sort(key=lambda piece: round(piece.centroid.y, 3))
    return [Pane(piece, glass, tones[index % len(tones)]) for index, piece in enumerate(pieces)]


def put(shape: Geometry, x: float, y: float, turn: float = 0.0, size: float = 1.0) -> Geometry:
    """`shape` scaled and turned (degrees clockwise) about its origin, then moved to (x, y)."""
    return move(rotate(scale(shape, size, size), turn), x, y)


def moved(panes: Iterable[Pane], x: float, y: float, turn: float = 0.0, size: float = 1.0) -> list[Pane]:
    """Every pane as by `put`."""
    return [Pane(put(pane.shape, x, y, turn, size), pane.glass, pane.tone) for pane in panes]


def near(rng: Random, value: float, spread: float) -> float:
    """`value` give or take `spread`: how the seed varies a drawing."""
    return value + rng.uniform(-spread, spread)


_STONE = polygon([(-0.5, -0.36), (0.34, -0.48), (0.52, 0.22), (0.1, 0.46), (-0.46, 0.3)])


def stone(x: float, y: float, size: float, turn: float) -> Polygon:
    """A broken-off block about `size` across."""
    return put(_STONE, x, y, turn, size)
