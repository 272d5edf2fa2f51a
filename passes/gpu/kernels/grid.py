"""Loops on the grid: which block and thread has which iterations, and how many blocks there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import affine
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ....dialect.ir.loop_like import loop_of
from ....dialect.ir.reasons import Declined
from ....index.expr import Expr, all_of, lift, rebuild, var
from ...common.for_loops import constant_lower, extent_of
from ...common.index_codegen import Emitter
from .kernel_builder import DIMENSIONS, Kernel

_BLOCK, _THREAD = "block", "thread"
_MOST_IN_Y = 65535
"""Blocks along y, and along z; x takes 2**31 - 1."""


@dataclass(frozen=True)
class Axis:
    """A loop on the grid, of which each block has `threads` consecutive iterations."""

    loop: affine.ForOp
    threads: int

    @property
    def blocks(self) -> int | None:
        """How many blocks it takes; None if its extent is known at run time only."""
        extent = extent_of(self.loop)
        return None if extent is None else -(-extent // self.threads)

    @property
    def is_whole(self) -> bool:
        """Whether no thread of the last block is left over."""
        extent = extent_of(self.loop)
        return self.threads == 1 or (extent is not None and extent % self.threads == 0)


class Grid:
    """The axes, outside in, on the dimensions x, y and z: the innermost on x."""

    def __init__(self, axes: Sequence[Axis]):
        self.axes = tuple(axes)
        self._groups = _groups(self.axes)

    def threads(self) -> list[int]:
        """Threads of a block along x, y and z."""
        sizes = [axis.threads for axis in reversed(self.axes) if axis.threads > 1]
        return [*sizes, *(1 for _ in DIMENSIONS[len(sizes) :])]

    def blocks(self, before: Operation) -> list[SSAValue]:
        """Blocks along x, y and z, computed before an operation of the function."""
        emitter = Emitter(InsertPoint.before(before), before)
        return [_blocks_of([self.axes[k] for k in group], emitter) for group in self._groups]

    def enter(self, kernel: Kernel) -> Emitter:
        """
        Gives the loops' iterators their values in a thread.

        The place for what a thread does that has an iteration; where some have none, it is guarded.
        """
        inside, values = list[Expr](), dict[str, SSAValue]()
        along = [k for k in reversed(range(len(self.axes))) if self.axes[k].threads > 1]
        for dimension, group in zip(DIMENSIONS, self._groups, strict=True):
            for place in reversed(group):
                axis, name = self.axes[place], f"i{place}"
                iteration, ids = lift(0), dict[str, SSAValue]()
                if axis.blocks != 1:
                    ids[_BLOCK] = kernel.block_id(dimension)
                    iteration = self._block_of(group, place) * axis.threads
                if axis.threads > 1:
                    ids[_THREAD] = kernel.thread_id(DIMENSIONS[along.index(place)])
                    iteration = iteration + var(_THREAD)
                expr = iteration * axis.loop.step.value.data + lower_bound(axis.loop)
                values[name] = kernel.place.index(expr, ids)
                kernel.stands_for(axis.loop.body.block.args[0], values[name])
                if not axis.is_whole:
                    operands = kernel.values(axis.loop.upperBoundOperands)
                    values |= zip(_names(axis.loop, name), operands, strict=True)
                    inside.append(var(name) < _upper(axis.loop, name))
        return kernel.place.guard(all_of(inside), values)

    def _block_of(self, group: Sequence[int], place: int) -> Expr:
        """Which block of one axis a block of several on one dimension is."""
        inner = prod(self.axes[k].blocks or 1 for k in group if k > place)
        expr = var(_BLOCK) // inner
        return expr if place == group[0] else expr % (self.axes[place].blocks or 1)


def _groups(axes: Sequence[Axis]) -> list[list[int]]:
    """Which axes are on x, y and z, each outside in."""
    places = list(range(len(axes)))
    groups = _in_three(places)
    along = [prod(axes[k].blocks or 1 for k in group) for group in groups]
    if max(along[1:]) > _MOST_IN_Y:
        groups = [places, [], []]
    if _any_inside(groups, axes) is not None:
        # What has one block only needs no dimension.
        *two, rest = _in_three([k for k in places if axes[k].blocks != 1])
        groups = [*two, [*rest, *(k for k in places if axes[k].blocks == 1)]]
    place = _any_inside(groups, axes)
    if place is not None:
        raise Declined(
            "its extent is known at run time only, and a grid has three dimensions",
            axes[place].loop,
            reason="grid",
        )
    return groups


def _in_three(places: Sequence[int]) -> list[list[int]]:
    """The last place by itself, the one before it, and those before both."""
    return [list(places[-1:]), list(places[-2:-1]), list(places[:-2])]


def _any_inside(groups: Sequence[Sequence[int]], axes: Sequence[Axis]) -> int | None:
    """An axis with any number of blocks that is not the outermost of its group."""
    inside = (place for group in groups for place in group[1:])
    return next((place for place in inside if axes[place].blocks is None), None)


def _blocks_of(axes: Sequence[Axis], emitter: Emitter) -> SSAValue:
    total, values = lift(1), dict[str, SSAValue]()
    for axis in axes:
        if axis.blocks is not None:
            total = total * axis.blocks
            continue
        values |= zip(_names(axis.loop, ""), axis.loop.upperBoundOperands, strict=True)
        iterations = axis.loop.step.value.data * axis.threads
        count = -((lower_bound(axis.loop) - _upper(axis.loop, "")) // iterations)
        total = total * rebuild("max", (count, lift(0)))  # no block where there is no iteration
    return emitter.index(total, values)


def _names(loop: affine.ForOp, prefix: str) -> list[str]:
    return [f"{prefix}u{k}" for k, _ in enumerate(loop.upperBoundOperands)]


def _upper(loop: affine.ForOp, prefix: str) -> Expr:
    operands = tuple(var(name) for name in _names(loop, prefix))
    uppers = loop_of(loop).uppers(loop, lambda _: operands)
    assert uppers is not None
    return uppers[0][0]


def lower_bound(loop: affine.ForOp) -> int:
    """Where a loop begins, which is known."""
    lower = constant_lower(loop)
    assert lower is not None
    return lower
