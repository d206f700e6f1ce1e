"""Card tables: columns, ids, numbers, provenance, files."""

import csv
import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .conftest import Tiny


def test_columns_unknown_and_missing(tiny: Tiny) -> None:
    tiny.write("cards/towns.csv", "id,nmae,size,sice,size,\noak,Oak,3,,4,\n")
    assert tiny.problems() == [
        'cards/towns.csv:1:nmae: unknown column "nmae"; did you mean "name"?',
        'cards/towns.csv:1:size: the column "size" stands 2 times; keep one of them',
        'cards/towns.csv:1:sice: unknown column "sice"; did you mean "size"?',
        'cards/towns.csv:1:name: the column "name" is missing; add it to the first row',
    ]


def test_without_ids_only_the_header_is_told(tiny: Tiny) -> None:
    tiny.heroes("name,friends\nAnn,oak\n")
    assert tiny.problems() == ['cards/heroes.csv:1:id: the column "id" is missing; add it to the first row']


def test_rows_too_long_too_short_and_blank(tiny: Tiny) -> None:
    tiny.write("cards/towns.csv", "id,name,size\noak,Oak,3,4\n\nelm,Elm\n,,\n,Ash,3\n")
    assert tiny.problems() == [
        "cards/towns.csv:2 oak: 4 cells, but the table has 3 columns; put a cell that holds a comma in quotes",
        'cards/towns.csv:4:size elm: "size" is blank; every row must fill it',
        'cards/towns.csv:6:id: "id" is blank; every row must fill it',
    ]


def test_short_rows_are_padded(tiny: Tiny) -> None:
    tiny.heroes("id,name,plain,text\nann,Ann\n")
    assert tiny.card("ann").fields["text"] is None


def test_line_breaks_in_cells_are_the_same_in_every_file(tiny: Tiny) -> None:
    tiny.heroes('id,name,plain\r\nann,Ann,"a\r\nb\rc\nd"\r\n')
    assert tiny.card("ann").fields["plain"] == "a\nb\nc\nd"


def test_a_column_without_name_must_be_blank(tiny: Tiny) -> None:
    tiny.heroes("id,name,\nann,Ann,\n")
    assert tiny.card("ann").name == "Ann"
    tiny.heroes("id,name,\nann,Ann,x\n")
    assert tiny.problems() == [
        "cards/heroes.csv:2 ann: column 3 has no name; name it in the first row, or empty it"
    ]


def test_ids(tiny: Tiny) -> None:
    tiny.heroes("id,name\nann,A\nann,B\nAnn,C\noak,D\nnul,E\n-x,F\n" + "a" * 81 + ",G\n")
    long = "a" * 81
    game, problems = tiny.load()
    assert game is not None
    assert [(card.id, card.name) for card in game.cards.values()] == [("ann", "A"), ("oak", "D")]
    assert problems == [
        'cards/heroes.csv:3:id ann: the id "ann" is taken; the first is card_data/tiny/cards/heroes.csv:2; '
        "give this card another",
        'cards/heroes.csv:4:id Ann: the id "Ann" is not of the form a-z, 0-9 and single hyphens; write "ann"',
        'cards/heroes.csv:4:id Ann: "Ann" and "ann" (card_data/tiny/cards/heroes.csv:2) would be one file on some '
        "disks; give this card another id",
        'cards/heroes.csv:6:id nul: the id "nul" is a name that Windows keeps for itself; write "nul-card" or the like',
        'cards/heroes.csv:7:id -x: the id "-x" is not of the form a-z, 0-9 and single hyphens; write "x"',
        f'cards/heroes.csv:8:id {long}: the id "{long}" is longer than 80 letters; shorten it',
        'cards/towns.csv:2:id oak: the id "oak" is taken; the first is card_data/tiny/cards/heroes.csv:5; '
        "give this card another",
    ]


def test_numbers_are_one_cards(tiny: Tiny) -> None:
    tiny.heroes("id,name,number\na,A,007\nb,B,7\nc,C,\nd,D,007\ne,E,\n")
    game, problems = tiny.load()
    assert problems == [
        "cards/heroes.csv:5:number d: the number 007 is taken by a, card_data/tiny/cards/heroes.csv:2; "
        "every number is one card's"
    ]
    assert game is not None
    assert sorted(game.cards) == ["a", "b", "c", "e", "oak"]


def test_provenance(tiny: Tiny) -> None:
    tiny.heroes("id,name,plain,text,power,derived,project\nann,Ann,x,,3,power; text,name\n")
    assert tiny.card("ann").provenance == {"name": "project", "plain": "source", "power": "derived"}


def test_provenance_of_unknown_and_of_doubly_named_fields(tiny: Tiny) -> None:
    tiny.heroes("id,name,plain,power,derived,project\nann,Ann,x,3,powr;id,plain\nbob,Bob,x,3,plain,plain;\ncy,C,x,3,plain,plain\n")
    assert tiny.problems() == [
        'cards/heroes.csv:2:derived ann: no field "powr"; did you mean "power"?',
        'cards/heroes.csv:2:derived ann: no field "id"',
        'cards/heroes.csv:3:project bob: "plain;" has a blank between or beside its ;; '
        "remove the ; that parts nothing",
        'cards/heroes.csv:4:project cy: "plain" is in derived and in project; name it in one of them',
    ]


def test_problems_of_all_files_at_once_in_order(tiny: Tiny) -> None:
    tiny.heroes("id,name,power,swift\nann,Ann,x,maybe\nbob,,3,\n")
    tiny.write("cards/towns.csv", "id,name,size\noak,Oak,big\n")
    tiny.write("decks/all.csv", "card\nnobody\n")
    assert tiny.problems() == [
        'cards/heroes.csv:2:power ann: "x" is not a whole number; write it in digits only',
        'cards/heroes.csv:2:swift ann: "maybe" is neither yes nor no',
        'cards/heroes.csv:3:name bob: "name" is blank; every row must fill it',
        'cards/towns.csv:2:size oak: "big" is not a whole number; write it in digits only',
        'decks/all.csv:2:card nobody: no card "nobody"',
    ]


def test_a_card_that_names_a_broken_one_is_left_out_without_a_problem(tiny: Tiny) -> None:
    tiny.heroes("id,name,power,friends\nann,Ann,x,\nbob,Bob,,ann\ncy,Cy,,bob\ndot,Dot,,oak\n")
    tiny.write("decks/all.csv", "card\nann\nbob\ndot\n")
    game, problems = tiny.load()
    assert problems == ['cards/heroes.csv:2:power ann: "x" is not a whole number; write it in digits only']
    assert game is not None
    assert sorted(game.cards) == ["dot", "oak"]
    assert [entry.card for entry in game.decks["all"].entries] == ["dot"]


def test_a_table_that_cannot_be_read_makes_no_reference_dangle(tiny: Tiny) -> None:
    tiny.heroes("id,name,home\nann,Ann,elm\n")
    tiny.write("cards/towns.csv", 'id,name,size\noak,"Oak,3\nelm,Elm,2\n')
    tiny.write("decks/all.csv", "card\nelm\n")
    assert tiny.problems() == [
        'cards/towns.csv:2: a quoted cell is opened in this row and never closed; close it with "'
    ]


def test_an_unprintable_cell_is_told_with_its_column(tiny: Tiny) -> None:
    tiny.heroes("id,name,plain\nann,Ann,x\0\nbob,B\0,x\n")
    assert tiny.problems() == [
        "cards/heroes.csv:2:plain ann: col 2: a NUL byte cannot be printed; remove it",
        "cards/heroes.csv:3:name bob: col 2: a NUL byte cannot be printed; remove it",
    ]


def test_files_missing_double_and_unknown(tiny: Tiny) -> None:
    folder = tiny.root / "card_data/tiny/cards"
    (folder / "heroes.csv").rename(folder / "heros.csv")
    tiny.write("cards/towns.ods", b"")
    tiny.write("cards/notes.txt", b"")
    tiny.write("cards/.hidden", b"")
    tiny.write("cards/~$towns.xlsx", b"")
    assert tiny.problems() == [
        "cards/heroes.csv: is missing",
        'cards/heros.csv: belongs to no kind of game.toml; did you mean "heroes"?',
        "cards/notes.txt: is not a table; only .csv, .xlsx and .ods files belong here",
        "cards/towns.ods: towns.csv holds the same table; keep one of the two",
    ]


def test_an_empty_file(tiny: Tiny) -> None:
    tiny.write("cards/towns.csv", "")
    assert tiny.problems() == [
        "cards/towns.csv: is empty; its first row names the columns: id, name, number, size, derived, project"
    ]


def test_a_table_linked_from_outside_is_refused(tiny: Tiny, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "heroes.csv"
    outside.write_text("id,name\nann,Ann\n")
    path = tiny.root / "card_data/tiny/cards/heroes.csv"
    path.unlink()
    path.symlink_to(outside)
    assert tiny.problems() == [
        "cards/heroes.csv: leads out of the project folder; put the file itself here, not a link"
    ]


@given(row=st.integers(1, 3), column=st.integers(0, 11), junk=st.text(max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_cell_spoils_no_other_row(tiny: Tiny, row: int, column: int, junk: str) -> None:
    names = ["id", "name", "plain", "text", "power", "swift", "rank", "color", "colors", "cost", "home", "verse"]
    rows = [[f"c{n}", "C", "p", "*t*", "3", "yes", "Rare", "red", "red", "R+2", "oak", "Acts 1:8"] for n in range(3)]
    rows[row - 1][column] = junk
    written = io.StringIO(newline="")
    csv.writer(written).writerows([names, *rows])
    tiny.heroes(written.getvalue().encode("utf-8", "replace"))
    game, _ = tiny.load()
    assert game is not None
    sound = {f"c{n}" for n in range(3) if n != row - 1}
    # The damage may be the id of another row, or of one that comes first and takes its place.
    assert sound - {junk} <= set(game.cards)
