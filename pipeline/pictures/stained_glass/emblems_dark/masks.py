"""Emblems of the lies that hide or turn what is true: mask, forked tongue, thorned fruit, two-faced mirror."""

from math import cos, pi, sin
from random import Random

from pipeline.pictures.stained_glass.emblems_dark.shapes import near, put, slices
from pipeline.pictures.stained_glass.kernel import Pane, disc, mirror, path, polygon, sector, stack


def mask(rng: Random) -> list[Pane]:
    """A blank mask on ribbons, cracked from the brow; it has eye holes and nothing else."""
    panes: list[Pane] = []
    ribbon = path(
        "M-.6 -.36C-.9 -.5 -1.02 -.3 -1.2 -.42C-1.16 -.2 -1.02 -.1 -.96 .1"
        "C-1.06 .4 -.86 .56 -.98 .86C-.7 .66 -.74 .4 -.66 .2Z"
    )
    for side, shape in enumerate((ribbon, mirror(ribbon))):
        panes += slices(shape, "bruise", (0.3, 0.42) if side == 0 else (0.46, 0.34), [(-2, 0.06), (2, 0.06)], down=True)
    shell = path(
        "M0 -.98C.42 -1.02 .7 -.84 .74 -.5C.78 .06 .6 .62 .26 .96C.12 1.08 -.12 1.08 -.26 .96C-.6 .62 -.78 .06 -.74 -.5"
        "C-.7 -.84 -.42 -1.02 0 -.98Z"
    )
    panes += slices(
        shell, "soot", (0.04, 0.16, 0.1, 0.22, 0.2, 0.34), [(-0.02, -2), (0.02, 2)], [(-2, -0.56), (2, -0.62)],
        [(-2, 0.34), (0, 0.5), (2, 0.34)],
    )  # fmt: skip
    hole = path("M-.6 -.26C-.46 -.46 -.22 -.36 -.12 -.08C-.3 .04 -.54 0 -.6 -.26Z")
    panes += [Pane(hole, "iron", 1.0), Pane(mirror(hole), "iron", 1.0)]
    lean = near(rng, 0.0, 0.05)
    crack = polygon(
        [
            (0.16 + lean, -1.03),
            (0.36 + lean, -1.0),
            (0.3, -0.84),
            (0.42, -0.7),
            (0.34, -0.34),
            (0.3, -0.64),
            (0.16, -0.76),
            (0.24, -0.86),
        ]
    )
    panes.append(Pane(crack, "iron", 0.95))
    return stack(panes)


def forked_tongue(rng: Random) -> list[Pane]:
    """An upper jaw with fangs, and the tongue that comes out whole and ends in two."""
    throat = path("M-.74 -.06C-.74 -.42 -.42 -.7 0 -.7C.42 -.7 .74 -.42 .74 -.06L.5 .16L-.5 .16Z")
    tongue = path(
        "M-.27 -.8C-.28 -.46 -.42 -.24 -.32 .04C-.24 .24 -.06 .32 -.13 .48"
        "C-.24 .68 -.7 .62 -.94 1.24C-.62 .98 -.34 1 -.14 .88C-.02 .8 .04 .72 .06 .6"
        "C.1 .76 .2 .86 .38 .92C.6 .98 .74 1.06 .86 1.3C.94 .92 .7 .72 .48 .6"
        "C.32 .5 .34 .4 .28 .26C.2 .06 .06 .04 .1 -.16C.14 -.38 .27 -.5 .27 -.8Z"
    )
    jaw = path(
        "M-1.02 .12C-1.1 -.6 -.6 -1.1 0 -1.1C.6 -1.1 1.1 -.6 1.02 .12L.74 -.06"
        "C.74 -.42 .42 -.66 0 -.66C-.42 -.66 -.74 -.42 -.74 -.06Z"
    )
    panes = [
        Pane(throat, "iron", 0.96),
        *slices(
            tongue, "ember", (0.5, 0.38, 0.32, 0.56, 0.44, 0.36), [(0, -1), (-0.11, -0.1), (0.06, 0.36), (0.06, 2)],
            [(-2, -0.14), (2, -0.2)], [(-2, 0.44), (2, 0.4)],
        ),
        *slices(
            jaw, "bruise", (0.3, 0.18, 0.26, 0.36, 0.24, 0.42),
            [(0, -2), (0, 0)], [(-1.2, -1.1), (0, 0)], [(1.2, -1.1), (0, 0)],
            [(-1.4, -0.3), (-0.5, -0.16)], [(1.4, -0.3), (0.5, -0.16)],
        ),
    ]  # fmt: skip
    fang = path("M-.15 0C-.14 .3 -.06 .56 .1 .8C.16 .5 .18 .24 .15 0Z")
    for side in (-1, 1):
        large = put(fang, -0.76, -0.16, near(rng, 0, 4), 1.0)
        small = put(fang, -0.44, -0.5, near(rng, -4, 4), 0.5)
        for tooth, tone in ((large, 0.06), (small, 0.16)):
            panes.append(Pane(tooth if side < 0 else mirror(tooth), "soot", tone if side < 0 else tone + 0.08))
    return stack(panes)


def thorned_fruit(rng: Random) -> list[Pane]:
    """A fruit split open on its seeds, wound about with thorn."""
    panes: list[Pane] = []
    for i in range(10):
        a = 36 * i + near(rng, 8, 4)
        x, y = 0.88 * cos(a * pi / 180), 0.06 + 0.88 * sin(a * pi / 180)
        thorn = put(path("M-.34 .0C-.1 -.1 0 -.4 .24 -1C.2 -.5 .24 -.2 .36 0Z"), x, y, a + 90, 0.44 if i % 2 else 0.36)
        panes.append(Pane(thorn, "bile", 0.3))
    for i in range(8):
        panes.append(Pane(sector(0, 0.06, 0.8, 0.95, 45 * i + 6, 45 * i + 51), "bile", 0.5 + 0.16 * (i % 2)))
    body = path(
        "M0 -.5C.3 -.66 .74 -.44 .72 .06C.7 .46 .36 .76 0 .78C-.36 .76 -.7 .46 -.72 .06C-.74 -.44 -.3 -.66 0 -.5Z"
    )
    panes += slices(
        body,
        "ember",
        (0.56, 0.46, 0.6, 0.68),
        [(-0.2, -1), (-0.42, 0.2), (-0.2, 1)],
        [(0.2, -1), (0.42, 0.2), (0.2, 1)],
    )
    flesh = path("M.02 -.4C.2 -.16 .26 .26 .02 .62C-.24 .28 -.2 -.14 .02 -.4Z")
    panes.append(Pane(flesh, "soot", 0.1))
    for x, y in ((0.01, -0.1), (-0.05, 0.1), (0.08, 0.12), (0.01, 0.32)):
        panes.append(Pane(path(f"M{x} {y - 0.09}L{x + 0.06} {y}L{x} {y + 0.09}L{x - 0.06} {y}Z"), "ember", 0.5))
    crown = polygon(
        [
            (-0.17, -0.5),
            (-0.26, -0.84),
            (-0.1, -0.68),
            (0, -0.92),
            (0.1, -0.68),
            (0.26, -0.84),
            (0.17, -0.5),
            (0, -0.44),
        ]
    )
    panes += slices(crown, "ember", (0.36, 0.52), [(0, -2), (0, 2)])
    return stack(panes)


def two_faced_mirror(rng: Random) -> list[Pane]:
    """A hand mirror broken down the middle: what looks out is green on one side and bruised on the other."""
    panes: list[Pane] = []
    for i in range(12):
        ring = sector(0, -0.3, 0, 0.96, 30 * i, 30 * i + 30)
        panes.append(Pane(ring, "iron", 0.14 + 0.2 * (i % 2)))
    for i, a in enumerate((-135, -45)):
        knob = disc(0.98 * cos(a * pi / 180), -0.3 + 0.98 * sin(a * pi / 180), 0.13)
        panes.append(Pane(knob, "bile" if i == 0 else "bruise", 0.3))
    glass = disc(0, -0.3, 0.74)
    jag = [(-0.06, -1.5), (-0.04, -0.86), (0.1, -0.62), (-0.1, -0.36), (0.09, -0.1), (-0.05, 0.14), (0.04, 1)]
    left, right = sorted(slices(glass, "bile", (0.2,), jag), key=lambda pane: pane.shape.centroid.x)
    panes += slices(left.shape, "bile", (0.14, 0.26), [(-2, -0.78), (0.4, -0.86)], down=True)
    panes += slices(right.shape, "bruise", (0.14, 0.26), [(-0.4, 0.2), (2, 0.1)], down=True)
    eye = path("M-.58 -.36C-.5 -.56 -.24 -.52 -.14 -.24C-.32 -.12 -.54 -.14 -.58 -.36Z")
    panes += [Pane(eye, "iron", 0.98), Pane(mirror(eye), "iron", 0.98)]
    slit = path("M-.36 -.46C-.31 -.38 -.31 -.26 -.35 -.17C-.4 -.26 -.4 -.38 -.36 -.46Z")
    panes += [Pane(slit, "bile", 0.04), Pane(mirror(slit), "ember", 0.3)]
    panes.append(Pane(polygon([(-0.15, 0.6), (0.15, 0.6), (0.1, 1.08), (-0.1, 1.08)]), "iron", 0.34))
    panes.append(Pane(polygon([(-0.26, 0.56), (0.26, 0.56), (0.2, 0.72), (-0.2, 0.72)]), "iron", 0.14))
    panes.append(Pane(disc(0, 1.12, 0.16), "iron", 0.2))
    return stack(panes)
