"""The proof's page: entries into one HTML file that needs nothing beside it and asks nothing of any other machine.

Template, style and script are `layouts/proof/`. Everything of the game is escaped by Jinja; the page's policy lets run
only the script and style that it was made with, by their digests, and load only what it holds itself.
"""

import difflib
import re
import traceback
import unicodedata
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Final

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError
from markupsafe import Markup

from pipeline.model import Color, Game
from pipeline.place.deadline import DeadlineError, deadline
from pipeline.place.sandbox import Sandbox
from pipeline.problem import Place, Problem, Refused
from pipeline.project import OutsideError, Project

_FOLDER: Final = "layouts/proof"
#: A page of 20,000 cards takes two.
_LONGEST_SECONDS: Final = 30.0
#: The page's own type: weight by font file of `fonts/`, family by family.
_FONTS: Final = (
    ("Cinzel", 700, "cinzel-700"),
    ("Alegreya Sans", 500, "alegreya-sans-500"),
    ("Alegreya Sans", 800, "alegreya-sans-800"),
)
_WORD: Final = re.compile(r"\s+|\w+|[^\w\s]")
#: Longer texts are shown whole, before and after: comparing them word by word takes the square of their length.
_MOST_WORDS: Final = 2_000
#: A mark larger than this is no mark.
_MOST_MARK_BYTES: Final = 200_000
#: The page finds out by the size of this picture whether it has been made anew: a page in a file may not read files,
#: but it may show pictures.
STAMP: Final = "stamp.svg"


@dataclass(frozen=True, slots=True)
class FaceEntry:
    """A side of a card, or a back: its picture now and as released (where that looks different), WebP, and the
    picture's width and height in pixels."""

    name: str
    title: str
    picture: bytes | None = field(repr=False)
    before: bytes | None = field(repr=False)
    size: tuple[int, int]

    @property
    def changed(self) -> bool:
        return self.before is not None


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card on the page; a common back and a card that is gone have no kind, or one that is gone too.

    `status` is changed, new, gone or empty; `before` has the released record's fields where it differs; `place` is
    where its record stands, as file:line.
    """

    id: str
    name: str
    kind: str
    colors: tuple[str, ...]
    status: str
    faces: tuple[FaceEntry, ...]
    problems: tuple[Problem, ...]
    fields: Mapping[str, str]
    before: Mapping[str, str] | None
    place: str = ""


def render_page(
    project: Project,
    game_id: str,
    game: Game | None,
    entries: Sequence[CardEntry],
    problems: Sequence[Problem],
    released: str | None,
    live: bool,
) -> dict[str, bytes]:
    """`index.html`, and where `live` also the stamp by which an open page sees that it is old.

    `game` is None where its game.toml cannot be read; `problems` are those of no card; `released` is the edition of
    the released set. Raises Refused for a mistake in a project's own template.
    """
    style = _font_faces(project) + _part(project, "page.css")
    script = _part(project, "page.js")
    values = {
        "title": game.name if game else game_id,
        "language": game.language if game else "en",
        "edition": game.press.edition_mark if game else "",
        "released": released,
        "sections": _sections(game, entries),
        "colors": _color_chips(project, game, entries) if game else [],
        "problems": problems,
        "style": Markup(style),
        "script": Markup(script),
    }
    try:
        template = _template(_part(project, "page.html.j2"))
        with deadline(_LONGEST_SECONDS):
            html = template.render(**values, policy=_policy(style, script, live), live=live)
    except DeadlineError:
        message = f"takes longer than {_LONGEST_SECONDS:g} seconds"
        raise Refused([Problem(Place(f"{_FOLDER}/page.html.j2"), message, "look for an endless loop")]) from None
    except (TemplateError, TypeError, ValueError, ArithmeticError) as error:
        raise Refused([Problem(Place(f"{_FOLDER}/page.html.j2", _line(error)), str(error))]) from None
    html = html.encode(errors="backslashreplace").decode()  # a file's name may be bytes that are no text
    if not live:
        return {"index.html": html.encode()}
    width, height = _stamp(html)
    # The first such words are the template's own: those of records have their quotes escaped.
    html = html.replace('data-stamp=""', f'data-stamp="{width}x{height}"', 1)
    stamp = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'
    # Written after the page, so that whoever sees it finds the page that it speaks of.
    return {"index.html": html.encode(), STAMP: stamp.encode()}


def _part(project: Project, name: str) -> str:
    """A file of the page: the project's own, or the house's."""
    relative = f"{_FOLDER}/{name}"
    try:
        return project.path(relative).read_text("utf-8")
    except (OSError, OutsideError, UnicodeDecodeError) as error:
        raise Refused([Problem(Place(relative), f"cannot be read: {error}")]) from None


@lru_cache(maxsize=4)
def _template(text: str) -> Template:
    """A template, compiled once for all pages of a watch."""
    environment = Sandbox(
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.from_string(text)


def _line(error: Exception) -> int | None:
    """The template's line that an error arose in: Jinja puts it into the traceback."""
    if isinstance(error, TemplateSyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == "<template>"), None)


def _stamp(html: str) -> tuple[int, int]:
    """Which page this is, as a picture's width and height, from 1 to 4096."""
    digest = sha256(html.encode()).digest()
    return int.from_bytes(digest[:2], "big") % 4096 + 1, int.from_bytes(digest[2:4], "big") % 4096 + 1


def _policy(style: str, script: str, live: bool) -> str:
    """The content security policy (CSP Level 3): nothing but what is in the page, and the stamp beside it."""
    pictures = "data: file: 'self'" if live else "data:"
    parts = {
        "default-src": "'none'",
        "img-src": pictures,
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


def _uri(kind: str, data: bytes) -> Markup:
    """Data as an address. Its letters need no escaping, and looking for some in megabytes would take time."""
    return Markup(f"data:{kind};base64,{b64encode(data).decode()}")


def _font_faces(project: Project) -> str:
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-display:block;'
        f'src:url("{_uri("font/ttf", project.path(f"fonts/{file}.ttf").read_bytes())}")}}\n'
        for family, weight, file in _FONTS
    )


def _sections(game: Game | None, entries: Sequence[CardEntry]) -> list[dict[str, object]]:
    """The entries by kind, in the game's order; backs, and cards of kinds that are gone, come last."""
    kinds = {kind.id: kind.name for kind in game.kinds.values()} if game else {}
    groups: dict[str, list[dict[str, object]]] = {kind: [] for kind in kinds}
    names = {**kinds, "backs": "Backs", "gone": "No longer there"}
    for entry in entries:
        group = entry.kind if entry.kind in kinds else "gone" if entry.status == "gone" else "backs"
        # A kind of the game's own may be called so too.
        groups.setdefault(group, []).append(_card(entry, game))
    return [{"id": group, "name": names[group], "cards": cards} for group, cards in groups.items() if cards]


def _card(entry: CardEntry, game: Game | None) -> dict[str, object]:
    gone = entry.status == "gone"
    tiles = sum((face.before is not None) + (not gone or face.picture is not None) for face in entry.faces)
    return {
        "id": entry.id,
        "name": entry.name,
        "colors": " ".join(entry.colors) or "none",
        "status": entry.status,
        "wide": tiles > 1,
        "text": _searched(entry, game),
        "faces": [
            {
                "title": face.title,
                "now": _uri("image/webp", face.picture) if face.picture else "",
                "before": _uri("image/webp", face.before) if face.before else "",
                "width": face.size[0],
                "height": face.size[1],
            }
            for face in entry.faces
        ],
        "problems": entry.problems,
        "place": entry.place,
        "fields": _fields(entry),
    }


def _searched(entry: CardEntry, game: Game | None) -> str:
    """What a search looks in: the name, the id and every text of the record, as read aloud, without marks' tokens."""
    symbols = game.symbols if game else {}

    def words(match: re.Match[str]) -> str:
        tokens = (token.strip() for token in match[1].split("+"))
        return " ".join(symbols[token].words if token in symbols else token for token in tokens)

    fields = entry.fields or entry.before or {}
    text = " ".join([entry.name, entry.id, *(text for name, text in fields.items() if name != "name")])
    text = re.sub(r"\{([^{}]*)\}", words, text).replace("*", "").replace("\\", "")
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return " ".join(plain.casefold().split())


def _fields(entry: CardEntry) -> list[dict[str, object]]:
    """The record's fields, each as pieces of text that are the same, old or new."""
    before = entry.fields if entry.before is None else entry.before
    now = {} if entry.status == "gone" else entry.fields
    names = dict.fromkeys((*now, *before))
    return [{"name": name, "pieces": compare_words(before.get(name, ""), now.get(name, ""))} for name in names]


def compare_words(old: str, new: str) -> list[tuple[str, str]]:
    """Two texts as pieces ("same", "old" or "new", text): without the old ones they are `new`, and the reverse."""
    if old == new:
        return [("same", new)]
    one, other = _WORD.findall(old), _WORD.findall(new)
    pieces: list[tuple[str, str]] = []
    if max(len(one), len(other)) > _MOST_WORDS:
        pieces = [("old", old), ("new", new)]
    else:
        for tag, a, b, c, d in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            if tag == "equal":
                pieces.append(("same", "".join(one[a:b])))
            else:
                pieces += [("old", "".join(one[a:b])), ("new", "".join(other[c:d]))]
    return [(tag, text) for tag, text in pieces if text]


def _color_chips(project: Project, game: Game, entries: Sequence[CardEntry]) -> list[dict[str, str]]:
    """The colors that cards of the game have, each with its mark."""
    used = {color for entry in entries for color in entry.colors}
    chips = [
        {"id": color.id, "name": color.name, "mark": _mark(project, game, color)}
        for color in game.colors.values()
        if color.id in used
    ]
    if chips and any(not entry.colors for entry in entries):
        chips.append({"id": "none", "name": "No color", "mark": ""})
    return chips


def _mark(project: Project, game: Game, color: Color) -> str:
    """The mark of a color's letter as a picture; a plain disc in the color where the game has none."""
    symbol = game.symbols.get(color.letter)
    if symbol:
        try:
            data = project.path(f"fonts/glyphs/{game.id}/{symbol.glyph}.svg").read_bytes()
        except (OSError, OutsideError):
            data = b""
        # In an <img> an SVG runs no script and loads nothing.
        if 0 < len(data) <= _MOST_MARK_BYTES:
            return _uri("image/svg+xml", data)
    tone = color.tones.get("mid") or next(iter(color.tones.values()), "#888888")
    disc = f'<circle cx="5" cy="5" r="5" fill="{tone}"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{disc}</svg>'
    return _uri("image/svg+xml", svg.encode())
