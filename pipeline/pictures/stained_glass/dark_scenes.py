"""Fifteen scenes of the Dark: where an emblem stands, how the sky behind it is leaded and of which glass, where the
frame is broken and where the one crack of light comes in.

No two are composed alike, so that cards side by side are told apart before anything on them is read.
"""

import math
from dataclasses import dataclass

from pipeline.pictures.stained_glass.dark_masonry import HEIGHT, WIDTH
from pipeline.pictures.stained_glass.kernel import Point

#: Shares of glass in a sky: name and share, the rest is the first.
Shares = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Sky:
    """A net of rings and rays about (x, y), not always about the emblem: from far away, rings lie as layers, and rays
    hang as veils. `count` rays; `doubling` is the ring from which on there are twice as many."""

    x: float
    y: float
    radii: tuple[float, ...]
    count: int
    doubling: int | None = None
    jitter: float = 0.36


@dataclass(frozen=True, slots=True)
class Scene:
    """What is particular to an emblem's window, mm.

    The emblem's circle is about (x, y) with `radius`. `glass` are the sky's shares of glass, `tones` its tones near the
    emblem and far from it. `halo` is the glass right behind the emblem and its tone, or none. `crack` is the light's
    way in. `chip` is where along the arch the frame is broken, 0 left foot to 1 right foot.
    """

    x: float
    y: float
    radius: float
    sky: Sky
    glass: Shares
    tones: tuple[float, float]
    halo: tuple[str, float] | None
    glow: str
    crack: tuple[Point, Point]
    chip: float


def _star(x: float, y: float, radius: float, count: int = 17) -> Sky:
    """Rays and rings as of a blow that struck at (x, y)."""
    return Sky(x, y, tuple(radius * k for k in (0.92, 1.4, 2.0, 2.9, 6.0)), count, 2)


def _layers(y: float, first: float, step: float, count: int) -> Sky:
    """Layers of cloud, seen as rings about a center far below or above: as many as it takes to cover the window."""
    farthest = math.hypot(WIDTH / 2, HEIGHT - y if y < 0 else y)
    rings = math.ceil((farthest - first) / step)
    return Sky(26.2, y, tuple(first + step * ring for ring in range(rings + 1)), count, None, 0.42)


#: Colors of the glow behind an emblem.
EMBER, BRUISE, BILE, ASH = "#F08A3C", "#A0528A", "#A9B24E", "#9C8CB0"

#: The scene of each emblem.
SCENES: dict[str, Scene] = {
    "toppled-tower": Scene(
        34.0,
        20.6,
        10.8,
        sky=_star(34.0, 23, 11, 15),
        glass=(("soot", 1), ("bruise", 0.34), ("ember", 0.08)),
        tones=(0.3, 0.6),
        halo=("bruise", 0.4),
        glow=EMBER,
        crack=((43.4, 5.6), (47.2, 34)),
        chip=0.26,
    ),
    "claw": Scene(
        26.2,
        13.4,
        11.0,
        sky=_star(26.2, 10, 11, 19),
        glass=(("bile", 1), ("soot", 0.42)),
        tones=(0.5, 0.92),
        halo=("soot", 0.46),
        glow=BILE,
        crack=((14.0, 3.6), (10.4, 26)),
        chip=0.68,
    ),
    "mask": Scene(
        26.2,
        20.0,
        10.4,
        sky=_star(26.2, 16, 11, 14),
        glass=(("soot", 1), ("bruise", 0.3)),
        tones=(0.66, 0.9),
        halo=("bruise", 0.66),
        glow=BRUISE,
        crack=((41.6, 5.4), (46.4, 31)),
        chip=0.24,
    ),
    "forked-tongue": Scene(
        26.2,
        17.2,
        11.8,
        sky=_star(26.2, 14, 12, 17),
        glass=(("soot", 1), ("bile", 0.36)),
        tones=(0.34, 0.8),
        halo=("bile", 0.62),
        glow=BILE,
        crack=((12.0, 5.4), (14.4, 35)),
        chip=0.76,
    ),
    "broken-reed": Scene(
        19.0,
        18.8,
        12.6,
        sky=_layers(-62, 63, 5.2, 56),
        glass=(("soot", 1), ("bile", 0.16), ("bruise", 0.1)),
        tones=(0.46, 0.74),
        halo=None,
        glow=BILE,
        crack=((40.4, 4.6), (46.6, 33)),
        chip=0.22,
    ),
    "millstone": Scene(
        26.2,
        18.6,
        12.6,
        sky=_layers(78, 39, 4.2, 34),
        glass=(("soot", 1), ("iron", 0.3)),
        tones=(0.48, 0.8),
        halo=None,
        glow=ASH,
        crack=((12.4, 7.4), (8.2, 31)),
        chip=0.66,
    ),
    "empty-doorway": Scene(
        26.2,
        22.0,
        10.6,
        sky=_star(26.2, 26, 14, 16),
        glass=(("soot", 1), ("iron", 0.26), ("bruise", 0.12)),
        tones=(0.16, 0.62),
        halo=None,
        glow=ASH,
        crack=((33.6, 1.6), (40.2, 27)),
        chip=0.4,
    ),
    "thorned-fruit": Scene(
        26.2,
        16.0,
        11.0,
        sky=_star(26.2, 16, 11, 16),
        glass=(("bruise", 1), ("soot", 0.24)),
        tones=(0.24, 0.8),
        halo=("bruise", 0.24),
        glow=EMBER,
        crack=((38.6, 4.4), (42.6, 33)),
        chip=0.3,
    ),
    "chain": Scene(
        26.2,
        19.0,
        12.2,
        sky=_star(26.2, 19, 12, 18),
        glass=(("soot", 1), ("bruise", 0.2), ("bile", 0.12)),
        tones=(0.44, 0.72),
        halo=None,
        glow=BRUISE,
        crack=((37.4, 3.6), (41.4, 34)),
        chip=0.28,
    ),
    "fist-of-flame": Scene(
        17.6,
        18.6,
        12.0,
        sky=_star(17.6, 12, 12, 15),
        glass=(("ember", 1), ("bruise", 0.34), ("soot", 0.22)),
        tones=(0.64, 0.98),
        halo=("bruise", 0.72),
        glow=EMBER,
        crack=((32, 1), (29.2, 29)),
        chip=0.8,
    ),
    "silent-bell": Scene(
        33.0,
        17.6,
        12.2,
        sky=_layers(92, 54, 4.6, 40),
        glass=(("soot", 1), ("iron", 0.4)),
        tones=(0.38, 0.74),
        halo=("soot", 0.6),
        glow=ASH,
        crack=((43.2, 5.8), (48.2, 31)),
        chip=0.62,
    ),
    "empty-bowl": Scene(
        31.4,
        19.6,
        12.4,
        sky=Sky(60, -6, (6, 18, 30, 42, 54, 66, 80), 30, None, 0.4),
        glass=(("soot", 1), ("iron", 0.3)),
        tones=(0.12, 0.46),
        halo=None,
        glow=ASH,
        crack=((15.2, 5), (11.2, 26)),
        chip=0.28,
    ),
    "two-faced-mirror": Scene(
        26.2,
        18.4,
        11.8,
        sky=Sky(26.2, 18.4, (10.6, 15, 21, 28, 70), 14, 1, 0.1),
        glass=(("soot", 1), ("bruise", 0.1)),
        tones=(0.4, 0.7),
        halo=None,
        glow=BILE,
        crack=((14.8, 3.6), (11.6, 35)),
        chip=0.66,
    ),
    "broken-urn": Scene(
        28.4,
        19.4,
        11.8,
        sky=_layers(-90, 88, 13.0, 78),
        glass=(("soot", 1), ("bruise", 0.26), ("iron", 0.14)),
        tones=(0.5, 0.78),
        halo=None,
        glow=BRUISE,
        crack=((16.4, 3.8), (10.6, 33)),
        chip=0.72,
    ),
    "eclipsed-eye": Scene(
        26.2,
        14.8,
        10.2,
        sky=_star(26.2, 14.8, 10.2, 17),
        glass=(("soot", 1), ("bruise", 0.3), ("bile", 0.16)),
        tones=(0.3, 0.7),
        halo=("bruise", 0.5),
        glow=EMBER,
        crack=((41.2, 5), (37.4, 36)),
        chip=0.36,
    ),
}
