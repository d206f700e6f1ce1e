"""From the text of a cell to a value of its column's type. What is read prints as it was typed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pipeline.load.cell_error import CellError
from pipeline.load.scripture import parse_scripture
from pipeline.model import Color, Column, Cost, Rich, Scripture, Symbol, Value, Whole, markup
from pipeline.problem import nearest
from pipeline.project import OutsideError, Project

#: The rules' costs run from 0 to 7 (Draft 5, section 7; L20).
MOST_COST = 7
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".svg")

_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_COST = re.compile(r"(?:([A-Za-z])(?:\+([0-9]{1,3}))?|([0-9]{1,3}))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a cell may name.

    `cards` maps every card id of the game to its kind. `whole` is false when a table could not be read completely: a
    reference to an id that is not there may then be right, and passes.
    """

    colors: Mapping[str, Color]
    symbols: Mapping[str, Symbol]
    cards: Mapping[str, str]
    whole: bool
    art: "Art"


class Art:
    """The pictures of a game: the files below `card_data/<game>/art/`."""

    def __init__(self, project: Project, game_id: str) -> None:
        self.folder = f"card_data/{game_id}/art"
        self._project = project
        root = self._root()
        files = () if root is None else (entry.relative_to(root) for entry in root.rglob("*") if entry.is_file())
        self.names = frozenset(file.as_posix() for file in files)

    def check(self, name: str) -> None:
        """Raise CellError unless `name` is a picture of the game."""
        try:
            file = self._project.path(str(PurePosixPath(self.folder, name)))
            inside = file.is_relative_to(self._project.path(self.folder))
        except (OutsideError, OSError, RuntimeError, ValueError):
            inside = False
        if not inside:
            raise CellError(f'"{name}" leads out of {self.folder}', "put the picture in that folder")
        if PurePosixPath(name).suffix.lower() not in PICTURE_SUFFIXES:
            raise CellError(f'"{name}" is no PNG, JPEG, WebP or SVG file', nearest(name, sorted(self.names)))
        if name not in self.names:
            raise CellError(f"no picture {self.folder}/{name}", nearest(name, sorted(self.names)))

    def _root(self) -> Path | None:
        try:
            return self._project.path(self.folder)
        except (OutsideError, OSError, RuntimeError):
            return None


def parse_cell(column: Column, text: str, vocabulary: Vocabulary) -> Value:
    """The value of a cell that is not blank. Raises CellError with everything that is wrong with it."""
    return _PARSERS[column.type](column, text, vocabulary)


def check_markup(text: str, symbols: Mapping[str, Symbol]) -> None:
    """Raise CellError for marks that do not close and glyphs that the game does not have."""
    paragraphs, found = markup.parse(text)
    flaws = [(flaw.column, flaw.message, flaw.hint) for flaw in found]
    for paragraph in paragraphs:
        for span in paragraph:
            for token in span.tokens:
                if token not in symbols:
                    hint = nearest(token, symbols) or f"the symbols are {', '.join(symbols)}"
                    flaws.append((span.column, f"unknown symbol {{{token}}}", hint))
    if flaws:
        first, *more = [(f"col {column}: {message}", hint) for column, message, hint in sorted(flaws)]
        raise CellError(*first, *more)


def _text(column: Column, text: str, vocabulary: Vocabulary) -> str:
    return text


def _rich(column: Column, text: str, vocabulary: Vocabulary) -> Rich:
    check_markup(text, vocabulary.symbols)
    return Rich(text)


def _whole(column: Column, text: str, vocabulary: Vocabulary) -> Whole:
    if not _WHOLE.fullmatch(text):
        raise CellError(f'"{text}" is not a whole number', "write it in digits only")
    value = Whole(text)
    _check_bounds(column, value, text, column.most)
    return value


def _check_bounds(column: Column, value: int, text: str, most: int | None) -> None:
    if column.least is not None and value < column.least:
        raise CellError(f"{text} is under the least, {column.least}")
    if most is not None and value > most:
        raise CellError(f"{text} is over the most, {most}")


def _flag(column: Column, text: str, vocabulary: Vocabulary) -> bool:
    if text not in ("yes", "no"):
        raise CellError(f'"{text}" is neither yes nor no', nearest(text, ("yes", "no")))
    return text == "yes"


def _choice(column: Column, text: str, vocabulary: Vocabulary) -> str:
    if text not in column.choices:
        raise CellError(f'"{text}" is not one of {", ".join(column.choices)}', nearest(text, column.choices))
    return text


def _color(column: Column, text: str, vocabulary: Vocabulary) -> str:
    if text not in vocabulary.colors:
        hint = nearest(text, vocabulary.colors) or f"the colors are {', '.join(vocabulary.colors)}"
        raise CellError(f'no color "{text}"', hint)
    return text


def _ref(column: Column, text: str, vocabulary: Vocabulary) -> str:
    kind = vocabulary.cards.get(text)
    if kind is None and vocabulary.whole:
        wanted = [card for card, kind in vocabulary.cards.items() if not column.kinds or kind in column.kinds]
        raise CellError(f'no card "{text}"', nearest(text, wanted))
    if kind is not None and column.kinds and kind not in column.kinds:
        raise CellError(f'"{text}" is a {kind}, not a {" or ".join(column.kinds)}')
    return text


def _several(
    parse: Callable[[Column, str, Vocabulary], str],
) -> Callable[[Column, str, Vocabulary], tuple[str, ...]]:
    def parse_several(column: Column, text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
        parts = split_names(text)
        flaws: list[tuple[str, str]] = []
        for part in parts:
            try:
                parse(column, part, vocabulary)
            except CellError as error:
                flaws.extend(error.flaws)
        if flaws:
            first, *more = flaws
            raise CellError(*first, *more)
        return parts

    return parse_several


def split_names(text: str) -> tuple[str, ...]:
    """Names parted by `;`, spaces around them passed over. Raises CellError for a blank or a repeated one."""
    parts = tuple(part.strip() for part in text.split(";"))
    if not all(parts):
        raise CellError(f'"{text}" has a blank between or beside its ;', "remove the ; that parts nothing")
    for index, part in enumerate(parts):
        if part in parts[:index]:
            raise CellError(f'"{part}" stands here twice', "name it once")
    return parts


def _cost(column: Column, text: str, vocabulary: Vocabulary) -> Cost:
    letters = {color.letter: color.id for color in vocabulary.colors.values()}
    cost = _read_cost(text, letters)
    _check_bounds(column, cost.total, text, MOST_COST if column.most is None else column.most)
    return cost


def _read_cost(text: str, letters: Mapping[str, str]) -> Cost:
    if text == "Free":
        return Cost(0, "", text)
    match = _COST.fullmatch(text)
    if match is None:
        raise CellError(f'"{text}" is no cost', _cost_hint(text))
    letter, beside, alone = match.groups()
    if letter and letter not in letters:
        known = ", ".join(f"{letter} ({color})" for letter, color in letters.items())
        raise CellError(f'no color has the letter "{letter}"', nearest(letter, letters) or f"the letters are {known}")
    number = beside or alone or "0"
    better = f"{letter}+{int(number)}" if letter and int(number) else letter or str(int(number))
    if text != better:
        # L20: a cost of one color only is printed as its letter.
        raise CellError(f'"{text}" is no cost', f'write "{better}"')
    return Cost(int(number), letter or "", text)


def _cost_hint(text: str) -> str:
    if text.casefold() == "free":
        return 'write "Free"'
    if match := re.fullmatch(r"([0-9]+)\+?([A-Za-z])", text, re.ASCII):
        return f'write the letter first: "{match[2].upper()}+{match[1]}"'
    if match := re.fullmatch(r"([A-Za-z])\+", text, re.ASCII):
        return f'write "{match[1]}", or "{match[1]}+1"'
    if match := re.fullmatch(r"([A-Za-z])([0-9]+)", text, re.ASCII):
        return f'write "{match[1].upper()}+{match[2]}"'
    if len(re.findall(r"[A-Za-z]", text)) > 1:
        return "a cost has at most one color's letter"
    if text.startswith(("-", "−")):
        return "a cost is 0 or more"
    return 'write it like "R+2", "R", "3" or "Free"'


def _scripture(column: Column, text: str, vocabulary: Vocabulary) -> Scripture:
    return parse_scripture(text)


def _picture(column: Column, text: str, vocabulary: Vocabulary) -> str:
    vocabulary.art.check(text)
    return text


_PARSERS: Mapping[str, Callable[[Column, str, Vocabulary], Value]] = {
    "text": _text,
    "rich": _rich,
    "whole": _whole,
    "flag": _flag,
    "choice": _choice,
    "color": _color,
    "colors": _several(_color),
    "cost": _cost,
    "ref": _ref,
    "refs": _several(_ref),
    "scripture": _scripture,
    "picture": _picture,
}
