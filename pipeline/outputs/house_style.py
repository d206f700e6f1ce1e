"""`cardpress fmt`: card texts rewritten into house style, cell by cell, where they stand."""

from collections.abc import Sequence
from pathlib import Path

from pipeline.load import read_table
from pipeline.load.rewrite import replace_cells
from pipeline.outputs.files import write_all
from pipeline.problem import Problem, Refused
from pipeline.project import Project
from pipeline.rules import Proposal


def rewrite(project: Project, proposals: Sequence[Proposal]) -> list[Path]:
    """Put every proposal into its file and give the files' paths; nothing else in them changes.

    Raises Refused, before anything is written, for texts in a spreadsheet: those a person changes by hand.
    """
    by_hand = [each for each in proposals if not each.place.file.endswith(".csv")]
    if by_hand:
        told = "cannot be rewritten in a spreadsheet"
        raise Refused([Problem(each.place, told, f'write "{each.after}"') for each in by_hand])
    paths: list[Path] = []
    for file in dict.fromkeys(each.place.file for each in proposals):
        path = project.path(file)
        header = read_table(path, file).rows[0].cells
        cells = {
            (each.place.line or 0, header.index(each.place.column)): each.after
            for each in proposals
            if each.place.file == file
        }
        text = path.read_bytes().decode("utf-8")
        paths += write_all(path.parent, {path.name: replace_cells(text, cells).encode()})
    return paths
