"""The loop nests that write and assume a buffer's padding (RFC 77, "transform_layout")."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import AffineMapAttr, AnyFloat, FloatAttr, IntegerAttr, IntegerType
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineMap

from ..analysis.expr import TRUE, Expr, all_of, any_of
from ..dialect.attributes import LaidOutType
from ..dialect.layout import Forbidden, PadKind, PlacedLayout, Undef
from ..dialect.ops import AssumeOp, UndefOp
from ..dialect.pad_values import ValueAttr, pad_value_attr
from .index_codegen import Emitter


def write_padding(emitter: Emitter, buffer: SSAValue, placed: PlacedLayout, name: str) -> None:
    """
    A stage `<name>_padding` over the full box, storing each padding value under its guard.

    ```
    for io, ii in grid(4, 4):
        if 4*io + ii >= 14: B[io, ii] = 0.0
    ```
    """
    if not any(writes(kind) for _, kind in placed.padding_pieces):
        return
    inside, indices = emitter.nest(static_box(placed), placed.physical_names, f"{name}_padding")
    store_padding(inside, buffer, placed, indices)


def store_padding(
    emitter: Emitter,
    buffer: SSAValue,
    placed: PlacedLayout,
    indices: Sequence[SSAValue],
    only_padding: bool = False,
) -> None:
    """
    The guarded stores of the padding value at one physical index, one that is padding if
    `only_padding`.
    """
    values = dict(zip(placed.physical_names, indices, strict=True))
    for condition, kind in placed.padding_pieces:
        if writes(kind):
            known = only_padding and len(placed.padding_pieces) == 1
            inside = emitter.guard(TRUE if known else condition, values)
            inside.insert(store(padding_value(inside, buffer, kind), buffer, indices))


def assume_padding(emitter: Emitter, buffer: SSAValue, placed: PlacedLayout, name: str) -> None:
    """
    A stage `<name>_assume` over the full box: each cell is valid, or holds its padding value.

    ```
    for io, ii in grid(4, 4): assume(4*io + ii < 14 or A[io, ii] == 0.0)
    ```
    """
    pieces = [(condition, kind) for condition, kind in placed.padding_pieces if writes(kind)]
    if not pieces:
        return
    inside, indices = emitter.nest(static_box(placed), placed.physical_names, f"{name}_assume")
    values = dict(zip(placed.physical_names, indices, strict=True))
    for condition, kind in pieces:
        elsewhere = placed.valid if condition == placed.padding else negated(condition)
        otherwise = inside.condition(elsewhere, values)
        held = _holds(inside, buffer, kind, indices)
        either = inside.insert(arith.OrIOp(otherwise, held)).results[0]
        inside.insert(AssumeOp(either))


def writes(kind: PadKind) -> bool:
    """Whether padding of this kind is written and assumed at all."""
    return not isinstance(kind, Forbidden)


def static_box(placed: PlacedLayout) -> list[int]:
    """The physical extents of a layout on a static shape."""
    return [cast("int", extent) for extent in placed.physical_shape]


def negated(condition: Expr) -> Expr:
    """The negation, pushed inward to the comparisons."""
    if condition.op in ("and", "or"):
        combine = any_of if condition.op == "and" else all_of
        return combine([negated(operand) for operand in condition.operands])
    return ~condition


def padding_value(emitter: Emitter, buffer: SSAValue, kind: PadKind) -> SSAValue:
    """The value that padding of this kind takes; each undef is a fresh one."""
    type = _element_type(buffer)
    if isinstance(kind, Undef):
        return emitter.insert(UndefOp(type)).results[0]
    return emitter.insert(arith.ConstantOp(_constant(kind, type))).results[0]


def store(value: SSAValue, buffer: SSAValue, indices: Sequence[SSAValue]) -> affine.StoreOp:
    """`affine.store` at these indices."""
    return affine.StoreOp(value, buffer, indices, AffineMapAttr(AffineMap.identity(len(indices))))


def load(buffer: SSAValue, indices: Sequence[SSAValue]) -> affine.LoadOp:
    """`affine.load` from these indices."""
    return affine.LoadOp(buffer, indices, AffineMapAttr(AffineMap.identity(len(indices))))


def _holds(
    emitter: Emitter, buffer: SSAValue, kind: PadKind, indices: Sequence[SSAValue]
) -> SSAValue:
    loaded = emitter.insert(load(buffer, indices)).results[0]
    type = _element_type(buffer)
    if isinstance(kind, Undef):
        undef = emitter.insert(UndefOp(type)).results[0]
        return _equal(emitter, loaded, undef, "ueq")
    value = _constant(kind, type)
    if isinstance(value, FloatAttr) and (value.value.data == 0 or math.isnan(value.value.data)):
        # == takes +0.0 for -0.0, and no NaN equals itself.
        bits = _bits(value)
        loaded = emitter.insert(arith.BitcastOp(loaded, bits.type)).results[0]
        value = bits
    expected = emitter.insert(arith.ConstantOp(value)).results[0]
    return _equal(emitter, loaded, expected, "oeq")


def _equal(emitter: Emitter, left: SSAValue, right: SSAValue, float_predicate: str) -> SSAValue:
    if isinstance(left.type, AnyFloat):
        return emitter.insert(arith.CmpfOp(left, right, float_predicate)).results[0]
    return emitter.insert(arith.CmpiOp(left, right, "eq")).results[0]


def _bits(value: FloatAttr[AnyFloat]) -> IntegerAttr[IntegerType]:
    packed = value.type.pack((value.value.data,))
    type = IntegerType(8 * len(packed))
    return IntegerAttr(int.from_bytes(packed, "little"), type, truncate_bits=True)


def _constant(kind: PadKind, type: Attribute) -> ValueAttr:
    value = pad_value_attr(kind, type)
    assert value is not None, "padding without a value"
    return value


def _element_type(buffer: SSAValue) -> Attribute:
    return cast("LaidOutType", buffer.type).element_type
