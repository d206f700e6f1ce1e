"""A small project whose builds are killed, doubled and starved, and what it prints in each of its two states."""

import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from workshop import Workshop, open_workshop

from tests.projects import ROOT, press

#: Writes one file; the other command writes several.
SHEETS: Final = ("sheets", "press", "--deck", "all")
FACES: Final = ("faces", "press", "--png")
_STATES: Final = ("Draw two cards.", "Draw three cards.")
_SIGNALS: Final = (signal.SIGKILL, signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGKILL)
_CARDS: Final = ("ann", "bo", "cy")


@dataclass
class Build:
    """The project, and the bytes of every output of a command in each state, as a sound build makes them."""

    workshop: Workshop
    command: tuple[str, ...]
    wanted: list[dict[str, bytes]] = field(default_factory=list)
    seconds: float = 1.0

    @property
    def output(self) -> Path:
        return self.workshop.root / "output"

    def edit(self, state: int) -> None:
        """Change every card's text."""
        self.workshop.heroes(*(f"{card},{card.title()},{_STATES[state]}" for card in _CARDS))

    def start(self, limits: Callable[[], None] | None = None) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "pipeline", "--root", str(self.workshop.root), *self.command],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=limits,  # noqa: PLW1509 - there are no threads here
        )

    def run(self) -> None:
        """Build to the end, which must succeed without a word of complaint."""
        done = press(self.workshop.root, *self.command)
        assert (done.returncode, done.stderr) == (0, "")

    def time(self) -> None:
        """The same as what is stopped: from the start of Python on, to know how long that takes."""
        started = time.monotonic()
        process = self.start()
        _, told = process.communicate(timeout=120)
        self.seconds = time.monotonic() - started
        assert (process.returncode, told) == (0, "")

    def outputs(self, hidden: bool = False) -> dict[str, bytes]:
        """What lies in the output folder apart from the cache: files by path; those with hidden names if asked for."""
        return {path.relative_to(self.output).as_posix(): path.read_bytes() for path in self.files(hidden)}

    def files(self, hidden: bool = False) -> list[Path]:
        """The files of `outputs`; while a build runs, one of them may be gone before it can be read."""
        return [
            path
            for path in sorted(self.output.rglob("*"))
            if path.is_file() and ".cache" not in path.parts and path.name.startswith(".") == hidden
        ]


def open_build(folder: Path, command: tuple[str, ...]) -> Build:
    """The project, built in both states; it is left built in the first."""
    workshop = open_workshop(folder)
    workshop.write("card_data/press/decks/all.csv", "card,quantity\n" + "".join(f"{card},2\n" for card in _CARDS))
    build = Build(workshop, command)
    for state in (1, 0):
        build.edit(state)
        build.time() if state == 0 else build.run()
        build.wanted.insert(0, build.outputs())
    old, new = build.wanted
    assert old.keys() == new.keys() and old != new
    return build


def interrupt(build: Build, random: Random, number: int) -> None:
    """Start a build and stop it at a random moment, most often by SIGKILL; half of the moments lie about the time at
    which the first output is being written."""
    process = build.start()
    if random.random() < 0.5:
        time.sleep(random.uniform(0, build.seconds))
    else:
        until = time.monotonic() + 3 * build.seconds
        while process.poll() is None and time.monotonic() < until and not build.files(hidden=True):
            time.sleep(0.001)
        time.sleep(random.uniform(0, 0.02))
    sent = _SIGNALS[number % len(_SIGNALS)]
    process.send_signal(sent)
    told = process.communicate(timeout=120)[1]
    code = process.returncode
    # A build that was done, or that Python itself had not yet started, is as it may be.
    if sent == signal.SIGINT and code not in (0, -signal.SIGINT):
        assert f'File "{ROOT / "pipeline"}' not in told, told
        if "Traceback" not in told:
            assert (code, len(told.splitlines())) == (130, 1), (code, told)
    else:
        assert code in (0, -sent), (code, told)
        assert sent == signal.SIGINT or told == "", told


def check(build: Build, allowed: tuple[int, ...]) -> None:
    """Every output is one of the states' that are allowed, byte for byte; what else lies there is hidden and a part."""
    found = build.outputs()
    assert found.keys() == build.wanted[0].keys()
    for name, data in found.items():
        assert any(data == build.wanted[state][name] for state in allowed), f"{name} is torn"
    assert all(name.endswith(".part") for name in build.outputs(hidden=True))


def kill_at_random(build: Build, random: Random, times: int) -> None:
    """Edit, build, stop, look; build again, look: time after time."""
    for number in range(times):
        old, new = number % 2, 1 - number % 2
        build.edit(new)
        interrupt(build, random, number)
        check(build, (old, new))
        build.run()
        check(build, (new,))
        assert build.outputs(hidden=True) == {}, "what the stopped build left is cleared away"


def limit_file_size(most: int) -> Callable[[], None]:
    """What a child does to find its disk full: no file grows beyond `most` bytes (EFBIG, where a signal is ignored)."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    return limit
