"""Pictures of faces for a print service: placed, looked at and drawn, by as many processes as there are processors."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

import numpy as np

from pipeline.checks.flaws import Flaw
from pipeline.checks.preflight import Look, View, alone, bare, inked, look, text_is_last
from pipeline.checks.sight import color_cues
from pipeline.collecting import collect_seldom
from pipeline.crew import Crew, share
from pipeline.draw.pixels import encode_png
from pipeline.draw.sample import Sampler, png_rows
from pipeline.draw.veils import unveiled
from pipeline.load.services import CardProduct, Service
from pipeline.model import Game
from pipeline.outputs.files import Draft
from pipeline.outputs.services.grounds import Grounds, forget_grounds, parted
from pipeline.outputs.services.overlay import Overlay
from pipeline.outputs.services.plan import Side
from pipeline.outputs.services.shots import Shot
from pipeline.place import Face, FacePress
from pipeline.problem import Problem, Refused
from pipeline.project import Project
from pipeline.units import BLEED, Box

#: So few sides are drawn faster by one process.
_FEW: Final = 6
#: After a PNG's signature and header, which are 33 bytes: colors are sRGB, shown as they are perceived (ISO/IEC 15948,
#: 11.3.3.5).
_SRGB: Final = bytes.fromhex("0000000173524742 00 aece1ce9")
_HEADER: Final = 33


#: A side, its shot if it could be made, the picture files that its face names, and what is wrong otherwise.
Result = tuple[Side, Shot | None, tuple[str, ...], tuple[Problem, ...]]


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
        self._grounds = Grounds(self.press.project, self.press.fonts)

    def draw(self, side: Side) -> Result:
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
        png = encode_png(rows.data, *shown.image, self.service.dpi)
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


def draw_sides(
    press: FacePress, service: Service, images: Draft, proofs: Draft, sides: Sequence[Side]
) -> Iterator[Result]:
    """Draw sides into drafts, many of them together with other processes."""
    collect_seldom()
    studio = _Studio(press, service, images, proofs)
    crew = Crew()
    others = crew.members(min(os.cpu_count() or 1, len(sides)) - 1 if len(sides) > _FEW else 0)
    for other in others:
        other.submit(_prepare, press.project, press.game, service, images, proofs)
    yield from share(others, sides, _draw, lambda side: [studio.draw(side)])
    forget_grounds(press.project)


#: What a process draws with for another.
_studio: list[_Studio] = []


def _prepare(project: Project, game: Game, service: Service, images: Draft, proofs: Draft) -> None:
    collect_seldom()
    _studio[:] = [_Studio(FacePress(project, game), service, images, proofs)]


def _draw(side: Side) -> list[Result]:
    return [_studio[0].draw(side)]
