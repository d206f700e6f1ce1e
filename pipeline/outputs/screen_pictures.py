"""Pictures of faces for pages on the screen, cut to their trim, and what tells whether one can be used again."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import PIL
import pypdfium2 as pdfium

import pipeline.draw
import pipeline.drawing
from pipeline.cache import Cache, code_digest, digest_of
from pipeline.crew import Crew
from pipeline.draw import PdfDocument, Placement
from pipeline.draw.screen import Bounds, render_webp
from pipeline.drawing import IDENTITY, TextRun, walk
from pipeline.place import Face, FacePress
from pipeline.units import BLEED

#: Whatever a template's proportions are, pictures are no more than twice as high as wide.
_HIGHEST: Final = 2


def bounds(across: int) -> Bounds:
    """Bounds of pictures `across` pixels wide."""
    return Bounds(across, _HIGHEST * across)


def pixel_size(face: Face, within: Bounds) -> tuple[int, int]:
    """Width and height in pixels of a face's picture."""
    return within.pixels(*_trim_size(face))


def picture_keys(press: FacePress, faces: Sequence[Face], within: Bounds) -> list[str]:
    """What each face's picture depends on: a drawing names its fonts only, so their bytes count too."""
    files = press.fonts.files()
    digest = lru_cache(maxsize=None)(lambda name: sha256(files[name].data).hexdigest())
    keys = []
    for face in faces:
        used = sorted({item.font for item, _ in walk(face.drawing.items) if isinstance(item, TextRun)})
        size = within.across, within.down
        keys.append(digest_of(_code(), face.template, face.drawing.key, [digest(name) for name in used], size))
    return keys


@lru_cache(maxsize=1)
def _code() -> str:
    """What else decides the bytes: the code that draws and encodes, ours and others'."""
    drawn = Path(pipeline.draw.__file__ or "").parent
    ours = code_digest(drawn, Path(pipeline.drawing.__file__ or ""), Path(__file__))
    return f"{ours} {PIL.__version__} {pdfium.PYPDFIUM_INFO} {pdfium.PDFIUM_INFO}"


def draw_pictures(press: FacePress, faces: Sequence[Face], within: Bounds) -> Iterator[bytes]:
    """The faces' pictures, WebP, in order; other processes draw their share of many, also while one is looked at."""
    if faces:
        yield from render_webp(_pdf(press, faces), within, Crew())


def kept_pictures(
    press: FacePress, faces: Sequence[Face], within: Bounds, cache: Cache, tell: Callable[[], None] = lambda: None
) -> list[bytes]:
    """The faces' pictures, from the cache where they are there; `tell` is called for every one that is drawn anew."""
    keys = picture_keys(press, faces, within)
    found = {key: cache.get(key) for key in keys}
    missing = {key: face for key, face in zip(keys, faces, strict=True) if found[key] is None}
    for key, picture in zip(missing, draw_pictures(press, list(missing.values()), within), strict=True):
        cache.put(key, picture)
        found[key] = picture
        tell()
    return [found[key] or b"" for key in keys]


def _pdf(press: FacePress, faces: Sequence[Face]) -> bytes:
    """A PDF with a face a page, cut to its trim."""
    document = PdfDocument("faces", press.game.language, press.fonts.files())
    for face in faces:
        width, height = _trim_size(face)
        left, top = (face.drawing.width - width) / 2, (face.drawing.height - height) / 2
        document.page(width, height, [Placement(face.drawing, (*IDENTITY[:4], -left, -top))])
    return document.data()


def _trim_size(face: Face) -> tuple[float, float]:
    """Width and height of a face in millimetres without its bleed; of a template that leaves no room for bleed, all."""
    width, height = face.drawing.width, face.drawing.height
    if min(width, height) <= 4 * BLEED:
        return width, height
    return width - 2 * BLEED, height - 2 * BLEED
