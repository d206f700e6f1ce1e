"""Decks and modes: how a draft goes, what a deck must hold, and that every card has its scenarios."""

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.load import load_game
from pipeline.model import Deck, Game
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.light_vs_darkness.setup import begin
from pipeline.rules.rulebooks import Rulebooks
from rules.made_up import deck, made_up, rulebook

CASES = {"happens", "not", "boundary", "bystander"}


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, _ = load_game(Project(Path(__file__).resolve().parents[2]), "light-vs-darkness", scenarios=True)
    assert loaded is not None
    return loaded


def shown(game: Game) -> dict[str, set[str]]:
    """The cases of every card and rule that a scenario shows."""
    told = defaultdict(set)
    for scenario in game.scenarios:
        for each in scenario.about:
            told[each].add(scenario.case)
    return told


def test_every_card_has_every_case(game: Game) -> None:
    """Where it happens, where it must not, the boundary, and what must stay untouched."""
    told = shown(game)
    assert {card: CASES - told[card] for card in game.cards if CASES - told[card]} == {}


def test_every_rule_has_every_case(game: Game) -> None:
    """Shown by a scenario, or listed with the reason why none can; what is both is a problem of `check`."""
    told = shown(game)
    for entry in game.exemptions:
        for name in entry.names if entry.of == "cases" else ():
            told[name].update(entry.cases)
    assert {rule: CASES - told[rule] for rule in game.rules if CASES - told[rule]} == {}


@pytest.mark.parametrize(
    ("ruleset", "players", "picks"),
    # The made-up triggers are in no Core: by Draft 5 they are the first of 16 picks, before that they take none.
    [("draft-5", 2, 15), ("draft-5", 4, 15), ("draft-4a", 3, 16), ("draft-4", 2, 16)],
)
def test_a_draft(ruleset: str, players: int, picks: int) -> None:
    """R404 to R419: so many picks each, from a row of 6, and a deck of 36 with its Core in it."""
    table = begin(rulebook(ruleset).setup("draft", players, "standard", "1"), "1")
    core = [Counter(card.kind for card in player.deck) for player in table.players]
    for each in core:
        assert each["basic-anointing"] == 7
        assert each["spiritual-discipline"] == 3
        assert each["living-truth"] == 10
    triggers = {player.mentor.design.trigger for player in table.players if player.mentor}
    market = {card.id for card in [*table.market, *table.row]}
    assert triggers.isdisjoint(market) is (ruleset == "draft-5")
    seats: list[int] = []
    while table.phase == "draft":
        assert table.choice is not None
        assert len(table.row) == 6
        seats.append(table.choice.player)
        table.take(table.choice.options[0])
    assert Counter(seats) == dict.fromkeys(range(players), picks)
    for player in table.players:
        cards = [*player.deck, *player.hand, *player.discard, *player.spent, *(piece.design for piece in player.play)]
        assert len(cards) == 36


def test_a_trigger_that_is_in_the_core_leaves_sixteen_picks() -> None:
    """R406, R418: it is not added, and is no pick."""
    game = made_up()
    mentors = {each.id: each for each in game.cards.values() if each.kind == "mentor"}
    cards = dict(game.cards)
    for mentor in mentors.values():
        color = str(mentor.fields["color"])
        cards[mentor.id] = replace(mentor, fields={**mentor.fields, "trigger": f"truth-{color}-3"})
    book = Rulebooks(replace(game, cards=cards)).of("draft-5")
    table = begin(book.setup("draft", 1, "standard", "1"), "1")
    assert len(table.players[0].deck) == 20
    picks = 0
    while table.phase == "draft":
        assert table.choice is not None
        table.take(table.choice.options[0])
        picks += 1
    assert picks == 16


def with_deck(name: str, cards: list[str]) -> Rulebook:
    game = made_up()
    made: dict[str, Deck] = {**game.decks, name: deck(name, cards)}
    return Rulebooks(replace(game, decks=made)).of("draft-5")


def cards_of(name: str) -> list[str]:
    return [entry.card for entry in made_up().decks[name].entries for _ in range(entry.quantity)]


@pytest.mark.parametrize(
    ("mode", "name", "change", "told"),
    [
        ("quick-start", "quick-start-esther", lambda cards: cards[:-1], "a Quick-Start deck has 35 cards (R1002)"),
        (
            "quick-start",
            "quick-start-esther",
            lambda cards: [card if card != "for-such-a-time" else cards[0] for card in cards],
            "the trigger card of Esther the Queen is missing (R1010)",
        ),
        (
            "quick-start",
            "quick-start-esther",
            lambda cards: [*cards[:-1], "stronghold-fear"],
            "Fear is no card of a player's deck",
        ),
        ("draft", "core-esther", lambda cards: cards[:-1], "a Core has 10 Living Truths (R404), this one 9"),
        (
            "draft",
            "core-esther",
            lambda cards: [*cards[:-2], "passover", "passover"],
            "a Core has 10 Living Truths (R404), this one 8 and 2 other cards",
        ),
    ],
)
def test_a_deck_that_breaks_construction(mode: str, name: str, change: object, told: str) -> None:
    assert callable(change)
    book = with_deck(name, change(cards_of(name)))
    with pytest.raises(Refused) as refused:
        book.setup(mode, 1, "standard", "1")
    assert told in "\n".join(map(str, refused.value.problems))
    assert all(problem.place.file for problem in refused.value.problems)


def test_fellowship_is_for_more_than_one() -> None:
    with pytest.raises(Refused, match="2 or more players"):
        rulebook("draft-5").setup("quick-start", 1, "fellowship", "1")
