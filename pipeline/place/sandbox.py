"""Jinja's sandbox, tightened: a stranger's template can neither reach Python nor eat the machine.

Jinja bounds attributes and ranges; time is bounded in `deadline`. What is left are single operations that take memory
or hours and that no timer can interrupt: those are refused by name here.
"""

import re
from typing import Any, Final

from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

#: No text that a template makes may be longer.
LONGEST_TEXT: Final = 2_000_000
_LARGEST_POWER: Final = 64
#: Bits of a product: squared again and again, a number grows beyond what any timer can interrupt.
_LARGEST_PRODUCT: Final = 4096
_WIDE_FIELD: Final = re.compile(r"\d{3}|\*")
_STRING_METHODS: Final = frozenset(
    {"upper", "lower", "title", "capitalize", "strip", "lstrip", "rstrip", "split", "startswith", "endswith", "isdigit"}
)
_FILTERS: Final = frozenset(
    {
        "abs", "capitalize", "count", "d", "default", "e", "escape", "first", "float", "int", "items", "join", "last",
        "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace", "reverse", "round", "safe",
        "select", "selectattr", "sort", "string", "sum", "title", "trim", "unique", "upper",
    }
)  # fmt: skip


class Sandbox(ImmutableSandboxedEnvironment):
    """The environment that all templates of a project run in: faces, leaflets, proofs, the release's README."""

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters = {name: made for name, made in self.filters.items() if name in _FILTERS}
        self.filters |= {"replace": _replace, "format": _format}

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Text offers its harmless methods only; everything else as Jinja decides."""
        if isinstance(obj, str):
            return attr in _STRING_METHODS
        return super().is_safe_attribute(obj, attr, value)

    def wrap_str_format(self, value: Any) -> None:
        """No `text.format()`: a field may be asked to be gigabytes wide."""

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic on numbers of a sane size; formatting in narrow fields; no repeating of text."""
        if operator == "%" and isinstance(left, str) and not _WIDE_FIELD.search(left):
            return super().call_binop(context, operator, left, right)
        if not all(isinstance(value, int | float) for value in (left, right)):
            raise SecurityError(f"{operator} is for numbers")
        if operator == "**" and (abs(right) > _LARGEST_POWER or abs(left) > 1_000_000):
            raise SecurityError(f"{left} ** {right} is out of bounds")
        if operator == "*" and _bits(left) + _bits(right) > _LARGEST_PRODUCT:
            raise SecurityError("a product is out of bounds")
        return super().call_binop(context, operator, left, right)


def _bits(value: float) -> int:
    return value.bit_length() if isinstance(value, int) else 0


def _format(text: str, *values: Any) -> str:
    """The filter `format`, in fields as narrow as `%` allows."""
    if _WIDE_FIELD.search(text):
        raise SecurityError("a field is too wide")
    return str(text) % values


def _replace(text: str, old: str, new: str, count: int = -1) -> str:
    """The filter `replace`, bounded."""
    text, old, new = str(text), str(old), str(new)
    if len(text) + text.count(old) * len(new) > LONGEST_TEXT:
        raise SecurityError(f"replace would make a text of more than {LONGEST_TEXT:,} characters")
    return text.replace(old, new, count)
