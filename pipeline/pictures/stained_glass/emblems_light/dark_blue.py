"""Emblems of Dark Blue, Knowledge: the star, the watchtower, the dove."""

import random
from functools import lru_cache

from pipeline.pictures.stained_glass.emblems_light.cuts import composed, pair, shade, upright
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    at_angle,
    box,
    courses,
    disc,
    leaf,
    mirrored,
    ngon,
    pane,
    panes,
    path,
    polygon,
    sectors,
    split,
)


@lru_cache
def _star(ring: int) -> tuple[Pane, ...]:
    parts = panes(sectors(0, 0, 0.52, 0.68, ring), "accent-1", (0.4, 0.56))
    for point in (1, 3, 5, 7, 0, 2, 4, 6):
        cardinal = point % 2 == 0
        length = 1.32 if point == 4 else 1.12 if cardinal else 0.84
        tip = at_angle(0, 0, length, 45 * point)
        for side, light, dark in ((-1, 0.14, 0.34), (1, 0.46, 0.58)):
            corner = at_angle(0, 0, 0.36, 45 * point + side * 22.5)
            half = polygon([(0.0, 0.0), corner, tip])
            parts.append(pane(half, "gold", light + 0.04) if cardinal else pane(half, "color", dark))
    parts.append(pane(ngon(0, 0, 0.24, 8, 22.5), "white", 0.0))
    return composed(parts)


def star(rng: random.Random) -> list[Pane]:
    """The bright morning star (2 Peter 1:19, Revelation 22:16)."""
    return shade(_star(rng.choice((8, 16))), rng)


@lru_cache
def _watchtower(rows: int) -> tuple[Pane, ...]:
    # A tower on a city's wall, roofed and manned; beams of light would make a lighthouse of it.
    shaft = polygon([(-0.34, -0.16), (0.34, -0.16), (0.42, 0.62), (-0.42, 0.62)])
    corbel = polygon([(-0.62, -0.26), (0.62, -0.26), (0.34, -0.06), (-0.34, -0.06)])
    roof = path("M0 -1.28C.12 -1.06 .4 -.9 .74 -.82L-.74 -.82C-.4 -.9 -.12 -1.06 0 -1.28Z")
    gate = path("M-.2 1.16L-.2 .94C-.2 .78 -.1 .7 0 .7C.1 .7 .2 .78 .2 .94L.2 1.16Z")
    merlons = [box(x, 0.46, x + 0.22, 0.64) for x in (-1.02, -0.68, 0.46, 0.8)]
    return composed(
        panes(merlons, "color", (0.6, 0.7)),
        panes(courses(box(-1.02, 0.62, 1.02, 1.16), 2, 3), "color", (0.7, 0.8, 0.62, 0.86, 0.74)),
        panes(courses(shaft, rows, 2), "color", (0.48, 0.62, 0.56, 0.7)),
        panes(split(box(-0.5, -0.84, 0.5, -0.42), *upright(-0.2, 0.2)), "gold", (0.2, 0.04, 0.26)),
        pair(box(-0.56, -0.84, -0.42, -0.42), "color", 0.62, 0.76),
        pane(path("M-.17 -.4L-.17 -.54C-.17 -.64 .17 -.64 .17 -.54L.17 -.4Z"), "accent-0", 0.56),
        pane(disc(0, -0.68, 0.1), "accent-0", 0.4),
        panes(split(box(-0.66, -0.46, 0.66, -0.26), *upright(-0.22, 0.22)), "color", (0.44, 0.54, 0.64)),
        panes(split(corbel, *upright(0)), "accent-0", (0.5, 0.66)),
        panes(split(roof, *upright(-0.2, 0.2, lean=0.4)), "accent-0", (0.44, 0.54, 0.68)),
        pane(box(-0.08, 0.14, 0.08, 0.38), "gold", 0.14),
        panes(split(gate, *upright(0)), "gold", (0.36, 0.5)),
    )


def watchtower(rng: random.Random) -> list[Pane]:
    """The watchman's tower with its lamp (Ezekiel 33:7, Habakkuk 2:1)."""
    return shade(_watchtower(rng.choice((2, 3))), rng)


@lru_cache
def _dove(sky: int) -> tuple[Pane, ...]:
    parts = panes(sectors(0, 0, 0.0, 1.0, sky, 180 / sky), "color", (0.62, 0.74))
    for length, turn, tone in ((0.66, 92, 0.3), (0.72, 106, 0.16), (0.66, 120, 0.36)):
        parts.append(pane(leaf(0.28, 0.26, length, 0.24, turn), "white", tone))
    for x, y, length, turn, tone in (
        (-0.1, 0.0, 1.0, -4, 0.28),
        (-0.14, 0.04, 0.98, -19, 0.36),
        (-0.16, 0.06, 0.86, -34, 0.28),
    ):
        parts.append(pane(leaf(x, y, length, 0.3, turn), "accent-1", tone))
    body = path(
        "M-.86 -.1C-.72 -.26 -.5 -.24 -.36 -.1C-.16 .04 .2 -.02 .46 .28C.3 .5 -.1 .56 -.38 .38"
        "C-.6 .24 -.62 .04 -.86 -.1Z"
    )
    shoulder = path(
        "M-.2 .16C-.2 -.1 -.02 -.34 .16 -.44C.3 -.34 .42 -.2 .5 -.02C.42 .2 .2 .36 0 .34C-.1 .32 -.18 .26 -.2 .16Z"
    )
    parts += panes(split(body, [(-1, 0.28), (-0.3, 0.12), (0.2, 0.24), (1, 0.5)]), "white", (0.02, 0.3))
    for x, y, length, turn, tone in (
        (0.1, 0.26, 0.9, 76, 0.4),
        (0.06, 0.22, 1.08, 60, 0.14),
        (0.02, 0.2, 1.2, 44, 0.32),
        (-0.04, 0.18, 1.22, 29, 0.06),
    ):
        parts.append(pane(leaf(x, y, length, 0.32, turn), "white", tone))
    parts.append(pane(shoulder, "white", 0.0))
    parts.append(pane(path("M-.98 -.1C-.94 .1 -.84 .3 -.66 .46L-.74 .52C-.92 .36 -1.02 .16 -1.06 -.06Z"), "gold", 0.5))
    sprigs = ((-0.96, 0.08, 0.34, 140), (-0.9, 0.22, 0.32, 218), (-0.78, 0.38, 0.32, 104), (-0.72, 0.46, 0.3, 172))
    parts += panes([leaf(x, y, length, 0.17, turn) for x, y, length, turn in sprigs], "accent-2", (0.5, 0.64))
    parts.append(pane(polygon([(-0.8, -0.17), (-1.02, -0.06), (-0.82, -0.02)]), "gold", 0.5))
    return composed(parts)


def dove(rng: random.Random) -> list[Pane]:
    """The Spirit like a dove, with the olive branch (Matthew 3:16, Genesis 8:11)."""
    parts = shade(_dove(rng.choice((8, 10))), rng)
    return mirrored(parts) if rng.random() < 0.5 else parts


EMBLEMS = {"star": star, "watchtower": watchtower, "dove": dove}
