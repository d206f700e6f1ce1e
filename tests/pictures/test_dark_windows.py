"""The windows of the Dark: fifteen emblems, fifteen fortresses, panes that fit together, and what they cost."""

import itertools
import math
import os
import re
import subprocess
import sys
import zlib
from random import Random

import numpy as np
import pytest
import shapely

from pipeline.drawing import Drawing, Group, Linear, Path, Radial, walk
from pipeline.pictures.request import PictureError, PictureRequest
from pipeline.pictures.stained_glass.dark import draw_stronghold_window, lead_window
from pipeline.pictures.stained_glass.dark_fortresses import FORTRESSES, built
from pipeline.pictures.stained_glass.dark_masonry import HEIGHT, WIDTH
from pipeline.pictures.stained_glass.dark_scenes import SCENES
from pipeline.pictures.stained_glass.emblems_dark import EMBLEMS
from pipeline.pictures.stained_glass.kernel import Pane, shapes_of
from pipeline.pictures.stained_glass.windows import pointed_arch

NAMES = [
    "toppled-tower",
    "claw",
    "mask",
    "forked-tongue",
    "broken-reed",
    "millstone",
    "empty-doorway",
    "thorned-fruit",
    "chain",
    "fist-of-flame",
    "silent-bell",
    "empty-bowl",
    "two-faced-mirror",
    "broken-urn",
    "eclipsed-eye",
]
EVERY = pytest.mark.parametrize("name", NAMES)
SEEDS = (1, 2, 3)

#: In print, a splinter smaller than this is no glass any more, mm².
SPLINTER = 0.2


def asked(emblem: str, ink: str = "color", card: str = "", **options: str) -> PictureRequest:
    choice = {"window": "broken-arch", **options}
    card = card or f"stronghold-{emblem}"
    return PictureRequest("a-game", "stronghold", card, "window", 52.45, 38.2, (), emblem, choice, ink)  # type: ignore[arg-type]


def paths(drawing: Drawing) -> list[Path]:
    return [item for item, _ in walk(drawing.items) if isinstance(item, Path)]


def overlap(panes: list[Pane]) -> float:
    """How much more area the panes have than they cover, as a share."""
    shapes = shapes_of(panes)
    return float(shapely.area(shapes).sum() / shapely.union_all(shapes).area - 1)


def test_every_emblem_has_a_fortress_and_a_scene() -> None:
    assert sorted(EMBLEMS) == sorted(FORTRESSES) == sorted(SCENES) == sorted(NAMES)


@EVERY
@pytest.mark.parametrize("seed", SEEDS)
def test_an_emblem_is_cut_from_pieces_that_can_be_printed(name: str, seed: int) -> None:
    panes = EMBLEMS[name](Random(seed))
    assert 10 <= len(panes) <= 35
    assert all(pane.shape.geom_type == "Polygon" and pane.shape.is_valid for pane in panes)
    assert overlap(panes) < 0.005
    reach = np.abs(shapely.get_coordinates(shapes_of(panes))).max()
    assert 0.9 < reach < 1.55
    assert shapely.area(shapes_of(panes)).min() * SCENES[name].radius ** 2 > SPLINTER


@EVERY
def test_an_emblem_is_drawn_large(name: str) -> None:
    covered = shapely.union_all(shapes_of(EMBLEMS[name](Random(1)))).area
    assert covered > 0.22 * math.pi, "less than that is too slight to be known at 11 mm"


@EVERY
@pytest.mark.parametrize("seed", SEEDS)
def test_a_window_is_leaded_without_splinters_and_overlaps(name: str, seed: int) -> None:
    leaded = lead_window(name, Random(seed))
    panes = [*leaded.sky, *leaded.fortress, *leaded.emblem]
    shapes = shapes_of(panes)
    assert leaded.outline.is_valid
    assert shapely.is_valid(shapes).all()
    assert (shapely.get_type_id(shapes) == shapely.GeometryType.POLYGON).all()
    assert shapely.covers(leaded.outline.buffer(1e-6), shapes).all()
    assert shapely.area(shapes).min() > SPLINTER
    assert overlap(panes) < 0.005
    assert shapely.union_all(shapes).area > 0.95 * leaded.outline.area, "a window is full of glass"


@EVERY
def test_the_emblem_stands_whole_before_everything(name: str) -> None:
    leaded = lead_window(name, Random(5))
    scene = SCENES[name]
    front = shapely.union_all(shapes_of(leaded.emblem))
    behind = shapely.union_all(shapes_of([*leaded.sky, *leaded.fortress]))
    assert behind.intersection(front).area < 0.005 * front.area
    drawn = shapely.union_all(shapes_of(EMBLEMS[name](Random(1)))).area * scene.radius**2
    assert front.area > 0.93 * drawn, "the frame cuts off too much of it"


def test_no_two_fortresses_have_the_same_outline() -> None:
    window = pointed_arch(WIDTH, HEIGHT, 0.57)
    outlines = {name: built(name, Random(1)).outline.intersection(window) for name in NAMES}
    for (first, one), (second, other) in itertools.combinations(outlines.items(), 2):
        shared = one.intersection(other).area / one.union(other).area
        assert shared < 0.93, f"{first} and {second} are the same at a glance"


@EVERY
@pytest.mark.parametrize("ink", ["color", "saver"])
def test_a_window_keeps_to_its_budget(name: str, ink: str) -> None:
    drawn = paths(draw_stronghold_window(asked(name, ink)))
    assert len(drawn) <= 250
    assert len(zlib.compress("".join(path.d for path in drawn).encode())) <= 40_000
    assert sum(isinstance(path.fill, Linear | Radial) for path in drawn) <= 4
    assert all(re.fullmatch(r"[MLCZ0-9. -]+", path.d) for path in drawn)


@EVERY
def test_line_art_is_black_and_gray_on_white(name: str) -> None:
    drawing = draw_stronghold_window(asked(name, "saver"))
    drawn = paths(drawing)
    assert {path.fill for path in drawn} <= {None, "#FFFFFF"}
    lines = {(path.stroke.color, path.stroke.width) for path in drawn if path.stroke}
    assert ("#666666", 0.16) in lines and ("#000000", 0.27) in lines


@EVERY
def test_one_crack_is_white_and_nothing_else(name: str) -> None:
    drawn = paths(draw_stronghold_window(asked(name)))
    assert sum(path.fill == "#FFFFFF" and path.opacity == 1 for path in drawn) == 1


def test_a_picture_is_the_same_in_every_process() -> None:
    program = (
        "from pipeline.pictures.request import PictureRequest as R\n"
        "from pipeline.pictures.stained_glass.dark import draw_stronghold_window as draw\n"
        "for name in ('chain', 'broken-reed', ''):\n"
        "    print(draw(R('a-game', 'stronghold', 'one', 'window', 52.45, 38.2, (), name, {}, 'color')).key)\n"
    )
    keys = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
        )
        keys.append(run.stdout.split())
    assert keys[0] == keys[1] and len(set(keys[0])) == 3


def test_cards_with_one_emblem_differ_in_details() -> None:
    one, other = (draw_stronghold_window(asked("claw", card=card)) for card in ("fear", "dread"))
    assert one.key != other.key


def test_a_card_without_an_emblem_is_given_one() -> None:
    names = {draw_stronghold_window(asked("", card=f"stronghold-{index}")).name for index in range(12)}
    assert len(names) > 4
    assert names <= {f"window {name}" for name in NAMES}


def test_another_box_scales_the_window() -> None:
    request = PictureRequest("a-game", "stronghold", "one", "window", 104.9, 80.0, (), "mask", {}, "color")
    drawing = draw_stronghold_window(request)
    (group,) = drawing.items
    assert isinstance(group, Group)
    assert group.matrix == pytest.approx((2.0, 0.0, 0.0, 2.0, 0.0, 1.8))


def test_mistakes_are_told_with_what_to_do() -> None:
    with pytest.raises(PictureError) as unknown:
        draw_stronghold_window(asked("maks"))
    assert "maks" in unknown.value.message and "mask" in unknown.value.hint
    with pytest.raises(PictureError) as window:
        draw_stronghold_window(asked("mask", window="rose"))
    assert "rose" in window.value.message and "broken-arch" in window.value.hint
