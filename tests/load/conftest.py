"""A tiny made-up game, written file by file."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from pipeline.load import load_game
from pipeline.model import Card, Game
from pipeline.project import Project

GAME_TOML = """\
name = "Tiny"
ruleset = "first"

[colors.red]
name = "Red"
letter = "R"
tones = { mid = "#AA0000" }

[colors.dark-blue]
name = "Dark Blue"
letter = "D"
tones = { mid = "#0000AA" }

[symbols]
R = { glyph = "red", words = "Red" }
2 = { glyph = "two", words = "2" }
exhaust = { glyph = "exhaust", words = "Exhaust" }

[columns]
number = { type = "text" }

[kinds.hero]
name = "Hero"
file = "heroes"
faces = ["hero"]
back = "plain"

[kinds.hero.columns]
plain = { type = "text" }
text = { type = "rich" }
power = { type = "whole", least = 1, most = 99 }
swift = { type = "flag" }
rank = { type = "choice", choices = ["Common", "Rare"] }
color = { type = "color" }
colors = { type = "colors" }
cost = { type = "cost" }
home = { type = "ref", kinds = ["town"] }
friends = { type = "refs" }
verse = { type = "scripture" }
art = { type = "picture" }

[kinds.town]
name = "Town"
file = "towns"
faces = ["town"]

[kinds.town.columns]
size = { type = "whole", required = true }
"""

RULESET = """\
name = "First"
date = "2024"
edition = "today"

[start]
life = 30
wild = true
order = ["a", "b"]
"""


@dataclass
class Tiny:
    """The game `tiny` in a project folder; `problems` are told as lines, without the folder's name."""

    root: Path

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.root / "card_data/tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def heroes(self, content: str | bytes) -> None:
        self.write("cards/heroes.csv", content)

    def load(self) -> tuple[Game | None, list[str]]:
        game, problems = load_game(Project(self.root), "tiny")
        return game, [str(problem).removeprefix("card_data/tiny/") for problem in problems]

    def problems(self) -> list[str]:
        return self.load()[1]

    def game(self) -> Game:
        game, problems = self.load()
        assert problems == []
        assert game is not None
        return game

    def card(self, card_id: str) -> Card:
        return self.game().cards[card_id]


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    made = Tiny(tmp_path)
    made.write("game.toml", GAME_TOML)
    made.write("rulesets/first.toml", RULESET)
    made.heroes("id,name\nann,Ann\n")
    made.write("cards/towns.csv", "id,name,size\noak,Oak,3\n")
    return made
