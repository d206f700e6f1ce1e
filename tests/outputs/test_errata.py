"""Errata: which words of a text are new, what is told of them, and patches that fit the card they are pasted on."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from lxml import html
from workshop import Workshop

from pipeline.load import load_game
from pipeline.model import Game
from pipeline.outputs.errata.build import errata_files
from pipeline.outputs.errata.wording import Stretch, compared
from pipeline.outputs.faces import faces_pdf
from pipeline.outputs.rulebook.book import expand, load_book
from pipeline.outputs.sheets import load_sheet
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.rules import changes
from tests.projects import ROOT, copy_project

GAME = "light-vs-darkness"
#: Pixels in a millimetre: the sizes of papers and faces are whole numbers of them.
DOTS = 20


@pytest.fixture(scope="module")
def lvd() -> Game:
    game, problems = load_game(Project(ROOT), GAME)
    assert game is not None and not problems
    return game


# ----------------------------------------------------------------------------------------------------- changed words


def marked(stretches: Sequence[Stretch]) -> str:
    """Changed words in brackets, glyphs in braces."""
    told = (each.text or f"{{{'+'.join(each.tokens)}}}" for each in stretches)
    return "".join(f"[{text}]" if each.changed else text for text, each in zip(told, stretches, strict=True))


#: Draft 5, Appendix B beside section 7; the words that a reader would mark.
WORDS = [
    (
        "Player with the least anointing loses an additional 3 anointing.",
        "After Fear attacks, the player(s) with the fewest anointing cards in play lose 3 anointing on their next turn "
        "(ties: all tied players).",
        "[Player] with the [least anointing loses an additional] 3 anointing.",
        "[After Fear attacks, the player(s)] with the [fewest anointing cards in play lose] 3 anointing [on their next "
        "turn (ties: all tied players)].",
    ),
    (
        "MP rewards from demolished Strongholds are halved, rounded up (while in play).",
        "While in play, MP rewards from demolishing other Strongholds are halved, rounded up. (Shame itself pays its "
        "full 9.)",
        "MP rewards from [demolished] Strongholds are halved, rounded up [(while in play).]",
        "[While in play,] MP rewards from [demolishing other] Strongholds are halved, rounded up[. (Shame itself pays "
        "its full 9.)]",
    ),
    (
        "Each player loses 2 colorless anointing every round.",
        "At the start of your turn, you lose 2 anointing (the first 2 you make this turn).",
        "[Each player loses] 2 [colorless] anointing [every round].",
        "[At the start of your turn, you lose] 2 anointing [(the first 2 you make this turn)].",
    ),
    (
        "All cards cost +1 colorless anointing to play.",
        "All cards cost +1 generic to play.",
        "All cards cost +1 [colorless anointing] to play.",
        "All cards cost +1 [generic] to play.",
    ),
    (
        "If you have played more than 5 red cards this game gain +2 MP.",
        "If you have played more than 5 Red Truth cards this game, gain +2 MP.",
        "If you have played more than 5 [red] cards this game gain +2 MP.",
        "If you have played more than 5 [Red Truth] cards this game[,] gain +2 MP.",
    ),
]


@pytest.mark.parametrize(("before", "after", "gone", "new"), WORDS)
def test_the_words_that_are_gone_and_those_that_are_new(before: str, after: str, gone: str, new: str) -> None:
    old, now = compared(before, after)
    assert (marked(old), marked(now)) == (gone, new)


@pytest.mark.parametrize(
    ("before", "after", "gone", "new"),
    [
        ("Draw 1 card.", "Draw 1 card.", "Draw 1 card.", "Draw 1 card."),
        ("Draw 1 card.", "*Draw* **1** card.", "Draw 1 card.", "Draw 1 card."),
        ("", "Draw 1 card.", "", "[Draw 1 card.]"),
        ("Add {R}.", "Add {R}{2}.", "Add {R}.", "Add {R}[{2}]."),
        ("Add {R}.", "Add {B}.", "Add [{R}].", "Add [{B}]."),
        ("Gain +1 MP.", "Gain +2 MP.", "Gain [+1] MP.", "Gain [+2] MP."),
        ("Draw a card.", "Draw a card.\nGain 1 MP.", "Draw a card.", "Draw a card. [Gain 1 MP.]"),
        # One word that two sentences share is no word that was kept.
        ("Take a card now.", "Nobody draws a second.", "[Take a card now].", "[Nobody draws a second]."),
    ],
)  # fmt: skip
def test_words_glyphs_and_paragraphs(before: str, after: str, gone: str, new: str) -> None:
    old, now = compared(before, after)
    assert (marked(old), marked(now)) == (gone, new)


# -------------------------------------------------------------------------------------------------- what has changed

#: Appendix B, row by row; its author names a kind for the last three rows only, the last of which is of two cards. What
#: plays otherwise, and why, is written down in tests/rules/test_editions.py.
PRINTED = [
    ("stronghold-fear", "same play"),
    ("stronghold-shame", "same play"),
    ("stronghold-lying", "same play"),
    ("stronghold-infirmity", "same play"),
    ("stronghold-heaviness", "same play"),
    ("stronghold-abandonment", "plays otherwise"),
    ("stronghold-lust", "same play"),
    ("stronghold-addictions", "same play"),
    ("stronghold-anger", "plays otherwise"),
    ("stronghold-poverty", "same play"),
    ("stronghold-jealousy", "same play"),
    ("stronghold-grief", "same play"),
    ("stronghold-occult", "plays otherwise"),
    ("love-one-another", "clarity only"),
    ("the-blood-of-the-lamb", "clarity only"),
    ("mentor-mary", "no change"),
    ("the-lord-provides", "no change"),
]


def test_the_printed_cards_in_the_order_of_the_appendix(lvd: Game) -> None:
    assert [(each.card.id, each.told) for each in changes(lvd, "printed")] == PRINTED


def test_cards_that_quote_words_of_today_still_stand(lvd: Game) -> None:
    standing = [each.card.id for each in changes(lvd, "printed") if each.stands]
    assert standing == ["mentor-mary", "the-lord-provides"]


def test_words_that_cannot_be_read_say_nothing_of_the_play(tmp_path: Path) -> None:
    root = copy_project(tmp_path, GAME)
    table = root / f"card_data/{GAME}/editions/printed.csv"
    text = table.read_text("utf-8").replace("Negates the first Truth card", "Eats the first Truth card")
    table.write_text(text + "stronghold-pride,name,Haughtiness,\n", "utf-8")
    game, _ = load_game(Project(root), GAME)
    assert game is not None
    found = {(each.card.id, each.field): each for each in changes(game, "printed")}
    occult, pride = found["stronghold-occult", "text"], found["stronghold-pride", "name"]
    assert (occult.play, occult.told) == ("unread", "new wording")
    assert (pride.play, pride.told, pride.before, pride.after) == ("unplayed", "new wording", "Haughtiness", "Pride")


# ------------------------------------------------------------------------------------------------------- the appendix

BOOK = """
title = "Trial Book"
dark_kinds = ["stronghold"]

[[chapter]]
id = "errata"
title = "Errata"
file = "chapters/errata.md"
"""
CHAPTER = """
{{ errata_key() }}

| Card | Change | As printed | Now reads |
|---|---|---|---|
{% for each in errata("EDITION") %}
| {{ each.names }} | {{ each.kind }} | {{ each.before }} | {{ each.after }} |
{% endfor %}
"""


def appendix(root: Path, edition: str) -> html.HtmlElement:
    folder = copy_project(root, GAME) / f"layouts/{GAME}/rulebook"
    (folder / "book.toml").write_text(BOOK, "utf-8")
    (folder / "chapters/errata.md").write_text(CHAPTER.replace("EDITION", edition), "utf-8")
    game, _ = load_game(Project(root), GAME)
    assert game is not None
    return html.fromstring(f"<div>{expand(Project(root), load_book(Project(root), game)).bodies['errata']}</div>")


def told(element: html.HtmlElement) -> str:
    """A cell as it is read, struck words in brackets and new ones between stars."""
    for each in element.iter("del", "ins"):
        before, after = ("[", "]") if each.tag == "del" else ("*", "*")
        each[0].text = before + each[0].text + after
    for each in element.iter("br"):
        each.tail = ", " + (each.tail or "")
    return " ".join(element.text_content().split())


def test_the_appendix_has_a_row_for_every_row_of_the_documents(tmp_path: Path) -> None:
    page = appendix(tmp_path, "printed")
    rows = [[told(cell) for cell in row] for row in page.iter("tr")]
    assert rows[0] == ["Card", "Change", "As printed", "Now reads"]
    assert len(rows) == 1 + 16
    poverty = "All cards cost +1 [colorless anointing] to play.", "All cards cost +1 *generic* to play."
    assert rows[10] == ["Poverty", "Same play", *poverty]
    assert rows[14][:2] == ["Love one another no. 65", "Clarity only"]
    quoted = "“colorless anointing”"
    assert rows[16] == ["Mary of Bethany no. 12, The Lord Provides no. 191", "No change", quoted, quoted]
    assert [cell.get("scope") for cell in page.iter("th")] == ["col"] * 4 + ["row"] * 16


def test_the_kind_of_change_is_told_by_a_mark_and_in_words(tmp_path: Path) -> None:
    page = appendix(tmp_path, "printed")
    kinds = {row[0].text_content(): row[1].find("span") for row in page.iter("tr") if row[1].find("span") is not None}
    assert "errata-otherwise.svg" in kinds["Anger"].get("style") and kinds["Anger"].text == "Plays otherwise"
    assert "errata-same.svg" in kinds["Fear"].get("style") and kinds["Fear"].text == "Same play"
    assert "errata-stands.svg" in kinds["Mary of Bethany no. 12The Lord Provides no. 191"].get("style")
    key = " ".join(page.find_class("key")[0].text_content().split())
    assert key == "struck out no longer applies; underlined is new; plays otherwise; plays as before; still stands"


def test_an_unknown_edition_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        appendix(tmp_path, "printd")
    assert str(refused.value.problems[0]) == (
        f'layouts/{GAME}/rulebook/chapters/errata.md:6: there is no edition "printd"; did you mean "printed"?'
    )


# ----------------------------------------------------------------------------------------------------- what is printed


def built(workshop: Workshop, edition: str = "old", paper: str = "letter") -> dict[str, bytes]:
    press = workshop.press()
    sheet = load_sheet(workshop.project, paper)
    return errata_files(press, edition, changes(press.game, edition), paper, sheet)


def pages(pdf: bytes) -> pdfium.PdfDocument:
    return pdfium.PdfDocument(pdf)


def words(pdf: bytes) -> list[str]:
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pages(pdf)]


def pixels(pdf: bytes, page: int = 0) -> np.ndarray:
    return pages(pdf)[page].render(scale=DOTS * 25.4 / 72).to_numpy()[..., :3]


def edition(workshop: Workshop, *rows: str) -> None:
    workshop.write("card_data/press/editions/old.csv", "\n".join(("card,field,wording,change", *rows)) + "\n")


def test_a_patch_is_the_text_box_of_the_new_face_at_its_own_size(workshop: Workshop) -> None:
    text = "Draw {gold} and gain two of them at the end of each of your turns."
    workshop.heroes(f"ann,Ann,{text},red", columns="id,name,text,color")
    edition(workshop, "ann,text,Draw one.,")
    patch = pixels(built(workshop)["old-patches-letter.pdf"])
    face = pixels(faces_pdf(workshop.press(), [workshop.made()]))
    # The box of the template: 7, 55, 56 x 30. The patch begins 12 mm from the left and 29 mm from the top and is half a
    # millimetre wider at both sides.
    inside = np.s_[int(29.2 * DOTS) : int(58.8 * DOTS), int(12.7 * DOTS) : int(68.3 * DOTS)]
    there = np.s_[int(55.2 * DOTS) : int(84.8 * DOTS), int(7.2 * DOTS) : int(62.8 * DOTS)]
    assert patch[inside].shape == face[there].shape
    # Letters that begin on another fraction of a dot are rounded otherwise; larger ones would differ all over.
    off = np.abs(patch[inside].astype(int) - face[there].astype(int)).max(axis=2) > 40
    assert off.mean() < 0.0005
    assert (patch[inside] != patch[int(29.2 * DOTS), int(12.7 * DOTS)]).any(), "no letter is on it"


def test_a_patch_has_lines_to_cut_along_and_ground_beyond_them(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Draw two.,red", columns="id,name,text,color")
    edition(workshop, "ann,text,Draw one.,")
    page = pixels(built(workshop)["old-patches-letter.pdf"])
    ground = [0x00, 0x00, 0xAA]  # red, as pdfium has it: blue, green, red

    def dashed(line: np.ndarray) -> bool:
        return any((each != ground).any() for each in line) and any((each == ground).all() for each in line)

    top, bottom, left, right = (int(each * DOTS) for each in (29, 59, 12, 69))
    assert all(dashed(page[row, left + 40 : right - 40]) for row in (top, bottom))
    assert all(dashed(page[top + 40 : bottom - 40, column]) for column in (left, right))
    beyond = int(0.3 * DOTS)
    assert (page[top - beyond, left + 40 : right - 40] == ground).all()
    assert (page[top + 40 : bottom - 40, right + beyond] == ground).all()
    assert (page[top - int(0.8 * DOTS), left + 40 : right - 40] == 255).all()
    # A mark leads on from every corner, clear of the ground.
    for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
        out = -1 if y == top else 1
        assert (page[y + out * int(2 * DOTS), x - 2 : x + 3] < 100).any(), "no mark"


def test_only_the_patched_words_are_in_the_patches(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Draw two.,red", "bo,Bob,Draw three.,blue", columns="id,name,text,color")
    edition(workshop, "ann,text,Draw one.,", "bo,name,Bo,")
    (told,) = words(built(workshop)["old-patches-letter.pdf"])
    assert told.count("Draw two.") == 1 and "Draw three" not in told
    assert "Press: patches since “old”" in told and "50 mm at 100 %" in told and "Bob, name" in told


def test_cards_and_patches_come_as_often_as_a_set_has_them(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Draw two.,red", "bo,Bo,Draw three.,blue", columns="id,name,text,color")
    workshop.write("card_data/press/decks/all.csv", "card,quantity\nann,20\nbo,1\n")
    edition(workshop, "ann,text,Draw one.,clarity only", "bo,text,Draw three.,")
    files = built(workshop)
    assert sorted(files) == ["errata-old.txt", "old-letter.pdf", "old-patches-letter.pdf"]
    sheets = words(files["old-letter.pdf"])
    assert [page.count("Draw two.") for page in sheets] == [9, 9, 2] and not any("three" in page for page in sheets)
    first, second = words(files["old-patches-letter.pdf"])
    assert [(page.count("Draw two."), page.count("of 20")) for page in (first, second)] == [(18, 18), (2, 2)]
    assert "Ann (Hero, 20 copies, clarity only)" in files["errata-old.txt"].decode()


def test_a_text_in_two_boxes_has_no_patch_and_that_is_told(workshop: Workshop) -> None:
    workshop.heroes('ann,Ann,"Draw two.\nGain one.",red', columns="id,name,text,color")
    workshop.face(
        """<rect width="69.85" height="95.25" fill="#DDDDDD"/>
        <textbox x="7" y="55" width="56" height="6" style="rules">{{ card.text.split("\n")[0] }}</textbox>
        <textbox x="7" y="65" width="56" height="6" style="rules">{{ card.text.split("\n")[1] }}</textbox>"""
    )
    edition(workshop, "ann,text,Draw one.,")
    files = built(workshop)
    assert sorted(files) == ["errata-old.txt", "old-letter.pdf"]
    assert "Ann (Hero, print the whole card, there is no patch)" in files["errata-old.txt"].decode()


def test_a_text_on_a_picture_is_cut_out_with_it(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Draw two.,red", columns="id,name,text,color")
    workshop.face(
        """<path d="M0 0H69.85V70H0Z" fill="#22AA22"/><path d="M0 70H69.85V95.25H0Z" fill="#AA2222"/>
        <textbox x="7" y="7" width="56" height="6" style="title">{{ card.name }}</textbox>
        <textbox x="7" y="55" width="56" height="30" style="rules">{{ card.text }}</textbox>"""
    )
    edition(workshop, "ann,text,Draw one.,")
    pdf = built(workshop)["old-patches-letter.pdf"]
    page = pixels(pdf)
    above, below = page[int(30 * DOTS), int(13.5 * DOTS)], page[int(58 * DOTS), int(13.5 * DOTS)]
    assert (list(above), list(below)) == ([0x22, 0xAA, 0x22], [0x22, 0x22, 0xAA])
    assert words(pdf)[0].count("Ann") == 1, "the name of the face is on the patch"


def test_where_nothing_has_changed_only_that_is_told(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Draw two.,red", columns="id,name,text,color")
    edition(workshop, "ann,text,Draw two.,")
    files = built(workshop)
    assert sorted(files) == ["errata-old.txt"]
    assert files["errata-old.txt"].decode().splitlines()[3:] == [
        'Nothing: every card of the edition "old" still stands as it was printed.'
    ]


def test_the_list_reads_aloud(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Gain {gold} {R}.,red", "bo,Bo,Stay.,red", columns="id,name,text,color")
    edition(workshop, "ann,text,,", "bo,text,Stay.,")
    lines = built(workshop)["errata-old.txt"].decode().splitlines()
    assert lines == [
        "Press: what to print again",
        "==========================",
        "",
        '1 card has changed since the edition "old".',
        "",
        "",
        "These have new words. Read them before you play.",
        "",
        "Ann (Hero)",
        "  was  nothing",
        "  now  Gain gold Red.",
        "",
        "",
        "Nothing to do: what is printed still stands on Bo.",
    ]


def test_the_same_game_gives_the_same_bytes(workshop: Workshop) -> None:
    workshop.heroes("ann,Ann,Draw two.,red", columns="id,name,text,color")
    edition(workshop, "ann,text,Draw one.,")
    assert built(workshop, paper="a4") == built(workshop, paper="a4")
    width, height = pages(io.BytesIO(built(workshop, paper="a4")["old-patches-a4.pdf"]))[0].get_size()
    assert (round(width / 72 * 25.4), round(height / 72 * 25.4)) == (210, 297)
