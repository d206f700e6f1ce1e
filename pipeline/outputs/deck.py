"""Decks on sheets to print at home."""

from collections.abc import Callable, Sequence

from pipeline.draw import PdfDocument
from pipeline.model import Deck
from pipeline.outputs.sheets import Backs, PrintedCard, Sheet, add_sheets, impose
from pipeline.place import Face, FacePress
from pipeline.problem import Refused


def deck_cards(
    press: FacePress, decks: Sequence[Deck], backs: Backs = "none", tell: Callable[[], None] = lambda: None
) -> list[list[PrintedCard]]:
    """The cards of each deck, as often as it says. Each different face is made once.

    Without backs every side of a card is a card of its own, so that a two-sided one becomes two. With backs, its second
    face lies behind the first; a one-sided card has its kind's common back, or none. Raises Refused with everything
    that is wrong with any face.
    """
    game = press.game
    wanted = dict.fromkeys(entry.card for deck in decks for entry in deck.entries)
    faces, problems = press.faces((game.cards[each] for each in wanted), tell)
    kinds = {card: game.kinds[game.cards[card].kind] for card in wanted}
    common: dict[str, Face] = {}
    if backs != "none":
        made_backs, flawed = press.backs(kinds.values())
        common = {back.template: back for back in made_backs}
        problems = [*problems, *flawed]
    if problems:
        raise Refused(problems)
    sides: dict[str, list[Face]] = {}
    for face in faces:
        sides.setdefault(face.card, []).append(face)
    printed: dict[str, list[PrintedCard]] = {}
    for card, made in sides.items():
        if backs == "none":
            printed[card] = [PrintedCard(face) for face in made]
        else:
            behind = made[1] if len(made) > 1 else common.get(kinds[card].back)
            printed[card] = [PrintedCard(made[0], behind)]
    return [[card for entry in deck.entries for card in printed[entry.card] * entry.quantity] for deck in decks]


def sheets_pdf(
    press: FacePress,
    decks: Sequence[Deck],
    groups: Sequence[Sequence[PrintedCard]],
    sheet: Sheet,
    title: str,
    backs: Backs = "none",
    offset: tuple[float, float] = (0, 0),
) -> bytes:
    """Decks on sheets, one after another without a gap, as one PDF. `groups` are the decks' cards of `deck_cards`."""
    cards = [card for group in groups for card in group]
    pages = impose(cards, sheet, backs, offset)
    per_sheet = sheet.holds(backs)
    names = [press.game.say(deck.name) for deck, group in zip(decks, groups, strict=True) for _ in group]
    marked = f"{press.stamp} \u00b7 " if press.stamp else ""
    shown = [dict.fromkeys(names[at : at + per_sheet]) for at in range(0, len(names), per_sheet)]
    titles = [marked + f" {press.game.say('and')} ".join(each) for each in shown]
    subject = f"{len(cards)} {press.game.say('cards')}, {sheet.name}"
    document = PdfDocument(title, press.game.language, press.fonts.files(), subject, duplex=_duplex(backs))
    add_sheets(document, pages, sheet, press.fonts, titles, backs, offset, press.game.say)
    return document.data()


def _duplex(backs: Backs) -> str:
    """What the print dialog is told (ISO 32000-1, table 150)."""
    return {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}.get(backs, "Simplex")
