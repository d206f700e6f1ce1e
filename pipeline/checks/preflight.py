"""Preflight: will a print service print the faces as they are meant?

Everything is measured twice: from what was placed (text runs by their glyphs' outlines, marks by their boxes), and from
pixels, of text and marks drawn alone and of the face without its text. The cut may drift; what must not be cut off
stays in the safe zone and on the card's rounded corners wherever it drifts to, and the art reaches the picture's edge.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pipeline.cache import Cache, digest_of, file_digest, release_of
from pipeline.checks.contrast import faint_texts, without_text
from pipeline.checks.flaws import Flaw, alike, missing_backs
from pipeline.checks.sight import check_sight, color_cues
from pipeline.draw.sample import Sampler
from pipeline.draw.veils import path_box, unveiled
from pipeline.drawing import IDENTITY, Drawing, Group, Item, Matrix, Path, Raster, TextRun, Use, apply, multiply, walk
from pipeline.load.services import Cut, Service, load_service, service_names
from pipeline.made_by import made_by
from pipeline.model import Game
from pipeline.pictures.files import LEAST_DPI
from pipeline.place import Face, FacePress
from pipeline.problem import Place, Problem
from pipeline.typeset import FontFile, Fonts
from pipeline.units import BLEED, MM_PER_INCH, POINT, Box

#: How finely the face without text, and text and marks alone, are looked at.
_GROUND_DPI: Final = 144
_INK_DPI: Final = 200
#: Outlines and their pixels may differ by so much, in millimetres.
_SLACK: Final = 0.1
#: A pixel has ink, or is covered, from here on, of 255.
_INKED: Final = 128
_COVERED: Final = 250
#: What marks and pictures may paint beyond their boxes, in millimetres: their edges, at the most.
_OVER: Final = 0.6


@dataclass(frozen=True, slots=True)
class Look:
    """A face looked at for one product: its flaws, and the least room between what must not be cut off and the safe
    zone's edge."""

    flaws: tuple[Flaw, ...]
    room: float


@dataclass(frozen=True, slots=True)
class Ink:
    """Something that must not be cut off, by what was placed: what it is called, and the box of its ink."""

    name: str
    box: Box


@dataclass(frozen=True, slots=True)
class View:
    """What a face looks like, in pixels: a part of it without its text, RGBA on nothing; and which pixels of the whole
    have ink when text and marks are drawn alone."""

    ground: NDArray[np.uint8]
    part: Box
    inked: NDArray[np.bool_]


def check_preflight(
    press: FacePress, faces: Sequence[Face], services: Sequence[Service] | None = None, kept: Cache | None = None
) -> list[Problem]:
    """What would go wrong at the print services, all of the project where none are named: a face that one of their
    cards fits is looked at as that card. Raises Refused with what is wrong with a service's file.

    Text that cannot be read on its ground, equal pictures, missing backs and colors that some cannot tell apart are
    problems whatever the service. What was seen of a face is taken from `kept` where it has that; the faces must be as
    `press` makes them, then.
    """
    game = press.game
    if services is None:
        services = [load_service(press.project, name) for name in service_names(press.project)]
    problems = missing_backs(game)
    digests: dict[str, Face] = {}
    cues: dict[str, set[str]] = {}
    for face in faces:
        seen = _seen(press, face, services, kept)
        place = face_place(game, face)
        problems += [Problem(place, message, hint) for message, hint in seen.flaws]
        earlier = digests.setdefault(seen.digest, face)
        if earlier is not face:
            problems.append(alike(place, face.template, earlier.template, earlier.card))
        if face.card:
            cues.setdefault(face.card, set()).update(seen.cues)
    return problems + check_sight(press.project, game, cues)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What was seen of a face: flaws by message and hint, a digest of its pixels, and `color_cues`."""

    flaws: tuple[tuple[str, str], ...]
    digest: str
    cues: tuple[str, ...]


def _seen(press: FacePress, face: Face, services: Iterable[Service], kept: Cache | None) -> _Seen:
    if kept is None:
        return _look_at(press, face, services)
    card = press.game.cards[face.card] if face.card else None
    pictures = [file_digest(press.project.path(file)) for file in face.files]
    key = digest_of(
        made_by("checks", "load"),
        release_of("pypdfium2"),
        press.key(card, face.template),
        pictures,
        [repr(each) for each in services],
    )
    stored = kept.get(key)
    if stored is not None:
        found = json.loads(stored)
        return _Seen(tuple((message, hint) for message, hint in found["flaws"]), found["digest"], tuple(found["cues"]))
    seen = _look_at(press, face, services)
    kept.put(key, json.dumps(asdict(seen)).encode())
    return seen


def _look_at(press: FacePress, face: Face, services: Iterable[Service]) -> _Seen:
    seen = view(press, face)
    # What one service would cut off, another cuts off too, a tenth of a millimetre more or less.
    flaws: dict[str, Flaw] = {}
    for each in look(press, face, dict(_cuts(face, services)).values(), seen):
        for flaw in each.flaws:
            flaws.setdefault(flaw.about or flaw.message, flaw)
    digest = sha256(seen.ground.tobytes() + seen.inked.tobytes()).hexdigest()
    cues = tuple(sorted(color_cues(press.game, face)))
    return _Seen(tuple((flaw.message, flaw.hint) for flaw in flaws.values()), digest, cues)


def _cuts(face: Face, services: Iterable[Service]) -> Iterator[tuple[str, Cut]]:
    width, height = face.drawing.width, face.drawing.height
    for service in services:
        card = service.fitting(width, height, BLEED)
        if card:
            yield service.id, service.cut(card, width, height)


def face_place(game: Game, face: Face) -> Place:
    """Where what a face shows is written: the card's row, or the back's template."""
    return game.cards[face.card].place if face.card else Place(f"layouts/{game.id}/faces/{face.template}.svg.j2")


def view(press: FacePress, face: Face) -> View:
    """The whole face, as finely as checks need."""
    whole = Box(0, 0, face.drawing.width, face.drawing.height)
    with Sampler(press.fonts, [(unveiled(bare(face)), whole), (alone(face), whole)]) as sampler:
        return View(sampler.rgba(0, *_size(face, _GROUND_DPI)), whole, inked(sampler, 1, face))


def bare(face: Face) -> Drawing:
    """The face without its text."""
    return replace(face.drawing, items=without_text(face.drawing.items))


def alone(face: Face) -> Drawing:
    """The face's text and marks without anything else."""
    return replace(face.drawing, items=tuple(_alone(face.drawing.items)))


def inked(sampler: Sampler, index: int, face: Face) -> NDArray[np.bool_]:
    """Which pixels of a face have ink, where `alone` is the sampler's `index`."""
    return np.asarray(sampler.rgba(index, *_size(face, _INK_DPI))[:, :, 3] >= _INKED)


def look(press: FacePress, face: Face, cuts: Iterable[Cut], seen: View) -> list[Look]:
    """A face as each of the cuts leaves it; at least once, also where no service's card fits it."""
    # Every second pixel of a fine ground is as fine as is needed.
    step = max(1, seen.ground.shape[1] // _size(face, _GROUND_DPI)[0])
    dpi = seen.ground.shape[1] / step / seen.part.width * MM_PER_INCH
    faint = faint_texts(face, seen.ground[::step, ::step], dpi, seen.part.x, seen.part.y)
    always = [Flaw(message, hint) for message, hint in faint] + list(_coarse(face))
    inks = list(placed_ink(press.fonts, face))
    looks = []
    for cut in cuts:
        flaws = [*_outside(face, inks, seen.inked, cut), *_bare(face, seen, cut), *always]
        looks.append(Look(tuple(flaws), _room(inks, cut)))
    return looks or [Look(tuple(always), 0.0)]


def _size(face: Face, dpi: int) -> tuple[int, int]:
    """Pixels across and down, stretched by less than one to whole ones."""
    width, height = (max(1, round(length / MM_PER_INCH * dpi)) for length in (face.drawing.width, face.drawing.height))
    return width, height


# what was placed ------------------------------------------------------------------------------------------------------


def placed_ink(fonts: Fonts, face: Face) -> Iterator[Ink]:
    """Every run of text by the outlines of its glyphs, and every mark by its box, named after the box of the template
    that it stands in."""
    files = fonts.files()
    for item, matrix in walk(face.drawing.items):
        if isinstance(item, TextRun) and item.color and item.text.strip():
            box = _run_box(item, matrix, files)
            if box:
                yield Ink(_name_at(face, *apply(matrix, item.x, item.y), "textbox"), box)
        elif isinstance(item, Use) and item.role == "glyph":
            box = _moved(Box(0, 0, item.drawing.width, item.drawing.height), multiply(matrix, item.matrix))
            yield Ink(_name_at(face, box.x + box.width / 2, box.y + box.height / 2, "glyph"), box)


def _run_box(run: TextRun, matrix: Matrix, files: Mapping[str, FontFile]) -> Box | None:
    size, start = run.size * POINT, 0.0
    whole: Box | None = None
    for piece in run.pieces:
        ink = files[run.font].ink(piece)
        if ink:
            moved = Box(start + ink.x, ink.y, ink.width, ink.height)
            whole = whole.union(moved) if whole else moved
        start += piece.width + piece.tracking
    if whole is None:
        return None
    across = size * run.stretch
    scaled = Box(run.x + whole.x * across, run.y + whole.y * size, whole.width * across, whole.height * size)
    return _moved(scaled, matrix)


def text_is_last(fonts: Fonts, face: Face) -> Drawing | None:
    """The face's text alone, where the face looks the same when it is painted after all else: nothing that comes later
    lies over any of it. None where that is not sure."""
    files = fonts.files()
    runs: list[TextRun] = []
    boxes: list[Box] = []
    for item in face.drawing.items:
        if isinstance(item, TextRun):
            runs.append(item)
            box = _run_box(item, IDENTITY, files) if item.color else None
            boxes += [box.grow(_SLACK)] if box else []
            continue
        within = [each for each, _ in walk([item])]
        if any(isinstance(each, TextRun) and each.color for each in within):
            return None
        over = _art_box([item]) if boxes else None
        by = item.stroke.width / 2 if isinstance(item, Path) and item.stroke else 0.0
        if not isinstance(item, Path) and any(isinstance(each, Path) and each.stroke for each in within):
            by = _OVER
        if over and any(_overlap(over.grow(by), box) for box in boxes):
            return None
    return replace(face.drawing, items=tuple(runs))


def _overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _moved(box: Box, matrix: Matrix) -> Box:
    corners = [apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _name_at(face: Face, x: float, y: float, element: str) -> str:
    """The box of the template that holds a point, the smallest of several; of the kind of element, where one does."""
    point = Box(x, y, 0, 0)
    holding = [each for each in face.placed if each.element != "art" and each.box.grow(_SLACK).holds(point)]
    holding.sort(key=lambda each: (each.element != element, each.box.width * each.box.height))
    return holding[0].name if holding else "text"


def _outside(face: Face, inks: Sequence[Ink], has_ink: NDArray[np.bool_], cut: Cut) -> Iterator[Flaw]:
    """What does not stay in the safe zone and on the card, by its box or by its pixels; each box once."""
    found: dict[str, tuple[Box, list[str]]] = {}
    for ink in inks:
        corners = [(x, y) for x in (ink.box.x, ink.box.right) for y in (ink.box.y, ink.box.bottom)]
        if not all(cut.keeps(x, y, _SLACK) for x, y in corners):
            _note(found, ink.name, ink.box, "as placed")
    for name, box in _stray(face, inks, has_ink, cut):
        _note(found, name, box, "in pixels")
    for name, (box, ways) in found.items():
        beyond = _beyond(box, cut)
        message = f'{face.template}, box "{name}": {beyond}, measured {" and ".join(ways)}'
        hint = f"the cut may drift by {cut.drift:.2f} mm; keep text and marks inside {_told(cut.safe)}"
        yield Flaw(message, hint, f"box {name}", box)


def _note(found: dict[str, tuple[Box, list[str]]], name: str, box: Box, way: str) -> None:
    before, ways = found.get(name, (box, []))
    found[name] = before.union(box), ways if way in ways else [*ways, way]


def _beyond(box: Box, cut: Cut) -> str:
    """How far a box leaves the safe zone, in words."""
    safe = cut.safe
    sides = {
        "left": safe.x - box.x,
        "right": box.right - safe.right,
        "top": safe.y - box.y,
        "bottom": box.bottom - safe.bottom,
    }
    told = [f"{by:.2f} mm on the {side}" for side, by in sides.items() if by > _SLACK / 2]
    if not told:
        return f"comes too near to a rounded corner, at {_told(box)}"
    return f"leaves the safe zone by {' and '.join(told)}"


def _told(box: Box) -> str:
    return f"{box.x:.2f},{box.y:.2f} to {box.right:.2f},{box.bottom:.2f} mm"


def _room(inks: Sequence[Ink], cut: Cut) -> float:
    safe = cut.safe
    rooms = [
        min(ink.box.x - safe.x, ink.box.y - safe.y, safe.right - ink.box.right, safe.bottom - ink.box.bottom)
        for ink in inks
    ]
    return min(rooms, default=min(safe.width, safe.height) / 2)


def _coarse(face: Face) -> Iterator[Flaw]:
    """Pictures in pixels that are stretched too far."""
    for item, matrix in walk(face.drawing.items):
        if isinstance(item, Raster):
            scale = max((matrix[0] ** 2 + matrix[1] ** 2) ** 0.5, 1e-9)
            dpi = item.columns / (item.width * scale) * MM_PER_INCH
            if dpi < LEAST_DPI - 0.5:
                box = _moved(Box(0, 0, item.width, item.height), matrix)
                message = f"{face.template}, picture at {_told(box)}: {dpi:.0f} pixels to the inch"
                yield Flaw(message, f"at least {LEAST_DPI}; take a finer picture, or show it smaller", box=box)


# pixels ---------------------------------------------------------------------------------------------------------------


def _alone(items: Iterable[Item]) -> Iterator[Item]:
    """Text and marks, wherever they stand; nothing else. Clips stay."""
    for item in items:
        if isinstance(item, Group):
            inner = tuple(_alone(item.items))
            if inner:
                yield replace(item, items=inner)
        elif (isinstance(item, TextRun) and item.color) or (isinstance(item, Use) and item.role == "glyph"):
            yield item
        elif isinstance(item, Use):
            inner = tuple(_alone(item.drawing.items))
            if inner:
                yield Group(inner, item.matrix)


def _stray(face: Face, inks: Sequence[Ink], has_ink: NDArray[np.bool_], cut: Cut) -> Iterator[tuple[str, Box]]:
    """Pixels of ink that may be cut off, by the box that they belong to."""
    stray = has_ink & ~_kept(face.drawing.width, face.drawing.height, has_ink.shape, cut)
    if not stray.any():
        return
    rows, columns = np.nonzero(stray)
    side = MM_PER_INCH / _INK_DPI
    left = np.ones(len(rows), bool)
    for ink in inks:
        near = ink.box.grow(2 * side)
        x, y = (columns + 0.5) * side, (rows + 0.5) * side
        mine = left & (x >= near.x) & (x <= near.right) & (y >= near.y) & (y <= near.bottom)
        if mine.any():
            yield ink.name, _pixel_box(rows[mine], columns[mine], side)
            left &= ~mine
    if left.any():
        yield "text", _pixel_box(rows[left], columns[left], side)


@lru_cache(maxsize=4)
def _kept(width: float, height: float, shape: tuple[int, ...], cut: Cut) -> NDArray[np.bool_]:
    """Which pixels of a face of that size stay on the card, by `Cut.keeps`."""
    y, x = np.ogrid[: shape[0], : shape[1]]
    x, y = (x + 0.5) * width / shape[1], (y + 0.5) * height / shape[0]
    safe, inner = cut.safe.grow(_SLACK), cut.trim.grow(-cut.drift - cut.corner)
    inside = (x >= safe.x) & (x <= safe.right) & (y >= safe.y) & (y <= safe.bottom)
    across = np.maximum(np.maximum(inner.x - x, x - inner.right), 0)
    down = np.maximum(np.maximum(inner.y - y, y - inner.bottom), 0)
    return np.asarray(inside & (np.hypot(across, down) <= cut.corner + _SLACK))


def _pixel_box(rows: NDArray[np.intp], columns: NDArray[np.intp], side: float) -> Box:
    left, top = float(columns.min() * side), float(rows.min() * side)
    return Box(left, top, float((columns.max() + 1) * side) - left, float((rows.max() + 1) * side) - top)


def _bare(face: Face, seen: View, cut: Cut) -> Iterator[Flaw]:
    """Where the art does not reach the picture's edge: by the boxes of what was placed, and by pixels."""
    hint = "draw the ground over the whole viewBox: the cut may drift into the bleed"
    placed = _art_box(face.drawing.items)
    if placed is None or not placed.holds(cut.image, _SLACK):
        told = _told(placed) if placed else "nothing"
        message = f"{face.template}: the art as placed ends at {told}, and the picture is {_told(cut.image)}"
        yield Flaw(message, hint, "bare as placed", cut.image)
    covered, part = seen.ground[:, :, 3], seen.part
    if covered.min() >= _COVERED:
        return
    across, down = part.width / covered.shape[1], part.height / covered.shape[0]
    y, x = np.ogrid[: covered.shape[0], : covered.shape[1]]
    x, y = part.x + (x + 0.5) * across, part.y + (y + 0.5) * down
    inside = (x >= cut.image.x) & (x <= cut.image.right) & (y >= cut.image.y) & (y <= cut.image.bottom)
    rows, columns = np.nonzero((covered < _COVERED) & inside)
    if len(rows):
        found = _pixel_box(rows, columns, across)
        box = Box(part.x + found.x, part.y + found.y, found.width, found.height)
        message = f"{face.template}: {len(rows)} pixels are bare, within {_told(box)}, measured in pixels"
        yield Flaw(message, hint, "bare in pixels", box)


def _art_box(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Box | None:
    """The box about all that is painted but text: of a clipped group no more than its clip."""
    whole: Box | None = None
    for item in items:
        box: Box | None = None
        if isinstance(item, Path) and (item.fill is not None or item.stroke):
            box = path_box(item.d)
        elif isinstance(item, Use):
            box = _moved(Box(0, 0, item.drawing.width, item.drawing.height), item.matrix)
        elif isinstance(item, Raster):
            box = Box(0, 0, item.width, item.height)
        elif isinstance(item, Group):
            box = path_box(item.clip.d) if item.clip else _art_box(item.items)
            box = _moved(box, item.matrix) if box else None
        if box:
            moved = _moved(box, matrix)
            whole = whole.union(moved) if whole else moved
    return whole
