"""Values of a record's fields. Whatever their type, they print exactly as they were typed."""

from dataclasses import dataclass
from typing import Literal

#: Where a field's value comes from: the game's documents, something computed from them, or this project's invention.
Provenance = Literal["source", "derived", "project"]


class Whole(int):
    """A whole number that prints as typed: `Whole("007") == 7`, `str(Whole("007")) == "007"`."""

    text: str

    def __new__(cls, text: str) -> "Whole":
        made = super().__new__(cls, text)
        made.text = text
        return made

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Whole({self.text!r})"


class Rich(str):
    """Text in card markup (see `model.markup`): bold, italic, glyphs, paragraphs."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Cost:
    """A playing cost: a number of generic, and at most one color's letter. "R" is stored as R+0 (L20)."""

    number: int
    color: str = ""
    text: str = ""

    @property
    def total(self) -> int:
        return self.number + (1 if self.color else 0)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Scripture:
    """A scripture reference: book, chapter, first and last verse (equal for a single one)."""

    book: str
    chapter: int
    first: int
    last: int
    text: str

    def __str__(self) -> str:
        return self.text


#: What a field may hold. Colors and references are ids; a missing optional value is None.
Value = str | Rich | Whole | bool | Cost | Scripture | tuple[str, ...] | None
