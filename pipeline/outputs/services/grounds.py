"""Grounds: what lies under the marks and words of a face, as pixels, kept from one export to the next.

Windows and walls take most of the time in which a face becomes a picture, and stay as they are when words change.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

from pipeline.cache import Cache, digest_of
from pipeline.draw.packing import packed, unpacked
from pipeline.draw.sample import Sampler
from pipeline.draw.veils import unveiled
from pipeline.drawing import Drawing, Item, Raster, Use, walk
from pipeline.made_by import made_by
from pipeline.project import Project
from pipeline.typeset import Fonts
from pipeline.units import Box

#: How much of a project's cache they may hold: half a megabyte a face. What took longer to make needs the rest.
_MOST_BYTES: Final = 200_000_000
#: How hard they are packed: they are read oftener than they are made.
_LEVEL: Final = 1
_CHANNELS: Final = 4


def parted(drawing: Drawing) -> tuple[Drawing, Drawing]:
    """A drawing without text as its ground, which lies under all its marks, and what is painted after that."""
    count = next((at for at, item in enumerate(drawing.items) if _has_mark(item)), len(drawing.items))
    return replace(drawing, items=drawing.items[:count]), replace(drawing, items=drawing.items[count:])


def _has_mark(item: Item) -> bool:
    return any(isinstance(each, Use) and each.role == "glyph" for each, _ in walk([item]))


def forget_grounds(project: Project) -> None:
    """Forget those that were longest not used, where there are too many."""
    _shelf(project).trim(_MOST_BYTES)


def _shelf(project: Project) -> Cache:
    return Cache(project.output / ".cache" / "grounds")


@dataclass(frozen=True, slots=True)
class Grounds:
    """Gives grounds as pixels: those of an earlier export where they were made from the same."""

    project: Project
    fonts: Fonts

    def rgba(self, ground: Drawing, part: Box, width: int, height: int) -> NDArray[np.uint8]:
        """A part of a drawing that holds no text: `height` x `width` x 4, colors with their coverage, on nothing."""
        shape = height, width, _CHANNELS
        key = digest_of(made_by(), str(pdfium.PDFIUM_INFO), ground.key, part, shape)
        cache = _shelf(self.project)
        data = unpacked(cache.get(key) or b"", width * height * _CHANNELS)
        if data is not None:
            return np.frombuffer(data, np.uint8).reshape(shape)
        with Sampler(self.fonts, [(unveiled(ground), part)]) as sampler:
            pixels = sampler.rgba(0, width, height)
        # Photographs hardly pack, and are drawn as fast as they are read.
        if not any(isinstance(item, Raster) for item, _ in walk(ground.items)):
            cache.put(key, packed(pixels.data, _LEVEL), packed=True)
        return pixels
