"""The iterations of a loop in which anything happens, as a set."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from xdsl.dialects import affine, arith, scf
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.loop_like import carried_by
from ...dialect.ir.operations import operations_in
from ...index.queries.instances import Instances
from ...index.sets.engine import IntSet, engine
from .reader import InstanceReader

Loop = affine.ForOp | scf.ForOp
Parallel = affine.ParallelOp | scf.ParallelOp
AnyLoop = Loop | Parallel
If = affine.IfOp | scf.IfOp
Guard = If | arith.SelectOp


def active_iterations(
    loop: AnyLoop, reader: InstanceReader, has_no_effect: Callable[[Operation], bool]
) -> IntSet:
    """
    The values of the loop's iterators, and of the names around it, at which an operation inside has
    an effect, or a value that the loop carries changes. A parallel loop carries none.

    Raises GaveUp or NotAffine where a condition is out of reach.
    """
    # Those of one block run in the same iterations.
    active = {op.parent: op for op in operations_in(loop)[1:] if not has_no_effect(op)}
    sets = [iterations_of(op, loop, reader) for op in active.values()]
    if isinstance(loop, Loop):
        for carried in carried_by(loop):
            sets.append(_changed(carried.yielded, carried.argument, loop, reader))
    return _union(sets)


def iterations_of(op: Operation, loop: AnyLoop, reader: InstanceReader) -> IntSet:
    """The iterations of a loop in which an operation inside it may run."""
    instances = reader.surroundings(op)
    return engine().universe if instances is None else outside(instances, loop, reader)


def outside(
    instances: Instances,
    loop: AnyLoop,
    reader: InstanceReader,
    points: IntSet | None = None,
) -> IntSet:
    """
    Points of instances inside a loop, or all, without the iterators of the loops further inside.
    """
    around = reader.surroundings(loop)
    own = 1 if isinstance(loop, Loop) else len(loop.body.block.args)
    depth = own if around is None else len(around.iterators) + own
    chosen = engine().set(instances.condition) if points is None else points
    return engine().project(chosen, instances.iterators[depth:])


def _changed(given: SSAValue, argument: SSAValue, loop: Loop, reader: InstanceReader) -> IntSet:
    """The iterations of `loop` in which a value may differ from what the argument of a loop was."""
    if given is argument:
        return engine().empty
    owner = given.owner
    if isinstance(owner, Block):
        return engine().universe
    place = next(k for k, result in enumerate(owner.results) if result is given)
    if isinstance(owner, If):
        return _union(
            iterations_of(end, loop, reader).intersect(
                _changed(end.operands[place], argument, loop, reader)
            )
            for end in _ends(owner)
        )
    if isinstance(owner, Loop):
        (end,) = _ends(owner)
        carried = carried_by(owner)[place]
        return _union(
            [
                _changed(carried.init, argument, loop, reader),
                iterations_of(end, loop, reader).intersect(
                    _changed(carried.yielded, carried.argument, loop, reader)
                ),
            ]
        )
    return engine().universe


def _ends(op: Operation) -> list[Operation]:
    blocks = [block for region in op.regions for block in region.blocks]
    return [block.last_op for block in blocks if block.last_op is not None]


def _union(sets: Iterable[IntSet]) -> IntSet:
    return reduce(lambda left, right: left.union(right), sets, engine().empty)
