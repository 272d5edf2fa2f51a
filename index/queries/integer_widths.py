"""Fixed-width integers: which expressions mean the same in iN as in unbounded arithmetic."""

from __future__ import annotations

from ..expr import COMPARISONS, Expr, within
from .conditions import bounds

_TRUTHS = (*COMPARISONS, "and", "or", "not", "true", "false")


def representable(value: Expr, bits: int) -> Expr:
    """The condition that a value is one of signed iN: the fact that is known of any iN name."""
    half = 2 ** (bits - 1)
    return within(value + half, 2 * half)


def fits(expr: Expr, bits: int, context: Expr) -> bool:
    """
    Whether all that is computed in `expr`, an index or a condition, is in signed iN's range.

    That is where it may replace another expression of type iN: equal values are not enough, for
    `x < d0*d1*d2` may wrap where `x // d2 // d1 < d0` does not. Before that, an iN expression may
    be read as unbounded only if it fits itself, or where its operations are nsw.
    """
    half = 2 ** (bits - 1)
    if not all(fits(operand, bits, context) for operand in expr.operands):
        return False
    if expr.op in _TRUTHS:
        return True
    low, high = bounds(expr, context)
    return low is not None and high is not None and -half <= low and high < half
