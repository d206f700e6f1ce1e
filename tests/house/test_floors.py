"""The floors of the house: imports go to lower floors only, and the rules of the house that a machine can see."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIPELINE = ROOT / "pipeline"

#: Package or module -> floor. A new one is given its floor here and in docs/architecture.md.
FLOORS = {
    "units": 0,
    "problem": 0,
    "color": 0,
    "bitmaps": 0,
    "collecting": 0,
    "crew": 0,
    "drawing": 1,
    "cache": 1,
    "made_by": 2,
    "model": 1,
    "project": 1,
    "load": 2,
    "language": 2,
    "svg": 2,
    "rules": 3,
    "pictures": 3,
    "typeset": 3,
    "place": 4,
    "draw": 5,
    "checks": 6,
    "outputs": 7,
    "cli": 8,
    "__main__": 9,
}


def modules() -> list[Path]:
    return sorted(path for path in PIPELINE.rglob("*.py") if path.parent != PIPELINE or path.name != "__init__.py")


def part_of(module: str) -> str:
    """The floor's name of a dotted module: pipeline.place.face -> place."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def imports(tree: ast.AST) -> list[tuple[int, str]]:
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "pipeline":
            found.append((node.lineno, node.module))
        elif isinstance(node, ast.Import):
            found += [(node.lineno, name.name) for name in node.names if name.name.split(".")[0] == "pipeline"]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PIPELINE)))
def test_imports_go_to_lower_floors_only(path: Path) -> None:
    relative = path.relative_to(PIPELINE)
    own = relative.parts[0].removesuffix(".py")
    assert own in FLOORS, f"{own} has no floor yet"
    for line, module in imports(ast.parse(path.read_text("utf-8"))):
        other = part_of(module)
        if other and other != own:
            assert FLOORS[other] < FLOORS[own], f"{relative}:{line} imports {module} from a floor that is not lower"


def test_floors_name_only_what_exists() -> None:
    present = {path.name.removesuffix(".py") for path in PIPELINE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert set(FLOORS) <= present


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PIPELINE)))
def test_no_module_is_a_drawer(path: Path) -> None:
    for part in path.relative_to(PIPELINE).parts:
        assert part.removesuffix(".py") not in {"utils", "helpers", "common", "base", "manager", "misc"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PIPELINE)))
def test_only_the_command_line_prints(path: Path) -> None:
    if path.relative_to(PIPELINE).parts[0] == "cli":
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id != "print", f"{path.name}:{node.lineno} prints"


@pytest.mark.parametrize("game", ["light-vs-darkness", "christianity-card-game", "battle-for-souls"])
def test_no_game_is_named_in_the_pipeline(game: str) -> None:
    for path in modules():
        if path.relative_to(PIPELINE).parts[0] == "rules":
            continue
        text = path.read_text("utf-8")
        assert game not in text and game.replace("-", "_") not in text, f"{path.name} names {game}"


def test_draw_knows_no_card() -> None:
    for path in (PIPELINE / "draw").rglob("*.py"):
        assert not re.search(r"\bCard\b", path.read_text("utf-8")), path.name


def test_every_part_of_the_house_is_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for name in FLOORS:
        if name != "__main__":
            assert re.search(rf"\b{name}\b", text), f"docs/architecture.md does not speak of {name}"


def test_python_files_declare_public_docstrings() -> None:
    missing = []
    for path in modules():
        tree = ast.parse(path.read_text("utf-8"))
        if not ast.get_docstring(tree):
            missing.append(str(path))
        for node in tree.body:
            public = isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")
            if public and not ast.get_docstring(node):  # type: ignore[arg-type]
                missing.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert not missing
