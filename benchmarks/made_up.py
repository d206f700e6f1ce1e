"""The made-up deck that speed is measured with: 225 different poker cards, written as a project of its own.

Each has a gradient frame, a picture of 40 translucent vector shapes, 40 to 60 words with three glyphs among them, and
words that must shrink to fit on some. Everything comes from one seed.
"""

import csv
import random
from pathlib import Path
from typing import Final

GAME: Final = "made-up"
CARDS: Final = 225
SHAPES: Final = 40

_GAME_TOML: Final = """\
name = "Made Up"
ruleset = "only"
edition = "Benchmark"

[symbols]
sun = { glyph = "sun", words = "sun" }
moon = { glyph = "moon", words = "moon" }
3 = { glyph = "three", words = "3" }

[colors.gold]
name = "Gold"
letter = "G"
tones = { dark = "#5A3F10", light = "#F2DCA2" }

[colors.sea]
name = "Sea"
letter = "S"
tones = { dark = "#103F5A", light = "#A2D8F2" }

[kinds.thing]
name = "Thing"
file = "things"
faces = ["thing"]

[kinds.thing.columns]
color = { type = "color", required = true }
art = { type = "picture", required = true }
text = { type = "rich", required = true }
"""
_STYLES: Final = """\
[styles.name]
font = "alegreya-700"
size = 12
least = 8

[styles.rules]
font = "alegreya-sans-500"
bold = "alegreya-sans-800"
italic = "alegreya-sans-500-italic"
size = 9.5
least = 5
leading = 1.15
paragraph = 0.35
"""
_FACE: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69.85 95.25">
  <defs><linearGradient id="frame" x2="1" y2="1">
    <stop offset="0" stop-color="{{ card.color.light }}"/><stop offset="1" stop-color="{{ card.color.dark }}"/>
  </linearGradient></defs>
  <rect width="69.85" height="95.25" fill="url(#frame)"/>
  <rect x="6.6" y="6.9" width="56.6" height="81.4" rx="2" fill="#F7F2E6"/>
  <textbox id="name" x="8.5" y="7.5" width="53" height="6" style="name" valign="middle">{{ card.name }}</textbox>
  <art x="8.5" y="14.5" width="52.8" height="33" picture="{{ card.art }}"/>
  <textbox id="rules" x="8.5" y="50" width="52.8" height="33" style="rules">{{ card.text }}</textbox>
  <textbox id="foot" x="8.5" y="84" width="52.8" height="3" style="rules" lines="1">{{ game.edition }}</textbox>
</svg>
"""
_MARK: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<circle class="ground" cx="5" cy="5" r="5" fill="{ground}"/><path class="emblem" d="{mark}" fill="#FFFFFF"/></svg>'
)
MARKS: Final = {
    "sun": ("#D4A017", "M5 1L6 4L9 5L6 6L5 9L4 6L1 5L4 4Z"),
    "moon": ("#335577", "M6 2C2 2 2 8 6 8C4 7 4 3 6 2Z"),
    "three": ("#777777", "M3 2H7V8H3V7H6V5.5H4V4.5H6V3H3Z"),
}
_WORDS: Final = (
    "draw discard shuffle reveal reduce increase the a of your each opponent card cards hand deck turn life damage "
    "until end next when leaves play office afflicted affinity waffle flicker choose target equipment may first last"
)


def write_project(folder: Path, cards: int = CARDS) -> None:
    """Write the deck's project into `folder`: records, a template, styles, marks and one SVG picture a card."""
    rng = random.Random(20_240_917)
    files = {
        f"card_data/{GAME}/game.toml": _GAME_TOML,
        f"card_data/{GAME}/rulesets/only.toml": 'name = "Only"\ndate = "2024"\nedition = "today"\n[start]\nlife = 1\n',
        f"layouts/{GAME}/styles.toml": _STYLES,
        f"layouts/{GAME}/faces/thing.svg.j2": _FACE,
    }
    for name, (ground, mark) in MARKS.items():
        files[f"fonts/glyphs/{GAME}/{name}.svg"] = _MARK.format(ground=ground, mark=mark)
    rows = [("id", "name", "color", "art", "text")]
    for number in range(1, cards + 1):
        card = f"thing-{number}"
        files[f"card_data/{GAME}/art/{card}.svg"] = _picture(rng)
        rows.append((card, f"Thing {number}", rng.choice(("gold", "sea")), f"{card}.svg", _text(rng)))
    for relative, text in files.items():
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    write_rows(folder / f"card_data/{GAME}/cards/things.csv", rows)
    write_rows(
        folder / f"card_data/{GAME}/decks/all.csv", [("card", "quantity"), *((row[0], "1") for row in rows[1:])]
    )


def write_rows(path: Path, rows: list[tuple[str, ...]]) -> None:
    """Write a CSV file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(rows)


def _picture(rng: random.Random) -> str:
    shapes = []
    for _ in range(SHAPES):
        x, y, size = rng.uniform(0, 52.8), rng.uniform(0, 33), rng.uniform(3, 14)
        points = [f"{x + rng.uniform(-size, size):.2f} {y + rng.uniform(-size, size):.2f}" for _ in range(13)]
        curves = "".join(f"C{' '.join(points[at : at + 3])}" for at in range(1, 13, 3))
        color, opacity = f"#{rng.randrange(1 << 24):06X}", rng.choice((0.2, 0.35, 0.5, 0.65))
        shapes.append(f'<path d="M{points[0]}{curves}Z" fill="{color}" fill-opacity="{opacity}"/>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 52.8 33">{"".join(shapes)}</svg>\n'


def _text(rng: random.Random) -> str:
    """40 to 60 words with three marks among them, the first words bold, the last a sentence in italics."""
    known = _WORDS.split()
    words = [rng.choice(known) for _ in range(rng.randint(40, 60))]
    for token in ("{sun}", "{moon}", "{3}"):
        words.insert(rng.randint(3, 30), token)
    words[0] = words[0].capitalize()
    return f"**{words[0]} {words[1]}:** {' '.join(words[2:-8])}.\n*{' '.join(words[-8:]).capitalize()}.*"
