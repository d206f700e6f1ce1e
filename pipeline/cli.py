"""The command line: the order of work, and the only place that prints.

stdout carries the paths written, one a line, or JSON; progress and problems go to stderr. Exit 0 is fine, 1 means
problems in the user's data, 2 wrong usage, 130 an interruption by Ctrl-C.
"""

import json
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

import click

from pipeline import __version__
from pipeline.load import load_game
from pipeline.model import Card, Deck, Game
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import Project

if TYPE_CHECKING:
    from pipeline.language import Language
    from pipeline.outputs.plates import PlatePress
    from pipeline.outputs.sheets import Backs, Sheet


Ink = Literal["color", "saver"]
#: No printer is further off than this, in millimetres.
_FARTHEST: Final = 10.0
#: 128 and the number of the signal, as shells count.
INTERRUPTED: Final = 130


@dataclass(frozen=True, slots=True)
class Context:
    """What every command works on."""

    project: Project
    quiet: bool


class _Progress:
    """A bar on a terminal's stderr; nothing anywhere else."""

    def __init__(self, title: str, total: int | None, quiet: bool) -> None:
        self._bar: Any = None
        self._task: Any = None
        if sys.stderr.isatty() and not quiet:
            from rich.console import Console  # noqa: PLC0415 - costs 50 ms that a pipe need not wait for
            from rich.progress import Progress  # noqa: PLC0415

            self._bar = Progress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(title, total=total)

    def __enter__(self) -> "_Progress":
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def step(self) -> None:
        if self._bar:
            self._bar.advance(self._task)


def _tell(problems: Iterable[Problem]) -> NoReturn:
    """Print problems and leave with exit code 1."""
    shown = list(dict.fromkeys(map(str, problems)))
    for line in shown:
        click.echo(line, err=True)
    click.echo(f"{len(shown)} problem{'s' if len(shown) != 1 else ''}.", err=True)
    sys.exit(1)


class _Command(click.Command):
    """A command whose help ends with an example, about a game of the project at hand."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        project = Project.find(Path.cwd())
        games = project.games() if project else ()
        with formatter.section("Example"):
            formatter.write_text((self.epilog or "").replace("GAME", games[-1] if games else "my-game"))


class _Group(click.Group):
    """Commands whose refusals print as problems."""

    command_class = _Command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except Refused as refused:
            _tell(refused.problems)
        except KeyboardInterrupt:
            click.echo("Stopped; what was written before is whole.", err=True)
            sys.exit(INTERRUPTED)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            hint = nearest(args[0], self.list_commands(ctx)) if args else ""
            raise click.UsageError(f"{error.message.rstrip('.')}; {hint}".rstrip("; "), ctx) from None


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]}, epilog="Example: cardpress demo")
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


def _game_id(ctx: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    """Game names are checked as usage: a wrong one exits with 2 and the nearest right one."""
    known = ctx.obj.project.games()
    for name in [value] if isinstance(value, str) else value or ():
        if name not in known:
            hint = nearest(name, known) or f"there are: {', '.join(known) or 'none'}"
            raise click.BadParameter(f'there is no game "{name}"; {hint}')
    return value


def _load(context: Context, game: str) -> Game:
    """A game without a flaw. Raises Refused with every problem otherwise."""
    loaded, problems = load_game(context.project, game)
    if problems or loaded is None:
        raise Refused(problems)
    return loaded


def _known(game: Game, ids: Sequence[str]) -> None:
    for each in ids:
        if each not in game.cards:
            raise click.BadParameter(f'there is no card "{each}"; {nearest(each, game.cards)}'.rstrip("; "))


def _json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _written(paths: Iterable[Path]) -> None:
    for path in paths:
        click.echo(path)


def _spoken(game: Game, language: str) -> Game:
    """The game in the language asked for. A language without words is wrong usage."""
    if language == "en":
        return game
    from pipeline.rules import NoWordsError, translated  # noqa: PLC0415

    try:
        return translated(game, language)
    except NoWordsError as error:
        raise click.BadParameter(str(error), param_hint="--language") from None


def _folder(context: Context, game: Game, what: str) -> Path:
    """Where a game's output of a kind goes; another language than the game's own has a folder in it."""
    folder = context.project.output / game.id / what
    return folder / game.language if game.phrases else folder


def _sheet(context: Context, paper: str) -> "Sheet":
    """The sheet named by --paper; a wrong name is wrong usage."""
    from pipeline.outputs.sheets import load_sheet, sheet_names  # noqa: PLC0415

    known = sheet_names(context.project)
    if paper not in known:
        hint = nearest(paper, known) or f"there are: {', '.join(known)}"
        raise click.BadParameter(f'there is no paper "{paper}"; {hint}', param_hint="--paper")
    return load_sheet(context.project, paper)


class _Offset(click.ParamType):  # type: ignore[type-arg]  # generic in the stubs only
    """X,Y in millimetres."""

    name = "X,Y"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            x, y = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f'"{value}" is not two numbers of millimetres; write for example 0.5,-1', param, ctx)
        if not (abs(x) <= _FARTHEST and abs(y) <= _FARTHEST):
            self.fail(f"{value}: backs are moved by {_FARTHEST:g} mm at most", param, ctx)
        return x, y


_game = click.argument("game", callback=_game_id)
def _short(_ctx: click.Context, _parameter: click.Parameter, value: str) -> str:
    from pipeline.place.stamp import LONGEST  # noqa: PLC0415

    if len(value) > LONGEST:
        raise click.BadParameter(f"a stamp has {LONGEST} characters at most; this one has {len(value)}")
    return value.strip()


_language = click.option(
    "--language", default="en", show_default=True, help="Print in another language that the game has words for: es."
)
_stamp = click.option("--stamp", default="", callback=_short, help="Lay a word such as PLAYTEST over every face.")
_ink = click.option(
    "--ink",
    type=click.Choice(["color", "saver"]),
    default="color",
    show_default=True,
    help="Full color, or line art on white that spares ink.",
)
_as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@main.command(epilog="cardpress games --json")
@_as_json
@click.pass_obj
def games(context: Context, as_json: bool) -> None:
    """List the games of the project."""
    rows = []
    problems: list[Problem] = []
    for game_id in context.project.games():
        game, found = load_game(context.project, game_id)
        problems += found
        if game:
            row = {"id": game.id, "name": game.name, "cards": len(game.cards), "decks": len(game.decks)}
            rows.append({**row, "words": game.words})
    if as_json:
        _json(rows)
    else:
        for row in rows:
            click.echo(f"{row['id']:<26} {row['cards']:>4} cards, {row['decks']} decks  {row['name']}")
    if problems:
        _tell(problems)


@main.command(epilog="cardpress check GAME")
@click.argument("game", nargs=-1, callback=_game_id)
@_as_json
@click.pass_obj
def check(context: Context, game: tuple[str, ...], as_json: bool) -> None:
    """Run every check there is on the games named, or on all."""
    from pipeline.checks import check_game  # noqa: PLC0415 - loads the fonts and the picture styles

    chosen = game or context.project.games()
    problems: list[Problem] = []
    with _Progress("Checking", len(chosen), context.quiet) as progress:
        for each in chosen:
            problems += check_game(context.project, each)
            progress.step()
    if as_json:
        _json([problem.as_json() for problem in problems])
        sys.exit(1 if problems else 0)
    if problems:
        _tell(problems)


def _card_json(card: Card) -> dict[str, Any]:
    fields = {name: None if value is None else _plain(value) for name, value in card.fields.items()}
    made = {"id": card.id, "game": card.game, "kind": card.kind, "name": card.name}
    return {**made, "fields": fields, "provenance": dict(card.provenance)}


def _plain(value: Any) -> Any:
    """A field's value as JSON: numbers and flags as such, lists as lists, everything else as it prints."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, tuple):
        return list(value)
    return str(value)


@main.command(epilog="cardpress cards GAME --json")
@_game
@click.option("--kind", help="Only cards of this kind.")
@_as_json
@click.pass_obj
def cards(context: Context, game: str, kind: str | None, as_json: bool) -> None:
    """List a game's card records."""
    loaded = _load(context, game)
    if kind and kind not in loaded.kinds:
        raise click.BadParameter(f'there is no kind "{kind}"; {nearest(kind, loaded.kinds)}'.rstrip("; "))
    chosen = [card for card in loaded.cards.values() if kind in (None, card.kind)]
    if as_json:
        _json([_card_json(card) for card in chosen])
        return
    for card in chosen:
        click.echo(f"{card.id:<34} {card.kind:<22} {card.name}")


@main.command(epilog="cardpress decks GAME --json")
@_game
@_as_json
@click.pass_obj
def decks(context: Context, game: str, as_json: bool) -> None:
    """List a game's decks."""
    loaded = _load(context, game)
    if as_json:
        _json([_deck_json(deck) for deck in loaded.decks.values()])
        return
    for deck in loaded.decks.values():
        click.echo(f"{deck.id:<26} {sum(entry.quantity for entry in deck.entries):>4} cards  {deck.name}")


def _deck_json(deck: Deck) -> dict[str, Any]:
    entries = [{"id": entry.card, "quantity": entry.quantity} for entry in deck.entries]
    return {"id": deck.id, "name": deck.name, "cards": entries}


@main.command(epilog="cardpress faces GAME --png")
@_game
@click.argument("ids", nargs=-1)
@click.option("--png", is_flag=True, help="Also PNGs at 300 dpi, bleed included, and a contact sheet.")
@_ink
@_stamp
@_language
@click.pass_obj
def faces(
    context: Context, game: str, ids: tuple[str, ...], png: bool, ink: Ink, stamp: str, language: str
) -> None:
    """Draw single faces: a PDF with a face a page; with --png also pictures."""
    from pipeline.outputs.plates import PlatePress  # noqa: PLC0415

    loaded = _load(context, game)
    _known(loaded, ids)
    press = PlatePress(context.project, _spoken(loaded, language), ink, stamp)
    _written(_draw_faces(context, press, ids, png))


def _draw_faces(context: Context, press: "PlatePress", ids: Sequence[str], png: bool) -> list[Path]:
    from pipeline.outputs.faces import choose_faces, faces_pdf, file_names, put_pictures  # noqa: PLC0415
    from pipeline.outputs.files import drafting  # noqa: PLC0415

    made = choose_faces(press, ids)
    pdf = faces_pdf(press, made)
    with drafting(_folder(context, press.game, "faces")) as draft:
        draft.put("faces.pdf", pdf)
        pictures = put_pictures(draft, pdf, made, file_names(made, press.game), press.crew) if png else []
        return draft.publish(["faces.pdf", *pictures])


@main.command(epilog="cardpress sheets GAME --deck NAME --paper a4")
@_game
@click.option("--deck", required=True, help="The deck to print.")
@click.option("--paper", default="letter", show_default=True, help="A sheet of layouts/sheets: letter, a4, ...")
@_ink
@click.option(
    "--backs",
    type=click.Choice(["none", "long", "short", "fold"]),
    default="none",
    show_default=True,
    help="Backs behind their fronts: for a flip on the long or the short edge, or beyond a fold.",
)
@click.option("--offset", type=_Offset(), default=(0.0, 0.0), help="Move backs by X,Y mm (see calibrate).")
@_stamp
@_language
@click.pass_obj
def sheets(
    context: Context,
    game: str,
    deck: str,
    paper: str,
    ink: Ink,
    backs: "Backs",
    offset: tuple[float, float],
    stamp: str,
    language: str,
) -> None:
    """Lay a deck on sheets to print at home and cut."""
    from pipeline.outputs.plates import PlatePress  # noqa: PLC0415

    loaded = _load(context, game)
    if deck not in loaded.decks:
        hint = nearest(deck, loaded.decks) or f"there are: {', '.join(loaded.decks)}"
        raise click.BadParameter(f'there is no deck "{deck}"; {hint}', param_hint="--deck")
    papers = {paper: _sheet(context, paper)}
    press = PlatePress(context.project, _spoken(loaded, language), ink, stamp)
    _written(_lay_sheets(context, press, deck, papers, backs, offset))


def _lay_sheets(
    context: Context,
    press: "PlatePress",
    deck: str,
    papers: Mapping[str, "Sheet"],
    backs: "Backs" = "none",
    offset: tuple[float, float] = (0.0, 0.0),
) -> list[Path]:
    from pipeline.outputs.deck import deck_cards, sheets_pdf  # noqa: PLC0415
    from pipeline.outputs.files import write_all  # noqa: PLC0415

    game = press.game
    chosen = [game.decks[deck]]
    with _Progress("Drawing faces", len(chosen[0].entries), context.quiet) as progress:
        groups = deck_cards(press, chosen, backs, progress.step)
    title = f"{game.name}: {game.say(chosen[0].name)}"
    pdfs = {
        f"{deck}-{paper}-{press.ink}-{backs}.pdf": sheets_pdf(press, chosen, groups, sheet, title, backs, offset)
        for paper, sheet in papers.items()
    }
    return write_all(_folder(context, game, "sheets"), pdfs)


@main.command(epilog="cardpress proof GAME --watch")
@_game
@click.option("--watch", "watching", is_flag=True, help="Make the page anew whenever a file of the game is saved.")
@click.pass_obj
def proof(context: Context, game: str, watching: bool) -> None:
    """Show every face on one page, beside its problems and the last released version.

    The page is written whatever is wrong: problems stand on it. Stop a watch with Ctrl-C.
    """
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.outputs.proof import build_proof, watch  # noqa: PLC0415

    folder = context.project.output / game / "proof"
    if not watching:
        with _Progress("Drawing faces", None, context.quiet) as progress:
            made = build_proof(context.project, game, progress.step)
        _written(write_all(folder, made.files))
        if made.problems:
            _tell(made.problems)
        return
    try:
        for made in watch(context.project, game):
            page, *_ = write_all(folder, made.files)
            click.echo(page)
            if not context.quiet:
                problems = f"{len(made.problems)} problem{'s' if len(made.problems) != 1 else ''}"
                click.echo(f"{made.faces} faces, {made.drawn} drawn anew, {problems}.", err=True)
    except KeyboardInterrupt:
        return


def _language_of(game: Game, language: str = "en") -> "Language":
    """What reads the game's texts; a game without mechanics is wrong usage."""
    from pipeline.rules import NoWordsError, card_language  # noqa: PLC0415

    try:
        return card_language(game, language)
    except NoWordsError as error:
        raise click.UsageError(f"{error}.") from None


@main.command(epilog='cardpress read GAME "Draw 1 card."')
@_game
@click.argument("text")
@click.option("--card", default="", help="Whose text it is, by id: its name may stand in it.")
@click.option("--language", default="en", show_default=True, help="The language it is written in.")
@_as_json
@click.pass_obj
def read(context: Context, game: str, text: str, card: str, language: str, as_json: bool) -> None:
    """Tell what a card's text means: its reading as an outline, and its wording in house style."""
    from pipeline.language import Subject, tell  # noqa: PLC0415
    from pipeline.language import as_json as tree_json  # noqa: PLC0415
    from pipeline.rules import subject  # noqa: PLC0415

    loaded = _load(context, game)
    _known(loaded, [card] if card else [])
    whose = subject(loaded.cards[card]) if card else Subject("")
    speech = _language_of(loaded, language)
    readings = speech.read(text, whose)
    if readings.error is not None:
        if as_json:
            _json({"readings": [tree_json(tree) for tree in readings.trees], "canonical": None, "tree": None})
        _tell([Problem(Place("TEXT"), str(readings.error))])
    canonical = speech.write(readings.tree, whose)
    if as_json:
        tree = tree_json(readings.tree)
        _json({"readings": [tree], "canonical": canonical, "tree": tree})
    else:
        click.echo(tell(readings.tree))
        click.echo(canonical)


@main.command(epilog="cardpress fmt GAME --check")
@_game
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 when something would change.")
@click.pass_obj
def fmt(context: Context, game: str, only_check: bool) -> None:
    """Rewrite card texts into house style, like a code formatter. Text from the source documents is never altered."""
    from pipeline.outputs.house_style import rewrite  # noqa: PLC0415
    from pipeline.rules import format_words  # noqa: PLC0415

    loaded = _load(context, game)
    _language_of(loaded)
    proposals = format_words(loaded)
    if only_check and proposals:
        _tell(Problem(each.place, "is not in house style", f'write "{each.after}"') for each in proposals)
    _written(rewrite(context.project, proposals))


@main.command(epilog="cardpress calibrate --paper a4")
@click.option("--paper", default="letter", show_default=True, help="A sheet of layouts/sheets: letter, a4, ...")
@click.pass_obj
def calibrate(context: Context, paper: str) -> None:
    """Write the duplex test page, from which you read the two numbers for sheets --offset."""
    from pipeline.outputs.calibrate import calibration_pdf  # noqa: PLC0415
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.typeset import load_fonts  # noqa: PLC0415

    pdf = calibration_pdf(_sheet(context, paper), load_fonts(context.project))
    _written(write_all(context.project.output / "calibrate", {f"calibrate-{paper}.pdf": pdf}))


@main.command(epilog="cardpress build GAME --png")
@click.argument("game", nargs=-1, callback=_game_id)
@click.option("--png", is_flag=True, help="Also PNGs of the faces at 300 dpi, bleed included, and a contact sheet.")
@click.pass_context
def build(ctx: click.Context, game: tuple[str, ...], png: bool) -> None:
    """Everything that prints, of the games named or of all: faces, every deck on Letter and A4, the demo."""
    from pipeline.outputs.plates import PlatePress  # noqa: PLC0415

    context: Context = ctx.obj
    papers = {paper: _sheet(context, paper) for paper in ("letter", "a4")}
    for each in game or context.project.games():
        press = PlatePress(context.project, _load(context, each))
        _written(_draw_faces(context, press, (), png))
        for deck in press.game.decks:
            _written(_lay_sheets(context, press, deck, papers))
        if press.game.press.demo_decks:
            ctx.invoke(demo, game=each)


@main.command(epilog="cardpress demo")
@click.argument("game", required=False, callback=_game_id)
@_stamp
@_language
@click.pass_obj
def demo(context: Context, game: str | None, stamp: str, language: str) -> None:
    """Write the print-and-play demo: its cards on Letter and on A4, and the rules to play them."""
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.outputs.release import demo_files  # noqa: PLC0415

    loaded = _load(context, game) if game else _demo_game(context)
    if not loaded.press.demo_decks:
        raise click.UsageError(f"{loaded.id} declares no [demo] in its game.toml.")
    loaded = _spoken(loaded, language)
    with _Progress("Making the demo", _demo_steps(loaded), context.quiet) as progress:
        files = demo_files(context.project, loaded, stamp, progress.step)
    _written(write_all(_folder(context, loaded, "demo"), files))


def _demo_steps(game: Game) -> int:
    """How often the demo's progress ticks: each card and each paper, in both inks."""
    decks = [game.decks[name] for name in game.press.demo_decks]
    return 2 * (len({entry.card for deck in decks for entry in deck.entries}) + 2)


@main.command(epilog="cardpress release --keep")
@click.argument("game", required=False, callback=_game_id)
@click.option("--keep", is_flag=True, help="Also keep how every face looks now: what proofs show beside later changes.")
@click.pass_obj
def release(context: Context, game: str | None, keep: bool) -> None:
    """Pack the demo for fans: its PDFs, backs, a plain README, licences, version and checksums, in one zip."""
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.outputs.proof import store_release  # noqa: PLC0415
    from pipeline.outputs.release import release_zip  # noqa: PLC0415

    loaded = _load(context, game) if game else _demo_game(context)
    if not loaded.press.demo_decks:
        raise click.UsageError(f"{loaded.id} declares no [demo] in its game.toml.")
    with _Progress("Making the release", _demo_steps(loaded), context.quiet) as progress:
        name, data = release_zip(context.project, loaded, progress.step)
    paths = write_all(context.project.output / loaded.id / "release", {name: data})
    if keep:
        paths += store_release(context.project, loaded.id, loaded.press.edition_mark)
    _written(paths)


def _demo_game(context: Context) -> Game:
    """The project's only game with a demo."""
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


@main.command(epilog="cardpress clean")
@click.option("--all", "everything", is_flag=True, help="Remove all that was built, too.")
@click.pass_obj
def clean(context: Context, everything: bool) -> None:
    """Remove what is kept between runs so that the next one is faster; it is made again when it is needed."""
    output = context.project.output
    for path in sorted(output.glob("*")) if everything else [output / ".cache"]:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != ".gitkeep":
            path.unlink(missing_ok=True)
