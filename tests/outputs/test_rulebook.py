"""The rulebook's press: chapters are bound to the game, and what comes out is a whole, readable book."""

import io
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import outloud
import pikepdf
import pypdfium2
import pytest

from pipeline.crew import hire
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.outputs.pages import foreign_fonts
from pipeline.outputs.rulebook import build
from pipeline.outputs.rulebook.book import check_book, expand, load_book
from pipeline.outputs.rulebook.booklet import imposed
from pipeline.outputs.rulebook.build import rulebook_pdf, rulebook_text
from pipeline.outputs.rulebook.papers import papers
from pipeline.outputs.rulebook.parts import PartPress
from pipeline.problem import Refused
from pipeline.project import Project
from tests.projects import copy_project, press

GAME = "light-vs-darkness"
POINT = 72 / 25.4

BOOK = """
title = "Trial Book"
set = "Set 1"
scripture = "John 1:5"
dark_kinds = ["stronghold"]

[[chapter]]
id = "costs"
title = "Paying"
line = "What a card costs"
contents = "what it costs"
file = "chapters/costs.md"

[[chapter]]
id = "enemy"
title = "The Enemy"
file = "chapters/enemy.md"
dark = true

[[chapter]]
id = "changes"
title = "Changes"
file = "chapters/changes.md"
appendix = true
"""
COSTS = """
Players start at {{ value("start.life") }} Life and draw {{ words(value("start.hand")) }} cards.
{{ told("R404", "R406") }}

{{ rule("R204", "A letter is a promise.") }}
{{ rule("R205") }}

::: box
## Intercession

{{ card("stronghold-fear") }} pays {{ card("stronghold-fear").mp }} {{ glyph("MP") }}; see {{ ref("enemy") }} and
{{ ref("R204") }}. {{ scripture("Romans 8:26") }}
:::

| Color | Letter | Spirit |
|---|---|---|
{% for each in colors() %}
| {{ each.name }} | {{ each.letter }} | {{ each.words.aspect }} |
{% endfor %}

It costs {{ cost(card("a-chain-of-gold")) }}. {{ term("Generic", main=True) }} is
{{ term("Anointing > colorless", "colorless anointing") }}.
"""
ENEMY = """
## In words

{{ face("stronghold-fear", 40) }}

{{ figure("anatomy-stronghold", caption="Fear, in parts", alt="The parts of the card Fear") }}

{{ term("Generic") }} again, and {{ term("Generic") }} once more.
{{ term("Demolish", "") }}{{ term("Destroy", "", see="Demolish") }}
"""
CHANGES = """
| Word | Meaning |
|---|---|
| Red | no color is wild |

{{ example("blow") }}
"""
EXAMPLE = """
title = "A blow"
do = ["end dark"]

[given]
round = 4
phase = "dark"
strongholds = ["stronghold-shame"]

[given.esther]
life = 20
"""


def lay(root: Path) -> Project:
    """A project with a book of its own about the game's cards."""
    copy_project(root, GAME)
    examples = root / "card_data" / GAME / "examples"
    examples.mkdir(exist_ok=True)
    for old in examples.glob("*"):
        old.unlink()
    (examples / "blow.toml").write_text(EXAMPLE, encoding="utf-8")
    return write(Project(root))


def write(project: Project, book: str = BOOK, waivers: str = "", **chapters: str) -> Project:
    """Give the project a book of these chapters, beside those that it has here."""
    folder = project.root / "layouts" / GAME / "rulebook"
    for old in (*(folder / "chapters").glob("*"), *folder.glob("waivers.toml")):
        old.unlink()
    (folder / "book.toml").write_text(book, encoding="utf-8")
    for name, text in {"costs": COSTS, "enemy": ENEMY, "changes": CHANGES, **chapters}.items():
        (folder / "chapters" / f"{name}.md").write_text(text, encoding="utf-8")
    if waivers:
        (folder / "waivers.toml").write_text(waivers, encoding="utf-8")
    return project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return lay(tmp_path_factory.mktemp("book"))


@pytest.fixture(scope="module")
def letter(project: Project) -> bytes:
    return rulebook_pdf(project, GAME, "letter")


@pytest.fixture(scope="module")
def digest(project: Project) -> bytes:
    return rulebook_pdf(project, GAME, "digest")


def texts(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


# ------------------------------------------------------------------------------------------ what is printed


def test_numbers_rules_and_cards_are_the_games(letter: bytes) -> None:
    page = flat(texts(letter)[2])
    assert "Players start at 30 Life and draw five cards." in page
    assert "R404 R406" in page
    assert "A letter is a promise. The letter in a cost is a colored requirement: 1 anointing of that color." in page
    assert "Fear pays 8" in page
    assert "see Section 2, page 4 and R204, page 3. Romans 8:26" in page
    assert "Light Blue L Might" in page


def test_the_contents_know_the_pages(letter: bytes) -> None:
    contents = flat(texts(letter)[1])
    assert "1 Paying what it costs 3" in contents
    assert "2 The Enemy" in contents and "A Changes" in contents
    page = re.search(r"The Enemy\s+(\d+)", contents)
    assert page and "In words" in texts(letter)[int(page[1]) - 1]
    index = re.search(r"appendices.*Index\s+(\d+)", contents, re.IGNORECASE)
    assert index and int(index[1]) == len(texts(letter))


def test_the_index_names_a_page_once_and_a_definition_in_bold(letter: bytes) -> None:
    index = flat(texts(letter)[-1])
    assert "Generic, 3, 5" in index or "Generic, 3, 4" in index
    assert "Anointing colorless, 3" in index
    assert "Demolish, 4 Destroy, see Demolish" in index
    assert "Fear, 3" in index


def test_running_heads_and_numbers(letter: bytes) -> None:
    pages = texts(letter)
    assert "Section 1" in pages[2] and "Paying" in pages[2]
    assert "Appendix A" in flat(" ".join(pages))
    for number, page in enumerate(pages[1:], 2):
        assert re.search(rf"\b{number} Version 5|Version 5 \(Draft 5\)\s{number}$", page), f"page {number}"


def test_an_example_is_told_by_the_engine(letter: bytes) -> None:
    told = flat(" ".join(texts(letter)))
    assert "A blow" in told
    # Shame strikes with 6, and nothing stands before Esther.
    assert "Nobody blocks: Esther has 14 Life left." in told[told.index("A blow") :]


def test_plain_text_says_the_same(project: Project) -> None:
    text = rulebook_text(project, GAME).decode()
    assert max(map(len, text.splitlines())) <= 78
    assert "[R404] [R406] Players start at 30 Life and draw five cards." in text
    assert "Section 1: Paying\n=================\nWhat a card costs" in text
    assert "[Figure: The parts of the card Fear] Fear, in parts" in text
    assert "Red   no color is wild" in text
    assert "\ue000" not in text


# ------------------------------------------------------------------------------------------ as a document


def test_it_is_accessible(letter: bytes, digest: bytes, tmp_path: Path) -> None:
    for name, pdf in (("letter", letter), ("digest", digest)):
        file = tmp_path / f"{name}.pdf"
        file.write_bytes(pdf)
        result = outloud.check(str(file))
        errors = [str(finding) for finding in result.findings if finding.severity == "error"]
        assert not errors, errors


def elements(pdf: pikepdf.Pdf) -> Iterator[Any]:
    """Every element of what is read, from the root down."""
    waiting = [pdf.Root.StructTreeRoot.K]
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, pikepdf.Array):
            waiting = [kid for kid in each if isinstance(kid, pikepdf.Array | pikepdf.Dictionary)] + waiting
        elif each.get("/Type") == "/StructElem":
            yield each
            if isinstance(each.get("/K"), pikepdf.Array | pikepdf.Dictionary):
                waiting.insert(0, each.K)


def test_structure_language_and_metadata(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        assert str(pdf.Root.Lang) == "en-US"
        assert bool(pdf.Root.MarkInfo.Marked)
        assert str(pdf.docinfo["/Title"]) == "Light VS Darkness: Trial Book"
        assert b"pdfuaid" in pdf.Root.Metadata.read_bytes()
        found = list(elements(pdf))
        kinds = [str(each.S) for each in found]
        assert kinds.count("/H1") == 6  # title, contents, three chapters, index
        assert {"/H2", "/P", "/L", "/LI", "/Table", "/TH", "/TD", "/Figure", "/Link"} <= set(kinds)
        figures = [str(each.get("/Alt", "")) for each in found if each.S == "/Figure"]
        assert all(figures)
        assert "The parts of the card Fear" in figures
        assert any(alt.startswith("The card Fear, Stronghold. After Fear attacks") for alt in figures)
        scopes = {str(each.A.Scope) for each in found if each.S == "/TH"}
        assert scopes == {"/Column", "/Row"}


def test_running_heads_are_not_read(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        content = pdf.pages[2].Contents.read_bytes()
    # Its head, its part, its number and the version.
    assert content.count(b"/Pagination") == 4


def test_bookmarks_and_links_lead_to_their_places(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf, pdf.open_outline() as outline:
        titles = [item.title for item in outline.root]
        assert titles[1:] == ["Contents", "Paying", "The Enemy", "Changes", "Index"]
        assert [child.title for child in outline.root[3].children] == ["In words"]
        names = pdf.Root.Names.Dests.Names
        known = {str(names[at]) for at in range(0, len(names), 2)}
        links = [link for page in pdf.pages for link in page.get("/Annots", [])]
        targets = {str(link.A.D if "/A" in link else link.Dest) for link in links}
        assert {"section-enemy", "R204", "index"} <= targets <= known


def test_fonts_are_the_houses_embedded_and_subset(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        assert foreign_fonts(pdf, {"Alegreya", "Cinzel", "Grenze"}) == []
        fonts = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and "/FontName" in each]
        assert fonts
        for font in fonts:
            assert re.match(r"/[A-Z]{6}\+", str(font.FontName)), font.FontName
            assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys())


def test_drawings_are_in_the_file_once_and_no_stand_in_is_left(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        streams = [each for each in pdf.objects if isinstance(each, pikepdf.Stream)]
        assert not [each for each in streams if each.get("/Subtype") == "/Image" and each.Width == 1]
        shown = [each for each in streams if "/Resources" in each and "/Drawing" in each.Resources.get("/XObject", {})]
        sizes = [tuple(round(float(each.BBox[at + 2] - each.BBox[at]) / POINT, 1) for at in (0, 1)) for each in shown]
    # Fear stands twice, and corners of a box on every box; the strip is as wide as the frame.
    assert sizes.count((63.5, 88.9)) == 1
    assert sizes.count((169.0, 2.2)) == 2  # of the light and of the dark side
    assert sizes.count((4.2, 4.2)) == 4


def test_papers(letter: bytes, digest: bytes, project: Project) -> None:
    def size(pdf: bytes) -> list[float]:
        with pikepdf.open(io.BytesIO(pdf)) as opened:
            box = opened.pages[0].trimbox
            return [round(float(box[at + 2] - box[at]) / POINT, 1) for at in (0, 1)]

    assert size(letter) == [215.9, 279.4]
    assert size(digest) == [139.7, 215.9]
    assert size(rulebook_pdf(project, GAME, "a4")) == [210.0, 297.0]
    with pikepdf.open(io.BytesIO(digest)) as pdf:
        assert len(pdf.pages) % 4 == 0
        media, trim = pdf.pages[0].mediabox, pdf.pages[0].trimbox
        assert round(float(trim[0] - media[0]) / POINT, 3) == 3.175


def test_a_booklet_reads_in_order_when_folded(letter: bytes) -> None:
    with pikepdf.open(io.BytesIO(letter)) as pdf:
        count = len(pdf.pages)
    folded = imposed(letter)
    assert imposed(letter) == folded
    with pikepdf.open(io.BytesIO(folded)) as pdf:
        assert [round(float(each) / POINT, 1) for each in pdf.pages[0].mediabox] == [0.0, 0.0, 431.8, 279.4]
        assert len(pdf.pages) == 2 * -(-count // 4)
    sides = texts(folded)
    # Behind the title is the contents; the middle of the stack holds two pages that follow each other.
    assert "John 1:5" in sides[0]
    assert sides[1].startswith("Contents")
    assert "In words" in sides[-1] and "A blow" in sides[-1]


def test_the_same_input_gives_the_same_bytes(letter: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = lay(tmp_path)
    # One process sets it all.
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    assert rulebook_pdf(project, GAME, "letter") == letter
    # Of its parts, those that have not changed are kept.
    shutil.rmtree(project.output / ".cache" / "rulebooks")
    parts = project.output / ".cache" / "parts"
    kept = sorted(parts.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr(PartPress, "__post_init__", lambda _: pytest.fail("a part is set that was kept"))
        assert rulebook_pdf(project, GAME, "letter") == letter
    write(project, enemy=ENEMY + "\nAmen.\n")
    changed = rulebook_pdf(project, GAME, "letter")
    assert "Amen." in flat(" ".join(texts(changed)))
    # The chapter that has changed, laid out and written; its running heads are no others.
    assert len(set(parts.iterdir()) - set(kept)) == 2
    # Another process that was to help is lost at once.
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(build, "hire", lambda *_: hire(os._exit, 1))
    assert rulebook_pdf(write(lay(tmp_path / "other"), enemy=ENEMY + "\nAmen.\n"), GAME, "letter") == changed


def test_a_number_of_a_page_has_as_much_room_as_it_has_figures(letter: bytes) -> None:
    page = texts(letter)[2]
    assert re.search(r"Section\s2,\s+page\s4\s+and", page)


def test_a_link_that_leads_nowhere_is_refused(ground: tuple[Project, Game]) -> None:
    project = write(ground[0], costs=COSTS.replace('ref("R204")', 'ref("R101")'))
    with pytest.raises(Refused) as refused:
        rulebook_pdf(project, GAME, "letter")
    told = [str(problem) for problem in refused.value.problems]
    assert any('chapters/costs.md: leads to "R101", which is not in the book' in each for each in told), told


# ------------------------------------------------------------------------------------------ what is refused

Trial = Callable[..., list[str]]


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Game]:
    """A project whose book is written anew by every test, and its game, which no chapter changes."""
    project = lay(tmp_path_factory.mktemp("ground"))
    game, problems = load_game(project, GAME, examples=True)
    assert game is not None and not problems, problems
    return project, game


@pytest.fixture
def trial(ground: tuple[Project, Game]) -> Trial:
    """Fills a book in and gives the problems as lines."""

    def run(book: str = BOOK, **chapters: str) -> list[str]:
        project, game = ground
        try:
            expand(write(project, book, **chapters), load_book(project, game))
        except Refused as refused:
            return [str(problem) for problem in refused.problems]
        return []

    return run


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('\n{{ value("start.lif") }}', ':2: the ruleset "draft-5" has no "start.lif"; did you mean "start.life"?'),
        ('{{ rule("R9999") }}', ':1: there is no rule "R9999"'),
        ('{{ rule("R203") }}', ':1: "R203" is no rule of the ruleset "draft-5"'),
        ('\n\n{{ card("stronghold-fea").atk }}', ':3: there is no card "stronghold-fea"; did you mean'),
        ('{{ card("stronghold-fear").attack }}', ":1: cannot be filled in: the card stronghold-fear (stronghold) has"),
        ('{{ glyph("Q") }}', ':1: the game has no symbol "Q"'),
        ('{{ figure("tern", alt="The turn") }}', ':1: there is no figure "tern"; did you mean "turn"?'),
        ('{{ figure("turn") }}', ':1: the figure "turn" has no alt text; say in alt="..." what there is to see'),
        ('{{ example("blew") }}', ':1: there is no example "blew"; did you mean "blow"?'),
        ('{{ ref("enmy") }}', ':1: there is no section and no rule "enmy"; did you mean "enemy"?'),
        ('{{ scripture("Jon 1:5") }}', ':1: "Jon 1:5" is no scripture'),
        ("{{ colours() }}", ":1: cannot be filled in: 'colours' is undefined; did you mean \"colors\""),
        ("{{ colors }}", ":1: cannot be filled in"),
        ("a\n\n{% if %}", ":3: cannot be read"),
        ('{{ face("stronghold-fear", side=2) }}', ':1: "stronghold-fear" has no side 2; it has 1'),
        ('Here is {{ rules("R204") }} in a line.', ": a table, figure, example or rule stands within a line of"),
        ("{{ ''.__class__ }}", ":1: cannot be filled in"),
        ("a \ue000 b", ":1: a character for private use stands in the text; remove it"),
    ],
)
def test_what_there_is_not_is_told_with_its_line(trial: Trial, source: str, message: str) -> None:
    lines = trial(costs=source + '\n\n{{ rule("R204") }}' if "R204" not in source else source)
    assert any(f"chapters/costs.md{message}" in line for line in lines), lines


def test_problems_are_collected(trial: Trial) -> None:
    assert len(trial(costs='{{ value("a") }}\n{{ value("b") }}', enemy='{{ ref("nowhere") }}')) >= 3


def test_a_missing_chapter_is_told_where_the_book_names_it(trial: Trial) -> None:
    lines = trial(BOOK.replace("chapters/enemy.md", "chapters/enmity.md"))
    assert any(re.search(r"book\.toml:\d+.*there is no file .*chapters/enmity\.md", line) for line in lines), lines


# ------------------------------------------------------------------------------------------ checks


Check = Callable[..., list[str]]


@pytest.fixture
def checked(ground: tuple[Project, Game]) -> Check:
    """Checks a book and gives the problems as lines."""

    def run(waivers: str = "", **chapters: str) -> list[str]:
        project, game = ground
        return [str(problem) for problem in check_book(write(project, BOOK, waivers, **chapters), game)]

    return run


def numbers(found: list[str]) -> list[str]:
    """Problems with numbers in the book's own chapters."""
    return [each for each in found if re.search("comes from nowhere|waives", each) and "/figures/" not in each]


def test_numbers_in_prose_are_flagged(checked: Check) -> None:
    costs = (
        "1. One thing, the first of them.\n2. Then three cards.\n\n"
        "At 30 Life, {{ value('start.hand') }} cards, twice.\n\n"
        '{{ figure("turn", caption="All six phases", alt="The turn") }} {{ scripture("John 1:5") }}\n\n'
        "## In the second place {.class-7}\n\n[a link](http://example.org/2)\n"
    )
    found = numbers(checked(costs=costs))
    assert [re.sub(r".*costs\.md:(\d+): the number \"(\w+)\".*", r"\1 \2", each) for each in found] == [
        "2 three", "4 30", "4 twice", "6 six", "8 second",
    ]  # fmt: skip


def test_a_waiver_settles_a_number_and_an_idle_one_is_told(checked: Check) -> None:
    entry = '[[waiver]]\nfile = "chapters/costs.md"\ntext = "{}"\nreason = "Counts paragraphs."\n'
    costs = "There are two layers of victory."
    assert numbers(checked(entry.format("two layers"), costs=costs)) == []
    (idle,) = numbers(checked(entry.format("two layers") + entry.format("layers of"), costs=costs))
    assert 'waivers.toml:7:text: "layers of" waives no number of chapters/costs.md; remove it' in idle


def test_untold_rules_and_examples_are_told(checked: Check) -> None:
    found = checked(changes="Nothing.")
    assert any(re.search(r"rules\.toml:\d+ R201: R201 is not in the book", each) for each in found)
    assert not any("R204 is not in the book" in each or "R406 is not in the book" in each for each in found)
    # A rule of older rulesets only is none of this book's.
    assert not any("R203 is not" in each for each in found)
    assert any("blow.toml:1 A blow: no chapter tells this example" in each for each in found)


# ------------------------------------------------------------------------------------------ the command line


def test_the_command_writes_what_it_says(project: Project, letter: bytes) -> None:
    run = press(project.root, "rulebook", GAME)
    assert run.returncode == 0, run.stderr
    path = Path(run.stdout.strip())
    assert path.name == "rulebook-letter.pdf" and path.read_bytes() == letter
    run = press(project.root, "rulebook", GAME, "--text")
    assert Path(run.stdout.strip()).read_text("utf-8").startswith("LIGHT VS DARKNESS\nTrial Book\n")


def test_a_game_without_a_book_is_wrong_usage(tmp_path: Path) -> None:
    copy_project(tmp_path, "battle-for-souls")
    run = press(tmp_path, "rulebook", "battle-for-souls")
    assert run.returncode == 2
    assert "battle-for-souls has no rulebook: there is no layouts/battle-for-souls/rulebook/book.toml" in run.stderr


def test_a_refused_book_leaves_the_earlier_one(ground: tuple[Project, Game]) -> None:
    project = write(ground[0], costs='{{ ref("x") }}')
    old = project.root / "output" / GAME / "rulebook" / "rulebook-letter.pdf"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"old")
    run = press(project.root, "rulebook", GAME)
    assert run.returncode == 1
    assert "chapters/costs.md:1: there is no section and no rule" in run.stderr
    assert old.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("today", "then", "message"),
    [
        ('like = "letter"', 'like = "lettre"', 'a4.like: there is no other paper "lettre" that says all; did you mean'),
        ("width = 139.7", 'width = "139.7"', "width: Input should be a valid number"),
        ("head = 17.0", "", 'head: "head" is missing'),
        ("folded = true", "fold = true", 'fold: unknown key "fold"; did you mean "folded"?'),
    ],
)
def test_a_mistake_in_papers_is_told_with_its_line(
    ground: tuple[Project, Game], today: str, then: str, message: str
) -> None:
    file = ground[0].root / "layouts" / GAME / "rulebook" / "papers.toml"
    source = file.read_text("utf-8")
    assert source.count(today) == 1
    file.write_text(source.replace(today, then), encoding="utf-8")
    try:
        with pytest.raises(Refused) as refused:
            papers(ground[0], GAME)
    finally:
        file.write_text(source, encoding="utf-8")
    assert any(re.search(rf"papers\.toml:\d+:{re.escape(message)}", str(each)) for each in refused.value.problems), (
        refused.value.problems
    )


def test_a_paper_that_the_book_does_not_have_is_wrong_usage(ground: tuple[Project, Game]) -> None:
    run = press(ground[0].root, "rulebook", GAME, "--paper", "a3")
    assert run.returncode == 2
    assert "has letter, a4, digest" in run.stderr
