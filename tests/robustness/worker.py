"""Feeds mutated files to the press in a process of its own, under bounds of time and memory, watched for what it opens.

`python -m robustness.worker SUBJECT SEED FIRST END FOLDER` works on inputs FIRST to END of a seed. Input n is the same
whatever was worked on before it. What went wrong is printed as a line of JSON each, then a line that sums up; every
input that did wrong is kept below FOLDER/failed.
"""

import contextlib
import faulthandler
import json
import os
import re
import resource
import shutil
import sys
import time
import traceback
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pipeline.place.template
from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import IDENTITY, Drawing
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.outputs.faces import faces_pdf
from pipeline.outputs.sheets import load_sheet
from pipeline.pictures import PictureError
from pipeline.pictures.files import load_picture
from pipeline.place import FacePress
from pipeline.problem import Problem, Refused
from pipeline.project import HOUSE
from pipeline.typeset import Marks
from robustness import mutations as ways
from robustness.target import Target, open_target

#: Seconds of computing that one input may take, and of waiting after which the process is given up.
MOST_SECONDS: Final = 5.0
_GIVEN_UP: Final = 40.0
MOST_MEMORY: Final = 2 * 1024**3
#: A line that tells a problem; longer, it hides what it says.
_LONGEST_LINE: Final = 2_500
_NOT_PLAIN: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

_TEMPLATE = (ways.mutate_jinja, ways.mutate_jinja, ways.mutate_xml)
_BY_ENDING = {
    ".csv": (ways.mutate_csv,),
    ".toml": (ways.mutate_toml,),
    ".xlsx": (ways.mutate_zip,),
    ".ods": (ways.mutate_zip,),
    ".j2": _TEMPLATE,
    ".svg": (ways.mutate_xml,),
    ".png": (ways.mutate_png,),
    ".jpg": (ways.mutate_jpeg,),
    ".webp": (ways.mutate_webp,),
}


class WrongError(Exception):
    """The press took an input in a way that it must not."""


@dataclass
class Watch:
    """Notes every file that is opened, listed or changed outside the project, the house and Python's own folders."""

    inside: tuple[str, ...]
    readable: tuple[str, ...]
    escapes: list[str] = field(default_factory=list)
    armed: bool = False

    def __call__(self, event: str, values: tuple[Any, ...]) -> None:
        if not self.armed:
            return
        if event in ("open", "os.listdir", "os.scandir") and isinstance(values[0], str | bytes):
            writes = event == "open" and isinstance(values[2], int) and values[2] & (os.O_WRONLY | os.O_RDWR)
            self._note(event, values[0], self.inside if writes else self.inside + self.readable)
        elif event in ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"):
            for each in values:
                if isinstance(each, str | bytes):
                    self._note(event, each, self.inside)
        elif event.startswith(
            ("socket.", "subprocess.", "os.exec", "os.system", "os.posix_spawn", "os.fork", "urllib.")
        ):
            self.escapes.append(f"{event} {values!r}"[:300])

    def _note(self, event: str, path: str | bytes, allowed: tuple[str, ...]) -> None:
        real = _real(path)
        if not any(real == each or real.startswith(each + os.sep) for each in allowed):
            self.escapes.append(f"{event} {real}")


@lru_cache(maxsize=4096)
def _real(path: str | bytes) -> str:
    return os.path.realpath(os.fsdecode(path))


def _watch(root: Path) -> Watch:
    """A watch for a project in `root`, not yet armed."""
    python = {sys.prefix, sys.base_prefix, *(entry for entry in sys.path if "site-packages" in entry)}
    house = [HOUSE / "fonts", HOUSE / "pipeline", *(HOUSE / "layouts" / name for name in ("sheets", "pages", "proof"))]
    readable = (
        *map(os.path.realpath, python),
        *map(str, house),
        os.devnull,
        "/dev/urandom",
        f"/proc/{os.getpid()}/statm",
    )
    watch = Watch((os.path.realpath(root),), readable)
    sys.addaudithook(watch)
    return watch


# what is done with an input --------------------


def check_told(problems: Iterable[Problem]) -> None:
    """Every problem is one line that a terminal shows as it stands, and of a length that is read."""
    for problem in problems:
        line = str(problem)
        if _NOT_PLAIN.search(line):
            raise WrongError(f"a problem is not a plain line: {line!r:.400}")
        if len(line) > _LONGEST_LINE:
            raise WrongError(f"a problem is {len(line)} characters long: {line!r:.400}")


def check_whole(game: Game) -> None:
    """What is in a game leads only to what is in it (`load_game` promises that)."""
    for deck in game.decks.values():
        if lost := [entry.card for entry in deck.entries if entry.card not in game.cards]:
            raise WrongError(f"the deck {deck.id} holds {lost[0]!r}, which the game does not")
    for card in game.cards.values():
        for column in game.kinds[card.kind].columns.values():
            value = card.fields[column.name]
            named = (value,) if column.type == "ref" and value else value if column.type == "refs" and value else ()
            if lost := [name for name in named if name not in game.cards]:
                raise WrongError(f"{card.id} refers to {lost[0]!r}, which the game does not hold")


def draw(drawing: Drawing) -> None:
    """Bring a drawing onto a page: what was accepted can also be drawn."""
    document = PdfDocument("a page", "en", {})
    document.page(drawing.width, drawing.height, [Placement(drawing, IDENTITY)])
    document.data()


@dataclass
class Subject:
    """A kind of input: which files are mutated, and what the press is asked to do with one. `run` says whether it was
    accepted; Refused and PictureError are refusals, anything else is a fault."""

    target: Target

    def choose(self, random: Random) -> str:
        """The path of the file to mutate."""
        raise NotImplementedError

    def files(self) -> dict[str, bytes]:
        raise NotImplementedError

    def run(self, number: int, name: str, data: bytes, random: Random) -> bool:
        raise NotImplementedError

    @contextlib.contextmanager
    def instead(self, name: str, data: bytes) -> Iterator[None]:
        """The project with other content in a file."""
        path = self.target.workshop.write(name, data)
        try:
            yield
        finally:
            sound = self.files().get(name)
            if sound is None or path.suffix in (".xlsx", ".ods"):
                path.unlink()
            else:
                path.write_bytes(sound)


class Records(Subject):
    """Tables, game.toml, rulesets: `load_game`."""

    def files(self) -> dict[str, bytes]:
        return self.target.records

    def choose(self, random: Random) -> str:
        names = sorted(self.files())
        # A spreadsheet costs ten times a CSV.
        return random.choice(
            [name for name in names if random.random() < 0.15 or not name.endswith(("xlsx", "ods"))] or names
        )

    def run(self, number: int, name: str, data: bytes, random: Random) -> bool:
        root = self.target.workshop.root
        table = root / "card_data/press/cards/heroes.csv"
        with self.instead(name, data), _odd_name(root, random), contextlib.ExitStack() as stack:
            if name.endswith((".xlsx", ".ods")):
                stack.callback(table.write_bytes, table.read_bytes())
                table.unlink()
            game, problems = load_game(self.target.workshop.project, "press")
            check_told(problems)
            if game is not None:
                check_whole(game)
            elif not problems:
                raise WrongError("no game and no problem")
        return not problems


@contextlib.contextmanager
def _odd_name(root: Path, random: Random) -> Iterator[None]:
    """Now and then, another file in the folder, whose name is hostile."""
    if random.random() > 0.03:
        yield
        return
    folder = random.choice(("cards", "decks", "editions", "rulesets", "art"))
    stem = random.choice(
        (b"\xff\xfe", b"a\nb", b"\x1b[2J", "e\u0301".encode(), b"a" * 200, b"A", b"con", b" ", b"-", b"...")
    )
    path = (
        root
        / "card_data/press"
        / folder
        / os.fsdecode(stem + random.choice((b".csv", b".toml", b".ods", b"", b".CSV")))
    )
    path.write_bytes(b"id,name\nx,X\n")
    try:
        yield
    finally:
        path.unlink()


class Layouts(Subject):
    """Templates, styles, sheets: faces are made and drawn."""

    def __init__(self, target: Target) -> None:
        super().__init__(target)
        self.game = target.workshop.game()
        self.press = FacePress(target.workshop.project, self.game)

    def files(self) -> dict[str, bytes]:
        return self.target.layouts

    def choose(self, random: Random) -> str:
        return random.choice([name for name in sorted(self.files()) for _ in range(12 if "hero" in name else 1)])

    def run(self, number: int, name: str, data: bytes, random: Random) -> bool:
        press, kinds = self.press, self.game.kinds
        if name.endswith("hero.svg.j2"):
            # Each input under a name of its own: no cache of Jinja's may stand in for it.
            template = f"hero-{number}"
            with self.instead(f"layouts/press/faces/{template}.svg.j2", data):
                press.game = replace(self.game, kinds={**kinds, "hero": replace(kinds["hero"], faces=(template,))})
                return self._print(press)
        with self.instead(name, data):
            if name.startswith("layouts/sheets"):
                load_sheet(self.target.workshop.project, "tiny")
                return True
            return self._print(FacePress(self.target.workshop.project, self.game))

    def _print(self, press: FacePress) -> bool:
        made, problems = press.faces(press.game.cards.values())
        check_told(problems)
        if made:
            faces_pdf(press, made)
        return not problems


class Vectors(Subject):
    """Marks and vector pictures."""

    def __init__(self, target: Target) -> None:
        super().__init__(target)
        self.game = target.workshop.game()

    def files(self) -> dict[str, bytes]:
        return self.target.vectors

    def choose(self, random: Random) -> str:
        return random.choice(sorted(self.files()))

    def run(self, number: int, name: str, data: bytes, random: Random) -> bool:
        project = self.target.workshop.project
        if "glyphs" in name:
            with self.instead(name, data):
                for ink in ("color", "saver"):
                    mark = Marks(project, self.game, ink).mark(Path(name).stem, "#123456", "#FFFFFF", 0.1)
                    draw(mark.drawing)
        else:
            art = name.replace("fern", f"fern-{number}")
            with self.instead(art, data):
                draw(load_picture(project.path(art), 40, 20))
        return True


class Pictures(Subject):
    """PNG, JPEG and WebP pictures."""

    def files(self) -> dict[str, bytes]:
        return self.target.pictures

    def choose(self, random: Random) -> str:
        return random.choice(sorted(self.files()))

    def run(self, number: int, name: str, data: bytes, random: Random) -> bool:
        art = f"card_data/press/art/input-{number}{Path(name).suffix}"
        with self.instead(art, data):
            draw(load_picture(self.target.workshop.project.path(art), *random.choice(((20, 20), (10, 21.6)))))
        return True


SUBJECTS: Final[dict[str, type[Subject]]] = {
    "records": Records,
    "layouts": Layouts,
    "vectors": Vectors,
    "pictures": Pictures,
}


def mutated_input(subject: str, seed: int, number: int, target: Subject, outside: Path) -> tuple[str, bytes, Random]:
    """Input `number` of a seed: the file's path, its content, and the random state that goes on from there."""
    random = Random(f"{seed} {subject} {number}")
    name = target.choose(random)
    others = [data for path, data in sorted(target.files().items()) if Path(path).suffix == Path(name).suffix]
    data = ways.spliced(random, target.files()[name], random.choice(others))
    return name, ways.mutated(random, data, _BY_ENDING[Path(name).suffix], str(outside)), random


def _outside(folder: Path) -> Path:
    """A folder beside the project. Whoever reads its files, by whatever means, waits forever and is found out."""
    outside = folder / "outside"
    outside.mkdir()
    for name in ("secret.png", "secret.svg", "secret.csv", "secret.dtd"):
        os.mkfifo(outside / name)
    return outside


def main(subject: str, seed: int, first: int, end: int, folder: Path) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    outside = _outside(folder)
    root = folder / "project"
    target = SUBJECTS[subject](open_target(root))
    (root / "card_data/press/art/leads-out.png").symlink_to(outside / "secret.png")
    (root / "card_data/press/art/loop.png").symlink_to("loop.png")
    # The bound on a template's time is tested elsewhere; here nobody waits for it.
    pipeline.place.template.LONGEST_SECONDS = 0.2  # type: ignore[misc]
    for name, data in target.files().items():
        assert target.run(-1, name, data, Random(0)), f"{name} is not sound to begin with"
    warned: list[str] = []
    warnings.showwarning = lambda message, *_: warned.append(str(message))
    watch = _watch(root)
    counts = {"accepted": 0, "refused": 0, "failed": 0}
    slowest, slowest_input, started = 0.0, first, time.monotonic()
    for number in range(first, end):
        name, data, random = mutated_input(subject, seed, number, target, outside)
        (folder / "now").write_text(f"{number} {name}")
        kept = folder / "now.data"
        kept.write_bytes(data)
        wrong, before = "", time.process_time()
        faulthandler.dump_traceback_later(_GIVEN_UP, exit=True)
        watch.armed = True
        try:
            accepted = target.run(number, name, data, random)
        except (Refused, PictureError) as refusal:
            accepted = False
            with contextlib.suppress(AttributeError):
                check_told(refusal.problems)
        except BaseException:
            accepted, wrong = False, traceback.format_exc()
        finally:
            watch.armed = False
            faulthandler.cancel_dump_traceback_later()
        took = time.process_time() - before
        if took > slowest:
            slowest, slowest_input = took, number
        if took > MOST_SECONDS:
            wrong = wrong or f"took {took:.1f} s"
        if watch.escapes or warned:
            wrong = wrong or "\n".join([*watch.escapes, *(f"warned: {each}" for each in warned)])
            watch.escapes.clear()
            warned.clear()
        counts["failed" if wrong else "accepted" if accepted else "refused"] += 1
        if wrong:
            copy = folder / "failed" / f"{subject}-{number}-{Path(name).name}"
            copy.parent.mkdir(exist_ok=True)
            shutil.copy(kept, copy)
            print(json.dumps({"number": number, "file": name, "kept": str(copy), "wrong": wrong}), flush=True)
    used = resource.getrusage(resource.RUSAGE_SELF)
    total = {
        "seconds": round(time.monotonic() - started, 1),
        "slowest": round(slowest, 2),
        "slowest_input": slowest_input,
    }
    print(json.dumps({**counts, **total, "megabytes": used.ru_maxrss // 1024}))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:5]), Path(sys.argv[5]))
