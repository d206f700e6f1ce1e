"""Words that are not played are problems of the game's check, at their place and in words."""

import shutil
from pathlib import Path

import pytest

from pipeline.checks.conformance import check_conformance
from pipeline.checks.game import check_game
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.project import Project
from pipeline.rules import Rulebooks

ROOT = Path(__file__).resolve().parents[2]
GAME = "card_data/light-vs-darkness"
WRONG = """\
# One that holds, and one that does not.

[[scenario]]
title = "Esther begins with 30 Life"
about = ["R422"]
case = "happens"
expect = { "esther.life" = 30 }
given.esther = { hand = ["the-lord-provides"] }

[[scenario]]
title = "Esther begins with 31 Life and 1 MP"
about = ["R422", "R423"]
case = "not"
expect = { "esther.life" = 31, "esther.mp" = 1 }
given.esther = { hand = ["the-lord-provides"] }
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the game and those two scenarios alone."""
    shutil.copytree(ROOT / GAME, tmp_path / GAME, ignore=shutil.ignore_patterns("scenarios"))
    (tmp_path / GAME / "scenarios").mkdir()
    (tmp_path / GAME / "scenarios/made.toml").write_text(WRONG)
    return tmp_path


def load(project: Path) -> Game:
    game, problems = load_game(Project(project), "light-vs-darkness", scenarios=True)
    assert game is not None and not problems
    return game


def test_a_failing_scenario_is_a_problem_at_its_place(project: Path) -> None:
    told = [str(problem) for problem in check_conformance(Rulebooks(load(project)))]
    assert [line for line in told if line.startswith(f"{GAME}/scenarios/")] == [
        f"{GAME}/scenarios/made.toml:10 Esther begins with 31 Life and 1 MP: "
        "esther.life: wanted 31, found 30; esther.mp: wanted 1, found 0; "
        'R422 says "Each player starts with 30 Life.": either the engine does not keep to that, or the scenario '
        "does not"
    ]


def test_cards_and_rules_that_no_scenario_speaks_for_are_problems(project: Path) -> None:
    told = [str(problem) for problem in check_conformance(Rulebooks(load(project)))]
    hint = "write one that names it in `about`"
    assert f"{GAME}/cards/strongholds.csv:3 stronghold-fear: no scenario speaks for this card; {hint}" in told
    unheld = [line for line in told if line.endswith(f": no scenario speaks for this rule; {hint}")]
    assert len(unheld) > 100
    assert not any(" R422: " in line or " R1110: " in line for line in unheld)


def test_the_check_of_a_game_runs_its_scenarios(project: Path) -> None:
    told = [str(problem) for problem in check_game(Project(project), "light-vs-darkness")]
    assert sum("scenarios/made.toml:10" in line for line in told) == 1
    assert not any("scenarios/made.toml:3" in line for line in told)


def test_words_that_do_not_read_are_told_without_what_comes_of_them(project: Path) -> None:
    cards = project / GAME / "cards/one-time.csv"
    cards.write_text(cards.read_text().replace("Draw 2 cards.", "Draw two thinsg."))
    told = [str(problem) for problem in check_game(Project(project), "light-vs-darkness")]
    assert any("one-time.csv" in line and "text" in line for line in told)
    assert not any("scenarios/" in line for line in told)


@pytest.mark.parametrize("words", ["review", "off"])
def test_only_a_strict_game_is_held_to_them(project: Path, words: str) -> None:
    settings = project / GAME / "game.toml"
    settings.write_text(settings.read_text().replace('words = "strict"', f'words = "{words}"'))
    assert check_conformance(Rulebooks(load(project))) == []
