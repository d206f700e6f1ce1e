"""A store of made things, addressed by what they were made from: `output/.cache/<shelf>/<key>`.

It may be deleted at any time. Entries are written beside and renamed, so that two builds, or one that is killed, leave
only whole entries; each carries a digest of itself, and a damaged one counts as absent. Nothing in it can run: a
project folder may come from a stranger. It is kept within bounds by forgetting what was longest not used.
"""

import contextlib
import hashlib
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

#: How much a project's cache may hold. A game of 500 faces in two inks takes a tenth of it; what is kept of exported
#: pictures has bounds of its own.
MOST_BYTES: Final = 300_000_000
#: What is forgotten beyond that makes room for this share, so that not every build has to forget.
_ROOM: Final = 0.25
#: A part that was written this long ago, in seconds, belongs to no build that still runs.
_STALE: Final = 3600.0
#: Before an entry's data: as it is, or deflated.
_PLAIN, _DEFLATED = b"\0", b"\1"
_DIGEST: Final = 32


@dataclass(frozen=True, slots=True)
class Cache:
    """One shelf of the store."""

    folder: Path

    def has(self, key: str) -> bool:
        """Whether something is stored under `key`, whole or not."""
        return (self.folder / key).is_file()

    def get(self, key: str) -> bytes | None:
        """What was stored under `key`, or None."""
        path = self.folder / key
        try:
            stored = path.read_bytes()
            kind, data = stored[_DIGEST : _DIGEST + 1], stored[_DIGEST + 1 :]
            data = zlib.decompress(data) if kind == _DEFLATED else data
        except (OSError, zlib.error):
            return None
        if hashlib.sha256(kind + data).digest() != stored[:_DIGEST]:
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # when it was last used, for `trim`
        return data

    def put(self, key: str, data: bytes, *, packed: bool = False) -> None:
        """Store `data`, deflated unless it is `packed` already, as a PDF's streams are. A disk that refuses costs speed
        later and nothing else."""
        kind, body = (_PLAIN, data) if packed else (_DEFLATED, zlib.compress(data, 1))
        part = self.folder / f".{key}.{os.getpid()}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(hashlib.sha256(kind + data).digest() + kind + body)
            part.replace(self.folder / key)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()

    def trim(self, most: int) -> None:
        """As `trim`, of this shelf alone."""
        _forget(_entries(self.folder.glob("*")), most)


def trim(root: Path, most: int = MOST_BYTES) -> None:
    """Forget what was longest not used while all shelves in `root` hold more than `most` bytes, and what killed builds
    left. Other builds may run meanwhile: what they miss, they make again."""
    _forget(_entries(root.glob("*/*")), most)


def _forget(found: Iterable[tuple[float, int, Path]], most: int) -> None:
    entries = list(found)
    newest = max((changed for changed, _, _ in entries), default=0.0)
    total = sum(size for _, size, _ in entries)
    enough = most * (1 - _ROOM) if total > most else most
    for changed, size, path in sorted(entries):
        stray = path.suffix == ".part" and changed < newest - _STALE
        if stray or total > enough:
            total -= size
            with contextlib.suppress(OSError):
                path.unlink()


def _entries(paths: Iterable[Path]) -> Iterator[tuple[float, int, Path]]:
    """When each file was last used, its size, and its path."""
    for path in paths:
        with contextlib.suppress(OSError):
            state = path.stat()
            yield state.st_mtime, state.st_size, path


def digest_of(*parts: object) -> str:
    """A key from the printed form of plain values (text, numbers, tuples of these)."""
    return hashlib.sha256("\x1f".join(map(repr, parts)).encode()).hexdigest()


def file_digest(path: Path) -> str:
    """A digest of a file's content; empty where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def code_digest(*roots: Path) -> str:
    """A digest of the Python files at or below `roots`: what is made by changed code gets another key."""
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            digest.update(path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=8)
def code_of(*parts: str) -> str:
    """A digest of the code of parts of this package, by their names in it."""
    return code_digest(*(Path(__file__).parent / part for part in parts))


@lru_cache(maxsize=32)
def release_of(package: str) -> str:
    """The version of an installed package: its bytes may be another's. Empty where it is not installed."""
    return _installed().get(re.sub(r"[-_.]+", "_", package).lower(), "")


@lru_cache(maxsize=1)
def _installed() -> dict[str, str]:
    """Versions of installed packages, from the names of the folders that tell of them: `name-version.dist-info`. To
    read what these hold, as the standard library does, takes longer than to read a game."""
    found: dict[str, str] = {}
    for folder in sys.path:
        with contextlib.suppress(OSError):
            for name in sorted(each.name for each in Path(folder).iterdir()):
                stem, dot, kind = name.rpartition(".")
                if dot and kind in ("dist-info", "egg-info"):
                    package, _, version = stem.partition("-")
                    found.setdefault(re.sub(r"[-_.]+", "_", package).lower(), version)
    return found
