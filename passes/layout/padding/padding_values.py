"""The value of a padding cell as IR: a constant, undef, a copy, or the result of a function."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from xdsl.dialects import affine, arith, func, vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AnyFloat,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.utils.hints import isa

from ....dialect.attributes import LaidOutType
from ....dialect.kind_attributes import affine_map
from ....dialect.layout.layout import Computed, IndexMap, SelfLoad, SimpleKind, Undef
from ....dialect.layout.pad_kinds import sources
from ....dialect.ops import UndefOp
from ....dialect.pad_functions import pad_function
from ....dialect.pad_values import ValueAttr, pad_value_attr, scalar_type
from ...common.index_codegen import Emitter


def padding_value(
    emitter: Emitter, buffer: SSAValue, kind: SimpleKind, indices: Sequence[SSAValue]
) -> SSAValue:
    """The value that padding of this kind takes at an index; each undef is a fresh one."""
    type = element_type(buffer)
    match kind:
        case Undef():
            return emitter.insert(UndefOp(type)).results[0]
        case SelfLoad():
            return _load_from(emitter, buffer, kind.source, indices)
        case Computed():
            function = pad_function(kind.function, emitter.around)
            loaded = [_load_from(emitter, buffer, source, indices) for source in kind.loads]
            return computed_value(emitter, function, kind, indices, loaded)
        case _:
            return _constant(emitter, _pad_value(kind, type), type)


def padding_holds(
    emitter: Emitter, buffer: SSAValue, kind: SimpleKind, indices: Sequence[SSAValue]
) -> SSAValue:
    """
    Emit a condition: the cell holds the value that padding of this kind has.

    Zeros, NaNs, copies and computed padding are compared bit by bit.
    """
    loaded = emitter.insert(load(buffer, indices)).results[0]
    type = element_type(buffer)
    if isinstance(kind, Undef):
        undef = emitter.insert(UndefOp(type)).results[0]
        return _equal(emitter, loaded, undef, "ueq")
    if isinstance(kind, SelfLoad | Computed):
        expected = padding_value(emitter, buffer, kind, indices)
        equal = _equal_lanes(emitter, _bits_of(emitter, loaded), _bits_of(emitter, expected))
        is_float = isinstance(scalar_type(type), AnyFloat)
        if is_float and sources(kind) and isinstance(kind, Computed):
            # A NaN that is loaded gives one of whatever bits.
            nans = [_equal_lanes(emitter, value, value, "uno") for value in (loaded, expected)]
            both = emitter.insert(arith.AndIOp(nans[0], nans[1])).results[0]
            equal = emitter.insert(arith.OrIOp(equal, both)).results[0]
        return _every(emitter, equal)
    value = _pad_value(kind, type)
    if isinstance(value, FloatAttr) and (value.value.data == 0 or math.isnan(value.value.data)):
        # == takes +0.0 for -0.0, and no NaN equals itself.
        loaded = _bits_of(emitter, loaded)
        value = _bits(value)
    return _equal(emitter, loaded, _constant(emitter, value, loaded.type))


def _load_from(
    emitter: Emitter, buffer: SSAValue, source: IndexMap, indices: Sequence[SSAValue]
) -> SSAValue:
    at = AffineMapAttr(affine_map(source))
    return emitter.insert(affine.LoadOp(buffer, indices, at)).results[0]


def store(value: SSAValue, buffer: SSAValue, indices: Sequence[SSAValue]) -> affine.StoreOp:
    """`affine.store` at these indices."""
    return affine.StoreOp(value, buffer, indices, AffineMapAttr(AffineMap.identity(len(indices))))


def load(buffer: SSAValue, indices: Sequence[SSAValue]) -> affine.LoadOp:
    """`affine.load` from these indices."""
    return affine.LoadOp(buffer, indices, AffineMapAttr(AffineMap.identity(len(indices))))


def element_type(buffer: SSAValue) -> Attribute:
    """The type of a buffer's elements."""
    return cast("LaidOutType", buffer.type).element_type


def computed_value(
    emitter: Emitter,
    function: func.FuncOp,
    kind: Computed,
    indices: Sequence[SSAValue],
    loaded: Sequence[SSAValue] = (),
) -> SSAValue:
    """The body of the kind's function, inlined: as a call it would be unknown to most passes."""
    assert kind.arguments is not None, "a kind of a placed layout has its arguments"
    values = dict(zip(kind.arguments.inputs, indices, strict=True))
    arguments = [emitter.index(expr, values) for expr in kind.arguments.outputs]
    block = function.body.block
    given = [*arguments, *loaded]
    mapper: dict[SSAValue, SSAValue] = dict(zip(block.args, given, strict=True))
    *body, last = block.ops
    for op in body:
        emitter.insert(op.clone(mapper))
    return mapper[last.operands[0]]


def _bits_of(emitter: Emitter, value: SSAValue) -> SSAValue:
    type = scalar_type(value.type)
    if not isinstance(type, AnyFloat):
        return value
    bits: Attribute = IntegerType(type.bitwidth)
    if isa(value.type, VectorType):
        bits = VectorType(bits, value.type.shape)
    return emitter.insert(arith.BitcastOp(value, bits)).results[0]


def _equal(
    emitter: Emitter, left: SSAValue, right: SSAValue, float_predicate: str = "oeq"
) -> SSAValue:
    """Whether two values are equal, in all lanes if they are vectors."""
    return _every(emitter, _equal_lanes(emitter, left, right, float_predicate))


def _equal_lanes(
    emitter: Emitter, left: SSAValue, right: SSAValue, float_predicate: str = "oeq"
) -> SSAValue:
    """Whether two values are equal, lane by lane if they are vectors."""
    if isinstance(scalar_type(left.type), AnyFloat):
        equal = arith.CmpfOp(left, right, float_predicate)
    else:
        equal = arith.CmpiOp(left, right, "eq")
    if not isa(left.type, VectorType):
        return emitter.insert(equal).results[0]
    # The constructors of xDSL 0.74 give results for scalars.
    lanes = equal.build(
        operands=[left, right],
        result_types=[VectorType(i1, left.type.shape)],
        properties=equal.properties,
    )
    equal.erase()
    return emitter.insert(lanes).results[0]


def _every(emitter: Emitter, lanes: SSAValue) -> SSAValue:
    if not isa(lanes.type, VectorType):
        return lanes
    kind = vector.CombiningKindAttr(vector.CombiningKindFlag.AND)
    every = vector.ReductionOp.build(
        operands=[lanes, []],
        result_types=[i1],
        properties={"kind": kind},
    )
    return emitter.insert(every).results[0]


def _bits(value: FloatAttr[AnyFloat]) -> IntegerAttr[IntegerType]:
    packed = value.type.pack((value.value.data,))
    type = IntegerType(value.type.bitwidth)
    return IntegerAttr(int.from_bytes(packed, "little"), type, truncate_bits=True)


def _constant(emitter: Emitter, value: ValueAttr, type: Attribute) -> SSAValue:
    """A constant of a scalar or, the same in all lanes, of a vector."""
    scalar = emitter.insert(arith.ConstantOp(value)).results[0]
    if not isa(type, VectorType):
        return scalar
    return emitter.insert(vector.BroadcastOp(scalar, type)).results[0]


def _pad_value(kind: SimpleKind, type: Attribute) -> ValueAttr:
    value = pad_value_attr(kind, type)
    assert value is not None, "padding without a value"
    return value
