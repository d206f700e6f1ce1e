"""What a set is made of, as a print service takes it: components, their cards and quantities, the names of files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipeline.load.services import Service
from pipeline.model import Card, Game
from pipeline.problem import Place, Problem, Refused
from pipeline.rules.print_run import print_run


@dataclass(frozen=True, slots=True)
class Side:
    """A printed side: the card's id (empty for a common back), its template, its picture's file, and its title."""

    card: str
    template: str
    file: str
    title: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A card of a component: its front, what is behind it, and how many copies."""

    front: Side
    back: Side
    quantity: int


@dataclass(frozen=True, slots=True)
class Component:
    """What a service makes as one: cards of one size. `back` is the one that all share, if they do."""

    id: str
    name: str
    slots: tuple[Slot, ...]
    back: Side | None

    @property
    def copies(self) -> int:
        return sum(slot.quantity for slot in self.slots)

    def sides(self) -> Iterator[tuple[Side, int]]:
        """Every side with its copies: a back that is shared comes last, and with none of its own."""
        for slot in self.slots:
            yield slot.front, slot.quantity
            if self.back is None:
                yield slot.back, 0
        if self.back:
            yield self.back, 0


@dataclass(frozen=True, slots=True)
class Plan:
    """A set for a service: its components, and every different side once."""

    components: tuple[Component, ...]
    sides: tuple[Side, ...]


def make_plan(game: Game, service: Service) -> Plan:
    """The whole set of a game. Raises Refused for quantities that the service does not take, cards without a back,
    and names of files that a disk could take for one another."""
    copies = print_run(game)
    backs = {kind.back: Side("", kind.back, _file(game, kind.back), kind.back) for kind in game.kinds.values()}
    problems = _over_limit(game, service, copies)
    groups: dict[str, list[Slot]] = {}
    for card in game.cards.values():
        kind = game.kinds[card.kind]
        faces = [_side(game, card, template, at) for at, template in enumerate(kind.faces)]
        if len(faces) == 1 and not kind.back:
            continue  # preflight tells of it once for the kind
        slot = Slot(faces[0], faces[1] if len(faces) > 1 else backs[kind.back], copies[card.id])
        groups.setdefault(kind.file if service.components == "kinds" else "cards", []).append(slot)
    names = {kind.file: kind.name for kind in game.kinds.values()}
    components = [
        part for name, slots in groups.items() for part in _parts(name, names.get(name, "Cards"), slots, service)
    ]
    sides = tuple(dict.fromkeys(side for component in components for side, _ in component.sides()))
    problems += _clashes(game, sides)
    total = sum(component.copies for component in components)
    if service.limits.total and total > service.limits.total:
        message = f"the set has {total} cards; {service.name} takes {service.limits.total} at most"
        problems.append(Problem(service.place, message, "leave out some decks, or split the game"))
    if problems:
        raise Refused(problems)
    return Plan(tuple(components), sides)


def side_place(game: Game, side: Side) -> Place:
    """Where what a side shows is written: the card's row, or the back's template."""
    return game.cards[side.card].place if side.card else Place(f"layouts/{game.id}/faces/{side.template}.svg.j2")


def order_size(service: Service, copies: int) -> int:
    """The size of an order that so many cards make; the cards themselves where orders come in any size."""
    return next((size for size in service.limits.brackets if size >= copies), copies)


def _side(game: Game, card: Card, template: str, at: int) -> Side:
    name = f"{card.id}--{template}" if at else card.id
    return Side(card.id, template, _file(game, name), f"{card.name} ({template})" if at else card.name)


def _file(game: Game, name: str) -> str:
    """Ids carry their game's in exports: files of several games may come to lie in one folder of a service."""
    return f"{game.id}-{name}.png"


def _over_limit(game: Game, service: Service, copies: Mapping[str, int]) -> list[Problem]:
    most = service.limits.copies
    return [
        Problem(
            game.cards[card].place,
            f"{quantity} copies are wanted; {service.name} takes 1 to {most} of a card",
            "lower the quantity in its deck",
        )
        for card, quantity in copies.items()
        if quantity > most
    ]


def _parts(name: str, title: str, slots: Sequence[Slot], service: Service) -> Iterator[Component]:
    """A component, in parts where it has more cards than the service takes at once."""
    parts: list[list[Slot]] = [[]]
    largest = max(service.limits.brackets, default=0)
    for slot in slots:
        full = service.limits.cards and len(parts[-1]) >= service.limits.cards
        if full or (largest and sum(each.quantity for each in parts[-1]) + slot.quantity > largest):
            parts.append([])
        parts[-1].append(slot)
    for number, part in enumerate(parts, 1):
        backs = {slot.back for slot in part}
        shared = backs.pop() if len(backs) == 1 and not part[0].back.card else None
        told = f"-{number}" if len(parts) > 1 else ""
        yield Component(f"{name}{told}", f"{title}{told.replace('-', ' ')}", tuple(part), shared)


def _clashes(game: Game, sides: Iterable[Side]) -> list[Problem]:
    """Names that are one on a disk that does not tell capitals from small letters."""
    seen: dict[str, Side] = {}
    problems = []
    for side in sides:
        earlier = seen.setdefault(side.file.casefold(), side)
        if earlier is not side:
            other = f"the card {earlier.card}" if earlier.card else f"the back {earlier.template}"
            message = f"its picture would be {side.file}, as that of {other} is"
            problems.append(Problem(side_place(game, side), message, "give one of them another id"))
    return problems
