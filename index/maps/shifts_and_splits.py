"""
Shifts of one index, and its splits by a number, of which most layouts are made: what isl says of
them, by plain arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ..boxes import interval_of
from ..expr import TRUE, Expr, all_of, rebuild, var
from ..normal import ONE, Terms, terms, tidy


def greatest_fast_path(output: Expr, context: Expr) -> int | None:
    """
    The greatest value, over all integers where there is one, else in the context; None says
    nothing. The context holds somewhere, and says of each name alone between which numbers it is.
    """
    if output.op != "%":
        return interval_of(output, context)[1] if _is_monotonic(output) else None
    dividend, divisor = output.operands[0], output.operands[1].constant
    takes_all_values = 1 in map(abs, (_linear(dividend) or {}).values())
    return divisor - 1 if takes_all_values and divisor is not None and divisor > 0 else None


def is_remainder_of_all(output: Expr) -> bool:
    """Whether it is seen to take all values from 0 to below a divisor, and no others."""
    return output.op == "%" and greatest_fast_path(output, TRUE) is not None


def symbolic_extent_fast_path(output: Expr, size: Expr) -> Expr | None:
    """
    One more than the greatest value for an index from 0 to below a named size, and 0 where that is
    0, of a shift or a quotient; None says nothing.
    """
    if size.op != "var":
        return None
    if output.op == "//":
        index, divisor = output.operands
        if index.op == "var" and divisor.constant is not None and divisor.constant > 0:
            return tidy((size + (divisor.constant - 1)) // divisor.constant)
        return None
    summands = _linear(output)
    if summands is None or [*summands.values()] != [1] or output.op == "var":
        return None
    shift = terms(output)[ONE]
    return rebuild("min", (size + shift, size * (1 + shift))) if shift > 0 else None


def aligned(extent: Expr, multiple: int) -> Expr:
    """The least multiple of a number that is not below an extent."""
    return tidy((extent + (multiple - 1)) // multiple * multiple)


def is_injective_fast_path(outputs: Sequence[Expr]) -> bool:
    """Whether these functions of one index are seen to tell all integers apart."""
    known = {*outputs}
    for output in outputs:
        while output.op == "//" and output.operands[1].constant:
            dividend, divisor = output.operands
            if dividend % divisor not in known:
                break
            known.add(output := dividend)
    return any(map(_linear, known))


def reach_fast_path(
    outputs: Sequence[Expr], size: Expr, names: Sequence[str], shape: Sequence[Expr]
) -> tuple[Expr, Expr] | None:
    """
    The condition, over names of the axes of a box, under which functions of one index from 0 to
    below a size reach a cell, and the index; None says nothing.
    """
    if len(outputs) == 1:
        index, value, extent = outputs[0], var(names[0]), shape[0]
    elif len(outputs) == 2 and {output.op for output in outputs} == {"//", "%"}:
        high, low = (0, 1) if outputs[0].op == "//" else (1, 0)
        index, divisor = outputs[high].operands
        if outputs[low].operands != (index, divisor) or shape[low] != divisor:
            return None
        value, extent = var(names[low]), shape[high]
        if extent.constant != 1:
            value = var(names[high]) * divisor + value
    else:
        return None
    summands = _linear(index)
    if summands is None or [*summands.values()] != [1]:
        return None
    shift, condition = terms(index).get(ONE, 0), list[Expr]()
    ends_inside = _ends_inside(outputs, shift, size, shape)
    if ends_inside is None:
        return None
    value = tidy(value - shift)
    if shift > 0:
        condition.append(tidy(value >= 0))
    if not ends_inside:
        condition.append(tidy(value < size))
    return all_of(condition), value


def _ends_inside(
    outputs: Sequence[Expr], shift: int, size: Expr, shape: Sequence[Expr]
) -> bool | None:
    """
    Whether no cell of a box follows the one of the last index, whatever a named size is; None if
    that is not seen.
    """
    if size.constant is not None:
        extents = [extent.constant for extent in shape if extent.constant is not None]
        return prod(extents) - shift <= size.constant if len(extents) == len(shape) else None
    high = next((k for k, output in enumerate(outputs) if output.op != "%"), 0)
    if size.op != "var" or (len(outputs) > 1 and shift):
        return None
    least = size if outputs[high].op == "var" else symbolic_extent_fast_path(outputs[high], size)
    if least is None:
        return None
    if shape[high] == least:
        return len(outputs) == 1  # a size of 1 is less than a tile
    multiple = shape[high].operands[1].constant if shape[high].op == "*" else None
    return False if multiple and shape[high] == aligned(least, multiple) else None


def _linear(expr: Expr) -> Terms | None:
    """The factor of each name in a sum of multiples of names and a number."""
    summands = terms(expr)
    summands.pop(ONE, None)
    return summands if all(term.op == "var" for term in summands) else None


def _is_monotonic(expr: Expr) -> bool:
    """In each of its names, by its form; so that what `interval_of` encloses has these ends."""
    names = [*expr.variables()]
    return len({*names}) == len(names) and _is_nest(expr)


def _is_nest(expr: Expr) -> bool:
    if expr.op in ("*", "//"):
        return bool(expr.operands[1].constant) and _is_nest(expr.operands[0])
    return expr.op in ("int", "var") or (expr.op == "+" and all(map(_is_nest, expr.operands)))
