"""A language of cards: mechanics and words of a game in a human language, for reading and for writing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, ParamSpec, TypeVar

from pipeline.language import patterns
from pipeline.language.chart import Chart, Mention, values_follow
from pipeline.language.forms import DIMENSIONS, Form
from pipeline.language.nodes import Entry, Node, Term, Words, walk
from pipeline.language.rows import (
    Agreeing,
    Bound,
    Filled,
    Menu,
    Opening,
    Row,
    Rule,
    Spellings,
    Step,
    Word,
    bind,
    rows_of,
)
from pipeline.language.speech import Speech, WordForms
from pipeline.language.tokens import LINE, Token, capital, join, keys_of, split
from pipeline.model import markup
from pipeline.problem import nearest

_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")

#: The longest text that is read, in characters: several times what fits on a card.
LONGEST: Final = 2000
#: How many expectations an error names before it says "...".
_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Subject:
    """The card whose text it is: its name, the numbers that its text may repeat, and its kind's id."""

    name: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ReadError:
    """Why a text cannot be read: column (from 1), the word there, what was expected (as sorts and words), a hint."""

    column: int
    word: str
    message: str
    expected: tuple[str, ...] = ()
    hint: str = ""

    def __str__(self) -> str:
        return f"col {self.column}: {self.message}" + (f"; {self.hint}" if self.hint else "")


@dataclass(frozen=True, slots=True)
class Readings:
    """All trees a text can be read into, and what is wrong unless there is exactly one that makes sense."""

    text: str
    trees: tuple[Node, ...]
    error: ReadError | None = None

    @property
    def tree(self) -> Node:
        """The one tree. Raises UnreadError when there is none, or more than one."""
        if self.error is not None:
            raise UnreadError(self.error)
        return self.trees[0]


class UnreadError(ValueError):
    """A text was asked for its one meaning and has none; `error` says why."""

    def __init__(self, error: ReadError) -> None:
        super().__init__(str(error))
        self.error = error


@dataclass(frozen=True, slots=True)
class Flaw:
    """A part of a tree that makes no sense: why, and what to do.

    It is pointed at where the part begins, or at the first of `words` from there on.
    """

    part: Node
    message: str
    hint: str = ""
    words: tuple[str, ...] = ()


#: A check that a tree makes sense on a card of a kind ("" where none is known).
Sense = Callable[[Node, str], Iterable[Flaw]]


def _kept(function: Callable[_Asked, _Answer]) -> Callable[_Asked, _Answer]:
    """The function, with every answer kept."""
    answers: dict[tuple[object, ...], _Answer] = {}

    def ask(*asked: _Asked.args, **named: _Asked.kwargs) -> _Answer:
        answer = answers.get(asked)
        if answer is None:
            answer = answers[asked] = function(*asked, **named)
        return answer

    return ask


def _senseless(tokens: Sequence[Token], start: int, flaw: Flaw) -> ReadError:
    folded = {word.casefold() for word in flaw.words}
    token = next((token for token in tokens[start:] if token.key.casefold() in folded), tokens[start])
    return ReadError(token.column, token.text, flaw.message, (), flaw.hint)


class Language:
    """Reads and writes the texts of a game in one human language.

    mechanics: every class that may stand in a tree. root: the sort of whole texts. vocabulary: term -> value -> its
    words. Raises TypeError when a pattern leaves a field of its class without a value.
    """

    def __init__(
        self,
        speech: Speech,
        root: type[Node],
        mechanics: Sequence[type[Node]],
        vocabulary: Mapping[type[Term], Mapping[str, WordForms]],
        sense: Sequence[Sense] = (),
        subjects: Sequence[Subject] = (),
    ) -> None:
        self.speech = speech
        self.mechanics = tuple(mechanics)
        self._root = root
        self._vocabulary = vocabulary
        self._sense = tuple(sense)
        self._subjects = tuple(subjects)
        self._rows: dict[type[Node], tuple[Row, ...]] = {}
        self._below: dict[type[Node], list[type[Node]]] = {}
        for mechanic in self.mechanics:
            self._place(mechanic)
        # Methods of one object that are asked the same many times over.
        self.menu = _kept(self._menu)
        self.spellings = _kept(self._spellings)
        self.opening = _kept(self._opening)
        self.known_words = _kept(self._known_words)
        self.bent = _kept(self._bent)
        self.reminders = _kept(self._reminders)

    def _place(self, node: type[Node]) -> None:
        if node in self._rows:
            return
        self._rows[node] = rows_of(node, self.speech.code)
        for base in node.__bases__:
            if issubclass(base, Node) and base is not Node:
                self._place(base)
                self._below.setdefault(base, []).append(node)

    def values(self, term: type[Term]) -> tuple[str, ...]:
        """Every value of a term that has words here."""
        return tuple(self._vocabulary.get(term, ()))

    def spell(self, term: Term, number: str = "", person: str = "") -> str:
        """A term's words, in a number ("one", "many") and of a person ("their") where they bend. Raises ValueError
        where it has none."""
        words = self._spell(type(term), Form(number=number, person=person), term)
        if words is None:
            raise ValueError(f"no words in {self.speech.code!r} for {term!r}")
        return join(words)

    # -- reading

    def read(self, text: str, subject: Subject | None = None) -> Readings:
        """Read card text in card markup.

        With a `subject`, its name means "this", and its kind decides what makes sense. Without one, or with one that
        has no name, any card's name does.
        """
        text = text.replace("\r\n", "\n")
        if len(text) > LONGEST:
            message = f"a card's text has at most {LONGEST} characters"
            return Readings(text, (), ReadError(LONGEST + 1, "", message))
        if flaws := markup.parse(text)[1]:
            return Readings(text, (), ReadError(flaws[0].column, "", flaws[0].message, (), flaws[0].hint))
        tokens, spacing = split(text)
        tokens = self.speech.part(tokens)
        subjects = (subject,) if subject and subject.name else self._subjects
        mentions = [Mention(name, each.numbers) for each in subjects if (name := self._name(each))]
        chart = Chart(self, tokens, mentions)
        trees = tuple(chart.read(self._root, Form()))
        if not trees:
            chart = Chart(self, tokens, mentions, noting=True)
            chart.read(self._root, Form())
            return Readings(text, (), self._unread(text, tokens, chart, spacing and spacing[0]))
        if spacing:
            return Readings(text, trees, ReadError(spacing[0].column, "", spacing[0].message))
        if len(trees) > 1:
            return Readings(text, trees, self._doubt(tokens, chart))
        if len(chart.mentioned) > 1:
            token = tokens[sorted(chart.mentioned.values())[1]]
            message = f'"{token.text}" begins the name of a second card'
            return Readings(text, trees, ReadError(token.column, token.text, message))
        for check in self._sense:
            for flaw in check(trees[0], subject.kind if subject else ""):
                return Readings(text, trees, _senseless(tokens, chart.start_of(flaw.part), flaw))
        return Readings(text, trees)

    def _name(self, subject: Subject) -> tuple[str, ...]:
        return tuple(token.key for token in self.speech.part(split(subject.name)[0]))

    def _unread(self, text: str, tokens: Sequence[Token], chart: Chart, spacing: Any) -> ReadError:
        expected = chart.expected
        assert expected is not None
        at = max(expected.token, 0)
        if at < len(tokens):
            column, word = tokens[at].column, tokens[at].text
        else:
            column, word = len(text) + 1, ""
        if spacing and spacing.column < column:
            return ReadError(spacing.column, "", spacing.message)
        if at < len(tokens) and (right := tokens[at].right):
            return ReadError(column, word, f'"{word}" cannot stand here; expected "{right}"', (f'"{right}"',))
        named = "the line ends" if word == LINE else f'"{word}"' if word else "the text ends"
        shown = [each.replace(LINE, "a new line") for each in expected.shown]
        listed = ", ".join(shown[:_SHOWN]) + (", ..." if len(shown) > _SHOWN else "")
        hint = ""
        if len(word) > 2 and word[0] not in "{(":
            hint = nearest(word, expected.words)
            known = self.known_words()
            if not hint and word not in known:
                hint = nearest(word, (each for each in known if each.isalpha() and len(each) > 3))
        if hint == f'did you mean "{word}"?':
            hint = ""
        return ReadError(column, word, f"{named}; expected {listed}", tuple(shown), hint)

    def _known_words(self) -> tuple[str, ...]:
        """Every word of any wording, in order, for a hint where none of the expected words is near."""
        known: dict[str, None] = {}
        for part in (part for rows in self._rows.values() for row in rows for part in row.parts):
            if isinstance(part, patterns.Literal):
                known[part.key] = None
            elif isinstance(part, patterns.Bend):
                forms = [Form(), *(Form().having(form) for form in DIMENSIONS)]
                known.update(dict.fromkeys(self.speech.inflect(part.lemma, form) or "" for form in forms))
        for table in self._vocabulary.values():
            for words in table.values():
                for spelled in words.forms.values():
                    known.update(dict.fromkeys(keys_of(spelled)))
        return tuple(known)

    def _doubt(self, tokens: Sequence[Token], chart: Chart) -> ReadError:
        first, last = chart.narrowest_doubt() or (0, len(tokens) - 1)
        phrase = join(token.key for token in tokens[first : last + 1])
        message = f'"{phrase}" can be read in two ways'
        hint = "repeat the word that may belong to both, or put the noun that has none of it first"
        return ReadError(tokens[first].column, tokens[first].text, message, (), hint)

    # -- writing

    def write(self, tree: Node, subject: Subject | None = None) -> str:
        """The canonical text of a tree. Raises ValueError for a tree that this language has no words for."""
        keys = self._write(self._root, Form(), tree, subject)
        if keys is None:
            raise ValueError(f"no words in {self.speech.code!r} for {tree}")
        out: list[str] = []
        head = False
        for key in keys:
            if key == "^":
                head = True
            else:
                out.append(capital(key) if head else key)
                head = False
        return join(self.speech.run_together(out))

    def _write(self, rule: Rule, form: Form, value: Any, subject: Subject | None) -> tuple[str, ...] | None:
        if not isinstance(value, rule):
            return None
        if issubclass(rule, Node):
            return self._say(rule, form, value, subject)
        if issubclass(rule, Term):
            return self._spell(rule, form, str(value))
        sound = isinstance(value, int) and not isinstance(value, bool) and value > 0
        return (str(value),) if sound else None

    def _spell(self, rule: type[Term], form: Form, value: str) -> tuple[str, ...] | None:
        for words, known in self.spellings(rule, form).all:
            if known == value:
                keys = tuple(word.key for word in words)
                if form.style == "explained" and (reminder := self.reminder_of(rule, value)):
                    keys += tuple(word.key for word in reminder)
                return keys
        return None

    def _say(self, rule: type[Node], form: Form, value: Any, subject: Subject | None) -> tuple[str, ...] | None:
        menu = self.menu(rule, form)
        for bound in menu.rows:
            row = bound.row
            if not row.canonical or row.through or type(value) is not row.node:
                continue
            if any(getattr(value, name) != fixed for name, fixed in row.fixed.items()):
                continue
            values = {name: getattr(value, name) for name in row.slots}
            if row.wording.build is not None and row.build(values) != value:
                continue
            if (keys := self._speak(bound.steps, values, subject)) is not None:
                return keys
        for below in menu.below:
            if isinstance(value, below) and (keys := self._say(below, form, value, subject)) is not None:
                return keys
        for bound in menu.rows:
            if bound.row.through and bound.row.canonical:
                keys = self._speak(bound.steps, {"it": value}, subject)
                if keys is not None:
                    return keys
        return None

    def _speak(
        self, steps: Iterable[Step], values: Mapping[str, Any], subject: Subject | None
    ) -> tuple[str, ...] | None:
        out: list[str] = []
        for step in steps:
            keys = self._speak_step(step, values, subject)
            if keys is None:
                return None
            out += keys
        return tuple(out)

    def _speak_step(self, step: Step, values: Mapping[str, Any], subject: Subject | None) -> Sequence[str] | None:
        match step:
            case Word():
                return (step.key,)
            case patterns.Capital():
                return ("^",)
            case Agreeing():
                words = self.bent(step.lemma, self._agreed(step.form, step.slots, values))
                return [word.key for word in words] or None
            case Filled():
                form = self._agreed(step.form, step.slots, values)
                if self.speech.genders and f"gender of {step.name}" in values:
                    form = form._replace(gender=values[f"gender of {step.name}"])
                if step.listing is not None:
                    return self._list(step, form, values[step.name], subject)
                return self._write(step.rule, form, values[step.name], subject)
            case patterns.Reminders():
                return self._reminded(step.kind, values, subject)
            case patterns.OwnName():
                return keys_of(subject.name) if subject and subject.name else None
            case patterns.OwnNumber(name):
                known = subject is not None and name in subject.numbers
                return (str(subject.numbers[name]),) if subject and known else None

    def _agreed(self, form: Form, slots: Iterable[str], values: Mapping[str, Any]) -> Form:
        for slot in slots:
            form = self.agree(form, values[slot])
        return form

    def _list(self, step: Filled, form: Form, parts: Any, subject: Subject | None) -> Sequence[str] | None:
        assert step.listing is not None
        if not isinstance(parts, tuple) or len(parts) < step.listing.least:
            return None
        out: list[str] = []
        for at, part in enumerate(parts):
            if at:
                joint = step.joints[0 if len(parts) == 2 else 2 if at == len(parts) - 1 else 1]
                out += self._speak(joint, {}, subject) or ()
            keys = self._write(step.rule, form, part, subject)
            if keys is None:
                return None
            out += keys
            out += self._speak(step.end, {}, subject) or ()
            form = values_follow(step.rule, form, part)
        return out

    def _reminded(self, kind: str, values: Mapping[str, Any], subject: Subject | None) -> Sequence[str]:
        for value in values.values():
            for each in walk(value):
                if not isinstance(each, Node) or not each.reminds():
                    continue
                for steps in self.reminders(type(each), kind):
                    keys = self._speak(steps, {}, subject)
                    if keys is not None:
                        return keys
        return ()

    # -- what reading and writing share

    def agree(self, form: Form, value: Any) -> Form:
        """The form with the number and gender that a slot's value gives to what agrees with it."""
        if isinstance(value, int):
            return form._replace(number="one" if value == 1 else "many")
        if isinstance(value, Term):
            return form._replace(gender=self._vocabulary[type(value)][value].gender)
        if isinstance(value, Node):
            if value.agrees:
                form = self.agree(form, getattr(value, value.agrees))
            if number := value.number_of():
                form = form._replace(number=number)
        elif isinstance(value, tuple) and value:
            form = self.agree(form, value[0])
        return form

    def reminder_of(self, rule: type[Term], value: str) -> tuple[Word, ...]:
        """The words in parentheses that may stand after a term."""
        reminder = self._vocabulary[rule][value].reminder
        return tuple(Word(key, capital(key)) for key in keys_of(f"({reminder})")) if reminder else ()

    def _opening(self, rule: Rule, form: Form) -> Opening:
        """What a phrase of the rule can begin with."""
        if issubclass(rule, Node):
            menu = self.menu(rule, form)
            own = (self._opening_of(bound.steps) for bound in menu.rows)
            return Opening.union((*own, *(self.opening(below, form) for below in menu.below)))
        if issubclass(rule, Term):
            return Opening.of(words[0] for words, _ in self.spellings(rule, form).all)
        return Opening(number=True)

    def _opening_of(self, steps: Sequence[Step]) -> Opening:
        for at, step in enumerate(steps):
            match step:
                case patterns.Capital():
                    return self._opening_of(steps[at + 1 :]).headed()
                case Word():
                    return Opening.of((step,))
                case Filled():
                    # What it agrees with comes before it, and so is no first step.
                    return self.opening(step.rule, step.form)
                case Agreeing():
                    forms = [step.form, *(step.form._replace(gender=gender) for gender in self.speech.genders)]
                    return Opening.of(word for form in forms for word in self.bent(step.lemma, form)[:1])
                case patterns.OwnName():
                    return Opening(own_name=True)
        return Opening()

    def _menu(self, rule: type[Node], form: Form) -> Menu:
        below = self._below.get(rule, ())
        # Classes that gather nothing stand in their sort's own menu: one look at the first word serves them all.
        leaves = [node for node in below if node not in self._below]
        rows = (row for node in (rule, *leaves) for row in self._rows.get(node, ()))
        bound = tuple(each for row in rows if (each := bind(row, form, self.speech)))
        by_first: dict[str, list[Bound]] = {}
        others: list[Bound] = []
        for each in bound:
            first = each.steps[0]
            if isinstance(first, Word):
                for key in {first.key, first.head}:
                    by_first.setdefault(key, []).append(each)
            else:
                others.append(each)
        first_words = {key: tuple(rows) for key, rows in by_first.items()}
        return Menu(bound, first_words, tuple(others), tuple(node for node in below if node in self._below))

    def _spellings(self, rule: type[Term], form: Form) -> Spellings:
        found: list[tuple[tuple[Word, ...], Any]] = []
        for value, words in self._vocabulary[rule].items():
            if form.gender and words.gender and form.gender != words.gender:
                continue
            if form.only and form.only not in words.tags:
                continue
            for forms in (words.forms, *words.read):
                if spelled := self._spelled(forms, form):
                    found.append((tuple(Word(key, capital(key)) for key in spelled), rule(value)))
        by_first: dict[str, list[tuple[tuple[Word, ...], Any]]] = {}
        for each in found:
            for key in {each[0][0].key, each[0][0].head}:
                by_first.setdefault(key, []).append(each)
        return Spellings(tuple(found), {key: tuple(group) for key, group in by_first.items()})

    def _spelled(self, forms: Mapping[str, str], form: Form) -> tuple[str, ...]:
        number = form.number or "one"
        for name in (f"{number} {form.gender}", number, ""):
            if name in forms:
                break
        else:
            return ()
        out: list[str] = []
        for part in patterns.parse(forms[name]):
            if isinstance(part, patterns.Bend):
                out += keys_of(self.speech.inflect(part.lemma, form) or part.lemma)
            elif isinstance(part, patterns.Literal):
                out.append(part.key)
        return tuple(out)

    def _bent(self, lemma: str, form: Form) -> tuple[Word, ...]:
        word = self.speech.inflect(lemma, form)
        return tuple(Word(key, capital(key)) for key in keys_of(word)) if word else ()

    def _reminders(self, node: type[Node], kind: str) -> tuple[tuple[Step, ...], ...]:
        found = []
        reminders: Words = getattr(node, kind)
        for reminder in reminders.get(self.speech.code, ()):
            whole = f"({reminder.pattern})" if kind == "inline" else f"(^{reminder.pattern}.)"
            steps = [
                Word(part.key, capital(part.key)) if isinstance(part, patterns.Literal) else part
                for part in patterns.parse(whole)
            ]
            found.append(tuple(steps))
        return tuple(found)  # type: ignore[arg-type]

    def glossary(self) -> list[Entry]:
        """Keyword and line of every mechanic that has one, by keyword."""
        entries: dict[str, str] = {}
        for mechanic in self.mechanics:
            for base in mechanic.__mro__:
                entries.update(base.__dict__.get("glossary", ()))
        return sorted(entries.items(), key=lambda entry: entry[0].casefold())
