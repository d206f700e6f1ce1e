"""styles.toml and the drawn marks: what is wrong with them is told, all at once."""

import pytest
from workshop import Workshop

from pipeline.problem import Refused
from pipeline.typeset import Fonts, Marks, load_styles


def problems(workshop: Workshop, fonts: Fonts, table: str) -> list[str]:
    workshop.write("layouts/press/styles.toml", table)
    with pytest.raises(Refused) as refused:
        load_styles(workshop.project, "press", fonts)
    return [str(problem).removeprefix("layouts/press/styles.toml: ") for problem in refused.value.problems]


SANS = 'font = "alegreya-sans-500"'


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("size = 0", "styles.a.size: Input should be greater than 0"),
        ("size = nan", "styles.a.size: Input should be less than or equal to 200"),
        ("size = inf", "styles.a.size: Input should be less than or equal to 200"),
        ('size = "x"', "styles.a.size: Input should be a valid number, unable to parse string as a number"),
        ("size = 5\nleading = 0", "styles.a.leading: Input should be greater than or equal to 0.8"),
        ('size = 5\ncolor = "red"', "styles.a.color: String should match pattern '^#[0-9A-Fa-f]{6}$'"),
        ('size = 5\nfeatures = ["lnumx"]', "styles.a.features.0: String should match pattern '^-?[a-z0-9]{4}$'"),
        ('size = 5\ncase = "title"', "styles.a.case: Input should be '', 'upper' or 'lower'"),
        ("size = 5\nwobble = 3", "styles.a.wobble: Extra inputs are not permitted"),
        ("size = 5\nleast = 6", "styles.a: least (6.0) is larger than size (5.0)"),
        ('size = 5\nbold = "alegreya-sans-80"',
         'styles.a names the font "alegreya-sans-80"; did you mean "alegreya-sans-800"?'),
        ("size = 5\nglyph = { height = 0 }", "styles.a.glyph.height: Input should be greater than 0"),
    ],
)  # fmt: skip
def test_a_wrong_style_is_told(workshop: Workshop, fonts: Fonts, line: str, problem: str) -> None:
    assert problems(workshop, fonts, f"[styles.a]\n{SANS}\n{line}\n") == [problem]


def test_everything_wrong_is_told_at_once(workshop: Workshop, fonts: Fonts) -> None:
    assert len(problems(workshop, fonts, '[styles.a]\nfont = "x"\nsize = 5\n[styles.b]\nfont = "y"\nsize = 5')) == 2


def test_a_table_that_is_not_there_or_not_toml_is_told(workshop: Workshop, fonts: Fonts) -> None:
    assert problems(workshop, fonts, "[styles.a\n")[0].startswith("cannot be read: ")
    (workshop.root / "layouts/press/styles.toml").unlink()
    with pytest.raises(Refused, match="is not there"):
        load_styles(workshop.project, "press", fonts)


def test_names_with_hyphens_are_read(workshop: Workshop, fonts: Fonts) -> None:
    table = f'[styles.a]\n{SANS}\nsize = 9\none-line-least = 7\nglyph = {{ edge = "#123456", edge-width = 0.05 }}\n'
    workshop.write("layouts/press/styles.toml", table)
    style = load_styles(workshop.project, "press", fonts)["a"]
    assert (style.one_line_least, style.glyph.edge, style.glyph.edge_width) == (7, "#123456", 0.05)
    assert (style.smallest, style.face(True, True)) == (9, "alegreya-sans-500")


# marks ---------------------------------------------------------------------------------------------------------------


def mark_problems(workshop: Workshop, svg: str, edge: str = "") -> list[str]:
    workshop.write("fonts/glyphs/press/coin.svg", svg)
    with pytest.raises(Refused) as refused:
        Marks(workshop.project, workshop.game()).mark("gold", edge=edge, edge_width=0.1)
    return [str(problem).removeprefix("fonts/glyphs/press/") for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("svg", "problem"),
    [
        ("<svg", "coin.svg: not well-formed XML at line 1, column 5: Couldn't find end of Start Tag svg line 1"),
        ('<svg viewBox="1 0 9 9"/>', "coin.svg: the viewBox starts at 1 0; it must start at 0 0"),
        ('<svg viewBox="0 0 9 9">\n<text/></svg>', "coin.svg:2: <text> is not drawn by the press"),
        ("<svg/>", 'coin.svg: the picture says no size; give <svg> a viewBox="0 0 width height"'),
    ],
)
def test_a_mark_that_cannot_be_drawn_is_told(workshop: Workshop, svg: str, problem: str) -> None:
    assert mark_problems(workshop, svg) == [problem]


def test_a_mark_without_an_outline_takes_no_keyline(workshop: Workshop) -> None:
    svg = '<svg viewBox="0 0 9 9"><g transform="scale(2)"><path d="M0 0H4V4Z"/></g></svg>'
    assert mark_problems(workshop, svg, "#FF0000") == [
        "coin.svg: the keyline follows the first shape, which must be one without transform, clip or opacity; "
        "put the mark's ground first"
    ]


def test_a_mark_named_outside_its_folder_is_not_there(workshop: Workshop) -> None:
    with pytest.raises(Refused, match="is not there"):
        Marks(workshop.project, workshop.game()).mark("../../../../../../etc/passwd")


def test_grounds_and_emblems_are_recolored(workshop: Workshop) -> None:
    made = Marks(workshop.project, workshop.game()).mark("R", ground="#00FF00", mark="white")
    assert [getattr(item, "fill", "") for item in made.drawing.items] == ["#00FF00", "#FFFFFF"]
    assert (made.aspect, made.words) == (1, "Red")
