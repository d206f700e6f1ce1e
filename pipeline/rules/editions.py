"""What a game's cards meant in an earlier edition."""

from typing import Final

from pipeline.language import Node
from pipeline.model import Game
from pipeline.problem import Problems
from pipeline.rules.games import older_language, subject

_TEXT: Final = "text"
#: The author's word for a wording that only quotes a part of the text, which is today's.
_NO_CHANGE: Final = "no change"


def edition_trees(game: Game, edition: str) -> dict[str, Node]:
    """The trees of the texts that an edition of the game words itself, by card; every other card means what it does
    today.

    Raises NoWordsError for a game without mechanics, and Refused with a problem, at file and line of the edition, for
    every text that has not one reading. The edition must be one of the game's (KeyError).
    """
    language, problems = older_language(game), Problems()
    older = game.editions[edition]
    trees: dict[str, Node] = {}
    for card, wording in older.wording.items():
        if _TEXT not in wording or older.changes.get(card, {}).get(_TEXT) == _NO_CHANGE:
            continue
        readings = language.read(wording[_TEXT], subject(game.cards[card]))
        if (error := readings.error) is None:
            trees[card] = readings.tree
        else:
            problems.add(older.places[card][_TEXT].at("wording"), f"col {error.column}: {error.message}", error.hint)
    problems.refuse()
    return trees
