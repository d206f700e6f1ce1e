"""Print services: what each takes, as `layouts/services/<service>.toml` says; a project's own file goes first."""

import math
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from pipeline.load.toml import Entry, read_toml
from pipeline.problem import Place, Problem, Problems, Refused, nearest
from pipeline.project import OutsideError, Project
from pipeline.units import MM_PER_INCH, Box

_FOLDER = "layouts/services"
#: A face fits a product whose cut differs from its trim by no more than this, in millimetres: sizes of cards that are
#: meant for each other's sleeves differ by half a millimetre or a whole one.
_NEAR = 1.0
#: What pixels are rounded by, in millimetres.
_SLACK = 0.05

_Pixels = Annotated[int, Field(ge=1, le=20_000)]
_Length = Annotated[float, Field(ge=0, le=2000)]
_Inches = Annotated[float, Field(gt=0, le=60)]
_Count = Annotated[int, Field(ge=1, le=1_000_000)]


class _Table(Entry):
    """Numbers may be written without a point where a length is meant."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class Limits(_Table):
    """How much a service takes: copies of one card; different cards in a part of a component; cards in a game with
    their copies; classes of cards. `brackets` are the sizes that an order comes in, copies counted."""

    copies: _Count
    cards: _Count | None = None
    total: _Count | None = None
    classes: _Count = 1
    brackets: tuple[_Count, ...] = ()


class CardProduct(_Table):
    """A card: its picture in pixels, bleed included; what is cut out of its middle, in inches; in pixels the safe
    zone's distance from the picture's edge, and the radius of the cut's corners."""

    identity: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]+$")]
    image: tuple[_Pixels, _Pixels]
    finished: tuple[_Inches, _Inches]
    safe: _Length
    corner: _Length = 0.0

    @model_validator(mode="after")
    def _lies_inside(self) -> "CardProduct":
        if 2 * self.safe >= min(self.image):
            raise ValueError(f"a safe zone {self.safe:g} pixels inside leaves nothing of {min(self.image)}")
        return self


class BookletProduct(CardProduct):
    """A booklet, a picture a page: pages come in multiples; at most so many, of which the service states fewer in
    another place (`stated`)."""

    multiple: _Count = 1
    pages: _Count
    stated: _Count | None = None


class Boxes(_Table):
    """Boxes that the service sells, and why no art is made for them."""

    reason: str
    identities: tuple[str, ...]


class _ServiceEntry(_Table):
    name: str
    dpi: Annotated[int, Field(ge=72, le=2400)]
    components: Literal["kinds", "all"] = "kinds"
    drift: _Length
    limits: Limits
    cards: Annotated[list[CardProduct], Field(min_length=1)]
    booklet: BookletProduct | None = None
    boxes: Boxes | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a product lies on a face, in the face's millimetres: its picture, its cut, its safe zone; the radius of
    the corners and how far the cut may drift each way."""

    image: Box
    trim: Box
    safe: Box
    corner: float
    drift: float

    def keeps(self, x: float, y: float, slack: float = 0.0) -> bool:
        """Whether a point stays on the card and in its safe zone, wherever the cut drifts to."""
        if not self.safe.holds(Box(x, y, 0, 0), slack):
            return False
        # Distance from the middle, as for the top left corner, with the drift against it.
        inner = self.trim.grow(-self.drift - self.corner)
        across = max(inner.x - x, x - inner.right, 0.0)
        down = max(inner.y - y, y - inner.bottom, 0.0)
        return math.hypot(across, down) <= self.corner + slack


@dataclass(frozen=True, slots=True)
class Service:
    """A print service. `id` is its file's name; `place` stands for the file."""

    id: str
    name: str
    dpi: int
    components: Literal["kinds", "all"]
    drift: float
    limits: Limits
    cards: tuple[CardProduct, ...]
    booklet: BookletProduct | None
    boxes: Boxes | None
    place: Place

    def fitting(self, width: float, height: float, bleed: float) -> CardProduct | None:
        """The first card whose picture a face covers and whose cut is the face's, both in millimetres, bleed
        included in the face's; None where the service has none."""
        for card in self.cards:
            cut = self.cut(card, width, height)
            off = abs(cut.trim.width - (width - 2 * bleed)), abs(cut.trim.height - (height - 2 * bleed))
            if max(off) <= _NEAR and Box(0, 0, width, height).holds(cut.image, _SLACK):
                return card
        return None

    def cut(self, card: CardProduct, width: float, height: float) -> Cut:
        """Where the product lies on a face of that size: in its middle."""

        def centered(across: float, down: float) -> Box:
            return Box((width - across) / 2, (height - down) / 2, across, down)

        image = centered(self.length(card.image[0]), self.length(card.image[1]))
        trim = centered(card.finished[0] * MM_PER_INCH, card.finished[1] * MM_PER_INCH)
        safe = image.grow(-self.length(card.safe))
        return Cut(image, trim, safe, self.length(card.corner), self.length(self.drift))

    def length(self, pixels: float) -> float:
        """Pixels of the service as millimetres."""
        return pixels / self.dpi * MM_PER_INCH


def service_names(project: Project) -> list[str]:
    """Names of all services, the project's and the house's. Raises Refused when a link among them leads out."""
    try:
        return [path.stem for _, path in project.listing(_FOLDER, "*.toml")]
    except OutsideError as error:
        raise Refused([Problem(Place(_FOLDER), str(error), "put the file itself here, not a link")]) from None


def load_service(project: Project, name: str) -> Service:
    """The service of that name. Raises Refused when there is none, or with everything that is wrong with its file."""
    relative = f"{_FOLDER}/{name}.toml"
    names = service_names(project)
    if name not in names:
        raise Refused([Problem(Place(relative), "is not there", nearest(name, names))])
    problems = Problems()
    toml = read_toml(project, relative, problems)
    entry = toml.check(_ServiceEntry, problems) if toml else None
    if entry and list(entry.limits.brackets) != sorted(set(entry.limits.brackets)):
        problems.add(Place(relative, column="limits.brackets"), "sizes of an order must rise")
    problems.refuse()
    assert entry is not None
    return Service(
        name,
        entry.name,
        entry.dpi,
        entry.components,
        entry.drift,
        entry.limits,
        tuple(entry.cards),
        entry.booklet,
        entry.boxes,
        Place(relative),
    )
