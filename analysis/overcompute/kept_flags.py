"""Which float flags of inserted operations make nothing of a result that was not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IndexType, IntegerType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue, Use

from ...dialect.ir.effects import DIVISIONS, is_arithmetic
from ...dialect.ir.memory_access import is_load, is_stored_value
from ...dialect.ir.operations import is_a, operations_in
from ..speculation.inserted_instances import Guard, SpeculatedInstances
from ..values.folding import Promise, surely_equal
from ..values.known import Exactly, SomeZero
from ..values.numbers import Numbers
from ..values.poison import computing
from .flagged_values import FlaggedValues, has_flag
from .inserted_values import InsertedValues, Part

_POISON = (FastMathFlag.NO_NANS, FastMathFlag.NO_INFS)
"""The flags of floats that make poison of what they rule out."""
_SIGN = FastMathFlag.NO_SIGNED_ZEROS
"""With it a zero may come out with either sign."""
OF_INSTANCES = (*_POISON, _SIGN)
"""The flags that say something of the instances that ran, and so may not stay for others."""


@dataclass(frozen=True)
class Unchanged:
    """
    A value that inserted instances give where it is what was there without them.

    `before` is what an else arm gave, or None if a store leaves what its cell holds; `is_unseen`
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
    what it allows, or from what was there, and that was poison already where the flag rules it out;
    and `nsz` where a zero of either sign gives the same.
    """
    flagged = [(op, flag) for flag in OF_INSTANCES for op in ops if has_flag(op, flag)]
    kept = {(op, flag) for op, flag in flagged if _is_only_stored(op, insertion)}
    checks = {
        flag: _SignCheck(values) if flag is _SIGN else _Check(insertion, values, flag)
        for flag in OF_INSTANCES
        if any((op, flag) in kept for op in ops)
    }
    for given in unchanged:
        feeding = values.operations_feeding(given.value) if kept else []
        own = {flag: [op for op in feeding if (op, flag) in kept] for flag in checks}
        of_flags = {flag: ops for flag, ops in own.items() if ops}
        # Asked first, and once for all flags: it is a tenth of the work of the checks.
        if of_flags and not given.is_unseen():
            for flag, ops in of_flags.items():
                kept -= {(op, flag) for op in checks[flag].changing(given, ops)}
    # Poison that original instances leave was counted out where a proof needed that.
    return {(op, flag) for op, flag in kept if flag is _SIGN or not values.stood_on_dropped}


class _SignCheck:
    """Looks for zeros whose sign is open by `nsz`, where it was not."""

    def __init__(self, values: InsertedValues):
        self._values = values

    def changing(self, given: Unchanged, ops: Sequence[Operation]) -> list[Operation]:
        """Return the operations that feed a value and whose flag may change its sign."""
        found: list[Operation] = []
        part = given.part
        for op in ops:
            either = self._with_either_zero(op, part)
            if either is None or not self._is_the_same(given, either):
                found.append(op)
            else:
                part = either
        return found

    def _with_either_zero(self, op: Operation, part: Part) -> Part | None:
        """The part where a zero that the operation gives has either sign; None if it is open."""
        (result,) = op.results
        folded = self._values.fold_as_shown(result, part)
        is_zero = isinstance(folded, Exactly) and _is_zero(folded.value)
        if isinstance(folded, SomeZero) or (isinstance(folded, Exactly) and not is_zero):
            return part
        if any(self._values.holds(op, operand, _SIGN, part) for operand in op.operands):
            return part
        return replace(part, known={**part.known, result: SomeZero()}) if is_zero else None

    def _is_the_same(self, given: Unchanged, part: Part) -> bool:
        before = self._values.fold_as_shown(given.value, given.part)
        if part is not given.part and isinstance(before, Exactly):
            return False  # by what is computed of the zeros, which pad-tv does not follow
        return surely_equal(self._values.fold_as_shown(given.value, part), before)


def _is_zero(constant: Attribute) -> bool:
    return isinstance(constant, FloatAttr) and cast("FloatAttr[AnyFloat]", constant).value.data == 0


class _Check:
    """Looks for poison that inserted instances make by one flag."""

    def __init__(self, insertion: SpeculatedInstances, values: InsertedValues, flag: FastMathFlag):
        self._insertion, self._values, self._flag = insertion, values, flag
        self._flagged = FlaggedValues(insertion, flag)

    def changing(self, given: Unchanged, ops: Sequence[Operation]) -> list[Operation]:
        """Return the operations that feed a value and whose flag may make it poison."""
        held = self._held(given)
        return [
            op
            for op in ops
            if not all(
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
            of_one_cell = is_load(value.owner) and (
                isinstance(before, SSAValue) and is_load(before.owner)
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
    return op in insertion.removed or is_stored_value(op, use.index)
