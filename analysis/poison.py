"""What may be poison in computed values, flags apart: those can be dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.ops import UndefOp
from .constants import width
from .instances import is_iterator

_SHIFTS = (arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp)
_CONVERSIONS = (arith.FPToSIOp, arith.FPToUIOp)
_LOADS = (affine.LoadOp, memref.LoadOp)


def computing(values: Iterable[SSAValue]) -> list[Operation]:
    """The arithmetic that values are computed by, as far back as loads, loops and ifs."""
    pending, found = list(values), dict[Operation, None]()
    while pending:
        op = pending.pop().owner
        if isinstance(op, Operation) and op not in found and _is_arithmetic(op):
            found[op] = None
            pending += op.operands
    return list(found)


def may_be_poison(value: SSAValue, buffers: Collection[SSAValue] = ()) -> bool:
    """
    Whether a value may be poison even if no operation behind it has flags.

    `buffers` are those that may hold poison; of what a loop carries or an if gives nothing is
    known.
    """
    ops = computing([value])
    values = [value, *(operand for op in ops for operand in op.operands)]
    if any(map(_makes_poison, ops)):
        return True
    return any(_may_bring_poison(v, buffers) for v in values if v.owner not in ops)


def _is_arithmetic(op: Operation) -> bool:
    known = op.dialect_name() in ("arith", "math") or isinstance(op, affine.ApplyOp | affine.MinOp)
    return known and not op.regions


def _makes_poison(op: Operation) -> bool:
    if isinstance(op, _CONVERSIONS):
        return True
    if not isinstance(op, _SHIFTS):
        return False
    amount = op.operands[1].owner
    if not isinstance(amount, arith.ConstantOp) or not isinstance(amount.value, IntegerAttr):
        return True
    return not 0 <= amount.value.value.data < width(op.results[0].type)


def _may_bring_poison(value: SSAValue, buffers: Collection[SSAValue]) -> bool:
    owner = value.owner
    if isinstance(owner, Block):
        return not is_iterator(value) and not isinstance(owner.parent_op(), func.FuncOp)
    if isinstance(owner, _LOADS):
        return owner.memref in buffers
    return not isinstance(owner, UndefOp | memref.DimOp)
