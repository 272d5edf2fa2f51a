"""A buffer that serves twice, one value after the other, becomes two buffers."""

from __future__ import annotations

from xdsl.dialects import func, memref
from xdsl.ir import Block, Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.ir.memory_access import find_access, is_store
from .filled_copies import FilledCopy, overwrites


def split_reused(found: FilledCopy) -> bool:
    """
    Give the buffer that is copied another one for what is written to it after the copy, where the
    first stage after the copy that uses it overwrites all of it; whether that was so.

    Upstream assigns one buffer to several values, one after the other.
    """
    buffer, block = found.source.buffer, found.copy.parent
    alloc = buffer.owner
    if not isinstance(alloc, memref.AllocOp) or block is None or alloc.parent is not block:
        return False
    after = list[tuple[Operation, Operation]]()
    stores = False
    for op in [use.operation for use in buffer.uses]:
        around = in_block(op, block)
        if around is None:
            return False
        if found.copy.is_before_in_block(around):
            after.append((around, op))
            stores |= is_store(op)
        elif find_access(op) is None:
            return False  # a view, which may be used after the copy too
    if not stores:
        return False
    first = after[0][0]
    for around, _ in after:
        if around.is_before_in_block(first):
            first = around
    if not overwrites(first, buffer):
        return False
    users = {op for _, op in after if not isinstance(op, memref.DeallocOp)}
    if not all(find_access(op) is not None or isinstance(op, func.ReturnOp) for op in users):
        return False
    other = alloc.clone()
    Rewriter.insert_op(other, InsertPoint.before(first))
    buffer.replace_uses_with_if(other.memref, lambda use: use.operation in users)
    return True


def in_block(op: Operation, block: Block | None) -> Operation | None:
    """The operation of a block that an operation is, or is in."""
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current
