"""equivalents.toml: what no scenario can show: changes of words, numbers and rules, and cases of rules.

It is as docs/conformance.md tells.
"""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from pipeline.load.files import locate
from pipeline.load.toml import Entry, read_toml
from pipeline.model import Case, Exemption
from pipeline.problem import Place, Problems
from pipeline.project import Project


class ExemptionEntry(Entry):
    """A table of `[[mutants]]` or `[[rules]]`."""

    names: list[str]
    reason: str


class CasesEntry(ExemptionEntry):
    """A table of `[[cases]]`."""

    cases: list[Case]


class ExemptionsEntry(Entry):
    """The whole of equivalents.toml."""

    mutants: list[ExemptionEntry] = Field(default_factory=list)
    rules: list[ExemptionEntry] = Field(default_factory=list)
    cases: list[CasesEntry] = Field(default_factory=list)


def read_exemptions(project: Project, game_id: str, problems: Problems) -> tuple[Exemption, ...]:
    """The exemptions of a game's equivalents.toml, if it has one; the place of each has the first of its names."""
    relative = f"card_data/{game_id}/equivalents.toml"
    path = locate(project, relative, problems)
    if path is None or not path.exists():
        return ()
    toml = read_toml(project, relative, problems)
    entry = toml.check(ExemptionsEntry, problems) if toml is not None else None
    if toml is None or entry is None:
        return ()
    found: list[Exemption] = []
    lists: tuple[tuple[Literal["mutants", "rules", "cases"], Sequence[ExemptionEntry]], ...]
    lists = (("mutants", entry.mutants), ("rules", entry.rules), ("cases", entry.cases))
    for of, several in lists:
        for at, each in enumerate(several):
            line = toml.place(of, at).line
            cases = tuple(each.cases) if isinstance(each, CasesEntry) else ()
            if missing := _missing(each):
                problems.add(Place(relative, line, missing), "is empty", "say what no scenario can show, and why")
                continue
            place = Place(relative, line, "names", each.names[0])
            found.append(Exemption(of, tuple(each.names), each.reason, place, cases))
    return tuple(found)


def _missing(entry: ExemptionEntry) -> str:
    """The first key of an entry that says nothing."""
    if not entry.names:
        return "names"
    if isinstance(entry, CasesEntry) and not entry.cases:
        return "cases"
    return "" if entry.reason.strip() else "reason"
