"""The back of the Dark: a rose window gone out, without text.

Half of it is drawn, the other half is the first turned by 180 degrees, so that a card has no way up. Nothing is cut at
the seam: every stone and pane belongs to one half whole, or is its own turned image.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from pipeline.drawing import Clip, Drawing, Group, Item, Path, Radial, Stop, Stroke, circle, rectangle
from pipeline.pictures.request import PictureRequest
from pipeline.pictures.stained_glass.color import NEUTRAL
from pipeline.pictures.stained_glass.dark import DARK_LEAD, scratches
from pipeline.pictures.stained_glass.dark_cracks import Course, crack
from pipeline.pictures.stained_glass.dark_wall import MORTAR, glow, hewn, laid, smoldering
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    Point,
    Shapes,
    at_angle,
    cut,
    disc,
    inset,
    join,
    meet,
    outlined,
    pane,
    panes,
    path,
    placed,
    polygon,
    rotate,
    sector,
    sectors,
    shapes_of,
    split,
    stack,
)
from pipeline.pictures.stained_glass.paint import SAVER_EMBLEM, SAVER_FIELD, lead_lines, path_data, stained

_PETALS: Final = 14
_WEDGE: Final = 360 / _PETALS
#: The rose's radius as a share of the card's width: it stays inside the trim.
_RADIUS: Final = 0.405
_HUB: Final = 0.335
_EYE: Final = 0.27

#: Glass of the seven petals of one half, clockwise: most are out, one still smolders.
_GLASS: Final = ("iron", "bruise", "iron", "bile", "soot", "iron", "bruise")


def draw_dark_back(request: PictureRequest) -> Drawing:
    """The common back of the Dark deck (part "back-dark"), filling the whole box; the same for every card of a game."""
    rng = Random(f"{request.game}/back-dark")
    half = _half(request.width, request.height, rng)
    items = _line_art(half) if request.ink == "saver" else _painted(half, rng)
    clip = Clip(rectangle(0, 0, request.width, request.height))
    return Drawing((Group(tuple(items), clip=clip),), request.width, request.height, "dark back")


@dataclass(frozen=True, slots=True)
class _Half:
    """What is drawn before it is turned: stones, panes of the rose, panes of the eye in its hub. `x`, `y` is the middle
    of the card and of the rose, all in mm."""

    x: float
    y: float
    radius: float
    stones: Shapes
    glass: Sequence[Pane]
    eye: Sequence[Pane]

    def twice(self, items: Sequence[Item]) -> list[Item]:
        """The items, and the items turned by 180 degrees."""
        turn = (-1.0, 0.0, 0.0, -1.0, 2 * self.x, 2 * self.y)
        return [*items, Group(tuple(items), turn)]


def _half(width: float, height: float, rng: Random) -> _Half:
    x, y, radius = width / 2, height / 2, _RADIUS * width
    stones = _half_wall(x, y, rng)
    return _Half(x, y, radius, stones, placed(_half_rose(rng), x, y, radius), placed(_half_eye(), x, y, _EYE * radius))


def _half_wall(x: float, y: float, rng: Random) -> Shapes:
    """Stones of the upper half, and of the right half of the course that lies across the middle."""
    lean = math.tan(math.radians(rng.choice((-1, 1)) * rng.uniform(1.2, 2.0)))
    tall = rng.uniform(3.0, 3.8)
    stones: list[list[Point]] = []
    left = x + rng.uniform(4, 7)
    while left < 2 * x + 2:
        right = left + rng.uniform(8.5, 15.5)
        stones.append(hewn((left, y - tall), (right, y + tall), lean, x, rng))
        left = right
    bottom = y - tall
    while bottom > -6:
        top = bottom - rng.uniform(5.4, 8.4)
        left = -rng.uniform(4, 14)
        while left < 2 * x + 2:
            right = left + rng.uniform(8.5, 15.5)
            stones.append(hewn((left, top), (right, bottom), lean, x, rng))
            left = right
        bottom = top
    return outlined(stones)


def _half_rose(rng: Random) -> list[Pane]:
    """Seven petals and what is between them, about (0, 0) with radius 1."""
    parts: list[Pane] = []
    for index, glass in enumerate(_GLASS):
        angle = index * _WEDGE
        edges = (angle - _WEDGE / 2, angle, angle + _WEDGE / 2)
        for start, end in pairwise(edges):
            stain = rng.choice(("soot", "soot", "soot", "bruise"))
            parts.append(pane(sector(0, 0, 0.36, 1.0, start, end, 3), stain, rng.uniform(0.5, 0.72)))
        parts += [pane(rotate(piece.shape, angle), piece.glass, piece.tone) for piece in _petal(glass, rng)]
    for index in range(-1, len(_GLASS)):
        # The first of these is the last one turned: it is here to be cut out of what is beside it, and then dropped.
        x, y = at_angle(0, 0, 0.872, (index + 0.5) * _WEDGE)
        parts += [pane(disc(x, y, 0.094, 18), "iron", 0.34), pane(disc(x, y, 0.056, 24), "bruise", 0.5)]
    ring = sectors(0, 0, _HUB, 0.385, 2 * _PETALS, -_WEDGE / 2)
    hub = sectors(0, 0, 0, _HUB, _PETALS, -_WEDGE / 2)
    parts += [*panes(ring, "iron", (0.24, 0.46)), *panes(hub, "soot", (0.36, 0.5))]
    return _clockwise_half(stack(parts, least=0.0004), -_WEDGE / 2 + 0.05)


def _petal(glass: str, rng: Random) -> list[Pane]:
    """A petal that points up: an iron rim, and glass of which a part is knocked out."""
    half = _WEDGE / 2 * 0.86
    head = 0.7 * math.sin(math.radians(half)) * 0.98
    whole = join(sector(0, 0, 0.4, 0.7, -half, half, 3), disc(0, -0.7, head, 15))
    inner = inset(whole, 0.034)
    lamp = disc(0, -0.655, head * 0.5, 20)
    tone = rng.uniform(0.26, 0.38)
    lean = rng.uniform(-0.05, 0.05)
    shards = split(cut(inner, lamp), [(lean, -1), (-lean, -0.3)], [(-0.3, -0.55 + lean), (0.3, -0.52 - lean)])
    out = [pane(whole, "iron", 0.52)]
    hole = rng.randrange(len(shards))
    for index, shard in enumerate(shards):
        gone = index == hole
        out.append(pane(shard, "soot" if gone else glass, 1.0 if gone else tone + rng.uniform(-0.08, 0.16)))
    return [*out, pane(lamp, glass, tone - 0.14)]


def _half_eye() -> list[Pane]:
    """The clockwise half of an eclipsed eye, about (0, 0); its corona reaches to 1.3."""
    parts: list[Pane] = []
    for index in range(16):
        angle, long = 22.5 * index, 1.3 if index % 2 == 0 else 1.0
        ray = polygon([at_angle(0, 0, 0.6, angle - 11), at_angle(0, 0, long, angle), at_angle(0, 0, 0.6, angle + 11)])
        parts.append(pane(ray, "bruise" if index % 2 else "bile", 0.34))
    parts += panes(sectors(0, 0, 0, 0.74, 8), "iron", (0.82, 0.92))
    white = path("M-.7 0C-.4 -.42 .4 -.42 .7 0C.4 .42 -.4 .42 -.7 0Z")
    parts += panes(split(white, [(0, -1), (0, 1)]), "bile", 0.12)
    parts += panes([meet(part, white) for part in sectors(0, 0, 0, 0.285, 8)], "ember", (0.34, 0.48))
    pupil = path("M0 -.27C.1 -.1 .1 .1 0 .27C-.1 .1 -.1 -.1 0 -.27Z")
    parts += panes(split(pupil, [(0, -1), (0, 1)]), "iron", 0.99)
    return _clockwise_half(stack(parts), -5.0)


def _clockwise_half(whole: Sequence[Pane], start: float) -> list[Pane]:
    """The panes whose middles stand within 180 degrees clockwise of `start`."""
    kept = []
    for piece in whole:
        middle = piece.shape.centroid
        angle = math.degrees(math.atan2(middle.x, -middle.y))
        if (angle - start) % 360 < 180:
            kept.append(piece)
    return kept


def _painted(half: _Half, rng: Random) -> list[Item]:
    x, y, radius = half.x, half.y, half.radius
    cracks = [
        crack(Course(_polar(half, *start), _polar(half, *end), 9, 1.4, 1.15, 1), rng)
        for start, end in (((0.4, 20), (1.52, 27)), ((0.44, 308), (1.36, 300)), ((0.5, 78), (1.2, 84)))
    ]
    disc_data = circle(x, y, radius)
    embers = (Stop(0.0, "#F3A24A", 0.5), Stop(0.45, "#9C3A1E", 0.2), Stop(1.0, "#05030A", 0.3))
    net = lead_lines(shapes_of([*half.glass, *half.eye]))
    leading: list[Item] = [
        Path(net, None, Stroke(DARK_LEAD, 1.3, 0.26, join="round")),
        *scratches(half.glass, rng),
        Path(net, None, Stroke(DARK_LEAD, 0.46, join="round", cap="round")),
        Path(net, None, Stroke("#FFFFFF", 0.08, 0.10, join="round", cap="round")),
    ]
    return [
        Path(rectangle(0, 0, 2 * x, 2 * y), MORTAR),
        *half.twice(laid(half.stones, rng)),
        glow(2 * x, 2 * y, x, y, 0.5),
        *_ring(half),
        Path(disc_data, DARK_LEAD),
        *half.twice(stained(half.glass, NEUTRAL)),
        Path(disc_data, Radial(x, y, radius, embers)),
        *half.twice(stained(half.eye, NEUTRAL)),
        *half.twice(leading),
        Path(disc_data, None, Stroke("#050406", 0.7)),
        *half.twice(smoldering(cracks)),
    ]


def _ring(half: _Half) -> list[Item]:
    """The iron frame: rings and rivets, the same from above and below."""
    middle = circle(half.x, half.y, half.radius + 1.1)
    heads = "".join(circle(*_polar(half, 1 + 1.1 / half.radius, 10 * index + 5), 0.44) for index in range(36))
    return [
        Path(middle, None, Stroke("#050406", 3.4)),
        Path(middle, None, Stroke("#241F28", 2.5)),
        Path(middle, None, Stroke("#39333E", 1.7)),
        Path(circle(half.x, half.y, half.radius + 2.1), None, Stroke("#6B6272", 0.26)),
        Path(heads, "#8E8692", Stroke("#0B090C", 0.26)),
    ]


def _polar(half: _Half, share: float, angle: float) -> Point:
    return at_angle(half.x, half.y, share * half.radius, angle)


def _line_art(half: _Half) -> list[Item]:
    stones = Path(path_data(half.stones), None, Stroke("#999999", 0.12, join="round"))
    lines: list[Item] = [
        Path(lead_lines(shapes_of(part)), None, Stroke(color, width, join="round", cap="round"))
        for part, (color, width) in ((half.glass, SAVER_FIELD), (half.eye, SAVER_EMBLEM))
    ]
    return [
        Path(rectangle(0, 0, 2 * half.x, 2 * half.y), "#FFFFFF"),
        *half.twice([stones]),
        Path(circle(half.x, half.y, half.radius + 1.5), "#FFFFFF", Stroke("#000000", 0.35)),
        *half.twice(lines),
        Path(circle(half.x, half.y, half.radius), None, Stroke("#000000", 0.7)),
    ]
