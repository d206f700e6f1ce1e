"""Telling how a text was read: not in its own words, which its wordings would give back, but part by part.

A mechanic's class has its `reading`: lines such as "Effect: heal {count}[ for each {per:one}]". A line begins with the
part's role; a line that is nothing but a field is that field's lines (`{field:their}`: where "you" is somebody else;
`{field:apart}`: each of several under its number); what is only ever a part of a line has one without a role. In a line

- `{field}` is a field in words, `{field:one}` and `{field:many}` in a number, `{field: or }` its parts with that
  between them, `{field.part}` a part of it, `{field|word}` the word where it is empty;
- `[...]` is left out where a field in it is empty, and `[?field ...]` too; `[!field ...]` where it is not.

Fields are empty at None, 0, False and (). A line of which nothing but its role is left is left out.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any, Final

from pipeline.language.nodes import Node, Term

#: How a term is said in a number ("one", "many" or "") and of a person ("" or "their").
Spell = Callable[[Term, str, str], str]

_OPTIONAL: Final = re.compile(r"\[(?:([?!])([a-z_.]+) )?([^\[\]]*)\]")
_FIELD: Final = re.compile(r"\{([a-z_]+(?:\.[a-z_]+)*)(?::([^{}|]+))?(?:\|([^{}]*))?\}")
_SPLICED: Final = re.compile(r"\{([a-z_]+)(?::(their|apart))?\}")
#: A deed that is paid is a cost.
_DEED, _PAID = "Effect:", "Cost:"


def told(tree: Node, spell: Spell, payment: type[Node]) -> list[str]:
    """The reading of a tree, a part a line; what stands in a node of the class `payment` is paid."""
    return list(_Teller(spell, payment).lines(tree, ""))


def untold(node: type[Node]) -> set[str]:
    """The fields of which a class's reading says nothing."""
    named: set[str] = set()
    for line in node.reading:
        named.update(found[1].partition(".")[0] for found in _FIELD.finditer(line))
        named.update(found[2].partition(".")[0] for found in _OPTIONAL.finditer(line) if found[2])
    return {part.name for part in fields(node)} - named  # type: ignore[arg-type]


class _Teller:
    def __init__(self, spell: Spell, payment: type[Node]) -> None:
        self._spell = spell
        self._payment = payment

    def lines(self, node: Node, person: str) -> Iterator[str]:
        """Lines with their roles."""
        for pattern in node.reading:
            if spliced := _SPLICED.fullmatch(pattern):
                inner = getattr(node, spliced[1])
                whose = spliced[2] if spliced[2] == "their" else person
                for number, part in enumerate(inner if isinstance(inner, tuple) else (inner,) if inner else (), 1):
                    if spliced[2] == "apart":
                        yield f"Option: {number}"
                    for line in self.lines(part, whose):
                        paid = isinstance(node, self._payment) and line.startswith(_DEED)
                        yield line.replace(_DEED, _PAID, 1) if paid else line
            elif line := self._line(pattern, node, "", person):
                yield line

    def _line(self, pattern: str, node: Node, number: str, person: str) -> str:
        """One line; nothing where nothing but the role is left of it."""

        def chosen(found: re.Match[str]) -> str:
            sign, asked, inner = found.groups()
            names = [asked] if asked else [field[1] for field in _FIELD.finditer(inner)]
            return inner if all(bool(_at(node, name)) != (sign == "!") for name in names) else ""

        def filled(found: re.Match[str]) -> str:
            name, spec, otherwise = found.groups()
            value = _at(node, name)
            if not value:
                return otherwise or ""
            if isinstance(value, tuple):
                return (spec or ", ").join(self._said(each, "", person) for each in value)
            return self._said(value, spec or number, person)

        line = _FIELD.sub(filled, _OPTIONAL.sub(chosen, pattern))
        return "" if line.rstrip().endswith(":") else " ".join(line.split())

    def _said(self, value: Any, number: str, person: str) -> str:
        """A value within a line."""
        if isinstance(value, Node):
            (pattern,) = value.reading
            return self._line(pattern, value, number, person)
        return self._spell(value, number, person) if isinstance(value, Term) else str(value)


def _at(node: Node, path: str) -> Any:
    """The field of that name, or of a field's; None where that has none."""
    value: Any = node
    for name in path.split("."):
        value = getattr(value, name, None)
    return value
