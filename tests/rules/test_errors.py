"""Where a text that cannot be read is refused, and what is said of it."""

import re

import pytest

from pipeline.language import Language
from pipeline.model import Game
from pipeline.rules import subject, translated
from tests.rules.conftest import distinct, load

_WORD = re.compile(r"(?<!\{)\b[^\W\d_]+(?:[’'-][^\W\d_]+)*(?:\(s\))?|\d+")


@pytest.mark.parametrize("text", distinct(load()))
def test_a_word_that_means_nothing_is_refused_at_its_column(text: str, lvd: Game, english: Language) -> None:
    card = distinct(lvd)[text]
    for word in _WORD.finditer(text):
        nonsense = "Zqx" if word.group()[0].isupper() else "zqx"
        error = english.read(text[: word.start()] + nonsense + text[word.end() :], subject(card)).error
        assert error is not None and (error.column, error.word) == (word.start() + 1, nonsense)


def test_so_it_is_in_spanish(lvd: Game, spanish: Language) -> None:
    for text, card in distinct(translated(lvd, "es")).items():
        for word in _WORD.finditer(text):
            nonsense = "Zqx" if word.group()[0].isupper() else "zqx"
            error = spanish.read(text[: word.start()] + nonsense + text[word.end() :], subject(card)).error
            assert error is not None and error.column == word.start() + 1, (text, word.group(), str(error))


REFUSED = [
    # text, column, word, what was expected, what the hint names
    ("Deal 3 damge to a Stronghold.", 8, "damge", '"damage"', "damage"),
    ("Draw 1 cards.", 8, "cards", '"card"', "card"),
    ("Draw 2 card.", 8, "card", '"cards"', "cards"),
    ("Draw two cards.", 6, "two", "a number", ""),
    ("Draw 0 cards.", 6, "0", "a number", ""),
    ("draw 1 card.", 1, "draw", "an ability", "Draw"),
    ("Drow 1 card.", 1, "Drow", "an ability", "Draw"),
    ("Deal 2 damage to a stronghold.", 20, "stronghold", "a card noun", "Stronghold"),
    ("Deal 2 damage to a Strongold.", 20, "Strongold", "a card noun", "Stronghold"),
    ("Deal 2 damage to a Equipment.", 18, "a", '"an"', ""),
    ("Deal 2 damage to an Stronghold.", 18, "an", '"a"', ""),
    ("Heal 2 to a Stronghold.", 13, "Stronghold", "a card noun", ""),
    ("Deal 2 damage to a Red card.", 24, "card", "a card noun", ""),
    ("Each player draw 1 card.", 13, "draw", "an effect", "draws"),
    ("Each player draws 1 card and lose 1 MP.", 30, "lose", "an effect", "loses"),
    ("Each player draws 1 card, then deal 1 damage to a Stronghold.", 32, "deal", "an effect", "deals"),
    ("Draw 1 card or gain 1 MP.", 13, "or", '"."', ""),
    ("Draw 1 card until end of turn.", 13, "until", '"."', ""),
    ("A Living Truth you control gets +1 ATK.", 39, ".", "a duration", ""),
    ("Draw 1 card, then deal 3 damage for each Equipment.", 33, "for", '"to"', ""),
    ("When this enters deal 2 damage to a Stronghold.", 18, "deal", '","', ""),
    ("At the beginning of your turn, draw 1 card.", 8, "beginning", "the start or the end", ""),
    ("You may discard 1 card to each player draws 1 card.", 27, "each", "an effect", ""),
    ("2 Living Truths gets +1 ATK until end of turn.", 17, "gets", '"get"', "get"),
    ("Up to 2 Living Truths gets +1 ATK until end of turn.", 23, "gets", '"get"', "get"),
    ("Up to 1 Living Truth get +1 ATK until end of turn.", 22, "get", '"gets"', "gets"),
    ("Each Living Truth get +1 ATK until end of turn.", 19, "get", '"gets"', "gets"),
    ("Your Living Truths gets +1 ATK.", 20, "gets", '"get"', "get"),
    ("Whenever 2 Strongholds attacks you, draw 1 card.", 10, "2", "a card", ""),
    ("Whenever a Living Truth attacks you, draw 1 card.", 12, "Living", "a card noun", ""),
    ("Whenever you play a Stronghold, draw 1 card.", 21, "Stronghold", "a card noun", ""),
    ("Discard a Mentor.", 11, "Mentor", "a card noun", ""),
    ("Strongholds cost 1 less generic to play.", 1, "Strongholds", "an ability", ""),
    ("Lose 5+ MP.", 7, "+", "something to lose", ""),
    ("If you discard 1 card, draw 1 card.", 8, "discard", '"played"', ""),
    ("Draw 1 card. (Heal 1.)", 14, "(", "an effect", ""),
    ("At the start of your turn, lose 2 anointing (the first 3 you make this turn).", 56, "3", '"2"', ""),
    ("Draw 1 card", 12, "", '"."', ""),
    ("Draw 1 card. Draw", 18, "", "a number", ""),
    ("", 1, "", "an ability", ""),
    ("Draw 1 card.\nDraw 1 crad.", 21, "crad", '"card"', "card"),
]


@pytest.mark.parametrize(("text", "column", "word", "expected", "near"), REFUSED)
def test_a_refusal_says_where_and_what_was_expected(
    text: str, column: int, word: str, expected: str, near: str, english: Language
) -> None:
    readings = english.read(text)
    error = readings.error
    assert readings.trees == () and error is not None
    assert (error.column, error.word) == (column, word)
    assert expected in error.expected
    assert f'"{near}"' in error.hint or not near
    assert str(error).startswith(f"col {column}: ")


SPACING = [
    ("Draw  1 card.", 6),
    ("Draw 1 card .", 12),
    ("Draw1 card.", 5),
    (" Draw 1 card.", 1),
    ("Draw 1 card. ", 13),
    ("{exhaust}:Add {R}.", 11),
    ("Draw 1 card.Heal 1.", 13),
]


@pytest.mark.parametrize(("text", "column"), SPACING)
def test_a_space_is_where_it_belongs(text: str, column: int, english: Language) -> None:
    error = english.read(text).error
    assert error is not None and "space" in error.message and error.column == column


SENSELESS = [
    ("Draw 1 card, then deal 1 damage to it.", 36, "nothing single"),
    ("Deal 1 damage to a Living Truth and heal 1 to a Living Truth, then deal 1 damage to it.", 85, "more than one"),
    ("Deal 1 damage to a Stronghold, then heal 1 to that Living Truth.", 47, "living-truth"),
    ("That player draws 1 card.", 1, "player"),
    ("When this enters, prevent 1 of that damage.", 32, "attack"),
    ("Lose 1 anointing on your next turn: Draw 1 card.", 1, "no cost"),
    ("{exhaust} and {exhaust}: Draw 1 card.", 15, "already"),
    ("{exhaust}: Add {R} or {R}.", 12, "twice"),
    ("Discard the highest-cost Truth card in play.", 26, "hand"),
]


@pytest.mark.parametrize(("text", "column", "why"), SENSELESS)
def test_what_makes_no_sense_is_refused_at_the_words_that_make_none(
    text: str, column: int, why: str, english: Language
) -> None:
    readings = english.read(text)
    assert len(readings.trees) == 1 and readings.error is not None
    assert readings.error.column == column and why in readings.error.message


AMBIGUOUS = [
    ("Red Living Truths and Equipment cost 1 less generic to play.", 1),
    ("Whenever you play a Red Living Truth or Equipment, draw 1 card.", 21),
    ("For each Living Truth or Stronghold in play, draw 1 card.", 10),
    ("Your other Living Truths and Mentors get +1 ATK.", 6),
]


@pytest.mark.parametrize(("text", "column"), AMBIGUOUS)
def test_two_readings_are_both_found_and_refused(text: str, column: int, english: Language) -> None:
    readings = english.read(text)
    assert len(readings.trees) == 2
    assert readings.error is not None and readings.error.column == column
    assert "two ways" in readings.error.message


UNAMBIGUOUS = [
    "Equipment and Red Living Truths cost 1 less generic to play.",
    "Red Living Truths and Red Equipment cost 1 less generic to play.",
    "Whenever you play a Living Truth or Equipment, draw 1 card.",
    "For each Living Truth in play or Stronghold in play, draw 1 card.",
]


@pytest.mark.parametrize("text", UNAMBIGUOUS)
def test_a_bare_noun_first_or_the_word_repeated_has_one_reading(text: str, english: Language) -> None:
    assert english.write(english.read(text).tree) == text


UNFIT = [
    ("the-fire-fell", "When this enters, draw 1 card."),
    ("put-on-praise", "Draw 1 card."),
    ("stronghold-fear", "{exhaust}: Draw 1 card."),
    ("basic-anointing-red", "At the start of your turn, draw 1 card."),
]


@pytest.mark.parametrize(("card", "text"), UNFIT)
def test_an_ability_fits_its_kind_of_card(card: str, text: str, lvd: Game, english: Language) -> None:
    assert english.read(text).error is None
    error = english.read(text, subject(lvd.cards[card])).error
    assert error is not None and error.column == 1


def test_marks_that_never_close_are_refused_and_others_are_no_words(english: Language) -> None:
    plain = english.read("Draw 1 card.").tree
    assert english.read("**Draw** *1 card*.").tree == plain
    error = english.read("Draw **1 card.").error
    assert error is not None and error.column == 6


def test_two_names_of_cards_are_not_both_this(english: Language) -> None:
    error = english.read("After Fear attacks, deal 1 damage to Shame.").error
    assert error is not None and (error.column, error.word) == (38, "Shame")


def test_a_text_longer_than_any_card_is_refused_at_once(english: Language) -> None:
    error = english.read("Draw 1 card. " * 10_000).error
    assert error is not None and error.column == 2001


@pytest.mark.parametrize(
    "text",
    [
        "Deal 2 damage to the player(s) with the fewest cards in their hand.",
        "Prevent the next 2 damage to every other player this turn.",
        "Deal 2 damage to a Living Truth or Stronghold.",
        "Heal 1 to up to 2 ready Green Living Truths you control.",
    ],
)
def test_what_is_asked_of_a_target_is_asked_of_its_noun_alone(text: str, english: Language, spanish: Language) -> None:
    tree = english.read(text).tree
    assert english.write(tree) == text
    assert spanish.read(spanish.write(tree)).tree == tree


def test_a_name_that_seven_cards_share_is_still_one(english: Language) -> None:
    text = "When Basic Anointing enters, draw 1 card."
    assert english.write(english.read(text).tree) == "When this enters, draw 1 card."
