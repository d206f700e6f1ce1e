"""Text into positioned runs: whole runs are shaped once, in em; a trial of a size is then arithmetic.

Lines are filled greedily; a balanced style then narrows the measure while the number of lines holds, so that rags are
even, and keeps a last line from being one word. Marks sit centered on the capital height, stay with whatever touches
them, and never get smaller than their style says.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import Final, Literal

from pipeline.drawing import Item, Piece, TextRun, Use
from pipeline.model.markup import Paragraph, Span
from pipeline.svg import parse_color
from pipeline.typeset.fonts import Fonts, Word
from pipeline.typeset.line import unseen_line
from pipeline.typeset.marks import Mark, Marks
from pipeline.typeset.styles import Style
from pipeline.units import POINT, Box

Align = Literal["left", "center", "right"]
VAlign = Literal["top", "middle", "bottom", "baseline"]

#: Sizes are tried in steps of a tenth of a point.
_STEP: Final = 0.1
#: Room below a last baseline for descenders, in em, where a block is centered or must fit.
_DESCENDER: Final = 0.22
#: How far a balanced text may narrow its measure: two lines, more lines.
_NARROWEST: Final = (0.64, 0.86)
#: A short number just before a space: it stays on a line with what it counts.
_COUNTING: Final = re.compile(r"(?:^| )[+\u2212-]?\d{1,2}\Z")
#: More words that lines may break after are not kept.
_MOST_KEPT: Final = 20_000
_DASHES: Final = "-\u2010\u2013\u2014"


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a text goes: a box in millimetres, how it lies in it, whether it may shrink, how many lines it may take
    (0: as many as fit)."""

    box: Box
    align: Align = "left"
    valign: VAlign = "top"
    shrink: bool = True
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """A text, set: its items, the size that it fitted at (points), and its baselines (mm)."""

    items: tuple[Item, ...]
    size: float
    baselines: tuple[float, ...]


class TextFlaw(Exception):  # noqa: N818 - a flaw in the user's text
    """A text that cannot be set; `message` and `hint` say why."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


@dataclass(slots=True)
class _Word:
    """What no line break may part: glyphs and marks in order, and the space after. Widths in em, of letters only; `gap`
    is what parts it from the next word on its line."""

    parts: list[Piece | Mark] = field(default_factory=list)
    width: float = 0.0
    marks: int = 0
    aspects: float = 0.0
    space: Piece | None = None
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class _Layout:
    """A way to break: per paragraph the words' index ranges, one a line; `wide` when a word is wider than the line."""

    lines: list[list[tuple[int, int]]]
    wide: bool

    @property
    def count(self) -> int:
        return sum(map(len, self.lines))


@dataclass
class TextSetter:
    """Sets the texts of one game."""

    fonts: Fonts
    marks: Marks

    def set(
        self, paragraphs: Sequence[Paragraph], style: Style, frame: Frame, name: str = "", color: str = ""
    ) -> Setting:
        """Place a text. `name` is the style's, carried into the runs; `color` goes before the style's.

        Raises TextFlaw when it does not fit at the smallest size or has a character that no font has, Refused when a
        mark cannot be drawn, ValueError when `color` is none.
        """
        color = parse_color(color or style.color)
        words = [self._words(paragraph, style, color) for paragraph in paragraphs]
        words = [each for each in words if each]
        if not words:
            return Setting((), style.size, ())
        size, leading, layout = self._fit(words, style, frame)
        if style.balance:
            layout = _Layout([self._balance(each, style, size, frame.box.width) for each in words], False)
        return self._place(words, layout, style, frame, size, leading, name, color)

    # words -----------------------------------------------------------------------------------------------------------

    def _words(self, paragraph: Sequence[Span], style: Style, color: str) -> list[_Word]:
        words: list[_Word] = []
        word = _Word()
        missing: set[str] = set()
        features = style.opentype()
        for span in paragraph:
            if span.tokens:
                for index, token in enumerate(span.tokens):
                    glyph = style.glyph
                    mark = self.marks.mark(token, color, glyph.edge or "", glyph.edge_width / glyph.height)
                    if index:
                        mark = replace(mark, words=f"+{mark.words}")
                    word.parts.append(mark)
                    word.marks += 1
                    word.aspects += mark.aspect
                continue
            text = _cased(span.text.replace("\t", " "), style)
            font, tracking = style.face(span.bold, span.italic), style.tracking
            shaped, absent = self.fonts.words(font, text.replace("\u00a0", " "), features, tracking)
            missing |= absent
            bound = "\u00a0" in text
            for start, each in shaped:
                if not (word.parts or bound) and (closed := _closed(each)):
                    words.append(closed)
                    continue
                for at, piece in each.pieces:
                    place = start + at
                    if not piece.glyphs:
                        continue  # what is not seen, such as a zero-width space, is not set apart from what is
                    # A no-break space is not " " here; nor is a space that bears a mark.
                    if piece.text == " " == text[place] and not _counts(text, place):
                        if word.parts:
                            word.space, word.gap = piece, piece.width + 2 * tracking
                            words.append(word)
                            word = _Word()
                        continue
                    if word.parts and _breaks_after_dash(text, place):
                        word.gap = tracking
                        words.append(word)
                        word = _Word()
                    elif word.parts and isinstance(before := word.parts[-1], Piece):
                        word.width += before.tracking
                    word.width += piece.width
                    word.parts.append(piece)
        if missing:
            listed = ", ".join(f"U+{ord(character):04X} {character!r}" for character in sorted(missing))
            raise TextFlaw(f"no font has {listed}", "add a font that has it to fonts/fonts.toml, or write it otherwise")
        if word.parts:
            words.append(word)
        return words

    def _widths(self, words: Sequence[_Word], style: Style, size: float) -> list[float]:
        """Widths of words in em at a size; marks have a least height, so their width in em depends on it."""
        height = self._mark_height(style, size)
        room = style.glyph.room
        return [
            word.width + word.aspects * height + word.marks * room if word.marks else word.width for word in words
        ]

    @staticmethod
    def _mark_height(style: Style, size: float) -> float:
        """Height of a mark in em at a size in points."""
        return max(style.glyph.height, style.glyph.least / (size * POINT))

    # breaking --------------------------------------------------------------------------------------------------------

    def _fit(self, words: list[list[_Word]], style: Style, frame: Frame) -> tuple[float, float, _Layout]:
        """The largest size that fits, with the leading it is set on and its breaks."""
        # A text that hangs on a baseline is one line unless its frame says otherwise.
        lines = frame.lines or (1 if frame.valign == "baseline" else 0)
        ranges = [(style.size, style.smallest, lines, style.leading)]
        if frame.lines > 1 and style.one_line_least:
            more = style.wrap_size or style.size
            ranges = [
                (style.size, style.one_line_least, 1, style.leading),
                (more, style.smallest, frame.lines, style.wrap_leading or style.leading),
            ]
        for largest, smallest, most, leading in ranges:
            sizes = _sizes(largest, smallest) if frame.shrink else (largest,)
            tried: dict[float, _Layout] = {}

            def fits(size: float) -> bool:
                layout = self._break(words, style, size, frame.box.width)
                tried[size] = layout  # noqa: B023 - called in this turn only
                return self._fits(layout, style, frame, size, most, leading)  # noqa: B023 - called in this turn only

            # Sizes fall, so "fits" goes from false to true: bisect for the first that does. Most texts fit at once.
            index = 0 if fits(sizes[0]) else bisect_left(sizes, True, 1, key=fits)
            if index < len(sizes):
                size = sizes[index]
                return size, leading, tried[size]
        raise self._overflow(words, style, frame)

    def _fits(self, layout: _Layout, style: Style, frame: Frame, size: float, most: int, leading: float) -> bool:
        if layout.wide or (most and layout.count > most):
            return False
        if frame.valign == "baseline" and layout.count == 1:
            return True
        return self._height(layout, style, size, leading) <= frame.box.height + 1e-6

    def _height(self, layout: _Layout, style: Style, size: float, leading: float) -> float:
        """From the first line's capital height to below the last line's descenders, in millimetres."""
        cap = self.fonts.first(style.font).cap_height
        lines = layout.count - 1 + (len(layout.lines) - 1) * style.paragraph
        return (cap + lines * leading + _DESCENDER) * size * POINT

    def _break(self, words: list[list[_Word]], style: Style, size: float, width: float) -> _Layout:
        measure = width / (size * POINT)
        lines, wide = [], False
        for paragraph in words:
            broken, too_wide = _fill(self._widths(paragraph, style, size), [word.gap for word in paragraph], measure)
            lines.append(broken)
            wide = wide or too_wide
        return _Layout(lines, wide)

    def _balance(self, words: list[_Word], style: Style, size: float, width: float) -> list[tuple[int, int]]:
        widths, gaps = self._widths(words, style, size), [word.gap for word in words]
        measure = width / (size * POINT)
        best, _ = _fill(widths, gaps, measure)
        if len(best) == 1:
            return best
        low, high = measure * _NARROWEST[0 if len(best) == 2 else 1], measure
        for _ in range(7):
            middle = (low + high) / 2
            trial, wide = _fill(widths, gaps, middle)
            if wide or len(trial) > len(best):
                low = middle
            else:
                high, best = middle, trial
        return best

    def _overflow(self, words: list[list[_Word]], style: Style, frame: Frame) -> TextFlaw:
        size = style.smallest if frame.shrink else style.size
        layout = self._break(words, style, size, frame.box.width)
        leading = style.wrap_leading or style.leading
        ems = frame.box.height / (size * POINT)
        room = max(0, int((ems - self.fonts.first(style.font).cap_height - _DESCENDER) / leading) + 1)
        if frame.lines or frame.valign == "baseline":
            room = min(room, frame.lines) if frame.lines > 1 else 1
        where = f"{frame.box.width:g} x {frame.box.height:g} mm"
        if layout.wide:
            return TextFlaw(f"a word is wider than its box of {where} at {size:g} pt", "shorten it")
        return TextFlaw(
            f"the text takes {_lines(layout.count)} at {size:g} pt, its smallest size; its box of {where} holds {room}",
            "shorten the text",
        )

    # placing ---------------------------------------------------------------------------------------------------------

    def _place(
        self,
        words: list[list[_Word]],
        layout: _Layout,
        style: Style,
        frame: Frame,
        size: float,
        leading: float,
        name: str,
        color: str,
    ) -> Setting:
        em = size * POINT
        box = frame.box
        cap = self.fonts.first(style.font).cap_height * em
        block = ((layout.count - 1 + (len(layout.lines) - 1) * style.paragraph) * leading) * em
        if frame.valign == "top":
            y = box.y + cap
        elif frame.valign == "middle":
            y = box.y + cap + (box.height - cap - block) / 2
        else:
            y = box.bottom - block - (_DESCENDER * em if frame.valign == "bottom" else 0)
        items: list[Item] = []
        baselines: list[float] = []
        for paragraph, lines in zip(words, layout.lines, strict=True):
            widths = self._widths(paragraph, style, size)
            for start, end in lines:
                gaps = sum(word.gap for word in paragraph[start : end - 1])
                width = (sum(widths[start:end]) + gaps) * em
                x = box.x + {"left": 0.0, "center": (box.width - width) / 2, "right": box.width - width}[frame.align]
                items += self._line(paragraph[start:end], style, size, x, y, cap, name, color)
                baselines.append(y)
                y += leading * em
            y += style.paragraph * leading * em
        return Setting(tuple(items), size, tuple(baselines))

    def _line(
        self, words: Sequence[_Word], style: Style, size: float, x: float, y: float, cap: float, name: str, color: str
    ) -> list[Item]:
        em = size * POINT
        height, tracking = self._mark_height(style, size) * em, style.tracking * em
        items: list[Item] = []
        run: list[Piece] = []
        origin = x

        def finish() -> None:
            if run:
                text = "".join([piece.text for piece in run])
                items.append(TextRun(run[0].font, size, origin, y, x - origin, tuple(run), text, color, name))
                run.clear()

        def add(piece: Piece) -> None:
            nonlocal origin, x
            if run and run[0].font != piece.font:
                finish()
            if not run:
                origin = x
            run.append(piece)
            x += piece.width * em

        def mark(each: Mark) -> None:
            nonlocal x
            finish()
            scale = height / each.drawing.height
            left, top = x + style.glyph.room / 2 * em, y - cap / 2 - height / 2
            items.append(Use(each.drawing, (scale, 0, 0, scale, left, top), each.words, "glyph"))
            # Over the mark's room as well: readers take a gap between words for a space.
            width = height * each.aspect + style.glyph.room * em
            items.extend(unseen_line(self.fonts, style.font, size, each.words, (x, y), width))
            x += width

        for index, word in enumerate(words):
            apart = 0.0
            for part in word.parts:
                if isinstance(part, Mark):
                    mark(part)
                    apart = 0.0
                else:
                    x += apart
                    add(part)
                    apart = part.tracking * em
            if index < len(words) - 1:
                x += tracking
                if word.space:
                    add(word.space)
                    x += tracking
        finish()
        return items


@lru_cache(maxsize=256)
def _sizes(largest: float, smallest: float) -> tuple[float, ...]:
    """The sizes to try, falling: the largest, steps, the smallest."""
    sizes = [round(largest - _STEP * k, 3) for k in range(int((largest - smallest) / _STEP + 1.0001))]
    return (*sizes, smallest) if sizes[-1] > smallest else tuple(sizes)


@lru_cache(maxsize=_MOST_KEPT)
def _closed(shaped: Word) -> _Word | None:
    """A shaped word with a space after it, where a line may break whatever else is in the text."""
    if len(shaped.pieces) != 2:
        return None
    (_, piece), (_, space) = shaped.pieces
    if not piece.glyphs or space.text != " " or piece.text == " " or piece.text[-1:].isdigit():
        return None
    return _Word([piece], piece.width, space=space, gap=space.width + 2 * space.tracking)


def _counts(text: str, space: int) -> bool:
    """Whether a short number stands before the space at this place; it and what precedes it are four characters."""
    return text[space - 1 : space].isdigit() and _COUNTING.search(text, max(0, space - 4), space) is not None


def _breaks_after_dash(text: str, start: int) -> bool:
    """Whether a line may break before this place: between a dash that joins to something, and a letter."""
    return (
        start > 1 and text[start - 1] in _DASHES and text[start - 2].isalnum() and text[start].isalpha()
    )


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _cased(text: str, style: Style) -> str:
    return text.upper() if style.case == "upper" else text.lower() if style.case == "lower" else text


def _fill(widths: Sequence[float], gaps: Sequence[float], measure: float) -> tuple[list[tuple[int, int]], bool]:
    """Greedy lines as index ranges, and whether some word is wider than the measure."""
    measure += 1e-9
    # Where words would start and end in one endless line: a line ends before the first word that reaches too far.
    starts = list(accumulate(map(add, widths, gaps), initial=0.0))
    ends = list(map(add, starts, widths))
    lines: list[tuple[int, int]] = []
    start, count = 0, len(widths)
    while start < count:
        end = bisect_right(ends, starts[start] + measure, start + 1)
        lines.append((start, end))
        start = end
    return lines, max(widths) > measure
