"""The arrays that a kernel is called with: checks, and their way in and out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeGuard

import numpy as np

from ..errors import KernelError
from ..packing.arrays import Array, address_of, aligned_empty
from ..packing.packing import Packing, out_of_memory, packing_of
from ..signature import Buffer
from .entry_needs import ALL, EntryNeeds


class BufferArgument:
    """How the arrays for one parameter are checked, and brought into what the code takes."""

    def __init__(self, buffer: Buffer, *, packed: bool):
        self.buffer = buffer
        self._packed = packed
        self.name = buffer.name
        self.written = buffer.written
        self.shape = buffer.shape if packed else buffer.logical_shape
        self._placed = None if packed else buffer.placed
        self._dtype = buffer.element.dtype
        self._is_static = -1 not in self.shape
        self.tells_logical_shape = not packed or not buffer.has_other_sizes
        """Whether the logical shape is that of the array, or static."""

    def check(self, argument: Any, *, writes: bool | None = None) -> Array:
        """
        The argument as an array; raises KernelError if it does not fit.

        `writes` is by default whether the kernel writes the buffer.
        """
        array = argument if _is_array(argument) else _from_dlpack(argument)
        if array.dtype != self._dtype:
            self.refuse_elements(str(array.dtype) + self._how_to_view(array.dtype))
        self.check_shape(array.shape)
        if self.buffer.strides is not None:
            self._check_strides(array, self.buffer.strides)
        if self.written if writes is None else writes:
            self.check_writeable(array)
        goes_as_it_is = self._packed or self.buffer.strides is not None
        if goes_as_it_is and not self._is_aligned(array):
            raise KernelError(
                f"wanted an array whose address is a multiple of {self.buffer.alignment}, got one "
                f"at {address_of(array):#x}; pad_mlir.runtime.aligned_empty and pack give such ones"
            )
        return array

    def enter(self, array: Array, needs: EntryNeeds, spare: Array | None = None) -> Array:
        """
        The array on which the code works: the given array itself if possible.

        Else it is `spare` if that has the shape, and what the code needs of it is written to it.
        """
        if self._placed is not None:
            packing = self.packing(array.shape)
            try:
                inside = self.room(packing.shape, spare)
            except MemoryError as error:
                placed = self._placed.layout.place(array.shape)
                raise out_of_memory(self.name, placed, self.buffer.element) from error
            if needs.elements or needs.padding:
                packing.pack(
                    array if needs.elements else None,
                    inside,
                    fills_padding=needs.padding,
                    computed=self.buffer.computed,
                    derive=self.buffer.derive,
                    shape=array.shape,
                )
            return inside
        if self.buffer.strides is not None:
            return array
        if array.flags.c_contiguous and array.flags.aligned and self._is_aligned(array):
            return array
        copy = self.room(array.shape, spare)
        copy[...] = array
        return copy

    def room(self, shape: tuple[int, ...], spare: Array | None = None) -> Array:
        """An array of the code's, `spare` if that has the shape."""
        if spare is not None and spare.shape == shape:
            return spare
        return aligned_empty(shape, self._dtype, self.buffer.alignment)

    def packing(self, shape: tuple[int, ...]) -> Packing:
        """How an array of this logical shape is packed."""
        placed = self._placed
        if placed is None or not self._is_static:
            placed = self.buffer.layout.place(shape)
        try:
            return packing_of(placed, self.buffer.element)
        except MemoryError as error:
            raise out_of_memory(self.name, placed, self.buffer.element) from error

    def leave(self, inside: Array, array: Array) -> None:
        """Copies the logical elements from one to the other."""
        if self._placed is None:
            array[...] = inside
        else:
            self.packing(array.shape).unpack(inside, array)

    @property
    def is_resident(self) -> bool:
        """Whether the code takes the arrays as they are given."""
        return self._placed is None

    def physical_shape(self, logical: Sequence[int]) -> tuple[int, ...]:
        """The shape in memory of an array of a logical shape."""
        return physical_shape(self.buffer, logical)

    def check_shape(self, shape: tuple[int, ...]) -> None:
        """Raise KernelError for a shape that is none of this parameter."""
        if shape != self.shape and (self._is_static or not self._fits(shape)):
            self._refuse(shape)

    def check_writeable(self, array: Array) -> None:
        """Raise KernelError for an array that cannot be written element by element."""
        if not array.flags.writeable:
            self.refuse_read_only()
        if not array.flags.c_contiguous and _overlaps_itself(array):
            raise KernelError(
                "the kernel writes the array, but elements of it share memory (strides "
                f"{array.strides}); pass a copy"
            )

    def _check_strides(self, array: Array, wanted: Sequence[int | None]) -> None:
        """
        Raise KernelError for an array that does not lie as the type says, or not in whole elements,
        in rising order: it is passed as it lies.
        """
        size, given = array.itemsize, zip(array.shape, array.strides, wanted, strict=True)
        apart = [(stride, own) for n, stride, own in given if n > 1 and array.size]
        if not array.flags.aligned or any(
            stride < 0 or stride % size or own not in (None, stride // size)
            for stride, own in apart
        ):
            shown = ", ".join("?" if own is None else str(own) for own in wanted)
            raise KernelError(
                f"wanted strides [{shown}] of whole elements of {size} bytes, none of them "
                f"negative, got {array.strides} bytes; pass a copy that lies so"
            )

    def refuse_elements(self, got: str) -> NoReturn:
        """Raises KernelError for elements of another type."""
        wanted = f"{self._dtype} ({self.buffer.element})"
        raise KernelError(f"wanted elements of type {wanted}, got {got}")

    def refuse_read_only(self) -> NoReturn:
        """Raises KernelError for an array that must not be written."""
        raise KernelError("the array is read-only, but the kernel writes it")

    def _how_to_view(self, got: np.dtype[Any]) -> str:
        # Integers of MLIR have no sign: the bits of the unsigned ones are right as they are.
        if got.kind != "u" or got.str.replace("u", "i") != self._dtype.str:
            return ""
        return f": pass a view of the same bits, .view(np.{self._dtype})"

    def _is_aligned(self, array: Array) -> bool:
        alignment = self.buffer.alignment
        return alignment == 1 or self.address(array) % alignment == 0

    def address(self, array: Array) -> int:
        """The address that code takes, from which it counts on to the first element."""
        return address_of(array) - self.buffer.offset * array.itemsize

    def _fits(self, shape: tuple[int, ...]) -> bool:
        if len(shape) != len(self.shape):
            return False
        return all(own in (-1, size) for own, size in zip(self.shape, shape, strict=True))

    def _refuse(self, shape: tuple[int, ...]) -> NoReturn:
        wanted = f"shape {_show(self.shape)}"
        if self.buffer.placed is not None:
            wanted = f"the {'physical' if self._placed is None else 'logical'} {wanted}"
        if len(shape) != len(self.shape):
            wanted = f"{_axes(self.shape)}, {wanted}"
            raise KernelError(f"wanted {wanted}, got {_axes(shape)}, shape {_show(shape)}")
        raise KernelError(f"wanted {wanted}, got {_show(shape)}")


@dataclass(slots=True)
class Passed:
    """An argument of one call: as given, as an array, and as the code gets it."""

    argument: BufferArgument
    given: Any
    array: Array
    shape: tuple[int, ...] = field(init=False)
    """The shape of the array as given; it may be changed in place while the code runs."""
    strides: tuple[int, ...] = field(init=False)
    """The strides of the array as given, in bytes."""
    inside: Array = field(init=False)
    address: int = field(init=False)

    def __post_init__(self) -> None:
        self.shape, self.strides = self.array.shape, self.array.strides

    @property
    def compared(self) -> tuple[int, ...]:
        """What a call like this one has in common with it: the shape, and strides if any may be."""
        return self.shape if self.argument.buffer.strides is None else self.shape + self.strides

    def enter(self, needs: EntryNeeds = ALL, spare: Array | None = None) -> bool:
        """Sets `inside` and its address; whether that is a copy."""
        self.inside = self.argument.enter(self.array, needs, spare)
        self.address = self.argument.address(self.inside)
        return self.inside is not self.array

    def descriptor(self) -> list[int]:
        """The address, and the dynamic sizes and strides, of which a descriptor is made."""
        wanted, inside = self.argument.buffer, self.inside
        sizes = zip(wanted.shape, inside.shape, strict=True)
        strides = zip(wanted.strides or (), inside.strides, strict=False)
        return [
            self.address,
            *(size for own, size in sizes if own < 0),
            *(stride // inside.itemsize for own, stride in strides if own is None),
        ]

    def leave(self) -> None:
        """Brings what the code may have written back to the caller's array."""
        if self.inside is not self.array and self.argument.written:
            self.argument.leave(self.inside, self.array)


def physical_shape(buffer: Buffer, logical: Sequence[int]) -> tuple[int, ...]:
    """The shape in memory of a buffer of a logical shape."""
    if buffer.placed is None:
        return tuple(logical)
    found = buffer.placed.layout.place(logical).physical_shape
    return tuple(size for size in found if isinstance(size, int))


def pass_array(argument: BufferArgument, given: Any) -> Passed:
    """Check the array that is given for a buffer, and return it."""
    return Passed(argument, given, argument.check(given))


def refuse_overlaps(passed: Sequence[Passed]) -> None:
    """Raise KernelError if an array that the kernel writes shares memory with another one."""
    for k, one in enumerate(passed):
        for other in passed[:k]:
            first, second = other.argument, one.argument
            if not (first.written or second.written):
                continue
            if np.shares_memory(one.array, other.array):
                written = first.name if first.written else second.name
                raise KernelError(
                    f"{first.name} and {second.name} overlap in memory, but the kernel writes "
                    f"{written}; pass a copy"
                )


def _overlaps_itself(array: Array) -> bool:
    """Whether two elements of an array are at one place."""
    axes = sorted((abs(s), n) for s, n in zip(array.strides, array.shape, strict=True) if n > 1)
    if array.size == 0:
        return False
    reach = array.itemsize
    for stride, size in axes:
        if stride < reach:
            break
        reach += stride * (size - 1)
    else:
        return False
    # Strides that are mixed: the bytes between the first of two elements tell.
    indices = np.indices([size for _, size in axes]).reshape(len(axes), -1)
    starts = np.sort(np.array([stride for stride, _ in axes]) @ indices)
    return bool((np.diff(starts) < array.itemsize).any())


def _show(shape: Sequence[int]) -> str:
    return str(tuple("?" if size < 0 else size for size in shape)).replace("'", "")


def _axes(shape: Sequence[int]) -> str:
    return "1 axis" if len(shape) == 1 else f"{len(shape)} axes"


def _is_array(argument: object) -> TypeGuard[Array]:
    return isinstance(argument, np.ndarray)


def _from_dlpack(argument: Any) -> Array:
    if not hasattr(argument, "__dlpack__"):
        raise KernelError(f"wanted a numpy array, got {type(argument).__name__}")
    try:
        return np.from_dlpack(argument)
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise KernelError(f"numpy cannot share the memory of a DLPack tensor: {error}") from None
