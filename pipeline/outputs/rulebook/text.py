"""The book as plain text: for screen readers, mail and search, in lines of 78 letters.

Marks are their words, rules have their numbers before them, tables stand in columns, and figures are told by their
alternative texts.
"""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from lxml import etree, html

from pipeline.outputs.rulebook.book import Book, Expanded

WIDTH: Final = 78
_GAP: Final = 2
#: No column of a table gets narrower.
_NARROW: Final = 6
#: What stands about words that are gone, and about words that are new.
_SIDES: Final = {"del": ("[", "]"), "ins": ("*", "*")}
_BLOCKS: Final = ("p", "ul", "ol", "dl", "table", "figure", "div", "h2", "h3", "h4", "blockquote", "pre", "section")


def book_text(expanded: Expanded) -> str:
    """The whole book, title first."""
    book = expanded.book
    parts = [_title(book), _contents(book)]
    for chapter in book.chapters:
        head = f"{chapter.part}: {chapter.title}"
        lines = [head, "=" * len(head)]
        if chapter.line:
            lines.append(chapter.line)
        body = html.fragment_fromstring(str(expanded.bodies.get(chapter.id, "")), create_parent="div")
        parts.append("\n".join(lines))
        parts += _blocks(body)
    return "\n\n".join(parts) + "\n"


def _title(book: Book) -> str:
    game = book.game
    date = game.rulesets[game.ruleset].date
    lines = [game.name.upper(), book.title, f"{book.set} - {book.version} - {date}", book.scripture]
    return "\n".join(line for line in lines if line)


def _contents(book: Book) -> str:
    lines = ["Contents", "========"]
    for chapter in book.chapters:
        lines += _wrapped(f"{chapter.part}  {chapter.title}", "", "    ")
    return "\n".join(lines)


def _blocks(parent: etree._Element) -> Iterator[str]:
    """The paragraphs of a part of the book, in order."""
    for element in parent:
        tag = element.tag
        if tag in ("h2", "h3", "h4"):
            head = _words(element)
            if head:
                yield f"{head}\n{'-' * len(head)}" if tag == "h2" else head
        elif tag == "table":
            yield "\n".join(_table(element))
        elif tag == "figure":
            caption = " ".join(_words(each) for each in element.iter("figcaption"))
            yield "\n".join(_wrapped(f"[Figure: {element.get('data-alt', '')}] {caption}".strip()))
        elif tag in ("ul", "ol"):
            yield "\n".join(_list(element, tag == "ol"))
        elif tag == "dl":
            yield "\n".join(_definitions(element))
        elif tag == "div" and "row" in (element.get("class") or "").split():
            # Faces side by side on paper: one below another.
            yield "\n".join(line for each in element for line in _wrapped(_words(each), "", "  "))
        elif any(each.tag in _BLOCKS for each in element):
            yield from _blocks(element)
        else:
            text = _words(element)
            if text:
                yield "\n".join(_wrapped(text))


def _list(element: etree._Element, numbered: bool) -> Iterator[str]:
    rules = "rules" in (element.get("class") or "").split()
    for number, item in enumerate(element, 1):
        mark = "" if rules else f"{number}. " if numbered else "- "
        yield from _wrapped(_words(item), mark, " " * (len(mark) or 6))


def _definitions(element: etree._Element) -> Iterator[str]:
    for each in element:
        yield from _wrapped(_words(each), *(("", "") if each.tag == "dt" else ("    ", "    ")))


def _table(element: etree._Element) -> Iterator[str]:
    """Columns as wide as what is in them, narrowed from the widest down until they fit; cells break into lines."""
    rows = [[_words(cell) for cell in row if cell.tag in ("td", "th")] for row in element.iter("tr")]
    heads = len(list(element.iterfind("./thead/tr")))
    count = max(map(len, rows), default=0)
    rows = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max([len(row[at]) for row in rows] + [1]) for at in range(count)]
    while sum(widths) + _GAP * (count - 1) > WIDTH and max(widths) > _NARROW:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        cells = [_wrapped(text, width=width) or [""] for text, width in zip(row, widths, strict=True)]
        for line in range(max(map(len, cells), default=0)):
            parts = [
                (cell[line] if line < len(cell) else "").ljust(width) for cell, width in zip(cells, widths, strict=True)
            ]
            yield (" " * _GAP).join(parts).rstrip()
        if number == heads - 1:
            yield (" " * _GAP).join("-" * width for width in widths)
    for caption in element.iter("caption"):
        yield from ["", *_wrapped(_words(caption))]


def _words(element: etree._Element) -> str:
    """What an element says in one line."""
    return re.sub(r"\s+", " ", "".join(_spoken(element))).strip()


def _spoken(element: etree._Element) -> Iterator[str]:
    kinds = (element.get("class") or "").split()
    before, after = _SIDES.get(str(element.tag), ("", ""))
    if element.tag == "img":
        yield f" {element.get('alt', '')} " if "glyph" in kinds else f"[{element.get('alt', '')}]"
    elif "n" in kinds:
        yield f"[{element.text}] "
    else:
        yield before + (element.text or "")
        for each in element:
            yield from _spoken(each)
            yield each.tail or ""
        yield after
        if element.tag in ("br", "div", "p", "li"):
            yield " "


def _wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> Sequence[str]:
    text = re.sub(r" (?=[.,;:)](?:\s|$))", "", text)
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
