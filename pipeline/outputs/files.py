"""Writing so that nothing is lost: everything is written beside its place first, then renamed into it.

A build that is refused, killed or out of disk leaves the earlier files whole: a file is the old one or the new one.
The disk is not waited for: that would take a second for the faces of a game, which a machine that loses its power can
make again.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pipeline.problem import Place, Problem, Refused

_PART: Final = ".part"


def write_all(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files by name into `folder` and give their paths. Raises Refused when the disk or its rights refuse."""
    made: list[tuple[Path, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for leftover in folder.glob(f".*{_PART}"):
            _remove_if_orphan(leftover)
        for name, data in files.items():
            target = folder / name
            part = folder / f".{name}.{os.getpid()}{_PART}"
            made.append((part, target))
            part.write_bytes(data)
        for part, target in made:
            part.replace(target)
    except OSError as error:
        for part, _ in made:
            part.unlink(missing_ok=True)
        reason = error.strerror or str(error)
        raise Refused(
            [Problem(Place(str(folder)), f"cannot be written: {reason}", "the earlier files are untouched")]
        ) from None
    return [target for _, target in made]


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
