"""Shapes, panes, leading and path data of stained glass."""

import math
import random
import re
from itertools import pairwise

import pytest
import shapely
from shapely import Polygon

from pipeline.pictures.stained_glass.color import mix, shade
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    at_angle,
    box,
    courses,
    cut,
    disc,
    leaf,
    pane,
    panes,
    path,
    placed,
    rotate,
    sectors,
    shapes_of,
    split,
    stack,
)
from pipeline.pictures.stained_glass.mesh import beads, clip, polar, spokes, tidy, without
from pipeline.pictures.stained_glass.paint import lead_lines, path_data
from pipeline.pictures.stained_glass.windows import pointed_arch

SQUARE = box(0, 0, 10, 10)


def test_angles_go_clockwise_from_the_top() -> None:
    assert at_angle(1, 1, 2, 0) == pytest.approx((1, -1))
    assert at_angle(1, 1, 2, 90) == pytest.approx((3, 1))
    assert rotate(box(-1, -5, 1, -4), 90).bounds == pytest.approx((4, -1, 5, 1))


def test_path_reads_lines_and_cubics() -> None:
    assert path("M0 0L4 0L4 3L0 3Z").area == pytest.approx(12)
    # A quarter circle of radius 1 in one cubic is off by less than 0.1 % of its area.
    quarter = path("M0 0L1 0C1 .5523 .5523 1 0 1Z", steps=60)
    assert quarter.area == pytest.approx(math.pi / 4, rel=1e-3)


@pytest.mark.parametrize("text", ["M0 0l4 0L4 3Z", "M0 0A1 1 0 0 1 2 2Z", "M0 0H4V3Z"])
def test_path_refuses_other_commands(text: str) -> None:
    with pytest.raises(ValueError, match="M, L, C and Z only"):
        path(text)


def test_split_gives_all_pieces_from_left_to_right() -> None:
    pieces = split(SQUARE, [(2, -1), (2, 11)], [(-1, 5), (11, 5)])
    assert [round(piece.area) for piece in pieces] == [10, 10, 40, 40]
    assert [piece.centroid.coords[0] for piece in pieces[:2]] == [(1, 2.5), (1, 7.5)]


def test_split_leaves_holes_open() -> None:
    ring = cut(disc(0, 0, 2), disc(0, 0, 1))
    assert sum(piece.area for piece in split(ring, [(0, -3), (0, 3)])) == pytest.approx(ring.area)


def test_courses_fill_their_shape() -> None:
    assert sum(stone.area for stone in courses(SQUARE, 4, 3)) == pytest.approx(100)


def test_leaf_reaches_its_tip() -> None:
    left, top, right, bottom = leaf(0, 0, 2, 0.6, 0).bounds
    assert (top, bottom) == pytest.approx((-2, 0))
    assert right - left == pytest.approx(0.6, abs=0.05)


def test_stack_cuts_what_is_covered() -> None:
    back, middle = pane(box(0, 0, 4, 4), "gold", 0), pane(box(2, 0, 6, 4), "color", 0)
    front = pane(box(1, 1, 3, 2), "jewel", 0)
    made = stack(back, [middle], front)
    names = ("gold", "color", "jewel")
    areas = {name: sum(part.shape.area for part in made if part.glass == name) for name in names}
    assert areas == pytest.approx({"gold": 8 - 1, "color": 16 - 1, "jewel": 2})
    assert shapely.union_all(shapes_of(made)).area == pytest.approx(24)


def test_stack_drops_crumbs_and_parts_pieces() -> None:
    bar = pane(box(0, 0, 3, 1), "gold", 0)
    assert len(stack(bar, pane(box(1, -1, 2, 2), "color", 0))) == 3
    assert len(stack(bar, pane(box(0.0004, -1, 4, 2), "color", 0))) == 1


def test_panes_go_round_in_glass_and_tone() -> None:
    made = panes(sectors(0, 0, 0.5, 1, 4), ("gold", "white"), (0.1, 0.2, 0.3))
    assert [(part.glass, part.tone) for part in made] == [("gold", 0.1), ("white", 0.2), ("gold", 0.3), ("white", 0.1)]


def test_placed_scales_and_moves() -> None:
    (made,) = placed([pane(box(-1, -1, 1, 1), "gold", 0)], 10, 20, 5)
    assert made.shape.bounds == (5, 15, 15, 25)


def test_a_polar_net_leaves_no_gap() -> None:
    rng = random.Random(4)
    angles = [spokes(rng, 12, 0.2, 0), spokes(rng, 16, 0.2, 10)]
    net = polar((5, 5), (0, 4, 40), angles, lambda ring, number: ("color", 0.5))
    seen = clip(net, SQUARE)
    assert sum(part.shape.area for part in seen) == pytest.approx(100, rel=2e-3)
    assert shapely.union_all(shapes_of(seen)).area == pytest.approx(100, rel=2e-3)


def test_tidy_joins_a_splinter_to_its_neighbor() -> None:
    left, splinter, right = box(0, 0, 5, 10), box(5, 0, 5.3, 10), box(5.3, 3, 10, 10)
    made = tidy([Pane(left, "gold", 0.1), Pane(splinter, "white", 0.2), Pane(right, "color", 0.3)])
    assert [(part.glass, round(part.shape.area)) for part in made] == [("gold", 53), ("color", 33)]


def test_tidy_takes_off_a_long_tip() -> None:
    tip, beside = Polygon([(0, 0), (20, 0), (0, 4)]), Polygon([(0, 4), (20, 0), (20, 4)])
    made = tidy([Pane(tip, "gold", 0.1), Pane(beside, "color", 0.3)])
    # Each of the two has a tip of 11 degrees, thinner than 0.7 mm for some 3 mm; each gives it to the other.
    assert sum(part.shape.area for part in made) == pytest.approx(80, rel=0.01)
    assert all(part.shape.buffer(-0.3).area > 0 and len(shapely.get_parts(part.shape)) == 1 for part in made)
    assert made[0].shape.bounds[2] < 19


def test_tidy_takes_nothing_from_nothing() -> None:
    assert tidy([]) == []


def test_cutting_mends_outlines_that_touch_themselves() -> None:
    bow = Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
    made = without([pane(bow, "gold", 0)], box(9, 9, 10, 10))
    assert [part.shape.is_valid for part in made] == [True, True]
    assert sum(part.shape.area for part in made) == pytest.approx(8)


def test_without_cuts_a_hole() -> None:
    made = without([pane(SQUARE, "gold", 0)], box(4, -1, 6, 11))
    assert [part.shape.area for part in made] == pytest.approx([40, 40])


def test_beads_fill_the_border_and_are_the_same_from_either_end() -> None:
    window = pointed_arch(54, 37)
    strip, inner = beads(window, 1.5, 2.9, (("gold", 0.3), ("color", 0.5), ("color", 0.7)))
    assert sum(bead.shape.area for bead in strip) == pytest.approx(window.area - inner.area, rel=5e-3)
    foot = [bead for bead in strip if bead.shape.bounds[1] > 35]
    foot.sort(key=lambda bead: bead.shape.centroid.x)
    tones = [bead.tone for bead in foot]
    assert len(tones) % 2 == 1 and tones == tones[::-1] and foot[len(foot) // 2].glass == "gold"


def test_path_data_is_rounded_and_closed() -> None:
    text = path_data([Polygon([(0.004, 0), (10.128, 0), (10.128, 0.001), (10.128, 5), (-3, 5.5)])])
    assert sorted(re.findall(r"-?[\d.]+ -?[\d.]+", text)) == ["-3 5.5", "0 0", "10.13 0", "10.13 5"]
    assert text.startswith("M") and text.endswith("Z") and text.count("M") == 1


def test_path_data_beyond_a_card_is_the_same_number() -> None:
    assert "400.25 0" in path_data([box(400.25, 0, 500, 1)])


def test_lead_between_two_panes_is_drawn_once() -> None:
    text = lead_lines(shapes_of(panes([box(0, 0, 1, 1), box(1, 0, 2, 1)], "gold", 0)))
    lengths = 0.0
    for run in text[1:].split("M"):
        points = [tuple(map(float, point.split())) for point in run.split("L")]
        lengths += sum(math.dist(a, b) for a, b in pairwise(points))
    assert lengths == pytest.approx(7)


def test_ramps_are_mixed_in_oklab() -> None:
    # Half way between black and white in OKLab is linear light 0.125, which is sRGB 0.3885.
    assert mix("#000000", "#FFFFFF", 0.5) == "#636363"
    ramp = ("#FFFFFF", "#FF0000", "#000000")
    assert (shade(ramp, -1), shade(ramp, 0.5), shade(ramp, 2)) == ("#FFFFFF", "#FF0000", "#000000")
