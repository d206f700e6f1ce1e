"""Cardpress: from card records to everything that is printed of a game."""

__version__ = "0.1.0"
