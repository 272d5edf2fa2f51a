"""
States the sizes with which the accesses of a function stay inside of the buffers it lays out.

A physical buffer has cells beyond its logical extents, so its accesses no longer tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.dialects import func, memref
from xdsl.ir import BlockArgument, SSAValue
from xdsl.rewriter import InsertPoint

from ....analysis.accesses.views import root_of
from ....analysis.contracts.call_sizes import (
    CallSizes,
    access_goals,
    needed_sizes,
    takes_sizes,
)
from ....dialect.annotations import INSIDE, inside_axis
from ....dialect.attributes import layout_of
from ....dialect.ops import AssumeOp
from ....index.expr import Expr
from ...common.index_codegen import Emitter
from .logical_sizes import logical_size


@dataclass(frozen=True)
class Bounds:
    """Conditions on the sizes of a function under which it stays inside of logical extents."""

    function: func.FuncOp
    conditions: Mapping[tuple[str | None, int | None], list[Expr]]
    named: Mapping[str, tuple[BlockArgument, int | None]]
    """The sizes by their names in conditions: index arguments, or axes of buffers."""

    def state(self) -> None:
        """Assume them at the head of the function, which has arguments for all logical sizes."""
        block = self.function.body.blocks[0]
        emitter = Emitter(InsertPoint.at_start(block), self.function)
        values: dict[str, SSAValue] = {}
        for (buffer, axis), conditions in self.conditions.items():
            assert buffer is not None
            assert axis is not None
            for condition in conditions:
                for name in condition.variables():
                    if name not in values:
                        values[name] = _value(*self.named[name], emitter)
                assume = emitter.insert(AssumeOp(emitter.condition(condition, values)))
                assume.attributes[INSIDE] = inside_axis(buffer, axis)


def logical_bounds(function: func.FuncOp) -> Bounds | None:
    """
    What a function needs of its sizes so that no access leaves the logical extents of a laid-out
    buffer; None if that always holds, or nothing about sizes tells.
    """
    if function.is_declaration or not takes_sizes(function):
        return None
    sizes = CallSizes(function.body.blocks[0])
    goals = list(access_goals(function, sizes.reader, _is_laid_out))
    needed, _ = needed_sizes(goals, sizes) if goals else ({}, [])
    needed = {axis: conditions for axis, conditions in needed.items() if conditions}
    return Bounds(function, needed, sizes.named) if needed else None


def _is_laid_out(buffer: SSAValue) -> bool:
    return layout_of(root_of(buffer).type) is not None


def _value(given: BlockArgument, axis: int | None, emitter: Emitter) -> SSAValue:
    if axis is None:
        return given
    if layout_of(given.type) is not None:
        size = logical_size(given, axis, emitter)
        assert size is not None, "what no argument was tied to has one by now"
        return size
    return emitter.insert(memref.DimOp(given, emitter.constant(axis))).results[0]
