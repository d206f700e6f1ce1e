"""Attribute values: lengths, shares, colors, transforms, the viewBox."""

import math
import re
from functools import lru_cache
from typing import Final

from lxml import etree

from pipeline.drawing import IDENTITY, Matrix, multiply
from pipeline.svg.path import NUMBER, bounded, read_numbers
from pipeline.units import Box

_LENGTH = re.compile(rf"({NUMBER})\s*(mm|px|%)?\Z")
_HEX = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_TRANSFORM = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)[\s,]*")
_LONGEST: Final = 10_000


@lru_cache(maxsize=4096)
def length(text: str, whole: float | None = None) -> float:
    """A length in user units; "mm" and "px" are taken as user units, a percentage as a share of `whole` where that is
    given. Raises ValueError otherwise."""
    match = _LENGTH.match(text.strip())
    if not match or (match[2] == "%" and whole is None):
        raise ValueError(f'"{text[:40]}" is not a length; write a number of millimetres')
    value = bounded(float(match[1]))
    return value / 100 * whole if match[2] == "%" and whole is not None else value


@lru_cache(maxsize=4096)
def share(text: str) -> float:
    """An opacity or a gradient's offset, brought to 0 to 1, from a number or a percentage. Raises ValueError."""
    try:
        return min(1.0, max(0.0, length(text, 1.0)))
    except ValueError:
        raise ValueError(f'"{text[:40]}" is not a share; write a number from 0 to 1') from None


def view_box(root: etree._Element) -> Box:
    """The document's viewBox, or its width and height. Raises ValueError when it has neither."""
    text, width, height = root.get("viewBox"), root.get("width"), root.get("height")
    if text is None and (width is None or height is None):
        raise ValueError('the picture says no size; give <svg> a viewBox="0 0 width height"')
    return _view_box(text, width, height)


@lru_cache(maxsize=256)
def _view_box(text: str | None, width: str, height: str) -> Box:
    """The same of attributes' texts, of which those of all faces of a template are the same."""
    values = [0.0, 0.0, length(width), length(height)] if text is None else read_numbers(text)
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise ValueError(f'viewBox="{(text or "")[:60]}" does not hold four numbers with a positive size')
    return Box(*values)


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """An SVG transform list as one matrix. Raises ValueError for anything else."""
    total, end = IDENTITY, 0
    while end < len(text.rstrip()):
        match = _TRANSFORM.match(text, end) if len(text) <= _LONGEST else None
        if not match:
            raise ValueError(
                f'transform="{text[:60]}" is not a list of matrix, translate, scale, rotate, skewX and skewY'
            )
        total = multiply(total, _single_transform(match[1], read_numbers(match[2]), text))
        end = match.end()
    for value in total:
        bounded(value)
    return total


def _single_transform(name: str, values: list[float], text: str) -> Matrix:
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            return (a, b, c, d, e, f)
        case "translate", [x]:
            return (1, 0, 0, 1, x, 0)
        case "translate", [x, y]:
            return (1, 0, 0, 1, x, y)
        case "scale", [s]:
            return (s, 0, 0, s, 0, 0)
        case "scale", [x, y]:
            return (x, 0, 0, y, 0, 0)
        case "rotate", [angle]:
            sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
            return (cosine, sine, -sine, cosine, 0, 0)
        case "rotate", [angle, x, y]:
            turn = _single_transform("rotate", [angle], text)
            return multiply(multiply((1, 0, 0, 1, x, y), turn), (1, 0, 0, 1, -x, -y))
        case "skewX", [angle]:
            return (1, 0, math.tan(math.radians(angle)), 1, 0, 0)
        case "skewY", [angle]:
            return (1, math.tan(math.radians(angle)), 0, 1, 0, 0)
    raise ValueError(f'{name} in transform="{text[:60]}" has the wrong number of values')


@lru_cache(maxsize=4096)
def parse_color(text: str) -> str:
    """A CSS color as "#RRGGBB". Raises ValueError for one that is not a color or is translucent."""
    if _HEX.match(text):
        return text.upper()
    from PIL import ImageColor  # noqa: PLC0415 - most colors are written as above

    try:
        rgb = ImageColor.getrgb(text.strip())
    except ValueError:
        raise ValueError(f'"{text[:40]}" is not a color; write #rrggbb') from None
    if len(rgb) == 4 and rgb[3] != 255:
        raise ValueError(f'"{text}" is translucent; use fill-opacity or stroke-opacity')
    return "#{:02X}{:02X}{:02X}".format(*rgb[:3])
