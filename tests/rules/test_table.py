"""What no card of the game yet brings about, on a table laid by hand."""

from pipeline.rules.light_vs_darkness.costs import plan
from pipeline.rules.light_vs_darkness.setup import new_player
from pipeline.rules.light_vs_darkness.table import Design, Piece, Table
from pipeline.rules.rulebooks import Rulebooks
from rules.conftest import load  # the game, read once

RULEBOOK = Rulebooks(load()).of("draft-5")
TRUTH = Design("truth", "A Truth", "living-truth", ("red",), atk=2, hp=3)
ARMOR = Design("armor", "Armor", "equipment", ("red",), atk=1, hp=2)
STRONGHOLD = Design("stronghold-wall", "Wall", "stronghold", atk=4, hp=5, mp=6)
WELL = Design("well", "Well", "basic-anointing", ("red",), yields=(("red",), 1), mana=0)
SPRING = Design("spring", "Spring", "spiritual-discipline", ("red", "green"), yields=(("red", "green"), 1), mana=0)


def table(players: int = 1) -> Table:
    made = Table(RULEBOOK.numbers, "standard", "demo", "1")
    made.players = [new_player(made, seat, f"player{seat}", None) for seat in range(players)]
    made.phase = "main"
    for player in made.players:
        player.intercessions = 1
    return made


def lay(made: Table, design: Design, host: Piece | None = None, seat: int = 0) -> Piece:
    piece = made.enter(design, seat, host)
    piece.exhausted = False
    return piece


def test_a_host_that_loses_its_bonus_is_destroyed_and_its_armor_with_it() -> None:
    """R332, R334: 3 HP and 2 more bear 4 damage; without the 2 they do not."""
    made = table()
    host = lay(made, TRUTH)
    armor = lay(made, ARMOR, host)
    made.hurt_piece(host, 4, 0)
    assert made.hp_of(host) == 1
    made.leave(armor)
    assert made.players[0].play == []
    assert made.players[0].discard == [ARMOR, TRUTH]


def test_a_host_that_keeps_a_last_hp_stands() -> None:
    """R334, the boundary."""
    made = table()
    host = lay(made, TRUTH)
    armor = lay(made, ARMOR, host)
    made.hurt_piece(host, 2, 0)
    made.leave(armor)
    assert made.players[0].play == [host]
    assert made.hp_of(host) == 1


def test_a_bonus_of_a_turn_that_ends() -> None:
    """R334: HP until end of turn."""
    made = table()
    piece = lay(made, TRUTH)
    piece.more_hp = 2
    made.hurt_piece(piece, 3, 0)
    assert made.hp_of(piece) == 2
    made.end_of_turn()
    assert made.players[0].discard == [TRUTH]


def test_two_strongholds_that_fall_at_once_pay_one_after_another() -> None:
    """R720, R721: none halves the other here; each is a trophy of whoever struck."""
    made = table(2)
    made.field = [Piece(STRONGHOLD, -1, 4, 5), Piece(STRONGHOLD, -1, 4, 5)]
    for piece in list(made.field):
        made.hurt_piece(piece, 5, 1)
    assert [player.mp for player in made.players] == [0, 12]
    assert made.field == []


def test_letters_are_paid_before_generic_takes_their_color() -> None:
    """R204, R205: with a Red well and a spring of Red or Green, R+1 and G+1 can both be paid, R+2 cannot."""
    made = table()
    well, spring = lay(made, WELL), lay(made, SPRING)
    player = made.players[0]
    red = plan(made, player, ("red",), 1)
    green = plan(made, player, ("green",), 1)
    assert red is not None and red.exhaust == ((well, "red"), (spring, "red"))
    assert green is not None and green.exhaust == ((spring, "green"), (well, "red"))
    assert plan(made, player, ("red",), 2) is None
    assert plan(made, player, ("green", "green"), 0) is None
    assert plan(made, player, ("red", "green"), 0) is not None


def test_what_is_to_be_lost_is_made_on_top() -> None:
    """R617: with 1 to lose, two generators pay for 1."""
    made = table()
    lay(made, WELL)
    lay(made, SPRING)
    player = made.players[0]
    player.losing = 1
    found = plan(made, player, ("red",), 0)
    assert found is not None and len(found.exhaust) == 2
    assert plan(made, player, ("red",), 1) is None
    # The well is what is lost where the spring has to make Green.
    green = plan(made, player, ("green",), 0)
    assert green is not None
    assert [(piece.design, color) for piece, color in green.exhaust] == [(WELL, "red"), (SPRING, "green")]


def test_intercession_takes_two_of_any_color_and_no_colorless() -> None:
    """R220, R222."""
    made = table()
    player = made.players[0]
    made.bridging = 1
    player.pool = {"red": 1, "green": 1}
    assert plan(made, player, ("purple",), 0) is not None
    player.pool = {"red": 1, "colorless": 5}
    assert plan(made, player, ("purple",), 0) is None
    player.pool = {"red": 2, "colorless": 2}
    assert plan(made, player, ("purple",), 2) is not None
    assert plan(made, player, ("purple",), 3) is None
