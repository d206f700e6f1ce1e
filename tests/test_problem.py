"""Problems as lines, as JSON and as hints."""

import pickle

import pytest

from pipeline.problem import Place, Problem, Problems, Refused, nearest


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (Place("a.csv"), "a.csv: bad; mend it"),
        (Place("a.csv", 4), "a.csv:4: bad; mend it"),
        (Place("a.csv", 4, "text"), "a.csv:4:text: bad; mend it"),
        (Place("a.csv", 4, "text", "ann"), "a.csv:4:text ann: bad; mend it"),
        (Place("a.csv", 4, "", "ann"), "a.csv:4 ann: bad; mend it"),
        (Place("a.toml", None, "name"), "a.toml::name: bad; mend it"),
    ],
)
def test_a_problem_is_one_line(place: Place, expected: str) -> None:
    assert str(Problem(place, "bad", "mend it")) == expected


def test_without_a_hint() -> None:
    assert str(Problem(Place("a"), "bad")) == "a: bad"


def test_as_json() -> None:
    assert Problem(Place("a.csv", 4, "text", "ann"), "bad", "mend it", "code").as_json() == {
        "file": "a.csv",
        "line": 4,
        "column": "text",
        "id": "ann",
        "message": "bad",
        "hint": "mend it",
    }


def test_a_place_in_another_column() -> None:
    assert Place("a.csv", 4, "", "ann").at("text") == Place("a.csv", 4, "text", "ann")


def test_problems_are_refused_together() -> None:
    problems = Problems()
    problems.refuse()
    problems.add(Place("a"), "bad")
    problems.extend([Problem(Place("b"), "worse")])
    with pytest.raises(Refused, match="a: bad\nb: worse") as refusal:
        problems.refuse()
    assert refusal.value.problems == (Problem(Place("a"), "bad"), Problem(Place("b"), "worse"))


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("damge", ["draw", "damage"], 'did you mean "damage"?'),
        ("DAMAGE", ["draw", "damage"], 'did you mean "damage"?'),
        ("r", ["R", "L"], 'did you mean "R"?'),
        ("xyz", ["draw", "damage"], ""),
        ("a", [], ""),
        ("Ab", ["AB", "aB"], 'did you mean "AB"?'),
    ],
)
def test_nearest(word: str, known: list[str], hint: str) -> None:
    assert nearest(word, known) == hint


def test_a_refusal_comes_whole_from_another_process() -> None:
    told = Refused([Problem(Place("a"), "bad"), Problem(Place("b", 3), "worse", "mend it")], "Or else.")
    came = pickle.loads(pickle.dumps(told))
    assert (came.problems, came.way_out, str(came)) == (told.problems, "Or else.", str(told))
