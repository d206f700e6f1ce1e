"""SVG's basic shapes as path data (SVG 2, chapter 10)."""

from collections.abc import Callable, Mapping
from typing import Final

from pipeline.drawing import number
from pipeline.svg.path import canonical, read_numbers
from pipeline.svg.values import length

SHAPES: Final = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})


def outline(properties: Mapping[str, str], name: str) -> str:
    """The outline of the shape `name` as canonical path data; empty for one without extent. Raises ValueError."""
    if name == "path":
        return canonical(properties.get("d", ""))

    def value(key: str) -> float:
        return length(properties.get(key, "0"))

    if name in ("polyline", "polygon"):
        values = read_numbers(properties.get("points", ""))
        if len(values) % 2:
            raise ValueError(f"points holds {len(values)} numbers; a point has two")
        points = [f"{number(x)} {number(y)}" for x, y in zip(values[::2], values[1::2], strict=True)]
        return f"M{'L'.join(points)}{'Z' if name == 'polygon' else ''}" if points else ""
    if name == "line":
        n = number
        return f"M{n(value('x1'))} {n(value('y1'))}L{n(value('x2'))} {n(value('y2'))}"
    if name == "circle":
        return _ellipse(value("cx"), value("cy"), value("r"), value("r"))
    if name == "ellipse":
        return _ellipse(value("cx"), value("cy"), value("rx"), value("ry"))
    return _rectangle(properties, value)


def _ellipse(x: float, y: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    return canonical(f"M{x - rx} {y}A{rx} {ry} 0 0 1 {x + rx} {y}A{rx} {ry} 0 0 1 {x - rx} {y}Z")


def _rectangle(properties: Mapping[str, str], value: Callable[[str], float]) -> str:
    x, y, width, height = value("x"), value("y"), value("width"), value("height")
    if width <= 0 or height <= 0:
        return ""
    rx = value("rx") if "rx" in properties else value("ry")
    ry = value("ry") if "ry" in properties else rx
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return canonical(f"M{x} {y}H{x + width}V{y + height}H{x}Z")
    return canonical(
        f"M{x + rx} {y}H{x + width - rx}A{rx} {ry} 0 0 1 {x + width} {y + ry}V{y + height - ry}"
        f"A{rx} {ry} 0 0 1 {x + width - rx} {y + height}H{x + rx}A{rx} {ry} 0 0 1 {x} {y + height - ry}"
        f"V{y + ry}A{rx} {ry} 0 0 1 {x + rx} {y}Z"
    )
