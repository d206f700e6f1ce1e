"""Rulesets that the engine can use, and records that print what it plays."""

from pipeline.problem import Problem, Refused
from pipeline.rules import Rulebooks, check_records, languages


def check_rules(rulebooks: Rulebooks) -> list[Problem]:
    """What is wrong with the values of each ruleset, and where the records do not fit the game's own."""
    game = rulebooks.game
    if game.words != "strict" or not languages(game):
        return []
    found: list[Problem] = []
    for ruleset in game.rulesets:
        try:
            rulebook = rulebooks.of(ruleset)
        except Refused as refused:
            found += refused.problems
        else:
            found += check_records(rulebook) if ruleset == game.ruleset else []
    return found
