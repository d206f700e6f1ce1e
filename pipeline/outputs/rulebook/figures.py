"""Faces with callouts: each leads to a part of the face where the face's own template has put it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from pipeline.model import Card
from pipeline.outputs.records import UnknownError
from pipeline.outputs.rulebook.material import FRAME, Material
from pipeline.place import Placed
from pipeline.problem import nearest
from pipeline.units import BLEED, Box

#: A callout: "left" or "right"; the part, as element and name ("textbox name", "glyph MP"); its label; a line or two.
Callout = tuple[str, str, str, str]

_TRIM: Final = (63.5, 88.9)
#: How large a callout's letters are, in points, how high its lines, how many letters and capitals fit on a millimetre
#: of them, and how far callouts stay apart.
_SIZE: Final = 8.9
_LINE: Final = 4.0
_LETTERS: Final = 0.66
_CAPITALS: Final = 0.48
_APART: Final = 2.0
#: No letters are shrunk more than by this.
_SMALLEST: Final = 0.84
#: From a callout to its leader's knee, and to the card.
_REACH: Final = 3.0
#: How far beside words a leader ends, on the card.
_BESIDE: Final = 1.2
_LEAD: Final = "#15110F"


@dataclass(frozen=True, slots=True)
class _Placed:
    label: str
    text: str
    x: float
    y: float
    top: float


def anatomy(
    material: Material, card: Card, template: str, alt: str, callouts: Sequence[Callout], width: float, frame: float
) -> Markup:
    """A side of a card, `width` mm wide in the middle of a `frame`, and callouts on both sides of it.

    Raises UnknownError for a part that the face does not have.
    """
    # On small paper everything is laid out larger and then shrunk, letters too.
    shrunk = max(_SMALLEST, min(1.0, frame / FRAME))
    width, frame = width / shrunk, frame / shrunk
    scale = width / _TRIM[0]
    height = _TRIM[1] * scale
    left = (frame - width) / 2
    room = left - _REACH - 4
    sides = {"left": _arranged(material, card, template, callouts, "left", scale, left, room, height)}
    sides["right"] = _arranged(material, card, template, callouts, "right", scale, left, room, height)
    tall = max([height, *(each.top + _height(each, room) for side in sides.values() for each in side)])
    lines = "".join(_leader(each, room, frame, name) for name, side in sides.items() for each in side)
    address = material.drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {frame:g} {tall:.2f}" width="{frame * shrunk:g}mm" '
        f'height="{tall * shrunk:.2f}mm">{lines}</svg>'
    )
    columns = {name: _column(side, room, shrunk) for name, side in sides.items()}
    face = material.face(card, template, alt, f"width: {width * shrunk:g}mm; height: {height * shrunk:.3f}mm")
    return Markup(
        '<div class="leaders" style="width: {w}mm; height: {h}mm; background-image: url(/{address})"></div>'
        '<div class="anatomy" style="--room: {room}mm; --tall: {h}mm; '
        'font-size: {size}pt; line-height: {line}mm">'
        '<div class="callouts left">{left}</div><div>{face}</div><div class="callouts right">{right}</div></div>'
    ).format(
        w=f"{frame * shrunk:g}",
        h=f"{tall * shrunk:.2f}",
        address=address,
        room=f"{room * shrunk:g}",
        size=f"{_SIZE * shrunk:.2f}",
        line=f"{_LINE * shrunk:.2f}",
        face=face,
        **columns,
    )


def _arranged(
    material: Material,
    card: Card,
    template: str,
    callouts: Sequence[Callout],
    name: str,
    scale: float,
    left: float,
    room: float,
    height: float,
) -> list[_Placed]:
    """The callouts of a side, each as near to its part as those above leave room."""
    placed = material.placed(card, template)
    made: list[_Placed] = []
    for side, part, label, text in callouts:
        if side not in ("left", "right"):
            raise UnknownError(f'no side of a card is called "{side}"', 'say "left" or "right"')
        if side != name:
            continue
        box = _part(placed, part)
        # The leader ends on the edge of its part, never on a word: beside the box that words stand in.
        beside = _BESIDE if part.startswith("textbox") else 0.0
        x = box.x - beside if side == "left" else box.right + beside
        middle = (box.y + box.height / 2 - BLEED) * scale
        made.append(_Placed(label, text, left + (x - BLEED) * scale, middle, 0.0))
    made.sort(key=lambda each: each.y)
    free = 0.0
    tops = []
    for each in made:
        tops.append(max(free, each.y - _LINE / 2))
        free = tops[-1] + _height(each, room) + _APART
    # What hangs over the card's foot moves up, and those above it before it; where all do not fit, they go beyond it.
    foot = max(height, sum(_height(each, room) + _APART for each in made) - _APART)
    for at in reversed(range(len(made))):
        tops[at] = min(tops[at], foot - _height(made[at], room))
        foot = tops[at] - _APART
    return [_Placed(each.label, each.text, each.x, each.y, top) for each, top in zip(made, tops, strict=True)]


def _part(placed: Sequence[Placed], part: str) -> Box:
    known: dict[str, Box] = {}
    for each in placed:
        known.setdefault(f"{each.element} {each.name}", each.box)
    if part not in known:
        raise UnknownError(f'the face has no part "{part}"', nearest(part, known) or f"it has {', '.join(known)}")
    return known[part]


def _height(callout: _Placed, room: float) -> float:
    lines = math.ceil(len(callout.label) / (room * _CAPITALS)) + math.ceil(len(callout.text) / (room * _LETTERS))
    return _LINE * lines


def _column(side: Sequence[_Placed], room: float, shrunk: float) -> Markup:
    html = Markup("")
    free = 0.0
    for each in side:
        html += Markup('<p style="margin-top: {}mm; height: {}mm"><b>{}</b><br>{}</p>').format(
            f"{(each.top - free) * shrunk:.2f}", f"{_height(each, room) * shrunk:g}", each.label, each.text
        )
        free = each.top + _height(each, room)
    return html


def _leader(each: _Placed, room: float, frame: float, side: str) -> str:
    """From the label, level, then slanting to the part: lead on a white casing, and a dot at its end."""
    level = each.top + _LINE / 2
    start = room + 1 if side == "left" else frame - room - 1
    knee = start + _REACH if side == "left" else start - _REACH
    path = f"M{start:.2f} {level:.2f}H{knee:.2f}L{each.x:.2f} {each.y:.2f}"
    return (
        f'<path d="{path}" fill="none" stroke="#FFFFFF" stroke-width="1" stroke-linejoin="round"/>'
        f'<circle cx="{each.x:.2f}" cy="{each.y:.2f}" r="1" fill="#FFFFFF"/>'
        f'<path d="{path}" fill="none" stroke="{_LEAD}" stroke-width="0.32" stroke-linejoin="round"/>'
        f'<circle cx="{each.x:.2f}" cy="{each.y:.2f}" r="0.7" fill="{_LEAD}"/>'
    )


def bars(material: Material, shares: Sequence[tuple[float, float, float]], most: float, width: float) -> Markup:
    """Bars, one below another, for shares of 1 with their lower and upper bounds: the first filled, others dashed.

    `width` mm are `most`; a mark stands at one half.
    """
    step, thick = 4.0, 2.6
    tall = step * len(shares)
    scale = (width - 1) / most
    half = 0.5 + scale / 2
    drawn = f'<path d="M{half:.2f} 0V{tall:g}" stroke="#6A6158" stroke-width="0.2" stroke-dasharray="0.8 0.6"/>'
    told = []
    for at, (share, low, high) in enumerate(shares):
        top, middle = at * step + (step - thick) / 2, (at + 0.5) * step
        fill, dash = ("#FFFFFF", ' stroke-dasharray="1 0.6"') if at else ("#8FA8EE", "")
        start, end = 0.5 + scale * min(low, most), 0.5 + scale * min(high, most)
        drawn += (
            f'<rect x="0.5" y="{top:g}" width="{scale * min(share, most):.2f}" height="{thick}" fill="{fill}" '
            f'stroke="{_LEAD}" stroke-width="0.25"{dash}/>'
            f'<path d="M{start:.2f} {middle - 0.8:g}v1.6m0 -0.8H{end:.2f}m0 -0.8v1.6" fill="none" stroke="{_LEAD}" '
            'stroke-width="0.3"/>'
        )
        told.append(f"{100 * share:.1f} percent, likely between {100 * low:.1f} and {100 * high:.1f}")
    address = material.drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {tall:g}" width="{width:g}mm" '
        f'height="{tall:g}mm">{drawn}</svg>'
    )
    return Markup('<img class="bars" src="/{}" alt="{}" style="width: {:g}mm; height: {:g}mm">').format(
        address, "; ".join(told), width, tall
    )
