"""Cuts the body of loops into pieces, each around one nest, and finds what they have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects import affine, memref
from xdsl.ir import Operation, SSAValue

from ....analysis.accesses.aliasing import is_tracked
from ....analysis.accesses.escape import ALLOCATIONS
from ....dialect.ir.effects import is_pure, leaves_memory
from ...common.for_loops import LOOPS


@dataclass(frozen=True)
class Pieces:
    """The operations of a body in runs that become loops of their own, in this order."""

    loops: tuple[affine.ForOp, ...]
    """Around the body, outside in; each holds the next, and else only what is pure."""
    runs: tuple[tuple[Operation, ...], ...]

    @cached_property
    def of(self) -> dict[Operation, int]:
        """The number of the piece of each operation of the body."""
        return {op: number for number, run in enumerate(self.runs) for op in run}

    def number(self, op: Operation) -> int | None:
        """The piece of an operation in the body; None if it is not in it, or ends it."""
        while op.parent is not None and op.parent is not self.loops[-1].body.block:
            parent = op.parent_op()
            if parent is None:
                return None
            op = parent
        return self.of.get(op)

    @cached_property
    def crossing(self) -> dict[SSAValue, int]:
        """
        The values that a later piece needs of an earlier one, with that one's number.

        What is pure is computed again in each piece; allocations are no values.
        """
        found = dict[SSAValue, int]()
        for number, run in enumerate(self.runs):
            for value in self._needed(run):
                of = self.of[_owner(value)]
                if of < number and not isinstance(value.owner, ALLOCATIONS):
                    found[value] = of
        return found

    @cached_property
    def common_allocations(self) -> list[SSAValue]:
        """The buffers that each iteration makes anew and several pieces need, by views too."""
        needed = dict[SSAValue, set[int]]()
        for number, run in enumerate(self.runs):
            doing = [op for op in run if not isinstance(op, memref.DeallocOp)]
            for value in self._needed([op for op in doing if not is_pure(op)]):
                if isinstance(value.owner, ALLOCATIONS):
                    needed.setdefault(value, set()).add(number)
        return [value for value, pieces in needed.items() if len(pieces) > 1]

    def _needed(self, run: Sequence[Operation]) -> Iterator[SSAValue]:
        """What operations need of others in the body that are not pure, through those that are."""
        seen = set[Operation]()
        pending = [*run]
        while pending:
            top = pending.pop()
            for operand in (value for op in top.walk() for value in op.operands):
                owner = operand.owner
                if not isinstance(owner, Operation) or owner not in self.of:
                    continue
                if is_pure(owner):
                    if owner not in seen:
                        seen.add(owner)
                        pending.append(owner)
                else:
                    yield operand

    @cached_property
    def common_buffers(self) -> list[SSAValue]:
        """
        The buffers of this function, without views, that several pieces access and nothing outside
        of the loops does.
        """
        outermost, used = self.loops[0], dict[SSAValue, set[int]]()
        for run in self.runs:
            for op in (nested for top in run for nested in top.walk()):
                for operand in op.operands:
                    number = self.number(op)
                    if isinstance(operand.owner, ALLOCATIONS) and number is not None:
                        used.setdefault(operand, set()).add(number)
        return [
            buffer
            for buffer, pieces in used.items()
            if len(pieces) > 1
            and is_tracked(buffer)
            and all(
                isinstance(use.operation, memref.DeallocOp) or outermost.is_ancestor(use.operation)
                for use in buffer.uses
            )
        ]


def _owner(value: SSAValue) -> Operation:
    assert isinstance(value.owner, Operation)
    return value.owner


def find_pieces(outermost: affine.ForOp) -> Pieces | None:
    """The pieces of what a loop, and those that are alone in it, hold; None if it has one."""
    loops = [outermost]
    while (inner := _only_loop(loops[-1])) is not None:
        loops.append(inner)
    if any(loop.results for loop in loops):
        return None
    runs: list[list[Operation]] = [[]]
    holds_nest = False
    block = loops[-1].body.block
    for op in block.ops:
        if op is block.last_op:
            continue
        is_nest = any(isinstance(nested, LOOPS) for nested in op.walk())
        if is_nest and holds_nest:
            runs.append(_taken_along(runs[-1]))
        holds_nest = holds_nest or is_nest
        runs[-1].append(op)
    return Pieces(tuple(loops), tuple(map(tuple, runs))) if len(runs) > 1 else None


def _only_loop(loop: affine.ForOp) -> affine.ForOp | None:
    ops = [op for op in loop.body.block.ops if op is not loop.body.block.last_op]
    inner = [op for op in ops if not is_pure(op)]
    (only,) = inner if len(inner) == 1 else (None,)
    return only if isinstance(only, affine.ForOp) else None


def _taken_along(run: list[Operation]) -> list[Operation]:
    """Takes the last operations off a run that write nothing: they go with the nest after them."""
    first = len(run)
    while first and not run[first - 1].regions and leaves_memory(run[first - 1]):
        first -= 1
    taken, run[first:] = run[first:], []
    return taken
