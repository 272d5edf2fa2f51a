"""Flat buffers with their axes, where that makes vectors."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp

from ...dialect.ir.memory_access import find_access
from ..common.diagnostics import collect_remarks, tell
from ..common.stages import find_functions
from ..raising.pad_recover_axes import multiplies_sizes, recover_axes


def run_with_axes(
    op: ModuleOp,
    function: str | None,
    pass_name: str,
    run: Callable[[ModuleOp], None],
) -> None:
    """
    Run on the functions with axes for their flat buffers, and keep that if rows of these get
    vectors; else run on the functions as they are.
    """
    if not any(map(multiplies_sizes, find_functions(op, function, lambda _: True))):
        run(op)
        return
    rows = op.clone()
    with collect_remarks() as said:
        functions = find_functions(rows, function, lambda _: True)
        is_changed = any([recover_axes(each, pass_name) for each in functions])
    if not is_changed:
        for each in said:
            tell(each)
        run(op)
        return
    with collect_remarks() as said_of_rows:
        run(rows)
    if not _has_vectors_of_rows(rows):
        run(op)
        return
    for each in (*said, *said_of_rows):
        tell(each)
    op.detach_region(op.body)
    op.add_region(rows.detach_region(rows.body))


def _has_vectors_of_rows(module: ModuleOp) -> bool:
    """
    Whether vectors are loaded or stored in rows of a flat buffer: of its own indices, which are no
    affine function of the loops, none are.
    """
    accesses = [(op, find_access(op)) for op in module.walk()]
    return any(
        access.covers != "cell" and isinstance(access.buffer(op).owner, memref.ReinterpretCastOp)
        for op, access in accesses
        if access is not None
    )
