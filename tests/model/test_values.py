"""Values print as they were typed."""

import copy
import pickle

import pytest

from pipeline.model import Cost, Rich, Scripture, Whole


@pytest.mark.parametrize(("text", "number"), [("007", 7), ("010", 10), ("-3", -3), ("0", 0)])
def test_a_whole_number_is_a_number_that_prints_as_typed(text: str, number: int) -> None:
    whole = Whole(text)
    assert whole == number
    assert whole + 1 == number + 1
    assert str(whole) == text
    assert f"{whole}" == text
    assert repr(whole) == f"Whole({text!r})"


@pytest.mark.parametrize("text", ["", "x", "1.5"])
def test_what_is_no_whole_number(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        Whole(text)


def test_whole_numbers_outlive_copying_and_other_processes() -> None:
    assert str(copy.deepcopy(Whole("007"))) == "007"
    assert str(pickle.loads(pickle.dumps(Whole("007")))) == "007"


@pytest.mark.parametrize(
    ("cost", "total", "text"),
    [
        (Cost(2, "R", "R+2"), 3, "R+2"),
        (Cost(0, "R", "R"), 1, "R"),
        (Cost(3, "", "3"), 3, "3"),
        (Cost(0, "", "Free"), 0, "Free"),
    ],
)
def test_a_cost(cost: Cost, total: int, text: str) -> None:
    assert cost.total == total
    assert str(cost) == text


def test_rich_text_and_scripture_print_as_typed() -> None:
    assert f"{Rich('**a**')}" == "**a**"
    assert str(Scripture("Isaiah", 11, 2, 2, "Isaiah 11:2")) == "Isaiah 11:2"
