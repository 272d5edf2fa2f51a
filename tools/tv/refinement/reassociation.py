"""Sums, products, minima and maxima of many operands: what `before` leaves open of their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from ..terms.symbolic import POISON_IF, Symbolic
from ..terms.term import Constant, Term, Value
from ..terms.trees import (
    FUSED,
    combined,
    elements,
    exact_total,
    in_order,
    is_free,
    is_idempotent,
    is_number,
    is_ordered,
    kind_of,
    leaves,
    without_zeros,
)
from ..values.operators import Operator, operator
from ..values.scalars import Float
from .normal_forms import NormalForms

Pairs: TypeAlias = "list[tuple[Value, Value]]"
_NEUTRAL = {"arith.addf": ("0.0", "-0.0"), "arith.mulf": ("1.0",)}


class Chains:
    """
    Matches a chain of `before`, operand by operand, with what `after` has for it.

    A chain of `before` may be done in any order if each of its operations may; the flags that all
    of them have are those that an operation of `after` may have at most.
    """

    def __init__(self, domain: Symbolic):
        self._table = domain.table
        self._skeletons = Skeletons(domain)

    def pairs(self, left: Term, right: Value) -> Pairs | None:
        """Return the pairs that are left to match; None if no order of `left` is `right`."""
        kind = kind_of(left.operator)
        ours, flags = self._ours(left, kind)
        theirs = self._theirs(right, kind, flags, frozenset())
        if is_idempotent(kind):
            return self._covered(list(ours), list(theirs))
        scalar = left.operator.result
        op = operator(kind, scalar, (scalar, scalar), flags)
        pairs = self._same_operands(op, ours, theirs)
        whole = frozenset(self._skeletons.of(leaf) for leaf in ours if _kind_of_value(leaf) == kind)
        if pairs is not None or not whole:
            return pairs
        # An operation of the kind that is a leaf of `before` is one operand of `after` too.
        return self._same_operands(op, ours, self._theirs(right, kind, flags, whole))

    def _same_operands(
        self, op: Operator, ours: Counter[Value], theirs: Counter[Value]
    ) -> Pairs | None:
        kind = kind_of(op)
        left, right = elements(kind, ours), elements(kind, theirs)
        if left is None or right is None:
            return None
        wanted, given = (Counter(without_zeros(op, found)) for found in (left, right))
        rest, new = [*(wanted - given).elements()], [*(given - wanted).elements()]
        return self._paired(*_without_same_numbers(op, rest, new))

    def alike(self, one: Value, other: Value) -> bool:
        """Whether two values are equal, apart from rewrites that their fastmath flags allow."""
        return self._skeletons.of(one) is self._skeletons.of(other)

    def _ours(self, left: Term, kind: str) -> tuple[Counter[Value], frozenset[str]]:
        flags = left.operator.flags

        def operands(term: Term) -> Sequence[Value] | None:
            nonlocal flags
            op = term.operator
            if kind_of(op) != kind or not is_free(op):
                return None
            flags &= op.flags
            return combined(self._table, term, "arith.mulf")

        found = leaves(left, operands)
        return found, flags

    def _theirs(
        self, right: Value, kind: str, flags: frozenset[str], whole: frozenset[Value]
    ) -> Counter[Value]:
        """
        The operands that `right` combines by operations of a kind; an operand that is like one of
        `whole` is kept as one.
        """

        def operands(term: Term) -> Sequence[Value] | None:
            op = term.operator
            if whole and term is not right and self._skeletons.of(term) in whole:
                return None
            is_too_free = not op.flags <= flags or (
                op.name == "math.fma" and "contract" not in flags
            )
            return None if kind_of(op) != kind or is_too_free else combined(self._table, term)

        return leaves(right, operands)

    def _paired(self, ours: list[Value], theirs: list[Value]) -> Pairs | None:
        """Each with one that is alike; at most one pair may be left that isn't."""
        pairs: Pairs = []
        candidates = self._by_skeleton(theirs)
        rest: list[Value] = []
        for value in sorted(ours, key=_freedom, reverse=True):
            alike = candidates.get(self._skeletons.of(value))
            if alike:
                pairs.append((value, alike.pop(0)))
            else:
                rest.append(value)
        return _with_rest(pairs, rest, [v for values in candidates.values() for v in values])

    def _covered(self, ours: list[Value], theirs: list[Value]) -> Pairs | None:
        """
        Pair each value of either side with a like value of the other side; None if a value has
        none.
        """
        pairs: Pairs = []
        wanted, given = self._by_skeleton(ours), self._by_skeleton(theirs)
        common = {*ours} & {*theirs}
        for skeleton in (skeleton for skeleton in wanted if skeleton in given):
            olds, news = wanted[skeleton], given[skeleton]
            pairs += [(old, news[0]) for old in olds if old not in common]
            pairs += [(olds[0], new) for new in news if new not in common]
        rest = [v for skeleton, values in wanted.items() if skeleton not in given for v in values]
        new = [v for skeleton, values in given.items() if skeleton not in wanted for v in values]
        return _with_rest(pairs, rest, new)

    def _by_skeleton(self, values: Sequence[Value]) -> dict[Value, list[Value]]:
        found: dict[Value, list[Value]] = {}
        for value in sorted(values, key=_freedom, reverse=True):
            found.setdefault(self._skeletons.of(value), []).append(value)
        return found


def _without_same_numbers(
    op: Operator, ours: list[Value], theirs: list[Value]
) -> tuple[list[Value], list[Value]]:
    """Without the numbers of both, where those of `after` are what groups of `before`'s make."""
    many = [value for value in ours if isinstance(value, Constant)]
    few = [value for value in theirs if isinstance(value, Constant)]
    if not few or len(many) <= len(few) or len(many) % len(few):
        return ours, theirs
    if len(few) > 1 and not (len({*many}) == len({*few}) == 1):
        return ours, theirs
    group = many[: len(many) // len(few)]
    total = exact_total(op, kind_of(op), group)
    if total is None or total != few[0].value:
        return ours, theirs
    return (
        [value for value in ours if not isinstance(value, Constant)],
        [value for value in theirs if not isinstance(value, Constant)],
    )


def _with_rest(pairs: Pairs, rest: list[Value], new: list[Value]) -> Pairs | None:
    if len(rest) != len(new) or len(rest) > 1:
        return None
    return [*pairs, *zip(rest, new, strict=True)]


def _kind_of_value(value: Value) -> str | None:
    """The kind of the operation that a value is of; None for a known integer."""
    return None if isinstance(value, int) else kind_of(value.operator)


def _freedom(value: Value) -> int:
    """
    How free a value is: the number of its flags, and one more for a fused operation. The most free
    values of `before` are matched first.
    """
    if isinstance(value, int):
        return 0
    return len(value.operator.flags) + (value.operator.name == FUSED)


class Skeletons(NormalForms):
    """Normal forms as if all flags were granted: values that match have the same one."""

    def _split(self, term: Term) -> list[Value]:
        kind = kind_of(term.operator)
        if not is_ordered(kind):
            found = leaves(term, lambda other: self._operands(other, kind))
            return elements(kind, found) or list(term.args)
        return list(term.args)

    def _operands(self, term: Term, kind: str) -> Sequence[Value] | None:
        return combined(self._table, term) if kind_of(term.operator) == kind else None

    def _build(self, term: Term) -> Value:
        op, kind = term.operator, kind_of(term.operator)
        forms = self._parts_of(term)
        if op.name == POISON_IF:
            return forms[0]
        if not op.operands:
            return term
        if is_ordered(kind):
            name = operator(f"skeleton of {op.name}", op.result, op.operands, detail=op.detail)
            return self._table.make(name, tuple(forms))
        if is_idempotent(kind):
            forms = list(dict.fromkeys(forms))
        forms = [v for v in forms if not any(is_number(v, n) for n in _NEUTRAL.get(kind, ()))]
        numbers = [form for form in forms if isinstance(form, Constant)]
        total = exact_total(op, kind, numbers) if len(numbers) > 1 else None
        if total is not None and isinstance(op.result, Float):
            others = [form for form in forms if not isinstance(form, Constant)]
            forms = [*others, self._table.constant(op.result, total)]
        if len(forms) == 1:
            return forms[0]
        return self._table.make(_skeleton(op, kind), in_order(forms))


def _skeleton(op: Operator, kind: str) -> Operator:
    return operator(f"skeleton of {kind}", op.result, (op.result,))
