"""Proofs, opened in a browser: what a designer sees, finds and compares, and what a stranger's record cannot do."""

import io
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path

import browsing
import pytest
from browsing import HOSTILE, PATIENCE, chip, nameless, requests, search, until
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from workshop import GAME, Workshop

from pipeline.color import contrast, luminance
from pipeline.outputs.files import write_all
from pipeline.outputs.proof import Proof, Proofreader, build_proof, store_release
from pipeline.outputs.proof_page import compare_words
from pipeline.problem import Refused
from pipeline.project import HOUSE, Project
from tests.projects import ROOT, copy_project, press, press_anew

PLACES = """
[kinds.place]
name = "Place"
file = "places"
faces = ["hero"]

[kinds.place.columns]
text = { type = "rich" }
color = { type = "color" }
"""
BACK = "back---plain"
#: A band in the card's color above its words.
FACE = """\
<rect width="69.85" height="95.25" fill="#F4F0E8"/>
<rect width="69.85" height="8" fill="{{ card.color.mid if card.color else '#DDDDDD' }}"/>
<textbox x="7" y="10" width="56" height="6" style="title" valign="baseline">{{ card.name }}</textbox>
<textbox id="rules" x="7" y="55" width="56" height="30" style="rules">{{ card.text }}</textbox>
"""


@pytest.fixture
def game(workshop: Workshop) -> Workshop:
    """Four heroes of two colors and one of none, a place, a back: seven entries of the page."""
    workshop.face(FACE)
    workshop.write("card_data/press/game.toml", GAME + PLACES)
    workshop.heroes(
        "ann,Ann,Draw two cards.,red",
        "bob,Bob,Gain {gold}.,blue",
        "cyd,Cyd,Draw one card.,blue",
        "dée,Dée,Rest.,",
        "eve,Eve,Rest.,red",
        columns="id,name,text,color",
    )
    text = (workshop.root / "card_data/press/cards/heroes.csv").read_text("utf-8").replace("dée,", "dee,")
    workshop.write("card_data/press/cards/heroes.csv", text)
    workshop.write("card_data/press/cards/places.csv", "id,name,text,color\ninn,Inn,A red roof.,red\n")
    return workshop


def edit(workshop: Workshop, old: str, new: str, name: str = "card_data/press/cards/heroes.csv") -> None:
    text = (workshop.root / name).read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    workshop.write(name, text.replace(old, new))


def save(workshop: Workshop, proof: Proof) -> str:
    """The address of the written page."""
    page, *_ = write_all(workshop.project.output / "press" / "proof", proof.files)
    return page.as_uri()


def visit(browser: webdriver.Chrome, workshop: Workshop, after: str = "") -> Proof:
    """Make the game's proof and open it, `after` standing in its address after #."""
    proof = build_proof(workshop.project, "press")
    browsing.visit(browser, save(workshop, proof) + after)
    return proof


def shown(browser: webdriver.Chrome) -> list[str]:
    """The ids of the cards that can be seen."""
    cards = browser.find_elements(By.CSS_SELECTOR, ".card")
    return [card.get_attribute("data-id") or "" for card in cards if card.is_displayed()]


def card(browser: webdriver.Chrome, name: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, f'.card[data-id="{name}"]')


# filters ---------------------------------------------------------------------------------------------------------


def test_kind_color_and_text_choose_cards(browser: webdriver.Chrome, game: Workshop) -> None:
    proof = visit(browser, game)
    assert proof.problems == () and proof.faces == 7
    assert shown(browser) == ["ann", "bob", "cyd", "dee", "eve", "inn", BACK]
    assert browser.find_element(By.CSS_SELECTOR, ".count").text == "7 cards"
    chip(browser, "color", "red").click()
    assert shown(browser) == ["ann", "eve", "inn"]
    chip(browser, "kind", "hero").click()
    assert shown(browser) == ["ann", "eve"]
    assert chip(browser, "kind", "hero").get_attribute("aria-pressed") == "true"
    chip(browser, "color", "blue").click()
    assert shown(browser) == ["ann", "bob", "cyd", "eve"]
    search(browser).send_keys("draw CARD")
    assert shown(browser) == ["ann", "cyd"]
    assert browser.find_element(By.CSS_SELECTOR, ".count").text == "2 of 7 cards"


def test_cards_without_a_color_have_a_chip(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, game)
    chip(browser, "color", "none").click()
    assert shown(browser) == ["dee", BACK]


@pytest.mark.parametrize(
    ("typed", "found"), [("dee", ["dee"]), ("DÉE", ["dee"]), ("gold", ["bob"]), ("roof inn", ["inn"]), ("xyz", [])]
)
def test_a_search_reads_names_rules_and_marks(
    browser: webdriver.Chrome, game: Workshop, typed: str, found: list[str]
) -> None:
    visit(browser, game)
    search(browser).send_keys(typed)
    assert shown(browser) == found
    assert browser.find_element(By.CSS_SELECTOR, "main > .none").is_displayed() is (not found)


def test_all_can_be_done_from_the_keyboard(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, game)
    webdriver.ActionChains(browser).send_keys("/").send_keys("draw").perform()
    assert shown(browser) == ["ann", "cyd"]
    webdriver.ActionChains(browser).send_keys(Keys.ESCAPE).perform()
    assert len(shown(browser)) == 7
    card(browser, "bob").find_element(By.CSS_SELECTOR, "button").send_keys(Keys.ENTER)
    dialog = browser.find_element(By.CSS_SELECTOR, "dialog")
    assert dialog.is_displayed() and dialog.find_element(By.CSS_SELECTOR, "h2").text == "Bob"
    assert "card_data/press/cards/heroes.csv:3" in dialog.text and "Gain {gold}." in dialog.text
    webdriver.ActionChains(browser).send_keys(Keys.ARROW_RIGHT).perform()
    assert dialog.find_element(By.CSS_SELECTOR, "h2").text == "Cyd"
    webdriver.ActionChains(browser).send_keys(Keys.ESCAPE).perform()
    assert not dialog.is_displayed()
    until(browser, lambda now: now.switch_to.active_element.text == "Cyd")


def test_what_is_chosen_survives_a_reload(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, game)
    chip(browser, "color", "blue").click()
    search(browser).send_keys("gold")
    browser.refresh()
    assert shown(browser) == ["bob"]
    assert chip(browser, "color", "blue").get_attribute("aria-pressed") == "true"


def test_an_address_from_elsewhere_chooses_only_what_is_there(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, game, "#color=blue&color=mauve&kind=%3Cscript%3E&card=nobody")
    assert shown(browser) == ["bob", "cyd"]


# the pictures ----------------------------------------------------------------------------------------------------


def test_a_picture_is_the_trim_in_its_colors(game: Workshop) -> None:
    html = build_proof(game.project, "press").files["index.html"].decode()
    sources = re.findall(r'<img src="data:image/webp;base64,([^"]+)" alt="([^"]*)" width="(\d+)" height="(\d+)"', html)
    assert [alt for _, alt, _, _ in sources][:2] == ["Ann, now", "Bob, now"] and len(sources) == 7
    for data, alt, width, height in sources[:2]:
        with Image.open(io.BytesIO(b64decode(data))) as picture:
            assert picture.size == (int(width), int(height)) == (540, 756)
            red, green, blue = picture.convert("RGB").getpixel((270, 20))  # type: ignore[misc]
        wanted = (0xAA, 0, 0) if alt.startswith("Ann") else (0, 0, 0xAA)
        assert max(abs(red - wanted[0]), abs(green - wanted[1]), abs(blue - wanted[2])) < 12


def test_the_bleed_is_cut_off(game: Workshop) -> None:
    frame = '<rect width="69.85" height="95.25" fill="#00FF00"/>\n'
    frame += '<rect x="3.175" y="3.175" width="63.5" height="88.9" fill="#FF00FF"/>'
    game.face(frame, "plain")
    html = build_proof(game.project, "press").files["index.html"].decode()
    data = re.findall(r'base64,([^"]+)" alt="plain, now"', html)
    with Image.open(io.BytesIO(b64decode(data[0]))) as picture:
        pixels = picture.convert("RGB")
        for at in ((2, 2), (537, 2), (2, 753), (537, 753), (270, 378)):
            red, green, blue = pixels.getpixel(at)  # type: ignore[misc]
            assert red > 230 and blue > 230 and green < 25, at


@pytest.mark.parametrize("box", ["0 0 4 4", "0 0 4 900", "0 0 900 4"])
def test_faces_of_any_shape_are_shown_within_bounds(game: Workshop, box: str) -> None:
    ground = '<rect width="900" height="900" fill="#123456"/>'
    game.face(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{ground}</svg>', "plain")
    html = build_proof(game.project, "press").files["index.html"].decode()
    width, height = re.findall(r'alt="plain, now" width="(\d+)" height="(\d+)"', html)[0]
    assert 1 <= int(width) <= 540 and 1 <= int(height) <= 1080


# problems --------------------------------------------------------------------------------------------------------


def test_a_broken_record_shows_its_problem_in_its_place(browser: webdriver.Chrome, game: Workshop) -> None:
    edit(game, "Gain {gold}.", "Gain {golt}.")
    edit(game, "Draw one card.", "Draw one card. " * 80)
    game.write("card_data/press/decks/all.csv", "card,quantity\nann,2\nzoe,1\n")
    proof = visit(browser, game)
    assert len(proof.problems) == 3
    assert shown(browser) == ["ann", "bob", "cyd", "dee", "eve", "inn", BACK]
    bob, cyd = card(browser, "bob"), card(browser, "cyd")
    assert 'unknown symbol {golt}; did you mean "gold"?' in bob.text and "heroes.csv:3 text" in bob.text
    assert "at 6 pt, its smallest size" in cyd.text and "heroes.csv:4" in cyd.text
    for each in (bob, cyd):
        assert "cannot be made" in each.text and not each.find_elements(By.CSS_SELECTOR, "img")
    panel = browser.find_element(By.CSS_SELECTOR, ".panel").text
    assert 'no card "zoe"' in panel and "golt" not in panel and "smallest" not in panel
    assert "cannot be made" not in card(browser, "ann").text
    chip(browser, "only", "problems").click()
    assert shown(browser) == ["bob", "cyd"]


def test_a_card_that_refers_to_a_broken_one_says_so(browser: webdriver.Chrome, game: Workshop) -> None:
    game.heroes("ann,Ann,Hi.,bob", "bob,Bob,{,", columns="id,name,text,friend")
    visit(browser, game)
    assert "left out: a card that it refers to has problems" in card(browser, "ann").text


def test_text_that_cannot_be_read_is_told_beside_the_face(browser: webdriver.Chrome, game: Workshop) -> None:
    game.face('<textbox x="7" y="7" width="50" height="8" style="title" color="#111111">Gray</textbox>', "hero")
    game.face(
        '<rect width="69.85" height="95.25" fill="#222222"/>'
        '<textbox x="7" y="7" width="50" height="8" style="title" color="#111111">Gray</textbox>',
        "plain",
    )
    visit(browser, game)
    back = card(browser, BACK)
    assert "has a contrast of 1." in back.text and back.find_elements(By.CSS_SELECTOR, "img")
    assert "contrast" not in card(browser, "ann").text


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("card_data/press/game.toml", "name = ", "game.toml"),
        ("layouts/press/styles.toml", "[styles.rules]\nfont = 'none-such'\n", "styles.toml"),
        ("card_data/press/cards/heroes.csv", "", "heroes.csv"),
        ("card_data/press/released/index.json", "{}", "released set"),
    ],
)
def test_whatever_file_is_broken_there_is_a_page_that_says_so(
    browser: webdriver.Chrome, game: Workshop, name: str, content: str, told: str
) -> None:
    game.write(name, content)
    proof = visit(browser, game)
    assert proof.problems
    assert told in browser.find_element(By.CSS_SELECTOR, ".panel").text


def test_a_project_may_bring_its_own_page(browser: webdriver.Chrome, game: Workshop) -> None:
    """File by file: what it does not bring is the house's."""
    css = (HOUSE / "layouts" / "proof" / "page.css").read_text("utf-8")
    game.write("layouts/proof/page.css", css + "h1 { text-decoration: underline }\n")
    visit(browser, game)
    assert "underline" in browser.find_element(By.CSS_SELECTOR, "h1").value_of_css_property("text-decoration")
    game.write("layouts/proof/page.html.j2", "<p>\n{{ cards }}\n")
    with pytest.raises(Refused, match=r"layouts/proof/page\.html\.j2:2: 'cards' is undefined"):
        build_proof(game.project, "press")
    game.write("layouts/proof/page.html.j2", "<p>\n{{ 'a' * 999 }}\n")
    with pytest.raises(Refused, match=r"layouts/proof/page\.html\.j2:2: \* is for numbers"):
        build_proof(game.project, "press")
    game.write("layouts/proof/page.html.j2", "<p>\n{% if %}\n")
    with pytest.raises(Refused, match=r"layouts/proof/page\.html\.j2:2: "):
        build_proof(game.project, "press")


def test_the_command_writes_the_page_and_tells_the_problems(game: Workshop) -> None:
    run = press_anew(game.root, "proof", "press")
    page = game.root / "output" / "press" / "proof" / "index.html"
    assert (run.returncode, run.stdout.strip(), run.stderr) == (0, str(page), "")
    edit(game, "Gain {gold}.", "Gain {golt}.")
    run = press(game.root, "proof", "press")
    assert (run.returncode, run.stdout.strip()) == (1, str(page))
    assert run.stderr.splitlines()[-1] == "1 problem." and "golt" in run.stderr
    assert "golt" in page.read_text("utf-8")


# strangers -------------------------------------------------------------------------------------------------------

def test_a_strangers_words_are_shown_and_never_run(
    browser: webdriver.Chrome, game: Workshop, listener: tuple[str, list[str]]
) -> None:
    address, heard = listener
    cell = HOSTILE.replace('"', '""')
    game.face('<rect width="69.85" height="95.25" fill="#EEEEEE"/>')
    game.heroes(
        f'ann,"{cell}","{cell.replace("{{ 7*7 }}", "")} {address}/text",red',
        f'"{cell}",Bob,Hello.,blue',
        columns="id,name,text,color",
    )
    edit(game, 'name = "Press"', f"name = '''{HOSTILE}'''", "card_data/press/game.toml")
    game.write(
        "fonts/glyphs/press/gem.svg",
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="parent.hit=1"><script>parent.hit=1</script>'
        f'<image href="{address}/mark.png" width="9" height="9"/><rect width="9" height="9" fill="#F00"/></svg>',
    )
    visit(browser, game)
    ann = card(browser, "ann")
    assert ann.find_element(By.CSS_SELECTOR, "h3 button").text == HOSTILE
    assert browser.find_element(By.CSS_SELECTOR, "h1").text == HOSTILE
    ann.find_element(By.CSS_SELECTOR, "h3 button").click()
    assert browser.find_element(By.CSS_SELECTOR, "dialog h2").text == HOSTILE
    broken = next(each for each in browser.find_elements(By.CSS_SELECTOR, ".card") if "Bob" in (each.text or ""))
    assert broken.get_attribute("data-id") == HOSTILE
    assert browser.execute_script("return window.hit") is None
    assert len(browser.find_elements(By.CSS_SELECTOR, "script")) == 1
    assert heard == []


def test_nothing_leaves_the_page(
    browser: webdriver.Chrome, game: Workshop, listener: tuple[str, list[str]]
) -> None:
    address, heard = listener
    browser.get_log("browser")
    visit(browser, game)
    time.sleep(1.2)  # a page that looked after itself would have done so by now
    page = f"{game.root.as_uri()}/output/press/proof/index.html"
    assert [url.partition("#")[0] for url in requests(browser)] == [page]
    assert browser.get_log("browser") == []
    # What could be put into the page is held by its policy.
    told = browser.execute_async_script(
        """
        const [address, done] = arguments;
        window.policies = [];
        document.addEventListener("securitypolicyviolation", (event) => policies.push(event.effectiveDirective));
        new Image().src = `${address}/image.png`;
        const script = document.createElement("script");
        document.body.append(script);
        const style = document.createElement("style");
        style.textContent = "body { display: none }";
        document.body.append(style);
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = `${address}/style.css`;
        document.body.append(link);
        try { script.textContent = "window.hit = 1"; } catch { policies.push("trusted-types"); }
        fetch(`${address}/fetch`).catch(() => setTimeout(() => done(policies), 300));
        """,
        address,
    )
    assert {"img-src", "connect-src", "trusted-types"} <= set(told)
    assert any(each.startswith("style-src") for each in told)
    assert browser.execute_script("return window.hit") is None
    assert browser.find_element(By.CSS_SELECTOR, "main").is_displayed()
    assert heard == []


def test_every_control_and_picture_has_a_name(browser: webdriver.Chrome, game: Workshop) -> None:
    visit(browser, game)
    assert nameless(browser) == []


def test_the_pages_colors_can_be_read() -> None:
    css = (HOUSE / "layouts" / "proof" / "page.css").read_text("utf-8")
    tones = dict(re.findall(r"--(\w+): (#[0-9A-F]{6});", css))
    for ground in ("ground", "raised"):
        for text in ("quiet", "soft", "ink", "chosen", "wrong", "right"):
            ratio = contrast(luminance(tones[text]), luminance(tones[ground]))
            assert ratio >= 4.5, f"{text} on {ground}: {ratio:.1f}"


# releases --------------------------------------------------------------------------------------------------------


def test_old_and_new_stand_side_by_side(browser: webdriver.Chrome, game: Workshop) -> None:
    paths = store_release(game.project, "press", "First <edition>")
    folder = game.root / "card_data" / "press" / "released"
    assert {path.name for path in paths} == {path.name for path in folder.iterdir()}
    assert len(paths) == 8 and (folder / "ann.webp").is_file() and (folder / "index.json").is_file()
    visit(browser, game)
    assert "beside First <edition> as released" in browser.find_element(By.CSS_SELECTOR, "header").text
    chip(browser, "only", "changed").click()
    assert shown(browser) == []

    edit(game, "Draw two cards.", "Draw three cards.")
    edit(game, "eve,Eve,Rest.,red\n", "fay,Fay,Rest.,red\n")
    visit(browser, game, "#only=changed")
    assert shown(browser) == ["ann", "fay", "eve"]
    ann = card(browser, "ann")
    captions = [each.text for each in ann.find_elements(By.CSS_SELECTOR, "figcaption")]
    assert captions == ["First <edition>", "now"]
    before, now = (each.get_attribute("src") for each in ann.find_elements(By.CSS_SELECTOR, "img"))
    released = (folder / "ann.webp").read_bytes()
    assert before and now and before != now
    assert b64decode(before.partition(",")[2]) == released
    assert "new" in card(browser, "fay").text and "gone" in card(browser, "eve").text
    assert card(browser, "eve").find_elements(By.CSS_SELECTOR, "img")
    ann.find_element(By.CSS_SELECTOR, "h3 button").click()
    side = browser.find_element(By.CSS_SELECTOR, "dialog .side")
    assert side.find_element(By.CSS_SELECTOR, "del").text == "two"
    assert side.find_element(By.CSS_SELECTOR, "ins").text == "three"


def test_a_drawing_made_otherwise_that_looks_the_same_is_unchanged(browser: webdriver.Chrome, game: Workshop) -> None:
    store_release(game.project, "press", "First")
    # The ground in two halves: other paths, the same picture.
    game.face(
        '<rect width="69.85" height="50" fill="#222222"/><rect y="50" width="69.85" height="45.25" fill="#222222"/>',
        "plain",
    )
    visit(browser, game, "#only=changed")
    assert shown(browser) == []
    dot = '<circle cx="35" cy="48" r="2" fill="#888888"/>'
    game.face(f'<rect width="69.85" height="95.25" fill="#222222"/>{dot}', "plain")
    visit(browser, game, "#only=changed")
    assert shown(browser) == [BACK]


def test_only_what_prints_can_be_released(game: Workshop) -> None:
    store_release(game.project, "press", "First")
    folder = game.root / "card_data" / "press" / "released"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    edit(game, "Draw one card.", "Draw one card. " * 80)
    with pytest.raises(Refused, match="smallest size"):
        store_release(game.project, "press", "Second")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    edit(game, "Draw one card. " * 80, "Draw one card.")
    edit(game, "eve,Eve,Rest.,red\n", "")
    store_release(game.project, "press", "Second")
    assert set(before) - {path.name for path in folder.iterdir()} == {"eve.webp"}
    assert json.loads((folder / "index.json").read_bytes())["edition"] == "Second"


def test_a_released_set_cannot_lead_out_of_its_folder(game: Workshop) -> None:
    store_release(game.project, "press", "First")
    index = game.root / "card_data" / "press" / "released" / "index.json"
    secret = game.write("secret.webp", b"secret")
    told = json.loads(index.read_bytes())
    told["faces"]["../../../secret"] = told["faces"].pop("ann")
    index.write_text(json.dumps(told), "utf-8")
    proof = build_proof(game.project, "press")
    assert secret.is_file() and b"c2VjcmV0" not in proof.files["index.html"]
    assert any('the picture of "../../../secret" is missing' in str(problem) for problem in proof.problems)


def test_a_linked_released_folder_is_neither_read_nor_written(
    game: Workshop, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "index.json").write_text('{"edition": "Stolen", "faces": {}, "cards": {}}', "utf-8")
    (game.root / "card_data" / "press" / "released").symlink_to(outside)
    proof = build_proof(game.project, "press")
    assert proof.problems and b"Stolen" not in proof.files["index.html"]
    with pytest.raises(Refused, match="leads out of the project folder"):
        store_release(game.project, "press", "First")
    assert [path.name for path in outside.iterdir()] == ["index.json"]


@pytest.mark.parametrize(
    ("old", "new", "pieces"),
    [
        ("Draw 1 card.", "Draw 1 card.", [("same", "Draw 1 card.")]),
        (
            "Draw 1 card.",
            "Draw 2 cards.",
            [
                *(("same", "Draw "), ("old", "1"), ("new", "2")),
                *(("same", " "), ("old", "card"), ("new", "cards"), ("same", ".")),
            ],
        ),
        ("", "Rest.", [("new", "Rest.")]),
        ("Rest.", "", [("old", "Rest.")]),
        ("{R}: Add.", "{G}: Add.", [("same", "{"), ("old", "R"), ("new", "G"), ("same", "}: Add.")]),
    ],
)
def test_changed_words(old: str, new: str, pieces: list[tuple[str, str]]) -> None:
    assert compare_words(old, new) == pieces


# speed and watching ----------------------------------------------------------------------------------------------


def test_one_changed_record_draws_one_face(game: Workshop) -> None:
    reader = Proofreader(game.project, "press")
    assert reader.proof().drawn == 7
    again = reader.proof()
    assert (again.faces, again.drawn) == (7, 0)
    edit(game, "Gain {gold}.", "Gain much {gold}.")
    assert reader.proof().drawn == 1
    assert build_proof(game.project, "press").drawn == 0  # from the disk
    edit(game, "ann,Ann", "zoe,Zoe,Rest.,blue\nann,Ann")
    assert reader.proof().drawn == 1  # all others have moved down a line


def test_what_a_face_shows_of_others_counts(game: Workshop) -> None:
    game.face(
        '<rect width="69.85" height="95.25" fill="#EEEEEE"/><textbox x="7" y="7" width="56" height="6" style="title" '
        'color="#000000">{{ card.friend.name if card.friend else "nobody" }}</textbox>',
    )
    game.heroes("ann,Ann,bob", "bob,Bob,", "cyd,Cyd,", columns="id,name,friend")
    game.write("card_data/press/cards/places.csv", "id,name,text\n")
    game.write("card_data/press/game.toml", GAME)
    (game.root / "card_data/press/cards/places.csv").unlink()
    reader = Proofreader(game.project, "press")
    first = reader.proof()
    assert first.problems == () and first.faces == 4
    edit(game, "Bob", "Robert")
    assert reader.proof().drawn == 1
    edit(game, "#EEEEEE", "#EEEEFF", "layouts/press/faces/hero.svg.j2")
    assert reader.proof().drawn == 2  # "Robert", and "nobody" for both others


def test_the_same_game_gives_the_same_page(game: Workshop, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "copy"
    shutil.copytree(game.root, other)
    one, two = build_proof(game.project, "press"), build_proof(Project(other), "press")
    assert one.files == two.files and set(one.files) == {"index.html"}


def test_a_watched_page_follows_what_is_saved(browser: webdriver.Chrome, game: Workshop) -> None:
    page = game.root / "output" / "press" / "proof" / "index.html"
    command = [sys.executable, "-m", "pipeline", "--root", str(game.root), "proof", "press", "--watch"]
    watching = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert watching.stdout and watching.stdout.readline().strip() == str(page)
        browser.set_window_size(700, 600)
        browser.get(page.as_uri())
        chip(browser, "kind", "hero").click()
        browser.execute_script("scrollTo(0, 150)")
        browser.get_log("performance")
        old = card(browser, "ann").find_element(By.CSS_SELECTOR, "img").get_attribute("src")

        saved = time.perf_counter()
        edit(game, "Draw two cards.", "Draw three cards.")
        while "draw three cards." not in (text := page.read_text("utf-8")):
            assert text.startswith("<!doctype html>") and text.endswith("</html>\n")
            assert time.perf_counter() - saved < PATIENCE
            time.sleep(0.01)
        written = time.perf_counter() - saved
        until(browser, lambda now: "three" in (card(now, "ann").get_attribute("data-text") or ""))
        seen = time.perf_counter() - saved
        print(f"saved to written: {written:.2f} s; saved to seen in the browser: {seen:.2f} s")
        assert written < 10
        assert card(browser, "ann").find_element(By.CSS_SELECTOR, "img").get_attribute("src") != old
        assert shown(browser) == ["ann", "bob", "cyd", "dee", "eve"]
        assert browser.execute_script("return scrollY") == 150
        assert {url.partition("?")[0].partition("#")[0] for url in requests(browser)} == {
            page.as_uri(),
            page.with_name("stamp.svg").as_uri(),
        }

        edit(game, "Gain {gold}.", "Gain {golt}.")
        until(browser, lambda now: "golt" in card(now, "bob").text)
        edit(game, "Gain {golt}.", "Gain {gold}.")
        until(browser, lambda now: "cannot be made" not in card(now, "bob").text)
        assert watching.poll() is None
        watching.send_signal(signal.SIGINT)
        _, told = watching.communicate(timeout=PATIENCE)
        assert watching.returncode == 0 and "Traceback" not in told
        assert "7 faces, 1 drawn anew, 0 problems." in told.splitlines()
    finally:
        watching.kill()
        watching.wait()
        browser.set_window_size(1440, 1000)


@pytest.mark.long
def test_a_whole_game_is_quick_and_small(tmp_path: Path) -> None:
    game = "light-vs-darkness"
    root = copy_project(tmp_path, game)
    reader = Proofreader(Project(root), game, live=True)
    begun = time.perf_counter()
    first = reader.proof()
    made = time.perf_counter() - begun
    size = len(first.files["index.html"])
    table = root / "card_data" / game / "cards" / "strongholds.csv"
    text = table.read_text("utf-8")
    assert "disabled while in play" in text
    table.write_text(text.replace("disabled while in play", "disabled while in the game", 1), "utf-8")
    begun = time.perf_counter()
    again = reader.proof()
    anew = time.perf_counter() - begun
    print(f"{first.faces} faces: first {made:.1f} s, one record anew {anew:.2f} s, {size / 1e6:.2f} MB")
    assert first.problems == () and again.drawn == 1
    assert size < 8_000_000 and anew < 5
