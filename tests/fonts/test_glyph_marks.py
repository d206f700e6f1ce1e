"""The marks: plain SVG of one size and few classes, and pips that differ in outline, not in color alone."""

import re
import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from lxml import etree
from PIL import Image, ImageChops, ImageDraw

ROOT = Path(__file__).parents[2]
MARKS = sorted((ROOT / "fonts" / "glyphs").glob("*/*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
ANOINTINGS = ("red", "orange", "yellow", "green", "lightblue", "darkblue", "purple")
SOULS = ("white", "orange", "yellow", "green", "blue", "purple", "red")
NUMBER = r"-?\d+(?:\.\d+)?"
PATH = re.compile(rf"(?:[ML]{NUMBER} {NUMBER}|C{NUMBER}(?: {NUMBER}){{5}}|Z)+")
SCALE = 4
ALIKE = 0.83
"""The share of common ground (intersection over union) above which two outlines are taken for each other: a disc and a
hexagon of its height have 0.87, a flame and a drop of one width 0.92."""


def name(mark: Path) -> str:
    return f"{mark.parent.name}/{mark.stem}"


def paths(mark: Path) -> list[dict[str, str]]:
    return [{str(key): str(value) for key, value in path.attrib.items()} for path in etree.parse(mark).getroot()]


def outlines(data: str) -> list[list[tuple[float, float]]]:
    """The closed outlines of path data in M, L, C and Z, curves cut in 16."""
    shapes: list[list[tuple[float, float]]] = []
    for command, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        values = [float(value) for value in numbers.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        if command == "M":
            shapes.append(points)
        elif command == "L":
            shapes[-1] += points
        elif command == "C":
            (x0, y0), ((x1, y1), (x2, y2), (x3, y3)) = shapes[-1][-1], points
            for t in (step / 16 for step in range(1, 17)):
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                shapes[-1].append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return shapes


def bitmap(mark: Path, role: str) -> npt.NDArray[np.bool_]:
    """What the paths of one class cover, even-odd, on 4 pixels a unit."""
    size = (100 * SCALE, 100 * SCALE)
    whole = Image.new("1", size)
    for path in paths(mark):
        if path["class"] != role:
            continue
        area = Image.new("1", size)
        for outline in outlines(path["d"]):
            piece = Image.new("1", size)
            ImageDraw.Draw(piece).polygon([(x * SCALE, y * SCALE) for x, y in outline], fill=1)
            area = ImageChops.logical_xor(area, piece)
        whole = ImageChops.logical_or(whole, area)
    return np.array(whole)


@pytest.mark.parametrize("mark", MARKS, ids=name)
def test_a_mark_is_plain(mark: Path) -> None:
    root = etree.parse(mark).getroot()
    assert root.get("viewBox") == "0 0 100 100"
    assert {child.tag for child in root} == {SVG + "path"}
    for path in paths(mark):
        assert set(path) == {"class", "fill", "fill-rule", "d"}
        assert path["class"] in {"ground", "emblem", "letter"}
        assert re.fullmatch(r"#[0-9A-F]{6}|currentColor", path["fill"])
        assert path["fill-rule"] in {"evenodd", "nonzero"}
        assert PATH.fullmatch(path["d"])
    assert paths(mark)[0]["class"] == "ground"


@pytest.mark.parametrize("mark", MARKS, ids=name)
def test_a_mark_stays_in_its_square(mark: Path) -> None:
    points = [point for path in paths(mark) for outline in outlines(path["d"]) for point in outline]
    assert min(min(point) for point in points) >= 0
    assert max(max(point) for point in points) <= 100
    across = [x for x, _ in points]
    down = [y for _, y in points]
    assert max(max(across) - min(across), max(down) - min(down)) >= 85


@pytest.mark.parametrize("mark", MARKS, ids=name)
def test_letters_and_emblems_lie_on_the_ground_and_apart(mark: Path) -> None:
    ground, emblem, letter = (bitmap(mark, role) for role in ("ground", "emblem", "letter"))
    assert not ((emblem | letter) & ~ground).any()
    assert not (emblem & letter).any()


@pytest.mark.parametrize("color", ANOINTINGS)
def test_a_pip_has_outline_emblem_and_letter(color: str) -> None:
    pip = ROOT / f"fonts/glyphs/light-vs-darkness/pip-{color}.svg"
    assert [path["class"] for path in paths(pip)] == ["ground", "emblem", "letter"]
    rows = np.flatnonzero(bitmap(pip, "letter").any(axis=1))
    assert (rows[-1] - rows[0]) / SCALE >= 40, "at 2.3 mm the letter would be lower than 0.9 mm"


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("light-vs-darkness", (*(f"pip-{color}" for color in ANOINTINGS), "generic")),
        ("battle-for-souls", SOULS),
    ],
)
def test_pips_differ_in_outline(game: str, names: tuple[str, ...]) -> None:
    shapes = {pip: bitmap(ROOT / f"fonts/glyphs/{game}/{pip}.svg", "ground") for pip in names}
    shares = {(a, b): (shapes[a] & shapes[b]).sum() / (shapes[a] | shapes[b]).sum() for a, b in combinations(names, 2)}
    assert {pair: round(float(share), 2) for pair, share in shares.items() if share > ALIKE} == {}


@pytest.mark.parametrize("number", range(10))
def test_a_number_is_centered_on_its_disc(number: int) -> None:
    rows, columns = np.nonzero(bitmap(ROOT / f"fonts/glyphs/light-vs-darkness/generic-{number}.svg", "letter"))
    middle = 50 * SCALE
    assert abs((rows.min() + rows.max()) / 2 - middle) <= SCALE
    assert abs((columns.min() + columns.max()) / 2 - middle) <= 3 * SCALE


def test_every_symbol_of_a_game_is_drawn() -> None:
    missing = []
    for path in sorted((ROOT / "card_data").glob("*/game.toml")):
        for token, symbol in tomllib.loads(path.read_text(encoding="utf-8")).get("symbols", {}).items():
            if not (ROOT / f"fonts/glyphs/{path.parent.name}/{symbol['glyph']}.svg").is_file():
                missing.append(f"{path.parent.name}: {token}")
    assert missing == []
