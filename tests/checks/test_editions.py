"""What an edition says of its changes, held against the words before and after them."""

from pathlib import Path

import pytest

from pipeline.checks.editions import check_editions
from pipeline.load import load_game
from pipeline.project import Project
from tests.projects import copy_project

GAME = "light-vs-darkness"
FILE = f"card_data/{GAME}/editions/printed.csv"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(copy_project(tmp_path, GAME))


def told(project: Project) -> list[str]:
    game, problems = load_game(project, GAME)
    assert game is not None and not problems
    return [str(problem) for problem in check_editions(project, game)]


def edit(project: Project, old: str, new: str) -> None:
    path = project.path(FILE)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_the_author_and_the_words_agree(project: Project) -> None:
    assert told(project) == []


HINT = "correct one of the two, or say why it stands in waivers.csv"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "played each round.,",
            "played each round.,clarity only",
            f'{FILE}:14:change stronghold-occult: says "clarity only", and today\'s words play otherwise; {HINT}',
        ),
        (
            "permanently each round.,",
            "permanently each round.,plays otherwise",
            f'{FILE}:4:change stronghold-lying: says "plays otherwise", and today\'s words play the same; {HINT}',
        ),
        (
            "cost 1 less anointing to play.,clarity only",
            "cost 1 less anointing to play.,no change",
            f'{FILE}:16:change the-blood-of-the-lamb: says "no change", and text does not have these words today: '
            f"Red Truth cards cost 1 less generic to play.; {HINT}",
        ),
        (
            "Red cards cost 1 less anointing to play.",
            "Red Truth cards cost 1 less generic to play.",
            f'{FILE}:16:change the-blood-of-the-lamb: says "clarity only", and text reads today as it did; {HINT}',
        ),
        (
            "this game gain +2 MP.,clarity only",
            "this game gain +2 MP.,clarity olny",
            f'{FILE}:15:change love-one-another: says "clarity olny"; did you mean "clarity only"?',
        ),
    ],
)
def test_where_they_do_not_agree(project: Project, old: str, new: str, expected: str) -> None:
    edit(project, old, new)
    assert told(project) == [expected]


def test_an_authors_own_word_and_words_that_cannot_be_read_claim_nothing(project: Project) -> None:
    edit(project, "played each round.,", "played each round.,official wording")
    edit(project, "Red cards cost 1 less anointing to play.", "Red is cheaper.")
    assert told(project) == []


def test_a_waiver_settles_what_was_decided_and_may_not_stay_longer(project: Project) -> None:
    waivers = project.path(f"card_data/{GAME}/waivers.csv")
    where = "editions/printed.csv:stronghold-occult"
    waivers.write_text(f"code,where,reason\nerrata,{where},The app always played it so.\n", "utf-8")
    assert told(project) == [
        f"card_data/{GAME}/waivers.csv:2:where: settles nothing: no problem \"errata\" at {where}; remove the line"
    ]
    edit(project, "played each round.,", "played each round.,clarity only")
    assert told(project) == []
