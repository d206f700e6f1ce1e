"""SVG elements to drawing items. What lies outside the subset is a flaw that names it, never a silent gap."""

import base64
import binascii
import hashlib
import io
import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from lxml import etree
from PIL import Image, ImageColor

from pipeline.drawing import (
    IDENTITY,
    Clip,
    FillRule,
    Group,
    Item,
    Linear,
    Matrix,
    Paint,
    Path,
    Radial,
    Raster,
    Stop,
    Stroke,
    circle,
    multiply,
    number,
)
from pipeline.problem import nearest
from pipeline.svg.path import PathDataError, bounds, canonical, transform
from pipeline.units import Box

SVG: Final = "http://www.w3.org/2000/svg"
XLINK: Final = "{http://www.w3.org/1999/xlink}href"
#: Bounds against hostile files: characters of one document, items after `use` has been expanded, nesting.
LARGEST_DOCUMENT: Final = 4_000_000
MOST_ITEMS: Final = 50_000
DEEPEST: Final = 60
MOST_PIXELS: Final = 40_000_000

_IGNORED = {"title", "desc", "metadata", "defs", "linearGradient", "radialGradient", "clipPath", "symbol", "style"}
_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_KNOWN = _SHAPES | {"svg", "g", "use", "image", "a", "switch"} | _IGNORED
_FORBIDDEN_PROPERTIES = ("filter", "mask", "mix-blend-mode", "marker", "marker-start", "marker-mid", "marker-end")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LENGTH = re.compile(rf"\s*({_NUMBER.pattern})\s*(?:mm|px)?\s*\Z")
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a document, on which of its lines."""

    line: int
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Inherited:
    """Presentation properties as they reach an element."""

    fill: str = "#000000"
    stroke: str = "none"
    color: str = "#000000"
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    join: str = "miter"
    cap: str = "butt"
    dashes: str = "none"
    miter_limit: float = 4.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"


#: An element that a caller draws itself: gets the element and its inherited properties, gives items.
Handler = Callable[[etree._Element, Inherited], Iterable[Item]]


def parse_xml(text: str | bytes) -> etree._Element:
    """The root of an SVG document. Entities, document types and network are off. Raises ValueError with a message that
    a person can use when the text is not well-formed or too large."""
    if len(text) > LARGEST_DOCUMENT:
        raise ValueError(f"a document of {len(text)} characters; at most {LARGEST_DOCUMENT} are read")
    raw = text.encode() if isinstance(text, str) else text
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        raise ValueError("a document type or entity is declared; remove it")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(raw, parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        raise ValueError(f"not well-formed XML at line {line}, column {column}: {error.msg}") from None
    if etree.QName(root).localname != "svg":
        raise ValueError(f"the root element is <{etree.QName(root).localname}>, not <svg>")
    return root


def length(text: str) -> float:
    """A length in user units; "mm" and "px" are taken as user units. Raises ValueError otherwise."""
    match = _LENGTH.match(text)
    if not match:
        raise ValueError(f'"{text}" is not a length; write a number of millimetres')
    return float(match.group(1))


def view_box(root: etree._Element) -> Box:
    """The document's viewBox, or its width and height. Raises ValueError when it has neither."""
    text = root.get("viewBox")
    if text is None:
        return Box(0, 0, length(root.get("width", "")), length(root.get("height", "")))
    values = [float(value) for value in _NUMBER.findall(text)]
    if len(values) != 4 or values[2] <= 0 or values[3] <= 0:
        raise ValueError(f'viewBox="{text}" does not hold four numbers with a positive size')
    return Box(*values)


def parse_transform(text: str) -> Matrix:
    """An SVG transform list as one matrix. Raises ValueError for anything else."""
    if _TRANSFORM.sub("", text).strip(" ,\t\n"):
        raise ValueError(f'transform="{text}" is not a list of matrix, translate, scale, rotate, skewX, skewY')
    total = IDENTITY
    for name, arguments in _TRANSFORM.findall(text):
        values = [float(value) for value in _NUMBER.findall(arguments)]
        total = multiply(total, _single_transform(name, values, text))
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
    raise ValueError(f'{name} in transform="{text}" has the wrong number of values')


def parse_color(text: str) -> str:
    """A CSS color as "#RRGGBB". Raises ValueError for one that is not a color or is translucent."""
    rgb = ImageColor.getrgb(text.strip())
    if len(rgb) == 4 and rgb[3] != 255:
        raise ValueError(f'"{text}" is translucent; use fill-opacity or stroke-opacity')
    return "#{:02X}{:02X}{:02X}".format(*rgb[:3])


@dataclass
class SvgReader:
    """Reads one document. `handlers` draw elements that are not SVG's; `recolor` maps classes to fills that go before
    the document's own (how a mark is tinted)."""

    handlers: Mapping[str, Handler] = field(default_factory=dict)
    recolor: Mapping[str, str] = field(default_factory=dict)
    flaws: list[Flaw] = field(default_factory=list)
    _ids: dict[str, etree._Element] = field(default_factory=dict)
    _count: int = 0
    _depth: int = 0

    def read(self, root: etree._Element, start: Inherited | None = None) -> tuple[Item, ...]:
        """All items of a document, in its own coordinates; what could not be read is in `flaws`."""
        self._ids = {}
        for element in root.iter(etree.Element):
            name = element.get("id")
            if name:
                self._ids.setdefault(name, element)
        return tuple(self._children(root, self._inherit(root, start or Inherited())))

    def flaw(self, element: etree._Element, message: str, hint: str = "") -> None:
        self.flaws.append(Flaw(element.sourceline or 0, message, hint))

    def _children(self, element: etree._Element, inherited: Inherited) -> Iterable[Item]:
        for child in element:
            if isinstance(child.tag, str):
                yield from self._element(child, inherited)

    def _element(self, element: etree._Element, inherited: Inherited) -> Iterable[Item]:
        tag = etree.QName(element)
        name = tag.localname
        if name in self.handlers:
            yield from self._counted(element, self.handlers[name](element, self._inherit(element, inherited)))
            return
        if tag.namespace not in (SVG, None):
            return
        if name not in _KNOWN or (name == "style" and (element.text or "").strip()):
            hint = nearest(name, [*_KNOWN, *self.handlers]) if name != "style" else "write the properties on the shapes"
            self.flaw(element, f"<{name}> is not drawn by the press", hint)
            return
        if name in _IGNORED or _property(element, "display") == "none":
            return
        if self._depth > DEEPEST:
            self.flaw(element, f"<{name}> is nested more than {DEEPEST} deep")
            return
        self._depth += 1
        try:
            yield from self._counted(element, self._drawn(element, name, self._inherit(element, inherited)))
        except (ValueError, PathDataError) as error:
            self.flaw(element, f"<{name}>: {error}")
        finally:
            self._depth -= 1

    def _counted(self, element: etree._Element, items: Iterable[Item]) -> Iterable[Item]:
        for item in items:
            self._count += 1
            if self._count == MOST_ITEMS:
                self.flaw(element, f"more than {MOST_ITEMS} items; simplify the picture")
            if self._count < MOST_ITEMS:
                yield item

    def _drawn(self, element: etree._Element, name: str, inherited: Inherited) -> list[Item]:
        if name in _SHAPES:
            items = self._shape(element, name, inherited)
        elif name == "use":
            items = self._use(element, inherited)
        elif name == "image":
            items = [self._image(element)]
        else:
            items = list(self._children(element, inherited))
        matrix = parse_transform(element.get("transform", ""))
        clip = self._clip(element)
        opacity = _share(_property(element, "opacity") or "1")
        plain = name in _SHAPES and len(items) == 1 and isinstance(items[0], Path)
        if opacity != 1 and plain:
            shape = items[0]
            assert isinstance(shape, Path)
            if shape.stroke is None:
                items, opacity = [replace(shape, opacity=shape.opacity * opacity)], 1.0
            elif shape.fill is None:
                stroke = replace(shape.stroke, opacity=shape.stroke.opacity * opacity)
                items, opacity = [replace(shape, stroke=stroke)], 1.0
        if items and (matrix != IDENTITY or clip or opacity != 1):
            return [Group(tuple(items), matrix, clip, opacity)]
        return items

    # properties ------------------------------------------------------------------------------------------------------

    def _inherit(self, element: etree._Element, parent: Inherited) -> Inherited:
        for name in _FORBIDDEN_PROPERTIES:
            if (_property(element, name) or "none") not in ("none", "normal"):
                self.flaw(element, f"{name} is not drawn by the press", "draw it with shapes and opacity")
        changes: dict[str, object] = {}
        try:
            for name, key in (("fill", "fill"), ("stroke", "stroke"), ("color", "color")):
                value = _property(element, name)
                if value and value != "inherit":
                    changes[key] = value
            for name, key in (("fill-opacity", "fill_opacity"), ("stroke-opacity", "stroke_opacity")):
                value = _property(element, name)
                if value:
                    changes[key] = _share(value)
            for name, key in (("stroke-width", "stroke_width"), ("stroke-miterlimit", "miter_limit")):
                value = _property(element, name)
                if value:
                    changes[key] = length(value)
            for name, key in (("stroke-linejoin", "join"), ("stroke-linecap", "cap"), ("stroke-dasharray", "dashes"),
                              ("fill-rule", "fill_rule"), ("clip-rule", "clip_rule")):
                value = _property(element, name)
                if value:
                    changes[key] = value
        except ValueError as error:
            self.flaw(element, str(error))
        own = element.get("class", "").split()
        for name in own:
            if name in self.recolor:
                changes["fill"] = self.recolor[name]
        return replace(parent, **changes) if changes else parent  # type: ignore[arg-type]

    def _paint(self, text: str, inherited: Inherited, d: str) -> Paint | None:
        text = text.strip()
        if text in ("none", "transparent"):
            return None
        if text == "currentColor":
            text = inherited.color
        if text.startswith("url("):
            return self._gradient(text[4:].split(")")[0].strip(" '\"#"), d)
        return parse_color(text)

    def _gradient(self, name: str, d: str) -> Paint | None:
        element = self._ids.get(name)
        kind = etree.QName(element).localname if element is not None else ""
        if element is None or kind not in ("linearGradient", "radialGradient"):
            hint = nearest(name, self._ids)
            raise ValueError(f"url(#{name}) names no gradient of this document" + (f"; {hint}" if hint else ""))
        chain = [element]
        while (link := chain[-1].get("href", chain[-1].get(XLINK, "")).lstrip("#")) and len(chain) < 8:
            if link not in self._ids:
                raise ValueError(f"the gradient {name} takes its stops from #{link}, which is not there")
            chain.append(self._ids[link])

        def attribute(key: str, default: str) -> str:
            return next((each.get(key) for each in chain if each.get(key) is not None), default) or default

        stops = next((found for each in chain if (found := _stops(each))), ())
        if not stops:
            raise ValueError(f"the gradient {name} has no stops")
        matrix = parse_transform(attribute("gradientTransform", ""))
        if attribute("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
            box = bounds(d)
            if box is None or not box.width or not box.height:
                return stops[-1].color
            matrix = multiply((box.width, 0, 0, box.height, box.x, box.y), matrix)

        def value(key: str, default: str) -> float:
            return _coordinate(attribute(key, default))

        if kind == "linearGradient":
            # A matrix with shear or uneven scale would tilt the lines of equal color; the axis is carried as it is.
            a, b, c, e, x, y = matrix
            x1, y1, x2, y2 = value("x1", "0"), value("y1", "0"), value("x2", "1"), value("y2", "0")
            return Linear(a * x1 + c * y1 + x, b * x1 + e * y1 + y, a * x2 + c * y2 + x, b * x2 + e * y2 + y, stops)
        return Radial(value("cx", "0.5"), value("cy", "0.5"), value("r", "0.5"), stops, matrix)

    def _clip(self, element: etree._Element) -> Clip | None:
        text = _property(element, "clip-path")
        if not text or text == "none":
            return None
        name = text.removeprefix("url(").rstrip(")").strip(" '\"#")
        clip = self._ids.get(name)
        if clip is None or etree.QName(clip).localname != "clipPath":
            hint = nearest(name, self._ids)
            raise ValueError(f'clip-path="{text}" names no clipPath of this document; {hint}'.rstrip("; "))
        parts: list[str] = []
        rule: FillRule = "nonzero"
        for child in clip:
            if not isinstance(child.tag, str):
                continue
            shape = etree.QName(child).localname
            if shape not in _SHAPES:
                raise ValueError(f"<{shape}> in a clipPath is not drawn by the press; use a shape")
            inherited = self._inherit(child, Inherited())
            rule = "evenodd" if inherited.clip_rule == "evenodd" else "nonzero"
            matrix = multiply(parse_transform(clip.get("transform", "")), parse_transform(child.get("transform", "")))
            parts.append(transform(_outline(child, shape), matrix))
        return Clip("".join(parts), rule)

    # elements --------------------------------------------------------------------------------------------------------

    def _shape(self, element: etree._Element, name: str, inherited: Inherited) -> list[Item]:
        d = _outline(element, name)
        if not d:
            return []
        fill = None if name == "line" else self._paint(inherited.fill, inherited, d)
        line = self._paint(inherited.stroke, inherited, d)
        if line is not None and not isinstance(line, str):
            raise ValueError("a gradient on a stroke is not drawn by the press; stroke with a color")
        stroke = _stroke(line, inherited) if line and inherited.stroke_width > 0 else None
        if fill is None and stroke is None:
            return []
        rule: FillRule = "evenodd" if inherited.fill_rule == "evenodd" else "nonzero"
        return [Path(d, fill, stroke, rule, inherited.fill_opacity)]

    def _use(self, element: etree._Element, inherited: Inherited) -> list[Item]:
        name = element.get("href", element.get(XLINK, "")).lstrip("#")
        target = self._ids.get(name)
        if target is None:
            hint = nearest(name, self._ids)
            raise ValueError(f'href="#{name}" is not in this document' + (f"; {hint}" if hint else ""))
        move = (1.0, 0.0, 0.0, 1.0, length(element.get("x", "0")), length(element.get("y", "0")))
        if etree.QName(target).localname == "symbol":
            items = tuple(self._children(target, self._inherit(target, inherited)))
        else:
            items = tuple(self._element(target, inherited))
        return [Group(items, move)] if items else []

    def _image(self, element: etree._Element) -> Raster:
        data = element.get("href", element.get(XLINK, ""))
        match = re.match(r"data:image/(?:png|jpeg);base64,", data)
        if not match:
            raise ValueError("only embedded PNG or JPEG pictures are drawn; nothing is fetched")
        try:
            picture = Image.open(io.BytesIO(base64.b64decode(data[match.end() :], validate=True)))
            if picture.width * picture.height > MOST_PIXELS:
                raise ValueError(f"the embedded picture has more than {MOST_PIXELS:,} pixels")
            rgba = picture.convert("RGBA")
        except (OSError, binascii.Error, SyntaxError) as error:
            raise ValueError("the embedded picture cannot be read") from error
        width, height = length(element.get("width", "0")), length(element.get("height", "0"))
        if length(element.get("x", "0")) or length(element.get("y", "0")):
            raise ValueError("x and y on an embedded picture are not read; use transform")
        alpha = rgba.getchannel("A").tobytes()
        opaque = alpha.count(255) == len(alpha)
        rgb = rgba.convert("RGB").tobytes()
        digest = hashlib.sha256(rgb + alpha).hexdigest()[:24]
        return Raster(width, height, rgba.width, rgba.height, "rgb", rgb, b"" if opaque else alpha, digest)


def _property(element: etree._Element, name: str) -> str | None:
    style = element.get("style")
    if style and ":" in style:
        for part in str(style).split(";"):
            key, _, value = part.partition(":")
            if key.strip() == name:
                return value.strip()
    value = element.get(name)
    return None if value is None else str(value)


def _share(text: str) -> float:
    """An opacity, 0 to 1, as number or percentage."""
    text = text.strip()
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        raise ValueError(f'"{text}" is not an opacity; write a number from 0 to 1') from None
    return min(1.0, max(0.0, value))


def _coordinate(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else length(text)


def _stops(gradient: etree._Element) -> tuple[Stop, ...]:
    stops = []
    for child in gradient:
        if isinstance(child.tag, str) and etree.QName(child).localname == "stop":
            offset = _share(child.get("offset", "0"))
            color = parse_color(_property(child, "stop-color") or "#000000")
            stops.append(Stop(offset, color, _share(_property(child, "stop-opacity") or "1")))
    return tuple(stops)


def _stroke(color: str, inherited: Inherited) -> Stroke:
    dashes = tuple(float(value) for value in _NUMBER.findall(inherited.dashes)) if inherited.dashes != "none" else ()
    join = inherited.join if inherited.join in ("round", "bevel") else "miter"
    cap = inherited.cap if inherited.cap in ("round", "square") else "butt"
    return Stroke(color, inherited.stroke_width, inherited.stroke_opacity, join, cap, dashes, inherited.miter_limit)  # type: ignore[arg-type]


def _outline(element: etree._Element, name: str) -> str:
    """A shape's outline as canonical path data."""

    def value(key: str) -> float:
        return length(element.get(key, "0"))

    if name == "path":
        return canonical(element.get("d", ""))
    if name in ("polyline", "polygon"):
        points = " ".join(_NUMBER.findall(element.get("points", "")))
        return canonical(f"M{points}" + ("Z" if name == "polygon" else "")) if points else ""
    if name == "line":
        n = number
        return f"M{n(value('x1'))} {n(value('y1'))}L{n(value('x2'))} {n(value('y2'))}"
    if name == "circle":
        return circle(value("cx"), value("cy"), value("r")) if value("r") > 0 else ""
    if name == "ellipse":
        rx, ry = value("rx"), value("ry")
        return transform(circle(0, 0, 1), (rx, 0, 0, ry, value("cx"), value("cy"))) if rx > 0 and ry > 0 else ""
    return _rectangle(element, value)


def _rectangle(element: etree._Element, value: Callable[[str], float]) -> str:
    x, y, width, height = value("x"), value("y"), value("width"), value("height")
    if width <= 0 or height <= 0:
        return ""
    rx = value("rx") if element.get("rx") is not None else value("ry")
    ry = value("ry") if element.get("ry") is not None else rx
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return canonical(f"M{x} {y}H{x + width}V{y + height}H{x}Z")
    return canonical(
        f"M{x + rx} {y}H{x + width - rx}A{rx} {ry} 0 0 1 {x + width} {y + ry}V{y + height - ry}"
        f"A{rx} {ry} 0 0 1 {x + width - rx} {y + height}H{x + rx}A{rx} {ry} 0 0 1 {x} {y + height - ry}"
        f"V{y + ry}A{rx} {ry} 0 0 1 {x + rx} {y}Z"
    )
