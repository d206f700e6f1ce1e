"""The six ways in which printed words and play come apart, each planted in a project of its own and caught."""

from pathlib import Path

import pytest

from pipeline.checks.conformance import check_conformance
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.project import Project
from pipeline.rules import Rulebooks
from pipeline.rules.conformance import conformance
from tests.projects import copy_project, press

GAME = "light-vs-darkness"


def planted(root: Path, file: str, before: str, after: str) -> Game:
    """The project's game when `before` is `after` in one of its files."""
    copy_project(root, GAME)
    path = root / "card_data" / GAME / file
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
    game, problems = load_game(Project(root), GAME, scenarios=True)
    assert game is not None
    assert problems == ()
    return game


#: What is planted: file, words, words in their place; and what a scenario says of it: its title, wanted, found; and
#: whose words these are.
MISMATCHES = {
    "a dropped condition": (
        "cards/strongholds.csv",
        "if you have fewer than 2 Truth cards in play, discard 1 card",
        "discard 1 card",
        "A Living Truth and its Equipment are 2 Truth cards: nothing is discarded",
        "mary.hand: wanted giving, passover, solitude, found passover, solitude",
        "stronghold-heaviness",
    ),
    "a wrong number": (
        "cards/one-time.csv",
        "R+2,,Deal 4 damage to a Stronghold.",
        "R+2,,Deal 5 damage to a Stronghold.",
        "R+2: the letter takes red, the number green and colorless",
        "stronghold-fear: wanted damage 4, found damage 5",
        "the-fire-fell",
    ),
    "a wrong side": (
        "cards/living-truths.csv",
        '"When this enters, heal 3 to each player."',
        '"When this enters, heal 3."',
        "Like a Shepherd heals 2 at 28 Life, and all 3 at 27",
        "mary.life: wanted 30, found 27",
        "like-a-shepherd",
    ),
    "a missing keyword": (
        "cards/one-time.csv",
        "P-15,red,R,yes,",
        "P-15,red,R,,",
        "In a Reaction Window only the two One Time cards marked Reaction can be played",
        'offered: wanted "play passover", found paul is asked (window, round 3): play the-lions-mouths, pass',
        "passover",
    ),
    "errata in the text alone": (
        "cards/strongholds.csv",
        "in play lose 3 anointing",
        "in play lose 2 anointing",
        "Whoever has the fewest anointing cards in play loses 3",
        "daniel.owed: wanted 3, found 2",
        "stronghold-fear",
    ),
    "errata in the play alone": (
        "scenarios/strongholds.toml",
        'hand = ["2 simplicity"]\n[scenario.expect]\n"esther.owed" = 0\n"daniel.owed" = 3',
        'hand = ["2 simplicity"]\n[scenario.expect]\n"esther.owed" = 0\n"daniel.owed" = 2',
        "Whoever has the fewest anointing cards in play loses 3",
        "daniel.owed: wanted 2, found 3",
        "stronghold-fear",
    ),
    "a text copied from another card": (
        "cards/one-time.csv",
        "R+1,,Deal 3 damage to a Stronghold.",
        "R+1,,Heal 3.",
        "A Stronghold with 4 HP left stands against Father, Forgive Them",
        "stronghold-fear.hp: wanted 1, found 4",
        "father-forgive-them",
    ),
}


@pytest.mark.parametrize("kind", MISMATCHES)
def test_it_is_caught_with_the_words_that_tell_where(kind: str, tmp_path: Path) -> None:
    file, before, after, title, found, card = MISMATCHES[kind]
    game = planted(tmp_path, file, before, after)
    (told,) = [str(problem) for problem in check_conformance(Rulebooks(game)) if f" {title}: " in str(problem)]
    assert found in told
    assert told.startswith(f"card_data/{GAME}/scenarios/")
    (report,) = conformance(game, [card]).cards
    (trial,) = [trial for trial in report.trials if trial.title == title]
    assert not trial.passed and found in trial.disagreement
    assert [problem for problem in report.problems if problem.place == trial.place and found in problem.message]


#: Those in which a text is another; a mark beside it is no part of the account.
TEXTS = [kind for kind, (file, *_) in MISMATCHES.items() if "cards/" in file and kind != "a missing keyword"]


@pytest.mark.parametrize("kind", TEXTS)
def test_a_changed_text_is_no_longer_the_one_whose_play_was_approved(kind: str, tmp_path: Path) -> None:
    file, before, after, _, _, card = MISMATCHES[kind]
    (report,) = conformance(planted(tmp_path, file, before, after), [card]).cards
    places = [problem.place for problem in report.problems]
    assert (f"card_data/{GAME}/accounts/{card}.txt", 2) in [(place.file, place.line) for place in places]


def test_the_project_that_nothing_is_planted_in_has_no_mismatch(tmp_path: Path) -> None:
    same = "Deal 3 damage to a Stronghold."
    game = planted(tmp_path, "cards/one-time.csv", same, same)
    assert check_conformance(Rulebooks(game)) == []
    assert conformance(game).problems == ()


def test_check_refuses_the_project(tmp_path: Path, kept: Path) -> None:
    copy_project(tmp_path, kept=kept)
    planted(tmp_path, *MISMATCHES["a wrong number"][:3])
    told = press(tmp_path, "check", GAME)
    assert told.returncode == 1
    assert "stronghold-fear: wanted damage 4, found damage 5" in told.stderr
