"""The numbers that conditions, bounds and arithmetic mention: at sizes near them cases begin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import cast

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr, IntegerAttr, IntegerType
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineBinaryOpExpr, AffineConstantExpr, AffineExpr

from ....dialect.attributes import LaidOutType

_MOST, _MOST_TOGETHER = 4096, 4
_SHIFTS = (arith.ShLIOp, arith.ShRUIOp, arith.ShRSIOp)
_WITH_NUMBERS = (
    *(arith.AddiOp, arith.SubiOp),
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.FloorDivSIOp, arith.CeilDivSIOp, arith.CeilDivUIOp),
)
_NARROWING = (arith.IndexCastOp, arith.TruncIOp)
_ACCESSES = (affine.LoadOp, affine.StoreOp, affine.VectorLoadOp, affine.VectorStoreOp)


def sizes_near_numbers(before: Sequence[func.FuncOp], after: Sequence[func.FuncOp]) -> list[int]:
    """
    Sizes just above the numbers that functions mention, then these numbers, then just below them;
    of each the numbers first that only one side mentions, as a wrong rewrite may.

    A number in the index of an access is none: which cells those are shows at any size. The extent
    of what an access may be out of bounds of is one.
    """
    one, two = (_mentioned(functions) for functions in (before, after))
    numbers = [*sorted(one ^ two), *sorted(one & two)]
    sizes = (number + d for d in (1, 2, 0, -1, -2) for number in numbers)
    return [size for size in dict.fromkeys(sizes) if size >= 0]


def _mentioned(functions: Iterable[func.FuncOp]) -> set[int]:
    found = {n for function in functions for op in function.walk() for n in _of_operation(op)}
    return {number for number in found if 0 < number < _MOST}


def _of_operation(op: Operation) -> Iterator[int]:
    if isinstance(op, arith.ConstantOp):
        yield from _of_constant(op)
    elif isinstance(op, _NARROWING):
        yield from _limits_of(op)
    elif isinstance(op, (memref.LoadOp, memref.StoreOp, affine.LoadOp, affine.StoreOp)):
        yield from cast("LaidOutType", op.memref.type).get_shape()
    elif op.name.startswith("affine.") and not isinstance(op, _ACCESSES):
        for attribute in op.properties.values():
            if isinstance(attribute, AffineMapAttr):
                for result in attribute.data.results:
                    yield from _of_expression(result)
            elif isinstance(attribute, AffineSetAttr):
                for constraint in attribute.data.constraints:
                    yield from _of_expression(constraint.lhs - constraint.rhs)


def _of_constant(op: arith.ConstantOp) -> Iterator[int]:
    """What a constant says to its users, but those that access a cell by it, or are called."""
    number = _known(op.result)
    if number is None:
        return
    for use in op.result.uses:
        user = use.operation
        if isinstance(user, _SHIFTS):
            if use.index == 1 and number < _MOST.bit_length():
                yield 1 << number
        elif isinstance(user, arith.AndIOp):
            yield number + 1
        elif user.name.startswith(("arith.", "scf.")):
            yield number
            if isinstance(user, arith.CmpiOp):
                yield from _of_parts(number, user)


def _of_parts(number: int, test: arith.CmpiOp) -> Iterator[int]:
    """Where a sum, a rest or a quotient is a number that it is compared with."""
    for operand in test.operands:
        if isinstance(operand.owner, _WITH_NUMBERS):
            other = _known(operand.owner.rhs)
            if other is not None:
                yield from (number + other, abs(number - other), number * other)


def _known(value: SSAValue) -> int | None:
    given = value.owner.value if isinstance(value.owner, arith.ConstantOp) else None
    return abs(given.value.data) if isinstance(given, IntegerAttr) else None


def _limits_of(op: Operation) -> Iterator[int]:
    """Where a number no longer fits into a narrower type, signed or not."""
    narrow = op.results[0].type
    if isinstance(narrow, IntegerType):
        width = int(narrow.bitwidth)
        yield from (1 << width >> 1, 1 << width)


def _of_expression(expr: AffineExpr) -> Iterator[int]:
    """Its constants; with a factor or a divisor, and one is none, cases begin at others too."""
    found = [abs(number) for number in _constants(expr)]
    yield from found
    if len(found) <= _MOST_TOGETHER:
        for one, two in permutations(found, 2):
            yield from (one + two, one * two, one * two + one, one // max(two, 1))


def _constants(expr: AffineExpr) -> Iterator[int]:
    if isinstance(expr, AffineConstantExpr):
        yield expr.value
    elif isinstance(expr, AffineBinaryOpExpr):
        yield from _constants(expr.lhs)
        yield from _constants(expr.rhs)
