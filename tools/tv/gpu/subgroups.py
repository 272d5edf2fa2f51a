"""Subgroups: 32 threads of a block that take values from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import index as as_index
from typing import Any

from xdsl.ir import Operation

from ....dialect.xdsl_compat.operations.gpu_shuffle import ShuffleMode, ShuffleOp
from ..machine.program import Frame, Handler, Meeting, Step
from ..values.affine_code import Registers
from ..values.errors import Undefined
from ..values.scalars import element_of, lanes_of

SUBGROUP = 32
"""Threads in a row, x first; the last ones of a block may be fewer."""
_SOURCES: dict[ShuffleMode, Callable[[int, int], int]] = {
    ShuffleMode.XOR: lambda lane, offset: lane ^ offset,
    ShuffleMode.DOWN: lambda lane, offset: lane + offset,
    ShuffleMode.UP: lambda lane, offset: lane - offset,
    ShuffleMode.IDX: lambda lane, offset: offset,
}


@dataclass(frozen=True, eq=False)
class Exchange(Meeting):
    """A `gpu.shuffle`, which all threads of a subgroup make together."""

    source: Callable[[int, int], int]
    operands: Sequence[int]
    """The registers of value, offset and width."""
    results: Sequence[int]
    nothing: Any
    """The result where there is no such thread."""

    def perform(self, threads: Sequence[Registers]) -> None:
        """
        Gives each thread its result.

        Raises Undefined if the width is not the number of threads: each has to be one of those that
        exchange values (as PTX has it for the mask that a width becomes), and all of them there.
        """
        value, offset, width = self.operands
        for r in threads:
            if as_index(r[width]) != len(threads):
                count = as_index(r[width])
                raise Undefined(f"a shuffle among {count} in a subgroup of {len(threads)} threads")
        values = [r[value] for r in threads]
        for lane, r in enumerate(threads):
            source = self.source(lane, as_index(r[offset]))
            is_valid = 0 <= source < len(threads)
            found = values[source] if is_valid else self.nothing
            for slot, result in zip(self.results, (found, int(is_valid)), strict=True):
                r[slot] = result


def _shuffle(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, ShuffleOp)
    type = op.value.type
    lanes, poison = lanes_of(type), frame.machine.domain.poison(element_of(type))
    nothing = poison if lanes is None else (poison,) * lanes
    slots = frame.slots(op.operands), frame.slots(op.results)
    exchange = Exchange(op, _SOURCES[op.mode.data], *slots, nothing)

    def walk(r: Registers) -> Iterator[Meeting]:
        yield exchange

    return walk


SUBGROUPS: dict[str, Handler] = {"gpu.shuffle": _shuffle}
