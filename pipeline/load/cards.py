"""Card tables: one file a kind, one row a card."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from pydantic_core import SchemaValidator, ValidationError, core_schema

from pipeline.load.cell_error import CellError
from pipeline.load.cells import Art, Vocabulary, parse_cell, split_names
from pipeline.load.files import tables
from pipeline.load.ids import form_flaw
from pipeline.load.records import Record, Records, read_records
from pipeline.load.settings import Settings
from pipeline.model import Card, Column, Kind, Provenance
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

#: The column of collector numbers; no two cards of a game share one.
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class CardTables:
    """The cards of a game, and `known`: the kind of every id that a row has, sound or not.

    `whole` is false when a table could not be read completely.
    """

    cards: Mapping[str, Card]
    known: Mapping[str, str]
    whole: bool


def read_cards(project: Project, game_id: str, settings: Settings, problems: Problems) -> CardTables:
    """Read every kind's table. A card with a problem, or with a reference to such a card, is left out."""
    folder = f"card_data/{game_id}/cards"
    kinds = {kind.file: kind for kind in settings.kinds.values()}
    found = tables(project, folder, tuple(kinds), problems)
    read = {
        kind.id: read_records(project, found[kind.file], _cells(kind), "id", problems)
        for kind in settings.kinds.values()
        if kind.file in found
    }
    whole = len(read) == len(kinds) and all(records.whole for records in read.values())
    owners, refused = _check_ids(read, problems)
    known = {card_id: kind for card_id, (kind, _) in owners.items()}
    vocabulary = Vocabulary(settings.colors, settings.symbols, known, whole, Art(project, game_id))
    cards: dict[str, Card] = {}
    for kind_id, records in read.items():
        kind = settings.kinds[kind_id]
        validator = _record_validator(tuple(kind.columns.values()))
        for record in records.records:
            card = _card(game_id, kind, validator, record, vocabulary, problems)
            if card is not None and record.place not in refused:
                cards[card.id] = card
    _check_numbers(cards, problems)
    return CardTables(_without_lost_references(cards, settings.kinds), known, whole)


def _cells(kind: Kind) -> dict[str, bool]:
    """The columns of a kind's table, and whether every row must fill them."""
    own = {column.name: column.required for column in kind.columns.values()}
    return {"id": True, "name": True, **own, "derived": False, "project": False}


def _check_ids(read: Mapping[str, Records], problems: Problems) -> tuple[dict[str, tuple[str, Place]], set[Place]]:
    """The kind and first place of every id, and the places of rows whose id cannot stand."""
    owners: dict[str, tuple[str, Place]] = {}
    folded: dict[str, tuple[str, Place]] = {}
    refused: set[Place] = set()
    for kind, records in read.items():
        for record in records.records:
            card_id, place = record.cells["id"], record.place
            if not card_id:
                continue
            at = place.at("id")
            if flaw := form_flaw(card_id):
                problems.add(at, f'the id "{card_id}" {flaw[0]}', flaw[1])
                refused.add(place)
            key = card_id.casefold()
            if key in folded:
                other, first = folded[key]
                where = f"{first.file}:{first.line}"
                if other == card_id:
                    problems.add(at, f'the id "{card_id}" is taken; the first is {where}', "give this card another")
                else:
                    message = f'"{card_id}" and "{other}" ({where}) would be one file on some disks'
                    problems.add(at, message, "give this card another id")
                refused.add(place)
            else:
                folded[key] = (card_id, place)
                owners[card_id] = (kind, place)
    return owners, refused


@lru_cache(maxsize=64)
def _record_validator(own: tuple[Column, ...]) -> SchemaValidator:
    """What makes values, by column, of the filled cells of a kind's row; the vocabulary is its context.

    It is made from pydantic's own schemas: to make a model class, with a field a column, takes several times as long.
    """
    columns = [Column("id", "text", required=True), Column("name", "text", required=True), *own]
    fields = {column.name: core_schema.typed_dict_field(_cell_schema(column)) for column in columns}
    return SchemaValidator(core_schema.typed_dict_schema(fields, extra_behavior="forbid"))


def _cell_schema(column: Column) -> core_schema.CoreSchema:
    def read(text: str, info: core_schema.ValidationInfo) -> object:
        return parse_cell(column, text, cast(Vocabulary, info.context))

    cell = core_schema.with_info_plain_validator_function(read)
    empty = False if column.type == "flag" else None
    return cell if column.required else core_schema.with_default_schema(cell, default=empty)


def _card(
    game_id: str, kind: Kind, validator: SchemaValidator, record: Record, vocabulary: Vocabulary, problems: Problems
) -> Card | None:
    cells = record.cells
    before = len(problems.found)
    values: dict[str, Any] = {}
    try:
        filled = {name: text for name, text in cells.items() if text and name not in ("derived", "project")}
        values = validator.validate_python(filled, context=vocabulary)
    except ValidationError as error:
        for flaw in error.errors(include_url=False):
            # A missing value was told when the row was read.
            cause = flaw.get("ctx", {}).get("error")
            for message, hint in cause.flaws if isinstance(cause, CellError) else ():
                problems.add(record.place.at(str(flaw["loc"][0])), message, hint)
    provenance = _provenance(kind, record, problems)
    if len(problems.found) > before or not record.sound:
        return None
    name = values.pop("name")
    card_id = values.pop("id")
    return Card(game_id, kind.id, card_id, name, values, dict(cells), provenance, record.place)


def _provenance(kind: Kind, record: Record, problems: Problems) -> dict[str, Provenance]:
    """Whence each filled field comes: as `derived` and `project` say, else from the source documents."""
    fields = ("name", *kind.columns)
    named: dict[str, Provenance] = {}
    labels: tuple[Provenance, ...] = ("derived", "project")
    for label in labels:
        if not record.cells[label]:
            continue
        place = record.place.at(label)
        try:
            names = split_names(record.cells[label])
        except CellError as error:
            for message, hint in error.flaws:
                problems.add(place, message, hint)
            continue
        for name in names:
            if name not in fields:
                problems.add(place, f'no field "{name}"', nearest(name, fields))
            elif name in named:
                problems.add(place, f'"{name}" is in derived and in project', "name it in one of them")
            else:
                named[name] = label
    return {name: named.get(name, "source") for name in fields if record.cells[name]}


def _check_numbers(cards: dict[str, Card], problems: Problems) -> None:
    """Refuse a collector number that an earlier card has; the later card is left out."""
    first: dict[object, Card] = {}
    for card in tuple(cards.values()):
        number = card.fields.get(NUMBER)
        if number is None:
            continue
        if number in first:
            other = first[number]
            message = f"the number {number} is taken by {other.id}, {other.place.file}:{other.place.line}"
            problems.add(card.place.at(NUMBER), message, "every number is one card's")
            del cards[card.id]
        first.setdefault(number, card)


def _without_lost_references(cards: dict[str, Card], kinds: Mapping[str, Kind]) -> dict[str, Card]:
    """The cards whose references all lead to cards that are there too."""
    while True:
        kept = {
            card.id: card
            for card in cards.values()
            if all(name in cards for name in _references(card, kinds[card.kind]))
        }
        if len(kept) == len(cards):
            return kept
        cards = kept


def _references(card: Card, kind: Kind) -> tuple[str, ...]:
    found: list[str] = []
    for column in kind.columns.values():
        value = card.fields[column.name]
        if column.type == "ref" and isinstance(value, str):
            found.append(value)
        elif column.type == "refs" and isinstance(value, tuple):
            found.extend(value)
    return tuple(found)
