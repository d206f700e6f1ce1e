"""Trees that no card has yet are written and read back, in every language."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, event, given, settings

from pipeline.language import Language, Node, as_json, tell
from pipeline.rules import card_language
from tests.rules.conftest import load
from tests.rules.trees import texts

LVD = load()
LANGUAGES = {code: card_language(LVD, code) for code in ("en", "es")}

_often: Callable[..., Callable[..., None]] = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow]
)


@_often
@given(texts(LVD))
def test_what_is_written_reads_as_what_was_meant(tree: Node) -> None:
    for code, language in LANGUAGES.items():
        try:
            text = language.write(tree)
        except ValueError:  # such as a Stronghold that is healed: no words for what makes no sense
            event(f"{code}: no words")
            assume(False)
        assert language.read(text).trees == (tree,), text


@pytest.mark.parametrize(("code", "other"), [("en", "es"), ("es", "en")])
def test_the_cards_survive_another_language(code: str, other: str) -> None:
    for card in LVD.cards.values():
        tree = LANGUAGES["en"].read(str(card.fields["text"])).tree
        there: Language = LANGUAGES[code]
        back = LANGUAGES[other].read(LANGUAGES[other].write(there.read(there.write(tree)).tree)).tree
        assert back == tree


def test_a_tree_as_json_and_as_an_outline() -> None:
    tree = LANGUAGES["en"].read("At the start of your turn, heal 1 to a player.").tree
    assert as_json(tree) == {
        "is": "Text",
        "abilities": [
            {
                "is": "Triggered",
                "trigger": {"is": "At", "edge": "start", "turn": "yours"},
                "body": [{"is": "Heal", "count": 1, "to": {"is": "APlayer"}}],
            }
        ],
    }
    assert tell(tree).splitlines() == [
        "Text",
        "  abilities:",
        "    Triggered",
        "      trigger:",
        "        At",
        "          edge: start",
        "          turn: yours",
        "      body:",
        "        Heal",
        "          count: 1",
        "          to:",
        "            APlayer",
    ]
