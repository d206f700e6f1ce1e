"""Emblems of Purple, the Fear of the Lord: the crown, the flaming sword, the ark of the covenant."""

import random
from functools import lru_cache

from pipeline.pictures.stained_glass.emblems_light.cuts import (
    composed,
    diamond,
    fan,
    flame,
    pair,
    plume,
    shade,
    upright,
)
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    box,
    disc,
    join,
    mirrored,
    pane,
    panes,
    path,
    polygon,
    split,
)


@lru_cache
def _crown(lining: int) -> tuple[Pane, ...]:
    points = path(
        "M-.86 .5L-1.08 -.5C-.9 -.34 -.74 -.22 -.6 -.04L-.5 -.74C-.36 -.54 -.22 -.34 -.14 -.14L0 -.86L.14 -.14"
        "C.22 -.34 .36 -.54 .5 -.74L.6 -.04C.74 -.22 .9 -.34 1.08 -.5L.86 .5C.3 .62 -.3 .62 -.86 .5Z"
    )
    cuts = [[(x, y), (0.94 * x, 2.0)] for x, y in ((-0.6, -0.04), (-0.14, -0.14), (0.14, -0.14), (0.6, -0.04))]
    band = path("M-.88 .4C-.3 .54 .3 .54 .88 .4L.82 .8C.3 .94 -.3 .94 -.82 .8Z")
    back = path("M-.9 .1C-.8 -.4 -.3 -.46 0 -.46C.3 -.46 .8 -.4 .9 .1L.8 .5L-.8 .5Z")
    balls = [disc(x, y, 0.12) for x, y in ((-1.08, -0.56), (-0.5, -0.82), (0.5, -0.82), (1.08, -0.56))]
    return composed(
        panes(split(back, *upright(*[0.3 * (i - lining / 2) for i in range(lining + 1)])), "accent-0", (0.46, 0.6)),
        panes(split(points, *cuts), "gold", (0.36, 0.28, 0.2, 0.4, 0.52)),
        panes(split(band, *upright(-0.5, -0.16, 0.16, 0.5)), "color", (0.5, 0.62, 0.44, 0.62, 0.56)),
        pair(diamond(-0.67, 0.63, 0.1, 0.12), "white", 0.06, 0.2),
        pair(disc(-0.33, 0.67, 0.1), "jewel", 0.4, 0.5),
        pane(diamond(0, 0.69, 0.11, 0.14), "white", 0.0),
        pane(diamond(0, 0.1, 0.1, 0.2), "color", 0.46),
        panes(balls, "jewel", (0.4, 0.5)),
        pane(join(box(-0.07, -1.2, 0.07, -0.72), box(-0.2, -1.08, 0.2, -0.94)), "gold", 0.3),
    )


def crown(rng: random.Random) -> list[Pane]:
    """The crown of glory (1 Peter 5:4)."""
    return shade(_crown(rng.choice((2, 4))), rng)


@lru_cache
def _flaming_sword(sparks: int) -> tuple[Pane, ...]:
    # The fire flickers: its tongues leave the blade at other heights left and right, or it would be a flower.
    fire = path(
        "M-.3 .44C-.7 .36 -.92 .1 -.78 -.22C-.74 -.34 -.78 -.44 -.9 -.54C-.6 -.56 -.5 -.4 -.5 -.26"
        "C-.42 -.4 -.4 -.52 -.46 -.66C-.52 -.8 -.5 -.96 -.36 -1.14C-.36 -.9 -.2 -.84 -.16 -.62"
        "L.12 -.86C.14 -1 .24 -1.08 .2 -1.24C.44 -1.06 .5 -.84 .38 -.62C.34 -.5 .36 -.42 .42 -.34"
        "C.5 -.46 .6 -.6 .86 -.68C.74 -.54 .8 -.42 .86 -.26C.96 .04 .76 .36 .3 .44Z"
    )
    heat = path(
        "M-.2 .44C-.5 .38 -.66 .16 -.54 -.08C-.46 -.02 -.42 .02 -.36 .04C-.4 -.2 -.24 -.3 -.28 -.56"
        "C-.16 -.44 -.1 -.3 -.1 -.16L.1 -.24C.1 -.4 .22 -.5 .24 -.72C.36 -.5 .26 -.3 .3 -.1"
        "C.38 -.16 .48 -.24 .54 -.36C.7 0 .56 .36 .2 .44Z"
    )
    blade = polygon([(0, -1.32), (0.16, -1.06), (0.13, 0.44), (-0.13, 0.44), (-0.16, -1.06)])
    guard = path(
        "M-.66 .36C-.5 .44 -.3 .4 0 .4C.3 .4 .5 .44 .66 .36L.7 .54C.5 .62 .3 .58 0 .6C-.3 .58 -.5 .62 -.7 .54Z"
    )
    cracks = [[(-1, -0.1), (-0.5, -0.26), (0, -0.2)], [(1, -0.2), (0.42, -0.34), (0, -0.3)]]
    places = ((-0.72, -0.7), (0.72, -0.86), (-0.86, -0.9))
    return composed(
        panes(split(fire, *cracks), "accent-0", (0.5, 0.44, 0.54)),
        panes(split(heat, *upright(0)), "accent-2", (0.4, 0.54)),
        panes([flame(x, y, 0.13, 0.26) for x, y in places[:sparks]], "accent-0", 0.4),
        pair(path("M0 .44C-.2 .44 -.32 .3 -.26 .14C-.2 .2 -.16 .2 -.13 .1L0 0Z"), "gold", 0.02, 0.08),
        panes(split(blade, *upright(0)), "white", (0.06, 0.5)),
        panes(split(guard, *upright(-0.2, 0.2)), "gold", (0.4, 0.3, 0.52)),
        panes([box(-0.1, 0.58 + 0.14 * i, 0.1, 0.72 + 0.14 * i) for i in range(3)], "color", (0.5, 0.66)),
        pane(disc(0, 1.12, 0.17), "gold", 0.42),
        pane(disc(0, 1.12, 0.08), "color", 0.5),
        pane(diamond(0, 0.49, 0.13, 0.13), "jewel", 0.4),
    )


def flaming_sword(rng: random.Random) -> list[Pane]:
    """The flaming sword that guards the way (Genesis 3:24)."""
    return shade(_flaming_sword(rng.choice((0, 2))), rng)


@lru_cache
def _ark(rays: int) -> tuple[Pane, ...]:
    robe = path("M-.34 .12C-.34 -.02 -.4 -.14 -.46 -.24L-.66 -.24C-.76 -.14 -.84 0 -.86 .12Z")
    feathers = ((0.86, 0.40, -4), (1.08, 0.42, 13), (1.10, 0.42, 30), (0.86, 0.40, 48))
    cherub = [
        *panes(
            [plume(-0.64, 0.04, *quill) for quill in feathers],
            ("accent-0", "white", "color", "white"),
            (0.46, 0.16, 0.44, 0.08),
        ),
        pane(robe, "gold", 0.42),
        pane(disc(-0.54, -0.34, 0.14), "gold", 0.2),
    ]
    chest = box(-0.8, 0.3, 0.8, 0.84)
    return composed(
        panes(fan(0, 0.12, 0, 0.56, -50, 50, rays), "gold", (0.02, 0.26)),
        cherub,
        mirrored(cherub, 0.06),
        panes(split(box(-0.94, 0.1, 0.94, 0.3), *upright(-0.34, 0.34)), "gold", (0.36, 0.24, 0.46)),
        panes(split(chest, *upright(-0.26, 0.26)), "gold", (0.5, 0.42, 0.6)),
        panes([box(x - 0.17, 0.39, x + 0.17, 0.75) for x in (-0.52, 0, 0.52)], "color", (0.52, 0.44, 0.62)),
        panes([diamond(x, 0.57, 0.11, 0.13) for x in (-0.52, 0, 0.52)], ("white", "jewel"), (0.05, 0.4)),
        panes(split(box(-1.1, 0.84, 1.1, 0.98), *upright(-0.8, 0.8)), "gold", (0.5, 0.6, 0.68)),
        pair(polygon([(-0.8, 0.98), (-0.46, 0.98), (-0.54, 1.14), (-0.78, 1.14)]), "gold", 0.5, 0.62),
    )


def ark(rng: random.Random) -> list[Pane]:
    """The ark of the covenant below the wings of the cherubim (Exodus 25:18-22)."""
    return shade(_ark(rng.choice((3, 4))), rng)


EMBLEMS = {"crown": crown, "flaming-sword": flaming_sword, "ark": ark}
