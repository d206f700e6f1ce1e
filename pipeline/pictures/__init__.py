"""Pictures drawn from a record: a style a package, chosen in `game.toml`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pipeline.drawing import Drawing
from pipeline.pictures.request import PictureError, PictureRequest, PictureStyle
from pipeline.pictures.stained_glass import STYLE as _STAINED_GLASS
from pipeline.problem import nearest

__all__ = ["STYLES", "PictureError", "PictureRequest", "PictureStyle", "draw_picture"]

STYLES: Final[Mapping[str, PictureStyle]] = MappingProxyType({style.name: style for style in (_STAINED_GLASS,)})


def draw_picture(style: str, request: PictureRequest) -> Drawing:
    """The picture that `request` asks of the style with this name, the same in every process.

    Raises PictureError when there is no such style, part, emblem or option.
    """
    if style not in STYLES:
        hint = nearest(style, STYLES) or f"known: {', '.join(STYLES)}"
        raise PictureError(f'no picture style is called "{style}"', hint)
    return STYLES[style].draw(request)
