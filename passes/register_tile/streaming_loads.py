"""Loads that go through memory once: what bounds them is the cache that all processors share."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Operation

from ...analysis.accesses.views import strides
from ...analysis.instances.reader import InstanceReader
from ...index.expr import var
from ...index.normal import Terms, add, terms
from ..common.for_loops import extent_of
from ..lanes.legality.carried_reductions import vector_shape
from ..lanes.legality.lockstep import Load, buffer_of
from ..lanes.legality.neighbours import bits_of

_OWN_CACHE = 1 << 19
"""Bytes of which a processor's own cache certainly keeps none until they are needed again."""


def is_stream(load: Load, reader: InstanceReader) -> bool:
    """Whether no two iterations of the loops around load the same, of more than a cache holds."""
    index, type = reader.cell(load), buffer_of(load).type
    distances = strides(type)
    if index is None or distances is None:
        return False
    place: Terms = {}
    for axis, distance in zip(index, distances, strict=True):
        place = add(place, terms(axis), distance)
    steps = list[tuple[int, int]]()
    for loop in _loops_around(load):
        iterator = var(str(reader.index(loop.body.block.args[0])))
        steps.append((place.get(iterator, 0) * loop.step.value.data, extent_of(loop) or 0))
    reach = vector_shape(load.results[0].type)[0]
    for step, extent in sorted(steps):
        if step < reach:
            return False
        reach += step * (extent - 1)
    bits = bits_of(cast("MemRefType[Attribute]", type).element_type) or 0
    return reach * bits > 8 * _OWN_CACHE


def _loops_around(op: Operation) -> list[affine.ForOp]:
    loops = list[affine.ForOp]()
    current = op.parent_op()
    while current is not None:
        if isinstance(current, affine.ForOp):
            loops.append(current)
        current = current.parent_op()
    return loops
