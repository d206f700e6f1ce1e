"""The command for cards that were printed before their words changed."""

from typing import TYPE_CHECKING, Any

import click

from pipeline.cli.group import main
from pipeline.cli.shell import (
    Context,
    Progress,
    game_argument,
    held_to_play,
    json_option,
    load,
    output_folder,
    print_json,
    print_paths,
    sheet_named,
)
from pipeline.problem import nearest

if TYPE_CHECKING:
    from pipeline.rules import Change


@main.command(epilog="cardpress errata GAME --since printed")
@game_argument
@click.option("--since", "edition", required=True, help="The edition your cards are of: a table of editions/.")
@click.option("--paper", default="letter", show_default=True, help="A sheet of layouts/sheets: letter, a4, ...")
@json_option
@click.pass_obj
def errata(context: Context, game: str, edition: str, paper: str, as_json: bool) -> None:
    """What to print again: the cards that have changed since an edition, in plain words, on sheets, and as patches to
    paste over their texts.

    With --json the list itself goes to stdout, instead of the paths.
    """
    from pipeline.outputs.errata.build import errata_files  # noqa: PLC0415 - loads the fonts and the picture styles
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.outputs.plates import PlatePress  # noqa: PLC0415
    from pipeline.rules import changes  # noqa: PLC0415

    loaded = load(context, game)
    if edition not in loaded.editions:
        hint = nearest(edition, loaded.editions) or f"there are: {', '.join(loaded.editions) or 'none'}"
        raise click.BadParameter(f'there is no edition "{edition}"; {hint}', param_hint="--since")
    sheet = sheet_named(context, paper)
    found = changes(loaded, edition)
    changed = [change for change in found if not change.stands]
    with held_to_play(context, loaded, {change.card.id for change in changed}, draft=None) as settle:
        press = PlatePress(context.project, loaded)
        with Progress("Drawing faces", None, context.quiet) as progress:
            files = errata_files(press, edition, found, paper, sheet, progress.step)
        settle()
    paths = write_all(output_folder(context, loaded, "errata"), files)
    if as_json:
        print_json([_errata_json(change) for change in changed])
    else:
        print_paths(paths)
    if not context.quiet:
        otherwise = [change.card.name for change in changed if change.play == "otherwise"]
        told = f"{len({change.card.id for change in changed})} changed"
        click.echo(f"{told}; these play otherwise: {', '.join(otherwise)}." if otherwise else f"{told}.", err=True)


def _errata_json(change: "Change") -> dict[str, Any]:
    told = {"id": change.card.id, "name": change.card.name, "before": change.before, "after": change.after}
    return {**told, "change": change.told, "field": change.field, "play": change.play}
