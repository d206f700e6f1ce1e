"""Card text as words with columns, and words as card text.

A text is a row of keys: words, numbers, glyphs (`{R}`), signs and line breaks. Where a space stands between two keys
follows from the keys alone, so that a pattern need not speak of spaces, and a text with a space too many or too few is
refused at that column. Bold and italic marks (see `model.markup`) set a text, they do not change its words.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: A line break between paragraphs, as a key.
LINE = "\n"

_PIECE = re.compile(
    r"(?P<space>[ ]+)|(?P<line>\n)|(?P<mark>\*\*?)|\{(?P<glyph>[^{}\n]*)\}|(?P<number>\d+\+?)"
    r"|(?P<word>[^\W\d_]+(?:[’'-][^\W\d_]+)*[’']?(?:\(s\))?)|(?P<sign>\\?.)",
    re.DOTALL,
)
_CLOSING = frozenset(",.;:)!?")
_OPENING = frozenset("(+")


@dataclass(frozen=True, slots=True)
class Token:
    """A key of a text: what patterns compare (`key`), what is printed (`text`), and its column, from 1.

    A token that its neighbor forbids has no key that a pattern knows, and `right` says how to write it.
    """

    key: str
    text: str
    column: int
    right: str = ""


@dataclass(frozen=True, slots=True)
class Spacing:
    """A space too many or too few, at a column from 1."""

    column: int
    message: str


def is_glyph(key: str) -> bool:
    """Whether a key is a glyph such as `{R}`."""
    return key[:1] == "{"


def forbidden(token: Token, right: str) -> Token:
    """The token as one that cannot stand here, where it should be `right`."""
    return Token(f"{token.key}?", token.text, token.column, right)


def gap(before: str, after: str) -> bool:
    """Whether one space parts two keys."""
    if LINE in (before, after) or after in _CLOSING or before in _OPENING:
        return False
    return not (is_glyph(before) and is_glyph(after))


def split(text: str) -> tuple[tuple[Token, ...], tuple[Spacing, ...]]:
    """The tokens of a text in card markup, and where its spacing is wrong. `{R+2}` gives two glyphs, `5+` two signs."""
    tokens: list[Token] = []
    flaws: list[Spacing] = []
    spaces, column, last = 0, 0, ""
    for match in _PIECE.finditer(text):
        kind, piece = str(match.lastgroup), match.group()
        if kind == "mark":
            continue
        if kind == "space":
            spaces, column = spaces + len(piece), match.start() + 1
            continue
        at = match.start() + 1
        parts = [f"{{{name.strip()}}}" for name in match["glyph"].split("+")] if kind == "glyph" else [piece]
        wanted = bool(last) and gap(last, parts[0])
        if spaces > wanted:
            flaws.append(Spacing(column + wanted, "a space too many"))
        elif wanted and not spaces:
            flaws.append(Spacing(at, f'a space is missing before "{parts[0]}"'))
        spaces, last = 0, parts[-1]
        if kind == "number" and piece[-1] == "+":
            tokens += [Token(piece[:-1], piece[:-1], at), Token("+", "+", at + len(piece) - 1)]
        else:
            tokens += [Token(part, part, at) for part in parts]
    if spaces:
        flaws.append(Spacing(column, "a space too many"))
    return tuple(tokens), tuple(flaws)


def join(keys: Iterable[str]) -> str:
    """Keys as card text; glyphs in a row share their braces, as in `{R+2}`."""
    out: list[str] = []
    last = LINE
    for key in keys:
        if is_glyph(last) and is_glyph(key):
            out[-1] = f"{out[-1][:-1]}+{key[1:]}"
        else:
            out.append(f" {key}" if gap(last, key) else key)
        last = key
    return "".join(out)


def keys_of(words: str) -> tuple[str, ...]:
    """The keys of a plain text, such as a card's name."""
    return tuple(token.key for token in split(words)[0])


def capital(key: str) -> str:
    """A key as it stands at the head of a sentence."""
    return key[:1].upper() + key[1:]


def starts_sentence(key: str) -> bool:
    """Whether a key may stand at the head of a sentence: anything but a lower-case word."""
    return not key[:1].islower()


def same_words(first: str, second: str) -> bool:
    """Whether two texts are the same but for bold and italic."""
    return _plain(first) == _plain(second)


def _plain(text: str) -> Sequence[str]:
    return [match.group() for match in _PIECE.finditer(text) if match.lastgroup != "mark"]
