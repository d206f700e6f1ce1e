"""What `cardpress errata` makes: the changed cards on sheets, patches of their texts, and what to print in words."""

from collections.abc import Callable, Sequence

from pipeline.model import Deck, DeckEntry
from pipeline.outputs.deck import deck_cards, sheets_pdf
from pipeline.outputs.errata.notice import notice
from pipeline.outputs.errata.patches import Patch, patches, patches_pdf
from pipeline.outputs.sheets import Sheet
from pipeline.place import FacePress
from pipeline.rules import Change
from pipeline.rules.print_run import print_run

_ADVICE = (
    "Print at 100 %, on paper or sticker paper. Cut along the dashed lines,",
    "and paste each patch over the text of the card that it names.",
)


def errata_files(
    press: FacePress,
    edition: str,
    found: Sequence[Change],
    paper: str,
    sheet: Sheet,
    tell: Callable[[], None] = lambda: None,
) -> dict[str, bytes]:
    """Files by name, for the changes since an edition of the press's game; `paper` is what the sheet is called by.

    Cards come as often as a full set has them. Where nothing has changed there is only the text; where no patch shows
    a change, there are no patches. Raises Refused with everything that is wrong with any face, or its size.
    """
    game = press.game
    changed = [change for change in found if not change.stands]
    copies = print_run(game)
    files: dict[str, bytes] = {}
    cut: dict[tuple[str, str], list[Patch]] = {}
    if changed:
        title = f"{game.name}: changed since “{edition}”"
        places = {change.card.id: change.place for change in changed}
        entries = tuple(DeckEntry(card, copies[card], place) for card, place in places.items())
        deck = Deck("errata", title, entries, changed[0].place)
        groups = deck_cards(press, [deck], tell=tell)
        files[f"{edition}-{paper}.pdf"] = sheets_pdf(press, [deck], groups, sheet, title)
        faces = {(card.front.card, card.front.template): card.front for card in groups[0]}
        for change in changed:
            cut[change.card.id, change.field] = [
                patch
                for face in faces.values()
                if face.card == change.card.id
                for patch in patches(face, _named(change), change.field, copies[face.card])
            ]
        chosen = [patch for each in cut.values() for patch in each]
        if chosen:
            name = f"{edition}-patches-{paper}.pdf"
            title = f"{game.name}: patches since “{edition}”"
            files[name] = patches_pdf(chosen, sheet, press.fonts, title, game.language, _ADVICE)
    unpatched = {key for key, made in cut.items() if not made}
    files[f"errata-{edition}.txt"] = notice(game, edition, found, copies, unpatched).encode()
    return files


def _named(change: Change) -> str:
    """What a patch is told by: its card, and its field unless that is the text."""
    return change.card.name if change.field == "text" else f"{change.card.name}, {change.field}"
