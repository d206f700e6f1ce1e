"""The demo's leaflets: set in another process while the faces are drawn, and kept between runs.

WeasyPrint takes longer for two leaflets than the press for all faces of the demo.
"""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from types import TracebackType

from pipeline.cache import Cache, code_digest, digest_of, file_digest, release_of, trim
from pipeline.collecting import PAGES, collect_new, collect_seldom
from pipeline.crew import Crew
from pipeline.model import Game
from pipeline.outputs import leaflet, pages
from pipeline.project import Project

#: A leaflet's PDF, and the files that were served to it with their digests.
_Made = tuple[bytes, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Leaflet:
    """A leaflet that is wanted: on a paper, of a size in millimetres, in an ink."""

    paper: str
    size: tuple[float, float]
    ink: str


@dataclass
class _Setting:
    """A leaflet that no earlier run has kept, and where another process sets it."""

    wanted: Leaflet
    html: str
    key: str
    coming: "Future[_Made] | None" = None


@dataclass
class Leaflets:
    """The demo's leaflets of one game, as a context: a process of the crew begins to set them where it is entered, and
    does not go on where it is left. They bear the `stamp` that stands over the faces."""

    project: Project
    game: Game
    wanted: Sequence[Leaflet]
    crew: Crew
    stamp: str = ""
    _kept: dict[tuple[str, str], bytes] = field(default_factory=dict)
    _missing: list[_Setting] = field(default_factory=list)
    _shelf: Cache = field(init=False)

    def __post_init__(self) -> None:
        self._shelf = Cache(self.project.output / ".cache" / "leaflets")

    def __enter__(self) -> "Leaflets":
        for each in self.wanted:
            html = leaflet.leaflet_html(
                self.project, self.game, self.game.press.demo_leaflet, each.paper, each.size, each.ink, self.stamp
            )
            key = self._key(each, html)
            kept = self._read(key)
            if kept is None:
                self._missing.append(_Setting(each, html, key))
            else:
                self._kept[each.paper, each.ink] = kept
        if self._missing:
            (other,) = self.crew.members(1)
            other.submit(_prepare)
            for setting in self._missing:
                setting.coming = other.submit(_set, self.project, self.game, setting.html, setting.wanted)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for setting in self._missing:
            if setting.coming:
                setting.coming.cancel()
        if self._missing:
            trim(self.project.output / ".cache")

    def maker(self, paper: str, ink: str) -> Callable[[], bytes] | None:
        """What gives the leaflet's PDF, waiting for it; nothing where none was wanted. It raises Refused with what is
        wrong with the leaflet."""
        if any((each.paper, each.ink) == (paper, ink) for each in self.wanted):
            return partial(self._given, paper, ink)
        return None

    def _given(self, paper: str, ink: str) -> bytes:
        # Those that the other process has not come to are set here, from the last one on.
        for setting in reversed(self._missing):
            name = setting.wanted.paper, setting.wanted.ink
            if name not in self._kept:
                pdf, served = self._made(setting)
                self._shelf.put(setting.key, json.dumps(served).encode() + b"\n" + pdf, packed=True)
                self._kept[name] = pdf
        return self._kept[paper, ink]

    def _made(self, setting: _Setting) -> _Made:
        if setting.coming and not setting.coming.cancel():
            with suppress(BrokenExecutor):
                return setting.coming.result()
        return _set(self.project, self.game, setting.html, setting.wanted)

    def _key(self, wanted: Leaflet, html: str) -> str:
        fonts = file_digest(self.project.path("fonts/fonts.toml"))
        name = self.game.press.demo_leaflet
        return digest_of(_code(), self.game.id, self.game.language, name, wanted.size, html, fonts)

    def _read(self, key: str) -> bytes | None:
        """A leaflet that was set before from the same files."""
        found = self._shelf.get(key)
        if found is None:
            return None
        line, _, pdf = found.partition(b"\n")
        served: dict[str, str] = json.loads(line)
        if any(file_digest(self.project.path(file)) != digest for file, digest in served.items()):
            return None
        return pdf


def _prepare() -> None:
    collect_seldom(PAGES)


def _set(project: Project, game: Game, html: str, wanted: Leaflet) -> _Made:
    served: dict[str, str] = {}
    pdf = leaflet.set_html(project, game, game.press.demo_leaflet, html, wanted.size, served)
    collect_new()  # its boxes know each other
    return pdf, dict(sorted(served.items()))


@lru_cache(maxsize=1)
def _code() -> str:
    ours = code_digest(Path(__file__), Path(leaflet.__file__), Path(pages.__file__))
    return digest_of(ours, [release_of(each) for each in pages.PACKAGES])
