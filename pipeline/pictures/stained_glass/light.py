"""Windows of the Light: one light behind an emblem, a sky of rings and rays around it, ground below.

What differs between two cards of a color is drawn from the card's own random generator: the composition, how the sky is
leaded, where its accents are, what the ground is. All lengths are millimetres.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pipeline.pictures.stained_glass.kernel import (
    POLYGON,
    Pane,
    Point,
    Shapes,
    at_angle,
    disc,
    pane,
    panes,
    reshaped,
    sectors,
    stack,
    star,
)
from pipeline.pictures.stained_glass.mesh import (
    beads,
    between,
    clip,
    columns,
    doubled,
    footprint,
    polar,
    spokes,
    tidy,
    without,
)
from pipeline.pictures.stained_glass.paint import Light, Window, emblem_lead

_Glazing = Callable[[int, int], tuple[str, float]]

#: Beyond every window: the outermost ring of a sky ends here.
_FAR: Final = 110.0
_BORDER_WIDTH: Final = 1.5
_BEAD: Final = 2.9
#: Patterns of beads, from the middle of a side outwards.
_BORDERS: Final = (
    (("gold", 0.36), ("color", 0.70), ("color", 0.50), ("color", 0.70)),
    (("gold", 0.30), ("color", 0.66)),
    (("color", 0.42), ("color", 0.74), ("accent-1", 0.62), ("color", 0.74)),
    (("gold", 0.40), ("color", 0.80), ("accent-0", 0.46), ("color", 0.56), ("accent-0", 0.46), ("color", 0.80)),
)
#: Tones of a sky from the halo outwards: clear, broad daylight, deep.
_SKIES: Final = ((0.36, 0.52, 0.68, 0.82), (0.26, 0.38, 0.52, 0.68), (0.54, 0.62, 0.72, 0.84))
#: What the light within a halo is made of.
_GLORIES: Final = (("color", 0.10, 0.19), ("gold", 0.04, 0.16), ("white", 0.10, 0.34), ("color", 0.04, 0.24))


@dataclass(frozen=True, slots=True)
class Scene:
    """What a window is asked to hold: the outline, where the emblem goes, and the order of light about it."""

    outline: Polygon
    x: float
    y: float
    radius: float
    emblem: Sequence[Pane]
    composition: str
    ground: bool = True


def light_window(scene: Scene, rng: random.Random) -> tuple[Window, Light]:
    """The panes of a window with sky, ground and emblem, and the light in it."""
    strip, inner = beads(scene.outline, _BORDER_WIDTH, _BEAD, rng.choice(_BORDERS))
    emblem, radius = fitted(scene.emblem, inner, scene.x, scene.y, scene.radius)
    shadow = footprint(emblem)
    sun = _COMPOSITIONS[scene.composition](scene, cache(lambda: inner.difference(shadow)), rng)
    sky = clip(sun.panes, inner)
    medals = footprint(sun.medals) if sun.medals else Polygon()
    earth, area = _ground(inner, sun.x, rng) if scene.ground else ([], Polygon())
    # Splinters of sky go to the sky and those of the ground to the ground, or the skyline would have teeth.
    sky = tidy(without(sky, shapely.union_all([medals, area, shadow])))
    earth = tidy(without(earth, shadow))
    medals_seen = without(sun.medals, shapely.union(area, shadow)) if sun.medals else []
    field = [*strip, *sky, *medals_seen, *earth]
    return Window(scene.outline, field, emblem, emblem_lead(radius)), Light(sun.x, sun.y)


def fitted(emblem: Sequence[Pane], inside: Polygon, x: float, y: float, radius: float) -> tuple[list[Pane], float]:
    """The emblem placed about (x, y) at `radius`, or as much smaller as it must be to stay 0.4 mm within `inside`; and
    the radius that it got. (x, y) must lie in there."""
    shapes, radius = _fitted(tuple(part.shape for part in emblem), inside, x, y, radius)
    return reshaped(emblem, shapes), radius


@lru_cache(maxsize=64)
def _fitted(emblem: tuple[Polygon, ...], inside: Polygon, x: float, y: float, radius: float) -> tuple[Shapes, float]:
    room = inside.buffer(-0.4, join_style="mitre")
    shapely.prepare(room)
    points = shapely.get_coordinates(emblem)
    around = shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(points)))  # few, and the first to be out
    while not all(shapely.contains_xy(room, some * radius + (x, y)).all() for some in (around, points)):
        radius *= 0.97
    return shapely.transform(np.array(emblem, dtype=object), lambda points: points * radius + (x, y)), radius


# Skies. A composition may ask for the area that is free of border and emblem.

_Free = Callable[[], BaseGeometry]


@dataclass(frozen=True, slots=True)
class _Sky:
    """Panes of a sky and of what hangs in it, about the light at (x, y)."""

    x: float
    y: float
    panes: list[Pane]
    medals: list[Pane]


def _glory(scene: Scene, free: _Free, rng: random.Random) -> _Sky:
    """Rings and rays about the emblem, a halo around it."""
    halo = scene.radius * 1.15
    return _Sky(scene.x, scene.y, _sky(scene.x, scene.y, halo, rng), [])


def _horizon(scene: Scene, free: _Free, rng: random.Random) -> _Sky:
    """The sun rising low behind the ground, many rays."""
    _, top, _, bottom = scene.outline.bounds
    y = bottom - 0.24 * (bottom - top)
    halo = scene.radius * 1.28
    angles = spokes(rng, rng.choice((24, 26, 28)), 0.1, 0.0)
    radii = (halo, halo + 6, halo + 13, halo + 21, _FAR)
    courses = (angles, between(angles), angles, between(angles)) if rng.random() < 0.5 else (angles,) * 4
    sky = polar((scene.x, y), radii, courses, _accented(rng, len(angles)))
    count = len(angles)
    sun = [
        *panes(sectors(scene.x, y, 0, halo * 0.42, count // 2), "gold", (0.02, 0.10)),
        *panes(sectors(scene.x, y, halo * 0.42, halo * 0.74, count), "color", (0.12, 0.20)),
        *panes(sectors(scene.x, y, halo * 0.74, halo - 1.5, count, 180 / count), "color", (0.24, 0.32)),
        *_halo(scene.x, y, halo, 36, (1.0, 1.0)),
    ]
    return _Sky(scene.x, y, [*sky, *sun], [])


def _mandorla(scene: Scene, free: _Free, rng: random.Random) -> _Sky:
    """An almond of light: the glory drawn narrow and high."""
    halo = scene.radius * 1.15
    return _Sky(scene.x, scene.y, _sky(scene.x, scene.y, halo, rng, (0.80, 1.30)), [])


def _medallions(scene: Scene, free: _Free, rng: random.Random) -> _Sky:
    """Jeweled roundels around the halo, large or small, on the ring where the emblem leaves room for the most; stars,
    where there is room for hardly any."""
    halo = scene.radius
    _, top, _, bottom = scene.outline.bounds
    lowest = bottom - (bottom - top) * (0.36 if scene.ground else 0.0)
    best: list[tuple[int, Point]] = []
    size, out = 2.2, 3.3
    for wanted in (2.2, 1.6):
        if len(best) >= 5:
            break
        room = free().buffer(-wanted - 0.3)
        shapely.prepare(room)
        for distance in (3.3, 4.9, 6.5, 8.1):
            ring = [at_angle(scene.x, scene.y, halo + distance, 36 * index) for index in range(10)]
            clear = shapely.contains_xy(room, ring).tolist()
            seen = [(index, at) for index, at in enumerate(ring) if at[1] < lowest and clear[index]]
            if len(seen) > len(best) and len(best) < 5:
                best, size, out = seen, wanted, distance
    if len(best) < 4:
        return _stars(scene, free, rng)
    angles = spokes(rng, 20, 0.0, 0.0)
    radii = (halo, halo + out, halo + out + 5.5, halo + out + 12.5, _FAR)
    sky = polar((scene.x, scene.y), radii, (angles[::2], angles, angles, doubled(angles)), _accented(rng, 20))
    medals: list[Pane] = []
    for index, (x, y) in best:
        heart = ("color", 0.62) if index % 2 else ("jewel", 0.55)
        medals += stack(
            pane(disc(x, y, size, 15), "gold", 0.42),
            pane(disc(x, y, 0.7 * size, 18), *heart),
            pane(star(x, y, 0.48 * size, 0.19 * size, 4, 36 * index), "white", 0.1),
            least=0.15,
        )
    return _Sky(scene.x, scene.y, [*sky, *_inside(scene.x, scene.y, halo, 10, rng)], medals)


def _stars(scene: Scene, free: _Free, rng: random.Random) -> _Sky:
    """A night with stars of four points, none near another."""
    halo = scene.radius * 1.15
    sky = _sky(scene.x, scene.y, halo, rng)
    room = free().difference(disc(scene.x, scene.y, halo)).buffer(-2.2)
    shapely.prepare(room)
    left, top, right, bottom = room.bounds
    found: list[Point] = []
    for _ in range(240):
        x, y = rng.uniform(left, right), rng.uniform(top, bottom - (bottom - top) * (0.34 if scene.ground else 0.0))
        if all(math.dist((x, y), other) > 5.0 for other in found) and shapely.contains_xy(room, x, y):
            found.append((x, y))
        if len(found) == 13:
            break
    medals = []
    for index, (x, y) in enumerate(found):
        size = rng.uniform(1.4, 2.3)
        medals.append(pane(star(x, y, size, size * 0.38, 4), "gold" if index % 3 else "white", 0.14))
    return _Sky(scene.x, scene.y, sky, medals)


_COMPOSITIONS: dict[str, Callable[[Scene, _Free, random.Random], _Sky]] = {
    "glory": _glory,
    "horizon": _horizon,
    "mandorla": _mandorla,
    "medallions": _medallions,
    "stars": _stars,
}
COMPOSITIONS: Final = tuple(_COMPOSITIONS)


def _sky(x: float, y: float, halo: float, rng: random.Random, stretch: tuple[float, float] = (1.0, 1.0)) -> list[Pane]:
    """Rings and rays around a halo, leaded in one of four ways, with the glory and the halo inside."""
    count = rng.choice((14, 16, 18))
    angles = spokes(rng, count, 0.12, rng.uniform(0, 360 / count))
    radii: tuple[float, ...] = (halo, halo + rng.uniform(4, 5.4), halo + rng.uniform(9.6, 11.4), halo + 18, _FAR)
    twist: tuple[float, ...] = ()
    leads: tuple[list[float], ...]
    match rng.choice(("courses", "bricks", "spun", "beams")):
        case "courses":
            leads = (angles, angles, doubled(angles), doubled(angles))
        case "bricks":
            fine = doubled(angles)
            leads = (angles, between(angles), fine, between(fine))
        case "spun":
            leads = (angles, angles, doubled(angles), doubled(angles))
            lean = rng.choice((-1, 1)) * 150 / count
            twist = (0.0, lean, 2 * lean, 3 * lean, 3 * lean)
        case _:
            radii = (halo, halo + 6.5, halo + 15, _FAR)
            leads = (angles, doubled(angles), doubled(angles))
    sky = polar((x, y), radii, leads, _accented(rng, count), stretch, twist)
    return [*sky, *_inside(x, y, halo, count // 2, rng, stretch)]


def _accented(rng: random.Random, count: int) -> _Glazing:
    """Darker outwards, in an even beat of tones; two accents at most, in one of four orders."""
    base = rng.choice(_SKIES)
    first, second = rng.choice((("accent-0", "accent-1"), ("accent-0", "accent-1"), ("accent-1", "accent-2")))
    order = rng.choice(("scattered", "beams", "ring", "sides"))
    step = rng.choice((3, 4)) if count % 3 == 0 else 4
    ring_of_accent = rng.choice((0, 1))

    def glazing(ring: int, number: int) -> tuple[str, float]:
        beat = 0.05 if number % 2 else -0.05
        tone = base[ring] + beat + rng.uniform(-0.07, 0.07)
        chance = rng.random()
        fine = 2 if ring >= 2 else 1
        if order == "scattered" and chance < 0.2:
            return (first if chance < 0.11 else second), 0.40 + 0.10 * ring + beat
        if order == "beams" and (number // fine) % step == 0:
            return first, 0.34 + 0.11 * ring + beat
        if order == "ring" and ring == ring_of_accent and number % 2:
            return first, 0.42 + 0.08 * ring + rng.uniform(-0.05, 0.05)
        if order == "ring" and ring > 1 and chance < 0.12:
            return second, 0.62
        if order == "sides" and chance < 0.42 and ring > 0 and (number // fine) % 4 in (1, 2):
            return (first if (number // fine) % 4 == 1 else second), 0.40 + 0.10 * ring + beat
        return "color", tone

    return glazing


def _inside(
    x: float, y: float, halo: float, count: int, rng: random.Random, stretch: tuple[float, float] = (1.0, 1.0)
) -> list[Pane]:
    """The glory within a halo, nearly white, and the halo of gold."""
    slices = _stretched(sectors(0, 0, 0, halo - 1.5, count), x, y, stretch)
    glass, light, dark = rng.choice(_GLORIES)
    return [*panes(slices, glass, (light, dark)), *_halo(x, y, halo, 24, stretch)]


def _halo(x: float, y: float, radius: float, count: int, stretch: tuple[float, float]) -> list[Pane]:
    pieces = _stretched(sectors(0, 0, radius - 1.5, radius, count), x, y, stretch)
    return panes(pieces, "gold", (0.22, 0.42))


def _stretched(shapes: Sequence[Polygon], x: float, y: float, stretch: tuple[float, float]) -> Shapes:
    return shapely.transform(np.array(shapes, dtype=object), lambda points: points * stretch + (x, y))


# Grounds


@dataclass(frozen=True, slots=True)
class _Band:
    """A stretch of ground: its height over the foot of the window, the swell of its edge in mm and how many swells the
    width holds, its glass, and the tones it lies between. Lengths are for a window 34.3 high inside its border."""

    height: float
    swell: float
    rate: float
    glass: str
    light: float
    dark: float


@dataclass(frozen=True, slots=True)
class _Land:
    """Bands from far to near. Leads of `paved` ground all run towards one point, and stand in running bond."""

    bands: tuple[_Band, ...]
    paved: bool


_LANDS: Final = (
    _Land(  # hills with a river between them
        (
            _Band(9.5, 1.6, 0.80, "color", 0.62, 0.80),
            _Band(5.6, 1.3, 0.80, "accent-1", 0.45, 0.62),
            _Band(2.6, 0.9, 0.95, "color", 0.78, 0.92),
        ),
        paved=False,
    ),
    _Land(  # the sea
        (
            _Band(8.6, 0.80, 1.6, "accent-1", 0.40, 0.54),
            _Band(5.8, 0.75, 2.1, "color", 0.56, 0.72),
            _Band(2.9, 0.60, 2.6, "accent-1", 0.58, 0.74),
        ),
        paved=False,
    ),
    _Land(  # plowed fields
        (_Band(10.4, 1.9, 0.6, "color", 0.70, 0.86), _Band(6.4, 1.2, 0.9, "color", 0.52, 0.70)), paved=True
    ),
    _Land(  # a court of flagstones before a low wall
        (
            _Band(8.2, 0.0, 0.0, "color", 0.80, 0.92),
            _Band(6.0, 0.0, 0.0, "color", 0.55, 0.86),
            _Band(3.0, 0.0, 0.0, "accent-1", 0.50, 0.72),
        ),
        paved=True,
    ),
)


def _ground(inner: Polygon, vanishing: float, rng: random.Random) -> tuple[list[Pane], BaseGeometry]:
    """Land, water or pavement at the foot of the window, and the area that it covers."""
    left, top, right, bottom = inner.bounds
    unit = (bottom - top) / 34.3
    land = rng.choice(_LANDS)
    areas = [_below(rng, inner, bottom - band.height * unit, band.swell * unit, band.rate) for band in land.bands]
    earth: list[Pane] = []
    for index, (area, band) in enumerate(zip(areas, land.bands, strict=True)):
        seen = area.difference(areas[index + 1]) if index + 1 < len(areas) else area
        leads = (
            _paving_leads(left, right, vanishing, index % 2 == 1)
            if land.paved
            else _leaning_leads(left, right, vanishing, 6.6 if index == 1 else 7.6, rng)
        )
        strips = columns(left - 30, right + 30, top - 2, bottom + 2, leads)
        parts, number = shapely.get_parts(
            shapely.get_parts(shapely.intersection(strips, seen.intersection(inner))), return_index=True
        )
        glazed = (shapely.get_type_id(parts) == POLYGON) & (shapely.area(parts) > 0.02)
        middle, swing = (band.light + band.dark) / 2, 0.3 * (band.dark - band.light)
        earth += [
            pane(part, band.glass, middle + (swing if stone % 2 else -swing) + rng.uniform(-0.04, 0.04))
            for part, stone in zip(parts[glazed], number[glazed].tolist(), strict=True)
        ]
    return earth, shapely.union_all(areas)


def _below(rng: random.Random, inner: Polygon, y: float, swell: float, rate: float) -> Polygon:
    """What lies below a line that swells about the height y: the sum of two waves."""
    left, _, right, bottom = _around(inner)
    phase = rng.uniform(0, 2 * math.pi)
    along = np.linspace(0, 1, 33)
    angle = 2 * math.pi * rate * along
    line = y + swell * np.sin(phase + angle) + 0.4 * swell * np.sin(2.3 * phase + 2.1 * angle)
    points = np.column_stack([left + (right - left) * along, line])
    return shapely.simplify(Polygon(np.concatenate([points, [(right, bottom), (left, bottom)]])), 0.02)


@lru_cache(maxsize=32)
def _around(inner: Polygon) -> tuple[float, float, float, float]:
    """The bounds of what is within 1 mm."""
    bounds: tuple[float, float, float, float] = inner.buffer(1.0).bounds
    return bounds


def _leaning_leads(left: float, right: float, vanishing: float, step: float, rng: random.Random) -> list[Point]:
    """Leads about `step` mm apart, each from x at the top of the window to x at its foot, leaning outwards."""
    count = max(4, round((right - left) / step))
    leads: list[Point] = []
    for index in range(1, count):
        x = left + (right - left) * (index + rng.uniform(-0.24, 0.24)) / count
        lean = 0.3 * (x - vanishing) + rng.uniform(-2, 2)
        leads.append((x - lean * 0.2, x + lean * 0.6))
    return leads


def _paving_leads(left: float, right: float, vanishing: float, shifted: bool) -> list[Point]:
    """Leads that all come from one far point, those of a `shifted` course between those of the next."""
    width = right - left
    count = max(5, round(width / 6.2))
    feet = [left + width * (1.6 * (index + 0.5 * shifted) / count - 0.3) for index in range(1, count)]
    return [(vanishing + (foot - vanishing) * 0.12, foot) for foot in feet]
