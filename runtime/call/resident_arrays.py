"""Arrays that a caller brings into a kernel's layouts itself, to use them in several calls."""

from __future__ import annotations

import numpy as np

from ..errors import KernelError
from ..packing.arrays import Array, checked_shape
from ..signature import Buffer
from .arguments import BufferArgument


def pack_array(buffer: Buffer, array: Array, out: Array | None) -> Array:
    """The array as the buffer is in memory, in `out` if that is given; else KernelError."""
    argument = BufferArgument(buffer, packed=False)
    given = argument.check(array, writes=False)
    packing = argument.packing(given.shape)
    if out is None:
        physical = argument.room(packing.shape)
    else:
        physical = BufferArgument(buffer, packed=True).check(out, writes=True)
        _require_shape(physical, packing.shape)
        if not physical.flags.c_contiguous:
            raise KernelError("wanted a C-contiguous array for the result")
        _refuse_shared(given, physical)
    computed, derive = buffer.computed, buffer.derive
    return packing.pack(given, physical, computed=computed, derive=derive, shape=given.shape)


def unpack_array(
    buffer: Buffer, physical: Array, out: Array | None, shape: tuple[int, ...] | None
) -> Array:
    """The elements of a physical array, in `out` if that is given; else KernelError."""
    argument = BufferArgument(buffer, packed=False)
    inside = BufferArgument(buffer, packed=True).check(physical, writes=False)
    logical = argument.shape if buffer.placed is not None else inside.shape
    if out is not None:
        argument.check(out, writes=True)
        logical = out.shape
    elif shape is not None:
        logical = checked_shape(shape)
        argument.check_shape(logical)
    if -1 in logical:
        raise KernelError("the logical shape is dynamic: give it by shape=, or an array by out=")
    packing = argument.packing(logical)
    _require_shape(inside, packing.shape)
    if out is None:
        out = np.empty(logical, inside.dtype)
    else:
        _refuse_shared(inside, out)
    packing.unpack(inside, out)
    return out


def _require_shape(physical: Array, wanted: tuple[int, ...]) -> None:
    if physical.shape != wanted:
        raise KernelError(f"wanted the physical shape {wanted}, got {physical.shape}")


def _refuse_shared(one: Array, other: Array) -> None:
    if np.shares_memory(one, other):
        raise KernelError("the two arrays share memory; pass a copy")
