"""Preflight: each fault that a print service would print is caught, by what was placed and by pixels, and named."""

from collections.abc import Sequence

import numpy as np
import pytest

from pipeline.cache import Cache
from pipeline.checks import preflight
from pipeline.checks.preflight import check_preflight, look, placed_ink, view
from pipeline.checks.sight import alike, distance
from pipeline.load.services import Service, load_service
from pipeline.model import Color
from pipeline.problem import Refused
from tests.workshop import Workshop

GROUND = '<rect width="69.85" height="95.25" fill="#DDDDDD"/>'
#: The safe zone of a poker card at The Game Crafter: 75 of 825 x 1125 pixels at 300 dpi inside the picture's edge.
SAFE = 6.35


def service(workshop: Workshop, name: str = "game-crafter") -> Service:
    return load_service(workshop.project, name)


def found(workshop: Workshop, face: str, name: str = "game-crafter") -> list[str]:
    """What is wrong with Ann's face, without its place."""
    workshop.face(face)
    press = workshop.press()
    problems = check_preflight(press, [press.face(press.game.cards["ann"], "hero")], [service(workshop, name)])
    assert all(str(problem).startswith("card_data/press/cards/heroes.csv:2 ann: ") for problem in problems)
    return [str(problem).removeprefix("card_data/press/cards/heroes.csv:2 ann: ") for problem in problems]


def text(x: float, y: float, width: float = 40, more: str = "") -> str:
    return f'{GROUND}<textbox id="box" x="{x}" y="{y}" width="{width}" height="6" style="title" {more}>HHHH</textbox>'


def test_a_sound_face_is_no_problem(workshop: Workshop) -> None:
    assert found(workshop, text(10, 20)) == []


@pytest.mark.parametrize(
    ("face", "where"),
    [
        (text(5.0, 40), "on the left"),
        (text(25, 40, 41, 'align="right"'), "on the right"),
        (text(20, 4.0, more='valign="top"'), "on the top"),
        (text(20, 86.0, more='valign="bottom"'), "on the bottom"),
    ],
)
def test_text_outside_the_safe_zone_is_named_and_measured_twice(workshop: Workshop, face: str, where: str) -> None:
    (line,) = found(workshop, face)
    assert line.startswith('hero, box "box": leaves the safe zone by ')
    assert where in line
    assert "measured as placed and in pixels" in line


def test_how_far_text_leaves_is_told_in_millimetres(workshop: Workshop) -> None:
    """A mark's box is known: 4 mm high, twice as wide, its middle 7 mm from the left: it begins at 3 mm."""
    (line,) = found(workshop, f'{GROUND}<glyph name="gold" x="7" y="40" size="4"/>')
    assert 'box "gold": leaves the safe zone by 3.35 mm on the left' in line


@pytest.mark.parametrize(("x", "caught"), [(SAFE + 4.05, False), (SAFE + 3.8, True)])
def test_a_mark_may_touch_the_safe_zones_edge(workshop: Workshop, x: float, caught: bool) -> None:
    assert bool(found(workshop, f'{GROUND}<glyph name="gold" x="{x}" y="40" size="4"/>')) is caught


def test_a_number_set_as_text_counts(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,,7", columns="id,name,text,power")
    box = '<textbox id="power" x="64" y="60" width="5" height="6" style="title">{{ card.power }}</textbox>'
    (line,) = found(workshop, GROUND + box)
    assert 'box "power"' in line


def test_the_rounded_corner_counts_where_the_safe_zone_lets_it_pass(workshop: Workshop) -> None:
    """Nearer than the drift and the corner allow: a service whose safe zone is narrower than its corner."""
    text_of = (workshop.project.path("layouts/services/game-crafter.toml")).read_text("utf-8")
    workshop.write("layouts/services/narrow.toml", text_of.replace("safe = 75.0", "safe = 57.0", 1))
    # The mark begins 0.3 mm inside that safe zone (4.826 mm), in its very corner.
    face = f'{GROUND}<glyph name="two" x="7.2" y="7.2" size="4"/>'
    assert [line for line in found(workshop, face, "narrow") if "rounded corner" in line]
    beside = f'{GROUND}<glyph name="two" x="7.2" y="40" size="4"/>'
    assert found(workshop, beside, "narrow") == []


def test_pixels_catch_what_was_placed_elsewhere(workshop: Workshop) -> None:
    """Ink that no box tells of: the runs are moved after placing, as a fault in a drawing step would."""
    workshop.face(text(10, 20))
    press = workshop.press()
    face = press.face(press.game.cards["ann"], "hero")
    service_ = service(workshop)
    cut = service_.cut(service_.cards[0], 69.85, 95.25)
    assert look(press, face, [cut], view(press, face))[0].flaws == ()
    from pipeline.checks import preflight

    (ink, *_), moved = list(placed_ink(press.fonts, face)), np.zeros((750, 550), bool)
    moved[300:310, 10:20] = True
    (flaw,) = preflight._outside(face, [ink], moved, cut)
    assert flaw.message.endswith("measured in pixels")


@pytest.mark.parametrize(
    ("rect", "ways"),
    [
        ('<rect x="0.5" width="69.35" height="95.25" fill="#DDDDDD"/>', ("as placed", "in pixels")),
        ('<rect width="69.85" height="95.0" fill="#DDDDDD"/>', ("as placed", "in pixels")),
        ('<path d="M0 0H69.85V95.25H0ZM1 40V50H2V40Z" fill="#DDDDDD" fill-rule="evenodd"/>', ("in pixels",)),
        ('<rect width="69.85" height="95.25" fill="#DDDDDD" fill-opacity="0.6"/>', ("in pixels",)),
    ],
)
def test_art_that_does_not_reach_the_edge_is_caught(workshop: Workshop, rect: str, ways: tuple[str, ...]) -> None:
    lines = found(workshop, rect)
    assert len(lines) == len(ways), lines
    assert any("pixels are bare" in line for line in lines)
    assert ("as placed" in ways) is any("the art as placed ends" in line for line in lines)


def test_the_second_service_forgives_what_it_cuts_away(workshop: Workshop) -> None:
    """Its picture is 822 x 1122 pixels: 1.5 pixels, 0.127 mm, of each edge are not on it."""
    rect = '<rect x="0.1" y="0.1" width="69.65" height="95.05" fill="#DDDDDD"/>'
    assert found(workshop, rect, "makeplayingcards") == []
    assert found(workshop, rect, "game-crafter")


def test_faint_text_is_caught(workshop: Workshop) -> None:
    (line,) = found(workshop, text(10, 20, more='color="#C0C0C0"'))
    assert 'the text in style "title" has a contrast of' in line


def test_a_picture_that_is_too_coarse_is_caught(workshop: Workshop) -> None:
    """4 pixels over 40 mm: 2.5 to the inch."""
    import base64
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (4, 4), "#336699").save(out, "PNG")
    data = base64.b64encode(out.getvalue()).decode()
    image = f'<image x="15" y="20" width="40" height="40" href="data:image/png;base64,{data}"/>'
    lines = found(workshop, GROUND + image)
    assert any("3 pixels to the inch" in line or "2 pixels to the inch" in line for line in lines), lines


def test_equal_pictures_are_named_both(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,", "bob,Bob,")
    workshop.face(GROUND)
    press = workshop.press()
    faces, _ = press.faces(press.game.cards.values())
    (problem,) = check_preflight(press, faces, [service(workshop)])
    assert problem.place.id == "bob"
    assert "looks the same as hero of ann" in problem.message


def test_a_kind_without_a_back_is_caught(workshop: Workshop) -> None:
    game = workshop.root / "card_data/press/game.toml"
    workshop.write("card_data/press/game.toml", game.read_text("utf-8").replace('back = "plain"\n', ""))
    press = workshop.press()
    (problem,) = check_preflight(press, [], [service(workshop)])
    assert problem.place.column == "kinds.hero" and "no back" in problem.message


# colors ------------------------------------------------------------------------------------------------------------


def color(name: str, tone: str, letter: str) -> Color:
    return Color(name.lower(), name, letter, {"mid": tone})


def test_who_confuses_which_colors() -> None:
    """Textbook cases: a dark red and a dark green for the red-blind, blue and green of one lightness for the
    blue-blind; blue and yellow for nobody."""
    assert distance("#8B1A1A", "#3B4A0F", "red-blind") < 20
    assert distance("#0087A8", "#008C5A", "blue-blind") < 20
    for eye in ("red-blind", "green-blind"):
        assert distance("#1E3A9C", "#F4C81E", eye) > 80
    pairs = alike([color("Red", "#8B1A1A", "R"), color("Moss", "#3B4A0F", "M"), color("Sun", "#F4C81E", "S")])
    assert [(one.name, other.name) for one, other, _, _ in pairs] == [("Red", "Moss")]


def test_gray_looks_the_same_to_every_eye() -> None:
    for eye in ("red-blind", "green-blind", "blue-blind"):
        assert distance("#777777", "#777777", eye) == 0
        assert distance("#000000", "#FFFFFF", eye) == pytest.approx(100, abs=0.5)


GEM = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path class="ground" d="M5 0L10 5L5 10L0 5Z" '
    'fill="{ground}"/><path class="letter" fill="{paint}" d="{letter}"/></svg>'
)
BAR, CROSS = "M4 3H6V7H4Z", "M3 4H7V6H3Z"


def doubtful(workshop: Workshop, marks: Sequence[tuple[str, str, str]], face: str) -> list[str]:
    """A game whose blue is a moss that the red-blind take for its red, each with a mark of its own."""
    game = (workshop.root / "card_data/press/game.toml").read_text("utf-8")
    game = game.replace('mid = "#AA0000"', 'mid = "#8B1A1A"').replace('mid = "#0000AA"', 'mid = "#3B4A0F"')
    game = game.replace("[symbols]\n", '[symbols]\nB = { glyph = "moss", words = "Blue" }\n')
    workshop.write("card_data/press/game.toml", game)
    for name, (ground, paint, letter) in zip(("gem", "moss"), marks, strict=True):
        workshop.write(f"fonts/glyphs/press/{name}.svg", GEM.format(ground=ground, paint=paint, letter=letter))
    workshop.heroes("ann,Ann,red", columns="id,name,color")
    workshop.face(face)
    press = workshop.press()
    faces, problems = press.faces(press.game.cards.values())
    assert not problems
    return [str(problem) for problem in check_preflight(press, faces, [service(workshop)])]


SOUND = (("#8B1A1A", "#FFFFFF", BAR), ("#3B4A0F", "#FFFFFF", CROSS))
WITH_MARK = f'{GROUND}<glyph name="R" x="20" y="20" size="6"/>'


def test_letters_tell_colors_apart_that_some_cannot_see(workshop: Workshop) -> None:
    assert doubtful(workshop, SOUND, WITH_MARK) == []


def test_the_same_letter_does_not(workshop: Workshop) -> None:
    (line,) = doubtful(workshop, (SOUND[0], ("#3B4A0F", "#FFFFFF", BAR)), WITH_MARK)
    assert "Red and Blue are" in line and "their marks bear the same letter" in line


def test_a_letter_that_does_not_stand_out_does_not(workshop: Workshop) -> None:
    (line,) = doubtful(workshop, (("#8B1A1A", "#7A2020", BAR), SOUND[1]), WITH_MARK)
    assert "the letter of Red stands out from its mark by 1." in line


def test_a_card_that_only_its_color_tells_is_named(workshop: Workshop) -> None:
    (line,) = doubtful(workshop, SOUND, GROUND)
    assert line.startswith("card_data/press/cards/heroes.csv:2 ann: only the color tells Red")


def test_the_name_of_a_color_tells_it_too(workshop: Workshop) -> None:
    named = f'{GROUND}<textbox id="c" x="10" y="20" width="40" height="6" style="rules">A red card</textbox>'
    assert doubtful(workshop, SOUND, named) == []


# services ----------------------------------------------------------------------------------------------------------


def test_where_a_poker_card_lies(workshop: Workshop) -> None:
    """The service's template: cut at 37.5 pixels, safe zone at 75; 300 to the inch."""
    made = service(workshop)
    cut = made.cut(made.cards[0], 69.85, 95.25)
    assert (cut.image.x, cut.image.width, cut.image.height) == pytest.approx((0, 69.85, 95.25))
    assert (cut.trim.x, cut.trim.y) == pytest.approx((3.175, 3.175))
    assert (cut.safe.x, cut.safe.bottom) == pytest.approx((6.35, 88.9))
    assert (cut.corner, cut.drift) == pytest.approx((3.175, 1.5875))


def test_what_is_wrong_with_a_services_file_is_told_with_its_line(workshop: Workshop) -> None:
    good = (workshop.project.path("layouts/services/makeplayingcards.toml")).read_text("utf-8")
    workshop.write("layouts/services/makeplayingcards.toml", good.replace("safe = 72.0", "save = 72.0", 1))
    with pytest.raises(Refused) as refused:
        service(workshop, "makeplayingcards")
    told = [str(problem) for problem in refused.value.problems]
    assert any('unknown key "save"; did you mean "safe"?' in line for line in told), told
    workshop.write("layouts/services/makeplayingcards.toml", good.replace("safe = 72.0", "safe = 500.0", 1))
    with pytest.raises(Refused, match="leaves nothing"):
        service(workshop, "makeplayingcards")
    with pytest.raises(Refused, match='did you mean "game-crafter"'):
        service(workshop, "game-craft")


def test_what_was_seen_of_a_face_is_kept_until_it_changes(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Cache(workshop.project.output / ".cache" / "preflight")

    def told(face: str) -> list[str]:
        workshop.face(face)
        press = workshop.press()
        faces = [press.face(press.game.cards["ann"], "hero")]
        return [problem.message for problem in check_preflight(press, faces, [service(workshop)], kept)]

    assert told(text(10, 20)) == []
    (message,) = told(text(5.0, 40))
    assert "leaves the safe zone" in message
    # Both are known by now: nothing is looked at again.
    monkeypatch.setattr(preflight, "view", None)
    assert told(text(5.0, 40)) == [message]
    assert told(text(10, 20)) == []
