"""Fonts and shaping. A font is a chain of files of one design (its scripts come in separate files) before the house's
fallback; every character is set in the first file that has it."""

import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import uharfbuzz as hb

from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import Project

#: OpenType tags with their values, sorted.
Features = tuple[tuple[str, int], ...]
_Run = tuple["FontFile", int, int]

#: Characters that take no ink and need no font: joiners, marks of direction, variation selectors, the soft hyphen.
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f")


@dataclass
class FontFile:
    """One font file, opened for shaping. `name` is its file name without the ending."""

    name: str
    path: Path

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


@dataclass(frozen=True, slots=True)
class Shaped:
    """A shaped glyph in em: its offset from the pen (y downwards), how far it moves the pen, the text it stands for."""

    file: FontFile
    number: int
    x: float
    y: float
    advance: float
    own_advance: float
    text: str
    cluster: int


@dataclass
class Fonts:
    """All fonts of a project by id."""

    chains: Mapping[str, tuple[FontFile, ...]]
    fallback: tuple[FontFile, ...]
    _shaped: dict[tuple[str, str, Features], tuple[tuple[Shaped, ...], frozenset[str]]] = field(default_factory=dict)

    def first(self, font: str) -> FontFile:
        """The file whose measures stand for the font's."""
        return self.chains[font][0]

    def files(self) -> dict[str, FontFile]:
        """Every file by name."""
        return {file.name: file for chain in (*self.chains.values(), self.fallback) for file in chain}

    def shape(self, font: str, text: str, features: Features = ()) -> tuple[tuple[Shaped, ...], frozenset[str]]:
        """Glyphs of `text` set in one run, and the characters that no font has.

        Kerning and ligatures are on unless `features` says otherwise (OpenType tags to values). Clusters count
        characters from the start of `text`.
        """
        key = (font, text, features)
        found = self._shaped.get(key)
        if found is None:
            if len(self._shaped) > 20_000:
                self._shaped.clear()
            found = self._shaped[key] = self._shape(font, text, dict(features))
        return found

    def _shape(self, font: str, text: str, features: dict[str, int]) -> tuple[tuple[Shaped, ...], frozenset[str]]:
        runs, missing = self._itemize(self.chains[font] + self.fallback, text)
        glyphs: list[Shaped] = []
        for file, start, end in runs:
            buffer = hb.Buffer()
            buffer.add_str(text[start:end])
            buffer.guess_segment_properties()
            hb.shape(file.font, buffer, features)
            infos, positions = buffer.glyph_infos, buffer.glyph_positions
            starts = sorted({info.cluster for info in infos} | {end - start})
            ends = dict(pairwise(starts))
            told: set[int] = set()
            upem = file.upem
            for info, position in zip(infos, positions, strict=True):
                cluster = info.cluster
                stands_for = "" if cluster in told else text[start + cluster : start + ends.get(cluster, cluster + 1)]
                told.add(cluster)
                glyphs.append(
                    Shaped(
                        file,
                        info.codepoint,
                        position.x_offset / upem,
                        -position.y_offset / upem,
                        position.x_advance / upem,
                        file.font.get_glyph_h_advance(info.codepoint) / upem,
                        stands_for,
                        start + cluster,
                    )
                )
        return tuple(glyphs), missing

    def _itemize(self, chain: tuple[FontFile, ...], text: str) -> tuple[list[_Run], frozenset[str]]:
        """`text` cut into runs of one file each. Spaces and invisible characters stay with the run before them."""
        runs: list[_Run] = []
        missing: set[str] = set()
        for index, character in enumerate(text):
            joins = character in _INVISIBLE or unicodedata.combining(character)
            file = runs[-1][0] if runs and (joins or ord(character) in runs[-1][0].coverage) else None
            own = next((each for each in chain if ord(character) in each.coverage), None)
            if own is not None and (file is None or (chain.index(own) < chain.index(file) and character != " ")):
                file = own
            if file is None or (own is None and not joins):
                file = file or chain[0]
                missing.add(character)
            if runs and runs[-1][0] is file:
                runs[-1] = (file, runs[-1][1], index + 1)
            else:
                runs.append((file, index, index + 1))
        return runs, frozenset(missing)


def load_fonts(project: Project) -> Fonts:
    """The fonts of `fonts/fonts.toml`, the project's entries going before the house's.

    Raises Refused when a font's file is not there or the table cannot be read.
    """
    place = Place("fonts/fonts.toml")
    try:
        table = tomllib.loads(project.path(place.file).read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused([Problem(place, f"cannot be read: {error}")]) from None
    files: dict[str, FontFile] = {}
    problems: list[Problem] = []

    def file(name: str) -> FontFile:
        stem = name.rsplit(".", 1)[0]
        if stem not in files:
            path = project.path(f"fonts/{name}")
            if not path.is_file():
                problems.append(Problem(place, f"fonts/{name} is not there", "put the file there or correct its name"))
            files[stem] = FontFile(stem, path)
        return files[stem]

    chains = {name: tuple(map(file, entry.get("files", ()))) for name, entry in table.get("fonts", {}).items()}
    fallback: list[FontFile] = []
    for name in table.get("fallback", ()):
        if name not in chains:
            problems.append(Problem(place, f'the fallback names "{name}", which is not here', nearest(name, chains)))
        fallback += chains.get(name, ())
    problems += [Problem(place, f'the font "{name}" names no files') for name, chain in chains.items() if not chain]
    if problems:
        raise Refused(problems)
    return Fonts(chains, tuple(fallback))
