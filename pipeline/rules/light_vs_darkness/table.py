"""The table: players, what lies before them, the Dark Field, and what can happen to all of it.

Nothing here decides when something happens; `turn` and `darkness` do. Numbers of rules (R401) are those of rules.toml.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal

from pipeline.rules.light_vs_darkness.numbers import Numbers, Tiebreaker
from pipeline.rules.play import Ability, Machine, Option, Run, Scope

COLORLESS: Final = "colorless"
ANOINTING: Final = ("basic-anointing", "spiritual-discipline")
TRUTHS: Final = ("living-truth", "equipment", "one-time")

Variant = Literal["standard", "fellowship", "iron-saints"]


@dataclass(frozen=True, eq=False, slots=True)
class Design:
    """A card, ready to play: its record's values and its text's abilities, compiled.

    letters: colors its cost must be paid with; generic: the number. heals, draws: whether its text does. yields: for a
    card that is exhausted for anointing and nothing else, the colors and how much; mana: which of its `uses` that is.
    disciplines, trigger: of a Mentor.
    """

    id: str
    name: str
    kind: str
    hues: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    generic: int = 0
    atk: int = 0
    hp: int = 0
    mp: int = 0
    reaction: bool = False
    meditate: bool = False
    heals: bool = False
    draws: bool = False
    enters_exhausted: bool = False
    disciplines: tuple[str, ...] = ()
    trigger: str = ""
    instructions: tuple[Ability, ...] = ()
    watches: tuple[Ability, ...] = ()
    holds: tuple[Ability, ...] = ()
    uses: tuple[Ability, ...] = ()
    yields: tuple[tuple[str, ...], int] | None = None
    mana: int = -1

    @property
    def cost(self) -> int:
        """Its printed cost in all."""
        return len(self.letters) + self.generic

    @property
    def is_truth(self) -> bool:
        """Whether it is a Truth card (R310)."""
        return self.kind in TRUTHS

    @property
    def is_anointing(self) -> bool:
        """Whether it is an Anointing card: a generator."""
        return self.kind in ANOINTING


class Piece:
    """A card that lies on the table. A Mentor is of kind "mentor" until it is Transformed, and then a Living Truth.

    more_atk, more_hp, shield last until the end of the turn. `fresh`: came this turn. `host`: what an Equipment is
    attached to; `worn`: the Equipment attached to this. `owner` is -1 for Strongholds.
    """

    __slots__ = (
        "atk", "damage", "design", "exhausted", "fresh", "host", "hp", "kind", "more_atk", "more_hp", "owner", "shield",
        "worn",
    )  # fmt: skip

    def __init__(self, design: Design, owner: int, atk: int, hp: int) -> None:
        self.design = design
        self.kind = design.kind
        self.owner = owner
        self.atk = atk
        self.hp = hp
        self.damage = 0
        self.exhausted = False
        self.fresh = False
        self.more_atk = 0
        self.more_hp = 0
        self.shield = 0
        self.host: Piece | None = None
        self.worn: list[Piece] = []

    @classmethod
    def of(cls, design: Design, owner: int, atk: int = 0, hp: int = 0) -> "Piece":
        """A card as it comes into play, with so much more ATK and HP than it prints."""
        if design.kind == "equipment":
            # What it prints is a bonus for its host (R331).
            return cls(design, owner, 0, 0)
        return cls(design, owner, design.atk + atk, design.hp + hp)

    def transform(self, numbers: Numbers) -> None:
        """A Mentor becomes a Living Truth, and stands as it stood (R353, R356)."""
        self.kind = "living-truth"
        self.atk, self.hp = numbers.mentor_transformed_atk, numbers.mentor_transformed_hp


class Player:
    """A Light player: `index` is the seat, in turn order; `deck` is drawn from its end.

    owed: anointing to lose on the next turn; losing: of what is made this turn, the first that is lost. gained: MP by
    card effects so far, for the cap. out: eliminated.
    """

    __slots__ = (
        "deck", "defeated", "defeats", "demolished", "discard", "gained", "generators", "hand", "index",
        "intercessions", "life", "losing", "mentor", "mp", "name", "out", "owed", "paid", "play", "played_before",
        "played_round", "played_turn", "pool", "removed", "shield", "skips", "spent",
    )  # fmt: skip

    def __init__(self, index: int, name: str, mentor: Piece | None, life: int, mp: int) -> None:
        self.index = index
        self.name = name
        self.mentor = mentor
        self.life = life
        self.mp = mp
        self.gained = 0
        self.defeats = 0
        self.defeated = False
        self.out = False
        self.deck: list[Design] = []
        self.hand: list[Design] = []
        self.discard: list[Design] = []
        self.spent: list[Design] = []
        self.removed: list[Design] = []
        self.play: list[Piece] = []
        self.demolished: list[Design] = []
        self.pool: dict[str, int] = {}
        self.owed = 0
        self.losing = 0
        self.skips: dict[str, int] = {}
        self.shield = 0
        self.paid = 0
        self.generators = 0
        self.intercessions = 0
        self.played_turn: list[Design] = []
        self.played_round: list[Design] = []
        self.played_before: list[Design] = []


class Table(Machine):
    """A game in play.

    phase: ready, draw, anointing, main, attack, end, dark; draft and setup before the first round. strike: what is left
    of the damage of the attack that is being resolved. bridging: 1 while a cost is looked at or paid with Intercession.
    winner: "", "light" or "dark"; champions: seats. watching and holding are the abilities in force, by event and by
    what they bear on; `refresh` keeps them. observer, where there is one, is shown every Main Phase as it begins; a
    copy has none.
    """

    __slots__ = (
        "active", "attackers", "bridging", "champions", "dark_deck", "field", "holding", "market", "mode", "numbers",
        "observer", "phase", "players", "round", "row", "seed", "shuffles", "strike", "variant", "watching", "winner",
    )  # fmt: skip

    def __init__(self, numbers: Numbers, variant: Variant, mode: str, seed: str) -> None:
        super().__init__()
        self.numbers = numbers
        self.variant = variant
        self.mode = mode
        self.seed = seed
        self.shuffles = 0
        self.players: list[Player] = []
        self.field: list[Piece] = []
        self.dark_deck: list[Design] = []
        self.market: list[Design] = []
        self.row: list[Design] = []
        self.attackers: list[Piece] = []
        self.round = 0
        self.phase = "setup"
        self.active = 0
        self.strike = 0
        self.bridging = 0
        self.winner = ""
        self.champions: tuple[int, ...] = ()
        self.watching: dict[str, list[tuple[Piece, Ability]]] = {}
        self.holding: dict[str, list[tuple[Scope, Ability]]] = {}
        self.observer: Callable[[Table, Player], None] | None = None

    # the state --------------------------------------------------------------------------------------------------------

    def copy(self) -> "Table":
        """The same game, to be played on by itself."""
        other = Table(self.numbers, self.variant, self.mode, self.seed)
        known: dict[int, Any] = {}
        for name in ("shuffles", "round", "phase", "active", "strike", "bridging", "winner", "champions"):
            setattr(other, name, getattr(self, name))
        for name in ("dark_deck", "market", "row"):
            setattr(other, name, list(getattr(self, name)))
        pieces = [*self.field, *self.attackers]
        for player in self.players:
            pieces += player.play
            if player.mentor is not None:
                pieces.append(player.mentor)
        for piece in pieces:
            if id(piece) not in known:
                known[id(piece)] = _copy_piece(piece)
        for piece in pieces:
            twin = known[id(piece)]
            twin.host = None if piece.host is None else known[id(piece.host)]
            twin.worn = [known[id(each)] for each in piece.worn]
        for player in self.players:
            known[id(player)] = _copy_player(player, known)
            other.players.append(known[id(player)])
        other.field = [known[id(piece)] for piece in self.field]
        other.attackers = [known[id(piece)] for piece in self.attackers]
        self._copy_play(other, known)
        other.refresh()
        return other

    def note(self, *event: Any) -> None:
        """Keep an event where somebody wants to read of it. Called only where `log` is a list."""
        assert self.log is not None
        self.log.append(event)

    def shuffle(self, cards: list[Design]) -> None:
        """Shuffle in place; the seed and how often it was used decide, so that a game can be played again."""
        self.shuffles += 1
        Random(f"{self.seed}/{self.shuffles}").shuffle(cards)

    def living(self) -> list[Player]:
        """Players not eliminated, in turn order."""
        return [player for player in self.players if not player.out]

    def refresh(self) -> None:
        """Find again which abilities are in force: after anything with one has come, gone or changed. Side A of a
        Mentor is among them (R350, R351), but not under Pride, which leaves all others alone (R710)."""
        self.watching = {}
        self.holding = {}
        pieces: list[Piece] = []
        for player in self.players:
            if player.mentor is not None and player.mentor.kind == "mentor":
                pieces.append(player.mentor)
            pieces += player.play
        pieces += self.field
        for piece in pieces:
            for ability in piece.design.holds:
                if piece.kind != piece.design.kind:
                    continue
                assert ability.hold is not None
                scope = Scope(piece.owner, piece, -1, ability.picks)
                self.holding.setdefault(ability.hold.on, []).append((scope, ability))
        disabled = bool(self.held("passives"))
        for piece in pieces:
            if piece.kind != piece.design.kind or (disabled and piece.kind == "mentor"):
                continue
            for ability in piece.design.watches:
                assert ability.watch is not None
                self.watching.setdefault(ability.watch.event, []).append((piece, ability))
        if disabled:
            for on, held in self.holding.items():
                self.holding[on] = [(scope, ability) for scope, ability in held if scope.source.kind != "mentor"]

    def held(self, on: str) -> list[tuple[Scope, Any]]:
        """What static abilities say about something now: whose they are, and what they come to, all of them (R641)."""
        found = self.holding.get(on)
        if not found:
            return []
        return [
            (scope, ability.hold.value)
            for scope, ability in found
            if ability.hold is not None and (ability.hold.test is None or ability.hold.test(self, scope))
        ]

    # triggers ---------------------------------------------------------------------------------------------------------

    def fire(self, event: str, you: int, about: int = -1, extra: Any = None) -> None:
        """An event: what waits for it happens next; a player's own in the order they choose (R1204), each player's in
        turn order, and Light before Dark (R1203)."""
        waiting = self.watching.get(event)
        if waiting:
            self.queue(self.answers(waiting, you, about, extra))

    def answers(
        self, waiting: Iterable[tuple[Piece, Ability]], you: int, about: int = -1, extra: Any = None
    ) -> list[tuple[Run, Scope]]:
        """What of these abilities answers an event; a Stronghold's speaks to whoever the event is about (R640)."""
        found: list[tuple[Run, Scope]] = []
        for piece, ability in waiting:
            scope = Scope(piece.owner if piece.owner >= 0 else you, piece, about, ability.picks)
            watch = ability.watch
            if watch is not None and (watch.fits is None or watch.fits(self, scope, extra)):
                found.append((ability.run if self.log is None else _told(ability.run), scope))
        return found

    def queue(self, found: list[tuple[Run, Scope]]) -> None:
        """Put answers to an event on the stack."""
        if len(found) < 2:
            self.stack += found
            return
        dark = [(does, scope) for does, scope in found if scope.source.owner < 0]
        self.stack.extend(reversed(dark))
        seats = len(self.players)
        for offset in reversed(range(seats)):
            seat = (self.active + offset) % seats
            own = [(does, scope) for does, scope in found if scope.source.owner == seat]
            if len(own) < 2:
                self.stack += own
            else:
                scope = Scope(seat, None, -1, 1)
                scope.picks[0] = own
                self.stack.append((_order, scope))

    # cards and anointing ----------------------------------------------------------------------------------------------

    def printed_cost(self, card: Any) -> int:
        """A card's printed cost in all, surcharges aside (R745)."""
        design: Design = card.design if isinstance(card, Piece) else card
        return design.cost

    def draw(self, player: Player, count: int) -> None:
        """Draw from the deck; an empty one is made anew from the discard pile (R521), and without one nothing is drawn
        (R522)."""
        for _ in range(count):
            if not player.deck:
                if not player.discard or not self.numbers.turn_reshuffle:
                    return
                player.deck, player.discard = player.discard, []
                self.shuffle(player.deck)
                if self.log is not None:
                    self.note("reshuffle", player.index)
            card = player.deck.pop()
            player.hand.append(card)
            if self.log is not None:
                self.note("draw", player.index, card.id)

    def discard(self, player: Player, card: Design) -> None:
        """From hand to the discard pile."""
        player.hand.remove(card)
        player.discard.append(card)
        if self.log is not None:
            self.note("discard", player.index, card.id)

    def remove(self, player: Player, card: Design | Piece) -> None:
        """Put a card in hand or in play aside for the rest of the game (R1113); one that is there no more stays where
        it went. A Stronghold is put aside without being demolished, by whoever does it."""
        if isinstance(card, Piece):
            owner = player if card.owner < 0 else self.players[card.owner]
            if card in owner.play:
                self.leave(card)
                if card.design in owner.discard:
                    owner.discard.remove(card.design)
                    owner.removed.append(card.design)
            elif card in self.field or (card is owner.mentor and card.kind == "mentor"):
                if card in self.field:
                    self.field.remove(card)
                else:
                    owner.mentor = None
                owner.removed.append(card.design)
                self.refresh()
            else:
                return
        elif card not in player.hand:
            return
        else:
            player.hand.remove(card)
            player.removed.append(card)
        if self.log is not None:
            self.note("remove", player.index, card.design.id if isinstance(card, Piece) else card.id)

    def make(self, player: Player, color: str, count: int) -> None:
        """Add anointing to a pool; what is to be lost goes first (R617), in the Dark Turn not (R625)."""
        lost = min(player.losing, count) if self.phase != "dark" else 0
        if lost:
            player.losing -= lost
            if self.log is not None:
                self.note("lost", player.index, color, lost)
        if count > lost:
            player.pool[color] = player.pool.get(color, 0) + count - lost
            if self.log is not None:
                self.note("make", player.index, color, count - lost)

    # Life, damage and MP ----------------------------------------------------------------------------------------------

    def heal_player(self, player: Player, amount: int) -> None:
        """Restore Life, up to what a player starts with (R1106, R1107); a Defeated player is not healed (R805)."""
        if player.defeated or player.out:
            return
        most = player.life + amount if self.numbers.life_heal_above_start else self.numbers.start_life
        healed = max(0, min(amount, most - player.life))
        player.life += healed
        if healed and self.log is not None:
            self.note("heal", player.index, healed, player.life)

    def heal_piece(self, piece: Piece, amount: int) -> None:
        """Take damage off, down to none (R1105)."""
        healed = min(amount, piece.damage)
        piece.damage -= healed
        if healed and self.log is not None:
            self.note("mend", piece, healed, self.hp_of(piece))

    def hurt_player(self, player: Player, amount: int) -> None:
        """Damage to Life, after what prevents it; at 0 the player is Defeated, and takes no more (R801, R802)."""
        if player.defeated or player.out:
            return
        prevented = min(player.shield, amount)
        player.shield -= prevented
        if prevented and self.log is not None:
            self.note("prevented", player.index, prevented)
        if amount > prevented:
            if self.log is not None:
                self.note("hurt", player.index, amount - prevented, max(0, player.life - amount + prevented))
            self.lose_life(player, amount - prevented)

    def lose_life(self, player: Player, amount: int) -> None:
        """Less Life; at 0 the player is Defeated, keeps what they have (R806), and is eliminated the second time (R801,
        R809, R814). The game goes on for the others, and for the Defeated (R812)."""
        player.life = max(0, player.life - amount)
        if player.life == 0 and not player.defeated:
            player.defeats += 1
            player.defeated = True
            if self.log is not None:
                self.note("defeat", player.index)
            if player.defeats >= self.numbers.life_defeats:
                self._eliminate(player)

    def _eliminate(self, player: Player) -> None:
        player.out = True
        # R810, R811: the cards leave play; trophies and MP stay on record.
        player.removed += [piece.design for piece in player.play]
        if player.mentor is not None and player.mentor.kind == "mentor":
            player.removed.append(player.mentor.design)
        player.play.clear()
        player.mentor = None
        self.attackers = [piece for piece in self.attackers if piece.owner != player.index]
        self.refresh()
        if self.log is not None:
            self.note("eliminated", player.index)
        # R915
        if not self.living():
            self.finish("dark")

    def hurt_piece(self, piece: Piece, amount: int, by: int) -> None:
        """Damage to a Living Truth or a Stronghold, which stays (R323, R556); `by`: whose demolition it is (R905)."""
        if self.winner:
            return
        prevented = min(piece.shield, amount)
        piece.shield -= prevented
        piece.damage += amount - prevented
        if self.log is not None:
            self.note("wound", piece, amount - prevented, max(0, self.hp_of(piece)), prevented)
        self.check(piece, by)

    def check(self, piece: Piece, by: int) -> None:
        """At 0 HP a Living Truth is destroyed, a Stronghold demolished, whatever did it (R324, R334, R557, R906)."""
        if piece.hp and self.hp_of(piece) <= 0:
            if piece.owner < 0:
                self.demolish(piece, by)
            else:
                self.destroy(piece)

    def atk_of(self, piece: Piece) -> int:
        """Its ATK now: printed, with the bonuses of its Equipment and of other cards (R320, R331, R333, R1201)."""
        return self._strength(piece, piece.atk + piece.more_atk + sum(each.design.atk for each in piece.worn), 0)

    def hp_of(self, piece: Piece) -> int:
        """The HP that are left to it (R320, R331)."""
        full = piece.hp + piece.more_hp + sum(each.design.hp for each in piece.worn)
        return self._strength(piece, full, 1) - piece.damage

    def _strength(self, piece: Piece, own: int, which: int) -> int:
        for scope, (fits, *more) in self.held("boost"):
            if scope.you == piece.owner and fits(self, scope, piece):
                own += more[which]
        return max(0, own) if which == 0 else own

    def demolish(self, piece: Piece, by: int) -> None:
        """A Stronghold leaves, is a trophy and pays its MP (R371, R557 to R559, R904); Shame halves it while it is
        there (R560, R720, R721). The fifth is the victory, also in the Dark Turn (R901 to R903)."""
        if piece not in self.field:
            return
        self.field.remove(piece)
        self.refresh()
        player = self.players[by]
        player.demolished.append(piece.design)
        if self.log is not None:
            total = sum(len(each.demolished) for each in self.players)
            self.note("demolish", by, piece.design.id, total, self.numbers.win_demolished)
        reward = piece.design.mp
        for scope, fits in self.held("rewards"):
            if fits(self, scope, piece):
                reward = (reward + 1) // 2
                if self.log is not None:
                    self.note("halved", scope.source, reward)
        self.gain(player, reward)
        if sum(len(each.demolished) for each in self.players) >= self.numbers.win_demolished:
            self.finish("light")

    def destroy(self, piece: Piece) -> None:
        """A Living Truth is discarded, a Mentor out of the game, their Equipment discarded (R324, R332, R355)."""
        if self.log is not None:
            self.note("destroy", piece)
        self.leave(piece)

    def leave(self, piece: Piece) -> None:
        """A player's piece leaves play (R635)."""
        player = self.players[piece.owner]
        player.play.remove(piece)
        if piece is player.mentor:
            player.mentor = None
            player.removed.append(piece.design)
        else:
            player.discard.append(piece.design)
        for each in piece.worn:
            each.host = None
            if self.log is not None:
                self.note("falls", each, piece)
            player.play.remove(each)
            player.discard.append(each.design)
        piece.worn.clear()
        host = piece.host
        piece.host = None
        self.refresh()
        if host is not None:
            host.worn.remove(piece)
        # Bonuses may have gone with it (L44).
        for each in list(player.play):
            if each in player.play:
                self.check(each, piece.owner)

    def gain(self, player: Player, amount: int, by_effect: bool = False) -> None:
        """MP, in Full Fellowship too (R1005); by effects no more than the cap in a game, of gross gains (R908 to R910).
        What is gained then is answered (R770)."""
        if by_effect:
            amount = min(amount, self.numbers.maturity_passive_cap - player.gained)
            player.gained += max(0, amount)
        if amount <= 0:
            return
        player.mp += amount
        if self.log is not None:
            self.note("mp", player.index, amount, player.mp)
        self.fire("gains", player.index, player.index)

    def lose_mp(self, player: Player, amount: int) -> None:
        """Less MP, never below the least (R1207)."""
        lost = min(amount, player.mp - self.numbers.maturity_least)
        player.mp -= max(0, lost)
        if lost > 0 and self.log is not None:
            self.note("mp", player.index, -lost, player.mp)

    # coming into play and the end -------------------------------------------------------------------------------------

    def enter(self, design: Design, owner: int, host: Piece | None = None) -> Piece:
        """A card comes into play, ready unless it says otherwise (R307), and what it says of that happens next."""
        piece = Piece.of(design, owner)
        piece.fresh = True
        piece.exhausted = design.enters_exhausted
        self.players[owner].play.append(piece)
        if host is not None:
            piece.host = host
            host.worn.append(piece)
        self.refresh()
        if self.log is not None:
            self.note("enter", piece, host)
        self._entered(piece, owner)
        return piece

    def _entered(self, piece: Piece, you: int, summoned: bool = False) -> None:
        """What a piece says of its own coming happens next."""
        watches = piece.design.watches
        entering = [(piece, ability) for ability in watches if ability.watch and ability.watch.event == "enters"]
        self.queue(self.answers(entering, you, -1, summoned))

    def flip(self, player: Player) -> None:
        """A Mentor is Transformed: a Living Truth that stands as it stood (R352, R353, R356), under Pride as well
        (R711)."""
        mentor = player.mentor
        if mentor is not None and mentor.kind == "mentor":
            mentor.transform(self.numbers)
            player.play.append(mentor)
            self.refresh()
            if self.log is not None:
                self.note("transform", player.index, mentor.atk, mentor.hp)

    def reveal(self, summoned: bool) -> None:
        """The top of the Dark Deck comes into the Dark Field, scaled and without cost (R370, R426, R608); an empty deck
        brings none (R610)."""
        if not self.dark_deck:
            return
        design = self.dark_deck.pop()
        atk, hp = self.scaling()
        piece = Piece.of(design, -1, atk, hp)
        self.field.append(piece)
        self.refresh()
        if self.log is not None:
            self.note("summon" if summoned else "seed", piece, piece.atk, piece.hp)
        self._entered(piece, self.active, summoned)

    def scaling(self) -> tuple[int, int]:
        """What every Stronghold's ATK and HP grow by with the number of players at setup (R614, R615, R619), for one
        player nothing (R1003)."""
        numbers, others = self.numbers, len(self.players) - 1
        if numbers.scaling_quick_start_fix and len(self.players) >= numbers.scaling_fix_from_players:
            return others * numbers.scaling_fix_atk, others * numbers.scaling_fix_hp
        return others * numbers.scaling_atk, others * numbers.scaling_hp

    def end_of_turn(self) -> None:
        """What lasts until the end of the turn is over."""
        for player in self.players:
            player.shield = 0
            for piece in list(player.play):
                piece.more_atk = piece.shield = 0
                if piece.more_hp:
                    piece.more_hp = 0
                    self.check(piece, player.index)
        for piece in self.field:
            piece.more_atk = piece.more_hp = piece.shield = 0

    def finish(self, winner: str) -> None:
        """The game is over; the Light has its champions (R911 to R914), but not in Full Fellowship (R1004)."""
        self.winner = winner
        self.stack.clear()
        self.choice = None
        if winner == "light" and self.variant != "fellowship":
            best = max(self._rank(player) for player in self.players)
            self.champions = tuple(player.index for player in self.players if self._rank(player) == best)
        if self.log is not None:
            by = ("most MP", *self.numbers.win_tiebreakers)
            ranks = tuple(self._rank(player) for player in self.players)
            self.note("over", winner, self.champions, len(self.field) if self.living() else 0, by, ranks)

    def _rank(self, player: Player) -> tuple[int, ...]:
        return (player.mp, *(_RANKS[each](player) for each in self.numbers.win_tiebreakers))


#: What a player has of what may break a tie between champions; nobody has more of shared honor.
_RANKS: Final[Mapping[Tiebreaker, Callable[[Player], int]]] = {
    "most Strongholds demolished": lambda player: len(player.demolished),
    "highest remaining Life": lambda player: player.life,
    "shared honor": lambda player: 0,
}


def _told(run: Run) -> Run:
    """The same, with a note beforehand of whose text it is."""

    def tell(table: Table, scope: Scope) -> None:
        if table.log is not None:
            table.note("because", scope.source, scope.you)
        run(table, scope)

    return tell


def _order(table: Table, scope: Scope) -> None:
    """A player's own answers to one event, in the order they choose (R1204)."""
    waiting: list[tuple[Run, Scope]] = scope.picks[0]
    if len({each.source.design for _, each in waiting}) == 1:
        table.stack.extend(reversed(waiting))
        return
    options: list[Option] = []
    seen: set[Design] = set()
    for _, each in waiting:
        if each.source.design not in seen:
            seen.add(each.source.design)
            options.append(("choose", each.source))
    table.ask(scope.you, "order", options, _ordered, scope)


def _ordered(table: Table, scope: Scope, option: Option) -> None:
    waiting: list[tuple[Run, Scope]] = scope.picks[0]
    first = next(each for each in waiting if each[1].source is option[1])
    rest = Scope(scope.you, None, -1, 1)
    rest.picks[0] = [each for each in waiting if each is not first]
    table.stack.append((_order, rest))
    table.stack.append(first)


def _copy_piece(piece: Piece) -> Piece:
    other = Piece(piece.design, piece.owner, piece.atk, piece.hp)
    for name in ("kind", "damage", "exhausted", "fresh", "more_atk", "more_hp", "shield"):
        setattr(other, name, getattr(piece, name))
    return other


def _copy_player(player: Player, known: dict[int, Any]) -> Player:
    mentor = None if player.mentor is None else known[id(player.mentor)]
    other = Player(player.index, player.name, mentor, player.life, player.mp)
    for name in (
        "gained", "defeats", "defeated", "out", "owed", "losing", "shield", "paid", "generators", "intercessions"
    ):  # fmt: skip
        setattr(other, name, getattr(player, name))
    for name in (
        "deck", "hand", "discard", "spent", "removed", "demolished", "played_turn", "played_round", "played_before"
    ):  # fmt: skip
        setattr(other, name, list(getattr(player, name)))
    other.play = [known[id(piece)] for piece in player.play]
    other.pool = dict(player.pool)
    other.skips = dict(player.skips)
    return other
