"""Drawing items as PDF content: operators, and the resources that they name.

Content is written in millimetres with y downwards; whoever places it sets the matrix that takes it to points. Operators
and their order follow ISO 32000-1, 8 and 9.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import add
from string import hexdigits
from typing import Final

from pipeline.draw.form import PACKED, Form, Resources, image_form, named
from pipeline.draw.packing import packed
from pipeline.draw.shading import shading
from pipeline.draw.syntax import array, font_name, matrix_operands, opacity_name, real, rgb
from pipeline.drawing import (
    IDENTITY,
    Drawing,
    Group,
    Item,
    Linear,
    Path,
    Piece,
    Radial,
    Raster,
    Stroke,
    TextRun,
    Use,
    number,
)
from pipeline.units import POINT, Box

_COMMAND = re.compile("([MLCZ])")
_OPERATORS = {"M": " m ", "L": " l ", "C": " c ", "Z": "h "}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_FORM: Final = "/Type/XObject/Subtype/Form/BBox"
#: The box of what is cut by others: as far as any coordinate goes (see `svg.path`).
_ANYWHERE: Final = "[-1000000 -1000000 1000000 1000000]"
#: What a drawing's memo keeps its form under.
_MEMO: Final = "form"


_OPAQUE: Final = (1.0, 1.0)
#: How far glyphs are raised.
_RISE: Final = re.compile("([-.0-9]+) Ts")
#: More written pieces are not kept.
_MOST_KEPT: Final = 20_000


@dataclass
class Content:
    """A content stream in the making. The sets name what it uses, for its resource dictionary."""

    code: list[str] = field(default_factory=list)
    pieces: dict[str, dict[Piece, None]] = field(default_factory=dict)
    forms: dict[str, Form] = field(default_factory=dict)
    opacities: set[tuple[float, float]] = field(default_factory=set)
    gradients: dict[str, Linear | Radial] = field(default_factory=dict)
    _gradient_names: dict[Linear | Radial, str] = field(default_factory=dict)
    #: What is set: the color to fill with, opacities to fill and to stroke with.
    _fill: str = ""
    _alphas: tuple[float, float] = _OPAQUE

    @staticmethod
    def of(items: Iterable[Item]) -> "Content":
        content = Content()
        content.add(items)
        return content

    def data(self) -> bytes:
        return "\n".join(self.code).encode("ascii")

    def resources(self) -> Resources:
        """What it names."""
        states = {opacity_name(pair): f"<</ca {pair[0]:g}/CA {pair[1]:g}>>" for pair in sorted(self.opacities)}
        shadings: dict[str, str] = {}
        masks: dict[str, Form] = {}
        for name, gradient in self.gradients.items():
            veiled = len({stop.opacity for stop in gradient.stops}) > 1
            if veiled:
                masks[f"M{name}"] = _soft_mask(gradient)
            if not veiled or not _one_color(gradient):
                shadings[f"S{name}"] = shading(gradient, [rgb(stop.color) for stop in gradient.stops])
        forms = tuple(form for _, form in sorted(self.forms.items()))
        fonts = {font: _glyphs([*pieces]) for font, pieces in self.pieces.items()}
        return Resources(fonts, states, shadings, forms, masks)

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

    def paint(self, form: Form) -> str:
        """The operator that paints a form, which is from now on among those that the content uses."""
        self.forms[form.key] = form
        return f"/X{form.key} Do"

    def _enter(self) -> tuple[str, tuple[float, float]]:
        self.code.append("q")
        return self._fill, self._alphas

    def _leave(self, saved: tuple[str, tuple[float, float]]) -> None:
        self.code.append("Q")
        self._fill, self._alphas = saved

    # items -----------------------------------------------------------------------------------------------------------

    def _path(self, item: Path) -> None:
        if item.fill is not None and not isinstance(item.fill, str):
            self._shade(item, item.fill)
            if item.stroke:
                self._path(Path(item.d, None, item.stroke))
            return
        saved = self._enter() if item.stroke else None
        self._opacity(item.opacity if item.fill else 1.0, item.stroke.opacity if item.stroke else 1.0)
        if item.fill:
            self._fill_color(item.fill)
        if item.stroke:
            self._stroke(item.stroke)
        both = ("B" if item.stroke else "f") if item.fill else "S" if item.stroke else ""
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
            self._opacity(alpha, alpha)
        else:
            self._opacity(item.opacity, item.opacity)
            self.code.append(f"/M{name} gs")
            if _one_color(gradient):
                # What lets it through is all of the gradient: to shade one color takes a renderer as long again.
                self._fill_color(gradient.stops[0].color)
                self.code.append(f"{operators(item.d)}{'f*' if item.rule == 'evenodd' else 'f'}")
                self._leave(saved)
                return
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
            self.code.append(self.paint(_group_form(Content.of(item.items))))
        else:
            self.add(item.items)
        self._leave(saved)

    def _use(self, item: Use) -> None:
        saved = self._enter()
        self._opacity(*_OPAQUE)  # else the form would begin with what is set here
        if item.matrix != IDENTITY:
            self.code.append(f"{matrix_operands(item.matrix)} cm")
        self.code.append(self.paint(form_of(item.drawing)))
        self._leave(saved)

    def _raster(self, item: Raster) -> None:
        paint = self.paint(image_form(item))
        self._opacity(*_OPAQUE)
        # The unit square of an image has its origin at the bottom left (ISO 32000-1, 8.9.5).
        self.code.append(f"q {number(item.width)} 0 0 {number(-item.height)} 0 {number(item.height)} cm {paint} Q")

    def _run(self, run: TextRun) -> None:
        self.pieces.setdefault(run.font, {}).update(dict.fromkeys(run.pieces))
        start = end = 0.0
        shown = []
        for piece in run.pieces:
            code, reach, width = _shown(piece)
            if not -0.5 <= end - start <= 0.5:
                move = round(end - start)
                shown.append(str(move))
                end -= move
            shown.append(code)
            end += reach
            start += width
        em = run.size * POINT
        text = "".join(shown).replace("><", "")
        if " Ts" in text:
            text = _RISE.sub(lambda rise: f"{real(float(rise[1]) * em)} Ts", text)
        before, after = "BT ", ""
        if run.color:
            self._opacity(*_OPAQUE)
            self._fill_color(run.color)
        else:
            before, after = "BT 3 Tr ", "0 Tr "
        if run.stretch != 1:
            before, after = f"{before}{run.stretch * 100:.2f} Tz ", f"{after}100 Tz "
        if run.pieces and run.pieces[0].tracking:
            # As a state of the text, not as moves: readers take wide moves for spaces between words.
            before, after = f"{before}{run.pieces[0].tracking * em:.4g} Tc ", f"{after}0 Tc "
        place = f"{em:.5g} Tf 1 0 0 -1 {number(run.x)} {number(run.y)} Tm"
        self.code.append(f"{before}/{font_name(run.font)} {place} [{text}] TJ {after}ET")

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
        if (fill, line) != self._alphas:
            pair, code = _opacities(fill, line)
            self.opacities.add(pair)
            self.code.append(code)
            self._alphas = fill, line


def form_of(drawing: Drawing) -> Form:
    """The drawing's form, made when it is first asked for."""
    made = drawing.memo.get(_MEMO)
    if not isinstance(made, Form):
        # Art may run a little over a drawing's box (a window's frame does); only a face is cut by it, on its sheet.
        box = Box(0, 0, drawing.width, drawing.height).grow(max(drawing.width, drawing.height) * 0.25)
        entries = f"{_FORM}{array(box.x, box.y, box.right, box.bottom)}"
        made = _form(entries, Content.of(drawing.items))
        drawing.memo[_MEMO] = made
    return made


def keep_form(drawing: Drawing, form: Form) -> None:
    """Have `form_of` give this form for the drawing: it was made before."""
    drawing.memo[_MEMO] = form


def _group_form(content: Content) -> Form:
    """Items that are composed before they are laid down (ISO 32000-1, 11.6.6)."""
    return _form(f"{_FORM}{_ANYWHERE}/Group<</S/Transparency/I true/K false/CS/DeviceRGB>>", content)


def _one_color(gradient: Linear | Radial) -> bool:
    """Whether a gradient is one of opacity alone."""
    return len({stop.color for stop in gradient.stops}) == 1


def _soft_mask(gradient: Linear | Radial) -> Form:
    """What lets a gradient's opacities through: its alpha as a gray gradient."""
    matrix = f"{matrix_operands(gradient.matrix)} cm " if isinstance(gradient, Radial) else ""
    gray = shading(gradient, [(stop.opacity,) for stop in gradient.stops])
    code = f"{matrix}/S sh".encode()
    entries = f"{_FORM}{_ANYWHERE}/Group<</S/Transparency/CS/DeviceGray/I true>>{PACKED}"
    return named(entries, code, packed(code), Resources({}, {}, {"S": gray}, (), {}))


def _form(entries: str, content: Content) -> Form:
    data = content.data()
    return named(entries + PACKED, data, packed(data), content.resources())


@lru_cache(maxsize=1024)
def _opacities(fill: float, line: float) -> tuple[tuple[float, float], str]:
    """Opacities as finely as they are told apart, and the operator that sets them."""
    pair = round(fill, 3), round(line, 3)
    return pair, f"/{opacity_name(pair)} gs"


@lru_cache(maxsize=_MOST_KEPT)
def _shown(piece: Piece) -> tuple[str, float, float]:
    """A piece as a row of what TJ shows; how far that takes the pen in thousandths of an em, by the font's own advances
    and whole moves; and how far the piece would have it. It is the same at every size, but for what
    is set above or below the line, which is told in em."""
    parts: list[str] = []
    pen = rise = 0.0
    for glyph, x, y, advance, _ in piece.glyphs:
        if y != rise:
            parts.append(f"] TJ {real(-y)} Ts [")
            rise = y
        move = round(pen - x * 1000)
        if move:
            parts.append(f"{move}")
            pen -= move
        parts.append(f"<{glyph:04X}>")
        pen += (advance + piece.tracking) * 1000
    if rise:
        parts.append("] TJ 0 Ts [")
    return "".join(parts).replace("><", ""), pen, (piece.width + piece.tracking) * 1000


def _glyphs(pieces: Sequence[Piece]) -> dict[int, str]:
    """The glyphs of pieces with the text that each stands for: the first that is told of it."""
    told = [_told(piece) for piece in pieces]
    used: dict[int, str] = {}
    for texts, _ in reversed(told):
        used.update(texts)
    for _, mute in told:
        for glyph in mute:
            used.setdefault(glyph, "")
    return used


@lru_cache(maxsize=_MOST_KEPT)
def _told(piece: Piece) -> tuple[dict[int, str], tuple[int, ...]]:
    """A piece's glyphs with what they stand for, and those that stand for nothing."""
    texts: dict[int, str] = {}
    for glyph in piece.glyphs:
        if glyph.text:
            texts.setdefault(glyph.number, glyph.text)
    return texts, tuple(glyph.number for glyph in piece.glyphs if not glyph.text)


def operators(d: str) -> str:
    """Canonical path data as PDF path operators."""
    if d.count("M") == 1 and d[-1] == "Z" and "L" not in d and d.count("Z") == 1:
        # One closed outline of curves, as most pictures are made of, needs no look at every letter.
        start, *curves = d[1:-1].split("C")
        return f"{start} m {' c '.join(curves)} c h " if curves else f"{start} m h "
    if "C" not in d and "ZL" not in d:
        return "".join(map(_straight, d.split("M")[1:]))
    parts = _COMMAND.split(d)
    return "".join(map(add, parts[2::2], map(_OPERATORS.__getitem__, parts[1::2])))


def _straight(line: str) -> str:
    """The operators of straight lines from one point on; windows are made of them."""
    start, _, rest = line.removesuffix("Z").partition("L")
    drawn = f"{start} m {rest.replace('L', ' l ')} l " if rest else f"{start} m "
    return f"{drawn}h " if line.endswith("Z") else drawn


#: Pairs of hexadecimal digits in any case as shares of 1.
_CHANNELS: Final[Mapping[str, str]] = {a + b: f"{int(a + b, 16) / 255:.4g}" for a in hexdigits for b in hexdigits}


def _rgb(color: str) -> str:
    return f"{_CHANNELS[color[1:3]]} {_CHANNELS[color[3:5]]} {_CHANNELS[color[5:7]]}"
