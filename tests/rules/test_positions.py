"""Positions of scenarios: read whole, and every slip told where it stands."""

import pytest

from pipeline.load import load_game
from pipeline.load.scenarios import scenarios_of
from pipeline.model import Game, Given
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.rules import NoWordsError, check_position
from pipeline.rules.light_vs_darkness.positions import CardGiven, PlayerGiven, Position, read_position
from rules.conftest import ROOT

FULL = """\
[[scenario]]
title = "Full"
about = ["R422"]
case = "happens"
expect = { "esther.life" = 5 }

[scenario.given]
variant = "iron-saints"
round = 4
turn = "esther"
phase = "dark"
strongholds = ["stronghold-fear damage 2"]
dark_deck = ["2 stronghold-lust"]

[scenario.given.daniel]

[scenario.given.esther]
life = 5
mp = 1
defeats = 1
mentor = "transformed exhausted damage 3"
hand = ["3 passover"]
deck = ["passover", "solitude"]
discard = ["solitude"]
spent = ["passover"]
removed = ["passover"]
play = ["2 put-on-praise exhausted damage 1 new with a-chain-of-gold with thy-rod-and-staff", "solitude ready"]
played = ["passover"]
played_before = ["solitude"]
demolished = ["stronghold-lust"]
owed = 1
losing = 2
pool = { red = 1, colorless = 2 }
spent_anointing = 3
gained = 4
skips = ["draw", "draw"]
"""
#: A sound position, in which one line after another is spoilt.
SMALL = """\
[[scenario]]
title = "Small"
about = ["passover"]
case = "happens"
expect = { "esther.life" = 30 }

[scenario.given]
round = 1

[scenario.given.esther]
hand = ["passover"]
"""


def given(lvd: Game, text: str) -> Given:
    scenarios, problems = scenarios_of(lvd, {("made.toml", 1): text})
    assert not problems
    return scenarios[0].given


def spoilt(lvd: Game, *changes: tuple[str, str]) -> list[str]:
    """What is told of the small position when texts in it are exchanged."""
    text = SMALL
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    told = [str(problem) for problem in check_position(lvd, given(lvd, text))]
    return [problem.removeprefix("made.toml:") for problem in told]


def test_a_position_as_written(lvd: Game) -> None:
    passover, solitude, lust = CardGiven("passover"), CardGiven("solitude"), CardGiven("stronghold-lust")
    esther = PlayerGiven(
        name="esther",
        mentor_card="mentor-esther",
        life=5,
        mp=1,
        defeats=1,
        mentor=CardGiven("transformed", exhausted=True, damage=3),
        hand=(CardGiven("passover", 3),),
        deck=(passover, solitude),
        truths=(),
        discard=(solitude,),
        spent=(passover,),
        removed=(passover,),
        play=(
            CardGiven(
                "put-on-praise", 2, exhausted=True, new=True, damage=1, worn=("a-chain-of-gold", "thy-rod-and-staff")
            ),
            solitude,
        ),
        played=(passover,),
        played_before=(solitude,),
        demolished=(lust,),
        owed=1,
        losing=2,
        pool={"red": 1, "colorless": 2},
        spent_anointing=3,
        gained=4,
        skips=("draw", "draw"),
    )
    found = read_position(lvd, given(lvd, FULL))
    assert [player.name for player in found.players] == ["daniel", "esther"]
    assert found.players[1] == esther
    assert found == Position(
        mode="",
        variant="iron-saints",
        round=4,
        turn=1,
        phase="dark",
        strongholds=(CardGiven("stronghold-fear", damage=2),),
        dark_deck=(CardGiven("stronghold-lust", 2),),
        market=None,
        players=found.players,
    )


def test_what_is_left_out_is_as_at_the_start(lvd: Game) -> None:
    found = read_position(lvd, given(lvd, SMALL.replace('hand = ["passover"]', "")))
    assert (found.variant, found.round, found.turn, found.phase) == ("standard", 1, 0, "main")
    (esther,) = found.players
    assert (esther.life, esther.mp, esther.mentor) == (None, None, CardGiven("side a"))
    assert not any((esther.hand, esther.deck, esther.play, esther.pool, esther.owed, esther.skips))


def test_every_position_of_the_game_is_sound() -> None:
    game, problems = load_game(Project(ROOT), "light-vs-darkness", scenarios=True, examples=True)
    assert game is not None and not problems
    told = [check_position(game, each.given) for each in (*game.scenarios, *game.examples.values())]
    assert len(told) > 500 and not any(told)


def test_unknown_keys_and_phases(lvd: Game) -> None:
    assert spoilt(lvd, ("round = 1", "rond = 1")) == ['8:rond: unknown key "rond"; did you mean "round"?']
    assert spoilt(lvd, ("hand", "hnad")) == ['11:hnad: unknown key "hnad"; did you mean "hand"?']
    assert spoilt(lvd, ('hand = ["passover"]', 'hand = "passover"')) == ["11:hand: must be a list in [ ]"]
    assert spoilt(lvd, ('hand = ["passover"]', "hand = [1]")) == ["11:hand.0: must be a text in quotes"]
    (said,) = spoilt(lvd, ("round = 1", 'phase = "atack"'))
    assert said.startswith('8:phase: "atack" is not one of ready, draw')
    assert said.endswith('did you mean "attack"?')
    assert spoilt(lvd, ("round = 1", 'variant = "felowship"')) == [
        '8:variant: no variant "felowship"; did you mean "fellowship"?'
    ]


def test_unknown_cards_players_and_colors(lvd: Game) -> None:
    cards = 'play = ["put-on-praise with a-chain-of-god"]\ndeck = [\n    "2 pasover",\n '
    assert spoilt(lvd, ("hand = [", cards)) == [
        '11:play: no card "a-chain-of-god"; did you mean "a-chain-of-gold"?',
        '12:deck: no card "pasover"; did you mean "passover"?',
    ]
    assert spoilt(lvd, ("given.esther", "given.ester")) == [
        '10:ester: nobody is called "ester"; did you mean "esther"?'
    ]
    assert spoilt(lvd, ("round = 1", 'turn = "daniel"')) == ['8:turn: nobody here is called "daniel"']
    assert spoilt(lvd, ('hand = ["passover"]', "pool = { rde = 1 }")) == [
        '11:pool.rde: no color "rde"; did you mean "red"?'
    ]


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ("round = 1", 'strongholds = ["passover"]', "8:strongholds"),
        ("round = 1", 'dark_deck = ["passover"]', "8:dark_deck"),
        ('hand = ["passover"]', 'play = ["passover"]', "11:play"),
        ('hand = ["passover"]', 'play = ["put-on-praise with passover"]', "11:play"),
        ('hand = ["passover"]', 'demolished = ["passover"]', "11:demolished"),
    ],
)
def test_cards_that_cannot_lie_there(lvd: Game, before: str, after: str, place: str) -> None:
    assert spoilt(lvd, (before, after)) == [f"{place}: passover is a one-time, which cannot lie there"]


def test_states(lvd: Game) -> None:
    wrong = 'play = ["solitude exausted", "solitude damage", "solitude damage two", "2", "solitude ready"]'
    assert spoilt(lvd, ('hand = ["passover"]', wrong)) == [
        '11:play: "exausted" says nothing of solitude here; did you mean "exhausted"?',
        '11:play: "" is no number of damage',
        '11:play: "two" is no number of damage',
        '11:play: "2" names no card',
    ]
    assert spoilt(lvd, ("round = 1", 'strongholds = ["stronghold-fear damage 1 exhausted"]')) == [
        '8:strongholds: "exhausted" says nothing of stronghold-fear here; only damage'
    ]
    assert spoilt(lvd, ('hand = ["passover"]', 'hand = ["passover new"]')) == [
        '11:hand: "new" says nothing of passover here; name the card alone'
    ]
    assert spoilt(lvd, ('hand = ["passover"]', 'mentor = "transfromed"')) == [
        '11:mentor: "transfromed" is no state of a Mentor; did you mean "transformed"?'
    ]


def test_what_is_for_the_draft(lvd: Game) -> None:
    """A Market is given from the top, a Core by its Living Truths, and neither in a game that has begun."""
    market = ("round = 1", 'phase = "draft"\nmarket = ["2 passover", "a-chain-of-gold"]')
    text = SMALL.replace(*market).replace('hand = ["passover"]', 'truths = ["10 put-on-praise"]')
    found = read_position(lvd, given(lvd, text))
    assert found.market == (CardGiven("passover", 2), CardGiven("a-chain-of-gold"))
    assert found.players[0].truths == (CardGiven("put-on-praise", 10),)
    assert spoilt(lvd, ("round = 1", 'market = ["passover"]')) == ['8:market: is for the draft; write phase = "draft"']
    assert spoilt(lvd, ('hand = ["passover"]', 'truths = ["put-on-praise"]')) == [
        '11:truths: is for the draft; write phase = "draft"'
    ]
    assert spoilt(lvd, ("round = 1", 'phase = "draft"\nmarket = ["solitude"]')) == [
        "9:market: solitude is a spiritual-discipline, which cannot lie there"
    ]


def test_a_mode_is_for_the_setup(lvd: Game) -> None:
    found = read_position(lvd, given(lvd, SMALL.replace("round = 1", 'mode = "quick-start"\nphase = "setup"')))
    assert (found.mode, found.phase) == ("quick-start", "setup")
    assert spoilt(lvd, ("round = 1", 'mode = "quick-start"')) == ['8:mode: is for the setup; write phase = "setup"']
    assert spoilt(lvd, ("round = 1", 'mode = "quickstart"\nphase = "setup"')) == [
        '8:mode: no decks can be given for a mode "quickstart"; did you mean "quick-start"?'
    ]


def test_nobody_plays(lvd: Game) -> None:
    assert spoilt(lvd, ('[scenario.given.esther]\nhand = ["passover"]\n', "")) == [
        "7: nobody plays; give a table for each player, named after the Mentor"
    ]


def test_everything_is_told_at_once(lvd: Game) -> None:
    told = spoilt(lvd, ("round", "rond"), ("hand", "hnad"), ("given.esther", "given.ester"))
    assert [problem.partition(":")[0] for problem in told] == ["8", "10", "11"]


def test_a_position_that_is_not_sound_is_refused(lvd: Game) -> None:
    with pytest.raises(Refused, match="hnad"):
        read_position(lvd, given(lvd, SMALL.replace("hand", "hnad")))


def test_a_game_without_mechanics_has_no_positions() -> None:
    game, _ = load_game(Project(ROOT), "battle-for-souls")
    assert game is not None
    with pytest.raises(NoWordsError):
        check_position(game, Given())
