"""
Carries the place of a row from one iteration of an innermost loop to the next.

Where a loop goes from row to row of a buffer, that is a product in each iteration. LLVM makes a sum
of it by loop strength reduction, which looks at every other address as well: of nests of tiles that
takes a third of the code generator's time, and the code is longer for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import (
    IndexType,
)
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.accesses.views import stored_shape
from ....dialect.ir.loop_like import inits_of
from ....dialect.ir.memory_access import access_of, find_access
from ....dialect.xdsl_compat.affine_loops import affine_for
from ...common.for_loops import Loop, constant_lower
from ...common.index_codegen import Emitter
from .flat_buffers import FlatBuffers, block_of, computed

_Row: TypeAlias = "tuple[SSAValue, tuple[SSAValue, ...]]"
"""A buffer, and the operands of an index of it, the last one apart."""


def carry_rows(loops: Sequence[Loop], flat: FlatBuffers) -> None:
    """Carry the place of each row that an innermost one of all loops goes to next."""
    around = {loop.parent_op() for loop in loops}
    for loop in loops:
        if loop in around or not isinstance(loop, affine.ForOp) or constant_lower(loop) is None:
            continue
        rows = dict[_Row, list[Operation]]()
        for op in loop.body.block.ops:
            if (row := _row_of(op, loop)) is not None:
                rows.setdefault(row, []).append(op)
        if rows:
            _carry(loop, rows, flat)


def _row_of(op: Operation, loop: affine.ForOp) -> _Row | None:
    """The row of an access that the iterator says, along an axis other than the last one."""
    access = find_access(op)
    if access is None or access.covers == "permuted" or access.map(op) is not None:
        return None
    buffer, iterator = access.buffer(op), loop.body.block.args[0]
    if stored_shape(buffer.type) is None:
        return None
    *outer, last = access.index_operands(op) or (iterator,)
    if iterator not in outer or last is iterator or outer.count(iterator) > 1:
        return None
    fixed = (buffer, last, *(value for value in outer if value is not iterator))
    inside = loop.body.block
    return None if any(block_of(value) is inside for value in fixed) else (buffer, tuple(outer))


def _carry(loop: affine.ForOp, rows: dict[_Row, list[Operation]], flat: FlatBuffers) -> None:
    emit, inside = Emitter(InsertPoint.before(loop), loop), loop.body.block
    iterator, end, first = inside.args[0], inside.last_op, constant_lower(loop)
    assert end is not None
    assert first is not None
    inits, yielded = list(inits_of(loop)), list(end.operands)
    for (buffer, outer), accesses in rows.items():
        whole = flat.of(buffer)
        along = whole.strides[outer.index(iterator)]
        parts = list[SSAValue]()
        for index, stride in zip(outer, whole.strides, strict=False):
            if index is not iterator:
                parts.append(computed(loop, arith.MuliOp, index, stride))
            elif first:
                parts.append(computed(loop, arith.MuliOp, emit.constant(first), stride))
        place = parts[0] if parts else emit.constant(0)
        for part in parts[1:]:
            place = computed(loop, arith.AddiOp, place, part)
        if (step := loop.step.value.data) != 1:
            along = computed(loop, arith.MuliOp, along, emit.constant(step))
        carried = inside.insert_arg(IndexType(), len(inside.args))
        for op in accesses:
            access = access_of(op)
            last = access.index_operands(op)[-1]
            access.move(op, whole.row, [computed(op, arith.AddiOp, carried, last)])
        inits.append(place)
        yielded.append(computed(end, arith.AddiOp, carried, along))
    end.operands = yielded
    region = loop.detach_region(loop.body)
    bounds = loop.lowerBoundMap, loop.upperBoundMap
    operands = loop.lowerBoundOperands, loop.upperBoundOperands
    new = affine_for(*operands, inits, *bounds, region, loop.step)
    new.location = loop.location
    new.attributes.update(loop.attributes)
    Rewriter.insert_op(new, InsertPoint.before(loop))
    for old, value in zip(loop.results, new.results, strict=False):
        old.replace_all_uses_with(value)
    Rewriter.erase_op(loop)
