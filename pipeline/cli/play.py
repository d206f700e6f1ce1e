"""Commands that play: many games by bots."""

import os
from typing import Any

import click

from pipeline.cli.group import main
from pipeline.cli.shell import Context, Progress, game_argument, json_option, load, print_json
from pipeline.model import Game
from pipeline.problem import nearest


def _named(value: str, known: tuple[str, ...], option: str) -> str:
    """A value out of a few; another is wrong usage."""
    if value not in known:
        hint = nearest(value, known) or f"there are: {', '.join(known)}"
        raise click.BadParameter(f'there is no {option} "{value}"; {hint}', param_hint=f"--{option}")
    return value


def _switches(game: Game, ruleset: str, given: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    """Values of the ruleset that are set otherwise, as "name=value"; wrong names and values are wrong usage."""
    values = game.rulesets[ruleset].values
    found: list[tuple[str, Any]] = []
    for each in given:
        name, _, text = each.partition("=")
        if name not in values:
            hint = nearest(name, values) or "see card_data/*/rulesets"
            raise click.BadParameter(f'the ruleset has no "{name}"; {hint}', param_hint="--set")
        now = values[name]
        if isinstance(now, bool):
            if text not in ("true", "false"):
                raise click.BadParameter(f'{name} is true or false, not "{text}"', param_hint="--set")
            found.append((name, text == "true"))
        elif isinstance(now, int):
            if not text.isdecimal():
                raise click.BadParameter(f'{name} is a whole number, not "{text}"', param_hint="--set")
            found.append((name, int(text)))
        elif isinstance(now, str):
            found.append((name, text))
        else:
            raise click.BadParameter(f"{name} is a list, which cannot be set here", param_hint="--set")
    return tuple(found)


@main.command(epilog="cardpress simulate GAME --mode demo --players 1 --games 1000")
@game_argument
@click.option("--mode", default="demo", show_default=True, help="Where decks come from: demo, quick-start, draft.")
@click.option("--players", default=1, show_default=True, help="How many play.")
@click.option("--games", "count", default=1000, show_default=True, type=click.IntRange(1, 10_000_000), help="How many.")
@click.option("--ruleset", default="", help="Default: the game's own.")
@click.option("--against", default="", help="A second ruleset, played on the same seeds.")
@click.option("--variant", default="standard", show_default=True, help="standard, fellowship or iron-saints.")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="A value of the ruleset, set otherwise.")
@click.option("--bot", default="sensible", show_default=True, help="Who plays: sensible or random.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@click.option(
    "--jobs", default=os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1, 256), help="Processes."
)
@json_option
@click.pass_obj
def simulate(
    context: Context,
    game: str,
    mode: str,
    players: int,
    count: int,
    ruleset: str,
    against: str,
    variant: str,
    sets: tuple[str, ...],
    bot: str,
    seed: str,
    jobs: int,
    as_json: bool,
) -> None:
    """Play many games by bots, and tell how often the Light wins."""
    from pipeline.rules.games import NoWordsError, playable  # noqa: PLC0415 - loads the language and the engine
    from pipeline.rules.simulation import Run, compare  # noqa: PLC0415
    from pipeline.rules.simulation import simulate as play_games  # noqa: PLC0415

    loaded = load(context, game)
    try:
        can = playable(loaded)
    except NoWordsError as error:
        raise click.UsageError(f"{error}.") from None
    ruleset = ruleset or loaded.ruleset
    for name, option in ((ruleset, "ruleset"), (against or ruleset, "against")):
        _named(name, tuple(loaded.rulesets), option)
    _named(mode, can.modes, "mode")
    _named(variant, can.variants, "variant")
    _named(bot, can.bots, "bot")
    run = Run(ruleset, mode, players, count, seed, variant, bot, _switches(loaded, ruleset, sets))
    total = count * (2 if against else 1)
    with Progress("Playing", total, context.quiet) as progress:
        compared = None
        if against:
            other = Run(against, mode, players, count, seed, variant, bot, _switches(loaded, against, sets))
            compared = compare(loaded, run, other, jobs, progress.steps)
            results = [compared.first, compared.second]
        else:
            results = [play_games(loaded, run, jobs, progress.steps)]
    if as_json:
        print_json(compared.as_json() if compared else results[0].as_json())
        return
    for each in results:
        low, high = 100 * each.low, 100 * each.high
        click.echo(f"{each.run.ruleset}, {mode}, {players} player{'s' if players > 1 else ''}, {count} games:")
        click.echo(f"  the Light wins {100 * each.rate:.1f} % ({low:.1f} to {high:.1f}), in {each.rounds:.2f} rounds")
        ends = ", ".join(f"{name} {games}" for name, games in each.ends.items())
        click.echo(f"  endings: {ends}; games lost end in round {each.lost_rounds:.1f}")
        sides = ", ".join(f"{name} {100 * wins / games:.1f} %" for name, (games, wins) in each.by_side.items())
        click.echo(f"  by player: {sides}; color-screwed turns {100 * each.color_screwed:.1f} %")
    if compared:
        change, low, high = 100 * compared.difference, 100 * compared.low, 100 * compared.high
        click.echo(f"{against} against {ruleset}: {change:+.1f} points ({low:+.1f} to {high:+.1f})")
