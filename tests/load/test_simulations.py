"""Simulated games: stored results and published ones are read, and what cannot be one is refused at its line."""

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.load import load_game
from pipeline.project import Project
from tests.projects import copy_project

GAME = "light-vs-darkness"
#: A made-up result.
STORED: dict[str, Any] = {
    "date": "2026-10-31",
    "ruleset": "draft-5",
    "mode": "draft",
    "players": 2,
    "games": 2000,
    "seed": "1",
    "wins": 900,
    "rate": 0.45,
    "low": 0.4283,
    "high": 0.4719,
    "rounds": 9.2501,
    "color_screwed": 0.12,
    "variant": "standard",
    "bot": "sensible",
    "switches": {},
    "ends": {"light": 900, "encroaching": 100, "eliminated": 1000},
    "lost_rounds": 8.1,
    "sides": {"esther": {"games": 2000, "wins": 900}},
    "run_on": {"cards": "0", "decks": "0", "rules": "0", "engine": "0"},
}


def store(root: Path, name: str = "draft-5-draft-2.json", **changed: Any) -> Path:
    """Puts a made-up result into a project."""
    path = root / "card_data" / GAME / "simulations" / name
    path.parent.mkdir(exist_ok=True)
    kept = {key: value for key, value in {**STORED, **changed}.items() if value is not None}
    path.write_text(json.dumps(kept, indent=2), encoding="utf-8")
    return path


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return copy_project(tmp_path, GAME)


def problems(root: Path) -> list[str]:
    return [str(each) for each in load_game(Project(root), GAME, examples=True)[1]]


def test_a_stored_result_is_read(root: Path) -> None:
    store(root)
    game, found = load_game(Project(root), GAME, examples=True)
    assert game is not None and not found
    (stored,) = game.simulations
    assert (stored.id, stored.date, stored.players, stored.rate) == ("draft-5-draft-2", "2026-10-31", 2, 0.45)
    assert stored.run_on == {"cards": "0", "decks": "0", "rules": "0", "engine": "0"}


def test_it_is_read_for_the_book_only(root: Path) -> None:
    store(root)
    game, _ = load_game(Project(root), GAME)
    assert game is not None and game.simulations == ()


def test_published_results_are_the_documents() -> None:
    game, found = load_game(Project(Path(__file__).parents[2]), GAME, examples=True)
    assert game is not None and not found
    # Draft 5, Appendix A, row by row: games won, rounds and color-screwed turns in Draft 4a and in Draft 5.
    rows = {
        ("quick-start", 1): (48.0, 48.0, 10.6, 10.6, 2.9, 2.9),
        ("quick-start", 2): (51.6, 51.6, 9.4, 9.4, 3.2, 3.2),
        ("quick-start", 3): (56.7, 56.7, 9.3, 9.3, 3.2, 3.2),
        ("quick-start", 4): (58.8, 58.8, 9.3, 9.3, 3.4, 3.3),
        ("draft", 1): (38.3, 42.4, 10.4, 10.5, 25.2, 12.8),
        ("draft", 2): (39.3, 44.4, 9.1, 9.3, 24.3, 13.3),
        ("draft", 3): (43.4, 50.4, 9.0, 9.3, 23.6, 12.8),
        ("draft", 4): (43.1, 49.2, 9.0, 9.2, 23.4, 13.1),
    }
    assert len(game.published) == 16
    for each in game.published:
        row = rows[each.mode, each.players]
        at = ("draft-4a", "draft-5").index(each.ruleset)
        printed = (round(100 * each.rate, 1), each.rounds, round(100 * each.color_screwed, 1))
        assert printed == (row[at], row[2 + at], row[4 + at])
        assert each.games == 3000


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"date": "31 October"}, 'draft-2.json:2:date: "31 October" is no day; write it as "2026-10-31"'),
        ({"ruleset": "draft-6"}, 'draft-2.json:3:ruleset: no ruleset "draft-6"; did you mean "draft-5"?'),
        ({"rate": 0.5}, "draft-2.json:9:rate: is not between low and high"),
        ({"wins": 2001}, "draft-2.json:8:wins: are more than the 2000 games"),
        ({"players": "two"}, "draft-2.json:5:players: must be a whole number"),
        ({"run_on": None}, 'draft-2.json::run_on: "run_on" is missing'),
        ({"luck": 1}, "draft-2.json:35:luck: unknown key"),
    ],
)
def test_what_cannot_be_one_is_told_with_its_line(root: Path, changed: dict[str, Any], message: str) -> None:
    store(root, **changed)
    assert any(message in each for each in problems(root)), problems(root)


def test_what_is_no_json_and_what_does_not_belong_there(root: Path) -> None:
    path = store(root)
    path.write_text('{\n  "date": 1,\n}', encoding="utf-8")
    (path.parent / "notes.txt").write_text("", encoding="utf-8")
    (path.parent / "list.json").write_text("[]", encoding="utf-8")
    found = problems(root)
    assert any("draft-5-draft-2.json:3: col 1: not JSON" in each for each in found), found
    assert any("notes.txt: is no stored simulation; only .json files belong here" in each for each in found)
    assert any("list.json:1: is no stored simulation: its JSON is no object" in each for each in found)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"draft-4a"', '"draft-4b"', 'published.toml:5:ruleset: no ruleset "draft-4b"'),
        ("rate = 0.480", "rate = 48.0", "published.toml:9:rate: "),
    ],
)
def test_a_published_result_that_cannot_be_one_is_told_with_its_line(
    root: Path, old: str, new: str, message: str
) -> None:
    path = root / "card_data" / GAME / "published.toml"
    path.write_text(path.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    assert any(message in each for each in problems(root)), problems(root)
