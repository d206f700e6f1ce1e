"""Walls of the Light: diamond quarries in the card's color, lit from where the window is.

All lengths are millimetres in the wall's own box. Nothing on a wall runs parallel to the edge of the card, so that a
sheet cut a little aside does not show it.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pipeline.drawing import Clip, Group, Item, Path, Radial, Stop, Stroke, polygon, rectangle
from pipeline.pictures.stained_glass.color import LEAD, NEUTRAL, Ramp, mix, shade

_QUARRIES: Final = 9
_TONES: Final = (0.80, 0.84, 0.88, 0.92)
_GOLDEN: Final = (0.12, 0.18, 0.24, 0.34)


@dataclass(frozen=True, slots=True)
class Tint:
    """What a wall needs of a color: its ramp from light to dark, its plain tone and its dark one."""

    ramp: Ramp
    middle: str
    dark: str


NIGHT: Final = Tint(NEUTRAL["night"], "#2A3170", "#0A0D2A")


def wall(
    width: float, height: float, tint: Tint, rng: random.Random, light: tuple[float, float], even: bool = False
) -> list[Item]:
    """A wall of one color with a glow about `light`; when `even`, it is the same after half a turn."""
    lift = _lift(tint.ramp)
    glow = (
        Stop(0.0, shade(tint.ramp, 0.40), 0.60),
        Stop(0.55, tint.middle, 0.35),
        Stop(1.0, mix(tint.dark, "#000000", 0.35), 0.62),
    )
    quarries = _quarries(width, height, tint.ramp, tuple(tone - lift for tone in _TONES), rng, even)
    return _lit(width, height, tint.dark, quarries, light, glow, 0.62)


def golden_wall(width: float, height: float, rng: random.Random, light: tuple[float, float]) -> list[Item]:
    """A wall of gold, for what is transformed."""
    glow = (Stop(0.0, "#FFFFFF", 0.60), Stop(0.55, "#FFF3C8", 0.35), Stop(1.0, "#9A6A1C", 0.50))
    quarries = _quarries(width, height, NEUTRAL["gold"], _GOLDEN, rng, False)
    return _lit(width, height, shade(NEUTRAL["gold"], 0.3), quarries, light, glow, 0.45)


def strips(width: float, height: float, parts: Sequence[Sequence[Item]]) -> list[Item]:
    """Walls side by side, each seen in its own upright strip, with a lead between neighbors."""
    each = width / len(parts)
    items: list[Item] = [
        Group(tuple(part), clip=Clip(rectangle(index * each, 0, each, height))) for index, part in enumerate(parts)
    ]
    seams = "".join(f"M{index * each:.3f} 0L{index * each:.3f} {height:.3f}" for index in range(1, len(parts)))
    return [*items, Path(seams, None, Stroke(LEAD, 0.7))]


def rays(light: tuple[float, float], reach: float, color: str, count: int = 12) -> Item:
    """Beams of light across a wall, from `light` outwards."""
    x, y = light
    beams = []
    for index in range(count):
        angle = 2 * math.pi * (index + 0.25) / count
        far = [(x + reach * math.sin(a), y - reach * math.cos(a)) for a in (angle - 0.06, angle + 0.06)]
        beams.append(polygon([(x, y), *far]))
    return Path("".join(beams), color, opacity=0.42)


def _lift(ramp: Ramp) -> float:
    """How much lighter a wall of this ramp must be to keep its color: more for bright ramps, none for deep ones."""
    brightness = sum(int(shade(ramp, 0.6)[at : at + 2], 16) * weight for at, weight in ((1, 0.3), (3, 0.6), (5, 0.1)))
    return min(0.13, max(0.0, (brightness - 100) * 0.0014))


def _quarries(
    width: float, height: float, ramp: Ramp, tones: tuple[float, ...], rng: random.Random, even: bool
) -> list[Item]:
    """Diamonds over the box, grouped by tone. The last rows and columns are the first ones turned by half a circle."""
    colors = {tone: shade(ramp, tone) for tone in tones}
    chosen: dict[tuple[int, int], float] = {}
    groups: dict[str, list[str]] = {}
    for place, turned, shape in _diamonds(width, height):
        tone = chosen[turned] if even and turned in chosen else rng.choice(tones)
        chosen[place] = tone
        groups.setdefault(colors[tone], []).append(shape)
    return [Path("".join(shapes), color) for color, shapes in groups.items()]


@lru_cache(maxsize=8)
def _diamonds(width: float, height: float) -> Sequence[tuple[tuple[int, int], tuple[int, int], str]]:
    """The middle of each diamond, in half diamonds across and down, that of the one in its place after half a turn, and
    its path data."""
    across, down = width / _QUARRIES, height / _QUARRIES
    made = []
    for row in range(2 * _QUARRIES + 1):
        # Every other middle of each row.
        for column in range(1 - row % 2, 2 * _QUARRIES + 1, 2):
            x, y = column * across / 2, row * down / 2
            corners = [(x, y - down / 2), (x + across / 2, y), (x, y + down / 2), (x - across / 2, y)]
            made.append(((column, row), (2 * _QUARRIES - column, 2 * _QUARRIES - row), polygon(corners)))
    return made


@lru_cache(maxsize=8)
def _leads(width: float, height: float) -> str:
    """Both families of slanting lines that the diamonds' edges lie on, from the top of the box to its foot."""
    across, slope = width / _QUARRIES, height / width
    lines = []
    for index in range(-_QUARRIES, _QUARRIES):
        x = across / 2 + index * across
        lines.append(f"M{x:.2f} 0L{x + height / slope:.2f} {height:.2f}")
        lines.append(f"M{width - x:.2f} 0L{width - x - height / slope:.2f} {height:.2f}")
    return "".join(lines)


def _lit(
    width: float,
    height: float,
    ground: str,
    quarries: list[Item],
    light: tuple[float, float],
    glow: tuple[Stop, ...],
    lead: float,
) -> list[Item]:
    whole = rectangle(0, 0, width, height)
    reach = 52.0 / 95.25 * height
    items: list[Item] = [
        Path(whole, ground),
        *quarries,
        Path(whole, Radial(*light, reach, glow)),
        Path(_leads(width, height), None, Stroke(LEAD, 0.26, lead)),
    ]
    return [Group(tuple(items), clip=Clip(whole))]
