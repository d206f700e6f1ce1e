"""A game's set for a print service: pictures, proofs and lists in `output/<game>/<service>/`.

Pictures are drawn beside their places and looked at there; only when nothing is wrong with any of them do they take
their places, and the manifest after them. So an export that was killed shows in its manifest: its files are not those
that it tells of. Proofs are written in any case, for they show what is wrong.
"""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pipeline.checks.flaws import NARROW, alike, missing_backs
from pipeline.checks.sight import check_sight
from pipeline.load.services import Service
from pipeline.model import Game
from pipeline.outputs.files import Draft, drafting
from pipeline.outputs.rulebook.build import has_book, rulebook_pdf
from pipeline.outputs.services.images import digests, shoot
from pipeline.outputs.services.plan import Component, Plan, Side, make_plan, order_size, side_place
from pipeline.outputs.services.shots import Shot, Shots
from pipeline.problem import Problem, Refused
from pipeline.project import Project

MANIFEST: Final = "manifest.json"
_CSV: Final = "manifest.csv"
_SUMMARY: Final = "summary.txt"
_PROOF: Final = "proof"
_SUSPECTS: Final = "suspects.png"
#: More suspects are not shown on their sheet.
_MOST_SUSPECTS: Final = 60
#: What a file is for.
_COLUMNS: Final = (
    "path",
    "sha256",
    "component",
    "identity",
    "width",
    "height",
    "quantity",
    "class_number",
    "side",
    "card",
    "name",
    "back",
)


@dataclass(frozen=True, slots=True)
class Extras:
    """What goes along with the cards: the rulebook as a download, and as pages of a booklet."""

    rulebook: bool = True
    booklet: bool = False


@dataclass(frozen=True, slots=True)
class Export:
    """What was written, and the summary for people, in lines."""

    paths: tuple[Path, ...]
    summary: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _File:
    """A picture or document besides the cards."""

    path: str
    data: bytes
    component: str
    identity: str
    width: int = 0
    height: int = 0
    side: str = "page"


def export(
    project: Project, game: Game, service: Service, extras: Extras, settle: Callable[[], None] = lambda: None
) -> Export:
    """Write a game's set for a service. Raises Refused, with earlier files untouched but for the proofs, for everything
    that is wrong with the set, a face or a picture, and when the disk refuses. `settle` raises Refused where nothing
    may be written, proofs neither: it is called once everything is drawn."""
    plan = make_plan(game, service)
    folder = project.output / game.id / service.id
    files, notes = _extras(project, game, service, extras)
    with ExitStack() as stack:
        images = stack.enter_context(drafting(folder))
        proofs = stack.enter_context(drafting(folder / _PROOF))
        told = _manifest(folder)
        paths = [each / side.file for each in (images.folder, proofs.folder) for side in plan.sides]
        standing = digests(list(dict.fromkeys([*paths, *(told or ())])))
        notes += _unfinished(folder, told, standing)
        shots = shoot(project, game, service, plan.sides, images, proofs, standing)
        settle()
        proofs.publish(shots.new)
        _put_suspects(proofs, plan, shots)
        problems = [*shots.problems, *_preflight(project, game, service, plan, shots)]
        if problems:
            raise Refused(problems)
        rows = _rows(plan, shots.made, files)
        summary = _summary(game, service, plan, shots.made, files, notes)
        for name, data in _lists(rows, summary).items():
            images.put(name, data)
        for each in files:
            images.put(each.path, each.data)
        names = [each.path for each in files] + [_CSV, _SUMMARY, MANIFEST]
        images.publish([*shots.new, *names])
    listed = list(dict.fromkeys([*(side.file for side in plan.sides), *names]))
    _remove_strays(folder, game, set(listed))
    _remove_strays(folder / _PROOF, game, {side.file for side in plan.sides})
    return Export(tuple(folder / name for name in listed), tuple(summary))


def _manifest(folder: Path) -> dict[Path, str] | None:
    """Files that the manifest of an earlier export tells of, with their digests; None where it cannot be read."""
    try:
        told = json.loads((folder / MANIFEST).read_text("utf-8"))
        return {folder / Path(str(row["path"])).name: str(row["sha256"]) for row in told["files"]}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _unfinished(folder: Path, told: Mapping[Path, str] | None, standing: Mapping[Path, str]) -> list[str]:
    """A note on an earlier export whose files are not those that its manifest tells of."""
    if told is None:
        return [f"The manifest of an earlier export could not be read; {folder.name}/ was made whole."]
    if told:
        lost = [path.name for path, digest in told.items() if digest != standing[path]]
        count = f"{len(lost)} of its {len(told)} files"
        message = f"An earlier export was not whole: {count} were not those of its manifest."
    else:
        lost = [path.name for path in folder.glob("*.png")]
        message = f"An earlier export had not come to its manifest; its {len(lost)} pictures were gone over."
    return [message] if lost else []


def _remove_strays(folder: Path, game: Game, listed: set[str]) -> None:
    """Remove pictures of the game that an earlier export made and this one did not: somebody would upload them."""
    for path in folder.glob(f"{game.id}-*"):
        if path.name not in listed and path.suffix in (".png", ".pdf") and path.is_file():
            path.unlink(missing_ok=True)


# checks --------------------------------------------------------------------------------------------------------------


def _preflight(project: Project, game: Game, service: Service, plan: Plan, shots: Shots) -> list[Problem]:
    problems = missing_backs(game)
    looks: dict[str, Side] = {}
    cues: dict[str, set[str]] = {}
    for side, shot in shots.made.items():
        place = side_place(game, side)
        problems += [Problem(place, flaw.message, flaw.hint) for flaw in shot.flaws]
        earlier = looks.setdefault(shot.sha256, side)
        if earlier is not side:
            problems.append(alike(place, side.template, earlier.template, earlier.card))
        if side.card:
            cues.setdefault(side.card, set()).update(shot.cues)
    for component in plan.components:
        problems += _mixed(game, service, component, shots.made)
    return problems + check_sight(project, game, cues)


def _mixed(game: Game, service: Service, component: Component, made: Mapping[Side, Shot]) -> list[Problem]:
    """A side of another size than the first of its component's."""
    sides = [side for side, _ in component.sides() if side in made and made[side].identity]
    wanted = made[sides[0]].identity if sides else ""
    return [
        Problem(
            side_place(game, side),
            f"{side.template}: is a {made[side].identity}, and {sides[0].template} of the same component a {wanted}",
            f"{service.name} takes one size in a component",
        )
        for side in dict.fromkeys(sides)
        if made[side].identity != wanted
    ]


def _put_suspects(proofs: Draft, plan: Plan, shots: Shots) -> None:
    """A contact sheet of the faces that something is wrong with, or that come near the safe zone's edge."""
    suspects = [side for side, shot in shots.made.items() if shot.flaws or shot.room < NARROW]
    suspects.sort(key=lambda side: (not shots.made[side].flaws, shots.made[side].room, side.file))
    if not suspects:
        (proofs.folder / _SUSPECTS).unlink(missing_ok=True)
        return
    from pipeline.outputs.services.overlay import contact_sheet  # noqa: PLC0415 - costs 0.2 s

    pictures = [(proofs.folder / side.file).read_bytes() for side in suspects[:_MOST_SUSPECTS]]
    proofs.put(_SUSPECTS, contact_sheet(pictures))
    proofs.publish([_SUSPECTS])


# extras --------------------------------------------------------------------------------------------------------------


def _extras(project: Project, game: Game, service: Service, extras: Extras) -> tuple[list[_File], list[str]]:
    """Files besides the cards, and what is left out, in words."""
    files: list[_File] = []
    notes: list[str] = []
    if not has_book(project, game.id):
        notes.append("The rulebook is left out: the game has none (layouts/<game>/rulebook/book.toml).")
    elif not extras.rulebook and not extras.booklet:
        notes.append("The rulebook is left out, as asked.")
    else:
        if extras.rulebook:
            name = f"{game.id}-rulebook.pdf"
            data = rulebook_pdf(project, game.id, "letter")
            files.append(_File(name, data, "rulebook", "download", side="document"))
            notes.append(f"The rulebook is {name}, to be offered as a download.")
        if extras.booklet and service.booklet:
            from pipeline.outputs.services.booklet import booklet_pages  # noqa: PLC0415 - few ask for it

            pages, told = booklet_pages(rulebook_pdf(project, game.id, "digest"), service, service.booklet)
            for number, page in enumerate(pages, 1):
                name = f"{game.id}-booklet-{number:02}.png"
                files.append(_File(name, page, "booklet", service.booklet.identity, *service.booklet.image))
            notes += told
        elif extras.booklet:
            notes.append(f"The booklet is left out: {service.name} declares none.")
    if service.boxes:
        known = ", ".join(service.boxes.identities)
        notes.append(f"No box art is made ({known}): {service.boxes.reason}.")
    return files, notes


# lists ---------------------------------------------------------------------------------------------------------------


def _rows(plan: Plan, made: Mapping[Side, Shot], files: Sequence[_File]) -> list[dict[str, Any]]:
    """The manifest's rows. A side that is no card of its own, for it is printed behind others, has quantity 0; so the
    quantities of a component add up to its cards."""
    rows = []
    for component in plan.components:
        behind = {slot.front: slot.back for slot in component.slots}
        for side, quantity in component.sides():
            shot = made[side]
            back = behind.get(side)
            rows.append(
                {
                    "path": side.file,
                    "sha256": shot.sha256,
                    "component": component.id,
                    "identity": shot.identity,
                    "width": shot.width,
                    "height": shot.height,
                    "quantity": quantity,
                    "class_number": 1,
                    "side": "face" if back else "back",
                    "card": side.card,
                    "name": side.title,
                    "back": back.file if back else "",
                }
            )
    for each in files:
        digest = sha256(each.data).hexdigest()
        size = each.width, each.height
        values = (each.path, digest, each.component, each.identity, *size, 1, 1, each.side, "", "", "")
        rows.append(dict(zip(_COLUMNS, values, strict=True)))
    return rows


def _lists(rows: Sequence[Mapping[str, Any]], summary: Sequence[str]) -> dict[str, bytes]:
    table = io.StringIO()
    writer = csv.DictWriter(table, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    told = json.dumps({"files": rows}, ensure_ascii=False, indent=1)
    return {
        MANIFEST: f"{told}\n".encode(),
        _CSV: table.getvalue().encode(),
        _SUMMARY: ("\n".join(summary) + "\n").encode(),
    }


def _summary(
    game: Game,
    service: Service,
    plan: Plan,
    made: Mapping[Side, Shot],
    files: Sequence[_File],
    notes: Sequence[str],
) -> list[str]:
    copies = sum(component.copies for component in plan.components)
    megabytes = (sum(shot.size for shot in made.values()) + sum(len(each.data) for each in files)) / 1e6
    count = len(plan.sides) + len(files)
    lines = [
        f"{game.name} for {service.name}: {len(plan.components)} components, {copies} cards, {len(plan.sides)} sides, "
        f"{count} files, {megabytes:.1f} MB"
    ]
    for component in plan.components:
        identity = made[component.slots[0].front].identity
        back = component.back.file if component.back else "each its own"
        size = order_size(service, component.copies)
        order = f", an order of {size}" if service.limits.brackets else ""
        told = f"{component.copies} cards of {len(component.slots)} designs{order}, back: {back}"
        lines.append(f"  {component.id} ({identity}): {told}")
    return lines + list(notes)
