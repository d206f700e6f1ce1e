"""Emblems of Yellow, Understanding: the seven lamps, the rising sun, the jar of eye salve."""

import random
from functools import lru_cache

from pipeline.pictures.stained_glass.emblems_light.cuts import bands, composed, diamond, fan, flame, shade, upright
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    at_angle,
    disc,
    pane,
    panes,
    path,
    polygon,
    split,
)


@lru_cache
def _seven_lamps(knops: int) -> tuple[Pane, ...]:
    stem = polygon([(-0.09, -0.34), (0.09, -0.34), (0.1, 1.0), (-0.1, 1.0)])
    foot = path("M-.62 1.2L-.62 1.06C-.36 1.02 -.2 .96 -.14 .84L.14 .84C.2 .96 .36 1.02 .62 1.06L.62 1.2Z")
    parts: list[Pane] = []
    for radius in (0.99, 0.66, 0.33):
        parts += panes(fan(0, -0.3, radius - 0.085, radius + 0.085, 90, 270, 2), "gold", (0.44, 0.56))
    parts += panes(bands(stem, 0.3, 0.62), "gold", (0.4, 0.5, 0.44))
    for lamp in range(-3, 4):
        x = lamp * 0.33
        cup = polygon([(x - 0.145, -0.46), (x + 0.145, -0.46), (x + 0.085, -0.26), (x - 0.085, -0.26)])
        parts.append(pane(cup, "gold", 0.62))
        parts.append(pane(flame(x, -0.46, 0.25, 0.52 if lamp else 0.64), "accent-0", 0.5 if lamp % 2 else 0.4))
        parts.append(pane(flame(x, -0.47, 0.12, 0.26), "white", 0.05))
    parts += panes([diamond(0, y, 0.16, 0.16) for y in (0.53, 0.19)[:knops]], "jewel", (0.46, 0.56))
    parts += panes(split(foot, *upright(-0.18, 0.18)), "gold", (0.6, 0.46, 0.7))
    return composed(parts)


def seven_lamps(rng: random.Random) -> list[Pane]:
    """The lampstand with its seven lamps (Exodus 25:37, Revelation 4:5)."""
    return shade(_seven_lamps(rng.choice((1, 2))), rng)


@lru_cache
def _rising_sun(rays: int) -> tuple[Pane, ...]:
    horizon = 0.42
    step = 180 / rays
    parts: list[Pane] = []
    for ray in range(rays):
        angle, long = -90 + step * (ray + 0.5), ray % 2 == 0
        foot = [at_angle(0, horizon, 0.74, angle + side * step * 0.46) for side in (-1, 1)]
        tip = at_angle(0, horizon, 1.3 if long else 1.06, angle)
        parts.append(pane(polygon([foot[0], tip, foot[1]]), "accent-0" if long else "gold", 0.5 if long else 0.46))
    parts += panes(fan(0, horizon, 0.46, 0.7, -98, 98, 9), "gold", (0.22, 0.36))
    parts += panes(fan(0, horizon, 0, 0.46, -98, 98, 5), "white", (0.02, 0.24))
    # Water in three swells that lie over each other, the farthest widest.
    far = path(
        "M-1.2 .42C-1 .36 -.8 .5 -.55 .5C-.3 .5 -.25 .37 0 .37C.25 .37 .3 .5 .55 .5C.8 .5 1 .36 1.2 .42"
        "C1.3 .5 1.26 .64 1.12 .68C.9 .62 .75 .74 .5 .74C.3 .74 .2 .62 0 .62C-.2 .62 -.3 .74 -.5 .74"
        "C-.75 .74 -.9 .62 -1.12 .68C-1.26 .64 -1.3 .5 -1.2 .42Z"
    )
    middle = path(
        "M-1 .58L1 .58C1.1 .7 1.08 .86 .94 .92C.75 .86 .6 .98 .4 .98C.2 .98 .15 .86 0 .86"
        "C-.15 .86 -.2 .98 -.4 .98C-.6 .98 -.75 .86 -.94 .92C-1.08 .86 -1.1 .7 -1 .58Z"
    )
    near = path(
        "M-.7 .8L.7 .8C.8 .96 .76 1.1 .6 1.14C.4 1.08 .2 1.2 0 1.2C-.2 1.2 -.4 1.08 -.6 1.14C-.76 1.1 -.8 .96 -.7 .8Z"
    )
    parts += panes(split(near, *upright(-0.2, 0.24)), "jewel", (0.66, 0.54, 0.7))
    parts += panes(split(middle, *upright(-0.46, 0.04, 0.5)), "jewel", (0.56, 0.46, 0.6, 0.5))
    parts += panes(split(far, *upright(-0.66, -0.22, 0.22, 0.66)), "jewel", (0.4, 0.5, 0.34, 0.46))
    return composed(parts)


def rising_sun(rng: random.Random) -> list[Pane]:
    """The sun of righteousness over the waters (Malachi 4:2)."""
    return shade(_rising_sun(rng.choice((7, 9))), rng)


@lru_cache
def _eye_salve_jar(rays: int) -> tuple[Pane, ...]:
    body = path(
        "M-.46 -.24L.46 -.24C.5 -.1 .86 .04 .86 .5C.86 .86 .64 1.1 .46 1.14"
        "L-.46 1.14C-.64 1.1 -.86 .86 -.86 .5C-.86 .04 -.5 -.1 -.46 -.24Z"
    )
    curve = [(0.3, -1.0), (0.34, -0.1), (0.6, 0.4), (0.3, 1.3)]
    eye = path("M-.68 .5C-.4 .12 .4 .12 .68 .5C.4 .88 -.4 .88 -.68 .5Z")
    collar = polygon([(-0.62, -0.42), (0.62, -0.42), (0.5, -0.22), (-0.5, -0.22)])
    lid = path("M-.56 -.42C-.54 -.74 -.26 -.86 0 -.86C.26 -.86 .54 -.74 .56 -.42Z")
    foot = polygon([(-0.5, 1.12), (0.5, 1.12), (0.58, 1.26), (-0.58, 1.26)])
    return composed(
        panes(split(body, curve, [(-x, y) for x, y in curve]), "gold", (0.58, 0.36, 0.66)),
        pane(eye, "white", 0.1),
        panes(fan(0, 0.5, 0, 0.27, 0, 360, rays), "jewel", (0.4, 0.6)),
        pane(disc(0, 0.5, 0.11), "white", 0.0),
        panes(split(collar, *upright(-0.2, 0.2)), "color", (0.6, 0.5, 0.66)),
        panes(split(lid, *upright(-0.2, 0.2)), "accent-0", (0.42, 0.34, 0.56)),
        pane(disc(0, -0.96, 0.17), "jewel", 0.42),
        panes(split(foot, *upright(0)), "color", (0.6, 0.7)),
    )


def eye_salve_jar(rng: random.Random) -> list[Pane]:
    """Salve to anoint the eyes, that they may see (Revelation 3:18)."""
    return shade(_eye_salve_jar(rng.choice((8, 10))), rng)


EMBLEMS = {"seven-lamps": seven_lamps, "rising-sun": rising_sun, "eye-salve-jar": eye_salve_jar}
