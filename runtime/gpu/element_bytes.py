"""Element types by MLIR's names: their sizes, and numbers of them as a device takes them."""

from __future__ import annotations

import struct

# The format of a number as `struct` has it; bf16 comes as its bits.
_FORMATS = {
    **{"f16": "e", "bf16": "H", "f32": "f", "f64": "d"},
    **{"i1": "?", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "index": "q"},
}


def size_of_element(element: str) -> int:
    """Bytes that an element takes."""
    return struct.calcsize("<" + _FORMATS[element])


def number_bytes(element: str, number: float) -> bytes:
    """A number as an argument of a kernel; it fits the type."""
    return struct.pack("<" + _FORMATS[element], number)
