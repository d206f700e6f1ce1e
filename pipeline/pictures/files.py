"""Picture files brought in: turned upright, into sRGB, cropped to cover their box, no finer than print can show."""

import hashlib
import io
import warnings
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Final

from PIL import Image, ImageCms, ImageOps

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


def load_picture(path: FilePath, width: float, height: float) -> Drawing:
    """A PNG, JPEG, WebP or SVG file, cropped about its middle so that it covers `width` x `height` millimetres.

    Raises PictureError for a file that cannot be read, is hostile, or has fewer than 200 pixels to the inch at this
    size.
    """
    return _load(path, path.stat().st_mtime_ns, width, height)


@lru_cache(maxsize=64)
def _load(path: FilePath, _changed: int, width: float, height: float) -> Drawing:
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise PictureError(f"{path.name} has {size:,} bytes; at most {MOST_BYTES:,} are read", "save it smaller")
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
        with warnings.catch_warnings():
            # Pillow warns of bombs at its own bound; ours is checked from the header below.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=_FORMATS)
            if picture.width * picture.height > MOST_PIXELS:
                raise PictureError(
                    f"{name} unpacks to {picture.width} x {picture.height} pixels; at most {MOST_PIXELS:,} are read",
                    "save it smaller",
                )
            upright = _to_srgb(ImageOps.exif_transpose(picture))
    except PictureError:
        raise
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError, ImageCms.PyCMSError) as error:
        raise PictureError(f"{name} cannot be read as PNG, JPEG or WebP: {error}", "save it anew") from None
    cropped = _cover(upright, width, height)
    dpi = cropped.width / width * MM_PER_INCH
    if dpi < LEAST_DPI - 0.5:
        need = f"{round(width / MM_PER_INCH * LEAST_DPI)} x {round(height / MM_PER_INCH * LEAST_DPI)}"
        raise PictureError(
            f"{name} has {dpi:.0f} pixels to the inch at {width:g} x {height:g} mm; at least {LEAST_DPI} are needed",
            f"use a picture of at least {need} pixels",
        )
    if dpi > FULL_DPI:
        target = (round(width / MM_PER_INCH * FULL_DPI), round(height / MM_PER_INCH * FULL_DPI))
        cropped = cropped.resize(target, Image.Resampling.LANCZOS)
    return _encoded(cropped, width, height, photo=picture.format == "JPEG")


def _to_srgb(picture: Image.Image) -> Image.Image:
    """RGB or RGBA in sRGB, through the picture's own color profile where it has one."""
    alpha = picture.convert("RGBA").getchannel("A") if picture.has_transparency_data else None
    profile = picture.info.get("icc_profile")
    if profile and picture.mode in ("RGB", "RGBA", "CMYK", "L"):
        solid = picture.convert("RGB") if picture.mode == "RGBA" else picture
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        converted = ImageCms.profileToProfile(solid, source, ImageCms.createProfile("sRGB"), outputMode="RGB")
        rgb = converted if converted is not None else solid.convert("RGB")
    else:
        rgb = picture.convert("RGBA").convert("RGB") if picture.mode == "P" else picture.convert("RGB")
    if alpha is not None:
        rgb = rgb.convert("RGBA")
        rgb.putalpha(alpha)
    return rgb


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
    digest = hashlib.sha256(raster.data + raster.alpha).hexdigest()[:24]
    return replace(raster, digest=digest)
