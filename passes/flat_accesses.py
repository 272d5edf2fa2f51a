"""Accesses without divisions in their index: in a view with consecutive axes collapsed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, IntegerAttr, MemRefType, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ..analysis.expr import Expr, lift
from ..analysis.simplify import simplify_index
from ..analysis.views import reassociation, root_access, strides, viewed
from ..dialect.affine_conversion import to_affine_expr
from .index_codegen import Emitter
from .loop_order import Access

Groups: TypeAlias = tuple[tuple[int, ...], ...]
"""The axes of a buffer in order, those together that become one."""


@dataclass(frozen=True)
class FlatAccess:
    """An index of the view of a buffer in which these axes are collapsed."""

    buffer: SSAValue
    groups: Groups
    index: tuple[Expr, ...]


def flat_access(
    buffer: SSAValue, index: Sequence[Expr], context: Expr, divides: Callable[[Expr], bool]
) -> FlatAccess | None:
    """
    The same cell where no part of the index divides, with as few axes collapsed as that takes.

    None where there is no such view. `context` is what holds of the names in the index.
    """
    root, cell = root_access(buffer, index, context)
    steps = strides(root.type)
    if steps is None:
        root, cell = buffer, tuple(simplify_index(axis, context) for axis in index)
    if not any(map(divides, cell)):
        return FlatAccess(root, tuple((axis,) for axis in range(len(cell))), cell)
    if steps is None or divides(_joined(range(len(cell)), cell, steps, context)):
        return None  # nor would parts of the sum be without
    for groups in _groupings(len(cell)):
        flat = tuple(_joined(group, cell, steps, context) for group in groups)
        if not any(map(divides, flat)):
            return FlatAccess(root, groups, flat)
    return None


def _joined(axes: Sequence[int], cell: Sequence[Expr], steps: Sequence[int], context: Expr) -> Expr:
    """The one index of consecutive axes, in elements of the last of them."""
    total = lift(0)
    for axis in axes:
        total = total + cell[axis] * (steps[axis] // steps[axes[-1]])
    return simplify_index(total, context)


def _groupings(rank: int) -> Iterator[Groups]:
    """All ways to collapse consecutive axes, those first that leave most of them."""
    for cuts in range(rank - 2, -1, -1):
        for inner in combinations(range(1, rank), cuts):
            yield tuple(tuple(range(a, b)) for a, b in pairwise((0, *inner, rank)))


def set_access(op: Access, found: FlatAccess, values: Mapping[str, SSAValue]) -> None:
    """Lets a load or store go to a view, at an index over the names of these values."""
    old = op.memref
    names = list(dict.fromkeys(name for axis in found.index for name in axis.variables()))
    if isinstance(op, affine.LoadOp | affine.StoreOp):
        dims = {name: AffineExpr.dimension(k) for k, name in enumerate(names)}
        results = tuple(to_affine_expr(axis, dims) for axis in found.index)
        op.properties["map"] = AffineMapAttr(AffineMap(len(dims), 0, results))
        indices = [values[name] for name in names]
    else:
        emitter = Emitter(InsertPoint.before(op), op)
        indices = [emitter.index(axis, values) for axis in found.index]
    front = op.operands[:1] if isinstance(op, affine.StoreOp | memref.StoreOp) else ()
    op.operands = [*front, _view(found.buffer, found.groups), *indices]
    if isinstance(old.owner, Operation) and viewed(old) is not None and old.first_use is None:
        Rewriter.erase_op(old.owner)


def _view(buffer: SSAValue, groups: Groups) -> SSAValue:
    """The view of a buffer with these axes collapsed, right behind where the buffer comes from."""
    if all(len(group) == 1 for group in groups):
        return buffer
    current = _first_behind(buffer)
    while isinstance(current, memref.CollapseShapeOp):
        if current.src is buffer and reassociation(current) == list(map(list, groups)):
            return current.result
        current = current.next_op
    type = cast("MemRefType[Attribute]", buffer.type)
    shape = [prod(type.get_shape()[axis] for axis in group) for group in groups]
    view = memref.CollapseShapeOp.build(
        operands=[buffer],
        result_types=[MemRefType(type.element_type, shape, memory_space=type.memory_space)],
        properties={
            "reassociation": ArrayAttr(
                ArrayAttr(IntegerAttr(axis, i64) for axis in group) for group in groups
            )
        },
    )
    origin = buffer.owner if isinstance(buffer.owner, Operation) else buffer.owner.parent_op()
    assert origin is not None
    assert current is not None, "a buffer comes in front of its uses"
    view.location = origin.location
    if buffer.name_hint is not None:
        view.result.name_hint = f"{buffer.name_hint}_flat"
    Rewriter.insert_op(view, InsertPoint.before(current))
    return view.result


def _first_behind(buffer: SSAValue) -> Operation | None:
    owner = buffer.owner
    return owner.first_op if isinstance(owner, Block) else owner.next_op
