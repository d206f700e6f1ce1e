"""The language of cards: printed text read into trees of mechanics, and trees written as printed text.

A game's mechanics are `Node` classes with wordings (`say`, `also`) and its values `Term`s with tables of words; a
`Language` made of them reads and writes. It knows no game. See docs/language.md.
"""

from pipeline.language.english import ENGLISH
from pipeline.language.forms import Form
from pipeline.language.grammar import Flaw, Language, ReadError, Readings, Subject, UnreadError
from pipeline.language.nodes import (
    Entry,
    Node,
    Term,
    Wording,
    Words,
    also,
    as_json,
    say,
    spelled_out,
    tell,
    walk,
    worded,
)
from pipeline.language.reading import told, untold
from pipeline.language.spanish import SPANISH
from pipeline.language.speech import Listing, Speech, WordForms
from pipeline.language.tokens import same_words

__all__ = [
    "ENGLISH",
    "SPANISH",
    "Entry",
    "Flaw",
    "Form",
    "Language",
    "Listing",
    "Node",
    "ReadError",
    "Readings",
    "Speech",
    "Subject",
    "Term",
    "UnreadError",
    "WordForms",
    "Wording",
    "Words",
    "also",
    "as_json",
    "same_words",
    "say",
    "spelled_out",
    "tell",
    "told",
    "untold",
    "walk",
    "worded",
]
