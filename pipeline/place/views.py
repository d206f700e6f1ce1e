"""What a template sees of a game's records: plain values, colors and cards by attribute, nothing that can be called."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from jinja2 import Undefined
from markupsafe import Markup
from markupsafe import escape as escape_xml

from pipeline.model import Card, Color, Cost, Game, Rich, Scripture
from pipeline.model.markup import escape as escape_marks
from pipeline.problem import nearest


class View:
    """Named values, read as attributes or by subscript, and nothing else. An unknown name raises AttributeError with
    the nearest known one."""

    def __init__(self, title: str, values: Mapping[str, Any]) -> None:
        self.__title = title
        self.__values = values

    def _known(self) -> tuple[str, Mapping[str, Any]]:
        return self.__title, self.__values

    def __getattr__(self, name: str) -> Any:
        return self[name]

    def __getitem__(self, name: str) -> Any:
        title, values = self._known()
        if name in values:
            return values[name]
        hint = nearest(str(name), values)
        raise AttributeError(f'{title} has no "{name}"' + (f"; {hint}" if hint else ""))

    def __str__(self) -> str:
        title, values = self._known()
        return str(values.get("name", title))

    __repr__ = __str__


class Function:
    """What a template may call. Python would tell a function by its address, and a method by all that it belongs to."""

    def __init__(self, name: str, call: Callable[..., Any]) -> None:
        self.__name, self.__call = name, call

    def __call__(self, *values: Any) -> Any:
        return self.__call(*values)

    def __repr__(self) -> str:
        return self.__name


#: What can be printed. Anything else would print as Python tells it to programmers, with addresses in it.
_PRINTED: Final = (str, int, float, Cost, Scripture, View, Undefined)


def finalize(value: Any) -> Any:
    """What `{{ ... }}` prints: None as nothing, plain text with its marks and XML escaped, rich text with its marks.
    Raises TypeError for lists, functions and the like."""
    if isinstance(value, Markup):
        return value
    if value is None:
        return ""
    if not isinstance(value, _PRINTED):
        raise TypeError(f"a {type(value).__name__} cannot be printed; print what is in it")
    text = str(value)
    return Markup(escape_xml(text if isinstance(value, Rich) else escape_marks(text)))


def color_view(color: Color) -> View:
    """A color: id, name, letter, every tone by its name, ramp, accents, words."""
    own = {"id": color.id, "name": color.name, "letter": color.letter, "ramp": color.ramp, "accents": color.accents}
    return View(f"the color {color.id}", {**color.tones, **own, "words": View(f"words of {color.id}", color.words)})


def card_view(card: Card, game: Game) -> View:
    """A card: its fields by name; colors and references as views of what they name."""
    columns = game.kinds[card.kind].columns
    values: dict[str, Any] = {"id": card.id, "kind": card.kind}
    for name, value in card.fields.items():
        kind = columns[name].type if name in columns else "text"
        if value is None:
            values[name] = None
        elif kind == "color":
            values[name] = color_view(game.colors[str(value)])
        elif kind == "colors" and isinstance(value, tuple):
            values[name] = tuple(color_view(game.colors[each]) for each in value)
        elif kind == "ref":
            values[name] = _LazyCard(str(value), game)
        elif kind == "refs" and isinstance(value, tuple):
            values[name] = tuple(_LazyCard(each, game) for each in value)
        else:
            values[name] = value
    values["name"] = card.name
    return View(f"the card {card.id} ({card.kind})", values)


class _LazyCard(View):
    """A referenced card, looked up when first read: two cards may refer to each other."""

    def __init__(self, card: str, game: Game) -> None:
        self.__card, self.__game = card, game

    def _known(self) -> tuple[str, Mapping[str, Any]]:
        return card_view(self.__game.cards[self.__card], self.__game)._known()
