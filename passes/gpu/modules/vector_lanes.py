"""Lanes of vectors, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, vector
from xdsl.dialects.builtin import IntegerAttr, VectorType
from xdsl.ir import Attribute, SSAValue

from ...common.index_codegen import Emitter


def index_constant(emit: Emitter, number: int) -> SSAValue:
    """A constant."""
    return emit.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(number))).results[0]


def lane_of(emit: Emitter, value: SSAValue, number: int) -> SSAValue:
    """Emit the extraction of lane `number` of a vector; return its result."""
    type = cast("VectorType[Attribute]", value.type).element_type
    return emit.insert(vector.ExtractOp(value, [number], type)).results[0]


def with_lane(emit: Emitter, element: SSAValue, value: SSAValue, number: int) -> SSAValue:
    """Emit the insertion of `element` into lane `number` of a vector; return the new vector."""
    return emit.insert(vector.InsertOp(element, value, [number])).results[0]


def lane_count(type: Attribute) -> int:
    """How many lanes a 1-D vector has."""
    (number,) = cast("VectorType[Attribute]", type).get_shape()
    return number


def moved(emit: Emitter, indices: Sequence[SSAValue], number: int) -> list[SSAValue]:
    """The indices of what is `number` elements further on."""
    if number == 0:
        return list(indices)
    last = emit.insert(arith.AddiOp(indices[-1], index_constant(emit, number))).results[0]
    return [*indices[:-1], last]
