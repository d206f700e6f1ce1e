"""Emblems of Light Blue, Might: the winged shield, the mountain, the tower."""

import random
from functools import lru_cache

from pipeline.pictures.stained_glass.emblems_light.cuts import composed, diamond, fan, pair, plume, shade, upright
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    box,
    courses,
    cut,
    inset,
    join,
    meet,
    pane,
    panes,
    path,
    polygon,
    split,
)


@lru_cache
def _winged_shield(feathers: int) -> tuple[Pane, ...]:
    # Wings raised like an eagle's: broad blunt feathers close together, the longest uppermost, and a row of coverts.
    parts: list[Pane] = []
    for i in range(feathers):
        share = i / (feathers - 1)
        feather = plume(0.2, 0.2, 0.98 + 0.42 * share, 0.42, 106 - 66 * share)
        parts += pair(feather, "color" if i % 2 else "white", 0.36 if i % 2 else 0.1, 0.46 if i % 2 else 0.3)
    for i in range(3):
        covert = plume(0.2, 0.16, 0.66 + 0.16 * i, 0.42, 98 - 26 * i)
        parts += pair(covert, "accent-1", 0.42 + 0.08 * (i % 2), 0.54 + 0.08 * (i % 2))
    shield = path(
        "M-.56 -.7C-.3 -.62 -.16 -.68 0 -.8C.16 -.68 .3 -.62 .56 -.7L.56 .1C.56 .56 .3 .88 0 1.1"
        "C-.3 .88 -.56 .56 -.56 .1Z"
    )
    field = inset(shield, 0.11)
    parts += panes(split(cut(shield, field), *upright(0), [(-2, 0.1), (2, 0.1)]), "gold", (0.3, 0.42, 0.46, 0.58))
    parts += panes(split(field, *upright(0), [(-2, -0.05), (2, -0.05)]), "color", (0.62, 0.5, 0.48, 0.68))
    parts.append(pane(meet(field, join(box(-0.1, -1, 0.1, 2), box(-1, -0.16, 1, 0.06))), "white", 0.08))
    parts.append(pane(diamond(0, -0.05, 0.2, 0.2), "jewel", 0.42))
    return composed(parts)


def winged_shield(rng: random.Random) -> list[Pane]:
    """A shield on eagles' wings (Isaiah 40:31, Psalm 91:4)."""
    return shade(_winged_shield(rng.choice((4, 5))), rng)


def _peak(x: float, top: float, half: float, foot: float, glass: str, tone: float) -> list[Pane]:
    """A snow-covered peak in two faces, lit from the left."""
    rock = polygon([(x - half, foot), (x, top), (x + half, foot)])
    d = foot - top
    ridge = [(x, top - 1), (x, top), (x + 0.14 * half, top + 0.45 * d), (x - 0.06 * half, foot), (x, foot + 1)]
    snow = polygon(
        [
            (x, top - 0.01),
            (x - 0.38 * half, top + 0.38 * d),
            (x - 0.16 * half, top + 0.3 * d),
            (x + 0.04 * half, top + 0.46 * d),
            (x + 0.18 * half, top + 0.32 * d),
            (x + 0.38 * half, top + 0.38 * d),
        ]
    )
    return [
        *panes(split(rock, ridge), glass, (tone, tone + 0.2)),
        *panes(split(meet(snow, rock), ridge), "white", (0.02, 0.4)),
    ]


@lru_cache
def _mountain(rays: int) -> tuple[Pane, ...]:
    meadow = path(
        "M-1.08 .92C-.96 .78 -.6 .66 -.2 .74C.2 .8 .5 .64 .8 .72C.92 .78 1.02 .84 1.08 .92L1.12 1.1L-1.12 1.1Z"
    )
    way = path(
        "M-.06 1.4C-.1 1.16 .22 1.06 .02 .92C-.1 .84 .02 .78 .06 .6L.2 .6C.2 .78 .12 .82 .26 .92"
        "C.5 1.06 .24 1.2 .3 1.4Z"
    )
    return composed(
        panes(fan(0.0, -0.36, 0.36, 0.84, -114, 114, rays), "jewel", (0.22, 0.42)),
        panes(fan(0.0, -0.36, 0.0, 0.36, -110, 110, 4), "gold", (0.05, 0.16)),
        _peak(-0.6, -0.1, 0.48, 0.94, "accent-1", 0.46),
        _peak(0.62, 0.02, 0.46, 0.94, "accent-1", 0.54),
        _peak(0.0, -0.66, 0.86, 0.9, "color", 0.5),
        panes(split(meadow, *upright(-0.7, -0.2, 0.62, lean=0.1)), "color", (0.7, 0.82, 0.74, 0.86)),
        pane(meet(way, meadow), "gold", 0.16),
    )


def mountain(rng: random.Random) -> list[Pane]:
    """The hills from which help comes (Psalm 121:1)."""
    return shade(_mountain(rng.choice((9, 11))), rng)


@lru_cache
def _tower(rows: int) -> tuple[Pane, ...]:
    wall = polygon([(-0.56, -0.36), (0.56, -0.36), (0.66, 0.96), (-0.66, 0.96)])
    corbel = polygon([(-0.8, -0.52), (0.8, -0.52), (0.58, -0.32), (-0.58, -0.32)])
    merlons = [box(x, -1.02, x + 0.32, -0.78) for x in (-0.8, -0.16, 0.48)]
    gate = path("M-.26 .98L-.26 .5C-.26 .3 -.14 .2 0 .2C.14 .2 .26 .3 .26 .5L.26 .98Z")
    slit = path("M-.08 .04L-.08 -.12C-.08 -.2 0 -.26 0 -.26C0 -.26 .08 -.2 .08 -.12L.08 .04Z")
    rock = path("M-.98 1.2L-.86 1.04L-.66 .92L.66 .92L.86 1.04L.98 1.2Z")
    pennant = path("M.05 -1.3C.22 -1.36 .36 -1.22 .56 -1.28L.48 -1.16L.56 -1.02C.36 -.98 .22 -1.1 .05 -1.04Z")
    return composed(
        panes(courses(wall, rows, 3), "color", (0.5, 0.62, 0.44, 0.7, 0.56)),
        panes(split(corbel, *upright(-0.26, 0.26)), "accent-1", (0.4, 0.5, 0.6)),
        panes(split(box(-0.8, -0.8, 0.8, -0.5), *upright(-0.32, 0.32)), "color", (0.42, 0.52, 0.62)),
        panes(merlons, "color", (0.36, 0.46, 0.56)),
        pane(box(-0.055, -1.32, 0.055, -0.8), "gold", 0.5),
        pane(pennant, "jewel", 0.4),
        pane(slit, "gold", 0.06),
        pair(meet(gate, box(-1, -1, 0, 2)), "gold", 0.3, 0.46),
        panes(split(rock, *upright(-0.34, 0.3, lean=0.1)), "color", (0.78, 0.88, 0.82)),
    )


def tower(rng: random.Random) -> list[Pane]:
    """The name of the Lord, a strong tower (Proverbs 18:10)."""
    return shade(_tower(rng.choice((4, 5))), rng)


EMBLEMS = {"winged-shield": winged_shield, "mountain": mountain, "tower": tower}
