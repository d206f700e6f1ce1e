"""The runner of scenarios: what it lays, how it plays on, and what it says where something comes out otherwise.

The positions are small, and what comes of them is counted by hand: two players give every Stronghold 1 ATK and 2 HP
more.
"""

from typing import Any

import pytest

from pipeline.model import Game, Scenario, Wanted
from pipeline.problem import Place
from pipeline.rules import Outcome, Rulebooks
from rules.given import position

FEAR = "stronghold-fear"
#: It costs nothing: somebody who has it can do something in a Main Phase.
FREE = "the-lord-provides"


@pytest.fixture(scope="module")
def rulebooks(lvd: Game) -> Rulebooks:
    return Rulebooks(lvd)


class Case:
    """Makes scenarios of Esther and Daniel, and runs them."""

    def __init__(self, rulebooks: Rulebooks) -> None:
        self.rulebooks = rulebooks

    def run(
        self,
        *do: str,
        expect: dict[str, Wanted] | None = None,
        refused: tuple[str, str] | None = None,
        esther: dict[str, Any] | None = None,
        daniel: dict[str, Any] | None = None,
        log: bool = False,
        **given: Any,
    ) -> Outcome:
        whole = position(esther, daniel, **given)
        made = Scenario("Made up", (FEAR,), "happens", whole, do, expect or {}, refused, Place("made.toml", 1))
        return self.rulebooks.run(made, log)

    def passes(self, *do: str, **rest: Any) -> None:
        found = self.run(*do, **rest)
        assert found.passed, str(found)

    def told(self, *do: str, **rest: Any) -> str:
        found = self.run(*do, **rest)
        assert not found.passed
        return str(found)


@pytest.fixture
def case(rulebooks: Rulebooks) -> Case:
    return Case(rulebooks)


# What is laid


def test_what_is_left_out_is_as_at_the_start(case: Case) -> None:
    case.passes(
        esther={"hand": [FREE]},
        expect={
            "esther.life": 30,
            "esther.mp": 0,
            "esther.mentor": "side a",
            "esther.state": "well",
            "esther.hand": (FREE,),
            "esther.deck": 0,
            "esther.play": (),
            "esther.pool": {},
            "daniel.hand": 0,
            "strongholds": 0,
            "round": 1,
            "turn": "esther",
            "phase": "main",
            "winner": "",
        },
    )


def test_everything_that_can_be_given_is_laid(case: Case) -> None:
    lamb = "put-on-praise exhausted damage 1 with a-chain-of-gold"
    case.passes(
        esther={
            "life": 7,
            "mp": 4,
            "defeats": 1,
            "mentor": "transformed damage 2",
            "hand": ["2 basic-anointing-red", FREE],
            "deck": ["solitude", "fasting", "passover"],
            "discard": ["passover"],
            "spent": ["the-fire-fell"],
            "removed": ["giving"],
            "play": [lamb, "by-his-stripes new", "by-his-stripes"],
            "owed": 2,
            "losing": 1,
            "pool": {"red": 1, "colorless": 2},
            "spent_anointing": 3,
            "gained": 5,
            "demolished": ["stronghold-shame"],
        },
        strongholds=[f"{FEAR} damage 2"],
        dark_deck=["stronghold-lust"],
        round=4,
        expect={
            "esther.life": 7,
            "esther.mp": 4,
            "esther.defeats": 1,
            "esther.mentor": "transformed damage 2",
            "esther.mentor-esther.hp": 5,
            "esther.hand": (FREE, "2 basic-anointing-red"),
            "esther.deck": ("solitude", "fasting", "passover"),
            "esther.discard": ("passover",),
            "esther.spent": ("the-fire-fell",),
            "esther.removed": ("giving",),
            "esther.play": ("put-on-praise", "2 by-his-stripes", "a-chain-of-gold"),
            "esther.put-on-praise": "exhausted damage 1 with a-chain-of-gold",
            "esther.by-his-stripes": "new",
            "esther.by-his-stripes#2": "ready",
            "esther.by-his-stripes#3": "gone",
            "esther.owed": 2,
            "esther.losing": 1,
            "esther.pool": {"red": 1, "colorless": 2},
            "esther.pool.red": 1,
            "esther.spent_anointing": 3,
            "esther.gained": 5,
            "esther.demolished": ("stronghold-shame",),
            "demolished": 1,
            "strongholds": (FEAR,),
            # 4/6 as printed, for two players 5/8.
            FEAR: "damage 2",
            f"{FEAR}.atk": 5,
            f"{FEAR}.hp": 6,
            "round": 4,
        },
    )


def test_a_mentor_that_is_gone_is_out_of_the_game(case: Case) -> None:
    case.passes(
        esther={"mentor": "gone", "hand": [FREE]},
        expect={"esther.mentor": "gone", "esther.removed": ("mentor-esther",), "daniel.mentor": "side a"},
    )


@pytest.mark.parametrize(
    ("given", "state", "defeats"),
    [({"life": 1}, "well", 0), ({"life": 0}, "defeated", 1), ({"life": 0, "defeats": 2}, "eliminated", 2)],
)
def test_a_player_without_life(case: Case, given: dict[str, int], state: str, defeats: int) -> None:
    case.passes(
        esther={"hand": [FREE]}, daniel=given, expect={"daniel.state": state, "daniel.defeats": defeats}
    )


def test_switches_and_rulesets(case: Case) -> None:
    case.passes(esther={"hand": [FREE]}, switches={"start.life": 21}, expect={"esther.life": 21})
    # In Draft 4 red is wild, and in Draft 5 no color is.
    hand = {"hand": ["put-on-praise"], "pool": {"red": 3}}
    case.passes(esther=hand, ruleset="draft-4", expect={"offered": ("play put-on-praise",)})
    case.passes(esther={**hand, "hand": ["put-on-praise", FREE]}, expect={"not_offered": ("play put-on-praise",)})


# How it is played on


def test_nothing_ends_by_itself_before_it_was_looked_at(case: Case) -> None:
    """Esther can do nothing more, yet her pool and the round are as her last card left them."""
    case.passes(
        "play for-such-a-time",
        esther={"hand": ["for-such-a-time"], "pool": {"red": 5}, "life": 20},
        daniel={"life": 20},
        expect={"esther.pool": 1, "esther.mentor": "transformed", "esther.spent": 1},
    )


def test_end_turn_stops_before_the_next_turn(case: Case) -> None:
    given: dict[str, Any] = {
        "esther": {"hand": [FREE], "pool": {"red": 2}},
        "daniel": {"life": 20, "deck": ["passover"], "owed": 1},
    }
    case.passes(
        "end turn",
        **given,
        # Daniel's turn has not begun: nothing drawn, nothing set, nobody healed.
        expect={"esther.pool": 0, "daniel.hand": 0, "daniel.owed": 1, "daniel.life": 20, "turn": "daniel", "round": 1},
    )


def test_lines_go_on_in_the_next_turn(case: Case) -> None:
    case.passes(
        "play the-lord-provides",
        "end turn",
        "play basic-anointing-green",
        esther={"hand": [FREE]},
        daniel={"hand": ["basic-anointing-green", FREE], "mentor": "gone"},
        expect={"turn": "daniel", "phase": "main", "daniel.basic-anointing-green": "ready"},
    )


def test_end_turn_comes_to_the_dark_turn_and_end_dark_through_it(case: Case) -> None:
    given: dict[str, Any] = {"round": 3, "turn": "daniel", "strongholds": ["stronghold-shame"]}
    case.passes("end turn", **given, expect={"phase": "dark", "round": 3, "esther.life": 30})
    # Shame attacks with 6 + 1.
    case.passes("end dark", **given, expect={"esther.life": 23, "daniel.life": 23, "round": 3})
    case.passes("end turn", "end dark", **given, expect={"esther.life": 23, "daniel.life": 23, "round": 3})


def test_end_round_comes_to_the_next_rounds_first_choice(case: Case) -> None:
    case.passes(
        "end round",
        esther={"hand": [FREE], "deck": ["passover", "fasting"]},
        daniel={"deck": ["passover"], "mentor": "gone"},
        expect={
            "round": 2,
            "turn": "esther",
            "phase": "main",
            "esther.hand": 2,
            "daniel.hand": 1,
            "offered": (f"play {FREE}",),
        },
    )


def test_a_macro_does_not_choose(case: Case) -> None:
    said = case.told(
        "end round",
        esther={"hand": [FREE]},
        # At the start of his turn Daniel heals a player.
        daniel={"life": 20},
        expect={"round": 2},
    )
    assert said.startswith('"end round": there is a choice to answer; daniel is asked (target, round 1): ')
    assert "choose esther" in said


def test_a_macro_for_what_does_not_come(case: Case) -> None:
    said = case.told("end dark", daniel={"mentor": "gone"}, switches={"dark.first_round": 99}, expect={"round": 1})
    assert said == '"end dark": that does not come'


def test_the_phase_that_is_given_is_the_first(case: Case) -> None:
    own = {"hand": [FREE], "deck": ["passover"], "owed": 2}
    case.passes(phase="ready", esther=own, expect={"esther.hand": 2, "esther.owed": 0, "esther.losing": 2})
    case.passes(phase="draw", esther=own, expect={"esther.hand": 2, "esther.owed": 2})
    case.passes(phase="anointing", esther=own, expect={"esther.hand": 1, "esther.owed": 2})
    case.passes(phase="end", esther={"pool": {"red": 1}}, expect={"esther.pool": 0, "turn": "daniel"})


def test_setup_deals_from_the_top(case: Case) -> None:
    deck = ["basic-anointing-red", "passover", "solitude", "fasting", "giving", "silence-before-the-lord", "simplicity"]
    case.passes(
        phase="setup",
        esther={"deck": deck},
        daniel={"deck": deck},
        dark_deck=["stronghold-shame", "stronghold-lust"],
        expect={
            "esther.hand": tuple(deck[:6]),
            "daniel.hand": tuple(deck[:5]),
            "daniel.deck": tuple(deck[5:]),
            "strongholds": ("stronghold-shame",),
            "round": 1,
        },
    )


def test_only_setup_leaves_a_deck_in_its_order(case: Case) -> None:
    """A mulligan shuffles the hand back in; the draw after it is not the same five cards."""
    deck = [FREE, "passover", "the-fire-fell", "love-one-another", "for-such-a-time", *["basic-anointing-red"] * 20]
    own: dict[str, Any] = {"phase": "setup", "esther": {"deck": deck}, "daniel": {"deck": deck[5:]}}
    case.passes(**own, expect={"esther.hand": tuple(deck[:5]), "offered": ("choose yes", "choose no")})
    assert not case.run("choose yes", **own, expect={"esther.hand": (*deck[:5], "basic-anointing-red")}).passed
    case.passes("choose no", **own, expect={"esther.hand": tuple(deck[:6]), "phase": "anointing"})


def test_an_option_by_its_number(case: Case) -> None:
    case.passes(
        "play love-one-another",
        "play the-fire-fell",
        "choose 2",
        esther={"hand": ["the-fire-fell", "love-one-another"], "pool": {"red": 9}, "mentor": "gone"},
        strongholds=[FEAR, "stronghold-shame"],
        expect={FEAR: "ready", "stronghold-shame": "damage 4"},
    )


def test_what_happened_is_told_where_it_is_asked_for(case: Case) -> None:
    given: dict[str, Any] = {"esther": {"hand": [FREE]}, "expect": {"esther.life": 30}}
    assert not case.run("end turn", **given).events
    assert ("turn", 1, 1, 30, 0) not in case.run("end turn", log=True, **given).events
    alone = {"mentor": "gone"}
    assert ("turn", 1, 1, 30, 0) in case.run("end turn", "end round", log=True, daniel=alone, **given).events


# What is told


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ({"esther.life": 29}, "esther.life: wanted 29, found 30"),
        ({"esther.hand": 2}, f"esther.hand: wanted 2, found {FREE}"),
        ({"esther.hand": ("passover",)}, f"esther.hand: wanted passover, found {FREE}"),
        ({"esther.pool": {"red": 2}}, "esther.pool: wanted red 2, found green 1"),
        ({"esther.pool": 2}, "esther.pool: wanted 2, found 1"),
        ({"esther.mentor": "gone"}, "esther.mentor: wanted gone, found side a"),
        ({"esther.put-on-praise": "exhausted"}, "esther.put-on-praise: wanted exhausted, found ready"),
        ({"esther.put-on-praise": "damage 1"}, "esther.put-on-praise: wanted damage 1, found ready"),
        ({"esther.put-on-praise": "gone"}, "esther.put-on-praise: wanted gone, found ready"),
        ({"esther.by-his-stripes": "ready"}, "esther.by-his-stripes: wanted ready, found gone"),
        ({"esther.put-on-praise.atk": 9}, "esther.put-on-praise.atk: wanted 9, found 2"),
        ({"esther.cost.passover": "R+2"}, "esther.cost.passover: wanted R+2, found R"),
        ({"stronghold-lust": "ready"}, "stronghold-lust: wanted ready, found gone"),
        ({"strongholds": ("stronghold-lust",)}, "strongholds: wanted stronghold-lust, found none"),
        ({"winner": "light"}, 'winner: wanted light, found ""'),
        ({"turn": "daniel"}, "turn: wanted daniel, found esther"),
        ({"round": "1"}, 'round: wanted "1", found 1'),
        (
            {"offered": ("play passover",)},
            f'offered: wanted "play passover", found esther is asked (main, round 1): play {FREE}, pass',
        ),
        (
            {"not_offered": (f"play {FREE}",)},
            f'not_offered: wanted not "play {FREE}", found esther is asked (main, round 1): play {FREE}, pass',
        ),
    ],
)
def test_what_comes_out_otherwise(case: Case, expect: dict[str, Wanted], said: str) -> None:
    own = {"hand": [FREE], "pool": {"green": 1}, "play": ["put-on-praise"]}
    assert case.told(esther=own, expect=expect) == said


def test_of_the_market_what_is_there_and_what_is_not(case: Case) -> None:
    """Of the game's own Market, whatever else lies in it."""
    draft: dict[str, Any] = {"phase": "draft", "esther": {"truths": ["10 put-on-praise"]}, "daniel": {}}
    case.passes(**draft, expect={"market_has": ("passover", "the-fire-fell"), "market_lacks": ("for-such-a-time",)})
    said = case.told(**draft, expect={"market_has": ("passover", "solitude", "for-such-a-time")})
    assert said.endswith("found not there: solitude, for-such-a-time")
    assert case.told(**draft, expect={"market_lacks": ("passover", "solitude")}).endswith("found there: passover")
    assert 'did you mean "passover"?' in case.told(**draft, expect={"market_has": ("pasover",)})
    assert "is a list of cards" in case.told(**draft, expect={"market_has": 3})


def test_every_difference_is_told(case: Case) -> None:
    found = case.run(esther={"hand": [FREE]}, expect={"esther.life": 1, "esther.mp": 0, "daniel.life": 2})
    assert [each.name for each in found.differences] == ["esther.life", "daniel.life"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("esther.lfe", 'no such name; did you mean "life"?'),
        ("esther.put-on-prais", 'no such name; did you mean "put-on-praise"?'),
        ("esther.put-on-praise.attack", "no such name; of a card there are .atk and .hp"),
        ("esther.cost.pasover", 'no card is called "pasover"; did you mean "passover"?'),
        ("esther.pool.rde", 'no color is called "rde"; did you mean "red"?'),
        ("esther.stronghold-fear", "no such name; a Stronghold is named by its id alone"),
        ("ester.life", 'no such name; did you mean "esther"?'),
        ("stronghold-fera", 'no such name; did you mean "stronghold-fear"?'),
        ("winer", 'no such name; did you mean "winner"?'),
    ],
)
def test_unknown_names_fail_with_the_nearest(case: Case, name: str, said: str) -> None:
    assert case.told(esther={"hand": [FREE]}, expect={name: 0}) == f"{name}: wanted 0, found {said}"


def test_a_line_that_is_no_move_stops(case: Case) -> None:
    said = case.told("play passover", "pass", esther={"hand": [FREE]}, expect={"esther.life": 30})
    assert said == (
        f'"play passover": passover is not in hand (R540); esther is asked (main, round 1): play {FREE}, pass'
    )


def test_a_first_line_for_another_turn_stops(case: Case) -> None:
    said = case.told(f"play {FREE}", daniel={"hand": [FREE], "mentor": "gone"}, expect={"daniel.hand": 0})
    assert said == f'"play {FREE}": nobody is asked anything in what is given, from main of esther\'s turn on'


def test_nothing_can_be_done_when_the_game_is_over(case: Case) -> None:
    four = ["stronghold-shame", "stronghold-lust", "stronghold-pride", "stronghold-anger"]
    over: dict[str, Any] = {"phase": "dark", "round": 3, "strongholds": four, "dark_deck": [FEAR]}
    case.passes("end dark", **over, expect={"winner": "dark"}, refused=("pass", "R916"))
    said = case.told("end dark", "pass", **over, expect={"winner": "dark"})
    assert said == '"pass": nobody is asked anything any more: the game is over, dark has won'


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"variant": "felowship"}, 'variant: no variant "felowship"; did you mean "fellowship"?'),
        ({"strongholds": ["passover"]}, "strongholds: passover is a one-time, which cannot lie there"),
        ({"esther": {"play": ["passover"]}}, "play: passover is a one-time, which cannot lie there"),
        ({"esther": {"pool": {"rde": 1}}}, 'pool.rde: no color "rde"; did you mean "red"?'),
        (
            {"esther": {"play": ["put-on-praise with passover"]}},
            "play: passover is a one-time, which cannot lie there",
        ),
        (
            {"esther": {"play": ["put-on-praise damage 3"]}},
            "put-on-praise cannot lie there: with 3 damage no HP are left to it",
        ),
        # 6 HP as printed, and 2 for the second player.
        (
            {"strongholds": [f"{FEAR} damage 8"]},
            "stronghold-fear cannot lie there: with 8 damage no HP are left to it",
        ),
    ],
)
def test_a_position_that_cannot_be_laid(case: Case, given: dict[str, Any], said: str) -> None:
    assert case.told(**given, expect={"round": 1}) == said


def test_a_ruleset_that_cannot_be_used(case: Case) -> None:
    said = case.told(switches={"start.life": "many"}, expect={"round": 1})
    assert said == "start.life: must be a whole number"


# What is refused


def test_a_line_that_breaks_the_rule(case: Case) -> None:
    case.passes(esther={"hand": ["passover", FREE]}, refused=("play passover", "R204"))


def test_a_line_that_breaks_another_rule_or_none(case: Case) -> None:
    said = case.told(esther={"hand": ["passover", FREE]}, refused=("play passover", "R540"))
    assert said == (
        'refused: wanted "play passover" (R540), found R204: Passover must be paid with red, and there is none'
    )
    said = case.told(esther={"hand": [FREE]}, refused=(f"play {FREE}", "R540"))
    assert said == f'refused: wanted "play {FREE}" (R540), found it is a move'


def test_a_line_is_refused_also_where_nothing_can_be_done(case: Case) -> None:
    """The Main Phase asks Esther nothing; what she may not play is refused all the same, and not in Daniel's turn."""
    rest: dict[str, Any] = {"daniel": {"hand": [FREE], "mentor": "gone"}}
    case.passes(esther={"hand": ["passover"]}, refused=("play passover", "R204"), **rest)
    new = "put-on-praise new"
    switched = {"living_truths.attack_when_played": False}
    attack = f"attack {FEAR} with put-on-praise"
    case.passes(esther={"play": [new]}, strongholds=[FEAR], switches=switched, refused=(attack, "R321"), **rest)


def test_a_mode_holds_the_decks_and_says_why_a_game_does_not_begin(case: Case) -> None:
    """Quick-Start: 35 cards, the trigger among them."""
    start: dict[str, Any] = {"mode": "quick-start", "phase": "setup", "dark_deck": [FEAR]}
    whole = {"deck": ["for-such-a-time", "34 basic-anointing-red"]}
    none: dict[str, Any] = {"daniel": {"deck": ["a-chain-of-gold", "34 basic-anointing-green"]}}
    case.passes(expect={"esther.deck": 29, "daniel.hand": 5}, esther=whole, **none, **start)
    short = {"deck": ["for-such-a-time", "33 basic-anointing-red"]}
    case.passes(refused=("begin", "R1002"), esther=short, **none, **start)
    assert case.told(refused=("begin", "R1010"), esther=short, **none, **start) == (
        'refused: wanted "begin" (R1010), found a Quick-Start deck has 35 cards (R1002), this one 34'
    )
    assert case.told(refused=("begin", "R1002"), esther=whole, **none, **start) == (
        'refused: wanted "begin" (R1002), found it begins'
    )
    assert case.told(expect={"esther.hand": 6}, esther=short, **none, **start) == (
        "esther.deck: a Quick-Start deck has 35 cards (R1002), this one 34"
    )
    assert "34" in case.told(expect={"esther.hand": 6}, refused=("begin", "R1002"), esther=short, **none, **start)


def test_a_line_about_no_card_is_not_refused(case: Case) -> None:
    said = case.told(esther={"hand": [FREE]}, refused=("play the-fire-fel", "R540"))
    assert '"play the-fire-fel": wanted a line, found no card is called "the-fire-fel"' in said
    said = case.told(esther={"hand": [FREE]}, expect={"not_offered": ("play the-fire-fel",)})
    assert 'did you mean "the-fire-fell"?' in said
