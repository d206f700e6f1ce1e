"""Card markup: `**bold**`, `*italic*`, `{glyph}`, and a line break between paragraphs.

A backslash before any of `* { } \\` takes its meaning away. Marks close within their paragraph. `{R+2}` is the glyphs
R and 2 in a row; they stay together, as every glyph stays with the letters, signs and stops that touch it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Text in one style, or one or more glyphs (`tokens`, then `text` is empty). `column` counts from 1."""

    text: str
    bold: bool
    italic: bool
    tokens: tuple[str, ...]
    column: int


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a text, at which column (from 1) of which length."""

    column: int
    message: str
    hint: str = ""


Paragraph = tuple[Span, ...]

_PIECE = re.compile(r"\\[*{}\\]|\*\*|\*|\{[^{}\n]*\}|\{|\}|\n|[^\\*{}\n]+|\\")
_ESCAPE = re.compile(r"([*{}\\])")


def escape(text: str) -> str:
    """Plain text as markup that reads as just that text."""
    return _ESCAPE.sub(r"\\\1", text)


def aloud(text: str, words: Mapping[str, str]) -> str:
    """Markup as it is read aloud, glyphs by the words of their tokens, a paragraph a line."""
    paragraphs, _ = parse(text)
    lines = (
        "".join(span.text or " ".join(words.get(token, token) for token in span.tokens) for span in paragraph)
        for paragraph in paragraphs
    )
    return "\n".join(lines)


def parse(text: str) -> tuple[tuple[Paragraph, ...], tuple[Flaw, ...]]:
    """Read markup into paragraphs of spans, and all that is wrong with it."""
    paragraphs: list[list[Span]] = [[]]
    flaws: list[Flaw] = []
    opened: dict[str, int] = {}
    text = text.replace("\r\n", "\n").replace("\r", "\n")

    def close_paragraph() -> None:
        for mark, column in opened.items():
            name = "bold" if mark == "**" else "italic"
            flaws.append(Flaw(column, f"{name} is opened here and never closed", f"close it with {mark}, or write \\*"))
        opened.clear()

    for match in _PIECE.finditer(text):
        piece, column = match.group(), match.start() + 1
        if piece == "\n":
            close_paragraph()
            if paragraphs[-1]:
                paragraphs.append([])
        elif piece in ("*", "**"):
            if piece in opened:
                del opened[piece]
            else:
                opened[piece] = column
        elif piece[0] == "{":
            tokens = tuple(token.strip() for token in piece[1:-1].split("+"))
            if piece == "{" or not all(tokens):
                flaws.append(Flaw(column, "a glyph is opened with { and not closed", "write {name}, or \\{"))
            else:
                paragraphs[-1].append(Span("", "**" in opened, "*" in opened, tokens, column))
        elif piece == "}":
            flaws.append(Flaw(column, "a } without its {", "write \\} for a brace"))
        else:
            plain = piece[1:] if len(piece) == 2 and piece[0] == "\\" else piece
            paragraphs[-1].append(Span(plain, "**" in opened, "*" in opened, (), column))
    close_paragraph()
    if not paragraphs[-1]:
        paragraphs.pop()
    return tuple(tuple(_joined(spans)) for spans in paragraphs), tuple(sorted(flaws, key=lambda flaw: flaw.column))


def _joined(spans: list[Span]) -> list[Span]:
    """Neighbouring text of one style as one span, so that it is shaped whole."""
    out: list[Span] = []
    for span in spans:
        last = out[-1] if out else None
        if last and not span.tokens and not last.tokens and (last.bold, last.italic) == (span.bold, span.italic):
            out[-1] = Span(last.text + span.text, last.bold, last.italic, (), last.column)
        else:
            out.append(span)
    return out
