"""A store of made things, addressed by what they were made from: `output/.cache/<shelf>/<key>`.

It may be deleted at any time. Entries are written beside and renamed, so that two builds, or one that is killed, leave
only whole entries; each carries a digest of itself, and a damaged one counts as absent.
"""

import contextlib
import hashlib
import os
import zlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cache:
    """One shelf of the store."""

    folder: Path

    def get(self, key: str) -> bytes | None:
        """What was stored under `key`, or None."""
        try:
            packed = (self.folder / key).read_bytes()
            data = zlib.decompress(packed[32:])
        except (OSError, zlib.error):
            return None
        return data if hashlib.sha256(data).digest() == packed[:32] else None

    def put(self, key: str, data: bytes) -> None:
        """Store `data`. A disk that refuses costs speed later and nothing else."""
        part = self.folder / f".{key}.{os.getpid()}.part"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(hashlib.sha256(data).digest() + zlib.compress(data, 1))
            part.replace(self.folder / key)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()


def digest_of(*parts: object) -> str:
    """A key from the printed form of plain values (text, numbers, tuples of these)."""
    return hashlib.sha256("\x1f".join(map(repr, parts)).encode()).hexdigest()


def code_digest(*roots: Path) -> str:
    """A digest of the Python files at or below `roots`: what is made by changed code gets another key."""
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
            digest.update(path.read_bytes())
    return digest.hexdigest()
