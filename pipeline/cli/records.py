"""Commands that list and check records."""

import sys
from typing import Any

import click

from pipeline.cli.group import main
from pipeline.cli.shell import Context, Progress, game_argument, game_id, json_option, load, print_json, refuse
from pipeline.model import Card, Deck
from pipeline.problem import Problem, nearest


@main.command(epilog="cardpress games --json")
@json_option
@click.pass_obj
def games(context: Context, as_json: bool) -> None:
    """List the games of the project."""
    from pipeline.load import load_game  # noqa: PLC0415

    rows = []
    problems: list[Problem] = []
    for each in context.project.games():
        game, found = load_game(context.project, each)
        problems += found
        if game:
            row = {"id": game.id, "name": game.name, "cards": len(game.cards), "decks": len(game.decks)}
            rows.append({**row, "words": game.words})
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            click.echo(f"{row['id']:<26} {row['cards']:>4} cards, {row['decks']} decks  {row['name']}")
    if problems:
        refuse(problems)


@main.command(epilog="cardpress check GAME")
@click.argument("game", nargs=-1, callback=game_id)
@json_option
@click.pass_obj
def check(context: Context, game: tuple[str, ...], as_json: bool) -> None:
    """Run every check there is on the games named, or on all."""
    from pipeline.checks.game import check_game  # noqa: PLC0415 - loads the fonts and the picture styles
    from pipeline.outputs.rulebook.book import check_book  # noqa: PLC0415 - loads the engine and Markdown

    chosen = game or context.project.games()
    problems: list[Problem] = []
    with Progress("Checking", len(chosen), context.quiet) as progress:
        for each in chosen:
            problems += check_game(context.project, each, also=check_book)
            progress.step()
    if as_json:
        print_json([problem.as_json() for problem in problems])
        sys.exit(1 if problems else 0)
    if problems:
        refuse(problems)


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
@game_argument
@click.option("--kind", help="Only cards of this kind.")
@json_option
@click.pass_obj
def cards(context: Context, game: str, kind: str | None, as_json: bool) -> None:
    """List a game's card records."""
    loaded = load(context, game)
    if kind and kind not in loaded.kinds:
        raise click.BadParameter(f'there is no kind "{kind}"; {nearest(kind, loaded.kinds)}'.rstrip("; "))
    chosen = [card for card in loaded.cards.values() if kind in (None, card.kind)]
    if as_json:
        print_json([_card_json(card) for card in chosen])
        return
    for card in chosen:
        click.echo(f"{card.id:<34} {card.kind:<22} {card.name}")


@main.command(epilog="cardpress decks GAME --json")
@game_argument
@json_option
@click.pass_obj
def decks(context: Context, game: str, as_json: bool) -> None:
    """List a game's decks."""
    loaded = load(context, game)
    if as_json:
        print_json([_deck_json(deck) for deck in loaded.decks.values()])
        return
    for deck in loaded.decks.values():
        click.echo(f"{deck.id:<26} {sum(entry.quantity for entry in deck.entries):>4} cards  {deck.name}")


def _deck_json(deck: Deck) -> dict[str, Any]:
    entries = [{"id": entry.card, "quantity": entry.quantity} for entry in deck.entries]
    return {"id": deck.id, "name": deck.name, "cards": entries}
