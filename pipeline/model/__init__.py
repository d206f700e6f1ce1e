"""Frozen records: what a game is once its files have been read."""

from pipeline.model.game import (
    Card,
    Color,
    Column,
    Deck,
    DeckEntry,
    Edition,
    Game,
    Kind,
    PressSettings,
    Ruleset,
    Symbol,
    Waiver,
)
from pipeline.model.values import Cost, Provenance, Rich, Scripture, Value, Whole

__all__ = [
    "Card",
    "Color",
    "Column",
    "Cost",
    "Deck",
    "DeckEntry",
    "Edition",
    "Game",
    "Kind",
    "PressSettings",
    "Provenance",
    "Rich",
    "Ruleset",
    "Scripture",
    "Symbol",
    "Value",
    "Waiver",
    "Whole",
]
