"""What every command uses: the context, progress, problems told, options that several commands have."""

import json
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

import click

from pipeline.model import Game
from pipeline.problem import Problem, Refused, nearest
from pipeline.project import Project

if TYPE_CHECKING:
    from pipeline.outputs.sheets import Sheet


Ink = Literal["color", "saver"]
#: What stands on everything that was printed without asking whether words and play agree.
DRAFT: Final = "DRAFT"
#: No printer is further off than this, in millimetres.
FARTHEST: Final = 10.0
#: So often a bar is drawn, in seconds.
_EVERY: Final = 0.1
#: 128 and the number of the signal, as shells count.
INTERRUPTED: Final = 130


@dataclass(frozen=True, slots=True)
class Context:
    """What every command works on."""

    project: Project
    quiet: bool


class Progress:
    """A bar on a terminal's stderr; nothing anywhere else.

    It is drawn by whoever tells of steps: a thread that draws it might hold the terminal at the moment when a helping
    process starts as a copy of this one, which would then hold it forever.
    """

    def __init__(self, title: str, total: int | None, quiet: bool) -> None:
        self._bar: Any = None
        self._task: Any = None
        self._due = 0.0
        if sys.stderr.isatty() and not quiet:
            from rich.console import Console  # noqa: PLC0415 - costs 50 ms that a pipe need not wait for
            from rich.progress import Progress  # noqa: PLC0415

            self._bar = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
            self._task = self._bar.add_task(title, total=total)

    def __enter__(self) -> "Progress":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def step(self) -> None:
        """One step is done."""
        self.steps(1)

    def steps(self, count: int) -> None:
        """Several are."""
        if self._bar:
            self._bar.advance(self._task, count)
            now = time.monotonic()
            if now >= self._due:
                self._bar.refresh()
                self._due = now + _EVERY


def refuse(problems: Iterable[Problem], way_out: str = "") -> NoReturn:
    """Print problems, and the way out where there is one, and leave with exit code 1."""
    shown = list(dict.fromkeys(map(str, problems)))
    for line in shown:
        click.echo(line, err=True)
    click.echo(f"{len(shown)} problem{'s' if len(shown) != 1 else ''}.{f' {way_out}' if way_out else ''}", err=True)
    sys.exit(1)


class ProjectCommand(click.Command):
    """A command whose help ends with an example, about a game of the project at hand."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        project = Project.find(Path.cwd())
        games = project.games() if project else ()
        with formatter.section("Example"):
            formatter.write_text((self.epilog or "").replace("GAME", games[-1] if games else "my-game"))


class ProjectGroup(click.Group):
    """Commands whose refusals print as problems."""

    command_class = ProjectCommand

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refused as refused:
            refuse(refused.problems, refused.way_out)
        except KeyboardInterrupt:
            click.echo("Stopped; what was written before is whole.", err=True)
            sys.exit(INTERRUPTED)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = nearest(args[0], self.list_commands(ctx)) if args else ""
            raise click.UsageError(f"{error.message.rstrip('.')}; {hint}".rstrip("; "), ctx) from None


def game_id(ctx: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """Game names are checked as usage: a wrong one exits with 2 and the nearest right one."""
    known = ctx.obj.project.games()
    for name in [value] if isinstance(value, str) else value or ():
        if name not in known:
            hint = nearest(name, known) or f"there are: {', '.join(known) or 'none'}"
            raise click.BadParameter(f'there is no game "{name}"; {hint}')
    return value


def load(context: Context, game: str, scenarios: bool = False) -> Game:
    """A game without a flaw, with its scenarios where asked for. Raises Refused with every problem otherwise."""
    from pipeline.load import load_game  # noqa: PLC0415 - what is kept from an earlier run needs no records

    loaded, problems = load_game(context.project, game, scenarios=scenarios)
    if problems or loaded is None:
        raise Refused(problems)
    return loaded


@contextmanager
def held_to_play(
    context: Context, game: Game, cards: Collection[str], rules: bool = False, draft: bool | None = False
) -> Iterator[Callable[[], None]]:
    """What is to be printed, cards of a strict game and its `rules` too, is held against play while the block draws it:
    by another process, where anything changed. Before the block writes anything it calls what it is given, which raises
    Refused where words and play disagree. A `draft` is not held; None stands for what may not be one.

    `game` is as its records have it, in its own language: other languages are written from what was read.
    """
    from pipeline.checks.agreement import hold, look  # noqa: PLC0415 - only what prints asks for it

    if draft or (looked := look(context.project, game, cards, rules)).agreed():
        yield lambda: None
        return
    from pipeline.crew import meanwhile  # noqa: PLC0415 - only where another process is to play

    way_out = f"--draft prints anyway, with {DRAFT} over every face and sheet." if draft is not None else ""
    with meanwhile(partial(hold, looked, way_out)) as settle:
        try:
            yield settle
        except Refused as drawn:
            # Both are told at once: what is wrong with the words, and with their faces. No draft helps the latter.
            try:
                settle()
            except Refused as held:
                if held.problems != drawn.problems:
                    raise Refused([*held.problems, *drawn.problems]) from None
            raise


def stamp_of(draft: bool, stamp: str) -> str:
    """What stands over every face: that of a draft, and what was asked for. What does not fit is wrong usage."""
    from pipeline.place.stamp import LONGEST  # noqa: PLC0415

    whole = " \u00b7 ".join(each for each in (DRAFT if draft else "", stamp.strip()) if each)
    if len(whole) > LONGEST:
        message = f'a stamp has {LONGEST} characters at most; "{whole}" has {len(whole)}'
        raise click.BadParameter(message, param_hint="--stamp")
    return whole


def known_cards(game: Game, ids: Sequence[str]) -> None:
    """Ids that are no cards of the game are wrong usage."""
    for each in ids:
        if each not in game.cards:
            raise click.BadParameter(f'there is no card "{each}"; {nearest(each, game.cards)}'.rstrip("; "))


def print_json(value: Any) -> None:
    """JSON on stdout, as every command writes it."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_paths(paths: Iterable[Path]) -> None:
    """The paths written, one a line."""
    for path in paths:
        click.echo(path)


def spoken(game: Game, language: str) -> Game:
    """The game in the language asked for. A language without words is wrong usage."""
    if language == "en":
        return game
    from pipeline.rules import NoWordsError, translated  # noqa: PLC0415

    try:
        return translated(game, language)
    except NoWordsError as error:
        raise click.BadParameter(str(error), param_hint="--language") from None


def output_folder(context: Context, game: Game, what: str) -> Path:
    """Where a game's output of a kind goes; another language than the game's own has a folder in it."""
    folder = context.project.output / game.id / what
    return folder / game.language if game.phrases else folder


def sheet_named(context: Context, paper: str) -> "Sheet":
    """The sheet named by --paper; a wrong name is wrong usage."""
    from pipeline.outputs.sheets import load_sheet, sheet_names  # noqa: PLC0415

    known = sheet_names(context.project)
    if paper not in known:
        hint = nearest(paper, known) or f"there are: {', '.join(known)}"
        raise click.BadParameter(f'there is no paper "{paper}"; {hint}', param_hint="--paper")
    return load_sheet(context.project, paper)


class Offset(click.ParamType):  # type: ignore[type-arg]  # generic in the stubs only
    """X,Y in millimetres."""

    name = "X,Y"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f'"{value}" is not two numbers of millimetres; write for example 0.5,-1', param, ctx)
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
            self.fail(f"{value}: backs are moved by {FARTHEST:g} mm at most", param, ctx)
        return x, y


game_argument = click.argument("game", callback=game_id)
jobs_option = click.option(
    "--jobs", default=os.cpu_count() or 1, show_default="all cores", type=click.IntRange(1, 256), help="Processes."
)
language_option = click.option(
    "--language", default="en", show_default=True, help="Print in another language that the game has words for: es."
)
stamp_option = click.option("--stamp", default="", help="Lay a word such as PLAYTEST over every face.")
draft_option = click.option(
    "--draft", is_flag=True, help=f"Print even where words and play disagree, with {DRAFT} over every face and sheet."
)
ink_option = click.option(
    "--ink",
    type=click.Choice(["color", "saver"]),
    default="color",
    show_default=True,
    help="Full color, or line art on white that spares ink.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def demo_game(context: Context) -> Game:
    """The project's only game with a demo."""
    from pipeline.load import load_game  # noqa: PLC0415

    found = []
    for each in context.project.games():
        game, problems = load_game(context.project, each)
        if game and game.press.demo_decks:
            if problems:
                raise Refused(problems)
            found.append(game)
    if len(found) != 1:
        names = ", ".join(game.id for game in found) or "none"
        raise click.UsageError(f"name the game whose demo to make; games with a demo: {names}.")
    return found[0]
