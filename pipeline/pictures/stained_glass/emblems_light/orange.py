"""Emblems of Orange, Wisdom: the scroll, the open book, the balances."""

import random
from functools import lru_cache

from pipeline.pictures.stained_glass.emblems_light.cuts import bands, composed, diamond, fan, pair, shade, upright
from pipeline.pictures.stained_glass.kernel import (
    Pane,
    box,
    disc,
    join,
    mirrored,
    pane,
    panes,
    path,
    polygon,
    split,
)


@lru_cache
def _scroll(lines: int) -> tuple[Pane, ...]:
    sheet = path("M-.86 -.6C-.4 -.72 .4 -.72 .86 -.6L.86 .6C.4 .72 -.4 .72 -.86 .6Z")
    heights = [-0.58 + 1.16 * i / lines for i in range(1, lines)]
    left, right = split(sheet, *upright(-0.02))
    roller = panes(bands(box(-0.98, -0.8, -0.7, 0.8), -0.28, 0.28), "color", (0.46, 0.6, 0.5))
    parts = [
        *panes(bands(left, *heights), "gold", (0.06, 0.2)),
        *panes(bands(right, *heights), "gold", (0.16, 0.05)),
        pane(join(box(-0.08, -0.4, 0.08, 0.42), box(-0.27, -0.22, 0.27, -0.06)), "jewel", 0.52),
        *roller,
        *mirrored(roller, 0.1),
    ]
    for end in (-1, 1):
        cap = polygon([(-1.06, end * 0.74), (-0.62, end * 0.74), (-0.62, end * 0.88), (-1.06, end * 0.88)])
        parts += pair(cap, "gold", 0.5, 0.6)
        parts += pair(box(-0.91, end * 0.95 - 0.07, -0.77, end * 0.95 + 0.07), "accent-1", 0.5, 0.56)
        parts += pair(disc(-0.84, end * 1.1, 0.13), "gold", 0.36, 0.5)
    return composed(parts)


def scroll(rng: random.Random) -> list[Pane]:
    """The book of the Law, opened between its rollers (Nehemiah 8:8)."""
    return shade(_scroll(rng.choice((4, 5))), rng)


@lru_cache
def _open_book(rays: int) -> tuple[Pane, ...]:
    page = path("M0 -.14C-.22 -.32 -.66 -.36 -1.06 -.24L-1.06 .54C-.66 .42 -.22 .46 0 .64Z")
    cover = path("M0 .74C-.22 .6 -.66 .58 -1.06 .7L-1.18 .74L-1.18 -.14L-1.06 -.18L0 0Z")
    edge = path("M0 .74C-.22 .58 -.66 .54 -1.06 .66L-1.06 .5C-.66 .38 -.22 .42 0 .6Z")
    wave = ((-2.0, 0.0), (-1.06, 0.0), (-0.78, -0.08), (-0.5, -0.08), (-0.25, -0.02), (0.0, 0.12), (1.0, 0.12))
    lines = [[(x, y + dip) for x, dip in wave] for y in (-0.02, 0.17, 0.36)]
    leaves = sorted(split(page, *lines), key=lambda leaf: leaf.centroid.y)
    parts = panes(fan(0, 0.1, 0, 1.22, -72, 72, rays), "gold", (0.12, 0.44))
    parts += pair(cover, "accent-1", 0.5, 0.6)
    parts += pair(edge, "gold", 0.55, 0.68)
    for row, leaf in enumerate(leaves):
        parts += pair(leaf, "color", 0.18, 0.24) if row % 2 else pair(leaf, "white", 0.08, 0.24)
    parts.append(pane(path("M-.08 -.06L.08 -.06L.08 .98L0 .88L-.08 .98Z"), "jewel", 0.48))
    parts.append(pane(disc(0, -0.12, 0.13), "gold", 0.3))
    return composed(parts)


def open_book(rng: random.Random) -> list[Pane]:
    """The opened word, which gives light (Psalm 119:130)."""
    return shade(_open_book(rng.choice((9, 11))), rng)


@lru_cache
def _balances(rays: int) -> tuple[Pane, ...]:
    beam = path("M0 -.86C-.3 -.86 -.6 -.66 -.94 -.7L-.96 -.56C-.6 -.5 -.3 -.68 0 -.68Z")
    chains = polygon([(-0.86, -0.6), (-1.18, 0.22), (-0.54, 0.22)])
    pan = path("M-1.24 .2L-.48 .2C-.5 .46 -.66 .58 -.86 .58C-1.06 .58 -1.22 .46 -1.24 .2Z")
    foot = path("M-.62 1.24L-.62 1.1C-.36 1.06 -.2 1 -.14 .88L.14 .88C.2 1 .36 1.06 .62 1.1L.62 1.24Z")
    post = polygon([(-0.09, -0.7), (0.09, -0.7), (0.13, 0.94), (-0.13, 0.94)])
    hung = panes(split(chains, [(-0.86, -0.6), (-0.97, 0.3)], [(-0.86, -0.6), (-0.75, 0.3)]), "color", (0.16, 0.3, 0.2))
    hung += panes(split(pan, [(-0.86, 0), (-0.86, 1)]), "gold", (0.34, 0.54))
    return composed(
        panes(fan(0, -0.78, 0.16, 0.4, 0, 360, rays), "accent-0", (0.3, 0.5)),
        hung,
        mirrored(hung, 0.05),
        pair(beam, "gold", 0.4, 0.52),
        pair(box(-1.29, 0.11, -0.43, 0.25), "color", 0.56, 0.64),
        pair(disc(-0.88, -0.62, 0.12), "gold", 0.3, 0.4),
        panes(bands(post, -0.16, 0.38), "color", (0.5, 0.62, 0.54)),
        pane(diamond(0, -0.06, 0.2, 0.2), "gold", 0.4),
        panes(split(foot, *upright(-0.16, 0.16)), "gold", (0.44, 0.34, 0.6)),
        pane(disc(0, -0.78, 0.17), "jewel", 0.46),
    )


def balances(rng: random.Random) -> list[Pane]:
    """A just balance (Proverbs 16:11)."""
    return shade(_balances(rng.choice((8, 10))), rng)


EMBLEMS = {"scroll": scroll, "open-book": open_book, "balances": balances}
