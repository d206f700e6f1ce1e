"""Fonts and shaping. A font is a chain of files of one design (its scripts come in separate files) before the house's
fallback; every character is set in the first file that has it."""

import re
import tomllib
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, pairwise
from pathlib import Path

import uharfbuzz as hb
from pydantic import BaseModel, Field, ValidationError

from pipeline.drawing import Glyph, Piece
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import HOUSE, OutsideError, Project
from pipeline.units import Box

#: OpenType tags with their values, sorted.
Features = tuple[tuple[str, int], ...]
#: Pieces in order, each with the character of the text that it starts with.
Pieces = tuple[tuple[int, Piece], ...]
_Run = tuple["FontFile", int, int]
#: How a file of TrueType outlines begins.
_TRUETYPE = (b"\0\1\0\0", b"true")

#: Characters that take no ink and need no font: joiners, marks of direction, variation selectors, the soft hyphen.
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f"
_UNSEEN = str.maketrans("", "", _INVISIBLE)
#: Spaces, words, and parts of words that end with a dash, each with what is unseen after it.
_LETTER = "[^- \u2010\u2013\u2014]"
_SPACE = f" [{_INVISIBLE}]*"
_PART = f"{_LETTER}*[-\u2010\u2013\u2014][{_INVISIBLE}]*|{_LETTER}+"
_PIECES = re.compile(f"{_SPACE}|{_PART}")
#: The same, but with each word the space after it.
_WORDS = re.compile(f"(?:{_PART})(?:{_SPACE})?|{_SPACE}")
#: More shaped texts, or words of them, are not kept; nor are more ways in which a word was shaped.
_MOST_KEPT = 20_000
_MOST_WAYS = 32
#: Glyphs as HarfBuzz tells them: by number, with their moves.
_TOLD = hb.BufferSerializeFlags.NO_GLYPH_NAMES | hb.BufferSerializeFlags.NO_CLUSTERS


class _Entry(BaseModel):
    files: tuple[str, ...] = Field(min_length=1)


class _Table(BaseModel):
    """What is read of fonts.toml; family, weight, style and license are for people."""

    fonts: dict[str, _Entry] = {}
    fallback: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A shaped word, or part of one up to a dash, with the space after it; or such a space alone.

    `pieces` are its own and the space's, each with the character that it starts with, of `length` characters in all.
    `told` are its glyphs as HarfBuzz tells them. Words are compared as objects.
    """

    told: str
    length: int
    pieces: tuple[tuple[int, Piece], ...]


#: Words in order, each with the character of the text that it starts with.
Words = tuple[tuple[int, Word], ...]


@dataclass
class FontFile:
    """One font file, opened for shaping. `name` is its file name without the ending."""

    name: str
    path: Path
    _advances: dict[int, float] = field(default_factory=dict, init=False, repr=False, compare=False)
    _inks: dict[Piece, Box | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    #: Words by tracking and text, in each of the ways that they were shaped: letters may be kerned over spaces.
    _words: dict[float, dict[str, list[Word]]] = field(default_factory=dict, init=False, repr=False, compare=False)
    #: Pieces by tracking, text and glyphs.
    _pieces: dict[tuple[float, str, str], Piece] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def data(self) -> bytes:
        return self.path.read_bytes()

    @cached_property
    def face(self) -> hb.Face:
        return hb.Face(self.data)

    @cached_property
    def font(self) -> hb.Font:
        return hb.Font(self.face)

    @cached_property
    def coverage(self) -> frozenset[int]:
        """Code points that the file has a glyph for."""
        return frozenset(self.face.unicodes)

    @cached_property
    def upem(self) -> int:
        return int(self.face.upem)

    def advance(self, glyph: int) -> float:
        """How far a glyph moves the pen by itself, in em."""
        found = self._advances.get(glyph)
        if found is None:
            found = self._advances[glyph] = float(self.font.get_glyph_h_advance(glyph)) / self.upem
        return found

    def ink(self, piece: Piece) -> Box | None:
        """The box about a piece's outlines, in em from where it starts, y downwards; None where it shows nothing."""
        if piece not in self._inks:
            em = self.upem
            boxes = [
                Box(x + ink.x_bearing / em, y - ink.y_bearing / em, ink.width / em, -ink.height / em)
                for number, x, y, _, _ in piece.glyphs
                if (ink := self.font.get_glyph_extents(number)) and ink.width
            ]
            self._inks[piece] = reduce(Box.union, boxes) if boxes else None
        return self._inks[piece]

    @cached_property
    def cap_height(self) -> float:
        """Height of the capitals in em: the font's own word, or the height of its H."""
        value = self.font.get_metric_position(hb.OTMetricsTag.CAP_HEIGHT)
        if value:
            return float(value) / self.upem
        extents = self.font.get_glyph_extents(self.font.get_nominal_glyph(ord("H")) or 0)
        return float(extents.y_bearing) / self.upem if extents else 0.7

    @cached_property
    def ascent(self) -> float:
        return float(self.font.get_font_extents("ltr").ascender) / self.upem

    @cached_property
    def descent(self) -> float:
        """Depth below the baseline in em, positive."""
        return -float(self.font.get_font_extents("ltr").descender) / self.upem

    def words(self, text: str, features: dict[str, int], tracking: float) -> list[Word]:
        """`text`, all of whose characters the file has, in words. It is shaped as one, for fonts may kern over a space;
        but where a word's glyphs are those that it had before, it is the same object."""
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        # Guessing takes the language from the locale of whoever runs it, which would change the print.
        buffer.language, buffer.direction = "en", "ltr"
        buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        hb.shape(self.font, buffer, features)
        # Told by HarfBuzz in one go, glyphs are compared as text: to look at each would take most of the time.
        told = buffer.serialize(self.font, hb.BufferSerializeFormat.TEXT, _TOLD).strip("[]")
        told = f"{told}|" if told else ""
        kept = self._words.setdefault(tracking, {})
        found, at = [], 0
        for part in _WORDS.findall(text):
            for word in kept.get(part, ()):
                if told.startswith(word.told, at):
                    found.append(word)
                    at += len(word.told)
                    break
            else:
                return self._parted(text, buffer, told, tracking)
        return found if at == len(told) else self._parted(text, buffer, told, tracking)

    def _parted(self, text: str, buffer: hb.Buffer, told: str, tracking: float) -> list[Word]:
        """A shaped text in words, those among them that are new kept."""
        infos = buffer.glyph_infos
        numbers, clusters = [info.codepoint for info in infos], [info.cluster for info in infos]
        moves, tales = [each.position for each in buffer.glyph_positions], told.split("|")
        # A glyph may stand for letters on both sides of a space or behind a dash: these are not parted.
        firsts = {0, len(text), *clusters}

        def edges(pattern: re.Pattern[str], start: int, stop: int) -> Iterator[tuple[int, int]]:
            ends = accumulate(map(len, pattern.findall(text[start:stop])), initial=start)
            return pairwise(edge for edge in ends if edge in firsts)

        def tale(start: int, stop: int) -> tuple[int, int, str]:
            first, last = bisect_left(clusters, start), bisect_left(clusters, stop)
            return first, last, "".join(f"{each}|" for each in tales[first:last])

        def piece(start: int, stop: int) -> Piece:
            first, last, glyphs = tale(start, stop)
            key = tracking, text[start:stop], glyphs
            if key not in self._pieces:
                if len(self._pieces) > _MOST_KEPT:
                    self._pieces.clear()
                own = [cluster - start for cluster in clusters[first:last]]
                self._pieces[key] = _piece(self, key[1], numbers[first:last], own, moves[first:last], tracking)
            return self._pieces[key]

        words: list[Word] = []
        kept = self._words[tracking]
        for start, stop in edges(_WORDS, 0, len(text)):
            glyphs, part = tale(start, stop)[2], text[start:stop]
            ways = kept.get(part, [])
            word = next((each for each in ways if each.told == glyphs), None)
            if word is None:
                pieces = tuple((at - start, piece(at, end)) for at, end in edges(_PIECES, start, stop))
                word = Word(glyphs, stop - start, pieces)
                if len(kept) > _MOST_KEPT:
                    kept.clear()
                kept[part] = [*ways[-_MOST_WAYS:], word]
            words.append(word)
        return words


@dataclass
class Fonts:
    """All fonts of a project by id."""

    chains: Mapping[str, tuple[FontFile, ...]]
    fallback: tuple[FontFile, ...]
    _shaped: dict[tuple[str, str, Features, float], tuple[Words, frozenset[str]]] = field(
        default_factory=dict, repr=False
    )

    def first(self, font: str) -> FontFile:
        """The file whose measures stand for the font's."""
        return self.chains[font][0]

    def files(self) -> dict[str, FontFile]:
        """Every file by name."""
        return {file.name: file for chain in (*self.chains.values(), self.fallback) for file in chain}

    def shape(
        self, font: str, text: str, features: Features = (), tracking: float = 0.0
    ) -> tuple[Pieces, frozenset[str]]:
        """As `words`, but in pieces: words and spaces apart."""
        words, missing = self.words(font, text, features, tracking)
        return tuple((start + at, piece) for start, word in words for at, piece in word.pieces), missing

    def words(
        self, font: str, text: str, features: Features = (), tracking: float = 0.0
    ) -> tuple[Words, frozenset[str]]:
        """`text` in words, parted at spaces and after dashes, and the characters that no font has.

        Kerning and ligatures are on unless `features` says otherwise (OpenType tags to values). `tracking` is the room
        between letters in em.
        """
        key = (font, text, features, tracking)
        found = self._shaped.get(key)
        if found is None:
            if len(self._shaped) > _MOST_KEPT:
                self._shaped.clear()
            found = self._shaped[key] = self._shape(font, text, dict(features), tracking)
        return found

    def _shape(self, font: str, text: str, features: dict[str, int], tracking: float) -> tuple[Words, frozenset[str]]:
        runs, missing = _itemize(self.chains[font] + self.fallback, text)
        words: list[tuple[int, Word]] = []
        for file, start, stop in runs:
            found = file.words(text[start:stop], features, tracking)
            words += zip(accumulate([word.length for word in found], initial=start), found, strict=False)
        return tuple(words), missing


def _piece(
    file: FontFile,
    text: str,
    numbers: list[int],
    clusters: list[int],
    moves: list[tuple[int, int, int, int]],
    tracking: float,
) -> Piece:
    """Glyphs as HarfBuzz gives them, in em. Letters are set apart from letters, not from what stands upon them."""
    glyphs: list[Glyph] = []
    upem, first, count, pen = file.upem, 0, len(numbers), 0.0
    while first < count:
        cluster, last = clusters[first], first + 1
        while last < count and clusters[last] == cluster:
            last += 1
        end = clusters[last] if last < count else len(text)
        pen += tracking if first else 0.0
        for index, stands_for in enumerate(_texts(file, numbers[first:last], text[cluster:end]), first):
            x_offset, y_offset, x_advance, _ = moves[index]
            number = numbers[index]
            glyphs.append(Glyph(number, pen + x_offset / upem, -y_offset / upem, file.advance(number), stands_for))
            pen += x_advance / upem
        first = last
    # Nor is what stands upon nothing set apart from what follows.
    return Piece(file.name, "".join(glyph.text for glyph in glyphs), tuple(glyphs), pen, tracking if pen else 0.0)


def _texts(file: FontFile, numbers: list[int], cluster: str) -> list[str]:
    """What each glyph of a cluster stands for: its own character where each has one, else all of them the first."""
    seen = cluster.translate(_UNSEEN)
    if len(numbers) > 1:
        own = {file.font.get_nominal_glyph(ord(character)): character for character in seen}
        if len(own) == len(numbers) and set(own) == set(numbers):
            return [own[number] for number in numbers]
    return [seen, *[""] * (len(numbers) - 1)]


def _itemize(chain: tuple[FontFile, ...], text: str) -> tuple[list[_Run], frozenset[str]]:
    """`text` cut into runs of one file each, and the characters that no file has.

    A letter stays with the marks upon it: they come from the first file that has them all, or has them in one. A space
    stays with the run before it.
    """
    if chain[0].coverage.issuperset(map(ord, set(text))):
        return [(chain[0], 0, len(text))] if text else [], frozenset()
    runs: list[_Run] = []
    missing: set[str] = set()
    starts = [index for index, character in enumerate(text) if not index or not _joins(character)]
    for start, end in pairwise([*starts, len(text)]):
        cluster = text[start:end].translate(_UNSEEN)
        if runs and all(character in " " for character in cluster):
            file = runs[-1][0]
        else:
            file = next((each for each in chain if _draws(each, cluster)), chain[0])
            if not _draws(file, cluster):
                alone = {each for each in cluster if not any(ord(each) in file.coverage for file in chain)}
                # Where every part is somewhere but no file has all, the marks are what is wanting.
                missing |= alone or set(cluster[1:])
        if runs and runs[-1][0] is file:
            runs[-1] = (file, runs[-1][1], end)
        else:
            runs.append((file, start, end))
    return runs, frozenset(missing)


def _joins(character: str) -> bool:
    """Whether a character belongs to the one before it: a mark upon it, or one that is not seen."""
    return character in _INVISIBLE or unicodedata.category(character)[0] == "M"


def _draws(file: FontFile, cluster: str) -> bool:
    coverage = file.coverage
    if len(cluster) == 1:
        return ord(cluster) in coverage
    return all(ord(each) in coverage for each in cluster) or all(
        ord(each) in coverage for each in unicodedata.normalize("NFC", cluster)
    )


@lru_cache(maxsize=256)
def _font_file(name: str, path: Path, _changed: int, _size: int) -> FontFile:
    """A font file, opened once for all who print with it: what was found out about it and its words serves them all.

    Raises ValueError when it is not a TrueType font.
    """
    with path.open("rb") as file:
        if file.read(4) not in _TRUETYPE:
            raise ValueError
    return FontFile(name, path)


def load_fonts(project: Project) -> Fonts:
    """The fonts of `fonts/fonts.toml`, the project's entries going before the house's.

    Raises Refused with everything that is wrong: a table that cannot be read, a file that is not there or not TrueType.
    """
    place = Place("fonts/fonts.toml")
    entries: dict[str, tuple[str, ...]] = {}
    wanted: list[str] = []
    for root in dict.fromkeys((HOUSE, project.root)):
        path = Project(root).path(place.file)
        if not path.is_file():
            continue
        try:
            table = _Table.model_validate(tomllib.loads(path.read_text("utf-8")))
        except ValidationError as error:
            told = [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
            raise Refused([Problem(place, each) for each in told]) from None
        except (OSError, ValueError, RecursionError) as error:  # not TOML, not UTF-8, nested or numbered without end
            raise Refused([Problem(place, f"cannot be read: {error}")]) from None
        entries |= {name: entry.files for name, entry in table.fonts.items()}
        wanted = [*table.fallback, *(name for name in wanted if name not in table.fallback)]
    problems: list[Problem] = []
    files: dict[str, FontFile] = {}
    for name in dict.fromkeys(name for chain in entries.values() for name in chain):
        try:
            path = project.path(f"fonts/{name}")
            state = path.stat()
            files[name] = _font_file(name.rsplit(".", 1)[0], path, state.st_mtime_ns, state.st_size)
        except (OSError, OutsideError):
            problems.append(Problem(place, f"fonts/{name} is not there", "put the file there or correct its name"))
        except ValueError:
            problems.append(Problem(place, f"fonts/{name} is not a TrueType font", "bring it as .ttf"))
    for name in wanted:
        if name not in entries:
            problems.append(Problem(place, f'the fallback names "{name}", which is not here', nearest(name, entries)))
    if problems:
        raise Refused(problems)
    chains = {name: tuple(files[each] for each in chain) for name, chain in entries.items()}
    return Fonts(chains, tuple(file for name in wanted for file in chains[name]))
