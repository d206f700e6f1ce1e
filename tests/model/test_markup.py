"""Card markup into spans, and its flaws with their columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.model.markup import Flaw, Paragraph, Span, escape, parse


def plain(text: str, column: int = 1) -> Span:
    return Span(text, False, False, (), column)


def glyphs(*tokens: str, column: int, bold: bool = False, italic: bool = False) -> Span:
    return Span("", bold, italic, tokens, column)


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("", ()),
        ("Draw 1 card.", ((plain("Draw 1 card."),),)),
        ("a\nb", ((plain("a"),), (plain("b", 3),))),
        ("a\r\nb\r", ((plain("a"),), (plain("b", 3),))),
        ("\n\na\n\n\nb\n", ((plain("a", 3),), (plain("b", 7),))),
        ("**a** b", ((Span("a", True, False, (), 3), plain(" b", 6)),)),
        ("*a **b** c*",
         ((Span("a ", False, True, (), 2), Span("b", True, True, (), 6), Span(" c", False, True, (), 9)),)),
        ("{R+2}", ((glyphs("R", "2", column=1),),)),
        ("{ R + 2 }", ((glyphs("R", "2", column=1),),)),
        ("+{gold}.", ((plain("+"), glyphs("gold", column=2), plain(".", 8)),)),
        ("*{R}*", ((glyphs("R", column=2, italic=True),),)),
        ("2 \\* 3", ((plain("2 * 3"),),)),
        ("\\{R\\} \\\\ \\n", ((plain("{R} \\ \\n"),),)),
    ],
)  # fmt: skip
def test_markup_reads_as(text: str, paragraphs: tuple[Paragraph, ...]) -> None:
    assert parse(text) == (paragraphs, ())


BOLD = "bold is opened here and never closed"
ITALIC = "italic is opened here and never closed"
GLYPH = "a glyph is opened with { and not closed"


@pytest.mark.parametrize(
    ("text", "flaws"),
    [
        ("Draw *now.", [(6, ITALIC)]),
        ("Draw **now*.", [(6, BOLD), (11, ITALIC)]),
        ("*a\nb*", [(1, ITALIC), (5, ITALIC)]),
        ("a {R", [(3, GLYPH)]),
        ("a {} b", [(3, GLYPH)]),
        ("{R+}", [(1, GLYPH)]),
        ("{R\n}", [(1, GLYPH), (4, "a } without its {")]),
        ("a } b", [(3, "a } without its {")]),
    ],
)
def test_markup_flaws(text: str, flaws: list[tuple[int, str]]) -> None:
    assert [(flaw.column, flaw.message) for flaw in parse(text)[1]] == flaws


def test_a_flaw_says_what_to_write() -> None:
    assert parse("**a")[1] == (Flaw(1, BOLD, "close it with **, or write \\*"),)


@given(st.text(st.characters(exclude_characters="\r\n"), min_size=1))
def test_escaped_text_reads_as_itself(text: str) -> None:
    assert parse(escape(text)) == (((plain(text),),), ())


@given(st.text("*{}\\+aR \n", max_size=30))
def test_markup_never_raises_and_points_into_the_text(text: str) -> None:
    paragraphs, flaws = parse(text)
    assert all(1 <= flaw.column <= len(text) for flaw in flaws)
    assert all(1 <= span.column <= len(text) for paragraph in paragraphs for span in paragraph)
