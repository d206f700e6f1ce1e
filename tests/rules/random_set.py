"""The made-up set with random texts: whatever the language can say and its sense allows, for the ledger to watch."""

from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from pipeline.language import Language, Node, Subject, walk
from pipeline.model import Card, Game, Rich
from pipeline.rules import card_language
from pipeline.rules.light_vs_darkness.matches import Rulebook
from pipeline.rules.mechanics import composition, selectors
from pipeline.rules.rulebooks import Rulebooks
from rules.conftest import load
from rules.made_up import INSTRUCTIONS, PERMANENTS, made_up
from rules.trees import Trees

#: Kind -> paragraphs that a text of it may have, with how often each is tried.
SORTS: dict[str, tuple[type[composition.Paragraph], ...]] = {
    "one-time": (composition.Instruction,),
    "living-truth": (composition.Triggered, composition.Lasting, composition.Activated),
    "equipment": (composition.Triggered, composition.Lasting, composition.Activated),
}
#: Kind -> texts written by hand: pronouns seldom make sense where chance put them.
_PRONOUNS = (
    "At the start of your turn, a Living Truth you control gets +1 ATK until end of turn. Heal 1 to it.",
    "At the end of your turn, heal 1 to a Living Truth you control. Prevent the next 2 damage to that Living Truth this"
    " turn.",
    "Mentor abilities (Side A passives) are disabled while in play.",
)
WRITTEN: dict[str, tuple[str, ...]] = {
    "one-time": (
        *INSTRUCTIONS,
        "Heal 1 to a Living Truth. It gets +1 ATK until end of turn.",
        "Heal 1 to a Living Truth. That Living Truth gets +1 HP until end of turn.",
    ),
    "living-truth": (*PERMANENTS, *_PRONOUNS),
    "equipment": (*PERMANENTS, *_PRONOUNS),
}


class SmallTrees(Trees):
    """The same trees with small numbers, so that a game lasts."""

    def value(self, node: type[Node], name: str, hint: Any, depth: int) -> st.SearchStrategy[Any]:
        if hint is int:
            return st.integers(2 if node is selectors.Several else 1, 3)
        return super().value(node, name, hint, depth)


@lru_cache(maxsize=1)
def small_trees() -> SmallTrees:
    return SmallTrees(load())


def paragraphs(sort: type[Node], depth: int, tries: int) -> list[Node]:
    """Random paragraphs of a sort, the same at every call."""
    found: dict[Node, None] = {}

    @seed(20261130)
    @settings(
        max_examples=tries, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(small_trees().node(sort, depth))
    def collect(tree: Node) -> None:
        found.setdefault(tree)

    collect()
    return list(found)


@lru_cache(maxsize=1)
def texts() -> dict[str, dict[type[Node], tuple[str, ...]]]:
    """Kind -> mechanic -> texts of one paragraph that have it, read as what was meant and make sense on that kind."""
    language = card_language(load())
    made: dict[type[Node], list[Node]] = {}
    sensible: dict[str, dict[type[Node], tuple[str, ...]]] = {}
    for kind, sorts in SORTS.items():
        readings = [language.read(text, Subject("A Card", {}, kind)) for text in WRITTEN[kind] if text]
        unread = {each.text: each.error for each in readings if each.error is not None}
        assert not unread, unread
        found = {each.text: each.tree for each in readings}
        for sort in sorts:
            if sort not in made:
                made[sort] = [each for depth in (0, 1, 2) for each in paragraphs(sort, depth, 80)]
            for tree in made[sort]:
                if text := written(language, tree, kind):
                    found.setdefault(text, tree)
        having: dict[type[Node], list[str]] = {}
        for text, tree in found.items():
            for mechanic in dict.fromkeys(type(part) for part in walk(tree)):
                having.setdefault(mechanic, []).append(text)
        sensible[kind] = {mechanic: tuple(some) for mechanic, some in having.items()}
    return sensible


def written(language: Language, paragraph: Node, kind: str) -> str:
    """A paragraph as a card's whole text, or nothing where it has no words or makes no sense."""
    whole = composition.Text((paragraph,))  # type: ignore[arg-type]
    try:
        text = language.write(whole)
    except ValueError:
        return ""
    readings = language.read(text, Subject("A Card", {}, kind))
    return text if readings.error is None and readings.trees == (whole,) else ""


@lru_cache(maxsize=8)
def random_game(number: int, quick_start: int) -> Game:
    """The made-up set of a number: its made-up cards have random texts, of one or two paragraphs."""
    game = made_up(quick_start)
    random = Random(f"set {number}")
    cards = dict(game.cards)
    for card in game.cards.values():
        if card.id.startswith(("truth-", "armor-", "word-")):
            # Mechanics are drawn before texts, so that the rarest come by as often as the others.
            known = texts()[card.kind]
            drawn = random.sample(list(known), random.choice((1, 1, 2)))
            cards[card.id] = with_text(card, "\n".join(random.choice(known[each]) for each in drawn))
    return replace(game, cards=cards)


def with_text(card: Card, text: str) -> Card:
    return replace(card, fields={**card.fields, "text": Rich(text)})


@lru_cache(maxsize=12)
def random_rulebook(number: int, ruleset: str) -> Rulebook:
    """The set of a number under a ruleset."""
    return Rulebooks(random_game(number, 36 if ruleset == "draft-4" else 35)).of(ruleset)
