"""The dark wall and the dark back: full bleed, askew, and (the back) without a way up."""

import itertools
import math
import re
import zlib
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
import shapely

from pipeline.drawing import IDENTITY, Drawing, Group, Item, Linear, Path, Radial, apply, multiply, walk
from pipeline.pictures.request import PictureRequest
from pipeline.pictures.stained_glass.back_dark import draw_dark_back
from pipeline.pictures.stained_glass.dark_wall import courses, draw_dark_wall

WIDTH, HEIGHT = 69.85, 95.25
BOTH_INKS = pytest.mark.parametrize("ink", ["color", "saver"])


def asked(part: str, ink: str = "color", card: str = "occult") -> PictureRequest:
    return PictureRequest("a-game", "stronghold", card, part, WIDTH, HEIGHT, (), "", {}, ink)  # type: ignore[arg-type]


def paths(drawing: Drawing) -> list[Path]:
    return [item for item, _ in walk(drawing.items) if isinstance(item, Path)]


@pytest.mark.parametrize("seed", range(8))
def test_no_course_runs_along_the_trim(seed: int) -> None:
    for course in courses(WIDTH, HEIGHT, Random(seed)):
        for upper in (True, False):
            xs, ys = [], []
            for stone in course:
                left, _, right, _ = stone.bounds
                xs.append((left + right) / 2)
                corners = sorted(y for _, y in stone.exterior.coords[:-1])
                ys.append(float(np.mean(corners[:4] if upper else corners[4:])))
            slope = np.polyfit(xs, ys, 1)[0]
            assert 0.4 < abs(math.degrees(math.atan(slope))) < 3.5


@pytest.mark.parametrize("seed", range(4))
def test_stones_cover_the_wall_and_keep_apart(seed: int) -> None:
    stones = [stone for course in courses(WIDTH, HEIGHT, Random(seed)) for stone in course]
    assert all(stone.is_valid for stone in stones)
    together = shapely.union_all(stones)
    assert sum(stone.area for stone in stones) == pytest.approx(together.area, rel=0.005)
    assert together.intersection(shapely.box(0, 0, WIDTH, HEIGHT)).area > 0.78 * WIDTH * HEIGHT


def test_joints_of_neighboring_courses_do_not_meet() -> None:
    rows = courses(WIDTH, HEIGHT, Random(3))
    meeting = total = 0
    for upper, lower in itertools.pairwise(rows):
        joints = [stone.bounds[0] for stone in lower]
        for stone in upper:
            total += 1
            meeting += min(abs(stone.bounds[0] - joint) for joint in joints) < 0.8
    assert meeting < 0.35 * total


@BOTH_INKS
@pytest.mark.parametrize(("draw", "part"), [(draw_dark_wall, "dark-wall"), (draw_dark_back, "back-dark")])
def test_they_fill_the_bleed_and_keep_to_their_budget(draw, part: str, ink: str) -> None:  # type: ignore[no-untyped-def]
    drawing = draw(asked(part, ink))
    (group,) = drawing.items
    assert isinstance(group, Group) and group.clip is not None, "nothing may paint beyond the bleed"
    ground = group.items[0]
    assert isinstance(ground, Path) and ground.d == group.clip.d
    drawn = paths(drawing)
    assert len(drawn) <= 250
    assert len(zlib.compress("".join(path.d for path in drawn).encode())) <= 40_000
    assert sum(isinstance(path.fill, Linear | Radial) for path in drawn) <= 4
    if ink == "saver":
        assert not any(isinstance(path.fill, Linear | Radial) for path in drawn)


def test_a_wall_is_its_cards_own_and_a_back_the_games() -> None:
    assert draw_dark_wall(asked("dark-wall")).key == draw_dark_wall(asked("dark-wall")).key
    assert draw_dark_wall(asked("dark-wall")).key != draw_dark_wall(asked("dark-wall", card="pride")).key
    assert draw_dark_back(asked("back-dark")).key == draw_dark_back(asked("back-dark", card="pride")).key


def boxes(drawing: Drawing) -> dict[str, npt.NDArray[np.float64]]:
    """Left, top, right and bottom of every contour on the card, by what it is painted with."""
    found: dict[str, list[tuple[float, float, float, float]]] = {}

    def enter(items: tuple[Item, ...], matrix: tuple[float, float, float, float, float, float]) -> None:
        for item in items:
            if isinstance(item, Group):
                enter(item.items, multiply(matrix, item.matrix))
            elif isinstance(item, Path):
                look = f"{item.fill if isinstance(item.fill, str) else type(item.fill)} {item.opacity} {item.stroke}"
                for contour in filter(None, item.d.split("M")):
                    numbers = [float(number) for number in re.findall(r"-?[\d.]+", contour)]
                    points = [apply(matrix, x, y) for x, y in zip(numbers[0::2], numbers[1::2], strict=True)]
                    xs, ys = zip(*points, strict=True)
                    found.setdefault(look, []).append((min(xs), min(ys), max(xs), max(ys)))

    enter(drawing.items, IDENTITY)
    return {look: np.array(rows) for look, rows in found.items()}


@BOTH_INKS
def test_a_back_is_the_same_upside_down(ink: str) -> None:
    contours = boxes(draw_dark_back(asked("back-dark", ink)))
    assert sum(map(len, contours.values())) > 200
    for look, box in contours.items():
        turned = np.stack([WIDTH - box[:, 2], HEIGHT - box[:, 3], WIDTH - box[:, 0], HEIGHT - box[:, 1]], axis=1)
        away = np.abs(turned[:, None, :] - box[None, :, :]).max(axis=2).min(axis=1)
        assert away.max() < 0.02, f"something painted {look} has no counterpart"


def test_a_back_is_not_the_same_in_a_mirror() -> None:
    """The test above would pass for nothing but rings; this one shows that there is something to turn."""
    contours = boxes(draw_dark_back(asked("back-dark")))
    odd = 0
    for box in contours.values():
        mirrored = np.stack([WIDTH - box[:, 2], box[:, 1], WIDTH - box[:, 0], box[:, 3]], axis=1)
        odd += int((np.abs(mirrored[:, None, :] - box[None, :, :]).max(axis=2).min(axis=1) > 0.02).sum())
    assert odd > 50
