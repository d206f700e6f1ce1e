"""Picture files brought in. The pictures are made here, with colors and corners known."""

import io
import os
import re
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms, ImageFile

from pipeline.drawing import Clip, Group, Raster, rectangle
from pipeline.drawing import Path as Shape
from pipeline.pictures import PictureError
from pipeline.pictures.files import load_picture

#: A box of one inch: 300 pixels are just what print shows.
INCH = 25.4
RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 0)


def quarters(size: int = 300, mode: str = "RGB") -> Image.Image:
    """Red and green above, blue and yellow below."""
    picture = Image.new("RGB", (size, size))
    half = size // 2
    for index, color in enumerate((RED, GREEN, BLUE, YELLOW)):
        picture.paste(color, (index % 2 * half, index // 2 * half, index % 2 * half + half, index // 2 * half + half))
    return picture.convert(mode)


@pytest.fixture
def keep(tmp_path: Path) -> Callable[..., Path]:
    """Writes a picture, or bytes, under a name."""

    def write(picture: Image.Image | bytes, name: str = "art.png", **options: Any) -> Path:
        path = tmp_path / name
        if isinstance(picture, bytes):
            path.write_bytes(picture)
        else:
            picture.save(path, **options)
        return path

    return write


Keep = Callable[..., Path]


def load(path: Path, width: float = INCH, height: float = INCH) -> Raster:
    drawing = load_picture(path, width, height)
    assert (drawing.width, drawing.height) == (width, height)
    (raster,) = drawing.items
    assert isinstance(raster, Raster)
    assert (raster.width, raster.height) == (width, height)
    return raster


def seen(raster: Raster) -> Image.Image:
    """What a raster shows, as it is embedded."""
    if raster.encoding == "jpeg":
        picture = Image.open(io.BytesIO(raster.data))
        assert picture.size == (raster.columns, raster.rows)
        return picture.convert("RGB")
    return Image.frombytes("RGB", (raster.columns, raster.rows), raster.data)


def corners(raster: Raster) -> list[tuple[int, ...]]:
    """Colors in the middles of the quarters: top left, top right, bottom left, bottom right."""
    picture = seen(raster)
    x, y = picture.width // 4, picture.height // 4
    return [picture.getpixel(at) for at in ((x, y), (3 * x, y), (x, 3 * y), (3 * x, 3 * y))]  # type: ignore[misc]


def near(*colors: tuple[int, ...], by: int = 6) -> list[Any]:
    return [pytest.approx(color, abs=by) for color in colors]


def refusal(path: Path, width: float = INCH, height: float = INCH) -> str:
    with pytest.raises(PictureError) as error:
        load_picture(path, width, height)
    return f"{error.value.message}; {error.value.hint}".rstrip("; ")


# turning and color ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orientation", "right"),
    [
        # EXIF 2.3, 4.6.4: which side of the stored picture is its top, which its left.
        (1, (RED, GREEN, BLUE, YELLOW)),
        (2, (GREEN, RED, YELLOW, BLUE)),
        (3, (YELLOW, BLUE, GREEN, RED)),
        (4, (BLUE, YELLOW, RED, GREEN)),
        (5, (RED, BLUE, GREEN, YELLOW)),
        (6, (BLUE, RED, YELLOW, GREEN)),
        (7, (YELLOW, GREEN, BLUE, RED)),
        (8, (GREEN, YELLOW, RED, BLUE)),
    ],
)
def test_a_photograph_stands_upright(keep: Keep, orientation: int, right: tuple[tuple[int, ...], ...]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = keep(quarters(), "photo.jpg", exif=exif, quality=95, subsampling=0)
    assert corners(load(path)) == near(*right)


def test_a_turned_photograph_is_cropped_as_it_is_seen(keep: Keep) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    path = keep(quarters().resize((600, 300)), "photo.jpg", exif=exif, quality=95)
    raster = load(path, INCH, 2 * INCH)
    assert (raster.columns, raster.rows) == (300, 600)


#: Red, green and blue, each of two inks, and black.
INKS = ((0, 255, 255, 0), (255, 0, 255, 0), (255, 255, 0, 0), (0, 0, 0, 255))


def cmyk() -> Image.Image:
    picture = Image.new("CMYK", (300, 300))
    for index, ink in enumerate(INKS):
        picture.paste(ink, (index % 2 * 150, index // 2 * 150, index % 2 * 150 + 150, index // 2 * 150 + 150))
    return picture


def test_a_cmyk_jpeg_from_adobe_has_its_right_colors(keep: Keep) -> None:
    path = keep(cmyk(), "photo.jpg", quality=95, subsampling=0)
    data = path.read_bytes()
    # What Pillow writes is Adobe's kind: an APP14 segment, and 255 for no ink.
    assert b"Adobe" in data[:200]
    raster = load(path)
    assert corners(raster) == near((255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0))
    assert raster.encoding == "jpeg"


def test_a_photograph_stays_a_photograph(keep: Keep) -> None:
    path = keep(Image.effect_noise((600, 600), 60).convert("RGB"), "photo.jpg", quality=90)
    raster = load(path)
    assert (raster.encoding, raster.columns, raster.rows) == ("jpeg", 300, 300)
    assert len(raster.data) < 300 * 300 * 3 / 2


def test_a_transparent_png_has_no_black_box(keep: Keep) -> None:
    picture = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    picture.paste((255, 0, 0, 255), (0, 0, 150, 300))
    raster = load(keep(picture))
    assert seen(raster).getpixel((50, 150)) == RED
    alpha = Image.frombytes("L", (300, 300), raster.alpha)
    assert (alpha.getpixel((50, 150)), alpha.getpixel((250, 150))) == (255, 0)


def test_edges_of_what_is_transparent_do_not_darken_when_it_is_made_smaller(keep: Keep) -> None:
    """White in front of transparent black: every pixel that shows at all shows white."""
    picture = Image.new("RGBA", (1200, 1200), (0, 0, 0, 0))
    picture.paste((255, 255, 255, 255), (0, 0, 601, 1200))
    raster = load(keep(picture))
    pixels = zip(zip(*[iter(raster.data)] * 3, strict=True), raster.alpha, strict=True)
    assert min(min(color) for color, alpha in pixels if alpha > 8) >= 250


@pytest.mark.parametrize("mode", ["P", "L", "1", "LA", "RGBA", "I;16"])
def test_every_kind_of_png(keep: Keep, mode: str) -> None:
    gray = Image.new("L", (300, 300), 0)
    gray.paste(255, (150, 0, 300, 300))
    if mode == "I;16":
        wide = Image.new("I;16", (300, 300), 0)
        wide.paste(65535, (150, 0, 300, 300))
        wide.paste(32896, (0, 150, 150, 300))
        assert corners(load(keep(wide))) == near((0, 0, 0), (255,) * 3, (128,) * 3, (255,) * 3, by=1)
        return
    assert corners(load(keep(gray.convert(mode)))) == near((0,) * 3, (255,) * 3, (0,) * 3, (255,) * 3, by=1)


def test_a_png_with_sixteen_bits_a_color(keep: Keep) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    row = b"\0" + (b"\xff\xff\x80\x80\x00\x00" * 300)
    header = (300).to_bytes(4, "big") * 2 + bytes([16, 2, 0, 0, 0])
    chunks = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(row * 300)) + chunk(b"IEND", b"")
    assert corners(load(keep(b"\x89PNG\r\n\x1a\n" + chunks))) == near(*[(255, 128, 0)] * 4, by=1)


def test_a_palette_with_a_transparent_color(keep: Keep) -> None:
    picture = Image.new("P", (300, 300), 1)
    picture.putpalette([255, 0, 0, 0, 128, 0])
    picture.paste(0, (0, 0, 150, 300))
    raster = load(keep(picture, transparency=0))
    assert seen(raster).getpixel((250, 50)) == GREEN
    assert (raster.alpha[50], raster.alpha[250]) == (0, 255)


def test_an_rgb_png_with_a_transparent_color(keep: Keep) -> None:
    raster = load(keep(quarters(), transparency=RED))
    assert (raster.alpha[50], raster.alpha[250]) == (0, 255)


@pytest.mark.parametrize("lossless", [True, False])
def test_webp(keep: Keep, lossless: bool) -> None:
    raster = load(keep(quarters(), "art.webp", lossless=lossless, quality=95))
    assert corners(raster) == near(RED, GREEN, BLUE, YELLOW, by=1 if lossless else 12)
    assert raster.alpha == b""


def profile(space: str) -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile(space)).tobytes()  # type: ignore[arg-type]


def wide_profile() -> bytes:
    """The sRGB profile with its red and green told the other way round: a picture through it has them exchanged."""
    data = bytearray(profile("sRGB"))
    count = int.from_bytes(data[128:132], "big")
    for index in range(count):
        entry = 132 + 12 * index
        name = bytes(data[entry : entry + 4])
        if name in (b"rXYZ", b"gXYZ"):
            data[entry : entry + 4] = b"gXYZ" if name == b"rXYZ" else b"rXYZ"
    return bytes(data)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_colors_go_through_the_pictures_own_profile(keep: Keep, mode: str) -> None:
    picture = Image.new("RGB", (300, 300), (255, 0, 0)).convert(mode)
    raster = load(keep(picture, icc_profile=wide_profile()))
    assert corners(raster) == near(*[(0, 255, 0)] * 4, by=3)


def test_an_srgb_profile_changes_nothing(keep: Keep) -> None:
    assert corners(load(keep(quarters(), icc_profile=profile("sRGB")))) == near(RED, GREEN, BLUE, YELLOW, by=1)


def test_a_gray_picture_with_a_profile_for_colors_is_read(keep: Keep) -> None:
    picture = Image.new("L", (300, 300), 128)
    assert corners(load(keep(picture, icc_profile=profile("sRGB")))) == near(*[(128, 128, 128)] * 4, by=1)


def test_a_profile_that_does_not_fit_is_refused(keep: Keep) -> None:
    told = refusal(keep(quarters(), icc_profile=profile("LAB")))
    assert told == "art.png has RGB pixels and a color profile for Lab; save it with sRGB's profile"


def test_a_profile_that_is_none_is_refused(keep: Keep) -> None:
    assert refusal(keep(quarters(), icc_profile=b"nonsense")).startswith("art.png cannot be read: ")


# size ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "right"),
    [
        # The middle of 600 x 300 pixels: all of its height, or all of its width.
        (INCH, INCH, (300, 300)),
        (2 * INCH, INCH, (600, 300)),
        (2 * INCH, INCH / 2, (600, 150)),
        (INCH / 2, INCH, (150, 300)),
    ],
)
def test_a_picture_covers_its_box(keep: Keep, width: float, height: float, right: tuple[int, int]) -> None:
    raster = load(keep(quarters().resize((600, 300))), width, height)
    assert (raster.columns, raster.rows) == right


def test_cropping_keeps_the_middle(keep: Keep) -> None:
    picture = Image.new("RGB", (900, 300), RED)
    picture.paste(GREEN, (300, 0, 600, 300))
    assert set(corners(load(keep(picture)))) == {GREEN}
    assert set(corners(load(keep(picture.rotate(90, expand=True))))) == {GREEN}


def test_finer_pictures_are_brought_down_to_300_dpi(keep: Keep) -> None:
    raster = load(keep(quarters(2000)))
    assert (raster.columns, raster.rows) == (300, 300)
    assert corners(raster) == near(RED, GREEN, BLUE, YELLOW, by=2)


@pytest.mark.parametrize("size", [200, 250, 300])
def test_pictures_from_200_to_300_dpi_keep_their_pixels(keep: Keep, size: int) -> None:
    assert load(keep(quarters(size))).columns == size


def test_coarser_pictures_are_refused_with_the_pixels_needed(keep: Keep) -> None:
    assert refusal(keep(quarters(198))) == (
        "art.png has 198 pixels to the inch at 25.4 x 25.4 mm; at least 200 are needed; "
        "use a picture of at least 200 x 200 pixels"
    )
    # 63 x 44 mm are 496.06 x 346.46 pixels at 200 to the inch; the height decides.
    assert refusal(keep(Image.new("RGB", (2000, 300))), 63, 44) == (
        "art.png has 173 pixels to the inch at 63 x 44 mm; at least 200 are needed; "
        "use a picture of at least 497 x 347 pixels"
    )


# what is no picture --------------------------------------------------------------------------------------------------


def test_what_is_no_picture_is_refused(keep: Keep) -> None:
    gif = io.BytesIO()
    quarters().save(gif, "GIF")
    script = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 300\n"
    for data in (b"not a picture", b"", gif.getvalue(), script):
        told = refusal(keep(data))
        assert told == "art.png is not a PNG, JPEG or WebP picture; save it as one of these"


def test_what_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "gone.png") == "gone.png cannot be read: No such file or directory"
    assert refusal(tmp_path).endswith("cannot be read: Is a directory")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_file_cut_short_is_refused(keep: Keep, kind: str) -> None:
    out = io.BytesIO()
    Image.effect_noise((300, 300), 60).convert("RGB").save(out, kind)
    data = out.getvalue()
    for share in (0.02, 0.5, 0.9):
        told = refusal(keep(data[: int(len(data) * share)], "cut.png"))
        assert re.fullmatch(r"cut\.png (is not a PNG, JPEG or WebP picture|cannot be read: [^<>]+); save it .+", told)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_damaged_files_are_read_or_refused_and_nothing_else(keep: Keep, kind: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    out = io.BytesIO()
    quarters(40).save(out, kind, exif=exif, icc_profile=profile("sRGB"))
    data = out.getvalue()
    for position in range(0, min(len(data), 900), 3):
        broken = bytearray(data)
        broken[position] ^= 0xFF
        try:
            load_picture(keep(bytes(broken), f"{position}.png"), 4, 4)
        except PictureError:
            continue


def png_header(width: int, height: int) -> bytes:
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 0, 0, 0, 0])
    data = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(part).to_bytes(4, "big") + kind + part + zlib.crc32(kind + part).to_bytes(4, "big")
        for kind, part in ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    )


@pytest.mark.parametrize("side", [9_000, 12_000, 60_000])
def test_a_bomb_is_refused_from_its_header(keep: Keep, side: int) -> None:
    path = keep(png_header(side, side))
    start = time.process_time()
    assert refusal(path) == "art.png unpacks to more than 80,000,000 pixels; save it smaller"
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize("name", ["art.png", "art.webp"])
def test_a_picture_that_moves_is_refused(keep: Keep, name: str) -> None:
    path = keep(quarters(), name, save_all=True, append_images=[quarters().rotate(90)])
    assert refusal(path) == f"{name} moves: it has 2 frames; save the frame that is meant as a picture"


def test_a_photograph_with_a_depth_map_is_its_first_frame(keep: Keep) -> None:
    out = io.BytesIO()
    quarters().save(out, "MPO", save_all=True, append_images=[Image.new("RGB", (300, 300))], quality=95)
    raster = load(keep(out.getvalue(), "photo.jpg"))
    assert corners(raster) == near(RED, GREEN, BLUE, YELLOW)
    assert raster.encoding == "jpeg"


# SVG, sameness -------------------------------------------------------------------------------------------------------


def svg(inside: str, box: str = "0 0 20 10") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{inside}</svg>'.encode()


def test_an_svg_covers_its_box_about_its_middle(keep: Keep) -> None:
    path = keep(svg('<path d="M0 0H20V10H0Z" fill="red"/>', "5 0 20 10"), "art.svg")
    drawing = load_picture(path, 30, 30)
    (outer,) = drawing.items
    assert isinstance(outer, Group)
    assert outer.clip == Clip(rectangle(0, 0, 30, 30))
    (inner,) = outer.items
    assert isinstance(inner, Group)
    # Three times as large, so that its height fills the box; its middle, 15, comes to the box's, 15.
    assert inner.matrix == pytest.approx((3, 0, 0, 3, -30, 0))
    assert inner.items == (Shape("M0 0L20 0L20 10L0 10Z", "#FF0000"),)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (svg("<text/>\n<blink/>"),
         "art.svg: line 1: <text> is not drawn by the press; line 2: <blink> is not drawn by the press"),
        (b"<svg", "art.svg: not well-formed XML at line 1, column 5: Couldn't find end of Start Tag svg line 1"),
        (svg("", "0 0 0 5"), 'art.svg: viewBox="0 0 0 5" does not hold four numbers with a positive size'),
        (b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + svg(""),
         "art.svg: a document type or entity is declared; remove the line that begins with <!DOCTYPE"),
    ],
)  # fmt: skip
def test_an_svg_that_cannot_be_drawn_is_refused(keep: Keep, data: bytes, told: str) -> None:
    assert refusal(keep(data, "art.svg")) == told


def test_the_same_file_gives_the_same_raster(keep: Keep) -> None:
    one = load(keep(quarters(), "one.jpg"))
    two = load(keep(quarters(), "two.jpg"))
    assert one is not two
    assert one == two
    assert len(one.digest) == 24


def test_pictures_of_one_color_and_different_shape_are_told_apart(keep: Keep) -> None:
    wide = load(keep(Image.new("RGB", (600, 300), RED), "wide.png"), 2 * INCH, INCH)
    high = load(keep(Image.new("RGB", (300, 600), RED), "high.png"), INCH, 2 * INCH)
    assert wide.data == high.data
    assert wide.digest != high.digest


def test_a_changed_file_is_read_anew(keep: Keep) -> None:
    path = keep(Image.new("RGB", (300, 300), RED))
    assert corners(load(path))[0] == RED
    keep(Image.new("RGB", (300, 300), BLUE))
    os.utime(path, ns=(1, 1))
    assert corners(load(path))[0] == BLUE


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_file_cut_short_is_refused_whatever_another_library_allows(
    keep: Keep, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WeasyPrint tells Pillow to let such files pass, for the whole process."""
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    test_a_file_cut_short_is_refused(keep, kind)
    assert ImageFile.LOAD_TRUNCATED_IMAGES is True, "its setting is left as it was"
