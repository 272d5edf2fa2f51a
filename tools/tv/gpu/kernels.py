"""Kernels: where in a launch a thread is, and the memory that the threads of a block share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from xdsl.dialects import gpu, memref
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation

from ..machine.program import Body, Frame, Handler, Meeting, Step
from ..machine.state import Machine
from ..memory.buffers import View
from ..ops.allocation import allocation
from ..values.affine_code import Registers
from ..values.errors import NotValidated, Undefined

Dimensions: TypeAlias = tuple[int, int, int]
"""Along x, y and z."""
AXES = ("x", "y", "z")
_SHARED = 3
"""The memory space that the threads of a block share."""
_UPPER_BOUND = "upper_bound"


@dataclass
class Place:
    """Where in a launch the execution is."""

    grid: Dimensions
    threads: Dimensions
    """Of a block."""
    block: Dimensions = (0, 0, 0)
    thread: Dimensions = (0, 0, 0)
    shared: dict[Operation, View] = field(default_factory=dict[Operation, View])
    """The buffers that the threads of this block share, by the operation that makes them."""

    def names(self) -> list[tuple[str, int]]:
        """The block and the thread, as the indices of loops around a kernel."""
        threads = _named("thread", self.thread, self.threads)
        return [*_named("block", self.block, self.grid), *threads]


def _named(what: str, index: Dimensions, shape: Dimensions) -> list[tuple[str, int]]:
    """Along the dimensions that there are, x in any case."""
    rows = zip(AXES, index, shape, strict=True)
    return [(f"{what} {axis}", i) for axis, i, size in rows if size > 1 or axis == "x"]


class KernelFrame(Frame):
    """The frame of a kernel's threads, which run one at a time."""

    def __init__(self, machine: Machine, handlers: dict[str, Handler]):
        super().__init__(machine, handlers)
        self.place = Place((1, 1, 1), (1, 1, 1))

    def loops(self, op: Operation, r: Registers) -> list[tuple[str, int]]:
        """The block and the thread too."""
        return [*self.place.names(), *super().loops(op, r)]


@dataclass(frozen=True)
class Kernel:
    """A GPU function, ready to run."""

    frame: KernelFrame
    body: Body

    @staticmethod
    def of(function: gpu.FuncOp, machine: Machine, handlers: dict[str, Handler]) -> Kernel:
        """The function on this machine; raises NotValidated if it can't be understood."""
        frame = KernelFrame(machine, handlers)
        return Kernel(frame, frame.region(function.body, may_meet=True))

    def thread(self, arguments: Sequence[Any]) -> Registers:
        """The registers of a thread that is given these."""
        r = self.frame.registers()
        for slot, argument in zip(self.body.arguments, arguments, strict=True):
            r[slot] = argument
        return r


def _id(value: Callable[[Place], Dimensions]) -> Handler:
    """An operation that tells something of the place along one dimension."""

    def handler(frame: Frame, op: Operation) -> Step:
        assert isinstance(frame, KernelFrame)
        dimension, target = op.properties["dimension"], frame.slot(op.results[0])
        assert isinstance(dimension, gpu.DimensionAttr)
        axis, bound = AXES.index(dimension.data.value), op.attributes.get(_UPPER_BOUND)
        most = bound.value.data if isinstance(bound, IntegerAttr) else None

        def run(r: Registers) -> None:
            r[target] = found = value(frame.place)[axis]
            if most is not None and found >= most:
                raise Undefined(f"{found} is not below the upper bound {most}")

        return run

    return handler


def _global_id(place: Place) -> Dimensions:
    parts = zip(place.block, place.threads, place.thread, strict=True)
    x, y, z = (block * size + thread for block, size, thread in parts)
    return x, y, z


def _barrier(frame: Frame, op: Operation) -> Step:
    meeting = Meeting(op)

    def walk(r: Registers) -> Iterator[Meeting]:
        yield meeting

    return walk


def _shared(frame: Frame, op: Operation) -> Step:
    """One buffer for all threads of a block; none of its cells is initialised."""
    assert isinstance(op, memref.AllocOp)
    assert isinstance(frame, KernelFrame)
    type = op.memref.type
    space = type.memory_space
    if not isinstance(space, IntegerAttr) or space.value.data != _SHARED:
        raise NotValidated(f"an allocation in a kernel that is not in memory space {_SHARED}")
    if not type.has_static_shape() or not isinstance(op.parent_op(), gpu.FuncOp):
        raise NotValidated("shared memory of a dynamic shape, or not of the whole kernel")
    make, target = allocation(frame, op), frame.slot(op.memref)

    def run(r: Registers) -> None:
        place = frame.place
        if op not in place.shared:
            make(r)
            place.shared[op] = r[target]
        r[target] = place.shared[op]

    return run


KERNELS: dict[str, Handler] = {
    "gpu.block_id": _id(lambda place: place.block),
    "gpu.thread_id": _id(lambda place: place.thread),
    "gpu.block_dim": _id(lambda place: place.threads),
    "gpu.grid_dim": _id(lambda place: place.grid),
    "gpu.global_id": _id(_global_id),
    "gpu.barrier": _barrier,
    "memref.alloc": _shared,
}
