"""How seldom memory is looked through for circles of things that nobody knows any more.

Python does that after every few hundred new things. What the press makes lasts and hardly ever goes in circles: pages
and faces took a sixth of their time for looks that found nothing.
"""

import gc
from typing import Final

#: So many new things before the next look where records and faces are made, and where pages are set.
FACES: Final = 200_000
PAGES: Final = 1_000_000


def collect_seldom(things: int = FACES) -> None:
    """Look through memory only after so many new `things`, from now on. Where that is seldomer already it stays so: to
    look through all that has come together since would take as long as all looks before."""
    if gc.get_threshold()[0] < things:
        gc.set_threshold(things, 20, 20)


def collect_new() -> None:
    """Look through what has come since the last look: for where something large is not needed any more."""
    gc.collect(0)
