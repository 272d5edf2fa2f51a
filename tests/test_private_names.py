"""Private names of xDSL are used in `dialect/xdsl_compat` only, with the reason beside them."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeGuard

import pytest

ROOT = Path(__file__).parents[1]
PRODUCT = (
    *("index", "dialect", "analysis", "upstream", "passes", "runtime", "schedule"),
    *("frontends", "tools"),
)
COMPAT = ROOT / "dialect" / "xdsl_compat"
FILES = [path for folder in PRODUCT for path in sorted((ROOT / folder).rglob("*.py"))]
_PRIVATE = re.compile(r"_[a-zA-Z]\w*")
_REASON = re.compile(r"^# (?!pyright).+\n# pyright: reportPrivateUsage=false$", re.MULTILINE)


def _nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(ast.parse(path.read_text()))]


def _is_private(name: str) -> bool:
    return _PRIVATE.fullmatch(name) is not None


def _own(nodes: Sequence[ast.AST]) -> set[str]:
    """The private names that a file defines: of functions, and of attributes of its classes."""
    names = set[str]()
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif _is_own_field(node):
            names.add(node.attr)
    return names


def _is_own_field(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    )


def _of_others(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Private names that a file takes from others: attributes of values, and imports from xDSL."""
    own = _own(nodes)
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                pass  # of its own class: `_inherited` looks at those
            case ast.Attribute(value=ast.Name(id="os"), attr="_exit"):
                pass  # Python's, and documented
            case ast.Attribute(attr=name) if _is_private(name) and name not in own:
                yield name
            case ast.ImportFrom(module=str(module), names=names) if module.startswith("xdsl"):
                parts = [*module.split("."), *(alias.name for alias in names)]
                yield from filter(_is_private, parts)
            case ast.Call(func=ast.Name(id="getattr" | "setattr" | "hasattr"), args=args):
                for argument in args[1:2]:
                    if isinstance(argument, ast.Constant) and _is_private(str(argument.value)):
                        yield str(argument.value)
            case _:
                pass


@cache
def _names_of(kind: type) -> set[str]:
    """The private names of a class of xDSL: of its body, and of what its file sets."""
    found = {*vars(kind), *vars(kind).get("__annotations__", ())}
    found |= _own(_nodes(Path(inspect.getfile(kind))))  # of its neighbours too
    return set(filter(_is_private, found))


def _inherited(path: Path, nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Private names of xDSL's classes that a file's subclasses use or override."""
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    if not any(node.bases for node in classes):
        return
    parts = path.relative_to(ROOT).with_suffix("").parts
    module = import_module(".".join(("pad_mlir", *parts)))
    for node in classes:
        kind = getattr(module, node.name, None)
        if not isinstance(kind, type):
            continue
        bases = [base for base in kind.__mro__ if base.__module__.split(".")[0] == "xdsl"]
        if not bases:
            continue
        theirs = set[str]().union(*map(_names_of, bases))
        used = {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
        used |= {n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef)}
        for name in sorted(theirs & used):
            yield f"{node.name}.{name}"


def _used(path: Path) -> list[str]:
    nodes = _nodes(path)
    return sorted({*_of_others(nodes), *_inherited(path, nodes)})


@pytest.mark.parametrize("folder", PRODUCT)
def test_private_names_of_xdsl(folder: str) -> None:
    files = [p for p in FILES if p.is_relative_to(ROOT / folder) and not p.is_relative_to(COMPAT)]
    found = {str(path.relative_to(ROOT)): used for path in files if (used := _used(path))}
    assert found == {}


def test_reasons_are_beside_them() -> None:
    without = [
        str(path.relative_to(ROOT))
        for path in sorted(COMPAT.rglob("*.py"))
        if (_REASON.search(path.read_text()) is None) is bool(_used(path))
    ]
    assert without == [], "uses private names without a reason, or has a reason without a use"


def test_what_is_found() -> None:
    text = """
from xdsl.ir import _this
class A:
    def __init__(self, other):
        self._one = other._one + other._two
        setattr(other, "_three", 3)
"""
    assert sorted(_of_others([*ast.walk(ast.parse(text))])) == ["_this", "_three", "_two"]
    assert "RepairedParser._parse_location" in _used(COMPAT / "parser.py")
