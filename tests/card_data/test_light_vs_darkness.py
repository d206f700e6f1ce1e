"""Light VS Darkness's records against its documents.

What is expected stands here as the documents say it: Master Rulebook Version 5 (Draft 5) and Version 1.1 (Draft 4).
Nothing expected is computed from the files under test.
"""

import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from pipeline.load import load_game
from pipeline.model import Card, Cost, Game
from pipeline.project import Project

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, problems = load_game(Project(ROOT), "light-vs-darkness")
    assert not problems, "\n".join(map(str, problems))
    assert loaded is not None
    return loaded


# Draft 5, section 7, letter for letter: id, name, ATK, HP, MP, text.
STRONGHOLDS = [
    ("stronghold-pride", "Pride", 5, 5, 7, "Mentor abilities (Side A passives) are disabled while in play."),
    (
        "stronghold-fear", "Fear", 4, 6, 8,
        "After Fear attacks, the player(s) with the fewest anointing cards in play lose 3 anointing on their next turn "
        "(ties: all tied players).",
    ),
    (
        "stronghold-shame", "Shame", 6, 7, 9,
        "While in play, MP rewards from demolishing other Strongholds are halved, rounded up. "
        "(Shame itself pays its full 9.)",
    ),
    (
        "stronghold-lying", "Lying", 6, 6, 8,
        "At the start of each of your turns, choose 1 card from your hand and remove it from the game.",
    ),
    (
        "stronghold-infirmity", "Infirmity", 6, 5, 7,
        "Healing cards (any card whose text heals) cost +2 generic to play.",
    ),
    (
        "stronghold-heaviness", "Heaviness", 4, 5, 6,
        "At the start of your turn, if you have fewer than 2 Truth cards in play, discard 1 card from your hand.",
    ),
    (
        "stronghold-abandonment", "Abandonment", 4, 7, 6,
        "When Abandonment is summoned on a Dark Turn, every player skips their next Draw Phase. "
        "(If seeded at setup, nothing happens.)",
    ),
    (
        "stronghold-lust", "Lust", 5, 6, 6,
        "At the start of your turn, discard the highest-cost Truth card in your hand.",
    ),
    (
        "stronghold-addictions", "Addictions", 5, 7, 6,
        "At the start of your turn, you lose 2 anointing (the first 2 you make this turn).",
    ),
    (
        "stronghold-anger", "Anger", 6, 5, 7,
        "At the end of your turn, if you spent 5 or more anointing this turn, lose 1 MP.",
    ),
    (
        "stronghold-deaf-and-dumb", "Deaf & Dumb", 7, 5, 6,
        "Additional-draw and Meditate cards may still be played, but their draw effect is blocked "
        "(other effects still resolve).",
    ),
    ("stronghold-poverty", "Poverty", 7, 4, 6, "All cards cost +1 generic to play."),
    (
        "stronghold-jealousy", "Jealousy", 7, 5, 7,
        "Whenever a player gains MP, every other player loses 1 anointing on their next turn.",
    ),
    (
        "stronghold-grief", "Grief", 7, 6, 8,
        "At the end of your turn, if you played fewer than 2 cards this turn, lose 2 anointing on your next turn.",
    ),
    (
        "stronghold-occult", "Occult", 7, 8, 9,
        "The first Truth card each player plays each round is negated: it is discarded with no effect "
        "(its cost is still paid).",
    ),
]


def cards_of(game: Game, kind: str) -> dict[str, Card]:
    return {card.id: card for card in game.cards.values() if card.kind == kind}


def printed_in(game: Game, deck: str) -> list[Card]:
    """A deck's cards, each as often as it is in it."""
    return [game.cards[entry.card] for entry in game.decks[deck].entries for _ in range(entry.quantity)]


def test_every_stronghold_has_the_official_numbers_and_text(game: Game) -> None:
    found = [
        (card.id, card.name, card.fields["atk"], card.fields["hp"], card.fields["mp"], card.fields["text"])
        for card in cards_of(game, "stronghold").values()
    ]
    assert found == STRONGHOLDS


def test_the_strongholds_pay_106_mp(game: Game) -> None:
    paid = [card.fields["mp"] for card in cards_of(game, "stronghold").values()]
    assert sum(mp for mp in paid if isinstance(mp, int)) == 106


# Draft 5, section 2: letter, name, aspect, play style.
COLORS = {
    "red": ("R", "Red", "Spirit of the Lord",
            "Holy fire and the Blood: sacrifice, redemption, direct damage to Strongholds, healing and protection."),
    "orange": ("O", "Orange", "Wisdom", "Clarity, card draw, buffing allies."),
    "yellow": ("Y", "Yellow", "Understanding", "Illumination, damage prevention, negating effects."),
    "green": ("G", "Green", "Counsel", "Guidance, healing, regeneration, team synergy."),
    "light-blue": ("L", "Light Blue", "Might", "Strength and valor, power buffs, attack multipliers."),
    "dark-blue": ("D", "Dark Blue", "Knowledge", "Prophecy and foresight, deck manipulation, card advantage."),
    "purple": ("P", "Purple", "Fear of the Lord", "Awe and holiness, banishing, sealing effects."),
}


def test_the_seven_colors_are_those_of_section_2(game: Game) -> None:
    found = {
        color.id: (color.letter, color.name, color.words["aspect"], color.words["style"])
        for color in game.colors.values()
    }
    assert found == COLORS
    assert list(found) == list(COLORS)


# Draft 5, section 4, step 1: a Mentor's color, and the three Disciplines with what they make.
MENTORS = {
    "Esther the Queen": ("red", {"Watch in Prayer": "LR", "Solitude": "RD", "Communion Celebration": "RP"}),
    "Mary of Bethany": ("orange", {"Giving": "OY", "Gratitude Overflow": "GO", "Prayer of the Righteous": "ROYGLDP"}),
    "Deborah the Judge": ("yellow", {"Silence Before the Lord": "YP", "Giving": "OY", "Simplicity": "YG"}),
    "Daniel the Prophet": ("green", {"Stillness of Soul": "GL", "Gratitude Overflow": "GO", "Simplicity": "YG"}),
    "King David": ("light-blue", {"Watch in Prayer": "LR", "Stillness of Soul": "GL", "Fasting": "LD"}),
    "Apostle Paul": ("dark-blue", {"Solitude": "RD", "Fasting": "LD", "Meditation on the Word": "DPO"}),
    "Samuel the Prophet": (
        "purple", {"Silence Before the Lord": "YP", "Communion Celebration": "RP", "Meditation on the Word": "DPO"},
    ),
}


def test_mentors_have_the_color_and_disciplines_of_section_4(game: Game) -> None:
    found = {}
    for card in cards_of(game, "mentor").values():
        disciplines = card.fields["disciplines"]
        assert isinstance(disciplines, tuple)
        found[card.name] = (card.fields["color"], [game.cards[id].name for id in disciplines])
    assert found == {name: (color, list(disciplines)) for name, (color, disciplines) in MENTORS.items()}


def test_every_transformed_mentor_is_a_7_7(game: Game) -> None:
    mentors = cards_of(game, "mentor").values()
    assert [(card.fields["atk"], card.fields["hp"]) for card in mentors] == [(7, 7)] * 7


def test_triggers_are_equipment_or_one_time_cards_of_the_mentors_color(game: Game) -> None:
    """L02 and L03: off-core, so that every player's trigger is the first of 16 picks."""
    triggers = []
    for mentor in cards_of(game, "mentor").values():
        trigger = game.cards[str(mentor.fields["trigger"])]
        assert trigger.kind in {"equipment", "one-time"}
        assert trigger.fields["color"] == mentor.fields["color"]
        assert isinstance(trigger.fields["cost"], Cost)
        assert trigger.fields["cost"].total == 4
        triggers.append(trigger.id)
    assert len(set(triggers)) == 7


def test_disciplines_make_the_colors_of_section_4(game: Game) -> None:
    expected = dict(chain.from_iterable(disciplines.items() for _, disciplines in MENTORS.values()))
    found = {}
    for card in cards_of(game, "spiritual-discipline").values():
        colors = card.fields["colors"]
        assert isinstance(colors, tuple)
        found[card.name] = "".join(game.colors[color].letter for color in colors)
    assert found == expected
    assert len(found) == 11


def test_each_color_is_on_three_of_the_ten_disciplines_beside_prayer_of_the_righteous(game: Game) -> None:
    """L14: Draft 5's "three Red Disciplines, the same as every other color"."""
    count: Counter[str] = Counter()
    for card in cards_of(game, "spiritual-discipline").values():
        if card.name != "Prayer of the Righteous":
            colors = card.fields["colors"]
            assert isinstance(colors, tuple)
            count.update(colors)
    assert count == dict.fromkeys(COLORS, 3)


@pytest.mark.parametrize(
    ("id", "text"),
    [
        ("basic-anointing-red", "{exhaust}: Add {R}."),
        ("basic-anointing-dark-blue", "{exhaust}: Add {D}."),
        ("watch-in-prayer", "{exhaust}: Add {L} or {R}.\n(This enters exhausted.)"),
        ("stillness-of-soul", "{exhaust}: Add {G} or {L}.\n(This enters exhausted.)"),
        ("meditation-on-the-word", "{exhaust}: Add {D}, {P}, or {O}.\n(This enters exhausted.)"),
        ("prayer-of-the-righteous", "{exhaust}: Add 1 anointing of any color.\n(This enters exhausted.)"),
    ],
)
def test_generators_say_what_they_make(game: Game, id: str, text: str) -> None:
    assert game.cards[id].fields["text"] == text


def test_there_is_a_basic_anointing_of_each_color(game: Game) -> None:
    found = [(card.name, card.fields["color"]) for card in cards_of(game, "basic-anointing").values()]
    assert found == [("Basic Anointing", color) for color in COLORS]


def test_only_prayer_of_the_righteous_has_a_rarity(game: Game) -> None:
    """L13: "Rare" is the only word the rulebook has on rarity."""
    rarities = {card.id: card.fields["rarity"] for card in game.cards.values() if card.fields["rarity"]}
    assert rarities == {"prayer-of-the-righteous": "Rare"}


def test_collector_numbers_are_unique_and_plain_only_where_the_rulebook_gives_them(game: Game) -> None:
    numbers = {card.id: str(card.fields["number"]) for card in game.cards.values()}
    assert len(set(numbers.values())) == len(numbers)
    plain = {id: number for id, number in numbers.items() if re.fullmatch(r"\d+", number)}
    assert plain == {
        "mentor-mary": "12", "love-one-another": "65", "the-blood-of-the-lamb": "164", "the-lord-provides": "191",
    }
    assert all(re.fullmatch(r"[A-Z]-\d\d", number) for id, number in numbers.items() if id not in plain)


# --- The demo: two Mentors, five Strongholds, two decks of 18, 45 faces (L05 to L07)


def test_the_demo_has_45_faces(game: Game) -> None:
    assert game.press.demo_decks == ("demo-mentors", "demo-strongholds", "demo-esther", "demo-daniel")
    faces = {
        deck: sum(len(game.kinds[card.kind].faces) for card in printed_in(game, deck))
        for deck in game.press.demo_decks
    }
    assert faces == {"demo-mentors": 4, "demo-strongholds": 5, "demo-esther": 18, "demo-daniel": 18}


def test_the_demo_names_its_mentors_and_strongholds(game: Game) -> None:
    assert [card.name for card in printed_in(game, "demo-mentors")] == ["Esther the Queen", "Daniel the Prophet"]
    strongholds = [card.name for card in printed_in(game, "demo-strongholds")]
    assert strongholds == ["Pride", "Fear", "Shame", "Grief", "Addictions"]


@pytest.mark.parametrize(
    ("deck", "mentor", "doubles"),
    [
        ("demo-esther", "mentor-esther", {"By His Stripes", "Jesus bore our Griefs"}),
        ("demo-daniel", "mentor-daniel", {"Put On Praise"}),
    ],
)
def test_a_demo_deck_is_split_as_measured(game: Game, deck: str, mentor: str, doubles: set[str]) -> None:
    """4 Basics, 2 Disciplines, 7 Living Truths at 3, 3, 3, 4, 4, 4, 5, the trigger, and 4 others."""
    cards = printed_in(game, deck)
    kinds = Counter(card.kind for card in cards)
    assert (kinds["basic-anointing"], kinds["spiritual-discipline"], kinds["living-truth"]) == (4, 2, 7)
    assert kinds["equipment"] + kinds["one-time"] == 5

    costs = [card.fields["cost"] for card in cards if card.kind == "living-truth"]
    assert sorted(cost.total for cost in costs if isinstance(cost, Cost)) == [3, 3, 3, 4, 4, 4, 5]

    copies = Counter(card.name for card in cards)
    assert {name for name, count in copies.items() if count == 2} == doubles
    assert copies[game.cards[str(game.cards[mentor].fields["trigger"])].name] == 1

    disciplines = game.cards[mentor].fields["disciplines"]
    assert isinstance(disciplines, tuple)
    assert {card.id for card in cards if card.kind == "spiritual-discipline"} <= set(disciplines)
    colors = {card.fields["color"] for card in cards if card.kind != "spiritual-discipline"}
    assert colors == {game.cards[mentor].fields["color"]}


def test_the_demo_decks_share_no_card(game: Game) -> None:
    esther, daniel = ({card.id for card in printed_in(game, deck)} for deck in ("demo-esther", "demo-daniel"))
    assert not esther & daniel


# --- Which field is whose


@pytest.mark.parametrize(
    ("id", "field", "whose"),
    [
        ("stronghold-lying", "text", "source"),
        ("stronghold-lying", "mp", "source"),
        ("stronghold-lying", "scripture", "project"),
        ("stronghold-lying", "number", "project"),
        ("stronghold-lying", "emblem", "project"),
        ("basic-anointing-green", "name", "source"),
        ("basic-anointing-green", "text", "derived"),
        ("basic-anointing-green", "scripture", "derived"),
        ("solitude", "colors", "source"),
        ("solitude", "text", "derived"),
        ("solitude", "scripture", "project"),
        ("prayer-of-the-righteous", "rarity", "source"),
        ("mentor-esther", "disciplines", "source"),
        ("mentor-esther", "atk", "source"),
        ("mentor-esther", "trigger", "project"),
        ("mentor-esther", "text", "project"),
        ("mentor-esther", "number", "project"),
        ("mentor-mary", "number", "source"),
        ("mentor-mary", "text", "project"),
        ("by-his-stripes", "name", "source"),
        ("by-his-stripes", "color", "source"),
        ("by-his-stripes", "atk", "project"),
        ("jesus-bore-our-griefs", "color", "project"),
        ("put-on-praise", "name", "source"),
        ("put-on-praise", "color", "project"),
        ("love-one-another", "text", "source"),
        ("love-one-another", "number", "source"),
        ("love-one-another", "color", "project"),
        ("the-blood-of-the-lamb", "text", "source"),
        ("the-blood-of-the-lamb", "color", "source"),
        ("the-blood-of-the-lamb", "hp", "project"),
        ("the-lord-provides", "number", "source"),
        ("the-lord-provides", "text", "project"),
        ("for-such-a-time", "name", "project"),
    ],
)
def test_fields_say_whose_they_are(game: Game, id: str, field: str, whose: str) -> None:
    assert game.cards[id].provenance[field] == whose


def test_no_truth_card_claims_a_cost_or_stats_from_the_documents(game: Game) -> None:
    """No Light card but the generators has a known cost, and no Living Truth known stats."""
    for kind in ("living-truth", "equipment", "one-time"):
        for card in cards_of(game, kind).values():
            claimed = {field for field in ("cost", "atk", "hp") if card.provenance.get(field, "project") != "project"}
            assert not claimed, card.id


def test_titles_from_the_documents_are_just_those_that_it_has(game: Game) -> None:
    truths = ("living-truth", "equipment", "one-time")
    sourced = {c.name for c in game.cards.values() if c.kind in truths and c.provenance["name"] == "source"}
    assert sourced == {
        "By His Stripes", "Jesus bore our Griefs", "Put On Praise", "The Lord Our Righteousness",
        "The Lord is my Banner", "Father, Forgive Them", "Fruit of the Spirit — Love", "Passover",
        "The Blood of the Lamb", "Love one another", "The Lord Provides",
    }


# Draft 5, Appendix B, third column.
def test_reprinted_light_cards_have_the_text_of_appendix_b(game: Game) -> None:
    love = "If you have played more than 5 Red Truth cards this game, gain +2 MP."
    assert game.cards["love-one-another"].fields["text"] == love
    assert game.cards["the-blood-of-the-lamb"].fields["text"] == "Red Truth cards cost 1 less generic to play."


def test_the_projects_own_words_are_short_and_set_with_real_quotes_and_dashes(game: Game) -> None:
    for card in game.cards.values():
        text = str(card.fields["text"])
        assert not re.search(r"[\"']| - |--|\d-\d", f"{card.name} {text}"), card.id
        if card.provenance["text"] == "project":
            assert all(len(paragraph.split()) <= 25 for paragraph in text.split("\n")), card.id


# --- Earlier wordings

# Draft 4, section 7.
DRAFT_4 = {
    "stronghold-pride": "Mentor abilities are disabled while in play.",
    "stronghold-fear": "Player with the least anointing loses an additional 3 anointing.",
    "stronghold-shame": "MP rewards from demolished Strongholds are halved, rounded up (while in play).",
    "stronghold-lying": "Each player discards 1 card permanently each round.",
    "stronghold-infirmity": "Healing-related cards cost +2 anointing to play.",
    "stronghold-heaviness": "Players with fewer than 2 Truth cards in play must discard a card.",
    "stronghold-abandonment": "Players skip their next Draw Phase when this is first activated.",
    "stronghold-lust": "Each player must discard the highest-cost Truth card in hand.",
    "stronghold-addictions": "Each player loses 2 colorless anointing every round.",
    "stronghold-anger": "When any player uses 5+ anointing in a turn, they lose 1 MP.",
    "stronghold-deaf-and-dumb":
        "Additional-draw and Meditate cards may be played but their draw effect is blocked.",
    "stronghold-poverty": "All cards cost +1 colorless anointing to play.",
    "stronghold-jealousy": "When another player gains MP, all other players lose 1 anointing.",
    "stronghold-grief": "Players who play fewer than 2 cards in a turn lose 2 anointing.",
    "stronghold-occult": "Negates the first Truth card played each round.",
}
# Draft 5, Appendix B, second column; its last row names two cards (L25).
PRINTED = {
    "stronghold-fear": "Player with the least anointing loses an additional 3 anointing.",
    "stronghold-shame": "MP rewards from demolished Strongholds are halved, rounded up (while in play).",
    "stronghold-lying": "Each player discards 1 card permanently each round.",
    "stronghold-infirmity": "Healing related cards cost +2 anointing (any color).",
    "stronghold-heaviness": "Players with fewer than 2 truth cards in play must discard a card.",
    "stronghold-abandonment": "Players skip their next draw phase when this is first activated.",
    "stronghold-lust": "Each player must discard their highest playing cost Truth card in their hand.",
    "stronghold-addictions": "Each player loses 2 colorless anointing every round.",
    "stronghold-anger": "When any player utilizes 5+ anointing in a turn, they lose 1 MP.",
    "stronghold-poverty": "All cards cost +1 colorless anointing to play.",
    "stronghold-jealousy": "When another / any player gains MP, all other players lose 1 anointing.",
    "stronghold-grief": "Players who play fewer than 2 cards in a turn lose 2 anointing (any color).",
    "stronghold-occult": "Negates the first Truth card played each round.",
    "love-one-another": "If you have played more than 5 red cards this game gain +2 MP.",
    "the-blood-of-the-lamb": "Red cards cost 1 less anointing to play.",
    "mentor-mary": "“colorless anointing”",
    "the-lord-provides": "“colorless anointing”",
}


@pytest.mark.parametrize(("edition", "expected"), [("draft-4", DRAFT_4), ("printed", PRINTED)])
def test_editions_keep_the_earlier_wording(game: Game, edition: str, expected: dict[str, str]) -> None:
    assert game.editions[edition].wording == {id: {"text": text} for id, text in expected.items()}


def test_the_printed_wording_says_the_authors_kind_of_change(game: Game) -> None:
    """Appendix B names one for four cards: "clarity only" twice, and "No change" for a row of two cards."""
    changes = {id: fields["text"] for id, fields in game.editions["printed"].changes.items() if fields.get("text")}
    assert changes == {
        "love-one-another": "clarity only", "the-blood-of-the-lamb": "clarity only",
        "mentor-mary": "no change", "the-lord-provides": "no change",
    }


# --- The rules' numbers: Draft 5, Draft 4a (as Draft 5's Appendix A tells it), Draft 4

RULES: dict[str, tuple[object, object, object]] = {
    "players.least": (1, 1, 1),
    "players.most": (4, 4, 4),
    "costs.least": (0, 0, 0),
    "costs.most": (7, 7, 7),
    "start.life": (30, 30, 30),
    "start.maturity": (0, 0, 0),
    "start.hand": (5, 5, 5),
    "start.anointing": (0, 0, 0),
    "start.strongholds": (1, 1, 1),
    "start.mulligan": (True, True, False),
    "deck.total": (36, 36, 36),
    "deck.core": (20, 20, 20),
    "deck.core_basics": (7, 7, 7),
    "deck.core_disciplines": (3, 3, 3),
    "deck.core_living_truths": (10, 10, 10),
    "deck.quick_start": (35, 35, 36),
    "draft.picks": (16, 16, 16),
    "draft.picks_after_trigger": (15, 16, 16),
    "draft.triggers_in_market": (False, True, True),
    "draft.market_row": (6, 6, 6),
    "draft.snake": (True, True, True),
    "turn.draw": (1, 1, 1),
    "turn.generators": (1, 1, 1),
    "turn.hand_limit": (7, 7, 7),
    "turn.reshuffle": (True, True, True),
    "anointing.wild": ("", "", "red"),
    "anointing.disciplines_enter_exhausted": (True, True, False),
    "anointing.intercessions": (1, 0, 0),
    "anointing.intercession_price": (2, 0, 0),
    "reactions.only_marked_cards": (True, True, False),
    "mentor.transformed_atk": (7, 7, 7),
    "mentor.transformed_hp": (7, 7, 7),
    "dark.strongholds": (15, 15, 15),
    "dark.total_mp": (106, 106, 106),
    "dark.first_round": (3, 3, 3),
    "dark.first_round_solo": (4, 4, 3),
    "dark.interval": (2, 2, 2),
    "dark.summons": (1, 1, 1),
    "dark.encroaching": (5, 5, 5),
    "scaling.atk": (1, 1, 1),
    "scaling.hp": (2, 2, 1),
    "scaling.fix_from_players": (3, 0, 0),
    "scaling.fix_atk": (1, 0, 0),
    "scaling.fix_hp": (3, 0, 0),
    "life.resurrection": (15, 15, 15),
    "life.defeats": (2, 2, 2),
    "life.defeated_takes_damage": (False, False, True),
    "life.heal_above_start": (False, False, True),
    "maturity.least": (0, 0, 0),
    "maturity.resurrection_penalty": (5, 5, 5),
    "maturity.passive_cap": (10, 10, 10),
    "win.demolished": (5, 5, 5),
    "win.tiebreakers": (("most Strongholds demolished", "highest remaining Life", "shared honor"),) * 3,
    "iron_saints.from_first_dark_turn": (True, False, False),
    "components.basic_anointing": (49, 0, 0),
    "components.basic_anointing_a_color": (7, 0, 0),
    "components.disciplines": (21, 0, 0),
    "components.copies_of_a_discipline": (2, 0, 0),
    "components.copies_of_a_rare_discipline": (1, 0, 0),
    "components.mentors": (7, 0, 0),
    "components.strongholds": (15, 0, 0),
}
# The named switches and their defaults: L30, L32, L40, L45, L50, L51, L71, L80.
SWITCHES = {
    "reactions.paid_from_ready_generators": True,
    "anointing.intercession_takes_colorless": False,
    "living_truths.attack_when_played": True,
    "one_time.returns_to_deck": False,
    "living_truths.exhausted_may_block": False,
    "living_truths.must_block": True,
    "maturity.cap_counts_one_shots": True,
    "scaling.quick_start_fix": False,
}


def test_the_drafts_have_the_documents_numbers(game: Game) -> None:
    drafts = [game.rulesets[id].values for id in ("draft-5", "draft-4a", "draft-4")]
    assert {name: tuple(draft.get(name) for draft in drafts) for name in RULES} == RULES


def test_every_rule_has_its_number_here(game: Game) -> None:
    assert set(game.rulesets["draft-5"].values) == RULES.keys() | SWITCHES.keys()


@pytest.mark.parametrize("draft", ["draft-5", "draft-4a", "draft-4"])
def test_switches_stand_at_their_defaults(game: Game, draft: str) -> None:
    values = game.rulesets[draft].values
    assert {name: values.get(name) for name in SWITCHES} == SWITCHES


def test_the_drafts_say_which_wording_they_play(game: Game) -> None:
    found = {id: (ruleset.date, ruleset.edition) for id, ruleset in game.rulesets.items()}
    assert found == {
        "draft-5": ("October 2026", "today"), "draft-4a": ("undated", "today"), "draft-4": ("July 2026", "draft-4"),
    }
    assert game.ruleset == "draft-5"
