"""Everything that can be wrong with a game, as problems."""

from pipeline.checks.faces import check_faces
from pipeline.checks.game import check_game
from pipeline.checks.scenarios import check_scenarios

__all__ = ["check_faces", "check_game", "check_scenarios"]
