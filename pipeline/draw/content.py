"""Drawing items as PDF content: operators, and the resources that they name.

Content is written in millimetres with y downwards; whoever places it sets the matrix that takes it to points. Operators
and their order follow ISO 32000-1, 8 and 9.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pipeline.drawing import (
    IDENTITY,
    Drawing,
    Group,
    Item,
    Linear,
    Matrix,
    Path,
    Radial,
    Raster,
    Stroke,
    TextRun,
    Use,
    number,
)
from pipeline.units import POINT

_POINTS = re.compile(r"([MLC])([^MLCZ]*)")
_OPERATORS = {"M": "m ", "L": "l ", "C": "c "}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_CAPS = {"butt": 0, "round": 1, "square": 2}


@dataclass
class Content:
    """A content stream in the making. The sets name what it uses, for its resource dictionary."""

    code: list[str] = field(default_factory=list)
    fonts: dict[str, dict[int, str]] = field(default_factory=dict)
    drawings: dict[str, Drawing] = field(default_factory=dict)
    rasters: dict[str, Raster] = field(default_factory=dict)
    opacities: set[tuple[float, float]] = field(default_factory=set)
    gradients: dict[str, Linear | Radial] = field(default_factory=dict)
    groups: dict[str, "Content"] = field(default_factory=dict)
    _gradient_names: dict[Linear | Radial, str] = field(default_factory=dict)
    _fill: str = ""

    @staticmethod
    def of(items: Iterable[Item]) -> "Content":
        content = Content()
        content.add(items)
        return content

    def data(self) -> bytes:
        return "\n".join(self.code).encode("ascii")

    def add(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, TextRun):
                self._run(item)
                continue
            if isinstance(item, Path):
                self._path(item)
            elif isinstance(item, Group):
                self._group(item)
            elif isinstance(item, Use):
                self._use(item)
            else:
                self._raster(item)

    def _enter(self) -> str:
        self.code.append("q")
        return self._fill

    def _leave(self, fill: str) -> None:
        self.code.append("Q")
        self._fill = fill

    # items -----------------------------------------------------------------------------------------------------------

    def _path(self, item: Path) -> None:
        if isinstance(item.fill, Linear | Radial):
            self._shade(item, item.fill)
            if item.stroke:
                self._path(Path(item.d, None, item.stroke))
            return
        opacity = item.opacity if item.fill else 1.0, item.stroke.opacity if item.stroke else 1.0
        guarded = opacity != (1.0, 1.0) or (item.stroke is not None)
        saved = self._enter() if guarded else None
        if opacity != (1.0, 1.0):
            self._opacity(*opacity)
        if item.fill:
            self._fill_color(item.fill)
        if item.stroke:
            self._stroke(item.stroke)
        both = {(True, False): "f", (False, True): "S", (True, True): "B"}.get((bool(item.fill), bool(item.stroke)))
        if both:
            star = "*" if item.rule == "evenodd" and item.fill else ""
            self.code.append(f"{operators(item.d)}{both}{star}")
        if saved is not None:
            self._leave(saved)

    def _shade(self, item: Path, gradient: Linear | Radial) -> None:
        saved = self._enter()
        name = self._gradient_name(gradient)
        alphas = {stop.opacity for stop in gradient.stops}
        if len(alphas) == 1:
            alpha = item.opacity * alphas.pop()
            if alpha != 1:
                self._opacity(alpha, alpha)
        else:
            if item.opacity != 1:
                self._opacity(item.opacity, item.opacity)
            self.code.append(f"/M{name} gs")
        self.code.append(f"{operators(item.d)}{'W*' if item.rule == 'evenodd' else 'W'} n")
        if isinstance(gradient, Radial) and gradient.matrix != IDENTITY:
            self.code.append(f"{matrix_operands(gradient.matrix)} cm")
        self.code.append(f"/S{name} sh")
        self._leave(saved)

    def _gradient_name(self, gradient: Linear | Radial) -> str:
        name = self._gradient_names.get(gradient)
        if name is None:
            name = self._gradient_names[gradient] = str(len(self.gradients))
            self.gradients[name] = gradient
        return name

    def _group(self, item: Group) -> None:
        saved = self._enter()
        if item.matrix != IDENTITY:
            self.code.append(f"{matrix_operands(item.matrix)} cm")
        if item.clip:
            self.code.append(f"{operators(item.clip.d)}{'W*' if item.clip.rule == 'evenodd' else 'W'} n")
        if item.opacity < 1:
            self._opacity(item.opacity, item.opacity)
            name = f"G{len(self.groups)}"
            self.groups[name] = Content.of(item.items)
            self.code.append(f"/{name} Do")
        else:
            self.add(item.items)
        self._leave(saved)

    def _use(self, item: Use) -> None:
        key = item.drawing.key
        self.drawings[key] = item.drawing
        saved = self._enter()
        if item.matrix != IDENTITY:
            self.code.append(f"{matrix_operands(item.matrix)} cm")
        self.code.append(f"/X{key} Do")
        self._leave(saved)

    def _raster(self, item: Raster) -> None:
        name = item.digest
        self.rasters[name] = item
        # The unit square of an image has its origin at the bottom left (ISO 32000-1, 8.9.5).
        self.code.append(f"q {number(item.width)} 0 0 {number(-item.height)} 0 {number(item.height)} cm /I{name} Do Q")

    def _run(self, run: TextRun) -> None:
        em = run.size * POINT
        used = self.fonts.setdefault(run.font, {})
        parts: list[str] = ["["]
        opened = False
        pen = 0.0
        baseline = run.glyphs[0].y if run.glyphs else 0.0
        pieces = ["BT"]
        if run.color:
            self._fill_color(run.color)
        else:
            pieces.append("3 Tr")
        if run.stretch != 1:
            pieces.append(f"{run.stretch * 100:.2f} Tz")
        if run.tracking:
            # As a state of the text, not as moves: readers take wide moves for spaces between words.
            pieces.append(f"{run.tracking:.4g} Tc")
        pieces.append(f"/{font_name(run.font)} {em:.5g} Tf 1 0 0 -1 {number(run.x)} {number(run.y + baseline)} Tm")
        for glyph in run.glyphs:
            if used.get(glyph.number, "") == "":
                used[glyph.number] = glyph.text
            if glyph.y != baseline:
                # A mark set above or below the line: end this show, raise the text by the difference.
                parts.append(">] TJ" if opened else "] TJ")
                pieces.append("".join(parts))
                baseline, pen, opened, parts = glyph.y, glyph.x, False, ["["]
                pieces.append(f"1 0 0 -1 {number(run.x + glyph.x)} {number(run.y + baseline)} Tm")
            move = round((pen - glyph.x) / (em * run.stretch) * 1000)
            if move:
                parts.append(f">{move}" if opened else f"{move}")
                opened = False
                pen -= move * em * run.stretch / 1000
            if not opened:
                parts.append("<")
                opened = True
            parts.append(f"{glyph.number:04X}")
            pen += glyph.advance + run.tracking
        parts.append(">] TJ" if opened else "] TJ")
        pieces.append("".join(parts))
        if not run.color:
            pieces.append("0 Tr")
        if run.stretch != 1:
            pieces.append("100 Tz")
        if run.tracking:
            pieces.append("0 Tc")
        pieces.append("ET")
        self.code.append(" ".join(pieces))

    # state -----------------------------------------------------------------------------------------------------------

    def _fill_color(self, color: str) -> None:
        if color != self._fill:
            self.code.append(f"{_rgb(color)} rg")
            self._fill = color

    def _stroke(self, stroke: Stroke) -> None:
        parts = [f"{_rgb(stroke.color)} RG {number(stroke.width)} w"]
        if stroke.join != "miter":
            parts.append(f"{_JOINS[stroke.join]} j")
        if stroke.cap != "butt":
            parts.append(f"{_CAPS[stroke.cap]} J")
        if stroke.join == "miter" and stroke.miter_limit != 10:
            parts.append(f"{number(stroke.miter_limit)} M")
        if stroke.dashes:
            parts.append(f"[{' '.join(map(number, stroke.dashes))}] 0 d")
        self.code.append(" ".join(parts))

    def _opacity(self, fill: float, line: float) -> None:
        pair = round(fill, 3), round(line, 3)
        self.opacities.add(pair)
        self.code.append(f"/{opacity_name(pair)} gs")


def real(value: float) -> str:
    """A number as PDF writes it: six digits, never with an exponent."""
    text = f"{value:.6g}"
    if "e" in text:
        text = f"{value:.9f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def font_name(font: str) -> str:
    """The resource name of a font file, whatever characters its name has."""
    return "F" + re.sub(r"[^A-Za-z0-9-]", lambda match: f"_{ord(match[0]):x}_", font)


def opacity_name(pair: tuple[float, float]) -> str:
    """The resource name of a pair of fill and stroke opacities."""
    return f"A{round(pair[0] * 1000)}-{round(pair[1] * 1000)}"


def operators(d: str) -> str:
    """Canonical path data as PDF path operators."""
    return _POINTS.sub(lambda match: f"{match[2]} {_OPERATORS[match[1]]}", d).replace("Z", "h ")


def matrix_operands(matrix: Matrix) -> str:
    """The six numbers before `cm`."""
    return " ".join(map(real, matrix))


def _rgb(color: str) -> str:
    return " ".join(_channel(color[i : i + 2]) for i in (1, 3, 5))


_CHANNELS: Mapping[str, str] = {f"{v:02x}": f"{v / 255:.4g}" for v in range(256)}


def _channel(pair: str) -> str:
    return _CHANNELS[pair.lower()]


def rgb(color: str) -> tuple[float, float, float]:
    """A color as three shares of 1."""
    return int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255

