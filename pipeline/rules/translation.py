"""A game in another human language: texts written from their trees, names and other printed words from data.

`card_data/<game>/words/<language>.toml` holds what no tree can tell: names of cards, kinds and colors, books of the
Bible, words of symbols, and the phrases that face templates print. All of it is the project's own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pydantic import Field

from pipeline.language import Language
from pipeline.load.toml import Entry, Toml, read_toml
from pipeline.model import Card, Color, Game, Provenance, Rich, Scripture, Value
from pipeline.problem import Place, Problem, Problems, Refused, nearest
from pipeline.project import Project
from pipeline.rules.games import card_language, subject


class _Color(Entry):
    name: str
    words: dict[str, str] = Field(default_factory=dict)


class _Words(Entry):
    name: str = ""
    cards: dict[str, str]
    kinds: dict[str, str]
    colors: dict[str, _Color]
    symbols: dict[str, str] = Field(default_factory=dict)
    books: dict[str, str]
    phrases: dict[str, str] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Translation:
    """A game's printed words in a language; `phrases` maps what templates say to how it is said there."""

    language: str
    name: str
    cards: Mapping[str, str]
    kinds: Mapping[str, str]
    colors: Mapping[str, str]
    color_words: Mapping[str, Mapping[str, str]]
    symbols: Mapping[str, str]
    books: Mapping[str, str]
    phrases: Mapping[str, str]


def read_translation(game: Game, language: str) -> Translation:
    """Read the game's words in a language. Raises Refused with every problem: a card without a name, an unknown id."""
    problems = Problems()
    project = Project(game.folder.parents[1])
    file = f"card_data/{game.id}/words/{language}.toml"
    if not (game.folder / "words" / f"{language}.toml").is_file():
        known = sorted(path.stem for path in (game.folder / "words").glob("*.toml"))
        hint = nearest(language, known) or (f"known are {', '.join(known)}" if known else "")
        raise Refused([Problem(Place(file), f'"{game.id}" has no words in "{language}"', hint)])
    toml = read_toml(project, file, problems)
    words = toml.check(_Words, problems) if toml is not None else None
    if toml is None or words is None:
        raise Refused(problems.found)
    values = [value for card in game.cards.values() for value in card.fields.values()]
    books = {value.book for value in values if isinstance(value, Scripture)}
    _complete(toml, "cards", words.cards, game.cards, problems)
    _complete(toml, "kinds", words.kinds, game.kinds, problems)
    _complete(toml, "colors", words.colors, game.colors, problems)
    _complete(toml, "books", words.books, sorted(books), problems, extra=True)
    _complete(toml, "symbols", words.symbols, game.symbols, problems, whole=False)
    problems.refuse()
    return Translation(
        language,
        words.name or game.name,
        words.cards,
        words.kinds,
        {color: entry.name for color, entry in words.colors.items()},
        {color: entry.words for color, entry in words.colors.items()},
        words.symbols,
        words.books,
        words.phrases,
    )


def _complete(
    toml: Toml,
    table: str,
    given: Mapping[str, object],
    wanted: Mapping[str, object] | list[str],
    problems: Problems,
    *,
    whole: bool = True,
    extra: bool = False,
) -> None:
    """Every wanted id has its words, and no other has."""
    for key in given:
        if key not in wanted and not extra:
            problems.add(toml.place(table, key), f'there is no "{key}" among the {table}', nearest(key, wanted))
    for key in wanted if whole else ():
        if key not in given:
            problems.add(toml.place(table), f'has no words for "{key}"', "add a line for it")


def translated(game: Game, language: str) -> Game:
    """The game with names, kinds, colors, scriptures and card texts in another language.

    Texts are written from the trees of today's texts. Raises Refused when a word is missing, or a text does not read;
    NoWordsError when the game's mechanics have no words in the language.
    """
    if language == "en":
        return game
    known, other = card_language(game), card_language(game, language)
    words = read_translation(game, language)
    problems = Problems()
    cards = {card.id: _card(card, words, known, other, problems) for card in game.cards.values()}
    problems.refuse()
    kinds = {kind.id: replace(kind, name=words.kinds[kind.id]) for kind in game.kinds.values()}
    colors = {color.id: _color(color, words) for color in game.colors.values()}
    symbols = {
        symbol.token: replace(symbol, words=words.symbols.get(symbol.token, symbol.words))
        for symbol in game.symbols.values()
    }
    return replace(
        game,
        name=words.name,
        language=language,
        cards=cards,
        kinds=kinds,
        colors=colors,
        symbols=symbols,
        phrases=words.phrases,
    )


def _card(card: Card, words: Translation, known: Language, other: Language, problems: Problems) -> Card:
    named = replace(card, name=words.cards[card.id])
    fields: dict[str, Value] = {}
    for column, value in card.fields.items():
        if isinstance(value, Rich) and value:
            readings = known.read(value, subject(card))
            if readings.error is not None:
                error = readings.error
                problems.add(card.place.at(column), f"col {error.column}: {error.message}", error.hint)
                continue
            fields[column] = Rich(other.write(readings.tree, subject(named)))
        elif isinstance(value, Scripture):
            book = words.books[value.book]
            # The book stands before the last space: "Psalm 23:5" is in Psalms, "1 Samuel 3:20" in 1 Samuel.
            fields[column] = replace(value, book=book, text=f"{book} {value.text.rpartition(' ')[2]}")
        else:
            fields[column] = value
    ours: dict[str, Provenance] = {column: "project" for column in fields if isinstance(fields[column], Rich)}
    return replace(named, fields=fields, provenance={**card.provenance, **ours, "name": "project"})


def _color(color: Color, words: Translation) -> Color:
    return replace(color, name=words.colors[color.id], words={**color.words, **words.color_words[color.id]})
