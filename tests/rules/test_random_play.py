"""Random legal play over modes, players, rulesets and variants, watched by a bookkeeper that does its own sums."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from pipeline.rules.light_vs_darkness.moves import read_move, write_move
from pipeline.rules.light_vs_darkness.setup import Setup, begin
from pipeline.rules.light_vs_darkness.table import Piece, Player, Table
from pipeline.rules.play import IllegalMoveError, Option
from rules.conftest import load
from rules.made_up import made_up, rulebook
from rules.shrinking import shrink

RULESETS = ("draft-5", "draft-4a", "draft-4")
VARIANTS = ("standard", "fellowship", "iron-saints")
MOST_ROUNDS = 60
#: Rounds with a Dark Turn that summons, by hand from section 6: first round, for one player and for more.
FIRST_DARK = {"draft-5": (4, 3), "draft-4a": (4, 3), "draft-4": (3, 3)}


def setup_of(number: int) -> tuple[Setup, str, str]:
    """The game of a number: all modes, numbers of players, rulesets and variants come by."""
    random = Random(f"setup {number}")
    ruleset = RULESETS[number % 3]
    mode = ("quick-start", "draft", "demo")[number // 3 % 3]
    players = random.randint(1, 2 if mode == "demo" else 4)
    variant = random.choice(VARIANTS if players > 1 else ("standard", "iron-saints"))
    return rulebook(ruleset).setup(mode, players, variant, str(number)), ruleset, variant


def cards_of(table: Table, player: Player) -> Counter[str]:
    """Everything of a player's, wherever it lies."""
    cards = [*player.deck, *player.hand, *player.discard, *player.spent, *player.removed]
    cards += [piece.design for piece in player.play]
    if player.mentor is not None and player.mentor.kind == "mentor":
        cards.append(player.mentor.design)
    choice = table.choice
    if choice is not None and choice.kind == "host" and choice.player == player.index:
        cards.append(choice.scope.source)
    return Counter(card.id for card in cards)


@dataclass
class Book:
    """Watches one game from choice to choice."""

    table: Table
    ruleset: str
    variant: str
    printed: dict[str, tuple[tuple[str, ...], int]]
    owned: list[Counter[str]] = field(default_factory=list)
    dark: Counter[str] = field(default_factory=Counter)
    read: int = 0
    round: int = 0
    generators: Counter[int] = field(default_factory=Counter)
    intercessions: Counter[int] = field(default_factory=Counter)
    darks: list[int] = field(default_factory=list)
    summoned: list[int] = field(default_factory=list)
    entered: int = 0

    def start(self) -> None:
        self.dark = self._dark()
        self.owned = [cards_of(self.table, player) for player in self.table.players]

    def _dark(self) -> Counter[str]:
        table = self.table
        fallen = [design for player in table.players for design in player.demolished]
        return Counter(each.id for each in [*table.dark_deck, *(piece.design for piece in table.field), *fallen])

    def look(self) -> None:
        """All that holds at every choice."""
        table = self.table
        numbers = table.numbers
        events = table.log
        assert events is not None
        for event in events[self.read :]:
            self._event(event)
        self.read = len(events)
        self.laid = self._laid()
        assert self._dark() == self.dark, "Strongholds are lost or made"
        for player in table.players:
            assert cards_of(table, player) == self.owned[player.index], f"cards of {player.name} are lost or made"
            assert player.life >= 0
            assert player.life <= numbers.start_life or self.ruleset == "draft-4"
            assert player.mp >= 0
            assert player.gained <= 10
            assert min(player.pool.values(), default=0) >= 0
            assert player.defeats <= 2 and player.out == (player.defeats == 2)
            assert player.losing >= 0 and player.owed >= 0
            for piece in player.play:
                assert piece.damage >= 0
                assert piece.kind != "living-truth" or table.hp_of(piece) > 0
                assert (piece.host is not None) == (piece.design.kind == "equipment")
                assert piece.host is None or (piece in piece.host.worn and piece.host in player.play)
        assert all(table.hp_of(piece) > 0 for piece in table.field)
        assert table.winner or len(table.field) < 5
        assert table.winner == "light" or sum(len(player.demolished) for player in table.players) < 5
        active = table.players[table.active]
        if table.phase in ("ready", "draw"):
            assert not active.out

    def _event(self, event: tuple[Any, ...]) -> None:
        what = event[0]
        if what == "round":
            self.round += 1
            assert event[1] == self.round
        elif what == "turn":
            self.generators.clear()
            self.intercessions.clear()
            assert event[1] not in self.eliminated
        elif what == "eliminated":
            self.eliminated.add(event[1])
        elif what == "pick":
            self.owned[event[1]][event[2]] += 1
        elif what == "dark":
            self.darks.append(event[1])
        elif what in ("summon", "seed"):
            self.entered += 1
            if what == "summon":
                self.summoned.append(self.round)
        elif what == "play":
            self._play(*event[1:])
        elif what == "pay":
            # What an ability costs stands in its text: at most 2 here, and 1 more by Intercession.
            assert 1 <= event[2] <= 3 if self.due is None else event[2] == self.due, "what was paid is not what it cost"
            self.due = None

    due: int | None = None
    laid: list[Piece] = field(default_factory=list)
    eliminated: set[int] = field(default_factory=set)

    def _play(self, seat: int, card: str, letters: tuple[str, ...], generic: int, bridging: int) -> None:
        printed, number = self.printed[card]
        assert letters == printed, "a colored requirement never changes"
        assert generic >= 0
        if not any("cost" in self._text(piece) for piece in self._all()):
            assert generic == number, "nothing in play changes costs"
        assert self.due is None, "a card was not paid for"
        self.due = len(letters) + generic + bridging or None
        if card.startswith("basic-anointing") or card in DISCIPLINES:
            self.generators[seat] += 1
            assert self.generators[seat] <= 1
        if bridging:
            self.intercessions[seat] += 1
            assert self.intercessions[seat] <= 1 and self.ruleset == "draft-5" and letters

    def _all(self) -> list[Piece]:
        # What fell a moment ago may have changed a cost.
        fallen = [Piece(design, -1, 0, 0) for player in self.table.players for design in player.demolished]
        gone = [Piece(design, 0, 0, 0) for player in self.table.players for design in player.discard]
        return [*self.laid, *self._laid(), *fallen, *gone]

    def _laid(self) -> list[Piece]:
        return [*self.table.field, *(piece for player in self.table.players for piece in player.play)]

    def _text(self, piece: Piece) -> str:
        return str(made_up().cards[piece.design.id].fields.get("text") or "")

    def end(self) -> None:
        """The schedule, once the game is over."""
        alone = len(self.table.players) == 1
        first = FIRST_DARK[self.ruleset][0 if alone else 1]
        last = self.round if self.table.winner == "dark" and self.darks[-1:] == [self.round] else self.round - 1
        summons = [each for each in range(first, last + 1) if (each - first) % 2 == 0]
        if self.variant == "iron-saints":
            attacks = list(range(1 if self.ruleset != "draft-5" else first, last + 1))
        else:
            attacks = summons
        assert [each for each in self.darks if each <= last] == attacks
        deck = sum(self.dark.values())
        assert [each for each in self.summoned if each <= last] == summons[: max(0, deck - 1)]


DISCIPLINES = {card.id for card in load().cards.values() if card.kind == "spiritual-discipline"}


def check_option(table: Table, option: Option) -> None:
    """What may never be offered."""
    if option[0] == "attack":
        assert not option[2].exhausted and option[2].kind == "living-truth" and option[1] in table.field
    if option[0] == "block":
        assert not option[1].exhausted


def watched(number: int, look: Callable[[Book], None]) -> Book:
    """The game of a number at its first choice, and its bookkeeper."""
    setup, ruleset, variant = setup_of(number)
    table = begin(setup, str(number), [])
    printed = {each.id: (each.letters, each.generic) for each in rulebook(ruleset).designs.values()}
    book = Book(table, ruleset, variant, printed)
    book.start()
    look(book)
    return book


def play(number: int, look: Callable[[Book], None] = Book.look) -> Book:
    """The game of a number, watched at every choice. A failure is told with the shortest replay that still fails."""
    lines: list[str] = []
    random = Random(number)
    try:
        book = watched(number, look)
        table = book.table
        while table.choice is not None and table.round <= MOST_ROUNDS:
            choice = table.choice
            option = choice.options[random.randrange(len(choice.options))]
            check_option(table, option)
            lines.append(write_move(table, option, choice.player))
            table.take(option)
            look(book)
        if table.winner:
            book.end()
    except Exception as error:
        short = shrink(lines, lambda fewer: fails(number, fewer, look))
        raise AssertionError("\n".join([f"{error!r} in game {number}", *short])) from error
    return book


def fails(number: int, lines: list[str], look: Callable[[Book], None]) -> bool:
    """Whether these moves, as far as they are legal, bring about a failure."""
    try:
        book = watched(number, look)
        for line in lines:
            book.table.take(read_move(book.table, line))
            look(book)
    except IllegalMoveError:
        return False
    except Exception:
        return True
    return False


@pytest.mark.parametrize("part", range(5))
def test_five_hundred_games(part: int) -> None:
    for number in range(100 * part, 100 * part + 100):
        play(number)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_twenty_thousand_games(part: int) -> None:
    for number in range(1000 * (part + 1), 1000 * (part + 2)):
        play(number)


def test_every_way_to_play_comes_by() -> None:
    ways = set()
    for number in range(500):
        setup, ruleset, variant = setup_of(number)
        ways.add((ruleset, setup.mode, len(setup.seats), variant))
    assert len({way[0] for way in ways}) == 3
    assert {way[1:3] for way in ways} >= {(mode, n) for mode in ("quick-start", "draft") for n in (1, 2, 3, 4)}
    assert {way[3] for way in ways} == set(VARIANTS)


def test_a_failure_is_told_by_a_short_replay() -> None:
    """What fails as soon as somebody attacks is told by few moves, the last of which is an attack."""

    def no_attacks(book: Book) -> None:
        log = book.table.log
        assert log is not None and not any(event[0] == "attack" for event in log)

    with pytest.raises(AssertionError) as error:
        for number in range(5):
            play(number, no_attacks)
    _, *lines = str(error.value).splitlines()
    assert lines[-1].startswith("attack ")
    assert sum(line.startswith("attack ") for line in lines) == 1
    assert len(lines) < 30


def test_shrinking_keeps_what_matters() -> None:
    assert shrink(list("abcdefghij"), lambda lines: {"c", "h"} <= set(lines)) == ["c", "h"]


def test_the_bookkeeper_notices() -> None:
    """A card that is slipped into a hand, Life above what is allowed, a Stronghold that is gone."""

    def slip(book: Book) -> None:
        if book.round == 2 and len(book.table.players[0].hand) < 20:
            book.table.players[0].hand.append(book.table.players[0].hand[0] if book.table.players[0].hand else CARD)
        book.look()

    with pytest.raises(AssertionError, match="are lost or made"):
        play(0, slip)

    def heal(book: Book) -> None:
        book.table.players[0].life = 31
        book.look()

    with pytest.raises(AssertionError):
        play(0, heal)


CARD = rulebook("draft-5").designs["passover"]


@pytest.mark.parametrize("number", range(12))
def test_every_line_is_the_move_that_it_names(number: int) -> None:
    """Lines are unique and read back; lines of nothing offered are refused, with a rule that exists."""
    setup, _, _ = setup_of(number)
    table = begin(setup, str(number))
    random = Random(number)
    rules = load().rules
    for _ in range(150):
        choice = table.choice
        if choice is None:
            break
        lines = [write_move(table, option, choice.player) for option in choice.options]
        assert len(set(lines)) == len(lines), lines
        for line, option in zip(lines, choice.options, strict=True):
            assert read_move(table, line) is option
        for line in WRONG:
            if line not in lines:
                with pytest.raises(IllegalMoveError) as error:
                    read_move(table, line)
                assert not error.value.rule or error.value.rule in rules
        table.take(choice.options[random.randrange(len(choice.options))])


WRONG = (
    "pass",
    "play passover",
    "play basic-anointing-red",
    "play truth-red-1 by intercession",
    "use basic-anointing-red",
    "use truth-red-1 2",
    "attack stronghold-fear with truth-red-1",
    "attack stronghold-none with nobody",
    "block with truth-red-1",
    "choose yes",
    "choose nobody",
    "sing",
    "",
)


@pytest.mark.parametrize("number", range(20))
def test_a_copy_is_the_same_game_and_another(number: int) -> None:
    setup, _, _ = setup_of(number)
    table = begin(setup, str(number))
    random = Random(number)
    for _ in range(random.randrange(5, 120)):
        if table.choice is None:
            break
        table.take(table.choice.options[random.randrange(len(table.choice.options))])
    before = fingerprint(table)
    twin, third = table.copy(), table.copy()
    answers = Random(1)
    played = finish(twin, answers)
    assert fingerprint(table) == before, "playing a copy changes the original"
    assert finish(third, Random(1)) == played
    assert finish(table, Random(1)) == played


def finish(table: Table, random: Random) -> str:
    while table.choice is not None and table.round <= MOST_ROUNDS:
        table.take(table.choice.options[random.randrange(len(table.choice.options))])
    return fingerprint(table)


def fingerprint(table: Table) -> str:
    """Everything that a table's players can see, and what is asked."""
    choice = table.choice
    lines = [] if choice is None else [write_move(table, option, choice.player) for option in choice.options]
    state: list[Any] = [table.round, table.phase, table.active, table.winner, table.champions, lines]
    for player in table.players:
        state += [player.life, player.mp, player.defeats, player.pool, player.owed, player.losing, player.skips]
        for pile in (player.deck, player.hand, player.discard, player.spent, player.removed, player.demolished):
            state.append([card.id for card in pile])
        state += [[piece.design.id, piece.damage, piece.exhausted, piece.kind] for piece in player.play]
    state += [[piece.design.id, piece.damage, piece.atk] for piece in table.field]
    return repr(state)
