"""Results of a kernel: numbers, and buffers as arrays."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..entry.entry_point import result_format
from ..packing.packing import packing_of
from ..signature import Buffer, Signature
from .arguments import Passed

_free = ctypes.CDLL(None).free
_free.restype, _free.argtypes = None, (ctypes.c_void_p,)


class Results:
    """Reads the results of one signature from its slots."""

    def __init__(self, signature: Signature, packed: frozenset[str]):
        self._parts = signature.results
        self._formats = [struct.Struct("<" + result_format(p, signature)) for p in self._parts]
        self._packed = packed
        self.size = sum(format.size for format in self._formats)

    def read(self, slots: Any, offset: int, passed: Sequence[Passed]) -> Any:
        """The results as Python values; a buffer that was an argument is that array again."""
        values: list[Any] = []
        owned = set[int]()
        for part, format in zip(self._parts, self._formats, strict=True):
            fields = format.unpack_from(slots, offset)
            offset += format.size
            if isinstance(part, Buffer):
                values.append(self._array(part, fields, passed))
                owned |= {fields[0]} if part.fresh else set()
            else:
                values.append(part.element.decode(fields[0]))
        for address in owned:
            _free(address)
        return values[0] if len(values) == 1 else tuple(values) or None

    def _array(self, part: Buffer, fields: tuple[int, ...], passed: Sequence[Passed]) -> Any:
        address, shape, strides = fields[0], part.shape, None
        if len(fields) > 1:
            rank = len(part.shape)
            _, aligned, start, *sizes = fields
            address = aligned + start * part.element.dtype.itemsize
            shape = tuple(sizes[:rank])
            strides = tuple(stride * part.element.dtype.itemsize for stride in sizes[rank:])
        for one in passed:
            buffer = one.argument.buffer
            same = (buffer.element, buffer.layout) == (part.element, part.layout)
            if one.address == address and same and one.inside.shape == shape:
                return one.given
        size = part.element.dtype.itemsize * int(np.prod(shape, dtype=np.int64))
        memory = (ctypes.c_char * size).from_address(address)
        array = np.ndarray(shape, part.element.dtype, memoryview(memory), strides=strides)
        if part.placed is None or part.name in self._packed:
            return array.copy()
        logical = np.empty(part.logical_shape, part.element.dtype)
        packing_of(part.placed, part.element).unpack(array, logical)
        return logical
