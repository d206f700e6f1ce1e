"""Fonts and shaping: kerning, ligatures, chains of files, and characters that are wanting."""

from pathlib import Path

import pytest
import uharfbuzz as hb

from pipeline.drawing import Glyph
from pipeline.problem import Refused
from pipeline.project import HOUSE, Project
from pipeline.typeset import Fonts, load_fonts, shape_line

SANS = "alegreya-sans-500"


def shaped(fonts: Fonts, text: str, font: str = SANS, **features: int) -> list[tuple[str, Glyph]]:
    """The glyphs of a text, each with the file that it comes from."""
    pieces, missing = fonts.shape(font, text, tuple(sorted(features.items())))
    assert not missing
    return [(piece.font, glyph) for _, piece in pieces for glyph in piece.glyphs]


def texts(fonts: Fonts, text: str, font: str = SANS, **features: int) -> list[str]:
    return [glyph.text for _, glyph in shaped(fonts, text, font, **features)]


def width(fonts: Fonts, text: str, font: str = SANS, **features: int) -> float:
    return sum(piece.width for _, piece in fonts.shape(font, text, tuple(sorted(features.items())))[0])


def test_pairs_are_kerned(fonts: Fonts) -> None:
    assert width(fonts, "AV") < width(fonts, "A") + width(fonts, "V") - 0.02
    assert width(fonts, "AV", kern=0) == pytest.approx(width(fonts, "A") + width(fonts, "V"))


def test_letters_join_and_the_ligature_stands_for_all_of_them(fonts: Fonts) -> None:
    assert texts(fonts, "fi", "alegreya-400") == ["fi"]
    assert texts(fonts, "fi", "alegreya-400", liga=0) == ["f", "i"]


def test_kerning_reaches_across_a_space(fonts: Fonts) -> None:
    """A text shaped whole is not the sum of its words: this font widens the gap after an overhanging f."""
    parts = sum(width(fonts, part, "vollkorn-500") for part in ("If", " ", "you"))
    assert width(fonts, "If you", "vollkorn-500") > parts + 0.05


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("We laid  AVA", ["We", " ", "laid", " ", " ", "AVA"]),
        ("well-known, 3\u20135", ["well-", "known,", " ", "3\u2013", "5"]),
        (" - ", [" ", "-", " "]),
        ("x\u0302 \u0302y", ["x\u0302", " \u0302y"]),
        ("\u00ada\u200b \u00adb", ["a", " ", "b"]),
    ],
)
def test_a_text_comes_in_words_and_spaces(fonts: Fonts, text: str, parts: list[str]) -> None:
    """A dash ends its part of a word; a space that bears a mark parts nothing."""
    pieces, _ = fonts.shape("noto-sans-400", text)
    assert [piece.text for _, piece in pieces] == parts
    assert [start for start, _ in pieces] == sorted({start for start, _ in pieces})


def test_a_word_that_comes_again_is_the_same_object(fonts: Fonts) -> None:
    (_, one), _, (_, other) = fonts.shape(SANS, "draw draw")[0]
    assert one is other
    (_, wide), *_ = fonts.shape(SANS, "draw a card", (), 0.1)[0]
    assert wide.width == pytest.approx(one.width + 3 * 0.1)


def test_a_letter_comes_from_the_first_file_that_has_it(fonts: Fonts) -> None:
    glyphs = shaped(fonts, "a\u017f\u0101\u2605")
    assert [file for file, _ in glyphs] == [
        "alegreya-sans-500", "noto-sans-400", "alegreya-sans-500-ext", "noto-sans-symbols-2-400",
    ]  # fmt: skip
    assert all(glyph.number for _, glyph in glyphs)


@pytest.mark.parametrize("text", ["e\u0301", "e\u0336", "x\u0323\u0302", "\u2605\ufe0f", "a\u200bb", "re\u00adturn"])
def test_marks_and_unseen_characters_never_draw_a_box(fonts: Fonts, text: str) -> None:
    """Number 0 is .notdef, the box, in every font."""
    assert 0 not in [glyph.number for _, glyph in shaped(fonts, text)]


def test_a_mark_moves_its_letter_into_a_file_that_has_both(fonts: Fonts) -> None:
    names = [file for file, _ in shaped(fonts, "ne\u0336n")]
    assert names[0] == names[-1] == "alegreya-sans-500"
    assert len(set(names[1:-1])) == 1
    assert names[1] != "alegreya-sans-500"


def test_a_mark_stands_over_its_letter_and_takes_no_room(fonts: Fonts) -> None:
    assert width(fonts, "e\u0301") == pytest.approx(width(fonts, "\u00e9"))
    assert texts(fonts, "x\u0302", "noto-sans-400") == ["x", "\u0302"]
    assert width(fonts, "x\u0302", "noto-sans-400") == width(fonts, "x", "noto-sans-400")


def test_unseen_characters_are_not_what_a_glyph_stands_for(fonts: Fonts) -> None:
    """Else every other "a" of the document would be copied with them."""
    assert texts(fonts, "a\u200b \u00adb") == ["a", " ", "b"]


def test_what_no_font_has_is_named(fonts: Fonts) -> None:
    assert fonts.shape(SANS, "a\u4e2db\U0001f600")[1] == {"\u4e2d", "\U0001f600"}
    assert fonts.shape(SANS, "a\u4e2d\u0301")[1] == {"\u4e2d"}
    # Some file has the star and another the circumflex, but none could set one on the other.
    assert fonts.shape(SANS, "\u2605\u0302")[1] == {"\u0302"}


def test_features_change_the_glyphs(fonts: Fonts) -> None:
    plain, lining = shaped(fonts, "2024", onum=1), shaped(fonts, "2024", lnum=1)
    assert [glyph.number for _, glyph in plain] != [glyph.number for _, glyph in lining]


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
    lining = shaped(fonts, "2024", lnum=1)
    (run,) = shape_line(fonts, SANS, 10, "2024", (1, 2))
    assert [glyph.number for glyph in run.glyphs] == [glyph.number for _, glyph in lining]
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
