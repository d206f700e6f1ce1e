"""game.toml: what a game is, as docs/card-data.md lays it down."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from pipeline.load.ids import form_flaw
from pipeline.load.toml import Entry, Toml
from pipeline.model import Color, Column, Kind, PressSettings, Symbol
from pipeline.model.game import Words
from pipeline.problem import Problems, nearest

#: Columns that every kind has without declaring them.
FIXED_COLUMNS = ("id", "name", "derived", "project")
_TAKES_BOUNDS = ("whole", "cost")
_TAKES_KINDS = ("ref", "refs")


def _id(text: str) -> str:
    if flaw := form_flaw(text):
        raise ValueError(f'"{text}" {flaw[0]}; {flaw[1]}')
    return text


def _tone(text: str) -> str:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", text):
        raise ValueError(f'"{text}" is no color; write it as "#RRGGBB"')
    return text


def _letter(text: str) -> str:
    if not re.fullmatch(r"[A-Z]", text):
        raise ValueError(f'"{text}" is not one capital letter, A to Z')
    return text


def _token(text: str) -> str:
    if not text or re.search(r"[{}+*\\\s]", text):
        raise ValueError(f'"{text}" cannot stand in text as a {{token}}; leave out spaces and {{ }} + * \\')
    return text


def _column_name(text: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", text):
        raise ValueError(f'"{text}" is no column name; write it in a-z, 0-9 and _, a letter first')
    if text in FIXED_COLUMNS:
        raise ValueError(f'every kind has the column "{text}"; do not declare it')
    return text


_Id = Annotated[str, AfterValidator(_id)]
#: A glyph's file name without its ending; tokens of a game may be capitals.
_GlyphFile = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9-]*$")]
_Tone = Annotated[str, AfterValidator(_tone)]
_ColumnName = Annotated[str, AfterValidator(_column_name)]


class ColorEntry(Entry):
    """A table of `[colors]`."""

    name: str
    letter: Annotated[str, AfterValidator(_letter)]
    tones: dict[str, _Tone]
    ramp: list[_Tone] = Field(default_factory=list)
    accents: list[_Tone] = Field(default_factory=list)
    words: dict[str, str] = Field(default_factory=dict)


class SymbolEntry(Entry):
    """A line of `[symbols]`."""

    glyph: _GlyphFile
    words: str


class ColumnEntry(Entry):
    """A column of `[columns]` or of a kind."""

    type: Literal[
        "text", "rich", "whole", "flag", "choice", "color", "colors", "cost", "ref", "refs", "scripture", "picture"
    ]
    required: bool = False
    choices: list[str] = Field(default_factory=list)
    kinds: list[str] = Field(default_factory=list)
    least: int | None = None
    most: int | None = None


class KindEntry(Entry):
    """A table of `[kinds]`."""

    name: str
    file: _Id
    faces: Annotated[list[_Id], Field(min_length=1, max_length=2)]
    back: _Id | None = None
    columns: dict[_ColumnName, ColumnEntry] = Field(default_factory=dict)


class PicturesEntry(Entry):
    """The table `[pictures]`."""

    style: str


class DemoEntry(Entry):
    """The table `[demo]`."""

    name: str
    decks: list[str]
    leaflet: str = ""


class GameEntry(Entry):
    """The whole of game.toml."""

    name: str
    words: Words = "off"
    language: str = "en-US"
    edition: str = ""
    ruleset: str
    pictures: PicturesEntry | None = None
    demo: DemoEntry | None = None
    colors: dict[_Id, ColorEntry] = Field(default_factory=dict)
    symbols: dict[Annotated[str, AfterValidator(_token)], SymbolEntry] = Field(default_factory=dict)
    columns: dict[_ColumnName, ColumnEntry] = Field(default_factory=dict)
    kinds: dict[_Id, KindEntry]


@dataclass(frozen=True, slots=True)
class Settings:
    """A usable game.toml, as records of the model."""

    toml: Toml
    name: str
    words: Words
    language: str
    ruleset: str
    press: PressSettings
    colors: Mapping[str, Color]
    symbols: Mapping[str, Symbol]
    kinds: Mapping[str, Kind]


def read_settings(toml: Toml, problems: Problems) -> Settings | None:
    """Settings from the data of game.toml; None when anything in it is wrong, which is then told."""
    before = len(problems.found)
    entry = toml.check(GameEntry, problems)
    if entry is None:
        return None
    _check_letters(toml, entry, problems)
    _check_columns(toml, ("columns",), entry.columns, entry, problems)
    files: dict[str, str] = {}
    for kind_id, kind in entry.kinds.items():
        _check_columns(toml, ("kinds", kind_id, "columns"), kind.columns, entry, problems)
        if kind.file in files:
            message = f'"{kind.file}" is the file of the kind {files[kind.file]} already'
            problems.add(toml.place("kinds", kind_id, "file"), message, "give each kind its own file")
        files.setdefault(kind.file, kind_id)
        if len(kind.faces) == 2 and kind.back:
            message = "a two-sided card has no common back"
            problems.add(toml.place("kinds", kind_id, "back"), message, "leave back out, or name one face only")
    if len(problems.found) > before:
        return None
    return Settings(
        toml=toml,
        name=entry.name,
        words=entry.words,
        language=entry.language,
        ruleset=entry.ruleset,
        press=PressSettings(
            picture_style=entry.pictures.style if entry.pictures else "",
            edition_mark=entry.edition,
            demo_name=entry.demo.name if entry.demo else "",
            demo_decks=tuple(entry.demo.decks) if entry.demo else (),
            demo_leaflet=entry.demo.leaflet if entry.demo else "",
        ),
        colors={
            color_id: Color(
                color_id, color.name, color.letter, color.tones, tuple(color.ramp), tuple(color.accents), color.words
            )
            for color_id, color in entry.colors.items()
        },
        symbols={token: Symbol(token, symbol.glyph, symbol.words) for token, symbol in entry.symbols.items()},
        kinds={
            kind_id: Kind(
                kind_id,
                kind.name,
                kind.file,
                tuple(kind.faces),
                kind.back or "",
                _columns(entry.columns | kind.columns),
            )
            for kind_id, kind in entry.kinds.items()
        },
    )


def _columns(entries: Mapping[str, ColumnEntry]) -> dict[str, Column]:
    return {
        name: Column(
            name, entry.type, entry.required, tuple(entry.choices), tuple(entry.kinds), entry.least, entry.most
        )
        for name, entry in entries.items()
    }


def _check_letters(toml: Toml, entry: GameEntry, problems: Problems) -> None:
    letters: dict[str, str] = {}
    for color_id, color in entry.colors.items():
        if color.letter in letters:
            message = f'"{color.letter}" is the letter of {letters[color.letter]} already'
            problems.add(toml.place("colors", color_id, "letter"), message, "a letter means one color in costs")
        letters.setdefault(color.letter, color_id)


def _check_columns(
    toml: Toml, at: tuple[str, ...], columns: Mapping[str, ColumnEntry], entry: GameEntry, problems: Problems
) -> None:
    """What a column's type does not take, and references to kinds that are not there."""
    for name, column in columns.items():
        if (column.type == "choice") != bool(column.choices):
            message = "a choice needs choices" if column.type == "choice" else f"{column.type} takes no choices"
            problems.add(toml.place(*at, name, "choices"), message)
        if column.kinds and column.type not in _TAKES_KINDS:
            problems.add(toml.place(*at, name, "kinds"), f"{column.type} takes no kinds", "only ref and refs do")
        for kind in column.kinds:
            if kind not in entry.kinds:
                problems.add(toml.place(*at, name, "kinds"), f'no kind "{kind}"', nearest(kind, entry.kinds))
        bounds = (column.least, column.most)
        if column.type not in _TAKES_BOUNDS and bounds != (None, None):
            problems.add(toml.place(*at, name), f"{column.type} takes no least and most", "only whole and cost do")
        if column.least is not None and column.most is not None and column.least > column.most:
            problems.add(toml.place(*at, name), f"least {column.least} is over most {column.most}")
