"""What a card or a ruleset would be if one word or number of it were another: mutants.

Of the tree of a card's text every value is changed in turn, by the types of its fields alone: numbers, flags, words,
whom or what something is about, what stands around it and what may be left out. Of a record it is what is played of it,
by the types of its columns; of a ruleset every value. Nothing here knows a game.

A changed tree is a mutant only where a card could say it: it can be written, and what is written reads as that very
tree. Numbers are changed whatever the words (no card draws 0 cards), and so are costs that are left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from pipeline.language import Language, Node, Subject, Term, walk
from pipeline.model import Card, Column, Cost, Game, Ruleset, Whole
from pipeline.rules.mechanics.composition import And, Chain, Costs, May, Text, Then
from pipeline.rules.mechanics.selectors import Target
from pipeline.rules.mechanics.terms import Hue


@dataclass(frozen=True, slots=True)
class CardMutant:
    """A card that says or is something else. `told` is the change in words; exactly one of `card` and `tree` differs
    from what is printed."""

    id: str
    told: str
    card: Card
    tree: Node | None


@dataclass(frozen=True, slots=True)
class ValueMutant:
    """A ruleset with another value under one name."""

    id: str
    told: str
    ruleset: str
    name: str
    value: Any


class _Slot(NamedTuple):
    """What may stand in a place of a tree."""

    sorts: tuple[type, ...]
    optional: bool = False
    several: bool = False


class _Change(NamedTuple):
    """A part of a tree changed: where, into what (for the id), in words, what stands there now, and whether it counts
    even if no card could say it."""

    at: str
    into: str
    told: str
    value: Any
    unsaid: bool = False


# trees ----------------------------------------------------------------------------------------------------------------


def tree_mutants(language: Language, card: Card, subject: Subject, tree: Node) -> Iterator[CardMutant]:
    """Every card that differs in one thing that its text says."""
    seen: set[object] = {tree}
    for change in _changes(language, tree, _Slot((type(tree),)), "text"):
        if change.value in seen:
            continue
        written = _written(language, change.value, subject)
        if written is None and not change.unsaid:
            continue
        seen.add(change.value)
        shown = f'"{written}"' if written else f"{change.told}, in \"{card.fields.get('text')}\""
        yield CardMutant(f"{card.id}/{change.at}:{change.into}", f"{card.name}: {shown}", card, change.value)


def _written(language: Language, tree: Node, subject: Subject) -> str | None:
    """The text of a tree, if a card can say it: it has words, and they mean this tree and nothing else."""
    try:
        text = language.write(tree, subject)
    except ValueError:
        return None
    readings = language.read(text, subject)
    return text if readings.error is None and readings.tree == tree else None


def _changes(language: Language, value: Any, slot: _Slot, at: str) -> Iterator[_Change]:
    if slot.several:
        yield from _changes_of_several(language, value, slot, at)
    elif isinstance(value, bool):
        yield _Change(at, str(not value).lower(), f"{value} -> {not value}", not value)
    elif isinstance(value, int):
        yield from _changes_of_number(value, at)
    elif isinstance(value, Term):
        for other in language.values(type(value)):
            if other != value:
                yield _Change(at, other, f"{value} -> {other}", type(value)(other))
        if slot.optional:
            yield _Change(at, "dropped", f"without {value}", None)
    elif isinstance(value, Node):
        yield from _changes_of_node(language, value, slot, at)


def _changes_of_number(value: int, at: str) -> Iterator[_Change]:
    """One more, one less, twice as many. A number that is not said (0) is only changed where a card can say it."""
    for other in dict.fromkeys((value + 1, value - 1, 2 * value)):
        if other >= 0 and other != value:
            yield _Change(at, str(other), f"{value} -> {other}", other, unsaid=value > 0)


def _changes_of_several(language: Language, parts: tuple[Any, ...], slot: _Slot, at: str) -> Iterator[_Change]:
    """Each part changed, left out, and two neighbors in the other order."""
    one = slot._replace(several=False, optional=False)
    for number, part in enumerate(parts):
        before, after = parts[:number], parts[number + 1 :]
        for change in _changes(language, part, one, f"{at}.{number}"):
            yield change._replace(value=(*before, change.value, *after))
        yield _Change(f"{at}.{number}", "dropped", f"without {_named(part)}", (*before, *after))
        if after and after[0] != part:
            swapped = (*before, after[0], part, *after[1:])
            yield _Change(f"{at}.{number}", "later", f"{_named(part)} after {_named(after[0])}", swapped)


def _changes_of_node(language: Language, node: Node, slot: _Slot, at: str) -> Iterator[_Change]:
    slots = _slots(type(node))
    for name, inner in slots.items():
        for change in _changes(language, getattr(node, name), inner, f"{at}.{name}"):
            # A text, or a cost, that is left out altogether.
            emptied = change.value == () and isinstance(node, Text | Costs)
            yield change._replace(value=replace(node, **{name: change.value}), unsaid=change.unsaid or emptied)  # type: ignore[type-var]
    yield from _exchanged(node, slots, at)
    if slot.optional:
        yield _Change(at, "dropped", f"without {_named(node)}", None)
    for other in _unwrapped(node, slots):
        if isinstance(other, slot.sorts):
            yield _Change(at, f"only-{_named(other)}", f"{_named(other)} without {_named(node)}", other)
    for other in _rebuilt(language, node, slot.sorts):
        yield _Change(at, _named(other), f"{_named(node)} -> {_named(other)}", other)
    if isinstance(node, Chain) and issubclass(May, slot.sorts):
        yield _Change(at, "may", f"may {_named(node)}", May(None, None, node))


def _exchanged(node: Node, slots: Mapping[str, _Slot], at: str) -> Iterator[_Change]:
    """A number under the name of another that is not said: more for less, ATK for HP."""
    numbers = [name for name, inner in slots.items() if inner.sorts == (int,)]
    for first in numbers:
        for second in numbers:
            said, unsaid = getattr(node, first), getattr(node, second)
            if said and unsaid == 0:
                other: Any = replace(node, **{first: 0, second: said})  # type: ignore[type-var]
                yield _Change(f"{at}.{first}", second, f"{first} -> {second}", other)


def _unwrapped(node: Node, slots: Mapping[str, _Slot]) -> Iterator[Node]:
    """What is left when only one of a node's parts is: an effect without its condition, its offer, its player."""
    for name in slots:
        part = getattr(node, name)
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, Node):
                yield each
    if isinstance(node, May) and node.cost is not None:
        parts = (*node.cost.parts, node.effect)
        if all(isinstance(part, Chain) for part in parts):
            yield And(parts)  # type: ignore[arg-type]


def _rebuilt(language: Language, node: Node, sorts: tuple[type, ...]) -> Iterator[Node]:
    """Nodes of other classes that can stand in its place and be made of its parts, with which they share one; players
    and targets need share none."""
    if isinstance(node, And):
        yield Then(node.parts)
    elif isinstance(node, Then):
        yield And(node.steps)  # type: ignore[arg-type]
    own = {name: getattr(node, name) for name in _slots(type(node))}
    for other in language.mechanics:
        if other.sort or other is type(node) or not issubclass(other, sorts):
            continue
        made: dict[str, Any] = {}
        for part in fields(other):  # type: ignore[arg-type]
            inner = _slots(other)[part.name]
            if part.name in own and _fits(own[part.name], inner):
                made[part.name] = own[part.name]
            elif part.default is not MISSING:
                made[part.name] = part.default
            elif inner.sorts == (int,):
                made[part.name] = 1
            else:
                break
        else:
            shared = any(own.get(name) == value for name, value in made.items() if value not in (0, False, None))
            if shared or isinstance(node, Target):
                yield other(**made)


def _fits(value: Any, slot: _Slot) -> bool:
    if slot.several:
        return isinstance(value, tuple) and all(isinstance(each, slot.sorts) for each in value)
    return isinstance(value, slot.sorts) or (value is None and slot.optional)


_known: Final[dict[type[Node], dict[str, _Slot]]] = {}


def _slots(node: type[Node]) -> dict[str, _Slot]:
    """What may stand in each field of a class."""
    if node not in _known:
        hints = get_type_hints(node)
        _known[node] = {part.name: _slot(hints[part.name]) for part in fields(node)}  # type: ignore[arg-type]
    return _known[node]


def _slot(hint: Any) -> _Slot:
    if get_origin(hint) is tuple:
        return _slot(get_args(hint)[0])._replace(several=True)
    if get_origin(hint) in (Union, UnionType):
        sorts = tuple(each for each in get_args(hint) if each is not NoneType)
        return _Slot(sorts, NoneType in get_args(hint))
    return _Slot((hint,))


def _named(part: Any) -> str:
    return type(part).__name__ if isinstance(part, Node) else str(part)


# records --------------------------------------------------------------------------------------------------------------


def record_mutants(game: Game, card: Card, tree: Node | None, hues: Sequence[str]) -> Iterator[CardMutant]:
    """Every card that differs in one thing that is played of its record. `hues`: colors that texts of the game speak
    of; only to be of one of these, or not, is anything to play."""
    for column in game.kinds[card.kind].columns.values():
        value = card.fields.get(column.name)
        for other in _OTHERS.get(column.type, _no_others)(game, column, value, hues):
            changed = replace(card, fields={**card.fields, column.name: other})
            told = f"{card.name}: {column.name} {_told(value)} -> {_told(other)}"
            yield CardMutant(f"{card.id}/{column.name}:{_told(other)}", told, changed, tree)


_Others = Callable[[Game, Column, Any, Sequence[str]], Iterator[Any]]


def _no_others(game: Game, column: Column, value: Any, hues: Sequence[str]) -> Iterator[Any]:
    yield from ()


def _other_wholes(game: Game, column: Column, value: Any, hues: Sequence[str]) -> Iterator[Any]:
    if value is not None:
        yield from (Whole(str(other)) for other in (int(value) + 1, int(value) - 1) if other >= 0)


def _other_flags(game: Game, column: Column, value: Any, hues: Sequence[str]) -> Iterator[Any]:
    yield not value


def _other_costs(game: Game, column: Column, value: Any, hues: Sequence[str]) -> Iterator[Any]:
    if not isinstance(value, Cost):
        return
    for number in (value.number + 1, value.number - 1):
        if number >= 0:
            yield _cost(number, value.color)
    if value.color:
        yield _cost(value.number + 1, "")
        yield from (_cost(value.number, each.letter) for each in game.colors.values() if each.letter != value.color)


def _cost(number: int, letter: str) -> Cost:
    return Cost(number, letter, f"{letter}+{number}" if letter and number else letter or str(number))


def _other_colors(game: Game, column: Column, value: Any, hues: Sequence[str]) -> Iterator[Any]:
    others = [each for each in game.colors if each != value]
    if value in hues:
        yield from others[:1]
    yield from (each for each in hues if each != value)


def _other_references(game: Game, column: Column, value: Any, hues: Sequence[str]) -> Iterator[Any]:
    if value in game.cards:
        yield _next_card(game, value, (value,))


def _other_lists(game: Game, column: Column, value: Any, hues: Sequence[str]) -> Iterator[Any]:
    for number, each in enumerate(value or ()):
        yield (*value[:number], _next_card(game, each, value), *value[number + 1 :])


def _next_card(game: Game, card: str, taken: Sequence[str]) -> str:
    """The next card of the same kind in the records, behind the last the first."""
    same = [each.id for each in game.cards.values() if each.kind == game.cards[card].kind]
    at = same.index(card)
    return next((each for each in (*same[at:], *same[:at]) if each not in taken), card)


_OTHERS: Final[Mapping[str, _Others]] = {
    "whole": _other_wholes,
    "flag": _other_flags,
    "cost": _other_costs,
    "color": _other_colors,
    "ref": _other_references,
    "refs": _other_lists,
}


def _told(value: Any) -> str:
    if isinstance(value, tuple):
        return "+".join(map(str, value))
    if isinstance(value, bool) or value is None:
        return "yes" if value else "no"
    return str(value) or "none"


def spoken_hues(trees: Mapping[str, Node]) -> tuple[str, ...]:
    """The colors that texts speak of, in order."""
    found = (str(part) for tree in trees.values() for part in walk(tree) if isinstance(part, Hue))
    return tuple(dict.fromkeys(found))


# rulesets -------------------------------------------------------------------------------------------------------------


def value_mutants(game: Game, ruleset: Ruleset) -> Iterator[ValueMutant]:
    """The ruleset with every value changed in turn."""
    for name, value in ruleset.values.items():
        for other in _other_values(game, value):
            told = f"{ruleset.name}: {name} {_told(value)} -> {_told(other)}"
            yield ValueMutant(f"{ruleset.id}/{name}:{_told(other)}", told, ruleset.id, name, other)


def _other_values(game: Game, value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (other for other in (value + 1, value - 1) if other >= 0)
    elif isinstance(value, tuple):
        for number in range(len(value)):
            yield (*value[:number], *value[number + 1 :])
            if number:
                yield (*value[: number - 1], value[number], value[number - 1], *value[number + 1 :])
    else:
        # A text among the values names a color, or is empty.
        yield from (other for other in ("", *game.colors) if other != value)
