"""What to print again, told in plain words."""

import textwrap
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from pipeline.model import Game
from pipeline.model.markup import aloud
from pipeline.rules import Change

_WIDTH: Final = 78
#: How the text before and after is led, and how far its lines are set in.
_BEFORE: Final = "  was  "
_AFTER: Final = "  now  "
_IN: Final = " " * len(_BEFORE)


def notice(
    game: Game, edition: str, found: Sequence[Change], copies: Mapping[str, int], unpatched: Collection[tuple[str, str]]
) -> str:
    """The cards that have changed since an edition of the game, those first that play otherwise now; then those on
    which what is printed still stands.

    `copies` says how many of each card a full set has, `unpatched` of which cards which fields no patch shows.
    """
    changed = [change for change in found if not change.stands]
    cards = len({change.card.id for change in changed})
    title = f"{game.name}: what to print again"
    have = "has" if cards == 1 else "have"
    lead = f'{_counted(cards, "card")} {have} changed since the edition "{edition}".'
    if not changed:
        lead = f'Nothing: every card of the edition "{edition}" still stands as it was printed.'
    parts = [title, "=" * len(title), "", *_wrapped(lead)]
    for play, words in (
        ("otherwise", "These play otherwise now. Print them first."),
        ("same", "These play as before; only the words are new. Print them when you like."),
        ("", "These have new words. Read them before you play."),
    ):
        group = [change for change in changed if _plays(change) == play]
        if group:
            parts += ["", "", *_wrapped(words)]
        for change in group:
            parts += ["", *_told(game, change, copies[change.card.id], (change.card.id, change.field) in unpatched)]
    standing = dict.fromkeys(change.card.name for change in found if change.stands)
    if changed and standing:
        parts += ["", "", *_wrapped(f"Nothing to do: what is printed still stands on {_listed(list(standing))}.")]
    return "\n".join([*parts, ""])


def _plays(change: Change) -> str:
    return change.play if change.play in ("same", "otherwise") else ""


def _told(game: Game, change: Change, copies: int, unpatched: bool) -> list[str]:
    """A change: which card and field, how many copies, the words before and after."""
    of = [game.kinds[change.card.kind].name]
    number = change.card.fields.get("number")
    of += [f"no. {number}"] if number else []
    of += [change.field] if change.field != "text" else []
    of += [_counted(copies, "copy", "copies")] if copies > 1 else []
    of += [change.kind] if change.kind else []
    of += ["print the whole card, there is no patch"] if unpatched else []
    words = {token: symbol.words for token, symbol in game.symbols.items()}
    lines = _wrapped(f"{change.card.name} ({', '.join(of)})")
    for lead, text in ((_BEFORE, change.before), (_AFTER, change.after)):
        lines += textwrap.wrap(aloud(text, words) or "nothing", _WIDTH, initial_indent=lead, subsequent_indent=_IN)
    return lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH)


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
