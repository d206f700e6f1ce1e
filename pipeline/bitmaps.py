"""Reading strangers' bitmaps with Pillow, whose strictness is a setting of the whole process."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def whole_bitmaps() -> Iterator[None]:
    """In this block files cut short raise, whatever other libraries have set: WeasyPrint lets them pass, gray where
    they end. Warnings are off: of bombs, whose size the caller checks from the header, and of EXIF passed over."""
    from PIL import Image, ImageFile  # noqa: PLC0415 - costs 30 ms, and many builds meet no bitmap

    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            warnings.simplefilter("ignore", UserWarning)
            yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before
