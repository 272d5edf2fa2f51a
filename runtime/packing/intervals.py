"""Parts of a box in which a condition is the same everywhere, or which are small."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import TypeAlias

from ...index.expr import COMPARISONS, Expr

Interval: TypeAlias = tuple[int, int]
"""The least and the greatest value."""
Ranges: TypeAlias = tuple[range, ...]
"""The indices of a part of a box, axis by axis."""

SMALL = 1 << 16
"""Cells; a part that has no more is looked at cell by cell."""


def parts_of(
    atoms: Sequence[Expr], names: Sequence[str], whole: Ranges, *, always_small: bool = False
) -> Iterator[tuple[Ranges, tuple[bool, ...] | None]]:
    """
    Divide a box into parts where each of the conditions holds everywhere or nowhere, and small
    parts where that is not seen, with None; with `always_small` the former are small as well.
    """
    pending = [whole]
    while pending:
        part = pending.pop()
        size = prod(map(len, part))
        if size == 0:
            continue
        known = None
        if size > SMALL or always_small:
            intervals = {n: (r[0], r[-1]) for n, r in zip(names, part, strict=True)}
            known = [_decided(atom, intervals) for atom in atoms]
        if size > SMALL and (known is None or None in known or always_small):
            if always_small and known is not None and not any(k is not False for k in known):
                yield part, (False,) * len(atoms)
                continue
            pending += reversed(_halves(part))
            continue
        decided = None if known is None or None in known else tuple(k is True for k in known)
        yield part, decided


def _halves(part: Ranges) -> list[Ranges]:
    axis = max(range(len(part)), key=lambda k: len(part[k]))
    middle = len(part[axis]) // 2
    pieces = part[axis][:middle], part[axis][middle:]
    return [(*part[:axis], piece, *part[axis + 1 :]) for piece in pieces]


def _decided(condition: Expr, values: Mapping[str, Interval]) -> bool | None:
    """Whether a comparison, or a combination of some, holds for all values; None if not known."""
    if condition.op in ("true", "false"):
        return condition.op == "true"
    if condition.op in ("and", "or", "not"):
        parts = [_decided(operand, values) for operand in condition.operands]
        if condition.op == "not":
            return None if parts[0] is None else not parts[0]
        deciding = condition.op == "or"
        if deciding in parts:
            return deciding
        return None if None in parts else not deciding
    if condition.op not in COMPARISONS:
        return None
    found = [_interval(operand, values) for operand in condition.operands]
    if found[0] is None or found[1] is None:
        return None
    return _compared(condition.op, found[0], found[1])


def _compared(op: str, left: Interval, right: Interval) -> bool | None:
    (low, high), (least, greatest) = left, right
    match op:
        case "<":
            return True if high < least else False if low >= greatest else None
        case "<=":
            return True if high <= least else False if low > greatest else None
        case ">":
            return True if low > greatest else False if high <= least else None
        case ">=":
            return True if low >= greatest else False if high < least else None
        case _:
            apart = high < least or low > greatest
            same = low == high == least == greatest
            found = True if same else False if apart else None
            return found if op == "==" or found is None else not found


def _interval(expr: Expr, values: Mapping[str, Interval]) -> Interval | None:
    if expr.op == "int":
        value = expr.constant
        assert value is not None
        return value, value
    if expr.op == "var":
        return values[str(expr.args[0])]
    found = [_interval(operand, values) for operand in expr.operands]
    if len(found) != 2 or found[0] is None or found[1] is None:
        return None
    (low, high), (least, greatest) = found[0], found[1]
    match expr.op:
        case "+":
            return low + least, high + greatest
        case "*":
            ends = [a * b for a in (low, high) for b in (least, greatest)]
            return min(ends), max(ends)
        case "//" if least == greatest > 0:
            return low // least, high // least
        case "%" if least == greatest > 0:
            same = low // least == high // least
            return (low % least, high % least) if same else (0, least - 1)
        case "min":
            return min(low, least), min(high, greatest)
        case "max":
            return max(low, least), max(high, greatest)
        case _:
            return None
