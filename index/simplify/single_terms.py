"""Points at which an expression is seen to be neither a number nor one of its context's names."""

from __future__ import annotations

from collections.abc import Iterator

from ..boxes import ranges
from ..expr import Expr

_POINTS = 6
_WIDTH = 1 << 20
"""Of the range that is tried of a name with one end, or none."""
_MIXED = 2_654_435_761
"""Knuth's multiplier, by which small numbers are spread over 32 bits."""


def may_be_single_term(expr: Expr, context: Expr) -> bool:
    """
    Whether a number, or a name, may equal the expression wherever the context holds. False is
    certain: points of the context show each of them to differ.
    """
    names = dict.fromkeys((*expr.variables(), *context.variables()))
    values = set[int]()
    left = set(names)
    for point in _points(tuple(names), context):
        try:
            value = int(expr.evaluate(point))
        except ZeroDivisionError:
            continue
        values.add(value)
        left = {name for name in left if point[name] == value}
        if len(values) > 1 and not left:
            return False
    return True


def _points(names: tuple[str, ...], context: Expr) -> Iterator[dict[str, int]]:
    """A few points at which the context holds: names at their least, then apart from each other."""
    box = ranges(context)
    for number in range(_POINTS):
        point: dict[str, int] = {}
        for place, name in enumerate(names):
            low, high = box.get(name, (None, None))
            least = low if isinstance(low, int) else high - _WIDTH if isinstance(high, int) else 0
            width = high - least + 1 if isinstance(high, int) else _WIDTH
            spread = (2 * place + 1) * number * _MIXED % 2**32
            point[name] = least + (spread * width >> 32)
        try:
            holds = context.evaluate(point)
        except ZeroDivisionError:
            continue
        if holds:
            yield point
