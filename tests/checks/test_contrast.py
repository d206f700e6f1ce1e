"""Text that cannot be read on its ground is a problem; measured from pixels, not from what a template says."""

import pytest

from pipeline.checks.contrast import check_contrast
from pipeline.color import contrast, luminance
from tests.workshop import Workshop


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    # From WCAG's own figures: black on white is 21:1; #767676 is the lightest gray that passes on white.
    [("#000000", "#FFFFFF", 21), ("#767676", "#FFFFFF", 4.54), ("#777777", "#FFFFFF", 4.48), ("#AA0000", "#AA0000", 1)],
)
def test_contrast_of_two_colors(one: str, other: str, ratio: float) -> None:
    assert contrast(luminance(one), luminance(other)) == pytest.approx(ratio, abs=0.005)


def found(workshop: Workshop, face: str) -> list[str]:
    workshop.face(face)
    press = workshop.press()
    made = press.face(press.game.cards["ann"], "hero")
    return [str(problem) for problem in check_contrast(press, [made])]


GROUND = '<rect width="69.85" height="95.25" fill="{ground}"/>'
TEXT = '<textbox x="8" y="20" width="50" height="20" style="rules" color="{ink}">Words to be read</textbox>'


@pytest.mark.parametrize(("ground", "ink"), [("#FFFFFF", "#757575"), ("#000000", "#FFFFFF"), ("#FFEE00", "#1A1410")])
def test_readable_text_is_no_problem(workshop: Workshop, ground: str, ink: str) -> None:
    assert found(workshop, GROUND.format(ground=ground) + TEXT.format(ink=ink)) == []


def test_faint_text_names_card_face_style_and_ratio(workshop: Workshop) -> None:
    (line,) = found(workshop, GROUND.format(ground="#FFFFFF") + TEXT.format(ink="#8A8A8A"))
    start = "card_data/press/cards/heroes.csv:2 ann: hero: the text in style \"rules\" has a contrast of 3.5:1"
    assert line.startswith(start)
    assert "at least 4.5:1" in line


def test_a_ground_that_changes_below_the_text_counts(workshop: Workshop) -> None:
    half = '<rect x="8" y="10" width="14" height="40" fill="#333333"/>'
    assert found(workshop, GROUND.format(ground="#FFFFFF") + half + TEXT.format(ink="#222222"))


def test_text_over_text_is_measured_against_the_ground(workshop: Workshop) -> None:
    twice = TEXT.format(ink="#000000") + TEXT.format(ink="#000000")
    assert found(workshop, GROUND.format(ground="#FFFFFF") + twice) == []
