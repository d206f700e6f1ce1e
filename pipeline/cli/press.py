"""Commands that print: faces, sheets, proofs, the demo and its release."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pipeline.cli.group import main
from pipeline.cli.shell import (
    Context,
    Ink,
    Offset,
    Progress,
    demo_game,
    draft_option,
    game_argument,
    game_id,
    held_to_play,
    ink_option,
    known_cards,
    language_option,
    load,
    output_folder,
    print_paths,
    refuse,
    sheet_named,
    spoken,
    stamp_of,
    stamp_option,
)
from pipeline.model import Game
from pipeline.problem import nearest

if TYPE_CHECKING:
    from pipeline.outputs.plates import PlatePress
    from pipeline.outputs.sheets import Backs, Sheet


@main.command(epilog="cardpress faces GAME --png")
@game_argument
@click.argument("ids", nargs=-1)
@click.option("--png", is_flag=True, help="Also PNGs at 300 dpi, bleed included, and a contact sheet.")
@ink_option
@stamp_option
@draft_option
@language_option
@click.pass_obj
def faces(
    context: Context, game: str, ids: tuple[str, ...], png: bool, ink: Ink, stamp: str, draft: bool, language: str
) -> None:
    """Draw single faces: a PDF with a face a page; with --png also pictures."""
    loaded = load(context, game)
    known_cards(loaded, ids)
    with held_to_play(context, loaded, ids or loaded.cards, draft=draft) as settle:
        from pipeline.outputs.plates import PlatePress  # noqa: PLC0415 - loaded meanwhile

        stamp = stamp_of(draft, stamp)
        press = PlatePress(context.project, spoken(loaded, language), ink, stamp)
        print_paths(_draw_faces(context, press, ids, png, settle))


def _draw_faces(
    context: Context, press: "PlatePress", ids: Sequence[str], png: bool, settle: Callable[[], None]
) -> list[Path]:
    from pipeline.outputs.faces import choose_faces, faces_pdf, file_names, put_pictures  # noqa: PLC0415
    from pipeline.outputs.files import drafting  # noqa: PLC0415

    made = choose_faces(press, ids)
    pdf = faces_pdf(press, made)
    with drafting(output_folder(context, press.game, "faces")) as draft:
        draft.put("faces.pdf", pdf)
        pictures = put_pictures(draft, pdf, made, file_names(made, press.game), press.crew) if png else []
        settle()
        return draft.publish(["faces.pdf", *pictures])


@main.command(epilog="cardpress sheets GAME --deck NAME --paper a4")
@game_argument
@click.option("--deck", required=True, help="The deck to print.")
@click.option("--paper", default="letter", show_default=True, help="A sheet of layouts/sheets: letter, a4, ...")
@ink_option
@click.option(
    "--backs",
    type=click.Choice(["none", "long", "short", "fold"]),
    default="none",
    show_default=True,
    help="Backs behind their fronts: for a flip on the long or the short edge, or beyond a fold.",
)
@click.option("--offset", type=Offset(), default=(0.0, 0.0), help="Move backs by X,Y mm (see calibrate).")
@stamp_option
@draft_option
@language_option
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
    draft: bool,
    language: str,
) -> None:
    """Lay a deck on sheets to print at home and cut."""
    loaded = load(context, game)
    if deck not in loaded.decks:
        hint = nearest(deck, loaded.decks) or f"there are: {', '.join(loaded.decks)}"
        raise click.BadParameter(f'there is no deck "{deck}"; {hint}', param_hint="--deck")
    with held_to_play(context, loaded, _cards_of(loaded, [deck]), draft=draft) as settle:
        from pipeline.outputs.plates import PlatePress  # noqa: PLC0415 - loaded meanwhile

        papers = {paper: sheet_named(context, paper)}
        stamp = stamp_of(draft, stamp)
        press = PlatePress(context.project, spoken(loaded, language), ink, stamp)
        print_paths(_lay_sheets(context, press, deck, papers, settle, backs, offset))


def _cards_of(game: Game, decks: Sequence[str]) -> set[str]:
    return {entry.card for deck in decks for entry in game.decks[deck].entries}


def _lay_sheets(
    context: Context,
    press: "PlatePress",
    deck: str,
    papers: Mapping[str, "Sheet"],
    settle: Callable[[], None],
    backs: "Backs" = "none",
    offset: tuple[float, float] = (0.0, 0.0),
) -> list[Path]:
    from pipeline.outputs.deck import deck_cards, sheets_pdf  # noqa: PLC0415
    from pipeline.outputs.files import write_all  # noqa: PLC0415

    game = press.game
    chosen = [game.decks[deck]]
    with Progress("Drawing faces", len(chosen[0].entries), context.quiet) as progress:
        groups = deck_cards(press, chosen, backs, progress.step)
    title = f"{game.name}: {game.say(chosen[0].name)}"
    pdfs = {
        f"{deck}-{paper}-{press.ink}-{backs}.pdf": sheets_pdf(press, chosen, groups, sheet, title, backs, offset)
        for paper, sheet in papers.items()
    }
    settle()
    return write_all(output_folder(context, game, "sheets"), pdfs)


@main.command(epilog="cardpress proof GAME --watch")
@game_argument
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
        with Progress("Drawing faces", None, context.quiet) as progress:
            made = build_proof(context.project, game, progress.step)
        print_paths(write_all(folder, made.files))
        if made.problems:
            refuse(made.problems)
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


@main.command(epilog="cardpress calibrate --paper a4")
@click.option("--paper", default="letter", show_default=True, help="A sheet of layouts/sheets: letter, a4, ...")
@click.pass_obj
def calibrate(context: Context, paper: str) -> None:
    """Write the duplex test page, from which you read the two numbers for sheets --offset."""
    from pipeline.outputs.calibrate import calibration_pdf  # noqa: PLC0415
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.typeset import load_fonts  # noqa: PLC0415

    pdf = calibration_pdf(sheet_named(context, paper), load_fonts(context.project))
    print_paths(write_all(context.project.output / "calibrate", {f"calibrate-{paper}.pdf": pdf}))


@main.command(epilog="cardpress build GAME --png")
@click.argument("game", nargs=-1, callback=game_id)
@click.option("--png", is_flag=True, help="Also PNGs of the faces at 300 dpi, bleed included, and a contact sheet.")
@draft_option
@click.pass_obj
def build(context: Context, game: tuple[str, ...], png: bool, draft: bool) -> None:
    """Everything that prints, of the games named or of all: faces, every deck on Letter and A4, the demo."""
    from pipeline.outputs.plates import PlatePress  # noqa: PLC0415

    papers = {paper: sheet_named(context, paper) for paper in ("letter", "a4")}
    stamp = stamp_of(draft, "")
    for each in game or context.project.games():
        loaded = load(context, each)
        with held_to_play(context, loaded, loaded.cards, rules=True, draft=draft) as settle:
            press = PlatePress(context.project, loaded, stamp=stamp)
            print_paths(_draw_faces(context, press, (), png, settle))
            for deck in press.game.decks:
                print_paths(_lay_sheets(context, press, deck, papers, settle))
            if loaded.press.demo_decks:
                print_paths(_make_demo(context, loaded, stamp, settle))


@main.command(epilog="cardpress demo")
@click.argument("game", required=False, callback=game_id)
@stamp_option
@draft_option
@language_option
@click.pass_obj
def demo(context: Context, game: str | None, stamp: str, draft: bool, language: str) -> None:
    """Write the print-and-play demo: its cards on Letter and on A4, and the rules to play them."""
    stamp = stamp_of(draft, stamp)
    loaded = _with_demo(context, game)
    with held_to_play(context, loaded, _cards_of(loaded, loaded.press.demo_decks), rules=True, draft=draft) as settle:
        print_paths(_make_demo(context, spoken(loaded, language), stamp, settle))


def _with_demo(context: Context, game: str | None) -> Game:
    """The game named, or the only one with a demo; one without is wrong usage."""
    loaded = load(context, game) if game else demo_game(context)
    if not loaded.press.demo_decks:
        raise click.UsageError(f"{loaded.id} declares no [demo] in its game.toml.")
    return loaded


def _make_demo(context: Context, game: Game, stamp: str, settle: Callable[[], None]) -> list[Path]:
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.outputs.release import demo_files  # noqa: PLC0415

    with Progress("Making the demo", _demo_steps(game), context.quiet) as progress:
        files = demo_files(context.project, game, stamp, progress.step)
    settle()
    return write_all(output_folder(context, game, "demo"), files)


def _demo_steps(game: Game) -> int:
    """How often the demo's progress ticks: each card and each paper, in both inks."""
    decks = [game.decks[name] for name in game.press.demo_decks]
    return 2 * (len({entry.card for deck in decks for entry in deck.entries}) + 2)


@main.command(epilog="cardpress release --keep")
@click.argument("game", required=False, callback=game_id)
@click.option("--keep", is_flag=True, help="Also keep how every face looks now: what proofs show beside later changes.")
@click.pass_obj
def release(context: Context, game: str | None, keep: bool) -> None:
    """Pack the demo for fans: its PDFs, backs, a plain README, licences, version and checksums, in one zip."""
    from pipeline.outputs.files import write_all  # noqa: PLC0415
    from pipeline.outputs.proof import store_release  # noqa: PLC0415
    from pipeline.outputs.release import release_zip  # noqa: PLC0415

    loaded = _with_demo(context, game)
    with held_to_play(context, loaded, _cards_of(loaded, loaded.press.demo_decks), rules=True, draft=None) as settle:
        with Progress("Making the release", _demo_steps(loaded), context.quiet) as progress:
            name, data = release_zip(context.project, loaded, progress.step)
        settle()
    paths = write_all(context.project.output / loaded.id / "release", {name: data})
    if keep:
        paths += store_release(context.project, loaded.id, loaded.press.edition_mark)
    print_paths(paths)


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
