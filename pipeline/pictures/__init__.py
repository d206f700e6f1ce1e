"""Pictures drawn from a record: a style a package, chosen in `game.toml`."""

from pipeline.drawing import Drawing
from pipeline.pictures.request import PictureError, PictureRequest, PictureStyle
from pipeline.problem import nearest

__all__ = ["PictureError", "PictureRequest", "PictureStyle", "draw_picture"]


def draw_picture(style: str, request: PictureRequest) -> Drawing:
    """The picture that `request` asks of the style with this name, the same in every process.

    Raises PictureError when there is no such style, part, emblem or option.
    """
    from pipeline.pictures.styles import STYLES  # noqa: PLC0415 - a picture kept from an earlier run needs none

    if style not in STYLES:
        hint = nearest(style, STYLES) or f"known: {', '.join(STYLES)}"
        raise PictureError(f'no picture style is called "{style}"', hint)
    return STYLES[style].draw(request)
