"""The released set: how a game's faces looked, and what its records said, when it was last released.

It is kept in the project, in `card_data/<game>/released/`: `index.json`, and one WebP picture a face. It is written by
`store_release` only; older sets are in the project's history.
"""

import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
from PIL import Image, ImageChops
from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline.problem import Place, Problem, Problems, Refused
from pipeline.project import OutsideError, Project

INDEX: Final = "index.json"
_MOST_INDEX_BYTES: Final = 16_000_000
_MOST_PICTURE_BYTES: Final = 2_000_000
#: The names that faces have in files: ids and template names, joined.
_NAME: Final = re.compile(r"[a-z0-9-]{1,200}")
#: Blocks of 4 by 4 pixels that are further apart than this, of 255 steps, show a difference. Encoded once more they
#: move by up to 22; a stop that becomes a comma moves one by 45 or more, a letter by 100 (measured on six faces).
_SEEN: Final = 32


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ReleasedFace(_Entry):
    """A face as released: its card (empty for a back), its title and the digest of its drawing."""

    card: str
    title: str
    digest: str


class ReleasedCard(_Entry):
    """A record as released: its kind, its name and its cells as typed."""

    kind: str
    name: str
    fields: dict[str, str]


class Index(_Entry):
    """index.json: the edition, faces by file name, records by id."""

    edition: str
    faces: dict[str, ReleasedFace]
    cards: dict[str, ReleasedCard]


@dataclass(frozen=True)
class Released:
    """A released set, read; `pictures` has those of `index.faces` that are there."""

    index: Index
    pictures: Mapping[str, bytes] = field(repr=False)


def released_folder(game_id: str) -> str:
    """Where a game's released set is, relative to its project."""
    return f"card_data/{game_id}/released"


def read_released(project: Project, game_id: str, problems: Problems) -> Released | None:
    """The released set, or None where there is none or none that can be read, which is then a problem."""
    folder = released_folder(game_id)
    try:
        data = _bounded(project, f"{folder}/{INDEX}", _MOST_INDEX_BYTES)
        if data is None:
            return None
        index = Index.model_validate_json(data)
    except (OSError, OutsideError, ValueError) as error:
        told = "is not a released set's index" if isinstance(error, ValidationError) else f"cannot be read: {error}"
        problems.add(Place(f"{folder}/{INDEX}"), told, "release the game again, or restore the folder")
        return None
    pictures: dict[str, bytes] = {}
    for name in index.faces:
        try:
            found = _bounded(project, f"{folder}/{name}.webp", _MOST_PICTURE_BYTES) if _NAME.fullmatch(name) else None
        except (OSError, OutsideError, ValueError):
            found = None
        if found is None:
            problems.add(Place(f"{folder}/{INDEX}"), f'the picture of "{name}" is missing', "restore the folder")
        else:
            pictures[name] = found
    return Released(index, pictures)


def _bounded(project: Project, relative: str, most: int) -> bytes | None:
    path = project.path(relative)
    if not path.is_file():
        return None
    if path.stat().st_size > most:
        raise ValueError(f"is larger than {most:,} bytes")
    return path.read_bytes()


def index_file(index: Index) -> bytes:
    """index.json in a form whose differences between releases can be read."""
    return (json.dumps(index.model_dump(), ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


@lru_cache(maxsize=512)
def looks_alike(one: bytes, other: bytes) -> bool:
    """Whether an eye takes two pictures for the same; a picture that cannot be read is like no other."""
    if one == other:
        return True
    try:
        first, second = (Image.open(io.BytesIO(data), formats=["WEBP"]).convert("RGB") for data in (one, other))
    except (OSError, ValueError, Image.DecompressionBombError):
        return False
    if first.size != second.size:
        return False
    apart = np.asarray(ImageChops.difference(first, second).reduce(4))
    return int(apart.max()) <= _SEEN


def remove_strays(project: Project, game_id: str, names: Mapping[str, object]) -> None:
    """Delete the pictures of faces that a newly written set no longer has. Raises Refused when the disk refuses."""
    folder = project.path(released_folder(game_id))
    try:
        for path in sorted(folder.glob("*.webp")):
            if path.name not in names:
                path.unlink()
    except OSError as error:
        problem = Problem(Place(released_folder(game_id)), f"cannot be tidied: {error.strerror or error}")
        raise Refused([problem]) from None
