"""Lengths and boxes.

Every length in the house is a millimetre, measured from the top left corner with y growing downwards. Points and
pixels exist only where something leaves the house: in `draw` and in the data of print services.
"""

from dataclasses import dataclass
from typing import Final

MM_PER_INCH: Final = 25.4
POINTS_PER_INCH: Final = 72.0
#: One typographic point in millimetres (PDF 32000-1, 8.3.2.3: 72 to the inch).
POINT: Final = MM_PER_INCH / POINTS_PER_INCH
#: The bleed that every face is drawn with (1/8 in).
BLEED: Final = 3.175


def points(mm: float) -> float:
    """A length in millimetres as PDF points."""
    return mm / POINT


def pixels(mm: float, dpi: float = 300) -> float:
    """A length in millimetres as pixels at `dpi`, not rounded."""
    return mm / MM_PER_INCH * dpi


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in millimetres: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def grow(self, by: float) -> "Box":
        """The box with every side moved outwards by `by` (inwards when negative)."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def holds(self, other: "Box", slack: float = 1e-6) -> bool:
        """Whether `other` lies inside this box, touching allowed."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def union(self, other: "Box") -> "Box":
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Box(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)
