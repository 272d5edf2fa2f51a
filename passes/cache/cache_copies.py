"""Makes a planned cache: its allocation, its copies, and the accesses that go to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    IntegerAttr,
    MemRefType,
    StringAttr,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.annotations import NAME
from ...dialect.attributes import LaidOutType
from ...dialect.ir.affine_conversion import to_affine_map
from ...dialect.ir.memory_access import is_load_or_store, is_store, stored_in
from ...index.expr import Expr, var
from ...index.normal import tidy
from ..common.buffer_sizes import size_value
from ..common.index_codegen import Emitter, is_affine_operand
from .caches import Cache

_ALIGNMENT = 64  # bytes: a cache line, and the widest vector there is


def allocate(cache: Cache, name: str, type: LaidOutType) -> SSAValue:
    """The cache before the operations that use it, and its end after them."""
    sizes = [
        size_value(cache.buffer, axis, _before(cache))
        for axis, extent in enumerate(cache.extents)
        if isinstance(extent, Expr)
    ]
    alloc = memref.AllocOp(sizes, [], type, IntegerAttr(_ALIGNMENT, i64))
    alloc.attributes[NAME] = StringAttr(name)
    _before(cache).insert(alloc)
    alloc.memref.name_hint = name
    block = cache.ops[0].parent
    last = block.last_op if block is not None else None
    assert last is not None
    Emitter(InsertPoint.before(last), cache.ops[0]).insert(memref.DeallocOp.get(alloc.memref))
    return alloc.memref


def cache_type(cache: Cache, memory_space: Attribute | None) -> LaidOutType:
    """The plain memref of all cells that the cache holds."""
    element = cast("LaidOutType", cache.buffer.type).element_type
    shape = [DYNAMIC_INDEX if isinstance(extent, Expr) else extent for extent in cache.extents]
    if memory_space is None:
        return MemRefType(element, shape)
    return MemRefType(element, shape, memory_space=memory_space)


def copy_in(cache: Cache, copy: SSAValue, stage: str) -> None:
    """The earlier stage that fills the cache from the buffer."""
    _copy(_before(cache), cache, copy, stage, inward=True)


def copy_out(cache: Cache, copy: SSAValue, stage: str) -> None:
    """The later stage that brings the cache back to the buffer."""
    last = cache.ops[-1]
    _copy(Emitter(InsertPoint.after(last), last), cache, copy, stage, inward=False)


def redirect(cache: Cache, copy: SSAValue) -> None:
    """Makes the accesses of the buffer accesses of the cache."""
    for use in cache.uses:
        op = use.op
        assert is_load_or_store(op)
        assert use.index is not None
        emitter = Emitter(InsertPoint.before(op), op)
        index = [tidy(i - b) for i, b in zip(use.index, cache.base, strict=True)]
        names = [n for i in index for n in i.variables()]
        values = {name: cache.reader.value(name) for name in names}
        if is_store(op):
            new = emitter.insert(_store(emitter, stored_in(op), copy, index, values))
        else:
            new = emitter.insert(_load(emitter, copy, index, values))
            new.results[0].name_hint = op.results[0].name_hint
        for key, value in op.attributes.items():
            new.attributes[key] = value
        Rewriter.replace_op(op, [], list(new.results))


def _before(cache: Cache) -> Emitter:
    return Emitter(InsertPoint.before(cache.ops[0]), cache.ops[0])


def _copy(emitter: Emitter, cache: Cache, copy: SSAValue, stage: str, *, inward: bool) -> None:
    names = [f"i{k}" for k in range(len(cache.cells))]
    used = dict.fromkeys(name for c in (cache.inside, *cache.base) for name in c.variables())
    outer = {name: _value(cache, name, emitter) for name in used if name not in cache.cells}
    # A size is one operand, however it is computed, so that the loops have that in their bounds.
    sizes = {
        f"size{axis}": size_value(cache.buffer, axis, emitter)
        for axis, extent in enumerate(cache.extents)
        if isinstance(extent, Expr)
    }
    extents = [
        var(f"size{axis}") if isinstance(extent, Expr) else extent
        for axis, extent in enumerate(cache.extents)
    ]
    inside, indices = emitter.nest(extents, names, stage, sizes=sizes)
    values = outer | dict(zip(cache.cells, indices, strict=True))
    guarded = inside.guard(cache.inside, values)
    own = list(map(var, cache.cells))
    there = [tidy(b + c) for b, c in zip(cache.base, own, strict=True)]
    source, target = (cache.buffer, copy) if inward else (copy, cache.buffer)
    read, written = (there, own) if inward else (own, there)
    value = guarded.insert(_load(guarded, source, read, values)).results[0]
    guarded.insert(_store(guarded, value, target, written, values))


def _value(cache: Cache, name: str, emitter: Emitter) -> SSAValue:
    """The value of a name of the reader, which may be the size of an axis of the buffer."""
    value = cache.reader.find_value(name)
    if value is not None:
        return value
    return size_value(cache.buffer, cache.shape.index(var(name)), emitter)


def _load(
    emitter: Emitter, buffer: SSAValue, index: Sequence[Expr], values: Mapping[str, SSAValue]
) -> Operation:
    found = _affine_access(index, values)
    if found is None:
        return memref.LoadOp.get(buffer, [emitter.index(i, values) for i in index])
    return affine.LoadOp(buffer, found[1], found[0])


def _store(
    emitter: Emitter,
    value: SSAValue,
    buffer: SSAValue,
    index: Sequence[Expr],
    values: Mapping[str, SSAValue],
) -> Operation:
    found = _affine_access(index, values)
    if found is None:
        return memref.StoreOp.get(value, buffer, [emitter.index(i, values) for i in index])
    return affine.StoreOp(value, buffer, found[1], found[0])


def _affine_access(
    index: Sequence[Expr], values: Mapping[str, SSAValue]
) -> tuple[AffineMapAttr, list[SSAValue]] | None:
    """The map and operands of an affine access; None if it takes index arithmetic."""
    names = list(dict.fromkeys(n for i in index for n in i.variables()))
    operands = [values[name] for name in names]
    if not all(map(is_affine_operand, operands)):
        return None
    found = to_affine_map(index, names)
    return None if found is None else (AffineMapAttr(found), operands)
