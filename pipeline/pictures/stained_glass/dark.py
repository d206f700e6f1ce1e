"""Windows of the Dark: a squat broken arch in an iron frame, a fortress, and before it what the lie looks like.

Each emblem brings its own fortress (`dark_fortresses`) and its own scene (`dark_scenes`). The card's seed varies the
rest: stones, shards, which panes are broken.

All is designed for a window of 52.45 by 38.2 mm, the Stronghold's; for another box it is scaled to fit.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np
import shapely
from shapely import Polygon

from pipeline.drawing import Clip, Drawing, Group, Item, Path, Radial, Stop, Stroke, circle
from pipeline.pictures.request import PictureError, PictureRequest, seeded
from pipeline.pictures.stained_glass.color import NEUTRAL
from pipeline.pictures.stained_glass.dark_cracks import Course, Crack, crack
from pipeline.pictures.stained_glass.dark_fortresses import built
from pipeline.pictures.stained_glass.dark_masonry import HEIGHT, WIDTH
from pipeline.pictures.stained_glass.dark_scenes import SCENES, Scene
from pipeline.pictures.stained_glass.emblems_dark import EMBLEMS
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    Point,
    apart,
    outlined,
    pane,
    panes,
    placed,
    polygon,
    sectors,
    shapes_of,
)
from pipeline.pictures.stained_glass.mesh import clip, doubled, footprint, polar, spokes, without
from pipeline.pictures.stained_glass.paint import SAVER_EMBLEM, SAVER_FIELD, lead_lines, path_data, stained
from pipeline.pictures.stained_glass.windows import pointed_arch
from pipeline.problem import nearest

WINDOW: Final = "broken-arch"

#: Lead of the Dark is black, and thicker than the Light's.
DARK_LEAD: Final = "#070508"
_FIELD_LEAD: Final = 0.46
_EMBLEM_LEAD: Final = 0.5
#: Glass smaller than this is all lead, mm².
_CRUMB: Final = 0.3
_BROKEN_PANES: Final = 5

#: A sky is never lit: glass that burns stays dull in it.
_LIGHTEST: Final = {"ember": 0.7, "bile": 0.52}


def draw_stronghold_window(request: PictureRequest) -> Drawing:
    """A Stronghold's window (part "window", option window="broken-arch"), frame and rivets outside the box.

    Raises PictureError for another window and for an emblem that there is not; without an emblem the seed chooses one.
    """
    window = request.options.get("window", WINDOW)
    if window != WINDOW:
        raise PictureError(f'the Dark has no window "{window}"', nearest(window, [WINDOW]) or f'it has "{WINDOW}"')
    if request.emblem and request.emblem not in EMBLEMS:
        hint = nearest(request.emblem, EMBLEMS) or "the Dark's emblems are " + ", ".join(EMBLEMS)
        raise PictureError(f'the Dark has no emblem "{request.emblem}"', hint)
    rng = seeded(request)
    emblem = request.emblem or rng.choice(sorted(EMBLEMS))
    leaded = lead_window(emblem, rng)
    items = line_art(leaded) if request.ink == "saver" else painted(leaded, SCENES[emblem], rng)
    size = min(request.width / WIDTH, request.height / HEIGHT)
    matrix = (size, 0.0, 0.0, size, (request.width - WIDTH * size) / 2, (request.height - HEIGHT * size) / 2)
    return Drawing((Group(tuple(items), matrix),), request.width, request.height, f"window {emblem}")


# Leading


@dataclass(frozen=True, slots=True)
class Leaded:
    """A Stronghold's window in panes, from back to front, and the crack through them.

    `rim` is the fortress shrunk to where its edge catches what light there is.
    """

    outline: Polygon
    sky: Sequence[Pane]
    fortress: Sequence[Pane]
    emblem: Sequence[Pane]
    rim: Sequence[Polygon]
    crack: Crack


def lead_window(emblem: str, rng: Random) -> Leaded:
    """The panes of an emblem's window in millimetres, those behind cut where others stand before them."""
    scene = SCENES[emblem]
    outline = chipped(scene.chip, rng)
    front = clip(placed(EMBLEMS[emblem](rng), scene.x, scene.y, scene.radius), outline, _CRUMB)
    before = footprint(front)
    fortress = built(emblem, rng)
    whole = fortress.outline
    skyline = shapely.intersection(whole, outline)
    walls = without(clip(fortress.panes, outline, _CRUMB), before, _CRUMB)
    sky = without(_sky(scene, outline, rng), shapely.union(skyline.buffer(0.01, join_style="mitre"), before), _CRUMB)
    sky = _broken(sky, scene, rng)
    (x0, y0), end = scene.crack
    start = (x0 + rng.uniform(-0.5, 0.5), y0 - 4.0)
    light = crack(
        Course(
            start, (end[0] + rng.uniform(-0.8, 0.8), end[1]), 12, 1.05, 0.66, rng.choice((1, 2, 3)), (scene.x, scene.y)
        ),
        rng,
    )
    rim = shapely.get_parts([whole.buffer(-0.42, join_style="mitre")]).tolist()
    return Leaded(outline, _sound(sky), _sound(walls), _sound(front), rim, light)


def _sound(glass: Sequence[Pane]) -> list[Pane]:
    """The panes without the pinched outlines that cutting leaves where two edges met in a point."""
    shapes = shapes_of(glass)
    pinched = ~shapely.is_valid(shapes)
    if not pinched.any():
        return list(glass)
    shapes[pinched] = shapely.buffer(shapes[pinched], 0)
    return apart(glass, shapes, _CRUMB)


def chipped(chip: float, rng: Random) -> Polygon:
    """The squat arch with a piece knocked out of its head, `chip` of the way along it."""
    arch = pointed_arch(WIDTH, HEIGHT, 0.57)
    angle = math.radians(-90 + 180 * chip)
    x, y = WIDTH / 2 + 26.6 * math.sin(angle), 29.7 - 29.4 * math.cos(angle)
    inward = math.atan2(24 - y, WIDTH / 2 - x)
    deep = rng.uniform(3.4, 4.2)
    knots = ((-3.0, -2.0), (0.4, -1.3), (0.8, -0.7), (deep, 0.1), (1.2, 0.6), (1.5, 1.3), (0.2, 1.7), (-3.0, 2.2))
    cos, sin = math.cos(inward), math.sin(inward)
    bite = polygon([(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in knots])
    parts = shapely.get_parts(arch.difference(bite))
    whole = parts[int(np.argmax(shapely.area(parts)))]
    assert isinstance(whole, Polygon)
    return whole


def _sky(scene: Scene, outline: Polygon, rng: Random) -> list[Pane]:
    """Shards of sky, the large ones broken once more; lighter behind the emblem."""
    net = scene.sky
    leads = spokes(rng, net.count, net.jitter, rng.uniform(-6, 6))
    rings = []
    for ring in range(len(net.radii) - 1):
        if net.doubling == ring:
            leads = doubled(leads)
        elif net.doubling is None:
            leads = spokes(rng, net.count, net.jitter, rng.uniform(0, 360))
        rings.append(leads)
    shards = polar((net.x, net.y), net.radii, rings, lambda _ring, _number: ("soot", 0.5))
    shards = clip(shards, outline, _CRUMB)
    if net.doubling is not None:
        core = panes(sectors(net.x, net.y, 0, net.radii[0], net.count // 2 + 1, leads[0]), "soot", 0.5)
        shards += clip(core, outline, _CRUMB)
    shards = _shattered(shards, rng)
    first = scene.glass[0][0]
    near, far = scene.tones
    glazed = []
    for shard, middle in zip(shards, _middles(shards), strict=True):
        away = math.dist(middle, (scene.x, scene.y)) / scene.radius
        if scene.halo and away < 0.95:
            glass, tone = scene.halo
            glazed.append(pane(shard.shape, glass, tone + rng.uniform(-0.07, 0.07)))
            continue
        chance, glass = rng.random(), first
        for name, share in scene.glass[1:]:
            if chance < share:
                glass = name
                break
            chance -= share
        depth = min(max((away - 0.5) / 1.8, 0.0), 1.0)
        tone = near + (far - near) * depth + rng.uniform(-0.11, 0.11)
        glazed.append(pane(shard.shape, glass, max(tone, _LIGHTEST.get(glass, 0.0))))
    return glazed


def _shattered(shards: Sequence[Pane], rng: Random) -> list[Pane]:
    """60 % of the shards over 9 mm² are split through their middles."""
    out: list[Pane] = []
    torn: list[Pane] = []
    for shard, area in zip(shards, shapely.area(shapes_of(shards)).tolist(), strict=True):
        (torn if area > 9 and rng.random() < 0.6 else out).append(shard)
    if not torn:
        return out
    sides = outlined([_side(*middle, rng.uniform(0, math.pi)) for middle in _middles(torn)])
    shapes = shapes_of(torn)
    halves = apart(torn, shapely.intersection(shapes, sides), _CRUMB)
    return [*out, *halves, *apart(torn, shapely.difference(shapes, sides), _CRUMB)]


def _middles(glass: Sequence[Pane]) -> list[Point]:
    middles: list[Point] = list(map(tuple, shapely.get_coordinates(shapely.centroid(shapes_of(glass))).tolist()))
    return middles


def _side(x: float, y: float, angle: float, reach: float = 80.0) -> list[Point]:
    """The outline of all that lies on one side of the line through (x, y)."""
    cos, sin = math.cos(angle) * reach, math.sin(angle) * reach
    return [(x - cos, y - sin), (x + cos, y + sin), (x + cos - sin, y + sin + cos), (x - cos - sin, y - sin + cos)]


def _broken(sky: Sequence[Pane], scene: Scene, rng: Random) -> list[Pane]:
    """Panes far from the emblem are knocked out: a black hole, a splinter still in the lead."""
    large = (shapely.area(shapes_of(sky)) > 4.5).tolist()
    far = [
        index
        for index, middle in enumerate(_middles(sky))
        if large[index] and math.dist(middle, (scene.x, scene.y)) > 1.25 * scene.radius
    ]
    gone = set(rng.sample(far, min(_BROKEN_PANES, len(far))))
    out = [shard for index, shard in enumerate(sky) if index not in gone]
    for index in sorted(gone):
        shard = sky[index]
        left, top, right, bottom = shard.shape.bounds
        x, y = rng.uniform(0.3, 0.7) * (right - left) + left, rng.uniform(0.3, 0.7) * (bottom - top) + top
        angle = rng.uniform(0, 2 * math.pi)
        side = polygon(_side(x + 0.9 * math.cos(angle), y + 0.9 * math.sin(angle), angle))
        shapes = np.array([shard.shape.intersection(side)], dtype=object)
        rest = np.array([shard.shape.difference(side)], dtype=object)
        out += apart([shard], shapes, _CRUMB) + apart([pane(shard.shape, "soot", 1.0)], rest, _CRUMB)
    return out


# Painting


def painted(leaded: Leaded, scene: Scene, rng: Random) -> list[Item]:
    """The window in color with its frame."""
    outline = path_data([leaded.outline])
    glow = Radial(
        scene.x, scene.y, scene.radius * 1.9,
        (Stop(0.0, scene.glow, 0.6), Stop(0.5, scene.glow, 0.24), Stop(1.0, scene.glow, 0.0)),
    )  # fmt: skip
    vignette = Radial(scene.x, scene.y, 38.0, (Stop(0.4, "#05030A", 0.0), Stop(1.0, "#05030A", 0.62)))
    field = [*leaded.sky, *leaded.fortress]
    items: list[Item] = [Path(outline, DARK_LEAD), *stained(leaded.sky, NEUTRAL), Path(outline, glow)]
    items += stained(leaded.fortress, NEUTRAL)
    rim = Path(path_data(leaded.rim), None, Stroke("#8A8096", 0.24, 0.7, join="round"))
    items.append(Group((rim,), clip=Clip(outline)))
    items.append(
        Path(path_data(shapely.get_parts([footprint(leaded.emblem)])), DARK_LEAD, Stroke(DARK_LEAD, 1.3, join="round"))
    )
    items += stained(leaded.emblem, NEUTRAL)
    cames, joints = lead_lines(shapes_of(leaded.sky)), lead_lines(shapes_of(leaded.fortress))
    net, seams = cames + joints, lead_lines(shapes_of(leaded.emblem))
    items += [
        Path(cames, None, Stroke(DARK_LEAD, 2.0, 0.2, join="round")),
        Path(net + seams, None, Stroke(DARK_LEAD, 1.1, 0.24, join="round")),
        *scratches([*field, *leaded.emblem], rng),
        Path(outline, vignette),
        Path(net, None, Stroke(DARK_LEAD, _FIELD_LEAD, join="round", cap="round")),
        Path(seams, None, Stroke(DARK_LEAD, _EMBLEM_LEAD, join="round", cap="round")),
        _raised(net + seams),
        Group(tuple(_light(leaded.crack)), clip=Clip(outline)),
    ]
    return [*items, *iron_frame(leaded.outline, 0.36)]


def _raised(net: str) -> Item:
    """A hair of light on the upper left of each lead."""
    line = Path(net, None, Stroke("#FFFFFF", 0.1, 0.16, join="round", cap="round"))
    return Group((line,), (1.0, 0.0, 0.0, 1.0, -0.06, -0.07))


def _light(fissure: Crack) -> list[Item]:
    wide, core = path_data(fissure.outlines()), path_data(fissure.outlines(0.42))
    return [
        Path(wide, None, Stroke("#FFB35A", 2.6, 0.10, join="round")),
        Path(wide, None, Stroke("#FFC982", 1.5, 0.16, join="round")),
        Path(wide, "#FFE7B0", Stroke("#FFD99A", 0.5, 0.34, join="round")),
        Path(core, "#FFFFFF"),
    ]


def scratches(glass: Sequence[Pane], rng: Random) -> list[Item]:
    """Scratches in the glass, where they fit into a pane whole."""
    shapes = shapes_of(glass)
    wide = shapes[shapely.area(shapes) > 3]
    if not len(wide):
        return []
    drawn, owners = [], []
    for index, (left, top, right, bottom) in enumerate(shapely.bounds(wide).tolist()):
        for _ in range(2):
            x, y = rng.uniform(left, right), rng.uniform(top, bottom)
            long, thick, angle = rng.uniform(0.8, 2.4), rng.uniform(0.05, 0.14), rng.gauss(-1.0, 0.3)
            cos, sin = math.cos(angle), math.sin(angle)
            drawn.append(
                [
                    (x + u * long * cos - v * thick * sin, y + u * long * sin + v * thick * cos)
                    for u, v in ((-1, 0), (0, -1), (1, 0), (0, 1))
                ]
            )
            owners.append(index)
    shapely.prepare(wide)
    scratch = np.asarray(shapely.polygons(np.array(drawn)))
    whole = scratch[shapely.contains_properly(wide[owners], scratch)]
    return [Path(path_data(whole), "#FFFFFF", opacity=0.13)] if len(whole) else []


def iron_frame(outline: Polygon, rivet: float, spacing: float = 4.4) -> list[Item]:
    """An iron band outside `outline`, 2.4 mm wide, with rivets about `spacing` mm apart."""
    band = outline.buffer(0.95, join_style="mitre", mitre_limit=1.2)
    middle = path_data([band])
    count = round(band.exterior.length / spacing)
    heads = "".join(
        circle(round(point.x, 2), round(point.y, 2), rivet)
        for point in (band.exterior.interpolate((index + 0.5) / count, normalized=True) for index in range(count))
    )
    return [
        Path(middle, None, Stroke("#050406", 3.0, join="miter")),
        Path(middle, None, Stroke("#2A252E", 2.2, join="miter")),
        Path(middle, None, Stroke("#3B3540", 1.3, join="miter")),
        Group((Path(middle, None, Stroke("#6A6270", 0.3)),), (1.0, 0.0, 0.0, 1.0, -0.5, -0.58)),
        Group((Path(middle, None, Stroke("#0F0D11", 0.5)),), (1.0, 0.0, 0.0, 1.0, 0.5, 0.55)),
        Path(path_data([outline]), None, Stroke("#050406", 0.6)),
        Path(heads, "#8E8692", Stroke("#0B090C", 0.24)),
    ]


def line_art(leaded: Leaded) -> list[Item]:
    """The window as lines on white: gray and thin behind, black and thicker before; the crack stays an outline."""
    outline = path_data([leaded.outline])
    items: list[Item] = [
        Path(
            path_data([leaded.outline.buffer(1.5, join_style="mitre", mitre_limit=1.2)]),
            "#FFFFFF",
            Stroke("#000000", 0.35),
        )
    ]
    for glass, (color, width) in (((*leaded.sky, *leaded.fortress), SAVER_FIELD), (leaded.emblem, SAVER_EMBLEM)):
        items.append(Path(lead_lines(shapes_of(glass)), None, Stroke(color, width, join="round", cap="round")))
    fissure = Path(path_data(leaded.crack.outlines(1.5)), "#FFFFFF", Stroke("#000000", 0.14, join="round"))
    items.append(Group((fissure,), clip=Clip(outline)))
    items.append(Path(outline, None, Stroke("#000000", 0.7)))
    return items
