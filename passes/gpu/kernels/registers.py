"""Cells that a thread updates whenever the threads of its block come by, kept in registers."""

from __future__ import annotations

from itertools import combinations

from xdsl.dialects import affine, arith, gpu
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.accesses.aliasing import is_tracked_through_views
from ....analysis.accesses.views import root_of
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.loop_like import inits_of
from ....index.expr import Expr, all_of, any_of, ne, var, within
from ....index.normal import ONE, terms
from ....index.queries.conditions import is_implied
from ...common.for_loops import extent_of
from ...lanes.legality.accumulators import Updated, carry, loads_of, stays_in_place
from ...lanes.legality.carried_reductions import vector_shape
from ...lanes.legality.lockstep import Load, Store, buffer_of
from .kernel_builder import Kernel


def keep_in_registers(kernel: Kernel, threads: int) -> None:
    """
    Carries through the loops that all threads run together what each thread alone updates in them.

    A store right in such a loop is of a cell per thread. Where no index of it moves with the loop,
    and whatever else in it touches the buffer is another such cell, these cells are of this thread
    in all iterations. Loads and stores that leave a loop pass the barriers in it, which may have
    kept them apart from what other threads do around it: others take their place.
    """
    given = [root_of(value) for value in kernel.taken]
    buffers = [value for value in given if isinstance(value.type, MemRefType)]
    if not all(map(is_tracked_through_views, buffers)):
        return
    for loop in _loops_in(kernel.body):
        _hoist_indices(loop)
        for updated in _updated_in(loop, kernel, threads):
            meets = _has_barrier(loop) and _is_accessed_around(loop, updated[0], kernel.body)
            for store in updated:
                loop = carry(loop, store, loads_of(store, loop), [])
            if meets:
                _meet_around(loop, updated[0])


def _loops_in(block: Block) -> list[affine.ForOp]:
    """Return the loops with at least one iteration, inside out."""
    loops = [op for op in block.walk(reverse=True, region_first=True)]
    return [op for op in loops if isinstance(op, affine.ForOp) and extent_of(op)]


def _hoist_indices(loop: affine.ForOp) -> None:
    """Computes before a loop what indices it does not change."""
    for op in list(loop.body.block.ops):
        if isinstance(op, affine.ApplyOp | arith.ConstantOp) and not _needs(op, loop):
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(loop))


def _needs(op: Operation, loop: affine.ForOp) -> bool:
    owners = [operand.owner for operand in op.operands]
    ops = [owner.parent_op() if isinstance(owner, Block) else owner for owner in owners]
    return any(owner is not None and loop.is_ancestor(owner) for owner in ops)


def _updated_in(loop: affine.ForOp, kernel: Kernel, threads: int) -> list[list[Updated]]:
    """Return, for each buffer, the stores to cells that only the storing thread accesses."""
    by_root = dict[object, list[Load | Store]]()
    for op in loop.body.walk():
        if isinstance(op, Load | Store):
            by_root.setdefault(root_of(buffer_of(op)), []).append(op)
    found = list[list[Updated]]()
    for accesses in by_root.values():
        stores = [op for op in accesses if isinstance(op, Updated)]
        known = {op for store in stores for op in (store, *loads_of(store, loop))}
        right_here = all(op in known and op.parent is loop.body.block for op in accesses)
        stay = all(stays_in_place(store, loop) and loads_of(store, loop) for store in stores)
        if stores and right_here and stay and _are_apart(stores, loop, kernel, threads):
            found.append(stores)
    return found


def _are_apart(stores: list[Updated], loop: affine.ForOp, kernel: Kernel, threads: int) -> bool:
    """
    Whether no two of the stores touch one cell: an index of theirs differs by a constant.

    Where threads meet in between, nor may they in two threads.
    """
    reader = InstanceReader(kernel.body)
    thread = reader.index(kernel.thread_id("x"))
    for first, second in combinations(stores, 2):
        ours, theirs = reader.cell(first), reader.cell(second)
        if buffer_of(first) is not buffer_of(second) or ours is None or theirs is None:
            return False
        axes = list(zip(ours, theirs, strict=True))
        lanes, _ = vector_shape(first.operands[0].type)
        if _has_barrier(loop) and not _differ(axes, lanes, str(thread), threads):
            return False
        if lanes > 1:
            axes.pop()
        distances = [terms(a - b) for a, b in axes]
        if not any(set(d) == {ONE} and d[ONE] for d in distances):
            return False
    return True


def _differ(axes: list[tuple[Expr, Expr]], lanes: int, thread: str, threads: int) -> bool:
    """Whether two threads access other cells, the one by the first and the other by the second."""
    other = var("another")
    *outer, (ours, theirs) = [(a, b.substitute({thread: other})) for a, b in axes]
    lane = ours - theirs
    apart = any_of([*(ne(a, b) for a, b in outer), lane >= lanes, lane <= -lanes])
    two = all_of([within(var(thread), threads), within(other, threads), ne(var(thread), other)])
    return is_implied(two, apart)


def _has_barrier(loop: affine.ForOp) -> bool:
    return any(isinstance(op, gpu.BarrierOp) for op in loop.body.walk())


def _is_accessed_around(loop: affine.ForOp, store: Updated, body: Block) -> bool:
    """Whether the buffer of a store in a loop is accessed elsewhere, or there in another round."""
    if loop.parent is not body:
        return True
    accesses = [op for op in body.walk() if isinstance(op, Load | Store)]
    others = [op for op in accesses if not loop.is_ancestor(op)]
    return any(root_of(buffer_of(op)) is root_of(buffer_of(store)) for op in others)


def _meet_around(loop: affine.ForOp, last: Updated) -> None:
    """Barriers around a loop, with the loads and the stores that have left it."""
    first, loaded = loop, {init.owner for init in inits_of(loop)}
    while isinstance(first.prev_op, Load) and first.prev_op in loaded:
        first = first.prev_op
    Rewriter.insert_op(gpu.BarrierOp(), InsertPoint.before(first))
    Rewriter.insert_op(gpu.BarrierOp(), InsertPoint.after(last))
