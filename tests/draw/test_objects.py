"""The file around the objects, as another program reads it."""

import io

import pikepdf
import pytest

from pipeline.draw.objects import Objects, text_string


def made() -> bytes:
    objects = Objects()
    later = objects.reserve()
    page = objects.add(f"<</Type/Page/Parent {later} 0 R/MediaBox[0 0 10 10]/Resources<<>>>>")
    packed = objects.add_packed("/Kind/Packed", b"packed " * 50)
    plain = objects.add_stream("/Kind/Plain", b"\r\n\x00as it is\n")
    objects.put(later, f"<</Type/Pages/Count 1/Kids[{page} 0 R]>>")
    root = objects.add(f"<</Type/Catalog/Pages {later} 0 R/Streams[{packed} 0 R {plain} 0 R]>>")
    return objects.file(root, objects.add(f"<</Title{text_string('T')}>>"))


def test_every_object_stands_where_the_table_says() -> None:
    data = made()
    pdf = pikepdf.open(io.BytesIO(data), attempt_recovery=False)
    assert pdf.check_pdf_syntax() == []
    assert len(pdf.pages) == 1
    packed, plain = pdf.Root.Streams
    assert (packed.read_bytes(), plain.read_bytes()) == (b"packed " * 50, b"\r\n\x00as it is\n")
    assert len(packed.read_raw_bytes()) < 50
    assert str(pdf.docinfo.Title) == "T"


def test_the_id_is_the_contents() -> None:
    first, again = (pikepdf.open(io.BytesIO(made())).trailer.ID[0] for _ in range(2))
    assert bytes(first) == bytes(again)
    objects = Objects()
    other = objects.file(objects.add("<</Type/Catalog>>"), objects.add("<<>>"))
    assert bytes(first).hex().encode() not in other


@pytest.mark.parametrize("text", ["", "plain (and \\ more)", "Wa\u017fser \u2014 \u2605", "\U0001f600"])
def test_texts_for_people(text: str) -> None:
    assert str(pikepdf.Object.parse(text_string(text).encode())) == text
