"""Emblems of Red, the Spirit of the Lord: the altar fire, the chalice, the cross."""

import random
from functools import lru_cache

from pipeline.pictures.stained_glass.emblems_light.cuts import composed, diamond, fan, flame, pair, shade, upright
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    box,
    courses,
    disc,
    join,
    meet,
    move,
    pane,
    panes,
    path,
    polygon,
    rotate,
    split,
)


@lru_cache
def _altar_fire(stones: int) -> tuple[Pane, ...]:
    outer = path(
        "M.04 -1.2C.1 -.84 .6 -.56 .58 .02C.57 .3 .34 .46 0 .46C-.34 .46 -.57 .3 -.58 .02"
        "C-.58 -.22 -.44 -.36 -.4 -.62C-.28 -.5 -.22 -.42 -.12 -.4C-.16 -.74 -.1 -.98 .04 -1.2Z"
    )
    middle = path(
        "M.08 -.72C.1 -.44 .4 -.3 .38 .1C.37 .32 .2 .42 0 .42C-.22 .42 -.38 .3 -.38 .1"
        "C-.38 -.06 -.28 -.14 -.24 -.3C-.16 -.22 -.1 -.18 -.03 -.18C-.04 -.4 0 -.56 .08 -.72Z"
    )
    tongue = path(
        "M-.5 .44C-.82 .36 -.94 .1 -.86 -.2C-.83 -.32 -.86 -.42 -.92 -.52C-.68 -.46 -.52 -.2 -.56 .06L-.5 .44Z"
    )
    horn = path("M-.86 .5C-.9 .36 -.96 .3 -.98 .16C-.84 .2 -.72 .32 -.62 .5Z")
    slab = polygon([(-0.88, 0.48), (0.88, 0.48), (0.8, 0.68), (-0.8, 0.68)])
    foot = polygon([(-0.8, 1.1), (0.8, 1.1), (0.9, 1.24), (-0.9, 1.24)])
    return composed(
        panes(split(outer, [(0.1, -2), (0.0, -0.3), (0.0, 2)]), "color", (0.5, 0.58)),
        pair(tongue, "accent-0", 0.5, 0.58),
        panes(split(middle, [(0.12, -2), (0.02, -0.2), (0.0, 2)]), "accent-0", (0.36, 0.46)),
        pane(flame(0, 0.4, 0.4, 0.56, 0.03), "gold", 0.05),
        pair(horn, "gold", 0.48, 0.6),
        panes(split(slab, *upright(-0.3, 0.3)), "gold", (0.36, 0.48, 0.4)),
        panes(courses(box(-0.68, 0.68, 0.68, 1.1), 2, stones), "color", (0.72, 0.82, 0.68, 0.86, 0.76)),
        pane(foot, "gold", 0.62),
    )


def altar_fire(rng: random.Random) -> list[Pane]:
    """Fire on a horned altar of stones (Leviticus 6:13)."""
    return shade(_altar_fire(rng.choice((3, 4))), rng)


@lru_cache
def _chalice(rays: int) -> tuple[Pane, ...]:
    bowl = path("M-.7 -.36L.7 -.36C.72 .16 .42 .44 .12 .5L-.12 .5C-.42 .44 -.72 .16 -.7 -.36Z")
    ribs = [[(x, -1.0), (x, -0.2), (x * 0.18, 0.6)] for x in (-0.34, 0.0, 0.34)]
    foot = path("M-.1 .84L.1 .84C.16 1 .4 1.02 .6 1.12L.6 1.24L-.6 1.24L-.6 1.12C-.4 1.02 -.16 1 -.1 .84Z")
    knop = polygon([(-0.24, 0.67), (-0.1, 0.55), (0.0, 0.55), (0.0, 0.79), (-0.1, 0.79)])
    return composed(
        panes(fan(0, -0.74, 0, 0.5, 0, 360, rays), "white", (0.02, 0.32)),
        pane(join(box(-0.06, -1.06, 0.06, -0.52), box(-0.22, -0.9, 0.22, -0.78)), "color", 0.56),
        panes(split(bowl, *ribs), "gold", (0.42, 0.26, 0.34, 0.54)),
        panes(split(meet(bowl, box(-1, -0.2, 1, 0.02)), *upright(0)), "color", (0.5, 0.6)),
        panes([diamond(x, -0.09, 0.1, 0.1) for x in (-0.42, 0, 0.42)], ("jewel", "white"), (0.42, 0.05)),
        panes(split(box(-0.76, -0.46, 0.76, -0.34), *upright(-0.2, 0.24)), "gold", (0.3, 0.2, 0.42)),
        pane(box(-0.1, 0.5, 0.1, 0.84), "gold", 0.5),
        panes(split(foot, [(-0.08, 0.8), (-0.26, 1.3)], [(0.08, 0.8), (0.26, 1.3)]), "gold", (0.4, 0.3, 0.56)),
        pair(knop, "jewel", 0.42, 0.56),
    )


def chalice(rng: random.Random) -> list[Pane]:
    """The cup of the new covenant below the bread (Luke 22:19-20)."""
    return shade(_chalice(rng.choice((8, 10))), rng)


@lru_cache
def _cross(segments: int) -> tuple[Pane, ...]:
    middle = -0.2
    ray = polygon([(-0.07, -0.2), (-0.09, -0.46), (0.09, -0.46), (0.07, -0.2)])
    parts = panes(fan(0, 0, 0.46, 0.66, 0, 360, segments), "color", (0.46, 0.64))
    parts += panes([rotate(ray, angle) for angle in (45, 135, 225, 315)], "accent-0", 0.4)
    for turn, length in ((0, 1.02), (90, 0.82), (180, 1.42), (270, 0.82)):
        arm = [(0.15, -0.15), (0.15, 0.3 - length), (0.3, 0.12 - length), (0.2, -length), (0.0, -length)]
        for side, tone in ((-1, 0.2), (1, 0.5)):
            half = polygon([(0.0, 0.0), *((x * side, y) for x, y in arm)])
            parts.append(pane(rotate(half, turn), "gold", tone))
        parts.append(pane(rotate(disc(0, 0.12 - length, 0.1), turn), "jewel", 0.42))
    parts.append(pane(diamond(0, 0, 0.21, 0.21), "color", 0.5))
    parts.append(pane(diamond(0, 0, 0.11, 0.11), "white", 0.05))
    return composed(pane(move(item.shape, 0, middle), item.glass, item.tone) for item in parts)


def cross(rng: random.Random) -> list[Pane]:
    """The cross before a wheel of glass (Galatians 6:14)."""
    return shade(_cross(rng.choice((12, 16))), rng)


EMBLEMS = {"altar-fire": altar_fire, "chalice": chalice, "cross": cross}
