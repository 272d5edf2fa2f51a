"""
The folders of the product: how much is in each, and which way imports go.

An import counts wherever it stands: at the top, in a function, or for types only.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ORDER = (
    *("index", "dialect", "analysis", "upstream", "passes", "runtime", "schedule"),
    *("frontends", "tools"),
)
"""Each imports from itself and from those before it."""
FEWEST, MOST, DEEPEST = 3, 12, 3

FOR_USERS = {
    *("dialect.repairs", "passes.diagnostics", "passes.stages", "runtime.bridge"),
    *(f"passes.{path.stem}" for path in (ROOT / "passes").glob("pad_*.py")),
}
"""Modules that hand names on, where users have always found them."""

FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for top in ORDER
    for path in sorted((ROOT / top).rglob("*.py"))
}
MODULES = {name for name, path in FILES.items() if path.name != "__init__.py"}
FOLDERS = {path.parent for path in FILES.values()}


@cache
def imports(name: str, *, types: bool = True) -> frozenset[str]:
    """The modules and packages of ours that a file imports; those for types only on demand."""
    path = FILES[name]
    package = path.relative_to(ROOT).parts[:-1]
    found = set[str]()
    for node in _statements(ast.parse(path.read_text()), types=types):
        start = package[: len(package) - node.level + 1]
        module = ".".join([*start, *([node.module] if node.module else [])])
        for alias in node.names:
            full = f"{module}.{alias.name}"
            found.add(full if full in FILES else module)
    return frozenset(other for other in found if other in FILES) - {name}


def _statements(node: ast.AST, *, types: bool) -> Iterator[ast.ImportFrom]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom) and child.level:
            yield child
        for_types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        if types or not for_types:
            yield from _statements(child, types=types)


def _folder(name: str) -> str:
    return ".".join(FILES[name].relative_to(ROOT).parts[:-1])


@pytest.mark.parametrize("folder", sorted(FOLDERS), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_folder_holds_neither_too_little_nor_too_much(folder: Path) -> None:
    modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
    rooms = [path for path in folder.iterdir() if path in FOLDERS]
    assert not modules or FEWEST <= len(modules) <= MOST
    assert modules or len(rooms) > 1, "a folder with one folder in it, and nothing else"
    assert len(folder.relative_to(ROOT).parts) <= DEEPEST
    assert (folder / "__init__.py").read_text().startswith('"""'), "it says what belongs in it"


def test_imports_go_downward() -> None:
    place = {top: number for number, top in enumerate(ORDER)}
    upward = [
        f"{name} imports {other}"
        for name in FILES
        for other in imports(name)
        if place[other.split(".")[0]] > place[name.split(".")[0]]
    ]
    assert not upward


def test_folders_import_in_no_circle() -> None:
    """A package's own names come from below it, so only modules are asked."""
    graph = {_folder(name): set[str]() for name in MODULES}
    for name in MODULES:
        graph[_folder(name)] |= {_folder(other) for other in imports(name)} - {_folder(name)}
    assert [*TopologicalSorter(graph).static_order()]


def test_files_import_in_no_circle() -> None:
    graph = {name: imports(name, types=False) for name in FILES}
    assert [*TopologicalSorter(graph).static_order()]


def test_what_only_hands_names_on_is_for_users() -> None:
    assert not [f"{name}: {other}" for name in FILES for other in imports(name) & FOR_USERS]
    assert all(name in MODULES for name in FOR_USERS)
