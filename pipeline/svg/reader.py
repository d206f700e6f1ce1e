"""SVG elements to drawing items. What lies outside the subset is a flaw that names it, never a silent gap."""

import base64
import hashlib
import io
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from lxml import etree

from pipeline.bitmaps import whole_bitmaps
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
    apply,
    multiply,
)
from pipeline.problem import nearest
from pipeline.svg.path import bounds, transform
from pipeline.svg.shapes import SHAPES, outline
from pipeline.svg.values import length, parse_color, parse_transform, share, view_box
from pipeline.units import Box

SVG: Final = "http://www.w3.org/2000/svg"
#: An attribute that says where an element was written, where the document was made from other files.
AT: Final = "data-at"
XLINK: Final = "{http://www.w3.org/1999/xlink}href"
#: Bounds against hostile files: characters of one document, elements drawn after `use` has been expanded, characters
#: of path data among them, pixels of embedded pictures, nesting, flaws told.
LARGEST_DOCUMENT: Final = 4_000_000
MOST_ELEMENTS: Final = 50_000
MOST_PATH_DATA: Final = 20_000_000
MOST_PIXELS: Final = 40_000_000
DEEPEST: Final = 60
MOST_FLAWS: Final = 100

_IGNORED = {"title", "desc", "metadata", "defs", "linearGradient", "radialGradient", "clipPath", "symbol", "style"}
_DRAWN = SHAPES | {"g", "use", "image"}
_KNOWN = _DRAWN | _IGNORED | {"svg"}

_CHOICES: Final = {
    "stroke-linejoin": ("miter", "round", "bevel"),
    "stroke-linecap": ("butt", "round", "square"),
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
}
#: Properties that would change the picture and are not drawn, with the values that change nothing.
_NOT_DRAWN: Final = {
    "filter": ("none",),
    "mask": ("none",),
    "mix-blend-mode": ("normal",),
    "marker": ("none",),
    "marker-start": ("none",),
    "marker-mid": ("none",),
    "marker-end": ("none",),
    "stroke-dashoffset": ("0", "0px"),
    "vector-effect": ("none",),
    "paint-order": ("normal", "fill", "fill stroke", "fill stroke markers"),
    "visibility": ("visible",),
}
_PAINT = {"fill", "stroke", "color", "fill-opacity", "stroke-opacity", "opacity", "stroke-width", "stroke-dasharray"}
_PAINT |= {"stroke-miterlimit", "clip-path", "display", "transform", "id", "class", "style", *_CHOICES, *_NOT_DRAWN}
_GEOMETRY = {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d", "href"}
_ATTRIBUTES: Final = _PAINT | _GEOMETRY | {"preserveAspectRatio"}
#: With none but these, there is nothing to tell of an element.
_HARMLESS: Final = (_ATTRIBUTES | {AT}) - _NOT_DRAWN.keys()
_COMPOSING: Final = frozenset({"transform", "clip-path", "opacity"})
_ROOT_ATTRIBUTES: Final = _PAINT | {"viewBox", "width", "height", "x", "y", "preserveAspectRatio", "version"}
_NO_PAINT: Final = ("none", "transparent")
#: Attributes that change nothing of what is drawn here.
_IDLE = re.compile(
    r"(data|aria|font|text|letter|word|color|shape|image)-|(baseProfile|overflow|enable-background|role)\Z"
)


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a document, on which of its lines; `at` is where its author wrote it, if the element says."""

    line: int
    message: str
    hint: str = ""
    at: str = ""


class Inherited(NamedTuple):
    """Presentation properties as they reach an element."""

    fill: str = "#000000"
    stroke: str = "none"
    color: str = "#000000"
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    join: str = "miter"
    cap: str = "butt"
    dashes: tuple[float, ...] = ()
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
    try:
        # A text is already decoded, whatever encoding it declares.
        data, encoding = (text.encode(), "utf-8") if isinstance(text, str) else (text, None)
        root = etree.fromstring(data, _parser(encoding))
    except etree.XMLSyntaxError as error:
        line, column = error.position
        # lxml's message ends with the place, too.
        message = error.msg.removesuffix(f", line {line}, column {column}")
        raise ValueError(f"not well-formed XML at line {line}, column {column}: {message}") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise ValueError("a document type or entity is declared; remove the line that begins with <!DOCTYPE")
    if etree.QName(root).localname != "svg":
        raise ValueError(f"the root element is <{etree.QName(root).localname}>, not <svg>")
    return root


@lru_cache(maxsize=2)
def _parser(encoding: str | None) -> etree.XMLParser:
    return etree.XMLParser(
        encoding=encoding,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )


@dataclass
class SvgReader:
    """Reads one document. `handlers` draw elements that are not SVG's; `recolor` maps classes to fills that go before
    the document's own (how a mark is tinted)."""

    handlers: Mapping[str, Handler] = field(default_factory=dict)
    recolor: Mapping[str, str] = field(default_factory=dict)
    flaws: list[Flaw] = field(default_factory=list)
    _ids: dict[str, etree._Element] = field(default_factory=dict)
    _stops: dict[str, tuple[Stop, ...]] = field(default_factory=dict)
    _clips: dict[str, Clip] = field(default_factory=dict)
    _pictures: dict[str, Raster] = field(default_factory=dict)
    _using: list[etree._Element] = field(default_factory=list)
    _view: Box | None = None
    _elements: int = 0
    _path_data: int = 0
    _pixels: int = 0
    _depth: int = 0

    def read(self, root: etree._Element, start: Inherited | None = None) -> tuple[Item, ...]:
        """All items of a document, in its own coordinates; what could not be read is in `flaws`."""
        for element in root.iter(etree.Element):
            name = element.get("id")
            if name:
                self._ids.setdefault(name, element)
        properties = _properties(root)
        try:
            self._view = view_box(root)
            self._check(root, properties, _ROOT_ATTRIBUTES)
            inherited = self._inherit(root, start or Inherited(), properties)
            return tuple(self._composed(self._children(root, inherited), properties))
        except ValueError as error:
            self.flaw(root, f"<svg>: {error}")
            return ()

    def flaw(self, element: etree._Element, message: str, hint: str = "") -> None:
        flaw = Flaw(element.sourceline or 0, message, hint, element.get(AT, ""))
        if len(self.flaws) < MOST_FLAWS and flaw not in self.flaws:
            self.flaws.append(flaw)

    def _children(self, element: etree._Element, inherited: Inherited) -> list[Item]:
        items: list[Item] = []
        for child in element:
            tag = child.tag
            if isinstance(tag, str):
                items += self._element(child, tag, inherited)
        return items

    def _element(self, element: etree._Element, tag: str, inherited: Inherited) -> Iterable[Item]:
        namespace, name = _name(tag)
        if namespace not in (SVG, ""):
            return ()
        self._elements += 1
        if self._elements > MOST_ELEMENTS:
            if self._elements == MOST_ELEMENTS + 1:
                self.flaw(element, f"more than {MOST_ELEMENTS:,} elements to draw; simplify the picture")
            return ()
        properties = _properties(element)
        if name in self.handlers:
            return self.handlers[name](element, self._inherit(element, inherited, properties))
        if name in _DRAWN and properties.get("display") != "none":
            return self._drawn(element, name, inherited, properties)
        if name == "style" and (element.text or "").strip():
            self.flaw(element, "<style> is not drawn by the press", "write the properties on the shapes")
        elif name == "svg":
            self.flaw(element, "<svg> inside another is not drawn by the press", "use <g> with a transform")
        elif name not in _KNOWN:
            self.flaw(element, f"<{name}> is not drawn by the press", nearest(name, [*_KNOWN, *self.handlers]))
        return ()

    def _drawn(
        self, element: etree._Element, name: str, inherited: Inherited, properties: Mapping[str, str]
    ) -> list[Item]:
        if self._depth > DEEPEST:
            self.flaw(element, f"<{name}> is nested more than {DEEPEST} deep")
            return []
        self._depth += 1
        try:
            self._check(element, properties, _ATTRIBUTES)
            own = self._inherit(element, inherited, properties)
            if name in SHAPES:
                items = self._shape(properties, name, own)
            elif name == "use":
                items = self._use(element, own)
            elif name == "image":
                items = self._image(element)
            else:
                items = self._children(element, own)
            return self._composed(items, properties)
        except ValueError as error:
            self.flaw(element, f"<{name}>: {error}")
            return []
        finally:
            self._depth -= 1

    def _composed(self, items: list[Item], properties: Mapping[str, str]) -> list[Item]:
        """Items under their element's transform, clip and opacity."""
        if _COMPOSING.isdisjoint(properties):
            return items
        matrix = parse_transform(properties.get("transform", ""))
        clip = self._clip(properties)
        opacity = share(properties.get("opacity", "1"))
        if opacity != 1 and len(items) == 1 and isinstance(shape := items[0], Path):
            # What is only filled or only stroked needs no group to be translucent.
            if shape.stroke is None:
                items, opacity = [shape._replace(opacity=shape.opacity * opacity)], 1.0
            elif shape.fill is None:
                stroke = replace(shape.stroke, opacity=shape.stroke.opacity * opacity)
                items, opacity = [shape._replace(stroke=stroke)], 1.0
        if items and (matrix != IDENTITY or clip or opacity != 1):
            return [Group(tuple(items), matrix, clip, opacity)]
        return items

    # properties ------------------------------------------------------------------------------------------------------

    def _check(self, element: etree._Element, properties: Mapping[str, str], known: Collection[str]) -> None:
        """Tell what an element asks for that is not drawn."""
        if known is _ATTRIBUTES and properties.keys() <= _HARMLESS:
            return
        name = etree.QName(element).localname
        for key, harmless in _NOT_DRAWN.items():
            if key in properties and properties[key] not in harmless:
                self.flaw(element, f"{key} is not drawn by the press", "draw it with shapes and opacity")
        for key in map(str, element.attrib):
            if key not in known and not key.startswith("{") and not _IDLE.match(key):
                self.flaw(element, f'<{name}>: the attribute "{key}" is not drawn by the press', nearest(key, known))

    def _inherit(self, element: etree._Element, parent: Inherited, properties: Mapping[str, str]) -> Inherited:
        values: list[object] = list(parent)
        for key, value in properties.items():
            found = _INHERITED.get(key)
            if found and value and value != "inherit":
                index, read = found
                try:
                    values[index] = read(key, value)
                except ValueError as error:
                    self.flaw(element, f"{key}: {error}")
        if self.recolor:
            for name in properties.get("class", "").split():
                if name in self.recolor:
                    values[_FILL] = self.recolor[name]
        return Inherited._make(values)

    def _paint(self, text: str, inherited: Inherited, d: str) -> Paint | None:
        if text in _NO_PAINT:
            return None
        if text.startswith("url("):
            return self._gradient(_reference(text), d)
        return parse_color(inherited.color if text.casefold() == "currentcolor" else text)

    def _near(self, name: str) -> str:
        # Looking for the nearest among thousands of names, time and again, would take minutes.
        return nearest(name, list(self._ids)[:500]) if len(self.flaws) < MOST_FLAWS else ""

    def _gradient(self, name: str, d: str) -> Paint | None:
        element = self._ids.get(name)
        kind = etree.QName(element).localname if element is not None else ""
        if element is None or kind not in ("linearGradient", "radialGradient"):
            raise ValueError(f"url(#{name}) names no gradient of this document; {self._near(name)}".rstrip("; "))
        chain = [element]
        while (link := _href(chain[-1]).removeprefix("#")) and len(chain) < 8:
            if link not in self._ids:
                raise ValueError(f"the gradient {name} takes its stops from #{link}, which is not there")
            chain.append(self._ids[link])

        def attribute(key: str, default: str) -> str:
            return next((str(each.get(key)) for each in chain if each.get(key) is not None), default)

        if name not in self._stops:
            self._stops[name] = next((found for each in chain if (found := _stops(each))), ())
        stops = self._stops[name]
        if not stops:
            raise ValueError(f"the gradient {name} has no stops")
        if attribute("spreadMethod", "pad") != "pad":
            raise ValueError(f"the gradient {name} repeats or reflects, which is not drawn; write more stops")
        matrix = parse_transform(attribute("gradientTransform", ""))
        if attribute("gradientUnits", "objectBoundingBox") == "objectBoundingBox":
            box = bounds(d)
            if box is None or not box.width or not box.height:
                # SVG 2, 8.10: such a gradient paints nothing.
                return None
            matrix = multiply((box.width, 0, 0, box.height, box.x, box.y), matrix)
            across, down = 1.0, 1.0
        else:
            view = self._view or Box(0, 0, 1, 1)
            across, down = view.width, view.height

        def value(key: str, default: str, whole: float) -> float:
            return length(attribute(key, default), whole)

        if kind == "linearGradient":
            start = value("x1", "0%", across), value("y1", "0%", down)
            end = value("x2", "100%", across), value("y2", "0%", down)
            return _axis(start, end, matrix, stops)
        x, y = value("cx", "50%", across), value("cy", "50%", down)
        radius = value("r", "50%", math.hypot(across, down) / math.sqrt(2))
        focus = length(attribute("fx", f"{x}"), across), length(attribute("fy", f"{y}"), down)
        if math.dist(focus, (x, y)) > 1e-6 * max(1.0, radius) or length(attribute("fr", "0"), 1.0):
            raise ValueError(f"the gradient {name} has a focus off its center, which is not drawn")
        if radius <= 0 or not matrix[0] * matrix[3] - matrix[1] * matrix[2]:
            return stops[-1].color
        return Radial(x, y, radius, stops, matrix)

    def _clip(self, properties: Mapping[str, str]) -> Clip | None:
        text = properties.get("clip-path", "none")
        if text == "none":
            return None
        name = _reference(text)
        if name not in self._clips:
            self._clips[name] = self._read_clip(name, text)
        clip = self._clips[name]
        self._measure(clip.d)
        return clip

    def _read_clip(self, name: str, text: str) -> Clip:
        clip = self._ids.get(name)
        if clip is None or etree.QName(clip).localname != "clipPath":
            raise ValueError(f'clip-path="{text}" names no clipPath of this document; {self._near(name)}'.rstrip("; "))
        if clip.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse" or clip.get("clip-path"):
            raise ValueError(f"the clipPath {name} is clipped or measured by what it clips, which is not drawn")
        outer = parse_transform(clip.get("transform", ""))
        parts: list[str] = []
        rules: set[FillRule] = set()
        for child in clip:
            if not isinstance(child.tag, str) or etree.QName(child).localname in ("title", "desc"):
                continue
            shape = etree.QName(child).localname
            if shape not in SHAPES:
                raise ValueError(f"<{shape}> in a clipPath is not drawn by the press; use a shape")
            properties = _properties(child)
            if properties.get("display") == "none":
                continue
            inherited = self._inherit(child, Inherited(), _properties(clip))
            rules.add("evenodd" if self._inherit(child, inherited, properties).clip_rule == "evenodd" else "nonzero")
            matrix = multiply(outer, parse_transform(child.get("transform", "")))
            parts.append(transform(outline(properties, shape), matrix))
        if "evenodd" in rules and len(parts) > 1:
            raise ValueError(f"the clipPath {name} holds several shapes, one of them evenodd; make them one path")
        if not any(parts):
            raise ValueError(f"the clipPath {name} is empty, so that nothing would be seen")
        return Clip("".join(parts), "evenodd" if "evenodd" in rules else "nonzero")

    # elements --------------------------------------------------------------------------------------------------------

    def _measure(self, d: str) -> None:
        self._path_data += len(d)
        if self._path_data > MOST_PATH_DATA:
            self._elements = MOST_ELEMENTS + 1  # nothing further is drawn
            raise ValueError(f"more than {MOST_PATH_DATA:,} characters of path data to draw; simplify the picture")

    def _shape(self, properties: Mapping[str, str], name: str, inherited: Inherited) -> list[Item]:
        d = outline(properties, name)
        if not d:
            return []
        self._measure(d)
        fill = None if name == "line" else self._paint(inherited.fill, inherited, d)
        stroke = None
        if inherited.stroke not in _NO_PAINT:
            if inherited.stroke.startswith("url("):
                raise ValueError("a gradient on a stroke is not drawn by the press; stroke with a color")
            line = self._paint(inherited.stroke, inherited, d)
            stroke = _stroke(line, inherited) if isinstance(line, str) and inherited.stroke_width > 0 else None
        if fill is None and stroke is None:
            return []
        rule: FillRule = "evenodd" if inherited.fill_rule == "evenodd" else "nonzero"
        return [Path(d, fill, stroke, rule, inherited.fill_opacity)]

    def _use(self, element: etree._Element, inherited: Inherited) -> list[Item]:
        name = _href(element).removeprefix("#")
        target = self._ids.get(name)
        if target is None:
            raise ValueError(f'href="{_href(element)[:60]}" is not in this document; {self._near(name)}'.rstrip("; "))
        if target in self._using or target in element.iterancestors():
            raise ValueError(f'href="#{name}" leads back to itself')
        move = (1.0, 0.0, 0.0, 1.0, length(element.get("x", "0")), length(element.get("y", "0")))
        self._using.append(target)
        try:
            if etree.QName(target).localname == "symbol":
                if target.get("viewBox"):
                    raise ValueError(f"the symbol {name} has a viewBox, which is not drawn; use <g>")
                properties = _properties(target)
                items = self._children(target, self._inherit(target, inherited, properties))
                items = self._composed(items, properties)
            else:
                items = list(self._element(target, str(target.tag), inherited))
        finally:
            self._using.pop()
        return [Group(tuple(items), move)] if items else []

    def _image(self, element: etree._Element) -> list[Item]:
        """An embedded picture, as large as fits its box without distortion unless it may be stretched."""
        data = _href(element)
        if data not in self._pictures:
            self._pictures[data] = self._decoded(data)
        picture = self._pictures[data]
        width, height = length(element.get("width", "0")), length(element.get("height", "0"))
        if width <= 0 or height <= 0:
            raise ValueError("an embedded picture needs a width and a height")
        x, y = length(element.get("x", "0")), length(element.get("y", "0"))
        fit = element.get("preserveAspectRatio", "xMidYMid")
        if fit not in ("none", "xMidYMid", "xMidYMid meet"):
            raise ValueError(f'preserveAspectRatio="{fit}" is not drawn by the press; write none or leave it out')
        if fit != "none":
            scale = min(width / picture.columns, height / picture.rows)
            x, y = x + (width - picture.columns * scale) / 2, y + (height - picture.rows * scale) / 2
            width, height = picture.columns * scale, picture.rows * scale
        return [Group((replace(picture, width=width, height=height),), (1, 0, 0, 1, x, y))]

    def _decoded(self, data: str) -> Raster:
        match = re.match(r"data:image/(?:png|jpe?g);base64,", data)
        if not match:
            raise ValueError("only embedded PNG or JPEG pictures are drawn; nothing is fetched")
        from PIL import Image  # noqa: PLC0415 - few documents hold pictures

        try:
            with whole_bitmaps():
                raw = base64.b64decode("".join(data[match.end() :].split()), validate=True)
                picture = Image.open(io.BytesIO(raw), formats=("PNG", "JPEG"))
                self._pixels += picture.width * picture.height
                rgba = picture.convert("RGBA") if self._pixels <= MOST_PIXELS else None
        except Exception as error:  # decoders raise whatever a broken file makes them meet first
            raise ValueError("the embedded picture cannot be read") from error
        if rgba is None:
            raise ValueError(f"the embedded pictures have more than {MOST_PIXELS:,} pixels")
        channel = rgba.getchannel("A")
        alpha = b"" if channel.getextrema() == (255, 255) else channel.tobytes()
        rgb = rgba.convert("RGB").tobytes()
        digest = hashlib.sha256(f"{rgba.width} {rgba.height} ".encode() + rgb + alpha).hexdigest()[:24]
        return Raster(0, 0, rgba.width, rgba.height, "rgb", rgb, alpha, digest)


@lru_cache(maxsize=1024)
def _name(tag: str) -> tuple[str, str]:
    """An element's namespace, or nothing, and its name in it."""
    parts = etree.QName(tag)
    return parts.namespace or "", parts.localname


def _properties(element: etree._Element) -> dict[str, str]:
    """An element's attributes, and the properties of style="" that go before them."""
    found = {key: value.strip() for key, value in element.items()}
    style = found.pop("style", None)
    if not style:
        return found
    # The style of one of our own elements is a name.
    for part in style.split(";") if ":" in style else ():
        key, _, value = part.partition(":")
        found[key.strip()] = value.strip()
    return found


def _href(element: etree._Element) -> str:
    return str(element.get("href", element.get(XLINK, "")))


def _reference(text: str) -> str:
    """The id in url(#id)."""
    return text.removeprefix("url(").split(")")[0].strip(" '\"").removeprefix("#")


def _text(_key: str, value: str) -> str:
    return value


def _opacity(_key: str, value: str) -> float:
    return share(value)


def _positive(_key: str, value: str) -> float:
    number = length(value)
    if number < 0:
        raise ValueError(f'"{value}" is below 0')
    return number


def _miter_limit(_key: str, value: str) -> float:
    number = length(value)
    if number < 1:
        raise ValueError(f'"{value}" is below 1')
    return number


def _dashes(_key: str, value: str) -> tuple[float, ...]:
    if value == "none":
        return ()
    dashes = tuple(length(each) for each in re.split(r"[\s,]+", value.strip(" ,")))
    if min(dashes) < 0:
        raise ValueError(f'"{value}" has a dash below 0')
    return dashes if any(dashes) else ()


def _choice(key: str, value: str) -> str:
    if value not in _CHOICES[key]:
        raise ValueError(f'"{value}" is none of {", ".join(_CHOICES[key])}')
    return value


_READ: Final[Mapping[str, Callable[[str, str], object]]] = {
    "fill": _text,
    "stroke": _text,
    "color": _text,
    "fill-opacity": _opacity,
    "stroke-opacity": _opacity,
    "stroke-width": _positive,
    "stroke-miterlimit": _miter_limit,
    "stroke-dasharray": _dashes,
    **dict.fromkeys(_CHOICES, _choice),
}
_FIELDS: Final = {
    "stroke-linejoin": "join",
    "stroke-linecap": "cap",
    "stroke-dasharray": "dashes",
    "stroke-miterlimit": "miter_limit",
}
#: Properties that children inherit: which field of `Inherited` each is, and how a value is read.
_INHERITED: Final = {
    key: (Inherited._fields.index(_FIELDS.get(key, key.replace("-", "_"))), read) for key, read in _READ.items()
}
_FILL: Final = _INHERITED["fill"][0]


def _stops(gradient: etree._Element) -> tuple[Stop, ...]:
    """A gradient's own stops; none lies before the one above it (SVG 2, 14.2.4)."""
    stops: list[Stop] = []
    for child in gradient:
        if isinstance(child.tag, str) and etree.QName(child).localname == "stop":
            properties = _properties(child)
            offset = max(share(properties.get("offset", "0")), stops[-1].offset if stops else 0.0)
            color = parse_color(properties.get("stop-color", "#000000"))
            stops.append(Stop(offset, color, share(properties.get("stop-opacity", "1"))))
    return tuple(stops)


def _axis(
    start: tuple[float, float], end: tuple[float, float], matrix: Matrix, stops: tuple[Stop, ...]
) -> Linear | str:
    """A linear gradient under a matrix, in outer coordinates.

    The share t of a point is linear there too, so it is again a linear gradient; but lines of equal color stay
    perpendicular to the axis only when the matrix keeps right angles, so the axis is made anew: along the slope of t,
    as long as t takes from 0 to 1.
    """
    a, b, c, d, _, _ = matrix
    dx, dy = end[0] - start[0], end[1] - start[1]
    determinant, square = a * d - b * c, dx * dx + dy * dy
    if not determinant or not square:
        # SVG 2, 14.2.2.1: without an axis, the last color fills all.
        return stops[-1].color
    slope_x = (d * dx - b * dy) / determinant / square
    slope_y = (a * dy - c * dx) / determinant / square
    steep = slope_x * slope_x + slope_y * slope_y
    x, y = apply(matrix, *start)
    return Linear(x, y, x + slope_x / steep, y + slope_y / steep, stops)


def _stroke(color: str, inherited: Inherited) -> Stroke:
    return Stroke(
        color,
        inherited.stroke_width,
        inherited.stroke_opacity,
        inherited.join,  # type: ignore[arg-type]
        inherited.cap,  # type: ignore[arg-type]
        inherited.dashes,
        inherited.miter_limit,
    )
