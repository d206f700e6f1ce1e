"""A ledger of a game: it hears every event as it happens, does its own sums, and holds the table to them.

It reads records and the trees of texts, and what lies on the table; it calls nothing of the engine that adds, compares
or decides. The numbers of the rules below are copied by hand from the documents.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from pipeline.language import Node, walk
from pipeline.model import Card, Cost
from pipeline.rules.light_vs_darkness import effects, statics, triggers
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.light_vs_darkness.setup import Setup, begin
from pipeline.rules.light_vs_darkness.table import Piece, Player, Table
from pipeline.rules.mechanics import composition, selectors

#: Draft 5, then what the older rules have otherwise.
DRAFT_5: dict[str, Any] = {
    "first": 3, "alone": 4, "saints": "first dark turn", "hp": 2, "wild": "", "intercessions": 1, "tired": True,
    "spared": True, "healed above": False,
}  # fmt: skip
RULES: dict[str, dict[str, Any]] = {
    "draft-5": DRAFT_5,
    "draft-4a": {**DRAFT_5, "saints": "always", "intercessions": 0},
    "draft-4": {
        **DRAFT_5, "alone": 3, "saints": "always", "hp": 1, "wild": "red", "intercessions": 0, "tired": False,
        "spared": False, "healed above": True,
    },
}  # fmt: skip
ANOINTING = ("basic-anointing", "spiritual-discipline")
TRUTHS = ("living-truth", "equipment", "one-time")
#: What is asked between two things that a player does, when no card is on its way.
FREE = ("draft", "mulligan", "anointing", "main", "attack", "window", "block", "discard")


class Ledger(list[tuple[Any, ...]]):
    """A log that reads what is written into it; `heard` counts by sort."""

    def __init__(self, book: Rulebook, setup: Setup) -> None:
        super().__init__()
        self.book, self.setup = book, setup
        self.rules = RULES[book.ruleset]
        self.seats = len(setup.seats)
        self.printed: dict[str, Card] = dict(book.game.cards)
        self.owned: list[Counter[str]] = []
        self.strongholds = Counter(each.id for each in setup.strongholds)
        self.heard: Counter[str] = Counter()
        self.round = 0
        self.turn = -1
        self.darks: list[int] = []
        self.summons: list[int] = []
        self.pools: list[Counter[str]] = [Counter() for _ in setup.seats]
        self.mp = [0] * self.seats
        self.effect_mp = [0] * self.seats
        self.reward: tuple[int, int] | None = None
        self.paid = [0] * self.seats
        self.tired: dict[int, Piece] = {}
        self.readied: dict[int, Piece] = {}
        self.played_turn: list[list[str]] = [[] for _ in setup.seats]
        self.played_round: list[list[str]] = [[] for _ in setup.seats]
        self.played_game: list[list[str]] = [[] for _ in setup.seats]
        self.generators = 0
        self.intercessions = 0
        self.unlimited = False
        self.due: tuple[int, tuple[str, ...], int, int] | None = None
        self.using: tuple[int, tuple[str, ...], int, int] | None = None
        self.assaults: list[tuple[int, int]] = []
        self.made: set[int] = set()
        self.order: list[Piece] = []
        self.transformed: set[int] = set()
        self.used: set[str] = set()

    # what happens -----------------------------------------------------------------------------------------------------

    def hear(self, table: Table, event: tuple[Any, ...]) -> None:
        """One event, at the moment at which it happens."""
        what = event[0]
        self.heard[what] += 1
        if self.due is not None and what not in ("priced", "exhaust", "make", "lost", "pay"):
            raise AssertionError(f"{event}: before the card was paid for")
        hears = getattr(self, f"_{what}", None)
        if hears is not None:
            # What else an event tells, for its story, is passed over.
            hears(table, *event[1 : hears.__code__.co_argcount - 1])
        for player in table.players:
            assert player.life >= 0 and player.mp >= 0
            assert player.life <= 30 or self.rules["healed above"], "more Life than at the start"

    def _over_with_turn(self, table: Table) -> None:
        """Pools are empty, and whoever's turn it was has no more than 7 cards."""
        assert not any(any(player.pool.values()) for player in table.players), "a pool outlives the turn"
        self.pools = [Counter() for _ in self.pools]
        if self.turn >= 0 and not self.unlimited:
            player = table.players[self.turn]
            assert player.out or len(player.hand) <= 7, "more cards in hand than 7 at the end of the turn"
        self.turn = -1

    def _round(self, table: Table, number: int) -> None:
        self._over_with_turn(table)
        assert number == self.round + 1
        if self.round:
            assert (self.round in self.darks) == self._attacked_in(self.round), "the schedule of Dark Turns"
            assert (self.round in self.summons) == self._summoned_in(self.round), "the schedule of summons"
        self.round = number
        self.played_round = [[] for _ in self.pools]
        self.last_seat = -1

    last_seat = -1

    def _summoned_in(self, round: int) -> bool:
        first = self.rules["alone"] if self.seats == 1 else self.rules["first"]
        due = list(range(first, round + 1, 2))
        # One lies there from the start, and an empty deck brings none.
        return round in due[: sum(self.strongholds.values()) - 1]

    def _attacked_in(self, round: int) -> bool:
        first = self.rules["alone"] if self.seats == 1 else self.rules["first"]
        if self.setup.variant == "iron-saints":
            return self.rules["saints"] == "always" or round >= first
        return round >= first and (round - first) % 2 == 0

    def _turn(self, table: Table, seat: int, round: int, life: int, mp: int) -> None:
        self._over_with_turn(table)
        assert round == self.round and seat > self.last_seat and not table.players[seat].out
        assert all(table.players[each].out for each in range(self.last_seat + 1, seat)), "a player is passed over"
        self.last_seat = self.turn = seat
        self.unlimited = False
        self._new_turn()
        self.generators = self.intercessions = 0
        self.readied = self.tired
        self.tired = {at: piece for at, piece in self.tired.items() if piece.owner != seat}

    def _new_turn(self) -> None:
        for game, turn in zip(self.played_game, self.played_turn, strict=True):
            game.extend(turn)
        self.played_turn = [[] for _ in self.pools]
        self.paid = [0] * self.seats

    def _skip(self, table: Table, seat: int, phase: str) -> None:
        assert seat == self.turn
        if phase == "ready":
            self.tired = self.readied
        elif phase == "end":
            self.unlimited = True

    def _dark(self, table: Table, round: int) -> None:
        self._over_with_turn(table)
        assert round == self.round and self._attacked_in(round), "a Dark Turn that is not on the schedule"
        self.darks.append(round)
        self._new_turn()
        self.assaults = []
        self.made = set()
        self.order = []

    def _seed(self, table: Table, piece: Piece, atk: int, hp: int) -> None:
        assert self.round == 0
        self._scaled(piece, atk, hp)

    def _summon(self, table: Table, piece: Piece, atk: int, hp: int) -> None:
        assert self._summoned_in(self.round) and self.round not in self.summons, "summoned off the schedule"
        self.summons.append(self.round)
        self._scaled(piece, atk, hp)

    def _scaled(self, piece: Piece, atk: int, hp: int) -> None:
        fields = self.printed[piece.design.id].fields
        assert atk == int(fields["atk"]) + self.seats - 1  # type: ignore[arg-type]
        assert hp == int(fields["hp"]) + (self.seats - 1) * self.rules["hp"]  # type: ignore[arg-type]

    def _assault(self, table: Table, piece: Piece, seat: int, strike: int) -> None:
        player = table.players[seat]
        assert self.darks[-1:] == [self.round] and piece in table.field and not player.out
        assert not player.defeated or not self.rules["spared"], "a Defeated player is attacked"
        if piece not in self.order:
            self.order.append(piece)
            still = [table.field.index(each) for each in self.order if each in table.field]
            assert table.field.index(piece) == max(still), "a Stronghold attacks before an older one"
        at = (self.order.index(piece), seat)
        assert not self.assaults or at > self.assaults[-1], "attacks out of order"
        self.assaults.append(at)
        for each in table.players:
            # What is made before a player is attacked lasts until that player's window closes.
            assert not any(each.pool.values()) or each.index in self.made, "a pool outlives the Reaction Window"
            self.pools[each.index] = +Counter(each.pool) and self.pools[each.index]
        self.made.discard(seat)

    # cards and what they cost -----------------------------------------------------------------------------------------

    def _pick(self, table: Table, seat: int, card: str) -> None:
        self.owned[seat][card] += 1

    def _play(
        self, table: Table, seat: int, card: str, letters: tuple[str, ...], generic: int, bridging: int
    ) -> None:
        player, record = table.players[seat], self.printed[card]
        dark = self.turn != seat
        wanted = self.cost(table, player, record)
        assert (letters, generic) == wanted, f"{card} costs {wanted}, not {(letters, generic)}"
        if record.kind in ANOINTING:
            self.generators += 1
            assert self.generators == 1 and not dark and table.phase == "anointing"
        elif dark:
            assert record.kind == "one-time" and (record.fields.get("reaction") or self.book.ruleset == "draft-4")
        else:
            assert table.phase == "main"
        self._bridged(bridging, letters, dark)
        if letters or generic:
            self.due = (seat, letters, generic, bridging)
        self.played_turn[seat].append(card)
        self.played_round[seat].append(card)
        self.used.add(card)

    def _bridged(self, bridging: int, letters: tuple[str, ...], dark: bool) -> None:
        self.intercessions += bridging
        assert self.intercessions <= self.rules["intercessions"], "Intercession twice a turn"
        assert not bridging or (letters and not dark)

    def _use(self, table: Table, piece: Piece, bridging: int) -> None:
        self.used.add(piece.design.id)
        assert piece.owner == self.turn and piece in table.players[piece.owner].play
        self.bridging = bridging
        if bridging:
            self._bridged(bridging, ("some",), False)

    bridging = 0

    def _because(self, table: Table, source: Any, seat: int) -> None:
        self.used.add(source.design.id if isinstance(source, Piece) else source.id)

    def _exhaust(self, table: Table, piece: Piece) -> None:
        assert id(piece) not in self.tired, f"{piece.design.id} is exhausted twice"
        self.tired[id(piece)] = piece
        if self.due is not None:
            assert piece in table.players[piece.owner].play
            added = {each for part in walk(self.tree(piece.design.id)) for each in self._added(part)}
            assert piece.owner == self.due[0] and added, "paid with what makes no anointing"

    def _added(self, part: Node) -> Iterator[str]:
        if isinstance(part, effects.Add):
            letters = {color.letter: color.id for color in self.book.game.colors.values()}
            yield from (letters[each] for each in part.options)
        elif isinstance(part, effects.AddAnointing):
            yield from ["colorless"] if part.kind == "colorless" else self.book.game.colors

    def _make(self, table: Table, seat: int, color: str, count: int) -> None:
        assert count > 0
        self.made.add(seat)
        self.pools[seat][color] += count
        now = +Counter(table.players[seat].pool)
        if now != self.pools[seat] and table.phase == "dark":
            # A window was closed, which has no event.
            self.pools[seat] = Counter({color: count})
        assert now == self.pools[seat], "a pool changes without an event"

    def _expire(self, table: Table, seat: int, count: int) -> None:
        assert sum(self.pools[seat].values()) == count
        self.pools[seat] = Counter()

    def _pay(self, table: Table, seat: int, count: int, bridge: int) -> None:
        now = +Counter(table.players[seat].pool)
        gone = self.pools[seat] - now
        assert not now - self.pools[seat] and sum(gone.values()) == count, "the pool does not tell what was paid"
        self.pools[seat] = now
        self.paid[seat] += count
        if self.due is not None:
            of, letters, generic, bridging = self.due
            assert of == seat and bridge == 2 * bridging, "Intercession is 2 for 1"
            self.due = None
            self._covers(gone, letters, generic, bridging)

    def _covers(self, gone: Counter[str], letters: tuple[str, ...], generic: int, bridging: int) -> None:
        """Exactly what the card costs, letters in their colors."""
        assert sum(gone.values()) == len(letters) + generic + bridging, "too much or too little is paid"
        colored = list(letters)
        if bridging:
            colored.pop()
            assert sum(count for color, count in gone.items() if color != "colorless") >= 2 + len(colored)
        for letter in colored:
            paying = letter if gone[letter] else self.rules["wild"]
            assert gone[paying] > 0, f"no {letter} was paid"
            gone[paying] -= 1

    def cost(self, table: Table, player: Player, record: Card) -> tuple[tuple[str, ...], int]:
        """What a card costs a player now, from its record and the texts on the table."""
        printed = record.fields.get("cost")
        if record.kind in ANOINTING or not isinstance(printed, Cost):
            return (), 0
        letters = {color.letter: color.id for color in self.book.game.colors.values()}
        generic = printed.number
        for piece, static in self.lasting(table):
            if isinstance(static, statics.PlayingCost) and self.means(static.what, piece, player.index, record):
                generic += static.more - static.less
        color = printed.color
        return ((letters.get(color, color),) if color else ()), max(0, generic)

    def means(self, what: Node, piece: Piece, seat: int, record: Card) -> bool:
        if isinstance(what, statics.All):
            return self.fits(what.filter, record)
        assert isinstance(what, statics.First)
        if not self.fits(what.filter, record) or (what.by == "you" and seat != piece.owner):
            return False
        played = self.played_turn if what.period == "turn" else self.played_round
        among = [card for cards in played for card in cards] if what.by == "table" else played[seat]
        return not any(self.fits(what.filter, self.printed[card]) for card in among)

    def fits(self, cards: Node, record: Card) -> bool:
        """Whether a card, wherever it is, is of a description."""
        if isinstance(cards, selectors.Either):
            return self.fits(cards.first, record) or self.fits(cards.second, record)
        assert isinstance(cards, selectors.Filter)
        heals = any(isinstance(part, effects.Heal) for part in walk(self.tree(record.id)))
        is_noun = {
            "card": True, "truth-card": record.kind in TRUTHS, "anointing-card": record.kind in ANOINTING,
            "healing-card": heals,
        }.get(cards.noun, record.kind == cards.noun)  # fmt: skip
        hues = record.fields.get("colors") or (record.fields.get("color"),)
        return is_noun and (cards.hue is None or cards.hue in hues)  # type: ignore[operator]

    def matches(self, cards: Node, source: Piece, piece: Piece) -> bool:
        """Whether a piece on the table is."""
        if isinstance(cards, selectors.Either):
            return self.matches(cards.first, source, piece) or self.matches(cards.second, source, piece)
        assert isinstance(cards, selectors.Filter)
        record = self.printed[piece.design.id]
        if piece.kind != record.kind:
            # A Transformed Mentor is a Living Truth, and still a card of its color.
            fits = cards.noun in ("living-truth", "mentor", "card") and cards.hue in (None, record.fields["color"])
            fits = fits or (cards.noun == "healing-card" and self.fits(cards, record))
        else:
            fits = self.fits(cards, record)
        other = not cards.other or piece is not source
        return fits and other and not (cards.state == "ready" and piece.exhausted)

    def lasting(self, table: Table) -> Iterator[tuple[Piece, Node]]:
        """The static abilities that hold now, and whose they are."""
        for piece in [*(piece for player in table.players for piece in player.play), *table.field]:
            if piece.kind != self.printed[piece.design.id].kind:
                continue
            tree = self.tree(piece.design.id)
            for each in tree.abilities if isinstance(tree, composition.Text) else ():
                if isinstance(each, composition.Lasting) and self.holds(table, each.condition, piece):
                    yield piece, each.static

    def holds(self, table: Table, condition: Node | None, piece: Piece) -> bool:
        if condition is None:
            return True
        seat = piece.owner
        if isinstance(condition, triggers.Spent):
            return condition.measure.holds(self.paid[seat])
        if isinstance(condition, triggers.Played):
            played = [*self.played_turn[seat], *(self.played_game[seat] if condition.game else ())]
            return condition.measure.holds(sum(self.fits(condition.filter, self.printed[each]) for each in played))
        assert isinstance(condition, triggers.Have)
        count = self.count(table, condition.filter, piece)
        return condition.measure.holds(count) if condition.measure else count == 0

    def count(self, table: Table, cards: Node, piece: Piece) -> int:
        if isinstance(cards, selectors.Either):
            return self.count(table, cards.first, piece) + self.count(table, cards.second, piece)
        assert isinstance(cards, selectors.Filter)
        player = table.players[piece.owner]
        if cards.where == "hand":
            return sum(self.fits(cards, self.printed[each.id]) for each in player.hand)
        among = table.field if cards.noun == "stronghold" else list(player.play)
        if cards.where == "attached":
            among = piece.worn
        elif cards.noun in ("mentor", "card") and player.mentor is not None and player.mentor.kind == "mentor":
            among = [*among, player.mentor]
        return sum(self.matches(cards, piece, each) for each in among)

    def tree(self, card: str) -> Node:
        return self.book.trees.get(card) or composition.Text(())

    # fights, Life and MP ----------------------------------------------------------------------------------------------

    def _enter(self, table: Table, piece: Piece) -> None:
        self.tired.pop(id(piece), None)
        kind = self.printed[piece.design.id].kind
        if kind == "spiritual-discipline" and self.rules["tired"]:
            self.tired[id(piece)] = piece
        assert (kind == "equipment") == (piece.host is not None), "Equipment without a host"

    def _attack(self, table: Table, piece: Piece, target: Piece, damage: int) -> None:
        assert id(piece) not in self.tired, "what is exhausted attacks"
        self.tired[id(piece)] = piece
        assert table.phase == "attack" and piece.owner == self.turn and piece.kind == "living-truth"
        assert target in table.field and damage >= 0

    def _block(self, table: Table, piece: Piece, taken: int) -> None:
        assert id(piece) not in self.tired, "what is exhausted blocks"
        assert table.phase == "dark" and piece.kind == "living-truth" and taken > 0

    def _demolish(self, table: Table, seat: int, card: str) -> None:
        reward = int(self.printed[card].fields["mp"])  # type: ignore[call-overload]
        fallen = Piece(self.book.designs[card], -1, 0, 0)
        for piece, static in self.lasting(table):
            if isinstance(static, statics.RewardsHalved) and self.matches(static.filter, piece, fallen):
                reward = -(-reward // 2)
        self.reward = (seat, reward)

    def _mp(self, table: Table, seat: int, change: int, total: int) -> None:
        self.mp[seat] += change
        assert self.mp[seat] == total == table.players[seat].mp >= 0
        if self.reward is not None:
            assert self.reward == (seat, change), f"a reward of {self.reward}, not {change}"
            self.reward = None
        elif change > 0:
            self.effect_mp[seat] += change
            assert self.effect_mp[seat] <= 10, "more than 10 MP by effects"

    def _transform(self, table: Table, seat: int) -> None:
        mentor = table.players[seat].mentor
        assert mentor is not None and seat not in self.transformed
        assert self.printed[mentor.design.id].fields["trigger"] == self.played_turn[seat][-1]
        self.transformed.add(seat)

    def _defeat(self, table: Table, seat: int) -> None:
        assert table.players[seat].life == 0

    def _resurrect(self, table: Table, seat: int, life: int) -> None:
        assert life == 15 and seat == self.turn and table.players[seat].defeats == 1

    def _eliminated(self, table: Table, seat: int) -> None:
        assert table.players[seat].defeats == 2

    def _over(self, table: Table, winner: str, champions: tuple[int, ...]) -> None:
        fallen = sum(len(player.demolished) for player in table.players)
        lost = len(table.field) >= 5 or all(player.out for player in table.players)
        assert fallen == 5 if winner == "light" else lost
        if self.setup.variant == "fellowship" or winner == "dark":
            assert champions == ()
        else:
            best = max((each.mp, len(each.demolished), each.life) for each in table.players)
            tied = [at for at, each in enumerate(table.players) if (each.mp, len(each.demolished), each.life) == best]
            assert champions == tuple(tied)

    # what lies there --------------------------------------------------------------------------------------------------

    def look(self, table: Table) -> None:
        """All that holds whenever somebody is asked, or nobody any more."""
        choice = table.choice
        free = choice is None or choice.kind in FREE
        assert self.due is None, "a card was not paid for"
        if not self.owned:
            self.owned = [self.cards(player) for player in table.players]
        dark = [*table.dark_deck, *(piece.design for piece in table.field)]
        for player in table.players:
            dark += [*player.demolished, *(card for card in player.removed if card.kind == "stronghold")]
            seat = player.index
            found, owned = self.cards(player), self.owned[seat]
            gone = owned - found
            assert not found - owned, f"{player.name} has {found - owned} too many"
            # A card on its way from the hand lies nowhere until it does what it does.
            on_its_way = {} if free else dict.fromkeys(self.played_turn[seat][-1:], 1)
            assert dict(gone) in ({}, on_its_way), f"{player.name} lost {gone}"
            assert (player.life == 0) == (player.defeated or player.out)
            assert player.mp == self.mp[seat] and player.paid == self.paid[seat] and player.defeats <= 2
            now = +Counter(player.pool)
            if not now and table.phase == "dark":
                self.pools[seat] = Counter()
            assert now == self.pools[seat], "a pool changes without an event"
            for piece in player.play:
                assert piece.exhausted == (id(piece) in self.tired), f"{piece.design.id} is tired without an event"
        if table.winner == "":
            assert Counter(each.id for each in dark) == self.strongholds, "Strongholds are lost or made"
            assert len(table.field) < 5 and sum(len(player.demolished) for player in table.players) < 5
        for option in choice.options if choice is not None else ():
            if option[0] == "attack":
                assert not option[2].exhausted, "what is exhausted may attack"
                assert option[2].owner == self.turn and option[1] in table.field
            elif option[0] == "block":
                assert choice is not None and not option[1].exhausted and option[1].owner == choice.player

    def cards(self, player: Player) -> Counter[str]:
        """Everything of a player's, wherever it lies."""
        piles = (player.deck, player.hand, player.discard, player.spent, player.removed)
        found = Counter(card.id for pile in piles for card in pile if card.kind != "stronghold")
        found.update(piece.design.id for piece in player.play)
        if player.mentor is not None and player.mentor.kind == "mentor":
            found[player.mentor.design.id] += 1
        return found


@contextmanager
def listening() -> Iterator[None]:
    """As long as it lasts, every ledger hears what its table notes."""
    write = Table.note

    def note(self: Table, *event: Any) -> None:
        write(self, *event)
        if isinstance(self.log, Ledger):
            self.log.hear(self, event)

    with patch.object(Table, "note", note):
        yield


def opened(book: Rulebook, setup: Setup, seed: str) -> tuple[Table, Ledger]:
    """A game at its first choice, and its ledger."""
    ledger = Ledger(book, setup)
    table = begin(setup, seed, ledger)  # type: ignore[arg-type]
    return table, ledger
