"""What cards mean: the mechanics of each game, its words held against them, and its cards in another language."""

from pipeline.language import Entry, Language
from pipeline.rules.editions import edition_trees
from pipeline.rules.games import NoWordsError, card_language, languages, older_language, subject
from pipeline.rules.translation import translated
from pipeline.rules.words import Proposal, check_words, format_words, read_words

__all__ = [
    "Entry",
    "Language",
    "NoWordsError",
    "Proposal",
    "card_language",
    "check_words",
    "edition_trees",
    "format_words",
    "glossary",
    "languages",
    "older_language",
    "read_words",
    "subject",
    "translated",
]


def glossary(language: Language) -> list[Entry]:
    """Keyword and line, in this project's words, of every mechanic that has one, by keyword."""
    return language.glossary()
