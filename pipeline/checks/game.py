"""`cardpress check`: every check there is, one after another."""

from collections.abc import Callable

from pipeline.checks.faces import check_faces
from pipeline.load import load_game
from pipeline.problem import Problem
from pipeline.project import Project
from pipeline.rules import check_words


def check_game(project: Project, game_id: str, tell: Callable[[], None] = lambda: None) -> list[Problem]:
    """All problems of a game: its records, its words, then its faces (as far as the records let them be made)."""
    game, problems = load_game(project, game_id)
    found = list(problems)
    if game is not None:
        found += check_words(game)
        found += check_faces(project, game, tell)
    return found
