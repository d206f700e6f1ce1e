"""Speed of the rulebook: nothing kept, faces kept, nothing changed; and where the time of the second goes.

Run it with `make bench`.
"""

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from process import measure

from pipeline.outputs.rulebook import setting
from pipeline.outputs.rulebook.book import loaded_book
from pipeline.outputs.rulebook.papers import papers
from pipeline.project import HOUSE, Project

_GAME: Final = "light-vs-darkness"
_PAPER: Final = "letter"
_TARGETS: Final = {"nothing kept": 8.0, "faces kept": 8.0, "nothing changed": 0.7}
_MEGABYTES: Final = 400


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in ("card_data", "layouts"):
            shutil.copytree(HOUSE / part / _GAME, root / part / _GAME)
        command = [sys.executable, "-m", "pipeline", "--root", str(root), "rulebook", _GAME, "--paper", _PAPER]
        for name, target in _TARGETS.items():
            if name == "faces kept":
                shutil.rmtree(root / "output" / ".cache" / "rulebooks")
            print(f"{name:<16} {measure(command, HOUSE)}  goal {target:g} s, {_MEGABYTES} MB")
        _steps(Project(root))


def _steps(project: Project) -> None:
    """CPU seconds of each step of setting the book, faces kept, in this process alone."""
    press, paper = setting._Setting, papers(project, _GAME)[_PAPER]
    for holder, name in ((press, "_render"), (press, "_drawn"), (setting.PageSetter, "write"), (setting, "_finished")):
        setattr(holder, name, _timed(name, getattr(holder, name)))
    book = _timed("loaded_book", loaded_book)(project, _GAME, paper.frame)
    _timed("set_book, all in all", setting.set_book)(project, book, paper)


def _timed(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """A call that tells how long it took."""

    def told(*values: Any, **named: Any) -> Any:
        began = time.process_time()
        made = call(*values, **named)
        pages = f", {len(made.pages)} pages" if hasattr(made, "pages") else ""
        print(f"{time.process_time() - began:8.2f} s CPU  {name}{pages}")
        return made

    return told


if __name__ == "__main__":
    main()
