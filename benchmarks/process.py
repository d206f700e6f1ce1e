"""A command, measured: wall time, CPU time of all its processes, and the most memory that they held together."""

import contextlib
import resource
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_EVERY: Final = 0.02


@dataclass(frozen=True)
class Run:
    """What a command took: seconds of wall and CPU, and megabytes at the peak (0 where the system does not tell)."""

    wall: float
    cpu: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.wall:6.2f} s wall  {self.cpu:6.2f} s CPU  {self.megabytes:4.0f} MB"


def measure(command: Sequence[str], folder: Path) -> Run:
    """Run a command in a folder. Raises CalledProcessError when it fails."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    peak = [0.0]
    done = threading.Event()
    watcher = threading.Thread(target=_watch, args=(process.pid, peak, done))
    watcher.start()
    code = process.wait()
    wall = time.perf_counter() - began
    done.set()
    watcher.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code:
        raise subprocess.CalledProcessError(code, command)
    return Run(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, peak[0] / 1e6)


def _watch(root: int, peak: list[float], done: threading.Event) -> None:
    while not done.wait(_EVERY):
        peak[0] = max(peak[0], sum(map(_resident, _tree(root))))


def _tree(root: int) -> list[int]:
    """A process and all below it."""
    found = [root]
    for each in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{each}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


def _resident(process: int) -> float:
    """Bytes of memory that a process holds, its share of what it shares with others not counted twice."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0.0
