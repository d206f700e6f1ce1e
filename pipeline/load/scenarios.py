"""scenarios/*.toml: positions, what is done in them, and what must come of it, as docs/scenarios.md lays it down.

What the cards of a game do with a position is not looked into here: only that every name leads somewhere.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pydantic import Field

from pipeline.load.cards import CardTables
from pipeline.load.files import read_text
from pipeline.load.toml import Entry, Toml, parse_toml, read_tomls, toml_files
from pipeline.model import CardGiven, Case, Game, Given, Phase, PlayerGiven, Rule, Ruleset, Scenario, Wanted
from pipeline.problem import Place, Problem, Problems, nearest
from pipeline.project import Project

#: What a file is not that does not belong among scenarios.
_WHAT: Final = "holds no scenarios"
_SIDE_A: Final = "side a"
_TRANSFORMED: Final = "transformed"
#: What can be true of a card in play, and of a Stronghold.
_STATES: Final = ("exhausted", "ready", "new", "damage", "with")
_DAMAGE: Final = ("damage",)


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


class GivenEntry(Entry):
    """What `given` says besides the players."""

    ruleset: str = ""
    variant: str = ""
    switches: dict[str, Any] = Field(default_factory=dict)
    round: int = Field(default=1, ge=1)
    turn: str = ""
    phase: Phase = "main"
    strongholds: list[str] = Field(default_factory=list)
    dark_deck: list[str] = Field(default_factory=list)


class PlayerEntry(Entry):
    """A table of `given` that is named after a player."""

    life: int | None = Field(default=None, ge=0)
    mp: int | None = None
    defeats: int = Field(default=0, ge=0)
    mentor: str = _SIDE_A
    hand: list[str] = Field(default_factory=list)
    deck: list[str] = Field(default_factory=list)
    discard: list[str] = Field(default_factory=list)
    spent: list[str] = Field(default_factory=list)
    removed: list[str] = Field(default_factory=list)
    play: list[str] = Field(default_factory=list)
    played: list[str] = Field(default_factory=list)
    played_before: list[str] = Field(default_factory=list)
    demolished: list[str] = Field(default_factory=list)
    owed: int = Field(default=0, ge=0)
    losing: int = Field(default=0, ge=0)
    pool: dict[str, int] = Field(default_factory=dict)
    spent_anointing: int = Field(default=0, ge=0)
    gained: int = Field(default=0, ge=0)
    skips: list[Phase] = Field(default_factory=list)


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


def scenario_texts(project: Project, game_id: str) -> tuple[dict[str, str], tuple[Problem, ...]]:
    """The text of every file of a game's scenarios by its path, not yet looked into, and what is wrong with files."""
    problems = Problems()
    texts: dict[str, str] = {}
    for _, file in toml_files(project, f"card_data/{game_id}/scenarios", _WHAT, problems):
        text = read_text(project, file, problems)
        if text is not None:
            texts[file] = text
    return texts, tuple(problems.found)


def scenarios_of(game: Game, texts: Mapping[str, str]) -> tuple[tuple[Scenario, ...], tuple[Problem, ...]]:
    """The scenarios of some of these texts, of a game that was loaded without them, and what is wrong with them."""
    problems = Problems()
    kinds = {card.id: card.kind for card in game.cards.values()}
    reader = _Reader(CardTables(game.cards, kinds, whole=True), game.rules, game.rulesets, problems)
    found: list[Scenario] = []
    for file, text in texts.items():
        toml = parse_toml(file, text, problems)
        found += reader.file(toml) if toml is not None else ()
    return tuple(found), tuple(problems.found)


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
        #: Whether the scenario at hand names a card that is there but cannot be used, and has problems of its own.
        self._lost = False
        #: What players are called, and the card that it is: its id without the first word.
        self._names = {each.partition("-")[2]: each for each in cards.known}

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
        position = self._position(toml, "[scenario.given.NAME]")
        if position is None:
            return None
        return Scenario(
            title=entry.title,
            about=tuple(entry.about),
            case=entry.case,
            given=position[0],
            players=position[1],
            do=tuple(entry.do),
            expect=expect,
            refused=refused,
            place=Place(toml.file, toml.place().line, "", entry.title),
        )

    def example(self, toml: Toml) -> Scenario | None:
        """A file's example, or None where it is not sound."""
        before, self._lost = len(self._problems.found), False
        entry = toml.check(ExampleEntry, self._problems)
        position = self._position(toml, "[given.NAME]") if entry else None
        if entry is None or position is None or len(self._problems.found) > before or self._lost:
            return None
        given, players = position
        place = Place(toml.file, 1, "", entry.title)
        return Scenario(entry.title, (), "happens", given, players, tuple(entry.do), {}, None, place)

    def _position(self, toml: Toml, table: str) -> tuple[Given, tuple[PlayerGiven, ...]] | None:
        """What is given, and the players in it; `table` is how a player's table is headed."""
        whole = toml.part("given")
        tables = [name for name, value in whole.data.items() if isinstance(value, Mapping) and name != "switches"]
        rest = replace(whole, data={name: value for name, value in whole.data.items() if name not in tables})
        given = self._given(rest, tables)
        players = [self._player(whole.part(name), name, whole) for name in tables]
        if not tables:
            self._problems.add(whole.place(), "nobody plays", f"give a table {table} for each player")
        if given is None or not all(players):
            return None
        return given, tuple(player for player in players if player is not None)

    def _about(self, toml: Toml, about: Sequence[str]) -> None:
        if not about:
            hint = "name the cards and the rules that it speaks for"
            self._problems.add(toml.place("about"), "speaks for nothing", hint)
        for each in about:
            # Where rules or cards could not be read, that is told already.
            known = each in self._rules or each in self._cards.known
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

    def _given(self, toml: Toml, players: Collection[str]) -> Given | None:
        entry = toml.check(GivenEntry, self._problems)
        if entry is None:
            return None
        if entry.ruleset and self._rulesets and entry.ruleset not in self._rulesets:
            hint = nearest(entry.ruleset, self._rulesets) or f"known are {', '.join(self._rulesets)}"
            self._problems.add(toml.place("ruleset"), f'no ruleset "{entry.ruleset}"', hint)
        if entry.turn and entry.turn not in players:
            hint = nearest(entry.turn, players)
            self._problems.add(toml.place("turn"), f'nobody here is called "{entry.turn}"', hint)
        return Given(
            ruleset=entry.ruleset,
            variant=entry.variant,
            switches=self._switches(toml, entry.switches),
            round=entry.round,
            turn=entry.turn,
            phase=entry.phase,
            strongholds=self._list(toml, "strongholds", entry.strongholds, _DAMAGE),
            dark_deck=self._list(toml, "dark_deck", entry.dark_deck),
        )

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

    def _player(self, toml: Toml, name: str, given: Toml) -> PlayerGiven | None:
        entry = toml.check(PlayerEntry, self._problems)
        self._lost |= self._names.get(name) not in self._cards.cards
        if name not in self._names and self._cards.whole:
            self._problems.add(given.place(name), f'nobody is called "{name}"', nearest(name, self._names))
        if entry is None:
            return None
        return PlayerGiven(
            name=name,
            life=entry.life,
            mp=entry.mp,
            defeats=entry.defeats,
            mentor=self._mentor(toml, entry.mentor),
            hand=self._list(toml, "hand", entry.hand),
            deck=self._list(toml, "deck", entry.deck),
            discard=self._list(toml, "discard", entry.discard),
            spent=self._list(toml, "spent", entry.spent),
            removed=self._list(toml, "removed", entry.removed),
            play=self._list(toml, "play", entry.play, _STATES),
            played=self._list(toml, "played", entry.played),
            played_before=self._list(toml, "played_before", entry.played_before),
            demolished=self._list(toml, "demolished", entry.demolished),
            owed=entry.owed,
            losing=entry.losing,
            pool=entry.pool,
            spent_anointing=entry.spent_anointing,
            gained=entry.gained,
            skips=tuple(entry.skips),
        )

    def _mentor(self, toml: Toml, text: str) -> CardGiven | None:
        if text == "gone":
            return None
        if text == _SIDE_A:
            return CardGiven(_SIDE_A)
        word, _, states = text.partition(" ")
        if word != _TRANSFORMED:
            hint = nearest(word, (_SIDE_A, _TRANSFORMED, "gone")) or f'"{_SIDE_A}", "{_TRANSFORMED}" or "gone"'
            self._problems.add(toml.place("mentor"), f'"{text}" is no state of a Mentor', hint)
        return self._states(toml, "mentor", CardGiven(_TRANSFORMED), states.split(), _STATES)

    def _list(
        self, toml: Toml, key: str, texts: Sequence[str], states: tuple[str, ...] = ()
    ) -> tuple[CardGiven, ...]:
        """Cards as lists name them: a number where there are several, the id, and what of `states` is true of it."""
        found: list[CardGiven] = []
        for text in texts:
            words = text.split()
            count = int(words.pop(0)) if words and words[0].isdecimal() else 1
            card = words.pop(0) if words else ""
            if not card or not count:
                self._problems.add(toml.place(key), f'"{text}" names no card')
                continue
            self._card(toml, key, card)
            found.append(self._states(toml, key, CardGiven(card, count), words, states))
        return tuple(found)

    def _states(
        self, toml: Toml, key: str, given: CardGiven, words: Sequence[str], states: tuple[str, ...]
    ) -> CardGiven:
        """The card with what is said of it: `exhausted`, `new`, `damage N`, `with CARD`."""
        left = list(words)
        while left:
            word = left.pop(0)
            if word not in states:
                hint = nearest(word, states) or f"only {', '.join(states)}" if states else "name the card alone"
                self._problems.add(toml.place(key), f'"{word}" says nothing of {given.card} here', hint)
            elif word == "exhausted":
                given = replace(given, exhausted=True)
            elif word == "new":
                given = replace(given, new=True)
            elif word == "with":
                card = left.pop(0) if left else ""
                self._card(toml, key, card)
                given = replace(given, worn=(*given.worn, card))
            elif word == "damage":
                number = left.pop(0) if left else ""
                if not number.isdecimal():
                    self._problems.add(toml.place(key), f'"{number}" is no number of damage')
                else:
                    given = replace(given, damage=int(number))
        return given

    def _card(self, toml: Toml, key: str, card: str) -> None:
        self._lost |= card not in self._cards.cards
        if card not in self._cards.known and self._cards.whole:
            self._problems.add(toml.place(key), f'no card "{card}"', nearest(card, self._cards.known))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
