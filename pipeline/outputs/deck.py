"""Decks on sheets to print at home."""

from collections.abc import Callable, Sequence

from pipeline.draw import PdfDocument
from pipeline.model import Deck
from pipeline.outputs.sheets import Backs, PrintedCard, Sheet, add_sheets, impose
from pipeline.place import Face, FacePress
from pipeline.problem import Problem, Refused


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
    common, missing = _common_backs(press, wanted) if backs != "none" else ({}, [])
    if problems or missing:
        raise Refused([*problems, *missing])
    sides: dict[str, list[Face]] = {}
    for face in faces:
        sides.setdefault(face.card, []).append(face)
    printed: dict[str, list[PrintedCard]] = {}
    for card, made in sides.items():
        if backs == "none":
            printed[card] = [PrintedCard(face) for face in made]
        else:
            behind = made[1] if len(made) > 1 else common.get(game.kinds[game.cards[card].kind].back)
            printed[card] = [PrintedCard(made[0], behind)]
    return [[card for entry in deck.entries for card in printed[entry.card] * entry.quantity] for deck in decks]


def _common_backs(press: FacePress, cards: dict[str, None]) -> tuple[dict[str, Face], list[Problem]]:
    """The common backs that these cards need, by template."""
    game = press.game
    names = {game.kinds[game.cards[card].kind].back for card in cards} - {""}
    made: dict[str, Face] = {}
    problems: list[Problem] = []
    for name in sorted(names):
        try:
            made[name] = press.back(name)
        except Refused as refused:
            problems.extend(refused.problems)
    return made, problems


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
    per_sheet = _per_sheet(sheet, backs)
    names = [press.game.say(deck.name) for deck, group in zip(decks, groups, strict=True) for _ in group]
    marked = f"{press.stamp} \u00b7 " if press.stamp else ""
    shown = [dict.fromkeys(names[at : at + per_sheet]) for at in range(0, len(names), per_sheet)]
    titles = [marked + f" {press.game.say('and')} ".join(each) for each in shown]
    subject = f"{len(cards)} {press.game.say('cards')}, {sheet.name}"
    document = PdfDocument(title, press.game.language, press.fonts.files(), subject, duplex=_duplex(backs))
    add_sheets(document, pages, sheet, press.fonts, titles, backs, offset, press.game.say)
    return document.data()


def _per_sheet(sheet: Sheet, backs: Backs) -> int:
    folded = sheet.folded() if backs == "fold" else None
    return folded.slots // 2 if folded else sheet.slots


def _duplex(backs: Backs) -> str:
    """What the print dialog is told (ISO 32000-1, table 150)."""
    return {"long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}.get(backs, "Simplex")
