"""How many of each card a full set has: every Core can be played at once, beside the Market and the Dark Deck.

Master Rulebook, Draft 5, Appendix C; R404 for what a Core is made of. Decision L19: what the appendix counts is fixed,
the rest follows from the records.
"""

from collections import Counter

from pipeline.model import Card, Deck, Game


def components(game: Game) -> dict[str, int]:
    """Copies of every card, by id.

    A Mentor's Core takes Basic Anointings of the Mentor's color and its Disciplines. A Living Truth comes as often as
    the player's deck that takes most of it, an Equipment or One Time once for the Market and again for each deck of a
    Mentor that it is in; everything else once.
    """
    cores = _cores(game)
    in_decks = _in_decks(game)
    copies: dict[str, int] = {}
    for card in game.cards.values():
        if card.kind in ("basic-anointing", "spiritual-discipline"):
            copies[card.id] = max(1, cores[card.id])
        elif card.kind == "living-truth":
            copies[card.id] = max(1, in_decks[card.id])
        elif card.kind in ("equipment", "one-time"):
            copies[card.id] = 1 + in_decks[card.id]
        else:
            copies[card.id] = 1
    return copies


def _mentors(game: Game) -> list[Card]:
    return [card for card in game.cards.values() if card.kind == "mentor"]


def _cores(game: Game) -> Counter[str]:
    """How often each generator stands in the Cores of all Mentors."""
    basics = game.rulesets[game.ruleset].values["deck.core_basics"]
    assert isinstance(basics, int)
    found: Counter[str] = Counter()
    for mentor in _mentors(game):
        found.update(_ids(mentor.fields["disciplines"]))
        color = mentor.fields["color"]
        for card in game.cards.values():
            if card.kind == "basic-anointing" and card.fields["color"] == color:
                found[card.id] += basics
    return found


def _in_decks(game: Game) -> Counter[str]:
    """How often each card stands in the decks that are played at once: one of each Mentor, the fullest that it has.

    A deck is its Mentor's whose trigger it holds, or that it is named after.
    """
    fullest: dict[str, Counter[str]] = {}
    for deck in game.decks.values():
        owner = _owner(game, deck)
        if owner:
            held = fullest.setdefault(owner, Counter())
            for entry in deck.entries:
                held[entry.card] = max(held[entry.card], entry.quantity)
    return sum(fullest.values(), Counter())


def _owner(game: Game, deck: Deck) -> str:
    held = {entry.card for entry in deck.entries}
    for mentor in _mentors(game):
        if mentor.id in held:
            return ""
    for mentor in _mentors(game):
        if held & set(_ids(mentor.fields["trigger"])) or deck.id.endswith(mentor.id.removeprefix("mentor")):
            return mentor.id
    return ""


def _ids(value: object) -> tuple[str, ...]:
    """The ids in a cell that refers to one card, several or none."""
    return value if isinstance(value, tuple) else (str(value),) if value else ()
