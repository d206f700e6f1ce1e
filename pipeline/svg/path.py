"""Path data: any of SVG's commands brought into the house's form (see `pipeline.drawing`), measured and transformed."""

import re
from functools import lru_cache

from fontTools.misc.bezierTools import calcCubicBounds
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path

from pipeline.drawing import Matrix, apply, number
from pipeline.units import Box

_COMMAND = re.compile(r"([MLCZ])([^MLCZ]*)")
_ALLOWED = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]*\Z")
#: Longer path data is refused: nobody draws it, and it would cost minutes.
LONGEST = 400_000


class PathDataError(ValueError):
    """Path data that SVG 2, section 9.3 does not allow."""


class _CanonicalPen(BasePen):  # type: ignore[misc]
    """Writes what it is told as absolute M, L, C, Z. Quadratic curves are raised to cubics by BasePen."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:  # noqa: N802 - the pen protocol's name
        self.parts.append(f"M{number(pt[0])} {number(pt[1])}")

    def _lineTo(self, pt: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"L{number(pt[0])} {number(pt[1])}")

    def _curveToOne(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append("C" + " ".join(f"{number(x)} {number(y)}" for x, y in points))

    def _closePath(self) -> None:  # noqa: N802
        self.parts.append("Z")

    def _endPath(self) -> None:  # noqa: N802
        pass


@lru_cache(maxsize=4096)
def canonical(d: str) -> str:
    """Path data in the house's form. Raises PathDataError when `d` is not path data."""
    if len(d) > LONGEST:
        raise PathDataError(f"path data of {len(d)} characters; at most {LONGEST} are read")
    if not _ALLOWED.match(d):
        raise PathDataError(f"not path data: {d[:40]!r}")
    pen = _CanonicalPen()
    try:
        parse_path(d, pen)
    except Exception as error:  # the parser raises whatever its arithmetic meets first
        raise PathDataError(f"not path data: {d[:40]!r}") from error
    return "".join(pen.parts)


@lru_cache(maxsize=4096)
def bounds(d: str) -> Box | None:
    """The exact box around canonical path data, None when it has no points."""
    xs: list[float] = []
    ys: list[float] = []
    here = (0.0, 0.0)
    for command, text in _COMMAND.findall(d):
        values = [float(value) for value in text.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        if command == "C":
            x0, y0, x1, y1 = calcCubicBounds(here, *points)
            xs += [x0, x1]
            ys += [y0, y1]
        xs += [points[-1][0]] if points else []
        ys += [points[-1][1]] if points else []
        here = points[-1] if points else here
    if not xs:
        return None
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def transform(d: str, matrix: Matrix) -> str:
    """Canonical path data with every point taken through `matrix`."""
    out = []
    for command, text in _COMMAND.findall(d):
        values = [float(value) for value in text.split()]
        points = (apply(matrix, x, y) for x, y in zip(values[::2], values[1::2], strict=True))
        out.append(command + " ".join(f"{number(x)} {number(y)}" for x, y in points))
    return "".join(out)
