"""What a book is made of: the game's values and texts as pieces of HTML, and what has been used of them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Final

from markupsafe import Markup, escape

from pipeline.model import Card, Cost, Published, Rich, Scripture, Simulation
from pipeline.model.markup import Paragraph, parse
from pipeline.model.values import Value
from pipeline.outputs.errata.wording import Stretch
from pipeline.outputs.plates import PlatePress
from pipeline.outputs.records import Records, UnknownError
from pipeline.outputs.rulebook.ornaments import keyed
from pipeline.place import Placed
from pipeline.place.views import View
from pipeline.problem import nearest
from pipeline.rules import Change, NoWordsError, Rulebooks, card_language, glossary
from pipeline.rules.print_run import print_run
from pipeline.rules.simulation import wilson

_COST_PART: Final = re.compile(r"[^+]+")
_UNSAFE: Final = re.compile(r"[^a-z0-9]+")
#: Where faces are served from while the book is set; afterwards the true ones take their places.
FACES: Final = "made/face-"


#: The frame that widths in chapters are meant for; on other papers they are scaled with it.
FRAME: Final = 169.0


#: Changes that share a row of the errata, and their words before and after.
Row = tuple[Sequence[Change], Sequence[Stretch], Sequence[Stretch]]


@dataclass(frozen=True, slots=True)
class Piece:
    """HTML that a chapter's expression stands for: within a line, or a block of its own."""

    html: Markup
    block: bool = False

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of the index: `name` (with " > " before what it is a part of), where, and whether it is defined there.

    `see` names another entry to look under instead; `dark` names are set in broken letter.
    """

    name: str
    anchor: str
    main: bool = False
    see: str = ""
    dark: bool = False


@dataclass
class Material(Records):
    """A game's values as HTML for one book, and what the book has used so far.

    `told` are the rules that are in it, by number; `faces` the sides of cards that are shown, as card and template.
    """

    #: How wide the text's frame is, in millimetres.
    frame: float = FRAME
    told: dict[str, str] = field(default_factory=dict)
    terms: list[Term] = field(default_factory=list)
    faces: list[tuple[str, str]] = field(default_factory=list)
    examples: set[str] = field(default_factory=set)
    #: Drawings made for this book, by address.
    drawings: dict[str, bytes] = field(default_factory=dict)
    #: What each edition words otherwise that the book has asked for.
    changes: dict[str, Sequence[Row]] = field(default_factory=dict)
    _anchors: dict[str, int] = field(default_factory=dict)
    _run: dict[str, int] = field(default_factory=dict)

    @cached_property
    def press(self) -> PlatePress:
        """What makes the faces of cards."""
        return PlatePress(self.project, self.game)

    @cached_property
    def rulebooks(self) -> Rulebooks:
        """What plays the game."""
        return Rulebooks(self.game)

    # records and rules ------------------------------------------------------------------------------------------------

    def changed(self, *rulesets: str) -> list[str]:
        """Names of all values that are not the same in every ruleset named, in the order of the first one's file."""
        all_values = [self.ruleset_of(each).values for each in rulesets]
        return [name for name in all_values[0] if any(values[name] != all_values[0][name] for values in all_values)]

    def statement(self, number: str, ruleset: str = "") -> Markup:
        """A rule's statement, with the numbers of a ruleset that has it, the game's own where none is named."""
        return Markup("<span>{}</span>").format(self.stated(number, ruleset))

    def rules_of(self, ruleset: str) -> list[str]:
        """The numbers of the rules that a ruleset has, in the order of rules.toml."""
        self.ruleset_of(ruleset)
        return [number for number, rule in self.game.rules.items() if rule.holds_in(ruleset)]

    def ruleset(self, name: str) -> View:
        """A ruleset's name and date."""
        found = self.ruleset_of(name)
        return View(f"the ruleset {name}", {"id": name, "name": found.name, "date": found.date})

    def mark(self, number: str) -> Markup:
        """A rule's number, where its rule is told. The first one is where references to the rule lead."""
        self.rule(number)
        if number in self.told:
            return Markup('<span class="n">{}</span>').format(number)
        self.told[number] = number
        return Markup('<span class="n" id="{0}">{0}</span>').format(number)

    def copies(self, name: str) -> int:
        """How many of a card a full set has, by its id, or of all cards of a kind."""
        if not self._run:
            self._run = print_run(self.game)
        if name in self.game.kinds:
            return sum(self._run[card.id] for card in self.cards(name))
        return self._run[self.card(name).id]

    def simulations(self, **wanted: object) -> list[View]:
        """Results of simulated games that were kept, of those whose values are the ones wanted: their interval is
        `low` to `high`."""
        return _chosen([_fields(each) for each in self.game.simulations], wanted)

    def published(self, **wanted: object) -> list[View]:
        """Likewise results that the game's author published."""
        several = []
        for each in self.game.published:
            low, high = wilson(round(each.rate * each.games), each.games)
            several.append({**_fields(each), "low": low, "high": high})
        return _chosen(several, wanted)

    def glossary(self) -> list[tuple[str, str]]:
        """The words that the game's mechanics explain, each with its line, in order."""
        try:
            return glossary(card_language(self.game))
        except NoWordsError as error:
            raise UnknownError(str(error)) from None

    # marks and texts --------------------------------------------------------------------------------------------------

    def glyph(self, token: str) -> Markup:
        """A mark of the game, which reads as its words."""
        address = self.mark_picture(token)
        return Markup('<img class="glyph" src="/{}" alt="{}">').format(address, self.game.symbols[token].words)

    def mark_picture(self, token: str) -> str:
        """The address of a mark's drawing."""
        path = self.mark_file(token)
        address = f"made/mark-{self.game.symbols[token].glyph}.svg"
        if address not in self.drawings:
            self.drawings[address] = keyed(self.project.path(path).read_text(encoding="utf-8")).encode()
        return address

    def cost(self, cost: Cost) -> Markup:
        """A cost as marks; as its word where it is none."""
        if cost.total == 0:
            return self.glyph("free") if "free" in self.game.symbols else Markup(escape(cost.text))
        return self.glyphs([part for part in _COST_PART.findall(str(cost)) if part != "0"])

    def glyphs(self, tokens: Sequence[str]) -> Markup:
        """Marks that stay on one line; one alone as `glyph`."""
        drawn = Markup("").join(map(self.glyph, tokens))
        return Markup('<span class="together">{}</span>').format(drawn) if len(tokens) > 1 else drawn

    def rich(self, text: str) -> Markup:
        """A card's text in a line: its paragraphs one after another, bold and italic as marked, marks drawn."""
        paragraphs, _ = parse(text)
        return Markup(" ").join(self._spans(paragraph) for paragraph in paragraphs)

    def _spans(self, paragraph: Paragraph) -> Markup:
        made = []
        for span in paragraph:
            if span.tokens:
                html = Markup("").join(map(self.glyph, span.tokens))
                html = Markup('<span class="together">{}</span>').format(html)
            else:
                # Text beside marks is boxed: a line that it fills exactly would be broken after its first word.
                html = Markup("<span>{}</span>").format(span.text)
            if span.italic:
                html = Markup("<em>{}</em>").format(html)
            if span.bold:
                html = Markup("<strong>{}</strong>").format(html)
            made.append(html)
        return Markup("").join(made)

    def html(self, value: Value | Markup | Piece | float) -> Markup:
        """Any value of a record as HTML. Raises TypeError for what cannot be printed."""
        if isinstance(value, Piece):
            return value.html
        if isinstance(value, Markup):
            return value
        if value is None:
            return Markup("")
        if isinstance(value, Rich):
            return self.rich(value)
        if isinstance(value, bool) or not isinstance(value, str | int | float | Cost | Scripture):
            raise TypeError(f"a {type(value).__name__} cannot be printed; print what is in it")
        return Markup(escape(str(value)))

    # places in the book -----------------------------------------------------------------------------------------------

    def anchor(self, name: str) -> str:
        """A new name for a place in the book, made of `name`."""
        stem = _UNSAFE.sub("-", name.casefold()).strip("-") or "place"
        self._anchors[stem] = self._anchors.get(stem, 0) + 1
        return f"{stem}--{self._anchors[stem]}"

    def term(self, name: str, shown: Markup, main: bool = False, see: str = "", dark: bool = False) -> Markup:
        """What is shown of an entry of the index, which leads there."""
        if see:
            self.terms.append(Term(name, "", False, see, dark))
            return shown
        anchor = self.anchor(f"term {name}")
        self.terms.append(Term(name, anchor, main, "", dark))
        return Markup('<span class="term" id="{}">{}</span>').format(anchor, shown)

    def face(self, card: Card, template: str, alt: str, css: str) -> Markup:
        """A card's side as a picture; `css` says how large."""
        return self._shown((card.id, template), alt, css)

    def placed(self, card: Card, template: str) -> tuple[Placed, ...]:
        """What a card's side is made of, and where. Raises Refused with everything that is wrong with the face."""
        return self.press.face(card, template).placed

    def drawn(self, svg: str) -> str:
        """The address of a drawing made for this book."""
        address = f"made/drawing-{len(self.drawings) + 1}.svg"
        self.drawings[address] = svg.encode()
        return address

    def picture(self, template: str, alt: str, css: str) -> Markup:
        """A picture that a face template of no card draws."""
        return self._shown(("", template), alt, css)

    def _shown(self, wanted: tuple[str, str], alt: str, css: str) -> Markup:
        if wanted not in self.faces:
            self.faces.append(wanted)
        return Markup('<img class="face" src="/{}{}.png" alt="{}" style="{}">').format(
            FACES, self.faces.index(wanted) + 1, alt, css
        )


def _fields(run: Simulation | Published) -> dict[str, Any]:
    return {field.name: getattr(run, field.name) for field in fields(run) if field.name not in ("run_on", "place")}


def _chosen(runs: Iterable[Mapping[str, Any]], wanted: Mapping[str, object]) -> list[View]:
    """Those runs that have all values wanted, as templates see them."""
    found = []
    for run in runs:
        for name in wanted:
            if name not in run:
                raise UnknownError(f'a simulation has no "{name}"', nearest(name, run))
        if all(run[name] == value for name, value in wanted.items()):
            found.append(View("a simulation", run))
    return found
