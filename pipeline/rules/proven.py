"""What the proof of a card rests on, so that only cards that changed need be proven again."""

import json
from hashlib import sha256

from pipeline.model import Game, Scenario


def digests(game: Game) -> dict[str, str]:
    """For every card a digest of its record and of the scenarios that speak for it, wherever these stand.

    The engine, the rulesets and scenarios that only use a card are no part of it: what a change of theirs does shows
    when all cards are proven.
    """
    parts: dict[str, list[str]] = {
        card.id: [card.kind, card.name, *(f"{name}={cell}" for name, cell in card.raw.items())]
        for card in game.cards.values()
    }
    for scenario in game.scenarios:
        content = _content(scenario)
        for card in parts.keys() & set(scenario.about):
            parts[card].append(content)
    return {card: sha256("\n".join(several).encode()).hexdigest()[:16] for card, several in parts.items()}


def _content(scenario: Scenario) -> str:
    """What a scenario says, but for its title and where it stands."""
    given = scenario.given
    says = [scenario.about, scenario.case, given.ruleset, given.switches, given.values]
    return json.dumps([*says, scenario.do, scenario.expect, scenario.refused], default=dict)


def changed(game: Game) -> tuple[str, ...]:
    """The cards that are not as they were when they were last proven, in the order of their records."""
    return tuple(card for card, digest in digests(game).items() if game.proven.get(card) != digest)
