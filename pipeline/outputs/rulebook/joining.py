"""Parts of a book joined to one PDF, with one tree of what is read, one row of bookmarks, and every font once."""

import io
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import pikepdf
import uharfbuzz as hb

from pipeline.draw.pdf import subset
from pipeline.outputs.rulebook.papers import Paper
from pipeline.outputs.rulebook.parts import Written
from pipeline.units import points

#: How WeasyPrint begins a part of the text, by its number on the page.
_MARKED: Final = re.compile(rb"/\w+\s<</MCID (\d+)>>\sBDC")
#: What the root of every part has.
_BROUGHT: Final = ("StructTreeRoot", "Outlines", "Names")
#: A glyph and what it reads as, in WeasyPrint's maps of them.
_READS: Final = re.compile(rb"<([0-9a-f]{4})> <([0-9a-f]+)>")
_MAP_HEAD: Final = (
    "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo\n<< /Registry (Adobe)\n"
    "/Ordering (UCS)\n/Supplement 0\n>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
    "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
)
_MAP_TAIL: Final = "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
#: So many glyphs a block of such a map may have.
_BLOCK: Final = 100


@contextmanager
def joined(
    parts: Sequence[Written], heads: Callable[[], Written], paper: Paper, files: Mapping[str, bytes]
) -> Iterator[pikepdf.Pdf]:
    """One PDF of all parts, in order, which says of itself what the first one does. `heads` gives the running heads of
    its pages, which are asked for once the parts are joined; `files` are the fonts' files, by their digests."""
    with ExitStack() as opened:
        sources = [opened.enter_context(pikepdf.open(io.BytesIO(part.pdf))) for part in parts]
        book = sources[0]
        counts = [len(source.pages) for source in sources]
        brought = [[book.Root.get(f"/{each}") for each in _BROUGHT]]
        for source in sources[1:]:
            with warnings.catch_warnings():
                # It warns that named places are not brought along, which they are below.
                warnings.simplefilter("ignore")
                book.pages.extend(source.pages)
            # After their pages, which all of this leads to.
            brought.append([_brought(book, source, f"/{each}") for each in _BROUGHT])
        trees, outlines, names = zip(*brought, strict=True)
        _join_trees(book, counts, trees)
        _join_outlines(book, [each for each in outlines if each is not None])
        _join_names(book, [each for each in names if each is not None])
        resources = [book.pages[sum(counts[:at])].obj.Resources for at in range(len(counts))]
        above = heads()
        opened_heads = opened.enter_context(pikepdf.open(io.BytesIO(above.pdf)))
        resources.append(_put_heads(book, opened_heads, resources, paper))
        _join_fonts(book, [each.Font for each in resources], [*parts, above], files)
        yield book


def _brought(book: pikepdf.Pdf, source: pikepdf.Pdf, name: str) -> Any:
    """What the root of another PDF has by a name, in this one."""
    found = source.Root.get(name)
    if found is None:
        return None
    return book.copy_foreign(found if found.is_indirect else source.make_indirect(found))


def _put_heads(book: pikepdf.Pdf, heads: pikepdf.Pdf, resources: Sequence[Any], paper: Paper) -> Any:
    """Put running heads on all pages, which were set as right ones: left ones are cut further to the side. What belongs
    to no part of the text is told to be the page's own. Gives what the heads are drawn with, fonts and shades."""
    used = book.copy_foreign(heads.pages[0].obj.Resources)
    for each in resources:
        for name, state in used.ExtGState.items():
            if name not in each.ExtGState:
                each.ExtGState[name] = state
    aside = points(paper.outer - paper.inner)
    for number, (page, head) in enumerate(zip(book.pages, heads.pages, strict=True), 1):
        begin = b"\nQ\nq\n"
        if number % 2 == 0:
            begin += f"1 0 0 1 {-aside:.4f} 0 cm\n".encode()
            for box in ("/MediaBox", "/TrimBox", "/BleedBox"):
                left, bottom, right, top = map(float, page.obj[box])
                page.obj[box] = pikepdf.Array([round(left - aside, 4), bottom, round(right - aside, 4), top])
        shown = _MARKED.sub(b"/Artifact\n<</Type /Pagination>>\nBDC", head.Contents.read_bytes())
        page.Contents.write(b"q\n" + page.Contents.read_bytes() + begin + shown + b"\nQ")
    return used


def _join_trees(book: pikepdf.Pdf, counts: Sequence[int], trees: Sequence[Any]) -> None:
    document = trees[0].K[0]
    numbered: list[Any] = []
    named: list[Any] = []
    page = 0
    for count, tree in zip(counts, trees, strict=True):
        root = tree.K[0]
        if root.objgen != document.objgen:
            for kid in root.K:
                kid.P = document
                document.K.append(kid)
        numbers = tree.ParentTree.Nums
        owners = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
        for each in book.pages[page : page + count]:
            numbered.append(owners[int(each.obj.StructParents)])
            each.obj.StructParents = page
            page += 1
            named += [(link, owners[int(link.StructParent)]) for link in each.obj.get("/Annots", [])]
    for number, (link, owner) in enumerate(named, len(numbered)):
        link.StructParent = number
        numbered.append(owner)
    nums = pikepdf.Array([value for pair in enumerate(numbered) for value in pair])
    trees[0].ParentTree = book.make_indirect(pikepdf.Dictionary(Nums=nums))


def _join_outlines(book: pikepdf.Pdf, outlines: Sequence[Any]) -> None:
    if not outlines:
        return
    root = outlines[0]
    for outline in outlines[1:]:
        first = outline.First
        root.Last.Next, first.Prev = first, root.Last
        root.Last = outline.Last
        root.Count = int(root.Count) + int(outline.Count)
        item: Any = first
        while item is not None:
            item.Parent = root
            item = item.get("/Next")
    book.Root.Outlines = root


def _join_names(book: pikepdf.Pdf, names: Sequence[Any]) -> None:
    places: dict[bytes, tuple[Any, Any]] = {}
    for each in names:
        pairs = each.Dests.Names
        for at in range(0, len(pairs), 2):
            places.setdefault(bytes(pairs[at]), (pairs[at], pairs[at + 1]))
    joined_names = pikepdf.Array([value for _, pair in sorted(places.items()) for value in pair])
    book.Root.Names = pikepdf.Dictionary(Dests=pikepdf.Dictionary(Names=joined_names))


# --------------------------------------------------------------------------------------------------------------- fonts


def _join_fonts(
    book: pikepdf.Pdf, resources: Sequence[Any], parts: Sequence[Written], files: Mapping[str, bytes]
) -> None:
    """Every font is in the file once, with the glyphs that any part shows."""
    uses: dict[str, list[Any]] = {}
    sources: dict[str, str] = {}
    for fonts, part in zip(resources, parts, strict=True):
        for name in fonts.keys():  # noqa: SIM118 - a dictionary of pikepdf's is none
            uses.setdefault(name, []).append(fonts[name])
            sources.setdefault(name, part.fonts[name.removeprefix("/")])
    for name, several in sorted(uses.items()):
        whole = several[0]
        widths: dict[int, Any] = {}
        reads: dict[int, str] = {}
        for font in several:
            widths |= _widths(font.DescendantFonts[0].W)
            found = _READS.findall(font.ToUnicode.read_bytes().partition(b"endcodespacerange")[2])
            reads = {int(glyph, 16): text.decode() for glyph, text in found} | reads
        descendant = whole.DescendantFonts[0]
        descendant.W = _width_array(widths)
        box = descendant.FontDescriptor.FontBBox
        box[2] = max(widths.values())
        whole.ToUnicode = book.make_stream(_unicode_map(reads))
        data = subset(hb.Face(files[sources[name]]), reads)
        outlines = book.make_stream(data)
        if data.startswith(b"OTTO"):
            outlines.Subtype = pikepdf.Name.OpenType
            descendant.FontDescriptor.FontFile3 = outlines
        else:
            outlines.Length1 = len(data)
            descendant.FontDescriptor.FontFile2 = outlines
        for fonts in resources:
            fonts[name] = whole


def _widths(array: Any) -> dict[int, Any]:
    found = {}
    for at in range(0, len(array), 2):
        found.update(dict(enumerate(array[at + 1], int(array[at]))))
    return found


def _width_array(widths: Mapping[int, Any]) -> pikepdf.Array:
    made: list[Any] = []
    for glyph in sorted(widths):
        if glyph - 1 not in widths:
            made += [glyph, pikepdf.Array()]
        made[-1].append(widths[glyph])
    return pikepdf.Array(made)


def _unicode_map(reads: Mapping[int, str]) -> bytes:
    lines = [f"<{glyph:04x}> <{text}>\n" for glyph, text in sorted(reads.items())]
    blocks = [lines[at : at + _BLOCK] for at in range(0, len(lines), _BLOCK)]
    body = "".join(f"{len(block)} beginbfchar\n{''.join(block)}endbfchar\n" for block in blocks)
    return (_MAP_HEAD + body + _MAP_TAIL).encode()
