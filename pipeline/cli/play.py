"""Commands that play: one game told or played by a person, many games by bots."""

import datetime
import os
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pipeline.cli.group import main
from pipeline.cli.shell import Context, Progress, game_argument, jobs_option, json_option, load, print_json
from pipeline.model import Game
from pipeline.outputs.files import write_all
from pipeline.problem import nearest

if TYPE_CHECKING:
    from pipeline.rules.replays import Match, Replay

#: Lines of a story and of the table are no longer.
_WIDTH: Final = 80
_HELP: Final = """\
Answer with a number.
  ? CARD   what a card says, by its name or a part of it
  t        show the table again
  u        take your last move back
  s FILE   save the game, to go on from it with --replay
  b        let the bot answer this once
  q        leave the game"""


def _playable(game: Game) -> Any:
    """What can be played of the game; a game without mechanics is wrong usage."""
    from pipeline.rules.games import NoWordsError, playable  # noqa: PLC0415 - loads the language and the engine

    try:
        return playable(game)
    except NoWordsError as error:
        raise click.UsageError(f"{error}.") from None


def _say(lines: Iterable[str]) -> None:
    """A story on stdout: headings of rounds and turns underlined, sentences folded and indented under their phase."""
    for line in lines:
        title = line.lstrip("# ")
        if line.startswith("###"):
            click.echo(f"\n{_bold(title)}")
        elif line.startswith("#"):
            click.echo(f"\n{_bold(title)}\n{('=' if line.startswith('# ') else '-') * len(title)}")
        else:
            click.echo(textwrap.fill(line, _WIDTH, initial_indent="  ", subsequent_indent="    "))


def _tell(text: str) -> None:
    """Something about the game that is no part of its story."""
    click.echo(textwrap.fill(text, _WIDTH, subsequent_indent="  "))


def _bold(text: str) -> str:
    """What stands out, on a terminal that may show it; click takes it off where the output is none."""
    return text if os.environ.get("NO_COLOR") else click.style(text, bold=True)


@main.command(epilog="cardpress play GAME --interactive")
@game_argument
@click.option("--deck", default="", help="The deck of the first player.")
@click.option("--mode", default="demo", show_default=True, help="Where decks come from: demo, quick-start, draft.")
@click.option("--players", default=1, show_default=True, help="How many play.")
@click.option("--ruleset", default="", help="Default: the game's own.")
@click.option("--variant", default="standard", show_default=True, help="standard, fellowship or iron-saints.")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="A value of the ruleset, set otherwise.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same game.")
@click.option("--interactive", is_flag=True, help="Play yourself, in the terminal, against the darkness.")
@click.option("--bot", is_flag=True, help="With --interactive: bots play all seats but the first deck's.")
@click.option(
    "--replay", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on from a game that was saved."
)
@json_option
@click.pass_obj
def play(
    context: Context,
    game: str,
    deck: str,
    mode: str,
    players: int,
    ruleset: str,
    variant: str,
    sets: tuple[str, ...],
    seed: str,
    interactive: bool,
    bot: bool,
    replay: Path | None,
    as_json: bool,
) -> None:
    """Play one game: a bot's, told in plain words, or your own."""
    from pipeline.rules.replays import Replay, cards_digest, open_match, play_again, read_replay  # noqa: PLC0415

    loaded = load(context, game)
    can = _playable(loaded)
    ruleset = ruleset or loaded.ruleset
    _named(ruleset, tuple(loaded.rulesets), "ruleset")
    _named(mode, can.modes, "mode")
    _named(variant, can.variants, "variant")
    if deck:
        _named(deck, tuple(loaded.decks), "deck")
    if replay is not None:
        saved = read_replay(replay)
        again = play_again(loaded, saved, replay)
        match = again.match
        if again.other_cards:
            click.echo("Cards or decks have changed since this game was saved.", err=True)
            saved = saved.model_copy(update={"cards": cards_digest(loaded)})
    else:
        saved = Replay(
            game=game, ruleset=ruleset, switches=dict(_switches(loaded, ruleset, sets)), mode=mode, variant=variant,
            players=players, deck=deck, seed=seed, cards=cards_digest(loaded),
        )  # fmt: skip
        match = open_match(loaded, saved, loaded.rulesets[ruleset].place)
    if interactive:
        try:
            _interact(match, saved, alone=bot)
        except KeyboardInterrupt:
            # Between two questions; at one, it leaves the game as the end of input does.
            click.echo()
        return
    if replay is None:
        match.play_out()
    if as_json:
        print_json({"events": match.story(), "result": match.result()})
    else:
        _say(match.story())


def _interact(match: "Match", saved: "Replay", alone: bool) -> None:
    """A person plays: the story goes on, a question is asked, until the game is over. The table is shown when another
    phase has begun or another player is asked; between, the answers tell what can still be done."""
    told = 0
    # Of a game that was saved, any move may be taken back where a person made them all.
    mine = [] if alone else list(range(len(match.moves)))
    shown: tuple[int, str, str] | None = None
    click.echo("You play the Light. ? is for help, q leaves the game.")
    if match.moves:
        # Going on from where it was saved: the last turn is enough to remember it by.
        story = match.story()
        _say(story[max((at for at, line in enumerate(story) if line.startswith("## ")), default=0) :])
        told = match.told
    while True:
        _say(match.story(told))
        told = match.told
        if match.over:
            return
        if alone and match.asked != match.host:
            match.play_by_bot()
            continue
        if shown != (now := (match.table.round, match.table.phase, match.asked)):
            _show(match)
            shown = now
        _ask(match)
        before = len(match.moves)
        if not _answered(match, saved, mine):
            return
        if len(match.moves) > before:
            mine.append(before)
        else:
            told = match.told  # taken back: what came before was told
            shown = None


def _show(match: "Match") -> None:
    """The table."""
    click.echo()
    for line in match.view():
        text = textwrap.fill(line, _WIDTH, subsequent_indent="      ") if line else ""
        click.echo(text if line.startswith(" ") else _bold(text))


def _ask(match: "Match") -> None:
    """The question, and what may be answered, by what it does."""
    click.echo(f"\n{_bold(match.question())}")
    group = ""
    for number, label in enumerate(match.labels(), 1):
        if label.group != group and (group := label.group):
            click.echo(f" {group}:")
        click.echo(textwrap.fill(f"{number:>4}  {label.text}", _WIDTH, subsequent_indent="      "))


def _answered(match: "Match", saved: "Replay", mine: list[int]) -> bool:
    """Read until a move is made or taken back; False where the person leaves."""
    from pipeline.rules.play import IllegalMoveError  # noqa: PLC0415

    lines = [label.line for label in match.labels()]
    while True:
        try:
            text = " ".join(click.prompt("?", prompt_suffix=" ", default="", show_default=False).split())
        except click.Abort:
            click.echo()
            return False
        if text == "q":
            return False
        if text in ("?", ""):
            click.echo(_HELP)
            for rule in match.rules():
                _tell(rule)
        elif text.startswith("?"):
            _tell(match.explain(text[1:].strip()))
        elif text == "t":
            _show(match)
            _ask(match)
        elif text == "u" and mine:
            match.back(mine.pop())
            return True
        elif text == "u":
            click.echo("There is no move of yours to take back.")
        elif text == "s" or text.startswith("s "):
            _save(match, saved, text[2:] or "game.toml")
        elif text == "b":
            match.play_by_bot()
            return True
        else:
            numbered = text.isdecimal() and len(text) < 5
            if numbered and not 0 < int(text) <= len(lines):
                click.echo(f"There is no {text}: answer with a number from 1 to {len(lines)}, or ? for help.")
                continue
            try:
                match.play(lines[int(text) - 1] if numbered else text)
            except IllegalMoveError as error:
                _tell(f"{error}.")
                if rule := match.rule(error.rule):
                    _tell(rule)
                elif not error.rule:
                    click.echo("? is for help.")
            else:
                return True


def _save(match: "Match", saved: "Replay", name: str) -> None:
    from pipeline.rules.replays import write_replay  # noqa: PLC0415

    try:
        Path(name).write_text(write_replay(saved.model_copy(update={"moves": list(match.moves)})), "utf-8")
    except OSError as error:
        click.echo(f"{name} cannot be written: {error.strerror}.")
    else:
        click.echo(f"Saved as {name}.")


def _named(value: str, known: tuple[str, ...], option: str, kind: str = "") -> str:
    """A value out of a few, of a kind that is named as the option unless told; another is wrong usage."""
    if value not in known:
        hint = nearest(value, known) or f"there are: {', '.join(known)}"
        raise click.BadParameter(f'there is no {kind or option} "{value}"; {hint}', param_hint=f"--{option}")
    return value


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


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
@click.option("--bots", default="sensible", show_default=True, help="Who plays: sensible or random.")
@click.option("--seed", default="1", show_default=True, help="The same seed gives the same games.")
@jobs_option
@click.option("--store", "date", metavar="DATE", help="Keep the result for the rulebook, as of a day: 2026-10-31.")
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
    bots: str,
    seed: str,
    jobs: int,
    date: str | None,
    as_json: bool,
) -> None:
    """Play many games by bots, and tell how often the Light wins."""
    from pipeline.rules.simulation import Run, compare  # noqa: PLC0415 - loads the language and the engine
    from pipeline.rules.simulation import simulate as play_games  # noqa: PLC0415
    from pipeline.rules.stored import stored, stored_name  # noqa: PLC0415

    loaded = load(context, game)
    can = _playable(loaded)
    ruleset = ruleset or loaded.ruleset
    for name, option in ((ruleset, "ruleset"), (against or ruleset, "against")):
        _named(name, tuple(loaded.rulesets), option, "ruleset")
    _named(mode, can.modes, "mode")
    _named(variant, can.variants, "variant")
    _named(bots, can.bots, "bots", "bot")
    if date is not None and not _is_day(date):
        raise click.BadParameter(f'"{date}" is no day; write it as 2026-10-31', param_hint="--store")
    run = Run(ruleset, mode, players, count, seed, variant, bots, _switches(loaded, ruleset, sets))
    total = count * (2 if against else 1)
    with Progress("Playing", total, context.quiet) as progress:
        compared = None
        if against:
            other = Run(against, mode, players, count, seed, variant, bots, _switches(loaded, against, sets))
            compared = compare(loaded, run, other, jobs, progress.steps)
            results = [compared.first, compared.second]
        else:
            results = [play_games(loaded, run, jobs, progress.steps)]
    if date is not None:
        from pipeline.load.simulations import FOLDER as SIMULATIONS  # noqa: PLC0415

        told = [each.as_json() for each in results]
        files = {f"{stored_name(each)}.json": stored(loaded, each, date).encode() for each in told}
        kept = write_all(loaded.folder / SIMULATIONS, files)
        for path in kept:
            click.echo(path, err=as_json)
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
