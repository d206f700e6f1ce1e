"""Changes of words, numbers, rulesets and code: which there are, that scenarios notice them, and what is said of those
that none does."""

from dataclasses import replace

import pytest

from pipeline.language import Language
from pipeline.model import Exemption, Game
from pipeline.problem import Place
from pipeline.rules import subject
from pipeline.rules.code_mutants import Citing, broken, citations, code_mutants
from pipeline.rules.mutants import record_mutants, tree_mutants, value_mutants
from pipeline.rules.mutation import Report, mutate
from pipeline.rules.proven import changed, digests

from . import cited


@pytest.fixture
def game(whole: Game) -> Game:
    return whole


def texts(english: Language, game: Game, card: str) -> dict[str, str]:
    """What a card could say instead, by the ids of the mutants without the card's."""
    record = game.cards[card]
    readings = english.read(str(record.fields["text"]), subject(record))
    mutants = tree_mutants(english, record, subject(record), readings.tree)
    return {each.id.removeprefix(f"{card}/text."): each.told.removeprefix(f"{record.name}: ") for each in mutants}


# which there are ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("stronghold-anger", "At the end of your turn, if you spent 6 or more anointing this turn, lose 1 MP."),
        ("stronghold-anger", "At the end of your turn, if you spent 4 or more anointing this turn, lose 1 MP."),
        ("stronghold-anger", "At the end of your turn, if you spent more than 5 anointing this turn, lose 1 MP."),
        ("stronghold-anger", "At the end of your turn, if you spent fewer than 5 anointing this turn, lose 1 MP."),
        ("stronghold-anger", "At the end of your turn, lose 1 MP."),
        ("stronghold-anger", "At the start of your turn, if you spent 5 or more anointing this turn, lose 1 MP."),
        ("stronghold-anger", "At the end of the Dark Turn, if you spent 5 or more anointing this turn, lose 1 MP."),
        ("stronghold-anger", "At the end of your turn, if you spent 5 or more anointing this turn, lose 1 Life."),
        ("stronghold-anger", "At the end of your turn, if you spent 5 or more anointing this turn, gain 1 MP."),
        ("stronghold-anger", "At the end of your turn, if you spent 5 or more anointing this turn, you may lose 1 MP."),
        ("stronghold-jealousy", "Whenever a player gains MP, each player loses 1 anointing on their next turn."),
        ("stronghold-poverty", "All cards cost 1 less generic to play."),
        ("stronghold-occult", "The first Truth card you play each round is negated: it is discarded with no effect."),
        ("the-blood-of-the-lamb", "Green Truth cards cost 1 less generic to play."),
        ("the-blood-of-the-lamb", "Truth cards cost 1 less generic to play."),
        ("abide-in-the-vine", "Your Living Truths get +1 ATK."),
        ("passover", "Prevent the next 10 damage to you this turn."),
        ("passover", "You may prevent the next 10 damage to you this turn."),
        ("watch-in-prayer", "{exhaust}: Add {L}.\n(This enters exhausted.)"),
        ("twelve-manner-of-fruits", "At the start of your turn, heal 1 to a Living Truth you control."),
    ],
)
def test_a_card_could_say(english: Language, game: Game, card: str, text: str) -> None:
    said = texts(english, game, card).values()
    assert any(each.strip('"').replace(" (its cost is still paid)", "") == text for each in said), "\n".join(said)


def test_no_card_says_what_it_says_already_or_what_none_could(english: Language, game: Game) -> None:
    said = texts(english, game, "stronghold-fear")
    assert "abilities.0.body.0.effect.count:3" not in said
    # Neither can Strongholds be chosen to lose anointing, nor does a text end in the middle.
    assert not {each for each in said if each.endswith((":You", ":This", ":Filter"))}


def test_numbers_change_also_where_no_card_would_say_them(english: Language, game: Game) -> None:
    assert texts(english, game, "stone-without-hands").keys() >= {f"abilities.0.body.0.count:{n}" for n in (3, 5, 8)}
    assert texts(english, game, "beside-the-still-waters").keys() >= {f"abilities.0.body.0.count:{n}" for n in (0, 2)}


def test_of_a_record_what_is_played_changes(game: Game) -> None:
    passover = [each.id for each in record_mutants(game, game.cards["passover"], None, ("red",))]
    assert passover == [
        "passover/color:orange", "passover/cost:R+1", "passover/cost:1", "passover/cost:O", "passover/cost:Y",
        "passover/cost:G", "passover/cost:L", "passover/cost:D", "passover/cost:P", "passover/reaction:no",
        "passover/meditate:yes",
    ]  # fmt: skip
    fear = [each.id for each in record_mutants(game, game.cards["stronghold-fear"], None, ("red",))]
    assert fear == [f"stronghold-fear/{each}" for each in ("atk:5", "atk:3", "hp:7", "hp:5", "mp:9", "mp:7")]
    triggers = [each.id for each in record_mutants(game, game.cards["mentor-esther"], None, ()) if "trigger" in each.id]
    assert triggers == ["mentor-esther/trigger:the-lord-provides"]


def test_every_value_of_a_ruleset_changes(game: Game) -> None:
    ruleset = replace(
        game.rulesets["draft-5"], values={"a.number": 0, "a.switch": True, "a.list": ("x", "y"), "a.color": "red"}
    )
    found = [(each.name, each.value) for each in value_mutants(game, ruleset)]
    colors = ["orange", "yellow", "green", "light-blue", "dark-blue", "purple"]
    assert found == [
        ("a.number", 1),
        ("a.switch", False),
        ("a.list", ("y",)),
        ("a.list", ("x",)),
        ("a.list", ("y", "x")),
        ("a.color", ""),
        *[("a.color", each) for each in colors],
    ]


# code -----------------------------------------------------------------------------------------------------------------


def test_functions_that_cite_a_rule_are_found() -> None:
    found = citations((cited.__name__,))
    assert {rule: [each.name for each in several] for rule, several in found.items()} == {
        "R101": ["least"],
        "R102": ["least"],
        "R103": ["least"],
        "R201": ["Purse.pay"],
    }


def test_code_changes_in_one_thing_at_a_time() -> None:
    told = [each.told for each in code_mutants(Citing(cited.__name__, "least", (1,)))]
    assert told == [
        "least: `min(first, second) + 1` -> `min(first, second) - 1`",
        "least: `min(first, second)` -> `max(first, second)`",
        "least: `1` -> `2`",
        "least: `1` -> `0`",
    ]


def test_what_stands_nearest_behind_a_comment_changes_first() -> None:
    (citing,) = citations((cited.__name__,))["R201"]
    told = [each.told for each in code_mutants(citing)]
    assert told[0] == "Purse.pay: without `self.left -= amount`"
    assert told[-1].startswith("Purse.pay: `amount > self.left`") or "if amount" in told[-1]


def test_code_is_changed_for_a_while_only() -> None:
    greater = next(each for each in code_mutants(Citing(cited.__name__, "least", (1,))) if "max" in each.told)
    with broken(greater):
        assert cited.least(2, 5) == 6
    assert cited.least(2, 5) == 3


# what comes of them ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def few(whole: Game) -> Report:
    """Two cards, and rules of which one is kept by a value, one by code and one is spoken for by nobody."""
    kept = {number: whole.rules[number] for number in ("R307", "R322", "R422", "R1110")}
    known = [each for each in whole.exemptions if each.of == "mutants" or "R1110" in each.names]
    return mutate(replace(whole, rules=kept, exemptions=tuple(known)), cards=["stronghold-anger", "the-fire-fell"])


def test_scenarios_notice_every_change_of_these_cards(few: Report) -> None:
    assert few.survivors == ()
    assert few.caught == few.total >= 50
    # Of The Fire Fell: another Stronghold, the one of the highest cost, and the mark for Meditate.
    assert few.equivalent == 3


def test_rules_are_proven_by_what_is_broken(few: Report) -> None:
    proofs = {each.number: each for each in few.rules}
    assert "start.life 30 -> 31" in proofs["R422"].proven_by
    assert "`piece.exhausted = True`" in proofs["R322"].proven_by
    assert proofs["R1110"].proven_by == "" and proofs["R1110"].scenarios == ()
    assert proofs["R1110"].exempt == "No card of Set 1 gives Protection."
    assert few.problems == ()


def test_as_json(few: Report) -> None:
    told = few.as_json()
    assert told["mutants"] == {"total": few.total, "caught": few.caught, "survivors": [], "equivalent": 3}
    assert [each["number"] for each in told["rules"]] == ["R307", "R322", "R422", "R1110"]
    assert all(each["proven_by"].endswith('"') for each in told["rules"][:3])


def test_without_scenarios_nothing_is_noticed(game: Game) -> None:
    silent = replace(game, scenarios=(), exemptions=(), rules={"R322": game.rules["R322"]})
    report = mutate(silent, cards=["stronghold-anger"])
    assert report.caught == 0
    assert 'Anger: "At the end of your turn, lose 1 MP."' in [each.told for each in report.survivors]
    gate, rule = map(str, report.problems)
    assert gate.startswith(f"card_data/{game.id}/scenarios: {report.total} of {report.total} changes")
    assert "no scenario speaks for this rule" in rule


def test_a_rule_that_no_code_cites_is_a_problem(game: Game) -> None:
    unkept = replace(game.rules["R322"], number="R199", statement="A rule.")
    scenarios = tuple(replace(each, about=("R199",)) for each in game.scenarios if "R322" in each.about)
    report = mutate(replace(game, scenarios=scenarios, exemptions=(), rules={"R199": unkept}), cards=[])
    (problem,) = report.problems
    assert "none of its scenarios is known to fail when the rule is broken" in str(problem)


def test_exemptions_are_held_to_what_is_noticed(game: Game) -> None:
    place = Place("card_data/light-vs-darkness/equivalents.toml", 7, "names", "x")
    wrong = (
        Exemption("mutants", ("stronghold-anger/atk:*",), "It is said to be so.", place),
        Exemption("rules", ("R322",), "It is said to be so.", place),
        Exemption("rules", ("R9999",), "There is none.", place),
    )
    some = replace(game, exemptions=wrong, rules={"R322": game.rules["R322"]})
    told = [str(each) for each in mutate(some, cards=["stronghold-anger"]).problems]
    assert [each for each in told if '"stronghold-anger/atk:*" is caught after all: stronghold-anger/atk:7 by' in each]
    assert [each for each in told if "is listed as one that no scenario can show, and is shown" in each]
    assert [each for each in told if 'no rule "R9999"' in each]
    assert len(told) == 3


def test_an_unknown_card_is_none(game: Game) -> None:
    with pytest.raises(KeyError):
        mutate(game, cards=["stronghold-envy"])


def test_cards_that_changed_since_they_were_proven_are_proven(game: Game) -> None:
    report = mutate(game, cards=changed(game), rules=False)
    assert report.problems == (), "\n".join(map(str, report.problems))
    assert report.survivors == ()


def test_a_card_changes_with_its_record_and_with_scenarios_that_speak_for_it(game: Game) -> None:
    proven = replace(game, proven=digests(game))
    assert changed(proven) == ()
    fear = game.cards["stronghold-fear"]
    stronger = replace(fear, raw={**fear.raw, "atk": "5"})
    assert changed(replace(proven, cards={**game.cards, fear.id: stronger})) == (fear.id,)
    title = "Whoever has the fewest anointing cards in play loses 3"
    (fewest,) = [each for each in game.scenarios if each.title == title]
    others = tuple(each for each in game.scenarios if each is not fewest)
    assert changed(replace(proven, scenarios=others)) == (fear.id,)
    weaker = replace(fewest, expect={**fewest.expect, "daniel.owed": 2})
    assert changed(replace(proven, scenarios=(*others, weaker))) == (fear.id,)
    elsewhere = replace(fewest, title="Another title", place=Place("elsewhere.toml", 1))
    moved = tuple(elsewhere if each is fewest else each for each in game.scenarios)
    assert changed(replace(proven, scenarios=moved)) == ()


@pytest.mark.long
def test_no_change_of_all_goes_unnoticed(game: Game) -> None:
    report = mutate(game, jobs=2)
    assert report.problems == (), "\n".join(map(str, report.problems))
    assert report.survivors == ()
    assert report.total > 1500
