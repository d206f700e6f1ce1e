"""Gradients as PDF shadings (ISO 32000-1, 8.7.4.5)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pipeline.draw.syntax import array
from pipeline.drawing import Linear, Radial, Stop


def shading(gradient: Linear | Radial, colors: Sequence[tuple[float, ...]]) -> str:
    """A shading dictionary (ISO 32000-1, 8.7.4.5): axial or radial, padded at both ends."""
    space = "/DeviceRGB" if len(colors[0]) == 3 else "/DeviceGray"
    if isinstance(gradient, Linear):
        kind, coords = 2, array(gradient.x1, gradient.y1, gradient.x2, gradient.y2)
    else:
        kind, coords = 3, array(gradient.x, gradient.y, 0, gradient.x, gradient.y, gradient.radius)
    function = _function(gradient.stops, colors)
    return f"<</ShadingType {kind}/ColorSpace {space}/Coords {coords}/Extend[true true]/Function {function}>>"


def _function(stops: Sequence[Stop], colors: Iterable[tuple[float, ...]]) -> str:
    def ramp(a: tuple[float, ...], b: tuple[float, ...]) -> str:
        return f"<</FunctionType 2/Domain[0 1]/N 1/C0 {array(*a)}/C1 {array(*b)}>>"

    knots = list(zip((stop.offset for stop in stops), colors, strict=True))
    knots = [(0.0, knots[0][1]), *knots, (1.0, knots[-1][1])]
    # Two stops at one place are a sharp edge, between pieces: bounds must rise.
    pieces = [(a, b) for a, b in pairwise(knots) if b[0] > a[0]]
    if len(pieces) == 1:
        return ramp(pieces[0][0][1], pieces[0][1][1])
    ramps = "".join(ramp(a[1], b[1]) for a, b in pieces)
    inner = array(*(a[0] for a, _ in pieces[1:]))
    encode = "[" + "0 1 " * len(pieces) + "]"
    return f"<</FunctionType 3/Domain[0 1]/Functions[{ramps}]/Bounds {inner}/Encode {encode}>>"
