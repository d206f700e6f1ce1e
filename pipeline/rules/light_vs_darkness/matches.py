"""From a game's records to games that can be played: cards compiled under a ruleset, decks and modes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Final, cast, get_args

from pipeline.language import Node
from pipeline.model import Card, Deck, Game
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.rules.light_vs_darkness.designs import colors_of, make_design, make_designs
from pipeline.rules.light_vs_darkness.numbers import Numbers, numbers_of
from pipeline.rules.light_vs_darkness.setup import Seat, Setup, core_of, market_deck
from pipeline.rules.light_vs_darkness.table import Design, Variant

MODES: Final = ("demo", "quick-start", "draft")
VARIANTS: Final[tuple[Variant, ...]] = get_args(Variant)


@dataclass(frozen=True)
class Rulebook:
    """A game under one ruleset: its numbers, and every card compiled from the reading of its text."""

    game: Game
    ruleset: str
    numbers: Numbers
    trees: Mapping[str, Node]
    designs: Mapping[str, Design] = field(repr=False)

    @cached_property
    def mentors(self) -> list[Design]:
        """All Mentors, in the order of the records."""
        return [each for each in self.designs.values() if each.kind == "mentor"]

    def setup(self, mode: str, players: int, variant: str, seed: str, deck: str = "") -> Setup:
        """A game of a mode that the decks at hand allow; where there are more Mentors than players, the seed picks, but
        the player of `deck`, where one is named, is among them and sits first.

        Raises Refused where a mode's decks are missing, or break its construction.
        """
        numbers = self.numbers
        place = self.game.rulesets[self.ruleset].place
        if mode not in MODES:
            hint = nearest(mode, MODES) or f"known are {', '.join(MODES)}"
            raise Refused([Problem(place, f'no mode "{mode}"', hint)])
        if variant not in VARIANTS:
            hint = nearest(variant, VARIANTS) or f"known are {', '.join(VARIANTS)}"
            raise Refused([Problem(place, f'no variant "{variant}"', hint)])
        if not numbers.players_least <= players <= numbers.players_most:
            message = f"{players} players are too {'few' if players < numbers.players_least else 'many'} (R101)"
            raise Refused([Problem(place, message, f"{numbers.players_least} to {numbers.players_most} can play")])
        if variant == "fellowship" and players < 2:
            raise Refused([Problem(place, "Full Fellowship is for 2 or more players (R1004)")])
        if mode == "demo":
            return self._demo(players, variant, seed, deck)
        if mode == "quick-start":
            return self._quick_start(players, variant, seed, deck)
        return self._draft(players, variant, seed, deck)

    # the modes --------------------------------------------------------------------------------------------------------

    def _demo(self, players: int, variant: str, seed: str, deck: str) -> Setup:
        decks = [self.game.decks[each] for each in self.game.press.demo_decks if each in self.game.decks]
        strongholds: list[Design] = []
        mine: dict[str, tuple[Design, ...]] = {}
        wanted = ""
        for each in decks:
            cards = self._cards(each)
            if all(card.kind == "stronghold" for card in cards):
                strongholds += cards
            elif not all(card.kind == "mentor" for card in cards):
                held = {card.id for card in cards}
                whose = [mentor.id for mentor in self.mentors if mentor.trigger in held]
                mine |= dict.fromkeys(whose, cards)
                wanted = whose[0] if whose and each.id == deck else wanted
        return self._setup("demo", self._choose(players, list(mine), seed, "demo", wanted), mine, variant, strongholds)

    def _quick_start(self, players: int, variant: str, seed: str, deck: str) -> Setup:
        mine: dict[str, tuple[Design, ...]] = {}
        problems: list[Problem] = []
        wanted = ""
        for mentor in self.mentors:
            own = self.game.decks.get(f"quick-start-{_short(mentor)}")
            if own is not None:
                mine[mentor.id] = self._cards(own)
                problems += self._quick_start_flaws(own, mentor)
                wanted = mentor.id if own.id == deck else wanted
        if problems:
            raise Refused(problems)
        return self._setup("quick-start", self._choose(players, list(mine), seed, "quick-start", wanted), mine, variant)

    def _quick_start_flaws(self, deck: Deck, mentor: Design) -> list[Problem]:
        """R1002, R1010."""
        cards, wanted = self._cards(deck), self.numbers.deck_quick_start
        problems = []
        if len(cards) != wanted:
            message = f"a Quick-Start deck has {wanted} cards (R1002), this one {len(cards)}"
            problems.append(Problem(deck.place, message))
        if mentor.trigger not in {card.id for card in cards}:
            hint = f"put {mentor.trigger} into it"
            problems.append(Problem(deck.place, f"the trigger card of {mentor.name} is missing (R1010)", hint))
        for entry in deck.entries:
            if self.designs[entry.card].kind in ("mentor", "stronghold"):
                problems.append(Problem(entry.place, f"{self.designs[entry.card].name} is no card of a player's deck"))
        return problems

    def _draft(self, players: int, variant: str, seed: str, deck: str) -> Setup:
        numbers = self.numbers
        mine: dict[str, tuple[Design, ...]] = {}
        problems: list[Problem] = []
        kept = ""
        for mentor in self.mentors:
            own = self.game.decks.get(f"core-{_short(mentor)}")
            if own is not None:
                truths = self._cards(own)
                kept = mentor.id if own.id == deck else kept
                core, _ = core_of(numbers, mentor, self.designs, truths)
                mine[mentor.id] = tuple(core)
                wanted = numbers.deck_core_living_truths
                fit = sum(card.kind == "living-truth" for card in truths)
                if (fit, len(truths)) != (wanted, wanted):
                    others = f" and {len(truths) - fit} other cards" if fit < len(truths) else ""
                    message = f"a Core has {wanted} Living Truths (R404), this one {fit}{others}"
                    problems.append(Problem(own.place, message))
        market = market_deck(numbers, list(self.designs.values()), self.mentors)
        if len(market) < numbers.draft_picks * players:
            message = f"the Market Deck has {len(market)} cards; {numbers.draft_picks * players} are drafted"
            problems.append(Problem(self._cards_place(), message, "enter more Equipment and One Time cards"))
        if problems:
            raise Refused(problems)
        setup = self._setup("draft", self._choose(players, list(mine), seed, "core", kept), mine, variant)
        return replace(setup, market=tuple(market))

    # parts ------------------------------------------------------------------------------------------------------------

    def _cards(self, deck: Deck) -> tuple[Design, ...]:
        return tuple(self.designs[entry.card] for entry in deck.entries for _ in range(entry.quantity))

    def _cards_place(self) -> Place:
        return Place(f"card_data/{self.game.id}/cards")

    def _choose(self, players: int, mentors: Sequence[str], seed: str, decks: str, wanted: str) -> list[Design]:
        """Which Mentors play: as many as players, in an order that the seed decides, after the one wanted."""
        if len(mentors) < players:
            kind = f"{decks}-<mentor>"
            message = f"each player needs a deck of the kind {kind}: {players} of them; there are {len(mentors)}"
            raise Refused([Problem(Place(f"card_data/{self.game.id}/decks"), message)])
        drawn = Random(f"{seed}/mentors").sample(list(mentors), len(mentors))
        ordered = sorted(drawn, key=lambda mentor: mentor != wanted)
        return [self.designs[each] for each in ordered[:players]]

    def _setup(
        self,
        mode: str,
        mentors: Sequence[Design],
        decks: Mapping[str, tuple[Design, ...]],
        variant: str,
        strongholds: Sequence[Design] | None = None,
    ) -> Setup:
        seats = tuple(Seat(_short(mentor), mentor, decks[mentor.id]) for mentor in mentors)
        if strongholds is None:
            strongholds = [each for each in self.designs.values() if each.kind == "stronghold"]
        return Setup(self.numbers, seats, tuple(strongholds), (), mode, cast(Variant, variant))


def _short(mentor: Design) -> str:
    """A player's name: the Mentor's, without the kind in front."""
    return mentor.id.removeprefix("mentor-")


def make_rulebook(game: Game, ruleset: str, trees: Mapping[str, Node]) -> Rulebook:
    """Compile a game's cards under a ruleset. `trees`: the readings of their texts, in the ruleset's edition.

    Raises Refused for an unknown ruleset, and for one whose values the engine cannot use.
    """
    if ruleset not in game.rulesets:
        place = Place(f"card_data/{game.id}/rulesets")
        hint = nearest(ruleset, game.rulesets) or f"known are {', '.join(game.rulesets)}"
        raise Refused([Problem(place, f'no ruleset "{ruleset}"', hint)])
    numbers = numbers_of(game.rulesets[ruleset], game.colors)
    return Rulebook(game, ruleset, numbers, trees, make_designs(game, trees, numbers))


def with_card(rulebook: Rulebook, card: Card, tree: Node | None) -> Rulebook:
    """The same rulebook with one card of it compiled anew, from another record or tree; the others stay as they are."""
    design = make_design(card, tree, colors_of(rulebook.game), rulebook.numbers)
    return replace(rulebook, designs={**rulebook.designs, card.id: design})
