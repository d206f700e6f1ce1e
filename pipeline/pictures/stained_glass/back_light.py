"""The back of the Light: a rose of fourteen petals, seven colors twice, so that the card has no way up."""

import random
from collections.abc import Mapping

from pipeline.drawing import Item
from pipeline.pictures.stained_glass.color import Ramp
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    Point,
    at_angle,
    disc,
    ngon,
    pane,
    panes,
    placed,
    polygon,
    stack,
)
from pipeline.pictures.stained_glass.mesh import over
from pipeline.pictures.stained_glass.paint import Light, Window, frame, outline_drawing, paint
from pipeline.pictures.stained_glass.rose import hub_radius, rose
from pipeline.pictures.stained_glass.walls import NIGHT, wall

_RADIUS = 29.2 / 69.85
#: A highlight on the middle of a came looks the same from both sides.
_CENTERED: Point = (0.0, 0.0)


def back(
    width: float, height: float, ramps: Mapping[str, Ramp], colors: int, saver: bool, rng: random.Random
) -> list[Item]:
    """The whole back without its words, the same after half a turn: nothing in it is left to chance but the tones of
    the petals, which are alike in pairs, and those of the wall's upper half, which the lower half repeats turned."""
    x, y, radius = width / 2, height / 2, _RADIUS * width
    glasses = [f"color-{index}" for index in range(colors)]
    petals = 2 * colors if colors > 4 else 12
    field = rose(x, y, radius, glasses, petals, "gold", rng)
    emblem = placed(_sun(petals), x, y, hub_radius(radius) * 0.92)
    window = Window(disc(x, y, radius, 3), over(field, emblem)[: -len(emblem)], emblem)
    if saver:
        return [*outline_drawing(window), *frame(window.outline, True, 1.3)]
    light = Light(x, y, glow=15.0, rays=0, reach=46.0, vignette=0.35)
    return [
        *wall(width, height, NIGHT, rng, (x, y), even=True),
        *paint(window, ramps, light, None, gleam=_CENTERED),
        *frame(window.outline, False, 1.3, gleam=_CENTERED),
    ]


def _sun(points: int) -> list[Pane]:
    """A sun with a ray for every petal."""
    half = 180 / points
    rays = [
        polygon([at_angle(0, 0, 0.42, angle - half), at_angle(0, 0, 1.08, angle), at_angle(0, 0, 0.42, angle + half)])
        for angle in (2 * half * index for index in range(points))
    ]
    disk = pane(ngon(0, 0, 0.43, points, half), "gold", 0.2)
    return stack(panes(rays, "gold", 0.34), disk, pane(disc(0, 0, 0.27), "white", 0.0))
