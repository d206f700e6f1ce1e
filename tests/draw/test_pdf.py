"""PDF files, read back with pikepdf, pdfium, Poppler, QPDF, MuPDF and Ghostscript."""

import io
import multiprocessing
import os
import re
import subprocess
import sys
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path as FilePath

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image

from pipeline.crew import Crew
from pipeline.draw import PdfDocument, Placement, packing
from pipeline.draw.content import operators
from pipeline.draw.pixels import render_pages, render_png
from pipeline.draw.syntax import font_name, real
from pipeline.drawing import (
    IDENTITY,
    Clip,
    Drawing,
    Group,
    Item,
    Linear,
    Matrix,
    Path,
    Radial,
    Raster,
    Stop,
    Stroke,
    TextRun,
    Use,
    circle,
    polygon,
    rectangle,
    walk,
)
from pipeline.model.markup import parse
from pipeline.project import HOUSE
from pipeline.svg import SvgReader, parse_xml
from pipeline.typeset import Fonts, Frame, Setting, Style, TextSetter, shape_line
from pipeline.units import Box

Tool = Callable[[str], str]
FULL = rectangle(0, 0, 40, 30)


def made(fonts: Fonts, *pages: Iterable[Item]) -> bytes:
    """Pages of 40 x 30 mm with these items on them."""
    document = PdfDocument("A title", "en-GB", fonts.files())
    for items in pages:
        document.page(40, 30, [], tuple(items))
    return document.data()


def pixels(pdf: bytes, width: int = 400, height: int = 300) -> np.ndarray:
    """The first page through pdfium: at 10 pixels a millimetre for 40 x 30 mm."""
    return np.asarray(Image.open(io.BytesIO(next(iter(render_png(pdf, width, height))))))


def run(*command: str | FilePath) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def written(pdf: bytes, folder: FilePath) -> FilePath:
    path = folder / "made.pdf"
    path.write_bytes(pdf)
    return path


def line(fonts: Fonts, text: str, x: float = 2, y: float = 10, font: str = "alegreya-sans-500") -> list[TextRun]:
    return shape_line(fonts, font, 10, text, (x, y))


# pages ---------------------------------------------------------------------------------------------------------------


def test_page_boxes_are_exact(fonts: Fonts) -> None:
    document = PdfDocument("t", "en", fonts.files())
    document.page(69.85, 95.25, [], trim=Box(3.175, 3.175, 63.5, 88.9))
    document.page(210, 297, [])
    pdf = pikepdf.open(io.BytesIO(document.data()))
    first, second = pdf.pages
    # 69.85 mm are 198 pt, 95.25 mm are 270 pt, the trim lies an eighth of an inch inside.
    assert [float(value) for value in first.MediaBox] == pytest.approx([0, 0, 198, 270], abs=1e-4)
    assert [float(value) for value in first.TrimBox] == pytest.approx([9, 9, 189, 261], abs=1e-4)
    assert [float(value) for value in first.BleedBox] == pytest.approx([0, 0, 198, 270], abs=1e-4)
    assert [float(value) for value in second.MediaBox] == pytest.approx([0, 0, 595.2756, 841.8898], abs=1e-3)
    assert "/TrimBox" not in second


def test_the_trim_box_is_measured_from_the_top(fonts: Fonts) -> None:
    document = PdfDocument("t", "en", fonts.files())
    document.page(25.4, 50.8, [], trim=Box(2.54, 5.08, 10, 12.7))
    pdf = pikepdf.open(io.BytesIO(document.data()))
    # 5.08 mm from the top of 144 pt are 14.4 pt, 12.7 mm further down 36 pt, 10 mm to the right 28.346 pt.
    assert [float(v) for v in pdf.pages[0].TrimBox] == pytest.approx([7.2, 93.6, 35.546, 129.6], abs=1e-3)


def test_the_file_says_what_it_is(fonts: Fonts) -> None:
    document = PdfDocument("T\u00eftle \u017f", "de-AT", fonts.files(), subject="A subject")
    document.page(40, 30, [], bookmark="First \u2014 one", label="A")
    document.page(40, 30, [], bookmark="Second", label="B")
    pdf = pikepdf.open(io.BytesIO(document.data()))
    assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    assert str(pdf.Root.Lang) == "de-AT"
    assert (str(pdf.docinfo.Title), str(pdf.docinfo.Subject)) == ("T\u00eftle \u017f", "A subject")
    assert pdf.pdf_version == "1.7"
    with pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["First \u2014 one", "Second"]
        targets = [item.destination if item.destination is not None else item.action.D for item in outline.root]
    assert len({str(target) for target in targets}) == 2
    assert [page.label for page in pdf.pages] == ["A", "B"]


@pytest.mark.parametrize("text", ["plain (and \\ more", "Wa\u017fser \u2014 \u2605", "\U0001f600"])
def test_texts_for_people(fonts: Fonts, text: str) -> None:
    document = PdfDocument(text, "en", fonts.files(), subject=text)
    document.page(40, 30, [], bookmark=text, label=text)
    pdf = pikepdf.open(io.BytesIO(document.data()))
    with pdf.open_outline() as outline:
        bookmark = outline.root[0].title
    assert [str(pdf.docinfo.Title), str(pdf.docinfo.Subject), bookmark, pdf.pages[0].label] == [text] * 4


def test_the_id_is_the_contents(fonts: Fonts) -> None:
    def id_of(color: str) -> bytes:
        data = made(fonts, [Path(FULL, color)])
        return bytes(pikepdf.open(io.BytesIO(data)).trailer.ID[0])

    assert id_of("#000000") == id_of("#000000") != id_of("#000001")


def test_no_font_stands_in_the_file_that_was_not_asked_for(fonts: Fonts, tool: Tool, tmp_path: FilePath) -> None:
    told = run(tool("pdffonts"), written(made(fonts, [Path(FULL, "#FF0000")]), tmp_path))
    assert len(told.splitlines()) == 2


# drawings ------------------------------------------------------------------------------------------------------------


def test_a_drawing_is_one_form_however_often_it_is_used(fonts: Fonts) -> None:
    star = Drawing((Path(circle(5, 5, 5), "#00FF00"),), 10, 10)
    again = Drawing((Path(circle(5, 5, 5), "#00FF00"),), 10, 10, "another name")
    face = Drawing((Use(star), Use(again, (1, 0, 0, 1, 10, 0))), 40, 30)
    document = PdfDocument("t", "en", fonts.files())
    for _ in range(3):
        document.page(40, 30, [Placement(face, IDENTITY), Placement(face, (0.5, 0, 0, 0.5, 0, 0))], [Use(star)])
    pdf = pikepdf.open(io.BytesIO(document.data()))
    forms = [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"]
    assert len(forms) == 2


def test_a_placement_is_cut_by_its_window(fonts: Fonts) -> None:
    red = Drawing((Path(FULL, "#FF0000"),), 40, 30)
    document = PdfDocument("t", "en", fonts.files())
    document.page(40, 30, [Placement(red, (0, 1, -1, 0, 40, 0), Box(15, 5, 5, 5))])
    picture = pixels(document.data())
    assert (picture[51:99, 151:199] == (255, 0, 0)).all()
    outside = picture.copy()
    outside[49:101, 149:201] = 255
    assert (outside == 255).all()


@pytest.mark.parametrize(
    "matrix", [(0, 1, -1, 0, 30, 0), (-1, 1.2e-16, -1.2e-16, -1, 40, 30), (1, 0, 0, 1, 0.00001, 0)]
)
def test_no_number_is_written_with_an_exponent(fonts: Fonts, matrix: Matrix) -> None:
    """PDF has no exponents (ISO 32000-1, 7.3.3): cos(90) is 6e-17."""
    small = Drawing((Group((Path(FULL, "#FF0000"),), (1e-5, 0, 0, 1e-5, 1e6, 0)), *BLEND), 40, 30)
    document = PdfDocument("t", "en", fonts.files())
    document.page(40, 30, [Placement(small, matrix)], [Use(small, matrix)])
    for each in pikepdf.open(io.BytesIO(document.data())).objects:
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") in (None, "/Form") and "/Length1" not in each:
            assert not re.search(rb"\d[eE][-+]?\d", each.read_bytes())


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-0.0, "0"), (1, "1"), (0.5, "0.5"), (1 / 3, "0.333333"), (1e6, "1000000"), (1234567.8, "1234567.8"),
     (1e-5, "0.00001"), (6e-17, "0"), (-6e-17, "0"), (-2.5e-5, "-0.000025")],
)  # fmt: skip
def test_real_numbers(value: float, text: str) -> None:
    assert real(value) == text


def test_paths_become_operators() -> None:
    assert " ".join(operators("M1 2L3 4C1 2 3 4 5 6Z").split()) == "1 2 m 3 4 l 1 2 3 4 5 6 c h"
    assert operators("M1 2L3 4L5 6ZM7 8L9 0") == "1 2 m 3 4 l 5 6 l h 7 8 m 9 0 l "
    assert operators("M1 2L3 4ZL5 6M7 8Z") == "1 2 m 3 4 l h 5 6 l 7 8 m h "


# paint, seen through pdfium: a point of the page is 10 pixels a millimetre --------------------------------------------


def colors(items: Iterable[Item], fonts: Fonts, *points: tuple[float, float]) -> list[tuple[int, ...]]:
    picture = pixels(made(fonts, items))
    return [tuple(int(v) for v in picture[round(y * 10), round(x * 10)]) for x, y in points]


WHITE = (255, 255, 255)
RED = (255, 0, 0)


def test_y_grows_downwards_from_the_top_left_corner(fonts: Fonts) -> None:
    assert colors([Path(rectangle(0, 0, 10, 5), "#FF0000")], fonts, (5, 2), (5, 7), (5, 28)) == [RED, WHITE, WHITE]


def test_even_odd_leaves_a_hole_and_nonzero_does_not(fonts: Fonts) -> None:
    ring = rectangle(0, 0, 20, 20) + rectangle(5, 5, 10, 10)
    assert colors([Path(ring, "#FF0000", rule="evenodd")], fonts, (2, 2), (10, 10)) == [RED, WHITE]
    assert colors([Path(ring, "#FF0000")], fonts, (2, 2), (10, 10)) == [RED, RED]
    stroked = Path(ring, "#FF0000", Stroke("#0000FF", 2), "evenodd")
    assert colors([stroked], fonts, (2, 2), (10, 10), (20, 10)) == [RED, WHITE, (0, 0, 255)]


def test_an_even_odd_gradient_leaves_a_hole_too(fonts: Fonts) -> None:
    ring = rectangle(0, 0, 20, 20) + rectangle(5, 5, 10, 10)
    plain = Linear(0, 0, 1, 0, (Stop(0, "#FF0000"), Stop(1, "#FF0000")))
    assert colors([Path(ring, plain, rule="evenodd")], fonts, (2, 2), (10, 10)) == [RED, WHITE]


def test_a_clip_cuts_what_its_group_holds_and_nothing_else(fonts: Fonts) -> None:
    ring = Clip(rectangle(0, 0, 20, 20) + rectangle(5, 5, 10, 10), "evenodd")
    cut = Group((Path(FULL, "#FF0000"),), (1, 0, 0, 1, 10, 0), ring)
    after = Path(rectangle(0, 25, 5, 5), "#0000FF")
    points = (5, 10), (12, 10), (20, 10), (28, 10), (32, 10), (2, 27)
    assert colors([cut, after], fonts, *points) == [WHITE, RED, WHITE, RED, WHITE, (0, 0, 255)]


def test_dashes_start_with_a_dash(fonts: Fonts) -> None:
    dashed = Path("M0 10L40 10", None, Stroke("#FF0000", 4, dashes=(10, 5)))
    solid = Path("M0 20L40 20", None, Stroke("#FF0000", 4))
    points = (5, 10), (12.5, 10), (20, 10), (27.5, 10), (5, 7), (12.5, 20)
    assert colors([dashed, solid], fonts, *points) == [RED, WHITE, RED, WHITE, WHITE, RED]


def test_ends_and_joins(fonts: Fonts) -> None:
    def end(cap: str) -> list[tuple[int, ...]]:
        stroke = Stroke("#FF0000", 6, cap=cap)  # type: ignore[arg-type]
        return colors([Path("M10 10L20 10", None, stroke)], fonts, (22, 10), (22.7, 12.7))

    assert [end("butt"), end("round"), end("square")] == [[WHITE, WHITE], [RED, WHITE], [RED, RED]]

    def corner(join: str) -> list[tuple[int, ...]]:
        stroke = Stroke("#FF0000", 6, join=join)  # type: ignore[arg-type]
        return colors([Path("M5 20L20 20L20 5", None, stroke)], fonts, (21.8, 21.8), (22.8, 22.8))

    assert [corner("miter"), corner("round"), corner("bevel")] == [[RED, RED], [RED, WHITE], [WHITE, WHITE]]


def test_a_sharp_corner_keeps_within_the_miter_limit(fonts: Fonts) -> None:
    """An angle of 28 degrees has a miter of 4.1 times the width: cut at SVG's 4, kept at 10."""
    spike = "M5 12L25 15L5 18"

    def tip(limit: float) -> tuple[int, ...]:
        return colors([Path(spike, None, Stroke("#FF0000", 2, miter_limit=limit))], fonts, (28, 15))[0]

    assert (tip(4), tip(10)) == (WHITE, RED)


def test_opacity_of_fill_and_line(fonts: Fonts) -> None:
    half = Path(rectangle(0, 0, 10, 10), "#FF0000", Stroke("#0000FF", 4, 0.25), opacity=0.5)
    fill, stroke, after = colors([half, Path(rectangle(20, 0, 9, 9), "#FF0000")], fonts, (5, 5), (11, 5), (25, 5))
    assert fill == pytest.approx((255, 128, 128), abs=2)
    assert stroke == pytest.approx((191, 191, 255), abs=2)
    assert after == RED


def test_a_group_is_composed_before_it_is_laid_down(fonts: Fonts) -> None:
    pair = (Path(rectangle(0, 0, 20, 20), "#FF0000"), Path(rectangle(10, 0, 20, 20), "#0000FF"))
    left, both, right, below = colors([Group(pair, opacity=0.5)], fonts, (5, 5), (15, 5), (25, 5), (5, 25))
    assert left == pytest.approx((255, 128, 128), abs=2)
    # The overlap shows the blue one only.
    assert both == right == pytest.approx((128, 128, 255), abs=2)
    assert below == WHITE


def test_groups_nest(fonts: Fonts) -> None:
    inner = Group((Path(FULL, "#000000"),), opacity=0.5)
    (color,) = colors([Group((inner, Path(rectangle(0, 0, 1, 1), "#000000")), opacity=0.5)], fonts, (20, 20))
    assert color == pytest.approx((191, 191, 191), abs=2)


def test_gradients_run_and_are_padded(fonts: Fonts) -> None:
    ramp = Linear(10, 0, 30, 0, (Stop(0, "#000000"), Stop(1, "#FFFFFF")))
    assert colors([Path(FULL, ramp)], fonts, (5, 5), (20, 5), (35, 5)) == [
        (0, 0, 0), pytest.approx((128, 128, 128), abs=3), pytest.approx(WHITE, abs=1),
    ]  # fmt: skip


def test_stops_inside_the_ends_and_sharp_edges(fonts: Fonts) -> None:
    flag = (Stop(0.25, "#FF0000"), Stop(0.5, "#FF0000"), Stop(0.5, "#0000FF"), Stop(0.75, "#00FF00"))
    points = (2, 5), (15, 5), (19, 5), (20.5, 5), (25, 5), (38, 5)
    left, a, b, c, middle, right = colors([Path(FULL, Linear(0, 0, 40, 0, flag))], fonts, *points)
    assert left == a == b == RED
    assert c == pytest.approx((0, 15, 240), abs=8)
    assert middle == pytest.approx((0, 128, 128), abs=5)
    assert right == (0, 255, 0)


def test_bounds_of_a_gradients_pieces_rise(fonts: Fonts) -> None:
    """ISO 32000-1, 7.10.4: bounds must rise, within the domain; a reader may refuse the file otherwise."""
    stops = tuple(Stop(offset, "#FF0000") for offset in (0, 0, 0.5, 0.5, 0.5, 0.7, 1, 1))
    pdf = pikepdf.open(io.BytesIO(made(fonts, [Path(FULL, Linear(0, 0, 40, 0, stops))])))
    function = pdf.pages[0].Resources.Shading["/S0"].Function
    assert [float(bound) for bound in function.Bounds] == [0.5, 0.7]
    assert (len(function.Functions), len(function.Encode)) == (3, 6)


@pytest.mark.parametrize(
    "stops",
    [(Stop(0, "#FF0000"),), (Stop(1, "#FF0000"),), (Stop(0.4, "#FF0000"),), (Stop(0, "#FF0000"), Stop(0, "#FF0000")),
     (Stop(1, "#FF0000"), Stop(1, "#FF0000"))],
)  # fmt: skip
def test_a_gradient_of_one_color_is_that_color(fonts: Fonts, stops: tuple[Stop, ...]) -> None:
    assert colors([Path(FULL, Linear(0, 0, 40, 0, stops))], fonts, (1, 1), (39, 29)) == [RED, RED]


def test_a_stretched_radial_gradient(fonts: Fonts) -> None:
    ramp = Radial(0, 0, 1, (Stop(0, "#FF0000"), Stop(0.99, "#FF0000"), Stop(0.99, "#0000FF")), (16, 0, 0, 8, 20, 15))
    points = (20, 15), (34, 15), (37, 15), (20, 21), (20, 24.5)
    assert colors([Path(FULL, ramp)], fonts, *points) == [RED, RED, (0, 0, 255), RED, (0, 0, 255)]


def test_a_gradient_of_opacity(fonts: Fonts) -> None:
    fade = Linear(0, 0, 40, 0, (Stop(0, "#FF0000", 1), Stop(1, "#FF0000", 0)))
    left, middle, right = colors([Path(FULL, fade, opacity=0.5)], fonts, (0.2, 5), (20, 5), (39.8, 5))
    assert left == pytest.approx((255, 128, 128), abs=3)
    assert middle == pytest.approx((255, 191, 191), abs=3)
    assert right == pytest.approx(WHITE, abs=3)


def test_what_fades_in_one_color_is_shaded_once_and_in_two_colors_twice(fonts: Fonts) -> None:
    """Once for what lets it through, and once for its colors, where there are several."""

    def shadings(*colors: str) -> int:
        fade = Linear(0, 0, 40, 0, tuple(Stop(at, color, 1 - at) for at, color in enumerate(colors)))
        pdf = pikepdf.open(io.BytesIO(made(fonts, [Path(FULL, fade)])))
        streams = [each.read_bytes() for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        return sum(len(re.findall(rb"\bsh\b", stream)) for stream in streams)

    assert (shadings("#FF0000", "#FF0000"), shadings("#FF0000", "#0000FF")) == (1, 2)


def test_what_fades_leaves_a_hole_where_its_outline_does(fonts: Fonts) -> None:
    ring = rectangle(0, 0, 40, 30) + rectangle(10, 10, 20, 10)
    fade = Linear(0, 0, 0, 30, (Stop(0, "#FF0000", 1), Stop(0.9, "#FF0000", 1), Stop(1, "#FF0000", 0)))
    assert colors([Path(ring, fade, rule="evenodd")], fonts, (5, 5), (20, 15)) == [RED, WHITE]


def test_a_gradient_of_opacity_in_a_picture_drawn_in_large_units(fonts: Fonts) -> None:
    fade = Linear(0, 0, 40_000, 0, (Stop(0, "#FF0000", 1), Stop(1, "#FF0000", 0)))
    large = Path(rectangle(0, 0, 40_000, 30_000), fade)
    group = Group((Group((large, Path(rectangle(0, 0, 9, 9), "#000000")), opacity=0.5),), (0.001, 0, 0, 0.001, 0, 0))
    (middle,) = colors([group], fonts, (20, 15))
    assert middle == pytest.approx((255, 191, 191), abs=3)


def test_pictures_lie_upright_in_their_box(fonts: Fonts) -> None:
    quarters = bytes([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0])
    raster = Raster(20, 10, 2, 2, "rgb", quarters, digest="a")
    items = [Group((raster,), (1, 0, 0, 1, 10, 10))]
    points = (12, 11), (28, 11), (12, 18), (28, 18), (31, 11), (12, 21)
    assert colors(items, fonts, *points) == [RED, (0, 255, 0), (0, 0, 255), (255, 255, 0), WHITE, WHITE]


def test_a_see_through_picture_shows_what_is_below(fonts: Fonts) -> None:
    raster = Raster(40, 30, 2, 1, "rgb", bytes(6), bytes([0, 128]), "b")
    left, right = colors([Path(FULL, "#FF0000"), raster], fonts, (5, 15), (35, 15))
    assert left == RED
    assert right == pytest.approx((127, 0, 0), abs=2)


def test_png_pages_have_the_size_asked_for_and_say_their_resolution(fonts: Fonts) -> None:
    (data,) = render_png(made(fonts, [Path(FULL, "#FF0000")]), 473, 355)
    picture = Image.open(io.BytesIO(data))
    assert (picture.size, picture.mode) == ((473, 355), "RGB")
    assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.1)


# two readers agree ---------------------------------------------------------------------------------------------------

STOPS = (Stop(0, "#E8B04A", 0.9), Stop(0.4, "#7A1F3D", 0.2), Stop(1, "#0B4463", 1))
BLEND: tuple[Item, ...] = (
    Path(FULL, Linear(0, 0, 40, 30, (Stop(0, "#E8B04A"), Stop(1, "#F8FDFF")))),
    Path(circle(12, 12, 9), Radial(0, 0, 1, STOPS, (9, 2, 0, 7, 12, 12)), Stroke("#1A1410", 0.3)),
    Group(
        (
            Path(circle(28, 18, 8), Linear(20, 10, 36, 26, STOPS), opacity=0.8),
            Path(circle(32, 14, 6), "#45B5E6", Stroke("#FFFFFF", 0.8, 0.5), opacity=0.6),
            Group(
                (Path(rectangle(20, 12, 15, 5), "#2E6B34"),),
                (0.9, 0.3, -0.3, 0.9, 8, -4),
                Clip(circle(28, 14, 5)),
                0.5,
            ),
        ),
        opacity=0.7,
    ),
)


def test_blends_look_alike_in_four_readers(fonts: Fonts, tool: Tool, tmp_path: FilePath) -> None:
    pdf = made(fonts, BLEND)
    path = written(pdf, tmp_path)
    ours = pixels(pdf, 236, 177).astype(float)
    run(tool("pdftoppm"), "-png", "-scale-to-x", "236", "-scale-to-y", "177", path, tmp_path / "poppler")
    run(tool("mutool"), "draw", "-q", "-o", tmp_path / "mupdf.png", "-w", "236", "-h", "177", path)
    run(
        tool("gs"), "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=png16m", "-g236x177", "-dFIXEDMEDIA",
        "-dPDFFitPage", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", f"-sOutputFile={tmp_path / 'gs.png'}", path,
    )  # fmt: skip
    files = {"poppler": next(tmp_path.glob("poppler*.png")), "mupdf": tmp_path / "mupdf.png", "gs": tmp_path / "gs.png"}
    differences = {}
    for name, file in files.items():
        theirs = Image.open(file).convert("RGB")
        assert abs(theirs.width - 236) <= 1
        differences[name] = np.abs(np.asarray(theirs.resize((236, 177))).astype(float) - ours).mean()
    assert max(differences.values()) < 2, differences
    # What is compared is a picture, not a blank page.
    assert ours.std() > 30


def test_the_file_is_sound(fonts: Fonts, tool: Tool, tmp_path: FilePath) -> None:
    raster = Raster(40, 30, 1, 1, "rgb", b"\1\2\3", b"\x80", "c")
    document = PdfDocument("t", "en", fonts.files())
    face = Drawing((*BLEND, raster, *line(fonts, "Wa\u017fſer \u2605 fi")), 40, 30)
    below = line(fonts, "below")
    document.page(40, 30, [Placement(face, IDENTITY)], below, bookmark="b", label="l", trim=Box(1, 1, 9, 9))
    document.page(40, 30, [])
    path = written(document.data(), tmp_path)
    assert "No syntax or stream encoding errors found" in run(tool("qpdf"), "--check", path)
    assert "warning" not in run(tool("gs"), "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=nullpage", path).lower()
    assert re.search(r"Pages:\s+2\n", run(tool("pdfinfo"), path))


# text ----------------------------------------------------------------------------------------------------------------


def pdfium_text(pdf: bytes) -> str:
    return str(pdfium.PdfDocument(pdf)[0].get_textpage().get_text_bounded()).replace("\r\n", "\n").strip()


def poppler_text(pdf: bytes, tool: Tool, folder: FilePath) -> str:
    return run(tool("pdftotext"), "-layout", written(pdf, folder), "-").strip().rstrip("\f").strip()


def test_fonts_are_embedded_and_subset_once_each(fonts: Fonts, tool: Tool, tmp_path: FilePath) -> None:
    pages = [[*line(fonts, "first"), *line(fonts, "\u2605\u017f", 2, 20)], line(fonts, "second"), line(fonts, "third")]
    face = Drawing(tuple(line(fonts, "face", font="alegreya-700")), 40, 30)
    document = PdfDocument("t", "en", fonts.files())
    for items in pages:
        document.page(40, 30, [Placement(face, IDENTITY)], items)
    pdf = document.data()
    rows = [row.split() for row in run(tool("pdffonts"), written(pdf, tmp_path)).splitlines()[2:]]
    names = sorted(row[0].split("+")[1] for row in rows)
    assert names == ["alegreya-700", "alegreya-sans-500", "noto-sans-400", "noto-sans-symbols-2-400"]
    # Columns: name, type (three words: CID TrueType), encoding, embedded, subset, Unicode.
    assert {tuple(row[1:7]) for row in rows} == {("CID", "TrueType", "Identity-H", "yes", "yes", "yes")}
    assert all(re.fullmatch("[A-Z]{6}", row[0].split("+")[0]) for row in rows)
    whole = sum((HOUSE / f"fonts/{name}.ttf").stat().st_size for name in names)
    assert len(pdf) < whole / 10


@pytest.mark.parametrize(
    "text",
    ["AVATAR fi ffi Ta To.", "10\u201312 +1/\u22121", "\u201cWa\u017fſer\u201d \u2014 \u00e9\u0101\u1e9e \u2605"],
)
def test_text_is_read_back_as_it_was_set(fonts: Fonts, tool: Tool, tmp_path: FilePath, text: str) -> None:
    pdf = made(fonts, line(fonts, text))
    assert poppler_text(pdf, tool, tmp_path) == text
    assert pdfium_text(pdf) == text


def test_letters_stand_where_they_were_set(fonts: Fonts) -> None:
    """Kerned and tracked letters of a long line, by the boxes pdfium finds: no rounding adds up."""
    text = "AVAVATATOLTLVAWAVAVATATOLTLV"
    (run_,) = line(fonts, text)
    page = pdfium.PdfDocument(made(fonts, [run_]))[0].get_textpage()
    (alone,) = line(fonts, "V")
    side = pdfium.PdfDocument(made(fonts, [alone]))[0].get_textpage().get_charbox(0)[0] / 72 * 25.4 - alone.x
    last = page.get_charbox(len(text) - 1)[0] / 72 * 25.4
    assert last == pytest.approx(run_.x + run_.glyphs[-1].x + side, abs=0.005)


def letters(text: str) -> str:
    """A text without its spaces, letters and the marks upon them in one form."""
    return unicodedata.normalize("NFC", "".join(text.split()))


def test_marks_upon_letters_are_drawn_above_them_and_read_in_order(
    fonts: Fonts, tool: Tool, tmp_path: FilePath
) -> None:
    text = "ax\u0302\u0323b x\u0302c"
    (run_,) = line(fonts, text, font="noto-sans-400")
    pdf = made(fonts, [run_])
    for told in (poppler_text(pdf, tool, tmp_path), pdfium_text(pdf)):
        assert letters(told) == letters(text)


def test_a_glyph_set_higher_is_drawn_higher_and_the_next_on_the_line(fonts: Fonts) -> None:
    (run_,) = line(fonts, "III", 2, 15)
    (piece,) = run_.pieces
    a, b, c = piece.glyphs
    # 5 mm at 10 pt, in em.
    high = replace(piece, glyphs=(a, b._replace(y=-5 / (10 / 72 * 25.4)), c))
    raised = run_._replace(pieces=(high,))
    glyphs = raised.glyphs
    dark = pixels(made(fonts, [raised])).min(axis=2) < 128
    columns = [slice(round(10 * (2 + each.x)), round(10 * (2 + each.x + each.advance))) for each in glyphs]
    tops = [np.flatnonzero(dark[:, column].any(axis=1))[0] for column in columns]
    assert tops[0] == pytest.approx(tops[2], abs=1)
    assert tops[0] - tops[1] == pytest.approx(50, abs=1)


def set_text(setter: TextSetter, text: str) -> Setting:
    style = Style(font="alegreya-sans-500", size=10.0)
    return setter.set(parse(text)[0], style, Frame(Box(2, 2, 36, 20)))


def test_marks_read_as_their_words_and_the_words_are_not_seen(
    setter: TextSetter, fonts: Fonts, tool: Tool, tmp_path: FilePath
) -> None:
    setting = set_text(setter, "Pay {R+2}, then {gold}.")
    pdf = made(fonts, setting.items)
    assert poppler_text(pdf, tool, tmp_path) == "Pay Red+2, then gold."
    assert pdfium_text(pdf) == "Pay Red+2, then gold."
    unseen = [item for item in setting.items if not (isinstance(item, TextRun) and not item.color)]
    assert (pixels(pdf) == pixels(made(fonts, unseen))).all()


def test_text_after_unseen_words_is_seen_again(fonts: Fonts) -> None:
    (run_,) = line(fonts, "seen")
    hidden = TextRun(run_.font, run_.size, 2, 20, run_.width, run_.pieces, "seen", "", stretch=0.5)
    dark = pixels(made(fonts, [hidden, run_])).min(axis=2) < 128
    assert dark[70:120].any()
    assert not dark[150:].any()


def test_fonts_with_unusual_file_names_can_be_named() -> None:
    assert font_name("alegreya-sans-500") == "Falegreya-sans-500"
    assert re.fullmatch("[A-Za-z0-9_-]+", font_name("My Font #2 (\u00e9)"))
    assert font_name("a b") != font_name("ab")


# the same bytes ------------------------------------------------------------------------------------------------------

AGAIN = """
import hashlib, sys
sys.path.insert(0, "tests")
from draw.test_pdf import BLEND, made, line
from pipeline.project import HOUSE, Project
from pipeline.typeset import load_fonts
fonts = load_fonts(Project(HOUSE))
print(hashlib.sha256(made(fonts, BLEND, [*line(fonts, "W\u017f \u2605")])).hexdigest())
"""


def test_the_same_items_give_the_same_bytes_in_every_process(fonts: Fonts) -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", AGAIN], cwd=HOUSE, env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("77", "Asia/Tokyo"))
    }  # fmt: skip
    assert len(told) == 1
    assert made(fonts, BLEND) == made(fonts, BLEND)


def test_a_drawings_key_tells_pictures_apart_and_nothing_else() -> None:
    one = Drawing((Path(FULL, "#FF0000"),), 40, 30, "one")
    same = Drawing((Path(FULL, "#FF0000"),), 40, 30, "other name")
    others = [
        Drawing((Path(FULL, "#FF0001"),), 40, 30),
        Drawing((Path(FULL, "#FF0000"),), 40, 31),
        Drawing((Path(FULL, "#FF0000", opacity=0.5),), 40, 30),
        Drawing((Use(one),), 40, 30),
        Drawing((Use(same, (2, 0, 0, 1, 0, 0)),), 40, 30),
    ]
    assert one.key == same.key
    assert len({drawing.key for drawing in (one, *others)}) == 6


def test_walking_goes_into_groups_and_drawings() -> None:
    inner = Path(polygon([(0, 0), (1, 0), (1, 1)]), "#FF0000")
    used = Use(Drawing((inner,), 1, 1), (2, 0, 0, 2, 0, 0))
    seen = list(walk([Group((used,), (1, 0, 0, 1, 5, 6))]))
    assert [type(item).__name__ for item, _ in seen] == ["Group", "Use", "Path"]
    assert seen[-1][1] == (2, 0, 0, 2, 5, 6)


def test_svg_gradients_look_as_a_browser_shows_them(fonts: Fonts) -> None:
    """A diagonal gradient of an oblong box: the other diagonal has one color, which is the middle of the two."""
    text = (
        '<svg viewBox="0 0 40 30"><linearGradient id="a" x2="1" y2="1"><stop offset="0"/><stop offset="1" '
        'stop-color="#fff"/></linearGradient><rect width="40" height="10" fill="url(#a)"/></svg>'
    )
    items: Sequence[Item] = SvgReader().read(parse_xml(text))
    for color in colors(items, fonts, (38, 0.5), (20, 5), (2, 9.5)):
        assert color == pytest.approx((128, 128, 128), abs=6)


@dataclass(frozen=True)
class Kept:
    """Keeps pictures as files of a folder, as any process can."""

    folder: FilePath

    def __call__(self, index: int, png: bytes) -> None:
        (self.folder / f"{index:02}.png").write_bytes(png)


class Lost(Kept):
    """Ends every process but the one it was made in."""

    def __call__(self, index: int, png: bytes) -> None:
        if multiprocessing.parent_process():
            os._exit(1)
        super().__call__(index, png)


def twenty(fonts: Fonts) -> bytes:
    document = PdfDocument("t", "en", fonts.files())
    for step in range(20):
        document.page(40, 30, [], [Path(FULL, f"#{step * 12:02X}8040"), *line(fonts, f"{step} fi")])
    return document.data()


@pytest.mark.parametrize("kind", [Kept, Lost])
def test_many_pages_are_drawn_by_several_processes_as_by_one(
    kind: type[Kept], tmp_path: FilePath, fonts: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the others are lost: this one then draws their share."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    thumbs = list(render_pages(twenty(fonts), 160, 120, kind(tmp_path), 10, Crew()))
    kept = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    assert kept == list(render_png(twenty(fonts), 160, 120))
    assert len(set(kept)) == len(thumbs) == 20
    for step, (png, thumb) in enumerate(zip(kept, thumbs, strict=True)):
        assert np.asarray(Image.open(io.BytesIO(png)))[119, 159] == pytest.approx((step * 12, 0x80, 0x40))
        assert Image.frombytes("RGB", (16, 12), thumb).getpixel((15, 11)) == (step * 12, 0x80, 0x40)


def test_what_keeps_pictures_may_fail(tmp_path: FilePath, fonts: Fonts) -> None:
    with pytest.raises(FileNotFoundError):
        list(render_pages(twenty(fonts), 160, 120, Kept(tmp_path / "missing"), 10, Crew()))


def test_pixels_are_what_pdfium_draws(fonts: Fonts) -> None:
    """An odd width, whose rows do not end on a word."""
    pdf = made(fonts, [*BLEND, *line(fonts, "Wa\u017fser")])
    page = pdfium.PdfDocument(pdf)[0]
    bitmap = pdfium.PdfBitmap.new_native(157, 119, pdfium.raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, 157, 119)
    flags = pdfium.raw.FPDF_ANNOT | pdfium.raw.FPDF_PRINTING
    pdfium.raw.FPDF_RenderPageBitmap(bitmap, page, 0, 0, 157, 119, 0, flags)
    (png,) = render_png(pdf, 157, 119)
    assert (np.asarray(Image.open(io.BytesIO(png))) == bitmap.to_numpy()[:, :, ::-1]).all()


@pytest.mark.parametrize("data", [b"", b"words " * 500, bytes(range(256))])
def test_what_is_packed_is_deflated(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for level in (1, 6):
        assert zlib.decompress(packing.packed(data, level)) == data
        assert packing.unpacked(packing.packed(data, level), len(data)) == data
    monkeypatch.setattr(packing, "deflate", None)
    assert zlib.decompress(packing.packed(data)) == data
    assert packing.unpacked(packing.packed(data), len(data)) == data


@pytest.mark.parametrize("ours", [True, False])
def test_what_is_not_as_long_as_it_should_be_is_not_unpacked(ours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not ours:
        monkeypatch.setattr(packing, "deflate", None)
    data = packing.packed(b"words " * 500)
    for cut, size in ((data, 2999), (data, 3001), (data[:-20], 3000), (b"", 3000), (b"words", 3000)):
        assert packing.unpacked(cut, size) is None
