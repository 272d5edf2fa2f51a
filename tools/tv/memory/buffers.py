"""Buffers and views of them; what an execution does to their cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from math import prod
from operator import index as as_index
from typing import Any, Final, NoReturn

from xdsl.ir import Operation

from ..values.errors import DependsOnData, Undefined
from ..values.scalars import Scalar
from .addresses import Base
from .other_types import OtherType
from .roles import Roles


class Owner(Enum):
    """The owner of a buffer: the operation, or the caller, that made it and ends its life."""

    CALLER = "the caller"
    MODULE = "a global"
    CONSTANT = "a constant global"
    HEAP = "an alloc"
    STACK = "an alloca"


UNINIT: Final = object()
"""The contents of a cell that was never written."""


@dataclass(eq=False)
class Buffer:
    """The cells of one allocation, in row-major order."""

    name: str
    scalar: Scalar
    shape: tuple[int, ...]
    cells: list[Any]
    padding: frozenset[int] = frozenset()
    forbidden: frozenset[int] = frozenset()
    roles: Roles | None = None
    owner: Owner = Owner.HEAP
    ended: str = ""
    """The event that ended its life, for an error on a later access; empty while it lives."""
    depth: int = 0
    """How many data-dependent ifs are around its allocation."""
    is_watched: bool = False
    """Whether an access needs more than to read or change the cell."""
    writers: dict[int, Operation] = field(default_factory=dict[int, Operation])
    """The last operation that wrote a cell."""
    free: set[int] = field(default_factory=set[int])
    """
    The undef padding that may change: where `pad.undef` itself was stored, or a callee by its
    contract left a value.
    """
    base: Base | None = None
    """None where a layout, not the order of the cells, says where they are."""

    def __post_init__(self) -> None:
        self.is_watched = bool(self.padding or self.forbidden) or self.owner is Owner.CONSTANT

    def end(self, by: str) -> None:
        """The end of its life: no access is defined from now on."""
        self.ended, self.is_watched = by, True

    def watch(self, roles: Roles) -> None:
        """Notes all accesses from now on."""
        self.roles, self.is_watched = roles, True


class View:
    """
    The value of a memref: a view of some cells of a buffer.

    `locate` returns the cell at an index, and raises Undefined if the index is out of bounds; of
    elements of another type than the cells, it returns the number of one.
    """

    def __init__(
        self,
        buffer: Buffer,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        offset: int = 0,
        other: OtherType | None = None,
        base: int = 0,
    ):
        self.buffer, self.shape, self.strides, self.offset = buffer, shape, strides, offset
        self.other, self.base = other, base
        self.locate = _locator(self)

    def part(self, shape: tuple[int, ...], strides: tuple[int, ...], offset: int) -> View:
        """A view of the same elements, or of some of them."""
        return View(self.buffer, shape, strides, offset, self.other, self.base)

    @staticmethod
    def whole(buffer: Buffer) -> View:
        """All cells."""
        return View(buffer, buffer.shape, row_major(buffer.shape))

    @property
    def is_whole(self) -> bool:
        """Whether it is all cells of the buffer, in their order."""
        is_all = self.offset == 0 and self.shape == self.buffer.shape and self.other is None
        return is_all and self.is_contiguous

    @property
    def is_contiguous(self) -> bool:
        """Whether the cells lie in row-major order without gaps."""
        axes = zip(self.shape, self.strides, row_major(self.shape), strict=True)
        return all(size <= 1 or stride == usual for size, stride, usual in axes)

    @property
    def place(self) -> tuple[Any, ...]:
        """Where in the buffer it is: the offset, the strides that matter, and of which elements."""
        axes = zip(self.shape, self.strides, strict=True)
        elements = () if self.other is None else (self.other.scalar, self.other.start)
        return (self.offset, tuple(stride for size, stride in axes if size > 1), *elements)

    def indices(self) -> Iterator[tuple[int, ...]]:
        """All indices, in row-major order."""
        return product(*map(range, self.shape))


def _locator(view: View) -> Callable[[Sequence[Any]], int]:
    """
    One function for each low rank, as most of the time goes into this.

    It does not refer to the view: the cells end with what uses them, without the collector.
    """
    start, buffer, shape = view.offset, view.buffer, view.shape

    def leave(indices: Sequence[Any]) -> NoReturn:
        index = list(map(as_index, indices))
        raise Undefined(f"{buffer.name}{index} is out of bounds of {list(shape)}")

    if len(view.shape) == 1:
        (n,), (a,) = view.shape, view.strides

        def locate_1(indices: Sequence[Any]) -> int:
            (i,) = indices
            return start + i * a if 0 <= i < n else leave(indices)

        return locate_1
    if len(view.shape) == 2:
        (n, m), (a, b) = view.shape, view.strides

        def locate_2(indices: Sequence[Any]) -> int:
            i, j = indices
            return start + i * a + j * b if 0 <= i < n and 0 <= j < m else leave(indices)

        return locate_2
    if len(view.shape) == 3:
        (n, m, h), (a, b, c) = view.shape, view.strides

        def locate_3(indices: Sequence[Any]) -> int:
            i, j, k = indices
            if 0 <= i < n and 0 <= j < m and 0 <= k < h:
                return start + i * a + j * b + k * c
            return leave(indices)

        return locate_3
    if len(view.shape) == 4:
        (n, m, h, w), (a, b, c, d) = view.shape, view.strides

        def locate_4(indices: Sequence[Any]) -> int:
            i, j, k, e = indices
            if 0 <= i < n and 0 <= j < m and 0 <= k < h and 0 <= e < w:
                return start + i * a + j * b + k * c + e * d
            return leave(indices)

        return locate_4
    axes = list(zip(view.shape, view.strides, strict=True))

    def locate(indices: Sequence[Any]) -> int:
        offset = start
        for index, (size, stride) in zip(indices, axes, strict=False):
            if not 0 <= index < size:
                leave(indices)
            offset += index * stride
        return offset

    return locate


def _cells(view: View) -> View:
    """All cells of the buffer in a row, of their own type."""
    return View(view.buffer, (len(view.buffer.cells),), (1,))


def row_major(shape: Sequence[int]) -> tuple[int, ...]:
    """The strides of a contiguous array."""
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))


def unravel(offset: int, shape: Sequence[int]) -> tuple[int, ...]:
    """The index of a cell of a contiguous array."""
    indices: list[int] = []
    for stride in row_major(shape):
        indices.append(offset // stride)
        offset %= stride
    return tuple(indices)


_Cell = tuple[Buffer, int]


class IterationLog:
    """
    Which iteration of what runs in any order, or at the same time, accessed which cell.

    `path` holds the data-dependent conditions around the operation that is executed.
    """

    def __init__(self, path: Mapping[Any, int]):
        self.iteration = 0
        self._path = path
        self._writers: dict[_Cell, int] = {}
        self._readers: dict[_Cell, int] = {}
        self._other_readers: dict[_Cell, int] = {}
        self._conditions: dict[_Cell, set[tuple[Any, int]]] = {}

    def read(self, cell: _Cell) -> None:
        """Raises Undefined if another iteration writes the cell."""
        self._check(self._writers.get(cell), cell)
        if self._readers.setdefault(cell, self.iteration) != self.iteration:
            self._other_readers[cell] = self.iteration
        self._note_conditions(cell)

    def write(self, cell: _Cell) -> None:
        """Raises Undefined if another iteration accesses the cell."""
        self._check(self._writers.setdefault(cell, self.iteration), cell)
        self._check(self._readers.get(cell), cell)
        self._check(self._other_readers.get(cell), cell)
        self._note_conditions(cell)

    def two(self, other: int) -> str:
        """Describe this iteration and iteration `other`, for messages."""
        return "two iterations of a parallel loop"

    def _note_conditions(self, cell: _Cell) -> None:
        if self._path:
            self._conditions.setdefault(cell, set()).update(self._path.items())

    def _check(self, other: int | None, cell: _Cell) -> None:
        if other is None or other == self.iteration:
            return
        buffer, offset = cell
        where = f"{buffer.name}{list(unravel(offset, buffer.shape))}"
        if open_ones := self._conditions.get(cell, set()) - self._path.items():
            reason = f"whether {self.two(other)} access {where} depends on the data"
            raise DependsOnData(reason, values=tuple(condition for condition, _ in open_ones))
        raise Undefined(f"{self.two(other)} access {where}, and one of them writes it")


class Journal:
    """The writes of one arm of a data-dependent `if`."""

    def __init__(self) -> None:
        self.held: dict[tuple[Buffer, int], Any] = {}
        """What the cells held before that it writes."""
        self.surely: set[tuple[Buffer, int]] = set()
        """The cells that it writes whatever the data are: an `if` inside it may write others."""


class Memory:
    """Reads and writes, with what has to be known of them."""

    def __init__(self) -> None:
        self.stage = 0
        """The operation of the function's body that is executed."""
        self.journals: list[Journal] = []
        """For each data-dependent `if` around, the writes of its arm."""
        self.iterations: list[IterationLog] = []
        self.allocas: list[Buffer] = []
        """The allocas whose scope has not ended, in the order in which they were allocated."""
        self.changes = 0
        """How many writes there were."""
        self.path: Mapping[Any, int] = {}
        """The data-dependent conditions around the operation that is executed."""
        self.mark_pad: Callable[[Any], Any] = lambda value: value
        self.relax: Callable[[Any, Any], Any] | None = None
        """The value of a cell that is not padding, after a store of a value over another one."""

    def read(self, view: View, indices: Sequence[Any], *, only_assumed: bool = False) -> Any:
        """Return the value of a cell; raises Undefined if it is uninitialised."""
        if (other := view.other) is not None:
            element, cells = view.locate(indices), _cells(view)
            found = [
                self.read(cells, (cell,), only_assumed=only_assumed)
                for cell in other.cells_of(element)
            ]
            return other.value(element, found)
        offset, buffer = view.locate(indices), view.buffer
        value = buffer.cells[offset]
        if value is not UNINIT and not buffer.is_watched and not self.iterations:
            return value
        if buffer.ended or offset in buffer.forbidden:
            self._refuse_access(buffer, offset)
        if value is UNINIT:
            index = list(unravel(offset, buffer.shape))
            raise Undefined(f"{buffer.name}{index} is read while uninitialised")
        if buffer.roles is not None:
            buffer.roles.note_read(offset, only_assumed=only_assumed)
        for log in self.iterations:
            log.read((buffer, offset))
        return self.mark_pad(value) if offset in buffer.padding else value

    def is_readable(self, view: View, indices: Sequence[Any]) -> bool:
        """Whether a cell in bounds holds something that may be read."""
        if (other := view.other) is not None:
            cells = _cells(view)
            return all(self.is_readable(cells, (c,)) for c in other.cells_of(view.locate(indices)))
        offset, buffer = view.locate(indices), view.buffer
        is_there = not buffer.ended and offset not in buffer.forbidden
        return is_there and buffer.cells[offset] is not UNINIT

    def peek(self, view: View, indices: Sequence[Any]) -> Any:
        """As `read`, for a copy: uninitialised cells are copied as such."""
        if view.other is not None:
            return self.read(view, indices)
        offset, buffer = view.locate(indices), view.buffer
        if buffer.cells[offset] is not UNINIT:
            return self.read(view, indices)
        if buffer.ended or offset in buffer.forbidden:
            self._refuse_access(buffer, offset)
        for log in self.iterations:
            log.read((buffer, offset))
        return UNINIT

    def write(
        self,
        view: View,
        indices: Sequence[Any],
        value: Any,
        op: Operation,
        *,
        is_undef: bool = False,
    ) -> None:
        """Puts a value into a cell; `is_undef` where it is a `pad.undef` itself."""
        if (other := view.other) is not None:
            element, cells = view.locate(indices), _cells(view)
            places = other.cells_of(element)
            values = other.stored(element, value, lambda: self.read(cells, (places[0],)))
            for cell, part in zip(places, values, strict=True):
                self.write(cells, (cell,), part, op, is_undef=is_undef and len(places) == 1)
            return
        offset, buffer = view.locate(indices), view.buffer
        if self.relax is not None and offset not in buffer.padding:
            value = self.relax(buffer.cells[offset], value)
        buffer.writers[offset] = op
        self.changes += 1
        if not buffer.is_watched and not self.journals and not self.iterations and not is_undef:
            buffer.cells[offset] = value
            return
        if buffer.ended or offset in buffer.forbidden:
            self._refuse_access(buffer, offset)
        if buffer.owner is Owner.CONSTANT:
            raise Undefined(f"{buffer.name} is a constant global, and written")
        for log in self.iterations:
            log.write((buffer, offset))
        if is_undef and not self.journals:
            buffer.free.add(offset)
        self.put(buffer, offset, value)

    def leave_scope(self, count: int) -> None:
        """The end of all allocas but the first ones."""
        for buffer in self.allocas[count:]:
            buffer.end("the end of its alloca's scope")
        del self.allocas[count:]

    def put(self, buffer: Buffer, offset: int, value: Any, *, surely: bool = True) -> None:
        """Changes a cell; `surely` where that doesn't depend on the data."""
        self.changes += 1
        if self.journals:
            cell, journal = (buffer, offset), self.journals[-1]
            journal.held.setdefault(cell, buffer.cells[offset])
            if surely:
                journal.surely.add(cell)
            surely = False
        if buffer.roles is not None:
            buffer.roles.note_write(offset, self.stage if surely else None)
        buffer.cells[offset] = value

    def _refuse_access(self, buffer: Buffer, offset: int) -> NoReturn:
        if buffer.ended:
            raise Undefined(f"{buffer.name} is accessed after {buffer.ended}")
        index = list(unravel(offset, buffer.shape))
        raise Undefined(f"{buffer.name}{index} is forbidden padding")
