"""What a computed value is, when some of the loads that it comes from are known."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from .assumptions import Arbitrary, Exactly, Known, SomeZero
from .constants import fold_constants, width

Folded: TypeAlias = "Known | SSAValue"


@dataclass
class Folder:
    """
    Folds values under known loads, by the rules on floats of design section 3.

    `not_negative_zero` and `may_be_poison` answer for values that are not known. `relaxed` treats
    float operations on known loads, and on what is computed from these alone, as if they carried
    nnan, ninf and nsz. `stored` has the values of loads that are those of other values.
    `relied_on` collects the operations whose flags a result stands on.
    """

    known: Mapping[SSAValue, Known]
    not_negative_zero: Callable[[SSAValue], bool]
    may_be_poison: Callable[[SSAValue], bool]
    relaxed: bool = False
    stored: Mapping[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    relied_on: set[Operation] = field(default_factory=set[Operation])

    def fold(self, value: SSAValue) -> Folded:
        """The constant that the value is, or the value that it equals, itself if need be."""
        known = self.known.get(value)
        if known is not None and not isinstance(known, Arbitrary):
            return known
        if value in self.stored:
            return self.fold(self.stored[value])
        op = value.owner
        if isinstance(op, arith.ConstantOp):
            return Exactly(op.value)
        if isinstance(op, arith.SelectOp):
            left, right = self.fold(op.lhs), self.fold(op.rhs)
            same = surely_equal(left, right) and not self.may_be_poison(op.cond)
            return left if same else value
        if not isinstance(op, Operation) or op.dialect_name() not in ("arith", "math"):
            return value
        if op.regions or len(op.results) != 1 or len(op.operands) not in (1, 2):
            return value
        return self._arithmetic(op, [self.fold(operand) for operand in op.operands]) or value

    def _arithmetic(self, op: Operation, operands: list[Folded]) -> Folded | None:
        constants = [operand.value for operand in operands if isinstance(operand, Exactly)]
        if len(constants) == len(operands):
            found = fold_constants(op, constants)
            if found is not None:
                return Exactly(found)
        if len(operands) == 1:
            keeps_zero = isinstance(op, arith.NegfOp | arith.ExtFOp | arith.TruncFOp)
            return operands[0] if keeps_zero and isinstance(operands[0], SomeZero) else None
        left, right = operands
        found = self._binary(op, left, right, swapped=False)
        return self._binary(op, right, left, swapped=True) if found is None else found

    def _binary(self, op: Operation, value: Folded, known: Folded, swapped: bool) -> Folded | None:
        """The result where the second operand is known (the first one, where swapped)."""
        if isinstance(known, SSAValue | Arbitrary):
            return None
        constant = known.value if isinstance(known, Exactly) else None
        if isinstance(constant, IntegerAttr):
            result = _integer(op, value, cast("IntegerAttr", constant), swapped)
        elif constant is None or isinstance(constant, FloatAttr):
            result = self._float(op, value, known, swapped)
        else:
            return None
        # The other operand is gone, and poison would not be.
        gone = result is not None and result != value
        return None if gone and self.may_be_poison(op.operands[1 if swapped else 0]) else result

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
                return self._zero_product(op, value)
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

    def _zero_product(self, op: Operation, value: Folded) -> Known | None:
        if isinstance(value, SomeZero):
            return value
        if isinstance(value, Exactly):
            number = cast("FloatAttr[AnyFloat]", value.value).value.data
            return SomeZero() if math.isfinite(number) else None
        finite = self._has(op, FastMathFlag.NO_NANS, FastMathFlag.NO_INFS)
        return SomeZero() if finite else None

    def _ignoring(self, op: Operation, value: Folded, number: float | None) -> Folded | None:
        """`maxnumf` and `minnumf` against NaN, or against their infinity where no NaN comes in."""
        if number is None:
            return None
        infinity = float("-inf") if isinstance(op, arith.MaxnumfOp) else float("inf")
        if number != number:
            return value
        return value if number == infinity and self._has(op, FastMathFlag.NO_NANS) else None

    def _has(self, op: Operation, *wanted: FastMathFlag) -> bool:
        if self.relaxed and any(map(self._is_from_padding, op.operands)):
            return True
        flags = op.properties.get("fastmath")
        if isinstance(flags, arith.FastMathFlagsAttr) and set(wanted) <= set(flags.data):
            self.relied_on.add(op)
            return True
        return False

    def _is_from_padding(self, value: SSAValue) -> bool:
        """Whether a value is a known load, or computed from such and constants only."""
        known = self.known.get(value)
        if known is not None:
            return not isinstance(known, Arbitrary)
        op = value.owner
        if not isinstance(op, Operation) or op.dialect_name() not in ("arith", "math"):
            return False
        if not op.operands or op.regions:
            return False
        others = [o for o in op.operands if not isinstance(o.owner, arith.ConstantOp)]
        return bool(others) and all(map(self._is_from_padding, others))


def surely_equal(left: Folded, right: Folded) -> bool:
    """Whether two folded values are the same: two zeros of unknown sign need not be."""
    return left == right and not isinstance(left, SomeZero | Arbitrary)


def _integer(op: Operation, value: Folded, known: IntegerAttr, swapped: bool) -> Folded | None:
    number, type = known.value.data, known.type
    bits = width(type)
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
