"""Words against play: what cards and rules do comes to what a person took from the printed words, and what is told of
it is what a person approved."""

from pipeline.problem import Problem
from pipeline.rules import Rulebooks, languages
from pipeline.rules.conformance import conformance


def check_conformance(rulebooks: Rulebooks) -> list[Problem]:
    """What is wrong in the report of a strict game with mechanics: scenarios that fail, cards and rules that have none,
    accounts that nobody approved."""
    game = rulebooks.game
    if game.words != "strict" or not languages(game):
        return []
    return list(conformance(game, rulebooks=rulebooks).problems)
