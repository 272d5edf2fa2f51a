"""Turns the accesses of one laid-out buffer from logical into physical indices, in place."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine, arith, cf, func, memref, scf
from xdsl.dialects.builtin import IndexType, UnregisteredOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ....dialect.attributes import LaidOutType, layout_of, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import MappedAccess, MemoryAccess, find_access, is_dynamic
from ....dialect.ir.operations import operation_name
from ....dialect.ops import CastOp
from ....index.expr import TRUE, all_of, var, within
from ...common.index_writing import write_index

# These pass the buffer on as it is; their types follow the values.
_PASS_ON = (
    func.CallOp,
    func.ReturnOp,
    memref.DeallocOp,
    arith.SelectOp,
    affine.ForOp,
    affine.YieldOp,
    scf.ForOp,
    scf.WhileOp,
    scf.ExecuteRegionOp,
    scf.IndexSwitchOp,
    scf.ConditionOp,
    scf.YieldOp,
    cf.BranchOp,
    cf.ConditionalBranchOp,
)
# These make a buffer, or pass one on; what another operation makes cannot be given another shape.
_MAKE = (
    *(memref.AllocOp, memref.AllocaOp, memref.GetGlobalOp),
    *(*_PASS_ON, affine.IfOp, scf.IfOp, CastOp),
)


def check_is_understood(buffer: SSAValue) -> None:
    """Raises PadError unless a buffer has a maker that can be changed."""
    type = cast("LaidOutType", buffer.type)
    owner = buffer.owner
    if isinstance(owner, Block):
        around = owner.parent_op()
        known = not isinstance(around, UnregisteredOp)
    else:
        around, known = owner, isinstance(owner, _MAKE)
    if around is not None and not known:
        raise PadError(
            f"'{operation_name(around)}' makes the laid-out buffer {type}, and cannot be changed "
            "to the physical shape; copy into an allocation with pad.pack",
            around,
        )


def make_accesses_physical(buffer: SSAValue) -> None:
    """
    Rewrites each use of a laid-out buffer for its physical shape; the caller changes the type.

    Affine accesses get their map composed with the layout's; others get index arithmetic before it.
    Raises PadError at an operation that is not understood.
    """
    type = cast("LaidOutType", buffer.type)
    for use in tuple(buffer.uses):
        op = use.operation
        access = find_access(op)
        if access is not None and access.covers != "permuted" and access.buffer(op) is buffer:
            operands = access.index_operands(op)
            if isinstance(access, MappedAccess):
                layout = layout_of(type)
                assert layout is not None
                physical = layout.get_affine_map().compose(access.map(op))
                access.move(op, buffer, operands, physical)
            else:
                _make_physical(op, access, type)
            continue
        match op:
            case memref.RankOp():
                _replace_by(op, len(type.get_shape()))
            case _ if not isinstance(op, _PASS_ON):
                raise PadError(
                    f"'{operation_name(op)}' takes the laid-out buffer {type}, and cannot be "
                    "rewritten to physical indices; copy with pad.unpack before it, and with "
                    "pad.pack after it",
                    op,
                )
            case _:
                pass


def _make_physical(op: Operation, access: MemoryAccess, type: LaidOutType) -> None:
    placed, operands = place(type), access.index_operands(op)
    names = placed.logical_names
    if len(operands) != len(names):
        names = [f"operand{k}" for k in range(len(operands))]
    values = dict(zip(names, operands, strict=True))
    cell = access.index(op, list(map(var, names)))
    logical = dict(zip(placed.logical_names, cell, strict=True))
    # Where the first lane is off, it may be outside.
    inside = access.mask(op) is None
    sized = zip(cell, type.get_shape(), strict=True)
    box = all_of(i >= 0 if is_dynamic(size) else within(i, size) for i, size in sized)
    physical = [index.substitute(logical) for index in placed.forward]
    if not write_index(op, access.buffer(op), physical, values, box if inside else TRUE):
        raise PadError(f"'{op.name}' takes no such index", op)


def _replace_by(op: Operation, value: int) -> None:
    constant = arith.ConstantOp.from_int_and_width(value, IndexType())
    constant.location = op.location
    Rewriter.replace_op(op, constant)
