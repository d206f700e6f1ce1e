"""What a face template asks of a picture style, and what a style is."""

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from pipeline.drawing import Drawing
from pipeline.model.game import Color


class PictureError(ValueError):
    """A user's mistake in asking for a picture: an unknown style, part, window, emblem or option.

    `message` says what is wrong, `hint` what to do; whoever knows the place makes a Problem of them.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """One picture wanted: `part` of a style, for one card, in a box of `width` by `height` millimetres.

    `game` and `id` seed the drawing, so that a card looks the same in every printing. `colors` are the card's. `emblem`
    is the name of the emblem, or empty to let the card's id choose. `options` are the further attributes of the
    template's `<art>` element. `ink` is "color", or "saver" for line art on white.
    """

    game: str
    kind: str
    id: str
    part: str
    width: float
    height: float
    colors: tuple[Color, ...]
    emblem: str
    options: Mapping[str, str]
    ink: Literal["color", "saver"]


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """A way to draw pictures from records.

    `parts` and `emblems` are the names that it knows. `draw` gives a drawing with items in mm from the box's top left
    corner, which may reach a little beyond the box, as frames do; it raises PictureError.
    """

    name: str
    parts: tuple[str, ...]
    emblems: tuple[str, ...]
    draw: Callable[[PictureRequest], Drawing]


def seeded(request: PictureRequest) -> random.Random:
    """The card's own generator: the same in every process, and for every printing of the card."""
    digest = hashlib.sha256(f"{request.game}/{request.id}".encode()).digest()
    return random.Random(int.from_bytes(digest, "big"))
