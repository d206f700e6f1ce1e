"""Emblems of Red, the Spirit of the Lord: fire."""

import random

from pipeline.pictures.stained_glass.kernel import Pane, box, courses, mirror, pane, panes, path, split, stack

_OUTER = path(
    "M0 -1.08C.08 -.74 .62 -.44 .6 .18C.59 .5 .3 .72 0 .72C-.3 .72 -.59 .5 -.6 .18"
    "C-.6 -.12 -.42 -.3 -.36 -.56C-.26 -.44 -.22 -.34 -.1 -.32C-.14 -.6 -.1 -.86 0 -1.08Z"
)
_MIDDLE = path(
    "M.06 -.55C.1 -.3 .42 -.14 .4 .22C.39 .46 .2 .62 0 .62C-.22 .62 -.4 .46 -.4 .2"
    "C-.4 .02 -.28 -.06 -.24 -.2C-.16 -.12 -.1 -.1 -.02 -.1C-.02 -.28 0 -.42 .06 -.55Z"
)
_HEART = path(
    "M.02 -.08C.06 .08 .24 .14 .23 .34C.22 .48 .12 .56 0 .56C-.13 .56 -.22 .48 -.22 .34C-.22 .2 -.06 .12 .02 -.08Z"
)
_TONGUE = path("M-.6 .3C-.74 .1 -.98 .02 -.9 -.4C-.78 -.26 -.7 -.2 -.62 -.16C-.64 .02 -.6 .16 -.6 .3Z")


def altar_fire(rng: random.Random) -> list[Pane]:
    """Fire on an altar of stones (Leviticus 6:13)."""
    tone = rng.uniform(-0.04, 0.04)
    return stack(
        panes(split(_OUTER, [(0, -2), (0.05, -0.5), (0, 2)]), "color", (0.50 + tone, 0.58 + tone)),
        panes((_TONGUE, mirror(_TONGUE)), "accent-0", (0.50, 0.55)),
        pane(_MIDDLE, "accent-0", 0.42),
        pane(_HEART, "gold", 0.04),
        panes(courses(box(-0.52, 0.84, 0.52, 1.2), rows=2, columns=3), "color", (0.78, 0.86, 0.72)),
        pane(box(-0.64, 0.7, 0.64, 0.86), "gold", 0.45),
    )


EMBLEMS = {"altar-fire": altar_fire}
