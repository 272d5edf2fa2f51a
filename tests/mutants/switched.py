"""
Modules that hold their mutants, one of which may be switched on; who would notice it is found so.

Each place of a mutant gives the value of the source, and notes whether the mutant's is another:
a test that sees no other value cannot notice it, and all others are asked.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any, TypeAlias

from .sites import Site

NAME = "_mutants_"
MOST = 3000  # values of a place that are compared in one test; more take too long
_Span: TypeAlias = tuple[tuple[int, int], tuple[int, int]]


class Switch:
    """What the places of mutants ask, each by its number."""

    def __init__(self) -> None:
        self.on: int | None = None
        """The mutant that is switched on."""
        self.seen = set[int]()
        """The mutants that would have given another value since this was emptied."""
        self._compared: dict[int, int] = {}
        self._is_comparing = False

    def begin(self) -> None:
        self.seen.clear()
        self._compared.clear()

    def noted(self, number: int, value: object, other: Callable[[], object] | None) -> object:
        """The value of a place; the other is the mutant's, not given if never the same."""
        if self._is_comparing or number in self.seen:
            return value
        if other is None:
            self.seen.add(number)
            return value
        self._compared[number] = self._compared.get(number, 0) + 1
        if self._compared[number] <= MOST:
            self._is_comparing = True
            try:
                if not _same(value, other()):
                    self.seen.add(number)
            except Exception:
                self.seen.add(number)
            finally:
                self._is_comparing = False
        return value

    def quantifier(
        self, number: int, function: Callable[[Iterable[object]], bool], other: Any
    ) -> Callable[[Iterable[object]], bool]:
        """all for any, or any for all."""
        if self.on == number:
            return other

        def noted(values: Iterable[object]) -> bool:
            count = 0

            def counted() -> Iterator[object]:
                nonlocal count
                for value in values:
                    count += 1
                    yield value

            result = function(counted())
            if count == 0 or result is not (function is all):  # else all values are alike
                self.seen.add(number)
            return result

        return noted


def install(root: Path, mutants: Mapping[str, Sequence[tuple[int, Site]]]) -> Switch:
    """Has each module, a path from the root, imported with its mutants; they ask the result."""
    switch = Switch()
    setattr(builtins, NAME, switch)
    files = {str((root / module).resolve()): held for module, held in mutants.items()}
    plain = SourceFileLoader.source_to_code

    def source_to_code(self: SourceFileLoader, data: Any, path: Any, **options: Any) -> Any:
        held = files.get(str(Path(path).resolve()))
        return plain(self, data if held is None else with_mutants(data, held), path, **options)

    SourceFileLoader.source_to_code = source_to_code
    return switch


def with_mutants(source: str | bytes, mutants: Sequence[tuple[int, Site]]) -> ast.Module:
    """The source as Python reads it, with the places of mutants instead of what is there."""
    transformer = _Places(mutants)
    tree = ast.fix_missing_locations(transformer.visit(ast.parse(source)))
    assert not transformer.places, transformer.places
    return tree


class _Places(ast.NodeTransformer):
    """Puts the place of each mutant around the expression that it changes."""

    def __init__(self, mutants: Sequence[tuple[int, Site]]):
        self.places: dict[_Span, list[tuple[int, Site]]] = {}
        for number, site in mutants:
            self.places.setdefault((site.start, site.stop), []).append((number, site))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.JoinedStr) or not isinstance(node, ast.expr):
            return node if isinstance(node, ast.JoinedStr) else super().generic_visit(node)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        span = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
        new: ast.expr = node
        super().generic_visit(node)
        for number, site in self.places.pop(span, ()):
            new = _place(number, site, new)
        return new


def _place(number: int, site: Site, node: ast.expr) -> ast.expr:
    if site.kind == "quantifier":
        text = f"{NAME}.quantifier({number}, {site.old}, {site.new})"
    else:
        old, other = "_old_", f"lambda: ({site.new}\n)"
        if site.kind == "check dropped":
            old = "not not _old_"
        elif site.kind == "not dropped" or _flips_always(site, node):
            other = "None"
        text = (
            f"(({site.new}\n) if {NAME}.on == {number} else {NAME}.noted({number}, {old}, {other}))"
        )
    place = ast.parse(text, mode="eval").body
    for each in ast.walk(place):
        if isinstance(each, ast.expr | ast.comprehension | ast.keyword | ast.arg):
            ast.copy_location(each, node)
    return _Filled(node).visit(place)


def _flips_always(site: Site, node: ast.expr) -> bool:
    """Whether a mutant gives another value each time: for `is`, `in` and `==`, not for `<`."""
    ordered = ast.Lt | ast.LtE | ast.Gt | ast.GtE
    return (
        site.kind == "comparison flipped"
        and isinstance(node, ast.Compare)
        and not isinstance(node.ops[0], ordered)
    )


class _Filled(ast.NodeTransformer):
    """A copy of an expression where a place asks for it."""

    def __init__(self, node: ast.expr):
        self._node = node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return deepcopy(self._node) if node.id == "_old_" else node


def _same(value: object, other: object) -> bool:
    return value is other or (type(value) is type(other) and (value == other) is True)
