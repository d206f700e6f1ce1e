"""The conformance page in a browser: what a designer reads, finds and follows, and what a stranger cannot do."""

import base64
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from browsing import HOSTILE, chip, nameless, requests, search, visit
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from workshop import Workshop

from pipeline.color import contrast, luminance
from pipeline.load import load_game
from pipeline.outputs.conformance import conformance_page
from pipeline.outputs.files import write_all
from pipeline.problem import Place, Problem, Refused
from pipeline.project import HOUSE, Project
from pipeline.rules.conformance import CardReport, Conformance, RuleReport, Trial, conformance
from pipeline.rules.mutation import Report, Survivor
from tests.projects import copy_project, press

PAGE = "conformance"
FILE = "card_data/press/scenarios/heroes.toml"


def trial(title: str, case: str, line: int, about: str, told: tuple[str, ...], disagreement: str = "") -> Trial:
    return Trial(
        title=title,
        case=case,
        about=tuple(about.split()),
        done=("play ann",),
        wanted=("esther.hand: 2",),
        place=Place(FILE, line, id=title),
        passed=not disagreement,
        disagreement=disagreement,
        told=told,
    )


DRAWS = trial("Ann draws two", "happens", 3, "ann R101", ("Main Phase:", "Esther plays Ann.", "Esther draws 2 cards."))
EMPTY = trial("An empty deck gives none", "not", 9, "ann", ("Nothing happens.",))
ONE_LEFT = trial("One is left, one is drawn", "boundary", 15, "ann R101", ("Esther draws 1 card.",))
OTHERS = trial("Daniel draws nothing", "bystander", 21, "ann", ("Esther draws 2 cards.",))
GAINS = trial("Bob gains", "happens", 27, "bob R102", ("Esther gains 3.",), "esther.gold: wanted 2, found 3")
ACCOUNT = ("Bob", "Gain {gold}.", "", "Bob gains", "  Esther gains 3.")
UNTESTED = Problem(Place("card_data/press/cards/heroes.csv", 4), "no scenario speaks for this card", "write one")
FAILURE = Problem(GAINS.place, GAINS.disagreement, "either the engine or the scenario is wrong")
CARDS = (
    CardReport(
        *("ann", "Ann", "hero", "Draw two cards."),
        reading=("When: once, as it is played", "Effect: draw 2 cards"),
        trials=(OTHERS, DRAWS, EMPTY, ONE_LEFT),
        approved=("told",),
        account=("told",),
        problems=(),
    ),
    CardReport(
        *("bob", "Bob", "hero", "Gain {gold} **now**."),
        reading=("Effect: gain gold",),
        trials=(GAINS,),
        approved=(*ACCOUNT[:4], "  Esther gains 2."),
        account=ACCOUNT,
        problems=(FAILURE, Problem(Place("card_data/press/accounts/bob.txt", 5, id="bob"), "was approved otherwise")),
    ),
    CardReport("cyd", "Cyd", "hero", "Draw one card.", (), (), None, (), (UNTESTED,)),
)
RULES = (
    RuleReport("R101", "A player may draw.", (DRAWS, ONE_LEFT), True, "", "", ()),
    RuleReport("R102", "Gold is gained.", (GAINS,), False, "", "", (FAILURE,)),
    RuleReport("R103", "Cards are held in hand.", (), False, "", "What is held, not what is played.", ()),
)
REPORT = Conformance("press", CARDS, RULES, None, (FAILURE, *CARDS[1].problems[1:], UNTESTED))
#: All is well with it.
FINE = Conformance("press", CARDS[:1], RULES[:1], None, ())
#: Of 40 changes one of Ann's and one of a ruleset went unnoticed.
UNNOTICED = (Survivor("ann/text.count:2", "draw 3 cards"), Survivor("first/start.life", "31 is 30"))
MUTANTS = Report(40, UNNOTICED, 4, (), ())
TRIED = replace(
    REPORT,
    rules=(replace(RULES[0], proven_by='the code of R101: "Ann draws two"'), *RULES[1:]),
    mutants=MUTANTS,
)


@pytest.fixture
def game(workshop: Workshop) -> Workshop:
    """A red hero, a blue one, and one without a color."""
    workshop.heroes(
        "ann,Ann,Draw two cards.,red",
        "bob,Bob,Gain {gold} **now**.,blue",
        "cyd,Cyd,Draw one card.,",
        columns="id,name,text,color",
    )
    return workshop


def save(workshop: Workshop, report: Conformance = REPORT) -> str:
    """The address of the written page."""
    files = conformance_page(workshop.project, workshop.game(), report)
    page, *_ = write_all(workshop.project.output / "press" / PAGE, files)
    return page.as_uri()


def shown(browser: webdriver.Chrome) -> list[str]:
    """The ids of the cards and the numbers of the rules that can be seen."""
    items = browser.find_elements(By.CSS_SELECTOR, ".item")
    return [(each.get_attribute("id") or "").split("-")[1] for each in items if each.is_displayed()]


def item(browser: webdriver.Chrome, name: str) -> WebElement:
    return browser.find_element(By.ID, name)


def tile(browser: webdriver.Chrome, number: int) -> str:
    return browser.find_elements(By.CSS_SELECTOR, ".tiles li")[number].text.replace("\n", " ")


@pytest.fixture
def set_width(browser: webdriver.Chrome) -> Iterator[Callable[[int], None]]:
    """Gives the page a width for a while; windows of a browser without a screen are no narrower than 500 pixels."""

    def override(width: int) -> None:
        metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    yield override
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# what is told ----------------------------------------------------------------------------------------------------


def test_a_card_is_told_three_times(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    ann = item(browser, "card-ann")
    assert ann.find_element(By.CSS_SELECTOR, ".printed p").text == "Draw two cards."
    reading = [each.text for each in ann.find_elements(By.CSS_SELECTOR, ".read dt, .read dd")]
    assert reading == ["When", "once, as it is played", "Effect", "draw 2 cards"]
    cases = [each.text.upper() for each in ann.find_elements(By.CSS_SELECTOR, ".case h5")]
    assert cases == ["HAPPENS", "DOES NOT", "JUST SO", "LEFT ALONE"]
    titles = [each.text for each in ann.find_elements(By.CSS_SELECTOR, ".trial .title")]
    assert titles == ["Ann draws two", "An empty deck gives none", "One is left, one is drawn", "Daniel draws nothing"]
    told = ann.find_element(By.CSS_SELECTOR, ".trial[open] .told").text
    for words in ("Main Phase", "Esther plays Ann.", "Esther draws 2 cards.", "esther.hand: 2", "heroes.toml:3"):
        assert words in told
    assert "approved" in ann.text and "heroes.csv:2" in ann.text
    image = ann.find_element(By.CSS_SELECTOR, "img")
    assert browser.execute_script("return [arguments[0].naturalWidth, arguments[0].naturalHeight]", image) == [360, 504]


def test_marks_of_a_text_are_drawn_and_named(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    printed = item(browser, "card-bob").find_element(By.CSS_SELECTOR, ".printed p")
    mark = printed.find_element(By.CSS_SELECTOR, ".symbol")
    assert mark.get_attribute("aria-label") == "gold" and mark.size["width"] > 10
    coin = base64.b64encode((game.root / "fonts/glyphs/press/coin.svg").read_bytes()).decode()
    assert coin in mark.value_of_css_property("background-image")
    assert printed.find_element(By.CSS_SELECTOR, "strong").text == "now"


def test_what_differs_stands_beside_its_card_and_on_top(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    assert "1 scenario of 5 comes out otherwise" in browser.find_element(By.CSS_SELECTOR, ".verdict").text
    panel = browser.find_element(By.CSS_SELECTOR, ".panel")
    bob, cyd = item(browser, "card-bob"), item(browser, "card-cyd")
    for place in (panel, bob, item(browser, "rule-R102")):
        assert "esther.gold: wanted 2, found 3" in place.text
    assert bob.find_element(By.CSS_SELECTOR, ".trial.failed .told").is_displayed()
    assert "no scenario speaks for this card; write one" in cyd.text
    assert "The text has not been read." in cyd.text
    # What stands beside a card is not told again as a problem of the whole.
    assert len(browser.find_elements(By.CSS_SELECTOR, ".panel")) == 1


def test_a_changed_account_is_held_against_the_approved_one(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    changes = item(browser, "card-bob").find_element(By.CSS_SELECTOR, ".changes")
    assert [each.text.strip() for each in changes.find_elements(By.CSS_SELECTOR, "del")] == ["Esther gains 2."]
    assert [each.text.strip() for each in changes.find_elements(By.CSS_SELECTOR, "ins")] == ["Esther gains 3."]
    assert not item(browser, "card-ann").find_elements(By.CSS_SELECTOR, ".changes")


def test_rules_have_their_scenarios_and_what_proves_them(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    drawn = item(browser, "rule-R101")
    assert "A player may draw." in drawn.text and "Proven" not in drawn.text and "Not proven" not in drawn.text
    drawn.find_element(By.CSS_SELECTOR, "summary").click()
    titles = [each.text for each in drawn.find_elements(By.CSS_SELECTOR, ".trial .title")]
    assert titles == ["Ann draws two", "One is left, one is drawn"]
    assert "Exempt: What is held, not what is played." in item(browser, "rule-R103").text
    visit(browser, save(game, TRIED))
    assert 'Proven: the code of R101: "Ann draws two"' in item(browser, "rule-R101").text
    assert "Not proven" in item(browser, "rule-R102").text and "Not proven" not in item(browser, "rule-R103").text


def test_the_summary_counts(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    assert tile(browser, 0) == "3 cards 1 without a scenario; 1 account approved"
    assert tile(browser, 1) == "5 scenarios 1 fails"
    assert tile(browser, 2) == "3 rules 2 with scenarios, 1 exempt"
    assert "--mutate" in tile(browser, 3)
    assert "HAPPENS 2" in browser.find_element(By.CSS_SELECTOR, ".legend").text.upper()
    visit(browser, save(game, TRIED))
    assert tile(browser, 2) == "3 rules 1 proven, 1 exempt, 1 unproven"
    assert tile(browser, 3) == "95 % of changes noticed 38 of 40 changed words and numbers; 2 unnoticed"
    assert not browser.find_elements(By.CSS_SELECTOR, ".tiles .less")
    visit(browser, save(game, replace(TRIED, mutants=replace(MUTANTS, total=39))))
    assert tile(browser, 3).startswith("94.8 % of changes noticed 37 of 39")  # of at least 95
    assert browser.find_element(By.CSS_SELECTOR, ".tiles .less").text == "94.8 %"


def test_changes_that_nothing_notices_are_listed(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game, TRIED))
    survivors = item(browser, "survivors")
    assert "draw 3 cards ann/text.count:2" in survivors.text and "31 is 30 first/start.life" in survivors.text
    assert "draw 3 cards" in item(browser, "card-ann").find_element(By.CSS_SELECTOR, ".unnoticed").text
    survivors.find_element(By.LINK_TEXT, "Ann").click()
    assert browser.switch_to.active_element.get_attribute("id") == "card-ann"


def test_where_all_is_well_nothing_is_in_the_way(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game, FINE))
    assert browser.find_element(By.CSS_SELECTOR, ".verdict").text == "All 4 scenarios come out as the words say."
    assert tile(browser, 0) == "1 card all with scenarios; every account approved"
    assert not browser.find_elements(By.CSS_SELECTOR, ".panel, .problems, .changes, .disagreement, .badge.failed")


def test_a_card_without_a_face_is_told_all_the_same(browser: webdriver.Chrome, game: Workshop) -> None:
    game.face("<blink/>")
    visit(browser, save(game))
    ann = item(browser, "card-ann")
    assert "cannot be drawn" in ann.text and not ann.find_elements(By.CSS_SELECTOR, "img") and "Draw two" in ann.text
    (game.root / "layouts/press/styles.toml").unlink()
    visit(browser, save(game))
    assert "cannot be drawn" in item(browser, "card-ann").text


# filters and ways ------------------------------------------------------------------------------------------------


def test_filters_choose_cards_and_rules(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    count = browser.find_element(By.CSS_SELECTOR, ".count")
    assert shown(browser) == ["ann", "bob", "cyd", "R101", "R102", "R103"]
    assert count.text == "3 cards, 3 rules"
    chip(browser, "only", "failed").click()
    assert shown(browser) == ["bob", "R102"] and count.text == "1 of 3 cards, 1 of 3 rules"
    chip(browser, "only", "failed").click()
    chip(browser, "only", "untested").click()
    assert shown(browser) == ["cyd"]
    browser.find_element(By.CSS_SELECTOR, ".chip.clear").click()
    chip(browser, "color", "red").click()
    assert shown(browser) == ["ann"]
    chip(browser, "color", "red").click()
    chip(browser, "kind", "numbered rules").click()
    assert shown(browser) == ["R101", "R102", "R103"] and count.text == "0 of 3 cards, 3 rules"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("ann", ["ann", "R101"]),  # Ann, and the rule of a scenario that names her
        ("gain gold", ["bob", "R102"]),
        ("as it is played", ["ann"]),  # how it is read
        ("draws 1 card", ["ann"]),  # what was played
        ("R103", ["R103"]),
        ("xyz", []),
    ],
)
def test_a_search_reads_all_three_tellings(
    browser: webdriver.Chrome, game: Workshop, typed: str, found: list[str]
) -> None:
    visit(browser, save(game))
    search(browser).send_keys(typed)
    assert shown(browser) == found
    assert browser.find_element(By.CSS_SELECTOR, "main > .none").is_displayed() is (not found)


def test_what_is_chosen_survives_a_reload(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    chip(browser, "only", "failed").click()
    browser.refresh()
    assert shown(browser) == ["bob", "R102"]
    assert chip(browser, "only", "failed").get_attribute("aria-pressed") == "true"


def test_a_failure_leads_to_its_card_whatever_is_shown(
    browser: webdriver.Chrome, game: Workshop, set_width: Callable[[int], None]
) -> None:
    set_width(1200)
    visit(browser, save(game) + "#color=red")
    assert shown(browser) == ["ann"]
    browser.find_element(By.CSS_SELECTOR, ".panel").find_element(By.LINK_TEXT, "Bob").click()
    bob = item(browser, "card-bob")
    assert bob.is_displayed() and browser.switch_to.active_element == bob
    top, bar = browser.execute_script(
        "return [arguments[0].getBoundingClientRect().top, document.querySelector('nav').offsetHeight]", bob
    )
    assert bar <= top < bar + 60


def test_an_address_leads_to_a_card(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game) + "#rule-R103")
    assert browser.switch_to.active_element.get_attribute("id") == "rule-R103"
    assert browser.execute_script("return scrollY") > 0


def test_all_can_be_done_from_the_keyboard(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    keys = webdriver.ActionChains
    keys(browser).send_keys("/").send_keys("bob").perform()
    assert shown(browser) == ["bob", "R102"]
    keys(browser).send_keys(Keys.ESCAPE).perform()
    assert len(shown(browser)) == 6
    ann = item(browser, "card-ann")
    second = ann.find_elements(By.CSS_SELECTOR, ".trial")[1]
    assert not second.find_element(By.CSS_SELECTOR, ".told").is_displayed()
    second.find_element(By.CSS_SELECTOR, "summary").send_keys(Keys.ENTER)
    assert second.find_element(By.CSS_SELECTOR, ".told").is_displayed()
    ann.find_element(By.CSS_SELECTOR, ".face").send_keys(Keys.ENTER)
    dialog = browser.find_element(By.CSS_SELECTOR, "dialog")
    assert dialog.is_displayed() and dialog.find_element(By.CSS_SELECTOR, "img").size["width"] == 360
    keys(browser).send_keys(Keys.ESCAPE).perform()
    assert not dialog.is_displayed() and len(shown(browser)) == 6


def test_all_play_is_told_and_folded_at_once(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game))
    button = browser.find_element(By.CSS_SELECTOR, ".fold")
    told = browser.find_elements(By.CSS_SELECTOR, ".card .told")
    assert [each.is_displayed() for each in told] == [True, False, False, False, True]
    button.click()
    assert all(each.is_displayed() for each in told) and button.get_attribute("aria-pressed") == "true"
    button.click()
    assert not any(each.is_displayed() for each in told)


# how it looks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [360, 600, 800, 1000, 1200, 1440, 2200])
def test_the_page_fits_a_window_of_any_width(
    browser: webdriver.Chrome, game: Workshop, set_width: Callable[[int], None], width: int
) -> None:
    set_width(width)
    visit(browser, save(game, TRIED))
    page = browser.find_element(By.CSS_SELECTOR, "html")
    assert page.get_property("scrollWidth") == page.get_property("clientWidth")
    boxes = [
        item(browser, "card-ann").find_element(By.CSS_SELECTOR, each).rect
        for each in (".faces", ".printed", ".read", ".played")
    ]
    for one, box in enumerate(boxes):
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        for other in boxes[:one]:  # nothing lies over another
            apart = other["x"] + other["width"] <= box["x"] + 1 or other["y"] + other["height"] <= box["y"] + 1
            assert apart, (one, box, other)
    across = len({round(box["x"]) for box in boxes})
    assert across == (1 if width < 540 else 2 if width <= 960 else 3 if width <= 1344 else 4)


def test_on_paper_every_play_is_told(
    browser: webdriver.Chrome, game: Workshop, tmp_path: Path, tool: Callable[[str], str]
) -> None:
    visit(browser, save(game))
    printed = browser.execute_cdp_cmd("Page.printToPDF", {})
    path = tmp_path / "page.pdf"
    path.write_bytes(base64.b64decode(printed["data"]))
    text = subprocess.run([tool("pdftotext"), path, "-"], capture_output=True, text=True, check=True).stdout
    for words in ("Draw two cards.", "draw 2 cards", "Nothing happens.", "Esther draws 1 card.", "Esther gains 3."):
        assert words in text
    assert "Without scenarios" not in text  # a filter
    assert len(browser.find_elements(By.CSS_SELECTOR, "details[open]")) == 4  # as before: two cards', R102 and its own


def test_every_control_and_picture_has_a_name(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, save(game, TRIED))
    assert nameless(browser) == []
    marks = [each.get_attribute("aria-label") for each in browser.find_elements(By.CSS_SELECTOR, "#card-bob .mark")]
    assert marks == ["failed"]


def test_the_pages_colors_can_be_read() -> None:
    css = (HOUSE / "layouts" / "conformance" / "page.css").read_text("utf-8")
    tones = dict(re.findall(r"--([\w-]+): (#[0-9A-F]{6});", css))
    texts = ("quiet", "soft", "ink", "chosen", "wrong", "right", "happens", "not", "boundary", "bystander")
    pairs = [(text, ground) for text in texts for ground in ("ground", "raised")]
    for text, ground in [*pairs, ("on-chosen", "chosen"), ("on-wrong", "wrong")]:
        ratio = contrast(luminance(tones[text]), luminance(tones[ground]))
        assert ratio >= 4.5, f"{text} on {ground}: {ratio:.1f}"


# strangers -------------------------------------------------------------------------------------------------------


def test_a_strangers_words_are_shown_and_never_run(
    browser: webdriver.Chrome, game: Workshop, listener: tuple[str, list[str]]
) -> None:
    address, heard = listener
    words = f"{HOSTILE} <link rel=stylesheet href={address}/a.css><img src={address}/b.png>"
    hostile = trial(words, "happens", 3, "ann R101", (words, f"{words}:"), words)
    place = replace(hostile.place, file=words)
    problem = Problem(Place(words, 3, words, words), words, words)
    ann = replace(
        CARDS[0],
        name=words,
        text=words.replace("{{ 7*7 }}", ""),
        reading=(words, f"{words}: {words}"),
        trials=(replace(hostile, done=(words,), wanted=(words,), place=place),),
        approved=(words,),
        account=(f"{words}.",),
        problems=(problem,),
    )
    rule = RuleReport("R101", words, (hostile,), False, words, words, (problem,))
    mutants = Report(40, (Survivor(f"ann/{words}", words), Survivor(words, words)), 0, (), (problem,))
    visit(browser, save(game, Conformance("press", (ann,), (rule,), mutants, (problem, replace(problem, message="b")))))
    shown_as = item(browser, "card-ann")
    assert shown_as.find_element(By.CSS_SELECTOR, "h3").text == words
    assert shown_as.find_element(By.CSS_SELECTOR, ".trial .title").text == words
    assert "<script>window.hit=1</script>" in shown_as.find_element(By.CSS_SELECTOR, ".printed").text
    shown_as.find_element(By.CSS_SELECTOR, ".face").click()
    assert browser.execute_script("return window.hit") is None
    assert len(browser.find_elements(By.CSS_SELECTOR, "script")) == 1
    assert not browser.find_elements(By.CSS_SELECTOR, "link, img[src=x], [onerror]")
    assert heard == []


def test_nothing_is_asked_of_any_other_machine(browser: webdriver.Chrome, game: Workshop) -> None:
    browser.get_log("browser")
    address = save(game)
    visit(browser, address)
    assert [url.partition("#")[0] for url in requests(browser)] == [address]
    assert browser.get_log("browser") == []
    policy = browser.find_element(By.CSS_SELECTOR, "meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy and "default-src 'none'" in policy and "unsafe-inline" not in policy


def test_a_project_may_bring_its_own_page(game: Workshop) -> None:
    game.write("layouts/conformance/page.html.j2", "<p>{{ title }}</p>\n")
    assert conformance_page(game.project, game.game(), REPORT) == {"index.html": b"<p>Press</p>\n"}
    game.write("layouts/conformance/page.html.j2", "<p>\n{{ nothing }}\n")
    with pytest.raises(Refused, match=r"layouts/conformance/page\.html\.j2:2: 'nothing' is undefined"):
        conformance_page(game.project, game.game(), REPORT)
    parts = (HOUSE / "layouts/pages/parts.html.j2").read_text("utf-8")
    game.write("layouts/pages/parts.html.j2", parts.replace("{{ label }}", "{{ labels }}", 1))
    (game.root / "layouts/conformance/page.html.j2").unlink()
    with pytest.raises(Refused, match=r"layouts/pages/parts\.html\.j2:\d+: 'labels' is undefined"):
        conformance_page(game.project, game.game(), REPORT)


def test_the_same_report_gives_the_same_page(game: Workshop, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "copy"
    shutil.copytree(game.root, other)
    one = conformance_page(game.project, game.game(), TRIED)
    loaded, _ = load_game(Project(other), "press")
    assert loaded and conformance_page(Project(other), loaded, TRIED) == one
    assert conformance_page(game.project, game.game(), TRIED) == one  # with the pictures that were kept


def test_the_command_writes_the_page_whatever_it_finds(tmp_path: Path, kept: Path) -> None:
    root = copy_project(tmp_path, "light-vs-darkness", kept=kept)
    cards = root / "card_data/light-vs-darkness/cards/one-time.csv"
    cards.write_text(cards.read_text("utf-8").replace("gain +2 MP.", "gain +3 MP."), "utf-8")
    run = press(root, "conformance", "light-vs-darkness", "love-one-another")
    page = root / "output/light-vs-darkness/conformance/index.html"
    assert (run.returncode, run.stdout) == (1, f"{page}\n")
    html = page.read_text("utf-8")
    assert html.count('<article class="card') == 1 and "samuel.mp: wanted 2, found 3" in html


@pytest.mark.long
def test_a_whole_game_is_told(tmp_path: Path) -> None:
    project = Project(copy_project(tmp_path, "light-vs-darkness"))
    game, problems = load_game(project, "light-vs-darkness", scenarios=True)
    assert game and not problems
    page = conformance_page(project, game, conformance(game))["index.html"]
    assert len(page) < 8_000_000
    html = page.decode()
    # Mentors have two sides.
    assert html.count('class="face"') == len(game.cards) + sum(each.kind == "mentor" for each in game.cards.values())
    assert html.count('<article class="card') == len(game.cards)
    assert html.count('<article class="rule') == len(game.rules)
