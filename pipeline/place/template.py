"""Face templates, expanded by Jinja in its sandbox."""

import re
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.exceptions import SecurityError

from pipeline.model import Game
from pipeline.place.deadline import DeadlineError, deadline
from pipeline.place.memory import headroom
from pipeline.place.sandbox import LONGEST_TEXT, Sandbox
from pipeline.place.views import Function, View, color_view, finalize
from pipeline.problem import Place, Problem, Refused, nearest
from pipeline.project import OutsideError, Project
from pipeline.svg import AT

#: The bound on one expansion's time.
LONGEST_SECONDS: Final = 5.0
#: And on the memory that it may take, in bytes: many times what the longest text needs.
MOST_MEMORY: Final = 256 * 1024 * 1024
#: More compiled templates are not kept.
_MOST_COMPILED: Final = 200

_JINJA: Final = re.compile(r"({[{%#].*?[}%#]})", re.DOTALL)
_OPENING: Final = re.compile(r"<[A-Za-z][\w:-]*(?=[\s/>])")


class _Loader(FileSystemLoader):
    """Reads templates, and has every element say where it was written: expanded, lines are no longer the file's."""

    def __init__(self, project: Project, folder: str) -> None:
        super().__init__(project.path(folder))
        self._project, self._folder = project, folder

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        self._project.path(f"{self._folder}/{template}")  # refuses a link that leads out
        source, path, fresh = super().get_source(environment, template)
        line = 1
        parts: list[str] = []
        for index, part in enumerate(_JINJA.split(source)):
            parts.append(part if index % 2 else _located(part, template, line))
            line += part.count("\n")
        return "".join(parts), path, fresh


class _Compiled(BytecodeCache):
    """Templates as they were compiled, for all presses of a process: that takes a tenth of a second for a game's, and
    a press for another ink has the same. On disk they would be code of a stranger's."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], CodeType] = OrderedDict()

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._kept[bucket.key, bucket.checksum] = bucket.code
        if len(self._kept) > _MOST_COMPILED:
            self._kept.popitem(last=False)


_compiled: Final = _Compiled()


def _located(markup: str, template: str, line: int) -> str:
    def located(match: re.Match[str]) -> str:
        return f'{match.group()} {AT}="{template}:{line + markup.count(chr(10), 0, match.start())}"'

    return _OPENING.sub(located, markup)


@dataclass
class Templates:
    """The face templates of one game."""

    project: Project
    game: Game
    ink: str
    _environment: Sandbox = field(init=False)

    def __post_init__(self) -> None:
        folder = f"layouts/{self.game.id}/faces"
        try:
            loader = _Loader(self.project, folder)
        except OutsideError as error:
            raise Refused([Problem(Place(folder), str(error), "put the folder itself here, not a link")]) from None
        self._environment = Sandbox(
            loader=loader,
            bytecode_cache=_compiled,
            undefined=StrictUndefined,
            autoescape=True,
            finalize=finalize,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,  # a press makes all its faces of the files that its key was made of
        )
        game = self.game
        marks = {"id": game.id, "name": game.name, "edition": game.press.edition_mark, "language": game.language}
        self._environment.globals.update(
            game=View("the game", marks),
            ink=self.ink,
            ruleset=View("the ruleset", game.rulesets[game.ruleset].values if game.ruleset in game.rulesets else {}),
            color=Function("color", self._color),
            say=Function("say", self._say),
        )

    def file(self, name: str) -> str:
        """The template's path in the project."""
        return f"layouts/{self.game.id}/faces/{name}.svg.j2"

    def place(self, at: str, card: str) -> Place:
        """Where an element that says `at` was written."""
        name, _, line = at.rpartition(":")
        return Place(f"layouts/{self.game.id}/faces/{name}", int(line) if line.isdecimal() else None, id=card)

    def expand(self, name: str, values: Mapping[str, Any]) -> str:
        """The SVG text of a face. Raises Refused when the template is missing, wrong, endless or too large."""
        place = Place(self.file(name))
        try:
            with deadline(LONGEST_SECONDS), headroom(MOST_MEMORY):
                template = self._environment.get_template(f"{name}.svg.j2")
                parts: list[str] = []
                size = 0
                for part in template.generate(**values):
                    parts.append(part)
                    size += len(part)
                    if size > LONGEST_TEXT:
                        raise Refused([Problem(place, f"expands to more than {LONGEST_TEXT:,} characters")])
                return "".join(parts)
        except TemplateNotFound as error:
            missing = Place(f"layouts/{self.game.id}/faces/{error.name}")
            known = self._environment.list_templates(extensions=["j2"])
            raise Refused([Problem(missing, "is not there", nearest(str(error.name), known))]) from None
        except TemplateSyntaxError as error:
            where = Place(f"layouts/{self.game.id}/faces/{error.name or name + '.svg.j2'}", error.lineno)
            raise Refused([Problem(where, error.message or "is not a template")]) from None
        except DeadlineError:
            message = f"takes longer than {LONGEST_SECONDS:g} seconds"
            raise Refused([Problem(place, message, "look for an endless loop")]) from None
        except SyntaxError:  # Jinja writes Python, whose parentheses end at 200
            raise Refused([Problem(place, "holds an expression that is nested too deeply")]) from None
        except RecursionError:
            raise Refused([Problem(place, "calls itself without end", "look at its macros and includes")]) from None
        except MemoryError:
            raise Refused([Problem(place, f"takes more than {MOST_MEMORY // 1024**2} MB of memory")]) from None
        except SecurityError as error:
            raise Refused([Problem(self._line(error, place), f"the sandbox refuses: {error}")]) from None
        except OSError as error:
            raise Refused([Problem(place, f"cannot be read: {error.strerror}")]) from None
        except (TemplateError, AttributeError, TypeError, ValueError, ArithmeticError, LookupError) as error:
            raise Refused([Problem(self._line(error, place), str(error))]) from None

    def _say(self, words: str) -> str:
        """Words that stand in a template, in the game's language."""
        phrases = self.game.phrases
        if phrases and words not in phrases:
            raise ValueError(f'there are no words for "{words}" in "{self.game.language}"')
        return phrases.get(words, words)

    def _color(self, name: str) -> View:
        if name not in self.game.colors:
            raise ValueError(f'there is no color "{name}"; {nearest(name, self.game.colors)}'.rstrip("; "))
        return color_view(self.game.colors[name])

    def _line(self, error: Exception, place: Place) -> Place:
        """Where in which template the error arose: Jinja puts template lines into the traceback."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if frame.filename.endswith(".j2"):
                name = frame.filename.replace("\\", "/").rsplit("/faces/", 1)[-1]
                return Place(f"layouts/{self.game.id}/faces/{name}", frame.lineno)
        return place
