"""Where the keys of a TOML file stand."""

from pathlib import Path

from pipeline.load.toml import read_toml
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
