"""Whether what dropping a guard inserts into a parallel loop meets other iterations in a cell."""

from __future__ import annotations

from xdsl.dialects import memref

from ...dialect.annotations import buffer_name
from ...dialect.ir.memory_access import LoadOrStore, buffer_of, is_load, is_load_or_store, is_store
from ...dialect.ir.reasons import Declined, because
from ...index.expr import Expr, all_of, any_of, eq, ne, var
from ...index.queries.instances import Iteration
from ...index.sets.engine import engine
from ..accesses.accesses import Access, feeds_only_assumes
from .inserted_instances import SpeculatedInstances

_OTHER = "_other"


def check_races(insertion: SpeculatedInstances) -> None:
    """
    Raises Declined if an inserted access touches a cell that another iteration of a parallel
    loop around both accesses, one of them to write: not even what is there may be stored.
    """
    for op in insertion.body:
        if not is_load_or_store(op) or not insertion.runs(op):
            continue
        loops = _parallel_loops(op, insertion)
        if not loops or (is_load(op) and feeds_only_assumes(op)):
            continue
        for loop in loops:
            for found in insertion.facts.accesses_in(buffer_of(op), insertion.stage):
                other = found.access
                if is_store(op) or other.writes:
                    _check_pair(op, other, loop, insertion)


def _does(access: Access) -> str:
    """What another iteration does to a cell, as far as it is known that it comes to it."""
    if access.must:
        return "writes" if access.writes else "reads"
    return "may write" if access.writes else "may read"


def _parallel_loops(op: LoadOrStore, insertion: SpeculatedInstances) -> list[Iteration]:
    """The parallel loops around an access, those apart in which each iteration has its buffer."""
    buffer = buffer_of(op).owner
    inside = insertion.reader.instances(buffer) if isinstance(buffer, memref.AllocOp) else None
    own = () if inside is None else inside.iterators
    return [
        position
        for position in insertion.instances(op).time
        if isinstance(position, Iteration) and not position.ordered
        if not set(position.iterators) <= set(own)
    ]


def _check_pair(
    op: LoadOrStore, other: Access, loop: Iteration, insertion: SpeculatedInstances
) -> None:
    index, (condition, names) = insertion.index(op), insertion.inserted(op)
    if not set(loop.iterators) <= set(other.instances.iterators):
        return  # before the loop, or after it
    name = buffer_name(buffer_of(op)) or "a buffer"
    if other.index is None:
        raise Declined(
            f"an added access to {name} may race with another iteration of a parallel loop "
            "around it",
            reason="race",
        )
    renaming = other.instances.renaming(_OTHER)
    around = names[: names.index(loop.iterators[0])]
    same = [eq(var(n), renaming[n]) for n in around]
    same += [eq(a, b.substitute(renaming)) for a, b in zip(index, other.index, strict=True)]
    apart = any_of([ne(var(n), renaming[n]) for n in loop.iterators])
    both: Expr = all_of([condition, other.instances.renamed(_OTHER).condition, *same, apart])
    points = engine().set(both)
    if points.is_empty():
        return
    others = [f"{n}{_OTHER}" for n in loop.iterators]
    free = [n for i in index for n in i.variables()]
    values = insertion.example(points, [*names, *free, *others])
    does = _does(other)
    cell = [int(i.evaluate(values)) for i in index]
    iterations = [[values[n] for n in names] for names in (loop.iterators, others)]
    text = (
        f"without the guard, iteration {iterations[0]} of a parallel loop around it would "
        f"{'write' if is_store(op) else 'read'} {name}{cell}, which iteration "
        f"{iterations[1]} {does}"
    )
    witness = {"index": cell, "iterations": iterations}
    raise Declined(because(text, "race", witness, buffer=name))
