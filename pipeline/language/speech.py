"""A human language: how its words bend, how lists are joined, and how neighboring words run together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.language.forms import Form
from pipeline.language.tokens import Token


@dataclass(frozen=True, slots=True)
class Listing:
    """How the parts of a list are joined: between two, between the first of several, before the last; what ends each.

    `^` in a joint asks for a capital after it. `least`: how many parts there are at least.
    """

    pair: str
    middle: str
    last: str
    least: int = 2
    end: str = ""


@dataclass(frozen=True, slots=True)
class WordForms:
    """A noun's or adjective's forms: by number, or by number and gender ("many", "many f"), and a noun's gender.

    tags: what a phrase may ask of the noun. reminder: what may stand in parentheses after it. read: further wordings
    that are only read.
    """

    forms: Mapping[str, str]
    gender: str = ""
    tags: frozenset[str] = frozenset()
    reminder: str = ""
    read: tuple[Mapping[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Speech:
    """A human language.

    inflect: (lemma, form) -> the word, or None where the lemma has no such form. part: tokens as typed -> tokens as
    patterns mean them (contractions parted, "an" as "a"). run_together: the reverse, for keys.
    """

    code: str
    genders: tuple[str, ...]
    lists: Mapping[str, Listing]
    inflect: Callable[[str, Form], str | None]
    part: Callable[[Sequence[Token]], tuple[Token, ...]]
    run_together: Callable[[Sequence[str]], tuple[str, ...]]
