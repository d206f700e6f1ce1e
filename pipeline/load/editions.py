"""Edition tables: how earlier printings worded a card's fields."""

from pipeline.load.cards import CardTables
from pipeline.load.cell_error import CellError
from pipeline.load.cells import check_markup
from pipeline.load.files import tables
from pipeline.load.records import read_records
from pipeline.load.settings import Settings
from pipeline.model import Edition
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

_COLUMNS = {"card": True, "field": True, "wording": False, "change": False}


def read_editions(
    project: Project, game_id: str, settings: Settings, cards: CardTables, problems: Problems
) -> dict[str, Edition]:
    """Read every edition. A blank wording says that the field was not printed then."""
    editions: dict[str, Edition] = {}
    for edition_id, relative in tables(project, f"card_data/{game_id}/editions", None, problems).items():
        wording: dict[str, dict[str, str]] = {}
        changes: dict[str, dict[str, str]] = {}
        places: dict[str, dict[str, Place]] = {}
        first: dict[tuple[str, str], Place] = {}
        for record in read_records(project, relative, _COLUMNS, "card", problems).records:
            card, field = record.cells["card"], record.cells["field"]
            if not card or not field:
                continue
            before = len(problems.found)
            if card not in cards.known:
                if cards.whole:
                    problems.add(record.place.at("card"), f'no card "{card}"', nearest(card, cards.known))
                continue
            columns = settings.kinds[cards.known[card]].columns
            if field != "name" and field not in columns:
                message = f'a {cards.known[card]} has no field "{field}"'
                problems.add(record.place.at("field"), message, nearest(field, ("name", *columns)))
                continue
            if (card, field) in first:
                message = f'the wording of {field} is given already, in line {first[card, field].line}'
                problems.add(record.place.at("field"), message, "keep one of the two")
            first.setdefault((card, field), record.place)
            if field in columns and columns[field].type == "rich":
                try:
                    check_markup(record.cells["wording"], settings.symbols)
                except CellError as error:
                    for message, hint in error.flaws:
                        problems.add(record.place.at("wording"), message, hint)
            if len(problems.found) == before and record.sound and card in cards.cards:
                wording.setdefault(card, {})[field] = record.cells["wording"]
                places.setdefault(card, {})[field] = record.place
                if record.cells["change"]:
                    changes.setdefault(card, {})[field] = record.cells["change"]
        editions[edition_id] = Edition(edition_id, wording, changes, places)
    return editions
