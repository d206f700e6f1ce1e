"""The demo's leaflets: set in a process of their own while the faces are drawn, and kept between runs.

WeasyPrint takes longer for one leaflet than the press for all faces of the demo.
"""

import gc
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import TracebackType

from pipeline.cache import Cache, code_digest, digest_of, file_digest, release_of, trim
from pipeline.crew import hire
from pipeline.model import Game
from pipeline.outputs import leaflet, pages
from pipeline.problem import Refused
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
class Leaflets:
    """The demo's leaflets of one game, as a context: work begins where it is entered, and ends where it is left."""

    project: Project
    game: Game
    wanted: Sequence[Leaflet]
    _ready: dict[tuple[str, str], Callable[[], bytes]] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> "Leaflets":
        for each in self.wanted:
            self._ready[each.paper, each.ink] = self._begin(each)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)
            trim(self.project.output / ".cache")

    def maker(self, paper: str, ink: str) -> Callable[[], bytes] | None:
        """What gives the leaflet's PDF, waiting for it; nothing where none was wanted. It raises Refused with what is
        wrong with the leaflet."""
        return self._ready.get((paper, ink))

    def _begin(self, wanted: Leaflet) -> Callable[[], bytes]:
        name = self.game.press.demo_leaflet
        html = leaflet.leaflet_html(self.project, self.game, name, wanted.paper, wanted.size, wanted.ink)
        fonts = file_digest(self.project.path("fonts/fonts.toml"))
        key = digest_of(_code(), self.game.id, self.game.language, name, wanted.size, html, fonts)
        shelf = Cache(self.project.output / ".cache" / "leaflets")
        kept = self._read(shelf, key)
        if kept is not None:
            return lambda: kept
        if self._pool is None:
            self._pool = hire(_prepare)
        coming = self._pool.submit(_set, self.project, self.game, html, wanted)
        return lambda: self._written(shelf, key, coming)

    def _read(self, shelf: Cache, key: str) -> bytes | None:
        """A leaflet that was set before from the same files."""
        found = shelf.get(key)
        if found is None:
            return None
        line, _, pdf = found.partition(b"\n")
        served: dict[str, str] = json.loads(line)
        if any(file_digest(self.project.path(file)) != digest for file, digest in served.items()):
            return None
        return pdf

    def _written(self, shelf: Cache, key: str, coming: "Future[_Made]") -> bytes:
        try:
            pdf, served = coming.result()
        except Refused as refused:
            # Between processes an exception loses what it prints as.
            raise Refused(refused.problems) from None
        shelf.put(key, json.dumps(served).encode() + b"\n" + pdf)
        return pdf


def _prepare() -> None:
    """WeasyPrint makes many small things that last: looking for circles among them after every few hundred, as Python
    does, takes a sixth of its time."""
    gc.set_threshold(100_000, 50, 1000)


def _set(project: Project, game: Game, html: str, wanted: Leaflet) -> _Made:
    served: dict[str, str] = {}
    pdf = leaflet.set_html(project, game, game.press.demo_leaflet, html, wanted.size, served)
    return pdf, dict(sorted(served.items()))


@lru_cache(maxsize=1)
def _code() -> str:
    ours = code_digest(Path(__file__), Path(leaflet.__file__), Path(pages.__file__))
    return digest_of(ours, [release_of(each) for each in pages.PACKAGES])
