"""The project folder: where a designer's files are, and where the house's own stand in for them.

A project holds `card_data/`, `layouts/<game>/` and `output/`. What belongs to the house rather than to one game
(`layouts/sheets`, `layouts/services`, those of pages for the screen, `fonts`) comes with the installed package; a
project's own file of the same path goes before it. Nothing is read or written outside these two folders.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
#: Installed: the copy inside the package. In a checkout: the checkout itself.
HOUSE = _PACKAGE / "house" if (_PACKAGE / "house").is_dir() else _PACKAGE.parent
_SHARED = ("layouts/sheets", "layouts/services", "layouts/pages", "layouts/proof", "layouts/conformance", "fonts")
_INSIDE_SHARED = tuple(f"{folder}/" for folder in _SHARED)


class OutsideError(ValueError):
    """A path that leads out of the project folder, or nowhere."""


@dataclass(frozen=True, slots=True)
class Project:
    """A designer's project folder."""

    root: Path

    @staticmethod
    def find(start: Path) -> "Project | None":
        """The nearest folder from `start` upwards that holds `card_data/`."""
        start = start.resolve()
        for folder in (start, *start.parents):
            if (folder / "card_data").is_dir():
                return Project(folder)
        return None

    @property
    def output(self) -> Path:
        return self.root / "output"

    def games(self) -> tuple[str, ...]:
        """Ids of the games in the project: the folders of `card_data/` that hold a `game.toml`, in order."""
        folder = self.root / "card_data"
        return tuple(sorted(entry.parent.name for entry in folder.glob("*/game.toml")))

    def path(self, relative: str) -> Path:
        """The file that `relative` (with forward slashes) means: the project's own, or the house's where shared.

        The file need not exist. Raises OutsideError when the path, or a link on it, leads out of the folder or can lead
        to no file at all.
        """
        try:
            own = _within(self.root, relative)
            if f"{relative}/".startswith(_INSIDE_SHARED) and not own.exists():
                return _within(HOUSE, relative)
        except (OSError, RuntimeError):
            # A name longer than the disk takes; a loop of links (an OSError or, before Python 3.13, a RuntimeError).
            raise OutsideError(f"{relative[:200]!r} leads to no file") from None
        return own

    def listing(self, folder: str, pattern: str) -> Iterator[tuple[str, Path]]:
        """Relative path and file of everything in `folder` that matches `pattern`, the project's before the house's."""
        seen: dict[str, Path] = {}
        roots = (self.root, HOUSE) if folder in _SHARED else (self.root,)
        for root in roots:
            for file in (root / folder).glob(pattern):
                relative = file.relative_to(root).as_posix()
                seen.setdefault(relative, _within(root, relative))
        yield from sorted(seen.items())

    def relative(self, path: Path) -> str:
        """How `path` is named to a person: relative to the project (or to the house, for the house's own)."""
        for root in (self.root.resolve(), HOUSE):
            if path.resolve().is_relative_to(root):
                return path.resolve().relative_to(root).as_posix()
        return path.name


def _within(root: Path, relative: str) -> Path:
    if relative.startswith("/") or "\0" in relative:
        raise OutsideError(f"{relative!r} leads out of the project folder")
    path = root / relative
    resolved = path.resolve() if path.name == ".." or path.is_symlink() else _resolved(path.parent) / path.name
    if not resolved.is_relative_to(_resolved(root)):
        raise OutsideError(f"{relative!r} leads out of the project folder")
    return resolved


@lru_cache(maxsize=256)
def _resolved(folder: Path) -> Path:
    """Where a folder really is. It does not move while a command runs; files in it are asked for hundreds of times."""
    return folder.resolve()
