"""The print-and-play demo: the decks that `game.toml` names, nine faces a page, then the rules to play them."""

import io
from collections.abc import Callable, Sequence

import pikepdf

from pipeline.outputs.deck import sheets_pdf
from pipeline.outputs.pdfs import saved
from pipeline.outputs.sheets import PrintedCard, Sheet
from pipeline.place import FacePress


def demo_pdf(
    press: FacePress, groups: Sequence[Sequence[PrintedCard]], sheet: Sheet, leaflet: Callable[[], bytes] | None
) -> bytes:
    """The demo on one kind of paper: the sheets, then the rules leaflet, which is asked for after that."""
    game = press.game
    decks = [game.decks[name] for name in game.press.demo_decks]
    title = game.say(game.press.demo_name) if game.press.demo_name else f"{game.name}: demo"
    cards = sheets_pdf(press, decks, groups, sheet, title)
    return append_pages(cards, leaflet(), game.say("Rules")) if leaflet else cards


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
        return saved(document)
