"""Games that were played once and are kept: a change of what the engine does shows here first.

They say nothing of what is right. Where a change is meant, `make golden` writes them anew, and the difference is read
before it is committed.
"""

import sys
from pathlib import Path
from random import Random

import pytest

from pipeline.rules.light_vs_darkness.moves import write_move
from pipeline.rules.light_vs_darkness.setup import begin
from pipeline.rules.light_vs_darkness.story import account, player_names
from pipeline.rules.light_vs_darkness.table import Table
from rules.made_up import rulebook

FOLDER = Path(__file__).parent / "golden"
#: Name -> ruleset, mode, players, variant.
GAMES = {
    "demo-alone": ("draft-5", "demo", 1, "standard"),
    "quick-start-of-two": ("draft-5", "quick-start", 2, "standard"),
    "draft-of-three": ("draft-5", "draft", 3, "fellowship"),
    "draft-4-of-two": ("draft-4", "quick-start", 2, "standard"),
    "draft-4a-iron-saints": ("draft-4a", "quick-start", 4, "iron-saints"),
}


def told(name: str) -> str:
    """The game of a name: every move, every sentence of its story."""
    ruleset, mode, players, variant = GAMES[name]
    book = rulebook(ruleset)
    table: Table = begin(book.setup(mode, players, variant, name), name, [])  # type: ignore[arg-type]
    random = Random(name)
    moves = []
    while table.choice is not None and table.round <= 12:
        option = table.choice.options[random.randrange(len(table.choice.options))]
        moves.append(write_move(table, option, table.choice.player))
        table.take(option)
    story = account(table.log or [], player_names(table), book.designs)
    return "\n".join(["Moves", "", *moves, "", "Story", "", *story]) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_as_it_was(name: str) -> None:
    assert told(name) == (FOLDER / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        (FOLDER / f"{each}.txt").write_text(told(each), "utf-8")
