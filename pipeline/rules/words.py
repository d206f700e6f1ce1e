"""A game's printed words held against its mechanics: every text reads, in one way, and stands in house style."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from pipeline.language import Language, Readings, same_words
from pipeline.model import Card, Game, Rich
from pipeline.problem import Place, Problem
from pipeline.rules.games import card_language, languages, subject


@dataclass(frozen=True, slots=True)
class CardWords:
    """A card's text in one column, and what it means. `canonical` is its house style, or None where it does not read.

    Text from the source documents is canonical as it stands.
    """

    card: Card
    column: str
    text: str
    readings: Readings
    canonical: str | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text as it stands, and in house style."""

    place: Place
    before: str
    after: str


def read_words(
    game: Game, cards: Collection[str] | None = None, language: Language | None = None
) -> Iterator[CardWords]:
    """Read every rich text of the game, or of `cards`, in its `language` where that is at hand. Raises NoWordsError for
    a game without mechanics."""
    language = language or card_language(game)
    for card in game.cards.values():
        if cards is not None and card.id not in cards:
            continue
        for column, text in card.fields.items():
            if not isinstance(text, Rich) or not text:
                continue
            whose = subject(card)
            readings = language.read(text, whose)
            canonical = None
            if readings.error is None:
                settled = card.provenance.get(column) == "source"
                written = text if settled else language.write(readings.tree, whose)
                canonical = str(text) if same_words(written, text) else written
            yield CardWords(card, column, str(text), readings, canonical)


def check_words(game: Game, cards: Collection[str] | None = None, language: Language | None = None) -> list[Problem]:
    """Both gates of a strict game: each text of it, or of `cards`, has one reading, and is written as its reading is.

    A game whose words are under review or off has no problems here; `read_words` tells how many texts do not read.
    """
    if game.words != "strict":
        return []
    if not languages(game):
        place = Place(f"card_data/{game.id}/game.toml", None, "words")
        return [Problem(place, "no mechanics are known for this game", 'write words = "off"')]
    return [problem for words in read_words(game, cards, language) if (problem := _flaw(words)) is not None]


def _flaw(words: CardWords) -> Problem | None:
    place = words.card.place.at(words.column)
    if (error := words.readings.error) is not None:
        return Problem(place, f"col {error.column}: {error.message}", error.hint)
    if words.canonical is None or words.canonical == words.text:
        return None
    column = next(
        (at for at, (first, second) in enumerate(zip(words.text, words.canonical, strict=False), 1) if first != second),
        min(len(words.text), len(words.canonical)) + 1,
    )
    return Problem(place, f"col {column}: is not in house style", f'write "{words.canonical}"')


def format_words(game: Game) -> list[Proposal]:
    """Texts that read and are not in house style, with what they should be. Source text is never among them."""
    return [
        Proposal(words.card.place.at(words.column), words.text, words.canonical)
        for words in read_words(game)
        if words.canonical is not None and words.canonical != words.text
    ]
