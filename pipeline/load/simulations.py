"""Simulated games: results stored by `cardpress simulate --store`, and those that an author published."""

import datetime
import json
import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any

from pydantic import Field

from pipeline.load.files import entries, locate, read_text
from pipeline.load.ids import form_flaw
from pipeline.load.toml import Entry, Key, Toml, read_toml
from pipeline.model import Published, Ruleset, Simulation
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

#: The folder of a game that holds stored results.
FOLDER = "simulations"
#: A key of the outermost object, as it is written.
_KEY = re.compile(r'^ {1,4}"(\w+)":')

_Share = Annotated[float, Field(ge=0, le=1)]


class SimulationEntry(Entry):
    """A stored result: what `simulate --json` prints, the day it was measured, and digests of what was played."""

    date: str
    ruleset: str
    mode: str
    players: Annotated[int, Field(ge=1)]
    games: Annotated[int, Field(ge=1)]
    seed: str
    wins: Annotated[int, Field(ge=0)]
    rate: _Share
    low: _Share
    high: _Share
    rounds: Annotated[float, Field(ge=0)]
    color_screwed: _Share
    variant: str
    bot: str
    switches: dict[str, Any]
    ends: dict[str, int]
    lost_rounds: Annotated[float, Field(ge=0)]
    sides: dict[str, dict[str, int]]
    run_on: dict[str, str]


class PublishedEntry(Entry):
    """A table of `[[simulation]]`; a share that was printed as 48.0 % is 0.480."""

    ruleset: str
    mode: str
    players: Annotated[int, Field(ge=1)]
    games: Annotated[int, Field(ge=1)]
    rate: _Share
    rounds: Annotated[float, Field(ge=0)]
    color_screwed: _Share


class PublishedFile(Entry):
    """The whole of published.toml."""

    source: str
    simulation: list[dict[str, Any]]


def read_simulations(
    project: Project, game_id: str, rulesets: Mapping[str, Ruleset], problems: Problems
) -> tuple[Simulation, ...]:
    """Every stored result of a game, by file name."""
    folder = f"card_data/{game_id}/{FOLDER}"
    found = []
    for name in entries(project, folder, problems):
        relative = f"{folder}/{name}"
        stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
        if suffix != ".json":
            problems.add(Place(relative), "is no stored simulation", "only .json files belong here")
        elif flaw := form_flaw(stem):
            problems.add(Place(relative), f'the file name "{stem}" {flaw[0]}', flaw[1])
        elif (stored := _read_json(project, relative, problems)) is not None:
            entry = stored.check(SimulationEntry, problems)
            if entry is not None and _fits(stored, entry, rulesets, problems):
                given = entry.model_dump(include=_KEPT)
                found.append(Simulation(id=stem, place=stored.place("run_on"), **given))
    return tuple(found)


#: Of a stored result, what a book tells.
_KEPT = {
    *("date", "ruleset", "mode", "players", "games", "seed", "variant", "bot", "switches"),
    *("rate", "low", "high", "rounds", "color_screwed", "run_on"),
}


def read_published(
    project: Project, game_id: str, rulesets: Mapping[str, Ruleset], problems: Problems
) -> tuple[Published, ...]:
    """The results of a game's published.toml, if it has one, in order."""
    relative = f"card_data/{game_id}/published.toml"
    path = locate(project, relative, problems)
    if path is None or not path.exists():
        return ()
    toml = read_toml(project, relative, problems)
    if toml is None or toml.check(PublishedFile, problems) is None:
        return ()
    found = []
    for part in toml.parts("simulation"):
        entry = part.check(PublishedEntry, problems)
        if entry is not None and _known(part, entry.ruleset, rulesets, problems):
            found.append(Published(place=part.place(), **entry.model_dump()))
    return tuple(found)


def _read_json(project: Project, relative: str, problems: Problems) -> Toml | None:
    text = read_text(project, relative, problems)
    if text is None:
        return None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        problems.add(Place(relative, error.lineno), f"col {error.colno}: not JSON: {error.msg.lower()}")
        return None
    except (RecursionError, ValueError):  # nested too deeply; a number of thousands of digits
        problems.add(Place(relative), "cannot be read as JSON")
        return None
    if not isinstance(data, dict):
        problems.add(Place(relative, 1), "is no stored simulation: its JSON is no object")
        return None
    lines: dict[Key, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if key := _KEY.match(line):
            lines.setdefault((key[1],), number)
    return Toml(relative, data, lines)


def _fits(stored: Toml, entry: SimulationEntry, rulesets: Mapping[str, Ruleset], problems: Problems) -> bool:
    """Whether a result that is well formed can be one."""
    before = len(problems.found)
    _known(stored, entry.ruleset, rulesets, problems)
    try:
        datetime.date.fromisoformat(entry.date)
    except ValueError:
        problems.add(stored.place("date"), f'"{entry.date}" is no day', 'write it as "2026-10-31"')
    if not entry.low <= entry.rate <= entry.high:
        problems.add(stored.place("rate"), "is not between low and high")
    if entry.wins > entry.games:
        problems.add(stored.place("wins"), f"are more than the {entry.games} games")
    return len(problems.found) == before


def _known(part: Toml, ruleset: str, rulesets: Mapping[str, Ruleset], problems: Problems) -> bool:
    if ruleset not in rulesets:
        problems.add(part.place("ruleset"), f'no ruleset "{ruleset}"', nearest(ruleset, rulesets))
    return ruleset in rulesets
