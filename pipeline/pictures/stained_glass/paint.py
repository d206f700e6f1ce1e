"""From panes to a drawing: glass, light, lead and gold."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pipeline.drawing import Group, Item, Linear, Paint, Path, Radial, Stop, Stroke
from pipeline.pictures.stained_glass.color import LEAD, Ramp, shade
from pipeline.pictures.stained_glass.kernel import Pane, Point, Shapes, shapes_of

FIELD_LEAD: Final = 0.42
EMBLEM_LEAD: Final = 0.48
#: Ink-saver: leads of the field are thin and gray, those of the emblem thicker and black.
SAVER_FIELD: Final = ("#666666", 0.16)
SAVER_EMBLEM: Final = ("#000000", 0.27)

#: Light falls on leads and moldings from the upper left; this is where it lies on a came, in mm from its middle.
GLEAM: Final[Point] = (-0.05, -0.06)

_SHADOW = "#05030A"
_GOLD = ("#7A5418", "#C8983A", "#F7E09A")


@dataclass(frozen=True, slots=True)
class Window:
    """A leaded window: its outline, the panes of the field, the panes of the emblem before it, and how thick the lead
    of the emblem is, in mm."""

    outline: Polygon
    field: Sequence[Pane]
    emblem: Sequence[Pane]
    emblem_lead: float = EMBLEM_LEAD


def emblem_lead(radius: float) -> float:
    """How thick the lead of an emblem of `radius` mm is: a small one would drown in lead of the usual width."""
    return round(max(0.26, min(EMBLEM_LEAD, 0.042 * radius)), 2)


@dataclass(frozen=True, slots=True)
class Light:
    """Where a window's one light is, and what it does; lengths in mm, strengths are opacities.

    `glow` is the radius of the light behind the emblem, `rays` how many beams go out to `reach`; `vignette` darkens
    what is far. A strength of 0 leaves its gradient out.
    """

    x: float
    y: float
    glow: float = 18.0
    glow_strength: float = 0.8
    rays: int = 7
    reach: float = 40.0
    ray_strength: float = 0.4
    vignette: float = 0.5
    color: str = "#FFFDF0"


def paint(
    window: Window,
    ramps: Mapping[str, Ramp],
    light: Light,
    rng: random.Random | None,
    lead: str = LEAD,
    gleam: Point = GLEAM,
) -> list[Item]:
    """The window in color, without its frame: lead ground, field, light, emblem, depth, streaks, vignette, lead net.

    Without `rng` it has neither rays nor streaks: nothing of chance. `gleam` is where on a came its highlight lies.
    """
    every = np.concatenate([shapes_of(window.field), shapes_of(window.emblem)])
    outline = path_data([window.outline])
    items: list[Item] = [Path(outline, lead), *_glass(window.field, ramps)]
    if light.glow_strength:
        items.append(Path(outline, _fading(light, light.glow, (0.0, 1.0), (0.35, 0.42), (1.0, 0.0))))
    if rng and light.rays and light.ray_strength:
        items += _rays(window, light, rng)
    items += _glass(window.emblem, ramps)
    items += _depth(every)
    items += _streaks(every, rng) if rng else []
    if light.vignette:
        dark = (Stop(0.45, _SHADOW, 0.0), Stop(1.0, _SHADOW, light.vignette))
        items.append(Path(outline, Radial(light.x, light.y, light.reach, dark)))
    items += _leading(window, lead, gleam)
    return items


def outline_drawing(window: Window) -> list[Item]:
    """The window as line art on white, without its frame."""
    items: list[Item] = [Path(path_data([window.outline]), "#FFFFFF")]
    for panes, (color, width) in ((window.field, SAVER_FIELD), (window.emblem, SAVER_EMBLEM)):
        if panes:
            items.append(Path(lead_lines(shapes_of(panes)), None, Stroke(color, width, join="round", cap="round")))
    return items


def _glass(panes: Sequence[Pane], ramps: Mapping[str, Ramp]) -> list[Item]:
    groups: dict[str, list[Polygon]] = {}
    for pane in panes:
        groups.setdefault(shade(ramps[pane.glass], pane.tone), []).append(pane.shape)
    return [Path(path_data(shapes), color, rule="evenodd") for color, shapes in groups.items()]


def _fading(light: Light, radius: float, *stops: tuple[float, float]) -> Radial:
    strength = light.glow_strength
    return Radial(light.x, light.y, radius, tuple(Stop(at, light.color, round(strength * s, 3)) for at, s in stops))


def _rays(window: Window, light: Light, rng: random.Random) -> list[Item]:
    """Beams that taper towards the light."""
    beams = []
    for index in range(light.rays):
        middle = 2 * math.pi * (index + rng.uniform(-0.25, 0.25)) / light.rays
        half = rng.uniform(0.05, 0.12)
        far = [(light.x + 90 * math.sin(a), light.y - 90 * math.cos(a)) for a in (middle - half, middle + half)]
        beams.append(Polygon([(light.x, light.y), *far]))
    lit = shapely.intersection(np.array(beams, dtype=object), window.outline)
    s = light.ray_strength
    stops = (
        Stop(0.0, light.color, s),
        Stop(0.4, light.color, round(s * 0.62, 3)),
        Stop(1.0, light.color, 0.0),
    )
    return [Path(path_data(lit), Radial(light.x, light.y, light.reach, stops))]


def _depth(shapes: Shapes) -> list[Item]:
    """Two shrunken copies of the wider panes in thin white: glass is darkest where it meets the lead."""
    widths = 4 * shapely.area(shapes) / shapely.length(shapes)
    items: list[Item] = []
    for by, opacity in ((0.5, 0.09), (1.05, 0.08)):
        inner = shapely.buffer(shapes[widths > 4 * by], -by, join_style="mitre", mitre_limit=2.5)
        inner = inner[shapely.area(inner) > by]
        if len(inner):
            items.append(Path(path_data(shapely.simplify(inner, 0.03)), "#FFFFFF", rule="evenodd", opacity=opacity))
    return items


def _streaks(shapes: Shapes, rng: random.Random) -> list[Item]:
    """Hair streaks, as blown glass has them: where they fit into a pane whole."""
    wide = shapes[shapely.area(shapes) > 5]
    streaks, owners = [], []
    for index, (left, top, right, bottom) in enumerate(shapely.bounds(wide).tolist()):
        for _ in range(2 if (right - left) * (bottom - top) > 12 else 1):
            x, y = rng.uniform(left, right), rng.uniform(top, bottom)
            long, thick, angle = rng.uniform(1.0, 2.8), rng.uniform(0.06, 0.17), rng.gauss(-1.0, 0.25)
            cos, sin = math.cos(angle), math.sin(angle)
            knots = ((-1, 0), (-0.3, -1), (0.4, -0.8), (1, 0), (0.3, 1), (-0.4, 0.8))
            ends = [(u * long, v * thick) for u, v in knots]
            streaks.append([(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in ends])
            owners.append(index)
    if not streaks:
        return []
    shapely.prepare(wide)
    drawn = np.asarray(shapely.polygons(np.array(streaks)))
    whole = drawn[shapely.contains_properly(wide[owners], drawn)]
    return [Path(path_data(whole), "#FFFFFF", opacity=0.16)] if len(whole) else []


def _leading(window: Window, lead: str, gleam: Point) -> list[Item]:
    """The net of lead, thicker about the emblem, with a hair of light on each came."""
    items: list[Item] = []
    for panes, width in ((window.field, FIELD_LEAD), (window.emblem, window.emblem_lead)):
        if not panes:
            continue
        net = lead_lines(shapes_of(panes))
        items.append(Path(net, None, Stroke(lead, width, join="round", cap="round")))
        light = Path(net, None, Stroke("#FFFFFF", 0.1, 0.2, join="round", cap="round"))
        items.append(Group((light,), (1.0, 0.0, 0.0, 1.0, *gleam)))
    return items


# Frames and plates


def frame(
    outline: BaseGeometry,
    saver: bool,
    width: float = 1.0,
    gleam: Point = GLEAM,
) -> list[Item]:
    """A rounded golden molding outside `outline`, from lead to lead 1.9 mm times `width`."""
    edge = path_data([outline])
    if saver:
        outer = path_data([outline.buffer(1.5 * width, join_style="mitre")])
        return [Path(edge, None, Stroke("#000000", 0.45)), Path(outer, None, Stroke("#000000", 0.2))]
    middle = path_data([outline.buffer(0.55 * width, join_style="mitre")])
    low, plain, high = _GOLD
    return [
        Path(middle, None, Stroke(LEAD, 1.9 * width)),
        Path(middle, None, Stroke(low, 1.25 * width)),
        Path(middle, None, Stroke(plain, 0.85 * width)),
        Group((Path(middle, None, Stroke(high, 0.25 * width)),), (1.0, 0.0, 0.0, 1.0, 1.6 * gleam[0], 1.6 * gleam[1])),
        Path(edge, None, Stroke(LEAD, 0.35)),
    ]


def gilded(top: float, bottom: float) -> Paint:
    """Gold leaf between two heights."""
    stops = (Stop(0.0, "#F7E09A"), Stop(0.5, "#C8983A"), Stop(1.0, "#A8772A"))
    return Linear(0.0, top, 0.0, bottom, stops)


# Path data

_LOW, _HIGH = -5000, 15000


def _hundredths(value: int) -> str:
    text = f"{value / 100:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


#: Every coordinate from -50 to 150 mm in hundredths, written once: formatting each anew is most of a picture's time.
_TEXT: Final = tuple(_hundredths(value) for value in range(_LOW, _HIGH))


def _texts(values: npt.NDArray[np.int64]) -> list[str]:
    if len(values) and values.min() >= _LOW and values.max() < _HIGH:
        return [_TEXT[value] for value in (values - _LOW).tolist()]
    return [_hundredths(value) for value in values.tolist()]


def path_data(shapes: Sequence[BaseGeometry] | Shapes) -> str:
    """All rings of the polygons as path data, to 0.01 mm, without repeated points."""
    rings = shapely.get_rings(shapely.get_parts(np.asarray(shapes, dtype=object)))
    points, owner = shapely.get_coordinates(rings, return_index=True)
    grid = np.rint(points * 100).astype(np.int64)
    first = np.flatnonzero(np.diff(owner, prepend=-1))
    keep = np.ones(len(grid), dtype=bool)
    keep[1:] = (np.diff(grid, axis=0) != 0).any(axis=1)
    keep[first] = True
    keep[np.append(first[1:], len(grid)) - 1] = False  # the last point of a ring is its first once more
    grid, owner = grid[keep], owner[keep]
    words = [f"{x} {y}" for x, y in zip(_texts(grid[:, 0]), _texts(grid[:, 1]), strict=True)]
    starts = np.flatnonzero(np.diff(owner, prepend=-1)).tolist()
    pieces = zip(starts, [*starts[1:], len(words)], strict=True)
    return "".join("M" + "L".join(words[start:end]) + "Z" for start, end in pieces if end - start > 2)


def lead_lines(shapes: Shapes) -> str:
    """The edges of the polygons as open lines, an edge that two polygons share only once, to 0.01 mm."""
    rings = shapely.get_rings(shapely.get_parts(shapes))
    points, owner = shapely.get_coordinates(rings, return_index=True)
    grid = np.rint(points * 100).astype(np.int64)
    codes = (grid[:, 0] + 100000) * 1000000 + grid[:, 1] + 100000
    same_ring = owner[1:] == owner[:-1]
    low, high = np.minimum(codes[1:], codes[:-1]), np.maximum(codes[1:], codes[:-1])
    edges = np.flatnonzero(same_ring & (low != high))
    _, once = np.unique(np.stack([low[edges], high[edges]]), axis=1, return_index=True)
    drawn = np.sort(edges[once])  # edge i goes from point i to point i + 1
    xs, ys = _texts(grid[:, 0]), _texts(grid[:, 1])
    breaks = np.flatnonzero(np.diff(drawn, prepend=-2) != 1).tolist()
    pieces = []
    for start, end in zip(breaks, [*breaks[1:], len(drawn)], strict=True):
        span = range(int(drawn[start]), int(drawn[end - 1]) + 2)
        pieces.append("M" + "L".join(f"{xs[i]} {ys[i]}" for i in span))
    return "".join(pieces)
