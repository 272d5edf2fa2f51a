"""The index of an access, and how loops move it, for estimates."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import gcd

from xdsl.dialects import affine, scf
from xdsl.ir import Block, Operation, SSAValue

from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.memory_access import MemoryAccess
from ....index.expr import Expr, lift, var
from ....index.normal import ONE, terms
from ...common.for_loops import constant_lower
from ...lanes.legality.neighbours import CACHE_LINE


@dataclass
class LoopsAround:
    """The loops around what is read now; more is known of those that have one iterator."""

    loops: list[Operation] = field(default_factory=list[Operation])
    """All of them, the outermost first."""
    iterators: dict[str, Operation] = field(default_factory=dict[str, Operation])
    """Loops by the names of their iterators."""
    starts: dict[str, Expr] = field(default_factory=dict[str, Expr])
    """What those iterators begin with that do not begin with 0."""

    @contextmanager
    def inside(self, loop: Operation, reader: InstanceReader) -> Generator[None]:
        """Read the body of a loop within the block."""
        self.loops.append(loop)
        name = None
        if isinstance(loop, affine.ForOp | scf.ForOp):
            name = str(reader.index(loop.body.block.args[0]))
            self.iterators[name] = loop
            if start := start_of(loop):
                self.starts[name] = lift(start)
        yield
        self.loops.pop()
        if name is not None:
            del self.iterators[name]
            self.starts.pop(name, None)

    def steps(self, trips: Mapping[Operation, int]) -> dict[str, int]:
        """By how much each iterator goes on; 0 of loops that do not run twice by these trips."""
        return {n: step_of(loop) if trips[loop] > 1 else 0 for n, loop in self.iterators.items()}


def index_of(
    op: Operation, access: MemoryAccess, reader: InstanceReader
) -> tuple[Sequence[Expr], dict[str, SSAValue]]:
    """The index of an access, and what the names in it stand for that data chooses."""
    operands, by_data = list[Expr](), dict[str, SSAValue]()
    for value in access.index_operands(op):
        found = reader.index(value)
        if found is None:
            name = f"chosen{len(by_data)}"
            by_data[name], found = value, var(name)
        operands.append(found)
    return access.index(op, operands), by_data


def constant_of(term: Expr, factor: int) -> int:
    """The constant part of a term: of a quotient too, which vectors side by side differ in."""
    if term is ONE:
        return factor
    if term.op in ("//", "%") and (divisor := term.operands[1].constant):
        inner = terms(term.operands[0]).get(ONE, 0)
        return factor * (inner // divisor if term.op == "//" else inner % divisor)
    return 0


def loops_around(value: SSAValue, loops: Sequence[Operation]) -> int:
    """How many of these loops, each in the one before, a value is computed in."""
    place: Operation | Block | None = value.owner
    while place is not None and place not in loops:
        place = place.parent_op() if isinstance(place, Block) else place.parent
    return 0 if place is None else loops.index(place) + 1


def move_of(term: Expr, factor: int, name: str, step: int) -> float:
    """How far a term moves when a name goes on by a step, on average."""
    if term.op in ("//", "%") and (divisor := term.operands[1].constant):
        inner = step * terms(term.operands[0]).get(var(name), 1)
        if term.op == "%":
            return 0.0 if inner % divisor == 0 else factor * inner
        return factor * inner / divisor
    return factor * step


def alignment(
    distances: Sequence[int] | None,
    index: Sequence[Expr],
    lanes: int,
    width: int,
    steps: Mapping[str, int],
    starts: Mapping[str, Expr],
    *,
    in_panels: bool = False,
) -> int:
    """
    Bytes of which the place of a vector is a multiple, up to its own; a buffer is at a line.

    `steps` says by how much each iterator around it goes on, if at all, and `starts` what it begins
    with, where that is not 0. `in_panels` tells that `i mod 16` stays where
    `i` goes on by 16; without it, as when the costs of loads were fitted, it may be any number.
    """
    found, size = min(width, CACHE_LINE), width // lanes
    if lanes == 1 or distances is None:
        return found if lanes == 1 else size
    for each, distance in zip(index, distances, strict=True):
        first = terms(each.substitute(starts) if starts else each).get(ONE, 0)
        found = gcd(found, first * distance * size)
        for term, factor in terms(each).items():
            step = 0 if term is ONE else steps.get(str(term), 1)
            moved = _step_in(term, steps) if in_panels else step
            found = gcd(found, factor * moved * distance * size)
    return found


def _step_in(term: Expr, steps: Mapping[str, int]) -> int:
    """
    Of what all moves of a term are multiples, by the steps of the names in it; 0 if it stays.

    A name without a step may go anywhere.
    """
    if term is ONE:
        return 0
    if term.op in ("//", "%") and (divisor := term.operands[1].constant):
        inner = terms(term.operands[0]).items()
        step = gcd(*(factor * _step_in(each, steps) for each, factor in inner))
        if step % divisor:
            return 1 if term.op == "//" else gcd(step, divisor)
        return step // divisor if term.op == "//" else 0
    return steps.get(str(term), 1)


def step_of(loop: Operation) -> int:
    """By how much a loop goes on in each iteration."""
    return loop.step.value.data if isinstance(loop, affine.ForOp) else 1


def start_of(loop: Operation) -> int:
    """The index that a loop begins with; 0 where that is not known."""
    return (constant_lower(loop) or 0) if isinstance(loop, affine.ForOp) else 0
