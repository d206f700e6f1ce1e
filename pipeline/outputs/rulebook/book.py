"""The book: which chapters it has, what they say once they are filled in, and everything that is wrong with them.

A book is `layouts/<game>/rulebook/book.toml` and the chapters that it names, Markdown with Jinja (docs/rulebook.md). A
chapter is filled in first: every expression becomes a placeholder that Markdown passes over, and is put in its place in
the HTML afterwards. So a chapter's own prose is what stands in its file outside of expressions, and in it no number of
the game may stand: `waivers.toml` names those that are none.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final

import jinja2
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin
from pydantic import Field

from pipeline.load import load_game
from pipeline.load.files import read_text
from pipeline.load.toml import Entry, Toml, read_toml
from pipeline.model import Game
from pipeline.outputs.rulebook.bindings import CLOSE, NAMING, OPEN, Bindings
from pipeline.outputs.rulebook.build import has_book
from pipeline.outputs.rulebook.material import FRAME, Material, Piece
from pipeline.problem import Place, Problem, Problems, Refused, nearest
from pipeline.project import Project
from pipeline.rules.stored import check_simulations

#: Boxes and groups that a chapter may open with `::: name` and close with `:::`.
CONTAINERS: Final = (
    *("box", "iron", "columns", "column", "wide", "note", "sheet", "together", "steps", "dark-steps", "numbers"),
)

_PLACEHOLDER: Final = re.compile(f"{OPEN}([0-9]+){CLOSE}")
_ALONE: Final = re.compile(f"<p>((?:\\s*{OPEN}[0-9]+{CLOSE}\\s*)+)</p>")
_PARAGRAPH: Final = re.compile(r"<p([^>]*)>(.*?)</p>", re.DOTALL)
#: The first cell of a table's row, which heads what stands in two others or more.
_ROW_HEAD: Final = re.compile(r"<tr>\n<td([^>]*)>(.*)</td>(?=\n<td[^>]*>.*</td>\n<td)")
_MARKED: Final = re.compile(r'<span class="n"[^>]*>[^<]*</span>')
_WORDS: Final = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand twice thrice second third fourth "
    "fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth"
)
#: A number in prose, in figures or in words, from two up; what hangs on it belongs to it.
_NUMBER: Final = re.compile(
    rf"\d[\d.,:]*\d|[2-9]|[01](?=\d)|\b(?:{'|'.join(_WORDS.split())})\b(?:-\w+)?", re.IGNORECASE
)
#: What Markdown reads as something else than text: list numbers, attributes, link targets, fences of boxes.
_SYNTAX: Final = re.compile(r"^\s*\d+[.)](?=\s)|\{\.[^}]*\}|\]\([^)]*\)|^:::.*$|^\s*\[[^\]]*\]:.*$", re.MULTILINE)


#: HTML in a figure, whose measures are no numbers of the game; the name of a part of a face, or a rule's number.
_TAG: Final = re.compile(r"<style.*?</style>|<[^>]*>", re.DOTALL)
_NAME: Final = re.compile(r"[\"']((textbox|glyph|art) [\w-]+|R\d+)[\"']$")


class ChapterEntry(Entry):
    """A table of `[[chapter]]`."""

    id: str
    title: str
    file: str
    line: str = ""
    contents: str = ""
    dark: bool = False
    appendix: bool = False


class BookEntry(Entry):
    """The whole of book.toml."""

    title: str
    set: str = ""
    scripture: str = ""
    dark_kinds: list[str] = Field(default_factory=list)
    index: str = ""
    contents: str = ""
    chapter: list[dict[str, Any]]


class WaiverEntry(Entry):
    """A table of `[[waiver]]`."""

    file: str
    text: str
    reason: str


class WaiversEntry(Entry):
    """The whole of waivers.toml."""

    waiver: list[dict[str, Any]] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its number ("5", "B"), file, title, the line under its title and the one in the contents; whether it
    speaks of the dark side, and looks so; whether it is an appendix."""

    id: str
    number: str
    title: str
    file: str
    line: str
    contents: str
    dark: bool
    appendix: bool
    place: Place

    @property
    def part(self) -> str:
        """What it is called in a reference: "Section 5", "Appendix B"."""
        return f"{'Appendix' if self.appendix else 'Section'} {self.number}"


@dataclass(frozen=True, slots=True)
class Book:
    """A book as book.toml has it. `dark` are kinds of cards whose names are set as the dark side's."""

    game: Game
    folder: str
    title: str
    set: str
    scripture: str
    index: str
    contents: str
    dark: tuple[str, ...]
    chapters: tuple[Chapter, ...]

    @property
    def file(self) -> str:
        """Its book.toml."""
        return f"{self.folder}/book.toml"

    @property
    def version(self) -> str:
        """What the book is a version of: the ruleset's name."""
        return self.game.rulesets[self.game.ruleset].name


@dataclass
class Expanded:
    """A book's chapters as HTML, and what of the game is in them."""

    book: Book
    material: Material
    bodies: dict[str, Markup] = field(default_factory=dict)


#: Who is told of a chapter that has been filled in.
Told = Callable[[Expanded, Chapter], None]


def load_book(project: Project, game: Game) -> Book:
    """The game's book. Raises Refused with everything that is wrong in its book.toml."""
    problems = Problems()
    folder = f"layouts/{game.id}/rulebook"
    toml = read_toml(project, f"{folder}/book.toml", problems)
    entry = toml.check(BookEntry, problems) if toml else None
    chapters: list[Chapter] = []
    if toml and entry:
        for kind in entry.dark_kinds:
            if kind not in game.kinds:
                problems.add(toml.place("dark_kinds"), f'no kind "{kind}"', nearest(kind, game.kinds))
        for part in toml.parts("chapter"):
            _add_chapter(part, folder, chapters, problems)
    problems.refuse()
    assert entry is not None
    return Book(
        game, folder, entry.title, entry.set, entry.scripture, entry.index, entry.contents, tuple(entry.dark_kinds),
        tuple(chapters),
    )  # fmt: skip


def _add_chapter(part: Toml, folder: str, chapters: list[Chapter], problems: Problems) -> None:
    entry = part.check(ChapterEntry, problems)
    if entry is None:
        return
    if any(entry.id == chapter.id for chapter in chapters):
        problems.add(part.place("id"), f'"{entry.id}" is the id of a chapter before')
    if PurePosixPath(entry.file).is_absolute() or ".." in PurePosixPath(entry.file).parts:
        problems.add(part.place("file"), f'"{entry.file}" is not in {folder}')
        return
    before = sum(chapter.appendix == entry.appendix for chapter in chapters)
    number = chr(ord("A") + before) if entry.appendix else str(before + 1)
    chapters.append(
        Chapter(
            entry.id, number, entry.title, f"{folder}/{entry.file}", entry.line, entry.contents, entry.dark,
            entry.appendix, part.place("file"),
        )
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------------- filling in


def loaded_book(project: Project, game_id: str) -> Book:
    """The book of a game that is read first. Raises Refused with everything that is wrong with its records or its
    book.toml."""
    game, problems = load_game(project, game_id, examples=True)
    if problems or game is None:
        raise Refused(problems)
    return load_book(project, game)


def expand(project: Project, book: Book, frame: float = FRAME, tell: Told | None = None) -> Expanded:
    """The book, filled in for pages whose text is `frame` millimetres wide; `tell` is told of every chapter that is.
    Raises Refused with everything that is wrong in its chapters."""
    problems = Problems()
    expanded = _expand(project, book, frame, problems, tell)
    problems.refuse()
    return expanded


def check_book(project: Project, game: Game) -> list[Problem]:
    """Everything that is wrong with a game's book, which may have none: in its chapters; rules that it does not tell,
    examples that no chapter tells; numbers from nowhere."""
    if not has_book(project, game.id):
        return []
    try:
        book = load_book(project, game)
    except Refused as refused:
        return list(refused.problems)
    problems = Problems()
    material = _expand(project, book, FRAME, problems).material
    for rule in game.rules.values():
        if not rule.holds_in(game.ruleset):
            continue
        if rule.number not in material.told:
            hint = f'write {{{{ rule("{rule.number}") }}}} where it belongs, or told("{rule.number}") where it is told'
            problems.add(rule.place, f"{rule.number} is not in the book", hint)
    for name, example in game.examples.items():
        if name not in material.examples:
            problems.add(example.place, "no chapter tells this example", f'write {{{{ example("{name}") }}}}')
    problems.extend(_unbound(project, book))
    return problems.found


def _expand(project: Project, book: Book, frame: float, problems: Problems, tell: Told | None = None) -> Expanded:
    material = Material(project, book.game, frame)
    made = Expanded(book, material)
    titles = {chapter.id: chapter.part for chapter in book.chapters}
    for chapter in book.chapters:
        source = _source(project, chapter, problems)
        if source is None:
            continue
        bindings = Bindings(material, titles, book.dark, book.folder, problems)
        text = bindings.fill(chapter.file, source)
        if text is not None:
            made.bodies[chapter.id] = _html(text, bindings.pieces, partial(_tell_of, chapter, problems))
            if tell:
                tell(made, chapter)
    problems.extend(check_simulations(book.game))
    return made


def _tell_of(chapter: Chapter, problems: Problems, message: str) -> None:
    problems.add(Place(chapter.file), message)


def _source(project: Project, chapter: Chapter, problems: Problems) -> str | None:
    path = project.path(chapter.file)
    if not path.is_file():
        problems.add(chapter.place, f"there is no file {chapter.file}")
        return None
    text = read_text(project, chapter.file, problems)
    if text is not None and (OPEN in text or CLOSE in text):
        line = next(n for n, each in enumerate(text.split("\n"), 1) if OPEN in each or CLOSE in each)
        problems.add(Place(chapter.file, line), "a character for private use stands in the text", "remove it")
        return None
    return text


# ------------------------------------------------------------------------------------------------------------- as HTML


def _markdown() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False, "typographer": True, "linkify": False})
    made.enable(["table", "replacements", "smartquotes"])
    made.use(deflist_plugin).use(attrs_plugin, allowed=["class"]).use(attrs_block_plugin)
    for name in CONTAINERS:
        made.use(container_plugin, name)
    return made


def _html(text: str, pieces: Sequence[Piece], tell: Callable[[str], None]) -> Markup:
    """Markdown with placeholders as HTML with the pieces in their places."""
    html = re.sub(r"<th(?=[ >])", '<th scope="col"', str(_markdown().render(text)))
    html = _ROW_HEAD.sub(r'<tr>\n<th scope="row"\1>\2</th>', html)
    html = html.replace("<h1>", "<h2>").replace("</h1>", "</h2>")

    def alone(found: re.Match[str]) -> str:
        numbers = [int(each) for each in _PLACEHOLDER.findall(found[1])]
        if all(pieces[number].block for number in numbers):
            return "".join(str(pieces[number]) for number in numbers)
        return found[0]

    def within(found: re.Match[str]) -> str:
        piece = pieces[int(found[1])]
        if piece.block and piece.html:
            tell("a table, figure, example or rule stands within a line of text; give it a paragraph of its own")
        return str(piece)

    html = _PLACEHOLDER.sub(within, _ALONE.sub(alone, html))
    html = html.replace('</ul><ul class="rules">', "")
    return Markup(_PARAGRAPH.sub(_hung, html))


def _hung(found: re.Match[str]) -> str:
    """A paragraph whose rules' numbers hang in the margin, before its text."""
    marks = _MARKED.findall(found[2])
    if not marks:
        return found[0]
    text = re.sub(r"\s+(?=[.,;:]|$)", "", _MARKED.sub("", found[2]).strip())
    return f'<p{found[1]}><span class="hung">{" ".join(marks)}</span>{text}</p>'


# ------------------------------------------------------------------------------------------- numbers that are not bound


@dataclass
class _Waiver:
    file: str
    text: str
    place: Place
    used: bool = False


def _unbound(project: Project, book: Book) -> Iterator[Problem]:
    """Numbers in the chapters' own prose that neither come from the game nor are waived; waivers that waive none."""
    problems = Problems()
    waivers = _waivers(project, book, problems)
    figures = [relative for relative, _ in project.listing(f"{book.folder}/figures", "*.j2")]
    for file in (*(chapter.file for chapter in book.chapters), *figures):
        path = project.path(file)
        if not path.is_file():
            continue
        source = path.read_text(encoding="utf-8")
        prose = _prose(source)
        if file in figures:
            prose = _TAG.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), prose)
        covered = [
            (found.start(), found.end(), waiver)
            for waiver in waivers
            if f"{book.folder}/{waiver.file}" == file
            for found in re.finditer(re.escape(waiver.text), source)
        ]
        for number in _NUMBER.finditer(prose):
            hit = [waiver for start, end, waiver in covered if start <= number.start() and number.end() <= end]
            for waiver in hit:
                waiver.used = True
            if not hit:
                line = source.count("\n", 0, number.start()) + 1
                hint = "take it from the game, as in {{ value(...) }}, or waive it in waivers.toml"
                problems.add(Place(file, line), f'the number "{number.group()}" comes from nowhere', hint)
    for waiver in waivers:
        if not waiver.used:
            problems.add(waiver.place, f'"{waiver.text}" waives no number of {waiver.file}', "remove it")
    yield from problems.found


def _waivers(project: Project, book: Book, problems: Problems) -> list[_Waiver]:
    relative = f"{book.folder}/waivers.toml"
    if not project.path(relative).is_file():
        return []
    toml = read_toml(project, relative, problems)
    if toml is None or toml.check(WaiversEntry, problems) is None or "waiver" not in toml.data:
        return []
    found = []
    for part in toml.parts("waiver"):
        entry = part.check(WaiverEntry, problems)
        if entry is None:
            continue
        if not entry.reason.strip():
            problems.add(part.place("reason"), "gives no reason")
        found.append(_Waiver(entry.file, entry.text, part.place("text")))
    return found


def _prose(source: str) -> str:
    """The chapter's own prose, character by character in its place; all else is blank.

    Texts within expressions are prose as well, such as captions, unless they are names of things.
    """
    kept: list[str] = []
    called = ""
    try:
        tokens = list(jinja2.Environment().lex(source))
    except jinja2.TemplateSyntaxError:
        return ""
    for at, (_, kind, text) in enumerate(tokens):
        if kind == "data":
            kept.append(text)
            continue
        if kind == "name" and at + 1 < len(tokens):
            following = next((each for each in tokens[at + 1 :] if each[1] != "whitespace"), (0, "", ""))
            if following[2] == "(":
                called = text
            elif following[2] == "=":
                called = ""  # a named text is prose
        if kind == "string" and called not in NAMING and not _NAME.match(text):
            kept.append(text)
        else:
            kept.append("".join(each if each == "\n" else " " for each in text))
    prose = "".join(kept)
    return _SYNTAX.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), prose)
