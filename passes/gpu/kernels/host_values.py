"""Values of a function that its kernels make again: what they load, and arithmetic."""

from __future__ import annotations

from xdsl.dialects import affine, arith, gpu, memref, vector
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, Operation, SSAValue

from ....analysis.accesses.aliasing import is_known_outside, is_tracked_through_views
from ....analysis.accesses.escape import ALLOCATIONS
from ....analysis.accesses.views import root_of, viewed
from ....dialect.ir.effects import leaves_memory, names_its_memory
from ....dialect.ir.symbols import lookup_symbol
from ....dialect.ops import AssumeOp, UndefOp
from ...lanes.legality.lockstep import Load, Store, buffer_of, is_pure


def is_made_again(op: Operation) -> bool:
    """
    Whether to make a value again costs less than to give it to the kernel, or is all one can: the
    host computes indices only.
    """
    if isinstance(op, arith.ConstantOp | affine.ApplyOp | vector.BroadcastOp):
        return True
    if any(viewed(result) is not None for result in op.results):
        return True
    again = is_pure(op) and not isinstance(op, AssumeOp | UndefOp)
    return again and not all(map(_is_of_host, op.results))


def _is_of_host(value: SSAValue) -> bool:
    """Whether a value is an argument, or an index that is computed of such."""
    op = value.owner
    if isinstance(op, Block | memref.DimOp):
        return True
    return is_pure(op) and isinstance(value.type, IndexType) and all(map(_is_of_host, op.operands))


def may_be_read_later(load: Load) -> bool:
    """Whether whatever needs what is loaded may load it itself: nothing writes it till then."""
    if load.parent is None:
        return False
    return all(is_unchanged_until(user, load) for user in _users(load, load.parent))


def is_unchanged_until(place: Operation | None, load: Load) -> bool:
    """Whether an operation of the load's block, with all in it, still reads the same."""
    root = root_of(buffer_of(load))
    if not is_tracked_through_views(root):
        return False
    op = load.next_op
    while op is not None:
        if any(may_write(inner, root) for inner in op.walk()):
            return False
        if op is place:
            return True
        op = op.next_op
    return False


def _users(op: Operation, block: Block) -> set[Operation | None]:
    """
    The operations of a block that need the result of another one, or what is computed from it.
    """
    users = set[Operation | None]()
    for use in (use for result in op.results for use in result.uses):
        user = _in_block(use.operation, block)
        users |= _users(user, block) if user is not None and is_pure(user) else {user}
    return users


def _in_block(op: Operation, block: Block) -> Operation | None:
    """The operation of a block that another one is, or is inside of."""
    while op.parent is not block:
        parent = op.parent_op()
        if parent is None:
            return None
        op = parent
    return op


def may_write(op: Operation, root: SSAValue) -> bool:
    """Whether an operation, without what is in it, may write a buffer that is known by its name."""
    if isinstance(op, Store):
        return root_of(buffer_of(op)) is root
    if leaves_memory(op):
        return False
    if isinstance(op, gpu.LaunchFuncOp):
        return any(root_of(value) is root and _writes(op, k) for k, value in _given(op))
    if any(root_of(operand) is root for operand in op.operands):
        return True
    return not names_its_memory(op) and is_known_outside(root)


def _given(op: gpu.LaunchFuncOp) -> list[tuple[int, SSAValue]]:
    return list(enumerate(op.kernelOperands))


def _writes(op: gpu.LaunchFuncOp, position: int) -> bool:
    """Whether a kernel may write a buffer that it is given."""
    kernel = lookup_symbol(op, op.kernel)
    if not isinstance(kernel, gpu.FuncOp):
        return True
    block = kernel.body.block
    stored = {root_of(buffer_of(store)) for store in block.walk() if isinstance(store, Store)}
    others = [root for root in stored if root not in block.args]
    unknown = any(not isinstance(root.owner, ALLOCATIONS) for root in others)
    return unknown or block.args[position] in stored
