"""How a text was read, told part by part: every part of every mechanic is told, and none of it in the text's words."""

import pytest

from pipeline.language import Language, told, untold
from pipeline.model import Game
from pipeline.rules import subject
from pipeline.rules.light_vs_darkness import MECHANICS
from pipeline.rules.mechanics.composition import Costs


@pytest.mark.parametrize("mechanic", MECHANICS, ids=lambda mechanic: mechanic.__name__)
def test_every_part_of_a_mechanic_is_told(mechanic: type) -> None:
    assert mechanic.reading
    assert untold(mechanic) == set()


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        (
            "stronghold-fear",
            [
                "Trigger: this card has attacked, at the end of that Dark Turn",
                "Who: every player who is tied for the fewest anointing cards in play",
                "Effect: lose 3 anointing, of what is made on their next turn",
            ],
        ),
        (
            "mentor-deborah",
            [
                "Trigger: one of the Strongholds attacks you",
                "Effect: prevent 1 of the attack's damage, before anybody blocks",
            ],
        ),
        (
            "stronghold-heaviness",
            [
                "Trigger: the start of your turn",
                "Condition: you have fewer than 2 Truth cards in play",
                "Effect: discard 1 card, chosen by you",
                "From: your hand",
            ],
        ),
        (
            "love-one-another",
            [
                "When: once, as it is played",
                "Condition: you played more than 5 Red Truth cards this game",
                "Effect: gain 2 MP",
            ],
        ),
        (
            "passover",
            [
                "When: once, as it is played",
                "Choice: you may do it, or not",
                "Cost: sacrifice 1 Living Truth you control, chosen by you",
                "Effect: prevent the next 10 damage",
                "Target: you",
                "Duration: this turn",
            ],
        ),
        (
            "the-blood-of-the-lamb",
            [
                "When: as long as it is in play",
                "Which: all Red Truth cards",
                "Effect: cost 1 less generic to play",
            ],
        ),
        (
            "meditation-on-the-word",
            [
                "When: as often as its cost is paid",
                "Cost: exhaust this card",
                "Effect: add 1 {D} or {P} or {O} anointing",
                "Reminder: it enters exhausted, by the rules",
            ],
        ),
    ],
)
def test_cards(lvd: Game, english: Language, card: str, lines: list[str]) -> None:
    record = lvd.cards[card]
    tree = english.read(str(record.fields["text"]), subject(record)).tree
    assert told(tree, english.spell, Costs) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "When this enters, choose one: draw 2 cards, then discard 1 card; or each player gains 1 MP.",
            [
                "Trigger: this card enters",
                "Choice: one of these",
                "Option: 1",
                "Order: each is done before the next is chosen",
                "Effect: draw 2 from your deck",
                "Effect: discard 1 card, chosen by you",
                "From: your hand",
                "Option: 2",
                "Who: every player in turn order",
                "Effect: gain 1 MP",
            ],
        ),
        (
            "{exhaust} and pay {R+2}: Each player may lose 1 Life to draw 1 card for each other Red Equipment in play.",
            [
                "When: as often as its cost is paid",
                "Cost: exhaust this card",
                "Cost: pay {R}+{2}",
                "Choice: every player in turn order may do it, or not",
                "Cost: lose 1 Life",
                "Effect: draw 1 from your deck for each other Red Equipment in play",
            ],
        ),
        (
            "At the end of your turn, if you have no Equipment in play, heal 1. Otherwise, deal 1 damage to up to 2 "
            "Strongholds.",
            [
                "Trigger: the end of your turn",
                "Condition: you have no Equipment in play",
                "Effect: heal 1",
                "Target: you",
                "Otherwise: what follows",
                "Effect: deal 1 damage",
                "Target: up to 2 Strongholds, chosen by you",
            ],
        ),
    ],
)
def test_texts_that_no_card_has_yet(english: Language, text: str, lines: list[str]) -> None:
    assert told(english.read(text).tree, english.spell, Costs) == lines
