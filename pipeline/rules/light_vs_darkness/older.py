"""How earlier editions worded texts: what is only read, and one trigger that no card of today has.

The texts of Draft 4 and of the first printing often name no moment, and say "anointing" for what may be of any color.
Most classes here are phrases: they are read into the mechanics of today, and never stand in a tree themselves. Today's
language does not have them, for there they would be poor English or mean something else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pipeline.language import ENGLISH, Node, Term, WordForms, also, say, worded
from pipeline.language.english import fixed, noun
from pipeline.language.tokens import Token
from pipeline.model import Game
from pipeline.rules.light_vs_darkness import english
from pipeline.rules.light_vs_darkness.effects import ANOINTING, HAND, NEXT_TURN, THIS_TURN, Lose, Remove
from pipeline.rules.light_vs_darkness.statics import (
    All,
    DrawsBlocked,
    First,
    Playing,
    PlayingCost,
    RewardsHalved,
    Stopped,
    Trait,
)
from pipeline.rules.light_vs_darkness.table import Table
from pipeline.rules.light_vs_darkness.triggers import At, Attacks, Enters, GainsMP, Have, Played
from pipeline.rules.mechanics.composition import (
    Chain,
    Clause,
    Condition,
    Does,
    If,
    Paragraph,
    Sentence,
    Static,
    Timed,
    Trigger,
    Triggered,
)
from pipeline.rules.mechanics.selectors import (
    A,
    APlayer,
    AtLeast,
    Cards,
    EachPlayer,
    Filter,
    Highest,
    Measure,
    OnePlayer,
    Ranked,
    Selector,
    This,
)
from pipeline.rules.mechanics.terms import Degree, Edge, Hue, Noun, Phase, Turn, Where
from pipeline.rules.play import Scope, Scribe, Watch

_START: Final = At(Edge("start"), Turn("yours"))
_END: Final = At(Edge("end"), Turn("yours"))
_ANOINTING_CARDS: Final = Filter(Noun("anointing-card"), where=Where("play"))


class Tint(Term):
    """A color, by its id, before "cards": only Truth cards are meant."""

    label = "a color"


def _tinted(tint: Tint) -> Filter:
    return Filter(Noun("truth-card"), hue=Hue(tint))


@dataclass(frozen=True)
class Spends(Trigger):
    """A player spends the last of so much anointing in one turn: once a turn, at once and not at its end."""

    who: APlayer
    measure: AtLeast

    words = worded(
        en=(
            say("when {who:one} uses {measure} anointing in a turn"),
            also("when {who:one} utilizes {measure} anointing in a turn"),
        )
    )

    def watch(self, make: Scribe) -> Watch:
        """A payment that takes what was paid this turn, itself included, over the number."""
        measure = self.measure

        def reached(table: Table, scope: Scope, paid: int) -> bool:
            total = table.players[scope.about].paid
            return measure.holds(total) and not measure.holds(total - paid)

        return Watch("spends", reached)


@dataclass(frozen=True)
class SomebodyGains(Trigger):
    """MP that anybody gains. On a Stronghold, who has no player to be another than, "another player" is anybody."""

    who: OnePlayer

    words = worded(
        en=(
            also("when {who:one} gains MP", build=lambda who: GainsMP(APlayer())),
            also("whenever {who:one} gains MP", build=lambda who: GainsMP(APlayer())),
        )
    )


def _after_it_attacks(count: int) -> Triggered:
    """What is lost in addition is lost besides what the attack does: after it."""
    fewest = Ranked(Degree("fewest"), _ANOINTING_CARDS)
    return Triggered(Attacks(This()), (Does(fewest, Lose(count, ANOINTING, NEXT_TURN)),))


@dataclass(frozen=True)
class Momentless(Paragraph):
    """What is said of each player without a moment, or "each round": it happens at the start of their own turn.

    What depends on the whole of a turn happens at its end.
    """

    effect: Chain
    filter: Cards
    measure: Measure
    count: int
    what: This

    words = worded(
        en=(
            also("^each player {effect:does} each round.", build=lambda effect: Triggered(_START, (effect,))),
            also("^each player must {effect:to_they}.", build=lambda effect: Triggered(_START, (effect,))),
            also(
                "^each player loses {count} colorless anointing every round.",
                build=lambda count: Triggered(_START, (Lose(count, ANOINTING, THIS_TURN),)),
            ),
            also(
                "^players with {measure} {filter:measure} must {effect:to_they}.",
                build=lambda measure, filter, effect: Triggered(_START, (If(Have(filter, measure), effect),)),
            ),
            also(
                "^players who play {measure} {filter:measure,a_held} in a turn {effect:they}.",
                build=lambda measure, filter, effect: Triggered(_END, (If(Played(measure, filter), effect),)),
            ),
            also("^player with the least anointing loses a additional {count} anointing.", build=_after_it_attacks),
            also(
                "^players {effect:they} when {what} is first activated.",
                build=lambda effect, what: Triggered(Enters(what), (Does(EachPlayer(), effect),)),
            ),
        )
    )


@dataclass(frozen=True)
class OlderClause(Clause):
    """What is lost, and how long a card is gone, in earlier words."""

    count: int

    words = worded(
        en=(
            also("<discard> 1 card permanently", build=lambda: Remove(A(Filter(Noun("card"), where=HAND)))),
            also("<lose> {count} anointing (any color)", build=lambda count: Lose(count, ANOINTING, NEXT_TURN)),
        )
    )


@dataclass(frozen=True)
class TheirHighest(Selector):
    """Of a player's own cards, the one with the highest cost."""

    filter: Cards

    words = worded(en=also("<your> highest playing cost {filter:one,plain}", numbers="one", build=Highest))


@dataclass(frozen=True)
class PlayedTinted(Condition):
    """How many cards of a color you played this game."""

    measure: Measure
    tint: Tint

    words = worded(
        en=also(
            "you have played {measure} {tint} cards this game",
            build=lambda measure, tint: Played(measure, _tinted(tint), game=True),
        )
    )


@dataclass(frozen=True)
class IfWithoutComma(Sentence):
    """A condition without a comma behind it."""

    condition: Condition
    then: Timed

    verbal = True
    words = worded(en=also("if {condition} {then}", build=If))


@dataclass(frozen=True)
class OlderStatic(Static):
    """Static abilities in earlier words: surcharges and discounts in anointing are generic."""

    what: Playing
    more: int
    less: int
    tint: Tint
    noun: Noun
    traits: tuple[Trait, ...]

    words = worded(
        en=(
            also("{what:many} cost +{more} anointing to play", build=PlayingCost),
            also("{what:many} cost +{more} colorless anointing to play", build=PlayingCost),
            also("{what:many} cost +{more} anointing (any color)", build=PlayingCost),
            also(
                "{tint} cards cost {less} less anointing to play",
                build=lambda tint, less: PlayingCost(All(_tinted(tint)), less=less),
            ),
            also(
                "MP rewards from demolished {noun:many,a_demolished} are halved, rounded up (while in play)",
                build=lambda noun: RewardsHalved(Filter(noun, other=True)),
            ),
            also("{traits&all} cards may be played but their draw effect is blocked", build=DrawsBlocked),
        )
    )


@dataclass(frozen=True)
class Negates(Static):
    """A card that is negated, told of the one that negates it."""

    what: First

    words = worded(en=also("negates {what:one}", build=Stopped))


#: What earlier editions add to the mechanics of today, and what they take from them: words that meant something else.
OLDER: Final[tuple[type[Node], ...]] = (
    Spends, SomebodyGains, Momentless, OlderClause, TheirHighest, PlayedTinted, IfWithoutComma, OlderStatic,
    Negates,
)  # fmt: skip
REPLACED: Final[tuple[type[Node], ...]] = (GainsMP,)


def vocabulary(game: Game) -> dict[type[Term], Mapping[str, WordForms]]:
    """Today's words, with earlier spellings that are only read."""
    words = english.vocabulary(game)
    nouns, phases = words[Noun], words[Phase]
    return {
        **words,
        Noun: {
            **nouns,
            "healing-card": _spelled(nouns["healing-card"], "Healing-related card", "Healing related card"),
            "truth-card": _spelled(nouns["truth-card"], "truth card"),
        },
        Phase: {**phases, "draw": replace(phases["draw"], read=({"": "draw phase"},))},
        Tint: {color.id: fixed(color.name.lower()) for color in game.colors.values()},
    }


def _spelled(words: WordForms, *others: str) -> WordForms:
    return replace(words, read=tuple(noun(other).forms for other in others))


def _part(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """As in English, and "5+" is "5 or more"."""
    parted: list[Token] = []
    for token in tokens:
        if token.key == "+" and parted and parted[-1].key.isdecimal():
            parted += [Token(key, token.text, token.column) for key in ("or", "more")]
        else:
            parted.append(token)
    return ENGLISH.part(parted)


SPEECH: Final = replace(ENGLISH, part=_part)
