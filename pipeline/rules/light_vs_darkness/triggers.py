"""When abilities come about, and what must hold (Draft 5, sections 5 to 7)."""

from dataclasses import dataclass

from pipeline.language import Node, also, say, worded
from pipeline.rules.mechanics.composition import Condition, Trigger
from pipeline.rules.mechanics.selectors import A, Cards, Measure, OnePlayer, Selector, This
from pipeline.rules.mechanics.terms import Edge, Turn


@dataclass(frozen=True)
class At(Trigger):
    """At the start or end of a turn."""

    edge: Edge
    turn: Turn

    words = worded(
        en="at the {edge} of {turn}",
        es="a el {edge} de {turn}",
    )


@dataclass(frozen=True)
class Attacks(Trigger):
    """Something attacked, or attacks you. A Stronghold's "after" is settled at the end of that Dark Turn (L52)."""

    attacker: Selector
    you: bool = False

    words = worded(
        en=(
            say("after {attacker:one,a_strong} attacks", you=False),
            say("whenever {attacker:one,a_hostile} attacks you", you=True),
        ),
        es=(
            say("después de que {attacker:one,a_strong} ataque", you=False),
            say("siempre que {attacker:one,a_hostile} te ataque", you=True),
        ),
    )


@dataclass(frozen=True)
class Enters(Trigger):
    """This comes into play; a Stronghold that is summoned on a Dark Turn does, one seeded at setup does not."""

    what: This
    summoned: bool = False

    after = worded(
        en="if seeded at setup, nothing happens",
        es="si se revela en la preparación, no sucede nada",
    )
    words = worded(
        en=(
            say("when {what} enters", summoned=False),
            say("when {what} is summoned on a Dark Turn", summoned=True),
        ),
        es=(
            say("cuando {what} entre en juego", summoned=False),
            say("cuando {what} sea invocada en un Turno Oscuro", summoned=True),
        ),
    )

    def reminds(self) -> bool:
        return self.summoned


@dataclass(frozen=True)
class GainsMP(Trigger):
    """A player gains MP, above 0 after halving and cap (L59)."""

    who: OnePlayer

    one_card = "Jealousy: the only effect that answers what another player wins"
    words = worded(
        en=(say("whenever {who:one} gains MP"), also("when {who:one} gains MP")),
        es="siempre que {who:one} gane PM",
    )


@dataclass(frozen=True)
class Plays(Trigger):
    """You play a card of a description."""

    what: A

    one_card = "Esther's passive: the other Mentors' passives look to the turn, hers to what is played"
    words = worded(
        en="whenever you play {what:a_held}",
        es="siempre que juegues {what:a_held}",
    )


@dataclass(frozen=True)
class Have(Condition):
    """You have a number of cards of a description; none where no measure is given."""

    filter: Cards
    measure: Measure | None = None

    agrees = "filter"
    words = worded(
        en=(say("you have {measure} {filter:measure}"), say("you have no {filter:many}")),
        es=(say("tienes {measure} {filter:measure}"), say("no tienes <ningún:one,filter> {filter:one}")),
    )


@dataclass(frozen=True)
class Spent(Condition):
    """How much anointing you actually paid this turn, surcharges and Intercession with it (L33)."""

    measure: Measure

    one_card = "Anger: the only count of anointing instead of cards"
    words = worded(
        en="you spent {measure} anointing this turn",
        es="gastaste {measure} de unción este turno",
    )


@dataclass(frozen=True)
class Played(Condition):
    """How many cards of a description you played this turn or this game; generators and negated cards count (L49)."""

    measure: Measure
    filter: Cards
    game: bool = False

    agrees = "filter"
    words = worded(
        en=(
            say("you played {measure} {filter:measure,a_held} this turn", game=False),
            also("you played {measure} {filter:measure,a_held}", game=False),
            say("you have played {measure} {filter:measure,a_held} this game", game=True),
        ),
        es=(
            say("jugaste {measure} {filter:measure,a_held} este turno", game=False),
            say("has jugado {measure} {filter:measure,a_held} en esta partida", game=True),
        ),
    )


TRIGGERS: tuple[type[Node], ...] = (At, Attacks, Enters, GainsMP, Plays, Have, Spent, Played)
