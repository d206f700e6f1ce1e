"""How many copies of each card a print run has."""

from collections.abc import Callable, Mapping
from typing import Final

from pipeline.model import Game
from pipeline.rules.light_vs_darkness.components import components

_SETS: Final[Mapping[str, Callable[[Game], Mapping[str, int]]]] = {"light-vs-darkness": components}


def print_run(game: Game) -> dict[str, int]:
    """Copies of every card of a game by id, at least 1: by the game's own rules, where they say what a full set is;
    else as many as the deck that takes most of it."""
    if game.id in _SETS:
        return dict(_SETS[game.id](game))
    copies = dict.fromkeys(game.cards, 1)
    for deck in game.decks.values():
        for entry in deck.entries:
            copies[entry.card] = max(copies[entry.card], entry.quantity)
    return copies
