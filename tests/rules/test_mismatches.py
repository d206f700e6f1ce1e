"""The six ways in which printed words and play come apart, each planted in a project of its own and caught."""

from pathlib import Path

import pytest
from projects import copy_project, press

from pipeline.checks.scenarios import check_scenarios
from pipeline.load import load_game
from pipeline.project import Project

GAME = "light-vs-darkness"


def caught(root: Path, file: str, before: str, after: str) -> list[str]:
    """Problems of the project's scenarios when `before` is `after` in one of the game's files."""
    copy_project(root, GAME)
    path = root / "card_data" / GAME / file
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
    game, problems = load_game(Project(root), GAME, scenarios=True)
    assert game is not None
    assert problems == ()
    return [str(problem) for problem in check_scenarios(game)]


#: What is planted: file, words, words in their place; and what a scenario says of it: its title, wanted, found.
MISMATCHES = {
    "a dropped condition": (
        "cards/strongholds.csv",
        "if you have fewer than 2 Truth cards in play, discard 1 card",
        "discard 1 card",
        "A Living Truth and its Equipment are 2 Truth cards: nothing is discarded",
        "mary.hand: wanted giving, passover, solitude, found passover, solitude",
    ),
    "a wrong number": (
        "cards/one-time.csv",
        "R+2,,Deal 4 damage to a Stronghold.",
        "R+2,,Deal 5 damage to a Stronghold.",
        "R+2: the letter takes red, the number green and colorless",
        "stronghold-fear: wanted damage 4, found damage 5",
    ),
    "a wrong side": (
        "cards/living-truths.csv",
        '"When this enters, heal 3 to each player."',
        '"When this enters, heal 3."',
        "At 28 Life one gets 2 back, at 27 all 3",
        "mary.life: wanted 30, found 27",
    ),
    "a missing keyword": (
        "cards/one-time.csv",
        "P-15,red,R,yes,",
        "P-15,red,R,,",
        "In a Reaction Window only the two marked Reaction can be played",
        'offered: wanted "play passover", found paul is asked (window, round 3): play the-lions-mouths, pass',
    ),
    "errata in the text alone": (
        "cards/strongholds.csv",
        "in play lose 3 anointing",
        "in play lose 2 anointing",
        "Whoever has the fewest anointing cards in play loses 3",
        "daniel.owed: wanted 3, found 2",
    ),
    "errata in the play alone": (
        "scenarios/strongholds.toml",
        'hand = ["2 simplicity"]\n[scenario.expect]\n"esther.owed" = 0\n"daniel.owed" = 3',
        'hand = ["2 simplicity"]\n[scenario.expect]\n"esther.owed" = 0\n"daniel.owed" = 2',
        "Whoever has the fewest anointing cards in play loses 3",
        "daniel.owed: wanted 2, found 3",
    ),
    "a text copied from another card": (
        "cards/one-time.csv",
        "R+1,,Deal 3 damage to a Stronghold.",
        "R+1,,Heal 3.",
        "A surcharge is generic: green pays Poverty's 1",
        "stronghold-poverty: wanted damage 3, found ready",
    ),
}


@pytest.mark.parametrize("planted", MISMATCHES)
def test_it_is_caught_with_the_words_that_tell_where(planted: str, tmp_path: Path) -> None:
    file, before, after, title, found = MISMATCHES[planted]
    problems = caught(tmp_path, file, before, after)
    (told,) = [problem for problem in problems if f" {title}: " in problem]
    assert found in told
    assert told.startswith(f"card_data/{GAME}/scenarios/")


def test_the_project_that_nothing_is_planted_in_has_no_mismatch(tmp_path: Path) -> None:
    same = "Deal 3 damage to a Stronghold."
    assert caught(tmp_path, "cards/one-time.csv", same, same) == []


def test_check_refuses_the_project(tmp_path: Path) -> None:
    caught(tmp_path, *MISMATCHES["a wrong number"][:3])
    told = press(tmp_path, "check", GAME)
    assert told.returncode == 1
    assert "stronghold-fear: wanted damage 4, found damage 5" in told.stderr
