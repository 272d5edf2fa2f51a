"""Which memrefs may be one buffer (design, section 3, "Aliasing and calls")."""

from __future__ import annotations

from xdsl.dialects import affine, arith, func, memref, scf
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Block, Operation, SSAValue
from xdsl.traits import SymbolTable

from ..dialect.annotations import MAY_ALIAS
from ..dialect.ops import CastOp

_USES = (
    *(affine.LoadOp, affine.StoreOp, memref.LoadOp, memref.StoreOp),
    *(memref.DimOp, memref.DeallocOp, memref.CopyOp, func.CallOp, func.ReturnOp),
)
_ALLOCATIONS = (memref.AllocOp, memref.AllocaOp)
# What these give is made of their operands, which are thereby not tracked.
_VIEWS = (
    *(arith.SelectOp, memref.SubviewOp, memref.CastOp, memref.ReinterpretCastOp, CastOp),
    *(memref.CollapseShapeOp, memref.ExpandShapeOp),
    *(affine.ForOp, affine.IfOp, scf.ForOp, scf.IfOp, scf.WhileOp),
)


def is_tracked(buffer: SSAValue) -> bool:
    """Whether a buffer is known by this value alone: an argument, or an allocation."""
    owner = buffer.owner
    function = _function_of(owner)
    if isinstance(owner, Block):
        if function is None or owner is not function.body.first_block:
            return False
        if MAY_ALIAS in function.attributes:
            return False
    elif not isinstance(owner, _ALLOCATIONS):
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
    found = SymbolTable.lookup_symbol(owner, owner.name_)
    is_constant = isinstance(found, memref.GlobalOp) and found.constant is not None
    return owner.name_.root_reference.data if is_constant else None


def _function_of(owner: Block | Operation) -> func.FuncOp | None:
    current = owner.parent_op()
    while current is not None and not isinstance(current, func.FuncOp):
        current = current.parent_op()
    return current


def _gets_unknown_buffers(function: func.FuncOp) -> bool:
    """Whether it gets a buffer from elsewhere, which may be any that is known there."""
    return any(
        isinstance(result.type, MemRefType)
        and not isinstance(op, _ALLOCATIONS + _VIEWS)
        and constant_global(result) is None
        for op in function.body.walk()
        for result in op.results
    )
