"""What no scenario can show: read whole, and mistakes told where they stand."""

from pipeline.load import load_game
from pipeline.project import Project

from .conftest import Tiny

EXEMPTIONS = """\
[[mutants]]
names = ["card/atk:*", "card/text.abilities.0:dropped"]
reason = "It comes to the same."

[[rules]]
names = ["R101"]
reason = "It says nothing of play."

[[cases]]
names = ["R101"]
cases = ["not", "bystander"]
reason = "Nobody stands by."
"""


def test_exemptions_as_written(tiny: Tiny) -> None:
    tiny.write("equivalents.toml", EXEMPTIONS)
    game, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert game is not None and problems == ()
    mutants, rules, cases = game.exemptions
    assert (mutants.of, mutants.names) == ("mutants", ("card/atk:*", "card/text.abilities.0:dropped"))
    assert mutants.reason == "It comes to the same."
    assert (mutants.place.file, mutants.place.line) == ("card_data/tiny/equivalents.toml", 1)
    assert (rules.of, rules.names, rules.cases) == ("rules", ("R101",), ())
    assert (cases.of, cases.names, cases.cases) == ("cases", ("R101",), ("not", "bystander"))
    assert cases.place.line == 9


def test_they_are_read_with_scenarios_only(tiny: Tiny) -> None:
    tiny.write("equivalents.toml", EXEMPTIONS)
    assert tiny.game().exemptions == ()


def test_mistakes(tiny: Tiny) -> None:
    broken = EXEMPTIONS.replace('["R101"]', "[]", 1).replace('"It comes to the same."', '" "')
    broken = broken.replace('["not", "bystander"]', "[]") + "other = 1\n"
    tiny.write("equivalents.toml", broken.replace("other = 1\n", ""))
    _, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert [(each.place.line, each.place.column) for each in problems] == [(1, "reason"), (5, "names"), (9, "cases")]
    tiny.write("equivalents.toml", broken)
    _, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert [(each.place.line, each.message) for each in problems] == [(13, 'unknown key "other"')]


def test_only_the_four_cases_can_be_listed(tiny: Tiny) -> None:
    tiny.write("equivalents.toml", EXEMPTIONS.replace('"bystander"', '"never"'))
    _, problems = load_game(Project(tiny.root), "tiny", scenarios=True)
    assert [each.place.line for each in problems] == [11] and "never" in str(problems[0])
