"""
Contracts of calls at the boundary of a padded buffer: what a call may be given, and what it leaves
(design, section 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import Rewriter

from ....analysis.accesses.escape import ALLOCATIONS
from ....analysis.contracts.roles import Roles
from ....dialect.attributes import LaidOutType, layout_of
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operation_name, operations_of
from ....dialect.ir.symbols import lookup_symbol
from ....dialect.kind_attributes import kind_attr, pad_kind
from ....dialect.layout.layout import Forbidden
from ....dialect.layout.pad_kinds import simple_kinds, sources
from ....dialect.layout_differences import padding_cell
from ....dialect.ops import CastOp
from ....dialect.pad_values import pad_value_attr

_FORBIDDEN, _UNDEF = StringAttr("forbidden"), StringAttr("undef")
_READS = (affine.LoadOp, memref.LoadOp, memref.DimOp)
_ACCESSES = (
    affine.LoadOp,
    affine.StoreOp,
    memref.LoadOp,
    memref.StoreOp,
    memref.DimOp,
    memref.DeallocOp,
)


def erase_casts(root: Operation, uses: Mapping[SSAValue, Roles]) -> None:
    """
    Replaces each `pad.cast` by its operand, after every use of it was shown to keep both contracts.

    `uses` has the roles of the callees' parameters. Raises PadError at a cast or call that breaks
    one.
    """
    for cast_op in operations_of(root, CastOp):
        for use in tuple(cast_op.result.uses):
            if isinstance(use.operation, func.CallOp):
                _check_call(cast_op, use.operation, use.index, uses)
            elif not isinstance(use.operation, (*_ACCESSES, CastOp)):
                raise PadError(
                    f"'{operation_name(use.operation)}' takes the result of a pad.cast, which "
                    "only accesses and calls may",
                    use.operation,
                )
    for cast_op in operations_of(root, CastOp):
        Rewriter.replace_op(cast_op, [], [cast_op.source])


def is_kept_by_callees(buffer: SSAValue, stage: Operation) -> bool:
    """
    Whether a stage only passes a buffer on as its type says, or reads it.

    Where all logical cells are written by that, the padding is as it has to be afterwards.
    """
    inside = [use.operation for use in buffer.uses if stage.is_ancestor(use.operation)]
    if not all(isinstance(op, (func.CallOp, *_READS)) for op in inside):
        return False
    pending, seen = [buffer], {buffer}
    while pending:  # what may be the same buffer under another name
        given = [result for use in pending.pop().uses for result in use.operation.results]
        for value in given:
            if not isinstance(value.type, MemRefType) or value in seen:
                continue
            if any(stage.is_ancestor(use.operation) for use in value.uses):
                return False
            seen.add(value)
            pending.append(value)
    return True


def _check_call(
    cast_op: CastOp, call: func.CallOp, position: int, uses: Mapping[SSAValue, Roles]
) -> None:
    callee = lookup_symbol(call, call.callee)
    assert isinstance(callee, func.FuncOp)
    use = None if callee.is_declaration else uses.get(callee.args[position])
    is_in, is_out = (True, True) if use is None else (use.is_in, use.is_out)
    buffer = cast_op.source
    while isinstance(buffer.owner, CastOp):  # what a cast in between claims was never checked
        buffer = buffer.owner.source
    type = cast("LaidOutType", buffer.type)
    ours, theirs = kinds_by_step(buffer.type), kinds_by_step(cast_op.result.type)
    name = f"@{callee.sym_name.data}"
    for step, (given, wanted) in enumerate(zip(ours, theirs, strict=True)):
        cell = padding_cell(type, step) if given != wanted else None
        if cell is None:  # kinds of what does not exist say nothing
            continue
        where = f"the padding of layout step {step}" + (f" (cell {cell})" if cell else "")
        needed = wanted if is_in or wanted == _FORBIDDEN else _UNDEF
        if not gives(given, needed):
            raise PadError(
                f"{name} needs {shown(needed)} in {where} on entry, but the padding of the "
                f"buffer is {shown(given)}; pad it with {shown(needed)}, or copy it with pad.pack",
                cast_op,
            )
        if _is_last_use(buffer, call):
            continue
        if is_out and _copies_cells(given):
            raise PadError(
                f"{name} may write cells that {where} copies, but the buffer must hold "
                f"{shown(given)} there after the call; copy it with pad.pack, or give the callee "
                "that pad kind",
                cast_op,
            )
        left = wanted if is_out and wanted != _FORBIDDEN else given
        if not gives(left, given):
            raise PadError(
                f"{name} may leave {shown(left)} in {where}, but the buffer must hold "
                f"{shown(given)} after the call; copy it with pad.pack, or give the callee that "
                "pad kind",
                cast_op,
            )


def _is_last_use(buffer: SSAValue, call: func.CallOp) -> bool:
    """Whether nothing looks at a local buffer after a call, and so not at its padding either."""
    owner = buffer.owner
    if not isinstance(owner, ALLOCATIONS) or owner.parent is not call.parent:
        return False
    pending = [buffer]
    while pending:
        for user in (use.operation for use in pending.pop().uses):
            if isinstance(user, CastOp):
                pending.append(user.result)
            elif any(isinstance(result.type, MemRefType) for result in user.results):
                return False  # another name, under which it may be used later
            elif user is not call and not isinstance(user, memref.DeallocOp):
                stage = call.parent.find_ancestor_op_in_block(user) if call.parent else None
                if stage is None or not stage.is_before_in_block(call):
                    return False
    return True


def kinds_by_step(type: Attribute) -> list[Attribute]:
    """The kinds of a laid-out type step by step, identities as the constants that they are."""
    laid_out = cast("LaidOutType", type)
    layout = layout_of(laid_out)
    assert layout is not None
    kinds: list[Attribute] = []
    for step in layout.layout.steps:
        constant = pad_value_attr(step.pad, laid_out.element_type)
        kinds.append(constant or kind_attr(step.pad, laid_out.element_type))
    return kinds


def _copies_cells(kind: Attribute) -> bool:
    return any(sources(k) for k in simple_kinds(pad_kind(kind)))


def gives(given: Attribute, wanted: Attribute) -> bool:
    """Value over undef over forbidden."""
    forbidden = any(isinstance(kind, Forbidden) for kind in simple_kinds(pad_kind(given)))
    return given == wanted or wanted == _FORBIDDEN or (wanted == _UNDEF and not forbidden)


def shown(kind: Attribute) -> str:
    """A kind as messages show it."""
    if isinstance(kind, FloatAttr | IntegerAttr):
        return str(cast("Attribute", kind))
    return str(pad_kind(kind))
