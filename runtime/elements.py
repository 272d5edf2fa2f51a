"""Element types: what each is to numpy, to LLVM and in an eight-byte slot of a call."""

from __future__ import annotations

import math
import operator
import struct
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
)
from xdsl.ir import Attribute

from .errors import KernelError


@dataclass(frozen=True)
class Element:
    """A type of scalars and of buffer elements."""

    mlir: str
    llvm: str
    dtype: np.dtype[Any]
    slot: str
    """The `struct` format of a scalar in its slot."""

    def encode(self, value: object) -> float | int:
        """
        The number that `struct` packs for a scalar, rounded once, to nearest even.

        Raises KernelError for what is no number of this type.
        """
        if not isinstance(value, int | float | np.generic):
            raise KernelError(f"wanted a number of type {self.mlir}, got {value!r}")
        if self.dtype.kind in "biu":
            return self._encode_int(value)
        try:
            number = float(value)
            bits = _bfloat_bits(number) if self.mlir == "bf16" else number
            struct.pack(self.slot, bits)
        except (TypeError, OverflowError):
            raise KernelError(f"{value!r} is out of range of {self.mlir}") from None
        return bits

    def decode(self, packed: float) -> float | int:
        """The Python number of what came back in a slot."""
        return _from_bfloat_bits(int(packed)) if self.mlir == "bf16" else packed

    def _encode_int(self, value: float | np.generic) -> int:
        try:
            number = operator.index(value)
        except TypeError:
            number = int(value) if isinstance(value, np.bool_) else None
        if number is None:
            raise KernelError(f"wanted an integer of type {self.mlir}, got {value!r}")
        bits = self.dtype.itemsize * 8
        low, high = (0, 1) if self.mlir == "i1" else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
        if not low <= number <= high:
            raise KernelError(f"{number} is out of range of {self.mlir}: {low} to {high}")
        return number


_INTEGERS = {
    1: Element("i1", "i1", np.dtype(np.bool_), "?7x"),
    8: Element("i8", "i8", np.dtype(np.int8), "b7x"),
    16: Element("i16", "i16", np.dtype(np.int16), "h6x"),
    32: Element("i32", "i32", np.dtype(np.int32), "i4x"),
    64: Element("i64", "i64", np.dtype(np.int64), "q"),
}
_INDEX = Element("index", "i64", np.dtype(np.int64), "q")
_FLOATS: dict[type[Attribute], Element] = {
    Float16Type: Element("f16", "half", np.dtype(np.float16), "e6x"),
    BFloat16Type: Element("bf16", "bfloat", np.dtype(ml_dtypes.bfloat16), "H6x"),
    Float32Type: Element("f32", "float", np.dtype(np.float32), "f4x"),
    Float64Type: Element("f64", "double", np.dtype(np.float64), "d"),
}


def element_of(type: Attribute) -> Element:
    """The element of an MLIR type; KernelError where the runtime has none for it."""
    if isinstance(type, IndexType):
        return _INDEX
    known = _INTEGERS.get(type.width.data) if isinstance(type, IntegerType) else None
    element = known or _FLOATS.get(type.__class__)
    if element is None:
        names = [e.mlir for e in (*_FLOATS.values(), *_INTEGERS.values(), _INDEX)]
        raise KernelError(
            f"{type} cannot be passed to a kernel; types that can: {', '.join(names)}"
        )
    return element


def _bfloat_bits(number: float) -> int:
    """The bits of the bf16 nearest to a double, ties to even; OverflowError beyond the largest."""
    # Not through f32: rounding twice is wrong where the first lands on a tie of the second.
    if math.isfinite(number):
        quantum = max(math.frexp(number)[1] - 8, -133)
        rounded = math.ldexp(round(math.ldexp(number, -quantum)), quantum)
        number = math.copysign(rounded, number)
    return struct.unpack("<I", struct.pack("<f", number))[0] >> 16


def _from_bfloat_bits(bits: int) -> float:
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]
