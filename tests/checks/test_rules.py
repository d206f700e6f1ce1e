"""Rulesets that the engine can use, and records that print what it plays."""

from pathlib import Path

import pytest
from projects import copy_project

from pipeline.checks.rules import check_rules
from pipeline.load import load_game
from pipeline.project import Project
from pipeline.rules import Rulebooks

GAME = "light-vs-darkness"


def problems(root: Path) -> list[str]:
    game, found = load_game(Project(root), GAME)
    assert game is not None and not found
    return [str(problem) for problem in check_rules(Rulebooks(game))]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_the_game_fits_its_rules(tmp_path: Path) -> None:
    assert problems(copy_project(tmp_path, GAME)) == []


def test_a_mentor_that_prints_other_strength_than_is_played(tmp_path: Path) -> None:
    root = copy_project(tmp_path, GAME)
    edit(root / f"card_data/{GAME}/rulesets/draft-5.toml", "transformed_atk = 7", "transformed_atk = 8")
    found = problems(root)
    assert len(found) == 7
    assert "the card prints 7, and a Transformed Mentor has 8 (R353)" in found[0]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("strongholds = 15  ", "strongholds = 14  ", "the Dark Deck has 14 Strongholds (R370), the records 15"),
        ("total_mp = 106", "total_mp = 105", "the rewards come to 105 MP (R702), those of the records to 106"),
        ("most = 7   #", "most = 4   #", "the-blood-of-the-lamb: costs 5, and costs range from 0 to 4 (R208)"),
    ],
)
def test_records_that_do_not_fit(tmp_path: Path, old: str, new: str, told: str) -> None:
    root = copy_project(tmp_path, GAME)
    edit(root / f"card_data/{GAME}/rulesets/draft-5.toml", old, new)
    assert any(told in problem for problem in problems(root))


def in_every_ruleset(root: Path, old: str, new: str) -> list[str]:
    """Problems where all rulesets of the game have the same change; they have to be alike in names and kinds."""
    for path in (root / f"card_data/{GAME}/rulesets").iterdir():
        edit(path, old, new)
    return [problem.removeprefix(f"card_data/{GAME}/rulesets/") for problem in problems(root)]


def test_a_rule_that_the_engine_does_not_know(tmp_path: Path) -> None:
    found = in_every_ruleset(copy_project(tmp_path, GAME), "[turn]", "[turn]\ndrow = 2")
    assert len(found) == 3
    assert 'draft-5.toml:38:turn.drow: the engine knows no such rule; did you mean "turn.draw"?' in found


def test_a_rule_that_is_left_out(tmp_path: Path) -> None:
    root = copy_project(tmp_path, GAME)
    for path in (root / f"card_data/{GAME}/rulesets").iterdir():
        lines = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if not line.startswith("snake")), "utf-8")
    assert [problem.split(": ", 1)[1] for problem in problems(root)] == ['no value for "draft.snake"'] * 3


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("resurrection = 15 ", 'resurrection = "15" ', "draft-5.toml:84:life.resurrection: must be a whole number"),
        (
            "copies_of_a_rare_discipline = ",
            "copies_of_a_rare_discipline = true # ",
            "draft-5.toml:107:components.copies_of_a_rare_discipline: must be a whole number",
        ),
        ("mulligan = ", "mulligan = 1 # ", "draft-5.toml:18:start.mulligan: must be true or false"),
        ("wild = ", "wild = 1 # ", "draft-5.toml:44:anointing.wild: must be a text"),
        ("tiebreakers = ", "tiebreakers = [1] # ", 'draft-5.toml:97:win.tiebreakers: no tiebreaker "1"; known are'),
        ("tiebreakers = ", 'tiebreakers = "" # ', "draft-5.toml:97:win.tiebreakers: must be a list of texts"),
    ],
)
def test_a_value_of_another_kind(tmp_path: Path, old: str, new: str, told: str) -> None:
    found = in_every_ruleset(copy_project(tmp_path, GAME), old, new)
    assert len(found) == 3
    assert any(problem.startswith(told) for problem in found), found


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("hand_limit = 7 ", "hand_limit = -1 ", "draft-5.toml:40:turn.hand_limit: must be at least 0"),
        ("interval = 2 ", "interval = 0 ", "draft-5.toml:71:dark.interval: must be at least 1"),
        ("defeats = 2 ", "defeats = 0 ", "draft-5.toml:85:life.defeats: must be at least 1"),
        ("most = 4 ", "most = 0 ", "draft-5.toml:8:players.most: is less than the least, 1"),
        ('wild = "" ', 'wild = "rde" ', 'draft-5.toml:44:anointing.wild: no color "rde"; did you mean "red"?'),
        (
            '"highest remaining Life"',
            '"highest Life"',
            'draft-5.toml:97:win.tiebreakers: no tiebreaker "highest Life"; did you mean "highest remaining Life"?',
        ),
    ],
)
def test_a_value_that_no_game_can_have(tmp_path: Path, old: str, new: str, told: str) -> None:
    root = copy_project(tmp_path, GAME)
    edit(root / f"card_data/{GAME}/rulesets/draft-5.toml", old, new)
    assert [problem.removeprefix(f"card_data/{GAME}/rulesets/") for problem in problems(root)] == [told]
