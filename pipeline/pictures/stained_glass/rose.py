"""Rose windows: petals about a hub. One petal is drawn and turned; all lengths are millimetres."""

import math
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from shapely import Polygon

from pipeline.pictures.stained_glass.kernel import (
    Pane,
    cut,
    disc,
    inset,
    join,
    pane,
    panes,
    placed,
    rotate,
    sector,
    sectors,
    split,
    stack,
    turned,
)

#: Radii, as shares of the window's.
_HUB, _FOOT, _SHOULDER, _SPANDREL = 0.335, 0.385, 0.70, 0.875


def rose(
    x: float, y: float, radius: float, glasses: Sequence[str], petals: int, hub: str, rng: random.Random
) -> list[Pane]:
    """A rose of `petals` about (x, y), petal i of glass i (they go round), with a hub of the glass `hub`.

    Petals of one glass are alike, so a rose of twice as many petals as glasses is the same upside down.
    """
    shades = {glass: rng.uniform(-0.04, 0.04) for glass in dict.fromkeys(glasses)}
    around: list[Pane] = []
    for index, parts in enumerate(_colorless(radius, petals)):
        glass, following = glasses[index % len(glasses)], glasses[(index + 1) % len(glasses)]
        names = {"petal": glass, "left": glass, "right": following, "gold": "gold", "eye": glass}
        around += [
            pane(part.shape, names[part.glass], part.tone + (shades[glass] if part.glass == "petal" else 0.0))
            for part in parts
        ]
    halo = panes(sectors(0, 0, radius * _HUB, radius * _FOOT, 2 * petals), "gold", (0.24, 0.45))
    middle = panes(sectors(0, 0, 0, radius * _HUB, petals), hub, (0.10, 0.20))
    return placed([*around, *halo, *middle], x, y, 1.0)


@lru_cache(maxsize=16)
def _colorless(radius: float, petals: int) -> Sequence[Sequence[Pane]]:
    """The petals of a rose about (0, 0), each with what is between it and the next; glass is named by its place."""
    width = 360 / petals
    petal, between = _petal(radius, width), _spandrel(radius, width)
    return [[*turned(petal, index * width), *turned(between, (index + 0.5) * width)] for index in range(petals)]


def hub_radius(radius: float) -> float:
    """The radius of the hub of a rose of `radius`."""
    return radius * _HUB


def _outline(radius: float, width: float) -> Polygon:
    """A petal that points up: a wedge with a round head, that touches its neighbors."""
    half, head = width / 2, radius * _SHOULDER
    wedge = sector(0, 0, radius * _FOOT, head, -half, half)
    return cast(Polygon, join(wedge, disc(0, -head, head * math.sin(math.radians(half)), 12)))


def _petal(radius: float, width: float) -> list[Pane]:
    """A gold rim around four panes, and an eye of light in the head."""
    whole = _outline(radius, width)
    inside = inset(whole, radius * 0.035)
    upright, level = [(0, 0), (0, -2 * radius)], [(-radius, -radius * 0.54), (radius, -radius * 0.54)]
    eye = disc(0, -radius * _SHOULDER * 0.96, radius * width * 0.0033, 18)
    return stack(
        panes(split(cut(whole, inside), upright), "gold", (0.42, 0.5)),
        panes(split(inside, upright, level), "petal", (0.50, 0.66, 0.42, 0.58)),
        pane(eye, "petal", 0.20),
        least=0.1,
    )


def _spandrel(radius: float, width: float) -> list[Pane]:
    """What is between two petals, about the upright: a dark field in halves, and an eye rimmed with gold."""
    petal = _outline(radius, width)
    wedge = sector(0, 0, radius * _FOOT, radius * 1.001, -width / 2, width / 2, 5)
    area = cut(wedge, rotate(petal, -width / 2), rotate(petal, width / 2))
    middle = -radius * _SPANDREL
    return stack(
        panes(split(area, [(0, 0), (0, -2 * radius)]), ("left", "right"), (0.78, 0.84)),
        pane(disc(0, middle, radius * 0.088, 18), "gold", 0.5),
        pane(disc(0, middle, radius * 0.055, 24), "eye", 0.32),
        least=0.1,
    )
