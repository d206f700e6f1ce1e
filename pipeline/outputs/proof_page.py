"""The proof's page: entries, and the files of the page that they come to (see `screen_page` and `layouts/proof/`)."""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from pipeline.model import Game
from pipeline.outputs.screen_page import color_chips, data_uri, render, searched
from pipeline.problem import Problem
from pipeline.project import Project

_WORD: Final = re.compile(r"\s+|\w+|[^\w\s]")
#: Longer texts are shown whole, before and after: comparing them word by word takes the square of their length.
_MOST_WORDS: Final = 2_000
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
    values = {
        "title": game.name if game else game_id,
        "language": game.language if game else "en",
        "edition": game.press.edition_mark if game else "",
        "released": released,
        "sections": _sections(game, entries),
        "colors": color_chips(project, game, [entry.colors for entry in entries]) if game else [],
        "problems": problems,
    }
    html = render(project, "proof", values, live=live)
    if not live:
        return {"index.html": html.encode()}
    width, height = _stamp(html)
    # The first such words are the template's own: those of records have their quotes escaped.
    html = html.replace('data-stamp=""', f'data-stamp="{width}x{height}"', 1)
    stamp = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"/>'
    # Written after the page, so that whoever sees it finds the page that it speaks of.
    return {"index.html": html.encode(), STAMP: stamp.encode()}


def _stamp(html: str) -> tuple[int, int]:
    """Which page this is, as a picture's width and height, from 1 to 4096."""
    digest = sha256(html.encode()).digest()
    return int.from_bytes(digest[:2], "big") % 4096 + 1, int.from_bytes(digest[2:4], "big") % 4096 + 1


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
    told = entry.fields or entry.before or {}
    tiles = sum((face.before is not None) + (not gone or face.picture is not None) for face in entry.faces)
    return {
        "id": entry.id,
        "name": entry.name,
        "colors": " ".join(entry.colors) or "none",
        "status": entry.status,
        "wide": tiles > 1,
        "text": searched(game, entry.name, entry.id, *(text for name, text in told.items() if name != "name")),
        "faces": [
            {
                "title": face.title,
                "now": data_uri("image/webp", face.picture) if face.picture else "",
                "before": data_uri("image/webp", face.before) if face.before else "",
                "width": face.size[0],
                "height": face.size[1],
            }
            for face in entry.faces
        ],
        "problems": entry.problems,
        "place": entry.place,
        "fields": _fields(entry),
    }


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
