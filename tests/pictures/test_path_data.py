"""Panes become path data whole: what is drawn has the area of the glass."""

import random
import re

import numpy as np
import pytest
import shapely
from shapely import MultiPolygon, Polygon, box

from pipeline.pictures.stained_glass.paint import lead_lines, path_data
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


@pytest.mark.parametrize("petals", [7, 12, 14])
def test_a_rose_has_no_hole(petals: int) -> None:
    panes = rose(30, 30, 30, ["color-0"], petals, "color", random.Random(5))
    drawn = area(path_data([pane.shape for pane in panes]))
    parts = shapely.get_parts(shapely.get_parts([pane.shape for pane in panes]))
    holes = sum(Polygon(ring).area for part in parts for ring in part.interiors)
    assert drawn - 2 * holes == pytest.approx(np.pi * 30**2, rel=0.01)
