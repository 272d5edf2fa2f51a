"""Element types and their concrete values: Python ints, and numpy scalars for floats."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float4E2M1FNType,
    Float6E2M3FNType,
    Float6E3M2FNType,
    Float8E3M4Type,
    Float8E4M3B11FNUZType,
    Float8E4M3FNType,
    Float8E4M3FNUZType,
    Float8E4M3Type,
    Float8E5M2FNUZType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    VectorType,
)
from xdsl.ir import Attribute

from ....dialect.amx.tile_type import TileType
from .errors import NotValidated

Number: TypeAlias = np.floating[Any]

_INDEX_WIDTH = 64
_MOST_LANES = 1 << 16
_DTYPES: dict[type[Attribute], Any] = {
    Float16Type: np.float16,
    Float32Type: np.float32,
    Float64Type: np.float64,
    BFloat16Type: ml_dtypes.bfloat16,
    Float4E2M1FNType: ml_dtypes.float4_e2m1fn,
    Float6E2M3FNType: ml_dtypes.float6_e2m3fn,
    Float6E3M2FNType: ml_dtypes.float6_e3m2fn,
    Float8E3M4Type: ml_dtypes.float8_e3m4,
    Float8E4M3Type: ml_dtypes.float8_e4m3,
    Float8E4M3B11FNUZType: ml_dtypes.float8_e4m3b11fnuz,
    Float8E4M3FNType: ml_dtypes.float8_e4m3fn,
    Float8E4M3FNUZType: ml_dtypes.float8_e4m3fnuz,
    Float8E5M2Type: ml_dtypes.float8_e5m2,
    Float8E5M2FNUZType: ml_dtypes.float8_e5m2fnuz,
}


class Integer:
    """A signless integer type, values in [0, 2^width); or index, signed and without overflow."""

    def __init__(self, name: str, width: int, is_index: bool):
        self.name, self.width, self.is_index = name, width, is_index
        self._mask = (1 << width) - 1

    def wrap(self, value: int) -> int:
        """The value modulo 2^width."""
        if not self.is_index:
            return value & self._mask
        if value.bit_length() > self.width:
            raise NotValidated("an index does not fit into 64 bits")
        return value

    def signed(self, value: int) -> int:
        """A value of this type, read as two's complement."""
        if self.is_index or not value >> (self.width - 1):
            return value
        return value - self._mask - 1

    def unsigned(self, value: int) -> int:
        """A value of this type, read as a natural number."""
        return value & self._mask


class Float:
    """A float type; all its NaNs are one value."""

    def __init__(self, name: str, width: int, dtype: np.dtype[Any]):
        self.name, self.width, self.dtype = name, width, dtype
        self._bits = np.dtype(f"u{dtype.itemsize}")
        self._is_double = dtype == np.float64
        info = cast("Any", ml_dtypes.finfo(dtype))
        self.digits = int(info.nmant) + 1
        self.smallest_exponent = int(info.minexp) - int(info.nmant)
        self.largest = float(info.max)
        self.has_infinity = float(self.of(float("inf"))) == float("inf")
        nan = float(self.of(float("nan")))
        self.has_nan = nan != nan

    def of(self, value: float) -> Number:
        """The value of this type that a Python float is, or is rounded to by numpy."""
        return cast("Number", self.dtype.type(value))

    def nearest(self, value: Fraction) -> Number:
        """
        The value of this type that is nearest to a fraction that is not 0, ties to even.

        Past the largest one, where the type has no infinity, it is NaN; without NaNs, the largest.
        """
        if self._is_double:
            try:
                return self.of(float(value))  # Python rounds the quotient so, at all exponents
            except OverflowError:
                return self.of(float("inf") if value > 0 else float("-inf"))
        magnitude = abs(value)
        exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
        if Fraction(2) ** exponent > magnitude:
            exponent -= 1
        step = Fraction(2) ** max(exponent - self.digits + 1, self.smallest_exponent)
        rounded = round(magnitude / step) * step
        result = float("inf") if rounded > Fraction(self.largest) else float(rounded)
        return self.of(-result if value < 0 else result)

    def bits(self, value: Number) -> int:
        """The bit pattern; for every NaN the bit pattern of the canonical NaN."""
        canonical = self.of(float("nan")) if value != value else value
        return int(np.asarray(canonical, self.dtype).view(self._bits)) & ((1 << self.width) - 1)

    def from_bits(self, bits: int) -> Number:
        """The inverse of `bits`."""
        return cast("Number", np.asarray(bits, self._bits).view(self.dtype)[()])


Scalar: TypeAlias = Integer | Float
BOOL = Integer("i1", 1, is_index=False)
INDEX = Integer("index", _INDEX_WIDTH, is_index=True)


_OF_CLASS: dict[type[Attribute], Scalar] = {}
"""The scalars of types without parameters, which are found by their class: most are asked for."""


@cache
def scalar_of(type: Attribute) -> Scalar:
    """The scalar of a type of MLIR; raises NotValidated for what is none."""
    scalar = _scalar_of(type)
    if not isinstance(type, IntegerType):
        _OF_CLASS[type.__class__] = scalar
    return scalar


def _scalar_of(type: Attribute) -> Scalar:
    if isinstance(type, IndexType):
        return INDEX
    if isinstance(type, IntegerType) and (width := int(type.bitwidth)):
        return BOOL if width == 1 else Integer(f"i{width}", width, is_index=False)
    if isinstance(type, AnyFloat) and type.__class__ in _DTYPES:
        return Float(str(type), type.bitwidth, np.dtype(_DTYPES[type.__class__]))
    raise NotValidated(f"values of type {type} are not understood")


def lanes_of(type: Attribute) -> int | None:
    """
    The lanes of a 1-D vector, None for what is not a vector; raises NotValidated for other vectors.
    """
    if type.__class__ in _OF_CLASS or not isinstance(type, VectorType):
        return None
    vector = cast("VectorType[Attribute]", type)
    if len(shape := vector.get_shape()) != 1 or any(vector.get_scalable_dims()):
        raise NotValidated(f"values of type {type} are not understood")
    if shape[0] > _MOST_LANES:
        raise NotValidated(f"vectors of more than {_MOST_LANES} lanes are not understood")
    return shape[0]


def lane_axis(type: Attribute) -> tuple[int, ...]:
    """The last axis of a buffer's cells that its elements are, if they are vectors."""
    lanes = lanes_of(type)
    return () if lanes is None else (lanes,)


def element_of(type: Attribute) -> Scalar:
    """The scalar of a type, or of the lanes of a 1-D vector."""
    known = _OF_CLASS.get(type.__class__)
    if known is not None:
        return known
    if lanes_of(type) is None:
        return scalar_of(type)
    return scalar_of(cast("VectorType[Attribute]", type).element_type)


def check_type(type: Attribute) -> None:
    """
    Raise NotValidated for the type of a value that is not a scalar, 1-D vector, tile, or buffer of
    scalars and vectors.
    """
    if type.__class__ in _OF_CLASS:
        return
    if isinstance(type, TileType):
        type = type.element_type
    if isinstance(type, MemRefType):
        type = cast("MemRefType[Attribute]", type).element_type
    element_of(type)


def elements_of(attr: DenseIntOrFPElementsAttr, scalar: Scalar) -> list[int | Number]:
    """The values of a dense attribute, a splat's as often as its type asks."""
    values = cast("tuple[int | float, ...]", attr.get_values())
    return [
        scalar.of(value) if isinstance(scalar, Float) else scalar.wrap(int(value))
        for value in values
    ]


def constant_of(attr: Attribute) -> int | Number:
    """The value of an integer or float attribute, in the form that its type's scalar has."""
    if isinstance(attr, IntegerAttr):
        integer_attr = cast("IntegerAttr", attr)
        scalar = scalar_of(integer_attr.type)
        assert isinstance(scalar, Integer)
        return scalar.wrap(integer_attr.value.data)
    if isinstance(attr, FloatAttr):
        float_attr = cast("FloatAttr[AnyFloat]", attr)
        scalar = scalar_of(float_attr.type)
        assert isinstance(scalar, Float)
        return scalar.of(float_attr.value.data)
    raise NotValidated(f"the constant {attr} is not understood")
