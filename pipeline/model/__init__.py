"""Frozen records: what a game is once its files have been read."""

from pipeline.model.game import (
    RULE_VALUE,
    Card,
    Color,
    Column,
    Deck,
    DeckEntry,
    Edition,
    Game,
    Kind,
    PressSettings,
    Rule,
    Ruleset,
    Symbol,
    Waiver,
    statement,
)
from pipeline.model.values import Cost, Provenance, Rich, Scripture, Value, Whole

__all__ = [
    "RULE_VALUE",
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
    "Rule",
    "Ruleset",
    "Scripture",
    "Symbol",
    "Value",
    "Waiver",
    "Whole",
    "statement",
]
