"""Rulesets that the engine can use, and records that print what it plays."""

from pipeline.model import Game
from pipeline.problem import Problem, Refused
from pipeline.rules import Rulebooks, check_records, languages


def check_rules(game: Game) -> list[Problem]:
    """What is wrong with the values of each ruleset, and where the records do not fit the game's own."""
    if game.words != "strict" or not languages(game):
        return []
    rulebooks = Rulebooks(game)
    found: list[Problem] = []
    for ruleset in game.rulesets:
        try:
            rulebook = rulebooks.of(ruleset)
        except Refused as refused:
            found += refused.problems
        else:
            found += check_records(rulebook) if ruleset == game.ruleset else []
    return found
