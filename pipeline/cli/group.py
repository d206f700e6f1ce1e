"""`cardpress` itself: which project, and all commands."""

from pathlib import Path

import click

from pipeline import __version__
from pipeline.cli.shell import Context, ProjectGroup
from pipeline.project import Project


@click.group(
    cls=ProjectGroup, context_settings={"help_option_names": ["-h", "--help"]}, epilog="Example: cardpress demo"
)
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A project folder with its own card_data/ and output/. Default: the nearest parent that holds card_data/.",
)
@click.option("--quiet", is_flag=True, help="Show no progress.")
@click.version_option(__version__, prog_name="cardpress")
@click.pass_context
def main(ctx: click.Context, root: Path | None, quiet: bool) -> None:
    """From card records to print: faces, sheets, the demo, and checks that everything is right."""
    project = Project(root.resolve()) if root else Project.find(Path.cwd())
    if project is None or not (project.root / "card_data").is_dir():
        where = root or Path.cwd()
        raise click.UsageError(f"{where} holds no card_data/ folder; run it inside a project, or name one with --root.")
    ctx.obj = Context(project, quiet)
