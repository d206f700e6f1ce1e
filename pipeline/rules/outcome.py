"""What came of a scenario, or of a game by bots."""

from dataclasses import dataclass, replace
from typing import Any

from pipeline.problem import Place, Refused


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that should have come out otherwise: its name, what was wanted and what was found, in words."""

    name: str
    wanted: str
    found: str

    def __str__(self) -> str:
        return f"{self.name}: wanted {self.wanted}, found {self.found}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of a scenario: whether all came out as it says, and if not, what did not.

    `stopped` says in words why it could not be played to its end, and is empty where it could. `events` are what
    happened, where somebody asked for them.
    """

    differences: tuple[Difference, ...] = ()
    stopped: str = ""
    events: tuple[tuple[Any, ...], ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything is as the scenario says."""
        return not self.differences and not self.stopped

    def __str__(self) -> str:
        return "; ".join([*([self.stopped] if self.stopped else []), *map(str, self.differences)]) or "as it should be"


def stopped_by(refused: Refused) -> Outcome:
    """Of a scenario whose position or ruleset is refused: why, key by key."""
    told = [replace(problem, place=Place(problem.place.column)) for problem in refused.problems]
    return Outcome(stopped="; ".join(map(str, told)))


@dataclass(frozen=True, slots=True)
class Played:
    """A game that bots played: how it ended (light, eliminated, encroaching or undecided), in which round, how many
    turns there were and how many of them were color-screwed, and who played."""

    ending: str
    rounds: int
    turns: int
    color_screwed: int
    sides: tuple[str, ...]
