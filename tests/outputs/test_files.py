"""Nothing is lost: outputs are old or new, never torn."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pipeline.outputs.files import write_all
from pipeline.problem import Refused


def test_writes_all_and_gives_the_paths(tmp_path: Path) -> None:
    paths = write_all(tmp_path / "demo", {"a.pdf": b"1", "b.pdf": b"2"})
    assert [path.name for path in paths] == ["a.pdf", "b.pdf"]
    assert (tmp_path / "demo" / "b.pdf").read_bytes() == b"2"
    assert sorted(path.name for path in (tmp_path / "demo").iterdir()) == ["a.pdf", "b.pdf"]


def test_a_refusing_disk_leaves_the_earlier_files(tmp_path: Path) -> None:
    write_all(tmp_path, {"a.pdf": b"old", "b.pdf": b"old"})
    (tmp_path / "c.pdf").mkdir()
    with pytest.raises(Refused) as refused:
        write_all(tmp_path, {"c.pdf": b"new", "a.pdf": b"new", "b.pdf": b"new"})
    assert "cannot be written" in str(refused.value)
    assert (tmp_path / "a.pdf").read_bytes() == b"old"
    assert not list(tmp_path.glob("*.part")) and not list(tmp_path.glob(".*.part"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    write_all(tmp_path, {"a.pdf": b"old"})
    (tmp_path / f".a.pdf.{os.getpid()}.part").symlink_to("/dev/full")
    with pytest.raises(Refused) as refused:
        write_all(tmp_path, {"a.pdf": b"new"})
    reason = "cannot be written: No space left on device; the earlier files are untouched"
    assert str(refused.value) == f"{tmp_path}: {reason}"
    assert [path.name for path in tmp_path.iterdir()] == ["a.pdf"]
    assert (tmp_path / "a.pdf").read_bytes() == b"old"


_WRITER = """
import sys
from pathlib import Path
from pipeline.outputs.files import write_all
byte = sys.argv[2].encode()
while True:
    write_all(Path(sys.argv[1]), {"big.pdf": byte * 3_000_000})
    print("written", flush=True)
"""


@pytest.mark.parametrize("patience", [0.0, 0.004, 0.011, 0.023])
def test_a_killed_build_leaves_whole_files(tmp_path: Path, patience: float) -> None:
    write_all(tmp_path, {"big.pdf": b"o" * 3_000_000})
    process = subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path), "n"], stdout=subprocess.PIPE)
    assert process.stdout and process.stdout.readline()
    time.sleep(patience)
    process.send_signal(signal.SIGKILL)
    process.wait()
    data = (tmp_path / "big.pdf").read_bytes()
    assert len(data) == 3_000_000 and len(set(data)) == 1
    write_all(tmp_path, {"big.pdf": b"later"})
    assert [path.name for path in tmp_path.iterdir()] == ["big.pdf"], "what the killed build left is cleared away"
