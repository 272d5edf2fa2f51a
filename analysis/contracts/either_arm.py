"""Writes that certainly happen because both arms of an if do them, whichever of them runs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeAlias, cast

from xdsl.dialects import affine, scf
from xdsl.ir import Block, Operation

from ...index.expr import FALSE, Expr, all_of, eq, var
from ...index.queries.instances import Instances
from ..accesses.accesses import Access
from ..instances.reader import InstanceReader

_MOST_PAIRS = 400  # of writes in two arms that are compared

_Cells: TypeAlias = tuple[tuple[str, ...], Expr, tuple[Expr, ...] | None]


def of_either_arm(
    found: Sequence[Access],
    reader: InstanceReader,
    read: Callable[[InstanceReader], Iterable[Access]],
) -> Iterator[Access]:
    """
    The writes of cells that both arms of an if write, as writes of the if, where it is not known
    which of them runs.

    `found` are the accesses of a buffer by the reader, `read` gives those by another one.
    """
    ifs = _undecided([a.op for a in found if a.writes and not a.must], reader)
    if not ifs:
        return
    # Where what is inside an arm is certain but for that.
    inside = InstanceReader(reader.scope, either=ifs)
    inside.take_over(reader)
    pending = [access for access in read(inside) if access.writes and access.must]
    arms: dict[Block, dict[_Cells, Access]] = {}
    pairs, numbers = 0, count()
    while pending:
        access = pending.pop()
        if (arm := _arm_around(access.op, ifs)) is None:
            if access.op in ifs:
                yield access
            continue
        around, cells = cast("Operation", arm.parent_op()), _cells(access)
        instances = inside.instances(around)
        assert instances is not None
        other_arm = _other_arm(around, arm)
        in_other = {} if other_arm is None else arms.setdefault(other_arm, {})
        if cells in in_other:  # then neither needs to be compared with anything else
            others = [in_other[cells]]
        else:
            arms.setdefault(arm, {})[cells] = access
            others = list(in_other.values())
            pairs += len(others)
            if pairs > _MOST_PAIRS:
                return
        for other in others:
            both = _in_both(access, other, instances, f"_{next(numbers)}")
            if both.condition != FALSE:
                pending.append(Access(around, True, both, access.index))


def _undecided(ops: Iterable[Operation], reader: InstanceReader) -> set[Operation]:
    """The ifs around operations of which it is not known when their arms run."""
    seen, found = set[Operation](), set[Operation]()
    for op in ops:
        while op.parent is not reader.scope:
            around = op.parent_op()
            if around is None or around in seen:
                break
            seen.add(around)
            if isinstance(around, affine.IfOp | scf.IfOp) and reader.holds(around) is None:
                found.add(around)
            op = around
    return found


def _arm_around(op: Operation, ifs: Collection[Operation]) -> Block | None:
    """The arm of the innermost of these ifs that an operation is in."""
    block = op.parent
    while block is not None and block.parent_op() not in ifs:
        around = block.parent_op()
        block = None if around is None else around.parent
    return block


def _other_arm(around: Operation, arm: Block) -> Block | None:
    blocks = (block for region in around.regions for block in region.blocks)
    return next((block for block in blocks if block is not arm), None)


def _cells(access: Access) -> _Cells:
    """Two accesses of which these are the same are of the same cells."""
    return access.instances.iterators, access.instances.condition, access.index


def _in_both(one: Access, other: Access, around: Instances, suffix: str) -> Instances:
    """
    The instances of an if in which both of two accesses in its arms are of one cell, with other
    names, by a suffix, for the loops that only the second is in.
    """
    own = [name for name in other.instances.iterators if name not in around.iterators]
    names = {name: var(name + suffix) for name in own}
    iterators = (*one.instances.iterators, *(name + suffix for name in own))
    pairs = zip(one.index or (), other.index or (), strict=True)
    same = [eq(a, b.substitute(names)) for a, b in pairs]
    condition = other.instances.condition.substitute(names)
    return replace(
        around,
        iterators=iterators,
        condition=all_of([one.instances.condition, condition, *same]),
    )
