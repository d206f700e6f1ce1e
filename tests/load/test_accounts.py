"""What was approved and what was proven of cards: read with the scenarios, and mistakes told where they stand."""

import pytest

from pipeline.load import load_game
from pipeline.load.proven import proven_text
from pipeline.project import Project

from .conftest import Tiny


@pytest.fixture
def with_hero(tiny: Tiny) -> str:
    """The id of a card that the tiny game has."""
    return next(iter(tiny.game().cards))


def test_accounts_by_card(tiny: Tiny, with_hero: str) -> None:
    tiny.write(f"accounts/{with_hero}.txt", "Ann\nDraw 1 card.\n\nShe draws\n  Ann draws Bread — 1.\n")
    game, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert game is not None and problems == ()
    (approved,) = game.accounts.values()
    assert game.accounts.keys() == {with_hero}
    assert approved.lines == ("Ann", "Draw 1 card.", "", "She draws", "  Ann draws Bread — 1.")
    assert approved.place.file == f"card_data/tiny/accounts/{with_hero}.txt"


def test_they_are_read_with_scenarios_only(tiny: Tiny, with_hero: str) -> None:
    tiny.write(f"accounts/{with_hero}.txt", "Ann\n")
    tiny.write("proven.toml", proven_text("tiny", {with_hero: "0123456789abcdef"}))
    game = tiny.game()
    assert game.accounts == {} and game.proven == {}


def test_files_of_other_names_are_problems(tiny: Tiny, with_hero: str) -> None:
    tiny.write(f"accounts/{with_hero}x.txt", "Ann\n")
    tiny.write("accounts/notes.md", "Notes\n")
    _, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert [str(each) for each in problems] == [
        f'card_data/tiny/accounts/{with_hero}x.txt: no card "{with_hero}x"; did you mean "{with_hero}"?',
        "card_data/tiny/accounts/notes.md: is no account; only .txt files named after cards belong here",
    ]


def test_what_was_proven_reads_as_it_was_written(tiny: Tiny, with_hero: str) -> None:
    digests = {with_hero: "0123456789abcdef", "a-card-that-is-gone": "fedcba9876543210"}
    tiny.write("proven.toml", proven_text("tiny", digests))
    game, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert game is not None and problems == ()
    assert game.proven == digests


def test_a_digest_is_a_text(tiny: Tiny) -> None:
    tiny.write("proven.toml", "[cards]\nann = 3\n")
    _, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert [(each.place.file, each.place.line) for each in problems] == [("card_data/tiny/proven.toml", 2)]
