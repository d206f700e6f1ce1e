"""The seven Mentors: one robed figure without a face, with headwear and attribute exchanged.

Unit coordinates as for emblems, the head about (0, -0.62) and the hem at 1.3. Transformed, the same person stands in
brighter glass before wings of light, and lifts up what was held low.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, Protocol

from shapely import LineString

from pipeline.pictures.stained_glass.emblems_light.cuts import bands, diamond, fan, pair, plume, settled, shade, upright
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    Point,
    box,
    disc,
    ellipse,
    meet,
    mirror,
    mirrored,
    move,
    pane,
    panes,
    path,
    polygon,
    rotate,
    scale,
    sectors,
    split,
    stack,
    star,
)

_Tint = tuple[str, float]


class Figure(Protocol):
    """Draws a person from the card's generator, as on side A or transformed."""

    def __call__(self, rng: random.Random, transformed: bool = False) -> list[Pane]: ...


_CLOAK: Final = path(
    "M-.14 -.42C-.36 -.38 -.5 -.28 -.56 -.02C-.66 .4 -.78 .86 -.9 1.3"
    "L.9 1.3C.78 .86 .66 .4 .56 -.02C.5 -.28 .36 -.38 .14 -.42Z"
)
_ROBE: Final = path("M-.15 -.42L.15 -.42C.2 0 .27 .5 .38 1.3L-.38 1.3C-.27 .5 -.2 0 -.15 -.42Z")
_HAND: Final = 0.09


@dataclass(frozen=True, slots=True)
class _Dress:
    """Glass and tone of the outer and the inner fold of the cloak, of robe, sleeves, headcloth and hair."""

    outer: _Tint
    inner: _Tint
    robe: _Tint
    sleeve: _Tint
    cloth: _Tint
    hair: _Tint = ("hair", 0.5)


@dataclass(frozen=True, slots=True)
class _Person:
    """What tells a Mentor from the others: dress, head, what the hands hold, and what stands behind or beside."""

    dress: _Dress
    head: Callable[[_Dress], Sequence[Pane]]
    hands: Callable[[_Dress, bool], Sequence[Pane]]
    behind: Callable[[], Sequence[Pane]] = tuple
    beside: Callable[[], Sequence[Pane]] = tuple
    girth: float = 1.0
    glory: Callable[[], Sequence[Pane]] = lambda: _wings(0)


# Bodies


def _body(dress: _Dress, girth: float) -> list[Pane]:
    """Cloak and robe, from the shoulders to the hem."""
    fold = [(-0.16, -0.6), (-0.42, 0.2), (-0.66, 1.5)]
    seam = [(-2.0, 0.82), (-0.56, 0.7), (0.0, 0.46)]
    cloak = []
    for piece in split(meet(_CLOAK, box(-2, -1, 0, 2)), fold, seam):
        low = piece.centroid.y > 0.66
        glass, tone = dress.outer if (piece.centroid.x < -0.38 - 0.18 * low) != low else dress.inner
        cloak.append(pane(scale(piece, girth, 1.0), glass, tone + 0.06 * low))
    glass, tone = dress.robe
    rows = bands(_ROBE, 0.08, 0.2, 0.62, 1.06)
    tints = ((glass, tone), ("jewel", 0.48), (glass, tone + 0.14), (glass, tone + 0.04), ("gold", 0.5))
    return [
        *cloak,
        *mirrored(cloak, 0.06),
        *(pane(row, *tint) for row, tint in zip(rows, tints, strict=True)),
        *panes([diamond(0, 0.46, 0.09, 0.12), diamond(0, 0.84, 0.09, 0.12)], "color", 0.52),
    ]


def _arm(side: int, x: float, y: float, dress: _Dress) -> list[Pane]:
    """An arm from the shoulder to a hand at (x, y), in a wide sleeve; `side` is -1 on the left, 1 on the right."""
    shoulder = (side * 0.34, -0.22)
    reach = math.dist(shoulder, (x, y))
    turn = math.degrees(math.atan2(x - shoulder[0], shoulder[1] - y))
    sleeve = path(
        f"M-.16 .02C-.18 {-0.4 * reach:.3f} -.13 {-0.7 * reach:.3f} -.1 {-reach:.3f}"
        f"L.1 {-reach:.3f}C.22 {-0.8 * reach:.3f} .24 {-0.5 * reach:.3f} .16 .02C.08 .12 -.08 .12 -.16 .02Z"
    )
    shape = move(rotate(mirror(sleeve) if side < 0 else sleeve, turn), *shoulder)
    glass, tone = dress.sleeve
    return [pane(shape, glass, tone + 0.04 * side), pane(disc(x, y, _HAND), "skin", 0.34)]


def _bent_arm(side: int, dress: _Dress) -> list[Pane]:
    """An arm whose hand lies before the belt."""
    sleeve = path("M.26 -.34C.46 -.2 .6 .04 .54 .26C.48 .44 .24 .46 .08 .42L.08 .2C.2 .2 .24 .12 .18 -.1Z")
    glass, tone = dress.sleeve
    arm = [pane(sleeve, glass, tone + 0.04 * side), pane(disc(0.05, 0.31, _HAND), "skin", 0.36)]
    return mirrored(arm) if side < 0 else arm


# Heads


def _face() -> Pane:
    return pane(ellipse(0, -0.63, 0.21, 0.28), "skin", 0.26)


def _fringe(hair: _Tint) -> Pane:
    """Hair about the forehead."""
    shape = path(
        "M-.23 -.52C-.28 -.84 -.15 -.98 0 -.98C.15 -.98 .28 -.84 .23 -.52"
        "C.19 -.74 .1 -.8 0 -.82C-.1 -.8 -.19 -.74 -.23 -.52Z"
    )
    return pane(shape, *hair)


def _beard(length: float, hair: _Tint) -> list[Pane]:
    """A beard around the lower face, in two halves."""
    end = -0.5 + length
    shape = path(
        f"M-.22 -.7C-.18 -.56 -.1 -.56 0 -.54C.1 -.56 .18 -.56 .22 -.7"
        f"C.3 -.42 .2 {end - 0.12:.3f} 0 {end:.3f}C-.2 {end - 0.12:.3f} -.3 -.42 -.22 -.7Z"
    )
    glass, tone = hair
    return panes(split(shape, *upright(0)), glass, (tone, tone + 0.1))


def _veil(dress: _Dress) -> list[Pane]:
    """A cloth over the head, falling on the shoulders."""
    shape = path(
        "M0 -1.08C.3 -1.08 .38 -.86 .38 -.64C.38 -.42 .46 -.26 .56 -.06C.36 -.12 .2 -.24 .14 -.36"
        "L-.14 -.36C-.2 -.24 -.36 -.12 -.56 -.06C-.46 -.26 -.38 -.42 -.38 -.64C-.38 -.86 -.3 -1.08 0 -1.08Z"
    )
    glass, tone = dress.cloth
    return panes(split(shape, *upright(0)), glass, (tone, tone + 0.12))


def _crown(points: int, height: float) -> list[Pane]:
    """A crown about the brow."""
    step = 0.68 / (points - 1)
    outline: list[Point] = [(-0.27, -0.82)]
    for index in range(points):
        tall = 1.0 if index in (0, points // 2, points - 1) else 0.78
        outline.append((-0.34 + step * index, -0.92 - height * tall))
        outline.append((-0.34 + step * (index + 0.5), -0.94 - height * 0.24))
    outline[-1:] = [(0.27, -0.82), (0.1, -0.88), (-0.1, -0.88)]
    return [pane(polygon(outline), "gold", 0.3), pane(diamond(0, -0.98, 0.07, 0.07), "jewel", 0.46)]


def _queen(dress: _Dress) -> list[Pane]:
    return [*_veil(dress), _face(), _fringe(dress.hair), *_crown(5, 0.4)]


def _veiled(dress: _Dress) -> list[Pane]:
    return [*_veil(dress), _face(), _fringe(dress.hair)]


def _judge(dress: _Dress) -> list[Pane]:
    """A woman with a cloth wound about her head."""
    locks = path("M-.2 -.84C-.36 -.6 -.38 -.3 -.46 -.02C-.3 .02 -.2 -.1 -.16 -.36Z")
    wound = path("M-.3 -.76C-.42 -1.02 -.2 -1.18 0 -1.18C.2 -1.18 .42 -1.02 .3 -.76C.14 -.88 -.14 -.88 -.3 -.76Z")
    glass, tone = dress.cloth
    hair, shadow = dress.hair
    folds = split(wound, [(-0.5, -0.9), (0.0, -1.0), (0.4, -1.2)])
    return [*pair(locks, hair, shadow, shadow + 0.1), _face(), *panes(folds, glass, (tone, tone + 0.14))]


def _prophet_of_the_court(dress: _Dress) -> list[Pane]:
    """A tall Persian cap."""
    cap = path("M-.27 -.8C-.26 -1 -.24 -1.2 -.16 -1.28C-.06 -1.34 .06 -1.34 .16 -1.28C.24 -1.2 .26 -1 .27 -.8Z")
    glass, tone = dress.cloth
    brim = path(
        "M-.31 -.76C-.3 -.86 -.28 -.9 -.27 -.94C-.1 -1 .1 -1 .27 -.94C.28 -.9 .3 -.86 .31 -.76"
        "C.1 -.84 -.1 -.84 -.31 -.76Z"
    )
    return [
        _face(),
        *_beard(0.26, dress.hair),
        *panes(split(cap, *upright(-0.09, 0.09, lean=0.1)), glass, (tone, tone - 0.1, tone + 0.1)),
        pane(brim, "gold", 0.36),
    ]


def _king(dress: _Dress) -> list[Pane]:
    curls = path("M-.2 -.9C-.36 -.86 -.4 -.6 -.34 -.36L-.18 -.36L-.16 -.6Z")
    hair, tone = dress.hair
    return [*pair(curls, hair, tone, tone + 0.1), _face(), *_beard(0.28, dress.hair), *_crown(3, 0.24)]


def _apostle(dress: _Dress) -> list[Pane]:
    """A bald head and a long beard."""
    temple = path("M-.2 -.8C-.3 -.74 -.3 -.6 -.24 -.48L-.14 -.5L-.14 -.72Z")
    hair, tone = dress.hair
    return [*pair(temple, hair, tone, tone + 0.1), _face(), *_beard(0.56, dress.hair)]


def _seer(dress: _Dress) -> list[Pane]:
    """A cloth held by a band, and a long white beard."""
    band = path("M-.3 -.86C-.16 -.96 .16 -.96 .3 -.86L.28 -.76C.14 -.86 -.14 -.86 -.28 -.76Z")
    return [*_veil(dress), _face(), *_beard(0.66, dress.hair), pane(band, "gold", 0.4)]


# What they hold


def _scepter(dress: _Dress, transformed: bool) -> list[Pane]:
    """The golden scepter, held out (Esther 5:2)."""
    x, y, top = (0.74, -0.42, -1.04) if transformed else (0.68, 0.22, -0.44)
    arm, hand = _arm(1, x, y, dress)
    return [
        *_bent_arm(-1, dress),
        arm,
        *panes(bands(box(x - 0.055, top, x + 0.055, y + 0.98), y), "gold", (0.34, 0.46)),
        pane(star(x, top, 0.22, 0.15, 8), "gold", 0.12),
        pane(diamond(x, top, 0.1, 0.1), "jewel", 0.46),
        hand,
    ]


def _jar(dress: _Dress, transformed: bool) -> list[Pane]:
    """The alabaster jar (John 12:3, Mark 14:3)."""
    x, y = (0.76, -0.46) if transformed else (0.74, 0.04)
    jar = path(
        "M-.1 -.56L.1 -.56L.08 -.42C.12 -.34 .26 -.28 .26 -.08C.26 .08 .14 .14 .1 .18"
        "L-.1 .18C-.14 .14 -.26 .08 -.26 -.08C-.26 -.28 -.12 -.34 -.08 -.42Z"
    )
    body = panes(bands(jar, -0.42, -0.16, -0.02), ("white", "white", "jewel", "white"), (0.3, 0.12, 0.42, 0.28))
    held = [*body, pane(ellipse(0, -0.58, 0.16, 0.06), "gold", 0.4)]
    arm, hand = _arm(1, x, y + 0.16, dress)
    return [
        *_bent_arm(-1, dress),
        arm,
        *(pane(move(item.shape, x, y), item.glass, item.tone) for item in held),
        hand,
    ]


def _raised_hand(dress: _Dress, transformed: bool) -> list[Pane]:
    """A judge's hand, lifted (Judges 4:14)."""
    y = -0.42 if transformed else -0.3
    return [*_bent_arm(1, dress), *_arm(-1, -0.72, y, dress), _open_hand(-0.74, y - 0.12)]


def _open_hand(x: float, y: float) -> Pane:
    """An open hand, fingers together, about (x, y)."""
    return pane(ellipse(x, y, 0.075, 0.15), "skin", 0.34)


def _prayer(dress: _Dress, transformed: bool) -> list[Pane]:
    """Hands folded, transformed lifted (Daniel 6:10)."""
    if transformed:
        lifted = [*_arm(1, 0.74, -0.34, dress)[:1], _open_hand(0.78, -0.46)]
        return [*mirrored(lifted), *lifted]
    sleeve = path("M-.28 -.34C-.48 -.18 -.6 .06 -.5 .26C-.4 .42 -.16 .34 0 .2L0 -.02C-.12 .08 -.2 .04 -.18 -.14Z")
    glass, tone = dress.sleeve
    folded = path("M0 -.22C.1 -.12 .12 .04 .1 .2L-.1 .2C-.12 .04 -.1 -.12 0 -.22Z")
    return [*pair(sleeve, glass, tone, tone + 0.08), *panes(split(folded, *upright(0)), "skin", (0.28, 0.42))]


def _harp(dress: _Dress, transformed: bool) -> list[Pane]:
    """The lyre (1 Samuel 16:23)."""
    x, y = (0.8, -0.2) if transformed else (0.74, 0.14)
    frame = path(
        "M-.26 .56C-.52 .3 -.56 -.16 -.38 -.62L-.22 -.62C-.34 -.2 -.32 .12 -.18 .32"
        "L.18 .32C.32 .12 .34 -.2 .22 -.62L.38 -.62C.56 -.16 .52 .3 .26 .56Z"
    )
    strings = path("M-.24 -.56C-.34 -.2 -.32 .12 -.18 .32L.18 .32C.32 .12 .34 -.2 .24 -.56Z")
    lyre = [
        *panes(split(strings, *upright(-0.13, 0, 0.13)), "white", (0.1, 0.26)),
        *panes(split(frame, *upright(0)), "gold", (0.36, 0.5)),
        pane(box(-0.5, -0.68, 0.5, -0.52), "gold", 0.6),
        pane(disc(0, 0.44, 0.08), "jewel", 0.46),
    ]
    held = [pane(move(rotate(item.shape, 6), x, y), item.glass, item.tone) for item in lyre]
    arm, hand = _arm(1, x - 0.38, y + 0.2, dress)
    return [arm, *held, hand, *_bent_arm(-1, dress)]


def _sword_and_scroll(dress: _Dress, transformed: bool) -> list[Pane]:
    """The sword of the Spirit and a letter (Ephesians 6:17, 2 Timothy 4:13)."""
    x, y = (-0.74, -0.1) if transformed else (-0.7, 0.12)
    blade = polygon([(-0.1, 0.1), (0.1, 0.1), (0.1, 0.94), (0.0, 1.12), (-0.1, 0.94)])
    guard = polygon([(-0.28, 0.02), (0.28, 0.02), (0.24, 0.14), (-0.24, 0.14)])
    sword = [
        *panes(split(blade, *upright(0)), "white", (0.08, 0.48)),
        pane(box(-0.06, -0.2, 0.06, 0.04), "color", 0.6),
        pane(disc(0, -0.24, 0.09), "gold", 0.36),
        pane(guard, "gold", 0.42),
    ]
    held = [pane(move(rotate(item.shape, 180 if transformed else 0), x, y), item.glass, item.tone) for item in sword]
    left, hand = _arm(-1, x, y - (0.0 if transformed else 0.04), dress)
    px, py = (0.78, -0.16) if transformed else (0.74, 0.1)
    sheet = panes(bands(box(px - 0.2, py - 0.3, px + 0.2, py + 0.44), py - 0.06, py + 0.2), "gold", (0.05, 0.16))
    rollers = [box(px - 0.3, py + end - 0.07, px + 0.3, py + end + 0.07) for end in (-0.34, 0.46)]
    right, grip = _arm(1, px - 0.2, py + 0.06, dress)
    return [left, *held, hand, right, *sheet, *panes(rollers, "accent-0", (0.46, 0.58)), grip]


def _horn(dress: _Dress, transformed: bool) -> list[Pane]:
    """The horn of oil (1 Samuel 16:13)."""
    horn = path("M-.5 -.3C-.44 .28 .2 .42 .5 -.22C.24 .06 -.08 .02 -.2 -.36Z")
    parts = panes(split(horn, [(-0.6, -0.1), (0.0, -0.24)], [(-0.02, -0.2), (0.06, 0.5)]), "gold", (0.3, 0.46, 0.58))
    parts.append(pane(path("M-.54 -.36L-.18 -.42L-.16 -.28L-.5 -.2Z"), "jewel", 0.46))
    x, y, turn = (0.8, -0.6, -64) if transformed else (0.76, 0.02, 0)
    held = [pane(move(rotate(item.shape, turn), x, y), item.glass, item.tone) for item in parts]
    arm, hand = _arm(1, x - 0.02, y + 0.12, dress)
    drop = path(
        "M.42 -.5C.46 -.38 .52 -.34 .52 -.26C.52 -.18 .47 -.14 .42 -.14C.37 -.14 .32 -.18 .32 -.26"
        "C.32 -.34 .38 -.38 .42 -.5Z"
    )
    oil = [pane(drop, "gold", 0.12)] if transformed else []
    blessing = [*_arm(-1, -0.68, -0.06, dress), _open_hand(-0.71, -0.18)]
    return [arm, *held, hand, *oil, *blessing]


# What stands behind them or beside


def _wings(lift: float) -> list[Pane]:
    """Wings of light, the longest feathers uppermost; lifted by so many degrees from halfway spread."""
    feathers = (
        (0.74, 122, "accent-0", 0.50),
        (0.94, 106, "gold", 0.40),
        (1.12, 91, "white", 0.22),
        (1.28, 77, "gold", 0.30),
        (1.40, 63, "white", 0.12),
        (1.44, 50, "gold", 0.16),
    )
    parts: list[Pane] = []
    for length, turn, glass, tone in feathers:
        parts += pair(plume(0.1, 0.06, length, 0.38, turn - lift), glass, tone, tone + 0.08)
    for length, turn, tone in ((0.74, 104, 0.46), (0.84, 80, 0.38), (0.92, 57, 0.30)):
        parts += pair(plume(0.1, 0.0, length, 0.4, turn - lift), "accent-0", tone, tone + 0.06)
    return parts


def _rays(count: int) -> list[Pane]:
    """A fan of light on both sides, its rays long and short in turn."""
    parts: list[Pane] = []
    for index, ray in enumerate(fan(0.0, 0.0, 0.0, 1.0, 34, 126, count)):
        long = index % 2 == 0
        shape = scale(ray, 1.38 if long else 1.16, 1.38 if long else 1.16)
        parts += pair(shape, *(("gold", 0.16, 0.24) if long else ("white", 0.06, 0.14)))
    return parts


def _palm_tree() -> list[Pane]:
    """The palm below which Deborah sat (Judges 4:5)."""
    trunk = path("M.72 1.3C.8 .6 .84 0 .8 -.56L.96 -.56C1 0 .98 .6 .94 1.3Z")
    frond = path("M0 .06C.1 -.28 .42 -.36 .56 .08C.4 -.06 .22 -.06 0 .06Z")
    turns = ((12, 1, 0.5), (12, -1, 0.4), (-34, 1, 0.42), (-34, -1, 0.54), (-74, 1, 0.46))
    parts = panes(bands(trunk, -0.2, 0.2, 0.6, 0.96), "gold", (0.62, 0.72))
    for turn, side, tone in turns:
        blade = rotate(frond, turn)
        parts.append(pane(move(blade if side > 0 else mirror(blade), 0.88, -0.6), "accent-1", tone))
    parts += panes([disc(0.8, -0.5, 0.08), disc(0.97, -0.5, 0.08)], "accent-0", (0.5, 0.6))
    return parts


def _lion() -> list[Pane]:
    """A lion that lies in peace (Daniel 6:22)."""
    x, y = -0.88, 0.56
    body = path("M-1.16 1.3C-1.26 .94 -1.1 .7 -.88 .7C-.66 .7 -.5 .94 -.56 1.3Z")
    legs = [[(x, 0.0), (x, 2.0)], [(x - 0.14, 1.4), (x - 0.14, 0.94)], [(x + 0.14, 1.4), (x + 0.14, 0.94)]]
    tail = LineString([(-1.1, 1.2), (-1.26, 1.0), (-1.26, 0.8)]).buffer(0.055)
    mane = [move(piece, x, y) for piece in sectors(0, 0, 0.0, 0.36, 10, 18)]
    ears = [disc(x - 0.17, y - 0.2, 0.085), disc(x + 0.17, y - 0.2, 0.085)]
    muzzle = path("M-.11 .04C-.04 -.02 .04 -.02 .11 .04C.15 .18 .08 .22 0 .22C-.08 .22 -.15 .18 -.11 .04Z")
    nose = polygon([(-0.065, 0.02), (0.065, 0.02), (0.0, 0.1)])
    return [
        pane(tail, "gold", 0.56),
        *panes(split(body, *legs), "gold", (0.5, 0.42, 0.58)),
        *panes(mane, "gold", (0.62, 0.74)),
        *panes(ears, "gold", (0.46, 0.52)),
        pane(ellipse(x, y, 0.21, 0.24), "gold", 0.34),
        pane(move(muzzle, x, y), "white", 0.3),
        pane(move(nose, x, y), "hair", 0.6),
    ]


# The people

_DRESS: Final[dict[str, _Dress]] = {
    "esther": _Dress(("accent-1", 0.56), ("color", 0.60), ("gold", 0.16), ("color", 0.46), ("accent-1", 0.52)),
    "mary": _Dress(("color", 0.66), ("accent-0", 0.46), ("white", 0.16), ("accent-1", 0.46), ("white", 0.20)),
    "deborah": _Dress(("color", 0.74), ("accent-0", 0.50), ("white", 0.14), ("color", 0.60), ("accent-0", 0.46)),
    "daniel": _Dress(
        ("color", 0.72), ("accent-1", 0.52), ("gold", 0.16), ("color", 0.52), ("accent-1", 0.46), ("hair", 0.62)
    ),
    "david": _Dress(
        ("color", 0.74), ("accent-1", 0.50), ("white", 0.14), ("color", 0.58), ("color", 0.50), ("hair", 0.40)
    ),
    "paul": _Dress(
        ("color", 0.56), ("accent-1", 0.52), ("white", 0.22), ("color", 0.44), ("color", 0.50), ("hair", 0.72)
    ),
    "samuel": _Dress(
        ("color", 0.72), ("accent-1", 0.48), ("white", 0.30), ("color", 0.50), ("accent-1", 0.54), ("white", 0.22)
    ),
}

_PEOPLE: Final[dict[str, _Person]] = {
    "esther": _Person(_DRESS["esther"], _queen, _scepter, glory=lambda: _wings(12)),
    "mary": _Person(_DRESS["mary"], _veiled, _jar, girth=0.92, glory=lambda: _wings(-26)),
    "deborah": _Person(_DRESS["deborah"], _judge, _raised_hand, _palm_tree, girth=0.94, glory=lambda: _rays(7)),
    "daniel": _Person(_DRESS["daniel"], _prophet_of_the_court, _prayer, beside=_lion, glory=lambda: _wings(-8)),
    "david": _Person(_DRESS["david"], _king, _harp, girth=1.06, glory=lambda: _wings(4)),
    "paul": _Person(_DRESS["paul"], _apostle, _sword_and_scroll, girth=0.96, glory=lambda: _wings(-16)),
    "samuel": _Person(_DRESS["samuel"], _seer, _horn, girth=1.02, glory=lambda: _rays(9)),
}


@lru_cache
def _figure(name: str, transformed: bool) -> tuple[Pane, ...]:
    person = _PEOPLE[name]
    dress = _bright(person.dress) if transformed else person.dress
    return settled(
        stack(
            person.glory() if transformed else [],
            person.behind(),
            _body(dress, person.girth),
            person.beside(),
            person.head(dress),
            person.hands(dress, transformed),
        )
    )


def _bright(dress: _Dress) -> _Dress:
    """The same hair, and the glass of light."""
    return _Dress(("color", 0.34), ("accent-0", 0.36), ("white", 0.04), ("color", 0.44), ("white", 0.10), dress.hair)


def _drawn(name: str, rng: random.Random, transformed: bool = False) -> list[Pane]:
    return shade(_figure(name, transformed), rng, 0.04)


#: Every Mentor by name.
FIGURES: Final[dict[str, Figure]] = {name: partial(_drawn, name) for name in _PEOPLE}
