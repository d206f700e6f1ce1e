"""`cardpress read` and `fmt`, and the gates of `check` on a strict game, as a user meets them."""

import json
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.projects import copy_project, press, press_anew

GAME = "light-vs-darkness"


@pytest.fixture
def project(tmp_path: Path, kept: Path) -> Path:
    return copy_project(tmp_path, GAME, kept=kept)


def edit(project: Path, name: str, old: str, new: str) -> Path:
    path = project / "card_data" / GAME / name
    text = path.read_bytes().decode("utf-8")
    assert old in text, f"{old!r} is not in {name}"
    path.write_bytes(text.replace(old, new, 1).encode())
    return path


def test_read_gives_readings_canonical_and_tree(project: Path) -> None:
    run = press_anew(project, "read", GAME, "Draw 2 cards, then discard 1 card.", "--json")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert set(told) == {"readings", "canonical", "tree"}
    assert told["readings"] == [told["tree"]] and told["canonical"] == "Draw 2 cards, then discard 1 card."


def test_a_typo_is_told_with_its_column_and_the_nearest_word(project: Path) -> None:
    run = press(project, "read", GAME, "Deal 2 damge to a Stronghold.")
    assert run.returncode == 1 and run.stdout == ""
    line = run.stderr.splitlines()[0]
    assert line.startswith('TEXT: col 8: "damge"') and 'did you mean "damage"?' in line


def test_read_speaks_spanish(project: Path) -> None:
    run = press(project, "read", GAME, "Roba 2 cartas.", "--language", "es", "--json")
    assert run.returncode == 0, run.stderr
    english = press(project, "read", GAME, "Draw 2 cards.", "--json")
    assert json.loads(run.stdout)["tree"] == json.loads(english.stdout)["tree"]


def test_a_game_without_mechanics_is_wrong_usage(tmp_path: Path) -> None:
    project = copy_project(tmp_path, "battle-for-souls")
    run = press(project, "fmt", "battle-for-souls")
    assert run.returncode == 2 and "no mechanics are known" in run.stderr


def test_fmt_rewrites_one_cell_and_nothing_else(project: Path) -> None:
    path = project / "card_data" / GAME / "cards" / "one-time.csv"
    before = path.read_bytes()
    edit(project, "cards/one-time.csv", "Draw 1 card.", "Draw a card.")
    check = press(project, "fmt", GAME, "--check")
    assert check.returncode == 1 and 'write "Draw 1 card."' in check.stderr
    assert path.read_bytes() != before, "--check changes nothing"
    run = press(project, "fmt", GAME)
    assert (run.returncode, run.stdout.strip()) == (0, str(path))
    assert path.read_bytes() == before


def test_fmt_check_is_silent_on_clean_cards(project: Path) -> None:
    run = press_anew(project, "fmt", GAME, "--check")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def set_words(project: Path, how: str) -> None:
    path = project / "card_data" / GAME / "game.toml"
    lines = path.read_text("utf-8").splitlines()
    lines = [f'words = "{how}"' if line.startswith("words = ") and "{" not in line else line for line in lines]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_a_strict_game_refuses_a_text_that_does_not_read(project: Path) -> None:
    set_words(project, "strict")
    assert press(project, "check", GAME).returncode == 0
    edit(project, "cards/one-time.csv", "Deal 4 damage", "Deal 4 damge")
    run = press(project, "check", GAME)
    assert run.returncode == 1
    line = run.stderr.splitlines()[0]
    assert "one-time.csv:" in line and ":text " in line and 'col 8: "damge"' in line


def test_a_game_whose_words_are_off_prints_them_as_they_stand(project: Path) -> None:
    set_words(project, "off")
    edit(project, "cards/one-time.csv", "Deal 4 damage", "Deal 4 damge")
    assert press(project, "check", GAME).returncode == 0


def test_the_demo_prints_in_spanish_beside_the_english(project: Path) -> None:
    run = press(project, "demo", "--language", "es")
    assert run.returncode == 0, run.stderr
    paths = [Path(line) for line in run.stdout.split()]
    assert {path.parent.name for path in paths} == {"es"} and len(paths) == 4
    document = pdfium.PdfDocument(paths[0])
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    assert "Ester la Reina" in text and "Temor" in text and "Roba" in text
    assert "Stronghold" not in text and "Draw" not in text


def test_a_language_without_words_is_wrong_usage(project: Path) -> None:
    run = press(project, "demo", "--language", "fr")
    assert run.returncode == 2 and '"fr"' in run.stderr and "Traceback" not in run.stderr
