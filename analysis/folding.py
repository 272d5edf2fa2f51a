"""What a computed value is, when some of the loads that it comes from are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from .assumptions import Arbitrary, Exactly, Known, SomeZero

Folded: TypeAlias = "Known | SSAValue"


@dataclass
class Folder:
    """
    Folds values under known loads, by the rules on floats of design section 3.

    `not_negative_zero` answers for values that are not known; `relaxed` treats float operations on
    known values as if they carried nnan, ninf and nsz. `relied_on` collects the operations whose
    flags a result stands on.
    """

    known: Mapping[SSAValue, Known]
    not_negative_zero: Callable[[SSAValue], bool]
    relaxed: bool = False
    relied_on: set[Operation] = field(default_factory=set[Operation])

    def fold(self, value: SSAValue) -> Folded:
        """The constant that the value is, or the value that it equals, itself if need be."""
        known = self.known.get(value)
        if known is not None and not isinstance(known, Arbitrary):
            return known
        op = value.owner
        if isinstance(op, arith.ConstantOp):
            return Exactly(op.value)
        if isinstance(op, arith.SelectOp):
            left, right = self.fold(op.lhs), self.fold(op.rhs)
            return left if surely_equal(left, right) else value
        if isinstance(op, Operation) and len(op.operands) == 2 and len(op.results) == 1:
            left, right = self.fold(op.operands[0]), self.fold(op.operands[1])
            for first, second, swapped in ((left, right, False), (right, left, True)):
                found = self._binary(op, first, second, swapped)
                if found is not None:
                    return found
        return value

    def _binary(self, op: Operation, value: Folded, known: Folded, swapped: bool) -> Folded | None:
        """The result where the second operand is known (the first one, where swapped)."""
        if isinstance(known, SSAValue):
            return None
        if isinstance(known, Exactly) and not isinstance(known.value, FloatAttr):
            return _integer(op, value, known.value, swapped)
        return self._float(op, value, known, swapped)

    def _float(self, op: Operation, value: Folded, known: Known, swapped: bool) -> Folded | None:
        number = None
        if isinstance(known, Exactly):
            number = cast("FloatAttr[AnyFloat]", known.value).value.data
        zero = isinstance(known, SomeZero) or number == 0
        match op:
            case arith.AddfOp() if zero:
                return value if self._keeps(op, value, known) else None
            case arith.SubfOp() if zero and not swapped:
                negated = Exactly(_negated(known.value)) if isinstance(known, Exactly) else known
                return value if self._keeps(op, value, negated) else None
            case arith.MulfOp() | arith.DivfOp() if number == 1.0:
                return value if isinstance(op, arith.MulfOp) or not swapped else None
            case arith.MulfOp() if zero:
                return self._zero_product(op)
            case arith.MaximumfOp() if number == float("-inf"):
                return value
            case arith.MinimumfOp() if number == float("inf"):
                return value
            case arith.MaxnumfOp() | arith.MinnumfOp():
                return self._ignoring(op, value, number)
            case _:
                return None

    def _keeps(self, op: Operation, value: Folded, zero: Known) -> bool:
        """Whether `value + zero` is `value`: unless that is -0.0 and the zero +0.0."""
        if isinstance(zero, Exactly) and _is_negative_zero(zero.value):
            return True
        if isinstance(value, SSAValue) and self.not_negative_zero(value):
            return True
        if isinstance(value, Exactly) and not _is_negative_zero(value.value):
            return True
        return self._has(op, FastMathFlag.NO_SIGNED_ZEROS)

    def _zero_product(self, op: Operation) -> Known | None:
        finite = self._has(op, FastMathFlag.NO_NANS) and self._has(op, FastMathFlag.NO_INFS)
        return SomeZero() if finite else None

    def _ignoring(self, op: Operation, value: Folded, number: float | None) -> Folded | None:
        """`maxnumf` and `minnumf` against NaN, or against their infinity where no NaN comes in."""
        if number is None:
            return None
        infinity = float("-inf") if isinstance(op, arith.MaxnumfOp) else float("inf")
        if number != number:
            return value
        return value if number == infinity and self._has(op, FastMathFlag.NO_NANS) else None

    def _has(self, op: Operation, flag: FastMathFlag) -> bool:
        if self.relaxed:
            return True
        flags = op.properties.get("fastmath")
        if isinstance(flags, arith.FastMathFlagsAttr) and flag in flags.data:
            self.relied_on.add(op)
            return True
        return False


def surely_equal(left: Folded, right: Folded) -> bool:
    """Whether two folded values are the same: two zeros of unknown sign need not be."""
    return left == right and not isinstance(left, SomeZero | Arbitrary)


def _integer(op: Operation, value: Folded, known: Attribute, swapped: bool) -> Folded | None:
    constant = cast("IntegerAttr", known)
    number, type = constant.value.data, constant.type
    bits = type.width.data if isinstance(type, IntegerType) else 64
    ones = number % (1 << bits) == (1 << bits) - 1
    match op:
        case arith.AddiOp() | arith.OrIOp() | arith.XOrIOp() if number == 0:
            return value
        case arith.SubiOp() if number == 0 and not swapped:
            return value
        case arith.MuliOp() if number == 1:
            return value
        case arith.MuliOp() | arith.AndIOp() if number == 0:
            return Exactly(known)
        case arith.AndIOp() if ones:
            return value
        case arith.MaxUIOp() if number == 0:
            return value
        case arith.MinUIOp() if ones:
            return value
        case arith.MaxSIOp() if number == -(1 << (bits - 1)):
            return value
        case arith.MinSIOp() if number == (1 << (bits - 1)) - 1:
            return value
        case _:
            return None


def _is_negative_zero(value: Attribute) -> bool:
    data = cast("FloatAttr[AnyFloat]", value).value.data
    return data == 0 and str(data).startswith("-")


def _negated(value: Attribute) -> FloatAttr[AnyFloat]:
    constant = cast("FloatAttr[AnyFloat]", value)
    return FloatAttr(-constant.value.data, constant.type)
