"""accounts/*.txt: what a person approved as told of each card's play, a file a card, as docs/conformance.md tells."""

from collections.abc import Mapping
from pathlib import PurePosixPath

from pipeline.load.cards import CardTables
from pipeline.load.files import entries, read_text
from pipeline.model import Approved
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

#: The folder of a game that holds them.
FOLDER = "accounts"


def read_accounts(project: Project, game_id: str, cards: CardTables, problems: Problems) -> Mapping[str, Approved]:
    """The approved accounts of a game's cards, by card. A file of any other name is a problem."""
    folder = f"card_data/{game_id}/{FOLDER}"
    found: dict[str, Approved] = {}
    for name in entries(project, folder, problems):
        relative = f"{folder}/{name}"
        stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
        if suffix != ".txt":
            problems.add(Place(relative), "is no account", "only .txt files named after cards belong here")
        elif stem not in cards.known:
            problems.add(Place(relative), f'no card "{stem}"', nearest(stem, cards.known) or "remove the file")
        elif (text := read_text(project, relative, problems)) is not None:
            found[stem] = Approved(tuple(text.splitlines()), Place(relative))
    return found
