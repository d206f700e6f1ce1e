"""Fifteen fortresses: what each lie builds about a soul. Each has an outline of its own."""

import math
from collections.abc import Callable
from random import Random

from shapely.geometry.base import BaseGeometry

from pipeline.pictures.stained_glass.dark_masonry import (
    FLOOR,
    MIDDLE,
    WIDTH,
    Fortress,
    Line,
    arched,
    banded,
    bars,
    level,
    masonry,
    merlons,
    ogive,
    ragged,
    spire,
    upright,
)
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    Point,
    box,
    cut,
    disc,
    join,
    mirror,
    move,
    pane,
    path,
    polygon,
    rotate,
)

#: Tones of walls far and near: what is near is darker.
BACK, NEAR = (0.3, 0.52), (0.48, 0.76)


def _as_drawn(shape: BaseGeometry) -> BaseGeometry:
    return shape


def _mirrored(shape: BaseGeometry) -> BaseGeometry:
    return mirror(shape, MIDDLE)


def soaring_towers(fort: Fortress) -> None:
    """Pride: towers that go up through the frame itself; the hindmost leans already."""
    leaning = join(box(45.2, 15, 49.2, FLOOR), merlons(44.4, 50, 13.4, 3, bottom=16.4))
    fort.stones(rotate(leaning, 11, 47, FLOOR), BACK, lean=0.19)
    fort.stones(join(box(5.0, 18, 8.6, FLOOR), merlons(4.2, 9.4, 16.6, 3, bottom=19)), BACK)
    fort.stones(join(box(11.2, 11.4, 15.2, FLOOR), merlons(10.5, 15.9, 9.6, 3, bottom=12.4)), BACK, 3.4, 4)
    fort.solid(spire(13.2, 1.5, 3.4, 9.6, 0.2), "bruise", 0.5)
    fort.stones(join(box(18.2, -2, 22.4, FLOOR), box(17.4, 7.6, 23.2, 9.2)), NEAR, 3.6, 4.2)
    fort.stones(merlons(-1, 14.2, 31.2, 5), NEAR)
    fort.stones(merlons(14, 54, 34, 11, 1.1), NEAR, 2.6, 4.6)
    fort.lights([(13.2, 15.4), (13.2, 23), (20.3, 13.4), (20.3, 5), (20.3, 22.4), (6.8, 23.4)], size=0.9)


def maw(fort: Fortress) -> None:
    """Fear: a gate that is a mouth, tusks to both sides."""
    tusk = path("M-1 39L-1 22C1 15 3.6 11 8.6 8.4C7.4 13.6 8.6 19 12 24.4L14.2 39Z", 12)
    for shape, lean in ((tusk, 0.1), (mirror(tusk, MIDDLE), -0.1)):
        fort.stones(shape, BACK, 3.6, 4.6, lean=lean)
    brow = polygon(
        [(7.4, FLOOR), (8.6, 27.4), (12.6, 23.6), (15.2, 26), (18.6, 21.8), (22.2, 24.8), (26.2, 20.6), (30.2, 24.8),
         (33.8, 21.8), (37.2, 26), (39.8, 23.6), (43.8, 27.4), (45, FLOOR)]
    )  # fmt: skip
    fort.stones(brow, NEAR, 3.1, 4.8)
    mouth = path("M10.6 39C10.6 30 17 27 26.2 27C35.4 27 41.8 30 41.8 39Z", 12)
    fort.opening(mouth, banded(mouth, "ember", (0.72,), [[(20, 20), (22, 40)], [(32, 20), (30.4, 40)]]))
    for index, x in enumerate((13.8, 18.2, 22.3, 26.2, 30.1, 34.2, 38.6)):
        top = 26.2 + 0.0225 * (x - MIDDLE) ** 2
        long = (4.6, 5.8, 5.0, 7.0, 5.0, 5.8, 4.6)[index]
        tooth = polygon([(x - 1.75, top), (x + 1.75, top), (x + fort.rng.uniform(-0.3, 0.3), top + long)])
        fort.opening(tooth, [Pane(tooth, "iron", 0.28 if index % 2 else 0.4)])
    for x in (16.2, 20.4, 24.4, 28.4, 32.4, 36.6):
        tooth = polygon([(x - 1.6, FLOOR), (x + fort.rng.uniform(-0.3, 0.3), 34.6), (x + 1.6, FLOOR)])
        fort.opening(tooth, [Pane(tooth, "iron", 0.3)])


def hooded_court(fort: Fortress) -> None:
    """Shame: walls drawn over the head like a hood, a court where one is seen from all sides."""
    hood = cut(box(-1, -1, WIDTH + 1, FLOOR), ogive(9.6, 42.9, 1.6, FLOOR + 2, 0.62))
    fort.stones(hood, (0.47, 0.73), 3.5, 4.6)
    hem = cut(ogive(9.6, 42.9, 1.6, FLOOR + 2, 0.62), ogive(12.2, 40.3, 4.6, FLOOR + 2, 0.62))
    fort.lay(hem, banded(hem, "bruise", (0.36, 0.5), [upright(MIDDLE), *(level(y) for y in (8, 13, 19, 25, 31))]))
    fort.stones(
        polygon([(11, FLOOR), (11, 33.6), (19, 34.6), (MIDDLE, 35), (33.4, 34.6), (41.4, 33.6), (41.4, FLOOR)]),
        NEAR,
        2.6,
        4.6,
    )
    fort.lights([(4.4, 21), (48, 21), (6, 30), (46.4, 30)], "bile", 0.5, 0.9)


def twisted_twins(fort: Fortress) -> None:
    """Lying: two towers that say the same and turn opposite ways."""
    for x, turn in ((9.8, 1), (42.65, -1)):
        left, right = [], []
        for step in range(25):
            y = 14 + 25 * step / 24
            sway = 1.25 * math.sin(step / 24 * 2.6 * math.pi) * turn
            half = 2.9 + 1.6 * step / 24 + 0.3 * math.cos(step * 1.05)
            left.append((x + sway - half, y))
            right.append((x + sway + half, y))
        tower = polygon(left + right[::-1])
        fort.stones(tower, (0.37, 0.71), 3.0, 30, lean=0.42 * turn)
        cap = path(
            f"M{x - 4} 14.6C{x - 3} 11 {x - 1.6 * turn} 9.4 {x + 2.8 * turn} 6"
            f"C{x + 1.8 * turn} 9.6 {x + 3} 11 {x + 4} 14.6Z"
        )
        fort.lay(cap, banded(cap, "bile", (0.5, 0.62), [[(x - 9, 12.4), (x + 9, 11.2)]]))
        fort.lights([(x + 0.6 * turn, 19), (x, 28)], "bile", 0.34)
    fort.stones(merlons(12, 40.45, 33.2, 7, 1.1), NEAR, 2.6, 4.4)
    fort.gate(MIDDLE, 5, 34.6, 3)


def propped_ruin(fort: Fortress) -> None:
    """Infirmity: walls that stand only by their crutches."""
    ruin = polygon(
        [
            (33.2, FLOOR),
            *ragged(fort.rng, [(33.6, 19), (36.4, 12.2), (40, 14.6), (43, 9.6), (47.4, 14), (50, 19), (54, 21)], 0.7),
            (54, FLOOR),
        ]
    )
    window = ogive(38.4, 44.4, 16.8, 28, 0.5)
    fort.stones(cut(ruin, window), (0.35, 0.65), 3.0, 4.4)
    fort.stones(
        polygon(
            [
                (-1, FLOOR),
                *ragged(fort.rng, [(-1, 25), (4, 22.4), (8, 27.6), (13, 31), (20, 34), (34, 34.8)], 0.6),
                (34, FLOOR),
            ]
        ),
        NEAR,
        2.8,
        4.4,
    )
    for foot, head, y in ((32.8, 38.6, 14.8), (36.6, 42.6, 21.8)):
        dx, dy = head - foot, y - FLOOR
        length = math.hypot(dx, dy)
        nx, ny = -dy / length * 0.62, dx / length * 0.62
        shaft = polygon([(foot - nx, FLOOR - ny), (head - nx, y - ny), (head + nx, y + ny), (foot + nx, FLOOR + ny)])
        rest = move(rotate(box(-2.1, -0.65, 2.1, 0.65), math.degrees(math.atan2(dx, -dy))), head, y)
        fort.solid(shaft, "bile", 0.56)
        fort.solid(rest, "bile", 0.42)
    fort.lights([(47, 27)], size=0.9)


def heaped_blocks(fort: Fortress) -> None:
    """Heaviness: hardly a building, all weight."""
    fort.stones(box(-1, 19.6, 11.6, FLOOR), (0.39, 0.63), 6.0, 9.4)
    fort.stones(box(40.8, 19.6, 54, FLOOR), (0.39, 0.63), 6.0, 9.4)
    fort.stones(box(-1, 17.4, 13, 19.6), (0.27, 0.43), 2.2, 7)
    fort.stones(box(39.4, 17.4, 54, 19.6), (0.27, 0.43), 2.2, 7)
    fort.stones(
        polygon(
            [(9.4, FLOOR), (9.4, 26.4), (17, 26.4), (19.6, 29.6), (32.8, 29.6), (35.4, 26.4), (43, 26.4), (43, FLOOR)]
        ),
        NEAR,
        5.0,
        9.6,
    )


def empty_street(fort: Fortress) -> None:
    """Abandonment: a street of open doors, and nobody."""
    house = [
        (-1.0, 6.0),
        (7.4, 10.6),
        (7.4, 12.6),
        (13.4, 16.2),
        (13.4, 18.0),
        (17.6, 20.6),
        (17.6, FLOOR),
        (-1.0, FLOOR),
    ]
    for side in (1, -1):
        turn = _as_drawn if side > 0 else _mirrored
        fort.stones(turn(polygon(house)), (0.37, 0.71), 3.4, 4.8, lean=0.42 * side)
        for left, top, width in ((1.4, 23.4, 4.0), (9.0, 25.4, 2.7), (14.6, 27.6, 1.8)):
            drop = width * 0.42
            door = turn(
                polygon(
                    [(left, FLOOR), (left, top + 0.9), (left + width * 0.3, top),
                     (left + width * 0.75, top + drop * 0.6),
                     (left + width, top + drop + 0.9), (left + width, FLOOR)]
                )
            )  # fmt: skip
            fort.opening(door, [pane(door, "soot", 1.0)])
        for left, top, width in ((1.8, 14.2, 3.0), (9.2, 18.2, 2.2)):
            window = turn(
                polygon([(left, top), (left + width, top + width * 0.42), (left + width, top + 3.4), (left, top + 3.0)])
            )
            fort.opening(window, [pane(window, "soot", 0.94)])
    road = polygon([(9.4, FLOOR + 0.5), (17.6, 33.6), (34.85, 33.6), (43.05, FLOOR + 0.5)])
    fort.lay(road, banded(road, "iron", (0.44, 0.6, 0.52), [level(36), [(22, 30), (18, 40)], [(30.4, 30), (34.4, 40)]]))


def thorn_garden(fort: Fortress) -> None:
    """Lust: a pleasant garden wall that the briar has grown over."""
    points: list[Point] = [(-1, FLOOR)]
    for bay in range(4):
        for step in range(8):
            share = step / 8
            points.append((-1 + (bay + share) * 13.6, 27.4 + 4.2 * math.sin(math.pi * share)))
    fort.stones(polygon([*points, (53.4, 27.4), (53.4, FLOOR)]), NEAR, 2.9, 4.6)
    for x in (12.6, 26.2, 39.8):
        fort.stones(box(x - 1.3, 26.4, x + 1.3, FLOOR), (0.37, 0.57), 3.0, 6)
        fort.solid(disc(x, 25.2, 1.35), "bruise", 0.5)
    vines = (
        path("M-2 36C1.6 33 3 28 3.4 23C4 16 7.4 10.6 14.6 8.2C9.6 12 7 16.4 5.8 23C5 28.6 3.4 34 -2 38.6Z", 10),
        path(
            "M16.6 39C13.4 35.4 8 34.2 7 28.6C6.4 24.6 9.4 21.6 12.2 22.6"
            "C9.8 23 8.6 25.4 9.2 28C10.2 32.4 16 33 19.8 39Z",
            10,
        ),
    )
    thorns = (
        (3.2, 26.4, -80),
        (3.9, 20.4, -66),
        (6.4, 14.4, -50),
        (6.4, 19.6, 76),
        (9.6, 12.6, 130),
        (4.9, 27.6, 96),
        (7.4, 31.2, -120),
        (10.4, 32.8, 40),
        (8.4, 24.4, -70),
    )
    thorn = path("M-.85 .4C-.5 -.8 -.1 -1.6 .5 -2.8C.5 -1.4 .6 -.4 .85 .4Z", 4)
    for vine in vines:
        for shape in (vine, mirror(vine, MIDDLE)):
            fort.lay(shape, banded(shape, "bile", (0.62, 0.74), [level(y) for y in (13, 20, 28, 33.4)]))
    for x, y, turn in thorns:
        shape = move(rotate(thorn, turn), x, y)
        for place in (shape, mirror(shape, MIDDLE)):
            fort.solid(place, "bile", 0.42)


def prison(fort: Fortress) -> None:
    """Addictions: the window itself is barred, between two cell blocks without battlements."""
    cell = box(8.6, -1, 43.85, FLOOR)
    for bar in bars(cell, [11.6 + 5.84 * index for index in range(6)], 1.7):
        fort.lay(bar, [Pane(bar, "iron", 0.34)])
    for y in (7.2, 31.2):
        rail = box(8.6, y - 0.9, 43.85, y + 0.9)
        fort.lay(rail, banded(rail, "iron", (0.44, 0.54), [upright(19.3), upright(33.4)]))
    for left, right in ((-1, 8.8), (43.65, 54)):
        fort.stones(box(left, 14.4, right, FLOOR), NEAR, 3.2, 4.6)
        fort.stones(
            box(left - 1, 12.6, right + 0.8, 14.8) if left < 0 else box(left - 0.8, 12.6, right, 14.8),
            (0.31, 0.47),
            2.2,
            5,
        )
    for x in (4.9, 47.6):
        for y in (20.6, 28.4):
            hole = box(x - 1.6, y - 1.4, x + 1.6, y + 1.4)
            fort.opening(hole, banded(hole, "ember", (0.66,), [upright(x - 0.5), upright(x + 0.5)]))
    fort.stones(box(7.6, 35.2, 44.9, FLOOR), NEAR, 2.4, 5.2)


def forge_keep(fort: Fortress) -> None:
    """Anger: a keep that burns within and never burns down."""
    for x, top, half in ((32.6, 12.6, 1.7), (38.4, 8.4, 2.0), (44.2, 13.2, 1.7)):
        stack = polygon(
            [
                (x - half - 0.9, FLOOR),
                (x - half, top + 3),
                (x - half - 0.9, top),
                (x + half + 0.9, top),
                (x + half, top + 3),
                (x + half + 0.9, FLOOR),
            ]
        )
        fort.stones(stack, BACK, 3.0, 3.0)
        flame = path(
            f"M{x - half} {top}C{x - 2.4} {top - 2} {x - 0.4} {top - 2.6} {x + 0.2} {top - 4.6}"
            f"C{x + 2.2} {top - 2.6} {x + 2} {top - 1} {x + half} {top}Z",
            6,
        )
        fort.solid(flame, "ember", 0.56)
    fort.stones(merlons(28.6, 48.6, 21.8, 5, 1.5), NEAR, 3.2, 5)
    fort.stones(merlons(-1, 29.4, 32.2, 7, 1.2), NEAR, 2.7, 4.6)
    fort.stones(polygon([(47.4, FLOOR), (47.4, 25), (54, 27), (54, FLOOR)]), NEAR)
    mouth = arched(33.2, 43.8, 27.2)
    fort.opening(mouth, [Pane(mouth, "ember", 0.74)])
    fire = path(
        "M34.6 39C34.4 35.4 36.4 34.4 36.8 31.6C38.4 33 38.4 34 38.8 35"
        "C40 33.6 39.8 32.6 39.8 31C42.2 33.4 42.8 36 42.4 39Z",
        6,
    )
    fort.opening(fire, [Pane(fire, "ember", 0.42)])
    fort.lights([(31.4, 26.6), (45.8, 26.6), (4.6, 36.2), (22, 36.2)])


def blind_belfry(fort: Fortress) -> None:
    """Deaf and Dumb: a belfry walled up on all sides."""
    fort.stones(box(6.6, 12.6, 18.2, FLOOR), (0.37, 0.67), 3.3, 4.6)
    roof = polygon([(5.2, 12.6), (10.2, 7.2), (12.4, 1.6), (14.6, 7.2), (19.6, 12.6)])
    fort.lay(roof, banded(roof, "bruise", (0.34, 0.48), [upright(12.4), level(7.2)]))
    for y in (20.6, 31.0):
        fort.stones(box(5.8, y, 19, y + 1.3), (0.27, 0.37), 1.4, 6.6)
    for x in (9.6, 15.2):
        blind = arched(x - 1.7, x + 1.7, 14.2, 20.6)
        fort.opening(blind, masonry(blind, fort.rng, (0.71, 0.85), 1.7, 2.6, "iron", 0))
    fort.stones(polygon([(17, FLOOR), (17, 33), (54, 29.8), (54, FLOOR)]), NEAR, 2.9, 5, lean=-0.086)
    fort.stones(polygon([(-1, FLOOR), (-1, 28), (7.4, 29.4), (7.4, FLOOR)]), NEAR)


def bare_wall(fort: Fortress) -> None:
    """Poverty: one wall, robbed of its stones, and nothing behind it."""
    top = ragged(
        fort.rng,
        [(-1, 13.4), (5, 15.4), (8.6, 22), (14.6, 24.4), (18.4, 31), (26, 33.6), (38, 36.6), (54, 37.2)],
        0.6,
        2.2,
    )
    gap = polygon(
        ragged(fort.rng, [(5.2, 28.2), (8, 26.6), (11.4, 27.6), (11.8, 31), (8.6, 32.6), (5.6, 31.2), (5.2, 28.2)], 0.2)
    )
    fort.stones(cut(polygon([(-1, FLOOR), *top, (54, FLOOR)]), gap), (0.39, 0.73), 3.0, 4.8)
    for x, y, size in ((43.4, 36.2, 3.2), (47.6, 35.8, 2.2), (22.6, 33, 2.0)):
        block = move(rotate(box(-size / 2, -size / 2.8, size / 2, size / 2.8), fort.rng.uniform(-24, 24)), x, y)
        fort.solid(block, "iron", 0.56)


def mirrored_keeps(fort: Fortress) -> None:
    """Jealousy: two keeps that watch each other across a water that shows both again."""
    water = 30.4
    for side in (1, -1):
        turn = _as_drawn if side > 0 else _mirrored
        keep = turn(
            join(
                merlons(-1, 12.6, 17.4, 4, 1.4, water), merlons(2.6, 9.6, 11.8, 3, 1.3, 20), box(12, 24.4, 18.4, water)
            )
        )
        fort.stones(keep, (0.37, 0.69), 3.1, 4.6)
        slits = [(MIDDLE - side * 20.1, 16.4), (MIDDLE - side * 17.6, 23.6)]
        fort.lights(slits, "bile" if side > 0 else "ember", 0.36)
    lake = box(-1, water, WIDTH + 1, FLOOR)
    ripples: list[Line] = [
        level(water + 2.2),
        level(water + 4.8),
        [(MIDDLE - 3, 0), (MIDDLE + 3, 50)],
        [(15, 0), (11, 50)],
        [(37.4, 0), (41.4, 50)],
    ]
    fort.lay(lake, banded(lake, "soot", (0.46, 0.58, 0.7), ripples))
    for side in (1, -1):
        left = 0 if side > 0 else WIDTH - 12.6
        shade = polygon(
            [
                (left, water),
                (left + 12.6, water),
                (left + 12, water + 4.4),
                (left + 9.6, water + 4.4),
                (left + 9, water + 6.4),
                (left + 3.4, water + 6.4),
                (left + 2.6, water + 4.4),
                (left, water + 4.4),
            ]
        )
        fort.opening(
            shade, banded(shade, "bile" if side > 0 else "bruise", (0.6, 0.7), [level(water + 2.2), level(water + 4.4)])
        )


def drowned_tombs(fort: Fortress) -> None:
    """Grief: tombs leaning out of a flood."""

    def stone_at(x: float, top: float, width: float, turn: float, pointed: bool) -> None:
        shape = (
            ogive(x - width / 2, x + width / 2, top, FLOOR, 0.9)
            if pointed
            else arched(x - width / 2, x + width / 2, top)
        )
        fort.stones(rotate(shape, turn, x, FLOOR), (0.33, 0.67), 4.0, width * 0.62, lean=math.tan(math.radians(turn)))

    stone_at(47.6, 22, 6.0, 7, False)
    stone_at(6.8, 14.6, 6.4, -6, True)
    stone_at(13.4, 22.8, 6.2, 9, False)
    obelisk = polygon([(38.6, FLOOR), (40.0, 12.4), (41.4, 8.8), (42.8, 12.4), (44.2, FLOOR)])
    fort.stones(rotate(obelisk, 6, 41.4, FLOOR), (0.28, 0.56), 3.8, 30)
    for layer, (y, height, tone) in enumerate(((31.2, 0.7, 0.56), (34.4, 0.6, 0.74))):
        crest = [(-1 + 54.5 * step / 27, y + height * math.sin(step * 0.92 + 1.7 * layer)) for step in range(28)]
        wave = polygon([(-1, FLOOR), *crest, (53.5, FLOOR)])
        cuts: list[Line] = [[(9.4 * (i + 1) - 4 * layer, 0), (9.4 * (i + 1) - 4 * layer - 2, 50)] for i in range(5)]
        fort.lay(wave, banded(wave, "soot", (tone, tone + 0.1), cuts))


def ziggurat(fort: Fortress) -> None:
    """Occult: steps up to a sky that answers nothing, between two needles."""
    for x, turn in ((5.6, -2), (46.85, 2)):
        needle = polygon([(x - 2, FLOOR), (x - 1.2, 18.6), (x, 16), (x + 1.2, 18.6), (x + 2, FLOOR)])
        fort.stones(rotate(needle, turn, x, FLOOR), BACK, 3.4, 30)
    for half, top, bottom in ((6.6, 25.4, 28.6), (11.4, 28.2, 31.4), (16.2, 31, 34.4), (21.4, 34, FLOOR)):
        step = polygon(
            [(MIDDLE - half - 0.9, bottom), (MIDDLE - half, top), (MIDDLE + half, top), (MIDDLE + half + 0.9, bottom)]
        )
        fort.stones(step, NEAR, bottom - top if bottom < FLOOR else 2.6, 4.6)
        fort.solid(box(MIDDLE - half - 0.6, top - 0.2, MIDDLE + half + 0.6, top + 0.75), "iron", 0.4)
    stair = polygon([(MIDDLE - 1.7, 25.2), (MIDDLE + 1.7, 25.2), (MIDDLE + 3.6, FLOOR), (MIDDLE - 3.6, FLOOR)])
    fort.opening(stair, banded(stair, "ember", (0.7, 0.8), [level(y) for y in (27.4, 29.6, 31.9, 34.3, 36.6)]))


Architect = Callable[[Fortress], None]

#: The fortress that stands with each emblem.
FORTRESSES: dict[str, Architect] = {
    "toppled-tower": soaring_towers,
    "claw": maw,
    "mask": hooded_court,
    "forked-tongue": twisted_twins,
    "broken-reed": propped_ruin,
    "millstone": heaped_blocks,
    "empty-doorway": empty_street,
    "thorned-fruit": thorn_garden,
    "chain": prison,
    "fist-of-flame": forge_keep,
    "silent-bell": blind_belfry,
    "empty-bowl": bare_wall,
    "two-faced-mirror": mirrored_keeps,
    "broken-urn": drowned_tombs,
    "eclipsed-eye": ziggurat,
}


def built(emblem: str, rng: Random) -> Fortress:
    """The fortress of an emblem, its details (stones, ruins) varied by `rng`."""
    fortress = Fortress(rng)
    FORTRESSES[emblem](fortress)
    return fortress
