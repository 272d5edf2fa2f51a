"""Loads that go through memory once: what bounds them is the cache that all processors share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation

from ...analysis.accesses.views import Shape, collapsible_axes, stored_shape
from ...analysis.instances.reader import InstanceReader
from ...index.expr import Expr, var
from ...index.normal import Terms, add, terms
from ..common.for_loops import extent_of
from ..lanes.legality.carried_reductions import vector_shape
from ..lanes.legality.lockstep import Load, buffer_of
from ..lanes.legality.neighbours import bits_of

_OWN_CACHE = 1 << 19
"""Bytes of which a processor's own cache certainly keeps none until they are needed again."""
_ANY = 1 << 30
"""Iterations that a loop is taken to have whose extent is known at run time only."""


def is_stream(load: Load, reader: InstanceReader) -> bool:
    """
    Whether no two iterations of the loops around load the same, of more than a cache holds.

    As much is taken for granted where extents are known at run time only.
    """
    index, type = reader.cell(load), buffer_of(load).type
    shape = stored_shape(type)
    if index is None or shape is None:
        return False
    loops = _loops_around(load)
    lanes = vector_shape(load.results[0].type)[0]
    places, size, found = list(_places(index, shape)), 1, 0
    for place in places:
        steps = [step for loop in loops if (step := _step(loop, place, reader)) is not None]
        reach = _reach(steps, lanes if place is places[-1] else 1)
        if reach is None:
            return False
        size *= reach
        found += len(steps)
    if None not in shape:
        size = min(size, prod([extent or 1 for extent in shape]))
    bits = bits_of(cast("MemRefType[Attribute]", type).element_type) or 0
    return found == len(loops) and size * bits > 8 * _OWN_CACHE


def loops_along_rows(load: Load, reader: InstanceReader) -> list[affine.ForOp]:
    """The loops around a load that move it along a row of its buffer."""
    index = reader.cell(load)
    if not index:
        return []
    loops = _loops_around(load)
    along = terms(index[-1])
    return [loop for loop in loops if var(str(reader.index(loop.body.block.args[0]))) in along]


def _places(index: Sequence[Expr], shape: Shape) -> Iterator[Terms]:
    """The places of a cell along the axes between which the distance is known."""
    for axes in collapsible_axes(shape):
        place, distance = dict[Expr, int](), 1
        for axis in reversed(axes):
            place = add(place, terms(index[axis]), distance)
            distance *= shape[axis] or 1
        yield place


def _step(loop: affine.ForOp, place: Terms, reader: InstanceReader) -> tuple[int, int] | None:
    """How far an iteration goes on, and how many there are; None for a loop that does not move."""
    iterator = var(str(reader.index(loop.body.block.args[0])))
    factor, extent = place.get(iterator, 0), extent_of(loop)
    if not factor:
        return None
    return factor * loop.step.value.data, _ANY if extent is None else extent


def _reach(steps: Sequence[tuple[int, int]], first: int) -> int | None:
    """How many cells the loops reach, from so many that are next to another; None if some twice."""
    reach = first
    for step, extent in sorted(steps):
        if step < reach:
            return None
        reach += step * (extent - 1)
    return reach


def _loops_around(op: Operation) -> list[affine.ForOp]:
    loops = list[affine.ForOp]()
    current = op.parent_op()
    while current is not None:
        if isinstance(current, affine.ForOp):
            loops.append(current)
        current = current.parent_op()
    return loops
