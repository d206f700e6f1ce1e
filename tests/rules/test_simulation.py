"""Many games by bots: the same for any number of processes, honest figures, plain refusals."""

import json
import re
from dataclasses import replace

import pytest

from pipeline.model import Game
from pipeline.problem import Refused
from pipeline.rules.light_vs_darkness.bots import RandomBot, SensibleBot, play_out, trait_of
from pipeline.rules.light_vs_darkness.games import color_screwed
from pipeline.rules.light_vs_darkness.setup import begin, new_player
from pipeline.rules.light_vs_darkness.table import Design, Piece, Table
from pipeline.rules.rulebooks import Rulebooks
from pipeline.rules.simulation import Run, compare, simulate, wilson
from tests.projects import ROOT, press, press_anew

DEMO = Run("draft-5", "demo", 1, 150, "7")
FIXED = ("ruleset", "mode", "players", "games", "seed", "wins", "rate", "low", "high", "rounds", "color_screwed")


def test_any_number_of_processes_plays_the_same_games(lvd: Game) -> None:
    run = replace(DEMO, games=250)
    assert simulate(lvd, run, jobs=1) == simulate(lvd, run, jobs=2)


def test_another_seed_plays_other_games(lvd: Game) -> None:
    assert simulate(lvd, DEMO).won != simulate(lvd, replace(DEMO, seed="8")).won


def test_the_demo_can_be_won_and_lost(lvd: Game) -> None:
    """Between 35 and 70 % alone; 1,000 games have a standard error of 1.6 points."""
    result = simulate(lvd, replace(DEMO, games=1000))
    assert result.low > 0.35 and result.high < 0.70
    assert set(result.ends) == {"light", "eliminated", "encroaching"}
    assert sum(result.ends.values()) == 1000


def test_sense_beats_chance(lvd: Game) -> None:
    assert simulate(lvd, replace(DEMO, bot="random")).high < simulate(lvd, DEMO).low


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # From Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_of_the_literature(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.00006)


def test_a_ruleset_against_itself_makes_no_difference(lvd: Game) -> None:
    compared = compare(lvd, DEMO, DEMO)
    assert (compared.difference, compared.low, compared.high) == (0, 0, 0)


def test_a_rule_that_helps_the_light_shows(lvd: Game) -> None:
    """Strongholds that begin two rounds later."""
    later = replace(DEMO, switches=(("dark.first_round_solo", 6),))
    compared = compare(lvd, DEMO, later)
    assert compared.low > 0


@pytest.mark.parametrize(
    ("mode", "players", "told"),
    [
        ("draft", 1, "the Market Deck has 10 cards; 16 are drafted"),
        ("quick-start", 2, "each player needs a deck of the kind quick-start-<mentor>: 2 of them; there are 0"),
        ("demo", 3, "each player needs a deck of the kind demo-<mentor>: 3 of them; there are 2"),
        ("demo", 5, "5 players are too many"),
    ],
)
def test_what_the_decks_do_not_allow(lvd: Game, mode: str, players: int, told: str) -> None:
    with pytest.raises(Refused, match=told):
        simulate(lvd, replace(DEMO, mode=mode, players=players))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("dark.interval", 0, "must be at least 1"),
        ("anointing.wild", "purpel", 'no color "purpel"; did you mean "purple"?'),
    ],
)
def test_values_that_no_rule_has(lvd: Game, name: str, value: int | str, told: str) -> None:
    with pytest.raises(Refused, match=re.escape(told)):
        simulate(lvd, replace(DEMO, switches=((name, value),)))


def test_blocks_that_are_free_are_used_better(lvd: Game) -> None:
    """Where exhausted Living Truths must block they die of it; where they may, the bot keeps them."""
    forced = replace(DEMO, games=500, switches=(("living_truths.exhausted_may_block", True),))
    free = replace(forced, switches=(*forced.switches, ("living_truths.must_block", False)))
    assert compare(lvd, forced, free).low > 0


def table_of_one(lvd: Game, hand: list[Design], colors: tuple[str, ...]) -> Table:
    made = Table(Rulebooks(lvd).of().numbers, "standard", "demo", "1")
    made.players = [new_player(made, 0, "one", None)]
    made.phase = "main"
    made.players[0].hand = hand
    for color in colors:
        design = Design(f"well-{color}", "Well", "basic-anointing", (color,), yields=((color,), 1), mana=0)
        made.players[0].play.append(Piece(design, 0, 0, 0))
    return made


@pytest.mark.parametrize(
    ("colors", "intercessions", "screwed"),
    [
        (("red", "red"), 0, False),  # R+1 is paid
        (("green", "green"), 0, True),  # by amount, not by color
        (("green", "green"), 1, True),  # Intercession would take 2 for the Red, and 1 more
        (("green", "green", "green"), 1, False),
        (("green",), 1, False),  # not even by amount
    ],
)
def test_color_screwed_turns(lvd: Game, colors: tuple[str, ...], intercessions: int, screwed: bool) -> None:
    card = Design("card", "Card", "one-time", ("red",), letters=("red",), generic=1)
    made = table_of_one(lvd, [card], colors)
    made.players[0].intercessions = intercessions
    assert color_screwed(made, made.players[0]) is screwed


def test_a_bot_answers_only_with_what_is_offered(lvd: Game) -> None:
    rulebook = Rulebooks(lvd).of()
    for number in range(40):
        table = begin(rulebook.setup("demo", 2, "standard", str(number)), str(number))
        for bot in (SensibleBot(rulebook), RandomBot(str(number))):
            game = table.copy()
            while game.choice is not None and game.round < 100:
                option = bot.choose(game)
                assert any(option is each for each in game.choice.options)
                game.take(option)


def test_a_random_bot_is_the_same_for_its_seed(lvd: Game) -> None:
    rulebook = Rulebooks(lvd).of()
    ends = []
    for _ in range(2):
        table = begin(rulebook.setup("demo", 1, "standard", "3"), "3")
        play_out(table, [RandomBot("3")])
        ends.append((table.winner, table.round, table.players[0].life, table.players[0].mp))
    assert ends[0] == ends[1]


def test_traits_are_what_texts_say(lvd: Game) -> None:
    trees = Rulebooks(lvd).of().trees
    assert trait_of(trees["father-forgive-them"]).damage == 3
    assert trait_of(trees["passover"]).prevents == 10
    assert trait_of(trees["passover"]).sacrifices
    assert trait_of(None).damage == 0


# the command ----------------------------------------------------------------------------------------------------------


def test_the_command_writes_the_fixed_json() -> None:
    run = press_anew(ROOT, "simulate", "light-vs-darkness", "--games", "20", "--json", "--jobs", "1")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert tuple(told)[: len(FIXED)] == FIXED
    assert told["wins"] == round(20 * told["rate"])
    assert told["low"] < told["rate"] < told["high"]


def test_the_command_tells_a_comparison() -> None:
    run = press(ROOT, "simulate", "light-vs-darkness", "--games", "20", "--against", "draft-4", "--jobs", "1")
    assert run.returncode == 0, run.stderr
    assert "draft-4 against draft-5:" in run.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--mode", "demmo"), 'there is no mode "demmo"; did you mean "demo"?'),
        (("--ruleset", "draft-6"), 'there is no ruleset "draft-6"'),
        (("--against", "draft-55"), 'there is no ruleset "draft-55"; did you mean "draft-5"?'),
        (("--set", "life.resurection=1"), 'the ruleset has no "life.resurection"; did you mean "life.resurrection"?'),
        (("--set", "start.life=many"), 'start.life is a whole number, not "many"'),
        (("--set", "start.mulligan=1"), 'start.mulligan is true or false, not "1"'),
        (("--bots", "clever"), 'there is no bot "clever"'),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], told: str) -> None:
    run = press(ROOT, "simulate", "light-vs-darkness", *arguments)
    assert run.returncode == 2
    assert told in run.stderr


def test_a_game_without_mechanics() -> None:
    run = press(ROOT, "simulate", "battle-for-souls")
    assert run.returncode == 2
    assert "no mechanics are known" in run.stderr
