"""What holds while a card is in play (Draft 5, section 7)."""

from collections.abc import Callable
from dataclasses import dataclass

from pipeline.language import Node, Term, also, say, worded
from pipeline.rules.light_vs_darkness.table import Design, Player, Table
from pipeline.rules.mechanics.composition import Paragraph, Static
from pipeline.rules.mechanics.selectors import Cards, Filter
from pipeline.rules.mechanics.terms import Noun, Period
from pipeline.rules.play import Ability, Hold, Scope, Scribe

#: Whether a card that a player is about to play is meant.
Playable = Callable[[Table, Scope, Player, Design], bool]

EVERY_CARD = Filter(Noun("card"))


class Trait(Term):
    """What a card does or is marked as, before the noun "cards"."""

    label = "a trait of cards"


class Playing(Node, label="which cards"):
    """Cards that are played, for what it costs."""

    def means(self, make: Scribe) -> Playable:
        """Whether a card about to be played is one of them, compiled."""
        raise NotImplementedError


class Stoppable(Node, label="which cards"):
    """What can be kept from having an effect."""


@dataclass(frozen=True)
class All(Playing):
    """All cards of a description, whoever owns them."""

    filter: Cards

    agrees = "filter"
    reading = ("all {filter:many}",)
    words = worded(
        en=(
            say("all cards", numbers="many", filter=EVERY_CARD),
            say("{filter:many,a_held}", numbers="many"),
            also("all {filter:many,a_held}", numbers="many"),
        ),
        es=(
            say("todas las cartas", numbers="many", filter=EVERY_CARD),
            say("<el:many,filter> {filter:many,a_held}", numbers="many"),
        ),
    )

    def means(self, make: Scribe) -> Playable:
        """Whoever plays it."""
        fits = make.fits(self.filter)
        return lambda table, scope, player, design: fits(design)


class By(Term):
    """Who plays what is counted: each player for themself, you, or the whole table."""

    label = "who plays it"


@dataclass(frozen=True)
class First(Playing, Stoppable):
    """The first card of a description in each period, counted for each player, for you, or once for the table."""

    filter: Cards
    by: By
    period: Period

    agrees = "filter"
    reading = ("the first {filter:one} {by} each {period}",)
    words = worded(
        en=say("the first {filter:one,a_held} {by:plain} each {period}", numbers="one"),
        es=say(
            "<el:one,filter> <primer:one,filter> {filter:one,a_held} {by:plain,filter} cada {period:free}",
            numbers="one",
        ),
    )

    def means(self, make: Scribe) -> Playable:
        """If none was played before it in the period; a round has its Dark Turn in it, and negated cards count (R781,
        R783)."""
        fits, by, turn = make.fits(self.filter), self.by, self.period == "turn"

        def first(table: Table, scope: Scope, player: Player, design: Design) -> bool:
            if not fits(design) or (by == "you" and player.index != scope.you):
                return False
            whose = table.players if by == "table" else (player,)
            return not any(any(map(fits, each.played_turn if turn else each.played_round)) for each in whose)

        return first


@dataclass(frozen=True)
class Abilities(Stoppable):
    """The abilities of a kind of card: of Mentors, Side A's passives."""

    noun: Noun

    reading = ("the abilities of every {noun:one}",)
    words = worded(
        en=say("{noun:one,plain,a_passive} abilities [!(Side A passives)]", numbers="many"),
        es=say("las habilidades de {noun:one,free,plain,a_passive} [!(pasivas de el Lado A)]", numbers="many"),
    )


@dataclass(frozen=True)
class PlayingCost(Static):
    """A surcharge or a discount on the generic part of playing costs; generators have no playing cost (L34)."""

    what: Playing
    more: int = 0
    less: int = 0

    glossary = (
        ("Generic", "The number in a cost: anointing of any color pays it, and so does colorless anointing."),
    )
    reading = (
        "Which: {what}",
        "[Effect: cost {more} more generic to play]",
        "[Effect: cost {less} less generic to play]",
    )
    words = worded(
        en=(
            "{what:many,explained} cost +{more} generic to play",
            "{what:one,explained} costs +{more} generic to play",
            "{what:many,explained} cost {less} less generic to play",
            "{what:one,explained} costs {less} less generic to play",
        ),
        es=(
            "{what:many,explained} cuestan {more} <genérico:more> más",
            "{what:one,explained} cuesta {more} <genérico:more> más",
            "{what:many,explained} cuestan {less} <genérico:less> menos",
            "{what:one,explained} cuesta {less} <genérico:less> menos",
        ),
    )

    def hold(self, make: Scribe) -> Hold:
        """What it adds to the generic part of a card's cost, or takes from it (R210)."""
        means, change = self.what.means(make), self.more - self.less

        def adds(table: Table, scope: Scope, player: Player, design: Design) -> int:
            return change if means(table, scope, player, design) else 0

        return Hold("cost", adds)


@dataclass(frozen=True)
class Boosts(Static):
    """Cards that you control have more ATK or HP."""

    filter: Cards
    atk: int = 0
    hp: int = 0

    one_card = "Abide in the Vine: a bonus that lasts"
    reading = ("Which: your {filter:many}", "Effect: [+{atk} ATK][ +{hp} HP]")
    words = worded(
        en=(
            say("your {filter:many,a_strong} get +{atk} ATK and +{hp} HP"),
            say("your {filter:many,a_strong} get +{atk} ATK"),
            say("your {filter:many,a_strong} get +{hp} HP"),
        ),
        es=(
            say("tus {filter:many,a_strong} obtienen +{atk} ATQ y +{hp} PV"),
            say("tus {filter:many,a_strong} obtienen +{atk} ATQ"),
            say("tus {filter:many,a_strong} obtienen +{hp} PV"),
        ),
    )

    def hold(self, make: Scribe) -> Hold:
        """Which pieces, and by how much ATK and HP."""
        return Hold("boost", (make.matches(self.filter), self.atk, self.hp))


@dataclass(frozen=True)
class Stopped(Static):
    """Something has no effect: a card that is played is negated, abilities are disabled."""

    what: Stoppable

    glossary = (("Negate", "The card does nothing and is discarded; what was paid for it stays paid."),)
    reading = ("Which: {what}", "Effect: it comes to nothing")
    words = worded(
        en=(
            say("{what:one} is negated: it is discarded with no effect [!(its cost is still paid)]"),
            also("{what:one} is negated"),
            also("{what:one} is negated (discarded with no effect; cost still paid)"),
            say("{what:many} are disabled [!while in play]"),
        ),
        es=(
            say("{what:one} queda <anulado:what>: se descarta sin efecto [!(su coste se paga igualmente)]"),
            say("{what:many} quedan desactivadas [!mientras esté en juego]"),
        ),
    )

    def hold(self, make: Scribe) -> Hold:
        """A card about to be played is negated; or Side A's passives are off (R710)."""
        if isinstance(self.what, First):
            return Hold("negate", self.what.means(make))
        return Hold("passives", True)


@dataclass(frozen=True)
class RewardsHalved(Static):
    """MP for demolishing is halved, rounded up, each reward for itself (L60)."""

    filter: Cards

    one_card = "Shame: the only effect on a Stronghold's reward"
    glossary = (
        ("Demolish", "A Stronghold at 0 HP, or one that is destroyed, leaves play and pays its MP to whoever did it."),
    )
    after = worded(
        en="{@name} itself pays its full {@mp}",
        es="{@name} otorga sus {@mp} completos",
    )
    reading = ("Which: the MP for demolishing {filter:many}", "Effect: halved, rounded up")
    words = worded(
        en="[!while in play,] MP rewards from demolishing {filter:many,a_demolished} are halved, rounded up",
        es=(
            say(
                "[!mientras esté en juego,] las recompensas de PM por demoler {filter:many,a_demolished} se reducen "
                "a la mitad, redondeando hacia arriba"
            ),
        ),
    )

    def hold(self, make: Scribe) -> Hold:
        """Whose demolition pays half (R720, R721)."""
        return Hold("rewards", make.matches(self.filter))


@dataclass(frozen=True)
class DrawsBlocked(Static):
    """Cards draw nothing; whatever else they do is done. The Draw Phase is not touched (L61)."""

    traits: tuple[Trait, ...]

    one_card = "Deaf & Dumb: it stops one effect of a card and lets the others be"
    reading = ("Which: {traits: and } cards", "Effect: draw nothing; whatever else they do is done")
    words = worded(
        en=(
            say(
                "{traits&all} cards may still be played, but their draw effect is blocked "
                "[!(other effects still resolve)]"
            ),
        ),
        es=(
            say(
                "las cartas de {traits&all} aún pueden jugarse, pero su efecto de robo queda bloqueado "
                "[!(los demás efectos se resuelven)]"
            ),
        ),
    )

    def hold(self, make: Scribe) -> Hold:
        """Whether a card is kept from drawing (R760, R761)."""
        drawing, meditating = "additional-draw" in self.traits, "meditate" in self.traits

        def blocked(design: Design) -> bool:
            return (drawing and design.draws) or (meditating and design.meditate)

        return Hold("draws", blocked)


@dataclass(frozen=True)
class EntersExhausted(Paragraph):
    """A reminder of the rule for Spiritual Disciplines (section 3)."""

    reading = ("Reminder: it enters exhausted, by the rules",)
    words = worded(
        en=(say("(^this enters exhausted.)"), also("^this enters exhausted.")),
        es=(say("(^esta carta entra agotada.)"), also("^esta carta entra agotada.")),
    )

    def ability(self, make: Scribe) -> Ability | None:
        """None: the rule does it (R305)."""
        return None


STATICS: tuple[type[Node], ...] = (
    All, First, Abilities, PlayingCost, Boosts, Stopped, RewardsHalved, DrawsBlocked, EntersExhausted,
)  # fmt: skip
