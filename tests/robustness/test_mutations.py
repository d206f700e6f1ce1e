"""Mutated records, templates, vectors and pictures: refused in plain words or printed, whatever they are.

No traceback, no input that takes longer than a bound or more memory than one, no look outside the folder (see
`robustness.worker`). An input is told by its seed and number, and kept.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
SEED: Final = 20240501
#: Every subject, with how many inputs are tried for each change, and how many in the long run.
SAMPLES: Final = {"records": 150, "layouts": 100, "vectors": 300, "pictures": 250}
LONG: Final = {"records": 100_000, "layouts": 10_000, "vectors": 10_000, "pictures": 10_000}
_PARTS: Final = 4


def work(subject: str, first: int, end: int, folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Run a worker over inputs `first` to `end`: its sum, and what went wrong. One that dies is what went wrong."""
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "robustness.worker", subject, *map(str, (SEED, first, end, folder))],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}", "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode == 0:
        return told[-1], told[:-1]
    at = (folder / "now").read_text() if (folder / "now").exists() else "the start"
    died = {"number": at, "kept": str(folder / "now.data"), "wrong": f"died ({done.returncode}): {done.stderr[-3000:]}"}
    return {"failed": len(told) + 1}, [*told, died]


def report(subject: str, wrong: list[dict[str, Any]]) -> str:
    lines = [f"seed {SEED}, {subject}: {len(wrong)} inputs did wrong; the first of them:"]
    for each in wrong[:5]:
        lines.append(f"input {each['number']}, kept as {each['kept']}: {each['wrong']}")
    return "\n".join(lines)


@pytest.mark.parametrize("subject", SAMPLES)
def test_a_sample_of_mutations(subject: str, tmp_path: Path) -> None:
    total, wrong = work(subject, 0, SAMPLES[subject], tmp_path / "work")
    assert not wrong, report(subject, wrong)
    assert total["accepted"] > SAMPLES[subject] / 50, "most inputs are refused, but some only look odd"
    assert total["refused"] > SAMPLES[subject] / 2, "mutations do harm"


@pytest.mark.long
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("subject", LONG)
def test_mutations_at_length(subject: str, part: int, tmp_path: Path) -> None:
    """In parts, so that several workers share them."""
    many = LONG[subject] // _PARTS
    total, wrong = work(subject, part * many, (part + 1) * many, tmp_path / "work")
    print(subject, part, json.dumps(total))
    assert not wrong, report(subject, wrong)


def test_a_watch_sees_who_looks_outside(tmp_path: Path) -> None:
    """The guard itself: reads, listings and writes outside are noted, also through a link; those inside are not."""
    code = """
import os, sys
from pathlib import Path
from robustness.worker import _watch
root = Path(sys.argv[1])
watch = _watch(root / "in")
watch.armed = True
(root / "in/own.txt").read_text()
for act in (lambda: (root / "secret.txt").read_text(), lambda: (root / "in/link.txt").read_text(),
            lambda: os.listdir(root), lambda: (root / "new.txt").write_text("x"),
            lambda: os.rename(root / "new.txt", root / "in/x")):
    act()
    print(len(watch.escapes))
    watch.escapes.clear()
"""
    (tmp_path / "in").mkdir()
    (tmp_path / "in/own.txt").write_text("own")
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "in/link.txt").symlink_to(tmp_path / "secret.txt")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}"}
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1"] * 5
