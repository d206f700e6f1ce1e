"""English words for the game's values; kinds of card and colors come from game.toml."""

from collections.abc import Mapping

from pipeline.language import Term, WordForms
from pipeline.language.english import fixed, noun
from pipeline.model import Game
from pipeline.rules.light_vs_darkness.effects import Plain, When
from pipeline.rules.light_vs_darkness.nouns import TAGS
from pipeline.rules.light_vs_darkness.statics import By, Trait
from pipeline.rules.mechanics.terms import (
    Degree,
    Edge,
    Hue,
    Mana,
    Noun,
    Period,
    Phase,
    Resource,
    State,
    Symbol,
    Turn,
    Until,
    Where,
)

#: Kinds whose noun is not their name with an -s.
_KINDS = {"equipment": ("Equipment", "Equipment"), "one-time": ("One Time card", "One Time cards")}
_HEALING = "any card whose text heals"


def vocabulary(game: Game) -> dict[type[Term], Mapping[str, WordForms]]:
    """Every value's words in English."""
    kinds = {
        kind.id: noun(*_KINDS.get(kind.id, (kind.name,)), tags=TAGS.get(kind.id, ""))
        for kind in game.kinds.values()
        if kind.id not in ("basic-anointing", "spiritual-discipline")
    }
    return {
        Noun: {
            "card": noun("card", tags=TAGS["card"]),
            "truth-card": noun("Truth card", tags=TAGS["truth-card"]),
            "anointing-card": noun("anointing card", tags=TAGS["anointing-card"]),
            "healing-card": noun("Healing card", tags=TAGS["healing-card"], reminder=_HEALING),
            **kinds,
        },
        Hue: {color.id: fixed(color.name) for color in game.colors.values()},
        State: {"ready": fixed("ready"), "active": fixed("active")},
        Where: {
            "play": fixed("in play"),
            "hand": fixed("in <your> hand", "in hand"),
            "control": fixed("<you> control"),
            "attached": fixed("attached to this"),
        },
        Edge: {"start": fixed("start"), "end": fixed("end")},
        Turn: {"yours": fixed("your turn", "each of your turns"), "dark": fixed("the Dark Turn")},
        Phase: {
            "ready": fixed("Ready Phase"),
            "draw": fixed("Draw Phase"),
            "anointing": fixed("Anointing Phase"),
            "main": fixed("Main Phase"),
            "attack": fixed("Attack Phase"),
            "end": fixed("End Phase"),
        },
        Period: {"turn": fixed("turn"), "round": fixed("round")},
        Until: {"end-of-turn": fixed("until end of turn")},
        Degree: {"fewest": fixed("fewest"), "most": fixed("most")},
        Resource: {
            "anointing": fixed("anointing"),
            "mp": WordForms({"": "MP"}, tags=frozenset({"lasting"})),
            "life": WordForms({"": "Life"}, tags=frozenset({"lasting"})),
        },
        When: {"next-turn": fixed("on <your> next turn"), "this-turn": fixed("this turn")},
        Plain: {"colorless": fixed("colorless anointing"), "any-color": fixed("anointing of any color")},
        By: {"each-player": fixed("each player plays"), "you": fixed("you play"), "table": fixed("played")},
        Trait: {"additional-draw": fixed("Additional-draw"), "meditate": fixed("Meditate")},
        Mana: {color.letter: fixed(f"{{{{{color.letter}}}}}") for color in game.colors.values()},
        Symbol: {
            token: fixed(f"{{{{{token}}}}}")
            for token in (*(color.letter for color in game.colors.values()), *map(str, range(1, 10)))
            if token in game.symbols
        },
    }
