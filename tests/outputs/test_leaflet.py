"""The demo's leaflet: two pages, every number bound to the rules, nothing fetched from elsewhere."""

import builtins
import dataclasses
import hashlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from pipeline.drawing import IDENTITY, Matrix, multiply
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.outputs.leaflet import leaflet_html, ordinal, set_leaflet, times, words
from pipeline.outputs.pages import foreign_fonts
from pipeline.problem import Place, Problem, Refused
from pipeline.project import HOUSE, Project

Paper = tuple[str, tuple[float, float]]

GAME = "light-vs-darkness"
LETTER = ("letter", (215.9, 279.4))
A4 = ("a4", (210.0, 297.0))
RULEBOOK = HOUSE / "layouts" / GAME / "rulebook"


@pytest.fixture(scope="module")
def game() -> Game:
    loaded, problems = load_game(Project(HOUSE), GAME)
    assert loaded is not None, problems
    return loaded


@pytest.fixture(scope="module")
def letter(game: Game) -> bytes:
    return set_leaflet(Project(HOUSE), game, "demo", *LETTER)


Trial = Callable[[str], tuple[Problem, ...]]


@pytest.fixture
def trial(game: Game, tmp_path: Path) -> Trial:
    """Sets a small leaflet of the given source and returns the problems; the fonts are the house's."""

    def run(source: str) -> tuple[Problem, ...]:
        file = tmp_path / "layouts" / GAME / "rulebook" / "trial.html.j2"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'<html lang="en" style="font-family: Alegreya">{source}', encoding="utf-8")
        glyphs = tmp_path / "fonts" / "glyphs" / GAME
        glyphs.mkdir(parents=True, exist_ok=True)
        try:
            set_leaflet(Project(tmp_path), game, "trial", *LETTER)
        except Refused as refused:
            return refused.problems
        return ()

    return run


def ruled(game: Game, **values: Any) -> Game:
    """The game under a ruleset in which `values` differ (double underscore for the dot)."""
    ruleset = game.rulesets[game.ruleset]
    changed = {name.replace("__", "."): value for name, value in values.items()}
    assert changed.keys() <= ruleset.values.keys()
    ruleset = dataclasses.replace(ruleset, values={**ruleset.values, **changed})
    return dataclasses.replace(game, rulesets={**game.rulesets, game.ruleset: ruleset})


def read(html: str) -> str:
    """A page's HTML as a person reads it: marks as their words, spaces single."""
    html = re.sub(r"<(style|title)\b.*?</\1>", "", html, flags=re.S)
    html = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r"\1", html)
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


# ---------------------------------------------------------------------------------------------- pages


@pytest.mark.parametrize(
    ("paper", "ink", "points"),
    [(LETTER, "color", (612, 792)), (A4, "color", (595.276, 841.89)), (LETTER, "saver", (612, 792)),
     (A4, "saver", (595.276, 841.89))],
)  # fmt: skip
def test_two_pages_of_the_paper(
    game: Game, paper: Paper, ink: str, points: tuple[float, float]
) -> None:
    with pikepdf.open(io.BytesIO(set_leaflet(Project(HOUSE), game, "demo", *paper, ink))) as pdf:
        assert [[float(side) for side in page.mediabox] for page in pdf.pages] == [
            pytest.approx([0, 0, *points], abs=0.01)
        ] * 2


def test_title_and_language(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        assert str(pdf.docinfo["/Title"]) == "Light VS Darkness: Play Tonight"
        assert str(pdf.Root.Lang) == "en-US"
        assert "/CreationDate" not in pdf.docinfo


def test_every_font_is_embedded_as_a_subset_of_the_house_s(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        fonts = [font for page in pdf.pages for font in page.resources.Font.values()]
        names = {str(font.BaseFont) for font in fonts}
        assert all("/FontFile2" in font.DescendantFonts[0].FontDescriptor for font in fonts)
    assert all(re.match(r"/[A-Z]{6}\+(Cinzel|Alegreya|Grenze)", name) for name in names), names


def test_same_bytes_also_in_another_process_and_nothing_left_behind(letter: bytes, tmp_path: Path) -> None:
    script = (
        "import hashlib, os, tempfile\n"
        "from pipeline.crew import hire\n"
        "from pipeline.load import load_game\n"
        "from pipeline.outputs.leaflet import set_leaflet\n"
        "from pipeline.outputs.pages import ready_fonts\n"
        "from pipeline.project import HOUSE, Project\n"
        "hire(ready_fonts, Project(HOUSE)).shutdown()\n"
        f"game, _ = load_game(Project(HOUSE), {GAME!r})\n"
        f"print(hashlib.sha256(set_leaflet(Project(HOUSE), game, 'demo', *{LETTER!r})).hexdigest())\n"
        "print(len(os.listdir(tempfile.gettempdir())))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=HOUSE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    # While it sets pages, the process has a copy of the fonts; the one that it hired has none any more.
    assert run.stdout.split() == [hashlib.sha256(letter).hexdigest(), "1"]
    assert not list(tmp_path.iterdir())


def rectangles(page: pikepdf.Page) -> Iterator[tuple[float, float]]:
    """Width and height, in points as printed, of every rectangle that the page's content draws."""
    matrix: Matrix = IDENTITY
    saved: list[Matrix] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                saved.append(matrix)
            case "Q":
                matrix = saved.pop()
            case "cm":
                a, b, c, d, e, f = (float(number) for number in operands)
                matrix = multiply(matrix, (a, b, c, d, e, f))
            case "re":
                yield abs(float(operands[2]) * matrix[0]), abs(float(operands[3]) * matrix[3])


@pytest.mark.parametrize("paper", [LETTER, A4])
def test_the_check_bar_is_50_mm_long(game: Game, paper: Paper) -> None:
    with pikepdf.open(io.BytesIO(set_leaflet(Project(HOUSE), game, "demo", *paper))) as pdf:
        bars = [
            width * 25.4 / 72 for width, height in rectangles(pdf.pages[1]) if height * 25.4 / 72 == pytest.approx(2.4)
        ]
    # The bar's clip and the bar itself.
    assert bars
    assert bars == pytest.approx([50.0] * len(bars), abs=0.001)


def test_the_check_bar_is_50_mm_of_ink(letter: bytes) -> None:
    dpi = 600
    picture = pypdfium2.PdfDocument(letter)[1].render(scale=dpi / 72, grayscale=True).to_numpy().squeeze()
    # Right of the print box, the only dark run this long is the bar's upper edge.
    longest = 0
    for row in picture[int(190 / 25.4 * dpi) : int(220 / 25.4 * dpi), int(130 / 25.4 * dpi) : int(205 / 25.4 * dpi)]:
        run = 0
        for dark in row < 128:
            run = run + 1 if dark else 0
            longest = max(longest, run)
    assert longest * 25.4 / dpi == pytest.approx(50.0, abs=2 * 25.4 / dpi)


# ---------------------------------------------------------------------------------------------- bound numbers

# What the leaflet says today, a rule by which that changes, and what it says then.
BOUND = [
    ("wins the moment 5 Strongholds", {"win__demolished": 3}, "wins the moment 3 Strongholds"),
    ("when 5 Strongholds are active", {"dark__encroaching": 4}, "when 4 Strongholds are active"),
    ("Your second fall is final", {"life__defeats": 3}, "Your third fall is final"),
    ("Shuffle and draw 5.", {"start__hand": 6}, "Shuffle and draw 6."),
    ("Mark 30 Life and 0 MP", {"start__life": 25}, "Mark 25 Life and 0 MP"),
    ("Mark 30 Life and 0 MP", {"start__maturity": 2}, "Mark 30 Life and 2 MP"),
    ("turn one up.", {"start__strongholds": 2}, "turn two up."),
    ("has +1 ATK and +2 HP", {"scaling__atk": 3}, "has +3 ATK and +2 HP"),
    ("has +1 ATK and +2 HP", {"scaling__hp": 4}, "has +1 ATK and +4 HP"),
    ("Intercession, 1 a turn", {"anointing__intercessions": 2}, "Intercession, 2 a turn"),
    ("a turn: 2 anointing of any", {"anointing__intercession_price": 3}, "a turn: 3 anointing of any"),
    ("draw 1 card.", {"turn__draw": 2}, "draw 2 card."),
    ("up to one generator.", {"turn__generators": 2}, "up to two generators."),
    ("Discard down to 7 cards", {"turn__hand_limit": 9}, "Discard down to 9 cards"),
    ("ends rounds 3, 5, 7, and so on", {"dark__first_round": 2}, "ends rounds 2, 4, 6, and so on"),
    ("alone, 4, 6, 8, and so on", {"dark__first_round_solo": 5}, "alone, 5, 7, 9, and so on"),
    ("ends rounds 3, 5, 7, and so on", {"dark__interval": 3}, "ends rounds 3, 6, 9, and so on"),
    ("If five now stand", {"dark__encroaching": 4}, "If four now stand"),
    ("Resurrects at 15 Life", {"life__resurrection": 12}, "Resurrects at 12 Life"),
    ("loses 5 MP on", {"maturity__resurrection_penalty": 4}, "loses 4 MP on"),
    ("gains at most 10 MP", {"maturity__passive_cap": 8}, "gains at most 8 MP"),
    ("is a Living Truth with 7 ATK", {"mentor__transformed_atk": 6}, "is a Living Truth with 6 ATK"),
]  # fmt: skip


@pytest.mark.parametrize(("today", "change", "then"), BOUND)
def test_a_changed_rule_changes_the_words(game: Game, today: str, change: dict[str, Any], then: str) -> None:
    before = read(leaflet_html(Project(HOUSE), game, "demo", *LETTER))
    after = read(leaflet_html(Project(HOUSE), ruled(game, **change), "demo", *LETTER))
    assert today in before
    assert then not in before
    assert today not in after
    assert then in after


def test_every_value_that_the_leaflet_names_is_tried() -> None:
    named = set(re.findall(r'value\("([^"]+)"\)', (RULEBOOK / "demo.html.j2").read_text(encoding="utf-8")))
    assert named <= {name.replace("__", ".") for _, change, _ in BOUND for name in change}


def test_its_rules_are_the_books(game: Game) -> None:
    text = read(leaflet_html(Project(HOUSE), game, "demo", *LETTER))
    for number in ("R207", "R341", "R807"):
        assert game.rules[number].statement.replace("{value:life.resurrection}", "15") in text


def test_tracks_are_as_long_as_the_rules_say(game: Game) -> None:
    def circles(game: Game) -> list[int]:
        html = leaflet_html(Project(HOUSE), game, "demo", *LETTER)
        life, maturity = re.findall(r"</h2>\s*<svg.*?</svg>", html, flags=re.S)[:2]
        return [len(re.findall(r"<text", track)) for track in (life, maturity)]

    # 38 MP on the five Strongholds and 10 from cards: 0 to 48 on rows of 17.
    assert circles(game) == [30, 51]
    assert circles(ruled(game, start__life=24, maturity__passive_cap=14)) == [24, 68]


def test_counts_and_names_are_those_of_the_decks(game: Game) -> None:
    deck = game.decks["demo-esther"]
    fewer = dataclasses.replace(deck, entries=deck.entries[1:])
    gone = deck.entries[0].quantity
    html = leaflet_html(
        Project(HOUSE), dataclasses.replace(game, decks={**game.decks, deck.id: fewer}), "demo", *LETTER
    )
    assert "the 45-card demo" in read(leaflet_html(Project(HOUSE), game, "demo", *LETTER))
    assert gone == 4
    assert "the 41-card demo" in read(html)
    assert "a deck of 14" in read(html)

    pride = dataclasses.replace(game.cards["stronghold-pride"], name="Vanity")
    html = leaflet_html(
        Project(HOUSE), dataclasses.replace(game, cards={**game.cards, pride.id: pride}), "demo", *LETTER
    )
    assert "stand Vanity, Fear, Shame, Grief, and Addictions." in read(html)
    assert "Vanity silences Mentors" in read(html)


def test_a_rule_that_there_is_not_is_a_problem(trial: Trial) -> None:
    (problem,) = trial('<p>a</p>\n{{ rule("R203") }}')
    assert problem.place == Place(FILE, 2)
    assert problem.message == '"R203" is no rule of the ruleset "draft-5"'
    (problem,) = trial('{{ told("R204", "R9999") }}')
    assert problem.message == 'there is no rule "R9999"'


def loose_digits(source: str) -> list[str]:
    """Digits that a template prints as they stand: outside Jinja, tags and character references."""
    for pattern in (r"\{#.*?#\}", r"\{%.*?%\}", r"\{\{.*?\}\}", r"<[^>]*>", r"&[#\w]+;"):
        source = re.sub(pattern, lambda found: "\n" * found.group().count("\n"), source, flags=re.S)
    return [
        f"line {number}: {line.strip()}" for number, line in enumerate(source.splitlines(), 1) if re.search(r"\d", line)
    ]


def test_no_number_in_the_templates_is_written_out() -> None:
    for file in sorted({*RULEBOOK.glob("*.j2")} - {*RULEBOOK.glob("*.css.j2")}):
        assert loose_digits(file.read_text(encoding="utf-8")) == [], file.name


def test_the_search_for_written_numbers_finds_them() -> None:
    assert loose_digits("<p class='a4'>{{ 7 }} of\n{% set x = 3 %}12 cards</p>") == ["line 2: 12 cards"]


# ---------------------------------------------------------------------------------------------- refusals

FILE = f"layouts/{GAME}/rulebook/trial.html.j2"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("https://example.org/a.png", "a leaflet may not use https://example.org/a.png"),
        ("file:///etc/passwd", "a leaflet may not use file:///etc/passwd"),
        ("../../../card_data/secret.svg", "a leaflet may not use file:///card_data/secret.svg"),
        ("../../../../../../etc/passwd", "a leaflet may not use file:///etc/passwd"),
        ("../../other-game/rulebook/a.svg", "a leaflet may not use file:///layouts/other-game/rulebook/a.svg"),
        ("%2e%2e/%2e%2e/%2e%2e/etc/passwd", "a leaflet may not use file:///layouts/"),
        ("data:image/png;base64,AAAA", "a leaflet may not use data:image/png;base64,AAAA"),
        ("art/none.svg", f"there is no file layouts/{GAME}/rulebook/art/none.svg"),
    ],
)
def test_pictures_from_elsewhere_are_refused(trial: Trial, address: str, message: str) -> None:
    (problem,) = trial(f'<p>A picture\n<img src="{address}" alt="">')
    assert (problem.place.file, problem.place.line) == (FILE, 2)
    assert problem.message.startswith(message)


def test_style_sheets_may_not_reach_elsewhere_either(trial: Trial) -> None:
    (problem,) = trial("<style>@import url(https://example.org/a.css);</style>")
    assert problem.message == "a leaflet may not use https://example.org/a.css"


def test_a_link_that_leads_out_of_the_project_is_no_way_out(trial: Trial, tmp_path: Path) -> None:
    (tmp_path / "layouts" / GAME).mkdir(parents=True)
    (tmp_path / "layouts" / GAME / "out").symlink_to(tmp_path.parent)
    (tmp_path.parent / "outside.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    (problem,) = trial('<img src="../out/outside.svg" alt="">')
    assert problem.message == f"there is no file layouts/{GAME}/out/outside.svg"


@pytest.mark.parametrize(
    ("source", "line", "message", "hint"),
    [
        ("<p>\n{{ glyph('zebra') }}", 2, 'the game has no symbol "zebra"', "symbols stand in game.toml"),
        ("\n\n{{ glyph('exhaustt') }}", 3, 'the game has no symbol "exhaustt"', 'did you mean "exhaust"?'),
        ("{{ value('start.lief') }}", 1, 'the ruleset "draft-5" has no "start.lief"', 'did you mean "start.life"?'),
        ("<p>\n{{ titel }}", 2, "the template cannot be filled in: 'titel' is undefined", ""),
        ("<p>\n{{ 1 // 0 }}", 2, "the template cannot be filled in: integer division or modulo by zero", ""),
        ("<p>\n{% include 'none.j2' %}", 2, f'there is no template "none.j2" in layouts/{GAME}/rulebook', ""),
        ("<p>\n\n{% if %}", 3, "the template cannot be read: Expected an expression, got 'end of statement block'", ""),
    ],
)
def test_a_mistake_in_the_template_is_told_with_its_line(
    trial: Trial, source: str, line: int, message: str, hint: str
) -> None:
    (problem,) = trial(source)
    assert (problem.place.file, problem.place.line) == (FILE, line)
    assert (problem.message, problem.hint) == (message, hint)


def test_a_mistake_in_an_included_file_is_told_where_it_stands(trial: Trial, tmp_path: Path) -> None:
    folder = tmp_path / "layouts" / GAME / "rulebook"
    folder.mkdir(parents=True)
    (folder / "part.j2").write_text("{% macro a() %}\n\n{{ nothing }}{% endmacro %}", encoding="utf-8")
    (problem,) = trial("{% import 'part.j2' as part %}{{ part.a() }}")
    assert (problem.place.file, problem.place.line) == (f"layouts/{GAME}/rulebook/part.j2", 3)


def test_a_symbol_without_its_drawing_is_a_problem(game: Game, trial: Trial) -> None:
    red = dataclasses.replace(game.symbols["R"], glyph="pip-crimson")
    with pytest.raises(Refused) as refused:
        leaflet_html(Project(HOUSE), dataclasses.replace(game, symbols={**game.symbols, "R": red}), "demo", *LETTER)
    (problem,) = refused.value.problems
    assert problem.message == 'the mark of symbol "R" is missing'
    assert problem.hint == f"there is no fonts/glyphs/{GAME}/pip-crimson.svg"
    assert problem.place.line is not None


def test_a_leaflet_that_does_not_exist(game: Game) -> None:
    with pytest.raises(Refused, match=r'there is no template "demmo\.html\.j2"'):
        leaflet_html(Project(HOUSE), game, "demmo", *LETTER)


def test_a_template_cannot_change_the_game(trial: Trial) -> None:
    (problem,) = trial("{{ game.cards.clear() }}")
    assert "unsafe" in problem.message


def test_a_third_page_is_a_problem(trial: Trial) -> None:
    (problem,) = trial("<p style='break-after: page'>a</p><p style='break-after: page'>b</p><p>c</p>")
    assert problem.message == "the leaflet takes 3 pages of 215.9 x 279.4 mm, 2 are allowed"


@pytest.mark.parametrize(("paper", "lines"), [(LETTER, 4.3), (A4, 4.4)])
def test_its_columns_end_together(game: Game, paper: Paper, lines: float) -> None:
    with pypdfium2.PdfDocument(set_leaflet(Project(HOUSE), game, "demo", *paper)) as pdf:
        text = pdf[0].get_textpage()
        boxes = [text.get_charbox(at) for at in range(text.count_chars())]
    # Above the key to the marks; the left column ends with a box, whose edge is a line's height below its words.
    above = [box for box in boxes if box[1] > 60]
    middle = paper[1][0] * 72 / 25.4 / 2
    left, right = (min(box[1] for box in above if (box[0] < middle) == side) for side in (True, False))
    assert left - right == pytest.approx(lines * 72 / 25.4, abs=1.5)


def test_what_has_a_background_cannot_be_spread(trial: Trial) -> None:
    columns = '<div data-spread><div><p>a</p><p>b</p></div><div></div>c<p style="{}">d</p></div>'
    assert trial(columns.format("color: black")) == ()
    assert [problem.message for problem in trial(columns.format("background: red"))] == [
        "what stands in a data-spread may have no background"
    ]


def test_what_weasyprint_warns_of_is_a_problem(trial: Trial) -> None:
    (problem,) = trial("<style>p { colour: red }</style><p>a</p>")
    assert re.match(r"WeasyPrint says: Ignored `colour: red ?` at 1:5, unknown property", problem.message)


def test_a_missing_library_is_told_in_one_sentence(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("weasyprint"):
            raise OSError("cannot load library 'libpango-1.0-0': libpango-1.0-0: cannot open shared object file")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Refused) as refused:
        set_leaflet(Project(HOUSE), game, "demo", *LETTER)
    (problem,) = refused.value.problems
    assert problem.message == "the library libpango-1.0-0, with which WeasyPrint sets text, is not installed"
    assert "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in problem.hint


def test_a_missing_library_for_fonts_is_one_plain_sentence(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    # WeasyPrint goes on without it, warns, and writes other bytes than elsewhere.
    monkeypatch.setattr("weasyprint.text.ffi.harfbuzz_subset", None)
    with pytest.raises(Refused) as refused:
        set_leaflet(Project(HOUSE), game, "demo", *LETTER)
    (problem,) = refused.value.problems
    assert problem.message == "the library libharfbuzz-subset, with which WeasyPrint sets text, is not installed"
    assert "libharfbuzz-subset0" in problem.hint
    assert "brew install pango" in problem.hint


def test_foreign_letters_are_a_problem(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        assert foreign_fonts(pdf, {"Cinzel", "Alegreya", "Grenze"}) == []
        assert foreign_fonts(pdf, {"Cinzel", "Alegreya"}) == ["Grenze-Gotisch-Semi-Bold"]


# ---------------------------------------------------------------------------------------------- number words


def test_numbers_in_words() -> None:
    assert [words(n) for n in (0, 1, 5, 12, 19, 20, 21, 45, 99, 100)] == [
        "zero", "one", "five", "twelve", "nineteen", "twenty", "twenty-one", "forty-five", "ninety-nine", "100",
    ]  # fmt: skip
    assert [ordinal(n) for n in (1, 2, 3, 4, 5, 8, 9, 10, 12, 20, 22, 35)] == [
        "first", "second", "third", "fourth", "fifth", "eighth", "ninth", "tenth", "twelfth", "twentieth",
        "twenty-second", "thirty-fifth",
    ]  # fmt: skip
    assert [times(n) for n in (1, 2, 3, 10)] == ["once", "twice", "three times", "ten times"]
