"""Pictures of faces for a print service, looked at before they count, and kept from one export to the next.

A side whose ingredients are those of an earlier export, and whose files lie there unchanged, is not drawn again. Others
are placed, looked at and drawn by as many processes as there are processors, until they meet.
"""

import gc
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import pypdfium2 as pdfium

from pipeline.cache import Cache, digest_of, file_digest, trim
from pipeline.checks.preflight import BLEED, Flaw, Look, View, alone, bare, inked, look, text_is_last
from pipeline.checks.sight import color_cues
from pipeline.crew import Crew, share
from pipeline.draw.made_by import made_by
from pipeline.draw.pixels import encode_png
from pipeline.draw.sample import Sampler, png_rows
from pipeline.draw.veils import unveiled
from pipeline.load.services import CardProduct, Service
from pipeline.model import Game
from pipeline.outputs.files import Draft
from pipeline.outputs.services.grounds import MOST_BYTES, Grounds, parted
from pipeline.outputs.services.overlay import Overlay
from pipeline.outputs.services.plan import Side
from pipeline.place import Face, FacePress
from pipeline.problem import Problem, Refused
from pipeline.project import Project
from pipeline.units import Box

#: So few sides are drawn faster by one process.
_FEW: Final = 6
#: Code besides that of faces that decides what a picture looks like, and what is found wrong with it.
_PARTS: Final = ("checks", "outputs/services", "load/services.py")
#: After a PNG's signature and header, which are 33 bytes: colors are sRGB, shown as they are perceived (ISO/IEC 15948,
#: 11.3.3.5).
_SRGB: Final = bytes.fromhex("0000000173524742 00 aece1ce9")
_HEADER: Final = 33


@dataclass(frozen=True, slots=True)
class Shot:
    """A side as it was drawn: the product, the picture's digest and bytes, its proof's digest; what is wrong with it,
    the least room around what must not be cut off; colors that it tells by more than color."""

    identity: str
    width: int
    height: int
    sha256: str
    size: int
    proof: str
    flaws: tuple[Flaw, ...]
    room: float
    cues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shots:
    """What came of an export's sides: their shots, the problems of those that could not be made, and the files that
    are new, in the folder of pictures and in that of proofs."""

    made: Mapping[Side, Shot]
    problems: tuple[Problem, ...]
    new_images: tuple[str, ...]
    new_proofs: tuple[str, ...]


def shoot(
    project: Project,
    game: Game,
    service: Service,
    sides: Sequence[Side],
    images: Draft,
    proofs: Draft,
) -> Shots:
    """Draw every side for a service into drafts, but for those that lie there as they would be drawn. Raises OSError
    as drafts do."""
    _collect_seldom()
    press = FacePress(project, game)
    shelf = Cache(project.output / ".cache" / "exports")
    keys = {side: _key(press, service, side) for side in sides}
    standing = digests([folder / side.file for side in sides for folder in (images.folder, proofs.folder)])
    made: dict[Side, Shot] = {}
    for side in sides:
        kept = _kept(project, shelf.get(keys[side]))
        here = standing[images.folder / side.file], standing[proofs.folder / side.file]
        if kept and here == (kept.sha256, kept.proof):
            made[side] = kept
    missing = [side for side in sides if side not in made]
    problems: list[Problem] = []
    studio = _Studio(press, service, images, proofs)
    for side, shot, files, flaws in _drawn(studio, missing):
        problems += flaws
        if shot:
            made[side] = shot
            shelf.put(keys[side], _told(project, shot, files))
    if missing:
        _grounds(project).trim(MOST_BYTES)
        trim(project.output / ".cache")
    drawn = tuple(side.file for side in missing if side in made)
    return Shots(made, tuple(problems), drawn, drawn)


def _grounds(project: Project) -> Cache:
    return Cache(project.output / ".cache" / "grounds")


def digests(paths: Sequence[Path]) -> dict[Path, str]:
    """SHA-256 of files, empty where one cannot be read."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as threads:
        return dict(zip(paths, threads.map(file_digest, paths), strict=True))


# between runs --------------------------------------------------------------------------------------------------------


def _key(press: FacePress, service: Service, side: Side) -> str:
    card = press.game.cards[side.card] if side.card else None
    return digest_of(made_by(*_PARTS), str(pdfium.PDFIUM_INFO), press.key(card, side.template), service, side.file)


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


# drawing -------------------------------------------------------------------------------------------------------------


def _collect_seldom() -> None:
    """Faces are made of many small things that go: looking for circles after every few hundred takes a tenth."""
    gc.set_threshold(200_000, 20, 20)


#: A side, its shot if it could be made, the picture files that its face names, and what is wrong otherwise.
_Result = tuple[Side, Shot | None, tuple[str, ...], tuple[Problem, ...]]


@dataclass
class _Studio:
    """Draws sides in one process."""

    press: FacePress
    service: Service
    images: Draft
    proofs: Draft
    _overlays: dict[tuple[str, float, float], Overlay] = field(default_factory=dict)
    _grounds: Grounds = field(init=False)

    def __post_init__(self) -> None:
        self._grounds = Grounds(_grounds(self.press.project), self.press.fonts)

    def draw(self, side: Side) -> _Result:
        try:
            card = self.press.game.cards[side.card] if side.card else None
            face = self.press.face(card, side.template) if card else self.press.back(side.template)
        except Refused as refused:
            return side, None, (), refused.problems
        shot = self._shot(side, face)
        return side, shot, face.files, ()

    def _shot(self, side: Side, face: Face) -> Shot:
        width, height = face.drawing.width, face.drawing.height
        product = self.service.fitting(width, height, BLEED)
        # A face that no card fits is refused; it is drawn as it is, for the proof.
        shown = product or _as_it_is(self.service, face)
        cut = self.service.cut(shown, width, height)
        whole = Box(0, 0, width, height)
        last = text_is_last(self.press.fonts, face)
        # The picture is its ground, which is looked at, and the text over it; or another one, where text is covered.
        top = last or unveiled(face.drawing)
        ground, marks = parted(bare(face))
        pixels = self._grounds.rgba(ground, cut.image, *shown.image)
        shown_parts = [(unveiled(marks), cut.image), (alone(face), whole), (top, cut.image)]
        with Sampler(self.press.fonts, shown_parts) as sampler:
            sampler.lay_on(pixels, 0)
            seen = View(pixels, cut.image, inked(sampler, 1, face))
            looked = look(self.press, face, [cut], seen)[0] if product else self._misfit(face)
            if last is None:
                pixels = np.full_like(pixels, 255)
            sampler.lay_on(pixels, 2)
        rows = png_rows(pixels)
        png = encode_png(rows.tobytes(), *shown.image, self.service.dpi)
        png = png[:_HEADER] + _SRGB + png[_HEADER:]
        key = (product.identity if product else "", width, height)
        if key not in self._overlays:
            self._overlays[key] = Overlay(cut, *shown.image)
        proof = self._overlays[key].laid_on(rows, [flaw.box for flaw in looked.flaws if flaw.box])
        self.images.put(side.file, png)
        self.proofs.put(side.file, proof)
        return Shot(
            key[0],
            *shown.image,
            sha256(png).hexdigest(),
            len(png),
            sha256(proof).hexdigest(),
            looked.flaws,
            looked.room,
            tuple(sorted(color_cues(self.press.game, face))),
        )

    def _misfit(self, face: Face) -> Look:
        size = f"{face.drawing.width:g} x {face.drawing.height:g} mm, bleed included"
        known = ", ".join(card.identity for card in self.service.cards)
        flaw = Flaw(f"{face.template}: the face is {size}; no card of {self.service.name} is", f"known are {known}")
        return Look((flaw,), 0.0)


def _as_it_is(service: Service, face: Face) -> CardProduct:
    """A product of the face's own size."""
    inches = tuple(round(length / 25.4, 3) for length in (face.drawing.width, face.drawing.height))
    pixels = tuple(max(1, round(inch * service.dpi)) for inch in inches)
    return CardProduct.model_validate({"identity": "none", "image": pixels, "finished": inches, "safe": 0})


def _drawn(studio: _Studio, sides: Sequence[Side]) -> Iterator[_Result]:
    """Draw sides, many of them together with other processes."""
    crew = Crew()
    others = crew.members(min(os.cpu_count() or 1, len(sides)) - 1 if len(sides) > _FEW else 0)
    press = studio.press
    for other in others:
        other.submit(_prepare, press.project, press.game, studio.service, studio.images, studio.proofs)
    yield from share(others, sides, _draw, lambda side: [studio.draw(side)])


#: What a process draws with for another.
_studio: list[_Studio] = []


def _prepare(project: Project, game: Game, service: Service, images: Draft, proofs: Draft) -> None:
    _collect_seldom()
    _studio[:] = [_Studio(FacePress(project, game), service, images, proofs)]


def _draw(side: Side) -> list[_Result]:
    return [_studio[0].draw(side)]
