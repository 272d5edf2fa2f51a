"""Arrays in and out of their layouts: what a caller's logical array is in physical memory."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from math import prod
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import FloatAttr
from xdsl.utils.exceptions import VerifyException

from ...dialect.ir.argument_checks import WrongInput, check_argument
from ...dialect.layout.layout import Computed, Layout, PlacedLayout, SelfLoad, Undef
from ...dialect.layout.pad_kinds import SimpleKind
from ...dialect.pad_values import ValueAttr, pad_value_attr
from ...index.expr import Expr
from ..element_types import Element, element_of_dtype
from ..errors import KernelError
from .arrays import Array, address_of, aligned_empty, checked_shape
from .copy_engine import Program, engine
from .copy_kernels import WIDEST
from .copy_program import FROM, PATTERNS, TO, Around, Copy, Table, records
from .layout_cells import copy_nests, element_nests, padding_nests, static_box
from .nests import Loop, Nest, Points

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
            return packing.pack(array, other=other)
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
        shape = checked_shape(shape)
        placed, element = layout.place(shape), element_of_dtype(physical.dtype)
        try:
            packing = packing_of(placed, element)
        except MemoryError as error:
            raise out_of_memory("the array", placed, element) from error
    if physical.shape != packing.shape:
        raise KernelError(
            f"an array of shape {shape} has the physical shape {packing.shape} in this "
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


class Packing:
    """How arrays of one static shape go into a layout, and out of it; nothing of it is as large."""

    def __init__(self, placed: PlacedLayout, element: Element):
        placed.check()
        self.shape = static_box(placed)
        if prod(self.shape) >= 1 << 60:  # of 8 bytes: more than numpy can count
            raise MemoryError
        self._placed, self._element = placed, element
        self._size = element.dtype.itemsize
        self._programs: dict[tuple[object, ...], Program] = {}
        self._computed, self._derived = _functions(placed)
        # Of the padding: a value for each kind that is one, and after them what need hold nothing.
        self._kinds: list[SimpleKind] = []
        self._patterns: Array = np.zeros((0, WIDEST), np.uint8)
        self._set_patterns()

    def pack(
        self,
        array: Array | None,
        physical: Array | None = None,
        *,
        other: float | None = None,
        fills_padding: bool = True,
        computed: PaddingFunction | None = None,
        derive: PaddingFunction | None = None,
        shape: Sequence[int] = (),
    ) -> Array:
        """
        Copy a logical array into a physical one, by default a new one, and fill the value padding.

        Without an array only the padding is written. `other` goes into padding that need hold
        nothing; without it a float of undef padding is 0, as `fp=relaxed` takes it for no NaN, and
        the rest stays as it is; without `fills_padding` all of it does. `computed` writes what
        functions give for indices, and `derive` what takes its value from other cells, at a logical
        `shape`.
        """
        if physical is None:
            physical = aligned_empty(self.shape, self._element.dtype)
        self._require(computed, derive)
        if not physical.size:
            return physical
        to = address_of(physical)
        source = 0 if array is None else address_of(array)
        strides = None if array is None else array.strides
        key = strides, other is not None, fills_padding, to % WIDEST == 0
        program = self._programs.get(key)
        if program is None:
            copies = self._element_copies(strides)
            if fills_padding:
                copies += self._padding_copies(fills_rest=other is not None)
            program = self._program(key, copies, to)
        if other is None:
            program.run(to, source, self._patterns_at)
        else:
            patterns = self._with(other)
            program.run(to, source, address_of(patterns))
        if fills_padding and (self._computed or self._derived):
            self._compute(physical, to, computed, derive, shape)
        return physical

    def unpack(self, physical: Array, logical: Array) -> None:
        """Copy the logical elements out."""
        if not logical.size:
            return
        # The programs take the cells as they are numbered: those of any other order are copied.
        physical = np.ascontiguousarray(physical)
        to = address_of(logical)
        key = "unpack", logical.strides, to % WIDEST == 0
        program = self._programs.get(key)
        if program is None:
            strides = logical.strides
            copies = [self._element_copy(nest, strides, inward=False) for nest in self._elements]
            program = self._program(key, copies, to)
        program.run(to, address_of(physical))

    def _require(self, computed: PaddingFunction | None, derive: PaddingFunction | None) -> None:
        if self._computed is not None and computed is None:
            raise _computed_elsewhere(self._computed)
        if self._derived is not None and derive is None:
            raise _computed_elsewhere(self._derived)

    def _compute(
        self,
        physical: Array,
        to: int,
        computed: PaddingFunction | None,
        derive: PaddingFunction | None,
        shape: Sequence[int],
    ) -> None:
        """Write the padding that functions compute, and what copies cells of it."""
        if computed is not None and self._computed is not None:
            computed(physical, shape)
        if derive is not None and self._derived is not None:
            derive(physical, shape)
        elif self._copies:
            key = "copies", to % WIDEST == 0
            program = self._programs.get(key)
            program = program or self._program(key, [self._cell_copy(n) for n in self._copies], to)
            program.run(to, to)

    def _program(self, key: tuple[object, ...], copies: Sequence[Copy], to: int) -> Program:
        """The copies in a form that runs, on arrays whose addresses are as this one."""
        program = engine.program(records(copies, is_aligned=to % WIDEST == 0))
        self._programs[key] = program
        return program

    @cached_property
    def _elements(self) -> list[Nest]:
        return element_nests(self._placed)

    @cached_property
    def _copies(self) -> list[Nest]:
        return copy_nests(self._placed) if self._derived is None else []

    @property
    def _pieces(self) -> tuple[tuple[Expr, SimpleKind], ...]:
        return self._placed.padding_pieces

    def _set_patterns(self) -> None:
        rows = [np.zeros(WIDEST, np.uint8)]
        for _, kind in self._pieces if prod(self.shape) else ():
            constant = padding_constant(kind, self._element)
            if kind not in self._kinds and constant is not None:
                self._kinds.append(kind)
                rows.append(_repeated(constant))
        self._patterns = np.stack(rows)
        self._patterns_at = address_of(self._patterns)

    def _with(self, other: float) -> Array:
        patterns = self._patterns.copy()
        patterns[0] = _repeated(self._element.array_of(other))
        return patterns

    def _element_copies(self, strides: tuple[int, ...] | None) -> list[Copy]:
        if strides is None:
            return []
        return [self._element_copy(nest, strides, inward=True) for nest in self._elements]

    def _padding_copies(self, *, fills_rest: bool) -> list[Copy]:
        """What fills padding with constants, and what copies cells if nothing is computed."""
        copies: list[Copy] = []
        is_float = self._element.dtype.kind not in "bi"
        for condition, kind in self._pieces:
            if kind in self._kinds:
                row = 1 + self._kinds.index(kind)
            elif isinstance(kind, SelfLoad | Computed):
                continue
            elif fills_rest or (is_float and isinstance(kind, Undef)):
                row = 0
            else:
                continue
            nests = padding_nests(self._placed, condition)
            copies += [self._cell_copy(nest, row * WIDEST) for nest in nests]
        if self._computed is None:
            copies += map(self._cell_copy, self._copies)
        return copies

    def _element_copy(self, nest: Nest, strides: Sequence[int], *, inward: bool) -> Copy:
        """A nest of elements as a copy to an array of such strides, or from it."""

        def bytes(points: Points) -> Points:
            cell, index = points[:, :1] * self._size, points[:, 1:] @ np.array(strides, np.int64)
            both = [cell, index[:, None]]
            return np.concatenate(both if inward else both[::-1], axis=1)

        return _copy(nest, bytes, self._size, FROM)

    def _cell_copy(self, nest: Nest, pattern: int | None = None) -> Copy:
        """A nest of cells as a copy of others of the same array, or of a constant."""

        def bytes(points: Points) -> Points:
            if pattern is None:
                return points * self._size
            return np.stack([points[:, 0] * self._size, np.zeros(len(points), np.int64)], axis=1)

        copy = _copy(nest, bytes, self._size, TO if pattern is None else PATTERNS)
        copy.source += pattern or 0
        return copy


PaddingFunction: TypeAlias = Callable[[Array, Sequence[int]], None]
"""Writes padding of a physical array, at a logical shape."""


def _copy(nest: Nest, bytes: Callable[[Points], Points], size: int, reads: int) -> Copy:
    to, source = (int(n) for n in bytes(np.array([nest.start], np.int64))[0])
    found = Copy(size, to, source, reads=reads)
    for dimension in nest.dimensions:
        if isinstance(dimension, Loop):
            there, here = (int(n) for n in bytes(np.array([dimension.step], np.int64))[0])
            found.loops.append(Around(dimension.count, there, here))
        else:
            found.tables.append(Table(bytes(dimension.points)))
    return found


def _functions(placed: PlacedLayout) -> tuple[str | None, str | None]:
    """Functions that compute padding, from indices alone and from other cells, if there are any."""
    kinds = [kind for _, kind in placed.padding_pieces if isinstance(kind, Computed)]
    plain = next((kind.function for kind in kinds if not kind.loads), None)
    return plain, next((kind.function for kind in kinds if kind.loads), None)


def _repeated(constant: Array) -> Array:
    """As many bytes as a kernel writes at once."""
    return np.tile(np.frombuffer(constant.tobytes(), np.uint8), WIDEST // constant.itemsize)


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
