"""How the iterations of two loops load the same cells: windows that overlap."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from xdsl.dialects import affine
from xdsl.ir import Operation

from ...analysis.accesses.views import stored_shape
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.memory_access import buffer_of
from ...index.expr import var
from ...index.normal import terms


@dataclass(frozen=True)
class Window:
    """
    `inside` iterations of one loop move the cells of a load as far as `other` of another one;
    `apart` as far as is known at run time only.
    """

    inside: int
    other: int
    apart: bool = False

    def again(self, others: int, insides: int) -> int:
        """How many of the loads in so many iterations of both load what another one does."""
        return max(0, others - self.other) * max(0, insides - self.inside)


def window_of(
    load: Operation, inside: affine.ForOp, other: affine.ForOp, reader: InstanceReader
) -> Window | None:
    """How a load moves with two loops; None if no two iterations of both load the same cells."""
    cell = reader.cell(load)
    if not cell or other is inside:
        return None
    names = [str(reader.index(loop.body.block.args[0])) for loop in (inside, other)]
    moved = [index for index in cell if any(name in index.variables() for name in names)]
    if len(moved) != 1:
        return None
    summands = terms(moved[0])
    if any(name in term.variables() and term != var(name) for term in summands for name in names):
        return None
    steps = [
        abs(summands.get(var(name), 0)) * loop.step.value.data
        for name, loop in zip(names, (inside, other), strict=True)
    ]
    if not all(steps):
        return None
    common = gcd(*steps)
    shape = stored_shape(buffer_of(load).type)
    apart = shape is None or None in shape[cell.index(moved[0]) + 1 :]
    return Window(steps[1] // common, steps[0] // common, apart)
