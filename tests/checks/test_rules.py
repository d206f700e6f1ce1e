"""Rulesets that the engine can use, and records that print what it plays."""

from pathlib import Path

import pytest
from projects import copy_project

from pipeline.checks.rules import check_rules
from pipeline.load import load_game
from pipeline.project import Project

GAME = "light-vs-darkness"


def problems(root: Path) -> list[str]:
    game, found = load_game(Project(root), GAME)
    assert game is not None and not found
    return [str(problem) for problem in check_rules(game)]


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


def test_a_rule_that_the_engine_does_not_know(tmp_path: Path) -> None:
    root = copy_project(tmp_path, GAME)
    for path in (root / f"card_data/{GAME}/rulesets").iterdir():
        edit(path, "[turn]", "[turn]\ndrow = 2")
    found = problems(root)
    assert len(found) == 3
    assert all("the engine knows no such rule" in problem for problem in found)


def test_a_value_of_another_kind(tmp_path: Path) -> None:
    root = copy_project(tmp_path, GAME)
    for path in (root / f"card_data/{GAME}/rulesets").iterdir():
        edit(path, "[life]\nresurrection = 15", '[life]\nresurrection = "15"')
    assert [problem.split(": ")[1] for problem in problems(root)] == ["must be a whole number"] * 3
