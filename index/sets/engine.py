"""
From expressions to isl sets and functions, and back; no other folder imports islpy.

All names are isl *parameters*: a set is a subset of the zero-dimensional space, so that sets over
different names combine without book-keeping. Set dimensions appear only where isl asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import cached_property, reduce
from threading import local
from typing import Any, TypeAlias

import islpy as isl

from ..boxes import narrowed, without_decided_choices, without_refuted_arms
from ..choices import find_choice
from ..comparisons import multiples_in
from ..expr import COMPARISONS, FALSE, TRUE, Expr, all_of, conjuncts, var
from ..normal import ONE, divides, negate, terms, tidy
from .from_isl import (
    GaveUp,
    SeveralCases,
    condition_of,
    constraints_of,
    count_points,
    from_ast,
    to_int,
    value_of,
)
from .linear_sets import Linear, LinearSets, linear, without_exact

IntSet: TypeAlias = isl.Set
"""A set of assignments to names."""
IntFunction: TypeAlias = isl.PwAff
"""A piecewise quasi-affine function of names."""

OPERATIONS = 1_000_000
"""The limit of a question in isl's operations: about 0.25 s, but the same on every machine."""
_CACHE_LIMIT = 50_000
_VALUE = var("*value")
_PARAM, _SET = isl.dim_type.param, isl.dim_type.set


class NotAffine(Exception):
    """`expr` is a product of indices or a division by one: outside quasi-affine arithmetic."""

    def __init__(self, expr: Expr):
        super().__init__(f"`{expr}` is not quasi-affine")
        self.expr = expr


class Engine:
    """Translates between expressions and isl, with caches, under an operation budget."""

    def __init__(self) -> None:
        self._context = isl.Context()
        self._linear = LinearSets(self._context)
        self._functions: dict[Expr, IntFunction] = {}
        self._sets: dict[Expr, IntSet] = {}
        self._in_budget = False

    @cached_property
    def universe(self) -> IntSet:
        """All assignments."""
        return isl.Set.universe(self._linear.space_of(()))

    @cached_property
    def empty(self) -> IntSet:
        """No assignment."""
        return isl.Set.empty(self._linear.space_of(()))

    @contextmanager
    def budget(self, share: int = 1) -> Generator[None]:
        """
        Bounds what the block may cost; every isl error in it becomes `GaveUp`.

        `share` divides the budget: an operation on many names takes longer. Nested blocks share the
        budget of the outermost.
        """
        if self._in_budget:
            yield
            return
        self._context.reset_operations()
        self._context.set_max_operations(OPERATIONS // share)
        self._in_budget = True
        try:
            yield
        except isl.Error as error:
            spent = "maximal number of operations exceeded" in str(error)
            raise GaveUp("the operation budget ran out" if spent else str(error)) from error
        finally:
            self._in_budget = False
            self._context.set_max_operations(0)

    def function(self, expr: Expr) -> IntFunction:
        """The integer expression as a function of its variables; raises NotAffine."""
        found = self._functions.get(expr)
        if found is None:
            found = self._make_function(expr)
            _remember(self._functions, expr, found)
        return found

    def set(self, condition: Expr) -> IntSet:
        """The assignments that satisfy the condition; raises NotAffine."""
        found = self._sets.get(condition)
        if found is None:
            found = self._make_set(condition)
            _remember(self._sets, condition, found)
        return found

    def part(self, points: IntSet, condition: Expr) -> IntSet:
        """
        The points that satisfy the condition; raises NotAffine.

        That is less than to make the set of the condition first: what the points exclude is not
        looked at.
        """
        if condition.op == "and":
            return self._part_of_all(points, condition.operands)
        if condition.op == "or":
            parts = [self.part(points, disjunct) for disjunct in condition.operands]
            return reduce(isl.Set.union, parts)
        if condition.op == "not" and condition.operands[0].op in ("and", "or"):
            return self.part(points, negate(condition.operands[0]))
        if condition == TRUE:
            return points
        return self._in_both(points, self.set(condition))

    def _in_both(self, points: IntSet, others: IntSet) -> IntSet:
        return others if points is self.universe else points.intersect(others)

    def _part_of_all(self, points: IntSet, conditions: Sequence[Expr]) -> IntSet:
        """Comparisons come first, all at once: of what they exclude no case is made."""
        comparisons, others, cases = list[Linear](), list[Expr](), list[Expr]()
        for condition in conditions:
            comparison = linear(condition)
            if comparison is None and _has_cases(condition):
                cases.append(condition)
            elif comparison is None:
                others.append(condition)
            else:
                comparisons.append(comparison)
        if others or cases:
            known = [condition for condition in conditions if not _has_cases(condition)]
            cases = [narrowed(condition, all_of(known)) for condition in cases]
            others = _with_choices_decided(others, known)
            comparisons += filter(None, map(linear, others))
        if comparisons:
            if any(_says_multiple(condition) for condition in conditions):
                known = multiples_in(all_of(conditions))
                comparisons = [(same, without_exact(sums, known)) for same, sums in comparisons]
            points = self._in_both(points, self._linear.set_of(comparisons))
        for condition in (*(other for other in others if linear(other) is None), *cases):
            points = self.part(points, condition)
        return points

    def project(self, points: IntSet, names: Iterable[str]) -> IntSet:
        """The set without these names: what is left is in it if some value of theirs is."""
        found = sorted({points.find_dim_by_name(_PARAM, name) for name in names} - {-1})
        # Neighbours at once: each call looks at all of the set.
        while found:
            last = found.pop()
            count = 1
            while found and found[-1] == last - count:
                found.pop()
                count += 1
            points = points.project_out(_PARAM, last - count + 1, count)
        return points

    def example(self, points: IntSet, names: Sequence[str]) -> dict[str, int] | None:
        """A point of the set over `names`, small if none of it need be negative; None if empty."""
        if points.is_empty():
            return None
        ordered = self._as_dimensions(points, names)
        natural = ordered.intersect(isl.Set.nat_universe(ordered.get_space()))
        point = (ordered if natural.is_empty() else _first(natural)).sample_point()
        values = [point.get_coordinate_val(_SET, d) for d in range(len(names))]
        return dict(zip(names, map(to_int, values), strict=True))

    def count(self, points: IntSet, names: Sequence[str]) -> int | None:
        """
        How many values the names take on the set.

        None where that depends on others, where there is no end, or where counting takes too long.
        """
        ordered = self._as_dimensions(points, names)
        if ordered.involves_dims(_PARAM, 0, ordered.dim(_PARAM)) or not ordered.is_bounded():
            return None
        try:
            return sum(map(count_points, ordered.make_disjoint().get_basic_sets()))
        except isl.Error:
            return None

    def determines(self, points: IntSet, names: Sequence[str]) -> bool:
        """Whether the other names of the set leave at most one choice for these."""
        return isl.Map.from_range(self._as_dimensions(points, names)).is_single_valued()

    def solve(self, points: IntSet, names: Sequence[str]) -> list[IntFunction]:
        """
        Each of `names` as a function of the others, which must determine it.

        Off the set the functions are whatever is simple. Raises GaveUp if they are not right on
        all of it, which is checked: isl's parametric lexmin, underneath, can lose points (in isl
        of islpy 2026.2.2, of a set with redundant constraints).
        """
        ordered = self._as_dimensions(points, names).remove_redundancies()
        solution = isl.PwMultiAff.from_set(ordered)
        domain = solution.domain()
        functions = [
            solution.get_pw_aff(d).gist_params(domain).coalesce() for d in range(len(names))
        ]
        for name, function in zip(names, functions, strict=True):
            if not points.is_subset(self.function(var(name)).eq_set(function)):
                raise GaveUp(f"no formula was found for `{name}`")
        return functions

    def maximum(self, expr: Expr, points: IntSet) -> int | None:
        """The largest value on the points, None if there is none."""
        return self._extreme(isl.PwAff.max_val, isl.Set.dim_max_val, expr, points)

    def minimum(self, expr: Expr, points: IntSet) -> int | None:
        """The smallest value on the points, None if there is none."""
        return self._extreme(isl.PwAff.min_val, isl.Set.dim_min_val, expr, points)

    def _extreme(
        self,
        of_function: Callable[[IntFunction], isl.Val],
        of_dimension: Callable[[IntSet, int], isl.Val],
        expr: Expr,
        points: IntSet,
    ) -> int | None:
        function = self.function(expr)
        try:
            value = of_function(function.intersect_params(points))
        except isl.Error as error:
            # An equality of the points can make isl put fractions into the function.
            if "expecting integer affine expression" not in str(error):
                raise
            graph = points.intersect(self.function(_VALUE).eq_set(function))
            value = of_dimension(self._as_dimensions(graph, [str(_VALUE)]), 0)
        return to_int(value) if value.is_int() else None

    def greatest(self, points: IntSet, name: str) -> IntFunction:
        """The largest value of `name` as a function of the other names, on those that allow one."""
        return self._as_dimensions(points, [name]).remove_redundancies().dim_max(0)

    def condition(self, points: IntSet, context: IntSet | None = None) -> Expr:
        """The set as a condition; with a context, one that says so only within it."""
        if points.plain_is_universe():
            return TRUE
        if points.is_empty():
            return FALSE
        found = tidy(condition_of(self._build(context).expr_from_set(points)))
        if not divides(found):
            return found
        # isl (of islpy 2026.2.2) can take a wrong remainder.
        within = points if context is None else points.intersect(context)
        said = self.set(found) if context is None else self.set(found).intersect(context)
        if said.is_equal(within):
            return found
        return tidy(constraints_of(points, lambda c: self.set(c).complement().is_empty()))

    def index(self, function: IntFunction, context: IntSet | None = None) -> Expr:
        """The function as an expression; raises SeveralCases where that takes more than one."""
        found = tidy(from_ast(self._build(context).expr_from_pw_aff(function)))
        if not divides(found):
            return found
        within = function.domain() if context is None else function.domain().intersect(context)
        if within.is_subset(self.function(found).eq_set(function)):
            return found
        if function.n_piece() != 1:
            raise SeveralCases("isl has no right form of the answer")
        return tidy(value_of(function.get_pieces()[0][1]))

    def _build(self, context: IntSet | None) -> isl.AstBuild:
        return isl.AstBuild.from_context(self.universe if context is None else context)

    def _as_dimensions(self, points: IntSet, names: Sequence[str]) -> IntSet:
        points = isl.Set.from_params(points)
        for position, name in enumerate(names):
            parameter = points.find_dim_by_name(_PARAM, name)
            if parameter < 0:
                points = points.insert_dims(_SET, position, 1)
            else:
                points = points.move_dims(_SET, position, _PARAM, parameter, 1)
        return points

    def _make_function(self, expr: Expr) -> IntFunction:
        if expr.op in ("int", "var", "+", "*"):
            return self._make_sum(expr)
        if expr.op == "select":
            holds = self.set(expr.operands[0])
            yes, no = map(self.function, expr.operands[1:])
            rest = no.intersect_params(holds.complement())
            return yes.intersect_params(holds).union_add(rest)
        if expr.op not in (*_JOIN, "//", "%"):
            raise NotAffine(expr)
        left, right = expr.operands
        if expr.op in _JOIN:
            return _JOIN[expr.op](self.function(left), self.function(right))
        if right.constant is None:
            raise NotAffine(expr)
        function, factor = self.function(left), right.constant
        # isl divides by positive numbers only.
        if factor < 0:
            function = function.neg()
        if expr.op == "//":
            return function.scale_down_val(self._linear.integer(abs(factor))).floor()
        rest = function.mod_val(self._linear.integer(abs(factor)))
        return rest if factor > 0 else rest.neg()

    def _make_sum(self, expr: Expr) -> IntFunction:
        """All names at once: to add functions of different names is much slower."""
        summands = terms(expr)
        if expr.op == "*" and expr in summands:
            raise NotAffine(expr)
        names = [term for term in summands if term.op == "var"]
        space = isl.LocalSpace.from_space(self._linear.space_of(tuple(map(str, names))))
        sum_of_names = isl.Aff.zero_on_domain(space)
        sum_of_names = sum_of_names.set_constant_val(self._linear.integer(summands.pop(ONE, 0)))
        for position, name in enumerate(names):
            factor = self._linear.integer(summands.pop(name))
            sum_of_names = sum_of_names.set_coefficient_val(_PARAM, position, factor)
        function = isl.PwAff.from_aff(sum_of_names)
        for term, factor in summands.items():
            function = function.add(self.function(term).scale_val(self._linear.integer(factor)))
        return function

    def _make_set(self, condition: Expr) -> IntSet:
        if condition in (TRUE, FALSE):
            return self.universe if condition == TRUE else self.empty
        if condition.op in COMPARISONS:
            left, right = condition.operands
            if condition.op in ("<", ">"):
                left, right = (right, left + 1) if condition.op == "<" else (left, right + 1)
            elif condition.op == "<=":
                left, right = right, left
            return _SIGN[condition.op](self._make_function(left - right))
        if condition.op == "not":
            return self.set(condition.operands[0]).complement()
        if condition.op == "and":
            return self._part_of_all(self.universe, condition.operands)
        return reduce(isl.Set.union, map(self.set, condition.operands))


class _Current(local):  # isl knows nothing of threads
    def __init__(self) -> None:
        self.engine = Engine()


_current = _Current()


def engine() -> Engine:
    """The engine that is asked now; isl objects of two engines must not meet."""
    return _current.engine


@contextmanager
def own_engine() -> Generator[None]:
    """
    Gives the block an engine of its own, so that nothing that was asked before changes an answer.

    For each pass, and what is remembered longer: isl changes the form of a set when it is asked
    about it, which later answers show, and what a budget allows would depend on what is known
    already. Only expressions and plain data may go in and out.
    """
    before, _current.engine = _current.engine, Engine()
    try:
        yield
    finally:
        _current.engine = before


@contextmanager
def question(share: int = 1) -> Generator[None]:
    """An engine of its own, and its budget."""
    with own_engine(), engine().budget(share):
        yield


_JOIN: dict[str, Callable[[IntFunction, IntFunction], IntFunction]] = {
    "min": isl.PwAff.min,
    "max": isl.PwAff.max,
}
_SIGN: dict[str, Callable[[IntFunction], IntSet]] = {
    **dict.fromkeys(("<", "<=", ">", ">="), isl.PwAff.nonneg_set),
    "==": isl.PwAff.zero_set,
    "!=": isl.PwAff.non_zero_set,
}


def _first(points: IntSet) -> IntSet:
    """
    The first point in lexicographic order, of a set without negative coordinates.

    One coordinate after the other: the numbers in the cuts of isl's lexmin can grow until a few
    thousand operations take minutes, which no budget of operations bounds.
    """
    for position in range(points.dim(_SET)):
        points = points.remove_redundancies()
        points = points.fix_val(_SET, position, points.dim_min_val(position))
    return points


def _says_multiple(condition: Expr) -> bool:
    """Whether a condition may say that a number divides a name."""
    return condition.op == "==" and condition.operands[0].op == "%"


def _with_choices_decided(conditions: Sequence[Expr], known: Sequence[Expr]) -> list[Expr]:
    """
    Some of the conditions that are known, without the choices that the other ones decide.

    One after the other: `x >= max(n - 1, 0)` and `x < n` say that `n >= 1`, but of the first one
    `x >= n - 1` would be too little to say that. What decides a choice has to stay.
    """
    now = dict(zip(known, known, strict=True))
    for condition in conditions:
        if find_choice(condition) is not None:
            rest = all_of(each for own, each in now.items() if own != condition)
            now[condition] = without_decided_choices(condition, rest)
            if find_choice(now[condition]) is not None:
                now[condition] = without_refuted_arms(now[condition], rest)
    return [part for condition in conditions for part in conjuncts(now[condition])]


def _has_cases(condition: Expr) -> bool:
    return condition.op == "or" or (condition.op == "not" and condition.operands[0].op == "and")


def _remember(cache: dict[Expr, Any], key: Expr, value: Any) -> None:
    if len(cache) >= _CACHE_LIMIT:
        cache.clear()
    cache[key] = value
