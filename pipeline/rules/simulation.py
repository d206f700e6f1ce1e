"""Many games by bots: how often the Light wins, how long games are, how they end.

The seed of a game is the run's seed and the game's number, so that the result does not hang on how many processes
play.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any, Final

from pipeline.crew import hire, share
from pipeline.model import Game
from pipeline.rules.games import games as games_of
from pipeline.rules.outcome import Played
from pipeline.rules.rulebooks import Rulebooks

Switches = Mapping[str, int | str | bool | tuple[int, ...] | tuple[str, ...]]

#: Of the intervals that are reported.
_CONFIDENCE: Final = 0.95
_Z: Final = NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
#: How many games a process is given at a time.
_PIECE: Final = 100


@dataclass(frozen=True, slots=True)
class Run:
    """What is simulated: a ruleset with values of its own replaced by `switches`, and who plays how."""

    ruleset: str
    mode: str
    players: int
    games: int
    seed: str
    variant: str = "standard"
    bot: str = "sensible"
    switches: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run. Shares are of 1; `low` and `high` bound the rate's 95 % interval after Wilson.

    rounds: the mean. color_screwed: share of turns (L76). ends: how many games ended how; lost_rounds: the mean round
    of those lost, 0 where none was. by_side: games and wins of each player's name. won: game by game.
    """

    run: Run
    wins: int
    low: float
    high: float
    rounds: float
    color_screwed: float
    ends: Mapping[str, int]
    lost_rounds: float
    by_side: Mapping[str, tuple[int, int]]
    won: tuple[bool, ...]

    @property
    def rate(self) -> float:
        """Share of games that the Light won."""
        return self.wins / self.run.games

    def as_json(self) -> dict[str, Any]:
        """The fixed names first; figures rounded to what many games can show."""
        run = self.run
        return {
            "ruleset": run.ruleset,
            "mode": run.mode,
            "players": run.players,
            "games": run.games,
            "seed": run.seed,
            "wins": self.wins,
            "rate": round(self.rate, 5),
            "low": round(self.low, 5),
            "high": round(self.high, 5),
            "rounds": round(self.rounds, 4),
            "color_screwed": round(self.color_screwed, 5),
            "variant": run.variant,
            "bot": run.bot,
            "switches": dict(run.switches),
            "ends": dict(self.ends),
            "lost_rounds": round(self.lost_rounds, 4),
            "sides": {name: {"games": games, "wins": wins} for name, (games, wins) in self.by_side.items()},
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs on the same seeds: by how much the second wins more often, with its 95 % interval, from the differences
    game by game."""

    first: Result
    second: Result
    difference: float
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """The first run's JSON, with the second and the difference in it."""
        told = {"difference": self.difference, "difference_low": self.low, "difference_high": self.high}
        rounded = {name: round(value, 5) for name, value in told.items()}
        return {**self.first.as_json(), "against": {**self.second.as_json(), **rounded}}


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate of which `wins` of `games` were seen (Wilson 1927, without continuity correction)."""
    rate, z2 = wins / games, _Z * _Z
    middle = rate + z2 / (2 * games)
    spread = _Z * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, (middle - spread) / (1 + z2 / games)), min(1.0, (middle + spread) / (1 + z2 / games))


def simulate(game: Game, run: Run, jobs: int = 1, tell: Callable[[int], None] = lambda games: None) -> Result:
    """Play a run's games. `tell` hears how many more were played.

    Raises Refused for an unknown ruleset, for values that the engine cannot use and for a mode that the decks at hand
    do not allow.
    """
    pieces = [range(start, min(start + _PIECE, run.games)) for start in range(0, run.games, _PIECE)]
    # The first piece is played here, also to find what is wrong before others are asked.
    table = _Table(game, run)
    crew = [hire(_sit_down, game, run) for _ in range(min(jobs, len(pieces)) - 1)]
    try:
        played = []
        for each in share(crew, pieces, _play, table.play):
            played.append(each)
            tell(1)
    finally:
        for other in crew:
            other.shutdown(cancel_futures=True)
    return _result(run, played)


def compare(
    game: Game, run: Run, other: Run, jobs: int = 1, tell: Callable[[int], None] = lambda games: None
) -> Comparison:
    """Play two runs on the same seeds. Raises as `simulate` does."""
    first = simulate(game, run, jobs, tell)
    second = simulate(game, replace(other, seed=run.seed, games=run.games), jobs, tell)
    steps = [after - before for before, after in zip(first.won, second.won, strict=True)]
    mean = sum(steps) / len(steps)
    variance = sum((step - mean) ** 2 for step in steps) / max(1, len(steps) - 1)
    spread = _Z * math.sqrt(variance / len(steps))
    return Comparison(first, second, mean, mean - spread, mean + spread)


class _Table:
    """Where a run's games are played, one after another."""

    def __init__(self, game: Game, run: Run) -> None:
        rulebook = Rulebooks(game).of(run.ruleset, dict(run.switches))
        self._games = games_of(rulebook, run.bot)
        self._run = run
        # What is wrong with a mode is wrong before the first game.
        rulebook.setup(run.mode, run.players, run.variant, f"{run.seed}:0")

    def play(self, numbers: Iterable[int]) -> list[Played]:
        run = self._run
        return [self._games.play(run.mode, run.players, run.variant, f"{run.seed}:{each}") for each in numbers]


_seats: list[_Table] = []


def _sit_down(game: Game, run: Run) -> None:
    _seats.append(_Table(game, run))


def _play(numbers: range) -> list[Played]:
    return _seats[0].play(numbers)


def _result(run: Run, played: Sequence[Played]) -> Result:
    won = tuple(each.ending == "light" for each in played)
    lost = [each.rounds for each in played if each.ending != "light"]
    low, high = wilson(sum(won), len(won))
    sides: dict[str, tuple[int, int]] = {}
    for each in played:
        for name in each.sides:
            games, wins = sides.get(name, (0, 0))
            sides[name] = games + 1, wins + (each.ending == "light")
    return Result(
        run=run,
        wins=sum(won),
        low=low,
        high=high,
        rounds=sum(each.rounds for each in played) / len(played),
        color_screwed=sum(each.color_screwed for each in played) / max(1, sum(each.turns for each in played)),
        ends=dict(sorted(Counter(each.ending for each in played).items())),
        lost_rounds=sum(lost) / len(lost) if lost else 0.0,
        by_side=dict(sorted(sides.items())),
        won=won,
    )
