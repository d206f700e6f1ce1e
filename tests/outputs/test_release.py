"""The release for fans, and stamps."""

import hashlib
import io
import zipfile
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from pipeline.place.stamp import stamped
from pipeline.problem import Refused
from pipeline.typeset import Fonts
from tests.projects import copy_project, press
from tests.workshop import Workshop

GAME = "light-vs-darkness"
FOLDER = "light-vs-darkness-demo-draft-5"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, kept: Path) -> Path:
    root = copy_project(tmp_path_factory.mktemp("release"), GAME, kept=kept)
    run = press(root, "release")
    assert run.returncode == 0, run.stderr
    path = root / "output" / GAME / "release" / f"{FOLDER}.zip"
    assert run.stdout.strip() == str(path)
    return path


def test_it_holds_all_that_a_fan_needs(made: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        assert archive.testzip() is None
        names = {name.removeprefix(f"{FOLDER}/") for name in archive.namelist()}
    pdfs = {f"{paper}-{ink}.pdf" for paper in ("letter", "a4") for ink in ("color", "inksaver")}
    pdfs |= {"backs-letter.pdf", "backs-a4.pdf"}
    assert pdfs | {"README.txt", "VERSION.txt", "SHA256SUMS"} <= names
    assert {"licences/cardpress-MIT.txt", "licences/alegreya-OFL.txt", "licences/cinzel-OFL.txt"} <= names


def test_the_checksums_are_right(made: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        lines = archive.read(f"{FOLDER}/SHA256SUMS").decode().splitlines()
        assert len(lines) == len(archive.namelist()) - 1
        for line in lines:
            digest, name = line.split("  ")
            assert hashlib.sha256(archive.read(f"{FOLDER}/{name}")).hexdigest() == digest


def test_two_runs_give_the_same_bytes(made: Path, again: Path) -> None:
    """One with what is kept, one from nothing."""
    assert again.read_bytes() == made.read_bytes()


def test_the_readme_is_plain_and_names_every_file(made: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        text = archive.read(f"{FOLDER}/README.txt").decode()
        pdfs = [name.rsplit("/", 1)[-1] for name in archive.namelist() if name.endswith(".pdf")]
    assert all(name in text for name in pdfs)
    assert text.startswith("Light VS Darkness: the 45-card demo\n===") and "45 cards" in text
    assert "100 %" in text and "{{" not in text and max(map(len, text.splitlines())) <= 120


def test_the_backs_fill_a_sheet_of_each(made: Path) -> None:
    with zipfile.ZipFile(made) as archive:
        document = pdfium.PdfDocument(io.BytesIO(archive.read(f"{FOLDER}/backs-letter.pdf")))
    texts = [document[page].get_textpage().get_text_range() for page in range(len(document))]
    assert len(texts) == 2
    assert texts[0].count("Stronghold") == 18 and texts[1].count("Light VS Darkness") == 18, "twice a back, nine backs"


def test_a_stamp_is_laid_on_faces_and_sheets(tmp_path: Path, kept: Path) -> None:
    root = copy_project(tmp_path, GAME, kept=kept)
    run = press(root, "sheets", GAME, "--deck", "demo-mentors", "--stamp", "PLAYTEST")
    assert run.returncode == 0, run.stderr
    text = pdfium.PdfDocument(run.stdout.strip())[0].get_textpage().get_text_range()
    assert text.count("PLAYTEST") == 4 + 1, "four faces and the margin"
    run = press(root, "faces", GAME, "mentor-esther", "--stamp", "v0.3")
    assert run.returncode == 0, run.stderr
    assert "v0.3" in pdfium.PdfDocument(run.stdout.strip())[0].get_textpage().get_text_range()


def test_a_stamp_that_is_too_long_is_wrong_usage(tmp_path: Path) -> None:
    root = copy_project(tmp_path, GAME)
    run = press(root, "demo", "--stamp", "NOT FOR SALE, NOT FOR PRINT, NOT FOR ANYBODY")
    assert run.returncode == 2 and "24 characters at most" in run.stderr


def test_a_stamp_that_no_font_has_is_a_problem(workshop: Workshop, fonts: Fonts) -> None:
    with pytest.raises(Refused) as refused:
        stamped(workshop.made().drawing, "試", fonts, "color")
    assert "no font has U+8A66" in str(refused.value)
