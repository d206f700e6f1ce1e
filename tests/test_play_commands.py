"""One game on the command line: told, or played by a person through a pipe and at a terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.rules.replays import read_replay
from tests.projects import ROOT, press, press_anew

GAME = "light-vs-darkness"


def test_the_command_tells_a_game() -> None:
    run = press_anew(ROOT, "play", GAME, "--seed", "3")
    assert run.returncode == 0, run.stderr
    assert "Round 1\n=======" in run.stdout
    assert "\x1b" not in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 80
    assert press_anew(ROOT, "play", GAME, "--seed", "3").stdout == run.stdout
    assert press(ROOT, "play", GAME, "--seed", "4").stdout != run.stdout


def test_the_command_writes_json() -> None:
    run = press(ROOT, "play", GAME, "--seed", "3", "--json")
    told = json.loads(run.stdout)
    assert set(told) == {"events", "result"}
    assert told["result"]["winner"] in ("light", "dark")
    assert told["events"][-1].endswith(".")


def test_a_deck_brings_its_player_and_a_switch_is_followed() -> None:
    run = press(ROOT, "play", GAME, "--deck", "demo-daniel", "--set", "start.life=7")
    assert "Daniel's turn (7 Life, 0 MP)" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--deck", "demo-ester"), 'did you mean "demo-esther"?'),
        (("--mode", "solo"), 'there is no mode "solo"'),
        (("--ruleset", "draft-6"), 'there is no ruleset "draft-6"'),
        (("--set", "start.lives=3"), 'did you mean "start.life"?'),
        (("--replay", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], told: str) -> None:
    run = press(ROOT, "play", GAME, *arguments)
    assert run.returncode == 2
    assert told in run.stderr


# by a person, through a pipe ------------------------------------------------------------------------------------------


def interactive(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return press(ROOT, "play", GAME, "--interactive", *arguments, typed=text)


ESTHER = ("--deck", "demo-esther")


def test_a_person_is_shown_the_table_and_asked() -> None:
    run = interactive("q\n", *ESTHER, "--seed", "4")
    assert run.returncode == 0, run.stderr
    assert "\x1b" not in run.stdout
    assert max(map(len, run.stdout.splitlines())) <= 80
    # Fear as it is printed: 4 ATK, 6 HP, 8 MP.
    assert "  Fear (4 ATK, 6 HP left, worth 8 MP): After Fear attacks," in run.stdout
    assert "You, Esther: 30 Life, 0 MP (deck 12, discard 0)" in run.stdout
    assert "    The Fire Fell (R+2): Deal 4 damage to a Stronghold.\n" in run.stdout
    asked = (
        "Which generator do you play?\n Play a generator:\n   1  Play Basic Anointing (Red)\n Go on:\n   2  Play none\n"
    )
    assert asked in run.stdout


def test_a_person_plays_takes_back_saves_and_leaves(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    run = interactive(f"1\nu\n1\ns {path}\nq\n", *ESTHER)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("Which generator do you play?") == 2
    assert f"Saved as {path}." in run.stdout
    saved = read_replay(path)
    assert saved.moves == ["play basic-anointing-red"]
    assert press(ROOT, "play", GAME, "--replay", str(path)).stdout.count("Esther plays Basic Anointing (Red).") == 1
    # What was saved is gone on with, and may be taken back.
    on = interactive("u\nq\n", "--replay", str(path))
    assert "Which generator do you play?" in on.stdout


def test_help_tells_commands_rules_and_cards() -> None:
    run = interactive("?\n? fire fell\n? the moon\nq\n", *ESTHER)
    told = " ".join(run.stdout.split())
    assert "take your last move back" in told
    assert "R530: Anointing generators are played in the Anointing Phase." in told
    assert "The Fire Fell: One Time; cost R+2. Deal 4 damage to a Stronghold." in told
    assert 'There is no card "the moon"' in told


def test_what_is_illegal_is_answered_with_its_rule() -> None:
    run = interactive("play the-moon\n77\n0\nu\nfly\nq\n", *ESTHER)
    told = " ".join(run.stdout.split())
    assert '"play the-moon": the-moon is not in hand (R540). R540: In the Main Phase, play from your hand' in told
    assert "There is no 77: answer with a number from 1 to 2, or ? for help." in told
    assert "There is no 0:" in told
    assert "There is no move of yours to take back." in told
    assert '"fly": no such move.' in told


def test_where_a_game_cannot_be_saved_it_goes_on(tmp_path: Path) -> None:
    run = interactive(f"s {tmp_path / 'no' / 'game.toml'}\nq\n", *ESTHER)
    assert run.returncode == 0
    assert "cannot be written: No such file or directory." in run.stdout


def test_with_bots_a_person_is_asked_for_the_deck_that_was_named() -> None:
    for seed in ("1", "2", "3", "4"):  # whoever begins
        run = interactive("1\n" * 5 + "q\n", *ESTHER, "--players", "2", "--bot", "--seed", seed)
        assert "You, Esther:" in run.stdout
        assert "You, Daniel:" not in run.stdout


@pytest.mark.parametrize("text", ["", "1\n"])
def test_the_end_of_input_ends_the_game(text: str) -> None:
    run = interactive(text, *ESTHER)
    assert run.returncode == 0
    assert not run.stderr


def test_a_game_played_by_the_bot_alone_ends() -> None:
    run = interactive("b\n" * 400, *ESTHER, "--seed", "2")
    assert run.returncode == 0
    assert "The Darkness wins." in run.stdout or "The Light wins" in run.stdout


def test_a_replay_with_an_illegal_move_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    interactive(f"s {path}\nq\n", *ESTHER)
    path.write_text(path.read_text("utf-8").replace("moves = [", 'moves = [\n    "play the-moon",'), "utf-8")
    run = press(ROOT, "play", GAME, "--replay", str(path))
    assert run.returncode == 1
    assert 'mine.toml:11:moves: "play the-moon": the-moon is not in hand (R540)' in run.stderr
    assert "Traceback" not in run.stderr


# at a terminal --------------------------------------------------------------------------------------------------------


class Terminal:
    """A game at a terminal of its own."""

    def __init__(self, **environment: str) -> None:
        kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.pid, self.file = pty.fork()
        if not self.pid:  # pragma: no cover - the game
            os.chdir(ROOT)
            command = [sys.executable, "-m", "pipeline", "play", GAME, "--interactive", *ESTHER, "--seed", "4"]
            os.execve(sys.executable, command, {**kept, "TERM": "xterm", **environment})
        self.text = ""
        self.seen = 0

    def until(self, wanted: str) -> None:
        """Read until something new is shown."""
        end = time.monotonic() + 30
        while wanted not in self.text[self.seen :]:
            ready, _, _ = select.select([self.file], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"never shown: {wanted}\n{self.text}"
            self.text += os.read(self.file, 65536).decode()
        self.seen = self.text.index(wanted, self.seen) + len(wanted)

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    def rest(self) -> None:
        """Read until nothing more is shown: a key typed before the game waits for it may be taken for another."""
        while select.select([self.file], [], [], 0.5)[0]:
            self.text += os.read(self.file, 65536).decode()

    def left(self) -> int:
        """The exit code; what is still shown is read."""
        try:
            while select.select([self.file], [], [], 60)[0] and (more := os.read(self.file, 65536)):
                self.text += more.decode()
            os.kill(self.pid, signal.SIGKILL)  # it does not leave, or has left already
        except OSError:
            pass  # the terminal is closed
        _, status = os.waitpid(self.pid, 0)
        os.close(self.file)
        return os.waitstatus_to_exitcode(status)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize("leave", ["q\n", "\x04", "\x03"])
def test_a_terminal_is_left_cleanly(leave: str) -> None:
    terminal = Terminal()
    terminal.until("2  Play none\r\n? ")
    terminal.type("2\n")
    terminal.until("Round 2, ")
    terminal.until("? ")
    terminal.rest()
    terminal.type(leave)
    assert terminal.left() == 0
    assert "Traceback" not in terminal.text
    assert "\x1b[1mThe Dark Field\x1b[0m" in terminal.text


def test_no_color_is_respected() -> None:
    terminal = Terminal(NO_COLOR="1")
    terminal.until("2  Play none\r\n? ")
    terminal.rest()
    os.kill(terminal.pid, signal.SIGINT)
    assert terminal.left() == 0
    assert "\x1b[1m" not in terminal.text
