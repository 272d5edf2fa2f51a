"""Accesses through views of laid-out buffers, as accesses of the buffers themselves."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import IntegerAttr, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.attributes import LaidOutType, layout_of
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import access_of, has_dynamic_size
from ....dialect.ir.operations import operations_of
from ....dialect.ops import PackOp, UnpackOp
from ...common.index_codegen import Emitter
from ..accesses.logical_accesses import Names, is_access, set_access
from ..accesses.view_cells import (
    VIEWS,
    View,
    has_all_cells,
    root_cell,
    root_of_views,
    size_of,
    source_of,
    why_not_seen_through,
)
from .copy_expansion import expand_copy


def has_static_layout(buffer: SSAValue) -> bool:
    """Whether a buffer has a layout, and a shape on which that can be applied."""
    type = cast("LaidOutType", buffer.type)
    return layout_of(type) is not None and not has_dynamic_size(type.get_shape())


def check_views(root: Operation) -> None:
    """Raises PadError at a view of a laid-out buffer whose cells are not known."""
    for op in _views(root):
        if (reason := why_not_seen_through(op)) is not None:
            raise PadError(
                f"'{op.name}' is not supported on a laid-out buffer: {reason}; access the buffer "
                "itself",
                op,
            )


def resolve_views(root: Operation) -> None:
    """
    Makes each access of a view of a laid-out buffer one of the buffer, and erases the views.

    Raises PadError at an operation that takes a view and is not an access: a view has no layout.
    """
    views = _views(root)
    for op in views:
        for use in tuple(op.results[0].uses):
            if isinstance(use.operation, memref.CopyOp | PackOp | UnpackOp):
                _expand(use.operation, op)
    for op in reversed(views):
        for use in tuple(op.results[0].uses):
            _resolve(use.operation, use.index, op)
        Rewriter.erase_op(op)


def _views(root: Operation) -> list[View]:
    """Return the views of laid-out buffers."""
    views = operations_of(root, *VIEWS)
    return [op for op in views if layout_of(root_of_views(op.results[0]).type) is not None]


def _expand(copy: memref.CopyOp | PackOp | UnpackOp, view: View) -> None:
    type = cast("MemRefType[Attribute]", view.results[0].type)
    if has_dynamic_size(type.get_shape()):
        raise PadError(
            f"'{copy.name}' takes a view of a laid-out buffer, {type}, of a size that is known "
            "only at run time; give the size, or copy in a loop",
            copy,
        )
    expand_copy(copy, PatternRewriter(copy))


def _resolve(op: Operation, position: int, view: View) -> None:
    buffer = view.results[0]
    root = root_of_views(buffer)
    if is_access(op, position):
        names = Names()
        access = access_of(op)
        index = access.index(op, [names.read(value) for value in access.index_operands(op)])
        cell = root_cell(buffer, index, names.read)
        assert cell is not None, "a view that is seen through"
        set_access(op, root, cell, names)
    elif isinstance(op, memref.DimOp):
        _replace_dim(op)
    elif isinstance(op, memref.DeallocOp) and has_all_cells(view):
        op.operands[0] = source_of(view)
    elif isinstance(view, memref.CastOp) and source_of(view) is root:
        raise PadError(
            f"'{op.name}' takes the laid-out buffer {root.type} as {buffer.type}, which does not "
            "have its layout; pass the buffer itself, without the memref.cast, to a parameter of "
            "its own shape, or copy it to a new buffer with memref.copy",
            op,
        )
    else:
        raise PadError(
            f"'{op.name}' takes a view of the laid-out buffer {root.type}, which cannot be passed "
            "on, because its cells are not a buffer in physical memory; copy the view to a new "
            "buffer with memref.copy, and copy it back if it is written",
            op,
        )


def _replace_dim(op: memref.DimOp) -> None:
    axis = op.index.owner.value if isinstance(op.index.owner, arith.ConstantOp) else None
    type = cast("MemRefType[Attribute]", op.source.type)
    number = axis.value.data if isinstance(axis, IntegerAttr) else -1
    if not 0 <= number < type.get_num_dims():
        raise PadError(
            f"the axis of this memref.dim of a view of a laid-out buffer, {type}, is not a "
            f"constant below its rank {type.get_num_dims()}",
            op,
        )
    names = Names()
    size = size_of(op.source, number, names.read)
    assert size is not None, "the size of a view that is seen through"
    value = Emitter(InsertPoint.before(op), op).index(size, names.values)
    Rewriter.replace_op(op, [], [value])
