"""Rulesets: every number of one version of the rules, a TOML file each."""

import datetime
from collections.abc import Collection, Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict

from pipeline.load.toml import Entry, Key, Toml, read_tomls
from pipeline.model import Ruleset
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

#: The wording of cards as the tables have it now.
TODAY = "today"

_Number = int | str | bool | tuple[int, ...] | tuple[str, ...]


def _iso_date(value: object) -> object:
    # TOML has dates of its own: `date = 2024-05-01` needs no quotes.
    return value.isoformat() if isinstance(value, datetime.date) else value


class RulesetEntry(Entry):
    """What stands first in a ruleset; everything else is the rules' own names."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    name: str
    date: Annotated[str, BeforeValidator(_iso_date)]
    edition: str


def read_rulesets(
    project: Project, game_id: str, current: str, editions: Collection[str], problems: Problems
) -> dict[str, Ruleset]:
    """Read every ruleset. One that differs from the game's `current` in its names or their kinds is left out."""
    read: dict[str, tuple[Toml, Ruleset]] = {}
    for stem, toml in read_tomls(project, f"card_data/{game_id}/rulesets", "is no ruleset", problems):
        ruleset = _ruleset(stem, toml, editions, problems)
        if ruleset is not None:
            read[stem] = (toml, ruleset)
    if current in read:
        model = read[current][1]
        return {
            ruleset.id: ruleset
            for toml, ruleset in read.values()
            if ruleset is model or _same_names(toml, ruleset, model, problems)
        }
    return {ruleset.id: ruleset for _, ruleset in read.values()}


def _ruleset(ruleset_id: str, toml: Toml, editions: Collection[str], problems: Problems) -> Ruleset | None:
    before = len(problems.found)
    entry = toml.check(RulesetEntry, problems)
    if entry is None:
        return None
    if entry.edition != TODAY and entry.edition not in editions:
        message = f'no edition "{entry.edition}"'
        known = (TODAY, *editions)
        problems.add(toml.place("edition"), message, nearest(entry.edition, known) or f'write "{TODAY}"')
    values: dict[Key, _Number] = {}
    _flatten(toml, (), entry.model_extra or {}, values, problems)
    if len(problems.found) > before:
        return None
    lines = {".".join(key): line for key in values if (line := toml.place(*key).line) is not None}
    named = {".".join(key): value for key, value in values.items()}
    return Ruleset(ruleset_id, entry.name, entry.date, entry.edition, named, Place(toml.file), lines)


def _flatten(
    toml: Toml, at: Key, table: Mapping[str, Any], values: dict[Key, _Number], problems: Problems
) -> None:
    for name, value in table.items():
        key = (*at, name)
        if "." in name:
            problems.add(toml.place(*key), f'the name "{name}" holds a stop', "stops part a table's name from its keys")
        elif isinstance(value, Mapping):
            _flatten(toml, key, value, values, problems)
        elif isinstance(value, int | str):
            values[key] = value
        elif isinstance(value, list) and (_all(value, int) or _all(value, str)):
            values[key] = tuple(value)
        else:
            message = "is neither a whole number, a flag, a text, nor a list of whole numbers or of texts"
            problems.add(toml.place(*key), message)


def _all(values: list[object], kind: type) -> bool:
    return all(type(value) is kind for value in values)


def _same_names(toml: Toml, ruleset: Ruleset, model: Ruleset, problems: Problems) -> bool:
    before = len(problems.found)
    missing = [name for name in model.values if name not in ruleset.values]
    extra = [name for name in ruleset.values if name not in model.values]
    for name in missing:
        message = f'"{name}" is missing, which {model.id} has'
        problems.add(Place(toml.file, None, name), message, nearest(name, extra))
    for name in extra:
        message = f'"{name}" is no name of {model.id}'
        problems.add(toml.place(*name.split(".")), message, nearest(name, missing) or nearest(name, model.values))
    for name, value in ruleset.values.items():
        if name in model.values and _kind(value) != _kind(model.values[name]):
            message = f"is {_kind(value)}; in {model.id} it is {_kind(model.values[name])}"
            problems.add(toml.place(*name.split(".")), message)
    return len(problems.found) == before


def _kind(value: _Number) -> str:
    if isinstance(value, tuple):
        return "a list"
    return {bool: "a flag", int: "a number", str: "a text"}[type(value)]
