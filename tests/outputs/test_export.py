"""Exports to print services: pictures read back with Pillow, quantities counted by hand, what comes of bad input."""

import csv
import errno
import hashlib
import io
import json
import shutil
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pipeline.cache import Cache
from pipeline.load import load_game
from pipeline.load.services import load_service
from pipeline.model import Game
from pipeline.outputs.files import Draft
from pipeline.outputs.services import Export, Extras, Plan, export, make_plan
from pipeline.problem import Refused
from pipeline.project import HOUSE, Project
from tests.projects import copy_project, once, press, press_anew
from tests.workshop import Workshop

GAME = "light-vs-darkness"
#: What Appendix C of the rulebook counts.
FIXED = {"basic-anointings": 49, "spiritual-disciplines": 21, "mentors": 7, "strongholds": 15}
PLAIN = Extras(rulebook=False)


@pytest.fixture(scope="module")
def game() -> Game:
    made, problems = load_game(Project(HOUSE), GAME)
    assert made is not None and not problems
    return made


def plan_for(game: Game, service: str = "game-crafter") -> Plan:
    return make_plan(game, load_service(Project(HOUSE), service))


# quantities --------------------------------------------------------------------------------------------------------


def test_the_fixed_rows_of_appendix_c(game: Game) -> None:
    assert {part.id: part.copies for part in plan_for(game).components if part.id in FIXED} == FIXED


def test_copies_by_hand(game: Game) -> None:
    """Seven Basic Anointings a color; each Discipline twice but for Prayer of the Righteous; Esther's deck has By His
    Stripes and Jesus bore our Griefs twice, Daniel's Put On Praise; a Market card once, and again for each deck."""
    copies = {slot.front.card: slot.quantity for part in plan_for(game).components for slot in part.slots}
    assert {each: copies[each] for each in copies if each.startswith("basic-anointing-")} == {
        f"basic-anointing-{color}": 7
        for color in ("red", "orange", "yellow", "green", "light-blue", "dark-blue", "purple")
    }
    assert (copies["giving"], copies["fasting"], copies["prayer-of-the-righteous"]) == (2, 2, 1)
    assert (copies["by-his-stripes"], copies["jesus-bore-our-griefs"], copies["put-on-praise"]) == (2, 2, 2)
    assert copies["fruit-of-the-spirit-love"] == 1
    assert (copies["thy-rod-and-staff"], copies["the-fire-fell"], copies["love-one-another"]) == (2, 2, 1)


def test_more_designs_add_to_their_row_and_to_no_other(game: Game) -> None:
    """20 more Living Truths, as the rest of the set will be: their row grows by 20, the fixed ones do not."""
    model = game.cards["by-his-stripes"]
    more = {f"new-{n}": replace(model, id=f"new-{n}") for n in range(20)}
    grown = replace(game, cards={**game.cards, **more})
    before, after = (Counter({c.id: c.copies for c in plan_for(each).components}) for each in (game, grown))
    assert after - before == Counter({"living-truths": 20})


def test_a_component_of_more_cards_than_a_call_takes_is_split(game: Game) -> None:
    model = game.cards["by-his-stripes"]
    more = {f"new-{n:03}": replace(model, id=f"new-{n:03}") for n in range(200)}
    parts = [
        part for part in plan_for(replace(game, cards={**game.cards, **more})).components if "living-truths" in part.id
    ]
    assert [part.id for part in parts] == ["living-truths-1", "living-truths-2", "living-truths-3"]
    # Eleven are in the records.
    assert [len(part.slots) for part in parts] == [100, 100, 11]


def test_backs_are_light_and_dark_and_a_mentors_own_other_side(game: Game) -> None:
    backs = {part.id: part.back and part.back.file for part in plan_for(game).components}
    assert backs.pop("strongholds") == f"{GAME}-back-dark.png"
    assert backs.pop("mentors") is None
    assert set(backs.values()) == {f"{GAME}-back-light.png"}
    (mentors,) = (part for part in plan_for(game).components if part.id == "mentors")
    assert all(slot.back.file == f"{GAME}-{slot.front.card}--mentor-transformed.png" for slot in mentors.slots)


def test_the_second_service_is_data_only(game: Game) -> None:
    """One order; 133 cards come in an order of 144."""
    plan = plan_for(game, "makeplayingcards")
    assert [(part.id, part.copies) for part in plan.components] == [("cards", 133)]
    for part in ("load", "checks", "draw", "outputs"):
        for path in (HOUSE / "pipeline" / part).rglob("*.py"):
            text = path.read_text("utf-8").casefold()
            assert "makeplayingcards" not in text and "game-crafter" not in text, path.name


# the whole set -----------------------------------------------------------------------------------------------------


@dataclass
class Made:
    folder: Path
    root: Path
    told: str

    @property
    def files(self) -> list[dict[str, Any]]:
        files: list[dict[str, Any]] = json.loads((self.folder / "manifest.json").read_text("utf-8"))["files"]
        return files


@pytest.fixture(scope="module")
def made(shared: Path, kept: Path) -> Made:
    def export(root: Path) -> None:
        copy_project(root, GAME, kept=kept)
        run = press_anew(root, "export", GAME, "--for", "game-crafter", "--no-rulebook")
        assert run.returncode == 0, run.stderr
        (root / "told.txt").write_text(run.stderr, "utf-8")

    root = once(shared, "export", export)
    return Made(root / "output" / GAME / "game-crafter", root, (root / "told.txt").read_text("utf-8"))


def test_every_picture_is_what_the_service_takes(made: Made) -> None:
    names = {each["path"] for each in made.files}
    assert len(names) == 77  # 75 sides of 68 cards, 2 backs
    for name in names:
        with Image.open(made.folder / name) as picture:
            assert (picture.format, picture.size, picture.mode) == ("PNG", (825, 1125), "RGB")
            assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.01)
            assert "srgb" in picture.info and "transparency" not in picture.info
            picture.load()


def test_the_manifest_tells_of_every_file_in_its_fixed_form(made: Made) -> None:
    fixed = {
        "path": str,
        "sha256": str,
        "component": str,
        "identity": str,
        "width": int,
        "height": int,
        "quantity": int,
        "class_number": int,
    }
    on_disk = {path.name for path in made.folder.glob("*.png")}
    assert {each["path"] for each in made.files} == on_disk
    for each in made.files:
        assert {name: type(each[name]) for name in fixed} == fixed
        assert hashlib.sha256((made.folder / each["path"]).read_bytes()).hexdigest() == each["sha256"]
        assert (each["identity"], each["width"], each["height"]) == ("PokerDeck", 825, 1125)
        assert each["class_number"] == 1 and 0 <= each["quantity"] <= 99
    sums: Counter[str] = Counter()
    for each in made.files:
        sums[each["component"]] += each["quantity"]
    assert {name: sums[name] for name in FIXED} == FIXED
    assert all(each["back"] in on_disk for each in made.files if each["side"] == "face")


def test_the_csv_says_the_same(made: Made) -> None:
    rows = list(csv.DictReader(io.StringIO((made.folder / "manifest.csv").read_text("utf-8"))))
    assert rows == [{name: str(value) for name, value in each.items()} for each in made.files]


def test_names_are_the_ids_and_one_in_any_case(made: Made) -> None:
    names = {each["path"] for each in made.files}
    assert len({name.casefold() for name in names}) == len(names)
    assert f"{GAME}-stronghold-pride.png" in names and f"{GAME}-mentor-esther--mentor-transformed.png" in names


def test_the_summary_adds_up_and_says_what_is_left_out(made: Made) -> None:
    size = sum(path.stat().st_size for path in made.folder.glob("*.png")) / 1e6
    first, *lines = made.told.splitlines()
    assert first.endswith(f"7 components, 133 cards, 77 sides, 77 files, {size:.1f} MB")
    assert any(line.startswith("No box art is made (PokerTuckBox36") for line in lines)
    assert "The rulebook is left out, as asked." in lines
    assert made.told == (made.folder / "summary.txt").read_text("utf-8")


def test_proofs_show_the_services_lines_over_every_face(made: Made) -> None:
    """At half the size: the trim at 18.75 pixels, the safe zone at 37.5, both in colors of no card."""
    names = {each["path"] for each in made.files}
    assert {path.name for path in (made.folder / "proof").glob(f"{GAME}-*.png")} == names
    with Image.open(made.folder / "proof" / f"{GAME}-stronghold-pride.png") as proof:
        assert proof.size == (412, 562)
        row = [proof.getpixel((x, 280)) for x in range(60)]
        trim, safe = (
            [x for x, pixel in enumerate(row) if near(pixel, color)] for color in ((255, 0, 200), (0, 229, 255))
        )
        column = [proof.getpixel((206, y)) for y in range(60)]
    assert trim and min(trim) >= 17 and max(trim) <= 21
    dashes = safe or [y for y, pixel in enumerate(column) if near(pixel, (0, 229, 255))]
    assert dashes and min(dashes) >= 35 and max(dashes) <= 40


def near(pixel: Any, color: tuple[int, int, int]) -> bool:
    return all(abs(a - b) < 40 for a, b in zip(pixel, color, strict=True))


def test_the_picture_is_the_face_that_is_printed(made: Made, tmp_path: Path, kept: Path) -> None:
    """The export draws gradients another way than the press prints them: nowhere far from it."""
    import numpy as np

    root = copy_project(tmp_path, GAME, kept=kept)
    run = press(root, "faces", GAME, "stronghold-pride", "by-his-stripes", "--png")
    assert run.returncode == 0, run.stderr
    for card in ("stronghold-pride", "by-his-stripes"):
        with (
            Image.open(root / f"output/{GAME}/faces/{card}.png") as one,
            Image.open(made.folder / f"{GAME}-{card}.png") as other,
        ):
            off = np.abs(np.asarray(one, int) - np.asarray(other, int))
        assert off.mean() < 0.5 and np.quantile(off, 0.999) <= 4


def test_text_laid_over_its_ground_is_the_face_to_the_pixel(game: Game, made: Made) -> None:
    """Where the export paints a face in three steps, it must not matter: on every kind of card, no pixel differs."""
    import numpy as np

    from pipeline.checks.preflight import bare, text_is_last
    from pipeline.draw.sample import Sampler
    from pipeline.draw.veils import unveiled
    from pipeline.outputs.services.grounds import parted
    from pipeline.place import FacePress
    from pipeline.units import Box

    whole = Box(0, 0, 69.85, 95.25)
    printer = FacePress(Project(made.root), game)
    for kind in game.kinds:
        card = next(each for each in game.cards.values() if each.kind == kind)
        face = printer.sides(card)[-1]
        text = text_is_last(printer.fonts, face)
        assert text is not None, kind
        ground, marks = parted(bare(face))
        assert ground.items and marks.items, kind
        steps = [(unveiled(ground), whole), (unveiled(marks), whole), (text, whole)]
        with Sampler(printer.fonts, [*steps, (unveiled(face.drawing), whole)]) as sampler:
            pixels = sampler.rgba(0, 825, 1125)
            sampler.lay_on(pixels, 1)
            sampler.lay_on(pixels, 2)
            assert np.array_equal(pixels, sampler.rgba(3, 825, 1125)), kind


# the small game ----------------------------------------------------------------------------------------------------


@pytest.fixture
def shop(workshop: Workshop) -> Workshop:
    workshop.heroes("ann,Ann,Draw two cards.", "bob,Bob,Draw three cards.")
    return workshop


def run(shop: Workshop, service: str = "game-crafter") -> Export:
    return export(shop.project, shop.game(), load_service(shop.project, service), PLAIN)


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def folder_of(shop: Workshop, service: str = "game-crafter") -> Path:
    return shop.project.output / "press" / service


def refused(shop: Workshop) -> list[str]:
    with pytest.raises(Refused) as caught:
        run(shop)
    return [str(problem) for problem in caught.value.problems]


def test_colors_come_out_as_written(shop: Workshop) -> None:
    run(shop)
    with Image.open(folder_of(shop) / "press-plain.png") as back, Image.open(folder_of(shop) / "press-ann.png") as ann:
        assert back.getpixel((0, 0)) == back.getpixel((824, 1124)) == (0x22, 0x22, 0x22)
        assert ann.getpixel((0, 0)) == (0xDD, 0xDD, 0xDD)


def test_what_covers_text_covers_it_on_the_picture(shop: Workshop) -> None:
    """A patch over the name: the picture shows the patch."""
    patch = '<rect x="20" y="30" width="20" height="10" fill="#123456"/>'
    name = '<textbox id="name" x="20" y="31" width="30" height="8" style="title">{{ card.name }}</textbox>'
    shop.face(f'<rect width="69.85" height="95.25" fill="#DDDDDD"/>{name}{patch}')
    shop.heroes("ann,MMMMM,Draw two cards.")
    with pytest.raises(Refused, match="contrast"):
        run(shop)  # its text cannot be read on the patch: a proof is made all the same
    with Image.open(folder_of(shop) / "proof/press-ann.png") as proof:
        inside = {proof.getpixel((x, 206)) for x in range(125, 230)}
    assert inside == {(0x12, 0x34, 0x56)}


def test_the_second_services_pictures(shop: Workshop) -> None:
    run(shop, "makeplayingcards")
    for path in folder_of(shop, "makeplayingcards").glob("*.png"):
        with Image.open(path) as picture:
            assert (picture.size, picture.mode) == ((822, 1122), "RGB")
    files = json.loads((folder_of(shop, "makeplayingcards") / "manifest.json").read_text("utf-8"))["files"]
    assert [(each["component"], each["path"], each["quantity"]) for each in files] == [
        ("cards", "press-ann.png", 1),
        ("cards", "press-bob.png", 1),
        ("cards", "press-plain.png", 0),
    ]
    assert "2 cards of 2 designs, an order of 18" in (folder_of(shop, "makeplayingcards") / "summary.txt").read_text()


def test_the_same_input_gives_the_same_bytes(shop: Workshop) -> None:
    run(shop)
    first = content(folder_of(shop))
    run(shop)
    assert content(folder_of(shop)) == first
    shutil.rmtree(shop.project.output)
    run(shop)
    assert content(folder_of(shop)) == first


def grounds_of(shop: Workshop) -> dict[Path, bytes]:
    folder = shop.project.output / ".cache/grounds"
    return {path: path.read_bytes() for path in sorted(folder.iterdir())}


def forget_the_pictures(shop: Workshop) -> None:
    shutil.rmtree(shop.project.output / "press")
    shutil.rmtree(shop.project.output / ".cache/exports")


@pytest.mark.parametrize("spoil", [lambda each: each[:-9], lambda _: b"", lambda each: b"x" + each[1:]])
def test_kept_grounds_change_no_picture_whole_or_spoilt(shop: Workshop, spoil: Callable[[bytes], bytes]) -> None:
    run(shop)
    first, grounds = content(folder_of(shop)), grounds_of(shop)
    forget_the_pictures(shop)
    run(shop)
    assert content(folder_of(shop)) == first and grounds_of(shop) == grounds
    forget_the_pictures(shop)
    for path, data in grounds.items():
        path.write_bytes(spoil(data))
    run(shop)
    assert content(folder_of(shop)) == first and grounds_of(shop) == grounds


def test_a_ground_of_another_size_than_it_should_have_is_drawn_anew(shop: Workshop) -> None:
    """It is whole, and still not what a picture is made on."""
    run(shop)
    first, grounds = content(folder_of(shop)), grounds_of(shop)
    forget_the_pictures(shop)
    for path in grounds:
        Cache(path.parent).put(path.name, zlib.compress(bytes(100)), packed=True)
    run(shop)
    assert content(folder_of(shop)) == first and grounds_of(shop) == grounds


def test_other_words_stand_on_the_ground_that_is_kept(shop: Workshop) -> None:
    run(shop)
    grounds = grounds_of(shop)
    shop.heroes("ann,Ann,Draw two cards.", "bob,Bob,Draw nine cards.")
    run(shop)
    assert grounds_of(shop) == grounds
    shop.face('<rect width="69.85" height="95.25" fill="#EEEEEE"/>')
    shop.heroes("ann,Ann,Draw two cards.")
    run(shop)
    assert len(grounds_of(shop)) == len(grounds) + 1
    with Image.open(folder_of(shop) / "press-ann.png") as ann:
        assert ann.getpixel((0, 0)) == (0xEE, 0xEE, 0xEE)


def test_only_a_changed_card_is_drawn_again(shop: Workshop) -> None:
    run(shop)
    before = {path.name: path.stat().st_mtime_ns for path in folder_of(shop).glob("*.png")}
    shop.heroes("ann,Ann,Draw two cards.", "bob,Bob,Draw nine cards.")
    run(shop)
    after = {path.name: path.stat().st_mtime_ns for path in folder_of(shop).glob("*.png")}
    assert {name for name in after if after[name] != before[name]} == {"press-bob.png"}


def test_a_changed_picture_file_is_drawn_again(shop: Workshop) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="{}"/></svg>'
    shop.write("card_data/press/art/a.svg", svg.format("#112233"))
    shop.heroes("ann,Ann,a.svg", columns="id,name,art")
    shop.face('<art x="0" y="0" width="69.85" height="95.25" picture="{{ card.art }}"/>')
    run(shop)
    shop.write("card_data/press/art/a.svg", svg.format("#445566"))
    run(shop)
    with Image.open(folder_of(shop) / "press-ann.png") as picture:
        assert picture.getpixel((400, 500)) == (0x44, 0x55, 0x66)


def test_a_picture_that_somebody_spoilt_is_made_whole(shop: Workshop) -> None:
    run(shop)
    good = content(folder_of(shop))
    (folder_of(shop) / "press-ann.png").write_bytes(good["press-ann.png"][:1000])
    (folder_of(shop) / "press-bob.png").unlink()
    told = run(shop).summary
    assert "An earlier export was not whole: 2 of its 3 files were not those of its manifest." in told
    assert {k: v for k, v in content(folder_of(shop)).items() if k != "summary.txt"} == {
        k: v for k, v in good.items() if k != "summary.txt"
    }


def test_a_killed_exports_leavings_go(shop: Workshop) -> None:
    """Its parts beside their places, and pictures without a manifest."""
    run(shop)
    good = content(folder_of(shop))
    (folder_of(shop) / "manifest.json").unlink()
    (folder_of(shop) / ".press-ann.png.999999999.part").write_bytes(b"half")
    told = run(shop).summary
    assert "An earlier export had not come to its manifest; its 3 pictures were gone over." in told
    assert set(content(folder_of(shop))) == set(good)


def test_a_card_that_is_gone_leaves_no_picture(shop: Workshop) -> None:
    run(shop)
    shop.write("output/press/game-crafter/notes.txt", "mine")
    shop.heroes("ann,Ann,Draw two cards.")
    run(shop)
    names = set(content(folder_of(shop)))
    assert "press-bob.png" not in names and "proof/press-bob.png" not in names
    assert "notes.txt" in names


def full_disk(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    put = Draft.put

    def fails(self: Draft, file: str, data: bytes) -> None:
        if file == name:
            raise OSError(errno.ENOSPC, "No space left on device")
        put(self, file, data)

    monkeypatch.setattr(Draft, "put", fails)


@pytest.mark.parametrize("name", ["press-bob.png", "manifest.json"])
def test_a_full_disk_loses_nothing(shop: Workshop, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    run(shop)
    before = {k: v for k, v in content(folder_of(shop)).items() if not k.startswith("proof/")}
    shop.heroes("ann,Ann,Draw six cards.", "bob,Bob,Draw nine cards.")
    full_disk(monkeypatch, name)
    (line,) = refused(shop)
    assert line.endswith("cannot be written: No space left on device; the earlier files are untouched")
    after = {k: v for k, v in content(folder_of(shop)).items() if not k.startswith("proof/")}
    assert after == before


def test_what_is_wrong_stops_everything_but_the_proofs(shop: Workshop) -> None:
    run(shop)
    before = {k: v for k, v in content(folder_of(shop)).items() if not k.startswith("proof/")}
    shop.face(
        '<rect width="69.85" height="95.25" fill="#DDDDDD"/>'
        '<textbox id="name" x="3" y="20" width="50" height="6" style="title">{{ card.name }}</textbox>'
    )
    lines = refused(shop)
    assert len(lines) == 2 and all('box "name": leaves the safe zone' in line for line in lines)
    now = content(folder_of(shop))
    assert {k: v for k, v in now.items() if not k.startswith("proof/")} == before
    with Image.open(io.BytesIO(now["proof/suspects.png"])) as sheet:
        assert sheet.size == (2 * (412 + 12) + 12, 562 + 24)


def test_names_that_one_disk_takes_for_one_are_refused(shop: Workshop) -> None:
    shop.heroes("ann,Ann,Draw two cards.", "plain,Plain,Draw three cards.")
    (line,) = refused(shop)
    assert "its picture would be press-plain.png, as that of the card plain is" in line


def test_a_quantity_over_the_limit_is_refused(shop: Workshop) -> None:
    """99 are taken, 100 are not; the deck itself asks for a waiver from 100 on."""
    shop.write("card_data/press/decks/all.csv", "card,quantity\nann,99\nbob,1\n")
    run(shop)
    shop.write("card_data/press/decks/all.csv", "card,quantity\nann,100\nbob,1\n")
    shop.write("card_data/press/waivers.csv", "code,where,reason\nquantity,decks/all.csv:ann,for the test\n")
    (line,) = refused(shop)
    assert line == (
        "card_data/press/cards/heroes.csv:2 ann: 100 copies are wanted; The Game Crafter takes 1 to 99 of a card; "
        "lower the quantity in its deck"
    )


def test_a_face_of_no_cards_size_is_refused(shop: Workshop) -> None:
    shop.face('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40"/></svg>')
    lines = refused(shop)
    assert any("the face is 40 x 40 mm, bleed included; no card of The Game Crafter is" in line for line in lines)


def test_the_projects_own_service_goes_before_the_houses(shop: Workshop) -> None:
    own = (HOUSE / "layouts/services/game-crafter.toml").read_text("utf-8").replace("copies = 99", "copies = 5")
    shop.write("layouts/services/game-crafter.toml", own)
    shop.write("card_data/press/decks/all.csv", "card,quantity\nann,6\n")
    (line,) = refused(shop)
    assert "takes 1 to 5 of a card" in line


def test_a_wrong_name_is_wrong_usage(shop: Workshop) -> None:
    told = press(shop.root, "export", "press", "--for", "game-craftr")
    assert told.returncode == 2 and 'did you mean "game-crafter"?' in told.stderr


# booklets ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def book() -> Iterator[Any]:
    def pages(count: int) -> bytes:
        from pipeline.draw import PdfDocument

        document = PdfDocument("book", "en", {})
        for _ in range(count):
            document.page(139.7, 215.9, [])
        return document.data()

    yield pages


def test_booklet_pages(book: Any) -> None:
    """Multiples of four; from 21 pages on the service contradicts itself, beyond 40 it takes none."""
    from pipeline.outputs.services.booklet import booklet_pages

    service = load_service(Project(HOUSE), "game-crafter")
    assert service.booklet is not None
    pages, notes = booklet_pages(book(5), service, service.booklet)
    assert len(pages) == 8 and notes == ["The booklet (LargeBooklet) has 8 pages."]
    with Image.open(io.BytesIO(pages[0])) as page:
        assert (page.size, page.mode) == ((1575, 2475), "RGB")
    _, notes = booklet_pages(book(21), service, service.booklet)
    assert "24 pages" in notes[0] and "contradicts itself" in notes[1] and "1 to 20" in notes[1]
    with pytest.raises(Refused, match="would have 44 pages; The Game Crafter binds 40 at most"):
        booklet_pages(book(41), service, service.booklet)
