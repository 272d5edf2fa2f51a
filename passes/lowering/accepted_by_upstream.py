"""The types and operations that upstream MLIR is given: others may end the process there."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import cast

from xdsl.dialects import arith, llvm, math
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    ComplexType,
    FixedBitwidthType,
    Float4E2M1FNType,
    Float6E2M3FNType,
    Float6E3M2FNType,
    Float8E3M4Type,
    Float80Type,
    Float128Type,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    TensorType,
    UnrankedMemRefType,
    VectorType,
    i1,
)
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operation_name, operations_of, types_in
from .elementwise import element_of

MOST_BYTES = 1 << 60
"""Of a buffer: what is counted in bits fits an i64 then."""
MOST_LANES = 1 << 16
MOST_BITS = 1 << 12
"""Of an integer; LLVM has no more than 2^23."""
_MOST_RANK = 64
_SPACES = range(1 << 24)
_INDEX_BYTES = 8
_INTEGER, _BUFFER, _VECTOR = (IntegerType,), (MemRefType,), (VectorType,)
_OF_ELEMENTS = (MemRefType, VectorType, TensorType, UnrankedMemRefType)
_PARAMETRIZED = (ParametrizedAttribute,)
_WIDE = (Float80Type, Float128Type)
_SHORT = (Float6E2M3FNType, Float8E3M4Type)
_WITHOUT_NAN = (Float4E2M1FNType, Float6E2M3FNType, Float6E3M2FNType)
_SIMPLE = (IntegerType, FixedBitwidthType)
_NO_VALUES = (llvm.LLVMVoidType, llvm.LLVMFunctionType)


def check_handed_over(module: ModuleOp, *, has_spaces: bool) -> None:
    """
    Raises PadError at the first operation with a type that is not to be handed over, or none of it.

    `has_spaces` says whether buffers stay in their memory spaces.
    """
    for type, op in types_in(module):
        if (reason := _refusal(type, is_inside=False, has_spaces=has_spaces)) is not None:
            raise PadError(
                f"'{operation_name(op)}' has {type}, which has no lowering: {reason}", op
            )
    for op in operations_of(module, math.IPowIOp):
        # What folds it needs the number 1, which an i1 with a sign has not.
        if element_of(op.result.type) == i1:
            raise PadError(f"'{op.name}' of i1 has no lowering: use a wider integer", op)
    for op in operations_of(module, math.CeilOp, math.FloorOp, math.RoundEvenOp):
        # What folds these adds and subtracts a number that is beyond the greatest of these types.
        if isinstance(element := element_of(op.result.type), _SHORT):
            raise PadError(f"'{op.name}' of {element} has no lowering: widen it by arith.extf", op)
    for op in operations_of(module, arith.DivfOp, math.Atan2Op):
        # What folds these makes a NaN of 0 / 0, where it ends the process if there is none.
        if isinstance(element := element_of(op.result.type), _WITHOUT_NAN):
            raise PadError(f"'{op.name}' of {element} has no lowering: widen it by arith.extf", op)


def check_fixed_vectors(module: ModuleOp) -> None:
    """
    Raise PadError at the first vector of a scalable size: LLVM dies of many operations on those.
    """
    for type, op in types_in(module):
        if is_a(type, _VECTOR) and _is_scalable(type):
            raise PadError(
                f"'{operation_name(op)}' has {type}, of which no code is made: its size is known "
                "to the processor only; use vectors of a fixed size",
                op,
            )


def _refusal(type: Attribute, *, is_inside: bool, has_spaces: bool) -> str | None:
    """Why a type is not handed over; None if it is."""
    if is_a(type, _INTEGER):
        bits = type.width.data
        return None if 0 < bits <= MOST_BITS else f"an integer has 1 to {MOST_BITS} bits"
    if is_a(type, _WIDE):
        return "its numbers cannot be written as text here; use f64"
    if is_a(type, _SIMPLE):
        return None
    own: str | None = None
    if is_a(type, _BUFFER):
        own = _of_buffer(type) or _of_space(type.memory_space, is_inside, has_spaces)
    elif is_a(type, _VECTOR):
        own = _of_vector(type)
    elif isinstance(type, TensorType):
        own = _of_tensor(cast("TensorType[Attribute]", type))
    elif isinstance(type, UnrankedMemRefType):
        own = _of_space(type.memory_space, is_inside, has_spaces)
    elif isinstance(type, _NO_VALUES):
        own = "no value is of this type"
    if own is not None:
        return own
    reasons = (
        _refusal(part, is_inside=True, has_spaces=has_spaces)
        for part in _parts(cast("Attribute", type))
    )
    return next((reason for reason in reasons if reason is not None), None)


def _parts(type: Attribute) -> Iterator[Attribute]:
    """The types that a type is made of."""
    if is_a(type, _OF_ELEMENTS):
        yield cast("MemRefType[Attribute]", type).element_type
    elif is_a(type, _PARAMETRIZED):
        for part in type.parameters:
            if isinstance(part, ArrayAttr):
                yield from cast("ArrayAttr[Attribute]", part).data
            else:
                yield part


def _of_buffer(type: MemRefType[Attribute]) -> str | None:
    shape, element = type.get_shape(), type.element_type
    if len(shape) > _MOST_RANK:
        return f"a buffer has at most {_MOST_RANK} axes"
    if _is_too_large(shape, element):
        return f"a buffer must be smaller than 2^{MOST_BYTES.bit_length() - 1} bytes"
    if isinstance(element, VectorType):
        vector = cast("VectorType[Attribute]", element)
        if not vector.get_shape() or _is_scalable(vector):
            return "vectors in memory have one axis or more, of fixed size"
    layout = type.layout
    if isinstance(layout, AffineMapAttr) and not is_strided(layout):
        return (
            "its layout is not a strided one, and pad-apply-layouts takes those of static shapes "
            "of buffers only; write a strided<..> layout, or none"
        )
    return None


def _of_space(space: Attribute, is_inside: bool, has_spaces: bool) -> str | None:
    if isinstance(space, NoneAttr) or not (is_inside or has_spaces):
        return None
    if is_inside:
        return "buffers in memory are in no memory space of their own"
    if isinstance(space, IntegerAttr) and space.value.data not in _SPACES:
        return f"memory spaces are numbers from 0 to {_SPACES[-1]}"
    return None


def _of_vector(type: VectorType[Attribute]) -> str | None:
    lanes = prod(type.get_shape())
    return None if lanes <= MOST_LANES else f"a vector has at most {MOST_LANES} lanes"


def _is_scalable(type: VectorType[Attribute]) -> bool:
    return any(flag.value.data for flag in type.scalable_dims)


def _of_tensor(type: TensorType[Attribute]) -> str | None:
    large = _is_too_large(type.get_shape(), type.element_type)
    return "it is too large" if large else None


def _is_too_large(shape: tuple[int, ...], element: Attribute) -> bool:
    """Whether sizes overflow somewhere; those that are 0 or unknown do not help."""
    return prod(size for size in shape if size > 0) * _bytes(element) >= MOST_BYTES


def _bytes(element: Attribute) -> int:
    if isinstance(element, VectorType):
        vector = cast("VectorType[Attribute]", element)
        return prod(vector.get_shape()) * _bytes(vector.element_type)
    if isinstance(element, ComplexType):
        return 2 * _bytes(cast("ComplexType[IntegerType]", element).element_type)
    return -(-element.bitwidth // 8) if isinstance(element, FixedBitwidthType) else _INDEX_BYTES


def is_strided(layout: AffineMapAttr) -> bool:
    """Whether a map gives the place of a cell as a sum, as upstream lowers it."""
    results = layout.data.results
    is_identity = layout.data == AffineMap.identity(layout.data.num_dims)
    return is_identity or (len(results) == 1 and _is_linear(results[0]))


def _is_linear(expr: AffineExpr) -> bool:
    """Whether it is a sum of dimensions, each times a number or a symbol."""
    match expr:
        case AffineDimExpr() | AffineSymExpr() | AffineConstantExpr():
            return True
        case AffineBinaryOpExpr(AffineBinaryOpKind.Add, left, right):
            return _is_linear(left) and _is_linear(right)
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, left, right):
            is_factor = isinstance(right, AffineSymExpr | AffineConstantExpr)
            return _is_linear(left) and is_factor
        case _:
            return False
