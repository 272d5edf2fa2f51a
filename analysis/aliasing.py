"""Which memrefs may be one buffer (design, section 3, "Aliasing and calls")."""

from __future__ import annotations

from xdsl.dialects import affine, func, memref
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.annotations import MAY_ALIAS
from .surroundings import ALLOCATIONS, is_constant_global, surroundings

_USES = (
    *(affine.LoadOp, affine.StoreOp, memref.LoadOp, memref.StoreOp),
    *(memref.DimOp, memref.DeallocOp, memref.CopyOp, func.CallOp, func.ReturnOp),
)


def is_tracked(buffer: SSAValue) -> bool:
    """Whether a buffer is known by this value alone: an argument, or an allocation."""
    owner = buffer.owner
    function = function_of(owner)
    if isinstance(owner, Block):
        if function is None or owner is not function.body.first_block:
            return False
        if MAY_ALIAS in function.attributes:
            return False
    elif not isinstance(owner, ALLOCATIONS):
        return False
    for use in buffer.uses:
        stored = isinstance(use.operation, affine.StoreOp | memref.StoreOp) and use.index == 0
        if stored or not isinstance(use.operation, _USES):
            return False
    return function is None or not (is_known_outside(buffer) and _gets_unknown_buffers(function))


def is_known_outside(buffer: SSAValue) -> bool:
    """Whether a call may reach a buffer that it is not given: an argument, or once given to one."""
    if isinstance(buffer.owner, Block):
        return True
    return any(isinstance(use.operation, func.CallOp) for use in buffer.uses)


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
