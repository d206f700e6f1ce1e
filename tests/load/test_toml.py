"""Where the keys of a TOML file stand."""

from pathlib import Path

import pytest

from pipeline.load.toml import parse_toml, read_toml
from pipeline.problem import Problems
from pipeline.project import Project

LISTS = """\
[[scene]]
title = "One"

[scene.given]
round = 1

[[scene.step]]
says = "pass"

[[scene.step]]
says = "end"

[[scene]]
title = "Two"

[scene.given]
round = 2

[[scene.step]]
says = "pass"
"""


def test_tables_of_a_list_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "lists.toml").write_text(LISTS)
    problems = Problems()
    toml = read_toml(Project(tmp_path), "lists.toml", problems)
    assert problems.found == []
    assert toml is not None
    keys = [
        ("scene", 0),
        ("scene", 0, "given", "round"),
        ("scene", 0, "step", 1, "says"),
        ("scene", 1),
        ("scene", 1, "title"),
        ("scene", 1, "given", "round"),
        ("scene", 1, "step", 0, "says"),
    ]
    assert [toml.place(*key).line for key in keys] == [1, 5, 11, 13, 14, 17, 20]
    assert toml.place("scene", 1, "step", 0, "says").column == "scene.1.step.0.says"
    assert toml.place("scene", 1, "missing").line == 13


@pytest.mark.parametrize("text", ['a = 1\n[[b]]\nc = "\u00e4"\n[[b]]\nd = [1.5, true]\n', "day = 2024-05-01\n"])
def test_what_was_parsed_is_kept_and_comes_back_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "game.toml").write_text(text, "utf-8")
    project, problems = Project(tmp_path), Problems()
    first = read_toml(project, "game.toml", problems)
    kept = [*(tmp_path / "output/.cache/toml").glob("*")]
    assert len(kept) == ("day" not in text)
    assert read_toml(project, "game.toml", problems) == first == parse_toml("game.toml", text, problems)
    for path in kept:
        path.write_bytes(b"damaged")
        assert read_toml(project, "game.toml", problems) == first
        monkeypatch.setattr("pipeline.load.toml.parse_toml", lambda *_: pytest.fail("it is kept"))
        assert read_toml(project, "game.toml", problems) == first
    assert not problems.found
