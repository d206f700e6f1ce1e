"""When abilities come about, and what must hold (Draft 5, sections 5 to 7)."""

from dataclasses import dataclass
from typing import Any

from pipeline.language import Node, also, say, walk, worded
from pipeline.rules.light_vs_darkness.table import Design, Piece, Table
from pipeline.rules.mechanics.composition import Condition, Trigger
from pipeline.rules.mechanics.selectors import (
    A,
    AnotherPlayer,
    Cards,
    Filter,
    Measure,
    OnePlayer,
    Selector,
    This,
    nouns,
)
from pipeline.rules.mechanics.terms import Edge, Turn
from pipeline.rules.play import Scope, Scribe, Test, Watch


@dataclass(frozen=True)
class At(Trigger):
    """At the start or end of a turn."""

    edge: Edge
    turn: Turn

    reading = ("the {edge} of {turn}",)
    words = worded(
        en="at the {edge} of {turn}",
        es="a el {edge} de {turn}",
    )

    def watch(self, make: Scribe) -> Watch:
        """Your own turn: whose card it is, or for a Stronghold whoever's turn it is."""
        if self.turn == "dark":
            return Watch(f"dark-{self.edge}", None)

        def yours(table: Table, scope: Scope, extra: object) -> bool:
            return scope.you == table.active

        return Watch(str(self.edge), yours)


def _filter_of(selector: Selector) -> Cards:
    filter: Any = getattr(selector, "filter", None)
    assert isinstance(filter, Cards)
    return filter


@dataclass(frozen=True)
class Attacks(Trigger):
    """Something attacked, or attacks you. A Stronghold's "after" is settled at the end of that Dark Turn (L52)."""

    attacker: Selector
    you: bool = False

    reading = (
        "[?attacker.filter one of the {attacker.filter:many}][!attacker.filter this card] "
        "[?you attacks you][!you has attacked, at the end of that Dark Turn]",
    )
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

    def watch(self, make: Scribe) -> Watch:
        """By which Stronghold, and on whom (R719)."""
        is_attacker = None if isinstance(self.attacker, This) else make.matches(_filter_of(self.attacker))

        def by(table: Table, scope: Scope, attacker: Piece) -> bool:
            return scope.source is attacker if is_attacker is None else is_attacker(table, scope, attacker)

        def on_you(table: Table, scope: Scope, attack: tuple[int, Piece]) -> bool:
            return attack[0] == scope.you and by(table, scope, attack[1])

        return Watch("attacks", on_you) if self.you else Watch("attacked", by)


@dataclass(frozen=True)
class Enters(Trigger):
    """This comes into play; `summoned`: on a Dark Turn, which a Stronghold that is seeded at setup does not."""

    what: This
    summoned: bool = False

    after = worded(
        en="if seeded at setup, nothing happens",
        es="si se revela en la preparación, no sucede nada",
    )
    reading = ("{what} enters[?summoned , and it was summoned on a Dark Turn]",)
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

    def watch(self, make: Scribe) -> Watch:
        """Coming into play; for a Stronghold it is told how it came (R740)."""

        def as_said(table: Table, scope: Scope, summoned: object) -> bool:
            return bool(summoned)

        return Watch("enters", as_said if self.summoned else None)


@dataclass(frozen=True)
class GainsMP(Trigger):
    """A player gains MP, above 0 after halving and cap (L59)."""

    who: OnePlayer

    one_card = "Jealousy: the only effect that answers what another player wins"
    reading = ("{who} gains MP",)
    words = worded(
        en=(say("whenever {who:one} gains MP"), also("when {who:one} gains MP")),
        es="siempre que {who:one} gane PM",
    )

    def watch(self, make: Scribe) -> Watch:
        """Whoever gains; on a Light card "another player" is not you."""

        def another(table: Table, scope: Scope, extra: object) -> bool:
            return scope.source.owner < 0 or scope.about != scope.you

        return Watch("gains", another if isinstance(self.who, AnotherPlayer) else None)


@dataclass(frozen=True)
class Plays(Trigger):
    """You play a card of a description."""

    what: A

    one_card = "Esther's passive: the other Mentors' passives look to the turn, hers to what is played"
    reading = ("you play one of the {what.filter:many}",)
    words = worded(
        en="whenever you play {what:a_held}",
        es="siempre que juegues {what:a_held}",
    )

    def watch(self, make: Scribe) -> Watch:
        """You, and such a card; it is the thing named in the rest of the ability."""
        fits = make.fits(self.what.filter)
        slot = make.slot()
        make.named.append((nouns(self.what.filter), slot))

        def yours(table: Table, scope: Scope, played: tuple[int, Design]) -> bool:
            scope.picks[slot] = (played[1],)
            return played[0] == scope.you and fits(played[1])

        return Watch("plays", yours)


@dataclass(frozen=True)
class Have(Condition):
    """You have a number of cards of a description; none where no measure is given."""

    filter: Cards
    measure: Measure | None = None

    agrees = "filter"
    reading = ("you have {measure|no} {filter:many}",)
    words = worded(
        en=(say("you have {measure} {filter:measure}"), say("you have no {filter:many}")),
        es=(say("tienes {measure} {filter:measure}"), say("no tienes <ningún:one,filter> {filter:one}")),
    )

    def test(self, make: Scribe) -> Test:
        """Your own cards, in play where no place is named."""
        find, measure = make.find(self.filter, mine=True), self.measure

        def test(table: Table, scope: Scope) -> bool:
            count = len(find(table, scope))
            return measure.holds(count) if measure else count == 0

        return test


@dataclass(frozen=True)
class Spent(Condition):
    """How much anointing you actually paid this turn, surcharges and Intercession with it (L33)."""

    measure: Measure

    one_card = "Anger: the only count of anointing instead of cards"
    reading = ("you paid {measure} anointing this turn",)
    words = worded(
        en="you spent {measure} anointing this turn",
        es="gastaste {measure} de unción este turno",
    )

    def test(self, make: Scribe) -> Test:
        """What was paid, not what was lost or expired (R755, R756)."""
        measure = self.measure
        return lambda table, scope: measure.holds(table.players[scope.you].paid)


@dataclass(frozen=True)
class Played(Condition):
    """How many cards of a description you played this turn or this game; generators and negated cards count (L49)."""

    measure: Measure
    filter: Cards
    game: bool = False

    agrees = "filter"
    reading = ("you played {measure} {filter:many} this [?game game][!game turn]",)
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

    def test(self, make: Scribe) -> Test:
        """Generators and negated cards count, and the card itself (R775), if not only others are meant."""
        fits, measure, game = make.fits(self.filter), self.measure, self.game
        others = any(isinstance(part, Filter) and part.other for part in walk(self.filter))

        def test(table: Table, scope: Scope) -> bool:
            player, source = table.players[scope.you], scope.source
            played = [*player.played_before, *player.played_turn] if game else player.played_turn
            count = sum(map(fits, played))
            itself = source.design if isinstance(source, Piece) else source
            return measure.holds(count - 1 if others and itself in played and fits(itself) else count)

        return test


TRIGGERS: tuple[type[Node], ...] = (At, Attacks, Enters, GainsMP, Plays, Have, Spent, Played)
