"""The command that holds words against play."""

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.group import main
from pipeline.cli.shell import (
    Context,
    Progress,
    game_argument,
    jobs_option,
    json_option,
    known_cards,
    load,
    output_folder,
    print_json,
    print_paths,
    refuse,
)
from pipeline.model import Game

if TYPE_CHECKING:
    from pipeline.rules.conformance import Conformance
    from pipeline.rules.mutation import Report


@main.command(epilog="cardpress conformance GAME")
@game_argument
@click.argument("cards", metavar="[CARD]...", nargs=-1)
@click.option(
    "--mutate", is_flag=True, help="Change every word, number and rule in turn, and see what notices: minutes."
)
@click.option("--changed", is_flag=True, help="With --mutate: only cards that changed since they were last proven.")
@click.option("--approve", is_flag=True, help="Keep what is told now, and with --mutate what is proven, as approved.")
@jobs_option
@json_option
@click.pass_obj
def conformance(
    context: Context,
    game: str,
    cards: tuple[str, ...],
    mutate: bool,
    changed: bool,
    approve: bool,
    jobs: int,
    as_json: bool,
) -> None:
    """Hold words against play: what each card says, how it is read and what it did, and a page to compare these on.

    Without CARDs, of all cards and rules.
    """
    from pipeline.rules import NoWordsError  # noqa: PLC0415 - loads the language and the engine
    from pipeline.rules.conformance import conformance as report_of  # noqa: PLC0415
    from pipeline.rules.proven import changed as unproven  # noqa: PLC0415

    if changed and (cards or not mutate):
        raise click.UsageError("--changed is for --mutate, and says itself which cards.")
    loaded = load(context, game, scenarios=True)
    known_cards(loaded, cards)
    chosen = cards or None
    try:
        mutants = _mutants(context, loaded, unproven(loaded) if changed else chosen, jobs) if mutate else None
        report = report_of(loaded, chosen, mutants)
    except NoWordsError as error:
        raise click.UsageError(f"{error}.") from None
    paths: list[Path] = []
    if approve:
        paths = _approve(context, loaded, report, unproven(loaded) if changed else chosen)
        report = report_of(load(context, game, scenarios=True), chosen, mutants)
    if as_json:
        print_json(report.as_json())
    else:
        print_paths([*paths, *_page(context, loaded, report)])
        if not context.quiet:
            _summarize(report)
    if report.problems:
        if as_json:
            raise SystemExit(1)
        refuse(report.problems)


def _page(context: Context, game: Game, report: "Conformance") -> list[Path]:
    """Write the page on which a person compares the three tellings."""
    from pipeline.outputs.conformance import conformance_page  # noqa: PLC0415
    from pipeline.outputs.files import write_all  # noqa: PLC0415

    with Progress("Drawing faces", None, context.quiet) as progress:
        files = conformance_page(context.project, game, report, progress.step)
    return write_all(output_folder(context, game, "conformance"), files)


def _mutants(context: Context, game: Game, cards: Collection[str] | None, jobs: int) -> "Report":
    """What came of the changes of these cards, or of all cards, rulesets and rules."""
    from pipeline.rules.mutation import mutate, steps  # noqa: PLC0415

    rules = cards is None
    with Progress("Changing words and rules", steps(game, cards, rules), context.quiet) as progress:
        return mutate(game, cards, rules, jobs, progress.step)


def _approve(context: Context, game: Game, report: "Conformance", mutated: Collection[str] | None) -> list[Path]:
    """Keep the accounts of cards that are sound, and the proof of those that were mutated, as approved."""
    from pipeline.load.accounts import FOLDER  # noqa: PLC0415
    from pipeline.load.proven import FILE, proven_text  # noqa: PLC0415
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.rules.proven import digests  # noqa: PLC0415

    home = context.project.root / "card_data" / game.id
    accounts = {
        f"{each.card}.txt": "".join(f"{line}\n" for line in each.account).encode()
        for each in report.cards
        if each.account != each.approved and each.sound
    }
    paths = write_all(home / FOLDER, accounts) if accounts else []
    if report.mutants is not None and not report.mutants.problems:
        fresh = digests(game)
        proven = {**game.proven, **(fresh if mutated is None else {card: fresh[card] for card in mutated})}
        kept = {card: proven[card] for card in game.cards if card in proven}
        paths += write_all(home, {FILE: proven_text(game.id, kept).encode()})
    return paths


def _summarize(report: "Conformance") -> None:
    """In a few lines what there is, and what nobody notices."""
    passed = sum(each.passed for each in report.trials)
    about = _counted(len(report.cards), "card")
    if report.rules:
        about += f" and {_counted(len(report.rules), 'rule')}"
    told = f"{passed} of {_counted(len(report.trials), 'scenario')} of {about} hold"
    if (mutants := report.mutants) is not None:
        told += f"; {mutants.caught} of {_counted(mutants.total, 'change')} would be noticed"
    click.echo(f"{told}.", err=True)
    for survivor in mutants.survivors if mutants else ():
        click.echo(f"not noticed: {survivor.id}: {survivor.told}", err=True)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"
