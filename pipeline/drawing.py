"""What can be drawn: plain vector items, positioned in millimetres, y downwards.

Placing and picture-making yield these; drawing turns them into PDF and pixels. A path is text in the smallest useful
form of SVG path data: absolute `M`, `L`, `C` and `Z` only, a command letter before every point group, numbers parted by
single spaces ("M1 2L3 4C1 2 3 4 5 6Z"). Use `pipeline.svg` to bring any other path into this form.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from pipeline.units import POINT

#: a b c d e f of [a c e; b d f], as in SVG's matrix().
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
FillRule = Literal["nonzero", "evenodd"]


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """The point (x, y) taken through a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


@dataclass(frozen=True, slots=True)
class Stop:
    """A gradient stop: offset 0 to 1, color as "#RRGGBB", opacity 0 to 1."""

    offset: float
    color: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear gradient from (x1, y1) to (x2, y2), in the item's own coordinates, padded beyond its ends."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Radial:
    """A radial gradient about (x, y); `matrix` may stretch it. Padded beyond its radius."""

    x: float
    y: float
    radius: float
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY


#: A flat color "#RRGGBB" or a gradient.
Paint = str | Linear | Radial


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line's paint (flat), width in millimetres, and its ends, joins and dashes."""

    color: str
    width: float
    opacity: float = 1.0
    join: Literal["miter", "round", "bevel"] = "miter"
    cap: Literal["butt", "round", "square"] = "butt"
    dashes: tuple[float, ...] = ()
    miter_limit: float = 4.0


class Path(NamedTuple):
    """A shape, filled, stroked or both. `opacity` is the fill's; a stroke has its own."""

    d: str
    fill: Paint | None = "#000000"
    stroke: Stroke | None = None
    rule: FillRule = "nonzero"
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Clip:
    """What a group may paint: the inside of a path."""

    d: str
    rule: FillRule = "nonzero"


@dataclass(frozen=True, slots=True)
class Group:
    """Items under a common transform, clip and opacity (the group is composed first, then laid on what is below)."""

    items: tuple["Item", ...]
    matrix: Matrix = IDENTITY
    clip: Clip | None = None
    opacity: float = 1.0


class Glyph(NamedTuple):
    """One shaped glyph of a font: its number there, its offset from where its piece starts (y downwards), its own
    advance in the font, and the text that it stands for (empty where another glyph has it)."""

    number: int
    x: float
    y: float
    advance: float
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A shaped word, or part of one, or a space, in one font file, `width` wide; all lengths are in em.

    `tracking` is the room set between its letters, in the offsets and the width already. Card texts are made of few
    words: where the same word comes again it is the same object, so that what is made of it is made once. Pieces are
    compared as objects, too.
    """

    font: str
    text: str
    glyphs: tuple[Glyph, ...]
    width: float
    tracking: float = 0.0


class TextRun(NamedTuple):
    """A run of shaped text in one font at one size on one baseline, whose origin is (x, y).

    `font` is a font file's name without its ending, `size` is in points. `width` is the run's advance in millimetres.
    Its pieces follow one another with their tracking between them. A run with an empty `color` is unseen: it puts words
    over a mark so that copied text reads them; `stretch` squeezes its letters to the mark's width.
    """

    font: str
    size: float
    x: float
    y: float
    width: float
    pieces: tuple[Piece, ...]
    text: str
    color: str
    style: str = ""
    stretch: float = 1.0

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """All glyphs, with offsets from the run's origin and advances in millimetres."""
        down = self.size * POINT
        across, start, glyphs = down * self.stretch, 0.0, []
        for piece in self.pieces:
            glyphs += [
                Glyph(number, (start + x) * across, y * down, advance * across, text)
                for number, x, y, advance, text in piece.glyphs
            ]
            start += piece.width + piece.tracking
        return tuple(glyphs)


@dataclass(frozen=True)
class Drawing:
    """A picture made once and used wherever it is needed: a glyph's mark, a window, a whole face."""

    items: tuple["Item", ...]
    width: float
    height: float
    name: str = ""
    #: What whoever draws it keeps with it, so that it is made once.
    memo: dict[str, object] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def key(self) -> str:
        """A digest of what it draws: equal for equal pictures, in every process."""
        digest = hashlib.sha256(f"{self.width:.4f} {self.height:.4f}".encode())
        digest.update(repr(self.items).encode())
        return digest.hexdigest()[:32]

    def __repr__(self) -> str:
        """Short, so that the key of a picture that holds others is made from theirs."""
        return f"Drawing({self.key})"


class Later(Drawing):
    """A drawing whose items are made when somebody looks at them: whoever has its content at hand need not.

    `items` may also be given at once, as for any drawing.
    """

    def __init__(
        self, items: "tuple[Item, ...] | Callable[[], tuple[Item, ...]]", width: float, height: float, name: str = ""
    ) -> None:
        self.__dict__.update(_source=items, width=width, height=height, name=name, memo={})

    @cached_property
    def items(self) -> "tuple[Item, ...]":
        source = self.__dict__["_source"]
        made: tuple[Item, ...] = source() if callable(source) else source
        return made


@dataclass(frozen=True, slots=True)
class Use:
    """A drawing laid down with a transform. `words` is what it reads as in copied text ("exhaust"); a picture that is
    mere decoration has none. `role` tells checks what it is: "glyph", "picture", "face"."""

    drawing: Drawing
    matrix: Matrix = IDENTITY
    words: str = ""
    role: str = ""


@dataclass(frozen=True)
class Raster:
    """A picture in pixels, filling the box (0, 0, width, height) in millimetres: RGB samples, or a JPEG's own bytes.

    `alpha` holds 8-bit coverage, one byte a pixel, or is empty.
    """

    width: float
    height: float
    columns: int
    rows: int
    encoding: Literal["rgb", "jpeg"]
    data: bytes = field(repr=False)
    alpha: bytes = field(default=b"", repr=False)
    digest: str = ""


Item = Path | Group | TextRun | Use | Raster


def walk(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterable[tuple[Item, Matrix]]:
    """Every item below `items` with the matrix that takes it to the outermost coordinates; groups and used drawings are
    entered, and are themselves given before what they hold."""
    for item in items:
        yield item, matrix
        if isinstance(item, Group):
            yield from walk(item.items, multiply(matrix, item.matrix))
        elif isinstance(item, Use):
            yield from walk(item.drawing.items, multiply(matrix, item.matrix))


def number(value: float) -> str:
    """A coordinate with at most three decimals and no trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def polygon(points: Sequence[tuple[float, float]]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


#: Distance of a cubic's control points that best draws a quarter circle, as a share of the radius.
_ARC = 0.5522847498


def circle(x: float, y: float, radius: float) -> str:
    """Path data of a circle in four cubics."""
    k, r = _ARC * radius, radius
    n = number
    return (
        f"M{n(x - r)} {n(y)}C{n(x - r)} {n(y - k)} {n(x - k)} {n(y - r)} {n(x)} {n(y - r)}"
        f"C{n(x + k)} {n(y - r)} {n(x + r)} {n(y - k)} {n(x + r)} {n(y)}"
        f"C{n(x + r)} {n(y + k)} {n(x + k)} {n(y + r)} {n(x)} {n(y + r)}"
        f"C{n(x - k)} {n(y + r)} {n(x - r)} {n(y + k)} {n(x - r)} {n(y)}Z"
    )


def rectangle(x: float, y: float, width: float, height: float) -> str:
    """Path data of a rectangle."""
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
