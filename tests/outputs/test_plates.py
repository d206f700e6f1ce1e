"""Faces kept between runs: the same bytes as made anew, whatever happened to what was kept."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from workshop import FACE, MARKS, Workshop

from pipeline.drawing import TextRun, walk
from pipeline.outputs import plates
from pipeline.outputs.faces import choose_faces, faces_pdf
from pipeline.outputs.plates import PlatePress
from pipeline.place import FacePress
from pipeline.problem import Refused
from pipeline.project import HOUSE

ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="{}"/></svg>'
COLUMNS = "id,name,text,cost,friend,art"
TWO = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69.85 95.25">
  <defs><linearGradient id="fade"><stop offset="0" stop-color="#FF0000" stop-opacity="0.2"/>
  <stop offset="1" stop-color="#0000FF"/></linearGradient></defs>
  <rect width="69.85" height="95.25" fill="url(#fade)"/>
  <g opacity="0.5"><rect width="30" height="30"/><rect x="10" y="10" width="30" height="30" fill="#00FF00"/></g>
  {% if card.art %}<art x="7" y="15" width="56" height="30" picture="{{ card.art }}"/>{% endif %}
  <pips x="10" y="10" size="6" cost="{{ card.cost }}"/>
  <textbox id="name" x="17" y="7" width="46" height="6" style="title">{{ card.name }}</textbox>
  {% set friend = card.friend.text if card.friend else "" %}
  <textbox id="rules" x="7" y="55" width="56" height="30" style="rules">{{ card.text }} {{ friend }}</textbox>
</svg>
"""


@pytest.fixture
def shop(workshop: Workshop) -> Workshop:
    workshop.heroes(
        "ann,Ann,Draw {2} cards.,R,bob,red.svg",
        "bob,Bob,Deal **2** damage.,R+2,cid,",
        "cid,Cid,Rest.,0,ann,",
        columns=COLUMNS,
    )
    workshop.face(TWO)
    workshop.write("card_data/press/art/red.svg", ART.format("#FF0000"))
    return workshop


def press(shop: Workshop, ink: str = "color", stamp: str = "") -> PlatePress:
    return PlatePress(shop.project, shop.game(), ink, stamp)


def printed(shop: Workshop) -> bytes:
    made = press(shop)
    return faces_pdf(made, choose_faces(made, []))


def anew(shop: Workshop) -> bytes:
    made = FacePress(shop.project, shop.game())
    return faces_pdf(made, choose_faces(made, []))


class Count:
    """Counts the faces that are placed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.placed: list[str] = []
        real = FacePress._place

        def place(press: FacePress, template: str, values: object, card: object, *rest: object) -> object:
            self.placed.append(getattr(card, "id", template))
            return real(press, template, values, card, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(FacePress, "_place", place)

    def of(self, make: Callable[[], object]) -> list[str]:
        self.placed.clear()
        make()
        return sorted(self.placed)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    return Count(monkeypatch)


def test_kept_faces_print_as_made_anew_and_are_not_placed(shop: Workshop, count: Count) -> None:
    first = printed(shop)
    assert first == anew(shop)
    assert count.of(lambda: printed(shop)) == []
    assert printed(shop) == first


def test_an_edit_places_the_faces_that_show_it_and_no_other(shop: Workshop, count: Count) -> None:
    printed(shop)
    rows = shop.root / "card_data/press/cards/heroes.csv"
    rows.write_text(rows.read_text().replace("Bob,Deal **2** damage.", "Bob,Deal **3** damage."))
    # Ann's face shows the text of Bob, her friend; and whoever names Ann could read it through her.
    assert count.of(lambda: printed(shop)) == ["ann", "bob", "cid"]
    rows.write_text(rows.read_text().replace("cid,Cid,Rest.,0,ann", "cid,Cid,Rest.,0,"))
    shop.face(TWO.replace("card.friend.text if", "'' if"))
    printed(shop)
    rows.write_text(rows.read_text().replace("ann,Ann", "ann,Anna"))
    assert count.of(lambda: printed(shop)) == ["ann"]
    assert printed(shop) == anew(shop)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("layouts/press/faces/hero.svg.j2", FACE),
        ("layouts/press/faces/_part.svg.j2", "{# a part #}"),
        ("fonts/glyphs/press/gem.svg", MARKS["two"]),
        ("fonts/glyphs/press/more.svg", MARKS["two"]),
    ],
)
def test_a_changed_file_of_the_game_places_all_faces(shop: Workshop, count: Count, file: str, content: str) -> None:
    printed(shop)
    shop.write(file, content)
    assert count.of(lambda: printed(shop)) == ["ann", "bob", "cid", "plain"]
    assert printed(shop) == anew(shop)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("layouts/press/styles.toml", "leading = 1.2", "leading = 1.3"),
        ("card_data/press/game.toml", 'mid = "#AA0000"', 'mid = "#AB0000"'),
        ("card_data/press/game.toml", 'words = "gold"', 'words = "coins"'),
        ("card_data/press/game.toml", 'edition = "Proof"', 'edition = "Second"'),
        ("card_data/press/game.toml", 'name = "Hero"', 'name = "Heroine"'),
        ("card_data/press/rulesets/first.toml", "life = 30", "life = 31"),
    ],
)
def test_a_changed_word_of_the_game_places_all_faces(
    shop: Workshop, count: Count, file: str, old: str, new: str
) -> None:
    printed(shop)
    text = (shop.root / file).read_text()
    assert old in text
    shop.write(file, text.replace(old, new))
    assert count.of(lambda: printed(shop)) == ["ann", "bob", "cid", "plain"]


def test_a_changed_picture_places_the_faces_that_show_it(shop: Workshop, count: Count) -> None:
    before = printed(shop)
    shop.write("card_data/press/art/red.svg", ART.format("#00FF00"))
    assert count.of(lambda: printed(shop)) == ["ann"]
    assert printed(shop) == anew(shop) != before


def test_inks_and_stamps_are_kept_apart(shop: Workshop) -> None:
    made = press(shop), press(shop, "saver"), press(shop, stamp="NO")
    assert len({each.key(each.game.cards["ann"], "hero") for each in made}) == 3


def test_values_that_print_differently_are_kept_apart(workshop: Workshop) -> None:
    keys = set()
    for power in ("7", "007", ""):
        workshop.heroes(f"ann,Ann,A.,{power}", columns="id,name,text,power")
        made = press(workshop)
        keys.add(made.key(made.game.cards["ann"], "hero"))
    assert len(keys) == 3


def test_another_version_of_the_code_places_anew_and_prints_the_same(
    shop: Workshop, count: Count, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = printed(shop)
    monkeypatch.setattr(plates, "made_by", lambda: "another")
    assert count.of(lambda: printed(shop)) == ["ann", "bob", "cid", "plain"]
    assert printed(shop) == first


@pytest.mark.parametrize("harm", [lambda path: path.write_bytes(path.read_bytes()[:-1]), Path.unlink])
def test_what_is_damaged_or_gone_is_made_again(shop: Workshop, harm: Callable[[Path], object]) -> None:
    first = printed(shop)
    entries = sorted((shop.root / "output/.cache/faces").iterdir())
    assert entries
    for entry in entries:
        harm(entry)
        assert printed(shop) == first
    for entry in entries:
        harm(entry)
    assert printed(shop) == first


def test_damage_is_mended_once(shop: Workshop, count: Count) -> None:
    printed(shop)
    for entry in (shop.root / "output/.cache/faces").iterdir():
        entry.write_bytes(b"")
    assert count.of(lambda: printed(shop)) != []
    assert count.of(lambda: printed(shop)) == []


def test_a_face_with_problems_is_not_kept(shop: Workshop) -> None:
    shop.face(TWO.replace('style="title"', 'style="titel"'))
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            printed(shop)
        assert len(refused.value.problems) == 3


def test_whoever_looks_at_a_kept_face_sees_its_items(shop: Workshop) -> None:
    printed(shop)
    made = press(shop)
    face, told = made.face(made.game.cards["ann"], "hero"), FacePress(shop.project, shop.game())
    same = told.face(told.game.cards["ann"], "hero")
    assert repr(face.drawing.items) == repr(same.drawing.items)
    assert any(isinstance(item, TextRun) for item, _ in walk(face.drawing.items))
    assert (face.placed, face.title, face.files) == (same.placed, same.title, same.files)
    assert face.files == ("card_data/press/art/red.svg",)
    assert face.drawing.key == same.drawing.key


_BUILD = """
import sys
from pathlib import Path
from pipeline.load import load_game
from pipeline.outputs.faces import choose_faces, faces_pdf
from pipeline.outputs.plates import PlatePress
from pipeline.project import Project
project = Project(Path(sys.argv[1]))
game, _ = load_game(project, "press")
press = PlatePress(project, game)
sys.stdout.buffer.write(faces_pdf(press, choose_faces(press, [])))
"""


def test_two_builds_at_once_print_the_same(shop: Workshop) -> None:
    command = [sys.executable, "-c", _BUILD, str(shop.root)]
    both = [subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.PIPE) for _ in range(2)]
    first, second = (process.communicate()[0] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert first == second == printed(shop)


def test_a_build_without_a_place_to_keep_things_prints_the_same(shop: Workshop) -> None:
    shop.write("output/.cache", b"a file, not a folder")
    assert printed(shop) == anew(shop)


def gone(_cards: object) -> None:
    """Ends a process that was to draw."""
    os._exit(1)


@pytest.mark.parametrize("lost", [False, True])
def test_another_process_draws_ahead_of_this_one(
    workshop: Workshop, count: Count, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    workshop.heroes(*(f"h{number},Hero {number},Draw {number} cards.,R,," for number in range(20)), columns=COLUMNS)
    workshop.face(TWO)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    if lost:
        # A process is told by name what to do.
        gone.__module__, gone.__qualname__ = plates._draw.__module__, plates._draw.__qualname__
        monkeypatch.setattr(plates, "_draw", gone)
    made = press(workshop)
    cards = list(made.game.cards.values())
    with made.ahead(cards):
        with suppress(BrokenExecutor):
            made.crew.members(1)[0].submit(int).result()
        placed = count.of(lambda: made.faces(cards))
    made.crew.dismiss()
    assert placed == (sorted(card.id for card in cards) if lost else [])
    assert not made.crew.at_work
    assert faces_pdf(made, choose_faces(made, [])) == anew(workshop)
