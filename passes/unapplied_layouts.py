"""Says of a buffer whose layout is not applied yet that this comes first."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.ir import SSAValue

from ..analysis.views import root_of
from ..dialect.annotations import attached_layouts, buffer_name
from ..dialect.attributes import layout_of


def apply_first(accessed: SSAValue) -> str | None:
    """What comes first where a buffer, or what it is a view of, has an unapplied layout."""
    buffer = root_of(accessed)
    if layout_of(buffer.type) is None and not _is_given_one(buffer):
        return None
    name = buffer_name(buffer) or "the buffer"
    return f"{name} has a layout, but its accesses are still logical: run pad-apply-layouts first"


def _is_given_one(buffer: SSAValue) -> bool:
    """Whether `pad.layouts` of the function has a layout for a buffer."""
    owner = buffer.owner
    current = owner.parent_op()
    while current is not None and not isinstance(current, func.FuncOp):
        current = current.parent_op()
    return current is not None and buffer in attached_layouts(current)
