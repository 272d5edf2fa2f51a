"""What may be poison in computed values, flags apart: those can be dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import IntegerAttr
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.ops import UndefOp
from .constants import width
from .instance_reader import is_iterator

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


def buffers_with_poison(
    start: Iterable[SSAValue], inserted: Collection[Operation]
) -> set[SSAValue]:
    """
    The buffers, of these and of what is stored into them, in which a store may leave poison.

    Flags count, but not on what is inserted: those are dropped. What a caller or a call leaves
    is no poison.
    """
    buffers, pending = dict[SSAValue, list[_Source]](), list(start)
    while pending:
        buffer = pending.pop()
        if buffer in buffers:
            continue
        buffers[buffer] = list(_sources(buffer, inserted))
        for source in buffers[buffer]:
            pending += [source.copied] if source.copied is not None else []
            pending += [load.memref for load in _loads_behind(source.value)]
    found: set[SSAValue] = set()
    while more := {
        buffer
        for buffer, sources in buffers.items()
        if buffer not in found and any(source.may_be_poison(found) for source in sources)
    }:
        found |= more
    return found


@dataclass(frozen=True)
class _Source:
    """What is stored into a buffer: a value, with its flags or without, or another buffer."""

    value: SSAValue | None = None
    flags: bool = True
    copied: SSAValue | None = None

    def may_be_poison(self, buffers: Collection[SSAValue]) -> bool:
        if self.value is None:
            return self.copied in buffers
        if self.flags and any(map(_has_flags, computing([self.value]))):
            return True
        return may_be_poison(self.value, buffers)


def _sources(buffer: SSAValue, inserted: Collection[Operation]) -> Iterator[_Source]:
    for use in buffer.uses:
        op = use.operation
        if isinstance(op, affine.StoreOp | memref.StoreOp) and use.index == 1:
            yield _Source(op.value, flags=op not in inserted)
        elif isinstance(op, memref.CopyOp) and use.index == 1:
            yield _Source(copied=op.source)


def _loads_behind(value: SSAValue | None) -> list[affine.LoadOp | memref.LoadOp]:
    ops = computing([] if value is None else [value])
    owners = [v.owner for v in (*(o for op in ops for o in op.operands), value) if v is not None]
    return [op for op in owners if isinstance(op, _LOADS)]


def _has_flags(op: Operation) -> bool:
    """Whether an operation promises what makes its result poison where it does not hold."""
    overflow, floats = op.properties.get("overflowFlags"), op.properties.get("fastmath")
    if isinstance(overflow, arith.IntegerOverflowAttr) and overflow.data:
        return True
    if isinstance(floats, arith.FastMathFlagsAttr):
        return bool({FastMathFlag.NO_NANS, FastMathFlag.NO_INFS} & set(floats.data))
    return any(flag in op.properties for flag in ("isExact", "nneg", "isDisjoint"))


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
