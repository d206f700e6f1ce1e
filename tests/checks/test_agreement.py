"""Before printing: words and play of what changed are looked at, and both are told where they disagree."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.checks.agreement import disagreements
from pipeline.load import load_game
from pipeline.model import Game, Scenario, cards_in
from pipeline.project import HOUSE, Project
from pipeline.rules import Rulebooks

ID = "light-vs-darkness"
DATA = f"card_data/{ID}"
#: Taken from the words: "Draw 2 cards.", "Deal 4 damage to a Stronghold.", Fear's 6 HP and 2 more for a second player,
#: "lose 3 anointing on their next turn", "Each player starts with 30 Life."
SCENARIOS = """\
[[scenario]]
title = "Meditate Day and Night draws 2"
about = ["meditate-day-and-night"]
case = "happens"
do = ["play meditate-day-and-night"]
expect = { "samuel.hand" = 3 }
[scenario.given]
samuel = { hand = ["meditate-day-and-night", "the-lord-provides"], deck = ["4 passover"], pool = { green = 2 } }

[[scenario]]
title = "The Fire Fell deals 4 to Fear"
about = ["the-fire-fell"]
case = "happens"
do = ["play the-fire-fell"]
expect = { "stronghold-fear.hp" = 4 }
[scenario.given]
strongholds = ["stronghold-fear"]
samuel = { hand = ["the-fire-fell", "the-lord-provides"], pool = { red = 3 } }
mary = {}

[[scenario]]
title = "Who has the fewest anointing loses 3"
about = ["stronghold-fear", "R715"]
case = "happens"
do = ["end dark"]
expect = { "esther.owed" = 0, "daniel.owed" = 3 }
[scenario.given]
round = 3
phase = "dark"
strongholds = ["stronghold-fear"]
esther = { play = ["2 basic-anointing-red"] }
daniel = { play = ["basic-anointing-green"] }
"""
RULES = """\
[[scenario]]
title = "Esther begins with 30 Life"
about = ["R422"]
case = "happens"
expect = { "esther.life" = 30 }
given.esther = { hand = ["the-lord-provides"] }
"""
FEAR = f"{DATA}/cards/strongholds.csv:3:text stronghold-fear: "


class Press:
    """A project that is changed file by file, and what is in the way of printing it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def change(self, file: str, old: str, new: str) -> None:
        path = self.root / DATA / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    def game(self) -> Game:
        game, problems = load_game(Project(self.root), ID)
        assert game is not None and not problems
        return game

    def told(self, *cards: str, rules: bool = False) -> list[str]:
        game = self.game()
        return [str(problem) for problem in disagreements(Project(self.root), game, cards or game.cards, rules)]


def open_press(root: Path) -> Press:
    shutil.copytree(HOUSE / DATA, root / DATA, ignore=shutil.ignore_patterns("scenarios"))
    folder = root / DATA / "scenarios"
    folder.mkdir()
    (folder / "cards.toml").write_text(SCENARIOS)
    (folder / "rules.toml").write_text(RULES)
    return Press(root)


@pytest.fixture
def press(tmp_path: Path) -> Press:
    """The game with those scenarios alone, never printed."""
    return open_press(tmp_path)


@pytest.fixture(scope="module")
def printed_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the same, printed."""
    press = open_press(tmp_path_factory.mktemp("printed"))
    assert press.told(rules=True) == []
    return press.root


@pytest.fixture
def printed(printed_once: Path, tmp_path: Path) -> Press:
    """The same, printed once: a copy for each test to change."""
    return Press(shutil.copytree(printed_once, tmp_path, dirs_exist_ok=True))


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of what is played from now on."""
    titles: list[str] = []
    run = Rulebooks.run_within

    def watched(self: Rulebooks, scenario: Scenario, cards: Collection[str]) -> object:
        titles.append(scenario.title)
        return run(self, scenario, cards)

    monkeypatch.setattr(Rulebooks, "run_within", watched)
    return titles


# planted -------------------------------------------------------------------------------------------------------------


def test_a_changed_number_is_told_with_its_words_and_with_what_came_of_them(printed: Press) -> None:
    printed.change("cards/strongholds.csv", "lose 3 anointing", "lose 2 anointing")
    assert printed.told("stronghold-fear") == [
        f'{FEAR}words and play disagree in a scenario: "After Fear attacks, the player(s) with the fewest anointing '
        'cards in play lose 2 anointing on their next turn (ties: all tied players).", atk 4, hp 6, mp 8; if the words '
        "are as you mean them, correct what is expected of them; if not, correct the words",
        f"{DATA}/scenarios/cards.toml:21 Who has the fewest anointing loses 3: expects one thing, and play comes to "
        "another: daniel.owed: wanted 3, found 2",
    ]


def test_what_was_never_printed_is_looked_at_whole(press: Press) -> None:
    press.change("cards/strongholds.csv", "lose 3 anointing", "lose 2 anointing")
    words, play = press.told()
    assert words.startswith(f"{FEAR}words and play disagree in a scenario: ")
    assert play.endswith("daniel.owed: wanted 3, found 2")


def test_a_changed_number_beside_the_text_is_blamed_on_its_card_wherever_it_shows(printed: Press) -> None:
    printed.change("cards/strongholds.csv", "Fear,S-02,4,6,8", "Fear,S-02,4,7,8")
    words, play = printed.told("the-fire-fell")
    assert words.startswith(f"{FEAR}words and play disagree in a scenario: ") and "hp 7" in words
    assert "The Fire Fell deals 4 to Fear: " in play and play.endswith("stronghold-fear.hp: wanted 4, found 5")


def test_words_that_cannot_be_read_are_told_alone_and_played_by_nobody(printed: Press, plays: list[str]) -> None:
    printed.change("cards/one-time.csv", "Deal 4 damage to a Stronghold.", "Deal 4 damgae to a Stronghold.")
    (told,) = printed.told()
    assert told.startswith(f"{DATA}/cards/one-time.csv:5:text the-fire-fell: col 8: ") and "damage" in told
    assert plays == []


def test_words_out_of_house_style_are_told(printed: Press) -> None:
    printed.change("cards/one-time.csv", ",Draw 2 cards.,", ",Draw two cards.,")
    (told,) = printed.told("meditate-day-and-night")
    assert told.startswith(f"{DATA}/cards/one-time.csv:11:text meditate-day-and-night: col 6: ")


def test_a_record_that_does_not_fit_the_rules_is_told(printed: Press) -> None:
    # R353: a Transformed Mentor has 7 ATK and 7 HP.
    printed.change("cards/mentors.csv", "for-such-a-time,7,7,", "for-such-a-time,8,7,")
    (told,) = printed.told("mentor-esther")
    assert told.startswith(f"{DATA}/cards/mentors.csv:2:atk mentor-esther: ") and "R353" in told
    assert printed.told("stronghold-fear") == []


def test_a_broken_scenario_is_told_at_its_line(printed: Press) -> None:
    printed.change("scenarios/cards.toml", 'do = ["play the-fire-fell"]', 'doo = ["play the-fire-fell"]')
    (told,) = printed.told("the-fire-fell")
    assert told.startswith(f'{DATA}/scenarios/cards.toml:14:doo: unknown key "doo"')


def test_a_scenario_that_expects_something_else_is_held_to_the_words_that_it_speaks_for(printed: Press) -> None:
    printed.change("scenarios/cards.toml", '"stronghold-fear.hp" = 4', '"stronghold-fear.hp" = 5')
    words, play = printed.told("the-fire-fell")
    assert words == (
        f'{DATA}/cards/one-time.csv:5:text the-fire-fell: words and play disagree in a scenario: "Deal 4 damage to a '
        'Stronghold.", color red, cost R+2; either the engine does not keep to the words, or the scenario does not'
    )
    assert play.endswith(
        "The Fire Fell deals 4 to Fear: expects one thing, and play comes to another: "
        "stronghold-fear.hp: wanted 5, found 4"
    )


def test_a_changed_value_of_the_rules_is_told_where_rules_are_printed(printed: Press) -> None:
    printed.change("rulesets/draft-5.toml", "life = 30", "life = 29")
    words, play = printed.told(rules=True)
    assert re.match(f"{DATA}/rulesets/draft-5.toml:[1-9][0-9]*:start.life: words and play disagree", words)
    assert "start.life = 29" in words
    assert "Esther begins with 30 Life: " in play and play.endswith("esther.life: wanted 30, found 29")
    assert printed.told("stronghold-fear") == [], "that scenario has it not on the table"


def test_a_rule_is_told_by_its_statement(printed: Press) -> None:
    printed.change("scenarios/rules.toml", '"esther.life" = 30', '"esther.life" = 31')
    words, play = printed.told(rules=True)
    assert (
        f"{DATA}/rules.toml:" in words and 'R422: words and play disagree in a scenario: "Each player starts' in words
    )
    assert "30 Life" in words and play.endswith("esther.life: wanted 31, found 30")


def test_a_file_among_the_scenarios_that_holds_none_is_told(printed: Press) -> None:
    (printed.root / DATA / "scenarios/notes.txt").write_text("To do")
    assert printed.told() == [f"{DATA}/scenarios/notes.txt: holds no scenarios; only .toml files belong here"]


def test_of_many_scenarios_and_many_words_some_are_told_and_all_are_counted(printed: Press) -> None:
    one = SCENARIOS.split("\n\n")[1].replace('"stronghold-fear.hp" = 4', '"stronghold-fear.hp" = 5')
    several = [one.replace("deals 4", f"deals 4, {number}") for number in range(7)]
    (printed.root / DATA / "scenarios/many.toml").write_text("\n\n".join(several))
    told = printed.told("the-fire-fell")
    assert "words and play disagree in 7 scenarios, of which 5 follow: " in told[0]
    assert len(told) == 1 + 5
    cards = list(printed.game().cards)[:12]
    about = [one.replace('["the-fire-fell"]', f'["{card}"]').replace("4 to", f"{card} to") for card in cards]
    (printed.root / DATA / "scenarios/many.toml").write_text("\n\n".join(about))
    told = printed.told(*cards)
    assert told[0].startswith(f"{DATA}/scenarios: 12 scenarios disagree with 12 cards and rules, of which 8 follow; ")
    assert len(told) == 1 + 2 * 8


# what is looked at ---------------------------------------------------------------------------------------------------


def test_only_what_is_printed_is_in_its_own_way(printed: Press) -> None:
    printed.change("cards/strongholds.csv", "lose 3 anointing", "lose 2 anointing")
    assert printed.told("the-fire-fell", "mentor-esther", "mentor-daniel") == []
    assert len(printed.told("stronghold-fear")) == len(printed.told()) == 2


def test_only_the_scenarios_of_a_changed_card_are_played(printed: Press, plays: list[str]) -> None:
    printed.change("cards/one-time.csv", "Deal 4 damage to a Stronghold.", "Deal 5 damage to a Stronghold.")
    printed.told()
    assert plays == ["The Fire Fell deals 4 to Fear"]


def test_a_card_with_another_name_is_read_and_not_played(printed: Press, plays: list[str]) -> None:
    printed.change("cards/one-time.csv", "The Fire Fell,", "Fire Fell,")
    printed.change("cards/strongholds.csv", "stronghold-fear,Fear,", "stronghold-fear,Dread,")
    (told,) = printed.told("the-fire-fell")
    assert told.startswith(f"{FEAR}col 7: ") and '"Fear"' in told
    printed.change("cards/strongholds.csv", "After Fear attacks", "After Dread attacks")
    assert printed.told() == [] and plays == []


def test_a_card_that_was_printed_by_another_name_is_not_blamed(printed: Press) -> None:
    printed.change("cards/one-time.csv", "The Fire Fell,", "Fire Fell,")
    assert printed.told(rules=True) == []
    printed.change("scenarios/cards.toml", '"stronghold-fear.hp" = 4', '"stronghold-fear.hp" = 5')
    words, _ = printed.told("the-fire-fell")
    assert words.endswith("; either the engine does not keep to the words, or the scenario does not")


def test_words_that_mean_the_same_are_read_and_not_played(printed: Press, plays: list[str]) -> None:
    printed.change("cards/strongholds.csv", "(ties: all tied players)", "(ties: each tied player)")
    assert len(printed.told()) == 1 and plays == []


def test_what_is_for_the_eye_does_not_even_load_the_rules(printed: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pipeline.rules", None)
    printed.change("cards/equipment.csv", "called the name of it", "called its name")
    printed.change("cards/equipment.csv", "Psalm 23:4", "Psalm 23:3")
    assert printed.told(rules=True) == []
    printed.change("cards/equipment.csv", "P-11,red,R+2", "P-11,red,R+1")
    with pytest.raises(ImportError):
        printed.told(rules=True)


def test_a_scenario_that_only_moved_is_not_played_again(printed: Press, plays: list[str]) -> None:
    path = printed.root / DATA / "scenarios/cards.toml"
    path.write_text("# Two lines\n\n" + path.read_text())
    assert printed.told(rules=True) == [] and plays == []


def test_a_position_that_the_game_does_not_know_is_told(printed: Press) -> None:
    printed.change("scenarios/cards.toml", "deck = [", "dekc = [")
    (told,) = printed.told("meditate-day-and-night")
    assert told.startswith(f"{DATA}/scenarios/cards.toml:8:") and '"dekc"' in told and '"deck"' in told


def test_a_changed_scenario_is_played_and_no_other(printed: Press, plays: list[str]) -> None:
    printed.change("scenarios/cards.toml", 'title = "Meditate Day and Night draws 2"', 'title = "It draws 2"')
    assert printed.told(rules=True) == []
    assert plays == ["It draws 2"]


def test_changed_rules_are_played_whole(printed: Press, plays: list[str]) -> None:
    printed.change("rulesets/draft-5.toml", "hand_limit = 7", "hand_limit = 8")
    assert printed.told(rules=True) == []
    assert len(plays) == 4


def test_what_was_undone_is_not_played_again(printed: Press, plays: list[str]) -> None:
    printed.change("cards/one-time.csv", "Deal 4 damage to a Stronghold.", "Deal 5 damage to a Stronghold.")
    assert printed.told() != []
    printed.change("cards/one-time.csv", "Deal 5 damage to a Stronghold.", "Deal 4 damage to a Stronghold.")
    plays.clear()
    assert printed.told() == [] and plays == []


def test_what_disagrees_is_told_every_time(printed: Press) -> None:
    printed.change("cards/strongholds.csv", "lose 3 anointing", "lose 2 anointing")
    assert printed.told() == printed.told() != []


def test_what_lies_in_the_cache_damaged_is_seen_anew(printed: Press, plays: list[str]) -> None:
    (kept,) = (printed.root / "output/.cache/agreement").iterdir()
    data = kept.read_bytes()
    for damaged in (data[: len(data) // 2], b"", data[:40] + b"\xff" + data[41:]):
        kept.write_bytes(damaged)
        plays.clear()
        assert printed.told(rules=True) == []
        assert len(plays) == 4


@pytest.mark.parametrize("words", ["review", "off"])
def test_a_game_that_does_not_claim_it_is_not_held_to_it(press: Press, words: str) -> None:
    press.change("game.toml", 'words = "strict"', f'words = "{words}"')
    press.change("cards/strongholds.csv", "lose 3 anointing", "lose 2 anointing")
    assert press.told(rules=True) == []
    assert not (press.root / "output/.cache/agreement").exists()


def test_where_nothing_changed_it_takes_no_time_and_loads_no_rules(printed: Press) -> None:
    program = f"""\
import sys
from pathlib import Path
from pipeline.checks.agreement import disagreements
from pipeline.load import load_game
from pipeline.project import Project

project = Project(Path({str(printed.root)!r}))
game, _ = load_game(project, {ID!r})
print(disagreements(project, game, game.cards, True), "pipeline.rules" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", program], cwd=HOUSE, capture_output=True, text=True, check=True)
    assert run.stdout == "[] False\n"
    project, game = Project(printed.root), printed.game()
    began = time.process_time()
    assert disagreements(project, game, game.cards, True) == []
    assert time.process_time() - began < 0.2


# what it rests on ----------------------------------------------------------------------------------------------------

#: "A Core is 7 Basic Anointing of the Mentor's color, the Mentor's 3 Disciplines and 10 Living Truths."
CORE = """\
[[scenario]]
title = "Esther's Core has her Disciplines"
about = ["R404"]
case = "happens"
[scenario.given]
ruleset = "draft-4a"
phase = "draft"
[scenario.given.esther]
truths = ["4 put-on-praise", "6 by-his-stripes"]
[scenario.expect]
"esther.deck" = [
  "7 basic-anointing-red", "watch-in-prayer", "solitude", "communion-celebration", "4 put-on-praise", "6 by-his-stripes"
]
"""


def test_a_scenario_that_draws_on_all_cards_is_played_again_when_any_changes(printed: Press, plays: list[str]) -> None:
    (printed.root / DATA / "scenarios/core.toml").write_text(CORE)
    assert printed.told(rules=True) == [] and plays == ["Esther's Core has her Disciplines"]
    plays.clear()
    printed.change("cards/equipment.csv", "P-11,red,R+2", "P-11,red,R+1")
    assert printed.told(rules=True) == [] and plays == ["Esther's Core has her Disciplines"]
    plays.clear()
    assert printed.told("stronghold-fear", rules=True) == [] and plays == []


@pytest.mark.parametrize(
    ("file", "old", "new", "knows"),
    [
        ("equipment", "Thy Rod and Staff", "Rod and Staff", False),
        ("equipment", "I will fear no evil", "I will fear nothing", False),
        ("equipment", "Psalm 23:4", "Psalm 23:3", False),
        ("equipment", "P-12,green,G+2,1,1", "P-12,green,G+3,1,1", True),
        ("equipment", "P-12,green,G+2,1,1", "P-12,green,G+2,1,2", True),
        ("equipment", "P-12,green", "P-12,red", True),
        ("equipment", "your turn, heal 1.", "your turn, heal 2.", True),
        ("equipment", "At the start of your turn, heal 1.", "At the start of yuor turn, heal 1.", True),
    ],
)
def test_play_knows_nothing_of_a_card_but_what_is_played(
    press: Press, file: str, old: str, new: str, knows: bool
) -> None:
    before = Rulebooks(press.game()).played("thy-rod-and-staff")
    press.change(f"cards/{file}.csv", old, new)
    assert (Rulebooks(press.game()).played("thy-rod-and-staff") != before) == knows


def test_play_knows_what_a_card_meant_in_an_earlier_edition(press: Press) -> None:
    game = press.game()
    edition = game.editions["draft-4"]
    card = next(card for card, worded in edition.wording.items() if "text" in worded)
    before = Rulebooks(game).played(card)
    worded = {**edition.wording, card: {**edition.wording[card], "text": "Draw 7 cards."}}
    kind = {card: {"text": "plays otherwise"}}
    changed = replace(edition, wording=worded, changes={**edition.changes, **kind})
    assert Rulebooks(replace(game, editions={**game.editions, "draft-4": changed})).played(card) != before


def test_a_name_has_no_part_in_what_comes_of_a_scenario_and_is_told() -> None:
    """A refusal of a mode is known by a number in what is said of it, where cards stand with their names."""
    game, problems = load_game(Project(HOUSE), ID, scenarios=True)
    assert game is not None and not problems
    quick = next(each for each in game.scenarios if each.title.startswith("Quick-Start: 35 cards without the trigger"))
    assert quick.refused is not None
    wrong = replace(quick, refused=(quick.refused[0], "R999"))
    named = {card.id: replace(card, name=f"{card.name} (R999)") for card in game.cards.values()}
    rulebooks = Rulebooks(replace(game, cards=named))
    assert rulebooks.run(wrong).passed
    outcome, _ = rulebooks.run_within(wrong, cards_in(wrong, game.cards))
    assert not outcome.passed
    outcome, _ = Rulebooks(game).run_within(wrong, cards_in(wrong, game.cards))
    assert str(outcome) == str(Rulebooks(game).run(wrong)) and "Esther the Queen" in str(outcome)


def test_a_run_says_which_scenarios_other_cards_have_a_part_in() -> None:
    game, problems = load_game(Project(HOUSE), ID, scenarios=True)
    assert game is not None and not problems
    rulebooks = Rulebooks(game)
    assert len(game.scenarios) > 800
    wide = {each.title for each in game.scenarios if not rulebooks.run_within(each, cards_in(each, game.cards))[1]}
    # A Market is made of all cards, and decks are held to a mode with all of them at hand.
    laid = {each.title: each.given.values for each in game.scenarios}
    whole = {title for title, given in laid.items() if given.get("phase") == "draft" or "mode" in given}
    assert wide and wide <= whole
    play = next(each for each in game.scenarios if "father-forgive-them" in each.about)
    assert rulebooks.run_within(play, cards_in(play, game.cards) - {"father-forgive-them"})[1] is False
