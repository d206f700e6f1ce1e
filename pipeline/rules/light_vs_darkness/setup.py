"""How a game begins: seats, the draft, opening hands, the seeded Stronghold (rules R4xx)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pipeline.rules.light_vs_darkness.darkness import next_round
from pipeline.rules.light_vs_darkness.numbers import Numbers
from pipeline.rules.light_vs_darkness.table import COLORLESS, Design, Piece, Player, Table, Variant
from pipeline.rules.play import Option, Scope


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays: a name, a Mentor and the deck before the draft, where there is one."""

    name: str
    mentor: Design
    deck: tuple[Design, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """A game before it begins: seats, the Dark Deck, and the Market Deck where cards are drafted from one."""

    numbers: Numbers
    seats: tuple[Seat, ...]
    strongholds: tuple[Design, ...]
    market: tuple[Design, ...] = ()
    mode: str = "demo"
    variant: Variant = "standard"


def begin(setup: Setup, seed: str, log: list[tuple[object, ...]] | None = None) -> Table:
    """A game at its first choice. The same setup and seed give the same game."""
    table = Table(setup.numbers, setup.variant, setup.mode, seed)
    table.log = log
    first = _draw_lots(len(setup.seats), seed)
    for index, seat in enumerate(setup.seats[first:] + setup.seats[:first]):
        table.players.append(new_player(table, index, seat.name, seat.mentor))
        table.players[-1].deck = list(seat.deck)
    table.market = list(setup.market)
    table.dark_deck = list(setup.strongholds)
    scope = Scope(0, None)
    table.stack += [(next_round, scope), (open_board, scope)]
    if table.market:
        table.stack.append((draft, Scope(0, None, -1, 1)))
    table.run()
    return table


def _draw_lots(seats: int, seed: str) -> int:
    """The first player, drawn before the draft; the others follow clockwise (R401, R402)."""
    return Random(f"{seed}/first").randrange(seats)


def new_player(table: Table, index: int, name: str, mentor: Design | None) -> Player:
    """A player with a Mentor before them, Side A up (R350), and Life, MP and anointing to begin with (R422 to
    R424)."""
    numbers = table.numbers
    piece = None if mentor is None else Piece.of(mentor, index)
    player = Player(index, name, piece, numbers.start_life, numbers.start_maturity)
    if numbers.start_anointing:
        player.pool[COLORLESS] = numbers.start_anointing
    return player


def market_deck(numbers: Numbers, cards: Sequence[Design], mentors: Sequence[Design]) -> list[Design]:
    """All Equipment and One Time cards, the Mentors' triggers among them or not (R410, R411)."""
    triggers = {mentor.trigger for mentor in mentors}
    return [
        card
        for card in cards
        if card.kind in ("equipment", "one-time") and (numbers.draft_triggers_in_market or card.id not in triggers)
    ]


def core_of(
    numbers: Numbers, mentor: Design, cards: Mapping[str, Design], truths: Sequence[Design]
) -> tuple[list[Design], bool]:
    """A Mentor's Core, from its ten Living Truths (R403 to R405), and whether its trigger was put to it, as the first
    pick (R406)."""
    basic = next(
        card for card in cards.values() if card.kind == "basic-anointing" and set(card.hues) & set(mentor.hues)
    )
    core = [basic] * numbers.deck_core_basics + [cards[each] for each in mentor.disciplines] + list(truths)
    added = not numbers.draft_triggers_in_market and mentor.trigger not in {card.id for card in core}
    if added:
        core.append(cards[mentor.trigger])
    return core, added


def draft(table: Table, scope: Scope) -> None:
    """Pick after pick from the Market Row, in snake order (R412 to R418). `scope.picks[0]`: the order of seats."""
    table.phase = "draft"
    if table.log is not None:
        table.note("draft")
    table.shuffle(table.market)
    scope.picks[0] = draft_order(table)
    table.stack.append((_pick, scope))


def draft_order(table: Table) -> tuple[int, ...]:
    """The seats in the order in which they pick; a player whose trigger was the first pick has fewer (R413, R418)."""
    numbers = table.numbers
    left = []
    for player in table.players:
        mentor = player.mentor
        trigger_first = mentor is not None and len(player.deck) > numbers.deck_core
        left.append(numbers.draft_picks_after_trigger if trigger_first else numbers.draft_picks)
    order: list[int] = []
    ahead = list(range(len(table.players)))
    while any(left):
        for seat in ahead:
            if left[seat]:
                left[seat] -= 1
                order.append(seat)
        if numbers.draft_snake:
            ahead.reverse()
    return tuple(order)


def _pick(table: Table, scope: Scope) -> None:
    while len(table.row) < table.numbers.draft_market_row and table.market:
        table.row.append(table.market.pop())  # R415, R416
    order: tuple[int, ...] = scope.picks[0]
    if not order or not table.row:
        # R416: what is left of the Market takes no part in the game.
        table.market.extend(table.row)
        table.row = []
        return
    options: list[Option] = [("choose", card) for card in dict.fromkeys(table.row)]
    table.ask(order[0], "draft", options, _picked, scope)


def _picked(table: Table, scope: Scope, option: Option) -> None:
    """R414, R419."""
    seat, *rest = scope.picks[0]
    scope.picks[0] = tuple(rest)
    table.row.remove(option[1])
    table.players[seat].deck.append(option[1])
    if table.log is not None:
        table.note("pick", seat, option[1].id)
    table.stack.append((_pick, scope))


def open_board(table: Table, scope: Scope) -> None:
    """Hands, mulligans, the Dark Deck and the seeded Stronghold (R420 to R428)."""
    table.phase = "setup"
    if table.log is not None:
        table.note("setup")
    table.shuffle(table.dark_deck)
    for _ in range(table.numbers.start_strongholds):
        table.stack.append((_seed, scope))
    for player in reversed(table.players):
        table.stack.append((_open_hand, Scope(player.index, None)))


def _open_hand(table: Table, scope: Scope) -> None:
    """R420, R421."""
    player = table.players[scope.you]
    table.shuffle(player.deck)
    table.draw(player, table.numbers.start_hand)
    if table.numbers.start_mulligan and not any(card.is_anointing for card in player.hand):
        table.ask(scope.you, "mulligan", [("choose", "yes"), ("choose", "no")], _mulligan, scope)


def _mulligan(table: Table, scope: Scope, option: Option) -> None:
    if option[1] != "yes":
        return
    player = table.players[scope.you]
    if table.log is not None:
        table.note("mulligan", player.index)
    player.deck += player.hand
    player.hand = []
    table.shuffle(player.deck)
    table.draw(player, table.numbers.start_hand)


def _seed(table: Table, scope: Scope) -> None:
    """R426, R427."""
    table.reveal(summoned=False)
