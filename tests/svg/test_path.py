"""Path data in the house's form. What is expected was worked out by hand from SVG 2, chapter 9."""

import math
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.svg import PathDataError, bounds, canonical, transform
from pipeline.units import Box


@pytest.mark.parametrize(
    ("d", "right"),
    [
        ("", ""),
        (" \n ", ""),
        ("M1 2L3 4", "M1 2L3 4"),
        ("M1,2 3,4 5,6", "M1 2L3 4L5 6"),
        ("m1 2 3 4", "M1 2L4 6"),
        ("M1 2m1 1l1 1", "M1 2M2 3L3 4"),
        ("M1 2H5V7h-1v-2", "M1 2L5 2L5 7L4 7L4 5"),
        ("M1 2H5 6 7", "M1 2L5 2L6 2L7 2"),
        ("M0 0C1 2 3 4 5 6", "M0 0C1 2 3 4 5 6"),
        ("M1 1c1 2 3 4 5 6", "M1 1C2 3 4 5 6 7"),
        ("M0 0C1 2 3 4 5 6S9 8 10 10", "M0 0C1 2 3 4 5 6C7 8 9 8 10 10"),
        ("M5 5S9 8 10 10", "M5 5C5 5 9 8 10 10"),
        ("M0 0Q3 3 6 0", "M0 0C2 2 4 2 6 0"),
        ("M0 0Q3 3 6 0T12 0", "M0 0C2 2 4 2 6 0C8 -2 10 -2 12 0"),
        ("M0 0Q3 3 6 0L6 0T12 0", "M0 0C2 2 4 2 6 0L6 0C6 0 8 0 12 0"),
        ("M0 0T6 0", "M0 0C0 0 2 0 6 0"),
        ("M1 1L5 1L5 5Z", "M1 1L5 1L5 5Z"),
        ("M1 1L5 1Zl1 1", "M1 1L5 1ZM1 1L2 2"),
        ("M1 1L5 1Zm1 1l1 1", "M1 1L5 1ZM2 2L3 3"),
        ("M1 1ZZ", "M1 1Z"),
        ("M.5.5-1-1", "M0.5 0.5L-1 -1"),
        ("M1e1 1E-1L+2 007", "M10 0.1L2 7"),
        ("M 1.\n2.\tL3,4\r\n", "M1 2L3 4"),
        ("M1.23456 -0.0004", "M1.235 0"),
    ],
)  # fmt: skip
def test_every_command_becomes_absolute_moves_lines_and_cubics(d: str, right: str) -> None:
    assert canonical(d) == right


def test_quadratic_after_a_t_without_q_does_not_mirror_a_cubic() -> None:
    assert canonical("M0 0C1 1 2 2 3 0T6 0") == "M0 0C1 1 2 2 3 0C3 0 4 0 6 0"


@pytest.mark.parametrize(
    ("d", "right"),
    [
        # A quarter of the unit circle: control points at 4/3 tan(22.5 degrees) = 0.5523.
        ("M1 0A1 1 0 0 1 0 1", "M1 0C1 0.552 0.552 1 0 1"),
        ("M1 0A1 1 0 0 0 0 -1", "M1 0C1 -0.552 0.552 -1 0 -1"),
        ("M1 0a1 1 0 0 1 -1 1", "M1 0C1 0.552 0.552 1 0 1"),
        # The same with flags run together, and with line breaks between.
        ("M1 0A1 1 0 010 1", "M1 0C1 0.552 0.552 1 0 1"),
        ("M1 0A1\n1\n0\n0\n1\n0\n1", "M1 0C1 0.552 0.552 1 0 1"),
        # Radii below 0 count without their sign; too small ones grow until they reach.
        ("M1 0A-1 -1 0 0 1 0 1", "M1 0C1 0.552 0.552 1 0 1"),
        ("M-2 0A1 1 0 0 1 2 0", "M-2 0C-2 -1.105 -1.105 -2 0 -2C1.105 -2 2 -1.105 2 0"),
        # Without a radius it is a line, without a way nothing.
        ("M0 0A0 5 0 0 1 4 4", "M0 0L4 4"),
        ("M3 3A5 5 0 0 1 3 3", "M3 3"),
    ],
)  # fmt: skip
def test_arcs_become_cubics(d: str, right: str) -> None:
    assert canonical(d) == right


@pytest.mark.parametrize(("large", "sweep"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_every_point_of_a_turned_arc_lies_on_its_ellipse(large: int, sweep: int) -> None:
    """All four arcs between two points of the ellipse 5 by 3, turned by 30 degrees, about one of two centers."""
    d = canonical(f"M2 1A5 3 30 {large} {sweep} -3 2")
    points = [tuple(map(float, pair.split())) for pair in re.findall(r"[-\d.]+ [-\d.]+", d)]
    ends = [points[0], *points[3::3]]
    assert ends[0] == (2, 1)
    assert ends[-1] == (-3, 2)
    middles = []
    for start, a, b, end in zip(ends, points[1::3], points[2::3], ends[1:], strict=False):
        middles.append(tuple((s + 3 * p + 3 * q + e) / 8 for s, p, q, e in zip(start, a, b, end, strict=True)))
    # Two ellipses of this form hold both points; their centers mirror each other in the middle of the two (-0.5, 1.5).
    cosine, sine = math.cos(math.pi / 6), math.sin(math.pi / 6)

    def off(point: tuple[float, ...], center: tuple[float, float]) -> float:
        x, y = point[0] - center[0], point[1] - center[1]
        return abs(math.hypot((cosine * x + sine * y) / 5, (cosine * y - sine * x) / 3) - 1)

    u, v = cosine * 2.5 + sine * -0.5, cosine * -0.5 - sine * 2.5
    k = math.sqrt((225 - (5 * v) ** 2 - (3 * u) ** 2) / ((5 * v) ** 2 + (3 * u) ** 2))
    cx, cy = k * 5 * v / 3, -k * 3 * u / 5
    away = (cosine * cx - sine * cy, sine * cx + cosine * cy)
    side = -1 if large == sweep else 1
    center = (-0.5 + side * away[0], 1.5 + side * away[1])
    assert max(off(point, center) for point in [*middles, *ends]) < 0.001


def test_the_large_arc_is_the_longer_way_round() -> None:
    short, long = bounds(canonical("M0 0A5 5 0 0 1 5 5")), bounds(canonical("M0 0A5 5 0 1 1 5 5"))
    assert short is not None
    assert long is not None
    assert (round(short.width, 2), round(short.height, 2)) == (5, 5)
    assert (round(long.width, 2), round(long.height, 2)) == (10, 10)


@pytest.mark.parametrize(
    "d",
    [
        "L1 1", "1 1", "M", "M1", "M1 2 3", "M1 2L", "M1 2C1 2 3 4", "M1 2Z5", "M1 2X3 4", "M1 2L3 4 5",
        "M1..2 3", "M1 2 - 3", "M1 2L3 4e", "Mnan nan", "M1 inf", "M1e400 2", "M1 2L9999999 1", "M0 0A1 1 0 2 0 3 3",
        "M0 0A1 1 0 1", "M0 0A1 1 0 0 1 3 3 4", "hello", "M1 2;L3 4", "M1 2 url(#a)", "\u0661M1 2", "M\u0661 2",
    ],
)  # fmt: skip
def test_what_is_not_path_data_is_refused(d: str) -> None:
    with pytest.raises(PathDataError):
        canonical(d)


def test_a_refusal_says_where() -> None:
    with pytest.raises(PathDataError, match='after 4 characters: "x" is not a number'):
        canonical("M1 2L3 x")


@pytest.mark.parametrize(
    ("start", "middle", "end"),
    [("M", "1", "x"), ("M0 0A", "1", ""), ("M0 0", "a", ""), ("M0 0", "-", ""), ("M0 0", " ", "x"),
     ("M0 0", "l1 1", "l")],
)  # fmt: skip
def test_hostile_path_data_is_refused_at_once(start: str, middle: str, end: str) -> None:
    hostile = start + middle * (390_000 // len(middle)) + end
    began = time.process_time()
    with pytest.raises(PathDataError):
        canonical(hostile)
    assert time.process_time() - began < 2


def test_path_data_without_end_is_refused_by_its_length() -> None:
    with pytest.raises(PathDataError, match="at most 400000"):
        canonical("M0 0" + "l1 1" * 100_000)


@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE \n", max_size=60))
def test_anything_is_either_refused_or_comes_out_canonical(d: str) -> None:
    try:
        made = canonical(d)
    except PathDataError:
        return
    assert re.fullmatch(r"(?:[ML]-?[\d.]+ -?[\d.]+|C-?[\d.]+(?: -?[\d.]+){5}|Z)*", made)
    assert canonical(made) == made


def test_bounds_reach_where_the_curve_goes_not_where_its_handles_are() -> None:
    # The curve's top is at 3/4 of the handles' height.
    assert bounds("M0 0C0 4 10 4 10 0") == Box(0, 0, 10, 3)
    assert bounds("M1 2L5 -3Z") == Box(1, -3, 4, 5)
    assert bounds("") is None


def test_transform_takes_every_point() -> None:
    assert transform("M1 2L3 4C1 0 0 1 1 1Z", (0, 1, -1, 0, 10, 20)) == "M8 21L6 23C10 21 9 20 9 21Z"
