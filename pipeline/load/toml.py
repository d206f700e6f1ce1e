"""TOML files: read, held against a pydantic model, and every mistake told with the line of its key."""

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from types import UnionType
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from pipeline.cache import Cache, code_of, digest_of
from pipeline.load.files import entries, read_text, unprintable
from pipeline.load.ids import form_flaw
from pipeline.problem import Place, Problems, nearest
from pipeline.project import Project

Key = tuple[str, ...]
_Model = TypeVar("_Model", bound="Entry")


class Entry(BaseModel):
    """A table of a TOML file: only known keys, every value of the very type that is declared."""

    # Validators are made when they are first asked: most commands read few of the files that there are.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


@dataclass(frozen=True, slots=True)
class Toml:
    """A TOML file's data, and on which line each key stands."""

    file: str
    data: Mapping[str, Any]
    lines: Mapping[Key, int]

    def place(self, *key: str | int) -> Place:
        """Where a key stands; for one inside an inline table or a list, where that begins."""
        names = tuple(map(str, key))
        for length in range(len(names), -1, -1):
            if (line := self.lines.get(names[:length])) is not None:
                return Place(self.file, line, ".".join(names))
        return Place(self.file, None, ".".join(names))

    def parts(self, name: str) -> Iterator["Toml"]:
        """The tables of `[[name]]`, each as if it were a file; what has no line of its own has its table's."""
        lines: dict[str, dict[Key, int]] = {}
        for key, line in self.lines.items():
            if len(key) > 1 and key[0] == name:
                lines.setdefault(key[1], {})[key[2:]] = line
        for at, table in enumerate(self.data[name]):
            yield Toml(self.file, table, lines.get(str(at), {}))

    def part(self, name: str) -> "Toml":
        """A table of it, as if that were a file; what has no line of its own has its table's."""
        lines = {key[1:]: line for key, line in self.lines.items() if key[:1] == (name,)}
        at = self.place(name).line
        if at is not None:
            lines.setdefault((), at)
        return Toml(self.file, self.data[name], lines)

    def check(self, model: type[_Model], problems: Problems) -> _Model | None:
        """The data as `model`, or None with a problem for every key that is wrong."""
        try:
            return model.model_validate(self.data)
        except ValidationError as error:
            for flaw in error.errors(include_url=False):
                key = tuple(part for part in flaw["loc"] if part != "[key]")
                message, hint = _told(model, key, dict(flaw))
                problems.add(self.place(*key), message, hint)
            return None


def read_tomls(project: Project, folder: str, what: str, problems: Problems) -> Iterator[tuple[str, Toml]]:
    """Every file of a folder of TOML files, which need not be there, by its stem and in order.

    A file of another sort, told as `what` it is not ("is no ruleset"), and a name that is no id are problems.
    """
    for stem, relative in toml_files(project, folder, what, problems):
        if (toml := read_toml(project, relative, problems)) is not None:
            yield stem, toml


def toml_files(project: Project, folder: str, what: str, problems: Problems) -> Iterator[tuple[str, str]]:
    """Stem and path of every file that `read_tomls` would read, with what is wrong with the names of the others."""
    for name in entries(project, folder, problems):
        relative = f"{folder}/{name}"
        stem = PurePosixPath(name).stem
        if PurePosixPath(name).suffix != ".toml":
            problems.add(Place(relative), what, "only .toml files belong here")
        elif flaw := form_flaw(stem):
            problems.add(Place(relative), f'the file name "{stem}" {flaw[0]}', flaw[1])
        else:
            yield stem, relative


def read_toml(project: Project, relative: str, problems: Problems) -> Toml | None:
    """Read a TOML file, or None with a problem that has the line and column of a slip in its syntax.

    What was parsed is kept between runs: to parse takes ten times as long as to read that.
    """
    text = read_text(project, relative, problems)
    if text is None:
        return None
    shelf = Cache(project.output / ".cache" / "toml")
    key = digest_of(code_of("load/toml.py", "load/files.py"), sys.version, text)
    if (kept := shelf.get(key)) is not None:
        data, lines = json.loads(kept)
        return Toml(relative, data, {tuple(at): line for at, line in lines})
    toml = parse_toml(relative, text, problems)
    if toml is not None:
        with suppress(TypeError, ValueError, RecursionError):  # what JSON does not have is parsed anew: dates
            shelf.put(key, json.dumps([toml.data, list(toml.lines.items())]).encode())
    return toml


def parse_toml(relative: str, text: str, problems: Problems) -> Toml | None:
    """The text of a TOML file as data, or None with a problem."""
    try:
        toml = Toml(relative, tomllib.loads(text), _key_lines(text))
        # An escape such as \u0000 can write what no face can hold.
        flaws = [(at, flaw) for at, text in _texts((), toml.data) if (flaw := unprintable(text))]
        for at, flaw in flaws:
            problems.add(toml.place(*at), flaw, "remove it")
        return None if flaws else toml
    except tomllib.TOMLDecodeError as error:
        line, message = _syntax(str(error), text)
        problems.add(Place(relative, line), message)
    except RecursionError:
        problems.add(Place(relative), "is nested too deeply")
    except ValueError as error:  # a number of thousands of digits, a date that is none
        problems.add(Place(relative), f"cannot be read: {error}")
    return None


def _texts(at: Key, value: Any) -> Iterator[tuple[Key, str]]:
    """Every key and text of TOML data, with the key that it stands at."""
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield at, key
            yield from _texts((*at, key), each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(at, each)


def _syntax(reason: str, text: str) -> tuple[int, str]:
    at = re.search(r" \(at line (\d+), column (\d+)\)$", reason)
    if at is None:
        return text.count("\n") + 1, f"not TOML: {reason.partition(' (at')[0].lower()}"
    return int(at[1]), f"col {at[2]}: not TOML: {reason[: at.start()].lower()}"


_HEADER = re.compile(r"\s*\[(\[?)([^\[\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*=""")
_NAME = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def _key_lines(text: str) -> dict[Key, int]:
    """The line of every table's header and key of valid TOML; keys of inline tables are not looked into.

    The tables of `[[list]]` are told apart by their place in it, from "0" on, as pydantic names them.
    Lines within a multi-line value may be taken for keys when they look like some; they then name keys that the data
    does not have, or come after the true one, which stays.
    """
    lines: dict[Key, int] = {}
    lengths: dict[Key, int] = {}
    table: Key = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header and not key:
            table = _within(lengths, _names(header[2]), opens=bool(header[1]))
            lines.setdefault(table, number)
        elif key:
            lines.setdefault(table + _names(key[1]), number)
    return lines


def _within(lengths: dict[Key, int], names: Key, opens: bool) -> Key:
    """A header's names as the key of its table: behind the name of a list stands the number of its last table.

    `lengths` counts the tables of every list so far; the header begins another one where it `opens` one.
    """
    key: Key = ()
    for name in names[:-1] if opens else names:
        key += (name,)
        if key in lengths:
            key += (str(lengths[key] - 1),)
    if opens:
        key += names[-1:]
        lengths[key] = lengths.get(key, 0) + 1
        key += (str(lengths[key] - 1),)
    return key


def _names(dotted: str) -> Key:
    return tuple(name.strip("\"'") for name in _NAME.findall(dotted))


_TYPES = {
    "string_type": "must be a text in quotes",
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list in [ ]",
    "tuple_type": "must be a list in [ ]",
    "dict_type": "must be a table",
    "model_type": "must be a table",
}


def _told(model: type[BaseModel], key: Sequence[str | int], flaw: Mapping[str, Any]) -> tuple[str, str]:
    """One of pydantic's errors in words for the person who wrote the file."""
    name = str(key[-1]) if key else ""
    kind = flaw["type"]
    if kind == "missing":
        return f'"{name}" is missing', ""
    if kind == "extra_forbidden":
        known = _known(model, key[:-1])
        return f'unknown key "{name}"', nearest(name, known) or f"known are {', '.join(known)}"
    if kind == "literal_error":
        choices = re.findall(r"'([^']*)'", flaw["ctx"]["expected"])
        return f'"{flaw["input"]}" is not one of {", ".join(choices)}', nearest(str(flaw["input"]), choices)
    if kind == "value_error":
        return str(flaw["ctx"]["error"]), ""
    return _TYPES.get(kind, flaw["msg"]), ""


def _known(model: Any, key: Sequence[str | int]) -> list[str]:
    """Keys of the table at `key`: walks from model to model, through the values of mappings and lists."""
    for part in key:
        if isinstance(model, type) and issubclass(model, BaseModel):
            model = model.model_fields[str(part)].annotation
            if isinstance(model, UnionType):
                model = get_args(model)[0]
        else:
            model = get_args(model)[-1]
    return list(model.model_fields)
