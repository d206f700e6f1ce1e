"""Emblems of the lies that take away: broken reed, millstone, empty doorway, silent bell, empty bowl, broken urn."""

from random import Random

from pipeline.pictures.stained_glass.emblems_dark.shapes import moved, near, slices, stone
from pipeline.pictures.stained_glass.kernel import Pane, at_angle, disc, mirror, path, polygon, sector, stack


def broken_reed(rng: Random) -> list[Pane]:
    """Three bulrushes; the tallest is snapped and hangs."""
    panes: list[Pane] = []
    left = path("M-.12 1.14C-.2 .7 -.42 .36 -.84 .1C-.74 .5 -.5 .9 -.3 1.14Z")
    panes += slices(left, "bile", (0.36, 0.5), [(-0.9, 0.0), (-0.16, 1.3)])
    right = path("M.12 1.14C.2 .8 .5 .5 1.02 .36C.84 .74 .56 1 .36 1.14Z")
    panes += slices(right, "bile", (0.5, 0.36), [(1.1, 0.3), (0.2, 1.3)])

    def head(x: float, y: float, turn: float, size: float, tone: float) -> list[Pane]:
        body = path("M-.14 .3L-.14 -.3C-.14 -.46 .14 -.46 .14 -.3L.14 .3C.14 .44 -.14 .44 -.14 .3Z")
        tuft = polygon([(-0.04, -0.38), (0.0, -0.74), (0.04, -0.38)])
        return moved(
            [Pane(tuft, "bile", 0.2), *slices(body, "ember", (0.62, 0.74), [(0, -1), (0, 1)])], x, y, turn, size
        )

    panes.append(Pane(polygon([(-0.2, 1.14), (-0.5, -0.3), (-0.42, -0.32), (-0.1, 1.14)]), "bile", 0.26))
    panes += head(-0.54, -0.52, near(rng, -11, 3), 0.86, 0.6)
    panes.append(Pane(polygon([(0.14, 1.14), (0.58, 0.02), (0.66, 0.05), (0.24, 1.14)]), "bile", 0.3))
    panes += head(0.7, -0.2, near(rng, 20, 3), 0.7, 0.6)
    stem = polygon(
        [(-0.09, 1.14), (-0.08, -0.7), (-0.13, -0.92), (-0.02, -0.8), (0.05, -0.98), (0.08, -0.72), (0.09, 1.14)]
    )
    panes += slices(stem, "bile", (0.06, 0.16, 0.1), [(-1, 0.5), (1, 0.46)], [(-1, -0.1), (1, -0.14)], down=True)
    hanging = [
        Pane(polygon([(-0.06, -0.66), (0.02, -0.84), (0.07, -0.66), (0.06, 0.2), (-0.06, 0.2)]), "bile", 0.12),
        *head(0, 0.44, 180, 0.8, 0.66),
    ]
    panes += moved(hanging, 0.38, -0.34, near(rng, -36, 3), 0.86)
    return stack(panes)


def millstone(rng: Random) -> list[Pane]:
    """A millstone seen from the front, with its furrows, hung by a rope through the eye."""
    panes: list[Pane] = []
    start = near(rng, 10, 8)
    for i in range(10):
        panes.append(
            Pane(sector(0, 0, 0.8, 1.08, start + 36 * i, start + 36 * i + 36), "iron", (0.3, 0.5, 0.38, 0.58)[i % 4])
        )
    for i in range(8):
        wedge = sector(0, 0, 0, 0.8, start + 45 * i, start + 45 * i + 45)
        middle = start + 45 * i + 20
        furrow = [at_angle(0, 0, 0.3, middle - 28), at_angle(0, 0, 1.1, middle + 6)]
        panes += slices(wedge, "iron", (0.1, 0.32) if i % 2 else (0.34, 0.14), furrow)
    panes.append(Pane(disc(0, 0, 0.3), "iron", 0.62))
    panes.append(Pane(polygon([(-0.15, -0.15), (0.15, -0.15), (0.15, 0.15), (-0.15, 0.15)]), "iron", 1.0))
    rope = polygon([(-0.1, 0.02), (-0.07, -1.5), (0.07, -1.5), (0.1, 0.02)])
    panes += slices(
        rope, "bile", (0.2, 0.4),
        [(-1, -0.26), (1, -0.44)], [(-1, -0.68), (1, -0.86)], [(-1, -1.1), (1, -1.28)], down=True,
    )  # fmt: skip
    return stack(panes)


def empty_doorway(rng: Random) -> list[Pane]:
    """An arch with nobody in it: the door stands open upon black."""
    panes: list[Pane] = []
    panes += slices(
        polygon([(-0.98, 1.18), (-0.9, 1.0), (0.9, 1.0), (0.98, 1.18)]), "iron", (0.36, 0.5), [(0, 0), (0, 2)]
    )
    panes += slices(
        polygon([(-0.84, 1.0), (-0.78, 0.84), (0.78, 0.84), (0.84, 1.0)]),
        "iron",
        (0.22, 0.3, 0.4),
        [(-0.3, 0), (-0.3, 2)],
        [(0.26, 0), (0.26, 2)],
    )
    for i in range(9):
        panes.append(Pane(sector(0, -0.36, 0.48, 0.8, 270 + 20 * i, 290 + 20 * i), "iron", (0.06, 0.24, 0.14)[i % 3]))
    for side in (-1, 1):
        for i, (top, bottom) in enumerate(((-0.36, 0.04), (0.04, 0.46), (0.46, 0.84))):
            outer = 0.8 + 0.05 * (i == 2)
            jamb = polygon([(side * 0.48, top), (side * outer, top), (side * outer, bottom), (side * 0.48, bottom)])
            panes.append(Pane(jamb, "iron", (0.1, 0.26, 0.16)[i] + 0.12 * (side > 0)))
    panes.append(Pane(path("M-.48 .84L-.48 -.36C-.48 -1 .48 -1 .48 -.36L.48 .84Z"), "iron", 1.0))
    swing = near(rng, 0.06, 0.03)
    leaf = polygon([(0.48, -0.34), (0.48, 0.84), (swing, 1.0), (swing, -0.74), (0.2, -0.78), (0.36, -0.66)])
    panes += slices(leaf, "bruise", (0.3, 0.42, 0.5), [(0.2, -2), (0.2, 2)], [(0.34, -2), (0.34, 2)])
    panes.append(Pane(disc(swing + 0.07, 0.14, 0.05), "ember", 0.3))
    return stack(panes)


def silent_bell(rng: Random) -> list[Pane]:
    """A great bell, cracked and bound, with nothing in its mouth."""
    panes: list[Pane] = []
    panes += slices(
        polygon([(-0.86, -1.16), (0.86, -1.16), (0.8, -0.92), (-0.8, -0.92)]), "iron", (0.3, 0.44), [(0, -2), (0, 0)]
    )
    panes.append(Pane(polygon([(-0.16, -0.92), (0.16, -0.92), (0.2, -0.74), (-0.2, -0.74)]), "iron", 0.2))
    bell = path(
        "M0 -.8C.34 -.8 .46 -.6 .48 -.3C.52 .2 .62 .5 .96 .74"
        "C.7 .94 -.7 .94 -.96 .74C-.62 .5 -.52 .2 -.48 -.3C-.46 -.6 -.34 -.8 0 -.8Z"
    )
    panes += slices(
        bell, "bile", (0.3, 0.42, 0.16, 0.26, 0.1, 0.2, 0.34, 0.46), [(-2, 0.36), (2, 0.36)], [(-0.12, -2), (-0.3, 1)],
        [(0.14, -2), (0.34, 1)],
    )  # fmt: skip
    panes += slices(
        path("M-.96 .74C-.7 .54 .7 .54 .96 .74C.7 1.04 -.7 1.04 -.96 .74Z"), "iron", (0.36, 0.5), [(0, 0), (0, 2)]
    )
    panes.append(Pane(path("M-.76 .74C-.56 .62 .56 .62 .76 .74C.56 .9 -.56 .9 -.76 .74Z"), "iron", 1.0))
    band = path("M-.53 -.12L.53 -.24L.57 .08L-.55 .18Z")
    panes += slices(band, "bruise", (0.24, 0.36, 0.3), [(-0.18, -1), (-0.14, 1)], [(0.2, -1), (0.18, 1)])
    panes.append(
        Pane(
            polygon([(0.36, 0.6), (0.3, 0.4), (0.42, 0.3), (0.32, 0.14), (0.48, 0.32), (0.4, 0.42), (0.5, 0.6)]),
            "iron",
            1.0,
        )
    )
    if rng.random() < 0.5:
        panes = [Pane(mirror(pane.shape), pane.glass, pane.tone) for pane in panes]
    return stack(panes)


def empty_bowl(rng: Random) -> list[Pane]:
    """A chipped begging bowl, tipped a little so that one sees that nothing is in it."""
    panes: list[Pane] = []
    body = path("M-1.04 -.16C-1 .44 -.6 .8 0 .8C.6 .8 1 .44 1.04 -.16Z")
    panes += slices(
        body, "ember", (0.66, 0.54, 0.62, 0.5, 0.7, 0.6, 0.78, 0.72),
        [(-0.42, -1), (-0.24, 1)], [(0.06, -1), (0.03, 1)],
        [(0.54, -1), (0.3, 1)], [(-2, 0.36), (2, 0.36)],
    )  # fmt: skip
    panes += slices(
        polygon([(-0.38, 0.76), (0.38, 0.76), (0.5, 0.98), (-0.5, 0.98)]), "ember", (0.6, 0.74), [(0, 0), (0, 2)]
    )
    rim = path("M-1.08 -.16C-1.08 -.62 1.08 -.62 1.08 -.16C1.08 .3 -1.08 .3 -1.08 -.16Z")
    panes += slices(
        rim, "soot", (0.06, 0.2, 0.12, 0.26), [(-0.4, -2), (-0.4, 2)], [(0.4, -2), (0.4, 2)], [(-2, -0.16), (2, -0.16)]
    )
    inside = path("M-.88 -.16C-.88 -.48 .88 -.48 .88 -.16C.88 .14 -.88 .14 -.88 -.16Z")
    panes += slices(inside, "iron", (0.99, 0.8), [(-2, -0.04), (2, -0.1)], down=True)
    lean = near(rng, 0.0, 0.06)
    chip = polygon(
        [
            (0.44 + lean, 0.0),
            (0.7 + lean, -0.04),
            (0.78 + lean, 0.12),
            (0.6 + lean, 0.24),
            (0.64 + lean, 0.5),
            (0.5 + lean, 0.22),
        ]
    )
    panes.append(Pane(chip, "iron", 1.0))
    panes.append(Pane(stone(0.78, 0.86, 0.28, near(rng, 20, 30)), "ember", 0.6))
    panes.append(Pane(stone(-0.8, 0.9, 0.18, near(rng, 20, 30)), "ember", 0.66))
    return stack(panes)


def broken_urn(rng: Random) -> list[Pane]:
    """A funeral urn with its side struck in; ash runs from it."""
    panes: list[Pane] = []
    handle = path("M-.3 -.62C-.8 -.8 -1.04 -.3 -.62 .06L-.54 -.06C-.82 -.3 -.66 -.6 -.32 -.46Z")
    panes += [Pane(handle, "iron", 0.3), Pane(mirror(handle), "iron", 0.46)]
    body = path(
        "M-.26 -.72C-.26 -.5 -.68 -.36 -.7 .06C-.7 .46 -.36 .64 -.22 .92"
        "L.22 .92C.36 .64 .7 .46 .7 .06C.68 -.36 .26 -.5 .26 -.72Z"
    )
    panes += slices(
        body, "bruise", (0.06, 0.2, 0.12, 0.24, 0.32, 0.16), [(-2, -0.3), (2, -0.3)], [(-2, 0.34), (2, 0.34)],
        [(-0.08, -1), (-0.1, 1)],
    )  # fmt: skip
    panes += slices(
        polygon([(-0.42, 0.92), (-0.3, 0.84), (0.3, 0.84), (0.42, 0.92), (0.5, 1.12), (-0.5, 1.12)]),
        "iron",
        (0.24, 0.4),
        [(0, 0), (0, 2)],
    )
    panes += slices(path("M-.44 -.9C-.3 -1 .3 -1 .44 -.9L.32 -.7L-.32 -.7Z"), "iron", (0.14, 0.3), [(0, -2), (0, 0)])
    hole = polygon(
        [
            (0.16, -0.34),
            (0.36, -0.14),
            (0.66, -0.22),
            (0.72, 0.1),
            (0.62, 0.3),
            (0.4, 0.26),
            (0.3, 0.44),
            (0.16, 0.18),
            (0.02, 0.1),
            (0.16, -0.06),
        ]
    )
    panes.append(Pane(hole, "iron", 1.0))
    ash = path("M.3 .26C.4 .2 .56 .22 .6 .3C.74 .6 .8 .9 1.1 1.12L.52 1.12C.5 .84 .46 .56 .3 .26Z")
    panes += slices(ash, "soot", (0.1, 0.24, 0.16), [(-1, 0.58), (2, 0.54)], [(-1, 0.84), (2, 0.84)], down=True)
    for x, y, size in ((0.98, -0.18, 0.22), (0.92, 0.2, 0.16), (1.08, 0.52, 0.18)):
        panes.append(Pane(stone(x, y, size, near(rng, 30, 40)), "bruise", 0.24))
    return stack(panes)
