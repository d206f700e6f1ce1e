"""Faces: all can be made, and all their text can be read on its ground."""

from collections.abc import Callable

from pipeline.checks.contrast import check_contrast
from pipeline.model import Game
from pipeline.place import FacePress
from pipeline.problem import Problem, Refused
from pipeline.project import Project


def check_faces(project: Project, game: Game, tell: Callable[[], None] = lambda: None) -> list[Problem]:
    """Place every side of every card and every common back; what cannot be placed, or read, is a problem."""
    try:
        press = FacePress(project, game)
    except Refused as refused:
        return list(refused.problems)
    faces, problems = press.faces(game.cards.values(), tell)
    backs, flawed = press.backs(game.kinds.values())
    return [*problems, *flawed, *check_contrast(press, [*faces, *backs])]
