"""Glass: ramps of color from light to dark, mixed in OKLab, in steps of tone.

OKLab is Björn Ottosson's (https://bottosson.github.io/posts/oklab/): equal steps in it look equal.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from pipeline.model.game import Color

Ramp = tuple[str, ...]

#: Tones are rounded to this many steps, so that panes of one color share one path.
TONE_STEPS: Final = 18

LEAD: Final = "#15110F"
INK: Final = "#1A1410"

#: Glass that is the same in every window. Colors of the card come beside it, see `palette`.
NEUTRAL: Final[Mapping[str, Ramp]] = MappingProxyType(
    {
        "gold": ("#FFFBEA", "#FDEBB0", "#EFCB68", "#CF9D36", "#8E651C", "#4C3310"),
        "white": ("#FFFFFF", "#FFF8E6", "#E9DDBE", "#B9A67E"),
        "skin": ("#FFF0DC", "#F0CDA4", "#D09A6A", "#9C633C", "#5E3820"),
        "hair": ("#D9B98A", "#8A5A34", "#4A2C1A", "#1E1310"),
        "iron": ("#9A92A0", "#5C5562", "#37313B", "#1E1A20"),
        "soot": ("#C9B8CF", "#7A6785", "#4C3E57", "#2E2636", "#1A151E", "#0C090E"),
        "ember": ("#FFF6D8", "#FFC25A", "#F0661C", "#9C2A0E", "#3E0F08"),
        "bruise": ("#B77FA0", "#7C3560", "#4B1E3C", "#240D1E"),
        "bile": ("#E6E8A0", "#A7B14A", "#5F6B28", "#2A3012"),
        "night": ("#F6F6FF", "#C9CBE8", "#5D64A8", "#2A3170", "#171C48", "#0A0D2A"),
    }
)

_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
_UNLMS, _UNLAB = np.linalg.inv(_LMS), np.linalg.inv(_LAB)


@lru_cache(maxsize=1024)
def _to_oklab(color: str) -> npt.NDArray[np.float64]:
    srgb = np.array([int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    lab: npt.NDArray[np.float64] = _LAB @ np.cbrt(_LMS @ linear)
    return lab


def _from_oklab(labs: npt.NDArray[np.float64]) -> tuple[str, ...]:
    """A color a row."""
    linear = np.clip((labs @ _UNLAB.T) ** 3 @ _UNLMS.T, 0, 1)
    srgb = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    levels = np.rint(np.clip(srgb, 0, 1) * 255).astype(np.int64).tolist()
    return tuple(f"#{red:02X}{green:02X}{blue:02X}" for red, green, blue in levels)


@lru_cache(maxsize=4096)
def mix(first: str, second: str, share: float) -> str:
    """`first` with `share` (0 to 1) of `second` in it."""
    return _from_oklab((_to_oklab(first) * (1 - share) + _to_oklab(second) * share)[None])[0]


@lru_cache(maxsize=1024)
def shades(ramp: Ramp) -> tuple[str, ...]:
    """The colors of `ramp` at all steps of tone, the lightest first."""
    ends = np.array([_to_oklab(color) for color in ramp])
    along = np.arange(TONE_STEPS + 1) / TONE_STEPS * (len(ramp) - 1)
    left = np.minimum(along.astype(np.int64), len(ramp) - 2)
    share = (along - left)[:, None]
    return _from_oklab(ends[left] * (1 - share) + ends[left + 1] * share)


def shade(ramp: Ramp, tone: float) -> str:
    """The color of `ramp` at `tone`: 0 is its light end, 1 its dark end; tones beyond are cut off."""
    return shades(ramp)[step_of(tone)]


def step_of(tone: float) -> int:
    """Which of `shades` stands for `tone`."""
    return round(min(max(tone, 0.0), 1.0) * TONE_STEPS)


def _ramp_about(color: str) -> Ramp:
    return (mix(color, "#FFFFFF", 0.9), color, mix(color, "#000000", 0.55))


def palette(colors: Sequence[Color]) -> dict[str, Ramp]:
    """Ramps by the names that panes use.

    "color", "accent-0" to "accent-2" and "jewel" are the first color's; "color-0", "color-1", ... are the ramps of all
    `colors` in turn; the rest are the same for every card (see `NEUTRAL`). A color without a ramp gets one from its
    tones, a color without accents or jewel borrows gold.
    """
    ramps = dict(NEUTRAL)
    for index, color in enumerate(colors):
        middle = color.tones.get("mid", INK)
        dark = color.tones.get("dark", mix(middle, "#000000", 0.6))
        ramps[f"color-{index}"] = color.ramp or (mix(middle, "#FFFFFF", 0.9), middle, dark)
    ramps["color"] = ramps["color-0"] if colors else ramps["gold"]
    accents = colors[0].accents if colors else ()
    for index in range(3):
        ramps[f"accent-{index}"] = _ramp_about(accents[index]) if index < len(accents) else ramps["gold"]
    jewel = colors[0].tones.get("jewel", "") if colors else ""
    ramps["jewel"] = _ramp_about(jewel) if jewel else ramps["gold"]
    return ramps
