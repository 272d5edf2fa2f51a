"""Fold a computed value if some of the loads that it comes from are known."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TypeAlias, cast

from xdsl.dialects import arith, scf
from xdsl.dialects import math as math_ops
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.annotations import buffer_name
from ...dialect.ir.effects import is_arithmetic
from ...dialect.ir.memory_access import buffer_of, is_load
from ...dialect.ir.poison_flags import fastmath_of
from .comparisons import Comparison, outcome
from .constants import fold_constants, truth, width
from .known import Arbitrary, Exactly, Known, Number, SomeZero
from .numbers import number_of

Folded: TypeAlias = "Known | SSAValue"
Promise: TypeAlias = tuple[Operation, FastMathFlag]
"""A flag of an operation."""


_OF_ANY_ZERO = (arith.NegfOp, arith.ExtFOp, arith.TruncFOp)
"""Operations that are evaluated for a zero of which the sign is not known."""
_MOST_ZEROS = 3
"""Zeros of unknown sign of which each sign is tried, in all combinations."""


def _unknown_number(_: SSAValue) -> Number | None:
    return None


def _is_fact(_: Operation, __: SSAValue, ___: FastMathFlag) -> bool:
    return True


def _itself(value: SSAValue) -> Hashable:
    return value


@dataclass
class Folder:
    """
    Folds values under known loads, by the rules on floats of design section 3.

    `not_negative_zero`, `may_be_poison` and `number` answer for values that are not known.
    `cell_of` gives values that come from one cell one key.
    `relaxed` treats float operations on the values `pads`, and on what is computed from these and
    constants alone, as if they carried nnan, ninf and nsz; `granted` treats all so. `stored` has
    the values of loads that are those of other values. `is_fact` tells whether a flag of an
    operation, if it has it, says something of an operand. `relied_on` collects the flags that a
    result stands on, `missing` says of operations which fact would fold them, `unknown` the
    constants on which operations are not known to give something.
    """

    known: Mapping[SSAValue, Known]
    not_negative_zero: Callable[[SSAValue], bool]
    may_be_poison: Callable[[SSAValue], bool]
    number: Callable[[SSAValue], Number | None] = _unknown_number
    relaxed: bool = False
    pads: frozenset[SSAValue] = frozenset()
    granted: bool = False
    stored: Mapping[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    is_fact: Callable[[Operation, SSAValue, FastMathFlag], bool] = _is_fact
    cell_of: Callable[[SSAValue], Hashable] = _itself
    relied_on: set[Promise] = field(default_factory=set[Promise])
    missing: dict[Operation, str] = field(default_factory=dict[Operation, str])
    unknown: dict[Operation, str] = field(default_factory=dict[Operation, str])
    _folded: dict[SSAValue, Folded] = field(init=False, default_factory=dict[SSAValue, "Folded"])

    def fold(self, value: SSAValue) -> Folded:
        """The constant that the value is, or the value that it equals, itself if need be."""
        own = replace(self, relied_on=set(), missing={}, unknown={})
        found = own._fold(value)
        if not isinstance(found, Exactly):
            decided = self._for_each_sign(value)
            if decided is not None and decided[0] != found:
                found, own = decided
        self.relied_on |= own.relied_on
        self.missing |= own.missing
        for op, given in own.unknown.items():
            self.unknown.setdefault(op, given)
        return found

    def _for_each_sign(self, value: SSAValue) -> tuple[Folded, Folder] | None:
        """
        The value where it is the same whatever sign the zeros have that it is computed from, and
        with which folder; None where that is not shown.
        """
        zeros: dict[Hashable, list[SSAValue]] = {}
        for zero in self._zeros_feeding(value):
            zeros.setdefault(self.cell_of(zero), []).append(zero)
        if not 0 < len(zeros) <= _MOST_ZEROS:
            return None
        found: list[Folded] = []
        relied_on = set[Promise]()
        for signs in product((0.0, -0.0), repeat=len(zeros)):
            given = {
                zero: Exactly(FloatAttr(sign, cast("AnyFloat", zero.type)))
                for sign, same in zip(signs, zeros.values(), strict=True)
                for zero in same
            }
            own = replace(self, known={**self.known, **given}, relied_on=relied_on)
            own.missing, own.unknown = {}, {}
            found.append(own._fold(value))
            if not surely_equal(found[0], found[-1]):
                return None
        return found[0], replace(self, relied_on=relied_on, missing={}, unknown={})

    def _zeros_feeding(self, value: SSAValue) -> list[SSAValue]:
        """The values that a value is computed from of which only is known that each is a zero."""
        pending, seen = [value], dict[SSAValue, None]()
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen[current] = None
            known = self.known.get(current)
            if known is not None and not isinstance(known, Arbitrary | Number):
                continue
            if current in self.stored:
                pending.append(self.stored[current])
            elif isinstance(op := current.owner, scf.IfOp):
                ends = (region.blocks[0].last_op for region in op.regions if region.blocks)
                given = (end.operands[op.results.index(current)] for end in ends if end is not None)
                pending += [op.cond, *given]
            elif isinstance(op, Operation) and is_arithmetic(op):
                pending += op.operands
        return [each for each in seen if isinstance(self.known.get(each), SomeZero)]

    def _fold(self, value: SSAValue) -> Folded:
        """Once for each value: there are many ways through a polynomial."""
        if value not in self._folded:
            self._folded[value] = self._folded_once(value)
        return self._folded[value]

    def _folded_once(self, value: SSAValue) -> Folded:
        known = self.known.get(value)
        if known is not None and not isinstance(known, Arbitrary | Number):
            return known
        if value in self.stored:
            return self._fold(self.stored[value])
        op = value.owner
        if isinstance(op, arith.ConstantOp):
            return Exactly(op.value)
        if isinstance(op, arith.SelectOp):
            return self._select(op)
        if isinstance(op, scf.IfOp):
            return self._given(op, op.results.index(value))
        if not isinstance(op, Operation) or not is_arithmetic(op):
            return value
        return self._arithmetic(op, [self._fold(operand) for operand in op.operands]) or value

    def _given(self, op: scf.IfOp, position: int) -> Folded:
        """What the arm gives that runs."""
        own = replace(self, relied_on=set(), missing={}, unknown={})
        condition = own.fold(op.cond)
        if not isinstance(condition, Exactly) or own.relied_on:
            return op.results[position]
        holds = cast("IntegerAttr", condition.value).value.data & 1
        arm = op.regions[0 if holds else 1].blocks[0].last_op
        assert arm is not None
        return self._fold(arm.operands[position])

    def _select(self, op: arith.SelectOp) -> Folded:
        # A condition chooses that is known without a flag.
        own = replace(self, relied_on=set(), missing={}, unknown={})
        condition = own.fold(op.cond)
        if isinstance(condition, Exactly) and not own.relied_on:
            holds = cast("IntegerAttr", condition.value).value.data & 1
            return self._fold(op.lhs if holds else op.rhs)
        left, right = self._fold(op.lhs), self._fold(op.rhs)
        if surely_equal(left, right) and not self.may_be_poison(op.cond):
            return left
        found = own._compared_arm(op, left, right)
        if found is not None and not own.relied_on:
            return found
        self.unknown |= own.unknown
        return op.result

    def _compared_arm(self, op: arith.SelectOp, left: Folded, right: Folded) -> Folded | None:
        """The arm that is chosen unless both are the same: of a maximum by comparison, say."""
        comparison = op.cond.owner
        if not isinstance(comparison, Comparison):
            return None
        operands = [self._fold(operand) for operand in comparison.operands]
        for position, (constant, other) in enumerate(zip(operands, operands[::-1], strict=True)):
            if not isinstance(constant, Exactly):
                continue
            kind = self._kind(comparison, other)
            holds = outcome(comparison, constant.value, position, kind, or_same=True)
            if holds is None:
                continue
            chosen, passed = (left, right) if holds else (right, left)
            if surely_equal(chosen, other) and surely_equal(passed, constant):
                return chosen
            if surely_equal(chosen, constant) and surely_equal(passed, other):
                return None if self.may_be_poison(op.cond) else chosen
        return None

    def _arithmetic(self, op: Operation, operands: list[Folded]) -> Folded | None:
        choices = [_choices(value, of) for value, of in zip(operands, op.operands, strict=True)]
        of_zeros = any(isinstance(operand, SomeZero) for operand in operands)
        known = None
        if not of_zeros or isinstance(op, _OF_ANY_ZERO):
            known = _only([fold_constants(op, given) for given in product(*choices)])
        if known is not None and not of_zeros:
            return known
        found = self._partly(op, operands)
        if found is None and known is None and (all(choices) or isinstance(op, Comparison)):
            # Constants first: "for 0 and the value loaded from A" has only one reading.
            given = sorted(operands, key=lambda operand: isinstance(operand, SSAValue))
            self.unknown.setdefault(op, " and ".join(map(_operand, given)))
        return known if found is None else found

    def _partly(self, op: Operation, operands: list[Folded]) -> Folded | None:
        """The result where one operand decides, or leaves another one as it is."""
        match op, operands:
            case math_ops.FmaOp(), [a, b, c]:
                return self._fused(op, a, b, c)
            case _, [left, right]:
                found = self._binary(op, left, right, swapped=False)
                return self._binary(op, right, left, swapped=True) if found is None else found
            case _:
                return None

    def _binary(self, op: Operation, value: Folded, known: Folded, swapped: bool) -> Folded | None:
        """The result where the second operand is known (the first one, where swapped)."""
        if isinstance(known, SSAValue | Arbitrary | Number):
            return None
        constant = known.value if isinstance(known, Exactly) else None
        if isinstance(op, Comparison):
            holds = None
            if constant is not None:
                holds = outcome(op, constant, 0 if swapped else 1, self._kind(op, value))
            result = None if holds is None else Exactly(truth(holds))
        elif isinstance(constant, IntegerAttr):
            result = _integer(op, value, cast("IntegerAttr", constant), swapped)
        elif constant is None or isinstance(constant, FloatAttr):
            result = self._float(op, value, known, swapped)
        else:
            return None
        if result is None or result == value:
            return result
        # The other operand is gone, and poison would not be.
        gone = op.operands[1 if swapped else 0]
        if not self.may_be_poison(gone):
            return result
        if isinstance(op, Comparison):
            self.unknown[op] = f"{_operand(known)} and {_shown(gone)} (which may be poison)"
        return None

    def _float(self, op: Operation, value: Folded, known: Known, swapped: bool) -> Folded | None:
        number = _number(known)
        zero = isinstance(known, SomeZero) or number == 0
        operand = op.operands[1 if swapped else 0]
        match op:
            case arith.AddfOp() if zero:
                return value if self._keeps(op, operand, value, known) else None
            case arith.SubfOp() if zero and not swapped:
                negated = Exactly(_negated(known.value)) if isinstance(known, Exactly) else known
                return value if self._keeps(op, operand, value, negated) else None
            case arith.AddfOp() | arith.SubfOp() if number is not None and math.isinf(number):
                sign = -1 if isinstance(op, arith.SubfOp) and not swapped else 1
                return self._infinite_sum(op, value, sign * number)
            case arith.MulfOp() | arith.DivfOp() if number == 1.0:
                return value if isinstance(op, arith.MulfOp) or not swapped else None
            case arith.MulfOp() if zero:
                return self._zero_product(op, operand, value)
            case arith.MaximumfOp() | arith.MinimumfOp() | arith.MaxnumfOp() | arith.MinnumfOp():
                return self._extreme(op, operand, value, known, number)
            case _:
                return None

    def _keeps(self, op: Operation, operand: SSAValue, value: Folded, zero: Known) -> bool:
        """Whether `value + zero` is `value`: unless that is -0.0 and the zero +0.0."""
        if isinstance(zero, Exactly) and _is_negative_zero(zero.value):
            return True
        if isinstance(value, SSAValue) and self.not_negative_zero(value):
            return True
        if isinstance(value, Exactly) and not _is_negative_zero(value.value):
            return True
        if self._has(op, operand, FastMathFlag.NO_SIGNED_ZEROS):
            return True
        fact = f"{_shown(value)} may be -0.0"
        return self._lacks(op, operand, fact, FastMathFlag.NO_SIGNED_ZEROS)

    def _fused(self, op: Operation, a: Folded, b: Folded, c: Folded) -> Folded | None:
        """Return the addend of a fused multiply-add whose product is a zero of either sign."""
        for zero, other, gone in ((a, b, op.operands[1]), (b, a, op.operands[0])):
            if not isinstance(zero, SomeZero) and _number(zero) != 0:
                continue
            # By itself: what the flags rule out, they rule out of `c` too.
            if self._is_finite(other) and not self.may_be_poison(gone):
                return c if self._keeps(op, op.operands[2], c, SomeZero()) else None
        return None

    def _is_finite(self, value: Folded) -> bool:
        number = self._known_number(value)
        return number is not None and number.finite

    def _kind(self, op: Comparison, other: Folded) -> Number | None:
        """Return the facts about a value that is compared with a constant."""
        return self._known_number(other) or (Number(finite=False) if self.grants(op) else None)

    def _known_number(self, value: Folded) -> Number | None:
        """Return whether a value that is never NaN is also finite; None if it may be NaN."""
        match value:
            case SSAValue():
                return self.number(value)
            case Exactly(constant):
                return number_of(constant)
            case SomeZero():
                return Number(finite=True)
            case Number():
                return value
            case _:
                return None

    def _zero_product(self, op: Operation, operand: SSAValue, value: Folded) -> Known | None:
        if not self._is_number(op, operand, value, finite=True):
            return None
        if self._has(op, operand, FastMathFlag.NO_SIGNED_ZEROS):
            return Exactly(FloatAttr(0.0, cast("AnyFloat", op.results[0].type)))
        return SomeZero()

    def _infinite_sum(self, op: Operation, value: Folded, result: float) -> Known | None:
        """
        Fold the addition of a value to an infinity, or its subtraction: NaN and the opposite
        infinity give NaN.
        """
        if isinstance(value, Exactly) or self._promises(op, FastMathFlag.NO_INFS):
            return None  # the other infinity, or poison
        if not self._is_finite(value) and not self.grants(op):
            self.missing[op] = f"{_shown(value)} may be infinite or NaN"
            return None
        return Exactly(FloatAttr(result, cast("AnyFloat", op.results[0].type)))

    def _extreme(
        self, op: Operation, operand: SSAValue, value: Folded, known: Known, number: float | None
    ) -> Folded | None:
        """A maximum or minimum with an infinity, or with the NaN that `maxnumf` ignores."""
        if number is None:
            return None
        ignores_nan = isinstance(op, arith.MaxnumfOp | arith.MinnumfOp)
        if number != number:
            if self._promises(op, FastMathFlag.NO_NANS):
                return None  # poison, where something else stands on the flag
            return value if ignores_nan else known
        if not math.isinf(number):
            return None
        neutral = (number == -math.inf) == isinstance(op, arith.MaximumfOp | arith.MaxnumfOp)
        # What is ignored would come out in place of a NaN, and a NaN in place of what wins.
        if neutral == ignores_nan and not self._is_number(op, operand, value, finite=False):
            return None
        return value if neutral else known

    def _is_number(self, op: Operation, operand: SSAValue, value: Folded, finite: bool) -> bool:
        """
        Whether an operand is not a NaN, or finite, by itself or by what the operation promises.
        """
        if isinstance(value, SomeZero):
            return True
        if isinstance(value, Exactly):
            data = cast("FloatAttr[AnyFloat]", value.value).value.data
            return math.isfinite(data) if finite else not math.isnan(data)
        number = self.number(value) if isinstance(value, SSAValue) else value
        if isinstance(number, Number) and number.finite >= finite:
            return True
        flags = (FastMathFlag.NO_NANS, *((FastMathFlag.NO_INFS,) if finite else ()))
        if self._has(op, operand, *flags):
            return True
        fact = f"{_shown(value)} may be {'infinite or NaN' if finite else 'NaN'}"
        return self._lacks(op, operand, fact, *flags)

    def _has(self, op: Operation, operand: SSAValue, *wanted: FastMathFlag) -> bool:
        if self.grants(op):
            return True
        if self._promises(op, *wanted) and self._would_say(op, operand, *wanted):
            self.relied_on |= {(op, flag) for flag in wanted}
            return True
        return False

    def grants(self, op: Operation) -> bool:
        """Whether an operation is taken to have nnan, ninf and nsz."""
        of_padding = self.relaxed and any(map(self._is_from_padding, op.operands))
        return self.granted or of_padding

    def _promises(self, op: Operation, *wanted: FastMathFlag) -> bool:
        return fastmath_of(op).issuperset(wanted)

    def _would_say(self, op: Operation, operand: SSAValue, *flags: FastMathFlag) -> bool:
        return all(self.is_fact(op, operand, flag) for flag in flags)

    def _lacks(self, op: Operation, operand: SSAValue, fact: str, *flags: FastMathFlag) -> bool:
        """False, and says what is missing."""
        shown = f"fastmath<{','.join(flag.value for flag in flags)}> on '{op.name}'"
        if self._promises(op, *flags):
            self.missing[op] = f"{fact} ({shown} speaks only of the original iterations)"
        elif self._would_say(op, operand, *flags):
            self.missing[op] = f"{fact} (does not matter with {shown})"
        else:
            self.missing[op] = fact
        return False

    def _is_from_padding(self, value: SSAValue) -> bool:
        """Whether a value is a pad value, or computed from such, and constants, only."""
        if value in self.pads:
            return True
        op = value.owner
        if not isinstance(op, Operation) or not is_arithmetic(op):
            return False
        given = {v for v in op.operands if not isinstance(v.owner, arith.ConstantOp)}
        return bool(given) and all(map(self._is_from_padding, given))


def surely_equal(left: Folded, right: Folded) -> bool:
    """Whether two folded values are the same: two zeros of unknown sign need not be."""
    return left == right and not isinstance(left, SomeZero | Number | Arbitrary)


def _choices(value: Folded, of: SSAValue) -> list[Attribute]:
    """The constants that a value may be; none where there are more than two."""
    if isinstance(value, Exactly):
        return [value.value]
    if isinstance(value, SomeZero):
        return [FloatAttr(zero, cast("AnyFloat", of.type)) for zero in (0.0, -0.0)]
    return []


def _only(found: Sequence[Attribute | None]) -> Known | None:
    """
    The value that all results share, or a zero of unknown sign if all are zeros; None if they
    differ.
    """
    first = found[0] if found else None
    if first is None or None in found:
        return None
    if all(other == first for other in found):
        return Exactly(first)
    zeros = all(isinstance(other, FloatAttr) and other.value.data == 0 for other in found)
    return SomeZero() if zeros else None


def _number(value: Folded) -> float | None:
    constant = value.value if isinstance(value, Exactly) else None
    return constant.value.data if isinstance(constant, FloatAttr) else None


def _operand(value: Folded) -> str:
    """A constant, without its type; else what gives the value."""
    if isinstance(value, SSAValue):
        return _shown(value)
    if (number := _number(value)) is not None and not math.isfinite(number):
        return str(number)
    return (
        str(value.value).split(" : ")[0] if isinstance(value, Exactly) else "a zero of unknown sign"
    )


def _shown(value: Folded) -> str:
    if not isinstance(value, SSAValue):
        return "a zero"
    if is_load(value.owner):
        buffer = buffer_of(value.owner)
        return f"the value loaded from {buffer_name(buffer) or 'a buffer'}"
    return f"%{value.name_hint}" if value.name_hint else "the other operand"


def _integer(op: Operation, value: Folded, known: IntegerAttr, swapped: bool) -> Folded | None:
    number, type = known.value.data, known.type
    bits = width(type)
    ones = number % (1 << bits) == (1 << bits) - 1
    least, most = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    match op:
        case arith.SubiOp():
            return value if number == 0 and not swapped else None
        case arith.MuliOp():
            return Exactly(known) if number == 0 else value if number == 1 else None
        case arith.AddiOp() | arith.XOrIOp():
            return value if number == 0 else None
        case arith.OrIOp() | arith.MaxUIOp():
            return value if number == 0 else Exactly(known) if ones else None
        case arith.AndIOp() | arith.MinUIOp():
            return Exactly(known) if number == 0 else value if ones else None
        case arith.MaxSIOp():
            return value if number == least else Exactly(known) if number == most else None
        case arith.MinSIOp():
            return value if number == most else Exactly(known) if number == least else None
        case _:
            return None


def _is_negative_zero(value: Attribute) -> bool:
    data = cast("FloatAttr[AnyFloat]", value).value.data
    return data == 0 and str(data).startswith("-")


def _negated(value: Attribute) -> FloatAttr[AnyFloat]:
    constant = cast("FloatAttr[AnyFloat]", value)
    return FloatAttr(-constant.value.data, constant.type)
