"""The commands as a user types them: what they print where, their exit codes, and what bad input does."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.projects import ROOT, copy_project, press, press_anew
from tests.workshop import open_workshop

GAME = "light-vs-darkness"
COMMANDS = ["games", "check", "cards", "decks", "faces", "sheets", "demo", "build"]


@pytest.fixture
def project(tmp_path: Path, kept: Path) -> Path:
    return copy_project(tmp_path, GAME, kept=kept)


def edit(project: Path, name: str, old: str, new: str) -> None:
    path = project / "card_data" / GAME / name
    text = path.read_text("utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {name}"
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example_that_names_the_command(project: Path, command: str) -> None:
    run = press(project, command, "--help")
    assert run.returncode == 0
    example = run.stdout.split("Example:")[1]
    assert f"cardpress {command}" in example


def test_games(project: Path) -> None:
    rows = json.loads(press_anew(project, "games", "--json").stdout)
    assert rows == [{"id": GAME, "name": "Light VS Darkness", "cards": 68, "decks": 4, "words": "strict"}]


def test_cards_of_a_kind_as_json(project: Path) -> None:
    rows = json.loads(press_anew(project, "cards", GAME, "--kind", "stronghold", "--json").stdout)
    assert len(rows) == 15
    fear = next(row for row in rows if row["id"] == "stronghold-fear")
    assert fear["name"] == "Fear" and fear["game"] == GAME and fear["kind"] == "stronghold"
    assert (fear["fields"]["atk"], fear["fields"]["hp"], fear["fields"]["mp"]) == (4, 6, 8)
    assert fear["provenance"]["text"] == "source" and fear["provenance"]["scripture"] == "project"


def test_decks_as_json(project: Path) -> None:
    rows = {row["id"]: row for row in json.loads(press_anew(project, "decks", GAME, "--json").stdout)}
    assert set(rows) == {"demo-esther", "demo-daniel", "demo-strongholds", "demo-mentors"}
    assert sum(card["quantity"] for card in rows["demo-esther"]["cards"]) == 18


def test_check_is_silent_when_all_is_well(project: Path) -> None:
    run = press_anew(project, "check")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert press(project, "check", "--json").stdout.strip() == "[]"


def test_all_problems_at_once_each_on_a_line(project: Path) -> None:
    edit(project, "cards/strongholds.csv", "rewards from", "rewards {from")
    edit(project, "decks/demo-esther.csv", "by-his-stripes", "by-his-stripe")
    edit(project, "decks/demo-daniel.csv", "put-on-praise,2", "put-on-praise,2x")
    run = press(project, "check", GAME)
    assert run.returncode == 1 and run.stdout == ""
    lines = run.stderr.splitlines()
    assert lines[-1] == "3 problems."
    assert len(lines) == 4 and "Traceback" not in run.stderr
    start = f"card_data/{GAME}/cards/strongholds.csv:4:text stronghold-shame: col "
    assert any(line.startswith(start) for line in lines)
    assert any('did you mean "by-his-stripes"?' in line for line in lines)
    assert any("2x" in line and "decks/demo-daniel.csv" in line for line in lines)


def test_check_json_has_the_fixed_keys(project: Path) -> None:
    edit(project, "decks/demo-esther.csv", "by-his-stripes", "by-his-stripe")
    run = press(project, "check", "--json")
    assert run.returncode == 1
    rows = json.loads(run.stdout)
    assert [set(row) for row in rows] == [{"file", "line", "column", "id", "message", "hint"}]
    assert rows[0]["file"] == f"card_data/{GAME}/decks/demo-esther.csv" and rows[0]["column"] == "card"


@pytest.mark.parametrize(
    "arguments",
    [
        ("demoo",),
        ("check", "light-vs-darknes"),
        ("sheets", GAME),
        ("sheets", GAME, "--deck", "demo-ester"),
        ("sheets", GAME, "--deck", "demo-esther", "--paper", "a5"),
        ("faces", GAME, "stronghold-prid"),
        ("cards", GAME, "--kind", "strongholds"),
    ],
)
def test_wrong_usage_exits_with_2_and_suggests(project: Path, arguments: tuple[str, ...]) -> None:
    run = press(project, *arguments)
    assert run.returncode == 2 and run.stdout == ""
    assert "Traceback" not in run.stderr
    assert "did you mean" in run.stderr or "there are:" in run.stderr or "Missing option" in run.stderr


def test_a_folder_without_card_data_is_wrong_usage(tmp_path: Path) -> None:
    run = press(tmp_path, "games")
    assert run.returncode == 2 and "holds no card_data/ folder" in run.stderr


def test_one_bad_card_leaves_the_earlier_output_untouched(project: Path) -> None:
    assert press(project, "sheets", GAME, "--deck", "demo-strongholds").returncode == 0
    path = project / "output" / GAME / "sheets" / "demo-strongholds-letter-color-none.pdf"
    before = path.read_bytes()
    edit(project, "cards/strongholds.csv", "halved, rounded up", "halved, " + "and halved again, " * 30 + "rounded up")
    run = press(project, "sheets", GAME, "--deck", "demo-strongholds", "--draft")
    assert run.returncode == 1
    line = run.stderr.splitlines()[0]
    assert line.startswith(f"card_data/{GAME}/cards/strongholds.csv:4:text stronghold-shame: ")
    assert "at 6.5 pt, its smallest size" in line and "shorten the text" in line
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_build_killed_midway_leaves_the_earlier_output_whole(project: Path) -> None:
    assert press(project, "sheets", GAME, "--deck", "demo-strongholds").returncode == 0
    path = project / "output" / GAME / "sheets" / "demo-strongholds-letter-color-none.pdf"
    before = path.read_bytes()
    command = [sys.executable, "-m", "pipeline", "--root", str(project), "sheets", GAME, "--deck", "demo-strongholds"]
    for patience in (0.3, 0.6, 0.9):
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(patience)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert path.read_bytes() == before
    assert press(project, "sheets", GAME, "--deck", "demo-strongholds").returncode == 0
    assert path.read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_folder_is_one_sentence(tmp_path: Path) -> None:
    project = copy_project(tmp_path, GAME)
    (project / "output").mkdir()
    (project / "output").chmod(0o500)
    run = press(project, "sheets", GAME, "--deck", "demo-strongholds")
    assert run.returncode == 1 and "cannot be written" in run.stderr


def test_a_missing_picture_names_the_exact_path(project: Path) -> None:
    path = project / "card_data" / GAME / "cards" / "strongholds.csv"
    header, *rows = path.read_text("utf-8").splitlines()
    columns = header.split(",")
    if "art" not in columns:
        path.write_text("\n".join([header + ",art", rows[0] + ",pride.png", *(row + "," for row in rows[1:])]), "utf-8")
    run = press(project, "check", GAME)
    assert run.returncode == 1
    assert f"card_data/{GAME}/art/pride.png" in run.stderr


def test_templates_run_in_a_sandbox(project: Path) -> None:
    template = project / "layouts" / GAME / "faces" / "stronghold.svg.j2"
    template.write_text("{{ card.name.__class__.__mro__ }}" + template.read_text("utf-8"), "utf-8")
    run = press(project, "check", GAME)
    assert run.returncode == 1 and "Traceback" not in run.stderr
    assert "stronghold.svg.j2:1" in run.stderr and ("sandbox" in run.stderr or "unsafe" in run.stderr)


def test_progress_keeps_pipes_clean(project: Path) -> None:
    run = press(project, "sheets", GAME, "--deck", "demo-mentors", "--paper", "a4")
    assert run.stderr == ""
    assert run.stdout.strip() == str(project / "output" / GAME / "sheets" / "demo-mentors-a4-color-none.pdf")


def test_png_faces_have_print_pixels(project: Path) -> None:
    from PIL import Image

    run = press(project, "faces", GAME, "stronghold-occult", "mentor-esther", "--png")
    assert run.returncode == 0, run.stderr
    folder = project / "output" / GAME / "faces"
    names = sorted(path.name for path in folder.iterdir())
    assert names == [
        "contact-sheet.png",
        "faces.pdf",
        "mentor-esther--mentor-transformed.png",
        "mentor-esther.png",
        "stronghold-occult.png",
    ]
    with Image.open(folder / "stronghold-occult.png") as picture:
        assert (picture.size, picture.mode) == ((825, 1125), "RGB")
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_clean_forgets_what_is_kept_and_with_all_what_was_built(project: Path) -> None:
    output = project / "output"
    (output / ".cache" / "faces").mkdir(parents=True, exist_ok=True)
    (output / GAME / "faces").mkdir(parents=True, exist_ok=True)
    (output / GAME / "faces" / "faces.pdf").write_bytes(b"built")
    (output / ".gitkeep").touch()
    assert press_anew(project, "clean").returncode == 0
    assert sorted(path.name for path in output.iterdir()) == [".gitkeep", GAME]
    assert press(project, "clean", "--all").returncode == 0
    assert [path.name for path in output.iterdir()] == [".gitkeep"]
    assert press(project, "clean", "--all").returncode == 0


def test_a_build_writes_what_the_single_commands_write(tmp_path: Path) -> None:
    """Enough cards for a second process to draw a share of their pictures."""
    root = open_workshop(tmp_path).root
    names = [f"hero-{number}" for number in range(20)]
    (root / "card_data/press/cards/heroes.csv").write_text(
        "id,name,text\n" + "".join(f"{name},{name.title()},Draw {name[5:]} cards.\n" for name in names), "utf-8"
    )
    (root / "card_data/press/decks").mkdir(exist_ok=True)
    (root / "card_data/press/decks/all.csv").write_text(
        "card,quantity\n" + "".join(f"{name},1\n" for name in names), "utf-8"
    )

    def written(*commands: tuple[str, ...]) -> dict[str, bytes]:
        shutil.rmtree(root / "output", ignore_errors=True)
        told: list[str] = []
        for command in commands:
            run = press_anew(root, *command)
            assert (run.returncode, run.stderr) == (0, "")
            told += run.stdout.splitlines()
        return {str(Path(line).relative_to(root)): Path(line).read_bytes() for line in told}

    sheets = [("sheets", "press", "--deck", "all", "--paper", paper) for paper in ("letter", "a4")]
    alone = written(("faces", "press", "--png"), *sheets)
    assert {f"output/press/faces/{name}.png" for name in names} < set(alone)
    assert written(("build", "press", "--png")) == alone
    assert set(written(("build", "press"))) == {name for name in alone if not name.endswith(".png")}
