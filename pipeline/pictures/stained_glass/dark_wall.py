"""The wall of the Dark: stones in running bond, laid askew, and cracks in which it smolders.

The wall goes over the edge of the card on all sides, and no course of it runs along the trim, so that a drifting cut
cannot be seen.
"""

import math
from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
import shapely

from pipeline.drawing import Clip, Drawing, Group, Item, Path, Radial, Stop, Stroke, rectangle
from pipeline.pictures.request import PictureRequest, seeded
from pipeline.pictures.stained_glass.color import mix
from pipeline.pictures.stained_glass.dark_cracks import Course, Crack, crack
from pipeline.pictures.stained_glass.kernel import Point, Shapes, outlined
from pipeline.pictures.stained_glass.paint import path_data, path_texts

MORTAR: Final = "#060507"
EMBER: Final = "#E0561E"
#: Basalt, from the lightest stones to the darkest.
_STONES: Final = tuple(mix("#2C2430", "#151117", share / 4) for share in range(5))
#: Half of the joint between two stones, mm.
_JOINT: Final = 0.3

#: Where cracks come in from off the card and where they end, as shares of its width and height.
_CRACKS: Final = (
    ((-0.05, 0.22), (0.10, 0.56)),
    ((1.05, 0.12), (0.90, 0.44)),
    ((1.05, 0.60), (0.85, 1.05)),
    ((-0.05, 0.68), (0.13, 1.05)),
)


def draw_dark_wall(request: PictureRequest) -> Drawing:
    """The wall behind a Stronghold's plates (part "dark-wall"), filling the whole box."""
    rng = seeded(request)
    width, height = request.width, request.height
    stones = np.concatenate(courses(width, height, rng))
    cracks = [
        crack(Course((x0 * width, y0 * height), (x1 * width, y1 * height), 10, 1.6, 1.25, 1 + index % 2), rng)
        for index, ((x0, y0), (x1, y1)) in enumerate(_CRACKS)
    ]
    if request.ink == "saver":
        lines = Path(path_data(stones), None, Stroke("#999999", 0.12, join="round"))
        shapes = [shape for fissure in cracks[:2] for shape in fissure.outlines(0.8)]
        items: list[Item] = [Path(rectangle(0, 0, width, height), "#FFFFFF"), lines, Path(path_data(shapes), "#000000")]
    else:
        items = [
            Path(rectangle(0, 0, width, height), MORTAR),
            *laid(stones, rng),
            glow(width, height, width / 2, height * 0.45),
            *smoldering(cracks),
        ]
    clip = Clip(rectangle(0, 0, width, height))
    return Drawing((Group(tuple(items), clip=clip),), width, height, "dark wall")


def courses(width: float, height: float, rng: Random) -> list[Shapes]:
    """Stones of 8 to 16 by 5 to 9 mm, course by course, over a whole box. The courses lean by one to two degrees."""
    lean = math.tan(math.radians(rng.choice((-1, 1)) * rng.uniform(1.0, 2.2)))
    slack = abs(lean) * width + 2
    rows: list[Shapes] = []
    y = -slack - rng.uniform(0, 4)
    while y < height + slack:
        below = y + rng.uniform(5.4, 8.4)
        row: list[list[Point]] = []
        x = -rng.uniform(4, 14)
        while x < width + 2:
            after = x + rng.uniform(8.5, 15.5)
            row.append(hewn((x, y), (after, below), lean, width / 2, rng))
            x = after
        rows.append(outlined(row))
        y = below
    return rows


def hewn(first: Point, last: Point, lean: float, middle: float, rng: Random) -> list[Point]:
    """The outline of a stone between two corners, its own corners broken, its joints never quite straight."""
    (x0, y0), (x1, y1) = first, last
    points: list[Point] = []
    for x, y, across, down in ((x0, y0, 1, 1), (x1, y0, -1, 1), (x1, y1, -1, -1), (x0, y1, 1, -1)):
        px, py = x + across * (_JOINT + rng.uniform(0, 0.3)), y + down * (_JOINT + rng.uniform(0, 0.3))
        bevel = rng.uniform(0.25, 0.7)
        ends = [(px, py + down * bevel), (px + across * bevel * 1.3, py)]
        points += ends if across * down > 0 else ends[::-1]
    return [(x, y + lean * (x - middle)) for x, y in points]


def laid(stones: Shapes, rng: Random) -> list[Item]:
    """Stones in five tones, lit a little on their upper left edges, with a few chisel marks."""
    tones = np.array([rng.choice((0, 1, 1, 2, 2, 3, 4)) for _ in stones])
    worn = shapely.buffer(stones, -0.55, join_style="mitre", mitre_limit=2)
    lower = shapely.difference(stones, shapely.transform(stones, lambda points: points - np.array([0.28, 0.34])))
    upper = shapely.difference(stones, shapely.transform(stones, lambda points: points + np.array([0.2, 0.24])))
    marks = []
    for left, top, right, bottom in shapely.bounds(stones).tolist():
        for _ in range(rng.choice((0, 1, 2))):
            x, y = rng.uniform(left + 1.5, right - 2), rng.uniform(top + 1.2, bottom - 1.2)
            long, drop = rng.uniform(0.8, 2.2), rng.uniform(-0.35, 0.35)
            marks.append([(x, y), (x + long * 0.6, y + drop + 0.09), (x + long, y + drop * 1.6)])
    groups = [stones[tones == tone] for tone in range(len(_STONES))]
    *plain, rubbed, below, over, chiseled = path_texts([*groups, worn, lower, upper, outlined(marks)])
    return [
        *(Path(text, color) for text, color in zip(plain, _STONES, strict=True) if text),
        Path(rubbed, "#FFFFFF", opacity=0.022),
        Path(below, "#000000", opacity=0.42),
        Path(over, "#BFA9C9", opacity=0.13),
        Path(chiseled, "#000000", opacity=0.4),
    ]


def glow(width: float, height: float, x: float, y: float, strength: float = 0.36) -> Item:
    """What shines out from behind the window, and the dark at the card's edge."""
    stops = (
        Stop(0.0, EMBER, strength),
        Stop(0.55, "#4B1E3C", 0.30),
        Stop(0.8, "#160A14", 0.34),
        Stop(1.0, "#000000", 0.56),
    )
    return Path(rectangle(0, 0, width, height), Radial(x, y, math.hypot(width, height) * 0.54, stops))


def smoldering(cracks: Sequence[Crack]) -> list[Item]:
    """Cracks in stone, an ember line in their depth."""
    wide = path_data([shape for fissure in cracks for shape in fissure.outlines()])
    deep = path_data([shape for fissure in cracks for shape in fissure.outlines(0.44)])
    return [
        Path(wide, None, Stroke(EMBER, 2.4, 0.10, join="round")),
        Path(wide, "#040305", Stroke("#040305", 0.5, join="round")),
        Path(deep, EMBER),
    ]
