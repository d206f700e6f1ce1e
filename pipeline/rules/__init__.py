"""What cards mean: the mechanics of each game, its words held against them, and its cards in another language.

What tells of them at length stands beside: `pipeline.rules.conformance` and, for changes made to see whether anybody
notices, `pipeline.rules.mutation`; who only plays need not load these.
"""

from pipeline.language import Entry, Language
from pipeline.rules.editions import Change, changes, edition_trees
from pipeline.rules.examples import Account, told_example
from pipeline.rules.games import (
    NoWordsError,
    card_language,
    check_position,
    check_records,
    languages,
    older_language,
    subject,
)
from pipeline.rules.outcome import Difference, Outcome
from pipeline.rules.rulebooks import Rulebooks, rulebook_of
from pipeline.rules.translation import translated
from pipeline.rules.words import Proposal, check_words, format_words, read_words

__all__ = [
    "Account",
    "Change",
    "Difference",
    "Entry",
    "Language",
    "NoWordsError",
    "Outcome",
    "Proposal",
    "Rulebooks",
    "card_language",
    "changes",
    "check_position",
    "check_records",
    "check_words",
    "edition_trees",
    "format_words",
    "glossary",
    "languages",
    "older_language",
    "read_words",
    "rulebook_of",
    "subject",
    "told_example",
    "translated",
]


def glossary(language: Language) -> list[Entry]:
    """Keyword and line, in this project's words, of every mechanic that has one, by keyword."""
    return language.glossary()
