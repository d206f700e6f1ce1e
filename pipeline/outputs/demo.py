"""The print-and-play demo: the decks that `game.toml` names, nine faces a page, then the rules to play them."""

import io
from collections.abc import Callable, Sequence

import pikepdf

from pipeline.draw import PdfDocument
from pipeline.model import Deck, Game
from pipeline.outputs.leaflet import set_leaflet
from pipeline.outputs.sheets import Page, Sheet, add_sheets, impose
from pipeline.place import Face, FacePress
from pipeline.problem import Refused
from pipeline.project import Project


def deck_faces(press: FacePress, decks: Sequence[Deck], tell: Callable[[], None] = lambda: None) -> list[list[Face]]:
    """The faces of each deck as single-sided sheets want them: as often as the deck says, every side of a card.

    Each different face is made once. Raises Refused with everything that is wrong with any of them.
    """
    game = press.game
    wanted = dict.fromkeys(entry.card for deck in decks for entry in deck.entries)
    faces, problems = press.faces((game.cards[each] for each in wanted), tell)
    if problems:
        raise Refused(problems)
    by_card: dict[str, list[Face]] = {}
    for face in faces:
        by_card.setdefault(face.card, []).append(face)
    return [
        [face for entry in deck.entries for face in by_card[entry.card] * entry.quantity]
        for deck in decks
    ]


def sheet_titles(groups: Sequence[tuple[str, int]], sheet: Sheet) -> list[str]:
    """What each sheet of a run of faces holds: the names of the groups (name, number of faces) that it shows."""
    owners = [name for name, count in groups for _ in range(count)]
    pages = [owners[start : start + sheet.slots] for start in range(0, len(owners), sheet.slots)]
    return [" and ".join(dict.fromkeys(page)) for page in pages]


def sheets_pdf(
    press: FacePress, decks: Sequence[Deck], groups: Sequence[Sequence[Face]], sheet: Sheet, title: str
) -> bytes:
    """Decks on sheets, one after another without a gap, as one PDF."""
    faces = [face for group in groups for face in group]
    pages: list[Page] = impose(faces, sheet)
    titles = sheet_titles([(deck.name, len(group)) for deck, group in zip(decks, groups, strict=True)], sheet)
    document = PdfDocument(title, press.game.language, press.fonts.files(), subject=f"{len(faces)} cards, {sheet.name}")
    add_sheets(document, pages, sheet, press.fonts, titles)
    return document.data()


def demo_pdf(project: Project, press: FacePress, groups: Sequence[Sequence[Face]], paper: str, sheet: Sheet) -> bytes:
    """The demo on one kind of paper: the sheets, then the rules leaflet."""
    game: Game = press.game
    decks = [game.decks[name] for name in game.press.demo_decks]
    cards = sheets_pdf(press, decks, groups, sheet, game.press.demo_name or f"{game.name}: demo")
    if not game.press.demo_leaflet:
        return cards
    size = (sheet.paper.width, sheet.paper.height)
    return append_pages(cards, set_leaflet(project, game, game.press.demo_leaflet, paper, size, press.ink), "Rules")


def append_pages(front: bytes, back: bytes, title: str) -> bytes:
    """`front` with the pages of `back` after it: bookmarked, labelled `title` 1, 2, ...; deterministic."""
    with pikepdf.open(io.BytesIO(front)) as document, pikepdf.open(io.BytesIO(back)) as added:
        first = len(document.pages)
        document.pages.extend(added.pages)
        with document.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem(title, first))
        labels = document.Root.PageLabels.Nums
        labels.append(first)
        labels.append(pikepdf.Dictionary(S=pikepdf.Name.D, P=pikepdf.String(f"{title} ")))
        document.remove_unreferenced_resources()
        out = io.BytesIO()
        document.save(
            out,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            compress_streams=True,
        )
        return out.getvalue()
