"""How long it takes to read and write the texts of a whole set: `python benchmarks/bench_language.py`.

Set 1 has 215 cards (L11); the cards entered so far stand in for the rest, each as often as it takes. The aim is 0.3 s.
"""

import time
from itertools import cycle, islice
from pathlib import Path

from pipeline.load import load_game
from pipeline.project import Project
from pipeline.rules import card_language, subject

TEXTS = 215
AIM = 0.3


def main() -> None:
    """Print the seconds for 215 texts, first with the language made anew, then with it made."""
    game, _ = load_game(Project(Path(__file__).resolve().parents[1]), "light-vs-darkness")
    assert game is not None
    cards = list(islice(cycle(game.cards.values()), TEXTS))
    started = time.perf_counter()
    for name in ("cold", "warm"):
        if name == "cold":
            language = card_language(game)
        else:
            started = time.perf_counter()
        for card in cards:
            whose = subject(card)
            language.write(language.read(str(card.fields["text"]), whose).tree, whose)
        spent = time.perf_counter() - started
        print(f"{name}: {TEXTS} texts read and written in {spent:.3f} s (aim {AIM} s)")


if __name__ == "__main__":
    main()
