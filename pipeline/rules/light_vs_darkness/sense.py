"""What a tree must be to make sense: pronouns that lead somewhere, abilities that fit the kind of card."""

from collections.abc import Iterator
from typing import Final

from pipeline.language import Flaw, Node, walk
from pipeline.rules.light_vs_darkness.effects import ANOINTING, HAND, Add, Discard, Lose, Pay, PreventThat, Sacrifice
from pipeline.rules.light_vs_darkness.statics import EntersExhausted
from pipeline.rules.light_vs_darkness.triggers import Attacks
from pipeline.rules.mechanics.composition import (
    Activated,
    Costs,
    Instruction,
    Lasting,
    Text,
    Triggered,
)
from pipeline.rules.mechanics.selectors import (
    A,
    AnotherPlayer,
    APlayer,
    Cards,
    Filter,
    Highest,
    It,
    That,
    ThatPlayer,
    This,
)
from pipeline.rules.mechanics.terms import Noun, Where

ATTACHED: Final = Where("attached")
_LASTING: Final = (Lasting, Triggered)
#: Kind of card -> the abilities it may have (docs/language.md).
_ABILITIES: Final = {
    "one-time": (Instruction,),
    "stronghold": _LASTING,
    "mentor": _LASTING,
    "basic-anointing": (Activated,),
    "spiritual-discipline": (Activated, EntersExhausted),
    "living-truth": (*_LASTING, Activated),
    "equipment": (*_LASTING, Activated),
}
_NAMES: Final = {
    Instruction: "an instruction",
    Activated: "an ability with a cost",
    Lasting: "a lasting ability",
    Triggered: "a triggered ability",
    EntersExhausted: "a card that enters exhausted",
}


def fitting(tree: Node, kind: str) -> Iterator[Flaw]:
    """Abilities that a card of this kind cannot have."""
    allowed = _ABILITIES.get(kind)
    for ability in tree.abilities if isinstance(tree, Text) and allowed else ():
        if not isinstance(ability, allowed or ()):
            name = _NAMES[type(ability)]
            hint = "say what happens" if kind == "one-time" else "say when, or for what cost, it happens"
            yield Flaw(ability, f"{name} does nothing on a card of the kind {kind}", hint)


def _nouns(cards: Cards) -> tuple[Noun, ...]:
    return tuple(each.noun for each in walk(cards) if isinstance(each, Filter))


def referring(tree: Node, kind: str) -> Iterator[Flaw]:
    """Pronouns without one thing that they can mean (in the paragraph, in the order of the words)."""
    for ability in tree.abilities if isinstance(tree, Text) else ():
        single: list[tuple[Noun, ...]] = []
        players = 0
        attacked = False
        for each in walk(ability):
            if isinstance(each, It) and len(single) != 1:
                why = "it may be more than one thing" if single else "nothing single is named before it"
                yield Flaw(each, f'"it" is unclear: {why}', 'repeat the noun, as in "that Living Truth"')
            elif isinstance(each, That) and sum(each.noun in nouns for nouns in single) != 1:
                yield Flaw(each, f'"that" is unclear: not just one {each.noun} is named before it')
            elif isinstance(each, ThatPlayer) and players != 1:
                yield Flaw(each, "not just one player is named before", 'name the player, as in "each player"')
            elif isinstance(each, PreventThat) and not attacked:
                hint = 'begin "Whenever a Stronghold attacks you,"'
                yield Flaw(each, '"that damage" needs an attack on you', hint, ("that", "ese"))
            if isinstance(each, A | Highest):
                single.append(_nouns(each.filter))
            elif isinstance(each, APlayer | AnotherPlayer):
                players += 1
            elif isinstance(each, Attacks):
                attacked = each.you


#: Parts of a cost whose cards, or whose anointing, another part of the sort might want as well.
_TAKING: Final = (Pay, Discard, Sacrifice)


def _add_up(part: Node, other: Node) -> bool:
    """Whether two parts of a cost are paid with the same thing, or might be with the same card."""
    if isinstance(part, Lose) and isinstance(other, Lose):
        return part.what == other.what
    return part == other or any(isinstance(part, sort) and isinstance(other, sort) for sort in _TAKING)


def paying(tree: Node, kind: str) -> Iterator[Flaw]:
    """Costs that are none or are there twice, colors offered twice, discards and sacrifices from elsewhere."""
    for each in walk(tree):
        if isinstance(each, Costs):
            for at, part in enumerate(each.parts):
                if any(_add_up(part, other) for other in each.parts[:at]):
                    yield Flaw(part, "this cost is there already", "say in one part all that is paid so")
                if isinstance(part, Lose) and part.what == ANOINTING:
                    yield Flaw(part, "lost anointing is no cost", "pay it with symbols")
        elif isinstance(each, Add) and len(set(each.options)) < len(each.options):
            yield Flaw(each, "a color is offered twice", "name each color once")
        elif isinstance(each, Discard):
            for cards in walk(each):
                if isinstance(cards, Filter) and cards.where not in (None, HAND):
                    yield Flaw(cards, "only cards in a hand are discarded", "say no place, or in your hand")
        elif isinstance(each, Sacrifice):
            for cards in walk(each):
                if isinstance(cards, Filter) and cards.where == HAND:
                    yield Flaw(cards, "only cards in play are sacrificed", "say discard, or you control")


def present(tree: Node, kind: str) -> Iterator[Flaw]:
    """A card where it is not: a One Time card is never in play, and no card that does something is in a hand."""
    for each in walk(tree):
        if kind == "one-time" and (isinstance(each, This) or (isinstance(each, Filter) and each.where == ATTACHED)):
            yield Flaw(each, "a One Time card is not in play, and nothing is attached to it", "name a card in play")
        elif isinstance(each, Discard) and isinstance(each.what, This):
            yield Flaw(each.what, "this card is not in your hand", "say sacrifice, or name a card in your hand")


SENSE: Final = (fitting, referring, paying, present)
