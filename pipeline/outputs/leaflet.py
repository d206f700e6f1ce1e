"""Rules leaflets: one or two pages set by WeasyPrint from a Jinja template.

A leaflet is `layouts/<game>/rulebook/<name>.html.j2` in English, `<name>.<language>.html.j2` in another language that
the game is printed in. Its numbers come from the game's ruleset and decks, so that a changed rule changes the leaflet.
The template sees

- `game`: `.id .name .language .edition .colors .kinds .cards .decks`, and `.demo`, the decks of the demo, in order;
- `paper`: `.name .width .height` in millimetres; `ink`: `"color"` or `"saver"`; `stamp`: what stands over every face,
  such as DRAFT, or nothing;
- `value("start.life")`: a number of the game's ruleset;
- `rule("R901")`: a rule's statement, as the book has it;
- `told("R901")`: nothing, where the leaflet's own words tell that rule: a rule that there is not is a problem;
- `card("id")`: a card, with its fields;
- `glyph("R")`: a mark of the game as an inline picture that reads as its words;
- the filters `words` (5: five), `ordinal` (5: fifth) and `times` (2: twice), in Spanish with a noun's gender:
  `words("f")` (1: una).

What stands in the columns of an element with the attribute `data-spread` is spread, so that all columns end where that
element ends.

Pictures and style sheets are named relative to the template. They, and the fonts, are served from `fonts/` and
`layouts/<game>/` only.
"""

import traceback
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from pipeline.model import Game
from pipeline.outputs import spanish_numbers
from pipeline.outputs.pages import PageSetter
from pipeline.outputs.records import Records, UnknownError
from pipeline.place.sandbox import Sandbox
from pipeline.place.views import card_view
from pipeline.problem import Place, Problem, Problems, Refused
from pipeline.project import Project

#: A leaflet is one sheet of paper.
MOST_PAGES = 2

_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}


def words(number: int) -> str:
    """A number from 0 to 99 in words, others in figures: 5 -> "five", 21 -> "twenty-one"."""
    if not 0 <= number < 100:
        return str(number)
    if number < len(_UNITS):
        return _UNITS[number]
    tens, units = divmod(number, 10)
    return _TENS[tens] + (f"-{_UNITS[units]}" if units else "")


def ordinal(number: int) -> str:
    """A place in an order, in words: 5 -> "fifth", 12 -> "twelfth", 21 -> "twenty-first"."""
    if not 0 <= number < 100:
        return f"{number}th"
    head, dash, last = words(number).rpartition("-")
    if last in _ORDINALS:
        last = _ORDINALS[last]
    elif last.endswith("ve"):
        last = last[:-2] + "fth"
    else:
        last = last[:-1] + "ieth" if last.endswith("y") else last.removesuffix("t") + "th"
    return head + dash + last


def times(number: int) -> str:
    """How often, in words: 1 -> "once", 2 -> "twice", 3 -> "three times"."""
    return {1: "once", 2: "twice"}.get(number, f"{words(number)} times")


#: The number filters by language; a template in a language that has none writes its numbers in figures.
_NUMBERS: Mapping[str, Mapping[str, Callable[..., str]]] = {
    "en": {"words": words, "ordinal": ordinal, "times": times},
    "es": {"words": spanish_numbers.words, "ordinal": spanish_numbers.ordinal, "times": spanish_numbers.times},
}


def set_leaflet(
    project: Project,
    game: Game,
    name: str,
    paper: str,
    paper_size: tuple[float, float],
    ink: str = "color",
    served: dict[str, str] | None = None,
) -> bytes:
    """The PDF of the leaflet `name`, on paper of `paper_size` (width, height in millimetres), in `ink` color or saver.

    `paper` is the paper's id ("letter"), by which the template may choose its measures. The same input gives the same
    bytes. `served` gets the files that it was made of, beside its template, with digests of what they held. Raises
    Refused for mistakes in the template and what it names, for more than `MOST_PAGES` pages, and when the system lacks
    the libraries that set text.
    """
    html = leaflet_html(project, game, name, paper, paper_size, ink)
    return set_html(project, game, name, html, paper_size, {} if served is None else served)


def _template(game: Game, name: str) -> str:
    language = _language(game)
    return f"layouts/{game.id}/rulebook/{name}{'' if language == 'en' else f'.{language}'}.html.j2"


def _language(game: Game) -> str:
    """The language without its country: "en" for "en-US"."""
    return game.language.partition("-")[0]


# ---------------------------------------------------------------------------------------------- the template


def leaflet_html(
    project: Project,
    game: Game,
    name: str,
    paper: str,
    paper_size: tuple[float, float],
    ink: str = "color",
    stamp: str = "",
) -> str:
    """The leaflet's HTML, filled in but not yet set; arguments and refusals as for `set_leaflet`."""
    template = _template(game, name)
    folder, _, file = template.rpartition("/")
    environment = _environment(str(project.path(folder)), _language(game))
    records = Records(project, game)

    def told(*numbers: str) -> str:
        for number in numbers:
            records.rule(number)
        return ""

    def glyph(token: str) -> Markup:
        path = records.mark_file(token)
        return Markup('<img class="glyph" src="/{}" alt="{}">').format(path, game.symbols[token].words)

    try:
        return environment.get_template(file).render(
            game=_seen(game),
            paper={"name": paper, "width": paper_size[0], "height": paper_size[1]},
            ink=ink,
            stamp=stamp,
            value=records.value,
            rule=lambda number: Markup("<span>{}</span>").format(records.stated(number)),
            told=told,
            card=lambda name: card_view(records.card(name), game),
            glyph=glyph,
        )
    except (jinja2.TemplateError, UnknownError, ArithmeticError, TypeError, ValueError) as error:
        raise Refused([_template_problem(project, template, error)]) from None


@lru_cache(maxsize=8)
def _environment(folder: str, language: str) -> Sandbox:
    """What fills in the templates of a folder: it reads each once, and again when it has changed."""
    environment = Sandbox(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(_NUMBERS.get(language, {}))
    return environment


def _seen(game: Game) -> Mapping[str, Any]:
    """What a template may know of a game: its records, and nothing that leads to files."""
    return {
        "id": game.id,
        "name": game.name,
        "language": game.language,
        "edition": game.press.edition_mark,
        "colors": game.colors,
        "kinds": game.kinds,
        "cards": game.cards,
        "decks": game.decks,
        "demo": tuple(game.decks[deck] for deck in game.press.demo_decks),
    }


def _template_problem(project: Project, template: str, error: Exception) -> Problem:
    """The problem that `error`, raised while reading or rendering, means, at its line of the template."""
    folder = template.rpartition("/")[0]
    if isinstance(error, jinja2.TemplateSyntaxError):
        file = f"{folder}/{error.name}" if error.name else template
        return Problem(Place(file, error.lineno), f"the template cannot be read: {error.message}")
    place = Place(template)
    root = project.path(folder)
    for frame in traceback.extract_tb(error.__traceback__):
        # Jinja names its frames after the template's file, so that the last one is where the mistake stands.
        if frame.filename.startswith(str(root)):
            place = Place(project.relative(Path(frame.filename)), frame.lineno)
    if isinstance(error, jinja2.TemplateNotFound):
        return Problem(place, f'there is no template "{error.name}" in {folder}')
    if isinstance(error, UnknownError):
        return Problem(place, error.message, error.hint)
    return Problem(place, f"the template cannot be filled in: {error}")


# ---------------------------------------------------------------------------------------------- the pages


def set_html(
    project: Project, game: Game, name: str, html: str, paper_size: tuple[float, float], served: dict[str, str]
) -> bytes:
    """The PDF of what `leaflet_html` filled in; the other arguments and refusals as for `set_leaflet`."""
    template = _template(game, name)
    problems = Problems()
    width, height = paper_size
    setter = PageSetter(project, game.id, template, problems, served)
    document = setter.render(html, setter.sheet(f"@page {{ size: {width}mm {height}mm }}"))
    for page in document.pages:
        _spread(page, Place(template), problems)
    pdf = setter.write(document)
    if len(document.pages) > MOST_PAGES:
        problems.add(
            Place(template),
            f"the leaflet takes {len(document.pages)} pages of {width:g} x {height:g} mm, {MOST_PAGES} are allowed",
            "shorten its text or set it smaller",
        )
    problems.refuse()
    return pdf


def _spread(page: Any, template: Place, problems: Problems) -> None:
    """Spread what stands in the columns of each `data-spread` of a page, so that all of them end where it ends.

    Flexible boxes do that too, but WeasyPrint lays out what is in one several times: it took half of a leaflet's time.
    Backgrounds have their places by now, so that there may be none.
    """
    from weasyprint.formatting_structure.boxes import BlockBox  # noqa: PLC0415 - see outputs.pages

    for several in page._page_box.descendants():
        if not isinstance(several, BlockBox) or several.element is None or several.element.get("data-spread") is None:
            continue
        end = several.content_box_y() + several.height
        for column in several.children:
            parts = getattr(column, "children", ())
            left = end - (parts[-1].position_y + parts[-1].margin_height()) if parts else 0
            for at, part in enumerate(parts):
                part.translate(dy=left * at / max(len(parts) - 1, 1))
        if any(each.background for each in several.descendants()):
            problems.add(
                template, "what stands in a data-spread may have no background", "make it a border-image, with fill"
            )
