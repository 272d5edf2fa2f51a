"""Programs of the copy engine: which kernel copies a nest, in which order, in which blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from .copy_kernels import (
    HEADER,
    WIDEST,
    CopyKernel,
    FillKernel,
    InterleaveKernel,
    Kernel,
    TurnKernel,
    interleaved_elements,
    turned_rows,
)

FROM, PATTERNS, TO = 0, 1, 2
"""Which array a copy reads: the other one, the constants, or the one that it writes."""
_ROWS, _COLUMNS, _NEAR = 8, 16, 512
"""
Of blocks where neither array's order is the other's: items in both directions, few of which are in
pages of their own, and the bytes that there may be in both where that is more.
"""
_TURNED, _STREAMED = 2048, (64, 256)
"""Bytes of such a block of elements to be transposed, in both directions."""
CHUNK, _MOST_CHUNKS = 1 << 18, 4096
"""Bytes of what several copies write in turns, and how often they take turns at most."""
FAR = 1 << 21
"""Bytes that some of are outside of the caches nearest to a core."""
LARGE = 16 << 20
"""Bytes that stores bypass the caches for: what is as large is gone from them before it is read."""


@dataclass(frozen=True, eq=False)
class Table:
    """Distances of steps that follow no rule: bytes in the array written, and in the one read."""

    pairs: np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True)
class Around:
    """A loop of a copy: so many steps, of so many bytes in the array written, and the one read."""

    count: int
    there: int
    here: int


@dataclass
class Copy:
    """Elements to be copied: where the first one is, and the loops over all of them."""

    size: int
    """Bytes of an element."""
    to: int
    source: int
    loops: list[Around] = field(default_factory=list[Around])
    tables: list[Table] = field(default_factory=list[Table])
    reads: int = FROM

    def bytes(self) -> int:
        """How much is written."""
        listed = prod(len(table.pairs) for table in self.tables)
        return self.size * listed * prod(loop.count for loop in self.loops)

    def simplified(self) -> Copy:
        """The same copy forwards, in as few loops as can be, those of the longest step first."""
        to, source = self.to, self.source
        loops: list[Around] = []
        for loop in self.loops:
            count, there, here = loop.count, loop.there, loop.here
            if there < 0:
                to, source = to + (count - 1) * there, source + (count - 1) * here
                there, here = -there, -here
            if count > 1:
                loops.append(Around(count, there, here))
        loops.sort(key=lambda loop: loop.there, reverse=True)
        joined: list[Around] = []
        for loop in reversed(loops):
            last = joined[-1] if joined else None
            if last is not None and (loop.there, loop.here) == (
                last.count * last.there,
                last.count * last.here,
            ):
                joined[-1] = Around(last.count * loop.count, last.there, last.here)
            else:
                joined.append(loop)
        return Copy(self.size, to, source, joined[::-1], self.tables, self.reads)

    def part(self, start: int, count: int) -> Copy:
        """So many steps of the outermost loop, from one on."""
        first, *inner = self.loops
        to, source = self.to + start * first.there, self.source + start * first.here
        loops = [Around(count, first.there, first.here), *inner]
        return Copy(self.size, to, source, loops, self.tables, self.reads)


@dataclass(frozen=True)
class Record:
    """A kernel with its operands, and the loops around it."""

    kernel: Kernel
    copy: Copy
    bytes: int
    x: Around
    y: Around
    block: tuple[int, int]
    around: tuple[Around, ...]

    def words(self, address: int) -> np.ndarray[Any, np.dtype[np.int64]]:
        """As the driver reads it, with the address of the kernel."""
        copy = self.copy
        loops: list[int] = []
        lists: list[np.ndarray[Any, np.dtype[np.int64]]] = []
        count = len(self.around) + len(copy.tables)
        start = HEADER + 3 * count
        for table in copy.tables:
            loops += [-len(table.pairs), start, 0]
            lists.append(table.pairs.reshape(-1))
            start += 2 * len(table.pairs)
        for loop in self.around:
            loops += [loop.count, loop.there, loop.here]
        head = [start, copy.reads, copy.to, copy.source, address, self.bytes]
        head += [self.x.count, self.x.there, self.x.here]
        head += [self.y.count, self.y.there, self.y.here, *self.block, count]
        return np.concatenate([np.array([*head, *loops], np.int64), *lists])


_ONCE = Around(1, 0, 0)


def records(copies: Iterable[Copy], *, is_aligned: bool) -> list[Record]:
    """
    How the copies are done; `is_aligned` says that the array written starts at a multiple of
    `WIDEST` bytes.
    """
    found = [copy.simplified() for copy in copies]
    total = sum(copy.bytes() for copy in found)
    found = [
        *_in_chunks([copy for copy in found if copy.reads != TO]),
        *(copy for copy in found if copy.reads == TO),
    ]
    is_far = total >= FAR
    return [_record(c, streams=is_aligned and total >= LARGE, is_far=is_far) for c in found]


def _in_chunks(copies: Sequence[Copy]) -> list[Copy]:
    """
    The same copies in another order: several that pass over the arrays in the same steps, such as
    the parts of each row, pass over them once, in chunks that the caches hold.
    """
    shared: dict[tuple[int, int], list[Copy]] = {}
    found: list[Copy] = []
    for copy in copies:
        nearer = [abs(loop.here) for loop in copy.loops[1:]]
        if copy.loops and not copy.tables and abs(copy.loops[0].here) >= max(nearer, default=0):
            shared.setdefault((copy.loops[0].count, copy.loops[0].there), []).append(copy)
        else:
            found.append(copy)
    for (count, _), together in shared.items():
        total = sum(copy.bytes() for copy in together)
        parts = min(total // CHUNK, count, _MOST_CHUNKS)
        if len(together) == 1 or parts < 2:
            found += together
            continue
        steps = -(-count // parts)
        for start in range(0, count, steps):
            length = min(steps, count - start)
            found += [copy.part(start, length) for copy in together]
    return found


def _record(copy: Copy, *, streams: bool, is_far: bool) -> Record:
    size, loops, item = copy.size, list(copy.loops), copy.size
    is_fill = copy.reads == PATTERNS
    if loops and loops[-1].there == size and (is_fill or loops[-1].here == size):
        item *= loops.pop().count
    if not loops:
        return Record(_copy_kernel(item, is_fill, False), copy, item, _ONCE, _ONCE, (1, 1), ())
    x = loops.pop()
    if not loops:
        streams &= _are_aligned(copy, item, [x])
        return Record(_copy_kernel(item, is_fill, streams), copy, item, x, _ONCE, (x.count, 1), ())
    nearest = min(loops, key=lambda loop: (abs(loop.here), loop.there))
    if is_fill or abs(nearest.here) >= abs(x.here):
        y = loops.pop()
        streams &= _are_aligned(copy, item, [*loops, x, y])
        kernel = _copy_kernel(item, is_fill, streams)
        return Record(kernel, copy, item, x, y, (x.count, y.count), tuple(loops))
    loops.remove(nearest)
    y = nearest
    if (interleaved := _interleaved(copy, x, y, loops, streams=streams)) is not None:
        return interleaved
    rows = turned_rows(size, x.count, y.count)
    if item == size and x.there == size and y.here == size and rows >= 2:
        streams &= _are_aligned(copy, rows * size, [*loops, y]) and rows * size >= 16
        streams &= x.count % rows == 0
        block = [n // size for n in (_STREAMED if streams else (_TURNED, _TURNED))]
        kernel = TurnKernel(size, rows, streams)
        sizes = max(block[0], rows), max(block[1], rows)
        return Record(kernel, copy, item, x, y, sizes, tuple(loops))
    streams &= _are_aligned(copy, item, [*loops, x, y]) and item >= 16
    kernel, near = _copy_kernel(item, is_fill, streams), _NEAR // item
    wide, high = _ROWS, max(_COLUMNS, near)
    if not is_far:
        wide = high = max(_COLUMNS, 4 * near)
    if not streams:  # then it is read in order, else written
        x, y, wide, high = y, x, high, wide
    return Record(kernel, copy, item, x, y, (wide, high), tuple(loops))


def _interleaved(
    copy: Copy, x: Around, y: Around, loops: Sequence[Around], *, streams: bool
) -> Record | None:
    """A few rows whose elements lie in turns in one of the arrays; None for other copies."""
    size, lanes = copy.size, interleaved_elements(copy.size)
    if x.there != size or y.here != size:
        return None
    for few, many, step, apart in ((x, y, y.there, False), (y, x, x.here, True)):
        is_power = few.count.bit_count() == 1 and few.count * size <= 16
        if not is_power or many.count < lanes or step != few.count * size:
            continue
        starts = [Around(1, size * lanes, 0), y, *loops] if apart else loops
        streams &= _are_aligned(copy, 16, starts) and many.count % lanes == 0
        kernel = InterleaveKernel(size, few.count, apart, streams)
        return Record(kernel, copy, size, x, y, (x.count, y.count), tuple(loops))
    return None


def _copy_kernel(item: int, is_fill: bool, streams: bool) -> Kernel:
    if is_fill and item > WIDEST:
        return FillKernel()
    width = 1 << (item.bit_length() - 1)
    if item <= WIDEST * 4 and width == item:
        return CopyKernel(item, True, streams and item >= 16)
    return CopyKernel(min(width, WIDEST), False, streams and item % WIDEST == 0)


def _are_aligned(copy: Copy, item: int, loops: Sequence[Around]) -> bool:
    """Whether items of a copy start at multiples of what is stored at once."""
    width = min(item & -item, WIDEST)
    listed = any((table.pairs[:, 0] % width).any() for table in copy.tables)
    return not listed and all(n % width == 0 for n in (copy.to, *(loop.there for loop in loops)))
