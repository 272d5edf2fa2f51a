"""What of a function becomes a kernel each: nests, and what stands between them."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import affine, func, gpu, memref
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.aliasing import is_tracked_through_views
from ...analysis.views import root_of, viewed
from ..lanes.lockstep import (
    Load,
    NotInLockstep,
    Store,
    becomes_no_code,
    buffer_of,
    is_pure,
)
from .spine import spine_of

_OfTheHost = (
    memref.AllocOp
    | memref.DeallocOp
    | memref.CopyOp
    | memref.DimOp
    | gpu.LaunchFuncOp
    | func.ReturnOp
    | affine.YieldOp
)


def units_in(block: Block) -> Iterator[affine.ForOp | list[Operation]]:
    """
    The nests to map, in order, and between them the other operations with an effect, as many as
    follow each other.

    A loop whose iterations depend on one another stays, where nests in it can be mapped.
    """
    group = list[Operation]()
    for op in list(block.ops):
        needed = any(value.owner in group for inner in op.walk() for value in inner.operands)
        if not needed and _is_of_no_kernel(op):
            continue
        nest = op if isinstance(op, affine.ForOp) and not op.results and not needed else None
        spread = nest is not None and bool(spine_of(nest)[0])
        around = nest is not None and not spread and bool(_nests_in(nest))
        if not (spread or around or isinstance(op, _OfTheHost)):
            group.append(op)
            continue
        if group:
            yield group
            group = []
        if nest is not None and spread:
            yield nest
        elif nest is not None:
            yield from units_in(nest.body.block)
    if group:
        yield group


def _is_of_no_kernel(op: Operation) -> bool:
    """Whether kernels that need what an operation gives make it again, or none needs it."""
    if isinstance(op, affine.ForOp) and becomes_no_code(op):
        return True
    views = any(viewed(result) is not None for result in op.results)
    return is_pure(op) or views or (isinstance(op, Load) and may_be_read_later(op))


def may_be_read_later(load: Load) -> bool:
    """Whether whatever needs what is loaded may load it itself: nothing writes it till then."""
    root = root_of(buffer_of(load))
    if not is_tracked_through_views(root) or load.parent is None:
        return False
    users = {_in_block(use.operation, load.parent) for use in load.results[0].uses}
    op = load.next_op
    while op is not None and users:
        if any(_may_write(inner, root) for inner in op.walk()):
            return False
        users.discard(op)
        op = op.next_op
    return True


def _in_block(op: Operation, block: Block) -> Operation | None:
    """The operation of a block that another one is, or is inside of."""
    while op.parent is not block:
        parent = op.parent_op()
        if parent is None:
            return None
        op = parent
    return op


def _may_write(op: Operation, root: SSAValue) -> bool:
    if isinstance(op, Store):
        return root_of(buffer_of(op)) is root
    if isinstance(op, Load | affine.ForOp | affine.IfOp | affine.YieldOp) or is_pure(op):
        return False
    return any(root_of(operand) is root for operand in op.operands)


def _nests_in(loop: affine.ForOp) -> list[affine.ForOp]:
    """The nests right inside a loop of which iterations may be spread."""
    nests = [op for op in loop.body.block.ops if isinstance(op, affine.ForOp) and not op.results]
    return [op for op in nests if spine_of(op)[0]]


def wrapped(ops: list[Operation]) -> affine.ForOp:
    """A loop of one iteration, around operations that follow each other."""
    inside = {o for op in ops for o in op.walk()}
    for op in ops:
        if any(use.operation not in inside for result in op.results for use in result.uses):
            raise NotInLockstep(f"what '{op.name}' gives is needed on the host", op)
    block = Block(arg_types=[IndexType()])
    loop = affine.ForOp.from_region([], [], [], [], 0, 1, Region(block))
    loop.location = ops[0].location
    Rewriter.insert_op(loop, InsertPoint.before(ops[-1]))
    for op in ops:
        op.detach()
        block.add_op(op)
    block.add_op(affine.YieldOp.get())
    return loop
