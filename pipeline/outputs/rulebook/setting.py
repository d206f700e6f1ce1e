"""The book on paper: title, contents, chapters and index set by WeasyPrint, with the cards' own faces in their places.

It is set in parts, each by whichever process has time, and joined (`parts`, `joining`): what comes before the chapters,
each chapter, and the index, which comes last, for it names each page once. Faces are set as pictures of one pixel, and
replaced by the forms that cards are printed from.
"""

import io
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, Final

import jinja2
import pikepdf
from markupsafe import Markup

from pipeline.collecting import PAGES, collect_seldom
from pipeline.crew import share
from pipeline.draw import PdfDocument, Placement
from pipeline.drawing import IDENTITY
from pipeline.load.files import read_text
from pipeline.model import Card
from pipeline.outputs.pages import check_fonts, font_files
from pipeline.outputs.pdfs import saved
from pipeline.outputs.rulebook.book import Book, Chapter, Expanded, expand, loaded_book
from pipeline.outputs.rulebook.filling import filled
from pipeline.outputs.rulebook.joining import joined
from pipeline.outputs.rulebook.material import FACES, Material, Term
from pipeline.outputs.rulebook.ornaments import ornaments
from pipeline.outputs.rulebook.papers import Paper
from pipeline.outputs.rulebook.parts import (
    STYLE,
    Cover,
    Laid,
    Part,
    PartPress,
    Written,
    heads_there,
    lay_there,
    make_ready,
    serve_there,
    write_there,
)
from pipeline.outputs.rulebook.shelf import Shelf
from pipeline.outputs.rulebook.stand_ins import add_drawing, put_drawings, stand_in
from pipeline.place.sandbox import Sandbox
from pipeline.problem import Place, Problem, Problems, Refused
from pipeline.project import Project
from pipeline.units import BLEED, Box, points

#: The face template of the title page's picture, where the game has one.
TITLE: Final = "book-title"
#: How often the room for numbers is set right, before what has too much keeps it.
_TRIES: Final = 4
#: So many chapters are likely to have all pages whose numbers have one figure.
_EARLY: Final = 3
#: To lay a page out and to write it takes as long as to write so many.
_ANEW: Final = 4
#: The corners of a card, as on the table, in millimetres.
_CORNER: Final = 3.0


def book_pdf(project: Project, game_id: str, paper: Paper, other: ProcessPoolExecutor | None = None) -> bytes:
    """A game's book on a paper, set with the help of another process if there is one. The same input gives the same
    bytes. Raises Refused with everything that is wrong with the game's records or its book."""
    collect_seldom(PAGES)
    try:
        book = loaded_book(project, game_id)
        setting = _Setting(project, book, paper, other)
        return setting.pdf(expand(project, book, paper.frame, setting.begin))
    finally:
        if other:
            # Nobody waits for parts of a book that is not made.
            other.shutdown(wait=False, cancel_futures=True)


#: What another process sends: a part, and every problem that it has met; nothing where it cannot set any.
_Sent = list[tuple[Written, Sequence[Problem]]]


@dataclass(frozen=True, slots=True)
class _Bound:
    """What comes before the chapters, the chapters, and the numbers of their first page, of the page after them, and of
    the pages of all places in them."""

    front: Part
    chapters: Sequence[Part]
    first: int
    end: int
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Pieces:
    """What a book is joined from: its parts in their order, what gives the running heads of all their pages, and a PDF
    of what is drawn."""

    parts: Sequence[Written]
    heads: Callable[[], Written]
    drawn: bytes


@dataclass
class _Setting:
    project: Project
    book: Book
    paper: Paper
    other: ProcessPoolExecutor | None

    def __post_init__(self) -> None:
        self.problems = Problems()
        book, game = self.book, self.book.game
        self.ornaments = ornaments(list(game.colors.values()), self.paper.frame)
        self.numbers: dict[str, int] = {}
        self.made: dict[str, bytes] = {}
        self.cover = Cover(
            game.language,
            f"{game.name}: {book.title}",
            f"{book.set}, {book.version}".strip(", "),
            book.version,
            _style_sheet(self.project, game.id, self.paper),
            self.paper,
        )
        self.shelf = Shelf(self.project, self.cover, self.made)
        self._ask(make_ready, self.project, game.id, book.file, self.cover)
        #: Parts that the other process lays out while the book is read.
        self.begun: dict[Part, Future[list[tuple[Laid, bool]]]] = {}
        self.laid: dict[Part, Laid] = {}
        #: Whether the other process has laid out a part, of those that any has.
        self.away: dict[Part, bool] = {}

    @cached_property
    def parts(self) -> PartPress:
        """What sets parts in this process."""
        return PartPress(self.project, self.book.game.id, self.book.file, self.cover, self.made, self.problems)

    def begin(self, expanded: Expanded, chapter: Chapter) -> None:
        """Have the other process lay out a chapter that has been filled in, if it is one of those that wait for no
        other."""
        if self.other and chapter in self.book.chapters[:_EARLY]:
            self._serve(expanded.material)
            part = self._chapter(chapter, expanded).bound({})
            if not self.shelf.laid(part):
                self.begun[part] = self._ask(lay_there, part)

    def _serve(self, material: Material) -> None:
        """Have stand-ins for all that the book shows by now."""
        # A face more changes no drawing's number: what is kept of a book's parts would be worth nothing.
        self.numbers |= {f"{FACES}{at + 1}.png": 2 * at + 1 for at in range(len(material.faces))}
        self.drawings = {**self.ornaments, **material.drawings}
        self.numbers |= {address: 2 * at for at, address in enumerate(self.drawings, 1)}
        more = {address: stand_in(number) for address, number in self.numbers.items() if address not in self.made}
        self.made.update(more)
        self._ask(serve_there, more)

    def pdf(self, expanded: Expanded) -> bytes:
        """The book. Faces that no earlier run has kept are drawn by another process while this one sets text."""
        self.expanded = expanded
        self.material = expanded.material
        self.title = self._title()
        self._serve(self.material)
        press = self.material.press
        with press.ahead(self._cards()):
            pieces = self._pieces()
        press.crew.dismiss()
        return self._joined(pieces)

    def _cards(self) -> Collection[Card]:
        """The cards whose faces are shown."""
        return {card: self.book.game.cards[card] for card, _ in self.material.faces if card}.values()

    def _pieces(self) -> "_Pieces":
        bound = self._numbered()
        numbers = {**bound.numbers, "index": bound.end}
        index = self._index(numbers).bound({})
        written = self._written([index, *bound.chapters, bound.front], numbers)
        end = bound.end - 1 + written[index]().pages
        between = _blank(bound.first - 1 - self.laid[bound.front].pages)
        last = _blank(-end % 4 if self.paper.folded else 0)
        written |= self._written([*between, *last], {})
        parts = [bound.front, *between, *bound.chapters, index, *last]
        pages = [self.laid[part].pages if part in self.laid else written[part]().pages for part in parts]
        html = "".join(head for part, count in zip(parts, pages, strict=True) for head in part.heads(count))
        heads = self._heads(Part("heads", html, "", ""), numbers)
        drawn = self._drawn()
        made = {part: give() for part, give in written.items()}
        self.problems.refuse()
        return _Pieces([made[part] for part in parts], heads, drawn)

    def _joined(self, pieces: "_Pieces") -> bytes:
        pages = {self.numbers[f"{FACES}{at + 1}.png"]: at for at in range(len(self.material.faces))}
        pages |= {self.numbers[address]: at for at, address in enumerate(self.drawings, len(pages))}
        cards = {at for at, (card, _) in enumerate(self.material.faces) if card}
        shown = {number: (at, points(_CORNER) if at in cards else 0.0) for number, at in pages.items()}
        files = _font_files(self.project)
        drawn = io.BytesIO(pieces.drawn)
        with joined(pieces.parts, pieces.heads, self.paper, files) as pdf, pikepdf.open(drawn) as drawings:
            if self.other:
                # What is left to be done takes as much memory as it holds.
                self.other.shutdown()
            check_fonts(self.project, self.book.file, pdf, self.problems)
            self.problems.refuse()
            put_drawings(pdf, drawings, shown)
            return saved(pdf)

    def _numbered(self) -> _Bound:
        """The book's parts but for its index, with the page of every place in its chapters.

        References leave room for two figures, but for those to early places, and what comes before the chapters takes
        two pages, unless it proves otherwise: then what has changed by it is laid out again.
        """
        chapters = [self._chapter(each, self.expanded) for each in self.book.chapters]
        before, room, tries = 2, 2, 0
        figures = self._early(chapters, before + 1)
        while True:
            bound = [chapter.bound(figures) for chapter in chapters]
            front = self._front(room)
            self._lay([*bound, front])
            # Chapters begin on a right page.
            first = end = before + 1 + before % 2
            numbers: dict[str, int] = {}
            for part in bound:
                numbers |= {place: end + page for place, page in self.laid[part].places.items()}
                end += self.laid[part].pages
            self._lead_somewhere(chapters, numbers)
            takes, wide = self.laid[front].pages, max(2, len(str(end)))
            needed = {place: len(str(numbers[place])) for chapter in chapters for place in chapter.named}
            tries += 1
            fits = tries > _TRIES or all(figures.get(each, 2) == needed[each] for each in needed)
            if (takes, wide) == (before, room) and fits:
                return _Bound(front, bound, first, end, numbers)
            # Should a number go back and forth for the room that it has, it keeps the larger one.
            keep = figures if tries > 1 else {}
            before, room = takes, wide
            figures = {place: max(count, keep.get(place, 1)) for place, count in needed.items()}

    def _early(self, chapters: Sequence[Part], first: int) -> dict[str, int]:
        """How many figures the pages of places in the first chapters have, should these begin on page `first`: they are
        laid out before the others, which then leave the right room."""
        figures: dict[str, int] = {}
        early = [chapter.bound({}) for chapter in chapters[:_EARLY]]
        if self.begun:
            # The other process is still at work on these: meanwhile those that name none of their places.
            places = {place for part in early for place in part.places}
            self._lay([chapter.bound({}) for chapter in chapters[_EARLY:] if places.isdisjoint(chapter.named)])
        for part, coming in self.begun.items():
            with suppress(BrokenExecutor):
                for laid, _ in coming.result():
                    self._note(part, laid, True)
        self._lay(early)
        for part in early:
            figures |= {place: len(str(first + page)) for place, page in self.laid[part].places.items()}
            first += self.laid[part].pages
        return figures

    def _lead_somewhere(self, chapters: Sequence[Part], numbers: Mapping[str, int]) -> None:
        """Raise Refused for links that lead nowhere."""
        files = {chapter.id: chapter.file for chapter in self.book.chapters}
        for part in chapters:
            for place in dict.fromkeys(part.linked):
                if place not in numbers:
                    self.problems.add(Place(files[part.id]), f'leads to "{place}", which is not in the book')
        self.problems.refuse()

    def _lay(self, parts: Sequence[Part]) -> None:
        """Lay parts out that are not and that no earlier run has, with the other process."""
        for part in parts:
            kept = None if part in self.laid else self.shelf.laid(part)
            if kept:
                self.laid[part] = kept
        # The other process begins with the longest: what is left when they meet is short.
        left = sorted((part for part in parts if part not in self.laid), key=lambda part: len(part.html))
        others = [self.other] if self.other else []
        for part, (laid, away) in zip(left, share(others, left, lay_there, self._lay_here), strict=True):
            self._note(part, laid, away)

    def _note(self, part: Part, laid: Laid, away: bool) -> None:
        """Note what a part proved to be, which was laid out here or `away`."""
        self.laid[part] = laid
        self.away[part] = away
        if not self.problems.found:
            self.shelf.keep_laid(part, laid)

    def _lay_here(self, part: Part) -> Iterator[tuple[Laid, bool]]:
        yield self.parts.lay(part), False

    def _written(self, parts: Sequence[Part], numbers: Mapping[str, int]) -> dict[Part, Callable[[], Written]]:
        """What gives each part as a PDF, waiting for it: kept by an earlier run, or written by the process that laid it
        out; one that neither has, by the one that has fewer pages to write. What this one writes is there at once."""
        made = {part: kept for part in parts if (kept := self.shelf.written(part, numbers))}
        left = [part for part in parts if part not in made]
        pages: Counter[bool] = Counter()
        for part in left:
            if part in self.away:
                pages[self.away[part]] += self.laid[part].pages
        for part in left:
            if part not in self.away:
                self.away[part] = away = self.other is not None and pages[True] < pages[False]
                pages[away] += _ANEW * (self.laid[part].pages if part in self.laid else 1)
        coming = {part: self._ask(write_there, part, numbers) for part in left if self.away[part]}
        here = [part for part in left if not self.away[part]]
        made |= {part: self._keep(part, numbers, self.parts.write(part, numbers)) for part in here}

        def give(part: Part) -> Written:
            if part not in made:
                received = self._received(coming[part]) or self.parts.write(part, numbers)
                made[part] = self._keep(part, numbers, received)
            return made[part]

        return {part: partial(give, part) for part in parts}

    def _heads(self, heads: Part, numbers: Mapping[str, int]) -> Callable[[], Written]:
        """What gives the running heads as a PDF: kept, or set by the other process once it has written all else, or by
        this one where it has to wait for that."""
        kept = self.shelf.written(heads, numbers)
        if kept:
            return lambda: kept
        coming = self._ask(heads_there, heads)

        def give() -> Written:
            made = (None if coming.cancel() else self._received(coming)) or self.parts.heads(heads)
            return self._keep(heads, numbers, made)

        return give

    def _keep(self, part: Part, numbers: Mapping[str, int], made: Written) -> Written:
        """A part that was written anew, kept for later runs unless something is wrong."""
        if not self.problems.found:
            self.shelf.keep_written(part, numbers, made)
        return made

    def _ask(self, work: Callable[..., Any], *values: object) -> "Future[Any]":
        """Have the other process do some work; where there is none, or none any more, that is told like a loss."""
        try:
            if self.other:
                return self.other.submit(work, *values)
        except BrokenExecutor:
            pass
        lost: Future[Any] = Future()
        lost.set_exception(BrokenExecutor())
        return lost

    def _received(self, coming: "Future[_Sent]") -> Written | None:
        """What the other process sends; nothing where it is lost, or cannot set anything."""
        try:
            received = coming.result()
        except BrokenExecutor:
            return None
        if not received:
            return None
        ((written, problems),) = received
        self.problems.extend(problem for problem in problems if problem not in self.problems.found)
        return written

    # the parts --------------------------------------------------------------------------------------------------------

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

    def _front(self, room: int) -> Part:
        """Title page and contents, with room for numbers of so many figures."""
        rows = {False: Markup(""), True: Markup("")}
        for chapter in self.book.chapters:
            rows[chapter.appendix] += _contents_row(chapter)
        appendices = rows[True] + _row("light", "index", "\u00a0", "Index", "\u00a0")
        contents = Markup(
            '<section class="contents"><header class="open plain"><h1>Contents</h1>'
            '<p class="line">{}</p></header><ul class="toc">{}</ul><h2 class="label">Appendices</h2>'
            '<ul class="toc">{}</ul></section>'
        ).format(self.book.contents, rows[False], appendices)
        head = _head("Contents", self.book.game.name)
        front = Part("front", self.title + contents, _named("title"), head)
        return front.bound(dict.fromkeys(front.named, room))

    def _chapter(self, chapter: Chapter, expanded: Expanded) -> Part:
        opening = Markup('<header class="open"><p class="num">{}</p><h1>{}</h1><p class="line">{}</p></header>').format(
            chapter.number, chapter.title, chapter.line
        )
        html = Markup('<section class="chapter {} {}" id="section-{}">{}{}</section>').format(
            "dark" if chapter.dark else "light",
            chapter.id,
            chapter.id,
            opening,
            expanded.bodies.get(chapter.id, ""),
        )
        head = _head(chapter.part, chapter.title)
        return Part(chapter.id, html, head, head)

    def _index(self, places: Mapping[str, int]) -> Part:
        html = Markup(
            '<section class="index" id="index"><header class="open plain"><h1>Index</h1><p class="line">{}</p></header>'
            '<div class="columns">{}</div></section>'
        ).format(self.book.index, index_html(self.material.terms, places))
        head = _head("Index", self.book.game.name)
        return Part("index", html, head, head)

    # faces ------------------------------------------------------------------------------------------------------------

    def _drawn(self) -> bytes:
        """A PDF with all that is drawn, a page each, in the order of the stand-ins: the sides of cards, then marks and
        ornaments."""
        press, game = self.material.press, self.book.game
        # The other process that draws them has drawn most by now; single ones are then at hand.
        press.faces(self._cards())
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


def _blank(count: int) -> list[Part]:
    """Blank pages, as a part if there are any."""
    html = '<section class="blank"></section>' * count
    return [Part("blank", html, _named("blank"), _named("blank"))] if count else []


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


def _named(page: str) -> str:
    """A section that is nothing but a page of this name."""
    return f'<section style="page: {page}"></section>'


def _head(part: str, head: str) -> str:
    """A section that is nothing but what pages take their running heads from."""
    return str(Markup('<section data-part="{}" data-head="{}"></section>').format(part, head))


def _font_files(project: Project) -> dict[str, bytes]:
    """The files of the house's fonts, by their digests."""
    files = [project.path(each).read_bytes() for each in font_files(project)]
    return {sha256(file).hexdigest(): file for file in files}


def _sides(name: str) -> tuple[str, str, str]:
    """A name that sets one thing against another in its three parts; any other name in one."""
    found = re.fullmatch(r"(.+) (vs\.?|versus) (.+)", name, re.IGNORECASE)
    return (found[1], found[2].lower(), found[3]) if found else (name, "", "")


def _contents_row(chapter: Chapter) -> Markup:
    kind = "dark" if chapter.dark else "light"
    return _row(kind, f"section-{chapter.id}", chapter.number, chapter.title, chapter.contents or "\u00a0")


def _row(kind: str, anchor: str, number: str, title: str, line: str) -> Markup:
    return Markup(
        '<li class="entry {}"><span class="no">{}</span><span class="ti"><a href="#{}">{}</a></span>'
        '<span class="de">{}</span><span class="pg"><a class="ref" href="#{}"></a></span></li>'
    ).format(kind, number, anchor, title, line, anchor)


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
