"""Which games have mechanics here, and in which human languages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pipeline.language import Language, Node, Subject
from pipeline.model import Card, Game, Given, Scenario
from pipeline.problem import Problem, Refused, nearest
from pipeline.rules import light_vs_darkness
from pipeline.rules.light_vs_darkness import matches, positions, records, story
from pipeline.rules.light_vs_darkness.games import BOTS, Games
from pipeline.rules.light_vs_darkness.match import Match, match_of
from pipeline.rules.light_vs_darkness.matches import MODES, VARIANTS, Rulebook, make_rulebook
from pipeline.rules.light_vs_darkness.scenarios import run_scenario
from pipeline.rules.light_vs_darkness.table import Design
from pipeline.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class _Rules:
    languages: tuple[str, ...]
    language: Callable[[Game, str], Language]
    older_language: Callable[[Game], Language]
    subject: Callable[[Card], Subject]
    make_rulebook: Callable[[Game, str, Mapping[str, Node]], Rulebook]
    with_card: Callable[[Rulebook, Card, Node | None], Rulebook]
    engine: tuple[str, ...]
    run_scenario: Callable[[Rulebook, Scenario, bool], Outcome]
    read_position: Callable[[Game, Given], object]
    seats: Callable[[Given], Sequence[str]]
    first_heading: Callable[[Given], str]
    check_records: Callable[[Rulebook], list[Problem]]
    account: Callable[[Sequence[tuple[Any, ...]], Sequence[str], Mapping[str, Design]], list[str]]
    games: Callable[[Rulebook, str], Games]
    match: Callable[[Rulebook, str, int, str, str, str], Match]
    modes: tuple[str, ...]
    variants: tuple[str, ...]
    bots: tuple[str, ...]


#: What any game's sentences play by.
_MECHANICS: Final = ("pipeline.rules.mechanics.composition", "pipeline.rules.mechanics.selectors")

_GAMES: Final[Mapping[str, _Rules]] = {
    "light-vs-darkness": _Rules(
        tuple(light_vs_darkness.LANGUAGES),
        light_vs_darkness.language,
        light_vs_darkness.older_language,
        light_vs_darkness.subject,
        make_rulebook,
        matches.with_card,
        light_vs_darkness.ENGINE,
        run_scenario,
        positions.read_position,
        positions.seats,
        positions.first_heading,
        records.check_records,
        story.account,
        Games,
        match_of,
        MODES,
        VARIANTS,
        BOTS,
    ),
}


class NoWordsError(LookupError):
    """A game has no mechanics here, or none with words in the language asked for."""


def languages(game: Game) -> tuple[str, ...]:
    """Codes of the human languages in which the game's texts can be read and written; none without mechanics."""
    return _GAMES[game.id].languages if game.id in _GAMES else ()


def card_language(game: Game, language: str = "en") -> Language:
    """What reads and writes the game's texts. Raises NoWordsError where the game has no words in that language."""
    if game.id not in _GAMES:
        raise NoWordsError(f'no mechanics are known for "{game.id}"')
    known = languages(game)
    if language not in known:
        hint = nearest(language, known) or f"known are {', '.join(known)}"
        raise NoWordsError(f'"{game.id}" has no words in "{language}"; {hint}')
    return _GAMES[game.id].language(game, language)


def older_language(game: Game) -> Language:
    """What reads texts of the game's earlier editions, which are in English, besides those of today.

    Raises NoWordsError for a game without mechanics.
    """
    if game.id not in _GAMES:
        raise NoWordsError(f'no mechanics are known for "{game.id}"')
    return _GAMES[game.id].older_language(game)


def subject(card: Card) -> Subject:
    """A card as its own text speaks of it. Raises NoWordsError for a card of a game without mechanics."""
    if card.game not in _GAMES:
        raise NoWordsError(f'no mechanics are known for "{card.game}"')
    return _GAMES[card.game].subject(card)


def compiled(game: Game, ruleset: str, trees: Mapping[str, Node]) -> Rulebook:
    """A game's cards under a ruleset, from the trees of their texts, by card; `Rulebooks` finds these.

    Raises NoWordsError for a game without mechanics, and Refused for a ruleset that is unknown, or whose values the
    engine cannot use.
    """
    if game.id not in _GAMES:
        raise NoWordsError(f'no mechanics are known for "{game.id}"')
    return _GAMES[game.id].make_rulebook(game, ruleset, trees)


def with_card(rulebook: Rulebook, card: Card, tree: Node | None) -> Rulebook:
    """A rulebook with one card compiled anew, from another record or tree."""
    return _GAMES[rulebook.game.id].with_card(rulebook, card, tree)


def engine(game: Game) -> tuple[str, ...]:
    """The modules that keep the game's rules. Raises NoWordsError for a game without mechanics."""
    if game.id not in _GAMES:
        raise NoWordsError(f'no mechanics are known for "{game.id}"')
    return (*_MECHANICS, *_GAMES[game.id].engine)


def check_records(rulebook: Rulebook) -> list[Problem]:
    """Where the records of the rulebook's game do not fit its ruleset."""
    return _GAMES[rulebook.game.id].check_records(rulebook)


@dataclass(frozen=True, slots=True)
class Playable:
    """What can be played of a game: where decks come from, what else may be varied, and who may play it."""

    modes: tuple[str, ...]
    variants: tuple[str, ...]
    bots: tuple[str, ...]


def playable(game: Game) -> Playable:
    """The game's modes, variants and bots. Raises NoWordsError for a game without mechanics."""
    if game.id not in _GAMES:
        raise NoWordsError(f'no mechanics are known for "{game.id}"')
    rules = _GAMES[game.id]
    return Playable(rules.modes, rules.variants, rules.bots)


def new_match(rulebook: Rulebook, mode: str, players: int, variant: str, seed: str, deck: str = "") -> Match:
    """A game to be played move by move; the player of `deck`, where one is named, is in it.

    Raises Refused where the decks at hand do not allow the mode.
    """
    return _GAMES[rulebook.game.id].match(rulebook, mode, players, variant, seed, deck)


def games(rulebook: Rulebook, bot: str) -> Games:
    """Games of the rulebook's game by bots of a sort."""
    return _GAMES[rulebook.game.id].games(rulebook, bot)


def check_position(game: Game, given: Given) -> tuple[Problem, ...]:
    """Everything in a scenario's position that the game does not know. Raises NoWordsError for a game without
    mechanics."""
    if game.id not in _GAMES:
        raise NoWordsError(f'no mechanics are known for "{game.id}"')
    try:
        _GAMES[game.id].read_position(game, given)
    except Refused as refused:
        return refused.problems
    return ()


def outcome(rulebook: Rulebook, scenario: Scenario, log: bool = False) -> Outcome:
    """What comes of a scenario of the rulebook's game, which must be of the scenario's ruleset and switches."""
    return _GAMES[rulebook.game.id].run_scenario(rulebook, scenario, log)


def account(rulebook: Rulebook, scenario: Scenario, events: Sequence[tuple[Any, ...]]) -> list[str]:
    """The events of a scenario in plain words: sentences, and headings that begin with #."""
    rules = _GAMES[rulebook.game.id]
    names = [name.replace("-", " ").title() for name in rules.seats(scenario.given)]
    return rules.account(events, names, rulebook.designs)


def first_heading(rulebook: Rulebook, scenario: Scenario) -> str:
    """The heading that the account of a scenario would begin with by where it begins."""
    return _GAMES[rulebook.game.id].first_heading(scenario.given)
