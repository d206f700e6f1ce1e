"""Glass about the text, in the game's own colors: strips, the arches that hold numbers, corners of boxes.

Gold and every color of the game in order, so that none is favored; the dark side has stone and an ember instead.
All lengths are millimetres.
"""

import math
import random
import re
from collections.abc import Iterable, Sequence
from typing import Final

from pipeline.model import Color

_LEAD: Final = "#15110F"
_GOLD: Final = ("#EFCB68", "#F7E09A", "#E3B955")
_PALE: Final = "#F7E7B4"
_STONE: Final = ("#37313B", "#1B171D", "#4B1E3C", "#2A242E", "#37313B", "#474050")
_EMBER: Final = "#E8742A"
#: Grounds that are the mark itself, and no ground of one.
_INKS: Final = ("#7A5418", "#1A1410", "#000000")

Point = tuple[float, float]


def _svg(width: float, height: float, body: str) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" '
        f'height="{height:g}mm">{body}</svg>'
    ).encode()


def _plain(color: str) -> bytes:
    """A color that fills whatever box it is given."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" preserveAspectRatio="none">'
        f'<rect width="1" height="1" fill="{color}"/></svg>'
    ).encode()


def _path(points: Iterable[Point], fill: str, line: float = 0.3, edge: str = _LEAD) -> str:
    data = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return f'<path d="M{data}Z" fill="{fill}" stroke="{edge}" stroke-width="{line}" stroke-linejoin="round"/>'


def strip(colors: Sequence[Color], width: float, height: float = 2.2, dark: bool = False) -> bytes:
    """A strip of leaded panes. The same width gives the same strip."""
    rng = random.Random(f"strip {width} {dark}")
    count = max(4, round(width / 5.2))
    shares = [rng.uniform(0.72, 1.35) for _ in range(count)]
    edges = [sum(shares[:at]) / sum(shares) * width for at in range(count + 1)]
    leans = [0.0, *(rng.uniform(-0.5, 0.5) for _ in range(count - 1)), 0.0]
    body = ""
    for at in range(count):
        left, right = edges[at], edges[at + 1]
        if dark:
            fill = rng.choice(_STONE)
        elif at % 2:
            fill = _GOLD[0] if at % 4 == 1 else _PALE
        else:
            fill = colors[at // 2 % len(colors)].tones["mid"]
        lean, following = leans[at], leans[at + 1]
        body += _path(
            [(left + lean, 0), (right + following, 0), (right - following, height), (left - lean, height)], fill, 0.32
        )
    if dark:
        body += _crack(rng, (0.02 * width, 0.5 * height), (0.62 * width, 0.55 * height), 0.5 * height, 34)
        body += _crack(rng, (0.99 * width, 0.4 * height), (0.8 * width, 0.6 * height), 0.45 * height, 12)
    body += (
        f'<rect x="0.2" y="0.2" width="{width - 0.4:g}" height="{height - 0.4:g}" fill="none" stroke="{_LEAD}" '
        'stroke-width="0.45"/>'
    )
    return _svg(width, height, body)


def _crack(rng: random.Random, start: Point, end: Point, wild: float, steps: int, width: float = 0.8) -> str:
    """An ember that runs through stone, thinner towards its end."""
    above, below = [], []
    for step in range(steps + 1):
        share = step / steps
        x = start[0] + (end[0] - start[0]) * share
        y = start[1] + (end[1] - start[1]) * share + rng.uniform(-wild, wild) * 0.55
        half = width / 2 * (1 - 0.92 * share)
        above.append((x, y - half))
        below.append((x, y + half))
    data = "L".join(f"{x:.2f} {y:.2f}" for x, y in [*above, *reversed(below)])
    return f'<path d="M{data}Z" fill="{_EMBER if steps < 12 else "#FFB25A"}"/>'


def arch(colors: Sequence[Color], dark: bool = False, width: float = 19.0, height: float = 27.0) -> bytes:
    """A pointed arch with a border of beads, white inside, for a section's number."""
    outside = _outline(width, height, 0.5)
    middle = _outline(width, height, 2.4)
    body = _path([point for part in outside for point in part], _LEAD, 0.4)
    rng = random.Random("stone")
    bead = 0
    for outer, inner, count in zip(outside, middle, (5, 5, 5, 5, 6), strict=True):
        steps = (len(outer) - 1) // count
        for at in range(0, steps * count, steps):
            edge = [*outer[at : at + steps + 1], *reversed(inner[at : at + steps + 1])]
            if dark:
                fill = rng.choice(_STONE)
            else:
                fill = colors[bead // 2 % len(colors)].tones["mid"] if bead % 2 else _GOLD[bead // 2 % len(_GOLD)]
            body += _path(edge, fill)
            bead += 1
    body += _path([point for part in middle for point in part], "#FFFFFF" if dark else "#FFFDF6", 0.4)
    if dark:
        x, y = width * 0.74, height * 0.015
        chip = [(x - 3.4, y - 0.6), (x - 1.9, y + 4.1), (x - 0.9, y + 3.0), (x + 0.1, y + 6.3), (x + 1.5, y + 5.2)]
        chip += [(x + 4.2, y + 7.2), (x + 6, y - 1)]
        body += f'<path d="M{"L".join(f"{a:.2f} {b:.2f}" for a, b in chip)}Z" fill="#FFFFFF"/>'
        rim = "L".join(f"{a:.2f} {b:.2f}" for a, b in chip[:6])
        body += f'<path d="M{rim}" fill="none" stroke="{_LEAD}" stroke-width="0.45" stroke-linejoin="round"/>'
        body += _crack(rng, (x - 0.7, y + 4.2), (x - 2.6, y + 10.4), 1.1, 7)
    return _svg(width, height, body)


def lancet(width: float = 25.6, height: float = 57.4) -> bytes:
    """A golden lancet with room for a number, a name and, under a beam, some words; it fills any box."""
    outside = [point for side in _outline(width, height, 0.4) for point in side]
    inside = [point for side in _outline(width, height, 2.0) for point in side]
    beam, middle = 0.455 * height, width / 2
    body = _path(outside, _GOLD[0], 0.6) + _path(inside, "#FFFFFF", 0.4)
    body += f'<path d="M2 {beam:g}H{width - 2:g}" stroke="{_LEAD}" stroke-width="0.3"/>'
    body += _path([(middle, beam - 2), (middle + 2, beam), (middle, beam + 2), (middle - 2, beam)], "#C8983A", 0.3)
    return _svg(width, height, body).replace(b"<svg ", b'<svg preserveAspectRatio="none" ')


def _outline(width: float, height: float, inset: float) -> list[list[Point]]:
    """The five sides of an arch from its foot at the left, clockwise, each as points at even distances."""
    fine = 30
    radius = 0.62 * width
    rise = math.sqrt(radius**2 - (radius - width / 2) ** 2)
    left, right, foot = inset, width - inset, height - inset
    small = radius - inset
    spring = rise
    top = spring - math.sqrt(small**2 - (radius - width / 2) ** 2)
    start, end = math.pi, math.pi + math.acos((radius - width / 2) / small)
    curve = [
        (radius + small * math.cos(start + (end - start) * at / fine),
         spring + small * math.sin(start + (end - start) * at / fine))
        for at in range(fine + 1)
    ]  # fmt: skip
    curve[-1] = (width / 2, top)
    mirrored = [(width - x, y) for x, y in reversed(curve)]
    return [
        _straight((left, foot), (left, spring), fine),
        curve,
        mirrored,
        _straight((right, spring), (right, foot), fine),
        _straight((right, foot), (left, foot), fine),
    ]


def _straight(start: Point, end: Point, count: int) -> list[Point]:
    return [
        (start[0] + (end[0] - start[0]) * at / count, start[1] + (end[1] - start[1]) * at / count)
        for at in range(count + 1)
    ]


def corner(turn: int, dark: bool = False) -> bytes:
    """A corner of a box, 4.2 mm wide: scooped in lead and gold, or chamfered with a rivet. `turn` in quarters."""
    if dark:
        lines = (
            '<path d="M0 0H3V3H0Z" fill="#FFFFFF"/>'
            '<path d="M0.3 4.2V2.62L2.62 0.3H4.2" fill="none" stroke="#1B171D" stroke-width="0.6"/>'
            '<path d="M1.15 4.2V2.97L2.97 1.15H4.2" fill="none" stroke="#8E8692" stroke-width="0.18"/>'
            '<circle cx="2.5" cy="2.5" r="0.45" fill="#1B171D"/>'
        )
    else:
        lines = (
            '<path d="M0 0H2.6V2.6H0Z" fill="#FFFFFF"/>'
            '<path d="M4.2 4.2H0.3V2.2A1.9 1.9 0 0 0 2.2 0.3H4.2Z" fill="#FFFBF0"/>'
            f'<path d="M0.3 4.2V2.2A1.9 1.9 0 0 0 2.2 0.3H4.2" fill="none" stroke="{_LEAD}" stroke-width="0.45"/>'
            '<path d="M1.05 4.2V2.75A1.75 1.75 0 0 0 2.75 1.05H4.2" fill="none" stroke="#C8983A" stroke-width="0.3"/>'
        )
    return _svg(4.2, 4.2, f'<g transform="rotate({90 * turn} 2.1 2.1)">{lines}</g>')


def tail(colors: Sequence[Color], dark: bool = False) -> bytes:
    """What closes a chapter that ends above the foot of its page: a rose of panes between two lines that run out."""
    width, height = 62.0, 7.0
    x, y = width / 2, height / 2
    line, bright = ("#1B171D", "#8E8692") if dark else (_LEAD, "#C8983A")
    body = ""
    for side in (-1, 1):
        start, end = x + side * 5.4, x + side * 30
        body += f'<path d="M{start:g} {y - 0.22:g}L{end:g} {y:g}L{start:g} {y + 0.22:g}Z" fill="{bright}"/>'
        for at, size in ((5.6, 0.95), (9.2, 0.6)):
            body += _path(_lozenge(x + side * at, y, size), bright, 0.2, line)
    panes = len(colors)
    rng = random.Random("tail")
    for at in range(panes):
        fill = rng.choice(_STONE) if dark else colors[at].tones["mid"]
        turn = 2 * math.pi / panes
        angle = turn * at - math.pi / 2
        edge = [
            (x + radius * math.cos(angle + turn * share), y + radius * math.sin(angle + turn * share))
            for radius, share in ((1.15, 0.0), (2.7, -0.5), (3.3, 0.0), (2.7, 0.5))
        ]
        body += _path(edge, fill, 0.26, line)
    body += f'<circle cx="{x:g}" cy="{y:g}" r="1.15" fill="{_EMBER if dark else _GOLD[0]}" stroke="{line}"'
    body += ' stroke-width="0.26"/>'
    return _svg(width, height, body)


def _lozenge(x: float, y: float, size: float) -> list[Point]:
    return [(x - size, y), (x, y - size), (x + size, y), (x, y + size)]


def seal() -> bytes:
    """A golden seal with room for a number."""
    edge = [
        (50 + radius * math.sin(math.pi * at / 21), 50 - radius * math.cos(math.pi * at / 21))
        for at in range(42)
        for radius in (49.0 if at % 2 == 0 else 43.0,)
    ]
    ring = f'<circle cx="50" cy="50" r="33" fill="#FFF6DC" stroke="{_LEAD}" stroke-width="2"/>'
    return _svg(100, 100, _path(edge, _GOLD[0], 3) + ring)


_GROUND: Final = re.compile(r'<path class="ground" fill="(#[0-9A-Fa-f]{6})"[^>]* d="([^"]+)"/>')
#: The ground of a mark that is no color's: white on paper.
_VELLUM: Final = "#E9DFC6"


def keyed(mark: str) -> str:
    """A mark of a game with a line of lead about its colored ground, so that pale ones stand on white paper. A mark in
    black stays as it is."""
    ground = _GROUND.search(mark)
    if ground is None or ground[1].upper() in _INKS:
        return mark
    line = f'<path d="{ground[2]}" fill="{_LEAD}" stroke="{_LEAD}" stroke-width="7" stroke-linejoin="round"/>'
    white = ground[0].replace(ground[1], "#FFFFFF") if ground[1].upper() == _VELLUM else ground[0]
    return mark.replace('viewBox="0 0 100 100"', 'viewBox="-4 -4 108 108"').replace(ground[0], line + white)


def ornaments(colors: Sequence[Color], frame: float) -> dict[str, bytes]:
    """Everything that a style sheet may name below /made/: strips as wide as a `frame`, arches, corners."""
    made = {"made/arch-light.svg": arch(colors), "made/arch-dark.svg": arch(colors, dark=True)}
    made["made/strip-light.svg"] = strip(colors, frame)
    made["made/strip-dark.svg"] = strip(colors, frame, dark=True)
    made["made/strip-short.svg"] = strip(colors, 60, 1.6)
    made["made/phase.svg"] = lancet()
    made["made/tail-light.svg"] = tail(colors)
    made["made/tail-dark.svg"] = tail(colors, dark=True)
    for name, color in (("lead", _LEAD), ("gold", "#C8983A"), ("iron", "#1B171D"), ("silver", "#8E8692")):
        made[f"made/{name}.svg"] = _plain(color)
    made["made/writing.svg"] = _svg(frame, 10, f'<path d="M0 9.9H{frame:g}" stroke="#A79C8A" stroke-width="0.16"/>')
    made["made/seal.svg"] = seal()
    made["made/diamond.svg"] = _svg(2, 2, '<path d="M1 0L2 1L1 2L0 1Z" fill="#C8983A"/>')
    for turn in range(4):
        made[f"made/corner-light-{turn}.svg"] = corner(turn)
        made[f"made/corner-dark-{turn}.svg"] = corner(turn, dark=True)
    return made
