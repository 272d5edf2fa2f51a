"""
Reaches rows that a loop loads side by side from the first of them.

Their places differ by multiples of a distance, which are the same in all of a function. LLVM makes
sums of the products by loop strength reduction; without, it multiplies for each row each time that
the loop begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, arith, memref
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.accesses.views import stored_shape
from ....dialect.ir.memory_access import access_of
from ....dialect.ir.operations import is_a
from ....dialect.xdsl_compat.cloning import put_before
from ....index.expr import Expr, var
from ....index.normal import ONE, Terms, add, terms
from ...common.for_loops import Loop
from ...common.index_codegen import Emitter
from .flat_buffers import FlatBuffers, block_of, computed

_LOADS = (affine.LoadOp, memref.LoadOp)


def reach_rows_beside(loops: Sequence[Loop], flat: FlatBuffers) -> None:
    """Compute the places of such rows of all loops before each loop."""
    for loop in loops:
        rows = dict[SSAValue, list[Operation]]()
        for op in loop.body.block.ops:
            if is_a(op, _LOADS) and len(stored_shape(op.memref.type) or ()) > 1:
                rows.setdefault(op.memref, []).append(op)
        for buffer, loads in rows.items():
            if len(loads) > 1 and block_of(buffer) is not loop.body.block:
                _reach(loop, buffer, loads, flat)


def _reach(loop: Loop, buffer: SSAValue, loads: Sequence[Operation], flat: FlatBuffers) -> None:
    names, values = dict[SSAValue, str](), dict[str, SSAValue]()
    indices = list[tuple[Expr, ...]]()
    for load in loads:
        access = access_of(load)
        for value in access.index_operands(load):
            if value not in names:
                names[value] = f"i{len(names)}"
                values[names[value]] = value
        operands = [var(names[value]) for value in access.index_operands(load)]
        indices.append(access.index(load, operands))
    *first, _ = indices[0]
    inside = {name for name, value in values.items() if block_of(value) is loop.body.block}
    if any(not inside.isdisjoint(e.variables()) for e in first):
        return
    apart = [[_distance(a, b) for a, b in zip(first, index, strict=False)] for index in indices]
    if any(distance is None for distances in apart for distance in distances):
        return
    emit, whole = Emitter(InsertPoint.before(loop), loop), flat.of(buffer)
    place: SSAValue | None = None
    for e, stride in zip(first, whole.strides, strict=False):
        if e.constant != 0:
            part = computed(loop, arith.MuliOp, emit.index(e, values), stride)
            place = part if place is None else computed(loop, arith.AddiOp, place, part)
    for load, distances, index in zip(loads, apart, indices, strict=True):
        own = place
        for axis, distance in enumerate(distances):
            if distance:
                far = whole.multiple(axis, distance)
                own = far if own is None else computed(loop, arith.AddiOp, own, far)
        at = Emitter(InsertPoint.before(load), load).index(index[-1], values)
        if own is not None:
            at = computed(load, arith.AddiOp, own, at)
        new = memref.LoadOp.create(operands=[whole.row, at], result_types=[load.results[0].type])
        new.results[0].name_hint = load.results[0].name_hint
        new.location = load.location
        put_before(new, load)
        load.results[0].replace_all_uses_with(new.results[0])
        Rewriter.erase_op(load)


def _distance(first: Expr, other: Expr) -> int | None:
    """A number by which an index is more than another one; None if there is none."""
    between: Terms = add(terms(other), terms(first), -1)
    return between.get(ONE, 0) if between.keys() <= {ONE} else None
