"""Pictures of faces for a print service, kept from one export to the next.

A side whose ingredients are those of an earlier export, and whose files lie there unchanged, is not drawn again; where
none is, what draws is not even loaded.
"""

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from pipeline.cache import Cache, digest_of, file_digest, release_of, trim
from pipeline.checks.flaws import Flaw
from pipeline.load.services import Service
from pipeline.made_by import made_by
from pipeline.model import Game
from pipeline.outputs.files import Draft
from pipeline.outputs.services.plan import Side
from pipeline.outputs.services.shots import Shot, Shots
from pipeline.place import FacePress
from pipeline.problem import Problem
from pipeline.project import Project
from pipeline.units import Box

#: Code besides that of faces that decides what a picture looks like, and what is found wrong with it.
_PARTS: Final = ("checks", "outputs/services", "load/services.py")


def shoot(
    project: Project,
    game: Game,
    service: Service,
    sides: Sequence[Side],
    images: Draft,
    proofs: Draft,
    standing: Mapping[Path, str],
) -> Shots:
    """Draw every side for a service into drafts, but for those that lie there as they would be drawn: `standing` has
    the digests of files in the drafts' folders. Raises OSError as drafts do."""
    press = FacePress(project, game)
    shelf = Cache(project.output / ".cache" / "exports")
    keys = _keys(press, service, sides)
    made: dict[Side, Shot] = {}
    for side in sides:
        kept = _kept(project, shelf.get(keys[side]))
        here = standing.get(images.folder / side.file), standing.get(proofs.folder / side.file)
        if kept and here == (kept.sha256, kept.proof):
            made[side] = kept
    missing = [side for side in sides if side not in made]
    problems: list[Problem] = []
    if missing:
        from pipeline.outputs.services.studio import draw_sides  # noqa: PLC0415 - most often few or none are missing

        for side, shot, files, flaws in draw_sides(press, service, images, proofs, missing):
            problems += flaws
            if shot:
                made[side] = shot
                shelf.put(keys[side], _told(project, shot, files))
        trim(project.output / ".cache")
    return Shots(made, tuple(problems), tuple(side.file for side in missing if side in made))


def digests(paths: Sequence[Path]) -> dict[Path, str]:
    """SHA-256 of files, empty where one cannot be read."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        return dict(zip(paths, threads.map(file_digest, paths), strict=True))


# between runs --------------------------------------------------------------------------------------------------------


def _keys(press: FacePress, service: Service, sides: Sequence[Side]) -> dict[Side, str]:
    common = digest_of(made_by(*_PARTS), release_of("pypdfium2"), service)
    cards = press.game.cards
    return {
        side: digest_of(common, press.key(cards[side.card] if side.card else None, side.template), side.file)
        for side in sides
    }


def _told(project: Project, shot: Shot, files: Sequence[str]) -> bytes:
    told = {"shot": asdict(shot), "files": [[file, file_digest(project.path(file))] for file in files]}
    return json.dumps(told).encode()


def _kept(project: Project, data: bytes | None) -> Shot | None:
    """A shot told earlier, where the picture files that its face names are as they were."""
    if data is None:
        return None
    told: dict[str, Any] = json.loads(data)
    if any(file_digest(project.path(file)) != digest for file, digest in told["files"]):
        return None
    shot = told["shot"]
    flaws = tuple(Flaw(**{**flaw, "box": Box(**flaw["box"]) if flaw["box"] else None}) for flaw in shot["flaws"])
    return Shot(**{**shot, "flaws": flaws, "cues": tuple(shot["cues"])})
