"""What a game's cards meant in an earlier edition, and what has changed since."""

from dataclasses import dataclass
from typing import Final, Literal

from pipeline.language import Language, Node
from pipeline.model import Card, Edition, Game, Rich
from pipeline.problem import Place, Problems
from pipeline.rules.games import card_language, languages, older_language, subject

_TEXT: Final = "text"
#: The author's words for a wording that only quotes a part of the text, which is today's; for one that was made clearer
#: and plays as before; and for one that plays otherwise. An author may have other words, which say nothing of the play.
NO_CHANGE: Final = "no change"
CLEARER: Final = "clarity only"
OTHERWISE: Final = "plays otherwise"
#: What the trees of two wordings say: the same play, other play, nothing since one of them cannot be read, or nothing
#: since they are not played: a name, or the cards of a game without mechanics.
Play = Literal["same", "otherwise", "unread", "unplayed"]


@dataclass(frozen=True, slots=True)
class Change:
    """How a field of a card was worded in an edition, and how it is worded today; both are empty where there is none.

    `kind` is the author's word for the change, empty where the author has none; `place` is the edition's row.
    """

    card: Card
    field: str
    before: str
    after: str
    kind: str
    play: Play
    place: Place

    @property
    def stands(self) -> bool:
        """Whether what was printed still stands: the card need not be printed again."""
        return self.kind == NO_CHANGE or self.before == self.after

    @property
    def told(self) -> str:
        """The kind of change in words: the author's; where the author has none, what the trees say."""
        if self.kind or self.stands:
            return self.kind or NO_CHANGE
        return {"same": "same play", "otherwise": OTHERWISE}.get(self.play, "new wording")


def changes(game: Game, edition: str) -> list[Change]:
    """Everything that an edition of the game words itself, beside today's wording, in the edition's order; fields that
    still stand as well. The edition must be one of the game's (KeyError)."""
    older = game.editions[edition]
    played = bool(languages(game))
    past, today = (older_language(game), card_language(game)) if played else (None, None)
    found = []
    for name, wording in older.wording.items():
        card = game.cards[name]
        for field, before in wording.items():
            value = card.name if field == "name" else card.fields.get(field)
            after = "" if value is None else str(value)
            kind = older.changes.get(name, {}).get(field, "")
            play: Play = "unplayed"
            if kind == NO_CHANGE or before == after:
                play = "same"
            elif past and today and field == _TEXT and isinstance(value, Rich):
                trees = meaning(past, card, before), meaning(today, card, after)
                play = "unread" if None in trees else "same" if trees[0] == trees[1] else "otherwise"
            found.append(Change(card, field, before, after, kind, play, older.places[name][field]))
    return found


def meaning(language: Language, card: Card, text: str) -> Node | None:
    """The tree of a card's text; None where it has not one reading."""
    readings = language.read(text, subject(card))
    return None if readings.error else readings.tree


def edition_trees(game: Game, edition: str, language: Language | None = None) -> dict[str, Node]:
    """The trees of the texts that an edition of the game words itself, by card; every other card means what it does
    today. `language`: the game's older one, where it is at hand.

    Raises NoWordsError for a game without mechanics, and Refused with a problem, at file and line of the edition, for
    every text that has not one reading. The edition must be one of the game's (KeyError).
    """
    language, problems = language or older_language(game), Problems()
    older = game.editions[edition]
    trees: dict[str, Node] = {}
    for card in older.wording:
        text = worded_in(older, card)
        if text is None:
            continue
        readings = language.read(text, subject(game.cards[card]))
        if (error := readings.error) is None:
            trees[card] = readings.tree
        else:
            problems.add(older.places[card][_TEXT].at("wording"), f"col {error.column}: {error.message}", error.hint)
    problems.refuse()
    return trees


def worded_in(edition: Edition, card: str) -> str | None:
    """The text that an edition has for a card and that may mean something else than today's; None where it has none."""
    if edition.changes.get(card, {}).get(_TEXT) == NO_CHANGE:
        return None
    return edition.wording.get(card, {}).get(_TEXT)
