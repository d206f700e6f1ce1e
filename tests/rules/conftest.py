"""Light VS Darkness as it stands, and its languages."""

from functools import cache
from pathlib import Path

import pytest

from pipeline.language import Language
from pipeline.load import load_game
from pipeline.model import Card, Game
from pipeline.project import Project
from pipeline.rules import card_language

ROOT = Path(__file__).resolve().parents[2]


@cache
def load(scenarios: bool = False) -> Game:
    """The game, read once: nothing changes it."""
    loaded, problems = load_game(Project(ROOT), "light-vs-darkness", scenarios=scenarios)
    assert loaded is not None and not problems, "\n".join(map(str, problems))
    return loaded


@pytest.fixture(scope="session")
def lvd() -> Game:
    return load()


@pytest.fixture(scope="session")
def whole() -> Game:
    """The game with its scenarios, and all that is kept of them."""
    return load(scenarios=True)


@pytest.fixture(scope="session")
def english(lvd: Game) -> Language:
    return card_language(lvd)


@pytest.fixture(scope="session")
def spanish(lvd: Game) -> Language:
    return card_language(lvd, "es")


def distinct(game: Game) -> dict[str, Card]:
    """Each text of the game once, with a card that bears it."""
    texts: dict[str, Card] = {}
    for card in game.cards.values():
        if text := card.fields.get("text"):
            texts.setdefault(str(text), card)
    return texts
