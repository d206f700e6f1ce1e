"""What cards mean: the mechanics of each game, its words held against them, and its cards in another language."""

from pipeline.language import Entry, Language
from pipeline.rules.conformance import CardReport, Conformance, RuleReport, Trial, conformance
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
from pipeline.rules.mutation import Report, mutate
from pipeline.rules.outcome import Difference, Outcome
from pipeline.rules.rulebooks import Rulebooks, rulebook_of
from pipeline.rules.translation import translated
from pipeline.rules.words import Proposal, check_words, format_words, read_words

__all__ = [
    "Account",
    "CardReport",
    "Change",
    "Conformance",
    "Difference",
    "Entry",
    "Language",
    "NoWordsError",
    "Outcome",
    "Proposal",
    "Report",
    "RuleReport",
    "Rulebooks",
    "Trial",
    "card_language",
    "changes",
    "check_position",
    "check_records",
    "check_words",
    "conformance",
    "edition_trees",
    "format_words",
    "glossary",
    "languages",
    "mutate",
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
