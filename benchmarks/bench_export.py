"""Speed of an export to a print service: a made-up set of 215 faces in the look of the house's own game.

Run it with `make bench`. The records are those at hand and copies of them under other ids and names, whose windows are
drawn anew, for a window follows its card's id.
"""

import csv
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from process import Run, forget_output, measure

from pipeline.project import HOUSE

_GAME: Final = "light-vs-darkness"
_SERVICE: Final = "game-crafter"
_FACES: Final = 215
#: Of the sides at hand, which copies of Living Truths, Equipment and One Time cards fill up.
_GROWING: Final = ("living-truths", "equipment", "one-time")
_TARGETS: Final = {"nothing": 20.0, "pictures": 8.0, "one card": 1.5}
_MEGABYTES: Final = 400
_PROCESSORS: Final = 2


def main() -> None:
    """Measure and print."""
    unit = min(_loop() for _ in range(5))
    with tempfile.TemporaryDirectory(prefix="cardpress-export-") as name:
        root = Path(name)
        _write(root)
        print(f"{_FACES} faces for {_SERVICE}: pictures, preflight, proofs, lists; start-up included")
        nothing = _export(root, forget_output(root))
        _tell("from nothing", nothing, "nothing", unit)
        windows = _export(root, partial(_forget, root, "exports", "grounds"))
        _tell("windows kept, their pixels not", windows, "pictures", unit)
        pictures = _export(root, partial(_forget, root, "exports"))
        _tell("windows and their pixels kept, every picture drawn and looked at again", pictures, "pictures", unit)
        _tell("nothing changed", _export(root), "one card", unit)
        _tell("one card changed", _export(root, partial(_edit, root)), "one card", unit)
        print(f"  Drawing windows and grounds takes {nothing.cpu - pictures.cpu:.1f} s of CPU.")
        _where_time_goes(root, pictures)


def _loop() -> float:
    began, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number * number
    return time.process_time() - began


def _export(root: Path, before: Callable[[], object] = lambda: None) -> Run:
    options = ["--quiet", "--root", str(root), "export", _GAME, "--for", _SERVICE, "--no-rulebook"]
    return measure([sys.executable, "-m", "pipeline", *options], HOUSE, before)


def _forget(root: Path, *shelves: str) -> None:
    """Forget the pictures that were exported, and what is kept on shelves of the cache."""
    shutil.rmtree(root / "output" / _GAME)
    for shelf in shelves:
        shutil.rmtree(root / "output/.cache" / shelf)


def _tell(what: str, run: Run, target: str, unit: float) -> None:
    print(f"  {run}  {run.cpu / unit:6.1f} turns  {what} (promised {_TARGETS[target]:.1f} s, {_MEGABYTES} MB)")


def _write(root: Path) -> None:
    for folder in ("card_data", "layouts"):
        shutil.copytree(HOUSE / folder / _GAME, root / folder / _GAME)
    cards = root / "card_data" / _GAME / "cards"
    tables = {path.stem: list(csv.reader(path.open(encoding="utf-8", newline=""))) for path in cards.glob("*.csv")}
    # Two sides a Mentor, two common backs.
    sides = sum(len(rows) - 1 for rows in tables.values()) + len(tables["mentors"]) - 1 + 2
    models = [(name, row) for name in _GROWING for row in tables[name][1:]]
    for number in range(_FACES - sides):
        name, row = models[number % len(models)]
        header = tables[name][0]
        copy = [f"{row[0]}-{number}", f"{row[1]} {number}", *row[2:]]
        copy[header.index("number")] = f"X-{number}"
        tables[name].append(copy)
    for name, rows in tables.items():
        with (cards / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


def _edit(root: Path) -> None:
    """Change the name of the last card of a table."""
    path = root / "card_data" / _GAME / "cards/one-time.csv"
    lines = path.read_text("utf-8").rstrip("\n").split("\n")
    card, name, rest = lines[-1].split(",", 2)
    lines[-1] = f"{card},{name} Again,{rest}"
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _where_time_goes(root: Path, run: Run) -> None:
    """CPU milliseconds of a face's stages, in one process, windows and their pixels kept; and how far the export of
    all, which is the `run`, is from what pdfium and packing take by themselves."""
    import pypdfium2 as pdfium  # noqa: PLC0415
    from PIL import Image  # noqa: PLC0415

    from pipeline.checks.preflight import View, alone, bare, inked, look, text_is_last  # noqa: PLC0415
    from pipeline.draw.pixels import encode_png  # noqa: PLC0415
    from pipeline.draw.sample import Sampler, png_rows  # noqa: PLC0415
    from pipeline.draw.veils import unveiled  # noqa: PLC0415
    from pipeline.load import load_game  # noqa: PLC0415
    from pipeline.load.services import load_service  # noqa: PLC0415
    from pipeline.outputs.services.grounds import Grounds, parted  # noqa: PLC0415
    from pipeline.outputs.services.overlay import Overlay  # noqa: PLC0415
    from pipeline.place import FacePress  # noqa: PLC0415
    from pipeline.project import Project  # noqa: PLC0415
    from pipeline.units import Box  # noqa: PLC0415

    project = Project(root)
    game, _ = load_game(project, _GAME)
    assert game is not None
    service, press = load_service(project, _SERVICE), FacePress(project, game)
    grounds, size = Grounds(project, press.fonts), service.cards[0].image
    stages = "placing", "reading the ground", "PDF of the rest", "pixels by pdfium", "looking at it", "packing", "proof"
    spent = dict.fromkeys(stages, 0.0)
    cards = list(game.cards.values())[::5]
    first = press.sides(cards[0])[0].drawing
    overlay = Overlay(service.cut(service.cards[0], first.width, first.height), *size)
    for card in cards:
        marks = [time.process_time()]
        face = press.sides(card)[0]
        marks.append(time.process_time())
        cut = service.cut(service.cards[0], face.drawing.width, face.drawing.height)
        whole = Box(0, 0, face.drawing.width, face.drawing.height)
        ground, above = parted(bare(face))
        pixels = grounds.rgba(ground, cut.image, *size)
        marks.append(time.process_time())
        top = text_is_last(press.fonts, face) or unveiled(face.drawing)
        parts = [(unveiled(above), cut.image), (alone(face), whole), (top, cut.image)]
        with Sampler(press.fonts, parts) as sampler:
            marks.append(time.process_time())
            sampler.lay_on(pixels, 0)
            ink = inked(sampler, 1, face)
            without_text = pixels.copy()
            sampler.lay_on(pixels, 2)
            marks.append(time.process_time())
        look(press, face, [cut], View(without_text, cut.image, ink))
        marks.append(time.process_time())
        rows = png_rows(pixels)
        encode_png(rows.data, *size)
        marks.append(time.process_time())
        overlay.laid_on(rows, [])
        marks.append(time.process_time())
        for name, start, stop in zip(spent, marks, marks[1:], strict=False):
            spent[name] += stop - start
    print(f"Where the time of a face goes, in CPU milliseconds ({pdfium.PDFIUM_INFO}, Pillow {Image.__version__}):")
    for name, seconds in spent.items():
        print(f"  {1000 * seconds / len(cards):5.1f}  {name}")
    least = (spent["pixels by pdfium"] + spent["packing"]) / len(cards) * _FACES / _PROCESSORS
    print(f"pdfium and packing alone take {least:.1f} s for {_FACES} faces on {_PROCESSORS} processors;")
    print(f"the export with windows and their pixels kept takes {run.wall / least:.1f} times that.")


if __name__ == "__main__":
    main()
