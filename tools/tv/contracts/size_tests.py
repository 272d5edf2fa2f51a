"""Sizes at which tests of sizes outside of loops change: each arm of an if is to run at some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isqrt, lcm

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineConstantExpr, AffineExpr

_MOST, _COUNT = 4096, 12
_ARITHMETIC = (
    *(arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.DivSIOp, arith.DivUIOp, arith.FloorDivSIOp, arith.CeilDivSIOp),
    *(affine.ApplyOp, arith.IndexCastOp, memref.DimOp, arith.ConstantOp),
)
_REMAINDERS = (arith.RemSIOp, arith.RemUIOp, arith.FloorDivSIOp, arith.DivSIOp, arith.DivUIOp)
_AROUND = ("scf.if", "affine.if")


def sizes_of_tests(functions: Iterable[func.FuncOp]) -> list[int]:
    """
    Sizes, the smallest first, around the numbers that sizes are compared with outside of loops, and
    multiples of the numbers that they are divided by there.
    """
    found = _Tested()
    for function in functions:
        for op in function.walk():
            if isinstance(op, arith.CmpiOp) and _is_outside_of_loops(op):
                found.read(op)
    step = found.multiple if 1 < found.multiple <= _MOST else 0
    sizes = {step, 2 * step, step + 1} if step else set[int]()
    for limit in found.limits:
        sizes |= {limit - 1, limit, limit + 1}
        if step:
            sizes |= {limit // step * step, -(-limit // step) * step}
    return sorted(size for size in sizes if 0 <= size <= _MOST)[:_COUNT]


@dataclass
class _Tested:
    multiple: int = 1
    limits: set[int] = field(default_factory=set[int])

    def read(self, test: arith.CmpiOp) -> None:
        """Collect the numbers of a comparison of sizes with a constant."""
        for side, other in ((test.lhs, test.rhs), (test.rhs, test.lhs)):
            limit, ops = _constant(other), _computed_by(side)
            if limit is None or ops is None:
                continue
            divisors = [n for op in ops for n in _divisors(op)]
            self.multiple = lcm(self.multiple, *divisors)
            if not divisors:
                products = sum(isinstance(op, arith.MuliOp) for op in ops)
                self.limits.add(isqrt(max(limit, 0)) if products else limit)


def _is_outside_of_loops(op: Operation) -> bool:
    around = op.parent_op()
    while around is not None and around.name in _AROUND:
        around = around.parent_op()
    return isinstance(around, func.FuncOp)


def _constant(value: SSAValue) -> int | None:
    owner = value.owner
    given = owner.value if isinstance(owner, arith.ConstantOp) else None
    return given.value.data if isinstance(given, IntegerAttr) else None


def _computed_by(value: SSAValue) -> list[Operation] | None:
    """The arithmetic by which a value is computed of sizes; None for data, and a constant."""
    found, pending = dict[Operation, None](), [value]
    while pending:
        owner = pending.pop().owner
        if isinstance(owner, Block):
            if not isinstance(owner.parent_op(), func.FuncOp):
                return None
        elif not isinstance(owner, _ARITHMETIC):
            return None
        elif owner not in found:
            found[owner] = None
            pending += [] if isinstance(owner, memref.DimOp) else owner.operands
    return None if all(isinstance(op, arith.ConstantOp) for op in found) and found else [*found]


def _divisors(op: Operation) -> Iterator[int]:
    if isinstance(op, affine.ApplyOp):
        for result in op.map.data.results:
            yield from _divisors_in(result)
    elif isinstance(op, _REMAINDERS):
        divisor = _constant(op.operands[1])
        if divisor is not None and divisor > 1:
            yield divisor


def _divisors_in(expr: AffineExpr) -> Iterator[int]:
    if not isinstance(expr, AffineBinaryOpExpr):
        return
    is_division = expr.kind not in (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul)
    if is_division and isinstance(expr.rhs, AffineConstantExpr):
        yield abs(expr.rhs.value)
    yield from _divisors_in(expr.lhs)
    yield from _divisors_in(expr.rhs)
