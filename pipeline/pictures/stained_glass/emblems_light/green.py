"""Emblems of Green, Counsel: the tree, the vine, the shepherd's staff."""

import random
from functools import lru_cache

from shapely import LineString

from pipeline.pictures.stained_glass.emblems_light.cuts import bands, composed, shade, upright
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    arc,
    at_angle,
    disc,
    meet,
    mirrored,
    move,
    pane,
    panes,
    path,
    rotate,
    split,
    turned,
)


@lru_cache
def _tree(fruits: int) -> tuple[Pane, ...]:
    glass = (("color", 0.42), ("color", 0.50), ("accent-1", 0.46), ("accent-0", 0.42), ("color", 0.36))
    rows = (
        (-0.86, 0.34, (0.0,)),
        (-0.66, 0.36, (-0.4, 0.4)),
        (-0.38, 0.36, (-0.72, 0.0, 0.72)),
        (-0.1, 0.34, (-0.86, -0.36, 0.36, 0.86)),
        (0.12, 0.28, (-0.6, 0.6)),
    )
    # Foliage in overlapping rounds, like the trees of old windows: a fan of pointed leaves would be another plant.
    rounds = [(x, y, radius) for y, radius, xs in rows for x in xs]
    parts: list[Pane] = []
    for index, (x, y, radius) in enumerate(rounds):
        name, tone = glass[index % len(glass)]
        halves = split(disc(x, y, radius), [(x, y - 1), (x * 0.94, y + 1)])
        parts += panes(halves, name, (tone, tone + 0.15))
    trunk = path(
        "M-.15 .98C-.09 .66 -.09 .5 -.1 .36C-.2 .2 -.42 .14 -.62 -.02L-.55 -.12C-.4 -.02 -.2 .02 -.08 .1L-.06 -.44"
        "L.06 -.44L.08 .1C.2 .02 .4 -.02 .55 -.12L.62 -.02C.42 .14 .2 .2 .1 .36C.09 .5 .09 .66 .15 .98"
        "C.3 1.06 .44 1.1 .6 1.2L-.6 1.2C-.44 1.1 -.3 1.06 -.15 .98Z"
    )
    parts += panes(split(trunk, [(0, -2), (0, 0.3), (0.05, 2)]), "gold", (0.55, 0.7))
    places = [(0, -0.98), (-0.42, -0.76), (0.42, -0.76), (-0.8, -0.44), (0.8, -0.44), (-0.27, -0.44), (0.27, -0.44)]
    places += [(-0.9, -0.02), (0.9, -0.02)]
    parts += panes([disc(x, y, 0.105) for x, y in places[:fruits]], "jewel", (0.4, 0.52))
    return composed(parts)


def tree(rng: random.Random) -> list[Pane]:
    """The tree planted by the waters, with its fruit (Psalm 1:3)."""
    return shade(_tree(rng.choice((3, 5))), rng)


@lru_cache
def _vine(grapes: int) -> tuple[Pane, ...]:
    # A vine's leaf is broad and round with shallow lobes, cut along three veins.
    blade = path(
        "M0 .06C-.14 .2 -.36 .22 -.5 .06C-.48 -.04 -.5 -.1 -.6 -.18C-.62 -.36 -.5 -.46 -.36 -.46"
        "C-.34 -.6 -.24 -.7 -.1 -.7L0 -.84L.1 -.7C.24 -.7 .34 -.6 .36 -.46C.5 -.46 .62 -.36 .6 -.18"
        "C.5 -.1 .48 -.04 .5 .06C.36 .22 .14 .2 0 .06Z"
    )
    veins: list[list[tuple[float, float]]] = [[(0, 0.3), (0, -1)], [(0, 0), (-0.7, -0.34)], [(0, 0), (0.7, -0.34)]]
    stem = path(
        "M-1.16 -.98C-.8 -.8 -.5 -.92 -.1 -.84C.3 -.76 .7 -.9 1.12 -.72L1.1 -.56C.7 -.72 .3 -.6 -.02 -.68"
        "L.06 -.3L-.08 -.3L-.14 -.7C-.5 -.76 -.8 -.64 -1.2 -.82Z"
    )
    cells = split(blade, *veins)
    parts: list[Pane] = []
    for turn, x, y, tones in ((-68, -0.4, -0.5, (0.4, 0.52, 0.46, 0.6)), (64, 0.42, -0.44, (0.44, 0.6, 0.38, 0.5))):
        parts += panes([move(rotate(cell, turn), x, y) for cell in cells], "color", tones)
    parts += panes(split(stem, [(-0.5, -2), (-0.5, 2)], [(0.24, -2), (0.2, -0.2)]), "gold", (0.6, 0.52, 0.66))
    rows = enumerate((5, 4, 3, 2, 1))
    places = [(0.32 * (i - (count - 1) / 2), 0.05 + 0.275 * row) for row, count in rows for i in range(count)]
    if grapes > len(places):
        places.insert(0, (0.0, -0.22))
    parts += panes([disc(x, y, 0.178) for x, y in places], "jewel", (0.36, 0.44, 0.62, 0.5))
    return composed(parts)


def vine(rng: random.Random) -> list[Pane]:
    """The true vine: a branch, its leaves and a full cluster (John 15:5)."""
    parts = shade(_vine(rng.choice((15, 16))), rng)
    return mirrored(parts) if rng.random() < 0.5 else parts


@lru_cache
def _shepherd_staff(segments: int) -> tuple[Pane, ...]:
    hook = [(0.0, 1.16), (0.0, -0.66), *arc(-0.4, -0.66, 0.4, 90, -100)[1:], (-0.74, -0.36), (-0.62, -0.26)]
    staff = LineString(hook).buffer(0.125, cap_style="round", join_style="round")
    straight = [[(-0.3, y), (0.3, y)] for y in (-0.56, 0.3, 0.44)]
    bends = [[(-0.4, -0.66), at_angle(-0.4, -0.66, 0.8, 100 - 190 * i / segments)] for i in range(1, segments + 1)]
    crook = panes(split(staff, *straight, *bends), "gold", (0.42, 0.58, 0.34, 0.5))
    club = path("M-.15 -1.02C-.15 -1.24 .15 -1.24 .15 -1.02L.12 -.62L.1 1.16L-.1 1.16L-.12 -.62Z")
    rod = panes(bands(club, -0.64, -0.5, 0.3), "accent-1", (0.42, 0.7, 0.5, 0.6))
    hill = path("M-1.1 1.22C-.9 .86 -.5 .74 -.1 .8C.3 .86 .5 .7 .76 .74C.96 .78 1.08 .98 1.14 1.22Z")
    brook = path(
        "M-.34 .6C-.1 .84 -.44 .96 -.12 1.06C.06 1.12 .1 1.2 .08 1.4"
        "L.46 1.4C.5 1.2 .3 1.1 .12 1.02C-.04 .94 .1 .86 -.02 .6Z"
    )
    return composed(
        turned(rod, 34, 0.0, 0.34),
        turned([pane(move(item.shape, 0.12, 0), item.glass, item.tone) for item in crook], -14, 0.0, 0.34),
        panes(split(hill, *upright(-0.66, 0.2, 0.72, lean=0.1)), "color", (0.5, 0.62, 0.44, 0.66)),
        pane(meet(brook, hill), "accent-0", 0.4),
    )


def shepherd_staff(rng: random.Random) -> list[Pane]:
    """The rod and the staff, on the pasture beside the stream (Psalm 23:2-4)."""
    return shade(_shepherd_staff(rng.choice((3, 4))), rng)


EMBLEMS = {"tree": tree, "vine": vine, "shepherd-staff": shepherd_staff}
