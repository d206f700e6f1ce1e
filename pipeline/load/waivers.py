"""Waivers: a person's word that something questionable is meant.

A waiver names a problem's code and where it is, as `<file relative to the game's folder>:<id>`, and gives the reason.
It settles the problems of that code whose place has that file and id. One that settles nothing is itself a problem, so
that no waiver outlives its cause.
"""

from collections.abc import Collection, Sequence

from pipeline.load.files import locate
from pipeline.load.records import read_records
from pipeline.model import Waiver
from pipeline.problem import Problem, Problems, nearest
from pipeline.project import Project

#: A deck holds a hundred or more of one card.
QUANTITY = "quantity"
#: An edition says that a change leaves the play alone, or not, and the words say otherwise.
ERRATA = "errata"
#: Every code that a check of the house gives and a waiver may name.
CODES = (QUANTITY, ERRATA)

_COLUMNS = {"code": True, "where": True, "reason": True}


def read_waivers(project: Project, game_id: str, problems: Problems) -> tuple[Waiver, ...]:
    """The waivers of a game's waivers.csv, which may be absent."""
    relative = f"card_data/{game_id}/waivers.csv"
    path = locate(project, relative, problems)
    if path is None or not path.exists():
        return ()
    waivers: list[Waiver] = []
    for record in read_records(project, relative, _COLUMNS, "", problems).records:
        code, where, reason = (record.cells[name] for name in _COLUMNS)
        if code and code not in CODES:
            hint = nearest(code, CODES) or f"the codes are {', '.join(CODES)}"
            problems.add(record.place.at("code"), f'no problem has the code "{code}"', hint)
        elif record.sound:
            waivers.append(Waiver(code, where, reason, record.place))
    return tuple(waivers)


def settle(
    found: Sequence[Problem], waivers: Sequence[Waiver], game_id: str, codes: Collection[str]
) -> tuple[Problem, ...]:
    """The problems that no waiver settles, and one more for every waiver of `codes` that settles none.

    `codes` are those that the checks behind `found` give; waivers of other codes are for other checks.
    """
    folder = f"card_data/{game_id}/"
    keys = [(problem.code, f"{problem.place.file.removeprefix(folder)}:{problem.place.id}") for problem in found]
    given = {(waiver.code, waiver.where) for waiver in waivers}
    left = Problems([problem for problem, key in zip(found, keys, strict=True) if key not in given])
    there = set(keys)
    used: set[tuple[str, str]] = set()
    open_places: dict[str, list[str]] = {}
    for code, where in sorted(there - given):
        open_places.setdefault(code, []).append(where)
    for waiver in waivers:
        key = (waiver.code, waiver.where)
        if waiver.code in codes and (key not in there or key in used):
            message = f'settles nothing: no problem "{waiver.code}" at {waiver.where}'
            if key in used:
                message = f'an earlier line settles "{waiver.code}" at {waiver.where}'
            near = nearest(waiver.where, open_places.get(waiver.code, ()))
            left.add(waiver.place.at("where"), message, near or "remove the line")
        used.add(key)
    return tuple(left.found)
