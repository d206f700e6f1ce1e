"""The papers that a book is set on: `papers.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pydantic import Field, PositiveFloat

from pipeline.load.toml import Entry, Toml, read_toml
from pipeline.problem import Problems, nearest
from pipeline.project import Project

_FILE: Final = "papers.toml"


class PaperEntry(Entry):
    """A table of papers.toml, with what it takes from the paper that it is like. Lengths in millimetres."""

    name: str
    width: PositiveFloat
    height: PositiveFloat
    inner: PositiveFloat
    outer: PositiveFloat
    head: PositiveFloat
    foot: PositiveFloat
    bleed: float = Field(default=0.0, ge=0)
    folded: bool = False
    like: str = ""
    measures: dict[str, str]


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its size when trimmed, what it bleeds, and the margins about the frame that text stands in, on a right
    page; all in millimetres. Pages that are `folded` are a multiple of four. `measures` are the style sheet's own."""

    id: str
    name: str
    width: float
    height: float
    inner: float
    outer: float
    head: float
    foot: float
    bleed: float
    folded: bool
    measures: Mapping[str, str]

    @property
    def frame(self) -> float:
        """How wide the frame of the text is."""
        return round(self.width - self.inner - self.outer, 3)


def papers(project: Project, game_id: str) -> dict[str, Paper]:
    """The papers of a game's book, by id. Raises Refused with everything that is wrong in its papers.toml."""
    problems = Problems()
    found: dict[str, Paper] = {}
    toml = read_toml(project, f"layouts/{game_id}/rulebook/{_FILE}", problems)
    for name in toml.data if toml else ():
        assert toml is not None
        part = _whole(toml, name, problems)
        entry = part.check(PaperEntry, problems) if part else None
        if entry:
            found[name] = Paper(id=name, **entry.model_dump(exclude={"like"}))
    problems.refuse()
    return found


def _whole(toml: Toml, name: str, problems: Problems) -> Toml | None:
    """A paper's table with what it takes from another; None, and a problem, where there is no such other."""
    part = toml.data[name]
    if not isinstance(part, dict):
        problems.add(toml.place(name), "must be a table")
        return None
    like = part.get("like", "")
    first = toml.data.get(like, {}) if like else {}
    if like and (like == name or not isinstance(first, dict) or not first or first.get("like")):
        known = [each for each in toml.data if each != name]
        problems.add(toml.place(name, "like"), f'there is no other paper "{like}" that says all', nearest(like, known))
        return None
    measures = {**first.get("measures", {}), **part.get("measures", {})}
    return Toml(toml.file, {**first, **part, "measures": measures}, toml.part(name).lines)
