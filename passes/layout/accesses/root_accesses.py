"""Accesses, each as one of the buffer that windows, views of a part of it, lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from ....dialect.ir.memory_access import access_of, find_access
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Reason, because
from ....index.expr import Expr
from ...common.index_codegen import is_affine_operand
from ...common.index_writing import takes_any_index, write_index
from .view_cells import Read, View, Windowed, cell_through, kept_axes, source_of, view_of


def buffer_of(op: Operation) -> SSAValue | None:
    """The buffer that an access reads or writes; None for an operation that is not an access."""
    access = find_access(op)
    return None if access is None or access.covers == "permuted" else access.buffer(op)


def root_of_window(buffer: SSAValue) -> SSAValue:
    """The buffer that a window is one of; another buffer itself."""
    return next((source_of(view) for view in reversed([*_windows(buffer)])), buffer)


def window_of(buffer: SSAValue) -> View | None:
    """
    The operation that makes a window: a view that has no flat shape of its own.

    A reshaped buffer has one, a reshaped window does not.
    """
    view = view_of(buffer)
    if isinstance(view, memref.CollapseShapeOp | memref.ExpandShapeOp):
        return view if window_of(view.src) is not None else None
    return view


def lanes_of(op: Operation) -> int:
    """How many neighbours along the last axis an access is to."""
    vector = _vector_of(op)
    return 1 if vector is None else vector.get_shape()[0]


def root_index(op: Operation, read: Read) -> tuple[Expr, ...] | None:
    """The first cell of its root that an access is to; None if an index cannot be read."""
    access = access_of(op)
    given = [read(value) for value in access.index_operands(op)]
    operands = [index for index in given if index is not None]
    if len(operands) < len(given):
        return None
    return cell_through(_windows(access.buffer(op)), access.index(op, operands), read)


def set_root_access(
    op: Operation, index: Sequence[Expr], root: SSAValue, values: dict[str, SSAValue]
) -> None:
    """Makes an access one of its root, at an index over the names of these values."""
    written = write_index(op, root, index, values)
    assert written, "an affine access stays affine, and others take any index"


def why_not_rewritten(op: Operation) -> Reason | None:
    """Why an operation on a buffer is not an access of the flat one; None if it is."""
    buffer = buffer_of(op)
    if buffer is None:
        text = f"'{operation_name(op)}' takes or makes it, and is not understood"
        return because(text, "unknown-use")
    vector = _vector_of(op)
    if vector is not None and len(vector.get_shape()) != 1:
        return because(f"the {vector} of '{op.name}' is not a piece of a row", "not-contiguous")
    if not takes_any_index(op):
        return because(f"the index of '{op.name}' is its own", "unknown-use")
    for view in _windows(buffer):
        if vector is not None and not _has_rows(view):
            text = f"the {vector} of '{op.name}' is not a piece of a row of what is viewed"
            return because(text, "not-contiguous")
        if not isinstance(view, Windowed):
            continue
        if DYNAMIC_INDEX in view.static_strides.get_values():
            return because(f"a stride of '{view.name}' is not a constant", "view")
        has_map = access_of(op).map(op) is not None
        if has_map and not all(map(is_affine_operand, view.offsets)):
            text = f"an offset of '{view.name}' is not an affine operand, which '{op.name}' needs"
            return because(text, "view")
    return None


def _windows(buffer: SSAValue) -> Iterator[View]:
    """The views from a window to its root."""
    while (view := window_of(buffer)) is not None:
        yield view
        buffer = source_of(view)


def _vector_of(op: Operation) -> VectorType[Attribute] | None:
    """The vector of cells that an access is of; None if it is of one."""
    access = access_of(op)
    return None if access.covers == "cell" else cast("VectorType[Attribute]", access.value(op).type)


def _has_rows(view: View) -> bool:
    """Whether neighbours along the last axis of a window are neighbours in what is viewed."""
    if isinstance(view, memref.CastOp):
        return True
    if not isinstance(view, memref.SubviewOp):
        return False
    steps, kept = view.static_strides.get_values(), kept_axes(view)
    return kept is not None and kept[-1:] == [len(steps) - 1] and steps[-1] == 1
