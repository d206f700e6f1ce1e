"""What an edition says of its changes, held against the words: what did not change, and what plays as before."""

from typing import Final

from pipeline.load import read_waivers, settle
from pipeline.load.waivers import ERRATA
from pipeline.model import Game
from pipeline.problem import Problem, Problems, nearest
from pipeline.project import Project
from pipeline.rules import Change, changes
from pipeline.rules.editions import CLEARER, NO_CHANGE, OTHERWISE

_KINDS: Final = (NO_CHANGE, CLEARER, OTHERWISE)
_QUOTES: Final = "\"'“”‘’ "


def check_editions(project: Project, game: Game) -> list[Problem]:
    """Where an edition's kind of change and the words before and after it do not agree, and no waiver settles it."""
    found = [problem for edition in game.editions for change in changes(game, edition) for problem in _flaws(change)]
    # What is wrong with a waiver itself is told where the game's files are read.
    waivers = read_waivers(project, game.id, Problems())
    return list(settle(found, waivers, game.id, (ERRATA,)))


def _flaws(change: Change) -> list[Problem]:
    kind, place = change.kind, change.place.at("change")
    message, hint = "", "correct one of the two, or say why it stands in waivers.csv"
    if kind == NO_CHANGE and change.before.strip(_QUOTES) not in change.after:
        message = f'says "{kind}", and {change.field} does not have these words today: {change.after}'
    elif kind not in ("", NO_CHANGE) and change.before == change.after:
        message = f'says "{kind}", and {change.field} reads today as it did'
    elif kind == CLEARER and change.play == "otherwise":
        message = f'says "{kind}", and today\'s words play otherwise'
    elif kind == OTHERWISE and change.play == "same":
        message = f'says "{kind}", and today\'s words play the same'
    elif kind not in _KINDS and (near := nearest(kind, _KINDS)):
        message, hint = f'says "{kind}"', near
    return [Problem(place, message, hint, ERRATA)] if message else []
