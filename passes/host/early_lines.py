"""
Asks early for the lines of the cache that blocks of rows are stored to.

A transposition stores a piece of each of several rows, and then goes on with the next rows, or with
the next piece of these. Nothing fetches such lines early, as they come in no order that a processor
knows: each store waits for its line, and where the cache that processors share is slow, the stores
take longer than all else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects import affine, func, vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    BoolAttr,
    FixedBitwidthType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    UnregisteredOp,
    VectorType,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.views import root_of, stored_shape
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.effects import is_pure, is_speculatable
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.xdsl_compat.cloning import cloned
from ...index.expr import Expr
from ...index.normal import ONE, add, terms
from ..common.for_loops import constant_lower, extent_of
from ..vectorize.vector_unit import VectorUnit

_PREFETCH = UnregisteredOp.with_name("memref.prefetch")
_STORES = (vector.StoreOp, vector.MaskedStoreOp)
_SLOW = 8.0
"""
Cycles in which the cache that processors share gives a line, from which on stores wait for it. On
processors with a faster one nothing was measured.
"""
_ROWS = 4
"""Of a block: the lines of fewer rows come early, of each row by itself."""
_SHARE = 0.5
"""Of the first cache, for what an iteration of the loop over rows stores: the rest is for loads."""
_LINE, _INDEX = 64, 8  # bytes
_KEPT = 3  # in all caches: the stores come soon


@dataclass(frozen=True)
class _RowBlock:
    """Stores to several rows of a buffer, and the loop that goes on to other rows."""

    stores: Sequence[vector.StoreOp | vector.MaskedStoreOp]
    loop: affine.ForOp


def ask_for_lines(module: ModuleOp, unit: VectorUnit) -> None:
    """
    Before each store of a block of rows, ask for the lines of the rows that the next iteration of
    the loop over rows stores to, if the function accesses more than the second cache keeps.

    What is asked for is what the last iteration stores to at most: no index is out of bounds. The
    lines have to stay in the first cache until then. Before the results of a loop are stored, it
    takes long enough for their lines to come, and what is stored past the caches needs none.
    """
    if unit.line < _SLOW:
        return
    first, second = unit.caches
    for function in operations_of(module, func.FuncOp):
        if not function.is_declaration and _bytes_of(function) > second << 10:
            for block in function.body.blocks:
                for rows in list(_row_blocks(block, _SHARE * (first << 10))):
                    _ask_for_next(rows)


def _bytes_of(function: func.FuncOp) -> int:
    """The bytes of all buffers of known sizes that a function accesses."""
    accesses = [(op, find_access(op)) for op in operations_in(function.body)]
    buffers = {root_of(access.buffer(op)) for op, access in accesses if access is not None}
    return sum(_size(buffer.type) for buffer in buffers)


def _size(type: Attribute) -> int:
    shape = stored_shape(type)
    if shape is None:
        return 0
    return prod(size or 0 for size in shape) * _bytes(cast("MemRefType[Attribute]", type))


def _bytes(type: MemRefType[Attribute] | VectorType[Attribute]) -> int:
    """The bytes of an element; those of an `index` are what the machine has."""
    element = type.element_type
    return element.size if isinstance(element, FixedBitwidthType) else _INDEX


def _row_blocks(block: Block, most: float) -> Iterator[_RowBlock]:
    reader = InstanceReader(block)
    for loop in (loop for root in block.ops for loop in operations_of(root, affine.ForOp)):
        by_buffer = dict[SSAValue, list[vector.StoreOp | vector.MaskedStoreOp]]()
        for op in loop.body.block.ops:
            if is_a(op, _STORES) and not _goes_past_caches(op):
                by_buffer.setdefault(op.base, []).append(op)
        for stores in by_buffer.values():
            over_rows = _loop_over_rows(loop, stores, reader, most)
            if over_rows is not None:
                yield _RowBlock(stores, over_rows)


def _goes_past_caches(op: vector.StoreOp | vector.MaskedStoreOp) -> bool:
    nontemporal = op.nontemporal if isinstance(op, vector.StoreOp) else None
    return nontemporal is not None and bool(nontemporal.value.data)


def _loop_over_rows(
    innermost: affine.ForOp,
    stores: Sequence[vector.StoreOp | vector.MaskedStoreOp],
    reader: InstanceReader,
    most: float,
) -> affine.ForOp | None:
    """
    The innermost loop that moves the axis along which stores are apart, if each of its iterations
    stores at most so many bytes; None if there is none.
    """
    cells = [cell for op in stores if (cell := reader.cell(op)) is not None]
    if len(cells) < max(len(stores), _ROWS):
        return None
    axes = list(zip(*cells, strict=True))[:-1]
    places = [{_distance(axis[0], index) for index in axis} for axis in axes]
    apart = [axis for axis, at in zip(axes, places, strict=True) if len(at) > 1]
    if len(apart) != 1 or max(map(len, places)) < _ROWS or any(None in at for at in places):
        return None
    moving, loop = {*apart[0][0].variables()}, innermost
    stored = sum(map(_stored_bytes, stores))
    while (extent := extent_of(loop)) and constant_lower(loop) is not None:
        if str(reader.index(loop.body.block.args[0])) in moving:
            is_next = extent > 1 and stored <= most and not _has_results_in(loop, innermost)
            return loop if is_next else None
        stored *= extent
        around = loop.parent_op()
        if not isinstance(around, affine.ForOp):
            break
        loop = around
    return None


def _stored_bytes(store: vector.StoreOp | vector.MaskedStoreOp) -> int:
    value = store.vector if isinstance(store, vector.StoreOp) else store.value_to_store
    type = cast("VectorType[Attribute]", value.type)
    return prod(type.get_shape()) * _bytes(type)


def _has_results_in(loop: affine.ForOp, innermost: affine.ForOp) -> bool:
    """Whether a loop inside carries results for stores that are not in it."""
    inside = operations_of(loop.body, affine.ForOp)
    return any(inner.results and not inner.is_ancestor(innermost) for inner in inside)


def _distance(one: Expr, other: Expr) -> int | None:
    between = add(terms(other), terms(one), -1)
    return between.get(ONE, 0) if between.keys() <= {ONE} else None


def _ask_for_next(block: _RowBlock) -> None:
    loop, iterator = block.loop, block.loop.body.block.args[0]
    lower, extent, step = constant_lower(loop), extent_of(loop), loop.step.value.data
    assert lower is not None
    assert extent is not None
    last = AffineExpr.constant(lower + (extent - 1) * step)
    following = affine.MinOp.create(
        operands=[iterator],
        result_types=[iterator.type],
        properties={"map": AffineMapAttr(AffineMap(1, 0, (AffineExpr.dimension(0) + step, last)))},
        location=loop.location,
    )
    Rewriter.insert_op(following, InsertPoint.at_start(loop.body.block))
    moved: dict[SSAValue, SSAValue | None] = {iterator: following.results[0]}
    for store in block.stores:
        index = [found for value in store.indices if (found := _moved(value, moved, store))]
        if len(index) == len(store.indices):
            _ask(store, index)
            if (lanes := _lanes_in_other_lines(store)) is not None:
                shift = AffineMap(1, 0, (AffineExpr.dimension(0) + lanes,))
                end = affine.ApplyOp([index[-1]], AffineMapAttr(shift))
                _put(end, store)
                _ask(store, [*index[:-1], end.result])


def _moved(
    value: SSAValue, known: dict[SSAValue, SSAValue | None], store: Operation
) -> SSAValue | None:
    """An index as it is in the next iteration, before a store; None if it is not only computed."""
    owner = value.owner
    if value not in known and isinstance(owner, Operation):
        operands = [_moved(operand, known, store) for operand in owner.operands]
        if operands == list(owner.operands):
            return value
        known[value] = None
        given = [operand for operand in operands if operand is not None]
        if len(given) == len(operands) and is_pure(owner) and is_speculatable(owner):
            copy = cloned(owner)
            copy.operands = given
            _put(copy, store)
            known.update(zip(owner.results, copy.results, strict=True))
    return known.get(value, value)


def _lanes_in_other_lines(store: vector.StoreOp | vector.MaskedStoreOp) -> int | None:
    """How far the last lane is that may lie in another line than the first; None if none is."""
    stated = store.attributes.get("alignment")
    if not isinstance(store, vector.StoreOp):
        return None
    type = cast("VectorType[Attribute]", store.vector.type)
    lanes = prod(type.get_shape())
    if lanes == 1:
        return None
    if isinstance(stated, IntegerAttr) and stated.value.data >= min(lanes * _bytes(type), _LINE):
        return None
    return lanes - 1


def _ask(store: vector.StoreOp | vector.MaskedStoreOp, index: Sequence[SSAValue]) -> None:
    attributes = {
        "isWrite": BoolAttr.from_bool(True),
        "localityHint": IntegerAttr(_KEPT, i32),
        "isDataCache": BoolAttr.from_bool(True),
    }
    _put(_PREFETCH.create(operands=[store.base, *index], attributes=attributes), store)


def _put(op: Operation, before: Operation) -> None:
    op.location = before.location
    Rewriter.insert_op(op, InsertPoint.before(before))
