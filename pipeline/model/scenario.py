"""A scenario as its file says it: a position, what is done in it, and the outcome that a person took from the words."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Final, Literal

from pipeline.problem import Place

#: What a scenario is to the words it speaks for: they happen, they do not, just so, or they leave something alone.
Case = Literal["happens", "not", "boundary", "bystander"]
Phase = Literal["ready", "draw", "anointing", "main", "attack", "end", "dark", "setup"]
#: What an outcome may be: a number, a text, a list of texts, or numbers by name.
Wanted = int | str | tuple[str, ...] | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class CardGiven:
    """A card of a position, `count` times, and what is true of it; `worn` are ids of cards that it bears."""

    card: str
    count: int = 1
    exhausted: bool = False
    new: bool = False
    damage: int = 0
    worn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerGiven:
    """What a player has in a position; docs/scenarios.md says what each means. None is what a game begins with.

    `deck` is from the top. `mentor` is None when it is gone, and its `card` says which side it shows.
    """

    name: str
    life: int | None = None
    mp: int | None = None
    defeats: int = 0
    mentor: CardGiven | None = field(default_factory=lambda: CardGiven("side a"))
    hand: tuple[CardGiven, ...] = ()
    deck: tuple[CardGiven, ...] = ()
    discard: tuple[CardGiven, ...] = ()
    spent: tuple[CardGiven, ...] = ()
    removed: tuple[CardGiven, ...] = ()
    play: tuple[CardGiven, ...] = ()
    played: tuple[CardGiven, ...] = ()
    played_before: tuple[CardGiven, ...] = ()
    demolished: tuple[CardGiven, ...] = ()
    owed: int = 0
    losing: int = 0
    pool: Mapping[str, int] = field(default_factory=dict)
    spent_anointing: int = 0
    gained: int = 0
    skips: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """A position, apart from the players: `strongholds` in the order they entered, `dark_deck` from the top.

    `turn` is a player's name. Empty are `ruleset` for the game's own, `variant` for none; `switches` are values that
    take the place of the ruleset's.
    """

    ruleset: str = ""
    variant: str = ""
    switches: Mapping[str, int | str | bool | tuple[int, ...] | tuple[str, ...]] = field(default_factory=dict)
    round: int = 1
    turn: str = ""
    phase: Phase = "main"
    strongholds: tuple[CardGiven, ...] = ()
    dark_deck: tuple[CardGiven, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position, what is done in it and what must have come of it.

    `about` are ids of cards and numbers of rules that it speaks for; `players` are in turn order; `refused`, where it
    is not None, is a line that is no move after all of `do`, and the number of the rule that it breaks.
    """

    title: str
    about: tuple[str, ...]
    case: Case
    given: Given
    players: tuple[PlayerGiven, ...]
    do: tuple[str, ...]
    expect: Mapping[str, Wanted]
    refused: tuple[str, str] | None
    place: Place


#: What may be an id in a text.
_WORD: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def cards_in(scenario: Scenario | str, cards: Collection[str]) -> set[str]:
    """Which of `cards` a scenario, or the text of a file of scenarios, has in it: those that it is about, all that lie
    somewhere or are played, and the players, who are called as their Mentors are without the first word."""
    words = {word for text in _texts(scenario) for word in _WORD.findall(text)}
    return {card for card in cards if card in words or card.partition("-")[2] in words}


def _texts(thing: Any) -> Iterator[str]:
    """Every text in a record, but for titles and places."""
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
            if part.name not in ("title", "place"):
                yield from _texts(getattr(thing, part.name))
