"""Positions of Esther and Daniel, made by hand."""

from typing import Any

from pipeline.model import Given


def position(esther: dict[str, Any] | None, daniel: dict[str, Any] | None, **given: Any) -> Given:
    """What is given, as it comes from a file: `ruleset` and `switches` by themselves, lists as tuples."""
    rules = {name: given.pop(name) for name in ("ruleset", "switches") if name in given}
    return Given(values=_frozen({**given, "esther": esther or {}, "daniel": daniel or {}}), **rules)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _frozen(each) for name, each in value.items()}
    return tuple(value) if isinstance(value, list) else value
