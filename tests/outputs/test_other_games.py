"""The press is no one game's: two further games print from their data and layouts alone."""

import re
from pathlib import Path

import pypdfium2
import pytest

from pipeline.load import load_game
from pipeline.model import Game
from pipeline.outputs.deck import deck_cards, sheets_pdf
from pipeline.outputs.faces import choose_faces
from pipeline.outputs.sheets import load_sheet
from pipeline.place import Face, FacePress
from pipeline.problem import Refused
from pipeline.project import HOUSE, Project
from pipeline.units import Box

SOULS = "battle-for-souls"
CHRISTIANITY = "christianity-card-game"
PAPERS = {"letter": (612.0, 792.0), "a4": (595.28, 841.89)}
SAFE = Box(6.35, 6.35, 57.15, 82.55)
#: What the games print, as their tables say it, with marks as their words.
TEXTS = {
    SOULS: {
        "The Ferryman soul": 4,
        "The Watchman soul": 3,
        "The Shepherd soul": 3,
        "BF · S 001 · July 2012": 4,
        "BF · S 002 · July 2012": 3,
        "BF · S 003 · July 2012": 3,
    },
    CHRISTIANITY: {
        "Covet Someone’s Vacation": 3,
        "Exodus 20:17 TC · E 014 · Proof 1": 3,
        "that player lays one card fewer in Cost Zone. Failed: Humility−1, and rotate rotate one card": 3,
        "Cleverly Devised Fables": 3,
        "TEMPTATION R5 or Humility −1 Failed: Humility−1, and discard one card. "
        "permanent any-boost C2 Stays: each draw of that player is one card less. ": 3,
        "this card asks R7 instead. 2 Peter 1:16 TC · E 022 · Proof 1": 3,
        "Slight Distraction From The Will of God": 3,
        "James 1:14 TC · E 003 · Proof 1": 3,
        "This card is marked as boosted. X is that player’s Level plus 1.": 3,
    },
}
SHEETS = {SOULS: 2, CHRISTIANITY: 1}

Press = tuple[Game, FacePress, dict[str, Face]]


@pytest.fixture(scope="module", params=[SOULS, CHRISTIANITY])
def press(request: pytest.FixtureRequest) -> Press:
    project = Project(HOUSE)
    game, problems = load_game(project, request.param)
    assert problems == ()
    assert game is not None
    made = FacePress(project, game)
    return game, made, {face.name: face for face in choose_faces(made, [])}


@pytest.fixture(scope="module")
def temptations() -> dict[str, Face]:
    project = Project(HOUSE)
    game, _ = load_game(project, CHRISTIANITY)
    assert game is not None
    return {face.name: face for face in choose_faces(FacePress(project, game), [])}


def test_every_card_and_every_back_is_drawn_at_poker_size(press: Press) -> None:
    game, _, faces = press
    assert set(faces) == {*game.cards, *(kind.back for kind in game.kinds.values())}
    assert {(face.drawing.width, face.drawing.height) for face in faces.values()} == {(69.85, 95.25)}


def test_texts_and_marks_keep_to_the_safe_zone(press: Press) -> None:
    _, _, faces = press
    out = [
        (face.name, placed.element, placed.name)
        for face in faces.values()
        for placed in face.placed
        if placed.element != "art" and face.card and not SAFE.holds(placed.box)
    ]
    assert out == []


@pytest.mark.parametrize("paper", PAPERS)
def test_a_deck_prints_on_sheets_with_all_its_words(press: Press, paper: str) -> None:
    game, made, _ = press
    deck = game.decks["proof"]
    data = sheets_pdf(made, [deck], deck_cards(made, [deck]), load_sheet(made.project, paper), game.name)
    document = pypdfium2.PdfDocument(data)
    assert len(document) == SHEETS[game.id]
    for page in document:
        assert page.get_size() == pytest.approx(PAPERS[paper], abs=0.01)
    printed = " ".join(" ".join(page.get_textpage().get_text_range() for page in document).split())
    assert {text: printed.count(text) for text in TEXTS[game.id]} == TEXTS[game.id]


def test_the_ink_saver_prints_every_face_too(press: Press) -> None:
    game, made, faces = press
    saver = FacePress(made.project, game, "saver")
    pale = {face.name: face for face in choose_faces(saver, [])}
    assert set(pale) == set(faces)
    for name, face in pale.items():
        assert face.drawing.key != faces[name].drawing.key
        assert [placed.name for placed in face.placed] == [placed.name for placed in faces[name].placed]


def test_boosts_say_who_pays_and_what_in_their_printed_order(temptations: dict[str, Face]) -> None:
    marks = [placed.name for placed in temptations["cleverly-devised-fables"].placed if placed.element == "glyph"]
    assert marks == ["C3", "R5", "H-1", "permanent", "any-boost", "C2", "fast-self-boost", "C1"]


def test_boosts_stand_below_the_text_or_above_it(temptations: dict[str, Face]) -> None:
    def tops(name: str) -> dict[str, float]:
        return {placed.name: placed.box.y for placed in temptations[name].placed if placed.element == "textbox"}

    foot, top = tops("cleverly-devised-fables"), tops("slight-distraction")
    assert foot["text"] < foot["boost 1"] < foot["boost 2"]
    assert top["boost 1"] < top["text"]


def test_a_boost_that_nobody_may_pay_is_a_problem_not_a_gap(tmp_path: Path) -> None:
    """A text without its payer must not vanish from the face."""
    _copy(tmp_path, CHRISTIANITY)
    table = tmp_path / "card_data" / CHRISTIANITY / "cards" / "temptations.csv"
    table.write_text(table.read_text("utf-8").replace("brotherly,,1,This card", ",,1,This card"), "utf-8")
    project = Project(tmp_path)
    game, _ = load_game(project, CHRISTIANITY)
    assert game is not None
    with pytest.raises(Refused) as refused:
        FacePress(project, game).face(game.cards["slight-distraction"], "temptation")
    assert "nobody-boost" in str(refused.value.problems[0])


def test_letters_mean_what_their_own_game_says() -> None:
    """X01: R is resistance in one game and a color in another; there is no table for all."""
    tables = {}
    for name in (SOULS, CHRISTIANITY, "light-vs-darkness"):
        game, _ = load_game(Project(HOUSE), name)
        assert game is not None
        tables[name] = game.symbols
    assert tables[CHRISTIANITY]["R"].glyph == "R"
    assert tables["light-vs-darkness"]["R"].glyph == "pip-red"
    assert "R" not in tables[SOULS]


def test_no_module_of_the_press_knows_a_game_or_its_kinds() -> None:
    """Only rules/ may know a game; only its own picture style what its cards show."""
    games = ["battle-for-souls", "battle for souls", "christianity", "light-vs-darkness", "light vs darkness"]
    kinds = [
        "stronghold", "mentor", "basic[ -]anointing", "spiritual[ -]discipline", "living[ -]truth", "one-time",
        "soul", "temptation",
    ]  # fmt: skip
    pipeline = HOUSE / "pipeline"
    told = []
    for path in sorted(pipeline.rglob("*.py")):
        parts = path.relative_to(pipeline).parts
        if parts[0] == "rules":
            continue
        words = games if parts[:2] == ("pictures", "stained_glass") else games + kinds
        for match in re.finditer(rf"\b(?:{'|'.join(words)})s?\b", path.read_text("utf-8"), re.IGNORECASE):
            told.append(f"{path.name}: {match.group()}")
    assert told == []


def _copy(root: Path, game: str) -> None:
    """A project of its own with that game's data and layouts; the house's fonts and sheets stand in."""
    for folder in (Path("card_data") / game, Path("layouts") / game, Path("fonts/glyphs") / game):
        for file in sorted((HOUSE / folder).rglob("*")):
            if file.is_file():
                target = root / file.relative_to(HOUSE)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read_bytes())
