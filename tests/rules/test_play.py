"""One game: taken back, saved and played again, by a person at a terminal."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from projects import press

from pipeline.model import Game
from pipeline.problem import Place, Refused
from pipeline.rules.play import IllegalMoveError
from pipeline.rules.replays import Replay, cards_digest, open_match, play_again, read_replay, write_replay

ROOT = Path(__file__).resolve().parents[2]
GAME = "light-vs-darkness"
DEMO = Replay(game=GAME, ruleset="draft-5", mode="demo", players=2, seed="5")


def test_a_move_taken_back_leaves_the_game_as_it_was(lvd: Game) -> None:
    match = open_match(lvd, DEMO, Place("x"))
    for _ in range(12):
        match.play_by_bot()
    before = (match.view(), match.labels(), match.story())
    match.play_by_bot()
    assert match.story() != before[2] or match.labels() != before[1]
    match.back(12)
    assert (match.view(), match.labels(), match.story()) == before


def test_a_saved_game_is_played_again(lvd: Game, tmp_path: Path) -> None:
    match = open_match(lvd, DEMO, Place("x"))
    while not match.over:
        match.play_by_bot()
    path = tmp_path / "game.toml"
    path.write_text(write_replay(DEMO.model_copy(update={"moves": match.moves, "cards": cards_digest(lvd)})), "utf-8")
    again = play_again(lvd, read_replay(path), path)
    assert not again.other_cards
    assert again.match.story() == match.story()
    assert again.match.result() == match.result()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('mode = "demo"', 'mode = "demmo"'), 'game.toml::mode: there is no mode "demmo"; did you mean "demo"?'),
        (('ruleset = "draft-5"', 'ruleset = "draft-9"'), 'there is no ruleset "draft-9"'),
        (("players = 2", "players = 9"), "9 players are too many"),
        (("players = 2", "playres = 2"), 'did you mean "players"?'),
        (("moves = [", 'moves = [\n    "play the-moon",'), 'game.toml:10:moves: "play the-moon"'),
        (("moves = [", "moves = [,"), "game.toml: is no TOML"),
    ],
)
def test_a_replay_that_does_not_fit(lvd: Game, tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    path = tmp_path / "game.toml"
    text = write_replay(DEMO)
    assert change[0] in text
    path.write_text(text.replace(*change), "utf-8")
    with pytest.raises(Refused) as refused:
        play_again(lvd, read_replay(path), path)
    assert problem in "\n".join(map(str, refused.value.problems))


def test_an_illegal_move_names_its_rule(lvd: Game) -> None:
    match = open_match(lvd, DEMO, Place("x"))
    while match.table.choice is None or match.table.choice.kind != "anointing":
        match.play_by_bot()
    before = (list(match.moves), match.labels())
    with pytest.raises(IllegalMoveError) as error:
        match.play("attack stronghold-pride with put-on-praise")
    assert error.value.rule == "R550"
    assert (match.moves, match.labels()) == before


# the command ----------------------------------------------------------------------------------------------------------


def test_the_command_tells_a_game() -> None:
    run = press(ROOT, "play", GAME, "--seed", "3")
    assert run.returncode == 0, run.stderr
    assert "Round 1\n=======" in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 80


def test_the_command_writes_json() -> None:
    run = press(ROOT, "play", GAME, "--seed", "3", "--json")
    told = json.loads(run.stdout)
    assert set(told) == {"events", "result"}
    assert told["result"]["winner"] in ("light", "dark")
    assert told["events"][-1].endswith(".")


def interactive(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pipeline", "play", GAME, "--interactive", "--deck", "demo-esther", *arguments],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_person_plays_takes_back_saves_and_leaves(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    run = interactive(f"?\nplay the-moon\n1\nu\n1\ns {path}\nq\n")
    assert run.returncode == 0, run.stderr
    assert "take your last move back" in run.stdout
    assert '"play the-moon": the-moon is not in hand (R540).' in run.stdout
    assert run.stdout.count("Play a generator.") >= 2
    assert f"Saved as {path}." in run.stdout
    saved = read_replay(path)
    assert len(saved.moves) == 1
    on = press(ROOT, "play", GAME, "--replay", str(path))
    assert on.returncode == 0, on.stderr


def test_the_end_of_input_ends_the_game() -> None:
    run = interactive("1\n")
    assert run.returncode == 0
    assert "Traceback" not in run.stderr


def test_a_game_played_by_the_bot_alone_ends() -> None:
    run = interactive("b\n" * 400, "--seed", "2")
    assert run.returncode == 0
    assert "The Darkness wins." in run.stdout or "The Light wins" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [(("--deck", "demo-ester"), 'did you mean "demo-esther"?'), (("--mode", "solo"), 'there is no mode "solo"')],
)
def test_wrong_usage(arguments: tuple[str, ...], told: str) -> None:
    run = press(ROOT, "play", GAME, *arguments)
    assert run.returncode == 2
    assert told in run.stderr
