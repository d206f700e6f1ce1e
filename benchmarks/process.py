"""A command, measured: wall time, CPU time of all its processes, and the most memory that they held together.

It is run twice, for times and for memory: to ask a process how much it holds stops it, and takes a processor from it, a
quarter of the time where that is done often enough to see every peak.
"""

import contextlib
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
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


def measure(command: Sequence[str], folder: Path, before: Callable[[], object] = lambda: None) -> Run:
    """Run a command in a folder, twice, and each time call `before` first, which brings about what it finds. Raises
    CalledProcessError when it fails."""
    before()
    used, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    wall, now = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    before()
    return Run(wall, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime, _peak(command, folder) / 1e6)


def forget_output(root: Path) -> Callable[[], object]:
    """What removes all that was made of a project, and all that is kept."""
    return partial(shutil.rmtree, root / "output", ignore_errors=True)


def _peak(command: Sequence[str], folder: Path) -> float:
    """The most bytes of memory that a command's processes hold together."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    peak = 0.0
    while process.poll() is None:
        peak = max(peak, sum(map(_resident, _tree(process.pid))))
        time.sleep(_EVERY)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return peak


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
