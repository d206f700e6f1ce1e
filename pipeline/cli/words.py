"""Commands about the language of cards."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.group import main
from pipeline.cli.shell import Context, game_argument, json_option, known_cards, load, print_json, print_paths, refuse
from pipeline.model import Game
from pipeline.problem import Place, Problem

if TYPE_CHECKING:
    from pipeline.language import Language


def _language_of(game: Game, language: str = "en") -> "Language":
    """What reads the game's texts; a game without mechanics is wrong usage."""
    from pipeline.rules import NoWordsError, card_language  # noqa: PLC0415

    try:
        return card_language(game, language)
    except NoWordsError as error:
        raise click.UsageError(f"{error}.") from None


@main.command(epilog='cardpress read GAME "Draw 1 card."')
@game_argument
@click.argument("text")
@click.option("--card", default="", help="Whose text it is, by id: its name may stand in it.")
@click.option("--language", default="en", show_default=True, help="The language it is written in.")
@json_option
@click.pass_obj
def read(context: Context, game: str, text: str, card: str, language: str, as_json: bool) -> None:
    """Tell what a card's text means: its reading as an outline, and its wording in house style."""
    from pipeline.language import Subject, tell  # noqa: PLC0415
    from pipeline.language import as_json as tree_json  # noqa: PLC0415
    from pipeline.rules import subject  # noqa: PLC0415

    loaded = load(context, game)
    known_cards(loaded, [card] if card else [])
    whose = subject(loaded.cards[card]) if card else Subject("")
    speech = _language_of(loaded, language)
    readings = speech.read(text, whose)
    if readings.error is not None:
        if as_json:
            print_json({"readings": [tree_json(tree) for tree in readings.trees], "canonical": None, "tree": None})
        refuse([Problem(Place("TEXT"), str(readings.error))])
    canonical = speech.write(readings.tree, whose)
    if as_json:
        tree = tree_json(readings.tree)
        print_json({"readings": [tree], "canonical": canonical, "tree": tree})
    else:
        click.echo(tell(readings.tree))
        click.echo(canonical)


@main.command(epilog="cardpress fmt GAME --check")
@game_argument
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 when something would change.")
@click.pass_obj
def fmt(context: Context, game: str, only_check: bool) -> None:
    """Rewrite card texts into house style, like a code formatter. Text from the source documents is never altered."""
    from pipeline.outputs.house_style import rewrite  # noqa: PLC0415
    from pipeline.rules import format_words  # noqa: PLC0415

    loaded = load(context, game)
    _language_of(loaded)
    proposals = format_words(loaded)
    if only_check and proposals:
        refuse(Problem(each.place, "is not in house style", f'write "{each.after}"') for each in proposals)
    print_paths(rewrite(context.project, proposals))
