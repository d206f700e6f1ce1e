"""Faces: all can be made, all their text can be read on its ground, and a print service would print them as meant."""

from collections.abc import Callable

from pipeline.cache import Cache
from pipeline.checks.preflight import check_preflight
from pipeline.model import Game
from pipeline.place import FacePress
from pipeline.problem import Problem, Refused
from pipeline.project import Project


def check_faces(project: Project, game: Game, tell: Callable[[], None] = lambda: None) -> list[Problem]:
    """Place every side of every card and every common back; what cannot be placed, read or printed is a problem."""
    try:
        press = FacePress(project, game)
    except Refused as refused:
        return list(refused.problems)
    faces, problems = press.faces(game.cards.values(), tell)
    backs, flawed = press.backs(game.kinds.values())
    kept = Cache(project.output / ".cache" / "preflight")
    try:
        return [*problems, *flawed, *check_preflight(press, [*faces, *backs], kept=kept)]
    except Refused as refused:  # a service's file
        return [*problems, *flawed, *refused.problems]
