"""Emblems of the lies that rule by force: toppled tower, claw, fist of flame, chain, eclipsed eye."""

from math import cos, pi, sin
from random import Random

from pipeline.pictures.stained_glass.emblems_dark.shapes import moved, near, put, slices, stone
from pipeline.pictures.stained_glass.kernel import Pane, cut, disc, mirror, pane, path, polygon, sector, stack


def toppled_tower(rng: Random) -> list[Pane]:
    """A keep snapped in the middle, its battlements in the act of falling to the right."""
    stump = polygon(
        [(-0.66, 1.08), (-0.6, 0.9), (-0.46, 0.84), (-0.42, 0.0), (-0.26, 0.2), (-0.12, -0.1), (0.04, 0.12), (0.2, 0.3),
         (0.38, 0.22), (0.44, 0.84), (0.58, 0.9), (0.64, 1.08)]
    )  # fmt: skip
    panes = slices(
        stump, "iron", (0.04, 0.2, 0.12, 0.28, 0.16, 0.08), [(-2, 0.84), (2, 0.84)], [(-0.06, -2), (0.02, 0.84)],
        [(-2, 0.46), (2, 0.52)],
    )  # fmt: skip
    panes.append(Pane(path("M-.13 .8L-.13 .56C-.13 .4 .13 .4 .13 .56L.13 .8Z"), "ember", 0.4))
    head = polygon(
        [(-0.36, 0.5), (-0.34, -0.22), (-0.5, -0.32), (-0.52, -0.72), (-0.3, -0.72), (-0.3, -0.54), (-0.11, -0.54),
         (-0.11, -0.72), (0.11, -0.72), (0.11, -0.54), (0.3, -0.54), (0.3, -0.72), (0.52, -0.72), (0.5, -0.32),
         (0.34, -0.22), (0.36, 0.34), (0.2, 0.2), (0.04, 0.52), (-0.14, 0.28)]
    )  # fmt: skip
    top = slices(head, "iron", (0.0, 0.16, 0.06, 0.22), [(-1, -0.27), (1, -0.27)], [(0.02, -0.27), (0.04, 0.9)])
    top.append(Pane(path("M-.09 .14L-.09 -.06C-.09 -.18 .09 -.18 .09 -.06L.09 .14Z"), "ember", 0.3))
    panes += moved(top, 0.2, -0.52, near(rng, 52, 4))
    for x, y, size in (
        (-0.3, -0.32, 0.24),
        (-0.56, -0.06, 0.16),
        (0.62, 0.2, 0.26),
        (0.9, 0.46, 0.2),
        (0.76, 0.76, 0.16),
    ):
        panes.append(Pane(stone(x, y, size, near(rng, 20, 40)), "iron", 0.2))
    return stack(panes)


def claw(rng: Random) -> list[Pane]:
    """A raptor's foot from above: three hooked talons and the spur, closing on what lies below."""
    talon = path("M-.15 0C-.24 .26 -.16 .62 .16 .9C.06 .6 .08 .3 .16 .02C.08 -.06 -.08 -.07 -.15 0Z")
    shin = path("M-.2 -1.2L.2 -1.2C.16 -.96 .2 -.82 .34 -.62L0 -.34L-.34 -.62C-.2 -.82 -.16 -.96 -.2 -1.2Z")
    panes = slices(shin, "iron", (0.2, 0.42), [(0, -2), (0, 2)])
    for side, x, y, turn in ((-1, -0.64, 0.06, 16.0), (1, 0.64, 0.06, 16.0)):
        toe = path("M-.2 -.74C-.5 -.66 -.82 -.4 -.86 .02C-.8 .16 -.52 .18 -.44 .06C-.4 -.14 -.28 -.28 -.06 -.4Z")
        hook = put(talon, x * side * -1, y, near(rng, turn, 4), 0.98)
        if side > 0:
            toe = mirror(toe)
        panes += slices(toe, "iron", (0.12, 0.34) if side < 0 else (0.4, 0.24), [(-2, -0.3), (2, -0.3)])
        panes += slices(
            hook if side < 0 else mirror(hook), "bile", (0.08, 0.3), [(-2 * side, 1.0), (2 * side, -0.3)], down=True
        )
    middle = path(
        "M-.2 -.56C-.24 -.24 -.22 0 -.18 .24C-.1 .34 .1 .34 .18 .24C.22 0 .24 -.24 .2 -.56C.1 -.66 -.1 -.66 -.2 -.56Z"
    )
    panes += slices(middle, "iron", (0.18, 0.36), [(-2, -0.14), (2, -0.14)], down=True)
    spike = path("M-.18 .24C-.18 .6 -.1 .9 .04 1.24C.12 .9 .18 .6 .18 .24C.08 .34 -.08 .34 -.18 .24Z")
    panes += slices(spike, "bile", (0.06, 0.34), [(0, 0), (0.04, 2)])
    for x, y, size in ((-0.4, -0.3, 0.1), (0.4, -0.3, 0.1), (0, -0.46, 0.11)):
        panes.append(Pane(disc(x, y, size), "ember", 0.34))
    return stack(panes)


def fist_of_flame(rng: Random) -> list[Pane]:
    """A gauntlet clenched upright; what it holds burns out between the fingers."""
    panes: list[Pane] = []
    tongue = path(
        "M0 0C-.3 -.18 -.26 -.5 -.04 -.72C0 -.86 .02 -.94 .0 -1.06C.2 -.86 .34 -.5 .26 -.22C.2 -.06 .1 0 0 0Z"
    )
    core = path("M.02 -.06C-.12 -.18 -.1 -.36 .04 -.56C.16 -.38 .18 -.2 .1 -.08Z")
    for x, y, turn, size, tone in (
        (-0.56, -0.02, -34, 0.92, 0.58), (0.56, -0.02, 30, 0.92, 0.6), (-0.34, -0.14, -14, 1.02, 0.5),
        (0.36, -0.14, 12, 1.0, 0.52), (0.0, -0.16, -2, 1.12, 0.44),
    ):  # fmt: skip
        angle = near(rng, turn, 4)
        panes.append(Pane(put(tongue, x, y, angle, size), "ember", tone))
        panes.append(Pane(put(core, x, y, angle, size), "ember", tone - 0.26))
    wrist = polygon([(-0.36, 0.6), (0.36, 0.6), (0.46, 1.16), (-0.46, 1.16)])
    panes += slices(wrist, "iron", (0.5, 0.34, 0.56), [(-0.12, 0), (-0.16, 2)], [(0.14, 0), (0.18, 2)])
    cuff = polygon([(-0.52, 0.74), (0.52, 0.74), (0.56, 0.92), (-0.56, 0.92)])
    panes += slices(cuff, "bruise", (0.3, 0.42), [(0, 0), (0, 2)])
    back = path("M-.56 .1C-.6 .4 -.5 .62 -.36 .7L.36 .7C.52 .6 .6 .4 .56 .1Z")
    panes.append(Pane(back, "iron", 0.56))
    for i, x in enumerate((-0.42, -0.14, 0.14, 0.42)):
        rise = (0.02, -0.06, -0.05, 0.05)[i]
        knuckle = path("M-.14 .3C-.15 .12 -.15 0 -.12 -.1C-.08 -.2 .08 -.2 .12 -.1C.15 0 .15 .12 .14 .3Z")
        panes.append(Pane(put(knuckle, x, rise), "iron", (0.14, 0.24, 0.2, 0.32)[i]))
        tip = path("M-.14 -.02L.14 -.02C.15 .1 .1 .2 0 .2C-.1 .2 -.15 .1 -.14 -.02Z")
        panes.append(Pane(put(tip, x, rise + 0.3), "iron", (0.3, 0.4, 0.36, 0.46)[i]))
    thumb = path(
        "M-.62 .3C-.66 .16 -.5 .12 -.4 .22L-.1 .42C.06 .44 .2 .44 .24 .54"
        "C.24 .66 .06 .68 -.14 .66C-.36 .64 -.56 .52 -.62 .3Z"
    )
    panes += slices(thumb, "iron", (0.1, 0.22), [(-0.18, 0), (-0.1, 1)])
    return stack(panes)


def chain(rng: Random) -> list[Pane]:
    """A closed ring of twelve links around a padlock."""
    panes: list[Pane] = []
    for i in range(8):
        panes.append(Pane(sector(0, 0, 0, 0.74, 45 * i, 45 * i + 45), "bruise", 0.46 + 0.18 * (i % 2)))
    flat = cut(
        path("M-.34 0C-.34 -.2 .34 -.2 .34 0C.34 .2 -.34 .2 -.34 0Z"),
        path("M-.2 0C-.2 -.09 .2 -.09 .2 0C.2 .09 -.2 .09 -.2 0Z"),
    )
    edge = path("M-.26 0C-.26 -.1 .26 -.1 .26 0C.26 .1 -.26 .1 -.26 0Z")
    for parity, link, tone in ((0, flat, 0.22), (1, edge, 0.06)):
        for i in range(parity, 12, 2):
            angle = 30 * i + 15
            x, y = 0.94 * cos(angle * pi / 180), 0.94 * sin(angle * pi / 180)
            panes.append(pane(put(link, x, y, angle + 90), "iron", near(rng, tone, 0.04)))
    bow = path("M-.34 .0L-.34 -.24C-.34 -.66 .34 -.66 .34 -.24L.34 0L.2 0L.2 -.22C.2 -.46 -.2 -.46 -.2 -.22L-.2 0Z")
    panes += slices(bow, "iron", (0.14, 0.3), [(0, -1), (0, 1)])
    body = path("M-.5 -.06L.5 -.06L.5 .34C.5 .5 .3 .58 0 .6C-.3 .58 -.5 .5 -.5 .34Z")
    panes += slices(body, "iron", (0.28, 0.44, 0.36, 0.52), [(0, -1), (0, 1)], [(-1, 0.24), (1, 0.24)])
    panes.append(
        Pane(path("M0 .06C.14 .06 .14 .22 .06 .26L.1 .48L-.1 .48L-.06 .26C-.14 .22 -.14 .06 0 .06Z"), "ember", 0.26)
    )
    return stack(panes)


def eclipsed_eye(rng: Random) -> list[Pane]:
    """A sun put out: a black disc with a sick corona, and an eye that opened in it."""
    panes: list[Pane] = []
    for i in range(16):
        angle = (22.5 * i - 90) * pi / 180 + rng.uniform(-0.05, 0.05)
        length = near(rng, 1.36 if i % 2 == 0 else 1.14, 0.04)
        spread = 0.19
        ray = [(0.64 * cos(angle - spread), 0.64 * sin(angle - spread)), (length * cos(angle), length * sin(angle)),
               (0.64 * cos(angle + spread), 0.64 * sin(angle + spread))]  # fmt: skip
        panes.append(Pane(polygon(ray), "bruise" if i % 2 else "bile", 0.14 if i % 2 else 0.24))
    for i in range(8):
        panes.append(Pane(sector(0, 0, 0, 0.74, 45 * i, 45 * i + 45), "iron", 0.82 + 0.1 * (i % 2)))
    eye = path("M-.7 0C-.4 -.42 .4 -.42 .7 0C.4 .42 -.4 .42 -.7 0Z")
    panes += slices(eye, "bile", (0.08, 0.16), [(0, -1), (0, 1)])
    for i in range(8):
        iris = sector(0, 0, 0, 0.285, 45 * i - 90, 45 * i - 45)
        panes.append(pane(iris.intersection(eye), "ember", 0.3 + 0.16 * (i % 2)))
    panes.append(Pane(path("M0 -.27C.1 -.1 .1 .1 0 .27C-.1 .1 -.1 -.1 0 -.27Z"), "iron", 0.99))
    return stack(panes)
