"""Sets of assignments that satisfy many linear comparisons, built in one go, for `Engine.set`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import islpy as isl

from ..expr import Expr
from ..normal import ONE, Terms, add, terms

Linear: TypeAlias = tuple[bool, Terms]
"""Whether a sum is 0, or else at least 0."""

_REMEMBERED = 20_000
_PARAM = isl.dim_type.param


@lru_cache(_REMEMBERED)
def linear(condition: Expr) -> Linear | None:
    """Return the linear form of a comparison of sums of names; None for all other conditions."""
    if condition.op not in ("<", "<=", ">", ">=", "=="):
        return None
    left, right = map(terms, condition.operands)
    if condition.op in ("<", "<="):
        left, right = right, left
    summands = add(left, right, -1)
    if condition.op in ("<", ">"):
        summands = add(summands, {ONE: -1})
    names = [term for term in summands if term is not ONE]
    if not names or any(name.op != "var" for name in names):
        return None
    return condition.op == "==", summands


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
        named = dict.fromkeys(term for summands in sums for term in summands if term is not ONE)
        position = {term: k for k, term in enumerate(named)}
        space = self.space_of(tuple([str(term.args[0]) for term in named]))
        equalities = [summands for is_equality, summands in comparisons if is_equality]
        others = [summands for is_equality, summands in comparisons if not is_equality]
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
        matrix = empty.add_zero_rows(len(sums))
        for row, summands in enumerate(sums):
            for term, factor in summands.items():
                column = 0 if term is ONE else 1 + position[term]
                matrix = matrix.set_element_val(row, column, self.integer(factor))
        return matrix
