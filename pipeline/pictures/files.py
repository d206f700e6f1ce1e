"""Picture files brought in: turned upright, into sRGB, cropped to cover their box, no finer than print can show."""

import hashlib
import io
import math
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Final

from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError

from pipeline.bitmaps import whole_bitmaps
from pipeline.drawing import Clip, Drawing, Group, Raster, rectangle
from pipeline.pictures.request import PictureError
from pipeline.svg import SvgReader, parse_xml, view_box
from pipeline.units import MM_PER_INCH

#: What print shows; finer pictures are brought down to it.
FULL_DPI: Final = 300
#: Coarser pictures are refused.
LEAST_DPI: Final = 200
#: Bounds against decompression bombs.
MOST_PIXELS: Final = 80_000_000
MOST_BYTES: Final = 100_000_000
_FORMATS: Final = ("PNG", "JPEG", "WEBP")
#: What Pillow calls a JPEG, the second when it holds further frames.
_PHOTOS: Final = ("JPEG", "MPO")


def load_picture(path: FilePath, width: float, height: float) -> Drawing:
    """A PNG, JPEG, WebP or SVG file, cropped about its middle so that it covers `width` x `height` millimetres.

    Raises PictureError for a file that cannot be read, is hostile, or has fewer than 200 pixels to the inch at this
    size.
    """
    try:
        state = path.stat()
        if state.st_size > MOST_BYTES:
            message = f"{path.name} has {state.st_size:,} bytes; at most {MOST_BYTES:,} are read"
            raise PictureError(message, "save it smaller")
        return _load(path, state.st_mtime_ns, width, height)
    except OSError as error:
        raise PictureError(f"{path.name} cannot be read: {error.strerror}") from None


@lru_cache(maxsize=64)
def _load(path: FilePath, _changed: int, width: float, height: float) -> Drawing:
    data = path.read_bytes()
    if path.suffix.lower() == ".svg":
        return _vector(path.name, data, width, height)
    raster = _raster(path.name, data, width, height)
    return Drawing((raster,), width, height, path.name)


def _vector(name: str, data: bytes, width: float, height: float) -> Drawing:
    reader = SvgReader()
    try:
        root = parse_xml(data)
        box = view_box(root)
        items = reader.read(root)
    except ValueError as error:
        raise PictureError(f"{name}: {error}") from None
    if reader.flaws:
        told = "; ".join(f"line {flaw.line}: {flaw.message}" for flaw in reader.flaws[:5])
        raise PictureError(f"{name}: {told}", reader.flaws[0].hint)
    scale = max(width / box.width, height / box.height)
    left = (width - box.width * scale) / 2 - box.x * scale
    top = (height - box.height * scale) / 2 - box.y * scale
    inner = Group(items, (scale, 0, 0, scale, left, top))
    return Drawing((Group((inner,), clip=Clip(rectangle(0, 0, width, height))),), width, height, name)


def _raster(name: str, data: bytes, width: float, height: float) -> Raster:
    try:
        with whole_bitmaps():
            picture = Image.open(io.BytesIO(data), formats=_FORMATS)
            # A JPEG's further frames are depth maps and the like of its maker's.
            frames = 1 if picture.format in _PHOTOS else getattr(picture, "n_frames", 1)
            pixels = picture.width * picture.height
            upright = _to_srgb(ImageOps.exif_transpose(picture)) if frames == 1 and pixels <= MOST_PIXELS else None
    except PictureError as error:
        raise PictureError(f"{name} {error.message}", error.hint) from None
    except UnidentifiedImageError:
        raise PictureError(f"{name} is not a PNG, JPEG or WebP picture", "save it as one of these") from None
    except Image.DecompressionBombError:
        raise PictureError(f"{name} unpacks to more than {MOST_PIXELS:,} pixels", "save it smaller") from None
    except Exception as error:  # decoders raise whatever a broken file makes them meet first
        raise PictureError(f"{name} cannot be read: {error}", "save it anew") from None
    if pixels > MOST_PIXELS:
        raise PictureError(f"{name} unpacks to more than {MOST_PIXELS:,} pixels", "save it smaller")
    if upright is None:
        raise PictureError(f"{name} moves: it has {frames} frames", "save the frame that is meant as a picture")
    cropped = _cover(upright, width, height)
    dpi = cropped.width / width * MM_PER_INCH
    if dpi < LEAST_DPI - 0.5:
        need = f"{math.ceil(width / MM_PER_INCH * LEAST_DPI)} x {math.ceil(height / MM_PER_INCH * LEAST_DPI)}"
        raise PictureError(
            f"{name} has {dpi:.0f} pixels to the inch at {width:g} x {height:g} mm; at least {LEAST_DPI} are needed",
            f"use a picture of at least {need} pixels",
        )
    if dpi > FULL_DPI:
        target = (round(width / MM_PER_INCH * FULL_DPI), round(height / MM_PER_INCH * FULL_DPI))
        cropped = cropped.resize(target, Image.Resampling.LANCZOS)
    return _encoded(cropped, width, height, photo=picture.format in _PHOTOS)


def _to_srgb(picture: Image.Image) -> Image.Image:
    """RGB or RGBA in sRGB, through the picture's own color profile where it has one."""
    if picture.mode.startswith("I"):
        if picture.has_transparency_data:
            raise PictureError("is gray with 16 bits and partly transparent", "save it with 8 bits")
        # Converting would clip all that is brighter than 255 of 65535.
        picture = picture.point(lambda value: value * (1 / 257)).convert("L")
    alpha = picture.convert("RGBA").getchannel("A") if picture.has_transparency_data else None
    if picture.mode in ("P", "PA", "RGBA", "LA", "1"):
        picture = picture.convert("RGBA").convert("RGB")
    profile = picture.info.get("icc_profile")
    rgb = _through_profile(picture, profile) if profile else picture.convert("RGB")
    if alpha is not None:
        rgb = rgb.convert("RGBA")
        rgb.putalpha(alpha)
    return rgb


def _through_profile(picture: Image.Image, profile: bytes) -> Image.Image:
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    space = source.profile.xcolor_space.strip()
    wanted = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}.get(space, "")
    if picture.mode == "L" and wanted == "RGB":
        picture = picture.convert("RGB")
    if picture.mode != wanted:
        raise PictureError(f"has {picture.mode} pixels and a color profile for {space}", "save it with sRGB's profile")
    srgb = ImageCms.createProfile("sRGB")
    converted = ImageCms.profileToProfile(picture, source, srgb, outputMode="RGB")
    assert converted is not None  # only a conversion in place gives None
    return converted


def _cover(picture: Image.Image, width: float, height: float) -> Image.Image:
    """The largest middle part of the picture that has the box's proportions."""
    wanted = width / height
    across, down = picture.size
    if across / down > wanted:
        keep = max(1, round(down * wanted))
        left = (across - keep) // 2
        return picture.crop((left, 0, left + keep, down))
    keep = max(1, round(across / wanted))
    top = (down - keep) // 2
    return picture.crop((0, top, across, top + keep))


def _encoded(picture: Image.Image, width: float, height: float, photo: bool) -> Raster:
    alpha = b""
    if picture.mode == "RGBA":
        channel = picture.getchannel("A")
        alpha = b"" if channel.getextrema() == (255, 255) else channel.tobytes()
        picture = picture.convert("RGB")
    raster = Raster(width, height, picture.width, picture.height, "rgb", picture.tobytes(), alpha)
    if photo and not alpha:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=92, subsampling=0)
        raster = replace(raster, encoding="jpeg", data=out.getvalue())
    shape = f"{raster.encoding} {raster.columns} {raster.rows} ".encode()
    return replace(raster, digest=hashlib.sha256(shape + raster.data + raster.alpha).hexdigest()[:24])
