"""Rulesets: flattened, and all alike in their names."""

from .conftest import RULESET, Tiny


def test_values_by_dotted_name(tiny: Tiny) -> None:
    tiny.write("rulesets/first.toml", RULESET.replace('"2024"', "2024-05-01") + "[start.hand]\nsizes = [5, 7]\n")
    ruleset = tiny.game().rulesets["first"]
    assert (ruleset.name, ruleset.date, ruleset.edition) == ("First", "2024-05-01", "today")
    assert ruleset.values == {
        "start.life": 30,
        "start.wild": True,
        "start.order": ("a", "b"),
        "start.hand.sizes": (5, 7),
    }


def test_rulesets_that_differ_from_todays(tiny: Tiny) -> None:
    tiny.write(
        "rulesets/other.toml",
        'name = "Other"\ndate = "2023"\nedition = "old"\n[start]\nlives = 30\nwild = 1\norder = ["a"]\n'
        '[end]\nat = 5\n',
    )
    tiny.write("editions/old.csv", "card,field,wording\n")
    game, problems = tiny.load()
    assert problems == [
        'rulesets/other.toml::start.life: "start.life" is missing, which first has; did you mean "start.lives"?',
        'rulesets/other.toml:5:start.lives: "start.lives" is no name of first; did you mean "start.life"?',
        "rulesets/other.toml:6:start.wild: is a number; in first it is a flag",
        'rulesets/other.toml:9:end.at: "end.at" is no name of first',
    ]
    assert game is not None
    assert list(game.rulesets) == ["first"]


def test_mistakes_in_a_ruleset(tiny: Tiny) -> None:
    tiny.write(
        "rulesets/first.toml",
        'name = "First"\nedition = "todya"\n[start]\nlife = 3.5\nmixed = [1, "a"]\n"a.b" = 1\n',
    )
    tiny.write("rulesets/second.toml", 'name = "x\n')
    tiny.write("rulesets/notes.txt", "")
    wrong = "is neither a whole number, a flag, a text, nor a list of whole numbers or of texts"
    assert tiny.problems() == [
        'rulesets/first.toml::date: "date" is missing',
        "rulesets/notes.txt: is no ruleset; only .toml files belong here",
        "rulesets/second.toml:1: col 10: not TOML: illegal character '\\n'",
    ]
    tiny.write("rulesets/second.toml", RULESET)
    path = tiny.root / "card_data/tiny/rulesets/first.toml"
    path.write_text('date = "2024"\n' + path.read_text())
    assert tiny.problems() == [
        'rulesets/first.toml:3:edition: no edition "todya"; did you mean "today"?',
        f"rulesets/first.toml:5:start.life: {wrong}",
        f"rulesets/first.toml:6:start.mixed: {wrong}",
        'rulesets/first.toml:7:start.a.b: the name "a.b" holds a stop; stops part a table\'s name from its keys',
        "rulesets/notes.txt: is no ruleset; only .toml files belong here",
    ]
