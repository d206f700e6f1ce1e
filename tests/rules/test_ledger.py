"""Random play with random texts, held to a ledger; replays, steps back and lines that are no moves."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from pipeline.language import Node, Subject, walk
from pipeline.rules import card_language
from pipeline.rules.light_vs_darkness import MECHANICS, costs, darkness, table, turn
from pipeline.rules.light_vs_darkness.designs import make_design
from pipeline.rules.light_vs_darkness.moves import IllegalMoveError, legal_moves, read_move
from pipeline.rules.light_vs_darkness.setup import Setup, begin, new_player
from pipeline.rules.light_vs_darkness.table import Piece, Table, Variant
from pipeline.rules.play import Scope
from rules.conftest import load
from rules.ledger import Ledger, listening, opened
from rules.random_set import random_rulebook, with_text
from rules.shrinking import shrink

MOST_ROUNDS = 60
MOST_MOVES = 1500
#: Games that share a set of random texts.
OF_A_SET = 90
_Look = Callable[[Ledger, Table], None]


@pytest.fixture(autouse=True)
def _listening() -> Iterator[None]:
    with listening():
        yield


@dataclass(frozen=True)
class Game:
    """The game of a number: what it is played with, and by what rules. All ways to play come by."""

    number: int

    @property
    def ruleset(self) -> str:
        return ("draft-5", "draft-4a", "draft-4")[self.number % 3]

    def setup(self) -> Setup:
        random = Random(f"game {self.number}")
        mode = ("quick-start", "draft", "demo")[self.number // 3 % 3]
        players = 1 + self.number // 9 % (2 if mode == "demo" else 4)
        variants: list[Variant] = ["standard", "iron-saints"] + (["fellowship"] if players > 1 else [])
        book = random_rulebook(self.number // OF_A_SET, self.ruleset)
        return book.setup(mode, players, random.choice(variants), str(self.number))

    def opened(self) -> tuple[Table, Ledger]:
        return opened(random_rulebook(self.number // OF_A_SET, self.ruleset), self.setup(), str(self.number))

    def told(self) -> str:
        setup = self.setup()
        way = f"{self.ruleset}, {setup.mode}, {len(setup.seats)} players, {setup.variant}"
        return f"game {self.number} (set {self.number // OF_A_SET}, seed {self.number}): {way}"


def play(game: Game, look: _Look = Ledger.look) -> Ledger:
    """One game, looked at whenever somebody is asked. A failure is told by the shortest replay found that fails."""
    lines: list[str] = []
    random = Random(game.number)
    try:
        table, ledger = game.opened()
        look(ledger, table)
        while table.choice is not None and table.round <= MOST_ROUNDS and len(lines) < MOST_MOVES:
            moves = legal_moves(table)
            at = random.randrange(len(moves))
            lines.append(moves[at])
            table.take(table.choice.options[at])
            look(ledger, table)
    except Exception as error:
        short = shrunk(lines, lambda fewer: fails(game, fewer, look))
        raise AssertionError("\n".join([f"{error!r} in {game.told()}", *short, *cards_in(game, short)])) from error
    return ledger


def cards_in(game: Game, lines: list[str]) -> Iterator[str]:
    """The texts of the cards that moves name."""
    cards = random_rulebook(game.number // OF_A_SET, game.ruleset).game.cards
    for card in dict.fromkeys(re.findall(r"[a-z0-9-]+", " ".join(lines))):
        if card in cards:
            yield f"  {card}: {cards[card].fields.get('text')}"


def fails(game: Game, lines: list[str], look: _Look) -> bool:
    """Whether the moves among these that are legal when their turn comes bring about a failure."""
    try:
        table, ledger = game.opened()
        look(ledger, table)
        for line in lines:
            try:
                option = read_move(table, line)
            except IllegalMoveError:
                continue
            table.take(option)
            look(ledger, table)
    except Exception:
        return True
    return False


def shrunk(lines: list[str], still: Callable[[list[str]], bool]) -> list[str]:
    """Leave out runs of moves, long ones first, then pass instead, for as long as it still fails."""
    lines = shrink(lines, still)
    for at, line in enumerate(lines):
        simpler = [*lines[:at], "pass", *lines[at + 1 :]]
        if line != "pass" and still(simpler):
            lines = simpler
    return lines


# games ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(5))
def test_games_keep_to_the_ledger(part: int) -> None:
    """Ten of each hundred, beside the even ones that `test_everything_that_the_language_can_say_is_played` plays."""
    for number in range(100 * part + 1, 100 * part + 100, 10):
        play(Game(number))


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_twenty_thousand_games_keep_to_the_ledger(part: int) -> None:
    for number in range(1000 * part, 1000 * (part + 1)):
        play(Game(number))


def test_everything_that_the_language_can_say_is_played() -> None:
    """Of each mechanic some card was played, used or answered with a text that has it."""
    met: set[type[Node]] = set()
    for number in range(0, 500, 2):
        ledger = play(Game(number))
        for card in ledger.used:
            met |= {type(part) for part in walk(ledger.tree(card))}
    assert {mechanic.__name__ for mechanic in MECHANICS if mechanic not in met} == set()


# the ledger notices ---------------------------------------------------------------------------------------------------


def _free_of_surcharges(made: Table, player: Any, design: Any) -> tuple[tuple[str, ...], int]:
    return design.letters, design.generic


def _no_limit(made: Table, scope: Any) -> None:
    return None


def _drawn_twice(self: Table, player: Any, count: int) -> None:
    for _ in range(count):
        if player.deck:
            player.hand.append(player.deck[-1])


def _never_tired(made: Table, piece: Piece) -> bool:
    return piece.kind == "living-truth"


def _always(made: Table, round: int) -> bool:
    return True


def _pool_kept(made: Table, scope: Any) -> None:
    made.end_of_turn()


def _cheap(made: Table, player: Any, how: Any) -> None:
    costs.pay(made, player, how._replace(generic=0) if how.generic > 1 else how)


def _wrong_color(made: Table, player: Any, how: Any) -> None:
    """Whatever is there pays, whatever its color."""
    for piece, _ in how.exhaust:
        piece.exhausted = True
        made.note("exhaust", piece)
        made.make(player, "colorless", 1)
    left = total = len(how.letters) + how.bridge + how.generic
    for color in list(player.pool):
        taken = min(left, player.pool[color])
        player.pool[color] -= taken
        left -= taken
    player.paid += total
    if total:
        made.note("pay", player.index, total, how.bridge)


def _no_reward(self: Table, player: Any, amount: int, by_effect: bool = False) -> None:
    player.mp += amount + 1
    self.note("mp", player.index, amount + 1, player.mp)


FAULTS = {
    "surcharges are forgotten": (turn, "cost_of", _free_of_surcharges, "costs"),
    "no hand limit": (turn, "_limit", _no_limit, "more cards in hand than 7"),
    "a card is drawn and stays": (table.Table, "draw", _drawn_twice, "too many"),
    "what is exhausted attacks": (turn, "may_attack", _never_tired, "exhausted"),
    "a Dark Turn every round": (darkness, "scheduled", _always, "not on the schedule"),
    "pools are not emptied": (turn, "_finish", _pool_kept, "a pool outlives the turn"),
    "too little is paid": (turn, "pay", _cheap, "too much or too little|before the card was paid for|was not paid for"),
    "colors are not looked at": (turn, "pay", _wrong_color, "no .* was paid"),
    "a reward of 1 more": (table.Table, "gain", _no_reward, "a reward of"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_ledger_notices(fault: str) -> None:
    """A fault that is put into the engine shows within sixty games, by the right complaint."""
    where, name, wrong, told = FAULTS[fault]
    with patch.object(where, name, wrong), pytest.raises(AssertionError, match=told):
        for number in range(60):
            play_plainly(Game(number))


def play_plainly(game: Game) -> None:
    random = Random(game.number)
    made, ledger = game.opened()
    ledger.look(made)
    moves = 0
    while made.choice is not None and made.round <= MOST_ROUNDS and moves < MOST_MOVES:
        made.take(random.choice(made.choice.options))
        ledger.look(made)
        moves += 1


def test_a_failure_is_told_by_setup_seed_and_few_lines() -> None:
    def no_attacks(ledger: Ledger, table: Table) -> None:
        assert not ledger.heard["attack"], "somebody attacks"

    with pytest.raises(AssertionError) as error:
        for number in range(9):
            play(Game(number), no_attacks)
    first, *rest = str(error.value).splitlines()
    lines = [line for line in rest if not line.startswith(" ") and ": " not in line]
    assert re.search(r"somebody attacks.* in game \d+ \(set 0, seed \d+\): draft-\S+, \S+, \d players, \S+", first)
    assert sum(line.startswith("attack ") for line in lines) == 1 and len(lines) < 40


# what it found --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("Deal 1 damage to this.", "one-time", 18),
        ("Draw 1 card for each Equipment attached to this.", "one-time", 22),
        ("Sacrifice this: Draw 1 card.", "living-truth", 0),
        ("Discard this: Draw 1 card.", "living-truth", 9),
        ("Discard 1 card: Draw 1 card.", "living-truth", 0),
        ("Pay {R} and pay {R+2}: Draw 1 card.", "living-truth", 13),
        ("Lose 1 Life and lose 2 Life: Draw 1 card.", "living-truth", 17),
        ("Lose 1 Life and lose 2 MP: Draw 1 card.", "living-truth", 0),
    ],
)
def test_what_no_game_could_do_is_refused(text: str, kind: str, column: int) -> None:
    """A One Time card is in no play, what is in play in no hand, and a payment is one sum; column 0: it makes sense."""
    error = card_language(load()).read(text, Subject("A Card", {}, kind)).error
    assert (error.column if error is not None else 0) == column


def two_players() -> Table:
    made = Table(random_rulebook(0, "draft-5").numbers, "standard", "demo", "1")
    made.players = [new_player(made, seat, f"player{seat}", MENTOR) for seat in range(2)]
    made.field = [Piece(STRONGHOLD, -1, 4, 6)]
    made.refresh()
    return made


MENTOR = table.Design("mentor-x", "X", "mentor", ("red",))
STRONGHOLD = table.Design("stronghold-x", "X", "stronghold", atk=4, hp=6, mp=8)
CARD = table.Design("card", "Card", "one-time", ("red",))


def test_a_stronghold_removed_from_the_game_is_no_demolition() -> None:
    """R1113: it is in no pile; R558 pays for demolitions only."""
    made = two_players()
    (stronghold,) = made.field
    made.remove(made.players[1], stronghold)
    made.remove(made.players[0], stronghold)
    assert made.field == [] and made.players[1].removed == [STRONGHOLD] and made.players[0].removed == []
    assert [(player.mp, player.demolished) for player in made.players] == [(0, []), (0, [])]


def test_a_mentor_removed_from_the_game_with_side_a_up() -> None:
    made = two_players()
    mentor = made.players[0].mentor
    assert mentor is not None
    made.remove(made.players[1], mentor)
    assert made.players[0].mentor is None and made.players[0].removed == [MENTOR]
    assert made.players[1].mentor is not None and made.players[1].removed == []


def test_what_was_chosen_twice_goes_once() -> None:
    """All choices of "discard 1 card and discard 1 card" come before both discards; so do those of removals."""
    made = two_players()
    player = made.players[0]
    player.hand = [CARD]
    tree = card_language(load()).read("Discard 1 card and discard 1 card.", Subject("A", {}, "one-time")).tree
    (ability,) = make_design(with_text(CARD_RECORD, ""), tree, COLORS, made.numbers).instructions
    made.stack.append((ability.run, Scope(0, CARD, -1, ability.picks)))
    made.run()
    assert player.hand == [] and player.discard == [CARD]
    made.remove(player, CARD)
    assert player.removed == []


CARD_RECORD = load().cards["passover"]
COLORS = {color.letter: color.id for color in load().colors.values()}


def test_what_is_made_or_to_be_lost_in_a_turn_ends_with_it_whoever_it_is() -> None:
    """R572, R618: "each player adds", "each player loses ... this turn"."""
    made = two_players()
    other = made.players[1]
    other.pool, other.losing = {"red": 2}, 3
    made.stack.append((turn.end_phase, Scope(0, None)))
    made.run()
    assert (other.pool, other.losing) == ({}, 0)


def test_what_is_to_be_lost_in_a_dark_turn_ends_with_it() -> None:
    made = two_players()
    made.round, made.players[1].losing = 3, 2
    made.stack.append((darkness.dark_turn, Scope(0, None)))
    made.run()
    assert made.players[1].losing == 0


def test_what_was_spent_this_turn_is_nothing_in_the_next_players() -> None:
    """R755."""
    made = two_players()
    made.players[1].paid = 4
    made.stack.append((turn.ready_phase, Scope(0, None)))
    made.run()
    assert made.players[1].paid == 0


# the same game again --------------------------------------------------------------------------------------------------


def state(made: Table) -> str:
    """All there is on a table, and what is asked."""
    told: list[Any] = [made.round, made.phase, made.active, made.winner, made.champions, made.shuffles, made.strike]
    told += [legal_moves(made), len(made.stack), [card.id for card in (*made.dark_deck, *made.market, *made.row)]]
    for player in made.players:
        told += [
            player.life, player.mp, player.gained, player.defeats, player.defeated, player.out, player.owed,
            player.losing, player.shield, player.paid, player.generators, player.intercessions,
            sorted(player.pool.items()), sorted(player.skips.items()),
        ]  # fmt: skip
        for pile in (
            player.deck, player.hand, player.discard, player.spent, player.removed, player.demolished,
            player.played_turn, player.played_round, player.played_before,
        ):  # fmt: skip
            told.append([card.id for card in pile])
        told.append([piece_state(piece) for piece in player.play])
    return repr([*told, [piece_state(piece) for piece in (*made.field, *made.attackers)]])


def piece_state(piece: Piece) -> list[Any]:
    host = piece.host.design.id if piece.host is not None else ""
    return [
        piece.design.id, piece.kind, piece.atk, piece.hp, piece.damage, piece.exhausted, piece.fresh, piece.more_atk,
        piece.more_hp, piece.shield, host, [each.design.id for each in piece.worn],
    ]  # fmt: skip


def recorded(game: Game, most: int) -> tuple[list[str], list[str]]:
    """Moves of a game, and the state before each and at the end."""
    random = Random(game.number)
    made = begin(game.setup(), str(game.number))
    lines: list[str] = []
    states = [state(made)]
    while made.choice is not None and len(lines) < most:
        lines.append(random.choice(legal_moves(made)))
        made.take(read_move(made, lines[-1]))
        states.append(state(made))
    return lines, states


@pytest.mark.parametrize("number", range(0, 360, 12))
def test_seed_and_moves_are_the_game_and_every_step_back_of_it(number: int) -> None:
    """Played again it is the same at every move; played again to a move it is what it was there, and goes on alike."""
    game = Game(number)
    lines, states = recorded(game, 250)
    again = begin(game.setup(), str(number))
    for line, before in zip(lines, states, strict=False):
        assert state(again) == before
        again.take(read_move(again, line))
    assert state(again) == states[-1]
    for back in Random(number).sample(range(len(lines) + 1), min(3, len(lines) + 1)):
        earlier = begin(game.setup(), str(number))
        for line in lines[:back]:
            earlier.take(read_move(earlier, line))
        assert state(earlier) == states[back]


@pytest.mark.parametrize("number", range(3, 363, 12))
def test_a_copy_goes_its_own_way(number: int) -> None:
    """From copies taken on the way the same moves lead to the same end; other moves change nothing of the original."""
    game = Game(number)
    lines, states = recorded(game, 250)
    made = begin(game.setup(), str(number))
    copies: list[tuple[int, Table]] = []
    random = Random(number)
    for at, line in enumerate(lines):
        if random.random() < 0.1:
            copies.append((at, made.copy()))
            astray = made.copy()
            for _ in range(15):
                if astray.choice is not None:
                    astray.take(random.choice(astray.choice.options))
            assert state(made) == states[at]
        made.take(read_move(made, line))
    for at, copy in copies:
        assert state(copy) == states[at]
        for line, before in zip(lines[at:], states[at:], strict=False):
            assert state(copy) == before
            copy.take(read_move(copy, line))
        assert state(copy) == states[-1]


# lines ----------------------------------------------------------------------------------------------------------------


def mutated(random: Random, line: str, names: list[str]) -> str:
    """A line that somebody may write instead."""
    words = line.split() or [""]
    at = random.randrange(len(words))
    kind = random.randrange(8)
    if kind == 0:
        words[at] = random.choice(names)
    elif kind == 1:
        del words[at]
    elif kind == 2:
        words.insert(at, words[at])
    elif kind == 3:
        words[-1] += random.choice(("#1", "#2", "#9", "#", "#0", "#x"))
    elif kind == 4:
        words += ["by", "intercession"]
    elif kind == 5:
        words.append(random.choice(("0", "2", "-1", "99")))
    elif kind == 6:
        words[0] = random.choice(("play", "use", "attack", "block", "choose", "pass", "Play", "sing"))
    else:
        words[-1] = random.choice(("esther/", "nobody/", "/")) + words[-1]
    return " ".join(words)


#: What is said of a line that nothing could be meant by; all others break a rule.
NO_MOVE = ("there is a choice to make", "no such card is in play", "no such move")


@pytest.mark.parametrize("number", range(0, 180, 6))
def test_lines_are_moves_or_break_a_rule(number: int) -> None:
    game = Game(number)
    random = Random(number)
    made = begin(game.setup(), str(number))
    rules = load().rules
    names = ["stronghold-fear", "nobody", "with", "mentor-esther", "#2", "basic-anointing-red", "passover", "daniel"]
    for _ in range(120):
        if made.choice is None:
            break
        lines = legal_moves(made)
        assert len(set(lines)) == len(lines), lines
        for line, option in zip(lines, made.choice.options, strict=True):
            assert read_move(made, line) is option
            assert read_move(made, f"  {line} ") is option
        hand = [card.id for card in made.players[made.choice.player].hand]
        for _ in range(12):
            wrong = mutated(random, random.choice([*lines, *(f"play {card}" for card in hand)]), names + hand)
            if " ".join(wrong.replace("#1 ", " ").removesuffix("#1").split()) in lines:
                continue
            with pytest.raises(IllegalMoveError) as error:
                read_move(made, wrong)
            assert error.value.rule in rules or (error.value.rule, error.value.message in NO_MOVE) == ("", True), wrong
        made.take(random.choice(made.choice.options))
    for _ in range(2000):
        if made.choice is None:
            break
        made.take(random.choice(made.choice.options))
    if made.choice is None:
        with pytest.raises(IllegalMoveError) as error:
            read_move(made, "pass")
        assert error.value.rule in ("R901", "R915", "R916")
