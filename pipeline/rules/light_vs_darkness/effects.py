"""What cards do, and what is paid for it (Draft 5, sections 2, 3, 6 and 11)."""

from dataclasses import dataclass, replace
from typing import Final

from pipeline.language import Node, Term, Wording, also, say, worded
from pipeline.rules.mechanics.composition import Change, Clause, Cost
from pipeline.rules.mechanics.selectors import YOU, A, Cards, Filter, Selector, Several, Target
from pipeline.rules.mechanics.terms import Mana, Phase, Resource, Symbol, Until, Where


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


@dataclass(frozen=True)
class Draw(Clause):
    """Draw cards from your deck."""

    count: int
    per: Cards | None = None

    words = worded(
        en=(say("<draw> {count} <card:count> [for each {per:one}]"), also("<draw> a card", count=1),),
        es=(say("<robar> {count} <carta:count> [por cada {per:one}]"), also("<robar> una carta", count=1),),
    )


@dataclass(frozen=True)
class Discard(Clause, Cost):
    """Put cards from your hand into your discard pile."""

    what: Selector

    verbal = True
    words = worded(
        en="<discard> {what:numeral,a_held} [~from <your> hand]",
        es="<descartar> {what:numeral,a_held} [~de <tu> mano]",
    )


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


@dataclass(frozen=True)
class Gain(Clause):
    """Gain MP; at most 10 in a game by effects (section 9)."""

    count: int
    per: Cards | None = None

    one_card = "Love one another: no other card yet gives MP"
    words = worded(
        en=(say("<gain> {count} MP [for each {per:one}]"), also("<gain> +{count} MP [for each {per:one}]")),
        es=(say("<ganar> {count} PM [por cada {per:one}]"), also("<ganar> +{count} PM [por cada {per:one}]")),
    )


@dataclass(frozen=True)
class Heal(Clause):
    """Restore Life to a player, or HP to a Living Truth, never above what it started with."""

    count: int
    to: Target = YOU
    per: Cards | None = None

    glossary = (
        ("Heal", "A player regains that much Life, or a Living Truth that much HP, never more than it began with."),
    )
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


@dataclass(frozen=True)
class Deal(Clause):
    """Deal damage."""

    count: int
    to: Target
    per: Cards | None = None

    words = worded(
        en="<deal> {count} damage to {to:a_hurt} [for each {per:one}]",
        es="<infligir> {count} de daño a {to:a_hurt} [por cada {per:one}]",
    )


@dataclass(frozen=True)
class Prevent(Clause):
    """A shield against the next damage this turn."""

    count: int
    to: Target
    per: Cards | None = None

    glossary = (("Prevent", "That much of the damage is not dealt."),)
    words = worded(
        en="<prevent> the next {count} damage to {to:a_hurt} this turn [for each {per:one}]",
        es=(
            say("<prevenir> {count} de el próximo daño que <recibas> este turno [por cada {per:one}]", to=YOU),
            say("<prevenir> {count} de el próximo daño a {to:a_hurt} este turno [por cada {per:one}]"),
        ),
    )


@dataclass(frozen=True)
class PreventThat(Clause):
    """Part of the damage of the attack that the trigger speaks of, before blockers."""

    count: int

    words = worded(
        en="<prevent> {count} of that damage",
        es="<prevenir> {count} de ese daño",
    )


@dataclass(frozen=True)
class Add(Clause):
    """Add one anointing of one of the colors shown."""

    options: tuple[Mana, ...]

    glossary = (("Add", "That much anointing comes into your pool, to be spent before the turn ends."),)
    words = worded(en="<add> {options&or}", es="<añadir> {options&or}")


@dataclass(frozen=True)
class AddAnointing(Clause):
    """Add anointing of no color, or of any color."""

    count: int
    kind: Plain
    per: Cards | None = None

    glossary = (("Colorless anointing", "Anointing without a color: it pays the generic part of costs only."),)
    words = worded(
        en="<add> {count} {kind} [for each {per:one}]",
        es="<añadir> {count} {kind} [por cada {per:one}]",
    )


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
    words = worded(
        en=_gets("gets", "get", "and", "HP", "ATK", "for each"),
        es=_gets("obtiene", "obtienen", "y", "PV", "ATQ", "por cada"),
    )


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
    words = worded(
        en=(
            say("<remove> {what:numeral} from the game"),
            also("<choose> {what:numeral} from <your> hand and <remove> it from the game", build=_removed_from_hand),
        ),
        es="<retirar> de el juego {what:numeral}",
    )


@dataclass(frozen=True)
class Skip(Clause):
    """Skip a phase of your next turn that has it."""

    phase: Phase

    one_card = "Abandonment: the only effect on the turn's phases"
    words = worded(
        en="<skip> <your> next {phase}",
        es="<omitir> <tu> próxima {phase}",
    )


@dataclass(frozen=True)
class LookAtTop(Clause):
    """Look at the top card of your deck; it stays or goes to the bottom."""

    one_card = "Paul's passive: foresight, the play style of Dark Blue"
    words = worded(
        en="<look> at the top card of <your> deck and <put> it back or on the bottom",
        es="<mirar> la carta superior de <tu> mazo y <poner> esa carta encima o debajo",
    )


@dataclass(frozen=True)
class Exhaust(Cost):
    """Turn this sideways."""

    verbal = True
    glossary = (
        ("Exhaust", "Turn the card sideways: it is used, until it is readied at the start of your turn."),
        ("Ready", "Upright: the card may attack, block and be exhausted for its abilities."),
    )
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


@dataclass(frozen=True)
class Pay(Cost):
    """Spend anointing: a symbol for each color, a number of generic."""

    symbols: tuple[Symbol, ...]

    verbal = True
    words = worded(en="<pay> {symbols&glued}", es="<pagar> {symbols&glued}")


@dataclass(frozen=True)
class Sacrifice(Clause, Cost):
    """Send cards that you control to the discard pile."""

    what: Selector

    verbal = True
    glossary = (("Sacrifice", "Put a card that you control into your discard pile, as a cost."),)
    words = worded(
        en="<sacrifice> {what:a_sacrificed}",
        es="<sacrificar> {what:a_sacrificed}",
    )


EFFECTS: tuple[type[Node], ...] = (
    Draw, Discard, Lose, Gain, Heal, Deal, Prevent, PreventThat, Add, AddAnointing, Gets, Remove, Skip, LookAtTop,
    Exhaust, Pay, Sacrifice,
)  # fmt: skip
