"""Emblems of the Light: what stands before the sky of a window.

`EMBLEMS` holds every emblem by name; `FOR_COLOR` says which of them may be chosen for a card of that color that names
none; `FIGURES` are people, drawn with the head about (0, -0.62) and the hem at 1.3: their halo is about the head.
"""

import random
from collections.abc import Callable

from pipeline.pictures.stained_glass.emblems_light import red
from pipeline.pictures.stained_glass.kernel import Pane

Emblem = Callable[[random.Random], list[Pane]]

EMBLEMS: dict[str, Emblem] = {**red.EMBLEMS}

FOR_COLOR: dict[str, tuple[str, ...]] = {"red": tuple(red.EMBLEMS)}

FIGURES: frozenset[str] = frozenset()
