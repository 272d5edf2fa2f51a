"""Arrays in and out of their layouts: what a caller's logical array is in physical memory."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from xdsl.dialects.builtin import FloatAttr
from xdsl.utils.exceptions import VerifyException

from ...dialect.ir.argument_checks import WrongInput, check_argument
from ...dialect.layout.layout import Computed, Layout, PlacedLayout, Undef
from ...dialect.layout.pad_kinds import SimpleKind
from ...dialect.layout.self_padding import copied_cells
from ...dialect.pad_values import ValueAttr, pad_value_attr
from ..element_types import Element, element_of_dtype
from ..errors import KernelError

Array = np.ndarray[Any, Any]

_ALIGNMENT = 64  # bytes
_AN_ARRAY = "a numpy array"
_A_LAYOUT = "a Layout, as `kernel.layout` gives it"


def pack(array: Array, layout: Layout, other: float | None = None) -> Array:
    """
    The physical array of a logical one, aligned to 64 bytes; value padding holds its value.

    `other` goes into padding that need hold nothing, which else is left as it comes. A layout is of
    no shape and no element type of its own: any array is packed that has room in it, and what a
    kernel wants of its arrays the kernel checks. Raises LayoutError for a rank that the map does
    not take and for extents that are too small, KernelError for an element type that the runtime
    lacks or that has no such value as the padding holds, and for more bytes than there are.
    """
    with _refused():
        check_argument("array", array, np.ndarray, _AN_ARRAY)
        check_argument("layout", layout, Layout, _A_LAYOUT)
        placed, element = layout.place(array.shape), element_of_dtype(array.dtype)
        try:
            packing = packing_of(placed, element)
            return packing.pack(array, other)
        except MemoryError as error:
            raise out_of_memory("the array", placed, element) from error


def unpack(physical: Array, layout: Layout, shape: tuple[int, ...]) -> Array:
    """
    The logical array, of that shape, of a physical one.

    Which shape was packed cannot be told: another one of the same physical shape is taken as given.

    Raises KernelError for a physical array of another shape than the logical one has in the layout,
    and else as `pack`.
    """
    with _refused():
        check_argument("physical", physical, np.ndarray, _AN_ARRAY)
        check_argument("layout", layout, Layout, _A_LAYOUT)
        packing = packing_of(layout.place(shape), element_of_dtype(physical.dtype))
    if physical.shape != packing.shape:
        raise KernelError(
            f"an array of shape {tuple(shape)} has the physical shape {packing.shape} in this "
            f"layout, got {physical.shape}"
        )
    logical = np.empty(shape, physical.dtype)
    packing.unpack(physical, logical)
    return logical


@contextmanager
def _refused() -> Generator[None]:
    try:
        yield
    except (WrongInput, VerifyException) as error:
        raise KernelError(str(error)) from error


def aligned_empty(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Array:
    """A new C-contiguous array, aligned to 64 bytes."""
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    raw = np.empty(size + _ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % _ALIGNMENT
    return raw[start : start + size].view(dtype).reshape(shape)


class Packing:
    """
    The positions of the elements in the physical buffer, for one layout and one static shape.

    A position is an index into the buffer taken as one row.
    """

    def __init__(self, placed: PlacedLayout, element: Element):
        placed.check()
        shape = [size for size in placed.physical_shape if isinstance(size, int)]
        assert len(shape) == len(placed.physical_shape), "a dynamic extent"
        self.shape = tuple(shape)
        if prod(shape) >= 1 << 60:  # of 8 bytes: more than numpy can count
            raise MemoryError
        self._element = element
        logical = [size for size in placed.shape if isinstance(size, int)]
        self._cells: Array = np.zeros(0, np.int64)
        if prod(logical):  # else another axis may have any size
            indices = placed.physical_index(np.indices(logical, sparse=True))
            self._cells = self._flat(indices, tuple(logical))
        self._fills: list[tuple[Array, Array | None, bool]] = []
        self._computed: list[tuple[Array, str]] = []
        self._derived: str | None = None
        self._copied: Array | None = None
        if not prod(shape):
            return
        cells = np.indices(shape, sparse=True)
        names = dict(zip(placed.physical_names, cells, strict=True))
        for condition, kind in placed.padding_pieces:
            where = np.broadcast_to(condition.evaluate(names), self.shape).ravel()
            if isinstance(kind, Computed) and kind.loads:
                self._derived = kind.function
                continue
            if isinstance(kind, Computed):
                self._computed.append((np.flatnonzero(where), kind.function))
                continue
            constant = padding_constant(kind, element)
            self._fills.append((np.flatnonzero(where), constant, isinstance(kind, Undef)))
        self._copied = copied_cells(placed)

    def pack(
        self,
        array: Array,
        other: float | None = None,
        computed: Array | None = None,
        derive: Callable[[Array, Sequence[int]], None] | None = None,
    ) -> Array:
        """
        The physical array, with its value padding filled.

        `computed` has what functions give for indices; `derive` writes what takes its value from
        other cells, where functions do so.
        """
        physical = aligned_empty(self.shape, self._element.dtype)
        flat = physical.reshape(-1)
        for cells, value, is_undef in self._fills:
            if value is not None:
                flat[cells] = value
            elif other is not None:
                flat[cells] = self._element.array_of(other)
            elif is_undef:  # anything but a NaN, which fp=relaxed takes no value for
                flat[cells] = self._element.array_of(0)
        for cells, function in self._computed:
            if computed is None:
                raise _computed_elsewhere(function)
            flat[cells] = computed.reshape(-1)[cells]
        flat[self._cells] = array.reshape(-1)
        if self._derived is not None:
            if derive is None:
                raise _computed_elsewhere(self._derived)
            derive(physical, array.shape)
        elif self._copied is not None:
            flat[...] = flat[self._copied]
        return physical

    def unpack(self, physical: Array, logical: Array) -> None:
        """Copies the logical elements out."""
        logical[...] = physical.reshape(-1)[self._cells].reshape(logical.shape)

    def _flat(self, indices: tuple[Any, ...], shape: tuple[int, ...]) -> Array:
        flat: Any = np.zeros((), np.int64)
        for index, size in zip(indices, self.shape, strict=True):
            flat = flat * size + index
        return np.broadcast_to(flat, shape).ravel()


def _computed_elsewhere(function: str) -> KernelError:
    return KernelError(
        f"the padding is computed by @{function}, which only a kernel of its module has: let the "
        "kernel pack the array"
    )


def out_of_memory(name: str, placed: PlacedLayout, element: Element) -> KernelError:
    """The error for an array whose layout has no room in memory."""
    shape = [size for size in placed.physical_shape if isinstance(size, int)]
    return KernelError(
        f"{name} takes {prod(shape) * element.dtype.itemsize} bytes in its layout, of physical "
        f"shape {shape}, and memory has not so many; give it a layout with less padding"
    )


@lru_cache(maxsize=64)
def packing_of(placed: PlacedLayout, element: Element) -> Packing:
    """Computed once for a placed layout, of which there is one for each layout and shape."""
    return Packing(placed, element)


def padding_constant(kind: SimpleKind, element: Element) -> Array | None:
    """The constant that each padding cell of this kind holds; None if it is not a constant."""
    value = pad_value_attr(kind, element.type)
    return None if value is None else element.array_of(_number(value, element))


def _number(value: ValueAttr, element: Element) -> float:
    number = value.value.data
    if isinstance(value, FloatAttr):
        return number
    bits = element.dtype.itemsize * 8
    wrapped = int(number) & ((1 << bits) - 1)
    if element.dtype.kind == "b":
        return wrapped & 1
    return wrapped - (1 << bits) if wrapped >> (bits - 1) else wrapped
