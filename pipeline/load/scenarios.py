"""scenarios/*.toml: positions, what is done in them, and what must come of it, as docs/scenarios.md lays it down.

What lies on the table of a position is its game's, and is looked into by the game's rules.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pydantic import ConfigDict, Field

from pipeline.load.cards import CardTables
from pipeline.load.files import read_text
from pipeline.load.toml import Entry, Toml, parse_toml, read_tomls, toml_files
from pipeline.model import Case, Game, Given, Rule, Ruleset, Scenario, Wanted
from pipeline.problem import Place, Problem, Problems, nearest
from pipeline.project import Project

#: What a file is not that does not belong among scenarios.
_WHAT: Final = "holds no scenarios"
#: Where a scenario begins; what may hide such a line, or stand before the first.
_HEAD: Final = re.compile(r"^\[\[scenario\]\]", re.MULTILINE)
_LONG_TEXT: Final = ('"' * 3, "'" * 3)
_ENTRY: Final = re.compile(r"^[ \t]*[^#\s]", re.MULTILINE)

#: Where the text of a scenario stands: its file, and the line in which it begins.
Piece = tuple[str, int]


class FileEntry(Entry):
    """The whole of a file; each table is looked into by itself."""

    scenario: list[dict[str, Any]] = Field(default_factory=list)


class ScenarioEntry(Entry):
    """A table of `[[scenario]]`."""

    title: str
    about: list[str]
    case: Case
    given: dict[str, Any]
    do: list[str] = Field(default_factory=list)
    expect: dict[str, Any] = Field(default_factory=dict)
    refused: list[str] = Field(default_factory=list)


class ExampleEntry(Entry):
    """The whole of an example's file."""

    title: str
    given: dict[str, Any]
    do: list[str]


class RulesetEntry(Entry):
    """What `given` says of the rules; all else in it is the game's."""

    model_config = ConfigDict(extra="allow", frozen=True, strict=True)

    ruleset: str = ""
    switches: dict[str, Any] = Field(default_factory=dict)


def read_scenarios(
    project: Project,
    game_id: str,
    cards: CardTables,
    rules: Mapping[str, Rule],
    rulesets: Mapping[str, Ruleset],
    problems: Problems,
) -> tuple[Scenario, ...]:
    """The scenarios of a game, which may have none, in the order of their files and places; broken ones left out."""
    reader = _Reader(cards, rules, rulesets, problems)
    found: list[Scenario] = []
    for _, toml in read_tomls(project, f"card_data/{game_id}/scenarios", _WHAT, problems):
        found += reader.file(toml)
    return tuple(found)


def scenario_files(project: Project, game_id: str) -> tuple[dict[str, str], tuple[Problem, ...]]:
    """The text of every file of scenarios of a game, not yet looked into; and what is wrong with files."""
    problems = Problems()
    texts: dict[str, str] = {}
    for _, file in toml_files(project, f"card_data/{game_id}/scenarios", _WHAT, problems):
        text = read_text(project, file, problems)
        if text is not None:
            texts[file] = text
    return texts, tuple(problems.found)


def scenario_texts(files: Mapping[str, str]) -> dict[Piece, str]:
    """The text of every scenario of some files, by where it stands."""
    return {piece: text for file, whole in files.items() for piece, text in _pieces(file, whole)}


def scenarios_of(game: Game, texts: Mapping[Piece, str]) -> tuple[tuple[Scenario, ...], tuple[Problem, ...]]:
    """The scenarios of some of these texts, of a game that was loaded without them, and what is wrong with them."""
    problems = Problems()
    kinds = {card.id: card.kind for card in game.cards.values()}
    reader = _Reader(CardTables(game.cards, kinds, whole=True), game.rules, game.rulesets, problems)
    files: dict[str, str] = {}
    for (file, line), text in sorted(texts.items()):
        before = files.get(file, "")
        # Each stays in its line, so that what is wrong with it is told there.
        files[file] = before + "\n" * (line - 1 - before.count("\n")) + text
    found: list[Scenario] = []
    for file, text in files.items():
        toml = parse_toml(file, text, problems)
        found += reader.file(toml) if toml is not None else ()
    return tuple(found), tuple(problems.found)


def _pieces(file: str, text: str) -> Iterator[tuple[Piece, str]]:
    """A file's scenarios, each by itself; the whole file where it cannot be told at a glance where they begin."""
    starts = [head.start() for head in _HEAD.finditer(text)]
    if not starts or any(marks in text for marks in _LONG_TEXT) or _ENTRY.search(text, 0, starts[0]):
        yield (file, 1), text
        return
    line = text.count("\n", 0, starts[0]) + 1
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield (file, line), text[start:end]
        line += text.count("\n", start, end)


def read_examples(
    project: Project,
    game_id: str,
    cards: CardTables,
    rules: Mapping[str, Rule],
    rulesets: Mapping[str, Ruleset],
    problems: Problems,
) -> dict[str, Scenario]:
    """The examples of a game, which may have none, by the names of their files; broken ones left out.

    An example is a scenario to be told and not held against anything: it has `title`, `given` and `do`.
    """
    reader = _Reader(cards, rules, rulesets, problems)
    found: dict[str, Scenario] = {}
    for stem, toml in read_tomls(project, f"card_data/{game_id}/examples", "holds no example", problems):
        example = reader.example(toml)
        if example is not None:
            found[stem] = example
    return found


class _Reader:
    """Reads scenarios of one game, whose cards, rules and rulesets they may name."""

    def __init__(
        self, cards: CardTables, rules: Mapping[str, Rule], rulesets: Mapping[str, Ruleset], problems: Problems
    ) -> None:
        self._cards = cards
        self._rules = rules
        self._rulesets = rulesets
        self._problems = problems
        #: Whether the scenario at hand is about a card that is there but cannot be used, and has problems of its own.
        self._lost = False

    def file(self, toml: Toml) -> list[Scenario]:
        """The sound scenarios of a file."""
        if toml.check(FileEntry, self._problems) is None:
            return []
        lines: dict[str, int | None] = {}
        found: list[Scenario] = []
        for part in toml.parts("scenario") if "scenario" in toml.data else ():
            before, self._lost = len(self._problems.found), False
            scenario = self._scenario(part)
            if scenario is None:
                continue
            if scenario.title in lines:
                message = f"is the title of a scenario already, in line {lines[scenario.title]}"
                self._problems.add(part.place("title"), message, "say what sets the two apart")
            lines.setdefault(scenario.title, scenario.place.line)
            if len(self._problems.found) == before and not self._lost:
                found.append(scenario)
        return found

    def _scenario(self, toml: Toml) -> Scenario | None:
        entry = toml.check(ScenarioEntry, self._problems)
        if entry is None:
            return None
        if not entry.title.strip():
            self._problems.add(toml.place("title"), "says nothing", "say in plain words what is shown")
        self._about(toml, entry.about)
        if not entry.expect and not entry.refused:
            hint = "say what must come of it in expect or refused"
            self._problems.add(toml.place("do"), "nothing is expected, so nothing can go wrong", hint)
        refused = self._refused(toml, entry.refused)
        expect = {name: self._wanted(toml, name, value) for name, value in entry.expect.items()}
        given = self._given(toml.part("given"))
        if given is None:
            return None
        return Scenario(
            title=entry.title,
            about=tuple(entry.about),
            case=entry.case,
            given=given,
            do=tuple(entry.do),
            expect=expect,
            refused=refused,
            place=Place(toml.file, toml.place().line, "", entry.title),
        )

    def example(self, toml: Toml) -> Scenario | None:
        """A file's example, or None where it is not sound."""
        before = len(self._problems.found)
        entry = toml.check(ExampleEntry, self._problems)
        given = self._given(toml.part("given")) if entry else None
        if entry is None or given is None or len(self._problems.found) > before:
            return None
        place = Place(toml.file, 1, "", entry.title)
        return Scenario(entry.title, (), "happens", given, tuple(entry.do), {}, None, place)

    def _about(self, toml: Toml, about: Sequence[str]) -> None:
        if not about:
            hint = "name the cards and the rules that it speaks for"
            self._problems.add(toml.place("about"), "speaks for nothing", hint)
        for each in about:
            # Where rules or cards could not be read, that is told already.
            known = each in self._rules or each in self._cards.known
            self._lost |= each in self._cards.known and each not in self._cards.cards
            if not known and self._rules and self._cards.whole:
                hint = nearest(each, (*self._cards.known, *self._rules))
                self._problems.add(toml.place("about"), f'no card and no rule is called "{each}"', hint)

    def _refused(self, toml: Toml, refused: Sequence[str]) -> tuple[str, str] | None:
        if not refused:
            return None
        if len(refused) != 2:
            hint = 'refused = ["play the-card", "R540"]'
            self._problems.add(toml.place("refused"), "must be a line and the number of the rule that it breaks", hint)
            return None
        line, rule = refused
        if self._rules and rule not in self._rules:
            self._problems.add(toml.place("refused"), f'no rule "{rule}"', nearest(rule, self._rules))
        return line, rule

    def _wanted(self, toml: Toml, name: str, value: Any) -> Wanted:
        if isinstance(value, int | str) and not isinstance(value, bool):
            return value
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
        if isinstance(value, Mapping) and "." in name and all(type(each) is int for each in value.values()):
            return dict(value)
        if isinstance(value, Mapping) and "." not in name:
            hint = f'write the whole name in quotes: "{name}.{next(iter(value), "")}"'
            self._problems.add(toml.place("expect", name), "is a table", hint)
        else:
            message = "is neither a whole number, a text, a list of texts, nor a table of whole numbers"
            self._problems.add(toml.place("expect", name), message)
        return 0

    def _given(self, toml: Toml) -> Given | None:
        entry = toml.check(RulesetEntry, self._problems)
        if entry is None:
            return None
        if entry.ruleset and self._rulesets and entry.ruleset not in self._rulesets:
            hint = nearest(entry.ruleset, self._rulesets) or f"known are {', '.join(self._rulesets)}"
            self._problems.add(toml.place("ruleset"), f'no ruleset "{entry.ruleset}"', hint)
        switches = self._switches(toml, entry.switches)
        return Given(entry.ruleset, switches, _frozen(entry.model_extra), toml.file, toml.lines)

    def _switches(
        self, toml: Toml, switches: Mapping[str, Any]
    ) -> dict[str, int | str | bool | tuple[int, ...] | tuple[str, ...]]:
        """Any ruleset will do to look names up in: those of a game have the same names and kinds."""
        known: Mapping[str, Any] = next(iter(self._rulesets.values())).values if self._rulesets else switches
        for name, value in switches.items():
            place = toml.place("switches", name)
            if name not in known:
                self._problems.add(place, f'the rulesets have no "{name}"', nearest(name, known))
            elif type(_frozen(value)) is not type(known[name]):
                self._problems.add(place, f'"{name}" is of another kind in the rulesets')
        return {name: _frozen(value) for name, value in switches.items()}


def _frozen(value: Any) -> Any:
    """The same with tuples for lists."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return {name: _frozen(each) for name, each in value.items()} if isinstance(value, Mapping) else value
