"""
Sets of assignments that satisfy many quasi-affine comparisons, built in one go, for `Engine.set`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import islpy as isl

from ..expr import Expr
from ..normal import ONE, Terms, add, scale, terms, total

Linear: TypeAlias = tuple[bool, Terms]
"""
Whether a sum is 0, or else at least 0. Its terms are names, and quotients by positive numbers of
sums of such terms.
"""

_REMEMBERED = 20_000
_PARAM = isl.dim_type.param


@lru_cache(_REMEMBERED)
def linear(condition: Expr) -> Linear | None:
    """
    Return the sum of names and quotients that a comparison is about; None for other conditions.
    """
    if condition.op not in ("<", "<=", ">", ">=", "=="):
        return None
    left, right = map(_sum_of, condition.operands)
    if left is None or right is None:
        return None
    if condition.op in ("<", "<="):
        left, right = right, left
    summands = add(left, right, -1)
    if condition.op in ("<", ">"):
        summands = add(summands, {ONE: -1})
    return condition.op == "==", summands


@lru_cache(_REMEMBERED)
def _sum_of(expr: Expr) -> Terms | None:
    """The sum of names and quotients that an index is; None if it is none."""
    summands = terms(expr)
    if all(term.op in ("var", "int") for term in summands):
        return summands
    result: Terms = {}
    for term, factor in summands.items():
        if term.op in ("var", "int"):
            result = add(result, {term: factor})
            continue
        if term.op not in ("//", "%") or not (divisor := term.operands[1].constant):
            return None
        dividend = _sum_of(term.operands[0])
        if dividend is None:
            return None
        # x // -4 is -x // 4, and x % -4 is -(-x % 4).
        positive = dividend if divisor > 0 else scale(dividend, -1)
        quotient = _quotient(positive, abs(divisor))
        if term.op == "//":
            result = add(result, quotient, factor)
        else:
            result = add(add(result, dividend, factor), quotient, -factor * divisor)
    return result


def _quotient(dividend: Terms, divisor: int) -> Terms:
    if divisor == 1:
        return dividend
    quotient = total(dividend) // divisor
    value = quotient.constant
    return {quotient: 1} if value is None else scale({ONE: 1}, value)


def without_exact(summands: Terms, multiples: Mapping[Expr, int]) -> Terms:
    """
    The sum without quotients that leave no remainder, as these numbers divide names: isl takes long
    for each quotient. What says itself that there is no remainder stays.
    """
    result = summands
    for term, factor in summands.items():
        divisor = term.operands[1].constant if term.op == "//" else None
        if not divisor or factor % divisor:
            continue
        dividend = terms(term.operands[0])
        if all(n * multiples.get(t, 1) % divisor == 0 for t, n in dividend.items()):
            result = add(add(result, {term: -factor}), dividend, factor // divisor)
    return result if any(term is not ONE for term in result) else summands


class LinearSets:
    """Makes the sets in one context of isl: of two contexts even equal names are others."""

    def __init__(self, context: isl.Context):
        self._context = context
        self._spaces: dict[tuple[str, ...], isl.Space] = {}
        self._integers: dict[int, isl.Val] = {}

    def set_of(self, comparisons: Sequence[Linear]) -> isl.Set:
        """
        The assignments that satisfy all of the comparisons.

        To intersect their sets one by one takes five times as long: isl aligns the names each time.
        """
        # The order that isl would give the names.
        sums = [summands for _, summands in reversed(comparisons)]
        named, quotients = dict[Expr, None](), dict[Expr, Terms]()
        for summands in sums:
            _collect(summands, named, quotients)
        position = {term: k for k, term in enumerate((*named, *quotients))}
        space = self.space_of(tuple([str(term.args[0]) for term in named]))
        equalities = [summands for is_equality, summands in comparisons if is_equality]
        others = [summands for is_equality, summands in comparisons if not is_equality]
        for quotient, dividend in quotients.items():
            divisor = quotient.operands[1].constant
            assert divisor is not None
            rest = add(dividend, {quotient: -divisor})
            others += [rest, add({ONE: divisor - 1}, rest, -1)]
        columns = (isl.dim_type.cst, _PARAM, isl.dim_type.set, isl.dim_type.div)
        result = isl.BasicSet.from_constraint_matrices(
            space, self._matrix(equalities, position), self._matrix(others, position), *columns
        )
        return isl.Set.from_basic_set(result)

    def space_of(self, names: tuple[str, ...]) -> isl.Space:
        """The space of these names, in this order."""
        space = self._spaces.get(names)
        if space is None:
            space = isl.Space.params_alloc(self._context, len(names))
            for position, name in enumerate(names):
                space = space.set_dim_name(_PARAM, position, name)
            self._spaces[names] = space
        return space

    def integer(self, value: int) -> isl.Val:
        """An integer of any size; isl's own constructors are for what fits in a C long, or slow."""
        found = self._integers.get(value)
        if found is None:
            if -(2**63) <= value < 2**63:
                found = isl.Val.int_from_si(self._context, value)
            else:
                found = isl.Val.read_from_str(self._context, str(value))
            self._integers[value] = found
        return found

    def _matrix(self, sums: Sequence[Terms], position: Mapping[Expr, int]) -> isl.Mat:
        """A row for each sum: the constant, then the factors of the names."""
        empty = isl.Mat.alloc(self._context, 0, 1 + len(position))
        matrix, known = empty.add_zero_rows(len(sums)), self._integers
        for row, summands in enumerate(sums):
            for term, factor in summands.items():
                column = 0 if term is ONE else 1 + position[term]
                value = known.get(factor) or self.integer(factor)
                matrix = matrix.set_element_val(row, column, value)
        return matrix


def _collect(summands: Terms, named: dict[Expr, None], quotients: dict[Expr, Terms]) -> None:
    """Add the names of a sum, and the dividends of its quotients, inner ones first."""
    for term in summands:
        if term.op == "var":
            named[term] = None
        elif term is not ONE and term not in quotients:
            dividend = _sum_of(term.operands[0])
            assert dividend is not None
            _collect(dividend, named, quotients)
            quotients[term] = dividend
