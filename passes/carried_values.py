"""What to do where a loop carries values, so that it stays inside the loop around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..analysis.expr import Expr
from .for_loops import Loop
from .stages import loop_name

OtherWays = Callable[[Loop], str]
"""Of a loop that carries values: what to do instead."""


def in_memory(_: Loop) -> str:
    """For any order."""
    return "accumulate in memory instead of iter_args"


def along(buffer: str, loops: Mapping[str, Loop], axes: Sequence[Expr]) -> OtherWays:
    """For the order of a buffer's axes, over the iterators of loops; its tiles give a factor."""
    used = {name for axis in axes for name in axis.variables()}
    lacking = [loop_name(loop) or "a loop" for name, loop in loops.items() if name not in used]

    def ways(carrying: Loop) -> str:
        iterator = next(name for name, loop in loops.items() if loop is carrying)
        own = [axis for axis in axes if set(axis.variables()) == {iterator}]
        tiles = [axis.operands[1].constant for axis in own if axis.op == "%"]
        split = f"split {loop_name(carrying) or 'it'} by {tiles[0]} instead, " if tiles else ""
        inside = ""
        if lacking:
            inside = f"loops that {buffer} lacks, as {', '.join(lacking)}, go inside the others; "
        return f"{inside}{split}{in_memory(carrying)}, or order by another buffer"

    return ways
