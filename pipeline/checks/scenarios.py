"""Scenarios: what cards and rules do comes to what a person took from the printed words."""

from pipeline.model import Game
from pipeline.problem import Problem
from pipeline.rules import languages, run_scenarios


def check_scenarios(game: Game) -> list[Problem]:
    """Run every scenario of a strict game with mechanics; each that fails is a problem at its place, in words."""
    if game.words != "strict" or not languages(game):
        return []
    hint = "either the engine does not keep to the words, or the scenario does not"
    return [
        Problem(scenario.place, str(outcome), hint) for scenario, outcome in run_scenarios(game) if not outcome.passed
    ]
