"""Projects for tests to work on, and the command line run on them as a user does."""

import atexit
import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: No command takes so many seconds.
PATIENCE = 300


def copy_project(root: Path, *games: str, kept: Path | None = None) -> Path:
    """A project folder of its own with the records and layouts of `games`; fonts and papers are the house's.

    With `kept`, what earlier commands kept of the same games lies in it: nothing is drawn or played again that is as it
    was. Without it everything is.
    """
    for game in games:
        shutil.copytree(ROOT / "card_data" / game, root / "card_data" / game)
        shutil.copytree(ROOT / "layouts" / game, root / "layouts" / game)
    if kept and kept.is_dir():
        shutil.copytree(kept, root / "output" / ".cache")
    return root


def press_anew(root: Path, *arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`cardpress` in a new interpreter, as a user runs it."""
    return subprocess.run(
        [sys.executable, "-m", "pipeline", "--root", str(root), *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def press(root: Path, *arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """`cardpress` in a process of its own that has the program loaded already: see `prepared`."""
    if sys.platform != "linux":
        return press_anew(root, *arguments, typed=typed, **environment)
    assert not any(name.startswith("PYTHON") for name in environment), "an interpreter hears these when it begins"
    server, line = _prepared()
    command = ["--root", str(root), *arguments]
    order = {"arguments": command, "environment": {**os.environ, **environment}}
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        heard, speak = os.pipe()
        with open(speak, "w") as mouth:  # noqa: PTH123 - no path
            mouth.write(typed)  # a pipe holds more than any test types
        socket.send_fds(line, [json.dumps(order).encode()], [heard, out.fileno(), err.fileno()])
        os.close(heard)
        try:
            answer = line.recv(64)
        except TimeoutError:
            _end(server, line)
            raise subprocess.TimeoutExpired(command, PATIENCE) from None
        assert answer, "the process that becomes commands has ended"
        said = []
        for each in (out, err):
            each.seek(0)
            said.append(each.read().decode())
    return subprocess.CompletedProcess(command, json.loads(answer), *said)


@lru_cache(maxsize=1)
def _prepared() -> tuple[subprocess.Popen[bytes], socket.socket]:
    """The process that becomes commands, and the line to it. It ends with this one."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    here.settimeout(PATIENCE)
    server = subprocess.Popen(
        [sys.executable, str(ROOT / "tests" / "prepared.py"), str(there.fileno())],
        cwd=ROOT,
        pass_fds=[there.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    there.close()
    atexit.register(_end, server, here)
    return server, here


def _end(server: "subprocess.Popen[bytes]", line: socket.socket) -> None:
    line.close()
    _prepared.cache_clear()
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, 9)
        server.wait()


def press_first(folder: Path) -> None:
    """Light VS Darkness as it stands, printed from nothing: the demo in `demo`, what that said in `demo.json`, and all
    that is kept when the rest was printed and checked as well in `kept`."""
    game = "light-vs-darkness"
    root = copy_project(folder / "demo", game)
    run = press_anew(root, "demo")
    (folder / "demo.json").write_text(json.dumps([run.args, run.returncode, run.stdout, run.stderr]))
    # Whether these go well is for tests to say.
    rest = copy_project(folder / "rest", game, kept=root / "output" / ".cache")
    press(rest, "build")
    press(rest, "check")
    (rest / "output" / ".cache").rename(folder / "kept")
    shutil.rmtree(rest)


def press_again(folder: Path) -> None:
    """Its release in `release.zip`, from nothing too, elsewhere in the world and with other seeds for hashes."""
    run = press_anew(copy_project(folder, "light-vs-darkness"), "release", PYTHONHASHSEED="77", TZ="Pacific/Auckland")
    assert run.returncode == 0, run.stderr
    Path(run.stdout.strip()).rename(folder / "release.zip")


def once(shared: Path, name: str, make: Callable[[Path], object]) -> Path:
    """The folder `name` in `shared`, filled by `make`: by whichever process of the run comes first, for all of them.

    They may read it and must not write to it.
    """
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)  # begun by one that failed
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
