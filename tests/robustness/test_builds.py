"""Builds that are killed, doubled or out of disk: outputs are old or new, never torn, and the next run succeeds."""

import os
import shutil
import signal
import time
from pathlib import Path
from random import Random

import pytest
from workshop import Workshop

from robustness.builds import FACES, SHEETS, Build, check, kill_at_random, limit_file_size, open_build
from tests.projects import copy_project, press

SEED = 20240501
COMMANDS = {"sheets": SHEETS, "faces": FACES}


@pytest.mark.parametrize("name", COMMANDS)
def test_four_random_moments(tmp_path: Path, name: str) -> None:
    """One for each of the signals that there are, and one more."""
    kill_at_random(open_build(tmp_path, COMMANDS[name]), Random(f"{SEED} {name}"), 4)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", COMMANDS)
def test_two_hundred_random_moments(tmp_path: Path, name: str, part: int) -> None:
    """Twenty-five in each of eight parts."""
    kill_at_random(open_build(tmp_path, COMMANDS[name]), Random(f"{SEED} {name} {part}"), 25)


@pytest.mark.long
def test_a_demo_that_is_killed(tmp_path: Path) -> None:
    """The real game: its cache is cold, so that pictures and faces are being stored when the build dies."""
    root = copy_project(tmp_path, "light-vs-darkness")
    demo = Build(Workshop(root), ("demo",))
    demo.run()
    wanted = demo.outputs()
    shutil.rmtree(demo.output / ".cache")
    random = Random(SEED)
    for _ in range(4):
        process = demo.start()
        time.sleep(random.uniform(1, 8))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)  # waits for every process that holds its pipes: none outlives it
        assert demo.outputs() == wanted
    demo.run()
    assert demo.outputs() == wanted
    assert demo.outputs(hidden=True) == {}


def test_a_damaged_cache_is_passed_over(tmp_path: Path) -> None:
    """Entries cut short, emptied, filled with nonsense, exchanged, made folders: the same bytes are printed."""
    root = copy_project(tmp_path, "light-vs-darkness")
    command = ("sheets", "light-vs-darkness", "--deck", "demo-mentors")
    assert press(root, *command).returncode == 0
    printed = root / "output/light-vs-darkness/sheets/demo-mentors-letter-color-none.pdf"
    wanted = printed.read_bytes()
    entries = sorted(path for path in (root / "output/.cache").rglob("*") if path.is_file())
    assert len(entries) > 8
    random = Random(SEED)
    for index, path in enumerate(entries):
        data = path.read_bytes()
        match index % 6:
            case 0:
                path.write_bytes(data[: random.randrange(len(data))])
            case 1:
                path.write_bytes(b"")
            case 2:
                path.write_bytes(random.randbytes(len(data)))
            case 3:
                at = random.randrange(len(data))
                path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            case 4:
                path.unlink()
                path.mkdir()
            case _:
                path.chmod(0)
    done = press(root, *command)
    assert (done.returncode, done.stderr) == (0, "")
    assert printed.read_bytes() == wanted


def test_two_builds_at_once(tmp_path: Path) -> None:
    build = open_build(tmp_path, FACES)
    build.edit(1)
    both = [build.start(), build.start()]
    for process in both:
        told = process.communicate(timeout=120)[1]
        assert (process.returncode, told) == (0, "")
    check(build, (1,))
    assert build.outputs(hidden=True) == {}


@pytest.mark.parametrize("most", [0, 20_000])
def test_a_full_disk(tmp_path: Path, most: int) -> None:
    """One sentence, and the earlier output stays, whole; with room again the next run succeeds."""
    build = open_build(tmp_path, FACES)
    shutil.rmtree(build.output / ".cache", ignore_errors=True)
    build.edit(1)
    process = build.start(limit_file_size(most))
    told = process.communicate(timeout=120)[1]
    assert process.returncode == 1
    assert told.splitlines() == [
        f"{build.output / 'press/faces'}: cannot be written: File too large; the earlier files are untouched",
        "1 problem.",
    ]
    check(build, (0,))
    assert build.outputs(hidden=True) == {}
    build.run()
    check(build, (1,))


def test_something_in_the_way(tmp_path: Path) -> None:
    """A file where the output folder should be: one sentence says so."""
    build = open_build(tmp_path, SHEETS)
    shutil.rmtree(build.output)
    build.output.write_text("in the way")
    process = build.start()
    told = process.communicate(timeout=120)[1]
    assert (process.returncode, len(told.splitlines())) == (1, 2)
    assert "cannot be written" in told and "Traceback" not in told


def test_interrupted_by_a_person(tmp_path: Path) -> None:
    """Ctrl-C in the middle of the work: one line and 130."""
    root = copy_project(tmp_path, "light-vs-darkness")
    demo = Build(Workshop(root), ("demo",))
    process = demo.start()
    while process.poll() is None and not list(root.glob("output/.cache/*/*")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the build
    told = process.communicate(timeout=60)[1]
    assert (process.returncode, told) == (130, "Stopped; what was written before is whole.\n")
    assert demo.outputs() == {}
