"""How light colors are, and how far apart for an eye that reads."""


def linear(color: str) -> tuple[float, float, float]:
    """Red, green and blue of "#RRGGBB" as shares of light, each from 0 to 1."""
    shares = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return red, green, blue


def luminance(color: str) -> float:
    """Relative luminance of "#RRGGBB", 0 black to 1 white (WCAG 2.2, "relative luminance")."""
    red, green, blue = linear(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    """Contrast ratio of two luminances, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    darker, lighter = sorted((one, other))
    return (lighter + 0.05) / (darker + 0.05)
