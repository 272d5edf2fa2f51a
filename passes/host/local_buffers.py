"""Frees local buffers at the end of the block that allocates them."""

from __future__ import annotations

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, UnrankedMemRefType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from ...analysis.memory.lifetimes import may_free
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.ir.symbols import lookup_symbol

_ALLOCATIONS, _CALLS = (memref.AllocOp,), (func.CallOp,)
_ESCAPES = (func.ReturnOp, memref.ExtractAlignedPointerAsIndexOp)


def free_local_buffers(module: ModuleOp) -> None:
    """
    Inserts a `memref.dealloc` for each buffer that a block makes and that does not leave it.

    Left alone are a buffer that the program frees itself, in a callee too, one that a block yields,
    and one in a body of several blocks. A buffer that a function returns is its caller's, by the
    same rule.
    """
    for op in operations_in(module):
        for value in op.results:
            if is_fresh(value) and not _leaves_block_or_is_freed(value):
                _free_at_end(op, value)


def is_fresh(value: SSAValue, callers: tuple[func.FuncOp, ...] = ()) -> bool:
    """Whether a value is a newly allocated buffer, which belongs to the function that has it."""
    op = value.owner
    if is_a(op, _ALLOCATIONS):
        return True
    if not is_a(op, _CALLS) or not isinstance(value.type, MemRefType):
        return False
    callee = lookup_symbol(op, op.callee)
    if not isinstance(callee, func.FuncOp) or callee in callers:
        return False
    return returns_fresh(callee, op.results.index(value), callers)


def returns_fresh(
    function: func.FuncOp, position: int, callers: tuple[func.FuncOp, ...] = ()
) -> bool:
    """Whether a result of a function is always a newly allocated buffer, and no other result is."""
    if function.is_declaration:
        return False
    returns = operations_of(function.body, func.ReturnOp)
    return all(
        is_fresh(op.arguments[position], (*callers, function))
        and list(op.arguments).count(op.arguments[position]) == 1
        for op in returns
    )


def _leaves_block_or_is_freed(buffer: SSAValue) -> bool:
    home = buffer.owner
    assert isinstance(home, Operation)
    block = home.parent_block()
    if block is None or block.next_block is not None or block.prev_block is not None:
        return True
    pending, seen = [buffer], {buffer}
    while pending:
        for use in pending.pop().uses:
            op = use.operation
            if isinstance(op, (*_ESCAPES, memref.DeallocOp)):
                return True
            if isinstance(op, func.CallOp) and may_free(op, use.index):
                return True
            made = list(op.results)
            if op.has_trait(IsTerminator, value_if_unregistered=False):
                parent = op.parent_op()
                if op.parent_block() is block or op.successors or parent is None:
                    return True
                made = list(parent.results)
            made += [arg for region in op.regions for b in region.blocks for arg in b.args]
            views = {v for v in made if _is_buffer(v) and not is_fresh(v)} - seen
            pending += views
            seen |= views
    return False


def _is_buffer(value: SSAValue) -> bool:
    return isinstance(value.type, MemRefType | UnrankedMemRefType)


def _free_at_end(op: Operation, buffer: SSAValue) -> None:
    block = op.parent_block()
    assert block is not None
    assert block.last_op is not None
    dealloc = memref.DeallocOp.get(buffer)
    dealloc.location = op.location
    Rewriter.insert_op(dealloc, InsertPoint.before(block.last_op))
