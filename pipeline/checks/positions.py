"""Scenarios and examples: what they lay on a game's table is known to the game."""

from pipeline.model import Game
from pipeline.problem import Problem
from pipeline.rules import check_position, languages


def check_positions(game: Game) -> list[Problem]:
    """What is wrong in the positions of the scenarios and examples of a game with mechanics, whose records hold."""
    if not languages(game):
        return []
    told = (*game.scenarios, *game.examples.values())
    return [problem for scenario in told for problem in check_position(game, scenario.given)]
