"""Wordings made ready for one form: every word bent, every slot tied to the rule that fills it."""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from pipeline.language import patterns
from pipeline.language.forms import DIMENSIONS, Form
from pipeline.language.nodes import Node, Term, Wording
from pipeline.language.patterns import Part
from pipeline.language.speech import Listing, Speech
from pipeline.language.tokens import capital, keys_of

#: What fills a slot: a class of nodes or terms, or a number.
Rule = type[Node] | type[Term] | type[int]


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it must stand; `head` is how it stands at the head of a sentence."""

    key: str
    head: str


@dataclass(frozen=True, slots=True)
class Agreeing:
    """A word that bends with a slot: its form is known when the slot is."""

    lemma: str
    form: Form
    slots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot: its rule and form, and the slots it agrees with; for a list, how its parts are joined and ended."""

    name: str
    rule: Rule
    form: Form
    slots: tuple[str, ...]
    listing: Listing | None
    joints: tuple[tuple["Step", ...], ...] = ()
    end: tuple["Step", ...] = ()


Step = Word | Agreeing | Filled | patterns.Capital | patterns.Reminders | patterns.OwnName | patterns.OwnNumber


@dataclass(frozen=True, slots=True)
class Row:
    """A wording without optional groups; one of a sort's own (`through`) yields what is in the slot `it`."""

    node: type[Node]
    parts: tuple[Part, ...]
    wording: Wording
    canonical: bool
    fixed: Mapping[str, Any]
    slots: Mapping[str, Rule]
    through: bool = False

    def fits(self, form: Form) -> bool:
        wording = self.wording
        return not (
            (wording.verbs and form.verb not in wording.verbs)
            or (wording.numbers and form.number and form.number not in wording.numbers)
            or (wording.styles and (form.style or "plain") not in wording.styles)
        )

    def build(self, values: Mapping[str, Any]) -> Any:
        """The node that the slots' values make."""
        if self.wording.build is not None:
            return self.wording.build(**values)
        return values["it"] if self.through else self.node(**self.fixed, **values)


@dataclass(frozen=True, slots=True)
class Bound:
    """A row in one form."""

    row: Row
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """What a phrase may begin with: words, as they are and at the head of a sentence; a number; the card's own name."""

    words: frozenset[str] = frozenset()
    heads: frozenset[str] = frozenset()
    number: bool = False
    own_name: bool = False

    @staticmethod
    def of(words: Iterable[Word]) -> "Opening":
        """An opening of these words."""
        listed = tuple(words)
        return Opening(frozenset(word.key for word in listed), frozenset(word.head for word in listed))

    def headed(self) -> "Opening":
        """The opening after a capital was asked for."""
        return Opening(self.heads, self.heads, self.number, self.own_name)

    @staticmethod
    def union(openings: Iterable["Opening"]) -> "Opening":
        """Whatever one of several phrases may begin with."""
        listed = tuple(openings)
        return Opening(
            frozenset[str]().union(*(each.words for each in listed)),
            frozenset[str]().union(*(each.heads for each in listed)),
            any(each.number for each in listed),
            any(each.own_name for each in listed),
        )


@dataclass(frozen=True, slots=True)
class Menu:
    """What a class offers in a form: its rows, also by their first word, and the sorts below it."""

    rows: tuple[Bound, ...]
    by_first: Mapping[str, tuple[Bound, ...]]
    others: tuple[Bound, ...]
    below: tuple[type[Node], ...]


@dataclass(frozen=True, slots=True)
class Spellings:
    """A table of terms in a form: words and value, also by their first word."""

    all: tuple[tuple[tuple[Word, ...], Any], ...]
    by_first: Mapping[str, tuple[tuple[tuple[Word, ...], Any], ...]]


def rule_of(hint: Any) -> Rule:
    """The rule that a field's type names: `int`, a term, a node or sort, or a tuple or an option of one."""
    if get_origin(hint) in (Union, UnionType):
        return rule_of(next(arg for arg in get_args(hint) if arg is not NoneType))
    if get_origin(hint) is tuple:
        return rule_of(get_args(hint)[0])
    if isinstance(hint, type) and (hint is int or issubclass(hint, Node | Term)):
        return hint
    raise TypeError(f"{hint} has no words")


#: The rows that were made, by class and language: a process makes several languages of the same classes.
_ROWS: dict[tuple[type[Node], str], tuple[Row, ...]] = {}


def rows_of(node: type[Node], language: str) -> tuple[Row, ...]:
    """A class's rows in a language, in order. Raises TypeError for a pattern that leaves a field without a value."""
    if (node, language) not in _ROWS:
        _ROWS[node, language] = _made(node, language)
    return _ROWS[node, language]


def _made(node: type[Node], language: str) -> tuple[Row, ...]:
    hints = get_type_hints(node)
    known = {part.name: part for part in fields(node)} if not node.sort else {}  # type: ignore[arg-type]
    rows: list[Row] = []
    for wording in node.words.get(language, ()):
        for pattern, written, flags in patterns.expand(wording.pattern):
            parts = patterns.parse(pattern)
            slots = {part.name: rule_of(hints[part.name]) for part in parts if isinstance(part, patterns.Slot)}
            fixed = {**flags, **wording.fixed}
            for name, part in known.items():
                if name in slots or name in fixed or wording.build is not None:
                    continue
                if part.default is MISSING:
                    raise TypeError(f"{node.__name__}: {pattern!r} says nothing of {name}")
                fixed[name] = part.default
            rows.append(Row(node, parts, wording, wording.canonical and written, fixed, slots))
    for wording in node.__dict__.get("through", {}).get(language, ()):
        rows.append(Row(node, patterns.parse(wording.pattern), wording, wording.canonical, {}, {"it": node}, True))
    return tuple(rows)


def bind(row: Row, form: Form, speech: Speech) -> Bound | None:
    """The row in a form, or None where it has none."""
    if not row.fits(form):
        return None
    steps: list[Step] = []
    for part in row.parts:
        match part:
            case patterns.Literal(key):
                steps.append(Word(key, capital(key)))
            case patterns.Bend(lemma, features):
                asked, slots = _asked(form.nominal() if features else form, features)
                if slots:
                    steps.append(Agreeing(lemma, asked, slots))
                elif (word := speech.inflect(lemma, asked)) is not None:
                    steps += [Word(key, capital(key)) for key in keys_of(word)]
                else:
                    return None
            case patterns.Slot(name, features, listing):
                rule = row.slots[name]
                verbal = issubclass(rule, Node) and rule.verbal
                asked, slots = _asked(form if verbal else form.nominal(), features)
                steps.append(_filled(name, rule, asked, slots, speech.lists[listing] if listing else None))
            case _:
                steps.append(part)
    return Bound(row, tuple(steps))


def _filled(name: str, rule: Rule, form: Form, slots: tuple[str, ...], listing: Listing | None) -> Filled:
    if listing is None:
        return Filled(name, rule, form, slots, None)
    joints = tuple(_literal(joint) for joint in (listing.pair, listing.middle, listing.last))
    return Filled(name, rule, form, slots, listing, joints, _literal(listing.end))


def _literal(joint: str) -> tuple[Step, ...]:
    if joint == "\n":
        return (Word(joint, joint),)
    out: list[Step] = []
    for part in patterns.parse(joint):
        if isinstance(part, patterns.Literal):
            out.append(Word(part.key, capital(part.key)))
        elif isinstance(part, patterns.Capital):
            out.append(part)
    return tuple(out)


def _asked(form: Form, features: tuple[str, ...]) -> tuple[Form, tuple[str, ...]]:
    """The form with the named features, and the slots it must agree with besides."""
    slots: list[str] = []
    for feature in features:
        if feature in DIMENSIONS or feature.startswith("a_"):
            form = form.having(feature.removeprefix("a_"))
        else:
            slots.append(feature)
    return form, tuple(slots)
