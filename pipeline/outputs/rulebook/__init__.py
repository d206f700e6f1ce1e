"""The rulebook: chapters in Markdown whose numbers, names and texts come from the game, set as a book."""

from pipeline.outputs.rulebook.book import Book, Chapter, Expanded, check_book, expand, has_book, load_book

__all__ = ["Book", "Chapter", "Expanded", "check_book", "expand", "has_book", "load_book"]
