"""The threads of a block: run one at a time from one meeting to the next, and watched for races."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from ..machine.program import Meeting
from ..memory.buffers import IterationLog
from ..values.affine_code import Registers
from ..values.errors import Undefined
from .kernels import Dimensions, Kernel
from .subgroups import SUBGROUP, Exchange


class GridLog(IterationLog):
    """Which block, or which thread of one since its threads met last, accessed which cell."""

    def __init__(self, path: Mapping[Any, int], what: str, members: Sequence[Dimensions]):
        super().__init__(path)
        self._what, self._members = what, members

    def two(self, other: int) -> str:
        """By their indices, between which there is no order."""
        one, two = (self._members[k] for k in sorted((self.iteration, other)))
        between = "which meet nowhere in between" if self._what == "threads" else "in any order"
        return f"the {self._what} {one} and {two}, {between},"


def points(shape: Dimensions) -> list[Dimensions]:
    """All indices, x fastest."""
    x, y, z = map(range, shape)
    return [(i, j, k) for k, j, i in product(z, y, x)]


@dataclass(eq=False)
class _Thread:
    """A thread, and where it waits for others; None at its end."""

    number: int
    index: Dimensions
    kernel: Kernel
    r: Registers
    meeting: Meeting | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._meetings = self.kernel.body.walk(self.r)

    def resume(self, log: GridLog) -> None:
        """Runs on to where it next waits."""
        self.kernel.frame.place.thread, log.iteration = self.index, self.number
        self.meeting = next(self._meetings, None)


def run_block(kernel: Kernel, arguments: Sequence[Any]) -> None:
    """
    Runs the threads of the block where the execution is.

    Raises Undefined if some wait for others that don't come, or where two of them access a cell
    that one of them writes, without a barrier in between.
    """
    place, memory = kernel.frame.place, kernel.frame.machine.memory
    indices = points(place.threads)
    threads = [
        _Thread(number, index, kernel, kernel.thread(arguments))
        for number, index in enumerate(indices)
    ]
    while True:
        log = GridLog(memory.path, "threads", indices)
        memory.iterations.append(log)
        for first in range(0, len(threads), SUBGROUP):
            _run_subgroup(threads[first : first + SUBGROUP], log)
            _check_they_meet(threads[0], threads[first])
        memory.iterations.pop()
        if threads[0].meeting is None:
            return


def _run_subgroup(threads: Sequence[_Thread], log: GridLog) -> None:
    """To the next barrier."""
    while True:
        for thread in threads:
            thread.resume(log)
            _check_they_meet(threads[0], thread)
        exchange = threads[0].meeting
        if not isinstance(exchange, Exchange):
            return
        try:
            exchange.perform([thread.r for thread in threads])
        except Undefined as stop:
            raise _at(threads[0], stop.reason) from stop


def _check_they_meet(first: _Thread, other: _Thread) -> None:
    """Raise Undefined if two threads wait at different operations, or only one of them does."""
    if other.meeting is first.meeting:
        return
    waiting, absent = (first, other) if first.meeting is not None else (other, first)
    assert waiting.meeting is not None
    where = "at its end" if absent.meeting is None else f"at another {absent.meeting.op.name}"
    whose = "the subgroup" if isinstance(waiting.meeting, Exchange) else "the block"
    raise _at(waiting, f"not all threads of {whose} meet: {absent.index} is {where}")


def _at(thread: _Thread, reason: str) -> Undefined:
    """Raise Undefined at the operation where a thread waits."""
    place = thread.kernel.frame.place
    place.thread = thread.index
    op = None if thread.meeting is None else thread.meeting.op
    return Undefined(reason, op, place.names())
