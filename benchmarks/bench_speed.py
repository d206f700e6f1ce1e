"""Speed of the press: a made-up deck and the demo, timed on this machine, with where the time goes.

Run it with `make bench`. Times depend on the machine; so that two machines can be compared, each is also given in turns
of a fixed loop of plain Python that is timed first.
"""

import argparse
import cProfile
import csv
import importlib.util
import pstats
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from made_up import CARDS, GAME, write_project
from process import Run, forget_output, measure
from typst_deck import write_typst

from pipeline.crew import Crew, hire
from pipeline.draw.pixels import _Pages, encode_png
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.outputs.faces import choose_faces, faces_pdf
from pipeline.outputs.leaflet import set_leaflet
from pipeline.outputs.plates import PlatePress
from pipeline.outputs.release import INKS, PAPERS
from pipeline.outputs.sheets import load_sheet
from pipeline.place import FacePress
from pipeline.project import HOUSE, Project

_ROUNDS: Final = 3
_DEMO: Final = "light-vs-darkness"
_DECK: Final = "demo-daniel"
#: What the press promises on two cores: (seconds, or faces a second).
_FACES_PER_SECOND: Final = 400
_TARGETS: Final = {"pictures": 3.5, "demo": 8.0, "demo again": 2.5, "one edit": 0.6}
_MEGABYTES: Final = 250
_PROCESSORS: Final = 2
#: A face's picture.
_PIXELS: Final = (825, 1125)
_TYPST: Final = """\
import os, sys, time, typst
began = time.process_time()
typst.compile(sys.argv[1], root=os.path.dirname(sys.argv[1]), font_paths=[sys.argv[2]])
print(time.process_time() - began)
"""


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=CARDS, help="cards of the made-up deck")
    cards = parser.parse_args().cards
    unit = min(_loop() for _ in range(5))
    print(f"This machine adds a million squares in {unit:.3f} s; times are also given in such turns.")
    print(f"While another process does so too it takes {_beside_another():.3f} s: processors may be parts of one.\n")
    with tempfile.TemporaryDirectory(prefix="cardpress-bench-") as folder:
        deck, demo = Path(folder) / "deck", Path(folder) / "demo"
        write_project(deck, cards)
        ours = _faces_a_second(deck, Path(folder) / "copies", cards, unit)
        _beside_typst(deck, ours)
        _where_time_goes(deck)
        runs = _commands(deck, demo, unit)
        _what_is_left(deck, demo, ours, runs)
        _ink(demo)


def _loop() -> float:
    began, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number * number
    return time.process_time() - began


def _beside_another() -> float:
    """What `_loop` takes while another process is as busy."""
    with hire(_loop) as other:
        busy = [other.submit(_loop) for _ in range(20)]
        busy[0].result()
        taken = statistics.median(_loop() for _ in range(5))
        other.shutdown(cancel_futures=True)
    return taken


def _loaded(deck: Path) -> Game:
    game, problems = load_game(Project(deck), GAME)
    assert game is not None and not problems, problems
    return game


def _pdf(press: FacePress) -> bytes:
    """All faces as one PDF, fit included."""
    return faces_pdf(press, choose_faces(press, []))


def _best(make: Callable[[], object]) -> tuple[float, float]:
    """Median wall and CPU seconds of a few rounds after a first that warms caches of the machine."""
    make()
    walls, cpus = [], []
    for _ in range(_ROUNDS):
        wall, cpu = time.perf_counter(), time.process_time()
        make()
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return statistics.median(walls), statistics.median(cpus)


def _faces_a_second(deck: Path, copies: Path, cards: int, unit: float) -> float:
    """As the commands do it, by two processes, and by one alone, whose CPU time is given back.

    Each round of the two has a new copy of the deck, in `copies`: nothing of it is kept, nor are its files made where
    others were just removed, which takes a disk several times as long.
    """
    crew, game = Crew(), _loaded(deck)
    decks = [Path(shutil.copytree(deck, copies / str(number))) for number in range(_ROUNDS + 1)]
    loaded = iter([(Project(each), _loaded(each)) for each in decks])
    wall, _ = _best(lambda: _pdf(PlatePress(*next(loaded), crew=crew)))
    _, cpu = _best(lambda: _pdf(FacePress(Project(deck), game)))
    print(f"{cards} faces into one PDF, fit included, start-up not, nothing kept from before")
    print(f"  two processes: {cards / wall:4.0f} a second of wall (promised {_FACES_PER_SECOND});")
    print("    to keep them is included; both have drawn the same faces before, for other presses")
    print(f"  one process:   {cards / cpu:4.0f} a second of CPU; {cpu / unit:.1f} turns\n")
    return cpu


def _beside_typst(deck: Path, ours: float) -> None:
    """Each compilation in a process of its own: within one, typst remembers what it set."""
    if importlib.util.find_spec("typst") is None:
        print("typst is not installed (pip install typst): no comparison.\n")
        return
    command = [sys.executable, "-c", _TYPST, str(write_typst(deck)), str(HOUSE / "fonts")]
    times = [float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(_ROUNDS)]
    theirs = statistics.median(times)
    print(f"typst sets the same deck in {theirs:.2f} s of CPU; the press takes {ours / theirs:.2f} times that.\n")


def _where_time_goes(deck: Path) -> None:
    """Shares of own time by package, under a profiler (which makes calls look dearer than they are)."""
    game = _loaded(deck)
    profile = cProfile.Profile()
    profile.enable()
    _pdf(FacePress(Project(deck), game))
    profile.disable()
    own: Counter[str] = Counter()
    stats: Any = pstats.Stats(profile)
    for (file, _, _), (_, _, seconds, _, callers) in stats.stats.items():
        if file == "~":
            # What is built in or compiled has no file: it counts for whoever called it.
            for (caller, _, _), (_, _, share, _) in callers.items():
                own[_part(caller)] += share
        else:
            own[_part(file)] += seconds
    total = sum(own.values())
    print("Where that time goes (own time, under a profiler)")
    for part, seconds in own.most_common(12):
        print(f"  {seconds / total:5.1%}  {part}")
    print()


def _part(file: str) -> str:
    parts = Path(file).parts
    if "pipeline" in parts:
        return ".".join(parts[parts.index("pipeline") :][:3]).removesuffix(".py")
    return parts[parts.index("site-packages") + 1] if "site-packages" in parts else "the standard library"


def _commands(deck: Path, demo: Path, unit: float) -> dict[str, Run]:
    """Run what promises something, and give what each took, by the promise; and what sheets take with nothing to
    draw."""
    for folder in ("card_data", "layouts", "fonts"):
        shutil.copytree(HOUSE / folder, demo / folder)
    press = [sys.executable, "-m", "pipeline", "--quiet", "--root"]

    def cardpress(root: Path, *arguments: str, before: Callable[[], object] = lambda: None) -> Run:
        return measure([*press, str(root), *arguments], HOUSE, before)

    print("Whole commands, start-up included")
    runs = {"pictures": cardpress(deck, "build", GAME, "--png", before=forget_output(deck))}
    _tell("faces as PNGs and a PDF, Letter and A4, from nothing", runs["pictures"], "pictures", unit)
    runs["demo"] = cardpress(demo, "demo", _DEMO, before=forget_output(demo))
    _tell("the demo's four PDFs from nothing", runs["demo"], "demo", unit)
    _tell("the demo again", cardpress(demo, "demo", _DEMO), "demo again", unit)
    sheets = ("sheets", _DEMO, "--deck", _DECK)
    cardpress(demo, *sheets)
    runs["no edit"] = cardpress(demo, *sheets)
    runs["one edit"] = cardpress(demo, *sheets, before=partial(_edit, demo))
    _tell(f"sheets of {_DECK} after an edit of one card's name", runs["one edit"], "one edit", unit)
    print()
    return runs


def _what_is_left(deck: Path, demo: Path, faces: float, runs: dict[str, Run]) -> None:
    """What dominates each command, and how far it is from the time that this work takes on all processors by itself.
    `faces` are seconds of CPU for the made-up deck's faces as one PDF."""
    drawing, packing = _pixels(_pdf(FacePress(Project(deck), _loaded(deck))))
    leaflets = _leaflets(demo)
    pictures, build, edit = runs["pictures"], runs["demo"], runs["one edit"]
    least = (drawing + packing + faces) / _PROCESSORS
    print(f"What dominates, in seconds of CPU, and how far the commands are from the limit of {_PROCESSORS} processors")
    print(f"  pictures: pdfium {drawing:.1f}, packing {packing:.1f}, faces and PDF {faces:.1f} of {pictures.cpu:.1f};")
    print(f"    by itself that takes {least:.1f} s, and the command {pictures.wall / least:.1f} times as long")
    print(f"  demo: WeasyPrint {leaflets:.1f} of {build.cpu:.1f}, for {len(INKS) * len(PAPERS)} leaflets;")
    print(f"    evenly spread it takes {build.cpu / _PROCESSORS:.1f} s, and the command {build.wall:.1f}")
    print(f"  one edit: starting and reading {runs['no edit'].cpu:.2f} of {edit.cpu:.2f}, for that comes each time\n")


def _pixels(pdf: bytes) -> tuple[float, float]:
    """Seconds of CPU that pdfium takes for a PDF's pages, and that packing takes."""
    width, height = _PIXELS
    pages = _Pages(pdf, width, height)
    drawing = packing = 0.0
    for index in range(pages.count):
        began = time.process_time()
        rows = pages.draw(index)
        drawn = time.process_time()
        encode_png(rows, width, height)
        drawing += drawn - began
        packing += time.process_time() - drawn
    return drawing, packing


def _leaflets(demo: Path) -> float:
    """Seconds of CPU that the demo's leaflets take, WeasyPrint's own start included."""
    project = Project(demo)
    game, _ = load_game(project, _DEMO)
    assert game is not None
    began = time.process_time()
    for paper in PAPERS:
        size = load_sheet(project, paper).paper
        for ink, _ in INKS:
            set_leaflet(project, game, game.press.demo_leaflet, paper, (size.width, size.height), ink)
    return time.process_time() - began


def _tell(what: str, run: Run, target: str, unit: float) -> None:
    promise = f"promised {_TARGETS[target]:.1f} s, {_MEGABYTES} MB"
    print(f"  {run}  {run.cpu / unit:6.1f} turns  {what} ({promise})")


def _edit(demo: Path) -> None:
    """Change the name of one card of the deck."""
    with (demo / f"card_data/{_DEMO}/decks/{_DECK}.csv").open(encoding="utf-8", newline="") as file:
        card = next(csv.DictReader(file))["card"]
    for path in sorted((demo / f"card_data/{_DEMO}/cards").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        column = rows[0].index("name")
        for row in rows[1:]:
            if row[0] == card:
                row[column] += " Again"
                with path.open("w", encoding="utf-8", newline="") as out:
                    csv.writer(out, lineterminator="\n").writerows(rows)
                return


def _ink(demo: Path) -> None:
    """Mean of 1-R, 1-G, 1-B at 100 dpi over the card pages of the demo."""
    color, saver = (_coverage(demo / f"output/{_DEMO}/demo/letter-{ink}.pdf") for ink in ("color", "inksaver"))
    print(f"Ink on the demo's card pages: {color:.1%} in color; ink-saver {saver:.1%}, {saver / color:.0%} of that.")


def _coverage(path: Path) -> float:
    import numpy as np  # noqa: PLC0415 - the timed parts must not find it imported
    import pypdfium2 as pdfium  # noqa: PLC0415

    document = pdfium.PdfDocument(path)
    pages = [page for page in document if "100 %" in page.get_textpage().get_text_range()]
    return float(np.mean([1 - page.render(scale=100 / 72).to_numpy()[:, :, :3].mean() / 255 for page in pages]))


if __name__ == "__main__":
    main()
