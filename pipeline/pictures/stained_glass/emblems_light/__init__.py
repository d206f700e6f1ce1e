"""Emblems of the Light: what stands before the sky of a window.

`EMBLEMS` holds every emblem by name; `FOR_COLOR` says which of them may be chosen for a card of that color that names
none. `FIGURES` are people, drawn with the head about (0, -0.62) and the hem at 1.3: their halo is about the head. A
figure is a function of the card's generator and of whether it is transformed; `EMBLEMS` holds it as it is before that.
"""

import random
from collections.abc import Callable, Mapping

from pipeline.pictures.stained_glass.emblems_light import dark_blue, green, light_blue, orange, purple, red, yellow
from pipeline.pictures.stained_glass.emblems_light.figures import FIGURES
from pipeline.pictures.stained_glass.kernel import Pane

Emblem = Callable[[random.Random], list[Pane]]

_BY_COLOR: dict[str, Mapping[str, Emblem]] = {
    "red": red.EMBLEMS,
    "orange": orange.EMBLEMS,
    "yellow": yellow.EMBLEMS,
    "green": green.EMBLEMS,
    "light-blue": light_blue.EMBLEMS,
    "dark-blue": dark_blue.EMBLEMS,
    "purple": purple.EMBLEMS,
}

EMBLEMS: dict[str, Emblem] = {name: draw for emblems in _BY_COLOR.values() for name, draw in emblems.items()}
EMBLEMS |= FIGURES

FOR_COLOR: dict[str, tuple[str, ...]] = {color: tuple(emblems) for color, emblems in _BY_COLOR.items()}

__all__ = ["EMBLEMS", "FIGURES", "FOR_COLOR", "Emblem"]
