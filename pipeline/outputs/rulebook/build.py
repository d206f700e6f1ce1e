"""The book as files: kept between runs, and made again where anything that it is made of has changed."""

import os
from collections.abc import Callable, Collection
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Final

import pipeline
from pipeline.cache import Cache, code_digest, digest_of, file_digest, release_of, trim
from pipeline.crew import hire
from pipeline.outputs import pages
from pipeline.project import Project

_PACKAGES: Final = (*pages.PACKAGES, "pikepdf", "jinja2", "markdown-it-py", "mdit-py-plugins")


class UnknownPaperError(Exception):
    """The book has no such paper; it has the `known` ones."""

    def __init__(self, known: Collection[str]) -> None:
        super().__init__(f"not one of {', '.join(known)}")
        self.known = known


def has_book(project: Project, game_id: str) -> bool:
    """Whether a game has a rulebook."""
    return project.path(f"layouts/{game_id}/rulebook/book.toml").is_file()


def rulebook_pdf(project: Project, game_id: str, paper: str, booklet: bool = False) -> bytes:
    """The PDF of a game's book on one of its `papers`, from what an earlier run has kept where nothing has changed.

    Raises Refused with everything that is wrong with the game's records or its book, and UnknownPaperError for a paper
    that the book has not.
    """

    def make() -> bytes:
        from pipeline.outputs.rulebook.papers import papers  # noqa: PLC0415 - what is kept needs none of these

        known = papers(project, game_id)
        if paper not in known:
            raise UnknownPaperError(list(known))
        # What a booklet has left of its last sheet are pages for notes and a back, as on a paper that is folded.
        chosen = replace(known[paper], folded=known[paper].folded or booklet)
        from pipeline.outputs.rulebook.parts import warm_up  # noqa: PLC0415

        # While the book is read, another process loads what sets text.
        with hire(warm_up, project) if (os.cpu_count() or 1) > 1 else nullcontext() as other:
            from pipeline.outputs.rulebook.setting import book_pdf  # noqa: PLC0415

            pdf = book_pdf(project, game_id, chosen, other)
        if not booklet:
            return pdf
        from pipeline.outputs.rulebook.booklet import imposed  # noqa: PLC0415

        return imposed(pdf)

    return _kept(project, game_id, f"{paper} {booklet}", make)


def rulebook_text(project: Project, game_id: str) -> bytes:
    """The book as plain text in UTF-8; as for `rulebook_pdf`."""

    def make() -> bytes:
        from pipeline.outputs.rulebook.book import expand, loaded_book  # noqa: PLC0415
        from pipeline.outputs.rulebook.text import book_text  # noqa: PLC0415

        return book_text(expand(project, loaded_book(project, game_id))).encode()

    return _kept(project, game_id, "text", make)


def _kept(project: Project, game_id: str, what: str, make: Callable[[], bytes]) -> bytes:
    shelf = Cache(project.output / ".cache" / "rulebooks")
    code = code_digest(Path(pipeline.__file__).parent)
    key = digest_of(code, [release_of(each) for each in _PACKAGES], game_id, what, _inputs(project, game_id))
    kept = shelf.get(key)
    if kept is None:
        kept = make()
        shelf.put(key, kept)
        trim(project.output / ".cache")
    return kept


def _inputs(project: Project, game_id: str) -> list[tuple[str, str]]:
    """Every file that the book may be made of, with a digest."""
    folders = (f"card_data/{game_id}", f"layouts/{game_id}", "fonts")
    found = {}
    for folder in folders:
        for relative, path in project.listing(folder, "**/*"):
            # Scenarios prove the game, and are not printed.
            if path.is_file() and "/scenarios/" not in relative:
                found[relative] = file_digest(path)
    return sorted(found.items())
