"""Panes become path data whole: what is drawn has the area of the glass."""

import random
import re

import numpy as np
import pytest
import shapely
from shapely import MultiPolygon, Polygon, box

from pipeline.pictures.stained_glass.paint import lead_lines, path_data, path_texts
from pipeline.pictures.stained_glass.rose import rose


def area(d: str) -> float:
    total = 0.0
    for ring in re.findall(r"M([^MZ]*)Z", d):
        points = [tuple(map(float, point.split())) for point in ring.split("L")]
        total += Polygon(points).area
    return total


def test_a_polygon_keeps_its_area() -> None:
    assert area(path_data([box(1, 2, 4, 6)])) == pytest.approx(12)


def test_a_pane_in_several_pieces_is_drawn_whole() -> None:
    """Turning a pane can part it; nothing of it may be lost."""
    pieces = MultiPolygon([box(0, 0, 1, 1), box(2, 0, 5, 1)])
    assert area(path_data([pieces, box(0, 3, 2, 4)])) == pytest.approx(1 + 3 + 2)
    assert lead_lines(np.array([pieces], dtype=object)).count("M") == 2


def test_coordinates_are_written_to_the_hundredth_on_all_sides() -> None:
    assert path_data([box(-0.004, -0.01, 2.5, 300)]) == "M2.5 -0.01L2.5 300L0 300L0 -0.01Z"
    assert path_data([box(-1234.5, -1.1, 0.05, 10)]) == "M0.05 -1.1L0.05 10L-1234.5 10L-1234.5 -1.1Z"
    assert path_data([box(-255.99, -0.01, 0.5, 255.99)]) == "M0.5 -0.01L0.5 255.99L-255.99 255.99L-255.99 -0.01Z"


def test_groups_are_written_as_each_alone() -> None:
    ring = box(0, 0, 9, 9) - box(1, 1, 8, 8)
    speck = box(3, 3, 3.001, 3.001)
    groups = [[box(0, 0, 1, 1), speck], [], [ring], [MultiPolygon([box(0, 0, 1, 1), box(2, 0, 5, 1)])], [speck]]
    assert path_texts(groups) == [path_data(group) for group in groups]
    assert [text.count("M") for text in path_texts(groups)] == [1, 0, 2, 2, 0]


def test_an_edge_is_led_once() -> None:
    net = lead_lines(np.array([box(0, 0, 1, 1), box(1, 0, 2, 1)], dtype=object))
    assert net == "M1 0L1 1L0 1L0 0L1 0M2 0L2 1L1 1M1 0L2 0"


@pytest.mark.parametrize("petals", [7, 12, 14])
def test_a_rose_has_no_hole(petals: int) -> None:
    panes = rose(30, 30, 30, ["color-0"], petals, "color", random.Random(5))
    drawn = area(path_data([pane.shape for pane in panes]))
    parts = shapely.get_parts(shapely.get_parts([pane.shape for pane in panes]))
    holes = sum(Polygon(ring).area for part in parts for ring in part.interiors)
    assert drawn - 2 * holes == pytest.approx(np.pi * 30**2, rel=0.01)
