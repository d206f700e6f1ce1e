"""What is wrong with a user's data, told so that the person who made it can mend it.

Problems are collected and reported together. A `Problem` is data; `Refused` carries problems out of work that cannot
go on. Any other exception is a programmer's fault.
"""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache

#: What would break a line in two, or steer the terminal it is shown on: controls, lone surrogates, line separators.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
#: Of a longer text the middle is left out: what is wrong with a text stands before or behind it.
_MOST_TOLD = 500


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the project: file (relative to its folder), line from 1, column name, record id."""

    file: str
    line: int | None = None
    column: str = ""
    id: str = ""

    def at(self, column: str) -> "Place":
        """The same place, in another column."""
        return Place(self.file, self.line, column, self.id)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, where it is, and what to do about it.

    `code` names the kind of problem when a waiver may settle it (see `load.waivers`); most problems have none.
    """

    place: Place
    message: str
    hint: str = ""
    code: str = ""

    def __str__(self) -> str:
        place = self.place
        where = _told(place.file)
        if place.line is not None or place.column:
            where += f":{place.line if place.line is not None else ''}:{_told(place.column)}".rstrip(":")
        if place.id:
            where += f" {_told(place.id)}"
        return f"{where}: {_told(self.message)}" + (f"; {_told(self.hint)}" if self.hint else "")

    def as_json(self) -> dict[str, object]:
        """The fixed JSON form of `cardpress check --json`: file, line, column, id, message, hint."""
        told = {**asdict(self.place), "message": self.message, "hint": self.hint}
        return {name: _encodable(value) if isinstance(value, str) else value for name, value in told.items()}


def _seen(text: str) -> str:
    """`text` in one line, with what cannot be seen in it written as an escape."""
    return _UNSEEN.sub(lambda found: found.group().encode("unicode_escape").decode(), text)


def _told(text: str) -> str:
    """`text` in one line of bearable length."""
    line = _seen(text)
    half = _MOST_TOLD // 2
    return line if len(line) <= _MOST_TOLD else f"{line[:half]} [...] {line[-half:]}"


def _encodable(text: str) -> str:
    """`text` as UTF-8 can hold it: the name of a file may be bytes that are no text."""
    return text.encode("utf-8", "backslashreplace").decode()


@dataclass(slots=True)
class Problems:
    """A list that grows while a stage goes on finding what else is wrong."""

    found: list[Problem] = field(default_factory=list)

    def add(self, place: Place, message: str, hint: str = "", code: str = "") -> None:
        self.found.append(Problem(place, message, hint, code))

    def extend(self, problems: Iterable[Problem]) -> None:
        self.found.extend(problems)

    def refuse(self) -> None:
        """Raise `Refused` when anything was found."""
        if self.found:
            raise Refused(self.found)


class Refused(Exception):  # noqa: N818 - it is a refusal of the user's input, not an error of ours
    """The user's input cannot be worked on; `problems` says why, completely, and `way_out` how to go on without mending
    it, where that is possible."""

    def __init__(self, problems: Sequence[Problem], way_out: str = "") -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)
        self.way_out = way_out

    def __reduce__(self) -> tuple[type["Refused"], tuple[tuple[Problem, ...], str]]:
        """From another process it comes whole."""
        return Refused, (self.problems, self.way_out)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint with the known word nearest to `word`, or an empty string when none is near."""
    return _nearest(word, tuple(known))


@lru_cache(maxsize=1024)
def _nearest(word: str, choices: tuple[str, ...]) -> str:
    # Kept, for a table may hold one slip thousands of times.
    folded = {choice.casefold(): choice for choice in reversed(choices)}
    near = difflib.get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    return f'did you mean "{folded[near[0]]}"?' if near else ""
