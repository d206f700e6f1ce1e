"""Named text styles: `layouts/<game>/styles.toml`."""

import tomllib
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import Project
from pipeline.typeset.fonts import Fonts

#: An OpenType feature's tag; a minus turns it off.
_Feature = Annotated[str, Field(pattern=r"^-?[a-z0-9]{4}$")]
_Hex = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]


class _Table(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=lambda name: name.replace("_", "-"), populate_by_name=True
    )


class GlyphStyle(_Table):
    """How marks stand in a text: height and room beside it in em, keyline color and its width in em, and the least
    height in millimetres at which a mark can still be told from another."""

    height: float = Field(0.9, gt=0, le=2)
    room: float = Field(0.08, ge=0, le=1)
    edge: _Hex | None = None
    edge_width: float = Field(0.0, ge=0, le=0.2)
    least: float = Field(2.3, ge=0)


class Style(_Table):
    """A text style. Sizes in points, leading in times the size, tracking in em.

    A text that may take several lines is first tried on one, down to `one-line-least`; from `wrap-size` down, on
    `wrap-leading`, it takes more. Without these three, one size range and leading serve all.
    """

    font: str
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""
    size: float = Field(gt=0, le=200)
    least: float = Field(0.0, ge=0)
    leading: float = Field(1.2, ge=0.8, le=3)
    one_line_least: float = Field(0.0, ge=0)
    wrap_size: float = Field(0.0, ge=0)
    wrap_leading: float = Field(0.0, ge=0)
    paragraph: float = Field(0.0, ge=0, le=3)
    color: _Hex = "#000000"
    tracking: float = Field(0.0, ge=-0.2, le=1)
    features: tuple[_Feature, ...] = ()
    case: Literal["", "upper", "lower"] = ""
    balance: bool = False
    glyph: GlyphStyle = GlyphStyle()

    @property
    def smallest(self) -> float:
        """The smallest size allowed; the only one where the style names no least."""
        return self.least or self.size

    def face(self, bold: bool, italic: bool) -> str:
        """The font for a span; a style without a bold or italic sets it in the face it has."""
        if bold and italic:
            return self.bold_italic or self.bold or self.italic or self.font
        return (self.bold if bold else self.italic if italic else self.font) or self.font

    def opentype(self) -> tuple[tuple[str, int], ...]:
        """Features for shaping; letters set apart take no ligatures."""
        features = {name.lstrip("-"): 0 if name.startswith("-") else 1 for name in self.features}
        if self.tracking > 0.02:
            features |= {"liga": 0, "clig": 0}
        return tuple(sorted(features.items()))


class _Sheet(_Table):
    styles: dict[str, Style]


def load_styles(project: Project, game: str, fonts: Fonts) -> dict[str, Style]:
    """The styles of a game by name. Raises Refused when the table has anything wrong in it."""
    place = Place(f"layouts/{game}/styles.toml")
    try:
        text = project.path(place.file).read_text("utf-8")
        sheet = _Sheet.model_validate(tomllib.loads(text))
    except FileNotFoundError:
        raise Refused([Problem(place, "is not there", "every game names its text styles in this file")]) from None
    except ValidationError as error:
        raise Refused([Problem(place, f"{'.'.join(map(str, e['loc']))}: {e['msg']}") for e in error.errors()]) from None
    except (OSError, ValueError, RecursionError) as error:  # not TOML, not UTF-8, nested or numbered without end
        raise Refused([Problem(place, f"cannot be read: {error}")]) from None
    problems = []
    for name, style in sheet.styles.items():
        for font in (style.font, *filter(None, (style.bold, style.italic, style.bold_italic))):
            if font not in fonts.chains:
                problems.append(Problem(place, f'styles.{name} names the font "{font}"', nearest(font, fonts.chains)))
        if style.least > style.size:
            problems.append(Problem(place, f"styles.{name}: least ({style.least}) is larger than size ({style.size})"))
    if problems:
        raise Refused(problems)
    return sheet.styles
