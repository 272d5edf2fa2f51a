"""Which lanes of a vector a mask takes: as it is made, or from comparisons of indices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, IntegerType, VectorType
from xdsl.ir import Operation, SSAValue
from xdsl.utils.hints import isa

from ...index.expr import TRUE, Expr, all_of, any_of, eq, lift
from ..instances.reader import InstanceReader, compare

_MOST = 150
"""Operations of a mask, beyond which it is not read: conditions are trees."""


def chosen_lanes(
    mask: SSAValue | None, lanes: Sequence[Expr], reader: InstanceReader
) -> Expr | None:
    """When a mask takes a lane, one for each of its axes; None if it is not known."""
    if mask is None:
        return TRUE
    if not is_small(mask):
        return None
    if isinstance(op := mask.owner, vector.CreateMaskOp):
        sizes = reader.indices(list(op.mask_dim_sizes))
        if sizes is None or len(sizes) != len(lanes):
            return None
        return all_of([lane < size for lane, size in zip(lanes, sizes, strict=True)])
    return _taken(mask, lanes[0], reader) if len(lanes) == 1 else None


def is_small(mask: SSAValue) -> bool:
    """Whether few operations make a mask, those counted twice whose result is used twice."""
    pending, count = [mask], 0
    while pending and count <= _MOST:
        count += 1
        op = pending.pop().owner
        if isinstance(op, Operation):
            pending += [part for part in op.operands if isinstance(part.type, VectorType)]
    return count <= _MOST


def _taken(mask: SSAValue, lane: Expr, reader: InstanceReader) -> Expr | None:
    """The same for a mask of one axis."""
    match op := mask.owner:
        case vector.CreateMaskOp():
            return chosen_lanes(mask, [lane], reader)
        case vector.BroadcastOp() if isinstance(op.source.type, IntegerType):
            return reader.condition(op.source)
        case arith.ConstantOp():
            return _constant(op, lane)
        case arith.CmpiOp():
            left, right = _value(op.lhs, lane, reader), _value(op.rhs, lane, reader)
            if left is None or right is None:
                return None
            return compare(op.predicate.value.data, left, right)
        case arith.AndIOp() | arith.OrIOp() | arith.XOrIOp():
            left, right = _taken(op.lhs, lane, reader), _taken(op.rhs, lane, reader)
            if left is None or right is None:
                return None
            if isinstance(op, arith.XOrIOp):
                return (left & ~right) | (~left & right)
            return left & right if isinstance(op, arith.AndIOp) else left | right
        case arith.SelectOp():
            return _selected(op, lane, reader)
        case vector.ShuffleOp():
            return _shuffled(op, lane, reader)
        case _:
            return None


def _selected(op: arith.SelectOp, lane: Expr, reader: InstanceReader) -> Expr | None:
    scalar = isinstance(op.cond.type, IntegerType)
    which = reader.condition(op.cond) if scalar else _taken(op.cond, lane, reader)
    yes, no = _taken(op.lhs, lane, reader), _taken(op.rhs, lane, reader)
    if which is None or yes is None or no is None:
        return None
    return (which & yes) | (~which & no)


def _shuffled(op: vector.ShuffleOp, lane: Expr, reader: InstanceReader) -> Expr | None:
    """The same of a mask whose lanes are some of two others of one axis."""
    if not isa(op.v1.type, VectorType) or op.v1.type.get_num_dims() != 1:
        return None
    (lanes,), taken = op.v1.type.get_shape(), list[Expr]()
    sources = list(enumerate(op.mask.get_values()))
    if lane.constant is not None:  # as of a shuffle of this one
        sources = sources[lane.constant : lane.constant + 1]
    for place, source in sources:
        mask, other = (op.v1, source) if source < lanes else (op.v2, source - lanes)
        found = _taken(mask, lift(other), reader)
        if found is None:
            return None
        taken.append(eq(lane, place) & found)
    return any_of(taken)


def _constant(op: arith.ConstantOp, lane: Expr) -> Expr | None:
    if not isinstance(op.value, DenseIntOrFPElementsAttr):
        return None
    bits = [*op.value.get_values(), 0]
    edges = [k for k, bit in enumerate(bits) if bool(bit) != bool(bits[k - 1] if k else 0)]
    runs = zip(edges[::2], edges[1::2], strict=True)
    return any_of((lane >= first) & (lane < end) for first, end in runs)


def _value(value: SSAValue, lane: Expr, reader: InstanceReader) -> Expr | None:
    """Return a lane of a vector of `index`; None if the elements have any other type."""
    match op := value.owner:
        case vector.BroadcastOp() if isinstance(op.source.type, IndexType):
            return reader.index(op.source)
        case arith.ConstantOp() if isa(op.value, DenseIntOrFPElementsAttr[IndexType]):
            numbers = list(map(int, op.value.get_values()))
            steps = {after - before for before, after in pairwise(numbers)}
            return numbers[0] + lane * (steps or {0}).pop() if len(steps) < 2 else None
        case arith.AddiOp() | arith.SubiOp() | arith.MuliOp():
            return _arithmetic(op, lane, reader)
        case arith.FloorDivSIOp():
            left, right = _value(op.lhs, lane, reader), _value(op.rhs, lane, reader)
            if left is None or right is None or (right.constant or 0) <= 0:
                return None
            return left // right
        case _:
            return None


def _arithmetic(
    op: arith.AddiOp | arith.SubiOp | arith.MuliOp, lane: Expr, reader: InstanceReader
) -> Expr | None:
    left, right = _value(op.lhs, lane, reader), _value(op.rhs, lane, reader)
    if left is None or right is None:
        return None
    if isinstance(op, arith.MuliOp):
        linear = left.constant is not None or right.constant is not None
        return left * right if linear else None
    return left + right if isinstance(op, arith.AddiOp) else left - right
