"""What the report says of words, reading and play, and every way in which these can come apart."""

import json
from dataclasses import replace

import pytest

from pipeline.model import Approved, Exemption, Game, Rich
from pipeline.problem import Place, Problem
from pipeline.rules.conformance import Conformance, Trial, conformance
from pipeline.rules.mutation import Report, RuleProof, Survivor

FEAR = "stronghold-fear"
LOVE = "love-one-another"


@pytest.fixture(scope="module")
def report(whole: Game) -> Conformance:
    return conformance(whole)


def trial(report: Conformance, title: str) -> Trial:
    (found,) = [each for each in report.trials if each.title == title]
    return found


def told(game: Game, card: str = FEAR) -> list[str]:
    """Problems of one card's report."""
    (found,) = conformance(game, [card]).cards
    return [str(problem) for problem in found.problems]


def saying(game: Game, card: str, text: str) -> Game:
    """The game with another text on a card."""
    record = game.cards[card]
    other = replace(record, fields={**record.fields, "text": Rich(text)}, raw={**record.raw, "text": text})
    return replace(game, cards={**game.cards, card: other})


# three tellings -------------------------------------------------------------------------------------------------------


def test_nothing_disagrees(report: Conformance) -> None:
    assert [str(each) for each in report.problems] == []
    assert [each.card for each in report.cards if not each.trials or not each.reading] == []
    assert [each.number for each in report.rules if not each.exempt and not each.passed] == []
    assert len(report.trials) > 800 and all(each.passed for each in report.trials)


def test_a_card_is_told_three_times(report: Conformance) -> None:
    (fear,) = [each for each in report.cards if each.card == FEAR]
    assert fear.name == "Fear" and fear.kind == "stronghold"
    assert fear.text.startswith("After Fear attacks, the player(s) with the fewest anointing cards in play lose 3")
    assert fear.reading == (
        "Trigger: this card has attacked, at the end of that Dark Turn",
        "Who: every player who is tied for the fewest anointing cards in play",
        "Effect: lose 3 anointing, of what is made on their next turn",
    )
    assert trial(report, "Whoever has the fewest anointing cards in play loses 3") in fear.trials


def test_words_stand_for_glyphs_in_the_reading(report: Conformance) -> None:
    (solitude,) = [each for each in report.cards if each.card == "solitude"]
    assert "Effect: add 1 Red or Dark Blue anointing" in solitude.reading


def test_a_trial_tells_what_is_done_wanted_and_what_happens(report: Conformance) -> None:
    fewest = trial(report, "Whoever has the fewest anointing cards in play loses 3")
    assert fewest.about == (FEAR, "R715", "R701") and fewest.case == "happens"
    assert fewest.done == ("end dark",)
    assert "daniel.owed: 3" in fewest.wanted and "esther.owed: 0" in fewest.wanted
    assert fewest.place.file.endswith("scenarios/strongholds.toml")
    # Fear's 4 ATK are 5 with two players; nobody has a Living Truth that is ready.
    assert fewest.told == (
        "The Dark Turn:",
        "Fear attacks Esther for 5.",
        "Nobody blocks: Esther has 25 Life left.",
        "Fear attacks Daniel for 5.",
        "Nobody blocks: Daniel has 25 Life left.",
        "Fear: The first 3 anointing that Daniel makes on the next turn will be lost.",
    )


def test_turns_in_which_nothing_happens_are_lines_and_others_headings(report: Conformance) -> None:
    healing = trial(report, "Thy Rod and Staff heals 1 at 29 Life, and nothing at 30")
    assert healing.told == (
        "Deborah's turn (30 Life, 0 MP).",
        "Round 2, Samuel's turn (29 Life, 0 MP), Ready Phase:",
        "Samuel's Thy Rod and Staff: Samuel regains 1 Life and has 30.",
    )


def test_where_nothing_happens_the_account_says_what_was_looked_at(report: Conformance) -> None:
    (love,) = [each for each in report.cards if each.card == LOVE]
    at = love.account.index("What each One Time card costs")
    assert love.account[at + 1 : at + 4] == ("  Nothing happens.", "  - samuel.cost.love-one-another: R", "")


def test_what_may_be_answered_is_in_the_account(report: Conformance) -> None:
    (stripes,) = [each for each in report.cards if each.card == "planted-by-the-rivers"]
    assert "  - refused: use planted-by-the-rivers (R541)" in stripes.account


def test_an_account_begins_with_the_words_it_is_of(report: Conformance) -> None:
    (love,) = [each for each in report.cards if each.card == LOVE]
    assert love.account[0] == "Love one another"
    assert love.account[1] == "If you have played more than 5 Red Truth cards this game, gain +2 MP."
    assert love.approved == love.account


def test_json_has_the_fixed_names(report: Conformance) -> None:
    as_json = json.loads(json.dumps(report.as_json()))
    assert set(as_json) == {"cards", "rules", "mutants", "problems"}
    assert as_json["mutants"] is None and as_json["problems"] == []
    (fear,) = [each for each in as_json["cards"] if each["id"] == FEAR]
    assert fear["approved"] is True and fear["scenarios"][0]["passed"] is True
    (life,) = [each for each in as_json["rules"] if each["number"] == "R422"]
    assert "30" in life["statement"] and life["scenarios"] and life["passed"] is True


def test_of_some_cards_only_these_and_no_rules(whole: Game) -> None:
    some = conformance(whole, [LOVE, FEAR])
    assert [each.card for each in some.cards] == [LOVE, FEAR]
    assert some.rules == () and some.problems == ()
    with pytest.raises(KeyError):
        conformance(whole, ["stronghold-envy"])


# what disagrees -------------------------------------------------------------------------------------------------------


def test_words_that_are_not_played_are_told_with_the_words(whole: Game) -> None:
    wrong = saying(whole, LOVE, "If you have played more than 5 Red Truth cards this game, gain +3 MP.")
    (line,) = [each for each in told(wrong, LOVE) if "Love one another itself can be the sixth" in each]
    assert line.startswith("card_data/light-vs-darkness/scenarios/one-time.toml:")
    assert "samuel.mp: wanted 2, found 3" in line
    assert 'Love one another says "If you have played more than 5 Red Truth cards this game, gain +3 MP."' in line


def test_a_failing_scenario_is_one_problem_however_many_it_speaks_for(whole: Game) -> None:
    wrong = saying(whole, LOVE, "If you have played more than 5 Red Truth cards this game, gain +3 MP.")
    found = [each for each in conformance(wrong).problems if "Under Jealousy MP that a card gives" in str(each)]
    assert len(found) == 1


def test_a_text_that_does_not_read_is_told_with_its_column(whole: Game) -> None:
    lines = told(saying(whole, LOVE, "Gane 2 MP."), LOVE)
    assert any(line.startswith("card_data/light-vs-darkness/cards/one-time.csv:2:text") for line in lines)


def test_a_card_for_which_no_scenario_speaks(whole: Game) -> None:
    silent = tuple(each for each in whole.scenarios if FEAR not in each.about)
    (line,) = told(replace(whole, scenarios=silent))
    assert "no scenario speaks for this card" in line


def test_a_rule_for_which_no_scenario_speaks(whole: Game) -> None:
    silent = tuple(each for each in whole.scenarios if "R422" not in each.about)
    rules = {number: whole.rules[number] for number in ("R422", "R1110")}
    (found, exempt) = conformance(replace(whole, scenarios=silent, rules=rules)).rules
    assert ["no scenario speaks for this rule" in str(each) for each in found.problems] == [True]
    assert found.passed is False
    assert exempt.problems == () and exempt.exempt == "No card of Set 1 gives Protection."


def test_an_account_that_nobody_approved(whole: Game) -> None:
    (line,) = told(replace(whole, accounts={}))
    assert line.startswith("card_data/light-vs-darkness/cards/strongholds.csv:3 stronghold-fear: nobody approved")
    assert "cardpress conformance light-vs-darkness --approve stronghold-fear" in line


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("  Fear attacks Daniel for 5.", "  Fear attacks Daniel for 4.", None),
        ("lose 3 anointing", "lose 2 anointing", 2),
    ],
)
def test_an_account_that_is_another_than_the_approved_one(whole: Game, before: str, after: str, line: int) -> None:
    lines = whole.accounts[FEAR].lines
    at = next(number for number, each in enumerate(lines) if before in each)
    place = Place("card_data/light-vs-darkness/accounts/stronghold-fear.txt")
    changed = (*lines[:at], lines[at].replace(before, after), *lines[at + 1 :])
    (told_now,) = told(replace(whole, accounts={**whole.accounts, FEAR: Approved(changed, place)}))
    assert told_now.startswith(f"{place.file}:{line or at + 1} {FEAR}: Fear was approved with ")
    assert after.strip() in told_now and before.strip() in told_now


@pytest.mark.parametrize("cut", [True, False])
def test_an_account_that_is_longer_or_shorter_than_the_approved_one(whole: Game, cut: bool) -> None:
    approved = whole.accounts[FEAR]
    lines = approved.lines[:-1] if cut else (*approved.lines, "  And more.")
    other = replace(whole, accounts={**whole.accounts, FEAR: Approved(lines, approved.place)})
    (line,) = told(other)
    assert ("with nothing more, and now" if cut else "now there is nothing more") in line


def test_stale_errata_are_seen_in_the_account_though_no_scenario_notices(whole: Game) -> None:
    """A text that was changed, with the play that goes with it, where scenarios look at something else."""
    few = tuple(
        each for each in whole.scenarios if each.title == "What each One Time card costs" and LOVE in each.about
    )
    quiet = replace(whole, scenarios=few)
    (before,) = conformance(quiet, [LOVE]).cards
    kept = replace(quiet, accounts={LOVE: Approved(before.account, Place("accounts/love-one-another.txt"))})
    assert told(kept, LOVE) == []
    (line,) = told(saying(kept, LOVE, "If you have played more than 5 Red Truth cards this game, gain +1 MP."), LOVE)
    assert line.startswith("accounts/love-one-another.txt:2 ")


def test_a_case_that_is_listed_and_shown_is_a_problem(whole: Game) -> None:
    place = Place("card_data/light-vs-darkness/equivalents.toml", 7, "names", "R322")
    wrong = (
        Exemption("cases", ("R322", "R1110"), "It is said to be so.", place, ("happens",)),
        Exemption("cases", ("R9999",), "There is none.", place, ("not",)),
    )
    shown, unknown = conformance(replace(whole, exemptions=(*whole.exemptions, *wrong))).problems
    assert shown.place == unknown.place == place
    assert shown.message.startswith('"happens" of R322 is listed as one that no scenario can show, and is shown: "')
    assert unknown.message == 'no rule "R9999"'


# what mutation brings -------------------------------------------------------------------------------------------------


def test_what_came_of_mutants_is_in_the_report(whole: Game) -> None:
    rules = {number: whole.rules[number] for number in ("R322", "R422")}
    gap = f"{FEAR}/atk:5"
    some = replace(whole, rules=rules, exemptions=(Exemption("rules", ("R322",), "It is so.", Place("e.toml")),))
    unproven = Problem(rules["R422"].place, "none of its scenarios is known to fail when the rule is broken")
    proofs = (RuleProof("R322", ("a",), "", "It is so."), RuleProof("R422", ("b",), "start.life 30 -> 31"))
    mutants = Report(10, (Survivor(gap, "Fear: atk 4 -> 5"),), 2, proofs, (unproven,))
    found = conformance(some, mutants=mutants)
    assert found.as_json()["mutants"] == {
        "total": 10,
        "caught": 9,
        "survivors": [{"id": gap, "told": "Fear: atk 4 -> 5"}],
        "equivalent": 2,
    }
    exempt, proven = found.rules
    assert exempt.exempt == "It is so." and exempt.proven_by == ""
    assert proven.proven_by == "start.life 30 -> 31" and proven.problems == (unproven,)
    assert found.problems.count(unproven) == 1
