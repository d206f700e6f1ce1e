"""Light VS Darkness, Version 5 (Draft 5): the mechanics its cards use, and their words."""

from collections.abc import Callable, Mapping
from typing import Final

from pipeline.language import ENGLISH, SPANISH, Language, Node, Speech, Subject, Term, WordForms
from pipeline.model import Card, Game
from pipeline.rules.light_vs_darkness import english, older, spanish
from pipeline.rules.light_vs_darkness.effects import EFFECTS
from pipeline.rules.light_vs_darkness.sense import SENSE
from pipeline.rules.light_vs_darkness.statics import STATICS
from pipeline.rules.light_vs_darkness.triggers import TRIGGERS
from pipeline.rules.mechanics.composition import COMPOSITION, Text
from pipeline.rules.mechanics.selectors import SELECTORS

#: Every class that may stand in a tree of this game.
MECHANICS: Final[tuple[type[Node], ...]] = (*COMPOSITION, *SELECTORS, *TRIGGERS, *EFFECTS, *STATICS)

#: The modules that keep the rules, but for the mechanics of any game.
ENGINE: Final = tuple(
    f"{__name__}.{module}"
    for module in (
        "costs", "darkness", "designs", "effects", "matches", "moves", "setup", "statics", "table", "triggers", "turn",
    )
)

_Vocabulary = Callable[[Game], Mapping[type[Term], Mapping[str, WordForms]]]
LANGUAGES: Final[Mapping[str, tuple[Speech, _Vocabulary]]] = {
    "en": (ENGLISH, english.vocabulary),
    "es": (SPANISH, spanish.vocabulary),
}


def language(game: Game, code: str) -> Language:
    """The game's language; any card of the game may be the one that a text without a card is on."""
    speech, vocabulary = LANGUAGES[code]
    return Language(speech, Text, MECHANICS, vocabulary(game), SENSE, _subjects(game))


def older_language(game: Game) -> Language:
    """The English of the game's earlier editions."""
    kept = [mechanic for mechanic in MECHANICS if mechanic not in older.REPLACED]
    words = older.vocabulary(game)
    return Language(older.SPEECH, Text, (*kept, *older.OLDER), words, SENSE, _subjects(game))


def _subjects(game: Game) -> list[Subject]:
    return [subject(card) for card in game.cards.values()]


def subject(card: Card) -> Subject:
    """A card as its own text speaks of it; texts repeat the MP of Strongholds."""
    mp = card.fields.get("mp")
    return Subject(card.name, {"mp": int(mp)} if isinstance(mp, int) else {}, card.kind)
