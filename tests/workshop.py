"""A small game to print, in a folder of its own."""

from dataclasses import dataclass
from pathlib import Path

from pipeline.load import load_game
from pipeline.model import Game
from pipeline.place import Face, FacePress
from pipeline.problem import Refused
from pipeline.project import Project

GAME = """\
name = "Press"
ruleset = "first"
edition = "Proof"

[colors.red]
name = "Red"
letter = "R"
tones = { dark = "#550000", mid = "#AA0000", light = "#FFDDDD" }
ramp = ["#FFEEEE", "#330000"]
words = { aspect = "Fire" }

[colors.blue]
name = "Blue"
letter = "B"
tones = { dark = "#000055", mid = "#0000AA", light = "#DDDDFF" }

[symbols]
R = { glyph = "gem", words = "Red" }
2 = { glyph = "two", words = "2" }
gold = { glyph = "coin", words = "gold" }
free = { glyph = "coin", words = "Free" }

[kinds.hero]
name = "Hero"
file = "heroes"
faces = ["hero"]
back = "plain"

[kinds.hero.columns]
plain = { type = "text" }
text = { type = "rich" }
power = { type = "whole" }
color = { type = "color" }
cost = { type = "cost" }
friend = { type = "ref" }
art = { type = "picture" }
"""

STYLES = """\
[styles.rules]
font = "alegreya-sans-500"
bold = "alegreya-sans-800"
italic = "alegreya-sans-500-italic"
size = 10
least = 6
leading = 1.2
color = "#1A1410"

[styles.title]
font = "alegreya-700"
size = 14
least = 9
"""

#: A square ground with a bar; a circle twice as wide as high would not show a mistake of aspect, so the coin is wide.
MARKS = {
    "gem": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path class="ground" d="M5 0L10 5L5 10L0 5Z" '
    'fill="currentColor"/><path class="letter" fill="#FFFFFF" d="M4 3H6V7H4Z"/></svg>',
    "two": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle class="ground" cx="5" cy="5" r="5" '
    'fill="#888888"/></svg>',
    "coin": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path class="ground" d="M0 0H20V10H0Z" '
    'fill="#D4A017"/></svg>',
}

FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69.85 95.25">
  <rect width="69.85" height="95.25" fill="{{ card.color.mid if card.color else '#DDDDDD' }}"/>
  <textbox id="name" x="7" y="7" width="56" height="6" style="title" valign="baseline">{{ card.name }}</textbox>
  <textbox id="rules" x="7" y="55" width="56" height="30" style="rules">{{ card.text }}</textbox>
</svg>
"""

BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69.85 95.25">
  <rect width="69.85" height="95.25" fill="#222222"/>
</svg>
"""


@dataclass
class Workshop:
    """The game `press` in a folder of its own, to be changed file by file."""

    root: Path

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def heroes(self, *rows: str, columns: str = "id,name,text") -> None:
        self.write("card_data/press/cards/heroes.csv", "\n".join((columns, *rows)) + "\n")

    def face(self, content: str, name: str = "hero") -> None:
        """The template of a face, or only what stands inside its <svg>."""
        if not content.lstrip().startswith("<svg"):
            content = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69.85 95.25">\n{content}\n</svg>'
        self.write(f"layouts/press/faces/{name}.svg.j2", content)

    @property
    def project(self) -> Project:
        return Project(self.root)

    def game(self) -> Game:
        game, problems = load_game(self.project, "press")
        assert list(problems) == []
        assert game is not None
        return game

    def press(self, ink: str = "color") -> FacePress:
        return FacePress(self.project, self.game(), ink)

    def made(self, card: str = "ann") -> Face:
        """The first face of a card."""
        press = self.press()
        return press.face(press.game.cards[card], "hero")

    def problems(self) -> list[str]:
        """What is wrong with the faces, as lines, without the folders' names."""
        try:
            press = self.press()
        except Refused as refused:
            return [str(problem) for problem in refused.problems]
        _, problems = press.faces(press.game.cards.values())
        return [
            str(problem).removeprefix("card_data/press/cards/").removeprefix("layouts/press/faces/")
            for problem in problems
        ]


def open_workshop(folder: Path) -> Workshop:
    """The game with one card, Ann, that prints without a flaw."""
    made = Workshop(folder)
    made.write("card_data/press/game.toml", GAME)
    made.write(
        "card_data/press/rulesets/first.toml", 'name = "First"\ndate = "2024"\nedition = "today"\n[start]\nlife = 30\n'
    )
    made.heroes("ann,Ann,Draw two cards.")
    made.write("layouts/press/styles.toml", STYLES)
    made.face(FACE)
    made.face(BACK, "plain")
    for name, svg in MARKS.items():
        made.write(f"fonts/glyphs/press/{name}.svg", svg)
    return made
