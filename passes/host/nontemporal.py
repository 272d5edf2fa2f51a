"""Stores that go past the caches: for what is written once, and too large to be found there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects import func, memref, vector
from xdsl.dialects.builtin import (
    BoolAttr,
    FixedBitwidthType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    VectorType,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from ...analysis.accesses.views import root_of, viewed
from ...dialect.ir.effects import may_read, renames_buffers
from ...dialect.ir.loop_like import find_loop, loop_of
from ...dialect.ir.operations import operations_of

_CACHE_LINE = 64  # bytes


def bypass_caches(module: ModuleOp, distinct: Iterable[func.FuncOp], threshold: int) -> None:
    """
    Makes stores `nontemporal` where that saves reading what they overwrite.

    It does for vectors whose alignment is stated, stored once each, to a buffer of more than
    `threshold` bytes that its function never reads. `distinct` are the functions whose arguments
    share no memory.
    """
    # On one thread no fence is needed: a thread sees its own stores in order, and whatever hands
    # their result to another thread, a lock at least, drains them first.
    candidates = set(distinct)
    for store in operations_of(module, vector.StoreOp):
        if not _fills_lines(store):
            continue
        function = _function_of(store)
        root = root_of(store.base)
        if (
            function in candidates
            and _bytes_of(root.type) > threshold
            and _belongs_to(root, function)
            and not _is_read(root)
            and _is_stored_once(store)
        ):
            store.nontemporal = BoolAttr.from_bool(True)


def _fills_lines(store: vector.StoreOp) -> bool:
    """Whether the stores of neighbouring iterations certainly write cache lines as a whole."""
    aligned = store.attributes.get("alignment")
    if not isinstance(aligned, IntegerAttr):
        return False
    size = _bytes_of(store.vector.type)
    if aligned.value.data < size or size == 0:
        return False
    if size % _CACHE_LINE == 0:
        return True
    # The processor collects the parts of a few lines only: they have to come one after another.
    loops = list(_loops_around(store))
    return bool(loops) and any(value in _feeding(store.indices[-1:]) for value in _ivs(loops[0]))


def _is_stored_once(store: vector.StoreOp) -> bool:
    """Whether each loop around moves the store on, so that it does not come back to a cell."""
    values = _feeding(store.indices)
    return all(iv in values for loop in _loops_around(store) for iv in _ivs(loop))


def _loops_around(op: Operation) -> Iterator[Operation]:
    """From the innermost on."""
    parent = op.parent_op()
    while parent is not None:
        if find_loop(parent) is not None:
            yield parent
        parent = parent.parent_op()


def _ivs(loop: Operation) -> tuple[SSAValue, ...]:
    return tuple(loop_of(loop).iterators(loop))


def _feeding(values: Iterable[SSAValue]) -> set[SSAValue]:
    """The values, and all that they are computed from, the bounds of loops included."""
    pending, seen = list(values), set[SSAValue]()
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        owner = value.owner
        if isinstance(owner, Operation):
            pending += owner.operands
        elif (loop := owner.parent_op()) is not None and find_loop(loop) is not None:
            pending += loop.operands
    return seen


def _is_read(buffer: SSAValue) -> bool:
    """Whether something may read the buffer, directly or through a view."""
    for use in buffer.uses:
        op = use.operation
        views = [result for result in op.results if viewed(result) is buffer]
        if views:
            if any(map(_is_read, views)):
                return True
        elif isinstance(op, memref.CopyOp):
            if use.index == 0:
                return True
        elif renames_buffers(op) or may_read(op):
            return True
    return False


def _belongs_to(buffer: SSAValue, function: func.FuncOp | None) -> bool:
    """Whether a buffer is an argument of the function, or allocated."""
    if isinstance(buffer.owner, memref.AllocOp):
        return True
    return function is not None and buffer in function.args


def _function_of(op: Operation) -> func.FuncOp | None:
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, func.FuncOp):
        parent = parent.parent_op()
    return parent


def _bytes_of(type: Attribute) -> int:
    """0 where the size is not known."""
    if not isa(type, MemRefType) and not isa(type, VectorType):
        return 0
    element, size = type.element_type, 1
    for extent in type.get_shape():
        size *= max(extent, 0)
    return size * (element.bitwidth // 8) if isinstance(element, FixedBitwidthType) else 0
