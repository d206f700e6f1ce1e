"""Stained glass as a picture style: which parts it draws, and how a request is read.

Parts, and the options that each reads from the template's `<art>`:

wall        the ground of a card, full bleed: in the color of the card, or in strips of its colors. `tone="gold"` for
            what is transformed, `light-y` (mm from the top of the box; 0.385 of its height when left out) for where its
            glow is, `rays="yes"` for beams from there.
rays        the beams alone, `light-y` as above.
window      a window in its frame; the frame reaches 1.5 mm beyond the box. `window` names its shape, `composition` how
            its sky is laid out (else the card's id chooses); `tone="gold"` when a figure is transformed.
frame       the frame of a window alone, to be laid over a picture.
back-light  the common back without words; give it the game's colors.
dark-wall, back-dark, and the window "broken-arch": the same for the Dark, in no color.

Lancets are as many as the card has colors; it may name as many emblems, parted by spaces.
"""

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from shapely import Polygon

from pipeline.drawing import Drawing, Item, Path, Stroke, circle
from pipeline.model.game import Color
from pipeline.pictures.request import PictureError, PictureRequest, PictureStyle, seeded
from pipeline.pictures.stained_glass import back_light, dark, emblems_dark, emblems_light, walls
from pipeline.pictures.stained_glass.back_dark import draw_dark_back
from pipeline.pictures.stained_glass.color import LEAD, Ramp, palette, shade
from pipeline.pictures.stained_glass.dark_wall import draw_dark_wall
from pipeline.pictures.stained_glass.kernel import at_angle, disc, sectors
from pipeline.pictures.stained_glass.light import COMPOSITIONS, Scene, fitted, light_window
from pipeline.pictures.stained_glass.mentor import mentor_window
from pipeline.pictures.stained_glass.mesh import over
from pipeline.pictures.stained_glass.paint import (
    Light,
    Window,
    emblem_lead,
    frame,
    gilded,
    outline_drawing,
    paint,
    path_data,
)
from pipeline.pictures.stained_glass.rose import hub_radius, rose
from pipeline.pictures.stained_glass.windows import OUTLINES, lancets, pointed_arch
from pipeline.problem import nearest

#: Where the emblem stands in a window, as shares of the box's height: how far down its middle is, and its radius.
_STANDS: Final[Mapping[str, tuple[float, float]]] = {
    "pointed-arch": (0.525, 0.308),
    "quatrefoil": (0.52, 0.306),
    "roundel": (0.5, 0.262),
    "round-arch": (0.52, 0.27),
    "lancets": (0.557, 0.206),
}
#: A roundel is sky on all sides: it has no ground, and no sun rises in it.
_AIRY: Final = ("roundel",)
_WEIGHTS: Final[Mapping[str, float]] = {"roundel": 1.15, "rose": 1.2, "lancets": 0.85}


def draw(request: PictureRequest) -> Drawing:
    """The part of the request. Raises PictureError when there is no such part, window, emblem or option."""
    part = _known("part", request.part, (*_PARTS, *_DARK_PARTS))
    if part in _DARK_PARTS:
        return _DARK_PARTS[part](request)
    if request.options.get("window") == dark.WINDOW:
        return _dark_frame(request) if part == "frame" else dark.draw_stronghold_window(request)
    if not request.colors:
        raise PictureError(f'part "{part}" of stained glass needs a color', 'name it in colors="" of the template')
    items = _PARTS[part](request)
    return Drawing(tuple(items), request.width, request.height, f"{request.id}-{part}")


def _known(what: str, name: str, names: Iterable[str]) -> str:
    known = tuple(names)
    if name not in known:
        raise PictureError(f'no {what} is called "{name}"', nearest(name, known) or f"known: {', '.join(known)}")
    return name


def _option(request: PictureRequest, name: str, values: tuple[str, ...]) -> str:
    value = request.options.get(name, "")
    return _known(name, value, values) if value else ""


# Walls


def _wall(request: PictureRequest) -> list[Item]:
    if request.ink == "saver":
        return []
    width, height, rng = request.width, request.height, seeded(request)
    y = _light_y(request)
    if _option(request, "tone", ("gold",)):
        items = walls.golden_wall(width, height, rng, (width / 2, y))
    else:
        each = width / len(request.colors)
        parts = [
            walls.wall(width, height, _tint(color), rng, ((index + 0.5) * each, y))
            for index, color in enumerate(request.colors)
        ]
        items = parts[0] if len(parts) == 1 else walls.strips(width, height, parts)
    if _option(request, "rays", ("yes", "no")) == "yes":
        items.append(_beams(request))
    return items


def _rays(request: PictureRequest) -> list[Item]:
    return [] if request.ink == "saver" else [_beams(request)]


def _beams(request: PictureRequest) -> Item:
    reach = math.hypot(request.width, request.height)
    tint = shade(palette(request.colors)["color"], 0.40)
    return walls.rays((request.width / 2, _light_y(request)), reach, tint)


def _light_y(request: PictureRequest) -> float:
    text = request.options.get("light-y", "")
    try:
        return float(text) if text else 0.385 * request.height
    except ValueError:
        raise PictureError(f'light-y is "{text}"', "write millimetres from the top of the box, as in 36.6") from None


def _tint(color: Color) -> walls.Tint:
    ramp = palette((color,))["color"]
    return walls.Tint(ramp, color.tones.get("mid", shade(ramp, 0.6)), color.tones.get("dark", shade(ramp, 1.0)))


# Windows


def _window(request: PictureRequest) -> list[Item]:
    name = _window_name(request)
    rng = seeded(request)
    if name == "lancets":
        return _lancets(request, rng)
    ramps = palette(request.colors)
    outline = OUTLINES[name](request.width, request.height)
    emblem = _emblem_name(request.emblem, request.colors[0], rng)
    if name == "rose":
        window, light = _rose(outline, emblem, request, rng)
    elif name == "round-arch" and emblem in emblems_light.FIGURES:
        window, light = mentor_window(outline, emblem, _transformed(request), rng)
    else:
        window, light = _scenic(outline, name, emblem, request, rng)
    return [*_glazed(window, light, ramps, request, rng), *_frame(request)]


def _frame(request: PictureRequest) -> list[Item]:
    name = _window_name(request)
    saver = request.ink == "saver"
    if name == "lancets":
        outlines = lancets(request.width, request.height, len(request.colors))
        bands = [item for outline in outlines for item in frame(outline, saver, _WEIGHTS[name])]
        return [*bands, *_medallions(request, outlines)]
    weight = 1.25 if _transformed(request) else _WEIGHTS.get(name, 1.0)
    band = frame(OUTLINES[name](request.width, request.height), saver, weight)
    return [*band, *_bosses(request)] if name == "roundel" else [*band]


def _dark_frame(request: PictureRequest) -> Drawing:
    outline = pointed_arch(request.width, request.height, 0.57)
    edge = path_data([outline])
    items = [Path(edge, None, Stroke("#000000", 0.7))] if request.ink == "saver" else dark.iron_frame(outline, 0.36)
    return Drawing(tuple(items), request.width, request.height, "frame")


def _window_name(request: PictureRequest) -> str:
    return _known("window", request.options.get("window", ""), (*OUTLINES, "lancets", dark.WINDOW))


def _transformed(request: PictureRequest) -> bool:
    return bool(_option(request, "tone", ("gold",)))


def _scenic(
    outline: Polygon, name: str, emblem: str, request: PictureRequest, rng: random.Random
) -> tuple[Window, Light]:
    """Sky, ground and emblem in one light."""
    left, _, right, _ = outline.bounds
    down, size = _STANDS[name]
    places = tuple(place for place in COMPOSITIONS if place != "horizon") if name in _AIRY else COMPOSITIONS
    scene = Scene(
        outline,
        (left + right) / 2,
        down * request.height,
        size * request.height,
        emblems_light.EMBLEMS[emblem](rng),
        _option(request, "composition", places) or rng.choice(places),
        ground=name not in _AIRY,
    )
    return light_window(scene, rng)


def _lancets(request: PictureRequest, rng: random.Random) -> list[Item]:
    """One slender light a color."""
    outlines = lancets(request.width, request.height, len(request.colors))
    named = request.emblem.split()
    named += [""] * (len(outlines) - len(named))
    items: list[Item] = []
    for color, outline, name in zip(request.colors, outlines, named, strict=False):
        window, light = _scenic(outline, "lancets", _emblem_name(name, color, rng), request, rng)
        # A gradient that fades costs a soft mask in print; without the vignette twins cost no more than one window.
        near = Light(light.x, light.y, glow=13.0, reach=30.0, vignette=0.0)
        items += _glazed(window, near, palette((color,)), request, rng)
    return [*items, *_frame(request)]


def _rose(outline: Polygon, emblem: str, request: PictureRequest, rng: random.Random) -> tuple[Window, Light]:
    """About twelve petals around an emblem, in the card's colors in turn."""
    x, y, radius = request.width / 2, request.height / 2, min(request.width, request.height) / 2
    colors = len(request.colors)
    glasses = [f"color-{index}" for index in range(colors)]
    field = rose(x, y, radius, glasses, colors * max(1, round(12 / colors)), "color" if colors == 1 else "gold", rng)
    hub = disc(x, y, hub_radius(radius))
    panes, size = fitted(emblems_light.EMBLEMS[emblem](rng), hub, x, y, hub_radius(radius))
    window = Window(outline, over(field, panes)[: -len(panes)], panes, emblem_lead(size))
    return window, Light(x, y, glow=0.56 * radius, rays=12, reach=1.65 * radius, ray_strength=0.32)


def _glazed(
    window: Window, light: Light, ramps: Mapping[str, Ramp], request: PictureRequest, rng: random.Random
) -> list[Item]:
    return outline_drawing(window) if request.ink == "saver" else paint(window, ramps, light, rng)


def _emblem_name(named: str, color: Color, rng: random.Random) -> str:
    if named:
        return _known("emblem", named, emblems_light.EMBLEMS)
    emblems = [name for name in emblems_light.EMBLEMS if name not in emblems_light.FIGURES]
    return rng.choice(emblems_light.FOR_COLOR.get(color.id) or emblems)


def _bosses(request: PictureRequest) -> list[Item]:
    """Three gilded studs about a roundel; the fourth place is the cost's."""
    x, y = request.width / 2, request.height / 2
    reach = min(request.width, request.height) / 2 + 4.2
    light = shade(palette(request.colors)["color"], 0.40)
    items: list[Item] = []
    for angle in (45, 135, 225):
        u, v = at_angle(0, 0, reach, angle)
        items += _stud(x + 1.12 * u, y + 0.86 * v, 2.5, light, request.ink == "saver")
    return items


def _stud(x: float, y: float, radius: float, color: str, saver: bool) -> list[Item]:
    if saver:
        return [Path(circle(x, y, radius), "#FFFFFF", Stroke("#000000", 0.3))]
    return [
        Path(circle(x, y, radius), LEAD),
        Path(circle(x, y, radius * 0.84), gilded(y - radius, y + radius)),
        Path(circle(x, y, radius * 0.56), color, Stroke(LEAD, 0.25)),
    ]


def _medallions(request: PictureRequest, outlines: Sequence[Polygon]) -> list[Item]:
    """Small roses between neighboring lancets, in the colors of both."""
    y = 0.14 * request.height
    items: list[Item] = []
    for index, (before, after) in enumerate(pairwise(outlines)):
        x = (before.bounds[2] + after.bounds[0]) / 2
        if request.ink == "saver":
            items.append(Path(circle(x, y, 4.5), "#FFFFFF", Stroke("#000000", 0.4)))
            items.append(Path(circle(x, y, 3.4), None, Stroke("#000000", 0.2)))
            continue
        left, right = (palette((color,))["color"] for color in request.colors[index : index + 2])
        items += [
            Path(circle(x, y, 4.9), LEAD),
            Path(circle(x, y, 4.55), gilded(y - 4.55, y + 4.55)),
            Path(circle(x, y, 3.5), "#FFF8E0", Stroke(LEAD, 0.3)),
        ]
        for number, petal in enumerate(sectors(x, y, 1.2, 3.4, 8)):
            glass = shade(right if number < 4 else left, 0.40 if number % 2 else 0.58)
            items.append(Path(path_data([petal]), glass, Stroke(LEAD, 0.25)))
    return items


def _back_light(request: PictureRequest) -> list[Item]:
    ramps = palette(request.colors)
    saver = request.ink == "saver"
    return back_light.back(request.width, request.height, ramps, len(request.colors), saver, seeded(request))


_PARTS: Final[Mapping[str, Callable[[PictureRequest], list[Item]]]] = {
    "wall": _wall,
    "rays": _rays,
    "window": _window,
    "frame": _frame,
    "back-light": _back_light,
}
_DARK_PARTS: Final[Mapping[str, Callable[[PictureRequest], Drawing]]] = {
    "dark-wall": draw_dark_wall,
    "back-dark": draw_dark_back,
}
STYLE: Final = PictureStyle(
    "stained-glass", (*_PARTS, *_DARK_PARTS), (*emblems_light.EMBLEMS, *emblems_dark.EMBLEMS), draw
)
