"""Plates: faces ready for printing, kept between runs.

A face that was made before from the same ingredients by the same code is not placed again: it is taken from
`output/.cache`, where it lies with all its forms in one file. What is printed from it is the same, to the byte.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from pipeline.cache import Cache, digest_of, trim
from pipeline.crew import Crew
from pipeline.draw import Form, closure, form_of, keep_form, read_form, write_form
from pipeline.drawing import Drawing, Item, Later
from pipeline.made_by import made_by
from pipeline.model import Card, Game
from pipeline.place import Face, FacePress, Placed
from pipeline.problem import Problem, Refused
from pipeline.project import Project
from pipeline.units import Box

#: From so many cards on, a second process helps: to make itself ready takes it as long as to draw thirty faces. One
#: that is at work already helps from fewer on. It draws so many cards at a time.
_MANY: Final = 50
_FEW: Final = 10
_PIECE: Final = 2


@dataclass
class PlatePress(FacePress):
    """A face press whose faces are plates: their content is written and packed, and kept between runs; their items are
    made only for those who look at them."""

    crew: Crew = field(default_factory=Crew)
    _faces: Cache = field(init=False)
    #: Forms by their keys, so that those which several faces use are one.
    _forms: dict[str, Form] = field(default_factory=dict)
    #: What this press has made or read, by card and template.
    _plates: dict[tuple[str, str], Face] = field(default_factory=dict)
    _stored: bool = False
    _keys: dict[tuple[str, str], str] = field(default_factory=dict)
    #: By card, the piece of work of the second process that it is in.
    _elsewhere: dict[str, "Future[None]"] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._faces = Cache(self.project.output / ".cache" / "faces")

    def faces(
        self, cards: Iterable[Card], tell: Callable[[], None] = lambda: None
    ) -> tuple[list[Face], list[Problem]]:
        """As any press makes them, from the cache where they are there."""
        chosen = list(cards)
        with self.ahead(chosen, _FEW if self.crew.at_work else _MANY):
            made = super().faces(chosen, tell)
        if self._stored:
            trim(self.project.output / ".cache")
            self._stored = False
        return made

    def face(self, card: Card, template: str) -> Face:
        """One side of a card. Raises Refused with everything that is wrong with it."""
        return self._plate(card, template, lambda: super(PlatePress, self).face(card, template))

    def back(self, template: str) -> Face:
        """A common back. Raises Refused with everything that is wrong with it."""
        return self._plate(None, template, lambda: super(PlatePress, self).back(template))

    def _plate(self, card: Card | None, template: str, make: Callable[[], Face]) -> Face:
        name = card.id if card else "", template
        if name not in self._plates:
            self._plates[name] = self._made(card, template, make)
        return self._plates[name]

    def _made(self, card: Card | None, template: str, make: Callable[[], Face]) -> Face:
        key = self._key(card, template)
        plate = self._read(key, card, template, make)
        if plate is None and card and self._made_elsewhere(card):
            plate = self._read(key, card, template, make)
        if plate is None:
            plate = self._write(key, make(), make)
        return plate

    def _key(self, card: Card | None, template: str) -> str:
        name = card.id if card else "", template
        if name not in self._keys:
            self._keys[name] = digest_of(made_by(), self.key(card, template))
        return self._keys[name]

    # another process -------------------------------------------------------------------------------------------------

    @contextmanager
    def ahead(self, cards: Iterable[Card], enough: int = _FEW) -> Iterator[None]:
        """Where so many cards are not kept, have a second process draw them from the last one on, into the cache,
        until it meets this one. What is wrong with a face, or lost on the way, this one finds when it comes to it."""
        left = (card for card in cards if not self._is_kept(card))
        missing = [] if self._elsewhere else list(islice(left, enough))
        if len(missing) < enough or (os.cpu_count() or 1) < 2:
            yield
            return
        (other,) = self.crew.members(1)
        other.submit(_prepare, self.project, self.game, self.ink, self.stamp)
        missing += left  # looked for while the other makes itself ready
        for start in reversed(range(0, len(missing), _PIECE)):
            piece = [card.id for card in missing[start : start + _PIECE]]
            self._elsewhere |= dict.fromkeys(piece, other.submit(_draw, piece))
        try:
            yield
        finally:
            for coming in self._elsewhere.values():
                coming.cancel()
            self._elsewhere.clear()

    def _is_kept(self, card: Card) -> bool:
        """Whether all sides of a card are at hand without being drawn."""
        sides = self.game.kinds[card.kind].faces
        return all(
            (card.id, template) in self._plates or self._faces.has(self._key(card, template)) for template in sides
        )

    def _made_elsewhere(self, card: Card) -> bool:
        """Whether the second process has a card in hand; if so, it has drawn it when this returns."""
        piece = self._elsewhere.get(card.id)
        if piece is None or piece.cancel():
            return False
        with suppress(BrokenExecutor):
            piece.result()
        return True

    # between runs ----------------------------------------------------------------------------------------------------

    def _write(self, key: str, face: Face, make: Callable[[], Face]) -> Face:
        form = form_of(face.drawing)
        written = [(each.key, write_form(each)) for each in closure(form)]
        told = {
            "forms": [[name, len(data)] for name, data in written],
            "size": [face.drawing.width, face.drawing.height, face.drawing.name],
            "title": face.title,
            "files": [[file, self._stamp(file)] for file in face.files],
            "placed": [[each.element, each.name, _box(each.box), each.size, each.column] for each in face.placed],
        }
        lines = json.dumps(told).encode(), b"\n", *(data for _, data in written)
        self._faces.put(key, b"".join(lines), packed=True)
        self._stored = True
        return replace(face, drawing=_later(face.drawing, form, make))

    def _read(self, key: str, card: Card | None, template: str, make: Callable[[], Face]) -> Face | None:
        """A face from the cache, where it is there and its picture files are as they were."""
        found = self._faces.get(key)
        if found is None:
            return None
        line, _, forms = found.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        if any(self._stamp(file) != stamp for file, stamp in told["files"]):
            return None
        width, height, name = told["size"]
        placed = tuple(Placed(element, of, Box(*box), *rest) for element, of, box, *rest in told["placed"])
        files = tuple(file for file, _ in told["files"])
        drawing = _later(Drawing((), width, height, name), self._form(told["forms"], forms), make)
        return Face(card.id if card else "", template, told["title"], drawing, placed, files)

    def _form(self, lengths: Sequence[tuple[str, int]], written: bytes) -> Form:
        """The last of forms that were written one after another, each after those that it uses: their keys and how many
        bytes they have."""
        start, last = 0, ""
        for last, length in lengths:
            if last not in self._forms:
                self._forms[last] = read_form(written[start : start + length], self._forms)
            start += length
        return self._forms[last]

    def _stamp(self, file: str) -> list[int]:
        """When a picture file was changed, in ns, and its size: reading large pictures would take longer."""
        try:
            state = self.project.path(file).stat()
        except OSError:
            return []
        return [state.st_mtime_ns, state.st_size]


def _later(drawing: Drawing, form: Form, make: Callable[[], Face]) -> Drawing:
    """A drawing of that form, whose items are placed when somebody looks at them."""

    def items() -> tuple[Item, ...]:
        return make().drawing.items

    made = Later(items, drawing.width, drawing.height, drawing.name)
    keep_form(made, form)
    return made


def _box(box: Box) -> list[float]:
    return [box.x, box.y, box.width, box.height]


#: The press of a process that draws for another.
_press: list[PlatePress] = []


def _prepare(project: Project, game: Game, ink: str, stamp: str) -> None:
    _press[:] = [PlatePress(project, game, ink, stamp)]


def _draw(cards: Sequence[str]) -> None:
    press = _press[0]
    for each in cards:
        card = press.game.cards[each]
        for template in press.game.kinds[card.kind].faces:
            with suppress(Refused):
                press.face(card, template)
