"""What cards do, and what is paid for it (Draft 5, sections 2, 3, 6 and 11)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from pipeline.language import Node, Term, Wording, also, say, worded
from pipeline.rules.light_vs_darkness.costs import pay, plan
from pipeline.rules.light_vs_darkness.table import COLORLESS, Design, Piece, Player, Table
from pipeline.rules.mechanics.composition import Change, Clause, Cost
from pipeline.rules.mechanics.selectors import (
    YOU,
    A,
    Cards,
    Each,
    Either,
    Filter,
    Highest,
    Selector,
    Several,
    Target,
    UpTo,
)
from pipeline.rules.mechanics.terms import Mana, Phase, Resource, Symbol, Until, Where
from pipeline.rules.play import Effect, Option, Price, Run, Scope, Scribe, Test, asking, in_order


class When(Term):
    """On which turn anointing is lost."""

    label = "a turn"


class Plain(Term):
    """Anointing of no color, or of any."""

    label = "a kind of anointing"


ANOINTING: Final = Resource("anointing")
NEXT_TURN: Final = When("next-turn")
THIS_TURN: Final = When("this-turn")
HAND: Final = Where("hand")
CONTROL: Final = Where("control")
PLAY: Final = Where("play")
#: Among what one controls, what may be sacrificed: no text says so, but it is what a sacrifice chooses from.
OFFERING: Final = Where("offering")

_Amount = Callable[[Table, Scope], int]


def _amount_now(make: Scribe, count: int, per: Cards | None) -> _Amount:
    """A number, or that number for each card found now."""
    if per is None:
        return lambda table, scope: count
    find = make.find(per)
    return lambda table, scope: count * len(find(table, scope))


def _amount(make: Scribe, count: int, per: Cards | None) -> tuple[Run | None, _Amount]:
    """A number, or that number for each card found; what is found is counted at the start."""
    now = _amount_now(make, count, per)
    if per is None:
        return None, now
    slot = make.slot()

    def ask(table: Table, scope: Scope) -> None:
        scope.picks[slot] = (now(table, scope),)

    return ask, lambda table, scope: scope.picks[slot][0]


def _to_each(
    make: Scribe,
    count: int,
    per: Cards | None,
    to: Target,
    act: Callable[[Table, Scope, Piece | Player, int], None],
) -> Effect:
    """Something done to each target, as much as said."""
    counted, amount = _amount(make, count, per)
    chosen = to.pick(make)

    def do(table: Table, scope: Scope) -> None:
        for each in chosen.get(table, scope):
            act(table, scope, each, amount(table, scope))

    return Effect(asking(counted, chosen.ask), do)


def _located(what: Selector, where: Where, but: tuple[Where, ...] = ()) -> Selector:
    """The same selector, of cards in a place where it names none but those of `but`."""
    if not isinstance(what, A | Several | UpTo | Each | Highest):
        return what

    def at(cards: Filter) -> Filter:
        return replace(cards, where=where) if cards.where in (None, *but) else cards

    cards = what.filter
    if isinstance(cards, Either):
        return replace(what, filter=replace(cards, first=at(cards.first), second=at(cards.second)))
    return replace(what, filter=at(cards)) if isinstance(cards, Filter) else what


def _enough(make: Scribe, what: Selector, fits: Callable[[Table, Scope, object], bool]) -> Test:
    """Whether there are as many cards as a cost asks for, all of which can be paid with."""
    if isinstance(what, A | Several | Highest):
        find = make.find(what.filter)
        least = what.count if isinstance(what, Several) else 1
        return lambda table, scope: sum(fits(table, scope, each) for each in find(table, scope)) >= least
    if isinstance(what, Each | UpTo):
        return lambda table, scope: True
    named = what.pick(make).get

    def there(table: Table, scope: Scope) -> bool:
        found = named(table, scope)
        return bool(found) and all(fits(table, scope, each) for each in found)

    return there


def _held(table: Table, scope: Scope, card: object) -> bool:
    """Whether a card is in the hand of whoever does it."""
    return card in table.players[scope.you].hand


def _commands(table: Table, scope: Scope, piece: object) -> bool:
    """Whether whoever does it has this piece in play, a Mentor's Side A among them."""
    player = table.players[scope.you]
    return piece in player.play or (piece is not None and piece is player.mentor)


def may_be_sacrificed(piece: Piece) -> bool:
    """Whether a piece in play can be sacrificed at all (R308)."""
    return piece.kind != "basic-anointing"


def _may_sacrifice(table: Table, scope: Scope, piece: object) -> bool:
    """Whether whoever does it has a piece in play that can be sacrificed (R1103)."""
    return isinstance(piece, Piece) and piece in table.players[scope.you].play and may_be_sacrificed(piece)


@dataclass(frozen=True)
class Draw(Clause):
    """Draw cards from your deck."""

    count: int
    per: Cards | None = None

    reading = ("Effect: draw {count} from your deck[ for each {per:one}]",)
    words = worded(
        en=(say("<draw> {count} <card:count> [for each {per:one}]"), also("<draw> a card", count=1),),
        es=(say("<robar> {count} <carta:count> [por cada {per:one}]"), also("<robar> una carta", count=1),),
    )

    def play(self, make: Scribe) -> Effect:
        """Card by card; what blocks the draws of this card stops all of them (R760, R761)."""
        ask, amount = _amount(make, self.count, self.per)

        def do(table: Table, scope: Scope) -> None:
            source = scope.source
            design: Design = source.design if isinstance(source, Piece) else source
            stops = next((held.source for held, blocks in table.held("draws") if blocks(design)), None)
            if stops is None:
                table.draw(table.players[scope.you], amount(table, scope))
            elif table.log is not None:
                table.note("undrawn", scope.you, stops)

        return Effect(ask, do)


@dataclass(frozen=True)
class Discard(Clause, Cost):
    """Put cards from your hand into your discard pile."""

    what: Selector

    verbal = True
    reading = ("Effect: discard {what}", "From: your hand")
    words = worded(
        en="<discard> {what:numeral,a_held} [~from <your> hand]",
        es="<descartar> {what:numeral,a_held} [~de <tu> mano]",
    )

    def play(self, make: Scribe) -> Effect:
        """From the hand of whoever does it; with none there, nothing (R704). What was chosen twice goes once."""
        picked = _located(self.what, HAND).pick(make)

        def do(table: Table, scope: Scope) -> None:
            player = table.players[scope.you]
            for card in picked.get(table, scope):
                if card in player.hand:
                    table.discard(player, card)

        return Effect(picked.ask, do)

    def price(self, make: Scribe) -> Price:
        """As an effect, if there are enough."""
        ask, do = self.play(make)
        return Price(_enough(make, _located(self.what, HAND), _held), ask, do)


@dataclass(frozen=True)
class Lose(Clause, Cost):
    """Lose anointing, the first that is made on a turn (section 6); or MP, or Life."""

    count: int
    what: Resource
    when: When | None = None
    per: Cards | None = None

    verbal = True
    glossary = (
        ("Lose anointing", "The first anointing that the player makes on the turn named is lost, as much as said."),
    )
    reading = ("Effect: lose {count} {what}[, of what is made {when}][, for each {per:one}]",)
    words = worded(
        en=(
            say(
                "<lose> {count} anointing (the first {count} <you> make this turn) [for each {per:one}]",
                what=ANOINTING,
                when=THIS_TURN,
            ),
            say("<lose> {count} anointing {when} [for each {per:one}]", what=ANOINTING),
            say("<lose> {count} {what:a_lasting} [for each {per:one}]"),
            also("<lose> {count} anointing [for each {per:one}]", what=ANOINTING, when=NEXT_TURN),
        ),
        es=(
            say(
                "<perder> {count} de unción (la primera que <produzcas> este turno) [por cada {per:one}]",
                what=ANOINTING,
                when=THIS_TURN,
            ),
            say("<perder> {count} de unción {when} [por cada {per:one}]", what=ANOINTING),
            say("<perder> {count} {what:a_lasting} [por cada {per:one}]"),
        ),
    )

    def play(self, make: Scribe) -> Effect:
        """Anointing is lost when it is made (R617), in this turn or on the next (R642)."""
        ask, amount = _amount(make, self.count, self.per)
        what, later = self.what, self.when == NEXT_TURN

        def do(table: Table, scope: Scope) -> None:
            player = table.players[scope.you]
            count = amount(table, scope)
            if what == "mp":
                table.lose_mp(player, count)
            elif what == "life":
                if table.log is not None:
                    table.note("life", player.index, count, max(0, player.life - count))
                table.lose_life(player, count)
            elif later:
                player.owed += count
            else:
                player.losing += count
            if what == "anointing" and table.log is not None:
                table.note("owe", player.index, count, later)

        return Effect(ask, do)

    def price(self, make: Scribe) -> Price:
        """Paid whole, down to nothing."""
        ask, do = self.play(make)
        what, amount = self.what, _amount_now(make, self.count, self.per)

        def can(table: Table, scope: Scope) -> bool:
            player = table.players[scope.you]
            has = player.mp - table.numbers.maturity_least if what == "mp" else player.life
            return has >= amount(table, scope)

        return Price(can, ask, do)


@dataclass(frozen=True)
class Gain(Clause):
    """Gain MP; at most 10 in a game by effects (section 9)."""

    count: int
    per: Cards | None = None

    one_card = "Love one another: no other card yet gives MP"
    reading = ("Effect: gain {count} MP[ for each {per:one}]",)
    words = worded(
        en=(say("<gain> {count} MP [for each {per:one}]"), also("<gain> +{count} MP [for each {per:one}]")),
        es=(say("<ganar> {count} PM [por cada {per:one}]"), also("<ganar> +{count} PM [por cada {per:one}]")),
    )

    def play(self, make: Scribe) -> Effect:
        """Under the cap, whether the card stays in play or not, unless a switch says otherwise (R909)."""
        ask, amount = _amount(make, self.count, self.per)

        def do(table: Table, scope: Scope) -> None:
            once = not isinstance(scope.source, Piece)
            capped = table.numbers.maturity_cap_counts_one_shots or not once
            table.gain(table.players[scope.you], amount(table, scope), capped)

        return Effect(ask, do)


@dataclass(frozen=True)
class Heal(Clause):
    """Restore Life to a player, or HP to a Living Truth, never above what it started with."""

    count: int
    to: Target = YOU
    per: Cards | None = None

    glossary = (
        ("Heal", "A player regains that much Life, or a Living Truth that much HP, never more than it began with."),
    )
    reading = ("Effect: heal {count}[ for each {per:one}]", "Target: {to}")
    words = worded(
        en=(
            say("<heal> {count} [for each {per:one}]", to=YOU),
            say("<heal> {count} to {to:a_healed} [for each {per:one}]"),
        ),
        es=(
            say("<recuperar> {count} de Vida [por cada {per:one}]", to=YOU),
            say("<curar> {count} a {to:a_healed} [por cada {per:one}]"),
        ),
    )

    def play(self, make: Scribe) -> Effect:
        """Each target as much (R1104)."""

        def heal(table: Table, scope: Scope, each: Piece | Player, amount: int) -> None:
            if isinstance(each, Piece):
                table.heal_piece(each, amount)
            else:
                table.heal_player(each, amount)

        return _to_each(make, self.count, self.per, self.to, heal)


@dataclass(frozen=True)
class Deal(Clause):
    """Deal damage."""

    count: int
    to: Target
    per: Cards | None = None

    reading = ("Effect: deal {count} damage[ for each {per:one}]", "Target: {to}")
    words = worded(
        en="<deal> {count} damage to {to:a_hurt} [for each {per:one}]",
        es="<infligir> {count} de daño a {to:a_hurt} [por cada {per:one}]",
    )

    def play(self, make: Scribe) -> Effect:
        """Each target as much; whoever does it demolishes what falls (R907)."""

        def deal(table: Table, scope: Scope, each: Piece | Player, amount: int) -> None:
            if isinstance(each, Piece):
                table.hurt_piece(each, amount, scope.you)
            else:
                table.hurt_player(each, amount)

        return _to_each(make, self.count, self.per, self.to, deal)


@dataclass(frozen=True)
class Prevent(Clause):
    """A shield against the next damage this turn."""

    count: int
    to: Target
    per: Cards | None = None

    glossary = (("Prevent", "That much of the damage is not dealt."),)
    reading = ("Effect: prevent the next {count} damage[ for each {per:one}]", "Target: {to}", "Duration: this turn")
    words = worded(
        en="<prevent> the next {count} damage to {to:a_hurt} this turn [for each {per:one}]",
        es=(
            say("<prevenir> {count} de el próximo daño que <recibas> este turno [por cada {per:one}]", to=YOU),
            say("<prevenir> {count} de el próximo daño a {to:a_hurt} este turno [por cada {per:one}]"),
        ),
    )

    def play(self, make: Scribe) -> Effect:
        """Several shields add up; what is left of them ends with the turn."""

        def shield(table: Table, scope: Scope, each: Piece | Player, amount: int) -> None:
            each.shield += amount
            if table.log is not None:
                table.note("shield", each if isinstance(each, Piece) else each.index, amount)

        return _to_each(make, self.count, self.per, self.to, shield)


@dataclass(frozen=True)
class PreventThat(Clause):
    """Part of the damage of the attack that the trigger speaks of, before blockers."""

    count: int

    reading = ("Effect: prevent {count} of the attack's damage, before anybody blocks",)
    words = worded(
        en="<prevent> {count} of that damage",
        es="<prevenir> {count} de ese daño",
    )

    def play(self, make: Scribe) -> Effect:
        """Off the attack, before anybody takes it."""
        count = self.count

        def do(table: Table, scope: Scope) -> None:
            prevented = min(count, table.strike)
            table.strike -= prevented
            if prevented and table.log is not None:
                table.note("prevented", scope.you, prevented)

        return Effect(None, do)


@dataclass(frozen=True)
class Add(Clause):
    """Add one anointing of one of the colors shown."""

    options: tuple[Mana, ...]

    glossary = (("Add", "That much anointing comes into your pool, to be spent before the turn ends."),)
    reading = ("Effect: add 1 {options: or } anointing",)
    words = worded(en="<add> {options&or}", es="<añadir> {options&or}")

    def play(self, make: Scribe) -> Effect:
        """Of one of the colors, which its player names (R303, R304)."""
        return _adding(1, [make.colors[letter] for letter in self.options])


def _adding(count: int, colors: list[str]) -> Effect:
    """Add anointing, each of a color that is chosen where there are several."""
    options: list[Option] = [("choose", color) for color in colors]

    def answered(table: Table, scope: Scope, option: Option) -> None:
        table.make(table.players[scope.you], option[1], 1)

    def one(table: Table, scope: Scope) -> None:
        table.ask(scope.you, "color", options, answered, scope)

    return Effect(None, in_order([one] * count))


@dataclass(frozen=True)
class AddAnointing(Clause):
    """Add anointing of no color, or of any color."""

    count: int
    kind: Plain
    per: Cards | None = None

    glossary = (("Colorless anointing", "Anointing without a color: it pays the generic part of costs only."),)
    reading = ("Effect: add {count} {kind}[ for each {per:one}]",)
    words = worded(
        en="<add> {count} {kind} [for each {per:one}]",
        es="<añadir> {count} {kind} [por cada {per:one}]",
    )

    def play(self, make: Scribe) -> Effect:
        """Colorless, or each of a color that its player names."""
        ask, amount = _amount(make, self.count, self.per)
        colors = [COLORLESS] if self.kind == "colorless" else list(dict.fromkeys(make.colors.values()))
        one = _adding(1, colors).do

        def do(table: Table, scope: Scope) -> None:
            table.stack.extend([(one, scope)] * amount(table, scope))

        return Effect(ask, do)


def _gets(one: str, many: str, joint: str, hp: str, atk: str, per: str) -> tuple[Wording, ...]:
    """Wordings of Gets: ATK and HP, one of them, by number, with a duration behind or in front."""
    bonuses = (f"+{{atk}} {atk} {joint} +{{hp}} {hp}", f"+{{atk}} {atk}", f"+{{hp}} {hp}")
    return tuple(
        say(
            f"{{what:{number},plain,a_strong}} {verb} {bonus} {tail}[{per} {{per:one,plain}}]",
            verbs="do after",
            styles=style,
        )
        for style, tail in (("plain", "{until:plain} "), ("timed", ""))
        for number, verb in (("one", one), ("many", many))
        for bonus in bonuses
    )


@dataclass(frozen=True)
class Gets(Change):
    """A card's ATK or HP grows for a time. The time is said here, or in front of the sentence."""

    what: Selector
    atk: int = 0
    hp: int = 0
    until: Until | None = None
    per: Cards | None = None

    verbal = True
    reading = ("Effect: [+{atk} ATK][ +{hp} HP][ for each {per:one}]", "Target: {what}", "[Duration: {until}]")
    words = worded(
        en=_gets("gets", "get", "and", "HP", "ATK", "for each"),
        es=_gets("obtiene", "obtienen", "y", "PV", "ATQ", "por cada"),
    )

    def play(self, make: Scribe) -> Effect:
        """Until the end of the turn, which is all that this game's cards say."""
        counted, times = _amount(make, 1, self.per)
        what = self.what.pick(make)
        atk, hp = self.atk, self.hp

        def do(table: Table, scope: Scope) -> None:
            for piece in what.get(table, scope):
                piece.more_atk += atk * times(table, scope)
                piece.more_hp += hp * times(table, scope)
                if table.log is not None:
                    table.note("boost", piece, atk * times(table, scope), hp * times(table, scope))

        return Effect(asking(counted, what.ask), do)


def _removed_from_hand(what: Selector) -> "Remove | None":
    """One selection in two verbs: "choose 1 card from your hand and remove it"."""
    if not isinstance(what, A | Several) or not isinstance(what.filter, Filter) or what.filter.where is not None:
        return None
    return Remove(replace(what, filter=replace(what.filter, where=HAND)))


@dataclass(frozen=True)
class Remove(Clause):
    """Put cards aside for the rest of the game."""

    what: Selector

    one_card = "Lying: the only card that is gone for good"
    glossary = (("Remove from the game", "The card is put aside until the game is over; nothing brings it back."),)
    reading = ("Effect: remove from the game {what}",)
    words = worded(
        en=(
            say("<remove> {what:numeral} from the game"),
            also("<choose> {what:numeral} from <your> hand and <remove> it from the game", build=_removed_from_hand),
        ),
        es="<retirar> de el juego {what:numeral}",
    )

    def play(self, make: Scribe) -> Effect:
        """From a hand or from play (R1113)."""
        picked = self.what.pick(make)

        def do(table: Table, scope: Scope) -> None:
            for card in picked.get(table, scope):
                table.remove(table.players[scope.you], card)

        return Effect(picked.ask, do)


@dataclass(frozen=True)
class Skip(Clause):
    """Skip a phase of your next turn that has it."""

    phase: Phase

    one_card = "Abandonment: the only effect on the turn's phases"
    reading = ("Effect: skip the next {phase}",)
    words = worded(
        en="<skip> <your> next {phase}",
        es="<omitir> <tu> próxima {phase}",
    )

    def play(self, make: Scribe) -> Effect:
        """The next one that there would be."""
        phase = str(self.phase)

        def do(table: Table, scope: Scope) -> None:
            skips = table.players[scope.you].skips
            skips[phase] = skips.get(phase, 0) + 1

        return Effect(None, do)


@dataclass(frozen=True)
class LookAtTop(Clause):
    """Look at the top card of your deck; it stays or goes to the bottom."""

    one_card = "Paul's passive: foresight, the play style of Dark Blue"
    reading = ("Effect: look at the top card of your deck, and leave it there or put it on the bottom",)
    words = worded(
        en="<look> at the top card of <your> deck and <put> it back or on the bottom",
        es="<mirar> la carta superior de <tu> mazo y <poner> esa carta encima o debajo",
    )

    def play(self, make: Scribe) -> Effect:
        """With no deck there is nothing to look at."""
        options: list[Option] = [("choose", "top"), ("choose", "bottom")]

        def answered(table: Table, scope: Scope, option: Option) -> None:
            deck = table.players[scope.you].deck
            if option[1] == "bottom":
                deck.insert(0, deck.pop())
            if table.log is not None:
                table.note("look", scope.you, option[1])

        def do(table: Table, scope: Scope) -> None:
            if table.players[scope.you].deck:
                table.ask(scope.you, "look", options, answered, scope)

        return Effect(None, do)


@dataclass(frozen=True)
class Exhaust(Cost):
    """Turn this sideways."""

    verbal = True
    glossary = (
        ("Exhaust", "Turn the card sideways: it is used, until it is readied at the start of your turn."),
        ("Ready", "Upright: the card may attack, block and be exhausted for its abilities."),
    )
    reading = ("Effect: exhaust this card",)
    words = worded(
        en=(
            say("{{exhaust}}", verbs="do"),
            also("<exhaust> this", verbs="do"),
            say("<exhaust> this", verbs="to to_they"),
            also("{{exhaust}}", verbs="to to_they"),
        ),
        es=(
            say("{{exhaust}}", verbs="do"),
            also("<agotar> esta carta", verbs="do"),
            say("<agotar> esta carta", verbs="to to_they"),
            also("{{exhaust}}", verbs="to to_they"),
        ),
    )

    def price(self, make: Scribe) -> Price:
        """Of a card of one's own that is ready (R1101, R1102)."""

        def can(table: Table, scope: Scope) -> bool:
            return _commands(table, scope, scope.source) and not scope.source.exhausted

        def exhaust(table: Table, scope: Scope) -> None:
            scope.source.exhausted = True
            if table.log is not None:
                table.note("exhaust", scope.source)

        return Price(can, None, exhaust)


@dataclass(frozen=True)
class Pay(Cost):
    """Spend anointing: a symbol for each color, a number of generic."""

    symbols: tuple[Symbol, ...]

    verbal = True
    reading = ("Effect: pay {symbols:+}",)
    words = worded(en="<pay> {symbols&glued}", es="<pagar> {symbols&glued}")

    def letters(self, make: Scribe) -> tuple[str, ...]:
        """The colors that must be paid with."""
        return tuple(make.colors[symbol] for symbol in self.symbols if symbol in make.colors)

    def price(self, make: Scribe) -> Price:
        """From pool and generators, but not with the card whose ability it is; surcharges do not apply (R703)."""
        letters = self.letters(make)
        generic = sum(int(symbol) for symbol in self.symbols if symbol not in make.colors)

        def can(table: Table, scope: Scope) -> bool:
            return plan(table, table.players[scope.you], letters, generic, scope.source) is not None

        def paid(table: Table, scope: Scope) -> None:
            player = table.players[scope.you]
            how = plan(table, player, letters, generic, scope.source)
            assert how is not None
            pay(table, player, how)

        return Price(can, None, paid, colored=bool(letters), first=True)


@dataclass(frozen=True)
class Sacrifice(Clause, Cost):
    """Send cards that you control to the discard pile."""

    what: Selector

    verbal = True
    glossary = (("Sacrifice", "Put a card that you control into your discard pile, as a cost."),)
    reading = ("Effect: sacrifice {what}",)
    words = worded(
        en="<sacrifice> {what:a_sacrificed}",
        es="<sacrificar> {what:a_sacrificed}",
    )

    def play(self, make: Scribe) -> Effect:
        """Cards that you control, Basic Anointing apart (R308, R1103)."""
        picked = self._offering().pick(make)

        def do(table: Table, scope: Scope) -> None:
            for piece in picked.get(table, scope):
                if _may_sacrifice(table, scope, piece):
                    if table.log is not None:
                        table.note("sacrifice", piece)
                    table.leave(piece)

        return Effect(picked.ask, do)

    def price(self, make: Scribe) -> Price:
        """As an effect, if there are enough."""
        ask, do = self.play(make)
        return Price(_enough(make, self._offering(), _may_sacrifice), ask, do)

    def _offering(self) -> Selector:
        return _located(self.what, OFFERING, (PLAY, CONTROL))


EFFECTS: tuple[type[Node], ...] = (
    Draw, Discard, Lose, Gain, Heal, Deal, Prevent, PreventThat, Add, AddAnointing, Gets, Remove, Skip, LookAtTop,
    Exhaust, Pay, Sacrifice,
)  # fmt: skip
