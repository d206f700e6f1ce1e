"""`cardpress check`: every check there is, one after another."""

from collections.abc import Callable, Iterable

from pipeline.checks.conformance import check_conformance
from pipeline.checks.editions import check_editions
from pipeline.checks.faces import check_faces
from pipeline.checks.positions import check_positions
from pipeline.checks.rules import check_rules
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.problem import Problem
from pipeline.project import Project
from pipeline.rules import Rulebooks, check_words


def check_game(
    project: Project,
    game_id: str,
    tell: Callable[[], None] = lambda: None,
    also: Callable[[Project, Game], Iterable[Problem]] = lambda project, game: (),
) -> list[Problem]:
    """All problems of a game: records, words, what these do, and faces (as far as the records let them be made).

    The game is only played once its records are whole and all its words can be read: other cards would do nothing. Then
    `also` is asked as well, for what is made of the game: it is given the game with its scenarios and examples.
    """
    game, problems = load_game(project, game_id, scenarios=True, examples=True)
    found = list(problems)
    if game is not None:
        found += check_words(game)
        found += check_positions(game) if not problems else []
        if not found:
            rulebooks = Rulebooks(game)
            found += check_rules(rulebooks) or check_conformance(rulebooks)
            found += also(project, game)
        found += check_editions(project, game)
        found += check_faces(project, game, tell)
    return found
