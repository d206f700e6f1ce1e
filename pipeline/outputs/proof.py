"""Proofs: every face of a game on one page, beside its problems and what was released last.

The page is `output/<game>/proof/index.html`, whole in itself. A `Proofreader` keeps what it made, so that a changed
record costs one face; `watch` makes the page anew whenever a file of the game is saved.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from pipeline.cache import Cache
from pipeline.load import load_game
from pipeline.load.files import tables
from pipeline.load.records import Record, read_records
from pipeline.model import Card, Game, Kind
from pipeline.outputs.files import write_all
from pipeline.outputs.proof_page import CardEntry, FaceEntry, render_page
from pipeline.outputs.proof_pictures import BOUNDS, Shot, Shots
from pipeline.outputs.proof_released import (
    INDEX,
    Index,
    Released,
    ReleasedCard,
    ReleasedFace,
    index_file,
    looks_alike,
    read_released,
    released_folder,
    remove_strays,
)
from pipeline.outputs.screen_page import card_colors
from pipeline.outputs.screen_pictures import pixel_size
from pipeline.place import Face, FacePress
from pipeline.problem import Place, Problem, Problems, Refused
from pipeline.project import OutsideError, Project

#: How often a watch looks, in seconds, and how long nothing may have changed before it works.
_LOOK: Final = 0.15
_SETTLE: Final = 0.05
#: The columns of a row that are about the record, not printed.
_BACKSTAGE: Final = ("id", "derived", "project")

#: A file's stamp: when it was changed (ns), its size, its number on the disk.
_Stamps = Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True)
class Proof:
    """A made proof: its files by name (`index.html` first), everything that is wrong, and how many faces it shows and
    drew anew."""

    files: Mapping[str, bytes] = field(repr=False)
    problems: tuple[Problem, ...]
    faces: int
    drawn: int


@dataclass(frozen=True)
class _Side:
    """A side of a card, or a back: made, or with what keeps it from being made. `name` is its file name."""

    name: str
    title: str
    face: Face | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a kind's table, whether or not a card came of it."""

    kind: Kind
    record: Record


def build_proof(project: Project, game_id: str, tell: Callable[[], None] = lambda: None) -> Proof:
    """The proof of a game as it is now. Never refuses: what is wrong stands on the page, and in `Proof.problems`.

    `tell` is called for every face that is drawn.
    """
    return Proofreader(project, game_id).proof(tell)


def watch(project: Project, game_id: str, tell: Callable[[], None] = lambda: None) -> Iterator[Proof]:
    """Proofs without end: one now, and one whenever a file that the game is made of has been saved.

    Files are looked at every 0.15 s: that costs a hundredth of a processor, and works on every disk and system.
    """
    reader = Proofreader(project, game_id, live=True)
    while True:
        seen = _stamps(project, *_folders(game_id))
        yield reader.proof(tell)
        while (now := _stamps(project, *_folders(game_id))) == seen:
            time.sleep(_LOOK)
        # An editor may save a file in several steps.
        while True:
            time.sleep(_SETTLE)
            later = _stamps(project, *_folders(game_id))
            if later == now:
                break
            now = later


def store_release(project: Project, game_id: str, edition: str) -> list[Path]:
    """Keep how every face looks now as the released set of `edition`, in `card_data/<game>/released/`.

    Gives the paths written. Raises Refused when anything is wrong with the game: only what prints can be released.
    """
    reader = Proofreader(project, game_id)
    pictures, index = reader.released(edition)
    try:
        folder = project.path(released_folder(game_id))
    except OutsideError as error:
        raise Refused([Problem(Place(released_folder(game_id)), str(error), "put the folder itself here")]) from None
    written = write_all(folder, {**pictures, INDEX: index_file(index)})
    remove_strays(project, game_id, pictures)
    return written


@dataclass
class Proofreader:
    """Makes the proofs of one game, again and again; keeps faces whose records, layouts and fonts have not changed."""

    project: Project
    game_id: str
    live: bool = False
    _shots: Shots = field(init=False)
    _setting: object = None
    _sides: dict[str, tuple[tuple[Card, ...], list[_Side]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._shots = Shots(Cache(self.project.output / ".cache" / "proof"))

    def proof(self, tell: Callable[[], None] = lambda: None) -> Proof:
        """The game's proof as its files are now."""
        game, loaded = load_game(self.project, self.game_id)
        problems = Problems(list(loaded))
        released = read_released(self.project, self.game_id, problems)
        if game is None:
            page = render_page(self.project, self.game_id, None, [], problems.found, _edition(released), self.live)
            return Proof(page, tuple(problems.found), 0, 0)
        press = self._press(game, problems)
        rows = _rows(self.project, game)
        sides = {card.id: self._card_sides(press, card) for card in game.cards.values()} if press else {}
        backs = _backs(press) if press else []
        drawn = 0

        def count() -> None:
            nonlocal drawn
            drawn += 1
            tell()

        made = [side for some in (*sides.values(), backs) for side in some if side.face]
        shots: dict[str, Shot] = {}
        if press:
            taken = self._shots.take(press, [side.face for side in made if side.face], count)
            shots = {side.name: shot for side, shot in zip(made, taken, strict=True)}
        desk = _Desk(game, released, problems, shots)
        entries = desk.entries(rows, sides, backs)
        page = render_page(self.project, game.id, game, entries, desk.of_files(), _edition(released), self.live)
        return Proof(page, tuple(dict.fromkeys(problems.found)), len(made), drawn)

    def released(self, edition: str) -> tuple[dict[str, bytes], Index]:
        """The pictures of a released set by file name, and its index. Raises Refused with all that is wrong."""
        game, loaded = load_game(self.project, self.game_id)
        problems = Problems(list(loaded))
        press = self._press(game, problems) if game else None
        if game is None or press is None:
            raise Refused(problems.found)
        sides = [(card.id, side) for card in game.cards.values() for side in self._card_sides(press, card)]
        sides += [("", side) for side in _backs(press)]
        for _, side in sides:
            problems.extend(side.problems)
        made = [(card, side, side.face) for card, side in sides if side.face]
        shots = self._shots.take(press, [face for _, _, face in made])
        for (_, _, face), shot in zip(made, shots, strict=True):
            problems.extend(_flaws(game, face, shot))
        problems.refuse()
        faces = {
            side.name: ReleasedFace(card=card, title=side.title, digest=face.drawing.key) for card, side, face in made
        }
        cards = {
            card.id: ReleasedCard(kind=card.kind, name=card.name, fields=_printed(card.raw))
            for card in game.cards.values()
        }
        pictures = {f"{side.name}.webp": shot.picture for (_, side, _), shot in zip(made, shots, strict=True)}
        return pictures, Index(edition=edition, faces=faces, cards=cards)

    def _press(self, game: Game, problems: Problems) -> FacePress | None:
        """A press for the game; forgets the faces made before when anything but records has changed."""
        stamps = _stamps(self.project, f"layouts/{game.id}", "fonts", f"card_data/{game.id}/art")
        setting = (replace(game, cards={}, decks={}, editions={}), stamps)
        if setting != self._setting:
            self._setting = setting
            self._sides.clear()
        try:
            return FacePress(self.project, game)
        except Refused as refused:
            problems.extend(refused.problems)
            return None

    def _card_sides(self, press: FacePress, card: Card) -> list[_Side]:
        read = _reach(card, press.game)
        kept = self._sides.get(card.id)
        if kept is None or kept[0] != read:
            kept = self._sides[card.id] = read, _made_sides(press, card)
        return kept[1]


def _edition(released: Released | None) -> str | None:
    return released.index.edition if released else None


def _reach(card: Card, game: Game) -> tuple[Card, ...]:
    """All records that a card's face may show: its own, and those that it refers to, and so on."""
    found = {card.id: card}
    open_cards = [card]
    while open_cards:
        one = open_cards.pop()
        for column in game.kinds[one.kind].columns.values():
            if column.type not in ("ref", "refs"):
                continue
            value = one.fields[column.name]
            for name in (value,) if isinstance(value, str) else value if isinstance(value, tuple) else ():
                if name not in found:
                    found[name] = game.cards[name]
                    open_cards.append(found[name])
    return tuple(found.values())


def _made_sides(press: FacePress, card: Card) -> list[_Side]:
    first, *_ = templates = press.game.kinds[card.kind].faces
    sides = []
    for template in templates:
        name = card.id if template == first else f"{card.id}--{template}"
        title = card.name if template == first else f"{card.name} ({template})"
        try:
            sides.append(_Side(name, title, press.face(card, template), ()))
        except Refused as refused:
            sides.append(_Side(name, title, None, refused.problems))
    return sides


def _backs(press: FacePress) -> list[_Side]:
    sides = []
    for template in sorted({kind.back for kind in press.game.kinds.values() if kind.back}):
        # No side of a card is called so: ids have single hyphens only.
        name = f"back---{template}"
        try:
            sides.append(_Side(name, template, press.back(template), ()))
        except Refused as refused:
            sides.append(_Side(name, template, None, refused.problems))
    return sides


def _rows(project: Project, game: Game) -> list[_Row]:
    """Every row of every kind's table, in order: those of broken records too, which the loaded game does not have."""
    unheard = Problems()
    kinds = {kind.file: kind for kind in game.kinds.values()}
    found = tables(project, f"card_data/{game.id}/cards", tuple(kinds), unheard)
    return [
        _Row(kind, record)
        for file, kind in kinds.items()
        if file in found
        for record in read_records(project, found[file], _columns(kind), "id", unheard).records
    ]


def _columns(kind: Kind) -> dict[str, bool]:
    return dict.fromkeys(("id", "name", *kind.columns, "derived", "project"), False)


def _printed(cells: Mapping[str, str]) -> dict[str, str]:
    """The filled cells of a record that say something of the card itself."""
    return {name: text for name, text in cells.items() if text and name not in _BACKSTAGE}


def _flaws(game: Game, face: Face, shot: Shot) -> list[Problem]:
    place = game.cards[face.card].place if face.card else Place(f"layouts/{game.id}/faces/{face.template}.svg.j2")
    return [Problem(place, message, hint) for message, hint in shot.flaws]


@dataclass
class _Desk:
    """Lays rows, faces, problems and the released set together into what the page shows."""

    game: Game
    released: Released | None
    problems: Problems
    shots: Mapping[str, Shot]
    _told: set[Problem] = field(default_factory=set)

    def entries(
        self, rows: Sequence[_Row], sides: Mapping[str, Sequence[_Side]], backs: Sequence[_Side]
    ) -> list[CardEntry]:
        by_row: dict[tuple[str, int | None], list[Problem]] = {}
        for problem in self.problems.found:
            by_row.setdefault((problem.place.file, problem.place.line), []).append(problem)
        entries = []
        for row in rows:
            place = row.record.place
            entries.append(self._row(row, sides, by_row.get((place.file, place.line), [])))
        entries += [self._back(side) for side in backs]
        return entries + self._gone(rows, backs)

    def of_files(self) -> list[Problem]:
        """The problems that do not stand beside a card."""
        return [each for each in dict.fromkeys(self.problems.found) if each not in self._told or not each.place.id]

    def _row(self, row: _Row, sides: Mapping[str, Sequence[_Side]], problems: Sequence[Problem]) -> CardEntry:
        cells, kind = row.record.cells, row.kind
        card = self.game.cards.get(cells["id"])
        if card is not None and card.place != row.record.place:
            card = None  # another row has this id
        told = list(problems)
        own = sides.get(card.id, ()) if card else ()
        for side in own:
            told += self._problems_of(side)
        self._tell(told)
        if card is None and not told:
            message = "is left out: a card that it refers to has problems"
            told = [Problem(row.record.place, message, "mend that one first")]
        before = self.released.index.cards.get(cells["id"]) if self.released else None
        faces = tuple(map(self._face, own))
        fields = _printed(cells)
        if self.released is None or card is None:
            status = ""
        elif before is None:
            status = "new"
        else:
            status = "changed" if before.fields != fields or any(face.changed for face in faces) else ""
        return CardEntry(
            id=cells["id"],
            name=cells["name"] or cells["id"],
            kind=kind.id,
            colors=card_colors(card, self.game) if card else (),
            status=status,
            faces=faces,
            problems=tuple(dict.fromkeys(told)),
            fields=fields,
            before=before.fields if before and status == "changed" else None,
            place=f"{row.record.place.file}:{row.record.place.line}",
        )

    def _back(self, side: _Side) -> CardEntry:
        told = self._problems_of(side)
        self._tell(told)
        face = self._face(side)
        status = ""
        if self.released:
            status = "changed" if face.changed else "" if side.name in self.released.index.faces else "new"
        return CardEntry(side.name, side.title, "", (), status, (face,), tuple(told), {}, None)

    def _gone(self, rows: Sequence[_Row], backs: Sequence[_Side]) -> list[CardEntry]:
        """Cards and backs that were released and are no longer there."""
        if self.released is None:
            return []
        index, pictures = self.released.index, self.released.pictures
        here = {row.record.cells["id"] for row in rows} | {side.name for side in backs}
        gone: dict[str, list[str]] = {}
        for name, face in index.faces.items():
            if (face.card or name) not in here:
                gone.setdefault(face.card or name, []).append(name)
        entries = []
        for each, names in gone.items():
            card = index.cards.get(each)
            faces = tuple(FaceEntry(name, index.faces[name].title, None, pictures.get(name), (0, 0)) for name in names)
            title = card.name if card else each
            kind = card.kind if card else ""
            entries.append(CardEntry(each, title, kind, (), "gone", faces, (), {}, card.fields if card else None))
        return entries

    def _face(self, side: _Side) -> FaceEntry:
        """A side as the page shows it, with its released picture where that looks different."""
        shot = self.shots.get(side.name)
        picture = shot.picture if shot else None
        size = pixel_size(side.face, BOUNDS) if side.face else (0, 0)
        before = None
        known = self.released.index.faces.get(side.name) if self.released else None
        if self.released and known and not (side.face and side.face.drawing.key == known.digest):
            before = self.released.pictures.get(side.name)
            if picture and before and looks_alike(picture, before):
                before = None
        return FaceEntry(side.name, side.title, picture, before, size)

    def _problems_of(self, side: _Side) -> list[Problem]:
        found = list(side.problems)
        if side.face:
            found += _flaws(self.game, side.face, self.shots[side.name])
        self.problems.extend(found)
        return found

    def _tell(self, problems: Sequence[Problem]) -> None:
        self._told.update(problems)


def _folders(game_id: str) -> tuple[str, ...]:
    """What a game is made of, to be watched."""
    return f"card_data/{game_id}", f"layouts/{game_id}", "layouts/proof", "layouts/pages", "fonts"


def _stamps(project: Project, *folders: str) -> _Stamps:
    """The stamps of all files below folders of the project; hidden files are passed over, as loading does."""
    found: dict[str, tuple[int, int, int]] = {}
    open_folders = []
    for folder in folders:
        with contextlib.suppress(OutsideError):  # told when it is read
            open_folders.append(str(project.path(folder)))
    while open_folders:
        # A folder or file may vanish while it is being looked at.
        with contextlib.suppress(OSError), os.scandir(open_folders.pop()) as entries:
            for entry in entries:
                if entry.name.startswith((".", "~$")):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    open_folders.append(entry.path)
                    continue
                with contextlib.suppress(OSError):
                    state = entry.stat()
                    found[entry.path] = (state.st_mtime_ns, state.st_size, state.st_ino)
    return found
