"""
The numbers of MLIR's scalar types as Python's: integers by their signed value (unsigned types by
the unsigned one), floats as doubles that the type can hold. All NaNs are one value.
"""

from __future__ import annotations

import math
import struct
from array import array
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np
from xdsl.dialects import builtin
from xdsl.dialects.builtin import IndexType, IntegerType, Signedness, VectorType
from xdsl.ir import Attribute

from .values import Undefined, Unsupported


@dataclass(frozen=True)
class IntegerKind:
    """An integer type; `index` counts as one of 64 bits that does not wrap."""

    width: int
    signed: bool
    is_index: bool = False

    @property
    def low(self) -> int:
        """The smallest value."""
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        """The largest value."""
        return (1 << (self.width - 1)) - 1 if self.signed else (1 << self.width) - 1

    def wrap(self, value: int) -> int:
        """The value with these low bits."""
        low = self.low
        return ((value - low) & ((1 << self.width) - 1)) + low

    def to_bits(self, value: int) -> int:
        """The bits as an unsigned number."""
        return value & ((1 << self.width) - 1)

    def from_bits(self, bits: int) -> int:
        """The value of these bits."""
        return self.wrap(bits)

    def fitted(self, value: int) -> int:
        """The result of arithmetic: wrapped, or undefined behaviour where an index overflows."""
        if self.is_index and not self.low <= value <= self.high:
            raise Undefined("an index overflows")
        return self.wrap(value)


@dataclass(frozen=True)
class FloatKind:
    """A float type: its precision with the hidden bit, exponents, and what it lacks."""

    name: str
    width: int
    precision: int
    least_exponent: int
    largest: float
    dtype: Any
    has_infinity: bool = True
    has_negative_zero: bool = True

    def round(self, value: float) -> float:
        """The nearest value of the type, ties to even."""
        if self.width == 64 or value != value:
            return value
        if self.name == "f32":
            _SINGLE[0] = value
            return _SINGLE[0]
        if value in (math.inf, -math.inf):
            return self._overflow(value)
        if value == 0.0:
            return value if self.has_negative_zero else 0.0
        exponent = max(math.frexp(value)[1] - 1, self.least_exponent)
        unit = exponent - self.precision + 1
        rounded = math.ldexp(round(math.ldexp(value, -unit)), unit)
        if abs(rounded) > self.largest:
            return self._overflow(value)
        rounded = math.copysign(rounded, value)
        return rounded if rounded or self.has_negative_zero else 0.0

    def of_integer(self, value: int) -> float:
        """The nearest value of the type to an integer of any size, rounded once."""
        excess = abs(value).bit_length() - self.precision - 2
        if excess > 0:  # to a few more bits than the type has, the last of which is sticky
            head, tail = abs(value) >> excess, abs(value) & ((1 << excess) - 1)
            sticky = (head | (tail != 0)) << excess
            value = sticky if value > 0 else -sticky
        return self.round(float(value))

    def to_bits(self, value: float) -> int:
        """The bits as an unsigned number; those of a quiet NaN for any NaN."""
        if self.width == 64:
            return struct.unpack("<Q", struct.pack("<d", value))[0]
        with np.errstate(all="ignore"):
            return int(np.array([value], self.dtype).view(f"uint{self.width}")[0])

    def from_bits(self, bits: int) -> float:
        """The value of these bits."""
        return float(np.array([bits], f"uint{self.width}").view(self.dtype)[0])

    def _overflow(self, value: float) -> float:
        return math.copysign(math.inf, value) if self.has_infinity else math.nan


_SINGLE = array("f", [0.0])
Kind: TypeAlias = IntegerKind | FloatKind
_FLOATS: dict[str, FloatKind] = {
    kind.name: kind
    for kind in (
        FloatKind("f64", 64, 53, -1022, 1.7976931348623157e308, np.float64),
        FloatKind("f32", 32, 24, -126, 3.4028234663852886e38, np.float32),
        FloatKind("f16", 16, 11, -14, 65504.0, np.float16),
        FloatKind("bf16", 16, 8, -126, 3.3895313892515355e38, ml_dtypes.bfloat16),
        FloatKind("f8E5M2", 8, 3, -14, 57344.0, ml_dtypes.float8_e5m2),
        FloatKind("f8E4M3", 8, 4, -6, 240.0, ml_dtypes.float8_e4m3),
        FloatKind("f8E3M4", 8, 5, -2, 15.5, ml_dtypes.float8_e3m4),
        FloatKind("f8E4M3FN", 8, 4, -6, 448.0, ml_dtypes.float8_e4m3fn, False),
        FloatKind("f8E5M2FNUZ", 8, 3, -15, 57344.0, ml_dtypes.float8_e5m2fnuz, False, False),
        FloatKind("f8E4M3FNUZ", 8, 4, -7, 240.0, ml_dtypes.float8_e4m3fnuz, False, False),
        FloatKind("f8E4M3B11FNUZ", 8, 4, -10, 30.0, ml_dtypes.float8_e4m3b11fnuz, False, False),
    )
}


@cache
def kind_of(type: Attribute) -> Kind:
    """The numbers of a scalar type; raises Unsupported for other types."""
    if isinstance(type, IndexType):
        return IntegerKind(64, signed=True, is_index=True)
    if isinstance(type, IntegerType):
        integer = cast("IntegerType[int, Signedness]", type)
        return IntegerKind(integer.width.data, integer.signedness.data != Signedness.UNSIGNED)
    kind = _FLOATS.get(getattr(type, "name", ""))
    if kind is None:
        raise Unsupported(f"numbers of type {type}")
    return kind


def vector_type(type: Attribute) -> VectorType[Attribute] | None:
    """The type if it is one of vectors."""
    return cast("VectorType[Attribute]", type) if isinstance(type, VectorType) else None


def scalar_type(type: Attribute) -> Attribute:
    """The type of a vector's lanes, or the type itself."""
    vector = vector_type(type)
    return type if vector is None else vector.element_type


def constant(attr: Attribute) -> int | float:
    """The number of a builtin integer or float attribute."""
    if isinstance(attr, builtin.IntegerAttr):
        kind = kind_of(cast("Any", attr).type)
        assert isinstance(kind, IntegerKind)
        return kind.wrap(attr.value.data)
    if isinstance(attr, builtin.FloatAttr):
        kind = kind_of(cast("Any", attr).type)
        assert isinstance(kind, FloatKind)
        return kind.round(attr.value.data)
    raise Unsupported(f"constant {attr}")


def same_number(left: float, right: float) -> bool:
    """Whether two numbers have the same bits, all NaNs being one."""
    if left != left:
        return right != right
    return left == right and (left != 0 or math.copysign(1.0, left) == math.copysign(1.0, right))
