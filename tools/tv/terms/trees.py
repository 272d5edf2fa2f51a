"""Trees of operations of one kind, as the operands that they combine."""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..values.operators import Operator, operator
from ..values.scalars import Float, Number
from .term import Constant, Term, TermTable, Trait, Value

Operands: TypeAlias = Callable[[Term], Sequence[Value] | None]
"""The operands of a term of the tree, None for a leaf."""

FUSED = "fused product"
"""The product in an fma, which is not rounded by itself."""

_IDEMPOTENT = (
    *("arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"),
    *("arith.andi", "arith.ori", "arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"),
)
_MOST_LEAVES = 20_000
# What allows any order and association; maxnumf and minnumf say nothing of the sign of a zero.
_FREEDOM = {
    **dict.fromkeys(("arith.addf", "arith.mulf"), frozenset({"reassoc"})),
    **dict.fromkeys(("arith.maxnumf", "arith.minnumf"), frozenset({"nsz"})),
    "arith.xori": frozenset[str](),
}


def leaves(root: Value, operands: Operands) -> Counter[Value]:
    """The leaves of a tree, and how often each occurs."""
    found: Counter[Value] = Counter()
    counts: Counter[Value] = Counter({root: 1})
    if isinstance(root, int):
        return counts
    terms, pending = {root.number: root}, [-root.number]
    while pending:
        term = terms[-heapq.heappop(pending)]
        parts = operands(term)
        if parts is None:
            found[term] += counts[term]
            continue
        for part in parts:
            if isinstance(part, int):
                found[part] += counts[term]
                continue
            if part not in counts:
                terms[part.number] = part
                heapq.heappush(pending, -part.number)
            counts[part] += counts[term]
    return found


def kind_of(op: Operator) -> str:
    """The operation that a tree with this operator at its top combines its leaves with."""
    if op.name == "math.fma":
        return "arith.addf"
    if op.name == FUSED:
        return "arith.mulf"
    return op.name.removeprefix("bag of ").removeprefix("set of ")


def is_idempotent(kind: str) -> bool:
    """Whether a leaf that is there twice counts once."""
    return kind in _IDEMPOTENT


def elements(kind: str, counts: Counter[Value]) -> list[Value] | None:
    """
    Each leaf as often as it counts; None if these are too many: where each store multiplies what
    the one before stored by itself, the leaves double with each.
    """
    if is_idempotent(kind):
        return [*counts]
    return [*counts.elements()] if counts.total() <= _MOST_LEAVES else None


def is_ordered(kind: str) -> bool:
    """Whether no flag gives leave to combine leaves in any order."""
    return kind not in _FREEDOM and kind not in _IDEMPOTENT


def is_free(op: Operator) -> bool:
    """
    Whether operations like this one, with each other alone, may be done in any order.

    An fma that may be moved apart from its product is `x * y + z` under both flags.
    """
    kind = kind_of(op)
    needed = _FREEDOM.get(kind, frozenset())
    if op.name == "math.fma":
        needed |= {"contract"}
    return not is_ordered(kind) and op.flags >= needed


def combined(table: TermTable, term: Term, product: str = FUSED) -> Sequence[Value]:
    """
    The operands that an operation of a tree combines; for an fma the product, by the operation of
    this name.

    That the sum may be reordered says nothing of the product.
    """
    op = term.operator
    if op.name != "math.fma":
        return term.args
    x, y, z = term.args
    maker = operator(product, op.result, op.operands[:2], op.flags - {"reassoc"})
    return table.make(maker, in_order([x, y])), z


def in_order(values: Sequence[Value]) -> tuple[Value, ...]:
    """Terms by their age, then known integers."""
    return tuple(sorted(values, key=_age))


def _age(value: Value) -> tuple[int, int]:
    return (0, value.number) if isinstance(value, Term) else (1, value)


def without_zeros(op: Operator, operands: list[Value]) -> list[Value]:
    """A float sum's operands without the zeros that change nothing in any order."""
    if op.name != "arith.addf":
        return operands
    positive = [v for v in operands if is_number(v, "0.0")]
    kept = [v for v in operands if not is_number(v, "-0.0") and not is_number(v, "0.0")]
    settled = any(isinstance(v, Term) and v.traits & Trait.NOT_NEGATIVE_ZERO for v in kept)
    if positive and not settled and ("nsz" not in op.flags or not kept):
        kept.append(positive[0])
    return kept or operands[:1]


def exact_total(op: Operator, kind: str, numbers: Sequence[Constant]) -> Number | None:
    """
    The value of a sum or product of numbers in any order; None if a step may be rounded, or 0.
    """
    scalar = op.result
    if kind not in ("arith.addf", "arith.mulf") or not isinstance(scalar, Float):
        return None
    total = Fraction(kind == "arith.mulf")
    for number in sorted((float(n.value) for n in numbers), key=abs):
        if not math.isfinite(number):
            return None
        total = total + Fraction(number) if kind == "arith.addf" else total * Fraction(number)
        if total == 0 or not math.isfinite(rounded := float(scalar.nearest(total))):
            return None
        if Fraction(rounded) != total:
            return None
    return scalar.nearest(total)


def is_number(value: Value, text: str) -> bool:
    """Whether a value is the float constant of this text."""
    return isinstance(value, Constant) and str(float(value.value)) == text
