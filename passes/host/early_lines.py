"""
Asks early for the lines of the cache that blocks of rows are stored to, and that panels lie in.

A transposition stores a piece of each of several rows, and then goes on with the next rows, or with
the next piece of these. Nothing fetches such lines early, as they come in no order that a processor
knows: each store waits for its line, and where the cache that processors share is slow, the stores
take longer than all else.

A product loads a row of a panel for each step of its sums, and all of it again for the next
results. What the first cache does not keep comes from the second one, not always in time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import prod
from typing import cast

from xdsl.dialects import affine, func, memref, vector
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    BoolAttr,
    FixedBitwidthType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    UnregisteredOp,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.views import root_of, stored_shape, strides
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.effects import is_arithmetic, is_pure, is_speculatable
from ...dialect.ir.memory_access import find_access
from ...dialect.ir.operations import is_a, operations_in, operations_of
from ...dialect.xdsl_compat.cloning import cloned
from ...index.expr import Expr, lift, rebuild, var
from ...index.normal import ONE, Terms, add, scale, terms, total
from ..common.for_loops import constant_lower, extent_of
from ..common.index_codegen import Emitter
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
_KEPT = 3  # in all caches: the access comes soon
_AHEAD = 4
"""Iterations in which a line comes from the second cache: with 2 to 16 products take as long."""
_OFTEN = 1 / 5
"""
Lines of panels in a cycle: eight rows by two vectors of 64 bytes load 1/4, with vectors of 32
bytes, or where one fma begins in a cycle, 1/8, for which nothing was measured.
"""


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


def ask_for_panels(module: ModuleOp, unit: VectorUnit) -> None:
    """
    Where a reduction loads from a panel, ask for what its fourth next iteration loads, if what a
    result takes in all is more than the first cache keeps until the next result takes the same.

    The last iterations ask for what comes after the panel. Of a panel at the end of the buffer, all
    ask for less than four rows ahead: no index is out of bounds, and none is compared in the loop.
    """
    for function in operations_of(module, func.FuncOp):
        for block in function.body.blocks:
            reader = InstanceReader(block)
            loops = [loop for root in block.ops for loop in operations_of(root, affine.ForOp)]
            for loop in loops:
                if loop.results and not any(op.regions for op in loop.body.block.ops):
                    _ask_ahead(loop, _panel_lines(loop, unit, reader), reader)


@dataclass(frozen=True)
class _Line:
    """
    A line that each iteration of a loop loads anew: the first load of it, and where in its buffer
    that is, in elements: at `place` where the iterator is 0, `step` further for each next number.
    """

    load: vector.LoadOp
    place: Terms
    step: int

    @property
    def key(self) -> tuple[SSAValue, frozenset[tuple[Expr, int]], int]:
        """Equal for the loads of one line."""
        varying = frozenset(term for term in self.place.items() if term[0] != ONE)
        return self.load.base, varying, self.place.get(ONE, 0) * self.bytes // _LINE

    @property
    def bytes(self) -> int:
        """How many an element has."""
        return _bytes(cast("MemRefType[Attribute]", self.load.base.type))

    @property
    def names(self) -> set[str]:
        """What the place depends on."""
        return {name for term in self.place for name in term.variables()}


def _panel_lines(loop: affine.ForOp, unit: VectorUnit, reader: InstanceReader) -> list[_Line]:
    """
    The lines of panels that an innermost reduction loads; none where an iteration loads few, or
    where the first cache keeps them.
    """
    around = list(_loops_around(loop))
    reduction = list(takewhile(lambda each: bool(each.results), around))
    again = {str(reader.index(each.body.block.args[0])) for each in around[len(reduction) :]}
    steps = prod(extent_of(each) or 0 for each in reduction)
    if constant_lower(loop) is None or not steps:
        return []
    lines = dict[object, _Line]()
    for load in (op for op in loop.body.block.ops if isinstance(op, vector.LoadOp)):
        line = _line(loop, load, reader)
        if line is not None and again - line.names:
            lines.setdefault(line.key, line)
    computed = sum(is_arithmetic(op) or isinstance(op, vector.FMAOp) for op in loop.body.block.ops)
    is_kept = len(lines) * _LINE * steps <= unit.caches[0] << 10
    return [] if is_kept or len(lines) < _OFTEN * computed / unit.fmas else list(lines.values())


def _loops_around(loop: affine.ForOp) -> Iterator[affine.ForOp]:
    """The loop and those around it, from the inside."""
    current: Operation | None = loop
    while isinstance(current, affine.ForOp):
        yield current
        current = current.parent_op()


def _line(loop: affine.ForOp, load: vector.LoadOp, reader: InstanceReader) -> _Line | None:
    """The line of a load; None where an iteration of the loop may not load another one."""
    cell, apart = reader.cell(load), strides(load.base.type)
    iterator = reader.index(loop.body.block.args[0])
    if cell is None or apart is None or iterator is None:
        return None
    place: Terms = {}
    for index, distance in zip(cell, apart, strict=True):
        place = add(place, scale(terms(index), distance))
    line = _Line(load, place, place.pop(iterator, 0))
    is_new = line.step * loop.step.value.data * line.bytes >= _LINE
    found = (reader.find_value(name) for name in line.names)
    return line if is_new and all(_is_outside(value, loop) for value in found) else None


def _is_outside(value: SSAValue | None, loop: affine.ForOp) -> bool:
    """Whether a value is known before a loop."""
    if value is None:
        return False
    owner = value.owner.parent_op() if isinstance(value.owner, Block) else value.owner
    return owner is None or not loop.is_ancestor(owner)


def _ask_ahead(loop: affine.ForOp, lines: Sequence[_Line], reader: InstanceReader) -> None:
    lower, extent, step = constant_lower(loop), extent_of(loop), loop.step.value.data
    for line in lines:
        assert lower is not None
        assert extent is not None
        flat = _size(line.load.base.type) // line.bytes
        most = flat - 1 - (lower + (extent - 1) * step) * line.step
        if most < (lower + _AHEAD * step) * line.step:
            continue  # the panel is all of its buffer
        emitter = Emitter(InsertPoint.before(loop), line.load)
        ahead = total(line.place) + _AHEAD * step * line.step
        values = {name: reader.value(name) for name in line.names}
        start = emitter.index(rebuild("min", (ahead, lift(most))), values)
        buffer = _flat(line.load.base, flat, emitter)
        inside = Emitter(InsertPoint.before(line.load), line.load)
        named = {"start": start, "iterator": loop.body.block.args[0]}
        index = inside.index(var("start") + var("iterator") * line.step, named)
        _ask(line.load, buffer, [index], writes=False)


def _flat(buffer: SSAValue, size: int, emitter: Emitter) -> SSAValue:
    """A row-major buffer as one of a single axis."""
    type = cast("MemRefType[Attribute]", buffer.type)
    if type.get_num_dims() == 1:
        return buffer
    axes = ArrayAttr([ArrayAttr(IntegerAttr(k, i64) for k in range(type.get_num_dims()))])
    flat = MemRefType(type.element_type, [size], type.layout, type.memory_space)
    kind = memref.CollapseShapeOp
    return emitter.create(kind, [buffer], [flat], {"reassociation": axes}).results[0]


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
            _ask(store, store.base, index, writes=True)
            if (lanes := _lanes_in_other_lines(store)) is not None:
                shift = AffineMap(1, 0, (AffineExpr.dimension(0) + lanes,))
                end = affine.ApplyOp([index[-1]], AffineMapAttr(shift))
                _put(end, store)
                _ask(store, store.base, [*index[:-1], end.result], writes=True)


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


def _ask(access: Operation, buffer: SSAValue, index: Sequence[SSAValue], *, writes: bool) -> None:
    attributes = {
        "isWrite": BoolAttr.from_bool(writes),
        "localityHint": IntegerAttr(_KEPT, i32),
        "isDataCache": BoolAttr.from_bool(True),
    }
    _put(_PREFETCH.create(operands=[buffer, *index], attributes=attributes), access)


def _put(op: Operation, before: Operation) -> None:
    op.location = before.location
    Rewriter.insert_op(op, InsertPoint.before(before))
