"""`cardpress errata` as a user meets it: the list, the sheets and the patches for cards that were printed earlier."""

import json
import shutil
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.projects import copy_project, press, press_anew

GAME = "light-vs-darkness"
#: Draft 5, Appendix B, but for its last row, which says that nothing has changed.
PRINTED = [
    *("Fear", "Shame", "Lying", "Infirmity", "Heaviness", "Abandonment", "Lust", "Addictions", "Anger", "Poverty"),
    *("Jealousy", "Grief", "Occult", "Love one another", "The Blood of the Lamb"),
]
#: Draft 4, section 7, where every Stronghold is worded otherwise.
DRAFT_4 = [
    *("Pride", "Fear", "Shame", "Lying", "Infirmity", "Heaviness", "Abandonment", "Lust", "Addictions", "Anger"),
    *("Deaf & Dumb", "Poverty", "Jealousy", "Grief", "Occult"),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, kept: Path) -> Path:
    return copy_project(tmp_path_factory.mktemp("errata"), GAME, kept=kept)


def words(path: Path) -> list[str]:
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pdfium.PdfDocument(path)]


def test_the_list_the_sheets_and_the_patches(project: Path) -> None:
    run = press(project, "errata", GAME, "--since", "printed", "--paper", "a4")
    assert run.returncode == 0, run.stderr
    assert run.stderr == "15 changed; these play otherwise: Abandonment, Anger, Occult.\n"
    folder = project / "output" / GAME / "errata"
    names = ["printed-a4.pdf", "printed-patches-a4.pdf", "errata-printed.txt"]
    assert run.stdout.splitlines() == [str(folder / name) for name in names]

    sheets = words(folder / "printed-a4.pdf")
    assert [page.count("Draft 5") for page in sheets] == [9, 6]
    assert "All cards cost +1 generic to play." in sheets[1] and "Mary" not in " ".join(sheets)
    width, height = pdfium.PdfDocument(folder / "printed-a4.pdf")[0].get_size()
    assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (210, 297)

    (patches,) = words(folder / "printed-patches-a4.pdf")
    assert all(name in patches for name in PRINTED) and "Pride" not in patches
    assert "Red Truth cards cost 1 less generic to play." in patches
    assert "STRONGHOLD" not in patches and "Draft 5" not in patches

    told = (folder / "errata-printed.txt").read_text("utf-8")
    otherwise, same = told.split("These play as before")
    assert [name for name in PRINTED if f"\n{name} (" in otherwise] == ["Abandonment", "Anger", "Occult"]
    assert [name for name in PRINTED if f"\n{name} (" in same] == [
        name for name in PRINTED if name not in ("Abandonment", "Anger", "Occult")
    ]
    assert "what is printed still stands on Mary of Bethany and The Lord\nProvides." in same
    assert max(map(len, told.splitlines())) <= 78


def test_the_list_as_json(project: Path) -> None:
    run = press(project, "--quiet", "errata", GAME, "--since", "printed", "--json")
    assert run.returncode == 0 and run.stderr == ""
    listed = json.loads(run.stdout)
    assert [each["name"] for each in listed] == PRINTED
    assert listed[0] == {
        "id": "stronghold-fear",
        "name": "Fear",
        "before": "Player with the least anointing loses an additional 3 anointing.",
        "after": "After Fear attacks, the player(s) with the fewest anointing cards in play lose 3 anointing on their "
        "next turn (ties: all tied players).",
        "change": "same play",
        "field": "text",
        "play": "same",
    }
    assert [each["change"] for each in listed[-3:]] == ["plays otherwise", "clarity only", "clarity only"]


def test_cards_of_the_draft_before(project: Path) -> None:
    run = press(project, "--quiet", "errata", GAME, "--since", "draft-4", "--json")
    assert run.returncode == 0, run.stderr
    listed = json.loads(run.stdout)
    assert [each["name"] for each in listed] == DRAFT_4
    assert [each["name"] for each in listed if each["play"] == "otherwise"] == ["Abandonment", "Anger", "Occult"]
    assert (project / "output" / GAME / "errata" / "draft-4-letter.pdf").is_file()


def test_the_same_project_gives_the_same_bytes(project: Path, tmp_path: Path) -> None:
    press(project, "errata", GAME, "--since", "printed")
    other = copy_project(tmp_path, GAME)
    shutil.copytree(project / "output" / ".cache" / "pictures", other / "output" / ".cache" / "pictures")
    press_anew(other, "errata", GAME, "--since", "printed")
    for name in ("printed-letter.pdf", "printed-patches-letter.pdf", "errata-printed.txt"):
        path = f"output/{GAME}/errata/{name}"
        assert (project / path).read_bytes() == (other / path).read_bytes(), name


def test_an_unknown_edition_is_wrong_usage(project: Path) -> None:
    run = press(project, "errata", GAME, "--since", "printd")
    assert run.returncode == 2 and run.stdout == ""
    assert 'there is no edition "printd"; did you mean "printed"?' in run.stderr


def test_a_game_without_editions_has_none_to_name(tmp_path: Path) -> None:
    run = press(copy_project(tmp_path, "battle-for-souls"), "errata", "battle-for-souls", "--since", "printed")
    assert run.returncode == 2 and 'there is no edition "printed"; there are: none' in run.stderr


def test_a_row_for_no_card_is_told_with_its_line_and_nothing_is_written(tmp_path: Path) -> None:
    project = copy_project(tmp_path, GAME)
    table = project / "card_data" / GAME / "editions" / "printed.csv"
    table.write_text(table.read_text("utf-8").replace("stronghold-anger", "stronghold-angr"), "utf-8")
    run = press(project, "errata", GAME, "--since", "printed")
    assert run.returncode == 1 and run.stdout == ""
    assert run.stderr.splitlines()[0] == (
        f'card_data/{GAME}/editions/printed.csv:10:card stronghold-angr: no card "stronghold-angr"; '
        'did you mean "stronghold-anger"?'
    )
    assert not (project / "output" / GAME / "errata").exists()


def test_a_card_whose_words_and_play_disagree_is_not_printed_again(tmp_path: Path, kept: Path) -> None:
    project = copy_project(tmp_path, GAME, kept=kept)
    table = project / "card_data" / GAME / "cards" / "strongholds.csv"
    text = table.read_text("utf-8").replace("All cards cost +1 generic", "All cards cost +2 generic")
    table.write_text(text, "utf-8")
    run = press(project, "errata", GAME, "--since", "printed")
    assert run.returncode == 1 and run.stdout == ""
    assert "poverty" in run.stderr.lower() and not (project / "output" / GAME / "errata").exists()
