"""Numbered rules: read whole, their mistakes told where they stand, their statements filled in."""

from pathlib import Path

import pytest

from pipeline.load import load_game
from pipeline.model import statement
from pipeline.problem import Place
from pipeline.project import Project

from .conftest import RULESET, Tiny

RULES = """\
# Section 1

[[rule]]
number = "R101"
statement = "You start with {value:start.life} Life, never more than {value:start.life}."
section = 1

[[rule]]
number = "R1203"
statement = "No color is wild."
section = 12
decisions = ["L14", "L20"]
rulesets = ["first"]
"""


def test_rules_as_written(tiny: Tiny) -> None:
    tiny.write("rules.toml", RULES)
    life, wild = tiny.game().rules.values()
    assert (life.number, life.section, life.decisions, life.rulesets) == ("R101", 1, (), ())
    assert life.place == Place("card_data/tiny/rules.toml", 3, "", "R101")
    assert (wild.number, wild.section, wild.decisions, wild.rulesets) == ("R1203", 12, ("L14", "L20"), ("first",))
    assert wild.place.line == 8


def test_a_game_without_rules(tiny: Tiny) -> None:
    assert tiny.game().rules == {}


def test_a_statement_has_the_numbers_of_the_ruleset_it_is_printed_for(tiny: Tiny) -> None:
    tiny.write("rulesets/second.toml", RULESET.replace("30", "25"))
    tiny.write("rules.toml", RULES)
    game = tiny.game()
    life, wild = game.rules["R101"], game.rules["R1203"]
    assert statement(game, life, "first") == "You start with 30 Life, never more than 30."
    assert statement(game, life, "second") == "You start with 25 Life, never more than 25."
    assert life.holds_in("second")
    assert not wild.holds_in("second")
    with pytest.raises(ValueError, match="R1203 is no rule of second"):
        statement(game, wild, "second")


def test_mistakes_in_numbers(tiny: Tiny) -> None:
    tiny.write(
        "rules.toml",
        RULES
        + '[[rule]]\nnumber = "R101"\nstatement = "Again."\nsection = 1\n'
        + '[[rule]]\nnumber = "401"\nstatement = "No letter."\nsection = 4\n'
        + '[[rule]]\nstatement = "Of another section."\nsection = 5\nnumber = "R401"\n',
    )
    game, problems = tiny.load()
    assert problems == [
        "rules.toml:15:number R101: is the number of a rule already, in line 3; a number is given once and for all",
        'rules.toml:19:number 401: "401" is no number of a rule; write R, the section and two digits: R401',
        "rules.toml:25:number R401: a number of section 4, but the rule is of section 5",
    ]
    assert game is not None
    assert list(game.rules) == ["R101", "R1203"]


def test_mistakes_in_statements(tiny: Tiny) -> None:
    tiny.write(
        "rules.toml",
        '[[rule]]\nnumber = "R101"\nstatement = "{value:start.lief} Life."\nsection = 1\n'
        '[[rule]]\nnumber = "R102"\nstatement = "{value:start.wild}, {value:start.order}."\nsection = 1\n'
        '[[rule]]\nnumber = "R103"\nstatement = "{valu:start.life} Life."\nsection = 1\n'
        '[[rule]]\nnumber = "R104"\nstatement = " "\nsection = 1\n'
        '[[rule]]\nnumber = "R105"\nstatement = "One.\\nTwo."\nsection = 1\n'
        '[[rule]]\nnumber = "R106"\nstatement = "Open {value:start.life."\nsection = 1\n',
    )
    nothing = "stands for nothing; a ruleset's number is written {value:NAME}"
    only = "only numbers and texts can be printed in a statement"
    game, problems = tiny.load()
    assert problems == [
        'rules.toml:3:statement R101: the rulesets have no "start.lief"; did you mean "start.life"?',
        f'rules.toml:7:statement R102: "start.wild" is a flag; {only}',
        f'rules.toml:7:statement R102: "start.order" is a list; {only}',
        'rules.toml:11:statement R103: "{valu:start.life}" ' + nothing,
        "rules.toml:15:statement R104: says nothing; write the rule as one sentence",
        "rules.toml:19:statement R105: is longer than one line; write the rule as one sentence",
        'rules.toml:23:statement R106: "{value:start.life." ' + nothing,
    ]
    assert game is not None
    assert game.rules == {}


def test_missing_and_unknown_keys_are_told_with_their_entrys_line(tiny: Tiny) -> None:
    tiny.write("rules.toml", RULES + '\n[[rule]]\nnumber = "R201"\nsection = "2"\nrulset = []\n')
    assert tiny.problems() == [
        'rules.toml:15:rule.2.statement: "statement" is missing',
        "rules.toml:17:rule.2.section: must be a whole number",
        'rules.toml:18:rule.2.rulset: unknown key "rulset"; did you mean "rulesets"?',
    ]


def test_unknown_rulesets(tiny: Tiny) -> None:
    tiny.write("rules.toml", RULES.replace('["first"]', '["frist", "none", "../first"]'))
    assert tiny.problems() == [
        'rules.toml:13:rulesets R1203: no ruleset "frist"; did you mean "first"?',
        'rules.toml:13:rulesets R1203: no ruleset "none"; known are first',
        'rules.toml:13:rulesets R1203: no ruleset "../first"; did you mean "first"?',
    ]


def test_a_ruleset_that_cannot_be_read_is_told_once(tiny: Tiny) -> None:
    tiny.write("rules.toml", RULES)
    tiny.write("rulesets/first.toml", "name = \n")
    assert tiny.problems() == ["rulesets/first.toml:1: col 8: not TOML: invalid value"]


def test_every_rule_of_light_vs_darkness_can_be_printed() -> None:
    game, problems = load_game(Project(Path(__file__).resolve().parents[2]), "light-vs-darkness")
    assert game is not None
    assert not [problem for problem in problems if problem.place.file.endswith("rules.toml")]
    assert {rule.section for rule in game.rules.values()} == set(range(1, 13))
    printed = {
        (ruleset, rule.number): statement(game, rule, ruleset)
        for ruleset in game.rulesets
        for rule in game.rules.values()
        if rule.holds_in(ruleset)
    }
    assert all(text[0].isupper() for text in printed.values())
    assert all(text.endswith(".") and "{" not in text for text in printed.values())
    # Numbers are cited: what one says may be told better, but no other rule may take its number.
    assert printed["draft-5", "R614"].endswith("has 1 more ATK and 2 more HP.")
    assert printed["draft-4", "R614"].endswith("has 1 more ATK and 1 more HP.")
    assert ("draft-5", "R203") not in printed
    assert ("draft-4", "R220") not in printed
