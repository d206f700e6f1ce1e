"""What decides how a face looks, apart from what it is made from: the key of everything drawn that is kept."""

from functools import lru_cache
from typing import Final

from pipeline.cache import code_of, digest_of, release_of

_PARTS: Final = (
    "made_by.py",
    "drawing.py",
    "units.py",
    "color.py",
    "model",
    "svg",
    "pictures",
    "typeset",
    "place",
    "draw",
)
_PACKAGES: Final = ("deflate", "fonttools", "jinja2", "lxml", "numpy", "pillow", "shapely", "uharfbuzz")


@lru_cache(maxsize=8)
def made_by(*more: str) -> str:
    """A digest of the code that makes faces and draws them, ours and other people's, and of `more` parts of ours."""
    return digest_of(code_of(*_PARTS, *more), [release_of(each) for each in _PACKAGES])
