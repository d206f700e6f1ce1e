"""Fonts and shaping: kerning, ligatures, chains of files, and characters that are wanting."""

from pathlib import Path

import pytest
import uharfbuzz as hb

from pipeline.problem import Refused
from pipeline.project import HOUSE, Project
from pipeline.typeset import Fonts, load_fonts, shape_line

SANS = "alegreya-sans-500"


def width(fonts: Fonts, text: str, font: str = SANS, **features: int) -> float:
    glyphs, missing = fonts.shape(font, text, tuple(sorted(features.items())))
    assert not missing
    return sum(glyph.advance for glyph in glyphs)


def test_pairs_are_kerned(fonts: Fonts) -> None:
    assert width(fonts, "AV") < width(fonts, "A") + width(fonts, "V") - 0.02
    assert width(fonts, "AV", kern=0) == pytest.approx(width(fonts, "A") + width(fonts, "V"))


def test_letters_join_and_the_ligature_stands_for_all_of_them(fonts: Fonts) -> None:
    joined, _ = fonts.shape("alegreya-400", "fi")
    parted, _ = fonts.shape("alegreya-400", "fi", (("liga", 0),))
    assert (len(joined), len(parted)) == (1, 2)
    assert [glyph.text for glyph in joined] == ["fi"]
    assert [glyph.text for glyph in parted] == ["f", "i"]


def test_kerning_reaches_across_a_space(fonts: Fonts) -> None:
    """A text shaped whole is not the sum of its words: the gap of "T A" is the font's, not a plain space."""
    whole, _ = fonts.shape(SANS, "We laid AVA down")
    words = ["We", " ", "laid", " ", "AVA", " ", "down"]
    assert [glyph.text for glyph in whole] == list("We laid AVA down")
    assert sum(glyph.advance for glyph in whole) == pytest.approx(sum(width(fonts, word) for word in words), abs=0.05)


def test_a_letter_comes_from_the_first_file_that_has_it(fonts: Fonts) -> None:
    glyphs, missing = fonts.shape(SANS, "a\u017f\u0101\u2605")
    assert not missing
    assert [glyph.file.name for glyph in glyphs] == [
        "alegreya-sans-500", "noto-sans-400", "alegreya-sans-500-ext", "noto-sans-symbols-2-400",
    ]  # fmt: skip
    assert all(glyph.number for glyph in glyphs)


@pytest.mark.parametrize("text", ["e\u0301", "e\u0336", "x\u0323\u0302", "\u2605\ufe0f", "a\u200bb", "re\u00adturn"])
def test_marks_and_unseen_characters_never_draw_a_box(fonts: Fonts, text: str) -> None:
    """Number 0 is .notdef, the box, in every font."""
    glyphs, missing = fonts.shape(SANS, text)
    assert not missing
    assert 0 not in [glyph.number for glyph in glyphs]


def test_a_mark_moves_its_letter_into_a_file_that_has_both(fonts: Fonts) -> None:
    glyphs, _ = fonts.shape(SANS, "ne\u0336n")
    names = [glyph.file.name for glyph in glyphs]
    assert names[0] == names[-1] == "alegreya-sans-500"
    assert len(set(names[1:-1])) == 1
    assert names[1] != "alegreya-sans-500"


def test_a_mark_stands_over_its_letter_and_takes_no_room(fonts: Fonts) -> None:
    assert width(fonts, "e\u0301") == pytest.approx(width(fonts, "\u00e9"))
    glyphs, _ = fonts.shape("noto-sans-400", "x\u0302")
    assert [(glyph.text, glyph.joined) for glyph in glyphs] == [("x", False), ("\u0302", True)]
    assert glyphs[1].advance == 0


def test_unseen_characters_are_not_what_a_glyph_stands_for(fonts: Fonts) -> None:
    """Else every other "a" of the document would be copied with them."""
    glyphs, _ = fonts.shape(SANS, "a\u200b \u00adb")
    assert [glyph.text for glyph in glyphs] == ["a", " ", "b"]


def test_what_no_font_has_is_named(fonts: Fonts) -> None:
    assert fonts.shape(SANS, "a\u4e2db\U0001f600")[1] == {"\u4e2d", "\U0001f600"}
    assert fonts.shape(SANS, "a\u4e2d\u0301")[1] == {"\u4e2d"}
    # Some file has the star and another the circumflex, but none could set one on the other.
    assert fonts.shape(SANS, "\u2605\u0302")[1] == {"\u0302"}


def test_features_change_the_glyphs(fonts: Fonts) -> None:
    plain, _ = fonts.shape(SANS, "2024", (("onum", 1),))
    lining, _ = fonts.shape(SANS, "2024", (("lnum", 1),))
    assert [glyph.number for glyph in plain] != [glyph.number for glyph in lining]


def test_the_locale_of_the_machine_is_not_asked(fonts: Fonts, monkeypatch: pytest.MonkeyPatch) -> None:
    """HarfBuzz would take the language from it, and a Turkish or Romanian one picks other glyphs."""
    told: list[tuple[str, str]] = []
    shape = hb.shape

    def listen(font: object, buffer: hb.Buffer, features: object) -> None:
        told.append((buffer.language, buffer.direction))
        shape(font, buffer, features)

    monkeypatch.setattr(hb, "shape", listen)
    fonts.shape(SANS, "seen by no other test: \u015f \u2605")
    assert set(told) == {("en", "ltr")}


def test_a_margins_line_has_lining_figures(fonts: Fonts) -> None:
    lining, _ = fonts.shape(SANS, "2024", (("lnum", 1),))
    (run,) = shape_line(fonts, SANS, 10, "2024", (1, 2))
    assert [glyph.number for glyph in run.glyphs] == [glyph.number for glyph in lining]
    assert (run.x, run.y, run.text) == (1, 2, "2024")


# fonts.toml ----------------------------------------------------------------------------------------------------------


def project(tmp_path: Path, table: str, **files: bytes) -> Project:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/fonts.toml").write_text(table)
    for name, data in files.items():
        (tmp_path / f"fonts/{name}.ttf").write_bytes(data)
    return Project(tmp_path)


def test_a_projects_own_font_stands_beside_the_houses(tmp_path: Path) -> None:
    data = (HOUSE / "fonts/vollkorn-500.ttf").read_bytes()
    made = load_fonts(project(tmp_path, '[fonts.mine]\nfiles = ["own.ttf"]\n', own=data))
    assert made.first("mine").name == "own"
    assert made.first(SANS).name == "alegreya-sans-500"
    assert made.fallback[0].name == "noto-sans-400"


def test_a_project_may_give_a_font_of_the_house_other_files(tmp_path: Path) -> None:
    made = load_fonts(project(tmp_path, '[fonts.alegreya-sans-500]\nfiles = ["vollkorn-500.ttf"]\n'))
    assert [file.name for file in made.chains[SANS]] == ["vollkorn-500"]


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ("fonts = 3", "fonts/fonts.toml: fonts: Input should be a valid dictionary"),
        ("[fonts.a]\nfiles = []", "fonts/fonts.toml: fonts.a.files: Tuple should have at least 1 item"),
        ("[fonts.a]", "fonts/fonts.toml: fonts.a.files: Field required"),
        ("[fonts.a", "fonts/fonts.toml: cannot be read: "),
        ('[fonts.a]\nfiles = ["gone.ttf"]',
         "fonts/fonts.toml: fonts/gone.ttf is not there; put the file there or correct its name"),
        ('[fonts.a]\nfiles = ["../../etc/passwd"]',
         "fonts/fonts.toml: fonts/../../etc/passwd is not there; put the file there or correct its name"),
        ('[fonts.a]\nfiles = ["fake.ttf"]',
         "fonts/fonts.toml: fonts/fake.ttf is not a TrueType font; bring it as .ttf"),
        ('fallback = ["noto-sans-40"]',
         'fonts/fonts.toml: the fallback names "noto-sans-40", which is not here; did you mean "noto-sans-400"?'),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_table_is_told(tmp_path: Path, table: str, problem: str) -> None:
    with pytest.raises(Refused) as refused:
        load_fonts(project(tmp_path, table, fake=b"OTTO and more"))
    assert [str(each)[: len(problem)] for each in refused.value.problems] == [problem]
