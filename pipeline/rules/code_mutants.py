"""The engine with one rule broken: the code that cites a rule's number, changed in one thing.

A function cites a rule where its docstring or a comment in it names the number; "R510 to R513" are all of them. What is
changed is the function's code in this process, for as long as the change is tried; nothing is written. The engine knows
nothing of it.
"""

import ast
import importlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

_CITED: Final = re.compile(r"\bR(\d{3,4})(?: to R(\d{3,4}))?\b")
#: Parts of functions and statements that do nothing in play; of a call, `args` does.
_UNPLAYED: Final = ("annotation", "returns", "args", "decorator_list", "type_comment")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Citing:
    """A function that cites a rule: its module and qualified name, and the lines (from 1) where the number stands in
    the module."""

    module: str
    name: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CodeMutant:
    """A function's code with one change, told in code; `near` where a comment on that very line names the rule, or one
    on the line above."""

    module: str
    name: str
    told: str
    code: CodeType
    near: bool


@cache
def _source(module: str) -> tuple[str, ast.Module, str]:
    """A module's text, its tree and its file."""
    file = importlib.import_module(module).__file__
    assert file is not None
    text = Path(file).read_text(encoding="utf-8")
    return text, ast.parse(text), file


@cache
def citations(modules: tuple[str, ...]) -> dict[str, tuple[Citing, ...]]:
    """The functions of these modules that cite rules, by rule."""
    found: dict[str, list[Citing]] = {}
    for module in modules:
        text, tree, _ = _source(module)
        lines = text.splitlines()
        for name, function in _functions(tree):
            cited: dict[str, list[int]] = {}
            for number in range(function.lineno, (function.end_lineno or function.lineno) + 1):
                for rule in _rules_in(lines[number - 1]):
                    cited.setdefault(rule, []).append(number)
            for rule, at in cited.items():
                found.setdefault(rule, []).append(Citing(module, name, tuple(at)))
    return {rule: tuple(several) for rule, several in found.items()}


def _rules_in(line: str) -> Iterator[str]:
    for cited in _CITED.finditer(line):
        last = int(cited[2] or cited[1])
        yield from (f"R{number}" for number in range(int(cited[1]), last + 1))


def _functions(tree: ast.Module) -> Iterator[tuple[str, _Function]]:
    """Functions of a module and methods of its classes, with their qualified names."""
    for node in tree.body:
        if isinstance(node, _Function):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{part.name}", part) for part in node.body if isinstance(part, _Function))


# changing -------------------------------------------------------------------------------------------------------------


def code_mutants(citing: Citing) -> Iterator[CodeMutant]:
    """The function with each thing in it changed: those nearest behind the citation first."""
    text, tree, file = _source(citing.module)
    lines = text.splitlines()
    above = [at + 1 for at in citing.lines if lines[at - 1].lstrip().startswith("#")]
    function = dict(_functions(tree))[citing.name]
    edits = list(_edits(function))
    edits.sort(key=lambda edit: _distance(edit[0], citing.lines))
    for line, path, change in edits:
        changed = deepcopy(function)
        told = change(changed, path)
        module = ast.Module([_within(tree, citing.name, changed)], [])
        ast.fix_missing_locations(module)
        code = _code_of(compile(module, file, "exec", dont_inherit=True), citing.name)
        yield CodeMutant(citing.module, citing.name, f"{citing.name}: {told}", code, line in (*citing.lines, *above))


def _distance(line: int, cited: Sequence[int]) -> int:
    return min(line - each if line >= each else 1000 + each - line for each in cited)


def _within(tree: ast.Module, name: str, function: _Function) -> ast.stmt:
    """The function where it stands: in its class, alone."""
    if "." not in name:
        return function
    whose = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name.partition(".")[0])
    return ast.ClassDef(whose.name, [], [], [function], [])


def _code_of(code: CodeType, name: str) -> CodeType:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_qualname == name:
                return each
            if name.startswith(f"{each.co_qualname}."):
                return _code_of(each, name)
    raise LookupError(name)


# A place in a tree: names of fields, and numbers in lists.
_Path = tuple[str | int, ...]


class _Change:
    """One way to change a node: where it stands in its parent, and what comes in its place (None: nothing)."""

    def __init__(self, other: ast.AST | None) -> None:
        self.other = other

    def __call__(self, function: _Function, path: _Path) -> str:
        """Change the function, and tell how."""
        *way, last = path
        parent: Any = function
        for step in way:
            parent = parent[step] if isinstance(step, int) else getattr(parent, step)
        before = parent[last] if isinstance(last, int) else getattr(parent, last)
        other = ast.Pass() if self.other is None else deepcopy(self.other)
        if isinstance(last, int):
            parent[last] = other
        else:
            setattr(parent, last, other)
        told = _line(before)
        return f"without `{told}`" if self.other is None else f"`{told}` -> `{_line(other)}`"


def _line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]


def _edits(function: _Function) -> Iterator[tuple[int, _Path, _Change]]:
    """Every change of a function's body: its line, its place and what is done."""
    docstring = ast.get_docstring(function) is not None
    for number, statement in enumerate(function.body):
        if not (docstring and number == 0):
            yield from _edits_of(statement, ("body", number))


def _edits_of(node: ast.AST, path: _Path) -> Iterator[tuple[int, _Path, _Change]]:
    if isinstance(node, ast.If) and ".log" in ast.unparse(node.test):
        # What is noted of the play is not the play.
        return
    line = getattr(node, "lineno", 0)
    for other in _others(node):
        yield line, path, _Change(other)
    for name, part in ast.iter_fields(node):
        if name in _UNPLAYED and not isinstance(node, ast.Call):
            continue
        if isinstance(part, ast.AST):
            yield from _edits_of(part, (*path, name))
        elif isinstance(part, list):
            for number, each in enumerate(part):
                documented = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
                if isinstance(each, ast.AST) and not documented:
                    yield from _edits_of(each, (*path, name, number))


_COMPARED: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_COMPUTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
}
_NAMED: Final = {"min": "max", "max": "min", "all": "any", "any": "all"}


def _others(node: ast.AST) -> Iterator[ast.AST | None]:
    """What may stand in a node's place."""
    if isinstance(node, ast.Expr | ast.AugAssign | ast.Delete):
        yield None
    elif isinstance(node, ast.Assign) and all(isinstance(target, ast.Attribute) for target in node.targets):
        # Of a name of its own the function would know nothing any more.
        yield None
    elif isinstance(node, ast.Return) and node.value is None:
        yield None
    elif isinstance(node, ast.If):
        yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        yield None
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from (_with(node, ops=[other()]) for other in _COMPARED[type(node.ops[0])])
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.And() if isinstance(node.op, ast.Or) else ast.Or())
        yield from node.values
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _COMPUTED:
        yield _with(node, op=_COMPUTED[type(node.op)]())
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in _NAMED:
            yield _with(node, func=ast.Name(_NAMED[node.func.id], ast.Load()))
        elif node.func.id in ("reversed", "sorted") and node.args:
            yield node.args[0]


def _with(node: ast.AST, **parts: Any) -> ast.AST:
    other = type(node)(**{**dict(ast.iter_fields(node)), **parts})
    return ast.copy_location(other, node)


# putting to use -------------------------------------------------------------------------------------------------------


@contextmanager
def broken(mutant: CodeMutant) -> Iterator[None]:
    """The engine with this change, in this process. What was compiled from cards before still holds the old code."""
    function = _function(mutant.module, mutant.name)
    before = function.__code__
    function.__code__ = mutant.code
    try:
        yield
    finally:
        function.__code__ = before


def _function(module: str, name: str) -> FunctionType:
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = found.__dict__[part]
    for wrapper in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, wrapper, found)
    assert isinstance(found, FunctionType)
    return found
