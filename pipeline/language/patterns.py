"""Phrase patterns: what may stand in a wording.

    draw <cards:count>          words; `<lemma>` is a word that bends, with the verb's form or as the named field asks
    {count} {filter:one,any}    a field's phrase, in the given form or in agreement with the named field
    {parts&and}                 a list, joined as the language joins "and"
    {{exhaust}}                 the glyph itself
    ^                           a capital at the next word
    [?other other]              words that stand where the field is true
    [for each {per:one}]        words that stand where their field is given
    [!(ties)]  [~in play]       words that may be missing when read, and are written; or may stand, and are not
    (!inline)  (!after)         the place of reminders
    {@name}  {@mp}              the card's own name, and a number on it
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.language.tokens import keys_of


@dataclass(frozen=True, slots=True)
class Literal:
    """A key as it stands."""

    key: str


@dataclass(frozen=True, slots=True)
class Capital:
    """A capital at the next word."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A word that bends, by its lemma: as the verb does, or as features and fields ask."""

    lemma: str
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A field's phrase in a form, or a list of them."""

    name: str
    features: tuple[str, ...]
    listing: str = ""


@dataclass(frozen=True, slots=True)
class Reminders:
    """Where reminders may stand: `inline` or `after` the full stop."""

    kind: str


@dataclass(frozen=True, slots=True)
class OwnName:
    """The name of the card whose text it is."""


@dataclass(frozen=True, slots=True)
class OwnNumber:
    """A number on that card, by its name."""

    name: str


Part = Literal | Capital | Bend | Slot | Reminders | OwnName | OwnNumber

_PIECE = re.compile(
    r"\{\{(?P<glyph>\w+)\}\}|\{@name\}(?P<own>)|\{@(?P<fact>\w+)\}"
    r"|\{(?P<slot>\w+)(?:&(?P<list>\w+))?(?::(?P<asked>[\w,]+))?\}"
    r"|<(?P<lemma>[^\W\d_]+)(?::(?P<bent>[\w,]+))?>|\(!(?P<kind>inline|after)\)|(?P<cap>\^)|(?P<space>\s+)"
    r"|(?P<words>\w+\(s\)|[^{}<>^\[\]\s()]+|[()])"
)
_GROUP = re.compile(r"\[(?:\?(?P<flag>\w+) |(?P<mark>[!~]))?(?P<inner>[^\[\]]*)\]")


def parse(pattern: str) -> tuple[Part, ...]:
    """The parts of a pattern without optional groups. Raises ValueError where it is not one."""
    parts: list[Part] = []
    at = 0
    while at < len(pattern):
        match = _PIECE.match(pattern, at)
        if match is None:
            raise ValueError(f"{pattern!r} is no pattern from {pattern[at:]!r} on")
        at = match.end()
        if match["glyph"]:
            parts.append(Literal(f"{{{match['glyph']}}}"))
        elif match["own"] is not None:
            parts.append(OwnName())
        elif match["fact"]:
            parts.append(OwnNumber(match["fact"]))
        elif match["slot"]:
            parts.append(Slot(match["slot"], _listed(match["asked"]), match["list"] or ""))
        elif match["lemma"]:
            parts.append(Bend(match["lemma"], _listed(match["bent"])))
        elif match["kind"]:
            parts.append(Reminders(match["kind"]))
        elif match["cap"]:
            parts.append(Capital())
        elif match["words"]:
            parts += map(Literal, keys_of(match["words"]))
    return tuple(parts)


def _listed(names: str | None) -> tuple[str, ...]:
    return tuple(names.split(",")) if names else ()


def expand(pattern: str) -> Iterator[tuple[str, bool, Mapping[str, Any]]]:
    """A pattern's variants without optional groups: pattern, whether it may be written, values of flags."""
    group = _GROUP.search(pattern)
    if group is None:
        yield pattern, True, {}
        return
    before, inner, after = pattern[: group.start()], group["inner"], pattern[group.end() :]
    flag, mark = group["flag"], group["mark"]
    variants = ((f"{before} {inner} {after}", mark != "~", True), (f"{before} {after}", mark != "!", False))
    for variant, written, value in variants:
        for rest, canonical, flags in expand(variant):
            yield rest, written and canonical, {**flags, flag: value} if flag else flags
