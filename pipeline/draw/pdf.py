"""PDF files: ReportLab's canvas as the container, our own content streams inside.

Every drawing becomes one form object, however often it is used; every font file is subset to what is shown and embedded
once. Nothing depends on time, so the same pages give the same bytes.
"""

import io
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import uharfbuzz as hb
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pipeline.draw.content import Content, form_of
from pipeline.draw.form import Form, Resources
from pipeline.draw.packing import packed
from pipeline.draw.syntax import font_name, matrix_operands, real
from pipeline.drawing import Drawing, Item, Matrix
from pipeline.typeset import FontFile
from pipeline.units import Box, points

rl_config.useA85 = 0

_K = points(1.0)


@dataclass(frozen=True, slots=True)
class Placement:
    """A drawing on a page: the matrix that takes it there (millimetres), and the part of the page it may paint."""

    drawing: Drawing
    matrix: Matrix
    window: Box | None = None


class _Bare(Canvas):
    """ReportLab's canvas without its default font in every page."""

    def _make_preamble(self) -> None:
        self._preamble = ""


class _Table(pdfdoc.PDFObject):
    """A resource dictionary. ReportLab's own objects take ten times as long to write, and there are thousands."""

    def __init__(self, resources: Resources) -> None:
        self.resources = resources

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.text(document.idToObjectNumberAndVersion).encode("ascii")

    def text(self, numbers: Mapping[str, tuple[int, int]]) -> str:
        """The dictionary; `numbers` are those of the file's objects by name."""

        def reference(name: str) -> str:
            return f"{numbers[name][0]} {numbers[name][1]} R"

        told = self.resources
        masks = {
            name: f"<</SMask<</S/Luminosity/G {reference(_object(form))}>>>>" for name, form in told.masks.items()
        }
        tables = {
            "ExtGState": {**told.states, **masks},
            "Font": {font_name(font): reference(f"font {font}") for font in told.fonts},
            "Shading": told.shadings,
            "XObject": {f"X{form.key}": reference(_object(form)) for form in told.forms},
        }
        parts = [
            f"/{name}<<{''.join(f'/{key} {value}' for key, value in sorted(table.items()))}>>"
            for name, table in tables.items()
            if table
        ]
        return f"<<{''.join(parts)}>>"


class _Form(pdfdoc.PDFObject):
    """A form's stream, as it was made."""

    def __init__(self, form: Form) -> None:
        self.form = form

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        form, numbers = self.form, document.idToObjectNumberAndVersion
        entries = form.entries
        if form.coverage:
            entries += f"/SMask {numbers[_object(form.coverage)][0]} 0 R"
        if "/Subtype/Form" in entries:
            entries += f"/Resources{_Table(form.resources).text(numbers)}"
        head = f"<<{entries}/Length {len(form.data)}>>\nstream\n".encode("ascii")
        return b"".join((head, form.data, b"\nendstream\n"))


class _Raw(pdfdoc.PDFObject):
    """An object given as PDF text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.text.encode("latin-1")


@dataclass
class PdfDocument:
    """A PDF in the making. Sizes in millimetres; finished by `data`, once."""

    title: str
    language: str
    fonts: Mapping[str, FontFile]
    subject: str = ""
    duplex: str = ""
    _canvas: Any = field(init=False)
    _buffer: io.BytesIO = field(default_factory=io.BytesIO)
    _glyphs: dict[str, dict[int, str]] = field(default_factory=dict)
    _forms: set[str] = field(default_factory=set)
    _pages: int = 0

    def __post_init__(self) -> None:
        self._canvas = _Bare(self._buffer, invariant=1, pageCompression=1, lang=self.language, pdfVersion=(1, 7))
        self._canvas.setTitle(self.title)
        self._canvas.setSubject(self.subject)
        self._canvas.setCreator("Cardpress")
        self._canvas.setAuthor("")

    def page(
        self,
        width: float,
        height: float,
        placements: Sequence[Placement],
        items: Iterable[Item] = (),
        *,
        bookmark: str = "",
        label: str = "",
        trim: Box | None = None,
    ) -> None:
        """Add a page: drawings placed on it, then items of its own (marks, margin texts).

        `bookmark` puts it into the outline, `label` is the page's own name in the reader, `trim` its trim box.
        """
        canvas = self._canvas
        canvas.setPageSize((points(width), points(height)))
        if trim:
            box = (points(trim.x), points(height - trim.bottom), points(trim.right), points(height - trim.y))
            canvas._trimBox, canvas._bleedBox = box, (0, 0, points(width), points(height))
        code = [f"{_K:.8g} 0 0 {-_K:.8g} 0 {points(height):.8g} cm"]
        content = Content()
        for placement in placements:
            paint = content.paint(form_of(placement.drawing))
            clip = ""
            if placement.window:
                window = placement.window
                clip = f"{window.x:.4f} {window.y:.4f} {window.width:.4f} {window.height:.4f} re W n "
            content.code.append(f"q {clip}{matrix_operands(placement.matrix)} cm {paint} Q")
        content.add(items)
        if bookmark:
            key = f"page-{self._pages + 1}"
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(bookmark, key)
        canvas._code.extend([*code, content.data().decode("ascii")])
        canvas.showPage()
        self._pages += 1
        page = canvas._doc.idToObject[f"Page{self._pages}"]
        page.Resources = self._resources(content)
        if trim:
            canvas._trimBox = canvas._bleedBox = None
        if label:
            canvas.addPageLabel(self._pages - 1, prefix=label)

    def data(self) -> bytes:
        """The finished file."""
        doc = self._canvas._doc
        for name in sorted(self._glyphs):
            self._embed(name, self.fonts[name], self._glyphs[name])
        self._canvas.setViewerPreference("PrintScaling", "None")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        if self.duplex:
            self._canvas.setViewerPreference("Duplex", self.duplex)
        doc.SaveToFile(self._buffer, self._canvas)
        return self._buffer.getvalue()

    def _resources(self, content: Content) -> "_Table":
        """The resource dictionary of a content stream, its forms added to the file where they are new."""
        resources = content.resources()
        self._use(resources)
        return _Table(resources)

    def _use(self, resources: Resources) -> None:
        """Have a stream's glyphs and forms in the file."""
        for name, used in resources.fonts.items():
            mine = self._glyphs.setdefault(name, {})
            for glyph, text in used.items():
                if not mine.get(glyph):
                    mine[glyph] = text
        for form in resources.used():
            self._add(form)

    def _add(self, form: Form) -> None:
        if form.key in self._forms:
            return
        self._forms.add(form.key)
        self._use(form.resources)
        if form.coverage:
            self._add(form.coverage)
        self._canvas._doc.Reference(_Form(form), _object(form))

    def _embed(self, name: str, file: FontFile, used: dict[int, str]) -> None:
        """Embed a subset of a font file as a CID font with identity numbering (ISO 32000-1, 9.7)."""
        doc = self._canvas._doc
        subset = hb.SubsetInput()
        subset.glyph_set.update(used)
        subset.flags = (
            hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
        )
        subset.drop_table_tag_set.update(
            int.from_bytes(tag.encode().ljust(4), "big")
            for tag in ("GSUB", "GPOS", "GDEF", "name", "OS/2", "post", "kern", "cmap", "meta", "DSIG")
        )
        data = hb.subset(file.face, subset).blob.data
        tag = "".join(chr(65 + (zlib.crc32(data) // 26**i) % 26) for i in range(6))
        postscript = f"{tag}+{re.sub('[^A-Za-z0-9-]', '', name)}"
        program = doc.Reference(_stream({"Length1": f"{len(data)}"}, data))
        descriptor = pdfdoc.PDFDictionary(
            {
                "Type": _Raw("/FontDescriptor"),
                "FontName": _Raw(f"/{postscript}"),
                "Flags": _Raw("4"),
                "FontBBox": _Raw("[-1000 -1000 3000 2000]"),
                "ItalicAngle": _Raw("-12" if "italic" in name else "0"),
                "Ascent": _Raw(f"{file.ascent * 1000:.0f}"),
                "Descent": _Raw(f"{-file.descent * 1000:.0f}"),
                "CapHeight": _Raw(f"{file.cap_height * 1000:.0f}"),
                "StemV": _Raw("80"),
                "FontFile2": program,
            }
        )
        widths = " ".join(f"{glyph}[{real(file.advance(glyph) * 1000)}]" for glyph in sorted(used))
        cid = pdfdoc.PDFDictionary(
            {
                "Type": _Raw("/Font"),
                "Subtype": _Raw("/CIDFontType2"),
                "BaseFont": _Raw(f"/{postscript}"),
                "CIDSystemInfo": _Raw("<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"),
                "CIDToGIDMap": _Raw("/Identity"),
                "DW": _Raw("1000"),
                "W": _Raw(f"[{widths}]"),
                "FontDescriptor": doc.Reference(descriptor),
            }
        )
        font = pdfdoc.PDFDictionary(
            {
                "Type": _Raw("/Font"),
                "Subtype": _Raw("/Type0"),
                "BaseFont": _Raw(f"/{postscript}"),
                "Encoding": _Raw("/Identity-H"),
                "DescendantFonts": pdfdoc.PDFArray([doc.Reference(cid)]),
                "ToUnicode": doc.Reference(_stream({}, _to_unicode(used))),
            }
        )
        doc.Reference(font, f"font {name}")


def _stream(extra: Mapping[str, str], data: bytes) -> pdfdoc.PDFStream:
    stream = pdfdoc.PDFStream(content=packed(data))
    for key, text in extra.items():
        stream.dictionary[key] = _Raw(text)
    stream.dictionary["Filter"] = _Raw("/FlateDecode")
    return stream


def _object(form: Form) -> str:
    """The name by which ReportLab knows a form's object."""
    return f"X{form.key}"


def _to_unicode(used: Mapping[int, str]) -> bytes:
    """The CMap that tells what text each glyph stands for (ISO 32000-1, 9.10.3)."""
    told = [(glyph, text) for glyph, text in sorted(used.items()) if text]
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Cardpress def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ]
    for start in range(0, len(told), 100):
        block = told[start : start + 100]
        lines.append(f"{len(block)} beginbfchar")
        lines += [f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>" for glyph, text in block]
        lines.append("endbfchar")
    lines.append("endcmap end end")
    return "\n".join(lines).encode("ascii")
