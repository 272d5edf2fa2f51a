"""Facts about padding that, if they held, would make inserted instances change nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr, IntegerAttr, IntegerType, MemRefType, i1
from xdsl.ir import Attribute, SSAValue

from ...dialect.ir.memory_access import Load, buffer_of, is_store, stored_in
from ...dialect.ops import UndefOp
from ...index.sets.cells import at_cell, points_at
from ...index.sets.engine import engine
from ..contracts.applied_layouts import applied_contract
from ..memory.assumptions import Fact
from ..speculation.inserted_instances import SpeculatedInstances
from ..speculation.padding_cells import may_be_padding
from ..speculation.same_iteration import loads_feeding
from ..values.known import Arbitrary, Exactly, Known, Number, SomeZero
from ..values.poison import computing
from .inserted_values import InsertedValues, Part

_MOST_LOADS = 2


def assumable_facts(
    value: SSAValue,
    changing: Sequence[Part],
    insertion: SpeculatedInstances,
    values: InsertedValues,
    holds: Callable[[Part], bool],
) -> list[Fact]:
    """
    Facts about padding with which `holds` would be true of each of these parts; none where there
    are not such.

    At most two loads that feed it are given a neutral or absorbing element, where they are of
    padding only.
    """
    facts: list[Fact] = []
    for part in changing:
        unknown = [load for load in loads_feeding(value) if _is_unknown(load, part)]
        padding = [load for load in unknown if _padding_only(load, part, insertion, values)]
        padding.sort(key=lambda load: applied_contract(buffer_of(load)) is None)
        candidates = (given for given in _candidates(padding) if _may_be(given, part))
        found = next((given for given in candidates if holds(_with(part, given))), None)
        if found is None:
            return []
        for load, known in found.items():
            index = values.index(load)
            assert index is not None
            points = part.points.intersect(engine().set(at_cell(index)))
            names = insertion.instances(load).iterators
            facts.append(Fact(buffer_of(load), engine().project(points, names), known))
    return facts


def _may_be(given: dict[Load, Known], part: Part) -> bool:
    """Whether loads may give these values: no infinity where they are known to be finite."""
    for load, value in given.items():
        known = part.known.get(load.results[0])
        infinite = isinstance(value, Exactly) and not _is_finite(value.value)
        if infinite and isinstance(known, Number) and known.finite:
            return False
    return True


def _is_finite(value: Attribute) -> bool:
    return not isinstance(value, FloatAttr) or math.isfinite(value.value.data)


def _with(part: Part, given: dict[Load, Known]) -> Part:
    known = {**part.known, **{load.results[0]: value for load, value in given.items()}}
    return replace(part, known=known)


def _is_unknown(load: Load, part: Part) -> bool:
    known = part.known.get(load.results[0], Arbitrary())
    return isinstance(known, Arbitrary | Number) and not _is_given_undef(buffer_of(load))


def _is_given_undef(buffer: SSAValue) -> bool:
    """Whether undef is stored to a buffer: an assume holds of that, but makes it no value."""
    stores = [use.operation for use in buffer.uses if use.index == 1]
    values = [stored_in(op) for op in stores if is_store(op)]
    producers = [*values, *(operand for op in computing(values) for operand in op.operands)]
    return any(isinstance(value.owner, UndefOp) for value in producers)


def _padding_only(
    load: Load, part: Part, insertion: SpeculatedInstances, values: InsertedValues
) -> bool:
    """Whether all cells that a load reads in the part are padding that no original reads."""
    index = values.index(load)
    if index is None:
        return False
    inside = points_at(may_be_padding(buffer_of(load), insertion), index).intersect(part.points)
    return part.points.subtract(inside).is_empty()


def _candidates(loads: Sequence[Load]) -> Iterator[dict[Load, Known]]:
    for count in range(1, _MOST_LOADS + 1):
        for chosen in combinations(loads, count):
            for given in product(*map(_elements, chosen)):
                yield dict(zip(chosen, given, strict=True))


def _elements(load: Load) -> list[Known]:
    """Values that may be neutral or absorbing in some operation, the weakest statement first."""
    type = cast("MemRefType[Attribute]", buffer_of(load).type).element_type
    if isinstance(type, AnyFloat):
        numbers = (0.0, -0.0, 1.0, float("-inf"), float("inf"))
        return [SomeZero(), *(Exactly(FloatAttr(number, type)) for number in numbers)]
    if isinstance(type, IntegerType) and type != i1:
        own = cast("IntegerType", type)
        half = 1 << (own.width.data - 1)
        return [Exactly(IntegerAttr(n, own)) for n in (0, 1, -1, -half, half - 1)]
    return []
