"""The window of a Mentor: a person before a halo, in a niche between columns or, transformed, in open light."""

import random
from collections.abc import Callable
from typing import Final

from shapely import Polygon

from pipeline.pictures.stained_glass.emblems_light.figures import FIGURES
from pipeline.pictures.stained_glass.kernel import Pane, box, pane, panes, placed, sectors
from pipeline.pictures.stained_glass.mesh import beads, between, clip, columns, doubled, over, polar, spokes, tidy
from pipeline.pictures.stained_glass.paint import Light, Window

#: The figure's radius as a share of the window's width, and how far below the border its middle is, in radii.
_RADIUS: Final = 0.308
_DEPTH: Final = 1.44
#: Height of the head above the figure's middle, and the halo's radius, in radii.
_HEAD: Final = 0.62
_HALO: Final = 0.60

_FAR: Final = 110.0
_FLOOR: Final = 4.6
_BORDER: Final = (("gold", 0.36), ("color", 0.70), ("color", 0.50), ("color", 0.70))
_BORDER_OF_LIGHT: Final = (("gold", 0.25), ("color", 0.50), ("gold", 0.45), ("white", 0.30))

_Glazing = Callable[[int, int], tuple[str, float]]


def mentor_window(outline: Polygon, name: str, transformed: bool, rng: random.Random) -> tuple[Window, Light]:
    """The panes of a Mentor's window and the light in it; `outline` in mm, `name` one of `figures.FIGURES`.

    The figure fills the window and is cut off by its foot, as saints in windows are. Raises KeyError for another name.
    """
    strip, inner = beads(outline, 1.5, 2.9, _BORDER_OF_LIGHT if transformed else _BORDER)
    left, top, right, bottom = inner.bounds
    radius = _RADIUS * (right - left + 3.0)
    x, y = (left + right) / 2, top + _DEPTH * radius
    figure = clip(placed(FIGURES[name](rng, transformed), x, y, radius), inner, 0.2)
    head = (x, y - _HEAD * radius)
    field = clip(_sky(head, radius, _glazing(transformed, rng), rng), inner)
    if not transformed:
        field = over(field, clip(_niche(left, right, top + 0.42 * (bottom - top), bottom), inner))
    pavement = _pavement(left, right, bottom, x)
    field = over(field, clip(pavement, inner))
    field = tidy(over(field, figure)[: -len(figure)])
    if transformed:
        light = Light(*head, 22.0, 0.8, rays=14, reach=46.0, ray_strength=0.5, vignette=0.3)
    else:
        light = Light(*head, 20.0, 0.8, rays=7, reach=38.0, ray_strength=0.32, vignette=0.5)
    return Window(outline, [*strip, *field], figure), light


def _sky(head: tuple[float, float], radius: float, glazing: _Glazing, rng: random.Random) -> list[Pane]:
    """Rings and rays about the head, and the halo in their midst."""
    halo = _HALO * radius
    angles = spokes(rng, rng.choice((16, 18, 20)), 0.06, 0.0)
    fine = doubled(angles)
    radii = (halo, radius * 1.04, radius * 1.6, radius * 2.3, _FAR)
    rings = rng.choice(((angles, angles, fine, fine), (angles, between(angles), fine, between(fine))))
    return [
        *polar(head, radii, rings, glazing),
        *panes(sectors(*head, 0, halo - 1.7, rng.choice((12, 14, 16))), "gold", (0.06, 0.17)),
        *panes(sectors(*head, halo - 1.7, halo, 28), "gold", (0.22, 0.46)),
    ]


def _glazing(transformed: bool, rng: random.Random) -> _Glazing:
    """Darker outwards; one accent in beams, in a ring or here and there. Transformed, everything is lighter."""
    base = (0.16, 0.28, 0.42, 0.56) if transformed else (0.40, 0.54, 0.70, 0.84)
    accent = "accent-2" if transformed else rng.choice(("accent-0", "accent-1"))
    order, step = rng.choice(("beams", "ring", "scattered")), rng.choice((3, 4))

    def glazing(ring: int, number: int) -> tuple[str, float]:
        beat = 0.05 if number % 2 else -0.05
        marked = {
            "beams": (number // (2 if ring > 1 else 1)) % step == 0 and ring > 0,
            "ring": ring == 1 and number % 2 == 0,
            "scattered": rng.random() < 0.16,
        }[order]
        if marked:
            return accent, base[ring] - 0.06 + beat
        return "color", base[ring] + beat + rng.uniform(-0.06, 0.06)

    return glazing


def _niche(left: float, right: float, top: float, bottom: float) -> list[Pane]:
    """A column at either side: drums of two tones, a base, and a capital of gold."""
    stones: list[Pane] = []
    count = max(2, round((bottom - top) / 5))
    drum = (bottom - top) / count
    for x in (left + 4.0, right - 4.0):
        drums = [box(x - 2.1, top + drum * i, x + 2.1, top + drum * (i + 1)) for i in range(count)]
        stones += panes(drums, "color", (0.74, 0.86))
        stones.append(pane(box(x - 3.0, top - 2.6, x + 3.0, top), "gold", 0.5))
    return stones


def _pavement(left: float, right: float, bottom: float, vanishing: float) -> list[Pane]:
    """Flags of a floor that run towards the figure."""
    top, count = bottom - _FLOOR, 11
    feet = [left - 12 + (right - left + 24) * (i + 0.5) / count for i in range(count)]
    leads = [(vanishing + 0.62 * (foot - vanishing), foot) for foot in feet]
    flags = columns(left - 60, right + 60, top, bottom + 1, leads)
    return panes(flags.tolist(), "color", (0.66, 0.82))
