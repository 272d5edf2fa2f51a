"""Why no loop of a nest carries what it updates: the loop that does so is not the innermost."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.ir import Operation

from ...analysis.instances.outer_conditions import reader_below
from ...dialect.annotations import buffer_name
from ...dialect.ir.operations import operations_in
from ...dialect.ir.reasons import Reason, because
from ..common.stages import loop_name
from ..lanes.legality.accumulators import Updated, loads_of
from ..lanes.legality.lockstep import buffer_of


def why_nothing_is_carried(outermost: affine.ForOp) -> Reason:
    """Names the loop to move inside, for a nest in which no loop carries a result."""
    for op in operations_in(outermost):
        if isinstance(op, Updated) and (found := _over(op, outermost)):
            over, *inside = map(_name, found)
            return because(
                f"no loop in it carries a result: each iteration of {over} updates the same cells "
                f"of {buffer_name(buffer_of(op)) or 'a buffer'}, but {' and '.join(inside)} "
                f"{'is' if len(inside) == 1 else 'are'} inside of it; in the order "
                f"{', '.join((*inside, over))} (pad-reorder) {over} carries them",
                "nothing-carried",
            )
    return because(
        "no loop in it carries a result, or updates a cell, so that there is nothing to keep",
        "nothing-updated",
    )


def _over(store: Updated, outermost: affine.ForOp) -> list[affine.ForOp]:
    """
    The innermost loop that does not move a cell that is updated, and the loops inside it; none
    where the store updates none.
    """
    scope, loop = outermost.parent, store.parent_op()
    assert scope is not None
    if not isinstance(loop, affine.ForOp) or not loads_of(store, loop):
        return []
    reader = reader_below(scope)
    index = reader.cell(store)
    if index is None:
        return []
    moving = {name for axis in index for name in axis.variables()}
    loops = list[affine.ForOp]()
    current: Operation | None = loop
    while isinstance(current, affine.ForOp):
        loops.insert(0, current)
        if str(reader.index(current.body.block.args[0])) not in moving:
            return loops if len(loops) > 1 else []
        if current is outermost:
            break
        current = current.parent_op()
    return []


def _name(loop: affine.ForOp) -> str:
    return loop_name(loop) or "a loop"
