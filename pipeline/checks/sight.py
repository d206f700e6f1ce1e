"""Colors for readers who do not see all of them: which look alike, and whether something else tells them apart.

How colors look without one sort of cones: the matrices of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, A
Physiologically-based Model for Simulation of Color Vision Deficiency (2009), at full severity, on linear RGB. How far
apart: CIE 1976 L*a*b*, D65.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from math import cbrt, dist
from operator import mul
from typing import Final

from pipeline.color import contrast, linear
from pipeline.drawing import Drawing, Path, TextRun, Use, walk
from pipeline.model import Card, Color, Game
from pipeline.place import Face
from pipeline.problem import Place, Problem, Refused
from pipeline.project import Project
from pipeline.typeset import Marks

_Vector = tuple[float, float, float]
_Matrix = tuple[_Vector, _Vector, _Vector]

#: How each eye sees linear RGB.
EYES: Final[Mapping[str, _Matrix]] = {
    "red-blind": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green-blind": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue-blind": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
#: Patches apart on a table are not told from each other below this distance in L*a*b*: eight to ten times what is just
#: seen side by side (2.3).
ALIKE: Final = 20.0
#: What a letter needs to stand out from its glyph (WCAG 2.2, 1.4.11: graphical objects).
_LETTER: Final = 3.0
#: The tone of a color that faces show it in; a game without that name has its first.
_TONE: Final = "mid"
_TO_XYZ: Final = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE: Final = (0.9505, 1.0, 1.0890)


def seen(tone: str, eye: str) -> _Vector:
    """Linear RGB of "#RRGGBB" as an eye of `EYES` sees it."""
    red, green, blue = _through(EYES[eye], linear(tone))
    return min(max(red, 0.0), 1.0), min(max(green, 0.0), 1.0), min(max(blue, 0.0), 1.0)


def distance(one: str, other: str, eye: str) -> float:
    """How far apart two colors are to an eye, in L*a*b*."""
    return dist(_lab(seen(one, eye)), _lab(seen(other, eye)))


def alike(colors: Iterable[Color]) -> list[tuple[Color, Color, str, float]]:
    """Pairs of colors that one of the eyes cannot tell apart, with the eye that sees them nearest and how near."""
    found = []
    for one, other in combinations(colors, 2):
        if not one.tones or not other.tones:
            continue
        near, eye = min((distance(_tone(one), _tone(other), eye), eye) for eye in EYES)
        if near < ALIKE:
            found.append((one, other, eye, near))
    return found


def color_cues(game: Game, face: Face) -> set[str]:
    """Ids of the colors that a face tells by more than the color: by its mark, or by its name."""
    items = [item for item, _ in walk(face.drawing.items)]
    marks = {each.name for each in face.placed if each.element == "glyph"}
    marks |= {item.drawing.name for item in items if isinstance(item, Use)}
    text = " ".join(item.text for item in items if isinstance(item, TextRun)).casefold()
    return {
        color.id
        for color in game.colors.values()
        if _marks_of(game, color) & marks or any(w.casefold() in text for w in (color.name, *color.words.values()))
    }


def check_sight(project: Project, game: Game, cues: Mapping[str, Collection[str]]) -> list[Problem]:
    """Colors that look alike to some, and that no letter tells apart: in the marks of the two, or on a card's faces.

    A card of such a color must show the mark of its color, or name the color, so that what tells it is not the color:
    `cues` has the `color_cues` of each card's faces together, by the card's id.
    """
    pairs = alike(game.colors.values())
    if not pairs:
        return []
    place = Place(f"card_data/{game.id}/game.toml")
    letters = _letters(project, game)
    problems = []
    doubtful: dict[str, tuple[Color, Color, str, float]] = {}
    for pair in pairs:
        one, other, eye, near = pair
        doubtful.setdefault(one.id, pair)
        doubtful.setdefault(other.id, (other, one, eye, near))
        flaw = _without_cue(one, other, letters)
        if flaw:
            message = f"{one.name} and {other.name} are {near:.0f} apart to a {eye} reader, and {flaw}"
            hint = "give the marks of both a letter or another shape, or move their tones apart"
            problems.append(Problem(place.at(f"colors.{one.id}"), message, hint))
    for card_id, told in cues.items():
        card = game.cards[card_id]
        for color in _colors(game, card):
            if color.id in doubtful and color.id not in told:
                _, other, eye, near = doubtful[color.id]
                message = f"only the color tells {color.name}, which is {near:.0f} from {other.name} to a {eye} reader"
                problems.append(Problem(card.place, message, "show the color's mark on the face, or write its name"))
    return problems


def _colors(game: Game, card: Card) -> list[Color]:
    found = []
    for name, column in game.kinds[card.kind].columns.items():
        value = card.fields.get(name)
        if column.type == "color" and isinstance(value, str):
            found.append(game.colors[value])
        elif column.type == "colors" and isinstance(value, tuple):
            found += [game.colors[each] for each in value]
    return found


def _marks_of(game: Game, color: Color) -> set[str]:
    """What a color's mark is called on a face: its token, its file."""
    symbol = _symbol(game, color)
    return {symbol, game.symbols[symbol].glyph} if symbol else set()


def _symbol(game: Game, color: Color) -> str:
    """The token of a color's mark: its letter, its id, or the token that reads as its name."""
    for token, symbol in game.symbols.items():
        if token in (color.letter, color.id) or symbol.words == color.name:
            return token
    return ""


def _letters(project: Project, game: Game) -> dict[str, tuple[str, str, str]]:
    """By color: what stands on its mark (the path data of all but the ground), its paint, and the ground's."""
    found: dict[str, tuple[str, str, str]] = {}
    marks = Marks(project, game)
    for color in game.colors.values():
        token = _symbol(game, color)
        if not token:
            continue
        try:
            # Two ways of painting what stands on the ground: what changes with it is the letter, or the emblem.
            plain, painted = (marks.mark(token, mark=paint).drawing for paint in ("", "#010203"))
        except Refused:
            continue
        shapes = _shapes(plain), _shapes(painted)
        on = [(mine, other) for mine, other in zip(*shapes, strict=True) if mine.fill != other.fill]
        under = next((each for each, other in zip(*shapes, strict=True) if each.fill == other.fill), None)
        if on and under is not None:
            shape = " ".join(mine.d for mine, _ in on)
            found[color.id] = shape, str(on[0][0].fill), str(under.fill)
    return found


def _shapes(drawing: Drawing) -> list[Path]:
    return [item for item, _ in walk(drawing.items) if isinstance(item, Path)]


def _without_cue(one: Color, other: Color, letters: Mapping[str, tuple[str, str, str]]) -> str:
    """Why the marks of two colors do not tell them apart to every eye; empty where they do."""
    for color in (one, other):
        if color.id not in letters:
            return f"{color.name} has no mark with a letter"
    (shape, *_), (other_shape, *_) = letters[one.id], letters[other.id]
    if shape == other_shape:
        return "their marks bear the same letter"
    for color in (one, other):
        _, paint, ground = letters[color.id]
        if not (paint.startswith("#") and ground.startswith("#")):
            return f"the mark of {color.name} is not painted flat"
        ratio = min(contrast(_light(paint, eye), _light(ground, eye)) for eye in EYES)
        if ratio < _LETTER:
            return f"the letter of {color.name} stands out from its mark by {ratio:.1f}:1 only"
    return ""


def _light(tone: str, eye: str) -> float:
    return _through(_TO_XYZ, seen(tone, eye))[1]


def _tone(color: Color) -> str:
    return color.tones.get(_TONE) or next(iter(color.tones.values()))


def _through(matrix: _Matrix, vector: _Vector) -> _Vector:
    first, second, third = (sum(map(mul, row, vector)) for row in matrix)
    return first, second, third


def _lab(light: _Vector) -> _Vector:
    x, y, z = (
        cbrt(part / white) if part / white > (6 / 29) ** 3 else part / white / (3 * (6 / 29) ** 2) + 4 / 29
        for part, white in zip(_through(_TO_XYZ, light), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
