"""What a proof shows of a face, kept between runs: its picture on the screen, and whether its text can be read."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import pipeline.checks
from pipeline.cache import Cache, code_digest, digest_of
from pipeline.checks.contrast import check_contrast
from pipeline.draw.screen import Bounds
from pipeline.outputs.screen_pictures import bounds, draw_pictures, picture_keys
from pipeline.place import Face, FacePress

#: Twice what the page's grid shows a face in, so that it is sharp on a fine screen, and as many pixels as fit a screen
#: when it is opened.
BOUNDS: Final[Bounds] = bounds(540)


@dataclass(frozen=True, slots=True)
class Shot:
    """A face as a proof shows it: a WebP picture of its trim, and what makes its text hard to read (message, hint)."""

    picture: bytes
    flaws: tuple[tuple[str, str], ...]


@dataclass
class Shots:
    """Takes the pictures of one game's faces; a face that is drawn as before is not drawn again."""

    cache: Cache
    _kept: dict[str, Shot] = field(default_factory=dict)

    def take(self, press: FacePress, faces: Sequence[Face], tell: Callable[[], None] = lambda: None) -> list[Shot]:
        """A shot of each face, in order; `tell` is called for every face that is drawn anew."""
        keys = [digest_of(_code(), key) for key in picture_keys(press, faces, BOUNDS)]
        missing: dict[str, Face] = {}
        for key, face in zip(keys, faces, strict=True):
            if key not in self._kept:
                found = self.cache.get(key)
                if found is None:
                    missing[key] = face
                else:
                    self._kept[key] = _unpack(found)
        drawn = draw_pictures(press, list(missing.values()), BOUNDS)
        for (key, face), picture in zip(missing.items(), drawn, strict=True):
            shot = Shot(picture, _flaws(press, face))
            self.cache.put(key, _pack(shot))
            self._kept[key] = shot
            tell()
        self._kept = {key: self._kept[key] for key in keys}
        return [self._kept[key] for key in keys]


@lru_cache(maxsize=1)
def _code() -> str:
    """The code that looks at pictures."""
    return code_digest(Path(pipeline.checks.__file__ or "").parent, Path(__file__))


def _pack(shot: Shot) -> bytes:
    return json.dumps(shot.flaws).encode() + b"\n" + shot.picture


def _unpack(data: bytes) -> Shot:
    told, _, picture = data.partition(b"\n")
    return Shot(picture, tuple((message, hint) for message, hint in json.loads(told)))


def _flaws(press: FacePress, face: Face) -> tuple[tuple[str, str], ...]:
    return tuple((problem.message, problem.hint) for problem in check_contrast(press, [face]))
