"""The machine that plays: a stack of what is still to happen, and the choice that a player is asked to make.

What a text does is compiled once into closures (`Run`), from the tree that was read. They change the table at once, put
further ones on its stack, or ask a player; they never wait. So a game stands still only at a choice, and then it is
plain data: copied, saved and taken up again without anything running.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pipeline.language import Node

#: What happens. The first argument is the game's table; each game's mechanics know their own class of it.
Run = Callable[[Any, "Scope"], None]
#: Whether something holds.
Test = Callable[[Any, "Scope"], bool]
#: Things that a description or a choice stands for: cards, pieces, players.
Get = Callable[[Any, "Scope"], Sequence[Any]]
#: What goes on once a player has answered.
Then = Callable[[Any, "Scope", Any], None]
#: What a player may do: a verb and what it is done to.
Option = tuple[Any, ...]

Anything = TypeVar("Anything")

PASS: Option = ("pass",)


class IllegalMoveError(ValueError):
    """A move that breaks a rule: `rule` is its number, or empty where the line is none that could be meant here."""

    def __init__(self, line: str, rule: str, message: str) -> None:
        super().__init__(f'"{line}": {message}' + (f" ({rule})" if rule else ""))
        self.line = line
        self.rule = rule
        self.message = message


class Scope:
    """What a text that is being done speaks of: `you` (a player's index), `source`, the card or piece whose text it is,
    `about`, the player whom its trigger speaks of (-1: none), and `picks`, what was chosen for it so far."""

    __slots__ = ("about", "picks", "source", "you")

    def __init__(self, you: int, source: Any, about: int = -1, picks: int = 0) -> None:
        self.you = you
        self.source = source
        self.about = about
        self.picks: list[Any] = [()] * picks

    def anew(self, you: int) -> "Scope":
        """The same for another player, or once more: what is chosen there is not chosen here."""
        other = Scope(you, self.source, self.about)
        other.picks = list(self.picks)
        return other


class Choice:
    """What a player is asked: one of `options`; `kind` says for what (turn, window, block, target, order, ...)."""

    __slots__ = ("kind", "options", "player", "scope", "then")

    def __init__(self, player: int, kind: str, options: list[Option], then: Then, scope: Scope) -> None:
        self.player = player
        self.kind = kind
        self.options = options
        self.then = then
        self.scope = scope


class Machine:
    """A game in play, apart from what any one game has on its table.

    `log` is None, or a list that events are added to, as tuples of a word and what it is about.
    """

    __slots__ = ("choice", "log", "stack")

    def __init__(self) -> None:
        self.stack: list[tuple[Run, Scope]] = []
        self.choice: Choice | None = None
        self.log: list[tuple[Any, ...]] | None = None

    def run(self) -> None:
        """Go on until a player is asked, or nothing is left to happen."""
        stack = self.stack
        while stack and self.choice is None:
            does, scope = stack.pop()
            does(self, scope)

    def ask(self, player: int, kind: str, options: list[Option], then: Then, scope: Scope) -> None:
        """Ask a player; a single option is taken without asking."""
        if len(options) == 1:
            then(self, scope, options[0])
        else:
            self.choice = Choice(player, kind, options, then, scope)

    def answer(self, option: Option) -> None:
        """Answer the choice with one of its options. The option is trusted: see `moves`."""
        choice = self.choice
        assert choice is not None
        self.choice = None
        choice.then(self, choice.scope, option)

    def take(self, option: Option) -> None:
        """Answer the choice with one of its options, and go on to the next."""
        self.answer(option)
        self.run()

    def copy(self) -> "Machine":
        """The same game, to be played on by itself."""
        raise NotImplementedError

    def _copy_play(self, other: "Machine", known: dict[int, Any]) -> None:
        """Copy what happens next to another table, whose things are in `known` by the identity of ours."""
        other.stack = [(does, _copied(scope, known)) for does, scope in self.stack]
        if self.choice is not None:
            asked = self.choice
            options = [_copied(option, known) for option in asked.options]
            other.choice = Choice(asked.player, asked.kind, options, asked.then, _copied(asked.scope, known))
        other.log = None if self.log is None else list(self.log)


def _copied(thing: Anything, known: dict[int, Any]) -> Anything:
    """A thing of one table as one of another."""
    if id(thing) in known:
        return known[id(thing)]  # type: ignore[no-any-return]
    if isinstance(thing, tuple):
        if hasattr(thing, "_fields"):
            return type(thing)(*(_copied(each, known) for each in thing))
        return tuple(_copied(each, known) for each in thing)  # type: ignore[return-value]
    if isinstance(thing, list):
        return [_copied(each, known) for each in thing]  # type: ignore[return-value]
    if isinstance(thing, Scope):
        made = Scope(thing.you, None, thing.about)
        known[id(thing)] = made
        made.source = _copied(thing.source, known)
        made.picks = [_copied(each, known) for each in thing.picks]
        return made  # type: ignore[return-value]
    return thing


class Effect(NamedTuple):
    """What a clause does, in two parts: all choices of clauses joined by "and" come before anything is done."""

    ask: Run | None
    do: Run


class Pick(NamedTuple):
    """What a selector stands for: how it is chosen, where there is a choice, and what was chosen."""

    ask: Run | None
    get: Get


class Price(NamedTuple):
    """A cost: whether it can be paid, what is chosen for it, the payment, and whether a color is required for it.

    A payment is made at once: it asks nothing, and puts on the stack only what answers it. `first`: before the other
    parts of a cost, which may take away what this one is paid with.
    """

    can: Test
    ask: Run | None
    pay: Run
    colored: bool = False
    first: bool = False


class Watch(NamedTuple):
    """A trigger: the event's name, and whether an event of that name, with what it is about, is meant."""

    event: str
    fits: Callable[[Any, Scope, Any], bool] | None


class Hold(NamedTuple):
    """A static ability: what it bears on (cost, boost, ...), whether it holds now, and what it comes to."""

    on: str
    value: Any
    test: Test | None = None


class Ability(NamedTuple):
    """An ability ready to play. `picks` is how many choices it remembers.

    One of the three: a trigger and what is done; a price and what is done; a hold. A plain instruction has neither.
    """

    run: Run
    picks: int
    watch: Watch | None = None
    price: Price | None = None
    hold: Hold | None = None


def nothing(table: Any, scope: Scope) -> None:
    """What happens where nothing does."""


def in_order(runs: Sequence[Run]) -> Run:
    """One after another, each whole before the next."""
    if not runs:
        return nothing
    if len(runs) == 1:
        return runs[0]
    last = tuple(reversed(runs[1:]))
    first = runs[0]

    def run(table: Any, scope: Scope) -> None:
        table.stack.extend([(each, scope) for each in last])
        first(table, scope)

    return run


def asking(*asks: Run | None) -> Run | None:
    """Several choices, one after another; None where there are none."""
    found = [ask for ask in asks if ask is not None]
    return in_order(found) if found else None


def whole(effect: Effect) -> Run:
    """A clause by itself: its choices, then its deed."""
    return effect.do if effect.ask is None else in_order([effect.ask, effect.do])


class Scribe:
    """Compiles the abilities of one card. A game's own scribe knows its table; this one keeps account of the choices.

    `slots` counts the choices of the ability that is being compiled; `named` are the single things chosen or named in
    it so far, with their nouns, for the pronouns that come after them. `colors`: by the letter that stands for one.
    """

    def __init__(self, colors: Mapping[str, str]) -> None:
        self.colors = colors
        self.slots = 0
        self.named: list[tuple[tuple[str, ...], int]] = []
        self.someone = -1

    def begin(self) -> None:
        """A new ability: nothing chosen, nothing named."""
        self.slots = 0
        self.named = []
        self.someone = -1

    def slot(self) -> int:
        """A place for one choice."""
        self.slots += 1
        return self.slots - 1

    def find(self, cards: Node, mine: bool = False) -> Get:
        """What finds the cards of a description on the table; `mine`: only those of the player who is spoken to."""
        raise NotImplementedError

    def fits(self, cards: Node) -> Callable[[Any], bool]:
        """Whether a card, wherever it is, is of a description."""
        raise NotImplementedError

    def matches(self, cards: Node) -> Callable[[Any, Scope, Any], bool]:
        """Whether a piece on the table is of a description, as a text in its scope means it."""
        raise NotImplementedError
