"""Parts of a book, set each by itself: what comes before the chapters, every chapter, the index.

A part is laid out before anyone knows where in the book it will be: all its pages are right ones, without running
heads, and where it names a page stands a number of the same width. Once all pages are counted it is written, with these
numbers filled in. So parts are set by whoever has time, in any order. Running heads are set on pages of their own;
`joining` puts them where they belong, and cuts left pages further to the side.
"""

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Final

import pikepdf
from markupsafe import Markup

from pipeline.collecting import PAGES, collect_seldom
from pipeline.outputs.pages import PageSetter, ready_fonts
from pipeline.outputs.pdfs import saved
from pipeline.outputs.rulebook.papers import Paper
from pipeline.problem import Problem, Problems
from pipeline.project import Project

#: The style sheet, which may name files that stand beside it.
STYLE: Final = "book.css.j2"
#: How links within the book are written while its parts are set, which do not know each other.
LINK: Final = "book:"
#: What stands where a page will be named, by how many figures its number has.
_FIGURES: Final = "8"
#: A space as wide as a figure.
_NO_FIGURE: Final = "\u2007"
_REF: Final = re.compile(r'(<a class="[^"]*\bref\b[^"]*" )href="#([^"]*)"')
_NAMED: Final = re.compile(rf'<a class="[^"]*\bref\b[^"]*" (?:data-page="\d+" )?href="(?:#|{LINK})([^"]*)"')
_HREF: Final = re.compile(r'(<a [^>]*)href="#([^"]*)"')
_PLACE: Final = re.compile(r'<[^<>]* id="([^"]*)"')
_MARGIN_BOXES: Final = ("top-left", "top-center", "top-right", "bottom-left", "bottom-center", "bottom-right")
#: The flag of an annotation that is on paper as it is on the screen.
_PRINTED: Final = 4


@dataclass(frozen=True, slots=True)
class Cover:
    """What all parts of a book say of it."""

    language: str
    title: str
    about: str
    version: str
    css: str
    paper: Paper

    def html(self, body: str) -> str:
        """A document with this body."""
        made = Markup(
            '<html lang="{}"><head><meta charset="utf-8"><title>{}</title><meta name="description" content="{}"></head>'
            '<body class="{}" data-version="{}">{}</body></html>'
        )
        return str(made.format(self.language, self.title, self.about, self.paper.id, self.version, Markup(body)))


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its HTML, and the sections that its first page and the others take their running heads from."""

    id: str
    html: str
    first_head: str
    other_heads: str

    def bound(self, figures: Mapping[str, int]) -> "Part":
        """With links that lead through the book, and with room for the numbers of the pages that it names: `figures`
        says how many theirs have, two where it does not."""

        def room(found: re.Match[str]) -> str:
            wanted = _FIGURES * figures.get(found[2], 2)
            return f'{found[1]}data-page="{wanted}" href="{LINK}{found[2]}"'

        html = _HREF.sub(rf'\1href="{LINK}\2"', _REF.sub(room, self.html))
        return Part(self.id, html, self.first_head, self.other_heads)

    def heads(self, pages: int) -> list[str]:
        """What its pages take their running heads from, a section for each."""
        return [self.first_head, *[self.other_heads] * (pages - 1)]

    @property
    def named(self) -> list[str]:
        """The places whose pages it names."""
        return _NAMED.findall(self.html)

    @property
    def places(self) -> list[str]:
        """The places in it."""
        return _PLACE.findall(self.html)

    @property
    def linked(self) -> list[str]:
        """The places that it leads to."""
        return [found[2] for found in _HREF.finditer(self.html)]


@dataclass(frozen=True, slots=True)
class Laid:
    """What a part proved to be: so many pages, and on which of them, from 0, its places are. `served` are the files
    that its press has used, with digests of what they held."""

    pages: int
    places: Mapping[str, int]
    served: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Written:
    """A part as a PDF of so many pages; the digests of the files that its fonts are from, by the fonts' names in it.
    `served` as for `Laid`."""

    pages: int
    pdf: bytes
    fonts: Mapping[str, str]
    served: Mapping[str, str]


@dataclass
class PartPress:
    """Sets parts of a game's book, `file`. `made` are pictures that are served from memory; more may come to be in it.

    Raises Refused for what is wrong in the style sheet, and when the system lacks the libraries that set text.
    """

    project: Project
    game_id: str
    file: str
    cover: Cover
    made: Mapping[str, bytes]
    problems: Problems = field(default_factory=Problems)
    _laid: dict[Part, Any] = field(default_factory=dict)
    _served: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.setter = PageSetter(self.project, self.game_id, self.file, self.problems, self._served, self.made)
        self._style = self.setter.sheet(self.cover.css, STYLE)
        self._bare = self.setter.sheet(_bare(self.cover.paper))

    def lay(self, part: Part) -> Laid:
        """Lay a part out, and keep its pages until they are written."""
        document = self._laid.get(part)
        if document is None:
            document = self.setter.render(self.cover.html(part.html), self._style, self._bare)
            self._laid[part] = document
        pages = document.pages
        places = {anchor: at for at, page in reversed([*enumerate(pages)]) for anchor in page.anchors}
        return Laid(len(pages), places, dict(self._served))

    def write(self, part: Part, numbers: Mapping[str, int]) -> Written:
        """The part; `numbers` are the pages of all places that it names."""
        self.lay(part)
        document = self._laid.pop(part)
        _fill_in(document.pages, part, numbers)
        made = self._written(document)
        return replace(made, pdf=_finished(made.pdf, part.id))

    def heads(self, part: Part) -> Written:
        """Pages that have nothing but their running heads, from the book's first one on; a section of `part` each."""
        document = self.setter.render(self.cover.html(part.html), self._style)
        return self._written(document)

    def _written(self, document: Any) -> Written:
        pdf = self.setter.write(document, checked=False, pdf_variant="pdf/ua-1", custom_metadata=True)
        fonts = {font.hash: _digest(font) for font in document.fonts.values()}
        return Written(len(document.pages), pdf, fonts, dict(self._served))


# -------------------------------------------------------------------------------------- parts that another process sets

#: The press of a process that works for another one.
_AT_WORK: list[PartPress] = []
#: The pictures that it serves.
_SERVED: dict[str, bytes] = {}


def warm_up(project: Project) -> None:
    """Load what sets text, and the house's fonts, in a process that will have to."""
    ready_fonts(project)
    collect_seldom(PAGES)


def make_ready(project: Project, game_id: str, file: str, cover: Cover) -> None:
    """Have a press in this process."""
    _SERVED.clear()
    _AT_WORK[:] = [PartPress(project, game_id, file, cover, _SERVED)]


def serve_there(pictures: Mapping[str, bytes]) -> None:
    """Serve more pictures in this process."""
    _SERVED.update(pictures)


def lay_there(part: Part) -> list[tuple[Laid, bool]]:
    """What a part laid out by this process proved to be, for whom it works; nothing where it cannot."""
    return [(press.lay(part), True) for press in _AT_WORK]


def write_there(part: Part, numbers: Mapping[str, int]) -> list[tuple[Written, Sequence[Problem]]]:
    """A part written by this process, and every problem that it has met so far; nothing where it cannot."""
    return [(press.write(part, numbers), press.problems.found) for press in _AT_WORK]


def heads_there(part: Part) -> list[tuple[Written, Sequence[Problem]]]:
    """Running heads set by this process; otherwise as `write_there`."""
    return [(press.heads(part), press.problems.found) for press in _AT_WORK]


def _bare(paper: Paper) -> str:
    """All pages as if they were right ones, without running heads."""
    boxes = " ".join(f"@{box} {{ content: none; border: none }}" for box in _MARGIN_BOXES)
    margins = f"margin-left: {paper.inner}mm; margin-right: {paper.outer}mm;"
    return f"@page :left {{ {margins} {boxes} }} @page :right {{ {boxes} }}"


def _digest(font: Any) -> str:
    """A digest of the file that a font of WeasyPrint's is from."""
    from weasyprint.text.fonts import get_hb_object_data  # noqa: PLC0415 - see outputs.pages

    return sha256(get_hb_object_data(font.hb_face)).hexdigest()


def _fill_in(pages: Sequence[Any], part: Part, numbers: Mapping[str, int]) -> None:
    """Put the numbers of pages in the room that was left for them: figures in references are all of one width."""
    left = 0
    for page in pages:
        for box in page._page_box.descendants():
            wanted = box.element.get("data-page") if box.element is not None else None
            if wanted and box.element_tag == "a::after" and getattr(box, "text", "").endswith(wanted):
                number = str(numbers[box.element.get("href").removeprefix(LINK)])
                assert len(number) <= len(wanted), f"no room for page {number} in {part.id}"
                box.text = box.pango_layout.text = box.text.removesuffix(wanted) + number.rjust(len(wanted), _NO_FIGURE)
                left += 1
    asked = part.html.count("data-page=")
    assert left == asked, f"{part.id} names {asked} pages, and {left} of them were found"


def _finished(raw: bytes, part: str) -> bytes:
    """A part whose links lead through the book, and whose tables are told as readers want it."""
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        for page in pdf.pages:
            for link in page.obj.get("/Annots", []):
                link.F = _PRINTED
                target = str(link.A.URI) if "/A" in link and "/URI" in link.A else ""
                if target.startswith(LINK):
                    del link.A
                    link.Dest = link.Contents = pikepdf.String(target.removeprefix(LINK))
        _head_cells(pdf, part)
        return saved(pdf)


def _head_cells(pdf: pikepdf.Pdf, part: str) -> None:
    """Every header cell of a table says whether it heads a column or a row; its name is its own in the whole book."""

    def own(name: Any) -> pikepdf.String:
        return pikepdf.String(f"{part}-{name}")

    for element in pdf.objects:
        kind = element.get("/S") if isinstance(element, pikepdf.Dictionary) else None
        if kind not in ("/TH", "/TD"):
            continue
        if "/ID" in element:
            element.ID = own(element.ID)
        if "/A" not in element:
            continue
        about = element.A
        if "/Headers" in about:
            about.Headers = pikepdf.Array([own(each) for each in about.Headers])
        if kind == "/TH":
            row = element.P
            head = "/P" in row and row.P.get("/S") == "/THead"
            about.Scope = pikepdf.Name.Column if head else pikepdf.Name.Row
