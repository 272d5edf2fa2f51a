"""The parts of a function that become kernels: nests, and the operations between them."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import affine, func, gpu, memref, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, Region
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from ....analysis.accesses.views import root_of, viewed
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Declined
from ....dialect.ir.symbols import lookup_symbol
from ....dialect.xdsl_compat.affine_loops import affine_for
from ...lanes.legality.lockstep import Load, becomes_no_code, buffer_of, is_pure
from ..kernels.host_values import is_unchanged_until, may_be_read_later, may_write
from ..kernels.kernel_builder import is_shared
from .parallel_bands import outer_band_of

_OfTheHost = memref.AllocOp | memref.DeallocOp | memref.CopyOp | memref.DimOp | gpu.LaunchFuncOp


def units_in(block: Block) -> Iterator[affine.ForOp | list[Operation]]:
    """
    The nests to map, in order, and between them the other operations with an effect, as many as
    follow each other.

    A loop whose iterations depend on one another stays, where nests in it can be mapped that do
    not share memory of a block.
    """
    group = list[Operation]()
    for op in list(block.ops):
        needed = any(value.owner in group for inner in op.walk() for value in inner.operands)
        if not needed and _is_of_no_kernel(op):
            if group and not _passes(op, group):
                yield group
                group = []
            continue
        nest = op if isinstance(op, affine.ForOp) and not op.results and not needed else None
        spread = nest is not None and bool(outer_band_of(nest)[0])
        around = nest is not None and not spread and bool(_nests_in(nest))
        of_host = _is_of_the_host(op) or op.has_trait(IsTerminator)
        if not (spread or around or of_host):
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


def _is_of_the_host(op: Operation) -> bool:
    """Whether an operation is one of the host: also a call of a function, or a choice of calls."""
    if isinstance(op, func.CallOp):
        callee = lookup_symbol(op, op.callee)
        return isinstance(callee, func.FuncOp) and not callee.is_declaration
    if isinstance(op, scf.IfOp):
        inside = [inner for region in op.regions for block in region.blocks for inner in block.ops]
        return any(isinstance(inner, func.CallOp) for inner in inside) and all(
            is_pure(inner) or _is_of_the_host(inner) or inner.has_trait(IsTerminator)
            for inner in inside
        )
    return isinstance(op, _OfTheHost)


def _is_of_no_kernel(op: Operation) -> bool:
    """Whether kernels that need the result of an operation make it again, or none needs it."""
    if isinstance(op, affine.ForOp) and becomes_no_code(op):
        return True
    views = any(viewed(result) is not None for result in op.results)
    return is_pure(op) or views or (isinstance(op, Load) and may_be_read_later(op))


def _passes(op: Operation, group: list[Operation]) -> bool:
    """Whether what stays on the host does so just as well before a group of operations."""
    if isinstance(op, Load):
        root = root_of(buffer_of(op))
        return not any(may_write(inner, root) for earlier in group for inner in earlier.walk())
    return not isinstance(op, affine.ForOp)


def _nests_in(loop: affine.ForOp) -> list[affine.ForOp]:
    """The nests right inside a loop of which iterations may be spread by themselves."""
    ops = list(loop.body.block.ops)
    if any(isinstance(op, memref.AllocOp) and is_shared(op.memref.type) for op in ops):
        return []
    nests = [op for op in ops if isinstance(op, affine.ForOp) and not op.results]
    return [op for op in nests if outer_band_of(op)[0]]


def wrapped(ops: list[Operation]) -> affine.ForOp:
    """A loop of one iteration around operations that follow each other, and what only they need."""
    ops = _with_needed(ops)
    inside = {o for op in ops for o in op.walk()}
    for op in ops:
        if any(use.operation not in inside for result in op.results for use in result.uses):
            raise Declined(
                f"the result of '{operation_name(op)}' is needed on the host",
                op,
                reason="host-value",
            )
    block = Block(arg_types=[IndexType()])
    loop = affine_for([], [], [], 0, 1, Region(block))
    loop.location = ops[0].location
    Rewriter.insert_op(loop, InsertPoint.before(ops[-1]))
    for op in ops:
        op.detach()
        block.add_op(op)
    block.add_op(affine.YieldOp.get())
    return loop


def unwrapped(loop: affine.ForOp) -> None:
    """Puts what was wrapped in place of the loop."""
    for op in list(loop.body.block.ops)[:-1]:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(loop))
    Rewriter.erase_op(loop)


def _with_needed(ops: list[Operation]) -> list[Operation]:
    """Operations with the loads before them that only they need, and arithmetic on such."""
    inside, found = {o for op in ops for o in op.walk()}, list[Operation]()
    op = ops[0].prev_op
    while op is not None:
        uses = [use.operation for result in op.results for use in result.uses]
        ours = bool(uses) and all(user in inside for user in uses)
        if ours and (is_pure(op) or (isinstance(op, Load) and is_unchanged_until(ops[0], op))):
            inside.add(op)
            found.insert(0, op)
        op = op.prev_op
    return [*found, *ops]
