"""Which float flags of inserted operations make no poison that was not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue, Use

from ...dialect.ir.effects import DIVISIONS, is_arithmetic
from ...dialect.ir.operations import is_a, operations_in
from ..speculation.inserted_instances import Guard, Load, SpeculatedInstances, Store
from ..values.folding import Promise
from ..values.known import Exactly, SomeZero
from ..values.numbers import Numbers
from ..values.poison import computing
from .flagged_values import FlaggedValues, has_flag
from .inserted_values import InsertedValues, Part

POISON = (FastMathFlag.NO_NANS, FastMathFlag.NO_INFS)
"""The flags of floats that make poison of what they rule out."""


@dataclass(frozen=True)
class Unchanged:
    """
    A value that inserted instances give where it is what was there without them.

    `before` is what an else arm gave, or None where a store leaves what its cell holds; `is_unseen`
    tells whether nobody sees it all the same.
    """

    value: SSAValue
    before: SSAValue | None
    part: Part
    is_unseen: Callable[[], bool]


def speculated(guard: Guard) -> list[Operation]:
    """The operations whose flags promised something only where the guard held."""
    if isinstance(guard, arith.SelectOp):
        return computing([guard.lhs])
    inside = operations_in(guard)
    return [*inside, *computing(operand for op in inside for operand in op.operands)]


def kept_flags(
    ops: Sequence[Operation],
    unchanged: Iterable[Unchanged],
    insertion: SpeculatedInstances,
    values: InsertedValues,
) -> set[Promise]:
    """
    The flags of these operations, which inserted instances use, that may stay.

    A flag may where each inserted instance that somebody sees computes what the flag allows from
    what it allows, or from what was there, and that was poison already where the flag rules it out.
    """
    flagged = [(op, flag) for flag in POISON for op in ops if has_flag(op, flag)]
    kept = {(op, flag) for op, flag in flagged if _is_only_stored(op, insertion)}
    for flag in dict.fromkeys(flag for _, flag in kept):
        check = _Check(insertion, values, flag)
        for given in unchanged:
            new = {(op, flag) for op in check.making_poison(given)} & kept
            if new and not given.is_unseen():
                kept -= new
    # Poison that original instances leave was counted out where a proof needed that.
    return set() if values.stood_on_dropped else kept


class _Check:
    """Looks for poison that inserted instances make by one flag."""

    def __init__(self, insertion: SpeculatedInstances, values: InsertedValues, flag: FastMathFlag):
        self._insertion, self._values, self._flag = insertion, values, flag
        self._flagged = FlaggedValues(insertion, flag)

    def making_poison(self, given: Unchanged) -> list[Operation]:
        """The operations that feed a value whose flag may make poison that was not there."""
        held = self._held(given)
        return [
            op
            for op in self._values.operations_feeding(given.value)
            if has_flag(op, self._flag)
            and not all(
                self._is_allowed(value, held, given.part) for value in (*op.operands, *op.results)
            )
        ]

    def _held(self, given: Unchanged) -> SSAValue | None:
        """The value that was there, if the flag rules it out only where it was poison."""
        value = self._values.fold(given.value, given.part)
        if not isinstance(value, SSAValue):
            return None
        if given.before is not None:
            before = self._values.fold_removed(given.before, given.part)
            of_one_cell = isinstance(value.owner, Load) and (
                isinstance(before, SSAValue) and isinstance(before.owner, Load)
            )
            if before is not value and not of_one_cell:
                return None
        return value if self._flagged.never(value) else None

    def _is_allowed(self, value: SSAValue, held: SSAValue | None, part: Part) -> bool:
        if isinstance(value.type, IntegerType | IndexType):
            return True
        folded = self._values.fold_as_shown(value, part)
        match folded:
            case Exactly(constant):
                return self._flagged.allows_constant(constant)
            case SomeZero():
                return True
            case SSAValue() if folded is held:
                return True
            case _:
                numbers = Numbers(part.known, self._insertion.guard)
                return self._flagged.allows(numbers.of(value))


def _is_only_stored(op: Operation, insertion: SpeculatedInstances) -> bool:
    """Whether inserted instances only store, or give, what is computed from a result."""
    pending, seen = list(op.results), set[SSAValue]()
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            user = use.operation
            if is_arithmetic(user) and not is_a(user, DIVISIONS) and user is not insertion.guard:
                pending += user.results
            elif not _may_see_poison(use, insertion):
                return False
    return True


def _may_see_poison(use: Use, insertion: SpeculatedInstances) -> bool:
    """Whether a use is a store or a result that is looked at, or of no inserted instance."""
    op, guard = use.operation, insertion.guard
    if op is guard:
        return isinstance(guard, arith.SelectOp) and use.index > 0
    if isinstance(op, affine.YieldOp | scf.YieldOp) and op.parent_op() is guard:
        return True
    if not guard.is_ancestor(op):
        return True
    return op in insertion.removed or (isinstance(op, Store) and use.index == 0)
