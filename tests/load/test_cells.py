"""Every column type: what a cell may be, and what is said of one that may not."""

import pytest

from pipeline.model import Cost, Scripture

from .conftest import Tiny


def hero(column: str, text: str) -> str:
    quoted = text.replace('"', '""')
    return f'id,name,{column}\nann,Ann,"{quoted}"\n'


@pytest.mark.parametrize(
    ("column", "text", "value"),
    [
        ("plain", " as *typed* ", " as *typed* "),
        ("plain", "", None),
        ("text", "**Draw** {exhaust} and {R+2}, \\*", "**Draw** {exhaust} and {R+2}, \\*"),
        ("power", "007", 7),
        ("swift", "yes", True),
        ("swift", "no", False),
        ("swift", "", False),
        ("rank", "Rare", "Rare"),
        ("color", "dark-blue", "dark-blue"),
        ("colors", "red; dark-blue", ("red", "dark-blue")),
        ("cost", "R+2", Cost(2, "R", "R+2")),
        ("cost", "R", Cost(0, "R", "R")),
        ("cost", "D+6", Cost(6, "D", "D+6")),
        ("cost", "3", Cost(3, "", "3")),
        ("cost", "0", Cost(0, "", "0")),
        ("cost", "Free", Cost(0, "", "Free")),
        ("home", "oak", "oak"),
        ("friends", "oak;ann", ("oak", "ann")),
        ("verse", "Isaiah 11:2", Scripture("Isaiah", 11, 2, 2, "Isaiah 11:2")),
        ("verse", "1 Corinthians 13:4-7", Scripture("1 Corinthians", 13, 4, 7, "1 Corinthians 13:4-7")),
        ("verse", "Song of Solomon 2:4", Scripture("Song of Solomon", 2, 4, 4, "Song of Solomon 2:4")),
        ("verse", "Jude 1:3–4", Scripture("Jude", 1, 3, 4, "Jude 1:3–4")),
        ("verse", "Psalm 23:1", Scripture("Psalms", 23, 1, 1, "Psalm 23:1")),
    ],
)
def test_a_cell_is(tiny: Tiny, column: str, text: str, value: object) -> None:
    tiny.heroes(hero(column, text))
    card = tiny.card("ann")
    assert card.fields[column] == value
    if value not in (None, True, False) and not isinstance(value, tuple):
        assert str(card.fields[column]) == text
    assert card.raw[column] == text


@pytest.mark.parametrize(
    ("column", "text", "problems"),
    [
        ("text", "Draw 1 *now.", ["col 8: italic is opened here and never closed; close it with *, or write \\*"]),
        ("text", "**a", ["col 1: bold is opened here and never closed; close it with **, or write \\*"]),
        ("text", "a {R", ["col 3: a glyph is opened with { and not closed; write {name}, or \\{"]),
        ("text", "a }", ["col 3: a } without its {; write \\} for a brace"]),
        (
            "text",
            "{exhuast}: {R+Q}",
            [
                'col 1: unknown symbol {exhuast}; did you mean "exhaust"?',
                "col 12: unknown symbol {Q}; the symbols are R, 2, exhaust",
            ],
        ),
        ("power", "3x", ['"3x" is not a whole number; write it in digits only']),
        ("power", "1.5", ['"1.5" is not a whole number; write it in digits only']),
        ("power", "٣", ['"٣" is not a whole number; write it in digits only']),
        ("power", "0", ["0 is under the least, 1"]),
        ("power", "100", ["100 is over the most, 99"]),
        ("swift", "Yes", ['"Yes" is neither yes nor no; did you mean "yes"?']),
        ("rank", "Comon", ['"Comon" is not one of Common, Rare; did you mean "Common"?']),
        ("color", "dark-bleu", ['no color "dark-bleu"; did you mean "dark-blue"?']),
        ("color", "x", ['no color "x"; the colors are red, dark-blue']),
        ("colors", "red;;dark-blue", ['"red;;dark-blue" has a blank between or beside its ;; '
                                      "remove the ; that parts nothing"]),
        ("colors", "red;red", ['"red" stands here twice; name it once']),
        ("colors", "rad;dark", ['no color "rad"; did you mean "red"?',
                                'no color "dark"; did you mean "dark-blue"?']),
        ("cost", "2R", ['"2R" is no cost; write the letter first: "R+2"']),
        ("cost", "R+", ['"R+" is no cost; write "R", or "R+1"']),
        ("cost", "R2", ['"R2" is no cost; write "R+2"']),
        ("cost", "R+0", ['"R+0" is no cost; write "R"']),
        ("cost", "03", ['"03" is no cost; write "3"']),
        ("cost", "R+D", ['"R+D" is no cost; a cost has at most one color\'s letter']),
        ("cost", "RD", ['"RD" is no cost; a cost has at most one color\'s letter']),
        ("cost", "-1", ['"-1" is no cost; a cost is 0 or more']),
        ("cost", "free", ['"free" is no cost; write "Free"']),
        ("cost", "r+2", ['no color has the letter "r"; did you mean "R"?']),
        ("cost", "X", ['no color has the letter "X"; the letters are R (red), D (dark-blue)']),
        ("cost", "R+7", ["R+7 is over the most, 7"]),
        ("cost", "8", ["8 is over the most, 7"]),
        ("home", "oka", ['no card "oka"; did you mean "oak"?']),
        ("home", "ann", ['"ann" is a hero, not a town']),
        ("friends", "oak;anne", ['no card "anne"; did you mean "ann"?']),
        ("verse", "Isiah 11:2", ['no book "Isiah" in the King James Version; did you mean "Isaiah"?']),
        ("verse", "Isa 11", ['"Isa 11" is no scripture reference; write book chapter:verse, as in "Isaiah 11:2"']),
        ("verse", "Isaiah 67:1", ["Isaiah has 66 chapters, not 67"]),
        ("verse", "Jude 3:1", ["Jude has 1 chapter, not 3"]),
        ("verse", "Isaiah 11:4-2", ["verses 4 to 2 are out of order; verses count from 1 upwards"]),
        ("art", "ann.txt", ['"ann.txt" is no PNG, JPEG, WebP or SVG file']),
        ("art", "../game.png", ['"../game.png" leads out of card_data/tiny/art; put the picture in that folder']),
        ("art", "/etc/a.png", ['"/etc/a.png" leads out of card_data/tiny/art; put the picture in that folder']),
        ("art", "ann.png", ["no picture card_data/tiny/art/ann.png"]),
    ],
)
def test_a_cell_is_not(tiny: Tiny, column: str, text: str, problems: list[str]) -> None:
    tiny.heroes(hero(column, text))
    game, found = tiny.load()
    assert found == [f"cards/heroes.csv:2:{column} ann: {problem}" for problem in problems]
    assert game is not None
    assert list(game.cards) == ["oak"]


def test_a_cost_is_bounded_by_its_column(tiny: Tiny) -> None:
    path = tiny.root / "card_data/tiny/game.toml"
    path.write_text(path.read_text().replace('{ type = "cost" }', '{ type = "cost", least = 1, most = 9 }'))
    tiny.heroes("id,name,cost\na,A,R+8\nb,B,R+9\nc,C,Free\n")
    assert tiny.problems() == [
        "cards/heroes.csv:3:cost b: R+9 is over the most, 9",
        "cards/heroes.csv:4:cost c: Free is under the least, 1",
    ]


def test_a_picture_of_another_case_is_not_there(tiny: Tiny) -> None:
    tiny.write("art/Ann.png", b"")
    tiny.heroes(hero("art", "ann.png"))
    assert tiny.problems() == [
        'cards/heroes.csv:2:art ann: no picture card_data/tiny/art/ann.png; did you mean "Ann.png"?'
    ]


def test_a_picture_linked_from_outside_is_refused(tiny: Tiny, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "ann.png"
    outside.write_bytes(b"")
    tiny.write("art/bob.png", b"")
    (tiny.root / "card_data/tiny/art/ann.png").symlink_to(outside)
    tiny.heroes(hero("art", "ann.png"))
    assert tiny.problems() == [
        'cards/heroes.csv:2:art ann: "ann.png" leads out of card_data/tiny/art; put the picture in that folder'
    ]


def test_chapters_are_those_of_the_king_james_version() -> None:
    from pipeline.load.scripture import BOOKS

    assert len(BOOKS) == 66
    # The KJV has 929 chapters in the Old Testament's 39 books and 260 in the New Testament's 27.
    counts = list(BOOKS.values())
    assert (sum(counts[:39]), sum(counts[39:])) == (929, 260)
