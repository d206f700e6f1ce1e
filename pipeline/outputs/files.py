"""Writing so that nothing is lost: everything is written beside its place first, then renamed into it.

A build that is refused, killed or out of disk leaves the earlier files whole: a file is the old one or the new one.
The disk is not waited for: that would take a second for the faces of a game, which a machine that loses its power can
make again.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipeline.problem import Place, Problem, Refused

_PART: Final = ".part"


@dataclass(frozen=True, slots=True)
class Draft:
    """Files of one folder in the making, by one build or by processes that work for it."""

    folder: Path
    build: int

    def put(self, name: str, data: bytes) -> None:
        """Write a file beside its place. Raises OSError when the disk or its rights refuse."""
        self._part(name).write_bytes(data)

    def publish(self, names: Iterable[str]) -> list[Path]:
        """Give files that were put their places, and their paths. Raises OSError when the disk refuses."""
        return [self._part(name).replace(self.folder / name) for name in names]

    def parts(self) -> Iterator[Path]:
        """What was put and not published."""
        return self.folder.glob(f".*.{self.build}{_PART}")

    def _part(self, name: str) -> Path:
        return self.folder / f".{name}.{self.build}{_PART}"


@contextmanager
def drafting(folder: Path) -> Iterator[Draft]:
    """A draft of files in `folder`; what of it was not published is removed at the end. Raises Refused when the disk
    or its rights refuse."""
    draft = Draft(folder, os.getpid())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for leftover in folder.glob(f".*{_PART}"):
            _remove_if_orphan(leftover)
        yield draft
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refused(
            [Problem(Place(str(folder)), f"cannot be written: {reason}", "the earlier files are untouched")]
        ) from None
    finally:
        for part in draft.parts():
            part.unlink(missing_ok=True)


def write_all(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files by name into `folder` and give their paths. Raises Refused when the disk or its rights refuse."""
    with drafting(folder) as draft:
        for name, data in files.items():
            draft.put(name, data)
        return draft.publish(files)


def _remove_if_orphan(part: Path) -> None:
    """Remove what a killed build left behind; a build that still runs keeps its own."""
    owner = part.name.removesuffix(_PART).rsplit(".", 1)[-1]
    if not owner.isdigit():
        return
    try:
        os.kill(int(owner), 0)
    except ProcessLookupError:
        part.unlink(missing_ok=True)
    except OSError:
        return
