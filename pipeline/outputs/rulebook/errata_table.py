"""Errata in the book: each change since an edition, as it was and as it reads now, with its changed words marked.

What is gone is struck through and slanted, what is new is heavy and underlined; the kind of change is told in words,
and by a mark of its own shape. Nothing is told by color alone.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from markupsafe import Markup

from pipeline.outputs.errata.wording import Stretch, compared
from pipeline.outputs.records import UnknownError
from pipeline.outputs.rulebook.material import Material, Piece, Row
from pipeline.place.views import View, card_view
from pipeline.problem import nearest
from pipeline.rules import Change, changes

#: Marks by what the words before and after say of the play: a full diamond, an open ring, and two bars where they are
#: the same words; none where nothing is said.
_MARKS: Final = {
    "stands": '<path d="M1.5 3H10.5V4.6H1.5ZM1.5 7.4H10.5V9H1.5Z" fill="#15110F"/>',
    "otherwise": '<path d="M6 0.6L11.4 6L6 11.4L0.6 6Z" fill="#15110F"/>',
    "same": '<circle cx="6" cy="6" r="4.2" fill="none" stroke="#15110F" stroke-width="1.5"/>',
}


def errata(material: Material, edition: str, dark: Sequence[str]) -> list[View]:
    """What an edition words itself, in its order, a row each: `names`, `number` of cards, `before`, `after`, `kind`,
    `play`, `stands`; cards that quote the same words share a row. Names of `dark` kinds are set as the dark side's.

    Raises UnknownError for an edition that the game has not.
    """
    if edition not in material.game.editions:
        raise UnknownError(f'there is no edition "{edition}"', nearest(edition, material.game.editions))
    rows = []
    for row, before, after in _rows(material, edition):
        change = row[0]
        values = {
            "names": Piece(Markup("<br>").join(_name(material, each, dark) for each in row)),
            "cards": [card_view(each.card, material.game) for each in row],
            "before": Piece(_marked(material, before, "del")),
            "after": Piece(_marked(material, after, "ins")),
            "kind": Piece(_kind(material, change)),
            "play": change.play,
            "stands": change.stands,
        }
        rows.append(View("a change", values))
    return rows


def _rows(material: Material, edition: str) -> Sequence[Row]:
    """The changes since an edition that share a row, with their words before and after: found out once for a book."""
    if edition not in material.changes:
        rows = []
        for _, alike in groupby(changes(material.game, edition), _row):
            row = list(alike)
            change = row[0]
            before, after = compared(change.before, change.after)
            if change.stands:
                before = after = compared(change.before, change.before)[0]
            rows.append((row, before, after))
        material.changes[edition] = rows
    return material.changes[edition]


def key(material: Material) -> Markup:
    """What the marks mean, in a line."""
    told = (
        Markup("<span><del><span>struck out</span></del> no longer applies</span>"),
        Markup("<span><ins><span>underlined</span></ins> is new</span>"),
        _mark(material, "otherwise", "plays otherwise"),
        _mark(material, "same", "plays as before"),
        _mark(material, "stands", "still stands"),
    )
    # What is set apart by room on paper is set apart by stops in the book's plain text.
    stop = Markup('<span class="unseen">; </span>')
    return Markup('<p class="key">{}</p>').format(stop.join(told))


def _row(change: Change) -> object:
    """Equal for cards of which nothing but the same words are quoted; for no others."""
    return change.before if change.stands else (change.card.id, change.field)


def _name(material: Material, change: Change, dark: Sequence[str]) -> Markup:
    card = change.card
    is_dark = card.kind in dark
    shown = Markup('<span class="card">{}</span>').format(card.name)
    number = card.raw.get("number", "") if not is_dark else ""
    told = Markup('<span class="{}">{}</span>').format(
        "dark-name" if is_dark else "name", material.term(card.name, shown, dark=is_dark)
    )
    of = [f"no. {number}"] if number else []
    of += [change.field] if change.field != "text" else []
    return told + Markup(' <span class="no">{}</span>').format(", ".join(of)) if of else told


def _kind(material: Material, change: Change) -> Markup:
    told = change.told[:1].upper() + change.told[1:]
    return _mark(material, "stands" if change.stands else change.play, told)


def _mark(material: Material, play: str, words: str) -> Markup:
    """Words behind the mark of what is played, drawn as a ground: the words say it all."""
    if play not in _MARKS:
        return Markup('<span class="kind">{}</span>').format(words)
    address = f"made/errata-{play}.svg"
    material.drawings[address] = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12" width="12" height="12">{_MARKS[play]}</svg>'
    ).encode()
    return Markup('<span class="kind" style="background-image: url(/{})">{}</span>').format(address, words)


def _marked(material: Material, stretches: Sequence[Stretch], element: str) -> Markup:
    """A text whose changed stretches stand in `element`."""
    made = []
    for each in stretches:
        html = Markup("").join(map(material.glyph, each.tokens)) if each.tokens else Markup("{}").format(each.text)
        # Boxed: a line that is filled exactly would be broken after its first word.
        html = Markup("<span>{}</span>").format(html)
        html = Markup("<em>{}</em>").format(html) if each.italic else html
        html = Markup("<strong>{}</strong>").format(html) if each.bold else html
        made.append(Markup(f"<{element}>{{}}</{element}>").format(html) if each.changed else html)
    return Markup("").join(made)
