"""
Remedies at the ends of remarks and errors: what to do first, or instead, if a pass cannot act.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ...analysis.accesses.views import root_of
from ...dialect.annotations import attached_layouts, buffer_name
from ...dialect.attributes import layout_of
from ...dialect.ir.operations import operation_name
from ...index.expr import Expr
from .for_loops import Loop, loop_name

_OF_LOOPS = (
    *("affine", "arith", "cf", "func", "gpu", "llvm"),
    *("math", "memref", "pad", "scf", "vector"),
)
"""Dialects of which nothing is lowered to loops."""

Remedy = Callable[[Loop], str]
"""Advice on a loop that carries values and so has to stay where it is."""


def lower_first(op: Operation) -> str:
    """Return the advice to lower an operation to loops, and by what; empty if there is no way."""
    dialect = operation_name(op).split(".")[0]
    if dialect in _OF_LOOPS:
        return ""
    by = " by upstream's convert-linalg-to-affine-loops" if dialect == "linalg" else ""
    return f"lower it to loops first{by}"


def apply_first(accessed: SSAValue) -> str | None:
    """Return the advice to apply a buffer's layout first; None if it has no pending layout."""
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


def accumulate_in_memory(_: Loop) -> str:
    """Return the remedy for any loop order."""
    return "accumulate in memory instead of iter_args"


def remedy_for_axes(buffer: str, loops: Mapping[str, Loop], axes: Sequence[Expr]) -> Remedy:
    """
    Return the remedies for a loop order that follows a buffer's axes.

    `axes` are over the iterators of `loops`; the tiles of the buffer give the factor of a split.
    """
    used = {name for axis in axes for name in axis.variables()}
    lacking = [loop_name(loop) or "a loop" for name, loop in loops.items() if name not in used]

    def remedy(carrying: Loop) -> str:
        iterator = next(name for name, loop in loops.items() if loop is carrying)
        own = [axis for axis in axes if set(axis.variables()) == {iterator}]
        tiles = [axis.operands[1].constant for axis in own if axis.op == "%"]
        split = f"split {loop_name(carrying) or 'it'} by {tiles[0]} instead, " if tiles else ""
        inside = ""
        if lacking:
            inside = f"loops that {buffer} lacks, as {', '.join(lacking)}, go inside the others; "
        return f"{inside}{split}{accumulate_in_memory(carrying)}, or order by another buffer"

    return remedy
