"""A made-up full set of cards, so that every mode and everything that the language can say is played at random."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from pipeline.model import Card, Cost, Deck, DeckEntry, Game, Rich, Whole
from pipeline.problem import Place
from pipeline.rules import read_words
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.rulebooks import Rulebooks
from rules.conftest import load

PLACE = Place("made-up")

#: Texts of permanents, one of each sort of ability, trigger, condition, cost and effect.
PERMANENTS = (
    "",
    "When this enters, draw 1 card.",
    "When this enters, each player draws 1 card.",
    "When this enters, deal 2 damage to a Stronghold.",
    "When this enters, discard 1 card.",
    "When this enters, lose 2 Life.",
    "When this enters, gain 1 MP.",
    "When this enters, you may discard 1 card to draw 2 cards.",
    "When this enters, you may pay {R} to heal 2.",
    "When this enters, choose one: heal 2; or draw 1 card.",
    "When this enters, each player may discard 1 card to heal 2.",
    "At the start of your turn, heal 1 to a player.",
    "At the start of your turn, heal 1 to each Living Truth you control.",
    "At the start of your turn, add 1 colorless anointing.",
    "At the start of your turn, look at the top card of your deck and put it back or on the bottom.",
    "At the start of your turn, if you have fewer than 2 Truth cards in play, draw 1 card. Otherwise, heal 1.",
    "At the start of your turn, a Living Truth you control gets +1 ATK and +1 HP until end of turn.",
    "At the end of your turn, if you played fewer than 2 cards this turn, heal 1.",
    "At the end of your turn, if you spent 3 or more anointing this turn, gain 1 MP.",
    "At the end of the Dark Turn, deal 1 damage to each Stronghold.",
    "Whenever a Stronghold attacks you, prevent 1 of that damage.",
    "Whenever a player gains MP, that player draws 1 card.",
    "Whenever another player gains MP, heal 1.",
    "Whenever you play a Red One Time card, deal 1 damage to a Stronghold.",
    "Whenever you play a Truth card, heal 1 to a player.",
    "Your other Living Truths get +1 ATK.",
    "Your Living Truths get +1 HP.",
    "Truth cards cost 1 less generic to play.",
    "Red Truth cards cost +1 generic to play.",
    "The first Truth card you play each turn costs 2 less generic to play.",
    "While you have 3 or more anointing cards in play, your Living Truths get +1 ATK.",
    "Sacrifice this: Heal 4 to a player.",
    "Sacrifice this: Deal 3 damage to a Stronghold.",
    "Sacrifice a Living Truth you control: Draw 2 cards.",
    "Discard 1 card: Heal 1.",
    "Lose 2 Life: Draw 1 card.",
    "Lose 1 Life for each Living Truth you control: Draw 2 cards.",
    "Lose 1 Life and pay {1}: Draw 2 cards.",
    "Sacrifice another card you control and pay {2}: Draw 2 cards.",
    "Pay {R}: Deal 1 damage to a Stronghold.",
    "Pay {G+1}: Heal 3 to a player.",
    "{exhaust}: Heal 2 to a player.",
    "{exhaust}: Add {R} or {G}.",
    "{exhaust}: Add 1 anointing of any color.",
    "{exhaust} and pay {1}: Draw 1 card.",
)
#: Texts of One Time cards.
INSTRUCTIONS = (
    "Draw 2 cards.",
    "Draw 1 card for each Living Truth you control.",
    "Deal 3 damage to a Stronghold.",
    "Deal 1 damage to each Stronghold.",
    "Deal 1 damage to each Stronghold or Living Truth.",
    "Deal 1 damage to a Stronghold for each Living Truth you control.",
    "For each Living Truth you control, deal 1 damage to a Stronghold.",
    "Heal 3 to a player.",
    "Heal 2 to each player.",
    "Heal 3 to a Living Truth.",
    "Gain 4 MP.",
    "Every other player gains 2 MP.",
    "Add 1 colorless anointing.",
    "Add 2 anointing of any color.",
    "Add {R}, {G}, or {P}.",
    "Prevent the next 5 damage to a player this turn.",
    "Prevent the next 3 damage to a Living Truth this turn.",
    "Until end of turn, each Living Truth you control gets +2 ATK.",
    "You may sacrifice a Living Truth you control to prevent the next 10 damage to you this turn.",
    "Discard 1 card, then draw 2 cards.",
    "Discard up to 2 cards and draw 1 card.",
    "Discard the highest-cost Truth card in your hand.",
    "Remove 1 card in your hand from the game.",
    "Sacrifice a Living Truth you control, then deal 5 damage to a Stronghold.",
    "The player(s) with the fewest Living Truths in play draw 1 card.",
    "A player draws 1 card and you heal 1 to that player.",
    "Lose 1 MP and draw 2 cards.",
    "Lose 2 anointing on your next turn.",
    "Skip your next Draw Phase and draw 2 cards.",
    "If you have no Living Truths in play, draw 2 cards.",
    "If you have played more than 5 Red Truth cards this game, gain +2 MP.",
    "Choose one: deal 2 damage to a Stronghold; heal 2; or draw 1 card.",
)


def card(kind: str, name: str, color: str, cost: tuple[str, int], text: str, **more: Any) -> Card:
    fields = {"color": color, "cost": Cost(cost[1], cost[0]), "text": Rich(text) if text else None, **more}
    return Card("light-vs-darkness", kind, name, name.replace("-", " "), fields, {}, {}, PLACE)


@lru_cache(maxsize=2)
def made_up(quick_start: int = 35) -> Game:
    """Light VS Darkness with a whole set: a Core and a Quick-Start deck of so many cards for each Mentor, and 77 cards
    to draft from."""
    game = load()
    cards = dict(game.cards)
    decks = dict(game.decks)
    for at, color in enumerate(game.colors):
        truths = []
        for number in range(10):
            text = PERMANENTS[(10 * at + number) % len(PERMANENTS)]
            letter = color if number % 3 else ""
            made = card(
                "living-truth", f"truth-{color}-{number}", color, (letter, number % 5), text,
                atk=Whole(str(1 + number % 4)), hp=Whole(str(1 + number % 5)),
            )  # fmt: skip
            cards[made.id] = made
            truths.append(made.id)
        others = []
        for number in range(11):
            letter = color if number % 2 else ""
            if number < 4:
                text = PERMANENTS[(7 * at + 3 * number + 1) % len(PERMANENTS)]
                made = card(
                    "equipment", f"armor-{color}-{number}", color, (letter, number % 4), text,
                    atk=Whole(str(number % 3)), hp=Whole(str(1 + number % 2)),
                )  # fmt: skip
            else:
                text = INSTRUCTIONS[(7 * at + number - 4) % len(INSTRUCTIONS)]
                cost = (letter, number % 4)
                made = card("one-time", f"word-{color}-{number}", color, cost, text, reaction=number > 7)
            cards[made.id] = made
            others.append(made.id)
        mentor = next(each for each in cards.values() if each.kind == "mentor" and each.fields["color"] == color)
        short = mentor.id.removeprefix("mentor-")
        trigger, disciplines = str(mentor.fields["trigger"]), list(map(str, mentor.fields["disciplines"]))  # type: ignore[arg-type]
        core = [*truths, *disciplines, *[f"basic-anointing-{color}"] * 7]
        decks[f"core-{short}"] = deck(f"core-{short}", truths)
        decks[f"quick-start-{short}"] = deck(f"quick-start-{short}", [*core, trigger, *others, *others][:quick_start])
    made = replace(game, cards=cards, decks=decks)
    # A card whose text is not read does nothing, so that playing it would show nothing.
    unread = {words.text: words.readings.error for words in read_words(made) if words.readings.error is not None}
    assert not unread, unread
    return made


def deck(name: str, cards: list[str]) -> Deck:
    return Deck(name, name, tuple(DeckEntry(each, 1, PLACE) for each in cards), PLACE)


@lru_cache(maxsize=3)
def rulebook(ruleset: str) -> Rulebook:
    """The made-up set under a ruleset."""
    return Rulebooks(made_up(36 if ruleset == "draft-4" else 35)).of(ruleset)
