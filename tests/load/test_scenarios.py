"""Scenarios: read whole, only where asked for, and every slip told where it stands."""

from pipeline.load import load_game
from pipeline.model import Game, Given, Scenario
from pipeline.problem import Place
from pipeline.project import Project

from .conftest import Tiny

RULES = '[[rule]]\nnumber = "R101"\nstatement = "You play."\nsection = 1\n'
HEROES = "id,name\nhero-ann,Ann\nhero-bob,Bob\nsword,Sword\nshield,Shield\n"
FULL = """\
[[scenario]]
title = "Ann hits the oak"
about = ["hero-ann", "R101"]
case = "boundary"
do = ["attack oak with sword", "end turn"]
expect = { "ann.life" = 3, "ann.hand" = ["sword"], "ann.pool" = { red = 1 }, winner = "" }
refused = ["pass", "R101"]

[scenario.given]
ruleset = "first"
variant = "long"
round = 4
turn = "ann"
phase = "dark"
strongholds = ["oak damage 2"]
dark_deck = ["2 oak"]
switches = { "start.life" = 7, "start.order" = ["b"] }

[scenario.given.bob]

[scenario.given.ann]
life = 5
hand = ["3 sword"]
pool = { red = 1 }
"""
#: A sound scenario, in which one line after another is spoilt.
SMALL = """\
[[scenario]]
title = "Small"
about = ["sword"]
case = "happens"
expect = { "ann.life" = 30 }

[scenario.given]
round = 1

[scenario.given.ann]
hand = ["sword"]
"""


def load(tiny: Tiny, text: str = SMALL, name: str = "made.toml") -> tuple[Game, list[str]]:
    tiny.heroes(HEROES)
    tiny.write("rules.toml", RULES)
    tiny.write(f"scenarios/{name}", text)
    game, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert game is not None
    return game, [str(problem).removeprefix("card_data/tiny/") for problem in problems]


def spoilt(tiny: Tiny, *changes: tuple[str, str]) -> list[str]:
    """What is told of the small scenario when texts in it are exchanged."""
    text = SMALL
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    game, problems = load(tiny, text)
    assert not game.scenarios
    return [problem.removeprefix("scenarios/made.toml:") for problem in problems]


def test_a_scenario_as_written(tiny: Tiny) -> None:
    game, problems = load(tiny, FULL)
    assert problems == []
    given = Given(
        ruleset="first",
        switches={"start.life": 7, "start.order": ("b",)},
        values={
            "variant": "long",
            "round": 4,
            "turn": "ann",
            "phase": "dark",
            "strongholds": ("oak damage 2",),
            "dark_deck": ("2 oak",),
            "bob": {},
            "ann": {"life": 5, "hand": ("3 sword",), "pool": {"red": 1}},
        },
        file="card_data/tiny/scenarios/made.toml",
        lines={
            (): 9,
            ("ruleset",): 10,
            ("variant",): 11,
            ("round",): 12,
            ("turn",): 13,
            ("phase",): 14,
            ("strongholds",): 15,
            ("dark_deck",): 16,
            ("switches",): 17,
            ("bob",): 19,
            ("ann",): 21,
            ("ann", "life"): 22,
            ("ann", "hand"): 23,
            ("ann", "pool"): 24,
        },
    )
    assert game.scenarios == (
        Scenario(
            title="Ann hits the oak",
            about=("hero-ann", "R101"),
            case="boundary",
            given=given,
            do=("attack oak with sword", "end turn"),
            expect={"ann.life": 3, "ann.hand": ("sword",), "ann.pool": {"red": 1}, "winner": ""},
            refused=("pass", "R101"),
            place=Place("card_data/tiny/scenarios/made.toml", 1, "", "Ann hits the oak"),
        ),
    )


def test_they_are_read_only_where_asked_for(tiny: Tiny) -> None:
    load(tiny, "no TOML at all")
    game, problems = tiny.load()
    assert game is not None
    assert (game.scenarios, problems) == ((), [])


def test_files_and_scenarios_keep_their_order(tiny: Tiny) -> None:
    load(tiny, SMALL.replace("Small", "B"), "b.toml")
    game, problems = load(tiny, SMALL + SMALL.replace("Small", "A"), "a.toml")
    assert [(each.title, each.place.line) for each in game.scenarios] == [("Small", 1), ("A", 12), ("B", 1)]
    assert problems == []


def test_a_game_without_scenarios(tiny: Tiny) -> None:
    game, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert game is not None
    assert (game.scenarios, problems) == ((), ())


def test_other_files(tiny: Tiny) -> None:
    assert load(tiny, "", "notes.txt")[1] == [
        "scenarios/notes.txt: holds no scenarios; only .toml files belong here"
    ]
    assert "the file name" in load(tiny, "", "My Notes.toml")[1][0]


def test_unknown_keys_and_cases(tiny: Tiny) -> None:
    assert spoilt(tiny, ("about", "abuot")) == [
        '1:about: "about" is missing',
        '3:abuot: unknown key "abuot"; did you mean "about"?',
    ]
    assert spoilt(tiny, ('"happens"', '"happen"')) == [
        '4:case: "happen" is not one of happens, not, boundary, bystander; did you mean "happens"?'
    ]


def test_unknown_cards_rules_and_rulesets(tiny: Tiny) -> None:
    assert spoilt(tiny, ('["sword"]\ncase', '["swrod", "R110"]\ncase')) == [
        '3:about: no card and no rule is called "swrod"; did you mean "sword"?',
        '3:about: no card and no rule is called "R110"; did you mean "R101"?',
    ]
    assert spoilt(tiny, ("round = 1", 'ruleset = "frist"')) == [
        '8:ruleset: no ruleset "frist"; did you mean "first"?'
    ]
    assert spoilt(tiny, ("expect", 'refused = ["pass", "R110"]\nexpect')) == [
        '5:refused: no rule "R110"; did you mean "R101"?'
    ]


def test_switches(tiny: Tiny) -> None:
    assert spoilt(tiny, ("round = 1", 'switches = { "start.lief" = 1, "start.wild" = 1 }')) == [
        '8:switches.start.lief: the rulesets have no "start.lief"; did you mean "start.life"?',
        '8:switches.start.wild: "start.wild" is of another kind in the rulesets',
    ]


def test_what_says_nothing(tiny: Tiny) -> None:
    assert spoilt(tiny, ('expect = { "ann.life" = 30 }', "do = []")) == [
        "5:do: nothing is expected, so nothing can go wrong; say what must come of it in expect or refused"
    ]
    assert spoilt(tiny, ('"Small"', '" "')) == ["2:title: says nothing; say in plain words what is shown"]
    assert spoilt(tiny, ('["sword"]\ncase', "[]\ncase")) == [
        "3:about: speaks for nothing; name the cards and the rules that it speaks for"
    ]


def test_values_that_nothing_can_come_to(tiny: Tiny) -> None:
    assert spoilt(tiny, ('"ann.life" = 30', 'ann.life = 30, "ann.mp" = 1.5, "ann.owed" = true')) == [
        '5:expect.ann: is a table; write the whole name in quotes: "ann.life"',
        "5:expect.ann.mp: is neither a whole number, a text, a list of texts, nor a table of whole numbers",
        "5:expect.ann.owed: is neither a whole number, a text, a list of texts, nor a table of whole numbers",
    ]
    assert spoilt(tiny, ("expect", 'refused = ["pass"]\nexpect')) == [
        '5:refused: must be a line and the number of the rule that it breaks; refused = ["play the-card", "R540"]'
    ]


def test_everything_is_told_at_once(tiny: Tiny) -> None:
    told = spoilt(tiny, ("happens", "sometimes"), ("round = 1", "ruleset = 1"))
    assert [problem.partition(":")[0] for problem in told] == ["4"]
    told = spoilt(tiny, ('"Small"', '""'), ("round = 1", "ruleset = 1"), ('["sword"]\ncase', '["swrod"]\ncase'))
    assert [problem.partition(":")[0] for problem in told] == ["2", "3", "8"]


def test_a_card_that_cannot_be_used_is_told_once(tiny: Tiny) -> None:
    tiny.heroes(HEROES)
    tiny.write("scenarios/made.toml", SMALL)
    tiny.heroes(HEROES.replace("id,name", "id,name,power").replace("sword,Sword", "sword,Sword,much"))
    game, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert game is not None
    assert not game.scenarios
    assert len(problems) == 1
    assert "cards/heroes.csv:4:power" in str(problems[0])


def test_a_title_is_given_once_a_file(tiny: Tiny) -> None:
    game, problems = load(tiny, SMALL + SMALL)
    assert len(game.scenarios) == 1
    assert problems == [
        "scenarios/made.toml:13:title: is the title of a scenario already, in line 1; say what sets the two apart"
    ]
