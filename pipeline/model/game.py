"""A game and its parts, as read from `card_data/<game>/`."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

from pipeline.model.scenario import Case, Scenario
from pipeline.model.values import Provenance, Value
from pipeline.problem import Place

#: How far a game's printed words are held to its play (DESIGN, the one idea).
Words = Literal["strict", "review", "off"]
#: Columns of these types are for the eye: no meaning is read from them, and no game goes otherwise when they change.
FOR_THE_EYE: Final = ("text", "scripture", "picture")


@dataclass(frozen=True, slots=True)
class Color:
    """A color of the game: its letter in costs, its words, and the tones its faces are drawn in.

    `tones` maps names a game chooses (dark, mid, light, ...) to "#RRGGBB"; `ramp` runs from light to dark; `words` are
    further texts about the color (its aspect), free for the templates.
    """

    id: str
    name: str
    letter: str
    tones: Mapping[str, str]
    ramp: tuple[str, ...] = ()
    accents: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Symbol:
    """A glyph that may stand in text as `{token}`: the SVG that draws it and the words it reads as when copied."""

    token: str
    glyph: str
    words: str


@dataclass(frozen=True, slots=True)
class Column:
    """A typed column of a kind.

    type: text, rich, whole, flag, choice, color, colors, cost, ref, refs, scripture, picture
    (see docs/card-data.md). `choices` is for choice, `kinds` for ref and refs (empty: any), `least` and `most` bound
    whole and cost.
    """

    name: str
    type: str
    required: bool = False
    choices: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: its columns, and the face templates that draw its sides.

    `faces` has one name for a one-sided card, two for a two-sided one; `back` names the template of the common back,
    or is empty where the second face is the back.
    """

    id: str
    name: str
    file: str
    faces: tuple[str, ...]
    back: str
    columns: Mapping[str, Column]


@dataclass(frozen=True, slots=True)
class Card:
    """A card's record. `raw` keeps every cell as typed; `place` is its row."""

    game: str
    kind: str
    id: str
    name: str
    fields: Mapping[str, Value]
    raw: Mapping[str, str]
    provenance: Mapping[str, Provenance]
    place: Place

    def told(self) -> tuple[object, ...]:
        """The card's values, for keys of what is made from them, by type and print: 7 and "007" are different."""
        values = [(name, type(value).__name__, repr(value), str(value)) for name, value in self.fields.items()]
        return self.id, self.kind, self.name, values


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A line of a deck: a card's id, how often, and where it says so."""

    card: str
    quantity: int
    place: Place


@dataclass(frozen=True, slots=True)
class Deck:
    """A list of cards with quantities. Entries of quantity 0 are left out."""

    id: str
    name: str
    entries: tuple[DeckEntry, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every number of one version of the rules, by dotted name ("start.life" -> 30); `lines`: where each stands."""

    id: str
    name: str
    date: str
    edition: str
    values: Mapping[str, int | str | bool | tuple[int, ...] | tuple[str, ...]]
    place: Place
    lines: Mapping[str, int] = field(default_factory=dict)

    def place_of(self, name: str) -> Place:
        """Where a value stands, or would."""
        return Place(self.place.file, self.lines.get(name), name)


#: What stands in a rule's statement for a number of the ruleset it is printed for; the group is the number's name.
RULE_VALUE = re.compile(r"\{value:([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule: one fact of play, which code, scenarios and printed books cite by its number.

    `statement` is one sentence, in which `{value:start.life}` stands for a ruleset's number (see the function
    `statement`). `section` is the rulebook's; `decisions` name those that it rests on where the rulebook is silent;
    `rulesets` are those that have the rule, none where all do.
    """

    number: str
    statement: str
    section: int
    decisions: tuple[str, ...]
    rulesets: tuple[str, ...]
    place: Place

    def holds_in(self, ruleset: str) -> bool:
        """Whether the ruleset of this id has the rule."""
        return not self.rulesets or ruleset in self.rulesets


@dataclass(frozen=True, slots=True)
class Edition:
    """The wording of an earlier printing: card id -> field -> text.

    `changes` says likewise why it was changed, and `places` where it is given.
    """

    id: str
    wording: Mapping[str, Mapping[str, str]]
    changes: Mapping[str, Mapping[str, str]]
    places: Mapping[str, Mapping[str, Place]]


@dataclass(frozen=True, slots=True)
class Published:
    """Simulated games as an author published them. Rates are shares of 1; `rounds` is the mean of a game."""

    ruleset: str
    mode: str
    players: int
    games: int
    rate: float
    rounds: float
    color_screwed: float
    place: Place


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games that were simulated and whose result was kept: `id` names its file, `date` the day as in 2026-10-31.

    `low` and `high` bound the rate's 95 % interval; `run_on` has digests of what was played, `switches` the ruleset's
    values that were replaced.
    """

    id: str
    date: str
    ruleset: str
    mode: str
    players: int
    games: int
    seed: str
    variant: str
    bot: str
    switches: Mapping[str, int | str | bool]
    rate: float
    low: float
    high: float
    rounds: float
    color_screwed: float
    run_on: Mapping[str, str]
    place: Place


@dataclass(frozen=True, slots=True)
class Waiver:
    """A person's word that something questionable is meant: the problem's code, where, and why."""

    code: str
    where: str
    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Exemption:
    """What no scenario can show, and why: ids of mutants, in which * stands for anything, or numbers of rules; of
    these either all, or some `cases`."""

    of: Literal["mutants", "rules", "cases"]
    names: tuple[str, ...]
    reason: str
    place: Place
    cases: tuple[Case, ...] = ()


@dataclass(frozen=True, slots=True)
class Approved:
    """What a person approved as told of a card's play: the lines of its file, and the file."""

    lines: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class PressSettings:
    """How the game goes through the press: from the tables of `game.toml` that are not about records."""

    picture_style: str = ""
    edition_mark: str = ""
    demo_name: str = ""
    demo_decks: tuple[str, ...] = ()
    demo_leaflet: str = ""


@dataclass(frozen=True)
class Game:
    """A game, whole and checked: every reference resolves, every value has its type.

    `phrases` are what templates print besides the records, by the words that stand in the template; empty where those
    are printed as they stand. `rules` are the numbered rules by number, in the file's order; `scenarios` are in the
    order of their files and places, and none where they were not read; so are `examples`, by the names of their files,
    `simulations` and `published`, games that were simulated here and by the author, `exemptions`, what no scenario can
    show, `accounts`, what was approved as told of each card's play, and `proven`, the digests that cards had when they
    were last proven; both by card.
    """

    id: str
    name: str
    folder: Path
    words: Words
    language: str
    ruleset: str
    press: PressSettings
    colors: Mapping[str, Color]
    symbols: Mapping[str, Symbol]
    kinds: Mapping[str, Kind]
    cards: Mapping[str, Card]
    decks: Mapping[str, Deck]
    rulesets: Mapping[str, Ruleset]
    editions: Mapping[str, Edition]
    phrases: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, Rule] = field(default_factory=dict)
    scenarios: tuple[Scenario, ...] = ()
    examples: Mapping[str, Scenario] = field(default_factory=dict)
    exemptions: tuple[Exemption, ...] = ()
    simulations: tuple[Simulation, ...] = ()
    published: tuple[Published, ...] = ()
    accounts: Mapping[str, Approved] = field(default_factory=dict)
    proven: Mapping[str, str] = field(default_factory=dict)

    def say(self, words: str) -> str:
        """Words of the press itself in the game's language; as they stand where it has none for them."""
        return self.phrases.get(words, words)


def without_columns(game: Game, types: Collection[str]) -> Game:
    """The game with nothing on its cards of what their columns of these types hold."""

    def left(card: Card) -> Card:
        columns = game.kinds[card.kind].columns
        names = [name for name in card.fields if columns[name].type not in types]
        return replace(
            card,
            fields={name: card.fields[name] for name in names},
            raw={name: card.raw[name] for name in names if name in card.raw},
            provenance={name: card.provenance[name] for name in names if name in card.provenance},
        )

    return replace(game, cards={card.id: left(card) for card in game.cards.values()})


def statement(game: Game, rule: Rule, ruleset: str) -> str:
    """The rule's statement as a book of `ruleset`, an id of the game's rulesets, prints it: numbers filled in.

    Raises ValueError for a rule that the ruleset does not have.
    """
    if not rule.holds_in(ruleset):
        raise ValueError(f"{rule.number} is no rule of {ruleset}")
    values = game.rulesets[ruleset].values
    return RULE_VALUE.sub(lambda found: str(values[found[1]]), rule.statement)
