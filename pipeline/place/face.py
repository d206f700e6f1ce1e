"""Faces: a card's record, a template, and the elements that are ours, placed as drawing items."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

from lxml import etree

from pipeline.cache import Cache
from pipeline.collecting import collect_seldom
from pipeline.drawing import Drawing, Item, Use
from pipeline.model import Card, Color, Game, Kind, Rich
from pipeline.model.markup import escape, parse
from pipeline.pictures import PictureError, PictureRequest
from pipeline.pictures.store import stored_picture
from pipeline.place.ingredients import Ingredients
from pipeline.place.stamp import stamped
from pipeline.place.template import Templates
from pipeline.place.views import View, card_view
from pipeline.problem import Place, Problem, Problems, Refused, nearest
from pipeline.project import Project
from pipeline.svg import AT, Inherited, SvgReader, length, parse_xml, view_box
from pipeline.typeset import (
    Fonts,
    Frame,
    Marks,
    Setting,
    Style,
    TextFlaw,
    TextSetter,
    load_fonts,
    load_styles,
    unseen_line,
)
from pipeline.units import POINT, Box

_COST_PART = re.compile(r"[^+]+")
#: More settings of texts are not kept.
_MOST_SETTINGS = 1000


@dataclass(frozen=True, slots=True)
class Placed:
    """A box that a template asked for: what it is (textbox, glyph, pips, art), its name, where; of a textbox also the
    size of its letters in points, and the column of the record whose whole value it shows, if it is just one's."""

    element: str
    name: str
    box: Box
    size: float = 0.0
    column: str = ""


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card, placed: its drawing (the size of the bleed box), the boxes that it was made of, and the
    picture files that it names."""

    card: str
    template: str
    title: str
    drawing: Drawing
    placed: tuple[Placed, ...]
    files: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """A file name for the face: the card's id, with the template's name where that is another side's."""
        return self.card or self.template


@dataclass
class FacePress:
    """Makes the faces of one game, in color or in one ink ("saver"), with a stamp across them or none. Everything wrong
    with a face is collected in one Refused."""

    project: Project
    game: Game
    ink: str = "color"
    stamp: str = ""
    fonts: Fonts = field(init=False)
    styles: Mapping[str, Style] = field(init=False)
    _setter: TextSetter = field(init=False)
    _templates: Templates = field(init=False)
    _pictures: dict[tuple[object, ...], Drawing] = field(default_factory=dict)
    _settings: dict[tuple[str, str, float, Frame, str], Setting] = field(default_factory=dict)
    _ingredients: Ingredients = field(init=False)

    def __post_init__(self) -> None:
        self.fonts = load_fonts(self.project)
        self.styles = load_styles(self.project, self.game.id, self.fonts)
        self._setter = TextSetter(self.fonts, Marks(self.project, self.game, self.ink))
        self._templates = Templates(self.project, self.game, self.ink)
        self._ingredients = Ingredients(self.project, self.game, self.ink, self.stamp, self.fonts)

    def sides(self, card: Card) -> list[Face]:
        """The card's faces, the front first."""
        return [self.face(card, template) for template in self.game.kinds[card.kind].faces]

    def faces(
        self, cards: Iterable[Card], tell: Callable[[], None] = lambda: None
    ) -> tuple[list[Face], list[Problem]]:
        """All sides of all cards, and the problems of those that could not be made; `tell` is called after each."""
        made: list[Face] = []
        problems = Problems()
        collect_seldom()
        for card in cards:
            for template in self.game.kinds[card.kind].faces:
                try:
                    made.append(self.face(card, template))
                except Refused as refused:
                    problems.extend(problem for problem in refused.problems if problem not in problems.found)
            tell()
        return made, problems.found

    def face(self, card: Card, template: str) -> Face:
        """One side of a card. Raises Refused with everything that is wrong with it."""
        kind = self.game.kinds[card.kind]
        values = {
            "card": card_view(card, self.game),
            "kind": View("the kind", {"id": kind.id, "name": kind.name}),
        }
        title = card.name if template == kind.faces[0] else f"{card.name} ({template})"
        return self._place(template, values, card, kind, title)

    def backs(self, kinds: Iterable[Kind]) -> tuple[list[Face], list[Problem]]:
        """The common backs of these kinds, each once, by name, and the problems of those that could not be made."""
        made: list[Face] = []
        problems: list[Problem] = []
        for template in sorted({kind.back for kind in kinds if kind.back}):
            try:
                made.append(self.back(template))
            except Refused as refused:
                problems.extend(refused.problems)
        return made, problems

    def back(self, template: str) -> Face:
        """A common back. Raises Refused with everything that is wrong with it."""
        return self._place(template, {}, None, None, template)

    def _place(
        self, template: str, values: Mapping[str, View], card: Card | None, kind: Kind | None, title: str
    ) -> Face:
        text = self._templates.expand(template, values)
        place = card.place if card else Place(self._templates.file(template))
        work = _Work(self, template, place, card, kind)
        try:
            root = parse_xml(text)
            box = view_box(root)
        except ValueError as error:
            raise Refused([Problem(Place(self._templates.file(template), id=place.id), str(error))]) from None
        reader = SvgReader(handlers=work.handlers())
        items = reader.read(root)
        for flaw in reader.flaws:
            work.problems.add(work.written(flaw.at), flaw.message, flaw.hint)
        work.problems.refuse()
        drawing = Drawing(items, box.width, box.height, f"{place.id or template}")
        if self.stamp:
            drawing = stamped(drawing, self.stamp, self.fonts, self.ink)
        files = tuple(dict.fromkeys(work.files))
        return Face(card.id if card else "", template, title, drawing, tuple(work.placed), files)

    def key(self, card: Card | None, template: str) -> str:
        """A digest of all that a face is made from, but for the picture files that it names (see `Face.files`) and the
        code."""
        return self._ingredients.key(card, template)

    def set_text(self, text: str, name: str, style: Style, frame: Frame, color: str) -> Setting:
        """Card markup set in the style of this `name`, once for all faces that say the same in the same place: many
        lines do. Raises TextFlaw for markup that is wrong, and what `TextSetter.set` raises."""
        key = (text, name, style.leading, frame, color)
        if key not in self._settings:
            paragraphs, flaws = parse(text)
            if flaws:
                raise TextFlaw(f"col {flaws[0].column}: {flaws[0].message}", flaws[0].hint)
            if len(self._settings) > _MOST_SETTINGS:
                self._settings.clear()
            self._settings[key] = self._setter.set(paragraphs, style, frame, name, color)
        return self._settings[key]

    def picture(self, request: PictureRequest) -> Drawing:
        """A drawn picture, made once for all faces that ask for the same."""
        colors, options = tuple(color.id for color in request.colors), tuple(sorted(request.options.items()))
        box = request.width, request.height
        key = (request.part, request.kind, request.id, box, request.emblem, request.ink, colors, options)
        if key not in self._pictures:
            cache = Cache(self.project.output / ".cache" / "pictures")
            self._pictures[key] = stored_picture(cache, self.game.press.picture_style, request)
        return self._pictures[key]


@dataclass
class _Work:
    """One face in the making: draws our elements and notes what is wrong with them."""

    press: FacePress
    template: str
    place: Place
    card: Card | None
    kind: Kind | None
    problems: Problems = field(default_factory=Problems)
    placed: list[Placed] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def handlers(self) -> dict[str, Callable[[etree._Element, Inherited], list[Item]]]:
        made = {"textbox": self._textbox, "glyph": self._glyph, "pips": self._pips, "art": self._art}
        return {name: partial(self._guard, name, handler) for name, handler in made.items()}

    def _guard(
        self,
        name: str,
        handler: Callable[[etree._Element, "_Attributes"], list[Item]],
        element: etree._Element,
        _inherited: Inherited,
    ) -> list[Item]:
        """Run a handler; what it refuses becomes problems of the card (its text) or of the template (attributes)."""
        try:
            attributes = _Attributes(element)
            items = handler(element, attributes)
            attributes.finish()
        except TextFlaw as flaw:
            column = self._column_of(element)
            box = element.get("id") or element.get("style", "")
            self.problems.add(self.place.at(column), f'{self.template}, box "{box}": {flaw.message}', flaw.hint)
        except PictureError as error:
            self.problems.add(self.place.at(self._picture_column()), f"{self.template}: {error.message}", error.hint)
        except Refused as refused:
            self.problems.extend(refused.problems)
        except ValueError as error:
            self.problems.add(self.written(element.get(AT, "")), f"<{name}>: {error}")
        else:
            return items
        return []

    def written(self, at: str) -> Place:
        """Where in the templates an element was written."""
        return self.press._templates.place(at or f"{self.template}.svg.j2:", self.place.id)

    def _column_of(self, element: etree._Element) -> str:
        """The column whose text stands in a textbox, where it is one column's."""
        text = (element.text or "").strip()
        if self.card:
            for column, raw in self.card.raw.items():
                if raw and text in (raw.strip(), escape(raw).strip()):
                    return column
        return ""

    def _shown(self, text: str) -> str:
        """The column whose value is all that stands in a textbox; none where it is several columns' value."""
        found = [column for column, shown in self._values if shown == text] if text else []
        return found[0] if len(found) == 1 else ""

    @cached_property
    def _values(self) -> list[tuple[str, str]]:
        """What a textbox holds that shows a column of the record and nothing else, by column."""
        values = {"name": self.card.name, **self.card.fields} if self.card else {}
        return [
            (column, (str(value) if isinstance(value, Rich) else escape(str(value))).strip())
            for column, value in values.items()
        ]

    def _picture_column(self) -> str:
        columns = self.kind.columns if self.kind else {}
        return next((name for name, column in columns.items() if column.type == "picture"), "")

    # elements --------------------------------------------------------------------------------------------------------

    def _textbox(self, element: etree._Element, attributes: "_Attributes") -> list[Item]:
        box = attributes.box()
        name = attributes.text("style")
        style = self.press.styles.get(name)
        if style is None:
            raise ValueError(f'style="{name}" is not in styles.toml; {nearest(name, self.press.styles)}'.rstrip("; "))
        leading = attributes.number("leading", style.leading)
        if not 0.8 <= leading <= 3:
            raise ValueError(f'leading="{leading:g}" is not from 0.8 to 3')
        if leading != style.leading:
            style = style.model_copy(update={"leading": leading})
        frame = Frame(
            box,
            attributes.choice("align", "left", "center", "right"),  # type: ignore[arg-type]
            attributes.choice("valign", "top", "middle", "bottom", "baseline"),  # type: ignore[arg-type]
            attributes.choice("fit", "shrink", "none") == "shrink",
            attributes.count("lines", 0),
        )
        color = attributes.text("color", "")
        text = _text(element)
        setting = self.press.set_text(text, name, style, frame, color)
        self.placed.append(Placed("textbox", attributes.name or name, box, setting.size, self._shown(text)))
        return list(setting.items)

    def _glyph(self, _element: etree._Element, attributes: "_Attributes") -> list[Item]:
        name, size = attributes.text("name"), attributes.size("size")
        return self._mark(attributes, name, attributes.number("x"), attributes.number("y"), size)

    def _mark(self, attributes: "_Attributes", name: str, x: float, y: float, size: float) -> list[Item]:
        """A mark centered on (x, y), `size` millimetres high, and the words that copied text holds for it."""
        edge_width = attributes.number("edge-width", 0.0)
        mark = self.press._setter.marks.mark(
            name,
            attributes.text("color", "#000000"),
            attributes.text("edge", ""),
            edge_width / size,
            attributes.text("ground", ""),
            attributes.text("mark", ""),
        )
        scale = size / mark.drawing.height
        width = mark.drawing.width * scale
        box = Box(x - width / 2, y - size / 2, width, size)
        self.placed.append(Placed("glyph", name, box.grow(edge_width)))
        laid = Use(mark.drawing, (scale, 0, 0, scale, box.x, box.y), mark.words, "glyph")
        font = next(iter(self.press.styles.values())).font
        words = mark.words if attributes.choice("read", "yes", "no") == "yes" else ""
        return [laid, *unseen_line(self.press.fonts, font, size * 0.7 / POINT, words, (box.x, y + size / 4), width)]

    def _pips(self, _element: etree._Element, attributes: "_Attributes") -> list[Item]:
        """A cost: its color's pip, then its number; both hang from the first, downwards or to the right."""
        x, y, size = attributes.number("x"), attributes.number("y"), attributes.size("size")
        small = attributes.size("generic-size", size)
        step = attributes.number("step", size)
        down = attributes.choice("direction", "down", "right") == "down"
        free = attributes.text("free", "free")
        cost = attributes.text("cost")
        attributes.text("edge", "")
        tokens = [part.strip() for part in _COST_PART.findall(cost)]
        if cost.strip().lower() in ("0", "free"):
            tokens = [free]
        items: list[Item] = []
        for index, token in enumerate(tokens):
            lone = index == 0 and not token.isdigit() and token != free
            height = size if lone else small
            items += self._mark(attributes, token, x, y, height)
            x, y = (x, y + step) if down else (x + step, y)
        return items

    def _art(self, element: etree._Element, attributes: "_Attributes") -> list[Item]:
        box = attributes.box()
        part = attributes.text("part", "picture")
        emblem = attributes.text("emblem", "")
        name = attributes.text("picture", "")
        colors = attributes.text("colors", "")
        options = attributes.rest()
        if name:
            drawing = self._file(name, box)
        elif not self.press.game.press.picture_style:
            raise PictureError(
                "the card names no picture, and the game draws none",
                "name a picture in the card's row, or a [pictures] style in game.toml",
            )
        else:
            request = PictureRequest(
                self.press.game.id,
                self.kind.id if self.kind else "",
                self.card.id if self.card else self.template,
                part,
                box.width,
                box.height,
                self._colors(colors),
                emblem,
                options,
                "saver" if self.press.ink == "saver" else "color",
            )
            drawing = self.press.picture(request)
        self.placed.append(Placed("art", part, box))
        return [Use(drawing, (1, 0, 0, 1, box.x, box.y), "", "picture")]

    def _file(self, name: str, box: Box) -> Drawing:
        relative = f"card_data/{self.press.game.id}/art/{name}"
        path = self.press.project.path(relative)
        if not path.is_file():
            raise PictureError(f"{relative} is not there", "put the picture there, or correct its name")
        self.files.append(relative)
        from pipeline.pictures.files import load_picture  # noqa: PLC0415 - many games have no picture files

        return load_picture(path, box.width, box.height)

    def _colors(self, text: str) -> tuple[Color, ...]:
        known = self.press.game.colors
        ids = [part.strip() for part in text.split(";") if part.strip()]
        for each in ids:
            if each not in known:
                raise ValueError(f'colors="{text}": there is no color "{each}"; {nearest(each, known)}'.rstrip("; "))
        return tuple(known[each] for each in ids)


class _Attributes:
    """An element's attributes, each to be asked for; one that nobody asked for is a mistake."""

    def __init__(self, element: etree._Element) -> None:
        self._values = {str(key): str(value) for key, value in element.attrib.items()}
        self._left = set(self._values) - {"id", "class", AT}
        self._known: set[str] = set()
        self.name = self._values.get("id", "")

    def text(self, name: str, default: str | None = None) -> str:
        self._left.discard(name)
        self._known.add(name)
        value = self._values.get(name, default)
        if value is None:
            raise ValueError(f"{name} is missing")
        return value

    def number(self, name: str, default: float | None = None) -> float:
        text = self.text(name, None if default is None else str(default))
        try:
            return length(text)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None

    def size(self, name: str, default: float | None = None) -> float:
        value = self.number(name, default)
        if value <= 0:
            raise ValueError(f'{name}="{value:g}" must be above 0')
        return value

    def count(self, name: str, default: int) -> int:
        text = self.text(name, str(default))
        if not text.isdecimal():
            raise ValueError(f'{name}="{text}" is not a whole number')
        return int(text)

    def choice(self, name: str, *choices: str) -> str:
        value = self.text(name, choices[0])
        if value not in choices:
            hint = nearest(value, choices)
            raise ValueError(f'{name}="{value}" is none of {", ".join(choices)}; {hint}'.rstrip("; "))
        return value

    def box(self) -> Box:
        box = Box(self.number("x"), self.number("y"), self.number("width"), self.number("height"))
        if box.width <= 0 or box.height <= 0:
            raise ValueError(f"its box is {box.width:g} x {box.height:g} mm; both must be above 0")
        return box

    def rest(self) -> dict[str, str]:
        """All that has not been asked for."""
        rest = {name: self._values[name] for name in sorted(self._left)}
        self._left.clear()
        return rest

    def finish(self) -> None:
        if self._left:
            name = sorted(self._left)[0]
            hint = nearest(name, self._known)
            raise ValueError(f'"{name}" is not one of its attributes' + (f"; {hint}" if hint else ""))


def _text(element: etree._Element) -> str:
    """An element's text. Indentation and line breaks of the template count as spaces; a record's own line breaks stay
    paragraphs because they stand inside one printed value."""
    if len(element):
        raise ValueError("a textbox holds text only")
    return (element.text or "").strip()

