"""The faces of Light VS Darkness: complete, legible, inside the safe zone, told from an earlier printing."""

import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.checks.faces import check_faces
from pipeline.drawing import TextRun, Use, walk
from pipeline.load import load_game
from pipeline.model import Game
from pipeline.place import Face, FacePress
from pipeline.problem import Refused
from pipeline.project import Project
from pipeline.rules import translated
from pipeline.units import POINT, Box
from tests.projects import copy_project

GAME = "light-vs-darkness"
#: 1/8 in inside a cut of 63 x 88 mm that is centered on the face of 69.85 x 95.25 mm.
SAFE = Box(6.6, 6.8, 56.65, 81.65)
#: Texts that are not rules: smaller is allowed.
SMALL = {"foot", "foot-dark"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, kept: Path) -> Project:
    """A copy of the game that has its pictures drawn and nothing placed or checked."""
    root = copy_project(tmp_path_factory.mktemp("faces"), GAME)
    shutil.copytree(kept / "pictures", root / "output/.cache/pictures")
    return Project(root)


@pytest.fixture(scope="module")
def game(project: Project) -> Game:
    loaded, problems = load_game(project, GAME)
    assert loaded is not None and not problems
    return loaded


@pytest.fixture(scope="module")
def faces(project: Project, game: Game) -> dict[tuple[str, str], Face]:
    press = FacePress(project, game)
    made, problems = press.faces(game.cards.values())
    assert [str(problem) for problem in problems] == []
    return {(face.card, face.template): face for face in made}


def runs(face: Face) -> Iterable[tuple[TextRun, float, float]]:
    """Seen text with where it begins on the face."""
    for item, matrix in walk(face.drawing.items):
        if isinstance(item, TextRun) and item.color:
            yield item, matrix[4] + item.x, matrix[5] + item.y


def words(face: Face) -> str:
    """All that a copy of the face's text holds, in order."""
    parts = [item.text for item, _ in walk(face.drawing.items) if isinstance(item, TextRun)]
    return " ".join(" ".join(parts).split())


def test_every_card_has_all_its_faces(game: Game, faces: dict[tuple[str, str], Face]) -> None:
    assert len(game.cards) == 68
    assert len(faces) == 68 + 7, "Mentors have two"


def test_all_text_and_marks_stand_in_the_safe_zone(faces: dict[tuple[str, str], Face]) -> None:
    outside = []
    for key, face in faces.items():
        for run, x, y in runs(face):
            box = Box(x, y - 0.7 * run.size * POINT, run.width, 0.7 * run.size * POINT)
            if not SAFE.holds(box, slack=0.01):
                outside.append((key, run.text, box))
        for item, matrix in walk(face.drawing.items):
            if isinstance(item, Use) and item.role == "glyph":
                width, height = item.drawing.width * matrix[0] * item.matrix[0], item.drawing.height * item.matrix[3]
                box = Box(matrix[4] + item.matrix[4], matrix[5] + item.matrix[5], width, height)
                if not SAFE.holds(box, slack=0.01):
                    outside.append((key, item.words, box))
    assert not outside


def test_rules_are_never_under_six_and_a_half_points(faces: dict[tuple[str, str], Face]) -> None:
    for key, face in faces.items():
        for run, _, _ in runs(face):
            assert run.size >= 6.5 or run.style in SMALL, (key, run.style, run.size, run.text)


def test_every_face_shows_what_it_must(game: Game, faces: dict[tuple[str, str], Face]) -> None:
    for (card_id, template), face in faces.items():
        card = game.cards[card_id]
        text = words(face).casefold().replace("\u00a0", " ")
        assert card.name.casefold() in text, card_id
        assert str(card.fields["number"]).casefold() in text, card_id
        assert "draft 5" in text, card_id
        scripture = str(card.fields["scripture"]).casefold()
        assert scripture in text, (card_id, template)


def test_a_quote_stands_below_the_rules_and_smaller(game: Game, faces: dict[tuple[str, str], Face]) -> None:
    for (card_id, template), face in faces.items():
        quote = str(game.cards[card_id].fields.get("quote") or "")
        lines = {
            style: [(run.size, y) for run, _, y in runs(face) if run.style == style] for style in ("rules", "quote")
        }
        assert bool(lines["quote"]) == bool(quote), card_id
        if quote:
            assert f"“{quote}”" in words(face).replace("’", "'"), (card_id, template)
            (rules, rules_y), (size, y) = lines["rules"][-1], lines["quote"][0]
            assert 7 <= size <= rules - 2 and y > rules_y, card_id


def test_costs_are_read_as_words(faces: dict[tuple[str, str], Face]) -> None:
    text = words(faces["the-lord-our-righteousness", "living-truth"])
    assert "Red" in text and "3" in text


def test_strongholds_print_their_numbers_and_scaling(faces: dict[tuple[str, str], Face]) -> None:
    text = words(faces["stronghold-occult", "stronghold"])
    for expected in ("Occult", "7", "8", "9", "MP", "ATK", "HP", "+1", "+2"):
        assert expected in text


def test_mentors_name_their_trigger_and_transform_to_7_7(faces: dict[tuple[str, str], Face]) -> None:
    front, back = words(faces["mentor-esther", "mentor"]), words(faces["mentor-esther", "mentor-transformed"])
    assert "For Such a Time" in front
    assert back.count("7") >= 2 and "Esther the Queen" in back


def test_an_earlier_edition_is_told_apart(project: Project, game: Game) -> None:
    """The mark is data: another edition prints another mark."""
    old = replace(game, press=replace(game.press, edition_mark="Draft 4"))
    face = FacePress(project, old).face(old.cards["stronghold-fear"], "stronghold")
    assert "draft 4" in words(face).casefold() and "draft 5" not in words(face).casefold()


def test_windows_differ_from_card_to_card(faces: dict[tuple[str, str], Face]) -> None:
    seen: dict[str, str] = {}
    for (card, template), face in faces.items():
        pictures = [
            item.drawing.key for item, _ in walk(face.drawing.items) if isinstance(item, Use) and item.role == "picture"
        ]
        assert pictures, (card, template)
        for key in pictures:
            owner = seen.setdefault(key, card)
            assert owner == card, f"{card} and {owner} share a picture"


def test_faces_pass_their_checks_contrast_included(project: Project, game: Game) -> None:
    assert [str(problem) for problem in check_faces(project, game)] == []


def test_the_whole_game_prints_in_spanish(project: Project, game: Game) -> None:
    """Every word that is not a name of the press: no card keeps an English type line, cost or advice."""
    spanish = translated(game, "es")
    made, problems = FacePress(project, spanish).faces(spanish.cards.values())
    assert [str(problem) for problem in problems] == []
    assert len(made) == 68 + 7
    english = ("Stronghold", "Living Truth", "Equipment", "One Time", "Discipline", "Trigger", "Each extra", "Reaction",
               "Free", "exhaust", "Rare", " the ", " card")  # fmt: skip
    for face in made:
        text = f" {words(face)} "
        for word in english:
            assert word.casefold() not in text.casefold(), (face.card, word, text)
    FacePress(project, spanish).back("back-dark")
    FacePress(project, spanish).back("back-light")


def test_a_phrase_without_words_in_the_language_is_a_problem(project: Project, game: Game) -> None:
    spanish = replace(translated(game, "es"), phrases={"&": "y"})
    with pytest.raises(Refused) as refused:
        FacePress(project, spanish).face(spanish.cards["stronghold-fear"], "stronghold")
    assert 'there are no words for "Each extra player" in "es"' in str(refused.value)
