"""Path data: any of SVG's commands brought into the house's form (see `pipeline.drawing`), measured and transformed."""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from fontTools.misc.bezierTools import calcCubicBounds

from pipeline.drawing import Matrix, apply, number
from pipeline.units import Box

#: A number as SVG writes it. Atomic, so that a long row of digits is never tried in pieces.
NUMBER: Final = r"(?>[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
#: Longer path data is refused: nobody draws it, and it would cost minutes.
LONGEST: Final = 400_000
#: Larger numbers are refused: no picture is a kilometre wide, and PDF readers lose count.
LARGEST: Final = 1_000_000.0

_CANONICAL = re.compile(r"([MLCZ])([^MLCZ]*)")
_SEGMENT = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_NUMBER = re.compile(NUMBER)
_NUMBERS = re.compile(rf"[ ,\t\r\n\f]*(?:{NUMBER}[ ,\t\r\n\f]*)*\Z")
_ARC = re.compile(r"[\s,]*".join(("", *[f"({NUMBER})"] * 3, "([01])", "([01])", *[f"({NUMBER})"] * 2)))
#: How many numbers a command takes.
_ARITY: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
#: Path data that is in the house's form already: far within bounds, at most three decimals.
_PLAIN = r"-?[0-9]{1,6}+(?:\.[0-9]{1,3}+)?+"
_PAIR = rf"{_PLAIN} {_PLAIN}"
_READY = re.compile(rf"(?:M{_PAIR}(?:L{_PAIR}|C{_PAIR} {_PAIR} {_PAIR})*+Z?+)*+")
_Point = tuple[float, float]


class PathDataError(ValueError):
    """Path data that SVG 2, section 9.3 does not allow."""


def read_numbers(text: str) -> list[float]:
    """Numbers parted by white space or commas. Raises ValueError for anything else, and for numbers beyond measure."""
    if not _NUMBERS.match(text):
        rest = _NUMBER.sub("", text).strip(" ,\t\r\n\f")
        raise ValueError(f'"{rest[:20]}" is not a number')
    values = [float(value) for value in _NUMBER.findall(text)]
    if values and (max(values) > LARGEST or min(values) < -LARGEST):
        bounded(max(values, key=abs))
    return values


def bounded(value: float) -> float:
    """The number itself. Raises ValueError when it is beyond what is drawn."""
    if not abs(value) <= LARGEST:
        raise ValueError(f"the number {value:g} is too large")
    return value


@lru_cache(maxsize=4096)
def canonical(d: str) -> str:
    """Path data in the house's form. Raises PathDataError when `d` is not path data."""
    if len(d) > LONGEST:
        raise PathDataError(f"path data of {len(d)} characters; at most {LONGEST} are read")
    if _READY.fullmatch(d):
        return d
    pen = _Pen()
    first = _SEGMENT.search(d)
    start = first.start() if first else len(d)
    if d[:start].strip():
        raise PathDataError(f'not path data: "{d[:40]}"')
    for letter, text in _SEGMENT.findall(d):
        try:
            pen.segment(letter, text)
        except ValueError as error:
            raise PathDataError(f"path data, after {start} characters: {error}") from None
        start += 1 + len(text)
    return "".join(pen.parts)


class _Pen:
    """Follows path data and writes it down as absolute M, L, C and Z."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._here: _Point = (0.0, 0.0)
        self._start: _Point = (0.0, 0.0)
        self._open = False
        #: The last control point, and the kind of curve that it steered.
        self._control: tuple[str, _Point] = ("", (0.0, 0.0))

    def segment(self, letter: str, text: str) -> None:
        command = letter.upper()
        if not self.parts and command != "M":
            raise ValueError("a path starts with M")
        if command == "Z":
            if text.strip():
                raise ValueError("Z takes no numbers")
            self._close()
            return
        values = list(_arc_numbers(text)) if command == "A" else read_numbers(text)
        arity = _ARITY[command]
        if not values or len(values) % arity:
            raise ValueError(f"{letter} takes {arity} numbers, or several times as many, not {len(values)}")
        if letter in "LC" and self._open:
            self._absolute(letter, values, arity)
            return
        for index in range(0, len(values), arity):
            self._step(command, values[index : index + arity], relative=letter.islower())
            # Further pairs after a move are lines (SVG 2, 9.3.3).
            command = "L" if command == "M" else command

    def _absolute(self, command: str, values: list[float], arity: int) -> None:
        """Lines or curves in absolute numbers, which most long paths are made of, without a step for each."""
        texts = list(map(number, values))
        self.parts += [f"{command}{' '.join(texts[at : at + arity])}" for at in range(0, len(texts), arity)]
        self._here = (values[-2], values[-1])
        self._control = ("C", (values[-4], values[-3])) if command == "C" else ("", self._here)

    def _step(self, command: str, values: list[float], *, relative: bool) -> None:
        dx, dy = self._here if relative else (0.0, 0.0)
        if command == "M":
            self._move(dx + values[0], dy + values[1])
            return
        if not self._open:
            self._move(*self._start)
        if command == "H":
            self._line(dx + values[0], self._here[1])
        elif command == "V":
            self._line(self._here[0], dy + values[0])
        elif command == "A":
            self._arc(values, (dx + values[5], dy + values[6]))
        else:
            points = [(dx + x, dy + y) for x, y in zip(values[::2], values[1::2], strict=True)]
            if command == "L":
                self._line(*points[0])
            elif command in "CS":
                first = points[0] if command == "C" else self._reflected("C")
                self._curve(first, points[-2], points[-1])
                self._control = ("C", points[-2])
            else:
                self._quadratic(points[0] if command == "Q" else self._reflected("Q"), points[-1])

    def _reflected(self, kind: str) -> _Point:
        """The mirror image of the last control point, where one of this kind was just used."""
        (was, (x, y)), here = self._control, self._here
        return (2 * here[0] - x, 2 * here[1] - y) if was == kind else here

    def _move(self, x: float, y: float) -> None:
        self._here = self._start = (x, y)
        self._open, self._control = True, ("", self._here)
        self.parts.append(f"M{number(x)} {number(y)}")

    def _line(self, x: float, y: float) -> None:
        self._here, self._control = (x, y), ("", (x, y))
        self.parts.append(f"L{number(x)} {number(y)}")

    def _curve(self, a: _Point, b: _Point, end: _Point) -> None:
        self._here, self._control = end, ("", end)
        n = number
        self.parts.append(f"C{n(a[0])} {n(a[1])} {n(b[0])} {n(b[1])} {n(end[0])} {n(end[1])}")

    def _quadratic(self, control: _Point, end: _Point) -> None:
        """A quadratic curve raised to a cubic."""
        a, b = (
            (x + 2 / 3 * (control[0] - x), y + 2 / 3 * (control[1] - y)) for x, y in (self._here, end)
        )
        self._curve(a, b, end)
        self._control = ("Q", control)

    def _close(self) -> None:
        if self._open:
            self.parts.append("Z")
        self._here, self._open, self._control = self._start, False, ("", self._start)

    def _arc(self, values: list[float], end: _Point) -> None:
        """An elliptical arc as cubics of at most a quarter turn each (SVG 2, appendix B.2.4 and B.2.5)."""
        rx, ry, turn = abs(values[0]), abs(values[1]), math.radians(values[2])
        start = self._here
        if start == end:
            return
        if not rx or not ry:
            self._line(*end)
            return
        cosine, sine = math.cos(turn), math.sin(turn)
        half_x, half_y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
        x, y = cosine * half_x + sine * half_y, cosine * half_y - sine * half_x
        short = (x / rx) ** 2 + (y / ry) ** 2
        if short > 1:
            rx, ry = rx * math.sqrt(short), ry * math.sqrt(short)
        away = (rx * y) ** 2 + (ry * x) ** 2
        if not away:  # so short that its squares are nothing
            self._line(*end)
            return
        root = math.sqrt(max(0.0, (rx * ry) ** 2 - away) / away)
        root = -root if bool(values[3]) == bool(values[4]) else root
        center_x, center_y = root * rx * y / ry, -root * ry * x / rx
        first = math.atan2((y - center_y) / ry, (x - center_x) / rx)
        sweep = math.atan2((-y - center_y) / ry, (-x - center_x) / rx) - first
        if values[4] and sweep < 0:
            sweep += math.tau
        elif not values[4] and sweep > 0:
            sweep -= math.tau
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        to_page = (
            rx * cosine, rx * sine, -ry * sine, ry * cosine,
            cosine * center_x - sine * center_y + middle[0], sine * center_x + cosine * center_y + middle[1],
        )  # fmt: skip
        count = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
        step = sweep / count
        reach = 4 / 3 * math.tan(step / 4)
        for index in range(count):
            a, b = first + index * step, first + (index + 1) * step
            out = apply(to_page, math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
            back = apply(to_page, math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
            self._curve(out, back, end if index == count - 1 else apply(to_page, math.cos(b), math.sin(b)))


def _arc_numbers(text: str) -> Iterator[float]:
    """The numbers of arcs, whose flags may stand without anything between them."""
    text = text.rstrip(" ,\t\r\n\f")
    end = 0
    while end < len(text):
        match = _ARC.match(text, end)
        if not match:
            raise ValueError(f'"{text[end : end + 30].strip()}" is not an arc')
        yield from (bounded(float(value)) for value in match.groups())
        end = match.end()


@lru_cache(maxsize=4096)
def bounds(d: str) -> Box | None:
    """The exact box around canonical path data, None when it has no points."""
    xs: list[float] = []
    ys: list[float] = []
    here = (0.0, 0.0)
    for command, text in _CANONICAL.findall(d):
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
    for command, text in _CANONICAL.findall(d):
        values = [float(value) for value in text.split()]
        points = (apply(matrix, x, y) for x, y in zip(values[::2], values[1::2], strict=True))
        out.append(command + " ".join(f"{number(x)} {number(y)}" for x, y in points))
    return "".join(out)
