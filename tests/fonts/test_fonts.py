"""The fonts: every file is named and licensed, draws with glyf outlines, and can set cards and rulebooks."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import uharfbuzz as hb
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[2] / "fonts"
TABLE: dict[str, Any] = tomllib.loads((FONTS / "fonts.toml").read_text(encoding="utf-8"))
IDS = sorted(TABLE["fonts"])
FILES = sorted(path.name for path in FONTS.glob("*.ttf"))
ASCII = "".join(map(chr, range(0x20, 0x7F)))
TYPOGRAPHY = "“”‘’–—…éñüſ×−•½"
SYMBOLS = "→←↑↓★☆✓✗♥"


def characters(font: str) -> set[int]:
    """The code points that the chain of files of one font draws."""
    return {point for file in TABLE["fonts"][font]["files"] for point in TTFont(FONTS / file).getBestCmap()}


def shape(file: str, text: str, **features: bool) -> tuple[list[int], int]:
    """Glyph numbers and total advance, in font units."""
    font = hb.Font(hb.Face(hb.Blob.from_file_path(str(FONTS / file))))
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer, features)
    return [info.codepoint for info in buffer.glyph_infos], sum(place.x_advance for place in buffer.glyph_positions)


def test_the_table_names_every_file_once_and_no_other() -> None:
    named = [file for font in TABLE["fonts"].values() for file in font["files"]]
    assert sorted(named) == FILES


def test_the_table_names_every_license_and_no_other() -> None:
    named = {font["license"] for font in TABLE["fonts"].values()}
    assert named == {f"licences/{path.name}" for path in (FONTS / "licences").iterdir()}


def test_the_fallback_fonts_are_in_the_table() -> None:
    assert TABLE["fallback"]
    assert set(TABLE["fallback"]) <= set(IDS)


@pytest.mark.parametrize("font", IDS)
def test_an_id_says_family_weight_and_style(font: str) -> None:
    entry = TABLE["fonts"][font]
    slug = entry["family"].lower().replace(" ", "-")
    assert font == f"{slug}-{entry['weight']}" + ("-italic" if entry["style"] == "italic" else "")
    for file in entry["files"]:
        os2 = TTFont(FONTS / file)["OS/2"]
        assert os2.usWeightClass == entry["weight"]
        assert bool(os2.fsSelection & 1) == (entry["style"] == "italic")


@pytest.mark.parametrize("font", IDS)
def test_the_license_is_the_ofl_with_the_copyright_of_the_font(font: str) -> None:
    entry = TABLE["fonts"][font]
    text = (FONTS / entry["license"]).read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    for file in entry["files"]:
        notice = TTFont(FONTS / file)["name"].getDebugName(0)
        assert notice.startswith("Copyright")
        assert notice in text


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_a_static_truetype_font_that_may_be_embedded(file: str) -> None:
    font = TTFont(FONTS / file)
    assert {"glyf", "loca", "OS/2"} <= set(font.keys())
    assert not {"fvar", "CFF ", "CFF2", "COLR", "SVG ", "CBDT"} & set(font.keys())
    assert font["OS/2"].fsType == 0
    assert (FONTS / file).stat().st_size <= 700_000


@pytest.mark.parametrize("font", sorted(set(IDS) - set(TABLE["fallback"])))
def test_a_font_sets_ascii_alone_and_typography_with_the_fallback(font: str) -> None:
    own = characters(font)
    assert [character for character in ASCII if ord(character) not in own] == []
    chain = own.union(*(characters(fallback) for fallback in TABLE["fallback"]))
    assert [character for character in TYPOGRAPHY + SYMBOLS if ord(character) not in chain] == []


def test_the_first_fallback_sets_ascii() -> None:
    assert {ord(character) for character in ASCII} <= characters(TABLE["fallback"][0])


@pytest.mark.parametrize("family", sorted({TABLE["fonts"][font]["family"] for font in IDS if "symbols" not in font}))
def test_every_family_kerns(family: str) -> None:
    pairs = ("AV", "To", "Ty", "Wa", "P.", "ry", "L’", "T.")
    for font in IDS:
        if TABLE["fonts"][font]["family"] == family:
            file = TABLE["fonts"][font]["files"][0]
            assert any(shape(file, pair)[1] != shape(file, pair, kern=False)[1] for pair in pairs), font


@pytest.mark.parametrize("font", ["alegreya-400", "alegreya-sans-500", "vollkorn-500", "fraunces-800", "noto-sans-400"])
def test_reading_fonts_join_f_and_i(font: str) -> None:
    file = TABLE["fonts"][font]["files"][0]
    joined = shape(file, "ffi")[0]
    assert len(joined) < 3 or joined != shape(file, "ffi", liga=False)[0]
    assert len(shape(file, "ffi", liga=False, clig=False)[0]) == 3


@pytest.mark.parametrize("font", IDS)
def test_no_printable_character_of_ascii_is_an_empty_glyph(font: str) -> None:
    file = TTFont(FONTS / TABLE["fonts"][font]["files"][0])
    table = file.getBestCmap()
    empty = [c for c in ASCII[1:] if ord(c) in table and file["glyf"][table[ord(c)]].numberOfContours == 0]
    assert empty == []
