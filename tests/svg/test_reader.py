"""SVG to drawing items: what is drawn, what is told, and what a hostile file may cost."""

import base64
import io
import time
from collections.abc import Sequence

import pytest
from PIL import Image

from pipeline.drawing import Group, Item, Linear, Path, Radial, Raster, Stop, Stroke
from pipeline.svg import Inherited, SvgReader, length, parse_color, parse_xml, view_box
from pipeline.units import Box

BLACK = "#000000"


def read(inside: str, view: str = "0 0 100 100", **options: object) -> tuple[Item, ...]:
    """The items of a document that has no flaw."""
    items, flaws = told(inside, view, **options)
    assert flaws == []
    return items


def told(inside: str, view: str = "0 0 100 100", **options: object) -> tuple[tuple[Item, ...], list[str]]:
    """The items of a document, and its flaws as "line: message (hint)"."""
    spaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    text = f'<svg {spaces} viewBox="{view}">{inside}</svg>'
    reader = SvgReader(**options)  # type: ignore[arg-type]
    items = reader.read(parse_xml(text))
    return items, [f"{flaw.line}: {flaw.message}" + (f" ({flaw.hint})" if flaw.hint else "") for flaw in reader.flaws]


def flaws(inside: str) -> list[str]:
    return told(inside)[1]


# shapes --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "d"),
    [
        ('<path d="M1 2h3"/>', "M1 2L4 2"),
        ('<rect x="1" y="2" width="3" height="4"/>', "M1 2L4 2L4 6L1 6Z"),
        ('<rect width="8" height="4" rx="1"/>',
         "M1 0L7 0C7.552 0 8 0.448 8 1L8 3C8 3.552 7.552 4 7 4L1 4C0.448 4 0 3.552 0 3L0 1C0 0.448 0.448 0 1 0Z"),
        # rx alone gives ry; both stop at half the side.
        ('<rect width="4" height="2" rx="9" ry="1"/>',
         "M2 0L2 0C3.105 0 4 0.448 4 1L4 1C4 1.552 3.105 2 2 2L2 2C0.895 2 0 1.552 0 1L0 1C0 0.448 0.895 0 2 0Z"),
        ('<circle cx="5" cy="5" r="5"/>',
         "M0 5C0 2.239 2.239 0 5 0C7.761 0 10 2.239 10 5C10 7.761 7.761 10 5 10C2.239 10 0 7.761 0 5Z"),
        ('<ellipse cx="5" cy="5" rx="5" ry="10"/>',
         "M0 5C0 -0.523 2.239 -5 5 -5C7.761 -5 10 -0.523 10 5C10 10.523 7.761 15 5 15C2.239 15 0 10.523 0 5Z"),
        ('<polygon points="1,2 3,4 5 6"/>', "M1 2L3 4L5 6Z"),
        ('<polyline points="1,2,3,4"/>', "M1 2L3 4"),
        ('<rect x="1mm" y="2px" width="3" height="4"/>', "M1 2L4 2L4 6L1 6Z"),
    ],
)  # fmt: skip
def test_every_shape_becomes_a_path(shape: str, d: str) -> None:
    assert read(shape) == (Path(d, BLACK),)


def test_a_line_is_stroked_and_never_filled() -> None:
    stroke = Stroke("#FF0000", 2)
    items = read('<line x1="1" y1="2" x2="3" y2="4" stroke="#f00" stroke-width="2"/>')
    assert items == (Path("M1 2L3 4", None, stroke),)
    assert read('<line x1="1" y1="2" x2="3" y2="4"/>') == ()


@pytest.mark.parametrize(
    "shape",
    ['<circle r="0"/>', '<circle/>', '<rect width="0" height="5"/>', '<ellipse rx="5"/>', '<path d=""/>',
     '<polygon points=""/>', '<rect width="5" height="5" fill="none"/>', '<g/>', '<path d="M1 1H5" display="none"/>'],
)  # fmt: skip
def test_what_has_no_extent_or_paint_draws_nothing(shape: str) -> None:
    assert read(shape) == ()


# paint ---------------------------------------------------------------------------------------------------------------


def first(items: Sequence[Item]) -> Path:
    """The first path, inside whatever groups."""
    item = items[0]
    while isinstance(item, Group):
        item = item.items[0]
    assert isinstance(item, Path)
    return item


SQUARE = 'd="M0 0H10V10H0Z"'


def test_properties_are_inherited_and_style_goes_before_attributes() -> None:
    inside = (
        '<g fill="#112233" stroke="white" stroke-width="0.5" fill-rule="evenodd">'
        f'<path {SQUARE} fill="red" style="fill: #445566; stroke-linejoin:round"/></g>'
    )
    assert read(inside) == (
        Path("M0 0L10 0L10 10L0 10Z", "#445566", Stroke("#FFFFFF", 0.5, join="round"), "evenodd"),
    )


def test_current_color_is_the_nearest_color() -> None:
    assert first(read(f'<g color="#123456"><path {SQUARE} fill="currentColor"/></g>')).fill == "#123456"
    reader = SvgReader()
    root = parse_xml(f'<svg viewBox="0 0 1 1"><path {SQUARE} fill="currentcolor"/></svg>')
    assert first(reader.read(root, Inherited(color="#ABCDEF"))).fill == "#ABCDEF"


@pytest.mark.parametrize(
    ("text", "right"),
    [("#fff", "#FFFFFF"), ("#AbCdEf", "#ABCDEF"), ("white", "#FFFFFF"), (" black ", "#000000"),
     ("rgb(1,2,3)", "#010203"), ("hsl(120,100%,50%)", "#00FF00")],
)  # fmt: skip
def test_colors(text: str, right: str) -> None:
    assert parse_color(text) == right


@pytest.mark.parametrize("text", ["", "blurple", "#12", "#12345", "#00000080", "rgba(0,0,0,0.5)", "url(#a)", "x" * 999])
def test_what_is_no_solid_color_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"color|translucent"):
        parse_color(text)


def test_opacities_multiply_for_what_is_filled_only_and_group_what_is_both() -> None:
    (plain,) = read(f'<path {SQUARE} fill-opacity="50%" opacity="0.5"/>')
    assert isinstance(plain, Path)
    assert plain.opacity == 0.25
    (line,) = read(f'<path {SQUARE} fill="none" stroke="red" stroke-opacity="0.5" opacity=".5"/>')
    assert isinstance(line, Path)
    assert line.stroke == Stroke("#FF0000", 1, 0.25)
    (both,) = read(f'<path {SQUARE} stroke="red" opacity="0.5"/>')
    assert both == Group((Path("M0 0L10 0L10 10L0 10Z", BLACK, Stroke("#FF0000", 1)),), opacity=0.5)


def test_strokes_carry_all_their_properties() -> None:
    (item,) = read(
        f'<path {SQUARE} fill="none" stroke="blue" stroke-linejoin="bevel" stroke-linecap="square" '
        'stroke-dasharray="2, 1 3" stroke-miterlimit="7" stroke-width="3"/>'
    )
    assert item == Path(
        "M0 0L10 0L10 10L0 10Z", None, Stroke("#0000FF", 3, 1.0, "bevel", "square", (2.0, 1.0, 3.0), 7.0)
    )


def test_dashes_that_are_all_nothing_are_a_plain_line() -> None:
    item = first(read(f'<path {SQUARE} stroke="red" stroke-dasharray="0 0"/>'))
    assert item.stroke == Stroke("#FF0000", 1)


# transforms ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("translate(3)", (1, 0, 0, 1, 3, 0)),
        ("translate(3,4)", (1, 0, 0, 1, 3, 4)),
        ("scale(2)", (2, 0, 0, 2, 0, 0)),
        ("scale(2 -3)", (2, 0, 0, -3, 0, 0)),
        ("rotate(90)", (0, 1, -1, 0, 0, 0)),
        ("rotate(90 10 20)", (0, 1, -1, 0, 30, 10)),
        ("skewX(45)", (1, 0, 1, 1, 0, 0)),
        ("skewY(45)", (1, 1, 0, 1, 0, 0)),
        ("matrix(1 2 3 4 5 6)", (1, 2, 3, 4, 5, 6)),
        # The first stands outermost: a point is scaled, then moved.
        ("translate(10 0) scale(2)", (2, 0, 0, 2, 10, 0)),
        ("scale(2),translate(10,0)\n", (2, 0, 0, 2, 20, 0)),
    ],
)
def test_transforms(text: str, right: tuple[float, ...]) -> None:
    (group,) = read(f'<path {SQUARE} transform="{text}"/>')
    assert isinstance(group, Group)
    assert group.matrix == pytest.approx(right, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    ["spin(4)", "translate(1 2 3)", "translate(a)", "translate(1 foo 2)", "scale", "rotate(1 2)", "scale(1e999)",
     "matrix(1 2 3)", "scale(2) nonsense", "translate(1", "scale(1e6)scale(1e6)"],
)  # fmt: skip
def test_what_is_no_transform_is_told(text: str) -> None:
    items, told_flaws = told(f'<path {SQUARE} transform="{text}"/><path d="M1 1H2"/>')
    assert len(told_flaws) == 1
    assert told_flaws[0].startswith("1: <path>: ")
    assert items == (Path("M1 1L2 1", BLACK),)


# gradients -----------------------------------------------------------------------------------------------------------

STOPS = '<stop offset="0" stop-color="#f00"/><stop offset="100%" style="stop-color:#00f;stop-opacity:0.25"/>'
RED_BLUE = (Stop(0, "#FF0000"), Stop(1, "#0000FF", 0.25))


def gradient(element: str, shape: str = '<rect x="10" y="20" width="40" height="10" fill="url(#a)"/>') -> object:
    return first(read(f"<defs>{element}</defs>{shape}")).fill


def test_a_linear_gradient_in_user_space() -> None:
    where = 'gradientUnits="userSpaceOnUse" x1="1" y1="2" x2="3" y2="4"'
    made = gradient(f'<linearGradient id="a" {where}>{STOPS}</linearGradient>')
    assert isinstance(made, Linear)
    assert (made.x1, made.y1, made.x2, made.y2) == pytest.approx((1, 2, 3, 4))
    assert made.stops == RED_BLUE


def test_percentages_in_user_space_are_of_the_view_box() -> None:
    items = read(
        f'<linearGradient id="a" gradientUnits="userSpaceOnUse" y2="50%">{STOPS}</linearGradient>'
        '<rect width="5" height="5" fill="url(#a)"/>',
        view="0 0 200 60",
    )
    made = first(items).fill
    assert isinstance(made, Linear)
    assert (made.x2, made.y2) == pytest.approx((200, 30))


def test_a_gradient_of_the_bounding_box_runs_from_left_to_right() -> None:
    made = gradient(f'<linearGradient id="a">{STOPS}</linearGradient>')
    assert isinstance(made, Linear)
    assert (made.x1, made.y1, made.x2, made.y2) == pytest.approx((10, 20, 50, 20))


def test_a_diagonal_gradient_of_an_oblong_box_keeps_the_other_diagonal_in_one_color() -> None:
    """SVG 2, 14.2.2: in the box's own square, lines of equal color are square to the axis; the box then stretches them.
    So the corners (10, 30) and (50, 20) of the box have the color half way."""
    made = gradient(f'<linearGradient id="a" x2="1" y2="1">{STOPS}</linearGradient>')
    assert isinstance(made, Linear)
    dx, dy = made.x2 - made.x1, made.y2 - made.y1

    def share(x: float, y: float) -> float:
        return ((x - made.x1) * dx + (y - made.y1) * dy) / (dx * dx + dy * dy)

    shares = [share(10, 20), share(50, 20), share(10, 30), share(50, 30), share(30, 25)]
    assert shares == pytest.approx([0, 0.5, 0.5, 1, 0.5])


def test_a_slanted_gradient_has_slanted_lines_of_equal_color() -> None:
    """skewX(45) moves a point to the right by its y: the share that x = 0 to 10 had now belongs to x - y."""
    where = 'gradientUnits="userSpaceOnUse" x2="10" gradientTransform="skewX(45)"'
    made = gradient(f'<linearGradient id="a" {where}>{STOPS}</linearGradient>')
    assert isinstance(made, Linear)
    # From (0, 0) square to the lines x - y = 0 and x - y = 10, which run downwards to the right.
    assert (made.x1, made.y1, made.x2, made.y2) == pytest.approx((0, 0, 5, -5))


def test_a_gradient_takes_stops_and_attributes_from_the_one_it_names() -> None:
    made = gradient(
        f'<linearGradient id="c">{STOPS}</linearGradient>'
        '<linearGradient id="b" xlink:href="#c" gradientUnits="userSpaceOnUse" x1="7" x2="9"/>'
        '<linearGradient id="a" href="#b" x2="8" y2="0" gradientTransform="translate(0 5)"/>'
    )
    assert isinstance(made, Linear)
    assert (made.x1, made.y1, made.x2, made.y2) == pytest.approx((7, 5, 8, 5))
    assert made.stops == RED_BLUE


def test_gradients_that_name_each_other_end() -> None:
    ring = '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'
    assert flaws(f'{ring}<path {SQUARE} fill="url(#a)"/>') == ["1: <path>: the gradient a has no stops"]


def test_radial_gradients_are_stretched_by_their_box() -> None:
    made = gradient(f'<radialGradient id="a">{STOPS}</radialGradient>')
    assert made == Radial(0.5, 0.5, 0.5, RED_BLUE, (40, 0, 0, 10, 10, 20))


def test_stops_never_go_back() -> None:
    made = gradient(
        '<linearGradient id="a"><stop offset="0.5" stop-color="red"/><stop offset="0.2" stop-color="blue"/>'
        '<stop offset="9" stop-color="white"/></linearGradient>'
    )
    assert isinstance(made, Linear)
    assert [stop.offset for stop in made.stops] == [0.5, 0.5, 1]


def test_a_gradient_without_an_axis_is_its_last_color() -> None:
    assert gradient(f'<linearGradient id="a" x1="1">{STOPS}</linearGradient>') == "#0000FF"


def test_a_gradient_of_a_box_without_height_paints_nothing() -> None:
    assert read(f'<linearGradient id="a">{STOPS}</linearGradient><path d="M0 5H9" fill="url(#a)"/>') == ()


@pytest.mark.parametrize(
    ("element", "flaw"),
    [
        ("", 'url(#a) names no gradient of this document'),
        ('<linearGradient id="b"/>', "url(#a) names no gradient of this document"),
        ('<clipPath id="a"/>', 'url(#a) names no gradient of this document; did you mean "a"?'),
        ('<linearGradient id="a"/>', "the gradient a has no stops"),
        ('<linearGradient id="a" href="#zz"/>', "the gradient a takes its stops from #zz, which is not there"),
        ('<linearGradient id="a" href="http://x.org/y.svg#z"/>',
         "the gradient a takes its stops from #http://x.org/y.svg#z, which is not there"),
        (f'<linearGradient id="a" spreadMethod="reflect">{STOPS}</linearGradient>',
         "the gradient a repeats or reflects, which is not drawn; write more stops"),
        (f'<radialGradient id="a" fx="0.1">{STOPS}</radialGradient>',
         "the gradient a has a focus off its center, which is not drawn"),
        ('<linearGradient id="a"><stop stop-color="reddish"/></linearGradient>',
         '"reddish" is not a color; write #rrggbb'),
    ],
)  # fmt: skip
def test_gradients_that_cannot_be_drawn_are_told(element: str, flaw: str) -> None:
    assert flaws(f'{element}<path {SQUARE} fill="url(#a)"/>') == [f"1: <path>: {flaw}"]


def test_a_gradient_on_a_stroke_is_told() -> None:
    inside = f'<linearGradient id="a">{STOPS}</linearGradient><path {SQUARE} stroke="url(#a)"/>'
    assert flaws(inside) == ["1: <path>: a gradient on a stroke is not drawn by the press; stroke with a color"]


# clips, use, images --------------------------------------------------------------------------------------------------


def test_a_clip_path_takes_its_shapes_where_their_transforms_put_them() -> None:
    (group,) = read(
        '<clipPath id="c" transform="translate(1 0)"><rect width="2" height="2" transform="scale(3)"/></clipPath>'
        f'<path {SQUARE} clip-path="url(#c)"/>'
    )
    assert isinstance(group, Group)
    assert group.clip is not None
    assert (group.clip.d, group.clip.rule) == ("M1 0L7 0L7 6L1 6Z", "nonzero")


def test_a_clip_rule_holds() -> None:
    clip = f'<clipPath id="c" clip-rule="evenodd"><path {SQUARE}/></clipPath>'
    (group,) = read(f'{clip}<g clip-path="url(#c)"><path {SQUARE}/></g>')
    assert isinstance(group, Group)
    assert group.clip is not None
    assert group.clip.rule == "evenodd"


@pytest.mark.parametrize(
    ("clip", "flaw"),
    [
        ("", 'clip-path="url(#c)" names no clipPath of this document'),
        ('<clipPath id="c"/>', "the clipPath c is empty, so that nothing would be seen"),
        ('<clipPath id="c"><g/></clipPath>', "<g> in a clipPath is not drawn by the press; use a shape"),
        (f'<clipPath id="c" clipPathUnits="objectBoundingBox"><path {SQUARE}/></clipPath>',
         "the clipPath c is clipped or measured by what it clips, which is not drawn"),
    ],
)  # fmt: skip
def test_clips_that_cannot_be_drawn_are_told(clip: str, flaw: str) -> None:
    assert flaws(f'{clip}<path {SQUARE} clip-path="url(#c)"/>') == [f"1: <path>: {flaw}"]


def test_use_draws_its_target_moved_and_with_the_users_paint() -> None:
    plain = Path("M0 0L10 0L10 10L0 10Z", "#FF0000")
    inside = f'<defs><path id="p" {SQUARE}/></defs><use href="#p" x="3" y="4" fill="red"/>'
    assert read(inside) == (Group((plain,), (1, 0, 0, 1, 3, 4)),)
    symbol = f'<symbol id="p"><path {SQUARE}/></symbol><use xlink:href="#p" fill="red"/>'
    assert read(symbol) == (Group((plain,)),)


def test_a_symbol_is_seen_only_where_it_is_used() -> None:
    assert read(f'<symbol id="p"><path {SQUARE}/></symbol>') == ()


@pytest.mark.parametrize(
    ("inside", "flaw"),
    [
        ('<use href="#gone"/>', 'href="#gone" is not in this document'),
        ('<g id="here"/><use href="#hero"/>', 'href="#hero" is not in this document; did you mean "here"?'),
        ('<use href="other.svg#a"/>', 'href="other.svg#a" is not in this document'),
        ('<use href="file:///etc/passwd"/>', 'href="file:///etc/passwd" is not in this document'),
        ('<use id="u" href="#u"/>', 'href="#u" leads back to itself'),
        ('<g id="g"><use href="#g"/></g>', 'href="#g" leads back to itself'),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', 'href="#a" leads back to itself'),
        ('<symbol id="s" viewBox="0 0 1 1"/><use href="#s"/>',
         "the symbol s has a viewBox, which is not drawn; use <g>"),
    ],
)  # fmt: skip
def test_use_that_leads_nowhere_or_round_and_round_is_told(inside: str, flaw: str) -> None:
    assert f"1: <use>: {flaw}" in flaws(inside)


def png(width: int = 2, height: int = 1, mode: str = "RGBA", color: object = (255, 0, 0, 128)) -> str:
    out = io.BytesIO()
    Image.new(mode, (width, height), color).save(out, "PNG")  # type: ignore[arg-type]
    return "data:image/png;base64," + base64.encodebytes(out.getvalue()).decode()


def test_an_embedded_picture_keeps_its_shape_inside_its_box() -> None:
    (group,) = read(f'<image x="10" y="20" width="8" height="8" href="{png()}"/>')
    assert isinstance(group, Group)
    assert group.matrix == (1, 0, 0, 1, 10, 22)
    (raster,) = group.items
    assert isinstance(raster, Raster)
    assert (raster.width, raster.height, raster.columns, raster.rows) == (8, 4, 2, 1)
    assert (raster.data, raster.alpha) == (b"\xff\0\0\xff\0\0", b"\x80\x80")


def test_an_embedded_picture_may_be_stretched() -> None:
    (group,) = read(f'<image width="8" height="8" preserveAspectRatio="none" href="{png()}"/>')
    assert isinstance(group, Group)
    (raster,) = group.items
    assert isinstance(raster, Raster)
    assert (raster.width, raster.height) == (8, 8)


def test_pictures_of_one_color_and_different_shape_are_told_apart() -> None:
    items = read(f'<image width="8" height="8" href="{png(4, 2)}"/><image width="8" height="8" href="{png(2, 4)}"/>')
    rasters = [group.items[0] for group in items if isinstance(group, Group)]
    assert len({raster.digest for raster in rasters if isinstance(raster, Raster)}) == 2


@pytest.mark.parametrize(
    "href",
    ["http://example.org/a.png", "file:///etc/passwd", "a.png", "", "data:image/svg+xml;base64,AAAA",
     "data:image/png;base64,AAAA", "data:image/png;base64,!!!", "data:image/png;base64," + base64.b64encode(
         b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n").decode()],
)  # fmt: skip
def test_pictures_that_are_not_embedded_png_or_jpeg_are_told(href: str) -> None:
    (flaw,) = flaws(f'<image width="8" height="8" href="{href}"/>')
    assert flaw in (
        "1: <image>: only embedded PNG or JPEG pictures are drawn; nothing is fetched",
        "1: <image>: the embedded picture cannot be read",
    )


# what is not drawn ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inside", "flaw"),
    [
        ("<text>hi</text>", "1: <text> is not drawn by the press"),
        ("<rectangle/>", '1: <rectangle> is not drawn by the press (did you mean "rect"?)'),
        ("<elipse/>", '1: <elipse> is not drawn by the press (did you mean "ellipse"?)'),
        ("<script>x</script>", "1: <script> is not drawn by the press"),
        ("<style>a{}</style>", "1: <style> is not drawn by the press (write the properties on the shapes)"),
        ("<foreignObject/>", "1: <foreignObject> is not drawn by the press"),
        ('<svg x="3"/>', "1: <svg> inside another is not drawn by the press (use <g> with a transform)"),
        (f'<path {SQUARE} filter="url(#f)"/>', "1: filter is not drawn by the press (draw it with shapes and opacity)"),
        (f'<path {SQUARE} style="mask:url(#f)"/>',
         "1: mask is not drawn by the press (draw it with shapes and opacity)"),
        (f'<path {SQUARE} visibility="hidden"/>',
         "1: visibility is not drawn by the press (draw it with shapes and opacity)"),
        (f'<path {SQUARE} fil="red"/>',
         '1: <path>: the attribute "fil" is not drawn by the press (did you mean "fill"?)'),
        (f'<path {SQUARE} onclick="x()"/>', '1: <path>: the attribute "onclick" is not drawn by the press'),
        (f'<path {SQUARE} stroke-linejoin="arcs"/>', '1: stroke-linejoin: "arcs" is none of miter, round, bevel'),
        (f'<path {SQUARE} stroke-width="-1"/>', '1: stroke-width: "-1" is below 0'),
        (f'<path {SQUARE} stroke-dasharray="1 -1"/>', '1: stroke-dasharray: "1 -1" has a dash below 0'),
        (f'<path {SQUARE} stroke-miterlimit="0"/>', '1: stroke-miterlimit: "0" is below 1'),
        (f'<path {SQUARE} fill="blurple"/>', '1: <path>: "blurple" is not a color; write #rrggbb'),
        (f'<path {SQUARE} opacity="nan"/>', '1: <path>: "nan" is not a share; write a number from 0 to 1'),
        ('<rect width="5in" height="2"/>', '1: <rect>: "5in" is not a length; write a number of millimetres'),
        ('<rect width="nan" height="2"/>', '1: <rect>: "nan" is not a length; write a number of millimetres'),
        ('<rect width="1e300" height="2"/>', "1: <rect>: the number 1e+300 is too large"),
        ('<polygon points="1 2 3"/>', "1: <polygon>: points holds 3 numbers; a point has two"),
        ('<polygon points="1 2 a 4"/>', '1: <polygon>: "a" is not a number'),
        ('<path d="M1 2L"/>',
         "1: <path>: path data, after 4 characters: L takes 2 numbers, or several times as many, not 0"),
    ],
)  # fmt: skip
def test_what_is_not_drawn_is_told_and_never_passed_over(inside: str, flaw: str) -> None:
    assert flaws(inside) == [flaw]


def test_flaws_carry_their_line() -> None:
    assert flaws("<g>\n<wobble/>\n\n<wobble/></g>") == [
        "2: <wobble> is not drawn by the press",
        "4: <wobble> is not drawn by the press",
    ]


def test_editors_own_elements_and_attributes_are_passed_over() -> None:
    inside = (
        '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"><inkscape:page '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"/></sodipodi:namedview><metadata><rdf/></metadata>'
        '<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:label="Layer 1" xml:space="preserve" '
        'data-name="x" style="font-variation-settings:normal;-inkscape-stroke:none;paint-order:normal">'
        f'<title>t</title><desc>d</desc><path {SQUARE}/></g>'
    )
    assert read(inside) == (Path("M0 0L10 0L10 10L0 10Z", BLACK),)


def test_an_element_of_ours_in_a_foreign_namespace_is_not_ours() -> None:
    inside = '<x:mark xmlns:x="urn:x"/><mark/>'
    made = read(inside, handlers={"mark": lambda element, _: [Path("M0 0L1 1", "#111111")]})
    assert made == (Path("M0 0L1 1", "#111111"),)


def test_the_root_draws_its_own_transform_and_opacity() -> None:
    root = parse_xml(f'<svg viewBox="0 0 9 9" transform="scale(2)" opacity="0.5"><path {SQUARE}/></svg>')
    (group,) = SvgReader().read(root)
    assert isinstance(group, Group)
    assert (group.matrix, len(group.items)) == ((2, 0, 0, 2, 0, 0), 1)


def test_classes_can_be_recolored() -> None:
    items = read(f'<path class="big ground" {SQUARE} style="fill:red"/>', recolor={"ground": "#00FF00"})
    assert items == (Path("M0 0L10 0L10 10L0 10Z", "#00FF00"),)


# documents -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not well-formed"),
        ("<svg", "not well-formed XML at line 1"),
        ("<svg><g></svg>", "not well-formed XML at line 1"),
        ("<html/>", "the root element is <html>, not <svg>"),
        ('<!DOCTYPE svg><svg/>', "document type"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "document type"),
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>', "document type"),
        ("<svg>&undefined;</svg>", "not well-formed"),
        ("<svg>" + " " * 4_000_000 + "</svg>", "at most 4000000"),
        ("<svg>\0</svg>", "not well-formed"),
        ("<svg>" + "<g>" * 5000 + "</g>" * 5000 + "</svg>", "not well-formed"),
    ],
)  # fmt: skip
def test_documents_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_xml(text)
    if text.isascii():
        with pytest.raises(ValueError, match=message):
            parse_xml(text.encode())


def test_a_document_type_in_utf_16_is_seen_too() -> None:
    with pytest.raises(ValueError, match="document type"):
        parse_xml('<?xml version="1.0" encoding="utf-16"?><!DOCTYPE svg><svg/>'.encode("utf-16"))


def test_an_entity_bomb_is_refused_at_once() -> None:
    entities = "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(9))
    start = time.process_time()
    with pytest.raises(ValueError, match=r"document type|not well-formed"):
        parse_xml(f'<!DOCTYPE svg [<!ENTITY e0 "ha">{entities}]><svg id="&e9;">&e9;</svg>')
    assert time.process_time() - start < 1


def test_a_text_is_read_whatever_encoding_it_declares() -> None:
    root = parse_xml('<?xml version="1.0" encoding="iso-8859-1"?><svg id="\u017f\u00e9"/>')
    assert root.get("id") == "\u017f\u00e9"


@pytest.mark.parametrize(
    ("attributes", "right"),
    [('viewBox="1 2 3 4"', Box(1, 2, 3, 4)), ('viewBox=" 0,0,3.5,4 "', Box(0, 0, 3.5, 4)),
     ('width="63mm" height="88"', Box(0, 0, 63, 88))],
)  # fmt: skip
def test_view_boxes(attributes: str, right: Box) -> None:
    assert view_box(parse_xml(f"<svg {attributes}/>")) == right


@pytest.mark.parametrize(
    "attributes",
    ["", 'width="5"', 'width="100%" height="100%"', 'viewBox="0 0 0 5"', 'viewBox="0 0 5"', 'viewBox="0 0 5 -5"',
     'viewBox="0 0 nan 5"', 'viewBox="x 0 0 5 5"', 'viewBox="0 0 1e999 5"', 'width="0" height="3"'],
)  # fmt: skip
def test_documents_without_a_size_are_refused(attributes: str) -> None:
    with pytest.raises(ValueError, match=r"size|length|number"):
        view_box(parse_xml(f"<svg {attributes}/>"))


@pytest.mark.parametrize(("text", "right"), [("5", 5), (" -2.5mm ", -2.5), ("1e1px", 10), (".5", 0.5)])
def test_lengths(text: str, right: float) -> None:
    assert length(text) == right


@pytest.mark.parametrize("text", ["", "mm", "5cm", "5 5", "50%", "inf", "nan", "1e400"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"length|large"):
        length(text)


def test_a_row_of_digits_that_is_no_length_is_refused_at_once() -> None:
    start = time.process_time()
    with pytest.raises(ValueError, match="not a length"):
        length("1" * 1_000_000 + "x")
    assert time.process_time() - start < 1


# bombs and speed -----------------------------------------------------------------------------------------------------


def timed(inside: str) -> tuple[float, list[str]]:
    start = time.process_time()
    _, found = told(inside)
    return time.process_time() - start, found


def doubling(levels: int, leaf: str) -> str:
    steps = "".join(f'<g id="g{i + 1}"><use href="#g{i}"/><use href="#g{i}"/></g>' for i in range(levels))
    return f'<defs><g id="g0">{leaf}</g>{steps}</defs><use href="#g{levels}"/>'


@pytest.mark.parametrize("leaf", ["", '<path d="M0 0H1"/>', '<use href="#nowhere"/>', "<wobble/>"])
def test_doubling_by_use_ends_soon_and_is_told(leaf: str) -> None:
    took, found = timed(doubling(25, leaf))
    assert took < 4
    assert any("more than 50,000 elements to draw" in flaw for flaw in found)


def test_long_path_data_used_many_times_ends_soon() -> None:
    took, found = timed(doubling(14, f'<path d="M0 0{"l1 1" * 50_000}"/>'))
    assert took < 4
    assert any("characters of path data to draw" in flaw for flaw in found)


def test_a_picture_used_many_times_is_unpacked_once() -> None:
    took, found = timed(doubling(12, f'<image width="9" height="9" href="{png(2000, 2000)}"/>'))
    assert took < 4
    assert found == []


def test_many_names_and_many_mistakes_end_soon() -> None:
    names = "".join(f'<g id="name-number-{i}"/>' for i in range(20_000))
    took, found = timed(names + '<use href="#name-number-x"/>\n' * 5000)
    assert took < 5
    assert len(found) == 100


def test_elements_nested_too_deep_are_told() -> None:
    _, found = timed("<g>" * 100 + f"<path {SQUARE}/>" + "</g>" * 100)
    assert found == ["1: <g> is nested more than 60 deep"]


def test_a_large_document_is_read_in_seconds() -> None:
    paint = 'fill="#123456" style="stroke:#654321;stroke-width:0.2"'
    shape = f'<path d="M10.5 20.25c1.25-2.5 3 4 5.125 6.0625l-3 4 2 1z" {paint}/>'
    count = 2_000_000 // len(shape)
    start = time.process_time()
    items = read(shape * count)
    assert time.process_time() - start < 5
    assert len(items) == count
