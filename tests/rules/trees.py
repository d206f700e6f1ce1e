"""Random trees of Light VS Darkness's mechanics, for Hypothesis: built from the fields' types, not from any text."""

from collections.abc import Callable
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from pipeline.language import Node, Term
from pipeline.model import Game
from pipeline.rules.light_vs_darkness import MECHANICS, effects, english, statics
from pipeline.rules.mechanics import composition, selectors


class Trees:
    """Strategies for nodes of a game."""

    def __init__(self, game: Game) -> None:
        self.terms: dict[type[Term], list[str]] = {
            term: list(table) for term, table in english.vocabulary(game).items()
        }
        # A strategy takes longer to make than to draw from, and the same few are asked for at every branch.
        self._made: dict[tuple[str, type[Node], int], st.SearchStrategy[Any]] = {}

    def sort(self, sort: type[Node], depth: int) -> st.SearchStrategy[Any]:
        """Any node of a sort; deeper ones only while `depth` lasts."""
        return self._once("sort", self._sort, sort, depth)

    def node(self, node: type[Node], depth: int) -> st.SearchStrategy[Any]:
        """Any node of a class, with fields of the right types; a field with a default may keep it."""
        return self._once("node", self._node, node, depth)

    def _once(
        self, what: str, make: Callable[[type[Node], int], st.SearchStrategy[Any]], of: type[Node], depth: int
    ) -> st.SearchStrategy[Any]:
        if (what, of, depth) not in self._made:
            self._made[what, of, depth] = make(of, depth)
        return self._made[what, of, depth]

    def _sort(self, sort: type[Node], depth: int) -> st.SearchStrategy[Any]:
        if not sort.sort:
            return self.node(sort, depth)
        chosen = [node for node in MECHANICS if issubclass(node, sort) and (depth > 0 or not self._gathers(node))]
        return st.sampled_from(chosen).flatmap(lambda node: self.node(node, depth - 1))

    def _gathers(self, node: type[Node]) -> bool:
        return node in composition.COMPOSITION or node is selectors.Either

    def _node(self, node: type[Node], depth: int) -> st.SearchStrategy[Any]:
        hints = get_type_hints(node)
        parts = {}
        for part in fields(node):
            some = self.value(node, part.name, hints[part.name], depth)
            parts[part.name] = some if part.default is MISSING else st.one_of(st.just(part.default), some)
        built = st.builds(node, **parts)
        return built.filter(_sound) if node in _SOUND else built

    def value(self, node: type[Node], name: str, hint: Any, depth: int) -> st.SearchStrategy[Any]:
        if get_origin(hint) in (Union, UnionType):
            inner = next(arg for arg in get_args(hint) if arg is not NoneType)
            return st.one_of(st.none(), self.value(node, name, inner, depth))
        if get_origin(hint) is tuple:
            least = 2 if node in (composition.Then, composition.And, composition.Choose) else 1
            return st.lists(self.value(node, name, get_args(hint)[0], depth), min_size=least, max_size=3).map(tuple)
        if hint is bool:
            return st.booleans()
        if hint is int:
            return st.integers(2 if node is selectors.Several else 1, 12)
        if issubclass(hint, Term):
            return st.sampled_from(self.terms[hint]).map(hint)
        return self.sort(hint, depth)


def _one_meaning(either: selectors.Either) -> bool:
    """Nothing is said of one of two nouns that might be meant of both: in some language that is refused."""
    first, second = either.first, either.second
    return all(
        bool(getattr(first, name)) == bool(getattr(second, name)) for name in ("other", "state", "hue", "where")
    )


def _lost(lose: effects.Lose) -> bool:
    """Anointing is lost on some turn, MP and Life at once."""
    return (lose.what == effects.ANOINTING) == (lose.when is not None)


def _charged(cost: statics.PlayingCost) -> bool:
    return bool(cost.more) != bool(cost.less)


def _grows(gets: Any) -> bool:
    return bool(gets.atk or gets.hp)


_SOUND: dict[type, Any] = {
    selectors.Either: _one_meaning,
    effects.Lose: _lost,
    effects.Gets: _grows,
    statics.Boosts: _grows,
    statics.PlayingCost: _charged,
}


def _sound(node: Any) -> bool:
    return bool(_SOUND[type(node)](node))


def texts(game: Game) -> st.SearchStrategy[Node]:
    """Whole texts."""
    return Trees(game).node(composition.Text, 3)
