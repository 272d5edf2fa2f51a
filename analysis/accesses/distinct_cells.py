"""Whether different indices of a view are different cells of the buffer that it is a view of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import gcd
from typing import Any, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase, MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...dialect.ir.operations import is_a
from ...index.expr import Expr, all_of, lift
from ...index.queries.conditions import is_implied
from ..instances.reader import InstanceReader
from ..instances.sizes import known_sizes
from .views import distances
from .windows import ANY_VIEWS


def has_distinct_cells(buffer: SSAValue, around: Operation | None = None) -> bool:
    """
    Whether different indices of a buffer, in bounds, are different cells, and one index is one cell
    as long as an operation runs that accesses are in.

    So it is of what is not a view. A view may have rows that overlap, or be of other cells each
    time that it is made.
    """
    while is_a(op := buffer.owner, ANY_VIEWS):
        if around is not None and around.is_ancestor(op):
            given = op.operands[1:]
            if any(_is_made_in(value, around) for value in given):
                return False
        if not _keeps_cells_apart(op):
            return False
        buffer = op.operands[0]
    return True


def has_shared_cells(buffer: SSAValue) -> bool:
    """
    Whether two indices of a buffer certainly are one cell, as the constants say that are its sizes
    and strides.
    """
    while isinstance(buffer.owner, memref.CastOp):
        buffer = buffer.owner.source
    op, type = buffer.owner, cast("MemRefType[Attribute]", buffer.type)
    sizes: Sequence[int | None] | None = type.get_shape()
    strides = distances(type)
    if isinstance(op, memref.ReinterpretCastOp):
        assert op.parent is not None
        reader = InstanceReader(op.parent)
        sizes = _constants(_read(op.static_sizes, op.sizes, reader))
        strides = _constants(_read(op.static_strides, op.strides, reader))
    if sizes is None or strides is None or any(size is None or size < 1 for size in sizes):
        return False
    axes = [(n, s) for n, s in zip(sizes, strides, strict=True) if n != 1 and None not in (n, s)]
    known = cast("list[tuple[int, int]]", axes)
    return any(stride == 0 for _, stride in known) or any(
        abs(t) < n * gcd(s, t) and abs(s) < m * gcd(s, t)
        for (n, s), (m, t) in combinations(known, 2)
    )


def _constants(read: Sequence[Expr] | None) -> tuple[int | None, ...] | None:
    return None if read is None else tuple(each.constant for each in read)


def _is_made_in(value: SSAValue, around: Operation) -> bool:
    owner = value.owner
    op = owner.parent_op() if isinstance(owner, Block) else owner
    return op is not None and around.is_ancestor(op)


def _keeps_cells_apart(op: Operation) -> bool:
    """Whether a view keeps the cells apart that different indices of it are."""
    match op:
        case memref.SubviewOp():
            steps = op.static_strides.get_values()
            return all(step not in (0, DYNAMIC_INDEX) for step in steps)
        case memref.ReinterpretCastOp():
            return _has_rows_apart(op)
        case _:
            return True


def _has_rows_apart(op: memref.ReinterpretCastOp) -> bool:
    """Whether each row ends before the next one begins."""
    assert op.parent is not None
    reader = InstanceReader(op.parent)
    sizes = _read(op.static_sizes, op.sizes, reader)
    strides = _read(op.static_strides, op.strides, reader)
    if sizes is None or strides is None or len(sizes) != len(strides):
        return False
    # The other way round, the last elements of rows come first; rows may be the inner axis.
    axes = [(abs(s.constant), n) for s, n in zip(strides, sizes, strict=True) if s.constant]
    if len(axes) == len(strides):
        axes.sort(key=lambda axis: axis[0], reverse=True)
        strides, sizes = [lift(stride) for stride, _ in axes], [size for _, size in axes]
    if strides and (strides[-1].constant or 0) < 1:
        return False
    # Where there are cells, each size is at least 1: a row begins where the one before it ends.
    needed = [
        outer >= size * inner
        for outer, size, inner in zip(strides, sizes[1:], strides[1:], strict=False)
        if outer != size * inner
    ]
    return not needed or is_implied(known_sizes(op, reader), all_of(needed))


def _read(
    static: DenseArrayBase[Any], dynamic: Sequence[SSAValue], reader: InstanceReader
) -> list[Expr] | None:
    """Sizes or strides, of which some are values; None if one cannot be read."""
    rest, found = iter(dynamic), list[Expr]()
    for number in static.get_values():
        is_known = number != DYNAMIC_INDEX
        read = lift(int(number)) if is_known else reader.index_with_products(next(rest))
        if read is None or (spelled_out := reader.spelled_out(read)) is None:
            return None
        found.append(spelled_out)
    return found
