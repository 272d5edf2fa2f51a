"""The index of an access, and how loops move it, for estimates."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine
from xdsl.ir import Block, Operation, SSAValue

from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.memory_access import MemoryAccess
from ....index.expr import Expr, var
from ....index.normal import ONE, terms
from ...common.for_loops import constant_lower


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


def step_of(loop: Operation) -> int:
    """By how much a loop goes on in each iteration."""
    return loop.step.value.data if isinstance(loop, affine.ForOp) else 1


def start_of(loop: Operation) -> int:
    """The index that a loop begins with; 0 where that is not known."""
    return (constant_lower(loop) or 0) if isinstance(loop, affine.ForOp) else 0
