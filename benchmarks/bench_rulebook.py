"""Speed of the rulebook: nothing kept, faces kept, a chapter changed, nothing changed; and where the time of the second
goes.

Run it with `make bench`.
"""

import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from process import forget_output, measure

from pipeline.outputs.rulebook import setting
from pipeline.outputs.rulebook.papers import papers
from pipeline.outputs.rulebook.parts import PartPress
from pipeline.project import HOUSE, Project

_GAME: Final = "light-vs-darkness"
_PAPER: Final = "letter"
_TARGETS: Final = {"nothing kept": 8.0, "faces kept": 8.0, "a chapter changed": 4.0, "nothing changed": 0.7}
#: A chapter in the middle of the book, and what is added to it.
_CHAPTER: Final = "chapters/07-strongholds.md"
_ADDED: Final = "\n\nAnd the light shineth in darkness; and the darkness comprehended it not.\n"
_MEGABYTES: Final = 400


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in ("card_data", "layouts"):
            shutil.copytree(HOUSE / part / _GAME, root / part / _GAME)
        command = [sys.executable, "-m", "pipeline", "--root", str(root), "rulebook", _GAME, "--paper", _PAPER]
        before = {
            "nothing kept": forget_output(root),
            "faces kept": partial(_forget, root),
            "a chapter changed": partial(_change, root / "layouts" / _GAME / "rulebook" / _CHAPTER),
        }
        for name, target in _TARGETS.items():
            run = measure(command, HOUSE, before.get(name, lambda: None))
            print(f"{name:<18} {run}  goal {target:g} s, {_MEGABYTES} MB")
        _forget(root)
        _steps(Project(root))


def _change(chapter: Path) -> None:
    """Add a paragraph to a chapter."""
    chapter.write_text(chapter.read_text("utf-8") + _ADDED, encoding="utf-8")


def _forget(root: Path) -> None:
    """Forget the book and its parts."""
    for shelf in ("rulebooks", "parts"):
        shutil.rmtree(root / "output" / ".cache" / shelf)


def _steps(project: Project) -> None:
    """CPU seconds of each step of setting the book, faces kept, in this process alone."""
    paper = papers(project, _GAME)[_PAPER]
    steps = [(PartPress, each) for each in ("__post_init__", "lay", "write", "heads")]
    reading = [(setting, each) for each in ("loaded_book", "expand")]
    for holder, name in (*reading, *steps, (setting._Setting, "_drawn"), (setting, "put_drawings")):
        setattr(holder, name, _timed(name.strip("_"), getattr(holder, name)))
    _timed("all in all", setting.book_pdf)(project, _GAME, paper)
    for name, seconds in _spent.items():
        print(f"{seconds:8.2f} s CPU  {name}")


#: CPU seconds by step.
_spent: Counter[str] = Counter()


def _timed(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    """A call that notes how long it took."""

    def timed(*values: Any, **named: Any) -> Any:
        began = time.process_time()
        made = call(*values, **named)
        _spent[name] += time.process_time() - began
        return made

    return timed


if __name__ == "__main__":
    main()
