"""How many legal sequences of moves there are to a small depth, on positions small enough to count by hand.

The counts in the comments were written before any was run; a move that leaves nothing to choose is a leaf.
"""

from pipeline.rules.light_vs_darkness.darkness import _block
from pipeline.rules.light_vs_darkness.setup import draft, new_player, open_board
from pipeline.rules.light_vs_darkness.table import Design, Piece, Table
from pipeline.rules.light_vs_darkness.turn import anointing_phase, attack_phase, main_phase
from pipeline.rules.play import Run, Scope
from pipeline.rules.rulebooks import Rulebooks
from rules.conftest import load

RULEBOOK = Rulebooks(load()).of("draft-5")
CARDS = RULEBOOK.designs


def count(table: Table, depth: int) -> int:
    """Sequences of `depth` moves, or fewer where nothing is asked any more."""
    if depth == 0 or table.choice is None:
        return 1
    total = 0
    for at in range(len(table.choice.options)):
        twin = table.copy()
        assert twin.choice is not None
        twin.take(twin.choice.options[at])
        total += count(twin, depth - 1)
    return total


def laid(*cards: str, players: int = 1) -> Table:
    """A table whose first player has these cards in play, ready."""
    table = Table(RULEBOOK.numbers, "standard", "demo", "1")
    table.players = [new_player(table, seat, f"player{seat}", None) for seat in range(players)]
    table.players[0].intercessions = table.players[0].generators = 1
    for card in cards:
        design = CARDS[card]
        table.players[0].play.append(Piece(design, 0, design.atk, design.hp))
    table.refresh()
    return table


def stands(table: Table, *strongholds: str) -> None:
    for each in strongholds:
        design = CARDS[each]
        table.field.append(Piece(design, -1, design.atk, design.hp))


def counts(table: Table, begin: Run, depths: int, picks: int = 0) -> list[int]:
    table.stack.append((begin, Scope(0, None, -1, picks)))
    table.run()
    return [count(table, depth) for depth in range(1, depths + 1)]


def test_paying() -> None:
    """Main Phase, 3 Red ready; in hand The Fire Fell (R+2) and Father, Forgive Them (R+1); Fear alone stands (6 HP).

    1: Fire; Father; Father by Intercession (2 for the Red and 1); use a Basic, which of 3; pass: 7. Fire by
       Intercession would cost 4.
    2: Fire spends all, and so does Intercession; Father leaves 1, with which nothing can be paid; pass: 4 leaves. After
       one of the 3 Basics all costs as before can be paid with pool and 2 generators: Fire, Father, Father by
       Intercession, 2 Basics, pass: 6 each: 3 * 6 + 4 = 22.
    3: 4 leaves. In each of 3: 4 leaves (as above), and after one of 2 more Basics: Fire, Father, Intercession, the last
       Basic, pass: 5 each: 3 * (4 + 2 * 5) + 4 = 46.
    """
    table = laid("basic-anointing-red", "basic-anointing-red", "basic-anointing-red")
    table.players[0].hand = [CARDS["the-fire-fell"], CARDS["father-forgive-them"]]
    stands(table, "stronghold-fear")
    assert counts(table, main_phase, 3) == [7, 22, 46]


def test_attacking() -> None:
    """Attack Phase: By His Stripes and Put On Praise, 2 ATK each; Fear (6 HP) and Heaviness (5 HP).

    1: 2 attackers x 2 Strongholds, pass: 5.
    2: after an attack 1 attacker x 2, pass: 3 each; pass is a leaf: 4 * 3 + 1 = 13.
    3: no attacker is left after two, so all are leaves: 13.
    """
    table = laid("by-his-stripes", "put-on-praise")
    stands(table, "stronghold-fear", "stronghold-heaviness")
    assert counts(table, attack_phase, 3) == [5, 13, 13]


def test_an_attack_that_fells_leaves_one_target() -> None:
    """The same with Heaviness at 2 HP left.

    1: 5. 2: after an attack on Fear (2 ways) 1 x 2 and pass, 3; after one on Heaviness, which falls (2 ways), 1 x 1 and
    pass, 2; pass: 2 * 3 + 2 * 2 + 1 = 11.
    """
    table = laid("by-his-stripes", "put-on-praise")
    stands(table, "stronghold-fear", "stronghold-heaviness")
    table.field[1].damage = 3
    assert counts(table, attack_phase, 2) == [5, 11]


def test_blocking() -> None:
    """An attack of 5 on blockers with 3, 4 and 4 HP.

    1: any of 3. 2: the first takes 3 or 4, and 2 or 1 is left, less than either of the others has: 2 ways each: 6.
    3: nothing is left: 6.
    """
    table = laid("by-his-stripes", "like-a-shepherd", "beside-the-still-waters")
    stands(table, "stronghold-fear")
    table.phase, table.strike = "dark", 5
    table.stack.append((_block, Scope(0, table.field[0], -1, 1)))
    table.run()
    assert [count(table, depth) for depth in (1, 2, 3)] == [3, 6, 6]


def test_blockers_that_all_fall_are_not_asked_for() -> None:
    """An attack of 11 on the same three, which have 11 in all: no choice."""
    table = laid("by-his-stripes", "like-a-shepherd", "beside-the-still-waters")
    stands(table, "stronghold-fear")
    table.phase, table.strike = "dark", 11
    table.stack.append((_block, Scope(0, table.field[0], -1, 1)))
    table.run()
    assert table.choice is None
    assert table.players[0].play == []


def test_generators() -> None:
    """Anointing Phase: two Basics of one color and a Discipline in hand, one Basic in play.

    1: two cards that are the same are one option: Basic or Discipline; use the Basic in play; pass: 4.
    2: one generator a turn, so playing ends it; after the use: Basic, Discipline, pass: 3; 2 + 3 + 1 = 6.
    """
    table = laid("basic-anointing-red")
    table.players[0].hand = [CARDS["basic-anointing-red"], CARDS["basic-anointing-red"], CARDS["solitude"]]
    assert counts(table, anointing_phase, 2) == [4, 6]


def test_equipment_and_its_host() -> None:
    """Main Phase, 3 Green ready, Thy Rod and Staff (G+2) in hand, Put On Praise and Like a Shepherd in play.

    1: play; no Intercession, which would cost 4; 3 Basics; pass: 5. 2: the host is one of 2; after a Basic: play, 2
    Basics, pass, 4 each; pass: 2 + 3 * 4 + 1 = 15. Planted by the Rivers is not there: no ability is offered.
    """
    table = laid(*["basic-anointing-green"] * 3, "put-on-praise", "like-a-shepherd")
    table.players[0].hand = [CARDS["thy-rod-and-staff"]]
    assert counts(table, main_phase, 2) == [5, 15]


def test_mulligans_of_two() -> None:
    """Two players whose decks hold no Anointing card: yes or no, once each: 2, then 4, and no more."""
    table = laid(players=2)
    table.players[0].deck = [CARDS["passover"]] * 9
    table.players[1].deck = [CARDS["the-fire-fell"]] * 9
    assert counts(table, open_board, 3) == [2, 4, 4]


def test_drafting() -> None:
    """A Market of 7 different cards, two players, snake order.

    The row shows 6; after the first pick the seventh comes, so 6 again; then the row shrinks: 6, 36, 36 * 5 = 180.
    """
    table = laid(players=2)
    names = ("passover", "the-fire-fell", "for-such-a-time", "the-lord-provides", "ointment-of-spikenard",
             "awake-awake-deborah", "the-lions-mouths")  # fmt: skip
    table.market = [CARDS[each] for each in names]
    assert counts(table, draft, 3, picks=1) == [6, 36, 180]


def test_the_snake() -> None:
    """Three players: 1 2 3 3 2 1 1 2 3; after four picks the turn is at player 2."""
    table = laid(players=3)
    table.market = [Design(f"card{number}", "", "one-time") for number in range(60)]
    table.stack.append((draft, Scope(0, None, -1, 1)))
    table.run()
    seats = []
    for _ in range(9):
        assert table.choice is not None
        seats.append(table.choice.player)
        table.take(table.choice.options[0])
    assert seats == [0, 1, 2, 2, 1, 0, 0, 1, 2]
