"""Numbers, names and colors as PDF writes them (ISO 32000-1, 7.3)."""

import re
from functools import lru_cache

from pipeline.drawing import Matrix


def real(value: float) -> str:
    """A number as PDF writes it: six digits, never with an exponent."""
    text = f"{value:.6g}"
    if "e" in text:
        text = f"{value:.9f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def array(*values: float) -> str:
    """Numbers as a PDF array."""
    return "[" + " ".join(map(real, values)) + "]"


def matrix_operands(matrix: Matrix) -> str:
    """The six numbers before `cm`."""
    return " ".join(map(real, matrix))


@lru_cache(maxsize=256)
def font_name(font: str) -> str:
    """The resource name of a font file, whatever characters its name has."""
    return "F" + re.sub(r"[^A-Za-z0-9-]", lambda match: f"_{ord(match[0]):x}_", font)


@lru_cache(maxsize=1024)
def opacity_name(pair: tuple[float, float]) -> str:
    """The resource name of a pair of fill and stroke opacities."""
    return f"A{round(pair[0] * 1000)}-{round(pair[1] * 1000)}"


def rgb(color: str) -> tuple[float, float, float]:
    """A color as three shares of 1."""
    return int(color[1:3], 16) / 255, int(color[3:5], 16) / 255, int(color[5:7], 16) / 255
