"""Commands that hand a game to others: a print service's upload."""

import click

from pipeline.cli.group import main
from pipeline.cli.shell import Context, game_argument, held_to_play, load, print_paths
from pipeline.problem import nearest


@main.command(epilog="cardpress export GAME --for game-crafter")
@game_argument
@click.option("--for", "service", required=True, help="A service of layouts/services: game-crafter, ...")
@click.option("--booklet", is_flag=True, help="Also the rulebook as pages of the service's booklet.")
@click.option("--no-rulebook", is_flag=True, help="Leave the rulebook out.")
@click.pass_obj
def export(context: Context, game: str, service: str, booklet: bool, no_rulebook: bool) -> None:
    """Make everything that a print service wants of a game, checked: pictures, backs, quantities, a manifest.

    Nothing is replaced while anything is wrong; proofs with the service's lines over every face are always written,
    but where the words and the play of a card disagree.
    """
    from pipeline.load.services import load_service, service_names  # noqa: PLC0415

    known = service_names(context.project)
    if service not in known:
        hint = nearest(service, known) or f"there are: {', '.join(known)}"
        raise click.BadParameter(f'there is no service "{service}"; {hint}', param_hint="--for")
    loaded = load(context, game)
    with held_to_play(context, loaded, loaded.cards, rules=True, draft=None) as settle:
        # What draws costs half a second to load: another process plays meanwhile.
        from pipeline.outputs.services import Extras  # noqa: PLC0415
        from pipeline.outputs.services import export as write  # noqa: PLC0415

        extras = Extras(not no_rulebook, booklet)
        made = write(context.project, loaded, load_service(context.project, service), extras, settle)
    print_paths(made.paths)
    if not context.quiet:
        for line in made.summary:
            click.echo(line, err=True)
