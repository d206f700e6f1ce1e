"""PDF files, with ReportLab as their container: pages of drawings, bookmarks, and the fonts that are shown.

Every drawing becomes one form object, however often it is used; every font file is subset to what is shown and embedded
once. Nothing depends on time, so the same pages give the same bytes.
"""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import uharfbuzz as hb
from reportlab.pdfbase import pdfdoc

from pipeline.draw.content import Content, form_of
from pipeline.draw.form import PACKED, Form, Resources
from pipeline.draw.packing import packed
from pipeline.draw.syntax import array, font_name, matrix_operands, real
from pipeline.drawing import Drawing, Item, Matrix
from pipeline.typeset import FontFile
from pipeline.units import Box, points

_K = points(1.0)
#: Tables of a font that a PDF has no use for.
_DROPPED = ("GSUB", "GPOS", "GDEF", "name", "OS/2", "post", "kern", "cmap", "meta", "DSIG")


@dataclass(frozen=True, slots=True)
class Placement:
    """A drawing on a page: the matrix that takes it there (millimetres), and the part of the page it may paint."""

    drawing: Drawing
    matrix: Matrix
    window: Box | None = None


class _Object(pdfdoc.PDFObject):
    """An object of the file in PDF's own bytes: ReportLab takes ten times as long to put objects together, and there
    are thousands."""

    def __init__(self, document: Any) -> None:
        document.Reference(self)
        self.number: int = document.objectcounter
        self.body = b"null"

    def format(self, _document: pdfdoc.PDFDocument) -> bytes:
        return self.body


@dataclass
class PdfDocument:
    """A PDF in the making. Sizes in millimetres; finished by `data`, once."""

    title: str
    language: str
    fonts: Mapping[str, FontFile]
    subject: str = ""
    duplex: str = ""
    _file: Any = field(init=False)
    _glyphs: dict[str, dict[int, str]] = field(default_factory=dict)
    #: Numbers of forms by key, fonts' objects by name, pages in order, bookmarks with their pages.
    _forms: dict[str, int] = field(default_factory=dict)
    _fonts: dict[str, _Object] = field(default_factory=dict)
    _bookmarks: list[tuple[str, int]] = field(default_factory=list)
    _labels: pdfdoc.PDFPageLabels = field(default_factory=pdfdoc.PDFPageLabels)
    _tree: int = 0

    def __post_init__(self) -> None:
        file: Any = pdfdoc.PDFDocument(invariant=1, lang=self.language, pdfVersion=(1, 7))
        file.setTitle(self.title)
        file.setSubject(self.subject)
        file.setCreator("Cardpress")
        file.setAuthor("")
        file.Reference(file.Pages)
        self._file, self._tree = file, file.objectcounter

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
        media = array(0, 0, points(width), points(height))
        boxes = f"/MediaBox {media}"
        if trim:
            inside = array(points(trim.x), points(height - trim.bottom), points(trim.right), points(height - trim.y))
            boxes += f"/BleedBox {media}/TrimBox {inside}"
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
        stream = self._add_packed("", "\n".join([*code, *content.code]).encode("ascii"))
        resources = content.resources()
        self._use(resources)
        told = f"/Parent {self._tree} 0 R{boxes}/Resources{self._table(resources)}/Contents {stream} 0 R"
        page = self._add(f"<</Type/Page{told}>>")
        if label:
            self._labels.addPageLabel(len(self._file.Pages.pages), pdfdoc.PDFPageLabel(prefix=label))
        self._file.Pages.addPage(page)
        if bookmark:
            self._bookmarks.append((bookmark, page.number))

    def data(self) -> bytes:
        """The finished file."""
        file, outline = self._file, self._file.outline
        for name in sorted(self._glyphs):
            self._embed(name, self.fonts[name], self._glyphs[name])
        wishes = pdfdoc.ViewerPreferencesPDFDictionary({"PrintScaling": "/None", "DisplayDocTitle": "true"})
        if self.duplex:
            wishes["Duplex"] = self.duplex
        file.Catalog.ViewerPreferences = wishes
        if self._labels.labels:
            file.Catalog.PageLabels = self._labels
        if self._bookmarks:
            outline.destinationnamestotitles.update((title, title) for title, _ in self._bookmarks)
            outline.setDestinations([{title: f"[{page} 0 R/Fit]"} for title, page in self._bookmarks])
        return bytes(file.GetPDFData(None))

    def _add(self, text: str) -> _Object:
        """An object of the file, as PDF text."""
        made = _Object(self._file)
        self._give(made, text.encode("ascii"))
        return made

    def _add_stream(self, entries: str, data: bytes) -> int:
        """A stream of `data` as it is; gives its number."""
        made = _Object(self._file)
        head = f"<<{entries}/Length {len(data)}>>\nstream\n".encode("ascii")
        self._give(made, b"".join((head, data, b"\nendstream")))
        return made.number

    def _add_packed(self, entries: str, data: bytes) -> int:
        """A stream of `data`, which this packs; gives its number."""
        return self._add_stream(entries + PACKED, packed(data))

    def _give(self, made: _Object, body: bytes) -> None:
        """Give an object its bytes; the file's id is made from them."""
        made.body = body
        self._file.updateSignature(body)

    def _table(self, resources: Resources) -> str:
        """A resource dictionary, whose forms and fonts are in the file."""
        masks = {
            name: f"<</SMask<</S/Luminosity/G {self._forms[form.key]} 0 R>>>>" for name, form in resources.masks.items()
        }
        tables = {
            "ExtGState": {**resources.states, **masks},
            "Font": {font_name(font): f"{self._fonts[font].number} 0 R" for font in resources.fonts},
            "Shading": resources.shadings,
            "XObject": {f"X{form.key}": f"{self._forms[form.key]} 0 R" for form in resources.forms},
        }
        parts = [
            f"/{name}<<{''.join(f'/{key} {value}' for key, value in sorted(table.items()))}>>"
            for name, table in tables.items()
            if table
        ]
        return f"<<{''.join(parts)}>>"

    def _use(self, resources: Resources) -> None:
        """Have a stream's glyphs and forms in the file."""
        for name, used in resources.fonts.items():
            mine = self._glyphs.setdefault(name, {})
            if name not in self._fonts:
                self._fonts[name] = _Object(self._file)
            for glyph, text in used.items():
                if not mine.get(glyph):
                    mine[glyph] = text
        for form in resources.used():
            self._add_form(form)

    def _add_form(self, form: Form) -> None:
        if form.key in self._forms:
            return
        self._use(form.resources)
        entries = form.entries
        if form.coverage:
            self._add_form(form.coverage)
            entries += f"/SMask {self._forms[form.coverage.key]} 0 R"
        if "/Subtype/Form" in entries:
            entries += f"/Resources{self._table(form.resources)}"
        self._forms[form.key] = self._add_stream(entries, form.data)

    def _embed(self, name: str, file: FontFile, used: dict[int, str]) -> None:
        """Embed a subset of a font file as a CID font with identity numbering (ISO 32000-1, 9.7)."""
        data = subset(file.face, used)
        tag = "".join(chr(65 + (zlib.crc32(data) // 26**i) % 26) for i in range(6))
        postscript = f"{tag}+{re.sub('[^A-Za-z0-9-]', '', name)}"
        program = self._add_packed(f"/Length1 {len(data)}", data)
        descriptor = self._add(
            f"<</Type/FontDescriptor/FontName/{postscript}/Flags 4/FontBBox[-1000 -1000 3000 2000]"
            f"/ItalicAngle {-12 if 'italic' in name else 0}/Ascent {file.ascent * 1000:.0f}"
            f"/Descent {-file.descent * 1000:.0f}/CapHeight {file.cap_height * 1000:.0f}/StemV 80"
            f"/FontFile2 {program} 0 R>>"
        )
        widths = " ".join(f"{glyph}[{real(file.advance(glyph) * 1000)}]" for glyph in sorted(used))
        descendant = self._add(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{postscript}"
            f"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity/DW 1000"
            f"/W[{widths}]/FontDescriptor {descriptor.number} 0 R>>"
        )
        unicode = self._add_packed("", _to_unicode(used))
        font = (
            f"<</Type/Font/Subtype/Type0/BaseFont/{postscript}/Encoding/Identity-H"
            f"/DescendantFonts[{descendant.number} 0 R]/ToUnicode {unicode} 0 R>>"
        )
        self._give(self._fonts[name], font.encode("ascii"))


def subset(face: hb.Face, glyphs: Iterable[int]) -> bytes:
    """A font file with these glyphs only, under their own numbers, and without what a PDF has no use for."""
    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NO_LAYOUT_CLOSURE
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode().ljust(4), "big") for tag in _DROPPED)
    data: bytes = hb.subset(face, wanted).blob.data
    return data


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
