"""Trees of meaning: what a text is read into and written from.

A node is a frozen dataclass. Its class holds the phrase patterns that read and write it, a language a key. A *sort* is
a class that only gathers others ("an effect"); a node's fields name the sorts or values that may fill them. A *term* is
a value with words of its own in a table: a color, a noun, a zone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, ClassVar

from pipeline.language.forms import Form

#: What a mechanic prints of itself in the rulebook's glossary: the keyword and its line.
Entry = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to say a node: a pattern (see `patterns`), and when it holds.

    canonical: whether it is written, or only read. fixed: values of fields that the words stand for. verbs, numbers,
    styles: the forms it fits (empty: all). build: makes the node from the slots, where the class alone would not; None
    from it refuses them.
    """

    pattern: str
    canonical: bool = True
    fixed: Mapping[str, Any] = field(default_factory=dict)
    verbs: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    build: Callable[..., Any] | None = None


def say(
    pattern: str,
    *,
    verbs: str = "",
    numbers: str = "",
    styles: str = "",
    build: Callable[..., Any] | None = None,
    **fixed: Any,
) -> Wording:
    """A wording that is read and written; `verbs`, `numbers` and `styles` are parted by spaces."""
    return Wording(pattern, True, fixed, tuple(verbs.split()), tuple(numbers.split()), tuple(styles.split()), build)


def also(
    pattern: str,
    *,
    verbs: str = "",
    numbers: str = "",
    styles: str = "",
    build: Callable[..., Any] | None = None,
    **fixed: Any,
) -> Wording:
    """A wording that is read but never written: `fmt` turns it into the canonical one."""
    return Wording(pattern, False, fixed, tuple(verbs.split()), tuple(numbers.split()), tuple(styles.split()), build)


Words = Mapping[str, tuple[Wording, ...]]


def worded(**languages: str | Wording | tuple[str | Wording, ...]) -> Words:
    """Wordings by language; a plain pattern is one that is read and written."""
    words: dict[str, tuple[Wording, ...]] = {}
    for language, given in languages.items():
        several = given if isinstance(given, tuple) else (given,)
        words[language] = tuple(say(each) if isinstance(each, str) else each for each in several)
    return MappingProxyType(words)


_NONE: Words = MappingProxyType({})


class Node:
    """A part of a tree.

    words: wordings by language, the canonical ones first. through: a sort's wordings of whatever it gathers, in the
    slot `it`. inline, after: reminders that may stand in parentheses before or after the full stop. verbal: whether its
    words follow the form of the verb. agrees: the field that gives the phrase its gender. reading: how it is told that
    it was read (see the module `reading`). one_card: why a mechanic that a single card uses stands for itself.
    """

    label: ClassVar[str] = ""
    sort: ClassVar[bool] = False
    words: ClassVar[Words] = _NONE
    through: ClassVar[Words] = _NONE
    inline: ClassVar[Words] = _NONE
    after: ClassVar[Words] = _NONE
    verbal: ClassVar[bool] = False
    agrees: ClassVar[str] = ""
    reading: ClassVar[tuple[str, ...]] = ()
    glossary: ClassVar[tuple[Entry, ...]] = ()
    one_card: ClassVar[str] = ""

    def __init_subclass__(cls, label: str = "", **more: Any) -> None:
        """A class with a `label` is a sort; its label tells what was expected ("an effect")."""
        super().__init_subclass__(**more)
        cls.sort = bool(label)
        if label:
            cls.label = label
            cls.through = cls.__dict__.get("through", _NONE)

    def number_of(self) -> str:
        """The number, `one` or `many`, that the phrase gives to what agrees with it, where it gives one."""
        return ""

    def reminds(self) -> bool:
        """Whether this node takes the reminders of its class."""
        return True

    @classmethod
    def follow(cls, form: Form, previous: Any) -> Form:
        """The form of a list's next part after `previous`."""
        return form


class Term(str):
    """A value with words of its own; `label` tells what was expected."""

    __slots__ = ()
    label: ClassVar[str] = ""


def walk(value: object) -> Iterator[object]:
    """A tree's nodes and values, each before its parts, in the order of their fields."""
    if isinstance(value, tuple):
        for each in value:
            yield from walk(each)
        return
    yield value
    if isinstance(value, Node):
        for part in fields(value):  # type: ignore[arg-type]
            yield from walk(getattr(value, part.name))


def as_json(value: object) -> Any:
    """A tree as JSON: a node is an object with its class's name under "is"; fields at their default are left out."""
    if isinstance(value, tuple):
        return [as_json(each) for each in value]
    if isinstance(value, Node):
        parts = fields(value)  # type: ignore[arg-type]
        shown = {part.name: getattr(value, part.name) for part in parts if getattr(value, part.name) != part.default}
        return {"is": type(value).__name__, **{name: as_json(part) for name, part in shown.items()}}
    return str(value) if isinstance(value, str) else value


def spelled_out(value: object) -> Any:
    """A tree in plain values that tell it whole, for digests: every part with its class, every field."""
    if isinstance(value, tuple):
        return [spelled_out(each) for each in value]
    kind = f"{type(value).__module__}.{type(value).__qualname__}"
    if isinstance(value, Node):
        return kind, [spelled_out(getattr(value, part.name)) for part in fields(value)]  # type: ignore[arg-type]
    return kind, repr(value)


def tell(value: object, depth: int = 0) -> str:
    """A tree as an outline, a part a line, for a person who wants to see how a text was understood."""
    pad = "  " * depth
    if not isinstance(value, Node):
        return f"{pad}{value}"
    lines = [f"{pad}{type(value).__name__}"]
    for part in fields(value):  # type: ignore[arg-type]
        inner = getattr(value, part.name)
        if inner == part.default:
            continue
        if isinstance(inner, Node | tuple):
            lines.append(f"{pad}  {part.name}:")
            lines += [tell(each, depth + 2) for each in (inner if isinstance(inner, tuple) else (inner,))]
        else:
            lines.append(f"{pad}  {part.name}: {inner}")
    return "\n".join(lines)
