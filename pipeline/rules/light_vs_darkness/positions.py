"""The position of a scenario, as docs/scenarios.md lays it down: every key, every card and what is said of it is known,
or told where it stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from pydantic import Field

from pipeline.load.toml import Entry, Toml
from pipeline.model import Game, Given
from pipeline.problem import Problems, Refused, nearest
from pipeline.rules.light_vs_darkness.matches import VARIANTS
from pipeline.rules.light_vs_darkness.table import COLORLESS, Variant

Phase = Literal["ready", "draw", "anointing", "main", "attack", "end", "dark", "draft", "setup"]

#: Where a position begins that does not say so.
FIRST: Final = "main"
#: Modes whose decks a position can give.
MODES: Final = ("quick-start",)
_SIDE_A: Final = "side a"
_TRANSFORMED: Final = "transformed"
#: What can be true of a card in play, and of a Stronghold.
_STATES: Final = ("exhausted", "ready", "new", "damage", "with")
_DAMAGE: Final = ("damage",)
_STRONGHOLDS: Final = ("stronghold",)
_TRUTHS: Final = ("living-truth",)
_MARKET: Final = ("equipment", "one-time")
_PERMANENTS: Final = ("living-truth", "equipment", "basic-anointing", "spiritual-discipline")
_Texts = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardGiven:
    """A card, `count` times, and what is true of it; `worn` are ids of Equipment that it bears."""

    card: str
    count: int = 1
    exhausted: bool = False
    new: bool = False
    damage: int = 0
    worn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerGiven:
    """What a player has. None is what a game begins with.

    `mentor_card` is the id of the player's Mentor, `mentor` what is true of it; None when it is gone. Its `card` says
    which side it shows. `deck` is from the top; `truths` are the Living Truths of a Core that makes the deck, where
    there are any.
    """

    name: str
    mentor_card: str
    life: int | None
    mp: int | None
    defeats: int
    mentor: CardGiven | None
    hand: tuple[CardGiven, ...]
    deck: tuple[CardGiven, ...]
    truths: tuple[CardGiven, ...]
    discard: tuple[CardGiven, ...]
    spent: tuple[CardGiven, ...]
    removed: tuple[CardGiven, ...]
    play: tuple[CardGiven, ...]
    played: tuple[CardGiven, ...]
    played_before: tuple[CardGiven, ...]
    demolished: tuple[CardGiven, ...]
    owed: int
    losing: int
    pool: Mapping[str, int]
    spent_anointing: int
    gained: int
    skips: tuple[str, ...]

    @property
    def transformed(self) -> bool:
        """Whether the Mentor is in play as a Living Truth."""
        return self.mentor is not None and self.mentor.card == _TRANSFORMED


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on a table, and where the game stands: `turn` is a seat, `players` are in turn order, `strongholds` in
    the order they entered, `dark_deck` and `market` from the top; None is the Market Deck of the game, shuffled. Where
    there is a `mode`, the decks are held to it."""

    mode: str
    variant: Variant
    round: int
    turn: int
    phase: Phase
    strongholds: tuple[CardGiven, ...]
    dark_deck: tuple[CardGiven, ...]
    market: tuple[CardGiven, ...] | None
    players: tuple[PlayerGiven, ...]


class GivenEntry(Entry):
    """What a position says besides the players."""

    mode: str = ""
    variant: str = ""
    round: int = Field(default=1, ge=1)
    turn: str = ""
    phase: Phase = FIRST
    strongholds: _Texts = ()
    dark_deck: _Texts = ()
    market: _Texts | None = None


class PlayerEntry(Entry):
    """A table of a position that is named after a player."""

    life: int | None = Field(default=None, ge=0)
    mp: int | None = None
    defeats: int = Field(default=0, ge=0)
    mentor: str = _SIDE_A
    hand: _Texts = ()
    deck: _Texts = ()
    truths: _Texts = ()
    discard: _Texts = ()
    spent: _Texts = ()
    removed: _Texts = ()
    play: _Texts = ()
    played: _Texts = ()
    played_before: _Texts = ()
    demolished: _Texts = ()
    owed: int = Field(default=0, ge=0)
    losing: int = Field(default=0, ge=0)
    pool: dict[str, int] = Field(default_factory=dict)
    spent_anointing: int = Field(default=0, ge=0)
    gained: int = Field(default=0, ge=0)
    skips: tuple[Phase, ...] = ()


def seats(given: Given) -> tuple[str, ...]:
    """Who plays, by short name and in turn order."""
    return tuple(name for name, value in given.values.items() if isinstance(value, Mapping))


def first_heading(given: Given) -> str:
    """What a story calls the phase that a position begins in."""
    return f"{str(given.values.get('phase', FIRST)).capitalize()} Phase"


def read_position(game: Game, given: Given) -> Position:
    """A scenario's position. Raises Refused with everything in it that the game does not know, by line."""
    reader = _Reader(game)
    whole = Toml(given.file, given.values, given.lines)
    names = seats(given)
    if not names:
        reader.problems.add(whole.place(), "nobody plays", "give a table for each player, named after the Mentor")
    players = [reader.player(whole.part(name), name, whole) for name in names]
    rest = {name: value for name, value in given.values.items() if name not in names}
    position = reader.given(Toml(given.file, rest, given.lines), names)
    if reader.problems.found or position is None:
        raise Refused(sorted(reader.problems.found, key=lambda problem: problem.place.line or 0))
    return replace(position, players=tuple(player for player in players if player is not None))


class _Reader:
    """Reads a position of a game, and gathers what is wrong with it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.problems = Problems()
        self.mentors = {id.partition("-")[2]: id for id, card in game.cards.items() if card.kind == "mentor"}

    def given(self, toml: Toml, names: Sequence[str]) -> Position | None:
        entry = toml.check(GivenEntry, self.problems)
        if entry is None:
            return None
        if entry.turn and entry.turn not in names:
            hint = nearest(entry.turn, names)
            self.problems.add(toml.place("turn"), f'nobody here is called "{entry.turn}"', hint)
        if entry.market is not None and entry.phase != "draft":
            self._only_drafted(toml, "market")
        if entry.mode and entry.mode not in MODES:
            hint = nearest(entry.mode, MODES) or f"known are {', '.join(MODES)}"
            self.problems.add(toml.place("mode"), f'no decks can be given for a mode "{entry.mode}"', hint)
        elif entry.mode and entry.phase != "setup":
            self.problems.add(toml.place("mode"), "is for the setup", 'write phase = "setup"')
        if entry.variant and entry.variant not in VARIANTS:
            hint = nearest(entry.variant, VARIANTS) or f"known are {', '.join(VARIANTS)}"
            self.problems.add(toml.place("variant"), f'no variant "{entry.variant}"', hint)
        return Position(
            mode=entry.mode,
            variant=next((each for each in VARIANTS if each == entry.variant), "standard"),
            round=entry.round,
            turn=names.index(entry.turn) if entry.turn in names else 0,
            phase=entry.phase,
            strongholds=self._list(toml, "strongholds", entry.strongholds, _STRONGHOLDS, _DAMAGE),
            dark_deck=self._list(toml, "dark_deck", entry.dark_deck, _STRONGHOLDS),
            market=None if entry.market is None else self._list(toml, "market", entry.market, _MARKET),
            players=(),
        )

    def _only_drafted(self, toml: Toml, key: str) -> None:
        self.problems.add(toml.place(key), "is for the draft", 'write phase = "draft"')

    def player(self, toml: Toml, name: str, given: Toml) -> PlayerGiven | None:
        entry = toml.check(PlayerEntry, self.problems)
        if name not in self.mentors:
            self.problems.add(given.place(name), f'nobody is called "{name}"', nearest(name, self.mentors))
        if entry is None:
            return None
        if entry.truths and given.data.get("phase") != "draft":
            self._only_drafted(toml, "truths")
        colors = (*self.game.colors, COLORLESS)
        for color in entry.pool:
            if color not in colors:
                hint = nearest(color, colors) or f"known are {', '.join(colors)}"
                self.problems.add(toml.place("pool", color), f'no color "{color}"', hint)
        return PlayerGiven(
            name=name,
            mentor_card=self.mentors.get(name, ""),
            life=entry.life,
            mp=entry.mp,
            defeats=entry.defeats,
            mentor=self._mentor(toml, entry.mentor),
            hand=self._list(toml, "hand", entry.hand),
            deck=self._list(toml, "deck", entry.deck),
            truths=self._list(toml, "truths", entry.truths, _TRUTHS),
            discard=self._list(toml, "discard", entry.discard),
            spent=self._list(toml, "spent", entry.spent),
            removed=self._list(toml, "removed", entry.removed),
            play=self._list(toml, "play", entry.play, _PERMANENTS, _STATES),
            played=self._list(toml, "played", entry.played),
            played_before=self._list(toml, "played_before", entry.played_before),
            demolished=self._list(toml, "demolished", entry.demolished, _STRONGHOLDS),
            owed=entry.owed,
            losing=entry.losing,
            pool=entry.pool,
            spent_anointing=entry.spent_anointing,
            gained=entry.gained,
            skips=entry.skips,
        )

    def _mentor(self, toml: Toml, text: str) -> CardGiven | None:
        if text == "gone":
            return None
        if text == _SIDE_A:
            return CardGiven(_SIDE_A)
        word, _, states = text.partition(" ")
        if word != _TRANSFORMED:
            hint = nearest(word, (_SIDE_A, _TRANSFORMED, "gone")) or f'"{_SIDE_A}", "{_TRANSFORMED}" or "gone"'
            self.problems.add(toml.place("mentor"), f'"{text}" is no state of a Mentor', hint)
        return self._states(toml, "mentor", CardGiven(_TRANSFORMED), states.split(), _STATES)

    def _list(
        self, toml: Toml, key: str, texts: Sequence[str], kinds: Sequence[str] = (), states: tuple[str, ...] = ()
    ) -> tuple[CardGiven, ...]:
        """Cards as lists name them: a number where there are several, the id, and what of `states` is true of it.
        `kinds`: what can lie there, where that is not any card."""
        found: list[CardGiven] = []
        for text in texts:
            words = text.split()
            count = int(words.pop(0)) if words and words[0].isdecimal() else 1
            card = words.pop(0) if words else ""
            if not card or not count:
                self.problems.add(toml.place(key), f'"{text}" names no card')
                continue
            self._card(toml, key, card, kinds)
            found.append(self._states(toml, key, CardGiven(card, count), words, states))
        return tuple(found)

    def _states(
        self, toml: Toml, key: str, given: CardGiven, words: Sequence[str], states: tuple[str, ...]
    ) -> CardGiven:
        """The card with what is said of it: `exhausted`, `new`, `damage N`, `with CARD`."""
        left = list(words)
        while left:
            word = left.pop(0)
            if word not in states:
                hint = nearest(word, states) or f"only {', '.join(states)}" if states else "name the card alone"
                self.problems.add(toml.place(key), f'"{word}" says nothing of {given.card} here', hint)
            elif word == "exhausted":
                given = replace(given, exhausted=True)
            elif word == "new":
                given = replace(given, new=True)
            elif word == "with":
                card = left.pop(0) if left else ""
                self._card(toml, key, card, ("equipment",))
                given = replace(given, worn=(*given.worn, card))
            elif word == "damage":
                number = left.pop(0) if left else ""
                if not number.isdecimal():
                    self.problems.add(toml.place(key), f'"{number}" is no number of damage')
                else:
                    given = replace(given, damage=int(number))
        return given

    def _card(self, toml: Toml, key: str, card: str, kinds: Sequence[str]) -> None:
        found = self.game.cards.get(card)
        if found is None:
            self.problems.add(toml.place(key), f'no card "{card}"', nearest(card, self.game.cards))
        elif kinds and found.kind not in kinds:
            self.problems.add(toml.place(key), f"{card} is a {found.kind}, which cannot lie there")
