"""What a scenario lays on the table is a problem of the game's check where the game does not know it."""

from pathlib import Path

import pytest
from projects import copy_project

from pipeline.checks.positions import check_positions
from pipeline.load import load_game
from pipeline.project import Project

GAME = "light-vs-darkness"
WRONG = """\
[[scenario]]
title = "Esther begins with 30 Life"
about = ["R422"]
case = "happens"
expect = { "esther.life" = 30 }

[scenario.given.esther]
hnad = ["the-lord-provides"]
"""
EXAMPLE = """\
title = "Esther plays"
do = []

[given.ester]
hand = ["the-lord-provides"]
"""


@pytest.mark.parametrize("words", ["strict", "review"])
def test_keys_and_names_that_the_game_does_not_know(tmp_path: Path, words: str) -> None:
    root = copy_project(tmp_path, GAME)
    folder = root / "card_data" / GAME
    for path in (folder / "scenarios").iterdir():
        path.unlink()
    (folder / "scenarios/made.toml").write_text(WRONG)
    (folder / "examples/made.toml").write_text(EXAMPLE)
    settings = folder / "game.toml"
    settings.write_text(settings.read_text().replace('words = "strict"', f'words = "{words}"'))
    game, problems = load_game(Project(root), GAME, scenarios=True, examples=True)
    assert game is not None and not problems
    assert [str(problem).removeprefix(f"card_data/{GAME}/") for problem in check_positions(game)] == [
        'scenarios/made.toml:8:hnad: unknown key "hnad"; did you mean "hand"?',
        'examples/made.toml:4:ester: nobody is called "ester"; did you mean "esther"?',
    ]


def test_a_game_without_mechanics_has_none() -> None:
    game, _ = load_game(Project(Path(__file__).resolve().parents[2]), "battle-for-souls", scenarios=True)
    assert game is not None
    assert check_positions(game) == []
