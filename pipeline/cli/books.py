"""Commands that make books: the rulebook."""

from pathlib import Path

import click

from pipeline.cli.group import main
from pipeline.cli.shell import Context, game_argument, print_paths


@main.command(epilog="cardpress rulebook GAME --paper a4")
@game_argument
@click.option("--paper", default="letter", show_default=True, help="One of papers.toml.")
@click.option("--booklet", is_flag=True, help="Two pages on a sheet, to print on both sides, fold and staple.")
@click.option("--text", "as_text", is_flag=True, help="Plain text instead.")
@click.pass_obj
def rulebook(context: Context, game: str, paper: str, booklet: bool, as_text: bool) -> None:
    """Write the game's rulebook, filled in with the game's own numbers and texts."""
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.outputs.rulebook.build import UnknownPaperError, has_book, rulebook_pdf, rulebook_text  # noqa: PLC0415

    if not has_book(context.project, game):
        raise click.UsageError(f"{game} has no rulebook: there is no layouts/{game}/rulebook/book.toml.")
    if as_text and booklet:
        raise click.UsageError("--booklet is for paper; --text has none.")
    folder: Path = context.project.output / game / "rulebook"
    if as_text:
        files = {"rulebook.txt": rulebook_text(context.project, game)}
    else:
        name = f"rulebook-{paper}{'-booklet' if booklet else ''}.pdf"
        try:
            files = {name: rulebook_pdf(context.project, game, paper, booklet)}
        except UnknownPaperError as error:
            message = f"the book of {game} has {', '.join(error.known)}."
            raise click.BadParameter(message, param_hint="--paper") from None
    print_paths(write_all(folder, files))
