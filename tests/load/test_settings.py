"""game.toml and where its mistakes are."""

import pytest

from pipeline.model import Color, Column, PressSettings, Symbol

from .conftest import GAME_TOML, Tiny


def test_what_game_toml_gives(tiny: Tiny) -> None:
    more = '[pictures]\nstyle = "glass"\n[demo]\nname = "The demo"\ndecks = ["all"]\nleaflet = "demo"\n'
    tiny.write("game.toml", GAME_TOML.replace("[colors.red]", 'edition = "One"\n' + more + "[colors.red]", 1))
    tiny.write("decks/all.csv", "card\nann\n")
    game = tiny.game()
    assert (game.id, game.name, game.words, game.language, game.ruleset) == ("tiny", "Tiny", "off", "en-US", "first")
    assert game.folder == tiny.root / "card_data/tiny"
    assert game.press == PressSettings("glass", "One", "The demo", ("all",), "demo")
    assert game.colors["red"] == Color("red", "Red", "R", {"mid": "#AA0000"})
    assert game.symbols["2"] == Symbol("2", "two", "2")
    hero = game.kinds["hero"]
    assert (hero.name, hero.file, hero.faces, hero.back) == ("Hero", "heroes", ("hero",), "plain")
    assert list(hero.columns)[:3] == ["number", "plain", "text"]
    assert hero.columns["home"] == Column("home", "ref", kinds=("town",))
    assert game.decks["all"].name == "All"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('name = "Tiny"', 'nmae = "Tiny"', ['game.toml::name: "name" is missing',
                                            'game.toml:1:nmae: unknown key "nmae"; did you mean "name"?']),
        ('name = "Tiny"', "name = 3", ["game.toml:1:name: must be a text in quotes"]),
        ('name = "Tiny"', 'name = "Tiny"\nwords = "stric"',
         ['game.toml:2:words: "stric" is not one of strict, review, off; did you mean "strict"?']),
        ('letter = "D"', 'letter = "R"',
         ['game.toml:11:colors.dark-blue.letter: "R" is the letter of red already; a letter means one color in costs']),
        ('letter = "D"', 'letter = "d"',
         ['game.toml:11:colors.dark-blue.letter: "d" is not one capital letter, A to Z']),
        ('"#0000AA"', '"blue"',
         ['game.toml:12:colors.dark-blue.tones.mid: "blue" is no color; write it as "#RRGGBB"']),
        ('tones = { mid = "#0000AA" }', "tone = { }",
         ['game.toml:9:colors.dark-blue.tones: "tones" is missing',
          'game.toml:12:colors.dark-blue.tone: unknown key "tone"; did you mean "tones"?']),
        ("[colors.dark-blue]", '[colors."Dark Blue"]',
         ['game.toml:9:colors.Dark Blue: "Dark Blue" is not of the form a-z, 0-9 and single hyphens; '
          'write "dark-blue"']),
        ("exhaust = {", '"ex haust" = {',
         ['game.toml:17:symbols.ex haust: "ex haust" cannot stand in text as a {token}; '
          "leave out spaces and { } + * \\"]),
        ('rank = { type = "choice", choices = ["Common", "Rare"] }', 'rank = { type = "choice" }',
         ["game.toml:33:kinds.hero.columns.rank.choices: a choice needs choices"]),
        ('swift = { type = "flag" }', 'swift = { type = "flg" }',
         ['game.toml:32:kinds.hero.columns.swift.type: "flg" is not one of text, rich, whole, flag, choice, color, '
          'colors, cost, ref, refs, scripture, picture; did you mean "flag"?']),
        ('swift = { type = "flag" }', 'swift = { type = "flag", least = 1, kinds = ["town"], choices = ["a"] }',
         ["game.toml:32:kinds.hero.columns.swift.choices: flag takes no choices",
          "game.toml:32:kinds.hero.columns.swift.kinds: flag takes no kinds; only ref and refs do",
          "game.toml:32:kinds.hero.columns.swift: flag takes no least and most; only whole and cost do"]),
        ("least = 1, most = 99", "least = 100, most = 99",
         ["game.toml:31:kinds.hero.columns.power: least 100 is over most 99"]),
        ('kinds = ["town"]', 'kinds = ["twon"]',
         ['game.toml:37:kinds.hero.columns.home.kinds: no kind "twon"; did you mean "town"?']),
        ("swift = {", "derived = {",
         ['game.toml:32:kinds.hero.columns.derived: every kind has the column "derived"; do not declare it']),
        ('file = "towns"', 'file = "heroes"',
         ['game.toml:44:kinds.town.file: "heroes" is the file of the kind hero already; give each kind its own file']),
        ('faces = ["hero"]', 'faces = ["hero", "other"]',
         ["game.toml:26:kinds.hero.back: a two-sided card has no common back; "
          "leave back out, or name one face only"]),
        ('faces = ["hero"]', 'faces = "hero"', ["game.toml:25:kinds.hero.faces: must be a list in [ ]"]),
        ("[colors.red]", "[colors.red",
         ["game.toml:4: col 12: not TOML: expected ']' at the end of a table declaration"]),
        ('ruleset = "first"', 'ruleset = "first', ["game.toml:2: col 17: not TOML: illegal character '\\n'"]),
    ],
)  # fmt: skip
def test_mistakes_in_game_toml(tiny: Tiny, old: str, new: str, expected: list[str]) -> None:
    assert GAME_TOML.count(old) == 1
    tiny.write("game.toml", GAME_TOML.replace(old, new))
    assert tiny.load() == (None, expected)


def test_a_usable_game_toml_that_names_what_is_not_there(tiny: Tiny) -> None:
    demo = '[demo]\nname = "Demo"\ndecks = ["hreoes"]\n'
    tiny.write("game.toml", GAME_TOML.replace("first", "frist") + demo)
    tiny.write("decks/heroes.csv", "card\nann\n")
    game, problems = tiny.load()
    assert problems == [
        "game.toml:2:ruleset: no ruleset card_data/tiny/rulesets/frist.toml; did you mean \"first\"?",
        'game.toml:51:demo.decks: no deck "hreoes" in card_data/tiny/decks; did you mean "heroes"?',
    ]
    assert game is not None
    assert "ann" in game.cards


def test_a_game_that_is_not_there(tiny: Tiny) -> None:
    from pipeline.load import load_game
    from pipeline.project import Project

    project = Project(tiny.root)
    assert [str(problem) for problem in load_game(project, "tny")[1]] == [
        'card_data/tny: no game "tny"; did you mean "tiny"?'
    ]
    assert [str(problem) for problem in load_game(project, "../x")[1]] == [
        'card_data/../x: the game\'s id "../x" is not of the form a-z, 0-9 and single hyphens; write "x"'
    ]
    (tiny.root / "card_data/tiny/game.toml").unlink()
    assert tiny.load() == (None, ["game.toml: is missing"])


def test_toml_that_cannot_be_read(tiny: Tiny) -> None:
    tiny.write("game.toml", b'name = "\xff"\n')
    assert tiny.problems() == ["game.toml:1: byte 9 of the line (0xFF) is not UTF-8; save the file as UTF-8"]
    tiny.write("game.toml", "a = " + "[" * 50_000)
    assert tiny.problems() == ["game.toml: is nested too deeply"]
    tiny.write("game.toml", "#" * 1_000_001)
    assert tiny.problems() == ["game.toml: is larger than 1,000,000 bytes"]
