"""Symbolic links that lead out of the project are refused, wherever they stand; those that stay inside are followed."""

from pathlib import Path

import pytest

from pipeline.load import load_game
from pipeline.outputs.sheets import load_sheet
from pipeline.place import FacePress
from pipeline.problem import Refused
from robustness.target import Target, open_target

BASE = "card_data/press"


@pytest.fixture
def target(tmp_path: Path) -> Target:
    return open_target(tmp_path / "project")


def lead_out(target: Target, name: str) -> Path:
    """Move a file or folder of the project to a folder beside it, and put a link in its place."""
    inside = target.workshop.root / name
    outside = target.workshop.root.parent / "outside"
    outside.mkdir(exist_ok=True)
    moved = inside.rename(outside / inside.name)
    inside.symlink_to(moved, target_is_directory=moved.is_dir())
    return moved


def problems_of(target: Target) -> list[str]:
    """Everything that is told of the records, and of the faces when the records are sound."""
    game, problems = load_game(target.workshop.project, "press")
    if problems or game is None:
        return list(map(str, problems))
    try:
        _, found = FacePress(target.workshop.project, game).faces(game.cards.values())
    except Refused as refused:
        found = list(refused.problems)
    return list(map(str, found))


def test_the_project_is_sound_without_links(target: Target) -> None:
    assert problems_of(target) == []


@pytest.mark.parametrize(
    "name",
    [
        BASE,
        f"{BASE}/game.toml",
        f"{BASE}/cards",
        f"{BASE}/cards/heroes.csv",
        f"{BASE}/decks",
        f"{BASE}/decks/all.csv",
        f"{BASE}/editions",
        f"{BASE}/editions/old.csv",
        f"{BASE}/rulesets",
        f"{BASE}/rulesets/first.toml",
        f"{BASE}/waivers.csv",
    ],
)
def test_records_that_lead_out(target: Target, name: str) -> None:
    lead_out(target, name)
    assert any(line.startswith(f"{name}: leads out of the project folder") for line in problems_of(target))


@pytest.mark.parametrize(
    "name", [f"{BASE}/art", f"{BASE}/art/photo.png", f"{BASE}/art/sub", f"{BASE}/art/sub/fern.svg"]
)
def test_art_that_leads_out(target: Target, name: str) -> None:
    lead_out(target, name)
    told = "\n".join(problems_of(target))
    assert "heroes.csv" in told and "art" in told and "leads out of" in told


@pytest.mark.parametrize(
    "name", ["layouts/press/styles.toml", "layouts/press", "fonts/glyphs/press/gem.svg", "fonts/glyphs/press"]
)
def test_layouts_and_marks_that_lead_out(target: Target, name: str) -> None:
    lead_out(target, name)
    told = problems_of(target)
    assert told and all("lead" in line or "is not there" in line for line in told), told


@pytest.mark.parametrize("name", ["hero.svg.j2", "_parts.svg.j2", "../faces"])
def test_templates_that_lead_out(target: Target, name: str) -> None:
    """The word that stands in the template outside must not be printed."""
    lead_out(target, str(Path("layouts/press/faces") / name).replace("faces/../", ""))
    told = problems_of(target)
    assert told, "a template outside was read"


def test_a_sheet_that_leads_out(target: Target) -> None:
    lead_out(target, "layouts/sheets/tiny.toml")
    with pytest.raises(Refused):
        load_sheet(target.workshop.project, "tiny")


def test_a_loop_of_links(target: Target) -> None:
    path = target.workshop.root / BASE / "cards/heroes.csv"
    path.unlink()
    path.symlink_to("heroes.csv")
    assert any("heroes.csv" in line for line in problems_of(target))


def test_a_link_that_stays_inside(target: Target) -> None:
    path = target.workshop.root / BASE / "cards/heroes.csv"
    (target.workshop.root / "kept").mkdir()
    path.symlink_to(path.rename(target.workshop.root / "kept/heroes.csv"))
    assert problems_of(target) == []
