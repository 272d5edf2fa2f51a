"""Cells that a thread updates whenever the threads of its block come by, kept in registers."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.ir import Block, Operation

from ...analysis.aliasing import is_tracked_through_views
from ...analysis.views import root_of
from ..lanes.accumulators import Updated, carry, loads_of, stays_in_place
from ..lanes.lockstep import Load, Store, buffer_of
from ..lanes.side_by_side import extent_of
from .kernel import Kernel


def keep_in_registers(kernel: Kernel) -> None:
    """
    Carries through the loops that all threads run together what each thread alone updates in them.

    A store right in such a loop is of a cell per thread. Where no index of it moves with the loop,
    and nothing else in it touches the buffer, that cell is of this thread in all iterations.
    """
    given = [root_of(value) for value in kernel.taken]
    buffers = [value for value in given if value.type.name == "memref"]
    if not all(map(is_tracked_through_views, buffers)):
        return
    for loop in _loops_in(kernel.body):
        for store in [op for op in loop.body.block.ops if isinstance(op, Updated)]:
            loads = loads_of(store, loop)
            if loads and stays_in_place(store, loop) and _is_alone([store, *loads], loop):
                loop = carry(loop, store, loads, [])


def _loops_in(block: Block) -> list[affine.ForOp]:
    """Those with at least one iteration, inside out."""
    loops = [op for op in block.walk(reverse=True, region_first=True)]
    return [op for op in loops if isinstance(op, affine.ForOp) and extent_of(op)]


def _is_alone(accesses: list[Operation], loop: affine.ForOp) -> bool:
    """Whether nothing else in the loop accesses the buffer."""
    roots = {root_of(buffer_of(op)) for op in accesses if isinstance(op, Load | Store)}
    others = [op for op in loop.body.walk() if isinstance(op, Load | Store) and op not in accesses]
    return not any(root_of(buffer_of(op)) in roots for op in others)
