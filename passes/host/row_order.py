"""
The order in which a loop loads rows that lie at one distance, known at run time only.

Row after row, LLVM adds that distance up in each iteration: loop strength reduction makes a chain
of increments, where each is the one before. In an order in which none is, each row has an address
of its own, from before the loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...analysis.accesses.views import stored_shape
from ...dialect.ir.effects import may_not_end, only_reads
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import is_a, operations_of
from ...index.expr import Expr, var
from ...index.normal import Terms, add, terms
from ..common.for_loops import LOOPS, Loop

_LOADS = (affine.LoadOp, memref.LoadOp)
_CHAIN = 4
"""Rows that LLVM may make a chain of."""


def order_rows(module: ModuleOp) -> None:
    """Load such rows in another order in each loop where that is free."""
    for loop in operations_of(module, *LOOPS):
        if rows := chained_rows(loop):
            _reorder(loop, rows)


def chained_rows(loop: Loop) -> list[Operation]:
    """
    The loads in a loop itself that go from row to row of a buffer at one distance, if any do, and
    that distance is known at run time only.
    """
    by_buffer = dict[SSAValue, list[Operation]]()
    for op in loop.body.block.ops:
        if is_a(op, _LOADS) and has_any_distance(op.memref.type):
            by_buffer.setdefault(op.memref, []).append(op)
    runs = (run for loads in by_buffer.values() for run in _runs(loads))
    return next((run for run in runs if len(run) >= _CHAIN), list[Operation]())


def has_any_distance(type: Attribute) -> bool:
    """Whether the rows of a buffer lie at a distance that is known at run time only."""
    shape = stored_shape(type)
    return shape is None or None in shape[1:]


def _runs(loads: Sequence[Operation]) -> Iterator[list[Operation]]:
    """The loads, cut where the way from one to the next is not the way from the one before."""
    names = dict[SSAValue, Expr]()
    indices = [_index(load, names) for load in loads]
    run, way = list(loads[:1]), None
    for k in range(1, len(loads)):
        own = [add(new, old, -1) for old, new in zip(indices[k - 1], indices[k], strict=True)]
        if way not in (None, own):
            yield run
            run = [loads[k - 1]]
        run.append(loads[k])
        way = own
    yield run


def _index(load: Operation, names: dict[SSAValue, Expr]) -> list[Terms]:
    access = find_access(load)
    assert access is not None
    operands = [names.setdefault(v, var(f"i{len(names)}")) for v in access.index_operands(load)]
    return [terms(e) for e in access.index(load, operands)]


def _reorder(loop: Loop, rows: Sequence[Operation]) -> None:
    """
    Put first what depends on no row, then each row's load with what depends on rows so far.

    Does nothing where something is more than a computation or a load, or a row depends on another.
    """
    block, last = loop.body.block, loop.body.block.last_op
    assert last is not None
    left = [op for op in block.ops if op is not last]
    if any(op.regions or not only_reads(op) or may_not_end(op) for op in left):
        return
    turns = {rows[k]: turn for turn, k in enumerate(_mixed(len(rows)), start=1)}
    turn_of = dict[Operation | Block, int]()
    for op in left:
        turn = max((turn_of.get(v.owner, 0) for v in op.operands), default=0)
        if turn > turns.get(op, turn):
            return
        turn_of[op] = turns.get(op, turn)
    place = block.first_op
    for op in sorted(left, key=turn_of.__getitem__):
        if op is place:
            place = op.next_op
        else:
            assert place is not None, "what is left is at the end"
            op.detach()
            block.insert_op_before(op, place)


def _mixed(count: int) -> list[int]:
    """So many numbers in an order in which none is as far from the last as that from its own."""
    order = list(range(count))
    for k in range(1, count - 1, 2):
        order[k], order[k + 1] = k + 1, k
    return order
