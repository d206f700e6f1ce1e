"""Deck tables: which cards, and how many of each. Quantities stand nowhere else."""

import re
from pathlib import PurePosixPath

from pipeline.load.cards import CardTables
from pipeline.load.files import tables
from pipeline.load.records import Record, read_records
from pipeline.load.waivers import QUANTITY
from pipeline.model import Deck, DeckEntry
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

#: From here on a quantity is questioned, and a waiver says that it is meant.
QUESTIONED = 100
#: No printer takes more of one card; beyond it a number is a slip.
MOST_COPIES = 9_999


def read_decks(project: Project, game_id: str, cards: CardTables, problems: Problems) -> dict[str, Deck]:
    """Read every deck. Entries with a problem, and those of cards that have one, are left out."""
    decks: dict[str, Deck] = {}
    for deck_id, relative in tables(project, f"card_data/{game_id}/decks", None, problems).items():
        table = read_records(project, relative, {"card": True, "quantity": False}, "card", problems)
        first: dict[str, Place] = {}
        entries: list[DeckEntry] = []
        for record in table.records:
            card = record.cells["card"]
            quantity = _quantity(record, problems)
            if not card:
                continue
            if card in first:
                message = f'"{card}" stands in this deck already, in line {first[card].line}'
                problems.add(record.place.at("card"), message, "give one line with the whole quantity")
                continue
            first[card] = record.place
            if card not in cards.known and cards.whole:
                problems.add(record.place.at("card"), f'no card "{card}"', nearest(card, cards.known))
            elif record.sound and quantity and card in cards.cards:
                entries.append(DeckEntry(card, quantity, record.place))
        decks[deck_id] = Deck(deck_id, _title(deck_id), tuple(entries), Place(relative))
    return decks


def _quantity(record: Record, problems: Problems) -> int | None:
    """How many copies: 1 for a blank cell, None for what is no quantity."""
    text = record.cells["quantity"]
    place = record.place.at("quantity")
    if not text:
        return 1
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or int(text) > MOST_COPIES:
        hint = f"write a whole number from 0 to {MOST_COPIES}, digits only"
        problems.add(place, f'"{text}" is no quantity', hint)
        return None
    if int(text) >= QUESTIONED:
        where = "/".join(PurePosixPath(place.file).parts[2:])
        message = f"{int(text)} copies of one card"
        hint = f'if that is meant, say why in waivers.csv: {QUANTITY},{where}:{place.id},"the reason"'
        problems.add(place, message, hint, QUANTITY)
    return int(text)


def _title(deck_id: str) -> str:
    return " ".join(word.capitalize() for word in deck_id.split("-"))
