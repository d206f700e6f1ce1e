"""The demo's PDFs, read back with tools that are not ours."""

import io
import re
import subprocess
import zipfile
from collections import Counter
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageStat

from tests.outputs.conftest import Demo

DEMO_STRONGHOLDS = ["Pride", "Fear", "Shame", "Grief", "Addictions"]


@pytest.fixture(params=["letter", "a4"])
def pdf(request: pytest.FixtureRequest, demo: Demo) -> Path:
    return demo.letter if request.param == "letter" else demo.a4


def page_text(path: Path, page: int) -> str:
    document = pdfium.PdfDocument(path)
    return str(document[page].get_textpage().get_text_range())


def faces_on(page: pikepdf.Page) -> list[str]:
    """Names of the form objects that the page draws, in order."""
    code = page.Contents.read_bytes().decode("latin-1")
    return re.findall(r"/(X[0-9a-f]{32}) Do", code)


def test_the_command_prints_the_paths_and_nothing_else(demo: Demo) -> None:
    names = ["letter-color.pdf", "a4-color.pdf", "letter-inksaver.pdf", "a4-inksaver.pdf"]
    assert demo.run.stdout.split() == [str(demo.letter.parent / name) for name in names]
    assert demo.run.stderr == ""


def test_page_boxes_are_exact(demo: Demo) -> None:
    for path, width, height in ((demo.letter, 612.0, 792.0), (demo.a4, 595.28, 841.89)):
        with pikepdf.open(path) as document:
            for page in document.pages:
                box = [float(value) for value in page.MediaBox]
                assert box == pytest.approx([0, 0, width, height], abs=0.01)


def test_five_sheets_of_nine_then_two_pages_of_rules(pdf: Path) -> None:
    with pikepdf.open(pdf) as document:
        assert len(document.pages) == 7
        assert [len(faces_on(page)) for page in list(document.pages)[:5]] == [9] * 5


def test_the_forty_five_faces(pdf: Path) -> None:
    """2 Mentors with both sides, 5 Strongholds, two decks of 18 (L05): which are how many different faces?"""
    with pikepdf.open(pdf) as document:
        names = [name for page in list(document.pages)[:5] for name in faces_on(page)]
    first = names[:9]
    assert len(set(first)) == 9, "four Mentor faces and five Strongholds, each once"
    for deck in (names[9:27], names[27:45]):
        assert sorted(Counter(deck).values(), reverse=True)[0] == 4, "the four Basics are one face"
    assert not set(names[9:27]) & set(names[27:45]), "the decks share no card"


def test_each_face_is_one_form_object(pdf: Path) -> None:
    with pikepdf.open(pdf) as document:
        seen: dict[str, tuple[int, int]] = {}
        for page in list(document.pages)[:5]:
            for name in faces_on(page):
                reference = page.Resources.XObject["/" + name].objgen
                assert seen.setdefault(name, reference) == reference


def test_the_cards_are_cut_at_63_by_88_unscaled(pdf: Path) -> None:
    with pikepdf.open(pdf) as document:
        code = document.pages[1].Contents.read_bytes().decode("latin-1")
    scale = float(code.split()[0])
    assert scale == pytest.approx(72 / 25.4, rel=1e-6)
    windows = re.findall(r"q ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re W n 1 0 0 1 (-?[\d.]+) (-?[\d.]+) cm", code)
    assert len(windows) == 9
    for x, y, width, height, left, top in (map(float, window) for window in windows):
        assert 63 <= width <= 64.01 and 88 <= height <= 89.01
        # The cell is the middle 63 x 88 of the 69.85 x 95.25 face; at an outer edge half a millimetre more is shown.
        assert x - left == pytest.approx(3.425, abs=0.51) and y - top == pytest.approx(3.625, abs=0.51)


def test_size_is_fit_to_send(pdf: Path) -> None:
    assert pdf.stat().st_size <= 8_000_000


def test_catalog(pdf: Path) -> None:
    with pikepdf.open(pdf) as document:
        root = document.Root
        assert root.ViewerPreferences.PrintScaling == pikepdf.Name("/None")
        assert str(root.Lang) == "en-US"
        assert str(document.docinfo["/Title"]) == "Light VS Darkness: the 45-card demo"
        with document.open_outline() as outline:
            titles = [item.title for item in outline.root]
        assert len(titles) == 6 and titles[-1] == "Rules"
        assert "Mentors" in titles[0] and "Strongholds" in titles[0]
        labels = [str(page.label) for page in document.pages]
        assert labels == ["Sheet 1", "Sheet 2", "Sheet 3", "Sheet 4", "Sheet 5", "Rules 1", "Rules 2"]


def test_texts_can_be_read_back(pdf: Path) -> None:
    first = " ".join(page_text(pdf, 0).split())
    for name in DEMO_STRONGHOLDS:
        assert name in first
    assert "MP rewards from demolishing other Strongholds are halved, rounded up." in first
    assert first.count("Esther the Queen") == 2 and first.count("Daniel the Prophet") == 2
    decks = " ".join(" ".join(page_text(pdf, page).split()) for page in range(1, 5))
    assert decks.count("Basic Anointing") == 8
    assert re.search(r"exhaust ?: Add Red ?\.?", decks), "marks are copied as words"


def test_every_sheet_says_what_it_is(pdf: Path) -> None:
    for page in range(5):
        text = " ".join(page_text(pdf, page).split())
        assert f"sheet {page + 1} of 5" in text and "100 %" in text


def test_fonts_are_embedded_subset_and_once_a_producer(pdf: Path, tool) -> None:  # type: ignore[no-untyped-def]
    lines = subprocess.run([tool("pdffonts"), pdf], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert lines
    names = []
    for line in lines:
        name, rest = line.split(None, 1)
        assert re.search(r"\byes yes (yes|no)\b", rest), f"not embedded and subset: {line}"
        names.append(name.split("+")[1])
    # The sheets name a font by its file, the leaflet by its PostScript name: at most once each.
    assert max(Counter(names).values()) == 1


def test_qpdf_finds_no_fault(pdf: Path, tool) -> None:  # type: ignore[no-untyped-def]
    run = subprocess.run([tool("qpdf"), "--check", pdf], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("page", [1, 3, 6, 7])
def test_poppler_and_pdfium_agree_on_the_page(  # type: ignore[no-untyped-def]
    demo: Demo, tool, tmp_path: Path, page: int
) -> None:
    """Compared in areas of 1.4 mm: the two soften edges each in their own way."""
    chosen = ["-r", "144", "-f", str(page), "-l", str(page), "-png"]
    subprocess.run([tool("pdftoppm"), *chosen, demo.letter, tmp_path / "p"], check=True)
    poppler = Image.open(next(tmp_path.glob("p*.png"))).convert("RGB").reduce(8)
    ours = pdfium.PdfDocument(demo.letter)[page - 1].render(scale=2).to_pil().convert("RGB").reduce(8)
    assert poppler.size == ours.size
    difference = ImageChops.difference(poppler, ours)
    assert max(ImageStat.Stat(difference).mean) < 2.5
    assert max(high for _, high in difference.getextrema()) < 90


def test_a_build_done_twice_gives_the_same_bytes(demo: Demo, again: Path) -> None:
    """Once alone and once for a release."""
    with zipfile.ZipFile(again) as archive:
        for name in ("letter-color.pdf", "a4-color.pdf", "letter-inksaver.pdf", "a4-inksaver.pdf"):
            (packed,) = (each for each in archive.namelist() if each.endswith(f"/{name}"))
            assert archive.read(packed) == (demo.letter.parent / name).read_bytes(), name


def test_the_wall_reaches_the_cut_and_no_further_than_the_bleed(demo: Demo) -> None:
    page = pdfium.PdfDocument(demo.letter)[1].render(scale=300 / 72).to_pil().convert("RGB")
    dots = 300 / 25.4

    def pixel(x: float, y: float) -> tuple[int, int, int]:
        return page.getpixel((round(x * dots), round(y * dots)))  # type: ignore[return-value]

    left, top = 13.45, 7.70
    middle = top + 44
    assert min(pixel(left - 1.0, middle)) > 250, "paper outside the bleed"
    assert max(pixel(left + 0.2, middle)) < 250, "color up to the cut"
    assert max(pixel(left - 0.25, middle)) < 250, "and a little over it"


def test_tesseract_reads_the_names(demo: Demo, tool, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Names as a stranger's eye would: each card cut from the page, its name plate alone."""
    document = pdfium.PdfDocument(demo.letter)
    page = document[0].render(scale=400 / 72).to_pil().convert("L")
    dots = 400 / 25.4
    read = []
    for slot in range(9):
        row, column = divmod(slot, 3)
        x, y = 13.45 + column * 63, 7.70 + row * 88
        light = slot < 4
        box = (x + 14.6, y + 4.4, x + 58.8, y + 10.8) if light else (x + 4.5, y + 4.4, x + 44.5, y + 12.8)
        plate = page.crop([round(value * dots) for value in box])
        if not light:
            plate = ImageChops.invert(plate)
        path = tmp_path / f"{slot}.png"
        plate.save(path)
        run = subprocess.run([tool("tesseract"), path, "-", "--psm", "7"], capture_output=True, text=True, check=True)
        read.append(re.sub(r"[^a-z ]", "", run.stdout.lower()).strip())
    expected = ["esther the queen"] * 2 + ["daniel the prophet"] * 2
    assert read[:4] == expected
    blackletter = [name.lower() for name in DEMO_STRONGHOLDS]
    right = sum(name in got for name, got in zip(blackletter, read[4:], strict=True))
    assert right >= 4, read[4:]


def test_pixels_of_a_face_differ_between_cards(demo: Demo) -> None:
    page = pdfium.PdfDocument(demo.letter)[0].render(scale=1).to_pil().convert("RGB")
    k = 72 / 25.4
    cells = []
    for slot in range(4, 9):
        row, column = divmod(slot, 3)
        x, y = 13.45 + column * 63, 7.70 + row * 88
        # The windows only: below the name, above the type line.
        cells.append(page.crop([round(v * k) for v in (x + 6, y + 17, x + 57, y + 53)]).convert("L").resize((40, 30)))
    for index, one in enumerate(cells):
        for other in cells[index + 1 :]:
            assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] > 6


def test_png_of_a_page_is_opaque_rgb(demo: Demo) -> None:
    data = io.BytesIO()
    pdfium.PdfDocument(demo.letter)[0].render(scale=1).to_pil().save(data, "PNG")
    assert Image.open(io.BytesIO(data.getvalue())).mode == "RGB"


def ink(path: Path) -> float:
    """Mean of 1 - R, 1 - G, 1 - B over the five sheets at 100 dpi."""
    document = pdfium.PdfDocument(path)
    pages = [document[page].render(scale=100 / 72).to_pil().convert("RGB") for page in range(5)]
    return sum(1 - sum(ImageStat.Stat(page).mean) / 3 / 255 for page in pages) / 5


def test_the_ink_saver_takes_less_than_three_tenths_of_the_ink(demo: Demo) -> None:
    for color, saver in ((demo.letter, "letter-inksaver.pdf"), (demo.a4, "a4-inksaver.pdf")):
        assert ink(demo.letter.parent / saver) < 0.30 * ink(color)


def test_the_ink_saver_has_no_color_and_the_same_words(demo: Demo) -> None:
    saver = demo.letter.parent / "letter-inksaver.pdf"
    for page in range(5):
        assert sorted(page_text(saver, page).split()) == sorted(page_text(demo.letter, page).split())
        picture = pdfium.PdfDocument(saver)[page].render(scale=1).to_pil().convert("HSV")
        assert picture.getchannel("S").getextrema()[1] < 16, "gray only"
