"""How fast games are played, on one core: the demo and the made-up full set, by a random and by the sensible bot.

The aim is 500 games a second of two players at random. Seconds are CPU time; loading and compiling are not in it.
"""

import cProfile
import pstats
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from rules.made_up import rulebook  # noqa: E402

from pipeline.rules.light_vs_darkness.bots import Bot, RandomBot, SensibleBot  # noqa: E402
from pipeline.rules.light_vs_darkness.setup import begin  # noqa: E402

GAMES = 300


def play(mode: str, sensible: bool, games: int = GAMES) -> tuple[float, int]:
    """CPU seconds and decisions of so many games of two."""
    book = rulebook("draft-5")
    clever = SensibleBot(book)
    setups = [book.setup(mode, 2, "standard", str(number)) for number in range(games)]
    decisions = 0
    started = time.process_time()
    for number, setup in enumerate(setups):
        table = begin(setup, str(number))
        bot: Bot = clever if sensible else RandomBot(str(number))
        while table.choice is not None and table.round <= 200:
            table.take(bot.choose(table))
            decisions += 1
    return time.process_time() - started, decisions


def main() -> None:
    """Print the figures, and where the time goes."""
    for mode in ("demo", "quick-start", "draft"):
        for sensible in (False, True):
            seconds, decisions = min(play(mode, sensible) for _ in range(3))
            bot = "sensible" if sensible else "random"
            print(
                f"{mode:<12} {bot:<9} {GAMES / seconds:7.0f} games/s {decisions / seconds:8.0f} decisions/s "
                f"{decisions / GAMES:5.0f} decisions a game"
            )
    profile = cProfile.Profile()
    profile.enable()
    play("demo", sensible=False)
    profile.disable()
    stats = pstats.Stats(profile)
    rows = [(row[2], key) for key, row in stats.stats.items()]  # type: ignore[attr-defined]
    total = sum(seconds for seconds, _ in rows)
    modules: Counter[str] = Counter()
    for seconds, (file, _, _) in rows:
        modules[Path(file).stem.replace("~", "built in")] += seconds
    print("where a random demo's time goes, by module:")
    for name, seconds in modules.most_common(8):
        print(f"  {100 * seconds / total:4.1f} %  {name}")
    print("and by function (own time):")
    for seconds, (file, _, name) in sorted(rows, reverse=True)[:10]:
        print(f"  {100 * seconds / total:4.1f} %  {Path(file).stem.replace('~', 'built in')}.{name}")


if __name__ == "__main__":
    main()
