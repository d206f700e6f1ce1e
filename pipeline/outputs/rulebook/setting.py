"""The book on paper: title, contents, chapters and index set by WeasyPrint, with the cards' own faces in their places.

Three documents are set and joined: what comes before the chapters, the chapters, and the index. So the contents and the
index know the pages that they tell of, and name each once. Faces are set as pictures of one pixel, and replaced by the
forms that cards are printed from.
"""

import gc
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import jinja2
import pikepdf
from markupsafe import Markup

from pipeline.crew import hire
from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import IDENTITY
from pipeline.load.files import read_text
from pipeline.outputs.faces import BLEED
from pipeline.outputs.pages import PageSetter
from pipeline.outputs.plates import draw_ahead
from pipeline.outputs.rulebook.book import Book, Chapter, Expanded, loaded_book
from pipeline.outputs.rulebook.filling import filled
from pipeline.outputs.rulebook.material import FACES, Material, Term
from pipeline.outputs.rulebook.ornaments import ornaments
from pipeline.outputs.rulebook.papers import Paper
from pipeline.outputs.rulebook.stand_ins import add_drawing, put_drawings, stand_in
from pipeline.place.sandbox import Sandbox
from pipeline.problem import Problems, Refused
from pipeline.project import Project
from pipeline.units import Box

#: The style sheet, which may name files that stand beside it.
STYLE: Final = "book.css.j2"
#: The face template of the title page's picture, where the game has one.
TITLE: Final = "book-title"
#: From so many faces to be drawn on, another process is worth its start.
_MANY: Final = 10
#: The flag of an annotation that is on paper as it is on the screen.
_PRINTED: Final = 4
_POINT: Final = 72 / 25.4
#: How WeasyPrint begins a part of the text, by its number on the page.
_MARKED: Final = re.compile(rb"/\w+\s<</MCID (\d+)>>\sBDC")
#: The corners of a card, as on the table, in millimetres.
_CORNER: Final = 3.0


def book_pdf(project: Project, game_id: str, paper: Paper) -> bytes:
    """A game's book on a paper. Raises Refused with everything that is wrong with the game's records or its book."""
    return set_book(project, loaded_book(project, game_id, paper.frame), paper)


def set_book(project: Project, expanded: Expanded, paper: Paper) -> bytes:
    """The book on a paper. The same input gives the same bytes. Raises Refused as `book_pdf` does."""
    threshold = gc.get_threshold()
    # WeasyPrint makes many small things that last: see outputs.leaflets.
    gc.set_threshold(100_000, 50, 1000)
    try:
        return _Setting(project, expanded, paper).pdf()
    finally:
        gc.set_threshold(*threshold)


@dataclass
class _Setting:
    project: Project
    expanded: Expanded
    paper: Paper

    def __post_init__(self) -> None:
        self.book: Book = self.expanded.book
        self.material: Material = self.expanded.material
        self.problems = Problems()
        self.title = self._title()
        game = self.book.game
        drawn = ornaments(list(game.colors.values()), self.paper.frame)
        self.drawings = {**drawn, **self.material.drawings}
        faces = [f"{FACES}{number}.png" for number in range(1, len(self.material.faces) + 1)]
        made = {address: stand_in(number) for number, address in enumerate([*faces, *self.drawings], 1)}
        self.setter = PageSetter(self.project, game, self.book.file, self.problems, {}, made)
        self.style = self.setter.sheet(_style_sheet(self.project, game.id, self.paper), STYLE)

    def pdf(self) -> bytes:
        """The book. Faces that no earlier run has kept are drawn by another process while this one sets text."""
        missing = [card for card, _ in self.material.faces if card and not self._is_kept(card)]
        if len(missing) < _MANY:
            return self._pdf()
        with hire(draw_ahead, self.project, self.book.game, missing):
            return self._pdf()

    def _is_kept(self, card: str) -> bool:
        return self.material.press.is_kept(self.book.game.cards[card])

    def _pdf(self) -> bytes:
        first, front, body, places = self._numbered()
        last = first + len(body.pages) - 1
        index = self._render(self._index(places), last + 1)
        between = self._blank(first - 1 - len(front.pages), len(front.pages) + 1)
        made = [*front.pages, *between, *body.pages, *index.pages]
        if self.paper.folded:
            made += self._blank(-len(made) % 4, len(made) + 1)
        raw = self.setter.write(front.copy(made), pdf_variant="pdf/ua-1", custom_metadata=True)
        self.problems.refuse()
        corners = [_CORNER * _POINT if card else 0.0 for card, _ in self.material.faces] + [0.0] * len(self.drawings)
        return _finished(raw, self._drawn(), corners)

    def _numbered(self) -> tuple[int, Any, Any, Mapping[str, int]]:
        """The chapters' first page, what comes before them, the chapters, and the page of every place in them.

        What comes before is set last, for it tells the pages; it takes two of them unless it proves to take more.
        """
        first = 3
        while True:
            body = self._render(Markup("").join(self._chapters()), first)
            places = _places(body.pages, first)
            front = self._front(places, first + len(body.pages))
            # Chapters begin on a right page.
            wanted = len(front.pages) + 1 + len(front.pages) % 2
            if wanted == first:
                return first, front, body, places
            first = wanted

    # the parts --------------------------------------------------------------------------------------------------------

    def _render(self, body: Markup, first: int) -> Any:
        """The pages of a part of the book whose first page has the number `first`."""
        book = self.book
        side = "left" if first % 2 == 0 else "right"
        html = Markup(
            '<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
            '<meta name="description" content="{about}"></head>'
            '<body class="{paper}" data-version="{version}">{body}</body></html>'
        ).format(
            version=book.version,
            lang=book.game.language,
            title=f"{book.game.name}: {book.title}",
            about=f"{book.set}, {book.version}".strip(", "),
            paper=self.paper.id,
            body=body,
        )
        css = f"html {{ break-before: {side} }} @page :first {{ counter-reset: page {first} }}"
        return self.setter.render(str(html), self.style, self.setter.sheet(css))

    def _blank(self, count: int, first: int) -> list[Any]:
        if not count:
            return []
        html = Markup("").join([Markup('<section class="blank"></section>')] * count)
        return list(self._render(html, first).pages)

    def _title(self) -> Markup:
        book = self.book
        game = book.game
        picture = Markup("")
        if self.project.path(f"layouts/{game.id}/faces/{TITLE}.svg.j2").is_file():
            picture = self.material.picture(TITLE, f"{game.name}: a window of stained glass", "")
        light, versus, dark = _sides(game.name)
        parts = [Markup('<span class="light">{}</span>').format(light)]
        if dark:
            parts.append(Markup(' <span class="versus">{}</span> <span class="dark">{}</span>').format(versus, dark))
        version = f"{book.version} \u00b7 {game.rulesets[game.ruleset].date}"
        return Markup(
            '<section class="title">{}<h1 class="name">{}</h1><p class="kind">{}</p><p class="verse">{}</p>'
            '<p class="version">{} \u00b7 {}</p></section>'
        ).format(picture, Markup("").join(parts), book.title, book.scripture, book.set, version)

    def _front(self, places: Mapping[str, int], index: int) -> Any:
        """Title page and contents."""
        rows = {False: Markup(""), True: Markup("")}
        for chapter in self.book.chapters:
            page = str(places.get(f"section-{chapter.id}", ""))
            rows[chapter.appendix] += _contents_row(chapter, page)
        appendices = rows[True] + _row("light", "index", "\u00a0", "Index", "\u00a0", str(index or ""))
        contents = Markup(
            '<section class="contents" data-part="Contents" data-head="{}"><header class="open plain"><h1>Contents</h1>'
            '<p class="line">{}</p></header><ul class="toc">{}</ul><h2 class="label">Appendices</h2>'
            '<ul class="toc">{}</ul></section>'
        ).format(self.book.game.name, self.book.contents, rows[False], appendices)
        return self._render(self.title + contents, 1)

    def _chapters(self) -> Iterator[Markup]:
        for chapter in self.book.chapters:
            opening = Markup(
                '<header class="open"><p class="num">{}</p><h1>{}</h1><p class="line">{}</p></header>'
            ).format(chapter.number, chapter.title, chapter.line)
            yield Markup(
                '<section class="chapter {} {}" id="section-{}" data-part="{}" data-head="{}">{}{}</section>'
            ).format(
                "dark" if chapter.dark else "light",
                chapter.id,
                chapter.id,
                chapter.part,
                chapter.title,
                opening,
                self.expanded.bodies.get(chapter.id, ""),
            )

    def _index(self, places: Mapping[str, int]) -> Markup:
        return Markup(
            '<section class="index" id="index" data-part="Index" data-head="{}"><header class="open plain">'
            '<h1>Index</h1><p class="line">{}</p></header><div class="columns">{}</div></section>'
        ).format(self.book.game.name, self.book.index, index_html(self.material.terms, places))

    # faces ------------------------------------------------------------------------------------------------------------

    def _drawn(self) -> bytes:
        """A PDF with all that is drawn, a page each, in the order of the stand-ins: the sides of cards, then marks and
        ornaments."""
        press, game = self.material.press, self.book.game
        # Many faces are made by two processes; single ones are then at hand.
        press.faces({card: game.cards[card] for card, _ in self.material.faces if card}.values())
        document = PdfDocument(game.name, game.language, press.fonts.files())
        problems = Problems()
        for card, template in self.material.faces:
            try:
                face = press.face(game.cards[card], template) if card else press.back(template)
            except Refused as refused:
                problems.extend(refused.problems)
                continue
            width, height = face.drawing.width, face.drawing.height
            trim = Box(0, 0, width, height).grow(-BLEED) if card else None
            document.page(width, height, [Placement(face.drawing, IDENTITY)], trim=trim)
        for address, svg in self.drawings.items():
            try:
                add_drawing(document, address, svg)
            except Refused as refused:
                problems.extend(refused.problems)
        problems.refuse()
        return document.data()


def _style_sheet(project: Project, game_id: str, paper: Paper) -> str:
    """The book's CSS for a paper. Raises Refused for what is wrong in its template."""
    file = f"layouts/{game_id}/rulebook/{STYLE}"
    problems = Problems()
    source = read_text(project, file, problems)
    environment = Sandbox(undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    names: dict[str, Any] = {"paper": paper, **paper.measures}
    made = filled(environment, file, source, names, problems) if source is not None else None
    problems.refuse()
    assert made is not None
    return made


def _sides(name: str) -> tuple[str, str, str]:
    """A name that sets one thing against another in its three parts; any other name in one."""
    found = re.fullmatch(r"(.+) (vs\.?|versus) (.+)", name, re.IGNORECASE)
    return (found[1], found[2].lower(), found[3]) if found else (name, "", "")


def _contents_row(chapter: Chapter, page: str) -> Markup:
    kind = "dark" if chapter.dark else "light"
    return _row(kind, f"section-{chapter.id}", chapter.number, chapter.title, chapter.contents or "\u00a0", page)


def _row(kind: str, anchor: str, number: str, title: str, line: str, page: str) -> Markup:
    return Markup(
        '<li class="entry {}"><span class="no">{}</span><span class="ti"><a href="#{}">{}</a></span>'
        '<span class="de">{}</span><span class="pg"><a href="#{}">{}</a></span></li>'
    ).format(kind, number, anchor, title, line, anchor, page or "\u00a0")


def _places(made: Sequence[Any], first: int) -> dict[str, int]:
    """The page of every anchor; what goes over several pages is where it begins."""
    return {anchor: number for number, page in reversed([*enumerate(made, first)]) for anchor in page.anchors}


def index_html(terms: Sequence[Term], places: Mapping[str, int]) -> Markup:
    """The index: entries by letter, each with its pages, which lead there; the page of a definition in bold."""
    entries: dict[str, list[Term]] = {}
    for term in terms:
        entries.setdefault(term.name, []).append(term)
    for name in list(entries):
        head, arrow, _ = name.partition(" > ")
        if arrow:
            entries.setdefault(head, [])
    groups: dict[str, list[Markup]] = {}
    for name in sorted(entries, key=_sorting):
        groups.setdefault(_letter(name), []).append(_entry(name, entries[name], places))
    return Markup("").join(
        Markup('<div class="letter"><h2>{}</h2><ul>{}</ul></div>').format(letter, Markup("").join(rows))
        for letter, rows in groups.items()
    )


def _sorting(name: str) -> tuple[list[str], str]:
    return [re.sub(r"^(the|a|an) |[^a-z0-9 ]", "", part.casefold()) for part in name.split(" > ")], name


def _letter(name: str) -> str:
    letter = _sorting(name)[0][0][:1].upper()
    return letter if letter.isalpha() else "#"


def _entry(name: str, terms: Sequence[Term], places: Mapping[str, int]) -> Markup:
    found: dict[int, Term] = {}
    for term in terms:
        if term.anchor in places:
            page = places[term.anchor]
            if page not in found or (term.main and not found[page].main):
                found[page] = term
    numbers = [
        Markup('<a class="{}" href="#{}">{}</a>').format("main" if term.main else "", term.anchor, page)
        for page, term in sorted(found.items())
    ]
    see = [Markup("<em>see</em> {}").format(term.see) for term in terms if term.see]
    text = Markup(", ").join([Markup("<span>{}</span>").format(name.rpartition(" > ")[2]), *numbers, *see])
    kinds = " ".join(kind for kind, so in (("sub", " > " in name), ("dark", any(term.dark for term in terms))) if so)
    return Markup('<li class="{}">{}</li>').format(kinds, text)


def _finished(raw: bytes, drawn: bytes, corners: Sequence[float]) -> bytes:
    """The PDF with drawings for their stand-ins, and header cells that say what they head."""
    with pikepdf.open(io.BytesIO(raw)) as pdf:
        _scope(pdf)
        _set_aside(pdf)
        for page in pdf.pages:
            for link in page.get("/Annots", []):
                link.F = _PRINTED
        with pikepdf.open(io.BytesIO(drawn)) as drawings:
            put_drawings(pdf, drawings, corners)
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _set_aside(pdf: pikepdf.Pdf) -> None:
    """What belongs to no part of the text, running heads and page numbers, is told to be the page's own.

    WeasyPrint marks it as text and leaves it out of the tree of what is read.
    """
    read: set[tuple[int, int]] = set()
    waiting = [pdf.Root.StructTreeRoot.K]
    while waiting:
        element = waiting.pop()
        if isinstance(element, pikepdf.Array):
            waiting += [each for each in element if isinstance(each, pikepdf.Array | pikepdf.Dictionary)]
        elif element.get("/Type") == "/StructElem":
            read.add(element.objgen)
            kids = element.get("/K")
            if isinstance(kids, pikepdf.Array | pikepdf.Dictionary):
                waiting.append(kids)
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
    for page in pdf.pages:
        owners = parents[int(page.StructParents)]
        aside = {str(at).encode() for at, owner in enumerate(owners) if owner.objgen not in read}

        def told(found: re.Match[bytes], aside: set[bytes] = aside) -> bytes:
            return b"/Artifact\n<</Type /Pagination>>\nBDC" if found[1] in aside else found[0]

        page.Contents.write(_MARKED.sub(told, page.Contents.read_bytes()))
        for at in sorted(map(int, aside)):
            owners[at] = None


def _scope(pdf: pikepdf.Pdf) -> None:
    """Every header cell of a table says whether it heads a column or a row."""
    for element in pdf.objects:
        if isinstance(element, pikepdf.Dictionary) and element.get("/S") == "/TH" and "/A" in element:
            row = element.P
            head = "/P" in row and row.P.get("/S") == "/THead"
            element.A.Scope = pikepdf.Name.Column if head else pikepdf.Name.Row
