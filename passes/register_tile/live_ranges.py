"""Puts each load of a reduction's body right before what uses it."""

from __future__ import annotations

from xdsl.dialects import affine
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.operations import is_a, operations_of
from ..lanes.legality.lockstep import LOADS, is_pure


def shorten_live_ranges(root: Operation) -> None:
    """
    Orders the bodies that only load and compute, so that few loaded values live at once.

    What serves most operations comes first and stays; every other load is followed by all that can
    be computed with it.
    """
    for loop in operations_of(root, affine.ForOp):
        if loop.results:
            _order(loop.body.block)


def _order(block: Block) -> None:
    *ops, end = block.ops
    if not all(is_a(op, LOADS) or (is_pure(op) and not op.regions) for op in ops):
        return
    if any(result.first_use is None for op in ops for result in op.results):
        return
    inside = {result for op in ops for result in op.results}
    missing = {op: len(inside.intersection(op.operands)) for op in ops}
    order = list[Operation]()
    places = {op: place for place, op in enumerate(ops)}
    users = {op: _users(op) for op in ops if is_a(op, LOADS)}
    # Operands of one operation that nothing else needs are neighbours: streams advance together.
    loads = sorted(
        users,
        key=lambda op: (-len(users[op]), min(places.get(user, len(ops)) for user in users[op])),
    )
    roots = [op for op in ops if not missing[op] and not is_a(op, LOADS)]
    for op in (*roots, *loads):
        _emit(op, missing, order)
    # An index that is computed of loaded data would be left over.
    if len(order) != len(ops):
        return
    place = ops[0] if ops else end
    for op in order:
        if op is place:
            place = op.next_op or end
        else:
            op.detach()
            block.insert_op_before(op, place)


def _emit(op: Operation, missing: dict[Operation, int], order: list[Operation]) -> None:
    """
    Puts an operation, and what only waited for it, after the others; `missing` says for how many
    values each of the rest waits.
    """
    if op not in missing or missing[op]:
        return
    pending = [op]
    while pending:
        current = pending.pop(0)
        order.append(current)
        del missing[current]
        for result in current.results:
            for user in dict.fromkeys(use.operation for use in result.uses):
                if user in missing:
                    missing[user] -= 1
                    if not missing[user] and not is_a(user, LOADS):
                        pending.append(user)


def _users(load: Operation) -> list[Operation]:
    """The operations that need what is loaded, or what is made of nothing else in the block."""
    users, pending = list[Operation](), [load]
    while pending:
        made = pending.pop(0)
        for user in (use.operation for use in made.results[0].uses):
            if _is_made_of(user, made):
                pending.append(user)
            else:
                users.append(user)
    return users


def _is_made_of(op: Operation, value: Operation) -> bool:
    """Whether an operation makes another value of this one alone, such as a wider number."""
    if len(op.results) != 1 or not is_pure(op):
        return False
    return all(
        operand.owner is value or _block_of(operand) is not value.parent for operand in op.operands
    )


def _block_of(value: SSAValue) -> Block | None:
    return value.owner.parent if isinstance(value.owner, Operation) else value.owner
