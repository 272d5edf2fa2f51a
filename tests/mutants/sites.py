"""Where a source can be made wrong: a comparison flipped, a check dropped, a bound off by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]
_FLIPPED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}


@dataclass(frozen=True)
class Site:
    """A change of a source: the new text for an old one, by line (from 1) and column in bytes."""

    kind: str
    start: Place
    stop: Place
    old: str
    new: str

    def apply(self, source: str) -> str:
        """The source with this one thing wrong."""
        lines = _lines(source)
        end = len(lines), len(lines[-1])
        return _between(source, (1, 0), self.start) + self.new + _between(source, self.stop, end)


def sites(source: str) -> list[Site]:
    """
    All places of a source, in order: those in messages, annotations and imports left out, and the
    numbers that a module names (limits, which are read when it is imported).

    Of some, the result of `apply` is not Python: `parses` tells.
    """
    statements = [s for s in ast.parse(source).body if not isinstance(s, ast.Assign)]
    return [site for statement in statements for site in _visit(statement, source)]


def parses(source: str) -> bool:
    """Whether Python reads it."""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def _visit(node: ast.AST, source: str) -> Iterator[Site]:
    if isinstance(node, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom | ast.AnnAssign):
        return  # what is said, and what only declares
    if isinstance(node, ast.Assert):
        return  # for the reader and the type checker
    if isinstance(node, ast.Call) and _name(node) in ("remark", "PadError", "Declined", "warn"):
        return
    if isinstance(node, ast.If):
        yield from _dropped_check(node, source)
    if isinstance(node, ast.FunctionDef):
        for statement in node.body:
            yield from _visit(statement, source)
        return  # not its signature, nor its decorators
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _flipped(node, source)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield _site("not dropped", node, source, _text(node.operand, source))
    if isinstance(node, ast.BoolOp):
        yield from _other_connective(node, source)
    if isinstance(node, ast.Call) and _name(node) in ("all", "any"):
        other = "any" if _name(node) == "all" else "all"
        yield _site("quantifier", node.func, source, other)
    if isinstance(node, ast.BinOp | ast.Compare | ast.Call):
        yield from _off_by_one(node, source)
    for child in ast.iter_child_nodes(node):
        yield from _visit(child, source)


def _dropped_check(node: ast.If, source: str) -> Iterator[Site]:
    """An early end that no longer happens."""
    ends = isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue)
    if ends and not node.orelse:
        yield _site("check dropped", node.test, source, "False")


def _flipped(node: ast.Compare, source: str) -> Iterator[Site]:
    left, right = node.left, node.comparators[0]
    if isinstance(right, ast.Constant) and isinstance(right.value, str):
        return  # mostly the name of a dialect or of an option
    new = f"{_text(left, source)} {_FLIPPED[type(node.ops[0])]} {_text(right, source)}"
    yield _site("comparison flipped", node, source, new)


def _other_connective(node: ast.BoolOp, source: str) -> Iterator[Site]:
    other = " or " if isinstance(node.op, ast.And) else " and "
    parts = [_text(value, source) for value in node.values]
    if all(not isinstance(value, ast.BoolOp | ast.IfExp | ast.NamedExpr) for value in node.values):
        yield _site("and for or", node, source, f"({other.join(parts)})")


def _off_by_one(node: ast.BinOp | ast.Compare | ast.Call, source: str) -> Iterator[Site]:
    if isinstance(node, ast.Call) and _name(node) != "range":
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and type(child.value) is int:
            (start, stop), (first, last) = _span(node), _span(child)
            before, after = _between(source, start, first), _between(source, last, stop)
            yield _site("off by one", node, source, f"{before}{child.value + 1}{after}")


def _site(kind: str, node: ast.expr, source: str, new: str) -> Site:
    return Site(kind, *_span(node), _text(node, source), new)


def _span(node: ast.expr) -> tuple[Place, Place]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _text(node: ast.expr, source: str) -> str:
    text = _between(source, *_span(node))
    return f"({text})" if isinstance(node, ast.NamedExpr) else text


def _between(source: str, start: Place, stop: Place) -> str:
    lines = [*_lines(source)[start[0] - 1 : stop[0]]]
    lines[-1] = lines[-1][: stop[1]]
    lines[0] = lines[0][start[1] :]
    return b"".join(lines).decode()


@lru_cache(1)
def _lines(source: str) -> list[bytes]:
    return source.encode().splitlines(keepends=True)


def _name(node: ast.Call) -> str | None:
    return node.func.id if isinstance(node.func, ast.Name) else None
