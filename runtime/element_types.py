"""Element types: what each is to MLIR, LLVM and numpy, and in an eight-byte slot of a call."""

from __future__ import annotations

import math
import operator
import struct
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import IndexType, IntegerType, VectorType, bf16, f16, f32, f64
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from .errors import KernelError

_NUMBERS: tuple[type, ...] = (int, float, np.integer, np.floating, np.bool_, ml_dtypes.bfloat16)
_BOOL: type = np.bool_
MOST_BYTES = 64
"""The largest vector that arrays have elements of; those that the runtime makes are aligned so."""


@dataclass(frozen=True)
class Element:
    """A type of scalars and of buffer elements."""

    type: Attribute
    llvm: str
    dtype: np.dtype[Any]
    slot: str
    """The `struct` format of a scalar in its slot."""

    def __str__(self) -> str:
        return str(self.type)

    def encode(self, value: Any) -> float:
        """
        Return the form of a number that `struct` packs; raises KernelError if the number is not of
        this type.

        Floats are rounded once, to nearest, ties to even; an integer must be in the signed range.
        """
        if not isinstance(value, _NUMBERS):
            raise KernelError(f"wanted a number of type {self}, got {value!r}")
        if self.dtype.kind in "bi":
            return self._encode_integer(value)
        try:
            number = float(value)
            if self.type == bf16:
                return _bfloat_bits(number)
            struct.pack("<" + self.slot, number)
        except (TypeError, ValueError):
            raise KernelError(f"wanted a number of type {self}, got {value!r}") from None
        except OverflowError:
            raise KernelError(f"{value!r} is out of range of {self}") from None
        return number

    def decode(self, packed: Any) -> Any:
        """The Python number of what `struct` unpacked."""
        return _from_bfloat_bits(packed) if self.type == bf16 else packed

    def array_of(self, value: float) -> np.ndarray[Any, Any]:
        """A number of this type, as numpy has it."""
        packed = struct.pack("<" + self.slot, self.encode(value))
        return np.frombuffer(packed, self.dtype, count=1).reshape(())

    def _encode_integer(self, value: Any) -> int:
        try:
            number = int(value) if isinstance(value, _BOOL) else operator.index(value)
        except TypeError:
            raise KernelError(f"wanted an integer of type {self}, got {value!r}") from None
        bits = self.dtype.itemsize * 8 - 1
        low, high = (0, 1) if self.dtype.kind == "b" else (-(1 << bits), (1 << bits) - 1)
        if not low <= number <= high:
            raise KernelError(f"{number} is out of range of {self}: {low} to {high}")
        return number


ELEMENTS = (
    Element(f16, "half", np.dtype(np.float16), "e6x"),
    Element(bf16, "bfloat", np.dtype(ml_dtypes.bfloat16), "H6x"),
    Element(f32, "float", np.dtype(np.float32), "f4x"),
    Element(f64, "double", np.dtype(np.float64), "d"),
    Element(IntegerType(1), "i1", np.dtype(np.bool_), "?7x"),
    Element(IntegerType(8), "i8", np.dtype(np.int8), "b7x"),
    Element(IntegerType(16), "i16", np.dtype(np.int16), "h6x"),
    Element(IntegerType(32), "i32", np.dtype(np.int32), "i4x"),
    Element(IntegerType(64), "i64", np.dtype(np.int64), "q"),
    Element(IndexType(), "i64", np.dtype(np.int64), "q"),
)
_BY_TYPE = {element.type: element for element in ELEMENTS}
_BY_DTYPE = {element.dtype: element for element in reversed(ELEMENTS)}


def element_of(type: Attribute) -> Element:
    """The element of an MLIR type; raises KernelError if the runtime has none for it."""
    if type not in _BY_TYPE:
        known = ", ".join(map(str, ELEMENTS))
        raise KernelError(f"{type} cannot be passed to a kernel; types that can: {known}")
    return _BY_TYPE[type]


def lanes_of(type: Attribute) -> tuple[Element, tuple[int, ...]]:
    """
    The element of a buffer's scalars, and the axis that its elements are if they are vectors.

    Raises KernelError for vectors that do not lie in memory as arrays do: LLVM rounds their size up
    to a power of 2, and aligns them by it.
    """
    if not isa(type, VectorType):
        return element_of(type), ()
    element, shape = element_of(type.element_type), type.get_shape()
    is_plain = len(shape) == 1 and not type.get_num_scalable_dims() and element.dtype.kind != "b"
    size = shape[0] * element.dtype.itemsize if is_plain else 0
    if size.bit_count() != 1 or size > MOST_BYTES:
        raise KernelError(
            f"{type} cannot be an element of an array; vectors that can have one axis, no i1, and "
            f"2, 4, 8, .. {MOST_BYTES} bytes"
        )
    return element, shape


def element_of_dtype(dtype: np.dtype[Any]) -> Element:
    """The element of a numpy type; raises KernelError if there is none."""
    if dtype not in _BY_DTYPE:
        known = ", ".join(map(str, _BY_DTYPE))
        raise KernelError(f"no element type for {dtype}; numpy types that have one: {known}")
    return _BY_DTYPE[dtype]


def _bfloat_bits(number: float) -> int:
    """The bits of the bf16 nearest to a double, ties to even; OverflowError beyond the largest."""
    # Not through f32: a first rounding that lands on a tie of the second decides it wrongly.
    if math.isfinite(number):
        quantum = max(math.frexp(number)[1] - 8, -133)
        rounded = math.ldexp(round(math.ldexp(number, -quantum)), quantum)
        number = math.copysign(rounded, number)
    return struct.unpack("<I", struct.pack("<f", number))[0] >> 16


def _from_bfloat_bits(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
