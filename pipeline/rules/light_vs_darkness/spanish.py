"""Spanish words for the game's values: nouns with their gender, adjectives that agree."""

from collections.abc import Mapping
from typing import Final

from pipeline.language import Term, WordForms
from pipeline.language.spanish import adjective, bend, fixed, noun
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

_HEALING: Final = "cualquier carta cuyo texto cure o recupere Vida"
_NOUNS: Final = {
    "card": ("f", "carta", "cartas"),
    "truth-card": ("f", "carta de Verdad", "cartas de Verdad"),
    "anointing-card": ("f", "carta de unción", "cartas de unción"),
    "healing-card": ("f", "carta de Sanación", "cartas de Sanación"),
    "one-time": ("f", "carta de Una Vez", "cartas de Una Vez"),
    "living-truth": ("f", "Verdad Viviente", "Verdades Vivientes"),
    "equipment": ("m", "Equipo", "Equipos"),
    "stronghold": ("f", "Fortaleza", "Fortalezas"),
    "mentor": ("m", "Mentor", "Mentores"),
}
_HUES: Final = {
    "red": "rojo",
    "orange": "naranja",
    "yellow": "amarillo",
    "green": "verde",
    "light-blue": "azul claro",
    "dark-blue": "azul oscuro",
    "purple": "morado",
}


def _agreeing(adjective: str, rest: str) -> WordForms:
    return WordForms({form: f"{word} {rest}" for form, word in bend(adjective).items()})


def vocabulary(game: Game) -> dict[type[Term], Mapping[str, WordForms]]:
    """Every value's words in Spanish."""
    return {
        Noun: {
            key: noun(*words, tags=TAGS.get(key, ""), reminder=_HEALING if key == "healing-card" else "")
            for key, words in _NOUNS.items()
        },
        Hue: {color: adjective(word) for color, word in _HUES.items()},
        State: {"ready": adjective("listo"), "active": adjective("activo")},
        Where: {
            "play": fixed("en juego"),
            "hand": fixed("en <tu> mano", "de <tu> mano"),
            "control": fixed("que <controlas>"),
            "attached": _agreeing("unido", "a esta carta"),
        },
        Edge: {"start": fixed("inicio"), "end": fixed("final")},
        Turn: {"yours": fixed("tu turno", "cada uno de tus turnos"), "dark": fixed("el Turno Oscuro")},
        Phase: {
            "ready": fixed("Fase de Preparación"),
            "draw": fixed("Fase de Robo"),
            "anointing": fixed("Fase de Unción"),
            "main": fixed("Fase Principal"),
            "attack": fixed("Fase de Ataque"),
            "end": fixed("Fase Final"),
        },
        Period: {"turn": fixed("turno"), "round": fixed("ronda")},
        Until: {"end-of-turn": fixed("hasta el final de el turno")},
        Degree: {"fewest": fixed("menos"), "most": fixed("más")},
        Resource: {
            "anointing": fixed("de unción"),
            "mp": WordForms({"": "PM"}, tags=frozenset({"lasting"})),
            "life": WordForms({"": "de Vida"}, tags=frozenset({"lasting"})),
        },
        When: {"next-turn": fixed("en <tu> próximo turno"), "this-turn": fixed("este turno")},
        Plain: {"colorless": fixed("de unción incolora"), "any-color": fixed("de unción de cualquier color")},
        By: {
            "each-player": fixed("que cada jugador juegue"),
            "you": fixed("que juegues"),
            "table": WordForms(bend("jugado")),
        },
        Trait: {
            "additional-draw": fixed("robo adicional"),
            "meditate": fixed("meditar"),
        },
        Mana: {color.letter: fixed(f"{{{{{color.letter}}}}}") for color in game.colors.values()},
        Symbol: {
            token: fixed(f"{{{{{token}}}}}")
            for token in (*(color.letter for color in game.colors.values()), *map(str, range(1, 10)))
            if token in game.symbols
        },
    }
