"""Cracks: a broken line, tapering, with two or three branches."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from pipeline.pictures.stained_glass.kernel import Point, Shapes, outlined


@dataclass(frozen=True, slots=True)
class Course:
    """Where a crack runs: from where it enters to where it dies, in how many steps, how far it strays, how wide.
    Branches turn away from `shun`; without it they leave to either side."""

    start: Point
    end: Point
    steps: int = 11
    stray: float = 1.3
    width: float = 0.75
    branches: int = 2
    shun: Point | None = None


@dataclass(frozen=True, slots=True)
class Crack:
    """A crack's lines, the widest first, each as points and width; `outlines` turns them into shapes."""

    lines: Sequence[tuple[Sequence[Point], float]]

    def outlines(self, share: float = 1.0) -> Shapes:
        """Tapering shapes, `share` of the crack's width wide."""
        return outlined([_tapered(points, width * share) for points, width in self.lines])


def crack(course: Course, rng: Random) -> Crack:
    """A crack along `course`; its branches leave from the middle and point onwards."""
    trunk = _broken(course.start, course.end, course.steps, course.stray, rng)
    lines: list[tuple[Sequence[Point], float]] = [(trunk, course.width)]
    heading = math.atan2(course.end[1] - course.start[1], course.end[0] - course.start[0])
    reach = math.dist(course.start, course.end)
    side = rng.choice((-1, 1))
    if course.shun:
        (x, y), (px, py) = course.start, course.shun
        side = -1 if math.cos(heading) * (py - y) - math.sin(heading) * (px - x) > 0 else 1
    for branch in range(course.branches):
        at = trunk[round(course.steps * (0.24 + 0.22 * branch + rng.uniform(0, 0.1)))]
        angle = heading + side * rng.uniform(0.45, 0.8)
        length = reach * rng.uniform(0.2, 0.3)
        tip = (at[0] + length * math.cos(angle), at[1] + length * math.sin(angle))
        lines.append((_broken(at, tip, 5, course.stray * 0.6, rng), course.width * 0.55))
        if not course.shun:
            side = -side
    return Crack(lines)


def _broken(start: Point, end: Point, steps: int, stray: float, rng: Random) -> list[Point]:
    """Points from `start` to `end`, those between displaced sideways, alternating so that the line reads as broken."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    points = [start]
    side = rng.choice((-1, 1))
    for step in range(1, steps):
        share = (step + rng.uniform(-0.25, 0.25)) / steps
        away = side * stray * rng.uniform(0.15, 1.0)
        points.append((start[0] + dx * share - dy / length * away, start[1] + dy * share + dx / length * away))
        side = -side if rng.random() < 0.7 else side
    return [*points, end]


def _tapered(points: Sequence[Point], width: float) -> npt.NDArray[np.float64]:
    """The outline of the line as a shape that is widest near its start and ends in a point."""
    line = np.array(points)
    along = np.concatenate([line[1:2] - line[:1], (line[2:] - line[:-2]) / 2, line[-1:] - line[-2:-1]])
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.maximum(np.hypot(*along.T), 1e-9)[:, None]
    share = np.linspace(0, 1, len(line))
    half = 0.5 * width * np.maximum((1 - share) ** 0.75, 0.04)
    edge = normal * half[:, None]
    return np.concatenate([line + edge, (line - edge)[::-1]])
