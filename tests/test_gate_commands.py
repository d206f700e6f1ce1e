"""What prints a strict game asks first whether words and play agree; a draft prints anyway and says so everywhere."""

import re
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pypdfium2 as pdfium
import pytest

from tests.projects import ROOT, copy_project, press

ID = "light-vs-darkness"
DATA = f"card_data/{ID}"
WAY_OUT = "--draft prints anyway, with DRAFT over every face and sheet."
#: Pride's own words: "Mentor abilities (Side A passives) are disabled while in play."; Esther's deals 1 more damage.
SCENARIO = """\
[[scenario]]
title = "Under Pride a Red One Time card does no more than it says"
about = ["stronghold-pride"]
case = "happens"
do = ["play father-forgive-them", "choose stronghold-pride"]
expect = { "stronghold-pride.hp" = 4 }
[scenario.given]
strongholds = ["stronghold-pride", "stronghold-fear"]
esther = { hand = ["father-forgive-them"], pool = { red = 2 }, play = ["by-his-stripes"] }
daniel = {}
"""


def change(project: Path, file: str, old: str, new: str) -> None:
    path = project / DATA / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.fixture
def project(tmp_path: Path, kept: Path) -> Path:
    """The game with one scenario and one deck, which is also its demo, and without a leaflet."""
    left_out = shutil.ignore_patterns("scenarios", "accounts", "demo-esther.csv", "demo-daniel.csv", "demo-mentors.csv")
    shutil.copytree(ROOT / DATA, tmp_path / DATA, ignore=left_out)
    shutil.copytree(ROOT / f"layouts/{ID}", tmp_path / f"layouts/{ID}")
    copy_project(tmp_path, kept=kept)
    (tmp_path / DATA / "scenarios").mkdir()
    (tmp_path / DATA / "scenarios/pride.toml").write_text(SCENARIO)
    (tmp_path / DATA / "decks/demo-strongholds.csv").write_text(
        "card,quantity\nstronghold-pride,2\nstronghold-fear,1\n"
    )
    change(
        tmp_path, "game.toml", '"demo-mentors", "demo-strongholds", "demo-esther", "demo-daniel"', '"demo-strongholds"'
    )
    change(tmp_path, "game.toml", 'leaflet = "demo"', 'leaflet = ""')
    return tmp_path


@pytest.fixture
def disagreeing(project: Path) -> Path:
    """The same after Pride's HP were changed and the scenario was not."""
    change(project, "cards/strongholds.csv", "Pride,S-01,5,5,7", "Pride,S-01,5,6,7")
    return project


def texts(pdf: Path) -> list[str]:
    document = pdfium.PdfDocument(pdf)
    return [page.get_textpage().get_text_range() for page in document]


def refusal(run: CompletedProcess[str]) -> list[str]:
    assert run.returncode == 1 and run.stdout == "", run.stderr
    return run.stderr.splitlines()


SHEETS = ("sheets", ID, "--deck", "demo-strongholds")


def test_it_is_refused_in_words_and_play_and_earlier_files_stay(project: Path) -> None:
    made = press(project, *SHEETS)
    assert made.returncode == 0, made.stderr
    path = Path(made.stdout.strip())
    before = path.read_bytes()
    change(project, "cards/strongholds.csv", "Pride,S-01,5,5,7", "Pride,S-01,5,6,7")
    assert refusal(press(project, *SHEETS)) == [
        f"{DATA}/cards/strongholds.csv:2:text stronghold-pride: words and play disagree in a scenario: "
        '"Mentor abilities (Side A passives) are disabled while in play.", atk 5, hp 6, mp 7; if the words are as you '
        "mean them, correct what is expected of them; if not, correct the words",
        f"{DATA}/scenarios/pride.toml:1 Under Pride a Red One Time card does no more than it says: expects one thing, "
        "and play comes to another: stronghold-pride.hp: wanted 4, found 5",
        f"2 problems. {WAY_OUT}",
    ]
    assert path.read_bytes() == before
    change(project, "scenarios/pride.toml", '"stronghold-pride.hp" = 4', '"stronghold-pride.hp" = 5')
    assert press(project, *SHEETS).returncode == 0


def test_words_that_disagree_and_faces_that_cannot_be_drawn_are_told_together(disagreeing: Path) -> None:
    change(
        disagreeing, "cards/strongholds.csv", "Pride,S-01", "Pride goeth before destruction and a haughty spirit,S-01"
    )
    told = refusal(press(disagreeing, *SHEETS))
    assert ":text stronghold-pride: words and play disagree" in told[0] and "wanted 4, found 5" in told[1]
    assert ":name stronghold-pride: " in told[2] and "its box" in told[2]
    assert told[-1] == "3 problems.", "a draft cannot be drawn either"


@pytest.mark.parametrize(
    "command", [("faces", ID, "stronghold-pride"), ("demo",), ("build",)], ids=lambda each: each[0]
)
def test_what_prints_at_home_can_be_had_as_a_draft(disagreeing: Path, command: tuple[str, ...]) -> None:
    told = refusal(press(disagreeing, *command))
    assert "stronghold-pride: words and play disagree" in told[0] and told[-1] == f"2 problems. {WAY_OUT}"
    assert not list((disagreeing / "output").rglob("*.pdf"))


@pytest.mark.parametrize("command", [("release",), ("export", ID, "--for", "game-crafter", "--no-rulebook")])
def test_what_goes_to_others_is_never_a_draft(disagreeing: Path, command: tuple[str, ...]) -> None:
    told = refusal(press(disagreeing, *command))
    assert "stronghold-pride: words and play disagree" in told[0] and told[-1] == "2 problems."
    run = press(disagreeing, *command, "--draft")
    assert run.returncode == 2 and "No such option" in run.stderr
    assert not [*(disagreeing / "output").rglob("*.zip"), *(disagreeing / "output").rglob("*.png")]


def test_faces_that_are_not_in_its_way_are_printed(disagreeing: Path) -> None:
    run = press(disagreeing, "faces", ID, "mentor-esther")
    assert run.returncode == 0, run.stderr
    assert not any("DRAFT" in text for text in texts(Path(run.stdout.strip())))


def test_a_draft_says_so_on_every_face_back_and_sheet(disagreeing: Path) -> None:
    run = press(disagreeing, *SHEETS, "--backs", "long", "--draft")
    assert run.returncode == 0, run.stderr
    pages = texts(Path(run.stdout.strip()))
    assert [page.count("DRAFT") for page in pages] == [3 + 1, 3 + 1], "three cards, three backs, and each margin"
    run = press(disagreeing, "faces", ID, "stronghold-pride", "mentor-esther", "--ink", "saver", "--draft")
    assert [page.count("DRAFT") for page in texts(Path(run.stdout.strip()))] == [1, 1, 1], "a Mentor has two sides"


def test_a_draft_of_the_demo_says_so(disagreeing: Path) -> None:
    run = press(disagreeing, "demo", "--draft")
    assert run.returncode == 0, run.stderr
    paths = [Path(line) for line in run.stdout.split()]
    assert len(paths) == 4
    assert [[page.count("DRAFT") for page in texts(path)] for path in paths] == [[3 + 1]] * 4


def test_a_draft_of_everything_says_so_and_a_proof_needs_none(disagreeing: Path) -> None:
    """Of a game of two cards, which is none that the rules allow."""
    for table in (disagreeing / DATA / "cards").glob("*.csv"):
        rows = table.read_text("utf-8").split("\n")
        table.write_text("\n".join(rows[: 3 if table.stem == "strongholds" else 1]) + "\n", "utf-8")
    for gone in ("editions", "examples", "scenarios", "rules.toml", "rulesets/draft-4.toml", "rulesets/draft-4a.toml"):
        path = disagreeing / DATA / gone
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    told = refusal(press(disagreeing, "build"))
    assert "R370" in "".join(told) and told[-1].endswith(WAY_OUT)
    run = press(disagreeing, "build", "--draft")
    assert run.returncode == 0, run.stderr
    paths = [Path(line) for line in run.stdout.split()]
    assert [path.parent.name for path in paths] == ["faces", "sheets", "sheets", "demo", "demo", "demo", "demo"]
    assert all("DRAFT" in page for path in paths for page in texts(path))
    assert "index.html" in press(disagreeing, "proof", ID).stdout


def test_words_that_nobody_can_read_are_refused_and_can_be_had_as_a_draft(project: Path) -> None:
    change(project, "cards/strongholds.csv", "are disabled while in play", "are disabeld while in play")
    told = refusal(press(project, "faces", ID, "stronghold-pride"))
    assert re.match(rf"{DATA}/cards/strongholds.csv:2:text stronghold-pride: col \d+: ", told[0])
    assert told[-1] == f"1 problem. {WAY_OUT}"
    run = press(project, "faces", ID, "stronghold-pride", "--draft")
    assert run.returncode == 0, run.stderr
    (page,) = texts(Path(run.stdout.strip()))
    assert "disabeld" in page and "DRAFT" in page


def test_a_stamp_stands_behind_that_of_a_draft(project: Path) -> None:
    run = press(project, "faces", ID, "stronghold-pride", "--draft", "--stamp", "PLAYTEST 12")
    assert run.returncode == 0, run.stderr
    (page,) = texts(Path(run.stdout.strip()))
    assert "DRAFT · PLAYTEST 12" in page
    run = press(project, "faces", ID, "stronghold-pride", "--draft", "--stamp", "PLAYTEST OF SUNDAY")
    assert run.returncode == 2
    assert 'a stamp has 24 characters at most; "DRAFT · PLAYTEST OF SUNDAY" has 26' in run.stderr


def test_a_translation_is_held_to_the_words_that_it_is_written_from(disagreeing: Path) -> None:
    told = refusal(press(disagreeing, "faces", ID, "stronghold-pride", "--language", "es"))
    assert '"Mentor abilities (Side A passives) are disabled while in play."' in told[0]
