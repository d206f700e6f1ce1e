"""Single faces: one PDF with a face a page, and PNGs at 300 dpi with a contact sheet."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.crew import Crew
from pipeline.draw import PdfDocument, Placement
from pipeline.draw.pixels import encode_png, render_pages, shrunk
from pipeline.drawing import IDENTITY
from pipeline.model import Game
from pipeline.outputs.files import Draft
from pipeline.place import Face, FacePress
from pipeline.problem import Refused
from pipeline.units import BLEED, Box, pixels

#: A contact sheet shows faces so many times smaller, or still smaller, so that it has no more pixels than that.
_SHRINK: Final = 2
_MOST_PIXELS: Final = 8_000_000
_GAP: Final = 12
_CONTACT_SHEET: Final = "contact-sheet.png"
_GROUND: Final = b"\x2a\x27\x30"


def choose_faces(press: FacePress, ids: Sequence[str]) -> list[Face]:
    """The faces of the cards named, or of all cards and then all common backs. Raises Refused with every problem."""
    game = press.game
    cards = [game.cards[each] for each in ids] if ids else list(game.cards.values())
    faces, problems = press.faces(cards)
    if not ids:
        backs, flawed = press.backs(game.kinds.values())
        faces += backs
        problems += flawed
    if problems:
        raise Refused(problems)
    return faces


def file_names(faces: Sequence[Face], game: Game) -> list[str]:
    """A stable, unique name for every face: the card's id; a second side adds its template's name."""
    names = []
    for face in faces:
        second = face.card and face.template != game.kinds[game.cards[face.card].kind].faces[0]
        names.append(f"{face.name}--{face.template}" if second else face.name)
    return names


def faces_pdf(press: FacePress, faces: Sequence[Face]) -> bytes:
    """A PDF with one face a page, bleed included, the trim box set."""
    game = press.game
    document = PdfDocument(f"{game.name}: faces", game.language, press.fonts.files())
    for face in faces:
        width, height = face.drawing.width, face.drawing.height
        trim = Box(0, 0, width, height).grow(-BLEED)
        document.page(width, height, [Placement(face.drawing, IDENTITY)], bookmark=face.title, trim=trim)
    return document.data()


def put_pictures(draft: Draft, pdf: bytes, faces: Sequence[Face], names: Sequence[str], crew: Crew) -> list[str]:
    """Put PNGs of the pages of `faces_pdf` at 300 dpi into a draft, and `contact-sheet.png` of them all; gives the
    files' names. Raises OSError as the draft does."""
    width, height = round(pixels(faces[0].drawing.width)), round(pixels(faces[0].drawing.height))
    shrink = max(_SHRINK, math.ceil(math.sqrt(len(faces) * width * height / _MOST_PIXELS)))
    sheet = _ContactSheet(len(faces), shrunk(width, shrink), shrunk(height, shrink))
    files = [f"{name}.png" for name in names]
    thumbs = render_pages(pdf, width, height, _Kept(draft, files), shrink, crew)
    for index, thumb in enumerate(thumbs):
        sheet.lay(index, thumb)
    draft.put(_CONTACT_SHEET, encode_png(sheet.rows, sheet.width, sheet.height))
    return [*files, _CONTACT_SHEET]


@dataclass(frozen=True, slots=True)
class _Kept:
    """Puts each page's picture into a draft under its name, in the process that drew it: pictures are large."""

    draft: Draft
    files: Sequence[str]

    def __call__(self, index: int, png: bytes) -> None:
        self.draft.put(self.files[index], png)


class _ContactSheet:
    """Faces of `across` x `down` pixels in rows on gray, as the rows of a PNG, in place: the pixels of many faces."""

    def __init__(self, count: int, across: int, down: int) -> None:
        self.across, self.down = across, down
        self._columns = max(1, min(count, math.ceil(math.sqrt(count * 1.6))))
        self.width = self._columns * (across + _GAP) + _GAP
        self.height = math.ceil(count / self._columns) * (down + _GAP) + _GAP
        self._stride = 1 + 3 * self.width
        self.rows = bytearray(self._stride * self.height)
        line = b"\0" + _GROUND * self.width
        for start in range(0, len(self.rows), self._stride):
            self.rows[start : start + self._stride] = line

    def lay(self, index: int, face: bytes) -> None:
        """Lay the face of this number, from 0: its pixels as RGB rows."""
        row, column = divmod(index, self._columns)
        length = 3 * self.across
        start = (row * (self.down + _GAP) + _GAP) * self._stride + 1 + 3 * (column * (self.across + _GAP) + _GAP)
        for at in range(0, len(face), length):
            self.rows[start : start + length] = face[at : at + length]
            start += self._stride
