"""Which memrefs may be one buffer (design, section 3, "Aliasing and calls")."""

from __future__ import annotations

from xdsl.dialects import func, gpu, memref, vector
from xdsl.ir import Block, Operation, SSAValue, Use

from ...dialect.annotations import MAY_ALIAS
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import is_a
from .escape import ALLOCATIONS, is_constant_global, surroundings
from .views import viewed
from .windows import ANY_VIEWS, Names, names_of, root_through_views

_USES = (
    *(memref.DimOp, memref.DeallocOp, memref.CopyOp, func.CallOp, func.ReturnOp),
    gpu.LaunchFuncOp,
)
VECTOR_USES = (vector.LoadOp, vector.StoreOp, vector.MaskedLoadOp, vector.MaskedStoreOp)


def is_tracked(buffer: SSAValue) -> bool:
    """
    Whether no other SSA value refers to the buffer: it is an argument or allocation without views.
    """
    return _is_known_by(buffer, views=False)


def is_tracked_through_views(buffer: SSAValue) -> bool:
    """Whether only this value and its views refer to the buffer; it may have vector accesses."""
    return _is_known_by(buffer, views=True)


def has_known_names(buffer: SSAValue) -> bool:
    """
    Whether only an argument or an allocation, views of it of all kinds, and views of these refer to
    its cells; false for a view.
    """
    function, names = function_of(buffer.owner), list[SSAValue]()
    if not _is_owned(buffer) or not _collect_names(buffer, names):
        return False
    if function is None or not _gets_unknown_buffers(function):
        return True
    return not any(map(is_known_outside, names))


def are_apart(buffer: SSAValue, other: SSAValue) -> bool:
    """Whether two buffers certainly have no cell in common."""
    roots = root_through_views(buffer), root_through_views(other)
    return roots[0] is not roots[1] and any(map(has_known_names, roots))


def _collect_names(buffer: SSAValue, names: list[SSAValue]) -> bool:
    """Add a buffer and its views; false where something may give it a name that is not known."""
    names.append(buffer)
    for use in buffer.uses:
        op = use.operation
        if use.index == 0 and is_a(op, ANY_VIEWS):
            if not _collect_names(op.results[0], names):
                return False
        elif not (is_a(op, (*VECTOR_USES, *_USES)) or _accesses_cell(op, use.index)):
            return False
    return True


def followed_names(buffer: SSAValue) -> Names | None:
    """
    All names of a buffer, if it has more than one, this one with a window that is dense, and only
    these refer to it: they access cells, or are passed to calls. None otherwise.
    """
    names = names_of(buffer)
    window = names.windows[buffer]
    if len(names.windows) == 1 or window is None or not window.is_dense:
        return None
    function = _function_that_owns(names.root)
    if function is None or not all(_is_followed(u) for name in names for u in names.uses_of(name)):
        return None
    outside = any(map(is_known_outside, names))
    return None if outside and _gets_unknown_buffers(function) else names


def _is_followed(use: Use) -> bool:
    return _accesses_cell(use.operation, use.index) or is_a(use.operation, _USES)


def _function_that_owns(buffer: SSAValue) -> func.FuncOp | None:
    """The function of which a buffer is an argument or an allocation; None if it is another's."""
    owner = buffer.owner
    function = function_of(owner)
    if function is None or isinstance(owner, ALLOCATIONS):
        return function
    is_argument = isinstance(owner, Block) and owner is function.body.first_block
    return function if is_argument and MAY_ALIAS not in function.attributes else None


def _is_owned(buffer: SSAValue) -> bool:
    """Whether a buffer is an allocation, or an argument that is none of the others."""
    owner = buffer.owner
    if not isinstance(owner, Block):
        return isinstance(owner, ALLOCATIONS)
    function = function_of(owner)
    if function is None or owner is not function.body.first_block:
        return False
    return MAY_ALIAS not in function.attributes


def _is_known_by(buffer: SSAValue, *, views: bool) -> bool:
    function = function_of(buffer.owner)
    if not _is_owned(buffer) or unknown_use(buffer, views=views) is not None:
        return False
    return function is None or not (is_known_outside(buffer) and _gets_unknown_buffers(function))


def unknown_use(buffer: SSAValue, *, views: bool = False) -> Operation | None:
    """
    An operation that does not only access a buffer, or pass it to a call: it may give it another
    name.
    """
    for use in buffer.uses:
        op = use.operation
        if views and is_a(op, VECTOR_USES):
            continue
        seen = [result for result in op.results if viewed(result) is buffer]
        if views and seen:
            within = (unknown_use(view, views=views) for view in seen)
            if (found := next((op for op in within if op is not None), None)) is None:
                continue
            return found
        if not _accesses_cell(op, use.index) and not is_a(op, _USES):
            return op
    return None


def _accesses_cell(op: Operation, position: int) -> bool:
    """Whether an operation loads or stores one cell of the buffer at a position, no more."""
    access = find_access(op)
    if access is None or access.covers != "cell" or access.buffer_at != position:
        return False
    return not (access.reads and access.writes)


def is_known_outside(buffer: SSAValue) -> bool:
    """Whether a call may reach a buffer that it is not given: an argument, or once given to one."""
    if isinstance(buffer.owner, Block):
        return True
    users = [use.operation for use in buffer.uses]
    views = [result for op in users for result in op.results if viewed(result) is buffer]
    return any(isinstance(op, func.CallOp) for op in users) or any(map(is_known_outside, views))


def constant_global(buffer: SSAValue) -> str | None:
    """The name of the constant global that a buffer is, which nothing writes."""
    owner = buffer.owner
    if not isinstance(owner, memref.GetGlobalOp):
        return None
    return owner.name_.root_reference.data if is_constant_global(owner) else None


def function_of(owner: Block | Operation) -> func.FuncOp | None:
    """The function that a block or an operation is in."""
    current = owner.parent_op()
    while current is not None and not isinstance(current, func.FuncOp):
        current = current.parent_op()
    return current


def _gets_unknown_buffers(function: func.FuncOp) -> bool:
    """Whether it gets a buffer from elsewhere, which may be any that is known there."""
    return bool(surroundings(function).giving_buffers)
