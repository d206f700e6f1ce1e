"""What a chapter may say in `{{ }}`: the game's numbers, rules, cards, tables, figures, examples and references.

Each expression becomes a piece of HTML that no Markdown is read into; what it prints cannot contradict the game. A name
that there is not is a problem at its line.
"""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any, Final

import jinja2
from markupsafe import Markup, escape

from pipeline.load.cell_error import CellError
from pipeline.load.files import read_text
from pipeline.load.scripture import parse_scripture
from pipeline.model import Card, Cost
from pipeline.model.markup import aloud
from pipeline.outputs.leaflet import ordinal, times, words
from pipeline.outputs.records import UnknownError
from pipeline.outputs.rulebook.errata_table import errata, key
from pipeline.outputs.rulebook.figures import Callout, anatomy, bars
from pipeline.outputs.rulebook.filling import filled
from pipeline.outputs.rulebook.material import FRAME, Material, Piece
from pipeline.place.sandbox import Sandbox
from pipeline.place.views import View, card_view, color_view
from pipeline.problem import Place, Problems, nearest
from pipeline.rules import told_example

#: Sides of the placeholders that stand in the Markdown for pieces: no text may have these characters.
OPEN, CLOSE = "\ue000", "\ue001"
#: The numbers in words: also as filters.
NUMBERS: Final[Mapping[str, Callable[..., str]]] = {
    "words": words,
    "ordinal": ordinal,
    "times": times,
    "percent": lambda share: f"{100 * share:.1f}",
    "grouped": lambda number: f"{number:,}",
}
#: Functions whose texts are names, not prose.
NAMING: Final = frozenset(
    (
        *("value", "changed", "ruleset", "rule", "rules", "rules_of", "statement", "told", "ref", "published"),
        *("simulations", "card", "cards", "copies", "glyph", "figure", "face", "example", "errata", "scripture"),
    )
)
#: The last word of a statement, where it is short.
_LAST: Final = re.compile(r" (\S{1,7}</span>)$")
#: How files of figures end.
_FIGURE: Final = ".html.j2"


class Bindings:
    """The names that one chapter's expressions may use, in a book below `folder`; `titles` are what references call its
    parts, by id, and `dark` the kinds of cards whose names are set as the dark side's."""

    _alt = ""

    def __init__(
        self, material: Material, titles: Mapping[str, str], dark: Sequence[str], folder: str, problems: Problems
    ) -> None:
        self._material = material
        self._titles = titles
        self._dark = dark
        self._folder = folder
        self._problems = problems
        self._templates: dict[str, jinja2.Template] = {}
        self.pieces: list[Piece] = []

    def fill(self, file: str, source: str, for_html: bool = False) -> str | None:
        """A chapter's Markdown with placeholders for all that is filled in; or HTML, with that itself. None, and a
        problem, where it cannot be filled in."""
        environment = Sandbox(
            undefined=jinja2.StrictUndefined,
            finalize=self.html if for_html else self.finalize,
            autoescape=for_html,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters.update(NUMBERS)
        return filled(environment, file, source, self.names(), self._problems, self._templates)

    # what is printed --------------------------------------------------------------------------------------------------

    def finalize(self, value: Any) -> Any:
        """What `{{ }}` prints: a placeholder for the piece that `value` is."""
        if isinstance(value, jinja2.Undefined):
            str(value)  # raises
        if isinstance(value, View):
            value = self._card_name(value)
        piece = value if isinstance(value, Piece) else Piece(self._material.html(value))
        if not piece.html and not piece.block:
            return ""
        self.pieces.append(piece)
        return f"{OPEN}{len(self.pieces) - 1}{CLOSE}"

    def html(self, value: Any) -> Any:
        """What `{{ }}` prints in a figure: the piece itself."""
        if isinstance(value, jinja2.Undefined):
            str(value)  # raises
        return self._card_name(value).html if isinstance(value, View) else self._material.html(value)

    def _card_name(self, view: View) -> Piece:
        """A card printed as such: its name, and an entry of the index."""
        try:
            name, kind = str(view["name"]), str(view["kind"])
        except AttributeError:
            return Piece(escape(str(view)))
        shown = Markup('<span class="card">{}</span>').format(name)
        return Piece(self._material.term(name, shown, dark=kind in self._dark))

    # what may be said -------------------------------------------------------------------------------------------------

    def names(self) -> dict[str, Any]:
        """All names, by what they are called in a chapter."""
        own: dict[str, Callable[..., Any]] = {
            "value": self._material.value,
            **NUMBERS,
            "ruleset": self._material.ruleset,
            "rules_of": self._material.rules_of,
            "statement": lambda number, ruleset: Piece(self._material.statement(number, ruleset)),
            "rule": self._rule,
            "rules": self._rules,
            "told": self._told,
            "card": lambda name: card_view(self._material.card(name), self._material.game),
            "cards": lambda kind: [card_view(card, self._material.game) for card in self._material.cards(kind)],
            "colors": lambda: [color_view(color) for color in self._material.game.colors.values()],
            "glyph": lambda *tokens: Piece(self._material.glyphs(tokens)),
            "beside": self._beside,
            "cost": self._cost,
            "figure": self._figure,
            "face": self._face,
            "gallery": self._gallery,
            "anatomy": self._anatomy,
            "example": self._example,
            "ref": self._ref,
            "term": self._term,
            "scripture": self._scripture,
            "glossary": self._material.glossary,
            "errata": lambda edition: errata(self._material, edition, self._dark),
            "errata_key": lambda: Piece(key(self._material), block=True),
            "changed": self._material.changed,
            "copies": self._material.copies,
            "published": self._material.published,
            "simulations": self._material.simulations,
            "bars": self._bars,
        }
        return {name: self._guarded(call) for name, call in own.items()}

    def _guarded(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*values: Any, **named: Any) -> Any:
            try:
                return call(*values, **named)
            except UnknownError as error:
                self._problems.add(self._place(), error.message, error.hint)
                return Piece(Markup(""))

        return guarded

    def _place(self) -> Place:
        """What is being filled in: file and line."""
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            template = self._templates.get(frame.f_code.co_filename)
            if template is not None:
                return Place(frame.f_code.co_filename, template.get_corresponding_lineno(frame.f_lineno))
            frame = frame.f_back
        return Place(self._folder)

    # rules ------------------------------------------------------------------------------------------------------------

    def _rule(self, number: str, lead: str = "") -> Piece:
        return Piece(_rule_list([self._item(number, lead)]), block=True)

    def _rules(self, *numbers: str) -> Piece:
        return Piece(_rule_list([self._item(number, "") for number in numbers]), block=True)

    def _item(self, number: str, lead: str) -> Markup:
        mark = self._material.mark(number)
        head = Markup("<b>{}</b> ").format(lead) if lead else Markup("")
        # A short last word is bound to the one before it: it would make a line by itself.
        statement = Markup(_LAST.sub("\u00a0\\1", str(self._material.statement(number))))
        return Markup("<li>{}{}{}</li>").format(mark, head, statement)

    def _told(self, *numbers: str) -> Piece:
        return Piece(Markup("").join(map(self._material.mark, numbers)))

    # cards ------------------------------------------------------------------------------------------------------------

    def _beside(self, token: str, text: str) -> Piece:
        """A mark beside words that say it: drawn as their ground, for as a picture it would be read out as well."""
        html = '<span class="beside" style="background-image: url({})">{}</span>'
        return Piece(Markup(html).format(f"/{self._material.mark_picture(token)}", text))

    def _cost(self, card: View | Cost) -> Piece:
        cost = card["cost"] if isinstance(card, View) else card
        return Piece(self._material.cost(cost))

    def _side(self, name: str, side: int) -> tuple[Card, str]:
        card = self._material.card(name)
        templates = self._material.game.kinds[card.kind].faces
        if not 1 <= side <= len(templates):
            raise UnknownError(f'"{name}" has no side {side}', f"it has {len(templates)}")
        return card, templates[side - 1]

    def _face(self, name: str, width: float = 63.5, side: int = 1, alt: str = "") -> Piece:
        card, template = self._side(name, side)
        size = _size(width * self._material.frame / FRAME)
        shown = self._material.face(card, template, alt or _told_face(self._material, card, side), size)
        return Piece(Markup('<div class="shown">{}</div>').format(shown), block=True)

    def _gallery(self, *kinds: str, across: int = 4, gap: float = 3.0) -> Piece:
        """All cards of the kinds named, `across` in a row, each side by side with its other side."""
        if not kinds or across < 1:
            raise UnknownError("a gallery shows cards of one kind or more", 'gallery("kind", across=4)')
        width = (self._material.frame - gap * (across - 1)) / across
        shown = []
        for kind in kinds:
            for card in self._material.cards(kind):
                for side, template in enumerate(self._material.game.kinds[kind].faces, 1):
                    alt = _told_face(self._material, card, side)
                    picture = self._material.face(card, template, alt, _size(width))
                    shown.append(self._material.term(card.name, picture, dark=kind in self._dark))
        rows = [shown[at : at + across] for at in range(0, len(shown), across)]
        html = Markup("").join(Markup('<div class="row">{}</div>').format(Markup("").join(row)) for row in rows)
        tall = f"{width * 88.9 / 63.5:.3f}"
        return Piece(Markup('<div class="gallery" style="--tall: {}mm">{}</div>').format(tall, html), block=True)

    # figures, examples ------------------------------------------------------------------------------------------------

    def _figure(self, name: str, caption: str = "", alt: str = "") -> Piece:
        project = self._material.project
        folder = f"{self._folder}/figures"
        known = [path.name.removesuffix(_FIGURE) for _, path in project.listing(folder, f"*{_FIGURE}")]
        if name not in known:
            hint = nearest(name, known) or f"there is no {folder}/{name}{_FIGURE}"
            raise UnknownError(f'there is no figure "{name}"', hint)
        if not alt:
            raise UnknownError(f'the figure "{name}" has no alt text', 'say in alt="..." what there is to see')
        file = f"{folder}/{name}{_FIGURE}"
        self._alt = alt
        drawn = self.fill(file, read_text(project, file, self._problems) or "", for_html=True)
        under = Markup("<figcaption>{}</figcaption>").format(caption) if caption else Markup("")
        return Piece(
            Markup('<figure class="figure-{}" data-alt="{}">{}{}</figure>').format(
                name, alt, Markup(drawn or ""), under
            ),
            block=True,
        )

    def _anatomy(self, name: str, callouts: Sequence[Callout], width: float = 63.5, side: int = 1) -> Piece:
        """In a figure: a card's face with callouts that lead to its parts; the figure's alt text is the face's."""
        card, template = self._side(name, side)
        frame = self._material.frame
        drawn = anatomy(self._material, card, template, self._alt, callouts, width * frame / FRAME, frame)
        return Piece(drawn, block=True)

    def _bars(self, *runs: View, most: float = 0.75, width: float = 40.0) -> Piece:
        """Bars as long as the rates of simulated games, each with its interval: the first is filled."""
        return Piece(bars(self._material, [(run["rate"], run["low"], run["high"]) for run in runs], most, width))

    def _example(self, name: str) -> Piece:
        examples = self._material.game.examples
        if name not in examples:
            raise UnknownError(f'there is no example "{name}"', nearest(name, examples))
        self._material.examples.add(name)
        account = told_example(self._material.rulebooks, examples[name])
        if account.stopped:
            raise UnknownError(f'the example "{name}" cannot be played: {account.stopped}')
        parts = [Markup('<p class="title">{}</p>').format(examples[name].title)]
        lines: list[Markup] = []
        for line in (*account.lines, "#"):
            if not line.startswith("#"):
                lines.append(Markup("<li>{}</li>").format(line))
                continue
            if lines:
                parts.append(Markup("<ol>{}</ol>").format(Markup("").join(lines)))
                lines = []
            if line.strip("# "):
                parts.append(Markup('<p class="when">{}</p>').format(line.strip("# ")))
        return Piece(Markup('<div class="example">{}</div>').format(Markup("").join(parts)), block=True)

    # references -------------------------------------------------------------------------------------------------------

    def _ref(self, name: str) -> Piece:
        """A section or a rule, and the page it is on."""
        known = {**self._titles, **dict.fromkeys(self._material.game.rules)}
        if name not in known:
            raise UnknownError(f'there is no section and no rule "{name}"', nearest(name, known))
        title = self._titles.get(name, name)
        anchor = f"section-{name}" if name in self._titles else name
        return Piece(Markup('<a class="ref" href="#{}">{}</a>').format(anchor, title))

    def _term(self, name: str, shown: str | None = None, main: bool = False, see: str = "") -> Piece:
        text = name.rpartition(" > ")[2] if shown is None else shown
        return Piece(self._material.term(name, self._material.html(text), main, see))

    def _scripture(self, text: str) -> Piece:
        try:
            parse_scripture(text)
        except CellError as error:
            raise UnknownError(f'"{text}" is no scripture: {error}') from None
        return Piece(Markup('<em class="scripture">{}</em>').format(text.replace(" ", "\u00a0")))


def _rule_list(items: Sequence[Markup]) -> Markup:
    return Markup('<ul class="rules">{}</ul>').format(Markup("").join(items))


def _size(width: float) -> str:
    """A card's trim size, by its width in millimetres."""
    return f"width: {width:g}mm; height: {width * 88.9 / 63.5:.3f}mm"


def _told_face(material: Material, card: Card, side: int) -> str:
    """A card in words, as its picture's alternative."""
    kind = material.game.kinds[card.kind].name
    text = str(card.fields.get("text") or "")
    words = {token: symbol.words for token, symbol in material.game.symbols.items()}
    plain = aloud(text, words).replace("\n", " ")
    other = ", the other side" if side > 1 else ""
    return f"The card {card.name}, {kind}{other}." + (f" {plain}" if plain and side == 1 else "")
