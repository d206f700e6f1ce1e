"""The Light's emblems and the Mentors: sound glass, in reach, told apart."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from pipeline.model.game import Color
from pipeline.pictures.stained_glass.color import palette
from pipeline.pictures.stained_glass.emblems_light import EMBLEMS, FIGURES, FOR_COLOR
from pipeline.pictures.stained_glass.kernel import Pane
from pipeline.pictures.stained_glass.mentor import mentor_window
from pipeline.pictures.stained_glass.windows import round_arch

#: An emblem's radius in a window, mm.
RADIUS = 11.5
COLORS = ("red", "orange", "yellow", "green", "light-blue", "dark-blue", "purple")
MENTORS = ("esther", "mary", "deborah", "daniel", "david", "paul", "samuel")
SEEDS = range(8)

_GREEN = Color(
    "green", "Green", "G", {"jewel": "#B5283A"}, ("#FBFCE0", "#1F9150", "#093522"), ("#CBD84C", "#23908F", "#F2D16A")
)
GLASS = frozenset(palette((_GREEN,)))

emblems = pytest.mark.parametrize("name", [name for name in EMBLEMS if name not in FIGURES])
sides = pytest.mark.parametrize("transformed", [False, True], ids=["side-a", "transformed"])
mentors = pytest.mark.parametrize("name", MENTORS)


def silhouette(panes: Sequence[Pane]) -> BaseGeometry:
    return shapely.union_all([pane.shape.buffer(0.001) for pane in panes])


def likeness(one: BaseGeometry, other: BaseGeometry) -> float:
    """Intersection over union."""
    return one.intersection(other).area / one.union(other).area


def assert_sound(panes: Sequence[Pane]) -> None:
    shapes = [pane.shape for pane in panes]
    assert all(shape.geom_type == "Polygon" and shape.is_valid for shape in shapes)
    assert {pane.glass for pane in panes} <= GLASS
    assert all(0 <= pane.tone <= 1 for pane in panes)
    total = sum(shape.area for shape in shapes)
    assert total - shapely.union_all(shapes).area < 0.005 * total
    assert min(shape.area for shape in shapes) * RADIUS**2 > 0.2


def test_every_color_has_its_own_emblems() -> None:
    assert tuple(FOR_COLOR) == COLORS
    assert all(len(names) >= 3 for names in FOR_COLOR.values())
    named = [name for names in FOR_COLOR.values() for name in names]
    assert len(named) == len(set(named))
    assert set(named) == EMBLEMS.keys() - FIGURES.keys()


def test_every_mentor_is_a_figure_and_can_be_named_as_an_emblem() -> None:
    assert tuple(FIGURES) == MENTORS
    assert FIGURES.items() <= EMBLEMS.items()


@emblems
def test_emblem_is_sound_and_in_reach(name: str) -> None:
    for seed in SEEDS:
        panes = EMBLEMS[name](random.Random(seed))
        assert_sound(panes)
        assert 10 <= len(panes) <= 36
        points = shapely.get_coordinates([pane.shape for pane in panes])
        assert ((points**2).sum(axis=1) ** 0.5).max() <= 1.35


@emblems
def test_emblem_wears_two_accents_at_most(name: str) -> None:
    glass = {pane.glass for pane in EMBLEMS[name](random.Random(1))}
    assert len([one for one in glass if one.startswith("accent")]) <= 2
    assert glass <= {"color", "gold", "jewel", "white", "accent-0", "accent-1", "accent-2"}


@emblems
def test_emblem_is_the_same_for_one_seed_and_another_for_the_next(name: str) -> None:
    draw = EMBLEMS[name]
    assert draw(random.Random(3)) == draw(random.Random(3))
    tones = {tuple(pane.tone for pane in draw(random.Random(seed))) for seed in SEEDS}
    assert len(tones) == len(SEEDS)


def test_emblems_of_a_color_have_other_silhouettes() -> None:
    for names in FOR_COLOR.values():
        for one, other in combinations(names, 2):
            outlines = [silhouette(EMBLEMS[name](random.Random(2))) for name in (one, other)]
            assert likeness(*outlines) < 0.85, (one, other)


@sides
@mentors
def test_mentor_is_sound(name: str, transformed: bool) -> None:
    for seed in SEEDS[:3]:
        panes = FIGURES[name](random.Random(seed), transformed)
        assert_sound(panes)
        assert len(panes) <= 70
        left, top, right, _ = silhouette(panes).bounds
        assert max(-left, right) <= 1.54
        assert top >= -1.44


@sides
def test_mentors_are_told_apart_by_silhouette(transformed: bool) -> None:
    outlines = {name: silhouette(FIGURES[name](random.Random(4), transformed)) for name in MENTORS}
    for one, other in combinations(MENTORS, 2):
        assert likeness(outlines[one], outlines[other]) < 0.9, (one, other)


@mentors
def test_mentor_transformed_is_brighter_glass_and_another_silhouette(name: str) -> None:
    before, after = (FIGURES[name](random.Random(5), transformed) for transformed in (False, True))

    def light(panes: Sequence[Pane]) -> float:
        return sum(pane.tone * pane.shape.area for pane in panes) / sum(pane.shape.area for pane in panes)

    assert light(after) < light(before) - 0.08
    assert likeness(silhouette(before), silhouette(after)) < 0.85


@sides
@mentors
def test_mentor_window_is_filled_and_lit_from_the_head(name: str, transformed: bool) -> None:
    outline = round_arch(52.65, 49.5 if transformed else 45.3)
    window, light = mentor_window(outline, name, transformed, random.Random(6))
    shapes = [pane.shape for pane in (*window.field, *window.emblem)]
    assert all(outline.buffer(0.01).covers(shape) for shape in shapes)
    assert shapely.union_all(shapes).area > 0.995 * outline.area
    figure = silhouette(window.emblem)
    assert figure.covers(shapely.Point(light.x, light.y))
    assert figure.area > 0.2 * outline.area
    assert sum(figure.intersection(pane.shape).area for pane in window.field) < 0.005 * figure.area
