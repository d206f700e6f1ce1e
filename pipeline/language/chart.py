"""Reading: all ways to take a row of tokens, and where it fails.

Every (rule, form, position) is read once and kept, so that reading takes time in proportion to the text. A position
counts tokens twice: even where a word stands as in its pattern, odd where it must stand with a capital.

Reading goes fast first, trying only wordings whose first word is there. When nothing reads, it goes again and notes
what was expected at the furthest token that was reached.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pipeline.language import patterns
from pipeline.language.forms import Form
from pipeline.language.nodes import Node, Term, walk
from pipeline.language.rows import Agreeing, Bound, Filled, Menu, Opening, Rule, Spellings, Step, Word
from pipeline.language.speech import Speech
from pipeline.language.tokens import Token, starts_sentence

Found = tuple[tuple[Any, int], ...]
#: A reading in progress: position, and the values of slots so far (also genders already shown: "gender of <slot>").
State = tuple[int, dict[str, Any]]


class Lookup(Protocol):
    """What a language knows of its words, and a chart asks."""

    speech: Speech

    def menu(self, rule: type[Node], form: Form, /) -> Menu:
        """What a class offers in a form."""

    def spellings(self, rule: type[Term], form: Form, /) -> Spellings:
        """A table of terms in a form."""

    def opening(self, rule: Rule, form: Form, /) -> Opening:
        """What a phrase may begin with."""

    def bent(self, lemma: str, form: Form, /) -> tuple[Word, ...]:
        """A word in a form; none where it has none."""

    def reminders(self, node: type[Node], kind: str, /) -> tuple[tuple[Step, ...], ...]:
        """A class's reminders of a kind, in parentheses."""

    def reminder_of(self, rule: type[Term], value: str) -> tuple[Word, ...]:
        """A term's reminder, in parentheses."""

    def agree(self, form: Form, value: Any) -> Form:
        """The form as a value makes it."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A card whose text is read: the keys of its name, and numbers on it that its text may repeat."""

    name: tuple[str, ...]
    numbers: Mapping[str, int]


@dataclass(slots=True)
class Expected:
    """What was expected at the furthest token: sorts and words to show, and all words that would have done."""

    token: int = -1
    shown: dict[str, None] = field(default_factory=dict)
    words: dict[str, None] = field(default_factory=dict)

    def note(self, token: int, shown: str, words: Iterable[str]) -> None:
        """Take note of what was expected at a token, which is none before the furthest."""
        if token > self.token:
            self.token = token
            self.shown.clear()
            self.words.clear()
        self.shown[shown] = None
        self.words.update(dict.fromkeys(words))


class Chart:
    """One text being read."""

    def __init__(
        self, language: Lookup, tokens: Sequence[Token], mentions: Sequence[Mention], noting: bool = False
    ) -> None:
        self._language = language
        self._keys = [token.key for token in tokens]
        self._mentions = mentions
        self._own = {mention.name[0] for mention in mentions}
        self._kept: dict[tuple[Rule, Form, int], Found] = {}
        # Where each node begins, by its identity: equal nodes may stand in several places.
        self._starts: dict[int, int] = {}
        self._sorts: list[tuple[str, int]] = []
        self.expected = Expected() if noting else None
        #: Names of cards that the text speaks of, and at which token first.
        self.mentioned: dict[tuple[str, ...], int] = {}

    def read(self, rule: Rule, form: Form) -> list[Any]:
        """Every value that the whole text has as `rule`."""
        whole: dict[Any, None] = {}
        for value, end in self._rule(rule, form, 0):
            if end >> 1 == len(self._keys):
                whole[value] = None
            elif self.expected:
                self._miss(end, "the end of the text", ())
        return list(whole)

    def start_of(self, node: Node) -> int:
        """The token at which a node of a tree that was read begins."""
        return self._starts.get(id(node), 0)

    def narrowest_doubt(self) -> tuple[int, int] | None:
        """First and last token of the shortest phrase that has two readings."""
        doubts = []
        for (_, _, start), found in self._kept.items():
            ends = [end for _, end in found]
            doubts += [(end - start, start >> 1, (end >> 1) - 1) for end in set(ends) if ends.count(end) > 1]
        return min(doubts)[1:] if doubts else None

    # -- rules

    def _rule(self, rule: Rule, form: Form, at: int) -> Found:
        key = (rule, form, at)
        found = self._kept.get(key)
        if found is None:
            opening = self._language.opening(rule, form)
            label = _label(rule)
            if (label or not self.expected) and not self._may_open(opening, at):
                self._miss(at, label, opening.heads if at & 1 else opening.words)
                found = self._kept[key] = ()
        if found is None:
            self._kept[key] = ()  # no rule begins with itself; this is what one would find that did
            found = self._kept[key] = self._afresh(rule, form, at)
        return found

    def _may_open(self, opening: Opening, at: int) -> bool:
        token = self._token(at)
        if token in (opening.heads if at & 1 else opening.words):
            return True
        return (opening.number and token.isdecimal()) or (opening.own_name and token in self._own)

    def _afresh(self, rule: Rule, form: Form, at: int) -> Found:
        label = _label(rule)
        if self.expected and label:
            self._sorts.append((label, at))
        if issubclass(rule, Node):
            found = self._node(rule, form, at)
        elif issubclass(rule, Term):
            found = self._term(rule, form, at)
        else:
            found = self._number(at)
        if self.expected and label:
            self._sorts.pop()
        return found

    def _number(self, at: int) -> Found:
        token = self._token(at)
        if token.isascii() and token.isdecimal() and token[0] != "0" and len(token) < 4:
            return ((int(token), _next(at)),)
        self._miss(at, "a number", ())
        return ()

    def _term(self, rule: type[Term], form: Form, at: int) -> Found:
        spellings = self._language.spellings(rule, form)
        found: dict[tuple[Any, int], None] = {}
        if self.expected:
            chosen: Iterable[tuple[tuple[Word, ...], Any]] = spellings.all
        else:
            chosen = spellings.by_first.get(self._token(at), ())
        for words, value in chosen:
            end = self._words(words, at)
            if end >= 0:
                found[value, end] = None
                reminder = self._language.reminder_of(rule, value)
                if reminder and (shut := self._words(reminder, end)) >= 0:
                    found[value, shut] = None
        return tuple(found)

    def _node(self, rule: type[Node], form: Form, at: int) -> Found:
        menu = self._language.menu(rule, form)
        found: dict[tuple[Any, int], None] = {}
        if self.expected:
            rows: Iterable[Bound] = menu.rows
        else:
            rows = (*menu.by_first.get(self._token(at), ()), *menu.others)
        for bound in rows:
            for each in self._row(bound, at):
                found[each] = None
        for below in menu.below:
            for each in self._rule(below, form, at):
                found[each] = None
        return tuple(found)

    # -- rows

    def _row(self, bound: Bound, at: int) -> list[tuple[Any, int]]:
        states: list[State] = [(at, {})]
        for step in bound.steps:
            states = self._step(step, states)
            if not states:
                return []
        row = bound.row
        built = [(row.build({name: values[name] for name in row.slots}), end) for end, values in states]
        for value, _ in built:
            self._starts.setdefault(id(value), at >> 1)
        return [(value, end) for value, end in built if value is not None]

    def _step(self, step: Step, states: list[State]) -> list[State]:
        if isinstance(step, Word):
            return [(end, values) for at, values in states if (end := self._word(step, at)) >= 0]
        if isinstance(step, Filled):
            return [state for at, values in states for state in self._fill(step, at, values)]
        if isinstance(step, Agreeing):
            return [state for at, values in states for state in self._agree(step, at, values)]
        if isinstance(step, patterns.Capital):
            return [(end, values) for at, values in states if (end := self._capital(at)) >= 0]
        if isinstance(step, patterns.Reminders):
            return [state for at, values in states for state in self._remind(step.kind, at, values)]
        if isinstance(step, patterns.OwnName):
            return [state for at, values in states for state in self._own_name(at, values)]
        return [state for at, values in states for state in self._own_number(step.name, at, values)]

    def _token(self, at: int) -> str:
        at >>= 1
        return self._keys[at] if at < len(self._keys) else ""

    def _word(self, word: Word, at: int) -> int:
        if (word.head if at & 1 else word.key) == self._token(at):
            return _next(at)
        if self.expected:
            shown = word.head if at & 1 else word.key
            self._miss(at, "a new line" if shown == "\n" else f'"{shown}"', (shown,))
        return -1

    def _words(self, words: Iterable[Word], at: int) -> int:
        for word in words:
            at = self._word(word, at)
            if at < 0:
                break
        return at

    def _capital(self, at: int) -> int:
        token = self._token(at)
        if token and not starts_sentence(token):
            self._miss(at, "a capital letter", (token[0].upper() + token[1:],))
            return -1
        return at | 1

    def _fill(self, step: Filled, at: int, values: dict[str, Any]) -> Iterable[State]:
        form = step.form
        for slot in step.slots:
            form = self._language.agree(form, values[slot]) if slot in values else form
        if (gender := values.get(f"gender of {step.name}")) is not None:
            form = form._replace(gender=gender)
        if step.listing is not None:
            return self._listed(step, form, at, values)
        if step.name in values:  # a number that is said twice must be the same
            word = str(values[step.name])
            end = self._word(Word(word, word), at)
            return ((end, values),) if end >= 0 else ()
        return [(end, {**values, step.name: value}) for value, end in self._rule(step.rule, form, at)]

    def _listed(self, step: Filled, form: Form, at: int, values: dict[str, Any]) -> Iterable[State]:
        assert step.listing is not None and isinstance(step.rule, type) and step.rule is not int
        pair, middle, last = step.joints
        done: list[State] = []
        # A list under way: its parts, its position, whether its last joint was spoken.
        open_: list[tuple[tuple[Any, ...], Form, int, bool]] = [((), form, at, step.listing.least <= 1)]
        while open_:
            parts, form, at, complete = open_.pop()
            starts = [(at, complete)]
            if parts:
                if complete:
                    done.append((at, {**values, step.name: parts}))
                starts = self._joints(parts, at, complete, pair, middle, last)
            for start, closes in starts:
                for value, end in self._rule(step.rule, form, start):
                    shut = self._steps(step.end, end)
                    if shut >= 0:
                        then = values_follow(step.rule, form, value)
                        open_.append(((*parts, value), then, shut, closes))
        return done

    def _joints(
        self,
        parts: tuple[Any, ...],
        at: int,
        complete: bool,
        pair: tuple[Step, ...],
        middle: tuple[Step, ...],
        last: tuple[Step, ...],
    ) -> list[tuple[int, bool]]:
        """Where the next part may start, and whether the list may end after it."""
        if pair == middle == last:
            end = self._steps(pair, at)
            return [(end, True)] if end >= 0 else []
        if len(parts) == 1:
            tries = ((pair, True), (middle, False))
        elif complete:
            return []
        else:
            tries = ((last, True), (middle, False))
        return [(end, closes) for joint, closes in tries if (end := self._steps(joint, at)) >= 0]

    def _steps(self, steps: Sequence[Step], at: int) -> int:
        for step in steps:
            at = self._word(step, at) if isinstance(step, Word) else self._capital(at)
            if at < 0:
                break
        return at

    def _agree(self, step: Agreeing, at: int, values: dict[str, Any]) -> Iterable[State]:
        form, free = step.form, []
        for slot in step.slots:
            if slot in values:
                form = self._language.agree(form, values[slot])
            elif (gender := values.get(f"gender of {slot}")) is not None:
                form = form._replace(gender=gender)
            else:
                free.append(slot)
        genders = self._language.speech.genders if free else ()
        for gender in genders or ("",):
            asked = form._replace(gender=gender) if gender else form
            words = self._language.bent(step.lemma, asked)
            end = self._words(words, at) if words else -1
            if end >= 0:
                yield end, {**values, **{f"gender of {slot}": gender for slot in free if gender}}

    def _remind(self, kind: str, at: int, values: dict[str, Any]) -> Iterable[State]:
        yield at, values
        if self._token(at) != "(" and not self.expected:
            return
        parts = (each for value in values.values() for each in walk(value))
        nodes = dict.fromkeys(type(each) for each in parts if isinstance(each, Node) and each.reminds())
        for node in nodes:
            for steps in self._language.reminders(node, kind):
                states: list[State] = [(at, {})]
                for step in steps:
                    states = self._step(step, states)
                yield from ((end, values) for end, _ in states)

    def _own_name(self, at: int, values: dict[str, Any]) -> Iterable[State]:
        for number, mention in enumerate(self._mentions):
            if values.get("@", number) != number:
                continue
            end = self._words((Word(key, key) for key in mention.name), at)
            if end >= 0:
                self.mentioned.setdefault(mention.name, at >> 1)
                yield end, {**values, "@": number}

    def _own_number(self, name: str, at: int, values: dict[str, Any]) -> Iterable[State]:
        number = self._mentions[values["@"]].numbers.get(name) if "@" in values else None
        if number is not None:
            word = str(number)
            end = self._word(Word(word, word), at)
            if end >= 0:
                yield end, values

    def _miss(self, at: int, shown: str, words: Iterable[str]) -> None:
        if self.expected and at >> 1 >= self.expected.token:
            # The widest sort that would begin here says best what is missing.
            sort = next((label for label, start in self._sorts if start >> 1 == at >> 1), shown)
            self.expected.note(at >> 1, sort, sorted(words))


def _label(rule: Rule) -> str:
    """What was expected, where a phrase of the rule does not begin."""
    return rule.label if issubclass(rule, Node | Term) else "a number"


def _next(at: int) -> int:
    return (at | 1) + 1


def values_follow(rule: Rule, form: Form, value: Any) -> Form:
    """The form of a list's part after `value`."""
    return rule.follow(form, value) if isinstance(rule, type) and issubclass(rule, Node) else form
