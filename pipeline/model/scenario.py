"""A scenario as its file says it: a position, what is done in it, and the outcome that a person took from the words."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from pipeline.problem import Place

#: What a scenario is to the words it speaks for: they happen, they do not, just so, or they leave something alone.
Case = Literal["happens", "not", "boundary", "bystander"]
#: What an outcome may be: a number, a text, a list of texts, or numbers by name.
Wanted = int | str | tuple[str, ...] | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Given:
    """A position. What lies on a table is its game's: `values` is that part as the file has it, lists as tuples, and
    only the game's rules read it, in the order that it is written.

    Empty is `ruleset` for the game's own; `switches` are values that take the place of the ruleset's. `lines` tell
    where in `file` a key of `values` stands, by the names that lead to it; an empty key is the position's own.
    """

    ruleset: str = ""
    switches: Mapping[str, int | str | bool | tuple[int, ...] | tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""
    lines: Mapping[tuple[str, ...], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position, what is done in it and what must have come of it.

    `about` are ids of cards and numbers of rules that it speaks for; `refused`, where it is not None, is a line that is
    no move after all of `do`, and the number of the rule that it breaks.
    """

    title: str
    about: tuple[str, ...]
    case: Case
    given: Given
    do: tuple[str, ...]
    expect: Mapping[str, Wanted]
    refused: tuple[str, str] | None
    place: Place


#: All bytes but those that an id has, as spaces; what is left of hyphens that join nothing.
_APART: Final = bytes(each if chr(each) in "abcdefghijklmnopqrstuvwxyz0123456789-" else ord(" ") for each in range(256))
_STRAY: Final = ("--", " -", "- ")


def cards_in(scenario: Scenario | str, cards: Collection[str]) -> set[str]:
    """Which of `cards` a scenario, or the text of a file of scenarios, has in it: those that it is about, all that lie
    somewhere or are played, and those that players are called after, by their ids without the first word."""
    called = _called(tuple(cards))
    words = _words("\n".join(_texts(scenario)))
    return {card for word in words & called.keys() for card in called[word]}


def may_be_in(text: str, card: str) -> bool:
    """Whether it pays to ask `cards_in` for a card: it is not in a text of which this is not true."""
    return (card.partition("-")[2] or card) in text


def _words(text: str) -> set[str]:
    """What may be an id in a text: letters and digits in a row, or several rows with a hyphen between."""
    plain = f" {text} ".encode("utf-8", "replace").translate(_APART).decode("ascii")
    for stray in _STRAY:
        plain = plain.replace(stray, "  ")
    return set(plain.split())


@lru_cache(maxsize=8)
def _called(cards: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """By each word that a text may have for cards, which they are."""
    called: dict[str, list[str]] = {}
    for card in cards:
        for word in {card, card.partition("-")[2]}:
            called.setdefault(word, []).append(card)
    return called


def cards_shown(scenario: Scenario, cards: Collection[str]) -> set[str]:
    """Which of `cards` a scenario speaks for or has on the table: all in it but those who are only its players."""
    called = scenario.given.values.keys()
    found = cards_in(scenario, cards)
    return {card for card in found if card in scenario.about or card.partition("-")[2] not in called}


def _texts(thing: Any) -> Iterator[str]:
    """Every text in a record, but for titles, places and lines."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Mapping):
        for name, each in thing.items():
            yield name
            yield from _texts(each)
    elif isinstance(thing, tuple):
        for each in thing:
            yield from _texts(each)
    elif is_dataclass(thing):
        for part in fields(thing):
            if part.name not in ("title", "place", "file", "lines"):
                yield from _texts(getattr(thing, part.name))
