"""Stored simulations know what they were played on, and are refused when that has changed."""

import json
from pathlib import Path

import pytest

from pipeline.load import load_game
from pipeline.model import Game
from pipeline.project import Project
from pipeline.rules.stored import check_simulations
from tests.load.test_simulations import GAME
from tests.projects import copy_project, press

FILE = Path("card_data") / GAME / "simulations" / "draft-5-demo-1.json"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which a few games of the demo were simulated and kept."""
    root = copy_project(tmp_path_factory.mktemp("played"), GAME)
    run = press(root, "simulate", GAME, "--games", "3", "--jobs", "1", "--store", "2026-10-31", "--json")
    assert run.returncode == 0, run.stderr
    told, kept = json.loads(run.stdout), json.loads((root / FILE).read_text("utf-8"))
    assert kept == {"date": "2026-10-31", **told, "run_on": kept["run_on"]}
    assert list(kept["run_on"]) == ["cards", "decks", "rules", "engine"]
    return root


def game_of(root: Path) -> Game:
    game, problems = load_game(Project(root), GAME, examples=True)
    assert game is not None and not problems
    return game


def test_what_was_just_played_is_of_the_game_at_hand(played: Path) -> None:
    game = game_of(played)
    assert [each.id for each in game.simulations] == ["draft-5-demo-1"]
    assert check_simulations(game) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("cards/strongholds.csv", "Pride,S-01,5,5,7", "Pride,S-01,5,6,7", "on other cards"),
        ("decks/demo-esther.csv", "basic-anointing-red,4", "basic-anointing-red,5", "with other decks"),
        ("rulesets/draft-5.toml", "life = 30", "life = 31", "under other numbers of its ruleset"),
    ],
)
def test_a_change_in_the_game_is_told(played: Path, tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    copy_project(tmp_path, GAME)
    stored = tmp_path / FILE
    stored.parent.mkdir()
    stored.write_bytes((played / FILE).read_bytes())
    assert check_simulations(game_of(tmp_path)) == []
    path = tmp_path / "card_data" / GAME / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    game, _ = load_game(Project(tmp_path), GAME, examples=True)
    assert game is not None
    line = stored.read_text("utf-8").splitlines().index('  "run_on": {') + 1
    assert [str(each) for each in check_simulations(game)] == [
        f"{FILE.as_posix()}:{line}:run_on: was played {told}; play it again: cardpress simulate {GAME} "
        "--ruleset draft-5 --mode demo --players 1 --games 3 --bots sensible --seed 1 --store DATE"
    ]


def test_what_no_game_hangs_on_may_change(played: Path, tmp_path: Path) -> None:
    copy_project(tmp_path, GAME)
    stored = tmp_path / FILE
    stored.parent.mkdir()
    stored.write_bytes((played / FILE).read_bytes())
    path = tmp_path / "card_data" / GAME / "cards" / "strongholds.csv"
    text = path.read_text("utf-8").replace("Proverbs 16:18", "Proverbs 29:23", 1).replace("S-02", "S-72", 1)
    path.write_text(text, encoding="utf-8")
    assert check_simulations(game_of(tmp_path)) == []


def test_another_engine_is_told(played: Path, tmp_path: Path) -> None:
    copy_project(tmp_path, GAME)
    stored = tmp_path / FILE
    stored.parent.mkdir()
    kept = json.loads((played / FILE).read_text("utf-8"))
    kept["run_on"]["engine"] = "0"
    stored.write_text(json.dumps(kept, indent=2), encoding="utf-8")
    assert ["was played by another engine" in str(each) for each in check_simulations(game_of(tmp_path))] == [True]


def test_a_day_that_is_none_is_wrong_usage(played: Path) -> None:
    run = press(played, "simulate", GAME, "--games", "1", "--store", "today")
    assert run.returncode == 2
    assert '"today" is no day; write it as 2026-10-31' in run.stderr
