"""Texts in boxes: where lines break, which size fits, and where every letter and mark comes to stand."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.drawing import Item, TextRun, Use
from pipeline.model.markup import parse
from pipeline.problem import Refused
from pipeline.typeset import Fonts, Frame, GlyphStyle, Setting, Style, TextFlaw, TextSetter, shape_line
from pipeline.units import POINT, Box

SANS = "alegreya-sans-500"
#: A 10 pt em in millimetres.
EM = 10 * POINT
#: Marks are 0.9 em high here, with 0.04 em of room on both sides.
GLYPH = GlyphStyle(height=0.9, room=0.08, least=0)


def style(**changes: Any) -> Style:
    values = {"font": SANS, "bold": "alegreya-sans-800", "italic": "alegreya-sans-500-italic", "size": 10.0}
    return Style(**{**values, "leading": 1.2, "glyph": GLYPH, **changes})


SQUARE = Box(0, 0, 60, 60)


def put(setter: TextSetter, text: str, box: Box = SQUARE, made: Style | None = None, **frame: Any) -> Setting:
    paragraphs, flaws = parse(text)
    assert flaws == ()
    return setter.set(paragraphs, made or style(), Frame(box, **frame))


def runs(setting: Setting) -> list[TextRun]:
    """The runs that are seen."""
    return [item for item in setting.items if isinstance(item, TextRun) and item.color]


def marks(setting: Setting) -> list[Use]:
    return [item for item in setting.items if isinstance(item, Use)]


def lines(setting: Setting) -> list[str]:
    """The lines as they read, marks in braces."""
    told = {round(y, 6): "" for y in setting.baselines}
    cap = setting_cap(setting)
    for item in setting.items:
        if isinstance(item, TextRun):
            if item.color:
                told[round(item.y, 6)] += item.text
        elif isinstance(item, Use):
            middle = center(item)[1]
            y = min(told, key=lambda baseline: abs(baseline - cap / 2 - middle))
            told[y] += "{" + item.words + "}"
    return list(told.values())


def setting_cap(setting: Setting) -> float:
    """The capital height of Alegreya Sans, 642 of 1000 units, at the setting's size in millimetres."""
    return 0.642 * setting.size * POINT


def center(mark: Use) -> tuple[float, float]:
    a, _, _, d, x, y = mark.matrix
    return x + a * mark.drawing.width / 2, y + d * mark.drawing.height / 2


def natural(fonts: Fonts, text: str, size: float = 10, font: str = SANS) -> float:
    """The width of a text on one line in millimetres."""
    return sum(piece.width for _, piece in fonts.shape(font, text)[0]) * size * POINT


# lines ---------------------------------------------------------------------------------------------------------------


def test_the_fonts_measures_are_what_these_tests_take_them_for(fonts: Fonts) -> None:
    assert fonts.first(SANS).cap_height == pytest.approx(0.642)


def test_words_fill_lines_and_break_where_they_must(setter: TextSetter, fonts: Fonts) -> None:
    two = natural(fonts, "in principio")
    text = "in principio erat verbum"
    assert lines(put(setter, text, Box(0, 0, two + 0.01, 60))) == ["in principio", "erat", "verbum"]
    assert lines(put(setter, text, Box(0, 0, two - 0.01, 60))) == ["in", "principio", "erat", "verbum"]


def test_a_text_is_shaped_whole_so_that_words_stand_where_one_long_line_would_have_them(
    setter: TextSetter, fonts: Fonts
) -> None:
    (whole,) = shape_line(fonts, SANS, 10, "To AVA We go.", (0, 0))
    (run,) = runs(put(setter, "To AVA We go."))
    assert [glyph.x for glyph in run.glyphs] == pytest.approx([glyph.x for glyph in whole.glyphs])
    assert run.width == pytest.approx(whole.width)


def test_white_space_is_folded_and_a_line_break_starts_a_paragraph(setter: TextSetter) -> None:
    assert lines(put(setter, "  one \t  two  \n\n three ")) == ["one two", "three"]


def test_a_no_break_space_never_breaks(setter: TextSetter, fonts: Fonts) -> None:
    wide = natural(fonts, "Isaiah 11:2")
    for reach in (wide + 0.01, wide + 1, wide + 3):
        (first, *rest) = lines(put(setter, "of Isaiah\u00a011:2", Box(0, 0, reach, 60)))
        assert (first, rest) == ("of", ["Isaiah 11:2"])


def test_a_dash_between_words_may_end_a_line_and_stays_with_what_stands_before_it(
    setter: TextSetter, fonts: Fonts
) -> None:
    reach = natural(fonts, "peace-bringer") - 0.5
    assert lines(put(setter, "peace-bringer", Box(0, 0, reach, 60))) == ["peace-", "bringer"]
    assert lines(put(setter, "now\u2014or then", Box(0, 0, natural(fonts, "now\u2014or") - 0.5, 60))) == [
        "now\u2014", "or then",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["10\u201312", "-5", "\u2014then", "1-2"])
def test_a_dash_before_a_number_or_alone_never_breaks(setter: TextSetter, text: str, fonts: Fonts) -> None:
    with pytest.raises(TextFlaw, match="a word is wider than its box"):
        put(setter, text, Box(0, 0, natural(fonts, text) - 0.2, 60))


def test_balanced_lines_are_as_many_and_more_even(setter: TextSetter, fonts: Fonts) -> None:
    text = "the quick brown fox jumps over it"
    box = Box(0, 0, natural(fonts, "the quick brown fox jumps"), 60)
    assert lines(put(setter, text, box)) == ["the quick brown fox jumps", "over it"]
    assert lines(put(setter, text, box, style(balance=True))) == ["the quick brown", "fox jumps over it"]


# marks ---------------------------------------------------------------------------------------------------------------

COIN = 2 * 0.9 * EM  # twice as wide as high
ROOM = 0.08 * EM


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_marks_stand_in_their_place_however_the_line_is_set(setter: TextSetter, fonts: Fonts, align: str) -> None:
    """Case 1 of the inputs that broke others: `{gold} then 2 {gold}` set left, centered, right."""
    setting = put(setter, "{gold} then 2 {gold}", Box(5, 10, 60, 20), align=align)
    between = natural(fonts, " then 2 ")
    total = 2 * (COIN + ROOM) + between
    left = {"left": 5.0, "center": 5 + (60 - total) / 2, "right": 65 - total}[align]
    baseline = 10 + 0.642 * EM
    first, second = marks(setting)
    assert center(first) == pytest.approx((left + ROOM / 2 + COIN / 2, baseline - 0.321 * EM), abs=0.001)
    assert center(second) == pytest.approx((left + total - ROOM / 2 - COIN / 2, baseline - 0.321 * EM), abs=0.001)
    (text,) = runs(setting)
    assert (text.text, text.x, text.y) == (" then 2 ", pytest.approx(left + COIN + ROOM), pytest.approx(baseline))
    assert setting.baselines == (pytest.approx(baseline),)


@pytest.mark.parametrize(("align", "x"), [("left", 5.0), ("center", 35.0), ("right", 65.0)])
def test_a_mark_alone_draws_in_its_place(setter: TextSetter, align: str, x: float) -> None:
    setting = put(setter, "{gold}", Box(5, 10, 60, 20), align=align)
    (mark,) = marks(setting)
    side = {"left": 1, "center": 0, "right": -1}[align]
    assert center(mark) == pytest.approx((x + side * (ROOM / 2 + COIN / 2), 10 + 0.321 * EM), abs=0.001)
    assert mark.matrix[0] * mark.drawing.width == pytest.approx(COIN)
    assert mark.matrix[3] * mark.drawing.height == pytest.approx(0.9 * EM)
    assert runs(setting) == []


@pytest.mark.parametrize("align", ["left", "center", "right"])
@pytest.mark.parametrize(
    "held", ["+{gold}", "2{gold}.", "({gold})", "{gold}{gold}", "\u201c{R+2}\u201d,", "**2**{gold}*s*"]
)
def test_a_mark_keeps_what_touches_it_on_its_line(setter: TextSetter, fonts: Fonts, align: str, held: str) -> None:
    """Case 2: in boxes of every width, a line never parts a mark from its sign, bracket or stop."""
    words = {"R": "Red", "2": "2", "gold": "gold"}
    told = re.sub(r"\{([^}]*)\}", lambda m: "".join(
        "{" + ("+" if i else "") + words[t] + "}" for i, t in enumerate(m[1].split("+"))
    ), held.replace("*", ""))  # fmt: skip
    seen = set()
    for step in range(30):
        setting = put(setter, f"draw some cards {held}", Box(0, 0, 15 + step, 60), align=align)
        told_lines = lines(setting)
        assert any(told in line for line in told_lines), told_lines
        seen.add(len(told_lines))
        for item in setting.items:
            left, right = extent(item)
            assert left >= -1e-6
            assert right <= 15 + step + 1e-6
    assert len(seen) > 1


def extent(item: Item) -> tuple[float, float]:
    if isinstance(item, TextRun):
        return item.x, item.x + item.width
    assert isinstance(item, Use)
    return item.matrix[4], item.matrix[4] + item.matrix[0] * item.drawing.width


def test_marks_in_a_row_are_read_with_a_plus(setter: TextSetter) -> None:
    unseen = [item for item in put(setter, "pay {R+2}.").items if isinstance(item, TextRun) and not item.color]
    assert [run.text for run in unseen] == ["Red", "+2"]
    first, second = marks(put(setter, "pay {R+2}."))
    assert (first.words, second.words, first.role) == ("Red", "+2", "glyph")


def test_the_words_of_a_mark_are_squeezed_to_its_room(setter: TextSetter) -> None:
    setting = put(setter, "{R}")
    (mark,) = marks(setting)
    (unseen,) = [item for item in setting.items if isinstance(item, TextRun)]
    assert unseen.x == pytest.approx(mark.matrix[4] - ROOM / 2)
    assert unseen.width == pytest.approx(0.9 * EM + ROOM)
    last = unseen.glyphs[-1]
    assert last.x + last.advance == pytest.approx(unseen.width, abs=0.02)


def test_a_mark_never_gets_smaller_than_its_least(setter: TextSetter) -> None:
    small = style(size=6.0, glyph=GlyphStyle(height=0.9, least=2.5))
    (mark,) = marks(put(setter, "{gold}", made=small))
    assert mark.matrix[3] * mark.drawing.height == pytest.approx(2.5)
    (mark,) = marks(put(setter, "{gold}", made=style(size=20.0, glyph=GlyphStyle(height=0.9, least=2.5))))
    assert mark.matrix[3] * mark.drawing.height == pytest.approx(0.9 * 2 * EM)


def test_a_mark_takes_the_color_of_its_text(setter: TextSetter) -> None:
    paragraphs, _ = parse("{R}")
    setting = setter.set(paragraphs, style(), Frame(Box(0, 0, 60, 60)), "rules", "#123456")
    assert getattr(marks(setting)[0].drawing.items[0], "fill", "") == "#123456"


def test_a_keyline_is_laid_under_the_ground(setter: TextSetter) -> None:
    edged = style(glyph=GlyphStyle(height=0.8, edge="#FF0000", edge_width=0.04))
    line, ground = marks(put(setter, "{gold}", made=edged))[0].drawing.items
    # 0.04 em of a mark that is 0.8 em and 10 units high, on both sides of the outline: one unit.
    assert getattr(line, "stroke", None) is not None
    assert line.stroke.width == pytest.approx(1.0)  # type: ignore[union-attr]
    assert ground.stroke is None  # type: ignore[union-attr]


def test_an_unknown_mark_is_refused_with_the_nearest(setter: TextSetter) -> None:
    with pytest.raises(Refused, match=r'glyphs/press/golf\.svg: is not there; did you mean "gold"\?'):
        put(setter, "{golf}")


# fitting -------------------------------------------------------------------------------------------------------------

LONG = "For every card you draw this turn, look at the top three cards of your deck and put one of them into your hand."


def test_a_text_takes_the_largest_size_that_fits(setter: TextSetter) -> None:
    made = style(size=12.0, least=5.0)
    box = Box(0, 0, 40, 14)
    setting = put(setter, LONG, box, made)
    assert 5 < setting.size < 12
    assert setting.size * 10 == pytest.approx(round(setting.size * 10))
    # A tenth of a point more does not fit.
    with pytest.raises(TextFlaw):
        put(setter, LONG, box, style(size=setting.size + 0.1), shrink=False)
    assert put(setter, LONG, box, style(size=setting.size), shrink=False).size == setting.size


def test_more_room_never_means_smaller_letters(setter: TextSetter) -> None:
    made = style(size=14.0, least=4.0, glyph=GlyphStyle(least=2.3))
    text = LONG + " {gold}{gold} {R+2}"
    sizes = [put(setter, text, Box(0, 0, 30 + step, 14), made).size for step in range(0, 40, 2)]
    assert sizes == sorted(sizes)
    sizes = [put(setter, text, Box(0, 0, 40, 10 + step), made).size for step in range(0, 40, 2)]
    assert sizes == sorted(sizes)
    assert sizes[-1] == 14


def test_lines_reach_from_the_box_top_to_above_its_bottom(setter: TextSetter) -> None:
    setting = put(setter, LONG, Box(3, 4, 40, 14), style(size=12.0, least=5.0))
    em = setting.size * POINT
    assert setting.baselines[0] == pytest.approx(4 + 0.642 * em)
    steps = [b - a for a, b in zip(setting.baselines, setting.baselines[1:], strict=False)]
    assert steps == pytest.approx([1.2 * em] * len(steps))
    assert setting.baselines[-1] + 0.22 * em <= 18 + 1e-6


def test_a_text_that_does_not_fit_is_refused_with_lines_and_size(setter: TextSetter) -> None:
    with pytest.raises(TextFlaw) as flaw:
        put(setter, LONG, Box(0, 0, 40, 8), style(size=9.0, least=8.0))
    # At 8 pt an em is 2.822 mm: cap height and descent take 0.862 em, a further line 1.2 em: 2.64 lines.
    assert re.fullmatch(
        r"the text takes [45] lines at 8 pt, its smallest size; its box of 40 x 8 mm holds 2", flaw.value.message
    )
    assert flaw.value.hint == "shorten the text"


def test_a_text_with_too_many_lines_is_refused_with_the_lines_allowed(setter: TextSetter) -> None:
    with pytest.raises(TextFlaw, match=r"takes 2 lines at 10 pt, its smallest size; its box of 20 x 60 mm holds 1"):
        put(setter, "one two three four", Box(0, 0, 20, 60), lines=1)
    with pytest.raises(TextFlaw, match=r"takes 2 lines .* holds 1"):
        put(setter, "one two three four", Box(0, 0, 20, 60), valign="baseline")


def test_a_word_wider_than_its_box_is_refused(setter: TextSetter) -> None:
    with pytest.raises(TextFlaw, match="a word is wider than its box of 10 x 60 mm at 8 pt"):
        put(setter, "a transubstantiation", Box(0, 0, 10, 60), style(least=8.0))


@pytest.mark.parametrize("least", [6.0, 7.25, 9.99])
def test_no_size_is_ever_below_the_least(setter: TextSetter, least: float) -> None:
    made = style(size=10.0, least=least)
    sizes = []
    for height in range(4, 40):
        try:
            sizes.append(put(setter, LONG, Box(0, 0, 40, height), made).size)
        except TextFlaw:
            continue
    assert min(sizes) >= least
    assert max(sizes) == 10


def test_a_title_goes_on_one_line_down_to_its_least_there_and_then_on_two(setter: TextSetter, fonts: Fonts) -> None:
    made = style(size=14.0, least=6.0, one_line_least=10.0, wrap_size=9.0, wrap_leading=1.0)
    text = "Heaviness of the Heart"
    fits = natural(fonts, text, 10)

    def size(width: float) -> tuple[float, int]:
        setting = put(setter, text, Box(0, 0, width, 30), made, lines=2)
        return setting.size, len(setting.baselines)

    assert size(natural(fonts, text, 14) + 0.01) == (14, 1)
    assert size(fits + 0.01) == (10, 1)
    assert size(fits - 0.1) == (9, 1)
    assert size(fits * 0.8) == (9, 2)
    first, second = put(setter, text, Box(0, 0, fits * 0.8, 30), made, lines=2).baselines
    assert second - first == pytest.approx(1.0 * 9 * POINT)


def test_without_shrinking_only_the_size_itself_is_tried(setter: TextSetter) -> None:
    with pytest.raises(TextFlaw, match="at 12 pt"):
        put(setter, LONG, Box(0, 0, 40, 14), style(size=12.0, least=5.0), shrink=False)


# where it lies in its box --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("valign", "first"),
    [
        # Two lines of 10 pt on 12: cap height 2.2648 mm, one step 4.2333 mm, descent 0.7761 mm, in 30 mm from y = 10.
        ("top", 12.2648),
        # Half of what is left of 30 after cap height and step lies above.
        ("middle", 10 + 2.2648 + (30 - 2.2648 - 4.2333) / 2),
        ("bottom", 40 - 0.7761 - 4.2333),
        ("baseline", 40 - 4.2333),
    ],
)
def test_a_block_lies_where_its_valign_says(setter: TextSetter, valign: str, first: float) -> None:
    setting = put(setter, "one\ntwo", Box(0, 10, 40, 30), valign=valign, lines=2)
    assert setting.baselines == pytest.approx((first, first + 4.2333), abs=0.01)


def test_paragraphs_stand_apart(setter: TextSetter) -> None:
    first, second, third = put(setter, "a\nb\nc", made=style(paragraph=0.5)).baselines
    assert second - first == pytest.approx(third - second)
    assert second - first == pytest.approx(1.5 * 1.2 * EM)


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
@pytest.mark.parametrize("tracking", [0.0, 0.1])
def test_lines_are_set_left_centered_and_right(
    setter: TextSetter, fonts: Fonts, align: str, share: float, tracking: float
) -> None:
    (run,) = runs(put(setter, "ABC", Box(5, 0, 40, 20), style(tracking=tracking), align=align))
    last = run.glyphs[-1]
    ink = last.x + last.advance
    assert ink == pytest.approx(natural(fonts, "ABC") + 2 * tracking * EM, abs=0.05)
    assert run.x == pytest.approx(5 + share * (40 - ink), abs=0.001)


def test_tracking_sets_letters_apart_but_not_what_stands_upon_them(setter: TextSetter) -> None:
    close = runs(put(setter, "x\u0302y"))
    wide = runs(put(setter, "x\u0302y", made=style(tracking=0.2)))
    glyphs = [[glyph for run in each for glyph in run.glyphs] for each in (close, wide)]
    places = [[run.x + glyph.x for run in each for glyph in run.glyphs] for each in (close, wide)]
    assert [glyph.text for glyph in glyphs[0]] == ["x", "\u0302", "y"]
    moved = [b - a for a, b in zip(*places, strict=True)]
    assert moved == pytest.approx([0, 0, 0.2 * EM])


def test_tracking_parts_ligatures(setter: TextSetter) -> None:
    made = style(font="alegreya-400")
    assert len(runs(put(setter, "fi", made=made))[0].glyphs) == 1
    assert len(runs(put(setter, "fi", made=made.model_copy(update={"tracking": 0.05})))[0].glyphs) == 2


def test_case_is_changed_for_text_but_not_for_marks(setter: TextSetter) -> None:
    assert lines(put(setter, "Stra\u00dfe {gold}", made=style(case="upper"))) == ["STRASSE {gold}"]
    assert lines(put(setter, "Two \u00c9TOILES", made=style(case="lower"))) == ["two \u00e9toiles"]


def test_features_reach_the_font(setter: TextSetter) -> None:
    plain, lining = (runs(put(setter, "2024", made=style(features=(f,)))) for f in ("onum", "lnum"))
    assert [glyph.number for glyph in plain[0].glyphs] != [glyph.number for glyph in lining[0].glyphs]
    (off,) = runs(put(setter, "fi", made=style(font="alegreya-400", features=("-liga",))))
    assert len(off.glyphs) == 2


def test_spans_are_set_in_their_faces_without_parting_words(setter: TextSetter) -> None:
    setting = put(setter, "un**be**liev*able*")
    assert [(run.font, run.text) for run in runs(setting)] == [
        ("alegreya-sans-500", "un"),
        ("alegreya-sans-800", "be"),
        ("alegreya-sans-500", "liev"),
        ("alegreya-sans-500-italic", "able"),
    ]
    ends = [run.x + run.width for run in runs(setting)]
    assert [run.x for run in runs(setting)][1:] == pytest.approx(ends[:-1])
    assert len(setting.baselines) == 1


def test_a_bold_italic_without_a_face_of_its_own_is_bold(setter: TextSetter) -> None:
    (run,) = runs(put(setter, "***x***"))
    assert run.font == "alegreya-sans-800"


def test_a_space_at_a_change_of_face_is_kept_once(setter: TextSetter) -> None:
    assert lines(put(setter, "one **two** *three*{gold} four")) == ["one two three{gold} four"]


def test_long_s_and_accents_are_set(setter: TextSetter) -> None:
    setting = put(setter, "Wa\u017fſer \u00e9\u0101\u1e9e e\u0301")
    assert lines(setting) == ["Wa\u017fſer \u00e9\u0101\u1e9e e\u0301"]
    assert 0 not in [glyph.number for run in runs(setting) for glyph in run.glyphs]


def test_what_is_not_seen_takes_no_room(setter: TextSetter) -> None:
    """Tracking stands between letters, not beside a zero-width space."""
    tight = style(tracking=-0.02)
    seen, unseen = (runs(put(setter, text, made=tight)) for text in ("ab cd", "\u200ba\u200bb\u200b \u200bcd"))
    assert [(run.text, run.x, run.width) for run in unseen] == [(run.text, run.x, run.width) for run in seen]
    assert put(setter, "\u200b", made=tight).items == ()


def test_characters_that_no_font_has_are_named_with_their_code_points(setter: TextSetter) -> None:
    with pytest.raises(TextFlaw) as flaw:
        put(setter, "a \u4e2d b \u05d0")
    assert flaw.value.message == "no font has U+05D0 '\u05d0', U+4E2D '\u4e2d'"
    assert "fonts/fonts.toml" in flaw.value.hint


def test_an_empty_text_is_nothing(setter: TextSetter) -> None:
    assert put(setter, " \n ").items == ()


def test_a_color_that_is_none_is_refused(setter: TextSetter) -> None:
    paragraphs, _ = parse("a")
    with pytest.raises(ValueError, match='"blurple" is not a color'):
        setter.set(paragraphs, style(), Frame(Box(0, 0, 9, 9)), "rules", "blurple")
    setting = setter.set(paragraphs, style(), Frame(Box(0, 0, 9, 9)), "rules", "white")
    assert runs(setting)[0].color == "#FFFFFF"


# any text ------------------------------------------------------------------------------------------------------------


def printable(fonts: Fonts) -> list[str]:
    """Every character that the chain of the font, or the fallback, draws."""
    covered = {chr(point) for file in (*fonts.chains[SANS], *fonts.fallback) for point in file.coverage}
    return sorted(character for character in covered if character.isprintable())


LETTERS = "abcdefghijklmnopqrstuvwxyzABVTWy .,;-\u2014\u00a0()+0123456789\u017f\u00e9\u0302\u0323\u2605"
PIECES = st.one_of(
    st.text(alphabet=LETTERS, max_size=30),
    st.sampled_from(["{gold}", "{R+2}", "+{gold}", "**", "*", "\n", " ", "\u200b", "\u00ad"]),
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pieces=st.lists(PIECES, max_size=12), codes=st.lists(st.integers(0, 6000), max_size=6),
    width=st.floats(5, 80), height=st.floats(2, 60), align=st.sampled_from(["left", "center", "right"]),
    valign=st.sampled_from(["top", "middle", "bottom", "baseline"]), count=st.integers(0, 3),
    tracking=st.sampled_from([0.0, 0.05, -0.02]), balance=st.booleans(), least=st.sampled_from([0.0, 4.0, 7.5]),
)  # fmt: skip
def test_any_text_is_set_whole_inside_its_box_or_refused(
    setter: TextSetter, fonts: Fonts, pieces: list[str], codes: list[int], width: float, height: float, align: Any,
    valign: Any, count: int, tracking: float, balance: bool, least: float,
) -> None:  # fmt: skip
    known = printable(fonts)
    text = "".join(pieces) + "".join(known[code % len(known)] for code in codes)
    paragraphs, flaws = parse(text)
    if flaws:
        return
    made = style(size=9.0, least=least, tracking=tracking, balance=balance, paragraph=0.3)
    try:
        setting = setter.set(paragraphs, made, Frame(Box(3, 4, width, height), align, valign, True, count))
    except TextFlaw:
        return
    assert (least or 9) <= setting.size <= 9
    assert len(setting.baselines) <= count or not count
    for item in setting.items:
        left, right = extent(item)
        assert left >= 3 - 1e-6
        assert right <= 3 + width + 1e-6
    # Every character is there, once, in order: white space folded, unseen characters aside, marks by their words.
    words = {"R": "Red", "2": "2", "gold": "gold"}
    right_text = []
    for paragraph in paragraphs:
        told = "".join(
            "".join(("+" if index else "") + words[token] for index, token in enumerate(span.tokens)) or span.text
            for span in paragraph
        )
        right_text.append(re.sub("[\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f]", "", told))
    assert squeezed(joined(setting.items)) == squeezed("".join(right_text))


def joined(items: Sequence[Item]) -> str:
    return "".join(item.text for item in items if isinstance(item, TextRun))


def squeezed(text: str) -> str:
    """A text without spaces, the marks upon a letter in their canonical order, as fonts draw them."""
    return unicodedata.normalize("NFD", re.sub("[ \t\u00a0]+", "", text))


def test_a_style_without_a_range_is_set_at_its_size(setter: TextSetter) -> None:
    assert put(setter, "a", made=style(size=8.5)).size == 8.5


@pytest.mark.parametrize("text", ["deal 2 damage", "heal 10 Life", "gets +1 ATK", "loses −1 MP"])
def test_a_number_stays_with_what_it_counts(setter: TextSetter, text: str) -> None:
    """At no width does a line end with the number."""
    style = Style(font="alegreya-sans-500", size=8, least=8)
    for width in range(18, 60):
        try:
            setting = setter.set(parse(f"When it enters, {text} now.")[0], style, Frame(Box(0, 0, width, 60)))
        except TextFlaw:
            continue
        lines: dict[float, str] = {}
        for run in setting.items:
            assert isinstance(run, TextRun)
            lines[run.y] = lines.get(run.y, "") + run.text
        assert not any(line.rstrip()[-1].isdigit() for line in lines.values()), (width, lines)
