"""What may be poison in computed values, flags apart: those can be dropped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import IntegerAttr, MemRefType
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.ops import UndefOp
from .constants import width
from .instance_reader import is_iterator
from .vector_accesses import VectorStore
from .views import root_of, viewed

_SHIFTS = (arith.ShLIOp, arith.ShRSIOp, arith.ShRUIOp)
_CONVERSIONS = (arith.FPToSIOp, arith.FPToUIOp)
FLAGS = ("isExact", "nonNeg", "nneg", "isDisjoint")
"""Flags of integers that are there or not, as properties or, where xDSL knows none, attributes."""
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
    if any(map(_makes_poison, computing([value]))):
        return True
    return any(_may_bring_poison(v, buffers) for v in _values_behind(value))


def buffers_with_poison(
    start: Iterable[SSAValue], inserted: Collection[Operation]
) -> set[SSAValue]:
    """
    The buffers, of these and of what is stored into them, in which a store may leave poison.

    Flags count, but not on what is inserted: those are dropped. What a caller or a call leaves
    is no poison.
    """
    sources, pending = dict[SSAValue, list[_Source]](), list(start)
    while pending:
        buffer = root_of(pending.pop())
        if buffer not in sources:
            sources[buffer] = list(_sources(buffer, inserted))
            pending += [b for source in sources[buffer] for b in source.buffers]
    readers: dict[SSAValue, list[SSAValue]] = {}
    for buffer, stored in sources.items():
        for read in dict.fromkeys(b for source in stored for b in source.buffers):
            readers.setdefault(read, []).append(buffer)
    found = {b for b, stored in sources.items() if any(source.is_poison for source in stored)}
    pending = list(found)
    while pending:
        more = [b for b in readers.get(pending.pop(), []) if b not in found]
        found.update(more)
        pending += more
    return found


@dataclass(frozen=True)
class _Source:
    """
    What is stored into a buffer: whether it may be poison by itself, and the roots that it is read
    of.
    """

    is_poison: bool
    buffers: tuple[SSAValue, ...]


def _sources(buffer: SSAValue, inserted: Collection[Operation]) -> Iterator[_Source]:
    """What is stored through a buffer, and through those that are made of it."""
    for use in buffer.uses:
        op = use.operation
        for given in op.results:
            if viewed(given) is buffer:
                yield from _sources(given, inserted)
            elif isinstance(given.type, MemRefType):
                yield _Source(True, ())
        if isinstance(op, affine.StoreOp | memref.StoreOp) and use.index == 1:
            flags = op not in inserted and any(map(has_flags, computing([op.value])))
            loads = [v.owner for v in _values_behind(op.value)]
            read = dict.fromkeys(root_of(op.memref) for op in loads if isinstance(op, _LOADS))
            yield _Source(flags or may_be_poison(op.value), tuple(read))
        elif isinstance(op, memref.CopyOp) and use.index == 1:
            yield _Source(False, (root_of(op.source),))
        elif isinstance(op, VectorStore):
            yield _Source(True, ())  # elements of vectors are not followed


def _values_behind(value: SSAValue) -> list[SSAValue]:
    """A value and what its arithmetic starts from and goes through."""
    return [value, *(operand for op in computing([value]) for operand in op.operands)]


def has_flags(op: Operation) -> bool:
    """Whether an operation promises what makes its result poison where it does not hold."""
    overflow, floats = op.properties.get("overflowFlags"), op.properties.get("fastmath")
    if isinstance(overflow, arith.IntegerOverflowAttr) and overflow.data:
        return True
    if isinstance(floats, arith.FastMathFlagsAttr):
        return bool({FastMathFlag.NO_NANS, FastMathFlag.NO_INFS} & set(floats.data))
    return any(flag in op.properties or flag in op.attributes for flag in FLAGS)


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
        return root_of(owner.memref) in buffers
    if _is_arithmetic(owner):
        return False  # what it is computed from may
    return not isinstance(owner, UndefOp | memref.DimOp)
