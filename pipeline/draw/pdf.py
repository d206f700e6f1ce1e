"""PDF files: ReportLab's canvas as the container, our own content streams inside.

Every drawing becomes one form object, however often it is used; every font file is subset to what is shown and embedded
once. Nothing depends on time, so the same pages give the same bytes.
"""

import io
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import uharfbuzz as hb
from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from pipeline.draw.content import Content, font_name, matrix_operands, opacity_name, real, rgb
from pipeline.drawing import Drawing, Item, Linear, Matrix, Radial, Raster, Stop
from pipeline.typeset import FontFile
from pipeline.units import Box, points

rl_config.useA85 = 0

_K = points(1.0)
_FORM: Final = {"Type": "/XObject", "Subtype": "/Form"}
#: The box of what is cut by others: as far as any coordinate goes (see `svg.path`).
_ANYWHERE: Final = "[-1000000 -1000000 1000000 1000000]"


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
            key = placement.drawing.key
            content.drawings[key] = placement.drawing
            clip = ""
            if placement.window:
                window = placement.window
                clip = f"{window.x:.4f} {window.y:.4f} {window.width:.4f} {window.height:.4f} re W n "
            content.code.append(f"q {clip}{matrix_operands(placement.matrix)} cm /X{key} Do Q")
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

    # resources -------------------------------------------------------------------------------------------------------

    def _resources(self, content: Content) -> pdfdoc.PDFDictionary:
        """The resource dictionary of a content stream, its objects added to the file where they are new."""
        doc = self._canvas._doc
        tables: dict[str, dict[str, object]] = {"Font": {}, "XObject": {}, "ExtGState": {}, "Shading": {}}
        for name, used in content.fonts.items():
            tables["Font"][font_name(name)] = pdfdoc.PDFObjectReference(f"font {name}")
            mine = self._glyphs.setdefault(name, {})
            for glyph, text in used.items():
                if not mine.get(glyph):
                    mine[glyph] = text
        for key, drawing in content.drawings.items():
            self._form(key, drawing)
            tables["XObject"][f"X{key}"] = pdfdoc.PDFObjectReference(f"X{key}")
        for name, group in content.groups.items():
            tables["XObject"][name] = doc.Reference(self._group_form(group))
        for digest, raster in content.rasters.items():
            self._image(digest, raster)
            tables["XObject"][f"I{digest}"] = pdfdoc.PDFObjectReference(f"I{digest}")
        for pair in content.opacities:
            tables["ExtGState"][opacity_name(pair)] = _Raw(f"<</ca {pair[0]:g}/CA {pair[1]:g}>>")
        for name, gradient in content.gradients.items():
            tables["Shading"][f"S{name}"] = _Raw(_shading(gradient, [rgb(stop.color) for stop in gradient.stops]))
            if len({stop.opacity for stop in gradient.stops}) > 1:
                tables["ExtGState"][f"M{name}"] = self._soft_mask(gradient)
        filled = {
            name: pdfdoc.PDFDictionary(dict(sorted(table.items()))) for name, table in sorted(tables.items()) if table
        }
        return pdfdoc.PDFDictionary(filled)

    def _form(self, key: str, drawing: Drawing) -> None:
        name = f"X{key}"
        if name in self._forms:
            return
        self._forms.add(name)
        content = Content.of(drawing.items)
        # Art may run a little over a drawing's box (a window's frame does); only a face is cut by it, on its sheet.
        box = Box(0, 0, drawing.width, drawing.height).grow(max(drawing.width, drawing.height) * 0.25)
        stream = _stream({**_FORM, "BBox": _array(box.x, box.y, box.right, box.bottom)}, content.data())
        stream.dictionary["Resources"] = self._resources(content)
        self._canvas._doc.Reference(stream, name)

    def _group_form(self, content: Content) -> pdfdoc.PDFStream:
        extra = {**_FORM, "BBox": _ANYWHERE, "Group": "<</S/Transparency/I true/K false/CS/DeviceRGB>>"}
        stream = _stream(extra, content.data())
        stream.dictionary["Resources"] = self._resources(content)
        return stream

    def _soft_mask(self, gradient: Linear | Radial) -> pdfdoc.PDFDictionary:
        """The graphics state that lets a gradient's opacities through: its alpha as a gray gradient."""
        doc = self._canvas._doc
        levels = [(stop.opacity,) for stop in gradient.stops]
        matrix = f"{matrix_operands(gradient.matrix)} cm " if isinstance(gradient, Radial) else ""
        extra = {
            **_FORM,
            "BBox": _ANYWHERE,
            "Group": "<</S/Transparency/CS/DeviceGray/I true>>",
            "Resources": f"<</Shading<</S {_shading(gradient, levels)}>>>>",
        }
        form = doc.Reference(_stream(extra, f"{matrix}/S sh".encode()))
        mask = pdfdoc.PDFDictionary({"S": _Raw("/Luminosity"), "G": form})
        return pdfdoc.PDFDictionary({"SMask": mask})

    def _image(self, digest: str, raster: Raster) -> None:
        name = f"I{digest}"
        if name in self._forms:
            return
        self._forms.add(name)
        doc = self._canvas._doc
        size = {"Type": "/XObject", "Subtype": "/Image", "Width": f"{raster.columns}", "Height": f"{raster.rows}"}
        extra = {**size, "ColorSpace": "/DeviceRGB", "BitsPerComponent": "8"}
        if raster.encoding == "jpeg":
            stream = pdfdoc.PDFStream(content=raster.data)
            extra["Filter"] = "/DCTDecode"
            for key, text in extra.items():
                stream.dictionary[key] = _Raw(text)
        else:
            stream = _stream(extra, raster.data)
        if raster.alpha:
            stream.dictionary["SMask"] = doc.Reference(
                _stream({**size, "ColorSpace": "/DeviceGray", "BitsPerComponent": "8"}, raster.alpha)
            )
        doc.Reference(stream, name)

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
    stream = pdfdoc.PDFStream(content=zlib.compress(data, 6))
    for key, text in extra.items():
        stream.dictionary[key] = _Raw(text)
    stream.dictionary["Filter"] = _Raw("/FlateDecode")
    return stream


def _array(*values: float) -> str:
    return "[" + " ".join(map(real, values)) + "]"


def _shading(gradient: Linear | Radial, colors: Sequence[tuple[float, ...]]) -> str:
    """A shading dictionary (ISO 32000-1, 8.7.4.5): axial or radial, padded at both ends."""
    space = "/DeviceRGB" if len(colors[0]) == 3 else "/DeviceGray"
    if isinstance(gradient, Linear):
        kind, coords = 2, _array(gradient.x1, gradient.y1, gradient.x2, gradient.y2)
    else:
        kind, coords = 3, _array(gradient.x, gradient.y, 0, gradient.x, gradient.y, gradient.radius)
    function = _function(gradient.stops, colors)
    return f"<</ShadingType {kind}/ColorSpace {space}/Coords {coords}/Extend[true true]/Function {function}>>"


def _function(stops: Sequence[Stop], colors: Sequence[tuple[float, ...]]) -> str:
    def ramp(a: tuple[float, ...], b: tuple[float, ...]) -> str:
        return f"<</FunctionType 2/Domain[0 1]/N 1/C0 {_array(*a)}/C1 {_array(*b)}>>"

    knots = list(zip((stop.offset for stop in stops), colors, strict=True))
    knots = [(0.0, knots[0][1]), *knots, (1.0, knots[-1][1])]
    # Two stops at one place are a sharp edge, between pieces: bounds must rise.
    pieces = [(a, b) for a, b in pairwise(knots) if b[0] > a[0]]
    if len(pieces) == 1:
        return ramp(pieces[0][0][1], pieces[0][1][1])
    ramps = "".join(ramp(a[1], b[1]) for a, b in pieces)
    inner = _array(*(a[0] for a, _ in pieces[1:]))
    encode = "[" + "0 1 " * len(pieces) + "]"
    return f"<</FunctionType 3/Domain[0 1]/Functions[{ramps}]/Bounds {inner}/Encode {encode}>>"


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
