"""One value of those that the threads of a block have: a tree in shared memory, or shuffles."""

from __future__ import annotations

from typing import Literal, TypeAlias

from xdsl.dialects import memref, vector
from xdsl.dialects.builtin import IndexType, IntegerAttr, VectorType, i32, i64
from xdsl.ir import SSAValue

from ....dialect.xdsl_compat.operations.gpu_shuffle import ShuffleMode, ShuffleOp
from ....index.expr import Expr, eq, lift, var
from ...lanes.legality.carried_reductions import Reduction, is_vector, vector_shape
from ...lanes.legality.neighbours import bits_of
from .barriers import Barriers, Threads, Touched
from .kernel_builder import ALIGNMENT, Kernel

How: TypeAlias = Literal["tree", "shuffle"]
_WARP = 32
"""Threads that take values from each other."""
_THREAD = "t"


class BlockReduction:
    """Combines what the threads of a block have, in an order that is the same in each run."""

    def __init__(self, kernel: Kernel, barriers: Barriers, threads: int, how: How):
        self._kernel, self._barriers, self._threads = kernel, barriers, threads
        self._shuffles = how == "shuffle" and (threads % _WARP == 0 or threads in (2, 4, 8, 16))

    def combined(self, reduction: Reduction, part: SSAValue) -> SSAValue:
        """Combine the partial results of all threads, in each thread."""
        if self._shuffles and not isinstance(part.type, VectorType | IndexType):
            return self._by_shuffles(reduction, part)
        return self._by_tree(reduction, part)

    def _by_tree(self, reduction: Reduction, part: SSAValue) -> SSAValue:
        """Each step leaves half as many parts, in the first threads."""
        left, buffer = self._threads, self._buffer(self._threads, part)
        self._store(part, buffer, var(_THREAD))
        while left > 1:
            half = (left + 1) // 2
            self._barriers.meet()
            busy = var(_THREAD) < left - half
            with self._kernel.inside(self._kernel.place.guard(busy, self._names())):
                mine = self._load(part, buffer, var(_THREAD))
                other = self._load(part, buffer, var(_THREAD) + half)
                total = self._kernel.put(reduction.combined(mine, other)).results[0]
                self._put_store(total, buffer, var(_THREAD))
            left = half
        self._barriers.meet()
        self._barriers.before({Touched(buffer, writes=False, by=Threads.EACH)})
        return self._load(part, buffer, lift(0))

    def _by_shuffles(self, reduction: Reduction, part: SSAValue) -> SSAValue:
        """Within each warp in registers; what the warps have goes through shared memory."""
        width = min(self._threads, _WARP)
        offset = width // 2
        while offset:
            exchange = ShuffleOp(part, self._i32(offset), self._i32(width), ShuffleMode.XOR)
            other = self._kernel.put(exchange).results[0]
            part = self._kernel.put(reduction.combined(part, other)).results[0]
            offset //= 2
        warps = self._threads // width
        if warps == 1:
            return part
        buffer = self._buffer(warps, part)
        self._barriers.before({Touched(buffer, writes=True, by=Threads.EACH)})
        is_first = eq(var(_THREAD) % width, 0)
        with self._kernel.inside(self._kernel.place.guard(is_first, self._names())):
            self._put_store(part, buffer, var(_THREAD) // width)
        self._barriers.before({Touched(buffer, writes=False, by=Threads.EACH)})
        total = self._load(part, buffer, lift(0))
        for warp in range(1, warps):
            other = self._load(part, buffer, lift(warp))
            total = self._kernel.put(reduction.combined(total, other)).results[0]
        return total

    def _buffer(self, count: int, part: SSAValue) -> SSAValue:
        lanes, element = vector_shape(part.type)
        return self._kernel.scratch(count * lanes, element)

    def _names(self) -> dict[str, SSAValue]:
        return {_THREAD: self._kernel.thread_id("x")}

    def _index(self, part: SSAValue, place: Expr) -> SSAValue:
        """Where the part of this number begins."""
        lanes, _ = vector_shape(part.type)
        return self._kernel.place.index(place * lanes, self._names())

    def _store(self, part: SSAValue, buffer: SSAValue, place: Expr) -> None:
        self._barriers.before({Touched(buffer, writes=True, by=Threads.EACH)})
        self._put_store(part, buffer, place)

    def _put_store(self, part: SSAValue, buffer: SSAValue, place: Expr) -> None:
        index = self._index(part, place)
        if not is_vector(part.type):
            self._kernel.put(memref.StoreOp.get(part, buffer, [index]))
            return
        op = vector.StoreOp(part, buffer, [index])
        op.attributes["alignment"] = _alignment(part)
        self._kernel.put(op)

    def _load(self, part: SSAValue, buffer: SSAValue, place: Expr) -> SSAValue:
        """The part of this number, of the same type as another."""
        index = self._index(part, place)
        if not is_vector(part.type):
            return self._kernel.put(memref.LoadOp.get(buffer, [index])).results[0]
        op = vector.LoadOp.create(operands=[buffer, index], result_types=[part.type])
        op.attributes["alignment"] = _alignment(part)
        return self._kernel.put(op).results[0]

    def _i32(self, value: int) -> SSAValue:
        return self._kernel.constant(IntegerAttr(value, i32))


def _alignment(part: SSAValue) -> IntegerAttr:
    """The bytes of a part, up to the most that one access moves."""
    lanes, element = vector_shape(part.type)
    return IntegerAttr(min(lanes * (bits_of(element) or 8) // 8, ALIGNMENT), i64)
