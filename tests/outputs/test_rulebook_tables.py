"""The book's tables say what the documents say: rows are read back from the chapters as the game has filled them in."""

import re
from pathlib import Path

import pytest
from lxml import html

from pipeline.load import load_game
from pipeline.outputs.rulebook.book import Expanded, check_book, expand, load_book
from pipeline.project import Project
from pipeline.rules.stored import run_on
from tests.load.test_simulations import GAME, store
from tests.projects import ROOT, copy_project, press

Rows = list[list[str]]


@pytest.fixture(scope="module")
def book() -> Expanded:
    game, problems = load_game(Project(ROOT), GAME, examples=True)
    assert game is not None and not problems
    return expand(Project(ROOT), load_book(Project(ROOT), game))


def rows(book: Expanded, chapter: str, kind: str, number: int = 0) -> Rows:
    """The cells of a chapter's table of a class, row by row, marks read as their words."""
    body = html.fragment_fromstring(str(book.bodies[chapter]), create_parent="div")
    table = body.findall(f".//table[@class='{kind}']")[number]
    for mark in table.iter("img"):
        mark.tail = f" {mark.get('alt')} {mark.tail or ''}"
    return [[re.sub(r"\s+", " ", cell.text_content()).strip() for cell in row] for row in table.iter("tr")]


def test_colors(book: Expanded) -> None:
    found = rows(book, "colors", "colors")
    assert [row[1:3] for row in found[1:]] == [
        ["R", "Spirit of the Lord"],
        ["O", "Wisdom"],
        ["Y", "Understanding"],
        ["G", "Counsel"],
        ["L", "Might"],
        ["D", "Knowledge"],
        ["P", "Fear of the Lord"],
    ]
    assert found[5][0] == "Light Blue"  # the mark beside the name says nothing more
    assert found[5][3] == "Strength and valor, power buffs, attack multipliers."


def test_mentors(book: Expanded) -> None:
    found = {row[0]: row[1:] for row in rows(book, "setup", "mentors")[1:]}
    assert found["Esther the Queen"] == [
        "Red",
        "Watch in Prayer Light Blue Red , Solitude Red Dark Blue , Communion Celebration Red Purple",
    ]
    assert re.sub(r" (Red|Orange|Yellow|Green|Light Blue|Dark Blue|Purple)\b", "", found["Apostle Paul"][1]) == (
        "Solitude , Fasting , Meditation on the Word"
    )
    assert list(found) == [
        "Esther the Queen",
        "Mary of Bethany",
        "Deborah the Judge",
        "Daniel the Prophet",
        "King David",
        "Apostle Paul",
        "Samuel the Prophet",
    ]


def test_starting_values(book: Expanded) -> None:
    found = {row[0]: row[1] for row in rows(book, "setup", "values")[1:]}
    assert found["Deck"].startswith("36 cards and the Mentor: 20 of the Core and 16 drafted")
    assert found["Ready-made deck"].startswith("35 cards")
    assert found["Hand"].startswith("5 cards, with one free mulligan")
    assert found["Hand limit"].startswith("7 cards")
    assert found["Life, or Vitality"] == "30"
    assert found["Maturity Points"] == "0"
    assert found["Anointing pool"].startswith("0")
    assert found["Cards drawn in a turn"] == "1"
    assert found["Generators played in a turn"].startswith("1")
    assert found["Strongholds in play"].startswith("1")


def test_the_schedule_of_dark_turns(book: Expanded) -> None:
    head, together, alone = rows(book, "dark-deck", "schedule")
    assert head[2:] == [str(number) for number in range(1, 11)]
    assert together == ["2 to 4 players", "1", "·", "·", "2", "·", "3", "·", "4", "·", "5", "·"]
    assert alone == ["Alone", "1", "·", "·", "·", "2", "·", "3", "·", "4", "·", "5"]


def test_strongholds(book: Expanded) -> None:
    """Section 7 of the document: ATK, HP, MP and the first words of what each does."""
    wanted = {
        "Pride": (5, 5, 7, "Mentor abilities"),
        "Fear": (4, 6, 8, "After Fear attacks"),
        "Shame": (6, 7, 9, "While in play"),
        "Lying": (6, 6, 8, "At the start of each"),
        "Infirmity": (6, 5, 7, "Healing cards"),
        "Heaviness": (4, 5, 6, "At the start of your turn, if"),
        "Abandonment": (4, 7, 6, "When Abandonment"),
        "Lust": (5, 6, 6, "At the start of your turn, discard"),
        "Addictions": (5, 7, 6, "At the start of your turn, you lose 2"),
        "Anger": (6, 5, 7, "At the end of your turn, if you spent 5"),
        "Deaf & Dumb": (7, 5, 6, "Additional-draw"),
        "Poverty": (7, 4, 6, "All cards cost +1"),
        "Jealousy": (7, 5, 7, "Whenever a player gains"),
        "Grief": (7, 6, 8, "At the end of your turn, if you played"),
        "Occult": (7, 8, 9, "The first Truth card"),
    }
    found = rows(book, "strongholds", "strongholds")[1:]
    assert [row[0] for row in found] == list(wanted)
    for name, *cells in found:
        atk, hp, mp, text = wanted[name]
        assert cells[:3] == [f"ATK {atk}", f"HP {hp}", str(mp)], name
        assert cells[3].startswith(text), name


def test_modes(book: Expanded) -> None:
    assert [row[:2] for row in rows(book, "modes", "modes")[1:]] == [
        ["Draft (standard)", "1 to 4"],
        ["Quick-Start", "1 to 4"],
        ["Solo Pilgrimage", "1"],
        ["Full Fellowship", "2 to 4"],
        ["Iron Saints", "1 to 4"],
    ]


def test_what_changed_in_the_numbers(book: Expanded) -> None:
    """From the two documents, and Appendix A for what lies between them."""
    found = {row[0]: row[1:] for row in rows(book, "changes", "changes")[1:]}
    assert found == {
        "Free mulligan for a hand without Anointing": ["no", "yes", "yes"],
        "Cards of a Quick-Start deck, beside the Mentor": ["36", "35", "35"],
        "Picks in the draft, when the trigger card is in no Core": ["16", "16", "15"],
        "Trigger cards are in the Market": ["yes", "yes", "no"],
        "The wild color": ["Red", "–", "–"],
        "Spiritual Disciplines come into play exhausted": ["no", "yes", "yes"],
        "Intercessions a turn": ["–", "–", "1"],
        "Anointing that an Intercession takes for a letter": ["–", "–", "2"],
        "Only cards marked Reaction in a Reaction Window": ["no", "yes", "yes"],
        "Round of the first Dark Turn, alone": ["3", "4", "4"],
        "HP that a further player adds to a Stronghold": ["1", "2", "2"],
        "Option for Quick-Start: from so many players": ["–", "–", "3"],
        "Option for Quick-Start: ATK that a further player adds": ["–", "–", "1"],
        "Option for Quick-Start: HP that a further player adds": ["–", "–", "3"],
        "Whoever is Defeated takes further damage": ["yes", "no", "no"],
        "Healing may go above the Life you began with": ["yes", "no", "no"],
        "Iron Saints attack from the first Dark Turn on": ["no", "no", "yes"],
    }


def test_rules_that_hold_no_more_and_new_ones(book: Expanded) -> None:
    gone = rows(book, "changes", "rewritten", 0)[1:]
    assert any(row[0].startswith("Red is wild") and row[1].startswith("All seven colors are equal") for row in gone)
    assert any(row[0].startswith("Healing may take a player above 30") for row in gone)
    new = {row[0]: row[1] for row in rows(book, "changes", "rewritten", 1)[1:]}
    assert new["You may use Intercession in your own turn only, in any of its phases."] == "Draft 5"
    assert [since for text, since in new.items() if text.startswith("Once, a player whose starting hand")] == [
        "Draft 4a"
    ]


def test_published_figures(book: Expanded) -> None:
    head, *won = rows(book, "changes", "simulations")
    assert head == ["Games won, in a hundred", "Draft 4a", "Draft 5", "As bars"]
    assert len(won) == 8
    assert [row[1:3] for row in (won[0], won[-1])] == [["48.0", "48.0"], ["43.1", "49.2"]]
    rest = {row[0]: row[1:] for row in rows(book, "changes", "simulations", 1)[1:]}
    assert len(rest) == 8
    assert rest["Quick-Start, 1 player"] == ["10.6", "10.6", "2.9", "2.9"]
    assert rest["Draft, 4 players"] == ["9.0", "9.2", "23.4", "13.1"]
    # 1,272 of 3,000 games: the Wilson interval, by hand.
    assert won[4][3] == "42.4 percent, likely between 40.6 and 44.2"
    text = re.sub(r"\s+", " ", html.fromstring(str(book.bodies["changes"])).text_content())
    assert "color-screwed turns fell from 24 to 13 in a hundred" in text
    assert "the Light won 4 to 7 games more in a hundred" in text


def test_components(book: Expanded) -> None:
    """Appendix C of the document."""
    found = {row[0]: row[1:] for row in rows(book, "components", "components")[1:]}
    assert [found[name][0] for name in ("Basic Anointing", "Spiritual Disciplines", "Mentors", "Strongholds")] == [
        *("49", "21", "7", "15"),
    ]
    each = {row[0]: row[2] for row in rows(book, "components", "components", 1)[1:]}
    assert each.pop("Prayer of the Righteous") == "1"
    assert len(each) == 10 and set(each.values()) == {"2"}


def test_faces_are_told_in_words(book: Expanded) -> None:
    alts = html.fromstring(f"<div>{book.bodies['cards']}</div>").xpath("//div[@class='gallery']//img/@alt")
    text = "exhaust: Add Light Blue or Red. (This enters exhausted.)"
    assert f"The card Watch in Prayer, Spiritual Discipline. {text}" in alts
    assert not [alt for alt in alts if "<" in alt]


def test_own_figures_are_printed_as_soon_as_they_are_stored(book: Expanded, tmp_path: Path) -> None:
    """Made-up results: one for the table of published figures, and one that is none of its rows."""
    project = Project(copy_project(tmp_path, GAME))
    game = book.book.game
    fresh = run_on(game, "draft-5", {})
    store(tmp_path, run_on=fresh)
    store(tmp_path, "draft-5-demo-1.json", mode="demo", players=1, date="2026-11-01", run_on=fresh)
    game, problems = load_game(project, GAME, examples=True)
    assert game is not None and not problems
    changed = expand(project, load_book(project, game))
    head, *found = rows(changed, "changes", "simulations")
    assert head[3] == "Ours"
    assert {row[0]: row[3] for row in found if row[3] != "–"} == {"Draft, 2 players": "45.0 (42.8 to 47.2)"}
    head, *found = rows(changed, "changes", "simulations", 1)
    assert [head[3], head[6]] == ["Rounds, ours", "Screwed, ours"]
    assert [[row[3], row[6]] for row in found if row[3] != "–"] == [["9.3", "12.0"]]
    text = re.sub(r"\s+", " ", html.fromstring(str(changed.bodies["changes"])).text_content())
    assert "this engine's own: 2,000 games a row, measured on 2026-10-31." in text.replace("’", "'")
    others = rows(changed, "changes", "simulations", 2)[1:]
    assert [(row[0], row[-1]) for row in others] == [("Demo, 1 player", "2026-11-01")]


def test_a_stale_figure_is_a_problem_of_the_book(tmp_path: Path) -> None:
    copy_project(tmp_path, GAME)
    store(tmp_path)
    game, problems = load_game(Project(tmp_path), GAME, examples=True)
    assert game is not None and not problems
    told = [str(each) for each in check_book(Project(tmp_path), game)]
    assert any("draft-5-draft-2.json:" in each and "was played on other cards" in each for each in told), told


def test_a_changed_value_that_the_appendix_has_no_words_for_is_a_problem(tmp_path: Path) -> None:
    copy_project(tmp_path, GAME)
    path = tmp_path / "card_data" / GAME / "rulesets" / "draft-4.toml"
    path.write_text(path.read_text("utf-8").replace("hand_limit = 7", "hand_limit = 8"), encoding="utf-8")
    game, problems = load_game(Project(tmp_path), GAME, examples=True)
    assert game is not None and not problems
    told = [str(each) for each in check_book(Project(tmp_path), game)]
    assert any("20-changes.md:" in each and "turn.hand_limit" in each for each in told), told


def test_check_reads_the_book(tmp_path: Path) -> None:
    folder = copy_project(tmp_path, "battle-for-souls") / "layouts" / "battle-for-souls" / "rulebook"
    folder.mkdir()
    book = '[[chapter]]\nid = "souls"\ntitle = "Souls"\nfile = "souls.md"\n'
    (folder / "book.toml").write_text(f'title = "Rules"\n{book}', encoding="utf-8")
    (folder / "souls.md").write_text("Here are souls.\n\nThere are 21 of them.\n", encoding="utf-8")
    run = press(tmp_path, "check", "battle-for-souls")
    assert run.returncode == 1
    assert 'souls.md:3: the number "21" comes from nowhere' in run.stderr
