"""Scenarios: a position is laid on a table, played on, and held against what a person said would come of it.

What leaves no choice is not asked, so a table left alone would play on for rounds. A run therefore rests: before the
End Phase, so that what lasts until the end of the turn can be looked at, and before turns, Dark Turns and rounds
begin. A line that answers a choice which is still to come takes the table there.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pipeline.model import Deck, DeckEntry, Scenario, Wanted
from pipeline.problem import Place, Refused, nearest
from pipeline.rules.light_vs_darkness.costs import cost_of
from pipeline.rules.light_vs_darkness.darkness import attacking, dark_turn, next_round
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.light_vs_darkness.moves import legal_moves, read_move
from pipeline.rules.light_vs_darkness.numbers import Numbers
from pipeline.rules.light_vs_darkness.positions import CardGiven, PlayerGiven, Position, read_position
from pipeline.rules.light_vs_darkness.setup import Setup, core_of, draft, market_deck, new_player, open_board
from pipeline.rules.light_vs_darkness.table import COLORLESS, Design, Piece, Player, Table, Variant
from pipeline.rules.light_vs_darkness.turn import PHASES, end_phase, ready_phase, turn
from pipeline.rules.outcome import Difference, Outcome, stopped_by
from pipeline.rules.play import PASS, Choice, IllegalMoveError, Option, Run, Scope

#: Phases of a turn, in order, by name.
_PHASES: Final[Mapping[str, Run]] = dict(
    zip(("ready", "draw", "anointing", "main", "attack", "end"), PHASES, strict=True)
)
#: What comes before the first round.
_BEFORE: Final = ("draft", "setup")
#: What is refused where a mode does not let the game begin.
_BEGIN: Final = "begin"
#: How many rounds a table is taken on in which nobody is asked anything.
_PATIENCE: Final = 8


class _StoppedError(Exception):
    """A scenario that cannot be laid or played: the message says why."""


def run_scenario(rulebook: Rulebook, scenario: Scenario, log: bool = False) -> Outcome:
    """Lay a scenario's position, do what it says, and compare. `rulebook` is of its ruleset and switches."""
    try:
        position = read_position(rulebook.game, scenario.given)
    except Refused as refused:
        return stopped_by(refused)
    try:
        begun = _begun(rulebook, position)
    except Refused as refused:
        return _not_begun(scenario, refused)
    if scenario.refused and scenario.refused[0] == _BEGIN:
        return Outcome((_difference(scenario.refused, "it begins"),))
    events: list[tuple[Any, ...]] = []
    differences: list[Difference] = []
    stopped = ""
    try:
        table = _lay(rulebook, position, scenario.title)
        if begun is not None and begun.market:
            table.market = list(begun.market)
            table.stack.append((draft, Scope(0, None, -1, 1)))
        play = _Play(table, position)
        play.table.log = events if log else None
        play.begin()
        for line in scenario.do:
            play.do(line)
        differences += _Look(rulebook, play).differences(scenario.expect, scenario.refused)
    except _StoppedError as error:
        stopped = str(error)
    return Outcome(tuple(differences), stopped, tuple(events))


# the mode -------------------------------------------------------------------------------------------------------------


def _begun(rulebook: Rulebook, given: Position) -> Setup | None:
    """The game as its mode sets it up with the decks that are given; None where no mode is named.

    Raises Refused where the mode does not allow that.
    """
    if not given.mode:
        return None
    decks = {name: deck for name, deck in rulebook.game.decks.items() if not name.startswith(given.mode)}
    for player in given.players:
        name = f"{given.mode}-{player.name}"
        place = Place("", None, f"{player.name}.deck")
        entries = tuple(DeckEntry(each.card, each.count, place) for each in player.deck)
        decks[name] = Deck(name, name, entries, place)
    game = replace(rulebook.game, decks=decks)
    return replace(rulebook, game=game).setup(given.mode, len(given.players), given.variant, "")


def _not_begun(scenario: Scenario, refused: Refused) -> Outcome:
    """A mode does not let the game begin: that may be all that a scenario wants."""
    if scenario.refused is None or scenario.refused[0] != _BEGIN or scenario.do or scenario.expect:
        return stopped_by(refused)
    why = [problem.message for problem in refused.problems]
    if any(f"({scenario.refused[1]})" in each for each in why):
        return Outcome()
    return Outcome((_difference(scenario.refused, "; ".join(why)),))


def _difference(refused: tuple[str, str], found: str) -> Difference:
    return Difference("refused", f'"{refused[0]}" ({refused[1]})', found)


# the position ---------------------------------------------------------------------------------------------------------


class _Dealt(Table):
    """A table whose decks are dealt as they lie: the first shuffle of each of `dealt` leaves it in its order."""

    __slots__ = ("dealt",)

    def __init__(self, numbers: Numbers, variant: Variant, mode: str, seed: str) -> None:
        super().__init__(numbers, variant, mode, seed)
        self.dealt: list[list[Design]] = []

    def shuffle(self, cards: list[Design]) -> None:
        """Shuffle as the seed says, or leave alone what a scenario has put in order."""
        left = [each for each in self.dealt if each is not cards]
        if len(left) == len(self.dealt):
            super().shuffle(cards)
        self.dealt = left


def _lay(rulebook: Rulebook, given: Position, seed: str) -> Table:
    """The table as given, with what is still to happen on its stack."""
    table = _Dealt(rulebook.numbers, given.variant, "demo", seed)
    table.round = 0 if given.phase in _BEFORE else given.round
    table.phase = given.phase
    for index, player in enumerate(given.players):
        table.players.append(_seat(rulebook, table, index, player))
    atk, hp = table.scaling()
    for each in given.strongholds:
        for _ in range(each.count):
            piece = Piece.of(rulebook.designs[each.card], -1, atk, hp)
            piece.damage = each.damage
            table.field.append(piece)
    table.dark_deck = _designs(rulebook, given.dark_deck)[::-1]
    table.refresh()
    for piece in [*table.field, *(each for player in table.players for each in player.play)]:
        if piece.hp and table.hp_of(piece) <= 0:
            raise _StoppedError(f"{piece.design.id} cannot lie there: with {piece.damage} damage no HP are left to it")
    if given.phase == "draft":
        market = market_deck(rulebook.numbers, list(rulebook.designs.values()), rulebook.mentors)
        table.market = market if given.market is None else _designs(rulebook, given.market)[::-1]
        table.dealt = [] if given.market is None else [table.market]
    elif given.phase == "setup":
        table.dealt = [table.dark_deck, *(player.deck for player in table.players)]
    table.active = given.turn
    _schedule(table, given.phase, given.turn)
    return table


def _schedule(table: Table, phase: str, first: int) -> None:
    """What is still to happen in this round, the next thing last."""
    scope = Scope(0, None)
    table.stack.append((next_round, scope))
    if phase in _BEFORE:
        table.stack.append((open_board, scope))
        if phase == "draft":
            table.stack.append((draft, Scope(0, None, -1, 1)))
        return
    table.stack.append((dark_turn, scope))
    if phase == "dark":
        return
    for player in reversed(table.players[first + 1 :]):
        if not player.out:
            table.stack.append((turn, Scope(player.index, None)))
    rest = PHASES[list(_PHASES).index(phase) :]
    table.stack.extend([(each, Scope(first, None)) for each in reversed(rest)])
    active = table.players[first]
    active.generators = table.numbers.turn_generators - sum(card.is_anointing for card in active.played_turn)
    active.intercessions = table.numbers.anointing_intercessions


def _seat(rulebook: Rulebook, table: Table, index: int, given: PlayerGiven) -> Player:
    """A player with everything before them."""
    player = new_player(table, index, given.name, rulebook.designs[given.mentor_card])
    numbers = rulebook.numbers
    if given.life is not None:
        player.life = given.life
    if given.mp is not None:
        player.mp = given.mp
    player.defeated = player.life == 0
    player.defeats = max(given.defeats, int(player.defeated))
    player.out = player.defeats >= numbers.life_defeats
    if player.out:
        player.life = 0
    player.hand = _designs(rulebook, given.hand)
    player.deck = _designs(rulebook, given.deck)[::-1]
    if given.truths:
        truths = _designs(rulebook, given.truths)
        player.deck, _ = core_of(rulebook.numbers, rulebook.designs[given.mentor_card], rulebook.designs, truths)
    player.discard = _designs(rulebook, given.discard)
    player.spent = _designs(rulebook, given.spent)
    player.removed = _designs(rulebook, given.removed)
    player.played_turn = _designs(rulebook, given.played)
    player.played_round = list(player.played_turn)
    player.played_before = _designs(rulebook, given.played_before)
    player.demolished = _designs(rulebook, given.demolished)
    player.owed = given.owed
    player.losing = given.losing
    player.paid = given.spent_anointing
    player.gained = given.gained
    player.skips = dict(Counter(given.skips))
    if given.pool:
        player.pool = dict(given.pool)
    _seat_mentor(rulebook, player, given)
    for each in given.play:
        for _ in range(each.count):
            _put(rulebook, player, Piece.of(rulebook.designs[each.card], index), each)
    return player


def _seat_mentor(rulebook: Rulebook, player: Player, given: PlayerGiven) -> None:
    mentor = player.mentor
    assert mentor is not None
    if given.mentor is None or player.out:
        # R355: out of the game, with what was removed before.
        player.mentor = None
        if mentor.design not in player.removed:
            player.removed.append(mentor.design)
    elif given.transformed:
        mentor.transform(rulebook.numbers)
        _put(rulebook, player, mentor, given.mentor)


def _put(rulebook: Rulebook, player: Player, piece: Piece, given: CardGiven) -> None:
    """A piece into play as it is given, and what is attached to it."""
    piece.exhausted, piece.fresh, piece.damage = given.exhausted, given.new, given.damage
    player.play.append(piece)
    for each in given.worn:
        worn = Piece.of(rulebook.designs[each], player.index)
        worn.host = piece
        piece.worn.append(worn)
        player.play.append(worn)


def _designs(rulebook: Rulebook, cards: Iterable[CardGiven]) -> list[Design]:
    return [rulebook.designs[each.card] for each in cards for _ in range(each.count)]


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    hint = nearest(name, known)
    return f'no {what} is called "{name}"' + (f"; {hint}" if hint else "")


# playing --------------------------------------------------------------------------------------------------------------


class _Play:
    """A table that is played on line by line.

    `settled`: the last line was one that plays on until a turn, a Dark Turn or a round begins, and stands there.
    `fresh`: no line was done yet.
    """

    def __init__(self, table: Table, given: Position) -> None:
        self.table = table
        self.given = given
        self.settled = False
        self.fresh = True

    def begin(self) -> None:
        """Take up the position: until somebody is asked, or the table rests."""
        phase = self.given.phase
        # The phase that was given is begun in any case.
        self._step()
        rests = _drafted if phase == "draft" else _ends if phase == "setup" else _rests
        self._run(_starts if phase in ("end", "dark") else rests)

    def do(self, line: str) -> None:
        """One line. Raises _StoppedError when it cannot be done."""
        macro = _MACROS.get(line)
        if macro is not None:
            self.fresh = False
            self._macro(line, macro)
            return
        self.settled = False
        turn = self._turn()
        if not self.ask():
            raise _StoppedError(f'"{line}": nobody is asked anything any more{self._over()}')
        if self.fresh and turn != self._turn():
            # It would answer something else than the position is about.
            phase = self.given.phase
            where = phase if phase in ("dark", *_BEFORE) else f"{phase} of {self.table.players[turn[1]].name}'s turn"
            raise _StoppedError(f'"{line}": nobody is asked anything in what is given, from {where} on')
        self.fresh = False
        before = self.table.phase
        self.table.answer(self._option(line))
        rests = _drafted if before == "draft" else _ends if before == "setup" else _rests
        self._run(_starts if line == "pass" else rests)

    def ask(self) -> bool:
        """Take the table to the next choice; False where none comes."""
        table = self.table
        last = table.round + _PATIENCE
        while table.choice is None and table.stack and table.round < last:
            self._step()
        return table.choice is not None

    def _option(self, line: str) -> Option:
        table, choice = self.table, self.table.choice
        assert choice is not None
        try:
            return read_move(table, line)
        except IllegalMoveError as error:
            number = line.removeprefix("choose ")
            if line.startswith("choose ") and number.isdecimal() and 0 < int(number) <= len(choice.options):
                return choice.options[int(number) - 1]
            raise _StoppedError(f"{error}; {self.asked()}") from None

    def _turn(self) -> tuple[int, int]:
        """Round and seat of the turn that the table is in, once that has begun."""
        return self.table.round, self.table.active

    def asked(self) -> str:
        """Who is asked for what, in words."""
        choice = self.table.choice
        if choice is None:
            return f"nobody is asked{self._over()}"
        name = self.table.players[choice.player].name
        return f"{name} is asked ({choice.kind}, round {self.table.round}): {', '.join(legal_moves(self.table))}"

    def _over(self) -> str:
        return f": the game is over, {self.table.winner} has won" if self.table.winner else ""

    def _step(self) -> None:
        if self.table.stack:
            does, scope = self.table.stack.pop()
            does(self.table, scope)

    def _run(self, rests: Callable[[Table], str]) -> None:
        table = self.table
        while table.choice is None and table.stack and not rests(table):
            self._step()

    def _macro(self, line: str, over: Callable[["_Play", int], bool]) -> None:
        """Pass until it is over. Where the table came to rest just there by itself, that is it."""
        table = self.table
        first = table.round
        if self.settled and table.choice is None:
            self._step()
        while not over(self, first):
            if table.choice is not None:
                if PASS not in table.choice.options:
                    raise _StoppedError(f'"{line}": there is a choice to answer; {self.asked()}')
                self.table.answer(PASS)
            elif table.stack and table.round < first + _PATIENCE:
                self._step()
            else:
                raise _StoppedError(f'"{line}": that does not come{self._over()}')
        self.settled = True


def _starts(table: Table) -> str:
    """Whether a turn, a Dark Turn or a round is next to begin."""
    if not table.stack or table.choice is not None:
        return ""
    does = table.stack[-1][0]
    if does is dark_turn:
        return "dark" if attacking(table, table.round) else ""
    return "ready" if does is ready_phase else "round" if does is next_round else ""


def _ends(table: Table) -> str:
    """Whether the End Phase is next to begin."""
    return "end" if table.choice is None and table.stack and table.stack[-1][0] is end_phase else ""


def _drafted(table: Table) -> str:
    """Whether the draft is over."""
    return "setup" if table.choice is None and table.stack and table.stack[-1][0] is open_board else ""


def _rests(table: Table) -> str:
    return _starts(table) or _ends(table)


def _turn_over(play: _Play, first: int) -> bool:
    return bool(play.table.winner) or _starts(play.table) in ("ready", "dark")


def _round_over(play: _Play, first: int) -> bool:
    table = play.table
    return bool(table.winner) or (table.round > first and (table.choice is not None or bool(_ends(table))))


def _dark_over(play: _Play, first: int) -> bool:
    table = play.table
    return bool(table.winner) or (table.phase == "dark" and _starts(table) == "round")


_MACROS: Final[Mapping[str, Callable[[_Play, int], bool]]] = {
    "end turn": _turn_over,
    "end round": _round_over,
    "end dark": _dark_over,
}


# what came of it ------------------------------------------------------------------------------------------------------


class _UnknownError(Exception):
    """A name in `expect` that is none; the message names the nearest."""


_LISTS: Final[Mapping[str, Callable[[Player], list[Design]]]] = {
    "hand": lambda player: player.hand,
    "deck": lambda player: player.deck[::-1],
    "discard": lambda player: player.discard,
    "spent": lambda player: player.spent,
    "removed": lambda player: player.removed,
    "play": lambda player: [piece.design for piece in player.play if piece is not player.mentor],
    "demolished": lambda player: player.demolished,
}
_NUMBERS: Final[Mapping[str, Callable[[Player], int]]] = {
    "life": lambda player: player.life,
    "mp": lambda player: player.mp,
    "defeats": lambda player: player.defeats,
    "owed": lambda player: player.owed,
    "losing": lambda player: player.losing,
    "gained": lambda player: player.gained,
    "spent_anointing": lambda player: player.paid,
}
_OWN: Final = (*_NUMBERS, *_LISTS, "state", "pool", "cost", "mentor")
_GAME: Final = (
    "strongholds", "demolished", "market", "market_row", "market_has", "market_lacks", "winner", "champions",
)
#: What is looked at once somebody is asked.
_ASKED: Final = ("round", "turn", "phase", "offered", "not_offered")


class _Look:
    """Compares a table with what is wanted of it."""

    def __init__(self, rulebook: Rulebook, play: _Play) -> None:
        self.rulebook = rulebook
        self.play = play
        self.table = play.table
        self.players = {player.name: player for player in self.table.players}

    def differences(self, expect: Mapping[str, Wanted], refused: tuple[str, str] | None) -> list[Difference]:
        """Everything that is not as wanted: first what the last line has left, then who is asked what."""
        found: list[Difference | None] = []
        for name, wanted in expect.items():
            if name not in _ASKED:
                try:
                    found.append(self._difference(name, wanted))
                except _UnknownError as error:
                    found.append(Difference(name, _told(wanted), str(error)))
        found += self._asked(expect, refused)
        return [each for each in found if each is not None]

    # what is there ----------------------------------------------------------------------------------------------------

    def _difference(self, name: str, wanted: Wanted) -> Difference | None:
        first, _, rest = name.partition(".")
        table = self.table
        if first in self.players and rest:
            return self._of_player(self.players[first], name, rest, wanted)
        if name == "strongholds":
            return _compared(name, wanted, [piece.design.id for piece in table.field], ordered=True)
        if name == "demolished":
            return _compared(name, wanted, sum(len(player.demolished) for player in table.players))
        if name in ("market", "market_row"):
            cards = table.row if name == "market_row" else [*table.market, *table.row]
            return _compared(name, wanted, [each.id for each in cards])
        if name in ("market_has", "market_lacks"):
            return self._of_market(name, wanted)
        if name == "winner":
            return _compared(name, wanted, table.winner)
        if name == "champions":
            return _compared(name, wanted, [table.players[seat].name for seat in table.champions])
        design = self.rulebook.designs.get(first)
        if design is not None and design.kind == "stronghold" and rest in ("", "atk", "hp"):
            return self._of_piece(name, _nth(table.field, design, 1), rest, wanted)
        strongholds = [each.id for each in self.rulebook.designs.values() if each.kind == "stronghold"]
        hint = nearest(first, (*self.players, *_GAME, *_ASKED, *strongholds))
        raise _UnknownError(f"no such name{f'; {hint}' if hint else ''}")

    def _of_market(self, name: str, wanted: Wanted) -> Difference | None:
        """Cards that are in the Market, or are not, whatever else lies there: the Market grows with the game."""
        if not isinstance(wanted, tuple):
            raise _UnknownError("is a list of cards")
        named = [self._card(str(each)).id for each in wanted]
        there = {each.id for each in (*self.table.market, *self.table.row)}
        wrong = [card for card in named if (card in there) == (name == "market_lacks")]
        if not wrong:
            return None
        told = "there" if name == "market_lacks" else "not there"
        return Difference(name, _told(wanted), f"{told}: {', '.join(wrong)}")

    def _of_player(self, player: Player, name: str, rest: str, wanted: Wanted) -> Difference | None:
        if rest in _NUMBERS:
            return _compared(name, wanted, _NUMBERS[rest](player))
        if rest in _LISTS:
            # A deck has an order once it has been shuffled.
            ordered = rest == "deck" and self.table.phase != "draft"
            return _compared(name, wanted, [each.id for each in _LISTS[rest](player)], ordered)
        if rest == "state":
            state = "eliminated" if player.out else "defeated" if player.defeated else "well"
            return _compared(name, wanted, state)
        if rest == "mentor":
            mentor = player.mentor
            if mentor is None or mentor.kind == "mentor":
                return _compared(name, wanted, "gone" if mentor is None else "side a")
            side, _, state = str(wanted).partition(" ")
            if side != "transformed":
                return Difference(name, str(wanted), f"transformed {_state(mentor)}")
            return _compared_state(name, state, mentor, "transformed ")
        first, _, last = rest.partition(".")
        if first == "pool":
            return self._of_pool(player, name, last, wanted)
        if first == "cost" and last:
            letters, generic = cost_of(self.table, player, self._card(last))
            found = "".join(self.rulebook.game.colors[each].letter for each in letters)
            found += f"+{generic}" if found and generic else "" if found else str(generic)
            return None if _cost(str(wanted)) == _cost(found) else Difference(name, _told(wanted), found)
        card, _, number = first.partition("#")
        if last not in ("", "atk", "hp") or (number and not number.isdecimal()):
            raise _UnknownError("no such name; of a card there are .atk and .hp")
        if card not in self.rulebook.designs:
            hint = nearest(card, (*_OWN, *self.rulebook.designs))
            raise _UnknownError(f"no such name{f'; {hint}' if hint else ''}")
        if self._card(card).kind == "stronghold":
            raise _UnknownError("no such name; a Stronghold is named by its id alone")
        return self._of_piece(name, _nth(player.play, self._card(card), int(number or 1)), last, wanted)

    def _of_pool(self, player: Player, name: str, color: str, wanted: Wanted) -> Difference | None:
        colors = (*self.rulebook.game.colors, COLORLESS)
        named = [color] if color else wanted if isinstance(wanted, Mapping) else []
        for each in named:
            if each not in colors:
                raise _UnknownError(_unknown("color", each, colors))
        if color:
            return _compared(name, wanted, player.pool.get(color, 0))
        pool = {each: amount for each, amount in player.pool.items() if amount}
        if isinstance(wanted, Mapping):
            same = {each: amount for each, amount in wanted.items() if amount} == pool
            return None if same else Difference(name, _told(wanted), _told(pool))
        return _compared(name, wanted, sum(pool.values()))

    def _of_piece(self, name: str, piece: Piece | None, rest: str, wanted: Wanted) -> Difference | None:
        if piece is None:
            return None if wanted == "gone" else Difference(name, _told(wanted), "gone")
        if rest:
            return _compared(name, wanted, self.table.atk_of(piece) if rest == "atk" else self.table.hp_of(piece))
        return _compared_state(name, str(wanted), piece)

    def _card(self, card: str) -> Design:
        design = self.rulebook.designs.get(card)
        if design is None:
            raise _UnknownError(_unknown("card", card, self.rulebook.designs))
        return design

    # who is asked what ------------------------------------------------------------------------------------------------

    def _asked(self, expect: Mapping[str, Wanted], refused: tuple[str, str] | None) -> list[Difference | None]:
        """What a player who is asked may do, and where the game stands then.

        A phase in which nothing can be done asks nobody, offers nothing and refuses everything. Otherwise the game goes
        on to the next choice for it.
        """
        play = self.play
        wanted = {name: expect[name] for name in _ASKED if name in expect}
        found: list[Difference | None] = [self._named(line) for line in self._lines(wanted, refused)]
        quiet = bool(_ends(self.table))
        if quiet and refused is not None:
            found.append(self._refused_quietly(*refused))
            refused = None
        if quiet and "offered" not in wanted:
            wanted.pop("not_offered", None)
        stands = self._stands()
        over = play.settled and _starts(self.table) != "ready"
        onward = refused is not None or (wanted.keys() & {"offered", "not_offered"} if over else wanted)
        if onward and play.ask():
            stands = self._stands()
        for name, value in wanted.items():
            if name in stands:
                found.append(_compared(name, value, stands[name]))
            else:
                found += self._offered(name, value)
        if refused is not None:
            found.append(self._refused(*refused))
        return found

    def _stands(self) -> dict[str, int | str]:
        """Where the game stands: in a phase, or where the next one is about to begin, in that."""
        table = self.table
        next_one = _starts(table)
        phase = "dark" if next_one == "dark" and self.play.settled else table.phase
        seat = table.choice.player if phase == "draft" and table.choice is not None else table.active
        return {"round": table.round, "turn": table.players[seat].name, "phase": phase}

    def _lines(self, wanted: Mapping[str, Wanted], refused: tuple[str, str] | None) -> list[str]:
        lines = [line for name in ("offered", "not_offered") for line in _several(wanted.get(name, ()))]
        return lines if refused is None else [*lines, refused[0]]

    def _named(self, line: str) -> Difference | None:
        """A line that speaks of a card that there is not would never be offered, and always be refused."""
        for word in line.split():
            name = word.partition("/")[2] or word
            card = name.partition("#")[0]
            if "-" in card and card not in self.rulebook.designs and card not in self.rulebook.game.colors:
                return Difference(f'"{line}"', "a line", _unknown("card", card, self.rulebook.designs))
        return None

    def _offered(self, name: str, wanted: Wanted) -> list[Difference | None]:
        moves = legal_moves(self.table)
        offered = name == "offered"
        return [
            Difference(name, f'"{line}"' if offered else f'not "{line}"', self.play.asked())
            for line in _several(wanted)
            if (" ".join(line.split()) in moves) is not offered
        ]

    def _refused(self, line: str, rule: str) -> Difference | None:
        try:
            read_move(self.table, line)
        except IllegalMoveError as error:
            if error.rule == rule:
                return None
            return _difference((line, rule), f"{error.rule or 'no rule'}: {error.message}")
        return _difference((line, rule), "it is a move")

    def _refused_quietly(self, line: str, rule: str) -> Difference | None:
        """As if the active player had been asked in the phase that the line is for."""
        table = self.table
        verb, _, rest = line.partition(" ")
        card = self.rulebook.designs.get(rest)
        early = self.play.given.phase in ("ready", "draw", "anointing")
        kind = "attack" if verb == "attack" else "anointing" if early and card and card.is_anointing else "main"
        scope = Scope(table.active, None)
        table.choice = Choice(table.active, kind, [], lambda table, scope, option: None, scope)
        found = self._refused(line, rule)
        table.choice = None
        return found


def _nth(pieces: Sequence[Piece], design: Design, number: int) -> Piece | None:
    same = [piece for piece in pieces if piece.design is design]
    return same[number - 1] if 0 < number <= len(same) else None


def _several(wanted: Wanted) -> Sequence[str]:
    return wanted if isinstance(wanted, tuple) else (str(wanted),)


def _compared(name: str, wanted: Wanted, found: int | str | list[str], ordered: bool = False) -> Difference | None:
    """Whether a number, a word or a list of names is as wanted; of a list also how many it has."""
    if isinstance(found, list):
        if isinstance(wanted, int):
            same = wanted == len(found)
        else:
            names = _spread(_several(wanted))
            same = names == found if ordered else Counter(names) == Counter(found)
    else:
        same = wanted == found
    return None if same else Difference(name, _told(wanted), _told(found))


def _spread(names: Iterable[str]) -> list[str]:
    """Names with a number in front as often as that says."""
    spread: list[str] = []
    for each in names:
        number, _, rest = each.partition(" ")
        spread += [rest] * int(number) if rest and number.isdecimal() else [each]
    return spread


def _state(piece: Piece) -> str:
    """What is true of a piece, in words."""
    words = ["exhausted"] if piece.exhausted else []
    words += [f"damage {piece.damage}"] if piece.damage else []
    words += [f"with {each.design.id}" for each in piece.worn]
    return " ".join(words or ["ready"])


def _compared_state(name: str, wanted: str, piece: Piece, before: str = "") -> Difference | None:
    """Whether a piece is exhausted and damaged as wanted; whether it is new, and what it bears, where that is said."""
    words = wanted.split()
    exhausted = new = False
    damage = 0
    worn: list[str] = []
    while words:
        word = words.pop(0)
        if word == "exhausted":
            exhausted = True
        elif word == "new":
            new = True
        elif word == "damage" and words and words[0].isdecimal():
            damage = int(words.pop(0))
        elif word == "with" and words:
            worn.append(words.pop(0))
        elif word != "ready":
            if word == "gone":
                return Difference(name, before + wanted, before + _state(piece))
            raise _UnknownError(f'"{word}" is nothing that can be true of a card')
    same = exhausted == piece.exhausted and damage == piece.damage and (piece.fresh or not new)
    if worn:
        same = same and Counter(worn) == Counter(each.design.id for each in piece.worn)
    return None if same else Difference(name, before + wanted.strip(), before + _state(piece))


_COST: Final = re.compile(r"([A-Z]*)\+?([0-9]*)")


def _cost(text: str) -> tuple[str, int] | str:
    """Letters and number of a cost: "R" is R+0, "Free" is 0."""
    parts = _COST.fullmatch(text)
    if text == "Free":
        return "", 0
    return (parts[1], int(parts[2] or 0)) if parts else text


def _told(value: Any) -> str:
    """A value of `expect`, in words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {amount}" for name, amount in value.items()) or "nothing"
    if isinstance(value, (tuple, list)):
        return ", ".join(value) or "none"
    return f'"{value}"' if value == "" or (isinstance(value, str) and value.isdecimal()) else str(value)
