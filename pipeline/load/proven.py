"""proven.toml: the digests that cards had when they were last proven, as docs/conformance.md tells."""

from collections.abc import Mapping

from pydantic import Field

from pipeline.load.files import locate
from pipeline.load.toml import Entry, read_toml
from pipeline.problem import Problems
from pipeline.project import Project

#: The file; it is written, not edited (`proven_text`).
FILE = "proven.toml"
_HEAD = """\
# What each card's record and scenarios were when every change of it was last tried and enough of them were noticed.
# Not to be edited: cardpress conformance {game} --mutate --approve writes it.

[cards]
"""


class ProvenEntry(Entry):
    """The whole of proven.toml."""

    cards: dict[str, str] = Field(default_factory=dict)


def read_proven(project: Project, game_id: str, problems: Problems) -> Mapping[str, str]:
    """The digests by card; none where nothing was proven. What is said of cards that are gone is passed over."""
    relative = f"card_data/{game_id}/{FILE}"
    path = locate(project, relative, problems)
    if path is None or not path.exists():
        return {}
    toml = read_toml(project, relative, problems)
    entry = toml.check(ProvenEntry, problems) if toml is not None else None
    return entry.cards if entry is not None else {}


def proven_text(game_id: str, digests: Mapping[str, str]) -> str:
    """The file with these digests."""
    return _HEAD.format(game=game_id) + "".join(f'{card} = "{digest}"\n' for card, digest in digests.items())
