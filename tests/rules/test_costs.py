"""Costs of more than one part, and of an amount: paid whole, or not to be used at all (made-up texts)."""

import pytest

from pipeline.language import Subject
from pipeline.rules import card_language
from pipeline.rules.light_vs_darkness.designs import colors_of, make_design
from pipeline.rules.light_vs_darkness.moves import legal_moves, read_move
from pipeline.rules.light_vs_darkness.setup import new_player
from pipeline.rules.light_vs_darkness.table import Design, Piece, Table
from pipeline.rules.light_vs_darkness.turn import main_phase
from pipeline.rules.play import Scope
from pipeline.rules.rulebooks import Rulebooks
from rules.conftest import load
from rules.made_up import card

RULEBOOK = Rulebooks(load()).of("draft-5")
LANGUAGE = card_language(load())
TRUTH = Design("truth", "A Truth", "living-truth", ("red",), generic=2, atk=2, hp=3)
ARMOR = Design("armor", "Armor", "equipment", ("red",), generic=1, atk=1, hp=2)
WORD = Design("word", "Word", "one-time", ("red",))
WELL = RULEBOOK.designs["basic-anointing-red"]
SPRING = RULEBOOK.designs["solitude"]
USE, DONE = "use card", "pass"


def with_text(text: str) -> Design:
    """A Living Truth of 4 HP with a text."""
    readings = LANGUAGE.read(text, Subject("card", {}, "living-truth"))
    assert readings.error is None, readings.error
    record = card("living-truth", "card", "red", ("", 0), text)
    return make_design(record, readings.tree, colors_of(load()), RULEBOOK.numbers)


def position(text: str, *others: Design, players: int = 2) -> Table:
    """The first player's Main Phase, with a card of this text, 20 cards to draw and others in play."""
    made = Table(RULEBOOK.numbers, "standard", "demo", "1")
    made.players = [new_player(made, seat, f"player{seat}", None) for seat in range(players)]
    for player in made.players:
        player.deck = [WORD] * 20
    made.phase = "main"
    for design in (with_text(text), *others):
        made.enter(design, 0).exhausted = False
    return made


def ask(made: Table) -> list[str]:
    """What the first player may do in the Main Phase."""
    made.stack.append((main_phase, Scope(0, None)))
    made.run()
    return legal_moves(made)


def do(made: Table, *lines: str) -> Table:
    for line in lines:
        made.take(read_move(made, line))
    return made


def in_play(made: Table) -> list[str]:
    return [piece.design.id for piece in made.players[0].play]


# two parts of which one takes away what the other is paid with --------------------------------------------------------


def test_the_last_life_and_anointing() -> None:
    """Both are paid before the Defeat takes the generators away, and then the ability is done."""
    made = position("Lose 1 Life and pay {1}: Each player draws 1 card.", WELL)
    player = made.players[0]
    player.life, player.defeats = 1, 1
    assert USE in ask(made)
    do(made, USE)
    assert player.out and player.paid == 1
    assert len(made.players[1].hand) == 1


def test_the_generator_that_is_sacrificed_may_pay_before() -> None:
    """R531: it may be exhausted for its anointing at any time of the turn, so also for this."""
    made = position("Sacrifice another card you control and pay {2}: Draw 1 card.", WELL, SPRING)
    assert USE in ask(made)
    do(made, USE)
    assert in_play(made) == ["card", WELL.id]
    assert made.players[0].play[1].exhausted
    assert made.players[0].paid == 2
    assert len(made.players[0].hand) == 1


def test_a_sacrifice_is_not_paid_with_where_anointing_is_short() -> None:
    made = position("Sacrifice another card you control and pay {3}: Draw 1 card.", WELL, SPRING)
    assert USE not in ask(made)


def test_what_answers_the_payment_comes_when_all_of_it_is_paid() -> None:
    """Whoever is there to see the anointing spent sees the card sacrificed as well."""
    made = position("Pay {1} and sacrifice a Living Truth you control: Draw 1 card.", WELL, TRUTH)
    seen: list[list[str]] = []
    fire = made.fire

    def heard(event: str, you: int, about: int = -1, extra: object = None) -> None:
        if event == "spends":
            made.stack.append((lambda table, scope: seen.append(in_play(table)), Scope(0, None)))
        fire(event, you, about, extra)

    made.__class__ = type("Heard", (Table,), {"__slots__": (), "fire": staticmethod(heard)})
    ask(made)
    do(made, USE, "choose truth")
    assert seen == [["card", WELL.id]]


# amounts --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("life", "offered"), [(2, False), (3, True), (4, True)])
def test_life_for_each_card_is_paid_whole(life: int, offered: bool) -> None:
    """Three Living Truths: 3 Life."""
    made = position("Lose 1 Life for each Living Truth you control: Draw 1 card.", TRUTH, TRUTH)
    made.players[0].life = life
    assert (USE in ask(made)) is offered
    if offered:
        do(made, USE)
        assert made.players[0].life == life - 3


@pytest.mark.parametrize(("mp", "offered"), [(3, False), (4, True)])
def test_mp_for_each_card_are_paid_whole(mp: int, offered: bool) -> None:
    """Two Living Truths, 2 MP each."""
    made = position("Lose 2 MP for each Living Truth you control: Draw 1 card.", TRUTH)
    made.players[0].mp = mp
    assert (USE in ask(made)) is offered
    if offered:
        do(made, USE)
        assert made.players[0].mp == 0


def test_an_offer_of_an_amount_is_made_only_where_it_can_be_paid() -> None:
    made = position("When this enters, you may lose 2 Life for each Living Truth you control to draw 1 card.", TRUTH)
    player = made.players[0]
    player.life = 5
    (source, _) = player.play
    made.queue(made.answers([(source, source.design.watches[0])], 0))
    made.run()
    assert legal_moves(made) == ["choose yes", "choose no"]
    do(made, "choose yes")
    assert (player.life, len(player.hand)) == (1, 1)
    made.queue(made.answers([(source, source.design.watches[0])], 0))
    made.run()
    assert legal_moves(made) == []
    assert (player.life, len(player.hand)) == (1, 1)


# cards ----------------------------------------------------------------------------------------------------------------


def test_basic_anointing_is_no_card_to_sacrifice() -> None:
    """R308: neither is it enough for the cost, nor is it offered."""
    made = position("Sacrifice another card you control: Draw 1 card.", WELL)
    assert USE not in ask(made)
    made = position("Sacrifice another card you control: Draw 1 card.", WELL, TRUTH, ARMOR)
    ask(made)
    do(made, USE)
    assert legal_moves(made) == ["choose truth", "choose armor"]


def test_only_ones_own_cards_are_sacrificed() -> None:
    """R1103, also where a text names every card in play."""
    made = position("Sacrifice a Truth card in play: Draw 1 card.")
    made.enter(TRUTH, 1)
    ask(made)
    do(made, USE)
    assert in_play(made) == []
    assert [piece.design for piece in made.players[1].play] == [TRUTH]


def test_the_highest_cost_card_must_be_there() -> None:
    text = "Discard the highest-cost Truth card in your hand: Draw 1 card."
    made = position(text)
    assert USE not in ask(made)
    made = position(text)
    made.players[0].hand = [WORD, WELL]
    assert USE in ask(made)
    do(made, USE)
    assert made.players[0].discard == [WORD]


def test_a_card_that_is_gone_is_no_cost() -> None:
    """An offer to sacrifice this, once it has left play."""
    for text in ("you may sacrifice this to draw 1 card.", "you may exhaust this to draw 1 card."):
        made = position(f"At the start of your turn, {text}")
        (piece,) = made.players[0].play
        made.fire("start", 0)
        made.leave(piece)
        made.run()
        assert legal_moves(made) == [] and made.players[0].hand == []


def test_it_is_a_cost_only_where_it_is_mine() -> None:
    text = "At the start of your turn, heal 1 to a Living Truth. You may sacrifice it to draw 1 card."
    for seat, offered in ((0, True), (1, False)):
        made = position(text)
        made.enter(TRUTH, seat)
        made.fire("start", 0)
        made.run()
        do(made, "choose truth" if seat == 0 else "choose player1/truth")
        assert (made.choice is not None) is offered


@pytest.mark.parametrize(
    ("cost", "column"),
    [
        ("Discard 1 Red card and discard 1 Truth card", 24),
        ("Sacrifice this and sacrifice a Living Truth you control", 20),
        ("Discard 1 card and sacrifice a Living Truth you control", 0),
        ("{exhaust} and sacrifice this", 0),
        ("Lose 1 Life and pay {1}", 0),
    ],
)
def test_one_card_cannot_pay_for_two_parts(cost: str, column: int) -> None:
    """So cards of a hand, and cards in play, are paid with once in a cost; column 0: it makes sense."""
    error = LANGUAGE.read(f"{cost}: Draw 1 card.", Subject("A Card", {}, "living-truth")).error
    assert (error.column if error is not None else 0) == column


def test_a_piece_that_is_exhausted_for_a_cost_pays_no_anointing_for_it() -> None:
    made = position("{exhaust} and pay {1}: Draw 1 card.")
    assert USE not in ask(made)
    lent = Piece.of(WELL, 0)
    made.players[0].play.append(lent)
    assert USE in ask(made)
    do(made, USE)
    assert all(piece.exhausted for piece in made.players[0].play)
