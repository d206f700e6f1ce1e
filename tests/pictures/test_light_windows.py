"""The Light's pictures: walls, windows, frames and the back, as a template asks for them."""

import os
import random
import re
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path as FilePath
from typing import Any, Literal

import pytest
import shapely
from shapely import Polygon

from pipeline.drawing import Drawing, Group, Path, walk
from pipeline.model.game import Color
from pipeline.pictures import PictureError, PictureRequest, draw_picture
from pipeline.pictures.stained_glass.emblems_light import EMBLEMS
from pipeline.pictures.stained_glass.kernel import shapes_of
from pipeline.pictures.stained_glass.light import COMPOSITIONS, Scene, light_window
from pipeline.pictures.stained_glass.windows import OUTLINES
from pipeline.pictures.styles import STYLES

GREEN = Color(
    "green",
    "Green",
    "G",
    {"dark": "#0A3D26", "mid": "#167A48", "light": "#C0E8C0", "jewel": "#B5283A"},
    ("#FBFCE0", "#D6F0A8", "#70C878", "#1F9150", "#10603B", "#093522"),
    ("#CBD84C", "#23908F", "#F2D16A"),
)
RED = Color("red", "Red", "R", {"dark": "#5A0A1C", "mid": "#C41E32"}, ("#FFF4DE", "#F2603D", "#860F28", "#420717"))
PLAIN = Color("teal", "Teal", "T", {"mid": "#208080"})

#: Boxes of the windows on a poker card, mm.
BOXES = {
    "pointed-arch": (54.05, 37.3),
    "quatrefoil": (54.05, 37.8),
    "roundel": (40.4, 40.4),
    "round-arch": (52.65, 45.3),
    "lancets": (54.05, 41.8),
    "rose": (52.6, 52.6),
}
CARD = (69.85, 95.25)
windows = pytest.mark.parametrize("window", BOXES)


def request(
    part: str = "window",
    window: str = "",
    card: str = "a",
    emblem: str = "",
    ink: Literal["color", "saver"] = "color",
    **options: str,
) -> PictureRequest:
    width, height = BOXES[window] if window else CARD
    colors = (GREEN, RED) if window == "lancets" else (GREEN,)
    if window:
        options["window"] = window
    return PictureRequest("game", "kind", card, part, width, height, colors, emblem, options, ink)


def picture(*args: Any, **options: Any) -> Drawing:
    return draw_picture("stained-glass", request(*args, **options))


def paths(drawing: Drawing) -> Iterator[Path]:
    return (item for item, _ in walk(drawing.items) if isinstance(item, Path))


def points(drawing: Drawing) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for path in paths(drawing) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.d)]


# The same card, the same picture


def test_a_picture_is_the_same_in_another_process() -> None:
    code = (
        "from test_light_windows import BOXES, picture;"
        "print(*(picture('window', each).key for each in BOXES), picture('wall').key)"
    )
    here = FilePath(__file__).parent
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": str(here)}
    command = [sys.executable, "-c", code]
    out = subprocess.run(command, cwd=here.parents[1], env=environment, capture_output=True, text=True, check=True)
    assert out.stdout.split() == [*(picture("window", each).key for each in BOXES), picture("wall").key]


@windows
def test_other_ids_look_different(window: str) -> None:
    made = [picture("window", window, f"card-{number}", "tree") for number in range(6)]
    assert len({drawing.key for drawing in made}) == 6


def test_windows_of_one_emblem_differ_to_the_eye() -> None:
    """At a grid of places, the glass of two cards of one color and emblem differs in a good part of the window."""
    grid = [(x, y) for x in range(4, 52, 3) for y in range(6, 36, 3)]
    seen = []
    for number in range(6):
        rng = random.Random(number)
        window, _ = light_window(_scene("pointed-arch", "cross", COMPOSITIONS[number % 5], rng), rng)
        tree = shapely.STRtree(shapes_of(window.field))
        glass = []
        for place in grid:
            found = tree.query(shapely.Point(place), predicate="within")
            pane = window.field[found[0]] if len(found) else None
            glass.append((pane.glass, round(pane.tone, 1)) if pane else None)
        seen.append(glass)
    for one, other in combinations(seen, 2):
        same = sum(a == b for a, b in zip(one, other, strict=True) if a and b)
        assert same < 0.5 * len(grid)


# Panes


def _scene(window: str, emblem: str, composition: str, rng: random.Random) -> Scene:
    width, height = BOXES[window]
    outline = OUTLINES[window](width, height)
    panes = EMBLEMS[emblem](rng)
    return Scene(outline, width / 2, 0.525 * height, 0.3 * height, panes, composition, ground=window != "roundel")


@pytest.mark.parametrize("composition", COMPOSITIONS)
@pytest.mark.parametrize("window", ["pointed-arch", "quatrefoil", "roundel"])
def test_panes_cover_the_window_without_overlap(window: str, composition: str) -> None:
    for seed in range(6):
        rng = random.Random(seed)
        made, _ = light_window(_scene(window, "shepherd-staff", composition, rng), rng)
        field, emblem = shapes_of(made.field), shapes_of(made.emblem)
        whole = made.outline.area
        covered = shapely.union_all([*field, *emblem])
        assert covered.difference(made.outline).area < 0.002 * whole
        assert covered.area == pytest.approx(whole, rel=0.01)
        assert shapely.area(field).sum() + shapely.area(emblem).sum() == pytest.approx(covered.area, rel=0.005)
        assert shapely.union_all(field).intersection(shapely.union_all(emblem)).area < 0.001 * whole


@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_a_field_has_next_to_no_splinters(composition: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        made, _ = light_window(_scene("pointed-arch", "cross", composition, rng), rng)
        areas = shapely.area(shapes_of(made.field))
        assert (areas < 0.3).sum() == 0


@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("window", ["pointed-arch", "quatrefoil", "roundel"])
def test_every_emblem_is_within_its_window(window: str, emblem: str) -> None:
    rng = random.Random(3)
    made, _ = light_window(_scene(window, emblem, "glory", rng), rng)
    inner = made.outline.buffer(-1.5, join_style="mitre")
    assert all(inner.covers(pane.shape) for pane in made.emblem)


# Budgets and forms


@windows
def test_a_window_keeps_its_budget(window: str) -> None:
    for number in range(8):
        drawing = picture("window", window, f"card-{number}")
        data = [path.d for path in paths(drawing)]
        assert len(data) <= 250
        assert len(zlib.compress("".join(data).encode(), 9)) <= 42_000
        translucent = [
            path.fill
            for path in paths(drawing)
            if path.fill and not isinstance(path.fill, str) and any(stop.opacity < 1 for stop in path.fill.stops)
        ]
        assert len(translucent) <= 4


@windows
def test_coordinates_have_two_decimals(window: str) -> None:
    data = "".join(path.d for path in paths(picture("window", window)) if len(path.d) > 400)
    assert data and not re.search(r"\.\d{3}", data)
    assert not set(re.findall("[A-Za-z]", data)) - set("MLZ")


@windows
def test_windows_stay_near_their_box(window: str) -> None:
    width, height = BOXES[window]
    beyond = 8 if window == "roundel" else 3
    for x, y in points(picture("window", window)):
        assert -beyond < x < width + beyond and -beyond < y < height + beyond


@windows
def test_ink_saver_is_line_art(window: str) -> None:
    for path in paths(picture("window", window, ink="saver")):
        assert path.fill in (None, "#FFFFFF")
        assert path.stroke is None or path.stroke.color in ("#000000", "#666666")
    widths = {path.stroke.width for path in paths(picture("window", window, ink="saver")) if path.stroke}
    assert {0.16, 0.27} <= widths


def test_ink_saver_has_no_wall() -> None:
    assert picture("wall", ink="saver").items == ()
    assert picture("rays", ink="saver").items == ()


def test_ink_saver_has_the_same_leads() -> None:
    """The longest lines of the saver are those of the picture in color."""
    color = {path.d for path in paths(picture("window", "pointed-arch"))}
    saver = sorted((path.d for path in paths(picture("window", "pointed-arch", ink="saver"))), key=len)
    assert set(saver[-2:]) <= color


def test_the_back_of_the_light_has_no_way_up() -> None:
    """Every filled point has its counterpart after half a turn, within rounding."""
    colors = tuple(Color(f"c{n}", "", "", {"mid": f"#{n}0{n}080", "dark": "#101010"}) for n in range(1, 8))
    drawing = draw_picture(
        "stained-glass", PictureRequest("game", "back", "back", "back-light", *CARD, colors, "", {}, "color")
    )
    fills: Counter[tuple[object, int, int]] = Counter()
    turned: Counter[tuple[object, int, int]] = Counter()
    for path in paths(drawing):
        if isinstance(path.fill, str):
            for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path.d):
                # Cells of 0.2 mm, far larger than rounding; counts may differ by a point on a cell's edge.
                fills[path.fill, round(float(x) * 5), round(float(y) * 5)] += 1
                turned[path.fill, round((CARD[0] - float(x)) * 5), round((CARD[1] - float(y)) * 5)] += 1
    assert sum(fills.values()) > 1000
    assert sum((fills - turned).values()) < 0.06 * sum(fills.values())
    assert not any(isinstance(item, Group) and item.matrix[4:] != (0, 0) for item, _ in walk(drawing.items))


# Walls and frames


def test_a_wall_fills_its_box_and_glows_where_told() -> None:
    drawing = picture("wall", **{"light-y": "36.6"})
    first = next(paths(drawing))
    assert first.d == "M0 0L69.85 0L69.85 95.25L0 95.25Z"
    (glow,) = [path.fill for path in paths(drawing) if path.fill and not isinstance(path.fill, str)]
    assert (glow.x, glow.y) == pytest.approx((34.925, 36.6))


def test_a_wall_has_a_strip_for_every_color() -> None:
    asked = PictureRequest("game", "kind", "a", "wall", *CARD, (GREEN, RED, PLAIN), "", {}, "color")
    drawing = draw_picture("stained-glass", asked)
    strips = [item.clip.d for item in drawing.items if isinstance(item, Group) and item.clip]
    assert len(strips) == 3


def test_rays_and_gold_are_options_of_a_wall() -> None:
    assert len({picture("wall").key, picture("wall", rays="yes").key, picture("wall", tone="gold").key}) == 3
    assert picture("wall", rays="no").key == picture("wall").key


@windows
def test_a_frame_is_the_window_without_glass(window: str) -> None:
    frame, whole = picture("frame", window), picture("window", window)
    assert set(frame.items) <= set(whole.items)
    assert 0 < len(frame.items) < len(whole.items)


@windows
def test_a_color_of_few_tones_will_do(window: str) -> None:
    colors = (PLAIN, PLAIN) if window == "lancets" else (PLAIN,)
    asked = PictureRequest("game", "kind", "a", "window", *BOXES[window], colors, "", {"window": window}, "color")
    assert draw_picture("stained-glass", asked).items


def test_lancets_take_an_emblem_each() -> None:
    one = picture("window", "lancets", emblem="tree chalice")
    assert one.key != picture("window", "lancets", emblem="tree cross").key


# A user's mistakes


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        (request("windw", "pointed-arch"), 'no part is called "windw"', 'did you mean "window"?'),
        (request("window", "rose", emblem="chalise"), 'no emblem is called "chalise"', 'did you mean "chalice"?'),
        (request("window", "rose", emblem="shield"), 'no emblem is called "shield"', 'did you mean "winged-shield"?'),
        (request("window", "roundel", composition="star"), 'no composition is called "star"', 'did you mean "stars"?'),
        (request("wall", tone="golden"), 'no tone is called "golden"', 'did you mean "gold"?'),
        (request("wall", rays="often"), 'no rays is called "often"', "known: yes, no"),
    ],
)
def test_an_unknown_name_gets_the_nearest(asked: PictureRequest, message: str, hint: str) -> None:
    with pytest.raises(PictureError) as caught:
        draw_picture("stained-glass", asked)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_an_unknown_window_gets_the_nearest() -> None:
    asked = PictureRequest("g", "k", "a", "window", 50, 40, (GREEN,), "", {"window": "quatrefoils"}, "color")
    with pytest.raises(PictureError) as caught:
        draw_picture("stained-glass", asked)
    assert caught.value.hint == 'did you mean "quatrefoil"?'


def test_an_unknown_style_names_those_there_are() -> None:
    with pytest.raises(PictureError) as caught:
        draw_picture("staned-glass", request("wall"))
    assert caught.value.hint == 'did you mean "stained-glass"?'


def test_light_wants_a_number_and_glass_a_color() -> None:
    with pytest.raises(PictureError, match="light-y"):
        picture("wall", **{"light-y": "middle"})
    with pytest.raises(PictureError, match="color"):
        draw_picture("stained-glass", PictureRequest("g", "k", "a", "wall", *CARD, (), "", {}, "color"))


def test_the_style_says_what_it_knows() -> None:
    style = STYLES["stained-glass"]
    assert {"wall", "rays", "window", "frame", "back-light", "dark-wall", "back-dark"} == set(style.parts)
    assert {"altar-fire", "chain"} <= set(style.emblems)


def test_outlines_fill_their_box() -> None:
    for name, outline in OUTLINES.items():
        shape: Polygon = outline(50.0, 40.0)
        left, top, right, bottom = shape.bounds
        assert shape.is_valid and (top, bottom) == pytest.approx((0, 40), abs=0.02), name
        assert (left, right) == pytest.approx((0, 50) if name not in ("roundel", "rose") else (5, 45), abs=0.02), name
