"""Which buffers a stage reads and writes at the same indices: the flow of layouts through it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects import affine, arith, func, scf
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr

from ...dialect.ir.loop_like import find_loop
from ...dialect.ir.memory_access import (
    Load,
    Store,
    access_of,
    buffer_of,
    is_buffer_of,
    is_load,
    is_store,
)
from ...dialect.ir.operations import operations_in
from ...index.expr import var
from .buffer_effects import body_of


@dataclass(frozen=True)
class Flow:
    """
    A stage that stores one buffer at some of the loop indices at which it loads another one.

    `axes` are those of the source that the target has: all of them where the stage is element-wise.
    """

    load: Load
    store: Store
    axes: tuple[int, ...]

    @property
    def source(self) -> SSAValue:
        """The buffer that is loaded."""
        return buffer_of(self.load)

    @property
    def target(self) -> SSAValue:
        """The buffer that is stored."""
        return buffer_of(self.store)

    @property
    def is_element_wise(self) -> bool:
        """
        Whether each element of the source is used for the element of the target at one index only.
        """
        return len(self.axes) == len(_indices(self.load))


def flows_into(buffer: SSAValue) -> Iterator[Flow]:
    """The flows of the stages that store a buffer, in this function."""
    for use in buffer.uses:
        if is_store(store := use.operation) and is_buffer_of(store, use.index):
            for load in operations_in(nest) if (nest := _nest(store)) else ():
                if is_load(load) and (flow := _flow(load, store)) is not None:
                    yield flow


def flows_out_of(buffer: SSAValue) -> Iterator[Flow]:
    """
    Return the flows from a buffer to what the stages of this function compute from it, one for each
    stage that loads it.
    """
    for use in buffer.uses:
        if is_load(load := use.operation):
            for store in operations_in(nest) if (nest := _nest(load)) else ():
                if is_store(store) and (flow := _flow(load, store)) is not None:
                    yield flow


def parameters(buffer: SSAValue) -> Iterator[SSAValue]:
    """The parameters of callees that get a buffer."""
    for use in buffer.uses:
        if isinstance(call := use.operation, func.CallOp) and (callee := body_of(call)):
            yield callee.args[use.index]


def _flow(load: Load, store: Store) -> Flow | None:
    given, taken = _indices(load), _indices(store)
    if not taken or buffer_of(load) is buffer_of(store) or len(set(given)) < len(given):
        return None
    if not set(taken) <= set(given):
        return None
    axes = tuple(given.index(value) for value in taken)
    return Flow(load, store, axes) if list(axes) == sorted(set(axes)) else None


def _indices(access: Load | Store) -> tuple[SSAValue, ...]:
    """The loop indices at which an access is; none where they are computed from these."""
    kind = access_of(access)
    indices = tuple(kind.index_operands(access))
    if (map := kind.map(access)) is not None:
        results = map.results
        dims = [r.position for r in results if isinstance(r, AffineDimExpr)]
        if len(dims) < len(results):
            return ()
        indices = tuple(indices[position] for position in dims)
    elif kind.index(access, names := [var(f"i{k}") for k in range(len(indices))]) != tuple(names):
        return ()
    return indices if all(_loop_of(index) for index in indices) else ()


def _nest(access: Load | Store) -> Operation | None:
    """The outermost of the loops whose indices an access is at."""
    loops = [loop for index in _indices(access) if (loop := _loop_of(index)) is not None]
    outermost = [loop for loop in loops if all(loop.is_ancestor(other) for other in loops)]
    return outermost[0] if outermost else None


def _loop_of(index: SSAValue) -> Operation | None:
    owner = index.owner
    loop = owner.parent_op() if isinstance(owner, Block) else None
    return loop if loop is not None and find_loop(loop) is not None else None


def stores_of(buffer: SSAValue) -> list[Store]:
    """The stores into a buffer, in this function."""
    uses = ((use.operation, use.index) for use in buffer.uses)
    return [op for op, index in uses if is_store(op) and is_buffer_of(op, index)]


def reductions_of(buffer: SSAValue) -> Iterator[str]:
    """The operations of arith by which stages, also in callees, reduce a buffer's elements."""
    for use in buffer.uses:
        if is_load(load := use.operation):
            for combined in load.results[0].uses:
                if _reduces(combined.operation, load):
                    yield combined.operation.name.removeprefix("arith.")
    for parameter in parameters(buffer):
        yield from reductions_of(parameter)


def _reduces(op: Operation, load: Load) -> bool:
    """Whether an operation takes a loaded element and what earlier iterations gave."""
    if op.dialect_name() != arith.Arith.name or len(op.operands) != 2 or len(op.results) != 1:
        return False
    other = op.operands[1 if op.operands[0] is load.results[0] else 0]
    owner = other.owner
    if isinstance(owner, Block):
        loop = owner.parent_op()
        return isinstance(loop, affine.ForOp | scf.ForOp) and other is not owner.args[0]
    if not is_load(owner) or not set(_indices(owner)) < set(_indices(load)):
        return False
    users = [use.operation for use in op.results[0].uses]
    return any(is_store(user) and buffer_of(user) is buffer_of(owner) for user in users)
