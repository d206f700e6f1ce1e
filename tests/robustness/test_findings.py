"""What mutated files found, held down one by one."""

import contextlib
import os
import time
from pathlib import Path

import openpyxl
import pytest
from workshop import STYLES, Workshop

from pipeline.load import load_game, read_table
from pipeline.outputs.sheets import load_sheet, sheet_names
from pipeline.place import FacePress
from pipeline.place.deadline import DeadlineError, deadline
from pipeline.problem import Place, Problem, Refused
from pipeline.svg.path import canonical
from pipeline.typeset import Marks
from robustness.target import open_target
from tests.projects import press


def told(workshop: Workshop) -> list[str]:
    return [str(problem) for problem in load_game(workshop.project, "press")[1]]


def test_a_problem_is_one_visible_line_whatever_it_quotes() -> None:
    problem = Problem(Place("a\nb.csv", 2, "x\x1b[2J", "\udcff"), "says \r\n\u2028\u202e\0", "\x9b")
    assert str(problem) == r"a\nb.csv:2:x\x1b[2J \udcff: says \r\n\u2028\u202e\x00; \x9b"


def test_a_problem_is_no_longer_than_can_be_read() -> None:
    line = str(Problem(Place("a.csv"), '"' + "x" * 20_000 + '" is neither yes nor no'))
    assert len(line) < 600
    assert line.startswith('a.csv: "xxx') and line.endswith('xxx" is neither yes nor no')


def test_a_problem_can_always_be_encoded() -> None:
    assert Problem(Place("\udcff.csv"), "m").as_json()["file"] == "\\udcff.csv"


@pytest.mark.parametrize("escape", ["\\u0000", "\\u001b[31m", "\\uFFFF"])
def test_toml_that_cannot_be_printed(workshop: Workshop, escape: str) -> None:
    path = workshop.root / "card_data/press/game.toml"
    path.write_text(path.read_text().replace('name = "Press"', f'name = "{escape}"'))
    assert len(told(workshop)) == 1 and "game.toml:1:name: col 1: " in told(workshop)[0]


def test_half_a_character_in_a_spreadsheet(workshop: Workshop) -> None:
    book = openpyxl.Workbook()
    for row in (["id", "name", "text"], ["ann", "Ann", "half _xD83D_"], ["bo", "Bo", "whole"]):
        book.active.append(row)
    (workshop.root / "card_data/press/cards/heroes.csv").unlink()
    book.save(workshop.root / "card_data/press/cards/heroes.xlsx")
    assert told(workshop) == [
        "card_data/press/cards/heroes.xlsx:2:text ann: holds half a character; type the value anew"
    ]


def test_thousands_of_waivers_that_settle_nothing(workshop: Workshop) -> None:
    """Told one by one, in a time that grows with their number only."""
    rows = "quantity,decks/all.csv:oak,twice\nno-such,x,y\n" * 9_000
    workshop.write("card_data/press/waivers.csv", "code,where,reason\n" + rows)
    started = time.process_time()
    assert len(told(workshop)) == 18_000
    assert time.process_time() - started < 5


def test_a_table_that_is_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "t.csv")
    assert [str(problem) for problem in read_table(tmp_path / "t.csv", "t.csv").problems] == [
        "t.csv: cannot be read: not a file"
    ]


def test_a_ruleset_that_is_a_pipe(workshop: Workshop) -> None:
    os.mkfifo(workshop.root / "card_data/press/rulesets/second.toml")
    assert told(workshop) == ["card_data/press/rulesets/second.toml: cannot be read: not a file"]


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 3000])
def test_toml_without_end_in_styles_and_sheets(workshop: Workshop, value: str) -> None:
    workshop.write("layouts/press/styles.toml", STYLES + f"x = {value}\n")
    workshop.write("layouts/sheets/mine.toml", f"name = {value}\n")
    with pytest.raises(Refused, match=r"styles\.toml: cannot be read"):
        workshop.press()
    with pytest.raises(Refused, match=r"mine\.toml: cannot be read"):
        load_sheet(workshop.project, "mine")


def test_a_style_without_a_font(workshop: Workshop) -> None:
    workshop.write("layouts/press/styles.toml", STYLES.replace('"alegreya-sans-500"', '""'))
    with pytest.raises(Refused, match=r'styles\.rules names the font ""'):
        workshop.press()


@pytest.mark.parametrize("fill", ["none", "inherit", "url(#a)", ""])
def test_a_ground_without_a_color_in_one_ink(workshop: Workshop, fill: str) -> None:
    workshop.write(
        "fonts/glyphs/press/gem.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
        f'<path class="ground" fill="{fill}" d="M0 0H9V9Z"/></svg>',
    )
    with pytest.raises(Refused, match="the ground's fill"):
        Marks(workshop.project, workshop.game(), "saver").mark("R")


def test_an_arc_too_short_for_numbers() -> None:
    assert canonical("M0 0A1e-200 1e-200 0 0 1 1e-200 0") == "M0 0L0 0"


@pytest.mark.parametrize(
    "template",
    [
        "{% set ns = namespace(s='aaaaaaaa') %}{% for i in range(60) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
        "{% set ns = namespace(s=[1]) %}{% for i in range(60) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
        "{% set ns = namespace(s='aaaaaaaa') %}{% for i in range(60) %}{% set ns.s = [ns.s, ns.s]|join %}{% endfor %}",
    ],
)
def test_text_that_doubles_itself(workshop: Workshop, template: str) -> None:
    workshop.face(template)
    assert workshop.problems() == ["hero.svg.j2: takes more than 256 MB of memory"]


def test_an_expression_too_deep_for_python(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pipeline.place.template.LONGEST_SECONDS", 60.0)  # Jinja may take long before Python refuses
    workshop.face("{{ " + "-" * 200 + "card }}")
    assert workshop.problems() == ["hero.svg.j2: holds an expression that is nested too deeply"]


def test_numbers_that_square_themselves(workshop: Workshop) -> None:
    workshop.face("{% set ns = namespace(n=9) %}{% for i in range(60) %}{% set ns.n = ns.n * ns.n %}{% endfor %}")
    assert workshop.problems() == ["hero.svg.j2:2: the sandbox refuses: a product is out of bounds"]


@pytest.mark.parametrize(
    "value", ["color", "[card.name]", "(card,)", "range(3)", "card.name.upper", "cycler", "card.name | map('upper')"]
)
def test_what_python_would_tell_by_address(workshop: Workshop, value: str) -> None:
    workshop.face(f"{{{{ {value} }}}}")
    assert workshop.problems()[0].endswith("cannot be printed; print what is in it")


def test_a_function_joined_to_text_tells_no_address(workshop: Workshop) -> None:
    workshop.face('<textbox x="7" y="7" width="50" height="20" style="rules">{{ color ~ "" }}</textbox>')
    assert workshop.problems() == []


@pytest.mark.parametrize("name", ["a" * 300 + ".png", "loop.png"])
def test_names_that_lead_to_no_file(workshop: Workshop, name: str) -> None:
    art = workshop.root / "card_data/press/art"
    art.mkdir()
    (art / "loop.png").symlink_to("loop.png")
    workshop.face(f'<art x="0" y="0" width="9" height="9" picture="{name}"/>')
    assert "leads to no file" in workshop.problems()[0]


def test_sheets_beside_a_link_that_leads_out(workshop: Workshop) -> None:
    (workshop.root / "layouts/sheets").mkdir()
    (workshop.root / "layouts/sheets/mine.toml").symlink_to("/dev/null")
    with pytest.raises(Refused, match="leads out of the project folder"):
        sheet_names(workshop.project)


def test_the_target_of_mutations_prints_in_both_inks(tmp_path: Path) -> None:
    workshop = open_target(tmp_path).workshop
    for ink in ("color", "saver"):
        made, problems = FacePress(workshop.project, workshop.game(), ink).faces(workshop.game().cards.values())
        assert (len(made), problems) == (5, [])


def test_names_that_are_no_text(workshop: Workshop) -> None:
    """Checked as lines and as JSON, and told on the proof page."""
    strange = workshop.root / "card_data/press/cards" / os.fsdecode(b"\xff\xfe.csv")
    strange.write_text("id\n")
    for command in (["check"], ["check", "--json"], ["proof", "press"]):
        done = press(workshop.root, *command)
        assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
        assert "xff" in done.stdout + done.stderr or "udcff" in done.stdout + done.stderr


def test_a_deadline_is_not_passed_over() -> None:
    """Jinja catches every Exception while it looks for what is constant."""
    until = time.monotonic() + 5
    with pytest.raises(DeadlineError), deadline(0.05):
        while time.monotonic() < until:
            with contextlib.suppress(Exception):
                sum(range(1000))
