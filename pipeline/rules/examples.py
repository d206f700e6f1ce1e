"""Examples for printed books: a position is played on by the engine and told in plain words."""

from dataclasses import dataclass

from pipeline.model import Scenario
from pipeline.rules.games import account
from pipeline.rules.rulebooks import Rulebooks


@dataclass(frozen=True, slots=True)
class Account:
    """What happened, line by line (a line that begins with # is a heading), or in `stopped` why it cannot be played."""

    lines: tuple[str, ...]
    stopped: str = ""


def told_example(rulebooks: Rulebooks, example: Scenario) -> Account:
    """An example as the engine plays it. Raises NoWordsError for a game without mechanics."""
    outcome = rulebooks.run(example, log=True)
    if outcome.stopped:
        return Account((), outcome.stopped)
    rulebook = rulebooks.of(example.given.ruleset, example.given.switches)
    return Account(tuple(account(rulebook, example, outcome.events)))
