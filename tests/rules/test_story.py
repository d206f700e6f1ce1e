"""Games told in words: sentences written by hand, for events made by hand and for small positions played on."""

from typing import Any

import pytest

from pipeline.model import Game, Scenario
from pipeline.problem import Place
from pipeline.rules.examples import told_example
from pipeline.rules.light_vs_darkness.story import account
from pipeline.rules.light_vs_darkness.table import Piece
from pipeline.rules.replays import Replay, open_match
from pipeline.rules.rulebooks import Rulebooks
from rules.given import position


def sentences(lvd: Game, *events: tuple[object, ...]) -> list[str]:
    return account(events, ["Esther", "Daniel"], Rulebooks(lvd).of().designs)


def lying(lvd: Game, card: str, owner: int) -> Piece:
    design = Rulebooks(lvd).of().designs[card]
    return Piece(design, owner, design.atk, design.hp)


def told(
    lvd: Game, *do: str, esther: dict[str, Any] | None = None, daniel: dict[str, Any] | None = None, **given: Any
) -> list[str]:
    """The account of a position of two players that is played on."""
    whole = position(esther, daniel, **given)
    scenario = Scenario("Made up", (), "happens", whole, do, {}, None, Place("made.toml", 1))
    found = told_example(Rulebooks(lvd), scenario)
    assert not found.stopped
    return list(found.lines)


FEAR = "stronghold-fear"
RED, GREEN = "basic-anointing-red", "basic-anointing-green"

# positions ------------------------------------------------------------------------------------------------------------


def test_an_attack_that_demolishes(lvd: Game) -> None:
    # Fear has 6 HP and 2 more for the second player: 2 are left. Put On Praise has 2 ATK.
    assert told(
        lvd,
        "attack stronghold-fear with put-on-praise",
        phase="attack",
        strongholds=[f"{FEAR} damage 6"],
        esther={"play": ["put-on-praise"]},
    ) == [
        "### Attack Phase",
        "Esther's Put On Praise attacks Fear for 2; Fear has no HP left.",
        "Fear is demolished, and Esther keeps it as a trophy: 1 of the 5 that the Light needs.",
        "Esther gains 8 MP and has 8.",
    ]


def test_blockers_and_what_overflows(lvd: Game) -> None:
    # Fear attacks for 4 and 1 more for the second player; Put On Praise has 3 HP. Fear afflicts who has the fewest
    # anointing cards in play: both have none.
    assert told(
        lvd,
        "end dark",
        phase="dark",
        round=3,
        strongholds=[FEAR],
        esther={"play": ["put-on-praise"], "life": 20},
        daniel={"life": 3},
    ) == [
        "## The Dark Turn",
        "Fear attacks Esther for 5.",
        "Esther's Put On Praise blocks, takes 3 damage and is destroyed.",
        "The other 2 damage overflows to Esther, who has 18 Life left.",
        "Fear attacks Daniel for 5.",
        "Nobody blocks: Daniel has no Life left.",
        "Daniel is Defeated.",
        "Fear: The first 3 anointing that Esther makes on the next turn will be lost.",
        "The first 3 anointing that Daniel makes on the next turn will be lost.",
    ]


# events ---------------------------------------------------------------------------------------------------------------


def test_a_card_is_told_with_what_was_paid_for_it(lvd: Game) -> None:
    basic, fear = lying(lvd, RED, 0), lying(lvd, FEAR, -1)
    assert sentences(
        lvd,
        ("play", 0, "father-forgive-them", ("red",), 1, 0),
        ("exhaust", basic),
        ("make", 0, "red", 1),
        ("exhaust", basic),
        ("make", 0, "red", 1),
        ("pay", 0, 2, 0),
        ("wound", fear, 3, 5, 0),
    ) == [
        "Esther plays Father, Forgive Them for 1 Red and 1 generic, exhausting 2 Basic Anointing (Red).",
        "Fear takes 3 damage and has 5 HP left.",
    ]


def test_what_changes_a_cost_is_told_with_it_and_what_was_in_the_pool(lvd: Game) -> None:
    poverty, basic = lying(lvd, "stronghold-poverty", -1), lying(lvd, GREEN, 1)
    assert sentences(
        lvd,
        ("play", 1, "put-on-praise", ("green",), 3, 0),
        ("priced", ((poverty, 1),)),
        ("exhaust", basic),
        ("make", 1, "green", 1),
        ("pay", 1, 4, 0),
        ("make", 1, "green", 1),
    ) == [
        "Daniel plays Put On Praise (2 ATK, 3 HP) for 1 Green and 3 generic (1 more by Poverty), exhausting Basic "
        "Anointing (Green), and with 3 anointing from the pool.",
        "Daniel adds 1 Green anointing to the pool.",
    ]


def test_intercession_and_losses_are_told(lvd: Game) -> None:
    basic = lying(lvd, RED, 0)
    assert sentences(
        lvd,
        ("play", 0, "the-lions-mouths", ("green",), 1, 1),
        ("exhaust", basic),
        ("lost", 0, "red", 1),
        ("exhaust", basic),
        ("make", 0, "red", 1),
        ("exhaust", basic),
        ("make", 0, "red", 2),
        ("pay", 0, 3, 2),
    ) == [
        "Esther plays The Lions\u2019 Mouths for 1 Green and 1 generic by Intercession (2 anointing of any color for 1 "
        "of the color asked for), exhausting 3 Basic Anointing (Red); 1 of the anointing that this makes is lost."
    ]


def test_anointing_made_by_itself(lvd: Game) -> None:
    basic = lying(lvd, RED, 0)
    assert sentences(lvd, ("use", basic, 0), ("exhaust", basic), ("make", 0, "red", 1)) == [
        "Esther exhausts Basic Anointing (Red) for 1 Red anointing."
    ]
    assert sentences(lvd, ("use", basic, 0), ("exhaust", basic), ("lost", 0, "red", 1)) == [
        "Esther exhausts Basic Anointing (Red) for 1 anointing, which is lost."
    ]


def test_a_negated_card(lvd: Game) -> None:
    occult = lying(lvd, "stronghold-occult", -1)
    assert sentences(lvd, ("negated", 0, "passover", occult)) == [
        "Occult negates Passover: it is discarded with no effect."
    ]


def test_an_effect_is_told_with_its_card(lvd: Game) -> None:
    praise = lying(lvd, "put-on-praise", 1)
    assert sentences(lvd, ("because", praise, 1), ("heal", 1, 1, 19), ("draw", 1, "simplicity")) == [
        "Daniel's Put On Praise: Daniel regains 1 Life and has 19.",
        "Daniel draws Simplicity.",
    ]


def test_an_effect_that_comes_to_nothing_is_not_told_with_the_next(lvd: Game) -> None:
    praise = lying(lvd, "put-on-praise", 1)
    assert sentences(lvd, ("because", praise, 1), ("turn", 0, 4, 30, 2)) == ["## Esther's turn (30 Life, 2 MP)"]
    assert sentences(lvd, ("because", praise, 1), ("phase", "draw"), ("draw", 0, "passover")) == [
        "### Draw Phase",
        "Esther draws Passover.",
    ]


def test_a_phase_in_which_nothing_happens_has_no_heading(lvd: Game) -> None:
    assert sentences(lvd, ("phase", "main"), ("phase", "end"), ("discard", 0, "passover"), ("dark", 3)) == [
        "### End Phase",
        "Esther discards Passover.",
        "## The Dark Turn",
    ]


def test_a_mentor_is_told_as_it_was(lvd: Game) -> None:
    # The piece is one and the same, before and after it is Transformed.
    esther = lying(lvd, "mentor-esther", 0)
    before = ("because", esther, 0), ("draw", 0, "passover")
    after = ("transform", 0, 7, 7), ("block", esther, 5, 0), ("wound", esther, 5, 2, 0)
    assert sentences(lvd, *before, *after) == [
        "Esther the Queen (Side A): Esther draws Passover.",
        "It is the trigger of Esther's Mentor, who is Transformed: from now on a Living Truth (7 ATK, 7 HP).",
        "Transformed Esther the Queen blocks, takes 5 damage and has 2 HP left; nothing of the attack is left.",
    ]


def test_a_reaction_is_told_as_one(lvd: Game) -> None:
    fear = lying(lvd, FEAR, -1)
    assert sentences(
        lvd,
        ("assault", fear, 1, 5),
        ("play", 1, "the-lions-mouths", (), 0, 0),
        ("shield", 1, 6),
        ("overflow", 1, 5, 0),
        ("prevented", 1, 5),
    ) == [
        "Fear attacks Daniel for 5.",
        "Daniel reacts and plays The Lions\u2019 Mouths for nothing.",
        "The next 6 damage to Daniel this turn will be prevented.",
        "Nobody blocks.",
        "5 of the damage to Daniel is prevented.",
    ]


BY = ("most MP", "most Strongholds demolished", "highest remaining Life", "shared honor")
WON = "As many Strongholds are demolished as the Light needs. The Light wins"


@pytest.mark.parametrize(
    ("champions", "ranks", "end"),
    [
        ((0,), ((20, 2, 9, 0),), f"{WON}."),
        ((), ((20, 2, 9, 0), (1, 3, 9, 0)), f"{WON}, all players together."),
        ((0,), ((20, 2, 9, 0), (1, 3, 9, 0)), f"{WON}. Esther is its champion, by most MP (Esther 20, Daniel 1)."),
        (
            (1,),
            ((20, 2, 9, 0), (20, 3, 9, 0)),
            f"{WON}. Daniel is its champion, by most MP (Esther 20, Daniel 20), then most Strongholds demolished "
            "(Esther 2, Daniel 3).",
        ),
        (
            (0, 1),
            ((20, 2, 9, 0), (20, 2, 9, 0)),
            f"{WON}. Esther and Daniel share the honor, by most MP (Esther 20, Daniel 20), then most Strongholds "
            "demolished (Esther 2, Daniel 2), then highest remaining Life (Esther 9, Daniel 9).",
        ),
    ],
)
def test_who_won_and_why(lvd: Game, champions: tuple[int, ...], ranks: tuple[tuple[int, ...], ...], end: str) -> None:
    assert sentences(lvd, ("over", "light", champions, 2, BY, ranks)) == [end]


def test_why_the_darkness_won(lvd: Game) -> None:
    assert sentences(lvd, ("over", "dark", (), 5, BY, ((0, 0, 0, 0),))) == [
        "5 Strongholds stand in the Dark Field at once: the Encroaching Dark. The Darkness wins."
    ]
    assert sentences(lvd, ("defeat", 0), ("eliminated", 0), ("over", "dark", (), 0, BY, ((0, 0, 0, 0),))) == [
        "Esther is Defeated for the last time, and out of the game.",
        "No player is left. The Darkness wins.",
    ]


def test_a_whole_game_is_told_from_setup_to_end(lvd: Game) -> None:
    match = open_match(
        lvd, Replay(game=lvd.id, ruleset="draft-5", mode="demo", players=2, seed="5"), Place("x")
    )  # fmt: skip
    while not match.over:
        match.play_by_bot()
    story = match.story()
    rounds = [line for line in story if line.startswith("# ")]
    assert rounds == ["# Setup", *(f"# Round {number}" for number in range(1, match.table.round + 1))]
    assert "The Darkness wins." in story[-1] or "The Light wins" in story[-1]
    darks = [story[:at].count("## The Dark Turn") for at, line in enumerate(story) if line == "# Round 4"]
    assert darks == [1]  # the first comes at the end of Round 3
    assert not any("{" in line or "<" in line for line in story)
    assert all(line.startswith("#") or line.endswith(".") for line in story)
