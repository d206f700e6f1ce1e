"""PDF files: pages of drawings, bookmarks, and the fonts that are shown.

Every drawing becomes one form object, however often it is used; every font file is subset to what is shown and embedded
once. Nothing depends on time, so the same pages give the same bytes.
"""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import uharfbuzz as hb

from pipeline.draw.content import Content, form_of
from pipeline.draw.form import Form, Resources
from pipeline.draw.objects import Objects, text_string
from pipeline.draw.syntax import array, font_name, matrix_operands, real
from pipeline.drawing import Drawing, Item, Matrix
from pipeline.typeset import FontFile
from pipeline.units import Box, points

_K = points(1.0)


@dataclass(frozen=True, slots=True)
class Placement:
    """A drawing on a page: the matrix that takes it there (millimetres), and the part of the page it may paint."""

    drawing: Drawing
    matrix: Matrix
    window: Box | None = None


@dataclass
class PdfDocument:
    """A PDF in the making. Sizes in millimetres; finished by `data`, once."""

    title: str
    language: str
    fonts: Mapping[str, FontFile]
    subject: str = ""
    duplex: str = ""
    _objects: Objects = field(default_factory=Objects)
    _glyphs: dict[str, dict[int, str]] = field(default_factory=dict)
    #: Numbers of objects: forms by key, fonts by name, pages in order with their bookmarks and labels.
    _forms: dict[str, int] = field(default_factory=dict)
    _fonts: dict[str, int] = field(default_factory=dict)
    _pages: list[int] = field(default_factory=list)
    _bookmarks: list[tuple[str, int]] = field(default_factory=list)
    _labels: list[str] = field(default_factory=list)
    _tree: int = 0

    def __post_init__(self) -> None:
        self._tree = self._objects.reserve()

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
        stream = self._objects.add_packed("", "\n".join([*code, *content.code]).encode("ascii"))
        resources = content.resources()
        self._use(resources)
        told = f"/Parent {self._tree} 0 R{boxes}/Resources{self._table(resources)}/Contents {stream} 0 R"
        page = self._objects.add(f"<</Type/Page{told}>>")
        self._pages.append(page)
        self._labels.append(label)
        if bookmark:
            self._bookmarks.append((bookmark, page))

    def data(self) -> bytes:
        """The finished file."""
        objects = self._objects
        for name in sorted(self._glyphs):
            self._embed(name, self.fonts[name], self._glyphs[name])
        kids = " ".join(f"{page} 0 R" for page in self._pages)
        objects.put(self._tree, f"<</Type/Pages/Count {len(self._pages)}/Kids[{kids}]>>")
        duplex = f"/Duplex/{self.duplex}" if self.duplex else ""
        root = (
            f"/Type/Catalog/Pages {self._tree} 0 R/Lang{text_string(self.language)}"
            f"/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true{duplex}>>"
        )
        if self._bookmarks:
            root += f"/Outlines {self._outline()} 0 R"
        if any(self._labels):
            labels = "".join(f"{at}<</P{text_string(label)}>>" for at, label in enumerate(self._labels))
            root += f"/PageLabels<</Nums[{labels}]>>"
        info = {"Title": self.title, "Subject": self.subject, "Creator": "Cardpress"}
        told = "".join(f"/{key}{text_string(text)}" for key, text in info.items() if text)
        return objects.file(objects.add(f"<<{root}>>"), objects.add(f"<<{told}>>"))

    def _outline(self) -> int:
        """The bookmarks, in one row (ISO 32000-1, 12.3.3)."""
        objects = self._objects
        outline, numbers = objects.reserve(), [objects.reserve() for _ in self._bookmarks]
        for at, (title, page) in enumerate(self._bookmarks):
            links = f"/Prev {numbers[at - 1]} 0 R" if at else ""
            links += f"/Next {numbers[at + 1]} 0 R" if at + 1 < len(numbers) else ""
            told = f"/Title{text_string(title)}/Parent {outline} 0 R{links}/Dest[{page} 0 R/Fit]"
            objects.put(numbers[at], f"<<{told}>>")
        ends = f"/First {numbers[0]} 0 R/Last {numbers[-1]} 0 R/Count {len(numbers)}"
        objects.put(outline, f"<</Type/Outlines{ends}>>")
        return outline

    def _table(self, resources: Resources) -> str:
        """A resource dictionary, whose forms and fonts are in the file."""
        masks = {
            name: f"<</SMask<</S/Luminosity/G {self._forms[form.key]} 0 R>>>>" for name, form in resources.masks.items()
        }
        tables = {
            "ExtGState": {**resources.states, **masks},
            "Font": {font_name(font): f"{self._fonts[font]} 0 R" for font in resources.fonts},
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
                self._fonts[name] = self._objects.reserve()
            for glyph, text in used.items():
                if not mine.get(glyph):
                    mine[glyph] = text
        for form in resources.used():
            self._add(form)

    def _add(self, form: Form) -> None:
        if form.key in self._forms:
            return
        self._use(form.resources)
        entries = form.entries
        if form.coverage:
            self._add(form.coverage)
            entries += f"/SMask {self._forms[form.coverage.key]} 0 R"
        if "/Subtype/Form" in entries:
            entries += f"/Resources{self._table(form.resources)}"
        self._forms[form.key] = self._objects.add_stream(entries, form.data)

    def _embed(self, name: str, file: FontFile, used: dict[int, str]) -> None:
        """Embed a subset of a font file as a CID font with identity numbering (ISO 32000-1, 9.7)."""
        objects = self._objects
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
        program = objects.add_packed(f"/Length1 {len(data)}", data)
        descriptor = objects.add(
            f"<</Type/FontDescriptor/FontName/{postscript}/Flags 4/FontBBox[-1000 -1000 3000 2000]"
            f"/ItalicAngle {-12 if 'italic' in name else 0}/Ascent {file.ascent * 1000:.0f}"
            f"/Descent {-file.descent * 1000:.0f}/CapHeight {file.cap_height * 1000:.0f}/StemV 80"
            f"/FontFile2 {program} 0 R>>"
        )
        widths = " ".join(f"{glyph}[{real(file.advance(glyph) * 1000)}]" for glyph in sorted(used))
        descendant = objects.add(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{postscript}"
            f"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity/DW 1000"
            f"/W[{widths}]/FontDescriptor {descriptor} 0 R>>"
        )
        unicode = objects.add_packed("", _to_unicode(used))
        objects.put(
            self._fonts[name],
            f"<</Type/Font/Subtype/Type0/BaseFont/{postscript}/Encoding/Identity-H"
            f"/DescendantFonts[{descendant} 0 R]/ToUnicode {unicode} 0 R>>",
        )


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
