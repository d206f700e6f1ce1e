"""The engine is held to every scenario: what a person took from the printed words."""

from dataclasses import replace
from functools import cache

import pytest

from pipeline.load import load_game
from pipeline.model import Game, Scenario
from pipeline.project import Project
from pipeline.rules import Rulebooks

from .conftest import ROOT


@cache
def load() -> Game:
    """The game with its scenarios. Those that cannot be read fail a test of their own."""
    loaded, _ = load_game(Project(ROOT), "light-vs-darkness", scenarios=True)
    assert loaded is not None
    return loaded


@cache
def rulebooks() -> Rulebooks:
    return Rulebooks(load())


def named(scenario: Scenario) -> str:
    """As `-k` finds it: the file's name and the title."""
    return f"{scenario.place.file.rpartition('/')[2].removesuffix('.toml')}: {scenario.title}"


@pytest.mark.parametrize("scenario", load().scenarios, ids=named)
def test_scenario(scenario: Scenario) -> None:
    found = rulebooks().run(scenario)
    if not found.passed:
        lines = [*([found.stopped] if found.stopped else []), *map(str, found.differences)]
        told = "\n  ".join([f"{scenario.place.file}:{scenario.place.line} {scenario.title}", *lines])
        pytest.fail(told, pytrace=False)


def test_all_can_be_read() -> None:
    _, problems = load_game(Project(ROOT), "light-vs-darkness", scenarios=True)
    assert not problems, "\n".join(map(str, problems))


def test_all_hold_when_cards_are_added() -> None:
    """The game grows: more Equipment, One Time cards and Living Truths make no scenario false."""
    game = load()
    more = {
        f"{card.id}-more": replace(card, id=f"{card.id}-more", name=f"{card.name} More")
        for card in game.cards.values()
        if card.kind in ("equipment", "one-time", "living-truth")
    }
    assert len(more) > 20
    grown = Rulebooks(replace(game, cards={**game.cards, **more}))
    failed = [scenario.title for scenario in game.scenarios if not grown.run(scenario).passed]
    assert not failed
