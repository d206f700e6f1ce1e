"""The project folder: found, and never left."""

from pathlib import Path

import pytest

from pipeline.project import HOUSE, OutsideError, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "mine"
    (root / "card_data/tiny").mkdir(parents=True)
    (root / "card_data/tiny/game.toml").touch()
    return Project(root)


def test_found_from_within(project: Project, tmp_path: Path) -> None:
    assert Project.find(project.root / "card_data/tiny") == project
    assert Project.find(tmp_path) is None


def test_games_are_folders_with_a_game_toml(project: Project) -> None:
    for name in ("alpha", "empty"):
        (project.root / "card_data" / name).mkdir()
    (project.root / "card_data/alpha/game.toml").touch()
    assert project.games() == ("alpha", "tiny")


@pytest.mark.parametrize("relative", ["../x", "card_data/../../x", "/etc/hostname", "a\0b"])
def test_paths_that_lead_out(project: Project, relative: str) -> None:
    with pytest.raises(ValueError):
        project.path(relative)


def test_links_that_lead_out(project: Project, tmp_path: Path) -> None:
    (tmp_path / "secret").touch()
    (project.root / "card_data/link").symlink_to(tmp_path / "secret")
    (project.root / "card_data/out").symlink_to(tmp_path)
    for relative in ("card_data/link", "card_data/out/secret"):
        with pytest.raises(OutsideError, match=relative):
            project.path(relative)


def test_a_link_that_stays_within(project: Project) -> None:
    (project.root / "card_data/also").symlink_to(project.root / "card_data/tiny")
    assert project.path("card_data/also/game.toml") == project.root / "card_data/tiny/game.toml"


def test_the_house_stands_in_for_what_is_shared(project: Project) -> None:
    assert project.path("fonts/fonts.toml") == HOUSE / "fonts/fonts.toml"
    assert project.path("card_data/none") == project.root / "card_data/none"
    (project.root / "fonts").mkdir()
    (project.root / "fonts/fonts.toml").touch()
    assert project.path("fonts/fonts.toml") == project.root / "fonts/fonts.toml"


def test_listings_put_the_projects_own_first(project: Project) -> None:
    house = dict(project.listing("fonts", "*.toml"))
    assert house == {"fonts/fonts.toml": HOUSE / "fonts/fonts.toml"}
    (project.root / "fonts").mkdir()
    for name in ("a.toml", "fonts.toml"):
        (project.root / "fonts" / name).touch()
    assert list(project.listing("fonts", "*.toml")) == [
        ("fonts/a.toml", project.root / "fonts/a.toml"),
        ("fonts/fonts.toml", project.root / "fonts/fonts.toml"),
    ]
    assert list(project.listing("card_data", "*/game.toml")) == [
        ("card_data/tiny/game.toml", project.root / "card_data/tiny/game.toml")
    ]


def test_names_of_files_for_people(project: Project, tmp_path: Path) -> None:
    assert project.relative(project.root / "card_data/tiny/game.toml") == "card_data/tiny/game.toml"
    assert project.relative(HOUSE / "fonts/fonts.toml") == "fonts/fonts.toml"
    assert project.relative(tmp_path / "elsewhere.txt") == "elsewhere.txt"
    assert project.output == project.root / "output"
