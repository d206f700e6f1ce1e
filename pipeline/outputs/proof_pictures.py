"""What a proof shows of a face, kept between runs: its picture on the screen, and whether its text can be read."""

import io
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import PIL
import pypdfium2 as pdfium

import pipeline.checks
import pipeline.draw
import pipeline.drawing
from pipeline.cache import Cache, code_digest, digest_of
from pipeline.checks.contrast import check_contrast
from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import IDENTITY, TextRun, walk
from pipeline.outputs.faces import BLEED
from pipeline.place import Face, FacePress

#: Pixels across a face's trim: twice what the page's grid shows it in, so that it is sharp on a fine screen, and as
#: many as fit a screen when it is opened.
WIDTH: Final = 540
#: Pixels down at most, whatever a template's proportions are.
_MOST_HEIGHT: Final = 1080
#: WebP takes a sixth of a PNG's bytes here; method 2 makes it in half the time of Pillow's 4 for 2 % more bytes.
_QUALITY: Final = 80
_METHOD: Final = 2
#: So few faces are drawn faster by this process than by another that must start first.
_FEW: Final = 6


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
        digests: dict[str, str] = {}
        keys = [_key(press, face, digests) for face in faces]
        missing: dict[str, Face] = {}
        for key, face in zip(keys, faces, strict=True):
            if key not in self._kept:
                found = self.cache.get(key)
                if found is None:
                    missing[key] = face
                else:
                    self._kept[key] = _unpack(found)
        for key, shot in zip(missing, _draw(press, list(missing.values()), tell), strict=True):
            self.cache.put(key, _pack(shot))
            self._kept[key] = shot
        self._kept = {key: self._kept[key] for key in keys}
        return [self._kept[key] for key in keys]


def _key(press: FacePress, face: Face, digests: dict[str, str]) -> str:
    """What a shot depends on: a drawing names its fonts only, so their bytes count too (`digests`: those known)."""
    files = press.fonts.files()
    used = sorted({item.font for item, _ in walk(face.drawing.items) if isinstance(item, TextRun)})
    for name in used:
        if name not in digests:
            digests[name] = sha256(files[name].data).hexdigest()
    return digest_of(_code(), face.template, face.drawing.key, [digests[name] for name in used])


@lru_cache(maxsize=1)
def _code() -> str:
    """What else decides the bytes: the code that draws, checks and encodes, ours and others'."""
    folders = [Path(module.__file__ or "").parent for module in (pipeline.draw, pipeline.checks)]
    ours = code_digest(*folders, Path(pipeline.drawing.__file__ or ""), Path(__file__))
    return f"{ours} {PIL.__version__} {pdfium.PYPDFIUM_INFO} {pdfium.PDFIUM_INFO}"


def _pack(shot: Shot) -> bytes:
    return json.dumps(shot.flaws).encode() + b"\n" + shot.picture


def _unpack(data: bytes) -> Shot:
    told, _, picture = data.partition(b"\n")
    return Shot(picture, tuple((message, hint) for message, hint in json.loads(told)))


def _draw(press: FacePress, faces: Sequence[Face], tell: Callable[[], None]) -> list[Shot]:
    """Draw and measure faces. pdfium works in one thread only: many faces are drawn by other processes, while this one
    measures them."""
    if len(faces) <= _FEW:
        return [_shot(press, face, encode_pages(_pdf(press, [face]))[0], tell) for face in faces]
    size = math.ceil(len(faces) / max(1, (os.cpu_count() or 2) - 1))
    painters: list[_Painter] = []
    try:
        for start in range(0, len(faces), size):
            painters.append(_Painter(_pdf(press, faces[start : start + size])))
        measured = []
        for face in faces:
            measured.append(_flaws(press, face))
            tell()
        drawn = [picture for painter in painters for picture in painter.pictures()]
    finally:
        for painter in painters:
            painter.stop()
    return [Shot(picture, flaws) for picture, flaws in zip(drawn, measured, strict=True)]


class _Painter:
    """Another process that encodes the pages of a PDF.

    A process of its own rather than one of multiprocessing, which would run the caller's main module again. It hears no
    Ctrl-C: whoever began it stops it.
    """

    def __init__(self, pdf: bytes) -> None:
        self._given, self._made = tempfile.TemporaryFile(), tempfile.TemporaryFile()  # noqa: SIM115 - see stop
        self._given.write(pdf)
        self._given.seek(0)
        house = str(Path(pipeline.__file__).parents[1])
        path = os.pathsep.join(filter(None, (house, os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import paint; paint()"],
            stdin=self._given,
            stdout=self._made,
            env={**os.environ, "PYTHONPATH": path},
            start_new_session=True,
        )

    def pictures(self) -> list[bytes]:
        """The pages' pictures, when they are done."""
        if self._process.wait() != 0:
            raise RuntimeError(f"the process that draws faces ended with {self._process.returncode}")
        self._made.seek(0)
        pictures = []
        while length := self._made.read(8):
            pictures.append(self._made.read(int.from_bytes(length, "big")))
        return pictures

    def stop(self) -> None:
        """End the process, whether or not it is done."""
        self._process.kill()
        self._process.wait()
        self._given.close()
        self._made.close()


def paint() -> None:
    """What a `_Painter` runs: a PDF on stdin, its pages' pictures on stdout, each after its length in eight bytes."""
    for picture in encode_pages(sys.stdin.buffer.read()):
        sys.stdout.buffer.write(len(picture).to_bytes(8, "big") + picture)


def _shot(press: FacePress, face: Face, picture: bytes, tell: Callable[[], None]) -> Shot:
    shot = Shot(picture, _flaws(press, face))
    tell()
    return shot


def _flaws(press: FacePress, face: Face) -> tuple[tuple[str, str], ...]:
    return tuple((problem.message, problem.hint) for problem in check_contrast(press, [face]))


def _pdf(press: FacePress, faces: Sequence[Face]) -> bytes:
    """A PDF with a face a page, cut to its trim."""
    document = PdfDocument("proof", press.game.language, press.fonts.files())
    for face in faces:
        width, height = trim_size(face)
        left, top = (face.drawing.width - width) / 2, (face.drawing.height - height) / 2
        document.page(width, height, [Placement(face.drawing, (*IDENTITY[:4], -left, -top))])
    return document.data()


def trim_size(face: Face) -> tuple[float, float]:
    """Width and height of a face in millimetres without its bleed; of a template that leaves no room for bleed, all."""
    width, height = face.drawing.width, face.drawing.height
    if min(width, height) <= 4 * BLEED:
        return width, height
    return width - 2 * BLEED, height - 2 * BLEED


def pixel_size(face: Face) -> tuple[int, int]:
    """Width and height in pixels of a face's picture."""
    width, height = trim_size(face)
    scale = min(WIDTH / width, _MOST_HEIGHT / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def encode_pages(pdf: bytes) -> list[bytes]:
    """Every page of a PDF as a WebP picture, `WIDTH` pixels across."""
    pictures = []
    document = pdfium.PdfDocument(pdf)
    try:
        for page in document:
            width, height = page.get_size()
            scale = min(WIDTH / width, _MOST_HEIGHT / height)
            bitmap = page.render(scale=scale, rev_byteorder=True)
            out = io.BytesIO()
            bitmap.to_pil().convert("RGB").save(out, "WEBP", quality=_QUALITY, method=_METHOD)
            pictures.append(out.getvalue())
    finally:
        document.close()
    return pictures
