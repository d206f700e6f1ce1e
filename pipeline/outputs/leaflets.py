"""The demo's leaflets: set in another process while the faces are drawn, and kept between runs.

WeasyPrint takes longer for two leaflets than the press for all faces of the demo.
"""

import gc
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from types import TracebackType

from pipeline.cache import Cache, code_digest, digest_of, file_digest, release_of, trim
from pipeline.crew import hire
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
class Leaflets:
    """The demo's leaflets of one game, as a context: work begins where it is entered, and ends where it is left.

    `first` is done before them, by the process that sets them; where all are kept, by this one, and at once. They
    bear the `stamp` that stands over the faces.
    """

    project: Project
    game: Game
    wanted: Sequence[Leaflet]
    first: Callable[[], None] | None = None
    stamp: str = ""
    _ready: dict[tuple[str, str], Callable[[], bytes]] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None
    _shelf: Cache = field(init=False)
    _first: "Future[None] | None" = None

    def __post_init__(self) -> None:
        self._shelf = Cache(self.project.output / ".cache" / "leaflets")

    def __enter__(self) -> "Leaflets":
        missing: list[tuple[Leaflet, str, str]] = []
        for each in self.wanted:
            html = leaflet.leaflet_html(
                self.project, self.game, self.game.press.demo_leaflet, each.paper, each.size, each.ink, self.stamp
            )
            key = self._key(each, html)
            kept = self._read(key)
            if kept is None:
                missing.append((each, html, key))
            else:
                self._ready[each.paper, each.ink] = partial(bytes, kept)
        if self.first and missing:
            self._first = self._other().submit(self.first)
        elif self.first:
            self.first()
        for index, (each, html, key) in enumerate(missing):
            # Of several, this process sets the first when it is asked for: the faces are drawn by then, and the other
            # process comes to its end about when this one does.
            here = index == 0 and len(missing) > 1
            setting = partial(_set, self.project, self.game, html, each) if here else self._begin(html, each)
            self._ready[each.paper, each.ink] = partial(self._made, key, setting)
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

    def settle(self) -> None:
        """Wait for what is done first. Raises Refused as that does."""
        if self._first:
            self._first.result()

    def _begin(self, html: str, wanted: Leaflet) -> Callable[[], _Made]:
        """Have the other process set a leaflet; gives what waits for it."""
        return self._other().submit(_set, self.project, self.game, html, wanted).result

    def _other(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = hire(_prepare)
        return self._pool

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

    def _made(self, key: str, setting: Callable[[], _Made]) -> bytes:
        pdf, served = setting()
        self._shelf.put(key, json.dumps(served).encode() + b"\n" + pdf, packed=True)
        return pdf


def _prepare() -> None:
    gc.set_threshold(*pages.GC_THRESHOLDS)


def _set(project: Project, game: Game, html: str, wanted: Leaflet) -> _Made:
    served: dict[str, str] = {}
    pdf = leaflet.set_html(project, game, game.press.demo_leaflet, html, wanted.size, served)
    return pdf, dict(sorted(served.items()))


@lru_cache(maxsize=1)
def _code() -> str:
    ours = code_digest(Path(__file__), Path(leaflet.__file__), Path(pages.__file__))
    return digest_of(ours, [release_of(each) for each in pages.PACKAGES])
