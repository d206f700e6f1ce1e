"""Pages for the screen: one HTML file that needs nothing beside it and asks nothing of any other machine.

A page's template, style and script are a folder of `layouts/`; what all pages share stands in `layouts/pages/` and goes
before. Everything of the game is escaped by Jinja; a page's policy lets run only the script and style that it was made
with, by their digests, and load only what it holds itself.
"""

import traceback
import unicodedata
from base64 import b64encode
from collections.abc import Collection, Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from jinja2 import FunctionLoader, StrictUndefined, Template, TemplateError, TemplateSyntaxError
from markupsafe import Markup

from pipeline.model import Card, Color, Game, Symbol
from pipeline.model.markup import aloud
from pipeline.place.deadline import DeadlineError, deadline
from pipeline.place.sandbox import Sandbox
from pipeline.problem import Place, Problem, Refused
from pipeline.project import OutsideError, Project

_SHARED: Final = "layouts/pages"
_TEMPLATE: Final = "page.html.j2"
#: The macros that a page's template may import.
_PARTS: Final = "parts.html.j2"
#: A page of 20,000 cards takes two.
_LONGEST_SECONDS: Final = 30.0
#: The pages' own type: weight by font file of `fonts/`, family by family.
_FONTS: Final = (
    ("Cinzel", 700, "cinzel-700"),
    ("Alegreya Sans", 500, "alegreya-sans-500"),
    ("Alegreya Sans", 800, "alegreya-sans-800"),
)
#: A mark larger than this is no mark.
_MOST_MARK_BYTES: Final = 200_000


def render(project: Project, folder: str, values: Mapping[str, Any], *, style: str = "", live: bool = False) -> str:
    """The page of `layouts/<folder>`, with `values` in its template and `style` behind its own. A page that is `live`
    may also load pictures beside it.

    Raises Refused for a mistake in a project's own template.
    """
    own = f"layouts/{folder}"
    css = _font_faces(project) + _read(project, f"{_SHARED}/shared.css") + _read(project, f"{own}/page.css") + style
    script = _read(project, f"{_SHARED}/filters.js") + _read(project, f"{own}/page.js")
    given = {"style": Markup(css), "script": Markup(script), "policy": _policy(css, script, live), "live": live}
    files = {_TEMPLATE: f"{own}/{_TEMPLATE}", _PARTS: f"{_SHARED}/{_PARTS}"}
    try:
        template = _template(tuple((name, file, _read(project, file)) for name, file in files.items()))
        with deadline(_LONGEST_SECONDS):
            html = template.render(**values, **given)
    except DeadlineError:
        message = f"takes longer than {_LONGEST_SECONDS:g} seconds"
        raise Refused([Problem(Place(files[_TEMPLATE]), message, "look for an endless loop")]) from None
    except (TemplateError, TypeError, ValueError, ArithmeticError) as error:
        raise Refused([Problem(_place(error, files), str(error))]) from None
    return html.encode(errors="backslashreplace").decode()  # a file's name may be bytes that are no text


def _read(project: Project, relative: str) -> str:
    """A file of a page: the project's own, or the house's."""
    try:
        return project.path(relative).read_text("utf-8")
    except (OSError, OutsideError, UnicodeDecodeError) as error:
        raise Refused([Problem(Place(relative), f"cannot be read: {error}")]) from None


@lru_cache(maxsize=4)
def _template(files: tuple[tuple[str, str, str], ...]) -> Template:
    """The first of some templates (name, file, text), compiled once for all pages of a watch; it may import others."""
    texts = {name: (text, file, lambda: True) for name, file, text in files}
    environment = Sandbox(
        loader=FunctionLoader(texts.get),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(files[0][0])


def _place(error: Exception, files: Mapping[str, str]) -> Place:
    """The template's file and line that an error arose in: Jinja puts them into the traceback."""
    if isinstance(error, TemplateSyntaxError):
        return Place(error.filename or files[_TEMPLATE], error.lineno)
    frames = traceback.extract_tb(error.__traceback__)
    at = next((frame for frame in reversed(frames) if frame.filename in files.values()), None)
    return Place(at.filename, at.lineno) if at else Place(files[_TEMPLATE])


def _policy(style: str, script: str, live: bool) -> str:
    """The content security policy (CSP Level 3): nothing but what is in the page, and pictures beside a live one."""
    parts = {
        "default-src": "'none'",
        "img-src": "data: file: 'self'" if live else "data:",
        "font-src": "data:",
        "style-src": f"'sha256-{_digest(style)}'",
        "script-src": f"'sha256-{_digest(script)}'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
    }
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def _digest(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def data_uri(kind: str, data: bytes) -> Markup:
    """Data as an address. Its letters need no escaping, and looking for some in megabytes would take time."""
    return Markup(f"data:{kind};base64,{b64encode(data).decode()}")


def _font_faces(project: Project) -> str:
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:block;'
        f'src:url("{data_uri("font/ttf", project.path(f"fonts/{file}.ttf").read_bytes())}")}}\n'
        for family, weight, file in _FONTS
    )


# what pages say of cards ----------------------------------------------------------------------------------------------


def searched(game: Game | None, *texts: str) -> str:
    """What a search looks in: texts of a card as read aloud, without marks' tokens, in small letters, without accents;
    `filters.js` makes what is typed alike."""
    words = {token: symbol.words for token, symbol in game.symbols.items()} if game else {}
    text = " ".join(aloud(text, words) for text in texts)
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join(plain.casefold().split())


def card_colors(card: Card, game: Game) -> tuple[str, ...]:
    """The colors of a card, by id: those of its color columns, and of its costs."""
    letters = {color.letter: color.id for color in game.colors.values()}
    found: dict[str, None] = {}
    for column in game.kinds[card.kind].columns.values():
        value = card.fields[column.name]
        if column.type == "color" and isinstance(value, str):
            found[value] = None
        elif column.type == "colors" and isinstance(value, tuple):
            found.update(dict.fromkeys(value))
        elif column.type == "cost" and (letter := getattr(value, "color", "")) in letters:
            found[letters[letter]] = None
    return tuple(found)


def color_chips(project: Project, game: Game, used: Collection[tuple[str, ...]]) -> list[dict[str, str]]:
    """A chip for every color that cards have, with its mark, and one for cards that have none; `used` are the colors of
    each card."""
    chips = [
        {"id": color.id, "name": color.name, "mark": _color_mark(project, game, color)}
        for color in game.colors.values()
        if any(color.id in each for each in used)
    ]
    if chips and not all(used):
        chips.append({"id": "none", "name": "No color", "mark": ""})
    return chips


def _color_mark(project: Project, game: Game, color: Color) -> str:
    """The mark of a color's letter as a picture; a plain disc in the color where the game has none."""
    symbol = game.symbols.get(color.letter)
    if symbol and (mark := symbol_mark(project, game, symbol)):
        return mark
    tone = color.tones.get("mid") or next(iter(color.tones.values()), "#888888")
    disc = f'<circle cx="5" cy="5" r="5" fill="{tone}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{disc}</svg>'
    return data_uri("image/svg+xml", svg.encode())


def symbol_mark(project: Project, game: Game, symbol: Symbol) -> Markup | None:
    """The drawing of a symbol as a picture's address, or None where the game has none that is a mark."""
    try:
        data = project.path(f"fonts/glyphs/{game.id}/{symbol.glyph}.svg").read_bytes()
    except (OSError, OutsideError):
        return None
    # As a picture an SVG runs no script and loads nothing.
    return data_uri("image/svg+xml", data) if 0 < len(data) <= _MOST_MARK_BYTES else None
