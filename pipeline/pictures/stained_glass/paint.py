"""From panes to a drawing: glass, light, lead and gold."""

import math
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from pipeline.drawing import Group, Item, Linear, Paint, Path, Radial, Stop, Stroke
from pipeline.pictures.stained_glass.color import LEAD, Ramp, shades, step_of
from pipeline.pictures.stained_glass.kernel import POLYGON, Pane, Point, Shapes, outlined, parted, shapes_of

FIELD_LEAD: Final = 0.42
EMBLEM_LEAD: Final = 0.48
#: Ink-saver: leads of the field are thin and gray, those of the emblem thicker and black.
SAVER_FIELD: Final = ("#666666", 0.16)
SAVER_EMBLEM: Final = ("#000000", 0.27)

#: Light falls on leads and moldings from the upper left; this is where it lies on a came, in mm from its middle.
GLEAM: Final[Point] = (-0.05, -0.06)

_Ints = npt.NDArray[np.int64]
_Bools = npt.NDArray[np.bool_]

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
    outline = path_data([window.outline])
    items: list[Item] = [Path(outline, lead), *stained(window.field, ramps)]
    if light.glow_strength:
        items.append(Path(outline, _fading(light, light.glow, (0.0, 1.0), (0.35, 0.42), (1.0, 0.0))))
    if rng and light.rays and light.ray_strength:
        items += _rays(window, light, rng)
    items += stained(window.emblem, ramps)
    items += _depth(window)
    items += _streaks(shapes_of([*window.field, *window.emblem]), rng) if rng else []
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


def stained(panes: Sequence[Pane], ramps: Mapping[str, Ramp]) -> list[Item]:
    """The panes, those of one color in one path."""
    groups: dict[str, list[Polygon]] = {}
    glass = {name: shades(ramps[name]) for name in {pane.glass for pane in panes}}
    for pane in panes:
        groups.setdefault(glass[pane.glass][step_of(pane.tone)], []).append(pane.shape)
    texts = path_texts(groups.values())
    return [Path(text, color, rule="evenodd") for text, color in zip(texts, groups, strict=True)]


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
        beams.append([(light.x, light.y), *far])
    lit = np.asarray(shapely.intersection(outlined(beams), window.outline))
    s = light.ray_strength
    stops = (
        Stop(0.0, light.color, s),
        Stop(0.4, light.color, round(s * 0.62, 3)),
        Stop(1.0, light.color, 0.0),
    )
    return [Path(path_data(lit), Radial(light.x, light.y, light.reach, stops))]


def _depth(window: Window) -> list[Item]:
    """Two shrunken copies of the wider panes in thin white: glass is darkest where it meets the lead."""
    shapes = shapes_of([*window.field, *window.emblem])
    widths = 4 * shapely.area(shapes) / shapely.length(shapes)
    copies = []
    for by in (0.5, 1.05):
        inner = shapely.buffer(shapes[widths > 4 * by], -by, join_style="mitre", mitre_limit=2.5)
        copies.append(shapely.simplify(inner[shapely.area(inner) > by], 0.03))
    return [
        Path(text, "#FFFFFF", rule="evenodd", opacity=opacity)
        for text, opacity in zip(path_texts(copies), (0.09, 0.08), strict=True)
        if text
    ]


def _streaks(shapes: Shapes, rng: random.Random) -> list[Item]:
    """Hair streaks, as blown glass has them: where they fit into a pane whole."""
    wide = shapes[shapely.area(shapes) > 5]
    drawn, owners = [], []
    for index, (left, top, right, bottom) in enumerate(shapely.bounds(wide).tolist()):
        for _ in range(2 if (right - left) * (bottom - top) > 12 else 1):
            x, y = rng.uniform(left, right), rng.uniform(top, bottom)
            long, thick, angle = rng.uniform(1.0, 2.8), rng.uniform(0.06, 0.17), rng.gauss(-1.0, 0.25)
            drawn.append((x, y, long, thick, math.cos(angle), math.sin(angle)))
            owners.append(index)
    if not drawn:
        return []
    x, y, long, thick, cos, sin = np.array(drawn).T[:, :, None]
    along, aside = np.array([-1, -0.3, 0.4, 1, 0.3, -0.4]) * long, np.array([0, -1, -0.8, 0, 1, 0.8]) * thick
    knots = np.stack([x + along * cos - aside * sin, y + along * sin + aside * cos], axis=-1)
    shapely.prepare(wide)
    streaks = np.asarray(shapely.polygons(knots))
    whole = streaks[shapely.contains_properly(wide[owners], streaks)]
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


@lru_cache(maxsize=64)
def frame(outline: BaseGeometry, saver: bool, width: float = 1.0, gleam: Point = GLEAM) -> Sequence[Item]:
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

#: Lengths below this, in mm, are written once.
_NEAR: Final = 256


def path_data(shapes: Sequence[BaseGeometry] | Shapes) -> str:
    """All rings of the polygons as path data, to 0.01 mm, without repeated points."""
    return path_texts([shapes])[0]


def path_texts(groups: Collection[Sequence[BaseGeometry] | Shapes]) -> list[str]:
    """The path data of each group of shapes, as `path_data` gives it, in one go."""
    shapes = np.array([shape for group in groups for shape in group], dtype=object)
    points, ring, of = _corners(shapes)
    x, y = points
    fresh = _begins(ring)
    keep = fresh.copy()
    keep[1:] |= (x[1:] != x[:-1]) | (y[1:] != y[:-1])
    keep[:-1] &= ~fresh[1:]  # the last point of a ring is its first once more
    keep[-1:] = False
    sizes = np.bincount(ring[keep], minlength=len(of))
    keep &= (sizes > 2)[ring]
    ring = ring[keep]
    letters = _letters(points[:, keep], _begins(ring), b"Z")
    group = np.repeat(np.arange(len(groups)), [len(each) for each in groups])[of[ring]]
    ends = np.searchsorted(group, np.arange(len(groups)), "right").tolist()
    return [_text(letters[start:end]) for start, end in pairwise([0, *ends])]


def lead_lines(shapes: Shapes) -> str:
    """The edges of the polygons as open lines, an edge that two polygons share only once, to 0.01 mm."""
    points, ring, _ = _corners(shapes)
    x, y = points
    _, corner = np.unique((x << 32) + y, return_inverse=True)
    low, high = np.minimum(corner[1:], corner[:-1]), np.maximum(corner[1:], corner[:-1])
    edges = np.flatnonzero((low != high) & (ring[1:] == ring[:-1]))
    _, once = np.unique(low[edges] * len(corner) + high[edges], return_index=True)
    goes = np.zeros(len(ring), dtype=np.bool_)  # a line from this point to the next
    goes[edges[once]] = True
    comes = np.roll(goes, 1)  # one from the last point to this: from the last of all goes none
    drawn = goes | comes
    return _text(_letters(points[:, drawn], ~comes[drawn], b""))


def _corners(shapes: Shapes) -> tuple[_Ints, _Ints, _Ints]:
    """The points (x and y) of all rings of polygons in hundredths of a millimetre, the ring that each is of, and the
    shape that each ring is of."""
    parts, of = parted(shapes)
    if (shapely.get_type_id(parts) != POLYGON).any() or shapely.get_num_interior_rings(parts).any():
        parts, again = shapely.get_rings(parts, return_index=True)
        of = of[again]
    at, ring = shapely.get_coordinates(parts, return_index=True)
    return np.rint(at.T * 100).astype(np.int64), ring, of


def _begins(ring: _Ints) -> _Bools:
    """Where another ring begins."""
    begins = np.ones(len(ring), dtype=np.bool_)
    begins[1:] = ring[1:] != ring[:-1]
    return begins


def _letters(points: _Ints, begins: _Bools, close: bytes) -> npt.NDArray[np.void]:
    """Path data of lines through points (x and y) in hundredths of a millimetre: letters of one width for each point,
    padded with zero bytes. A new line begins where `begins` says so; `close` ends each line."""
    across, down = lengths = _lengths(points)
    fields = [("command", "S1"), ("x", lengths.dtype), ("space", "S1"), ("y", lengths.dtype), ("close", "S1")]
    letters = np.zeros(len(begins), dtype=fields)
    letters["command"], letters["x"], letters["space"], letters["y"] = b"L", across, b" ", down
    letters["command"][begins] = b"M"
    if close:
        letters["close"][np.roll(begins, -1)] = close
    return letters


def _text(letters: npt.NDArray[np.void]) -> str:
    return letters.tobytes().translate(None, b"\0").decode()


def _lengths(hundredths: _Ints) -> npt.NDArray[np.generic]:
    """Lengths as letters in millimetres. To format each number by itself would be most of a picture's time."""
    if np.abs(hundredths).max(initial=0) >= 100 * _NEAR:
        texts = [f"{length / 100:.2f}".rstrip("0").rstrip(".") for length in hundredths.ravel().tolist()]
        return np.array(texts, dtype=np.bytes_).reshape(hundredths.shape)
    return _near_lengths()[hundredths - (hundredths < 0)]


@lru_cache(maxsize=1)
def _near_lengths() -> npt.NDArray[np.void]:
    """0, 1, 2, ... hundredths as letters, and at index -1 - n the length -n."""
    wholes = np.array([f"{n}" for n in range(_NEAR)] + [f"-{n}" for n in reversed(range(_NEAR))], dtype=np.bytes_)
    decimals = np.array(["", *(f".{part:02}".rstrip("0") for part in range(1, 100))], dtype=np.bytes_)
    letters = np.zeros((2 * _NEAR, 100), dtype=[("whole", wholes.dtype), ("part", decimals.dtype)])
    letters["whole"] = wholes[:, None]
    letters["part"][:_NEAR], letters["part"][_NEAR:] = decimals, decimals[::-1]
    return letters.ravel().view(f"V{letters.itemsize}")
