"""Finds buffers that hold one value, and in a window of them a copy of another buffer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.hints import isa

from ....dialect.ir.affine_conversion import from_affine_map
from ....dialect.ir.memory_access import is_store
from ....index.expr import var
from ....index.normal import tidy


@dataclass(frozen=True)
class Window:
    """Cells of a buffer from a first one on, so many along each axis."""

    buffer: SSAValue
    first: tuple[int, ...]
    shape: tuple[int, ...]


@dataclass(frozen=True)
class FilledCopy:
    """A local buffer that is filled with a constant, and into a window of which one is copied."""

    fill: affine.ForOp
    constant: arith.ConstantOp
    copy: affine.ForOp
    source: Window
    target: Window


def filled_copies(block: Block) -> Iterator[FilledCopy]:
    """The filled copies of a block, in order."""
    filled = dict[SSAValue, tuple[affine.ForOp, arith.ConstantOp]]()
    for op in block.ops:
        if not isinstance(op, affine.ForOp):
            continue
        if (found := _fill(op)) is not None:
            buffer, constant = found
            if buffer in filled:
                del filled[buffer]
            else:
                filled[buffer] = op, constant
        elif (windows := _copy(op)) is not None and windows[1].buffer in filled:
            fill, constant = filled[windows[1].buffer]
            if not _is_stored_elsewhere(windows[1].buffer, (fill, op)):
                yield FilledCopy(fill, constant, op, *windows)


def overwrites(op: Operation, buffer: SSAValue) -> bool:
    """Whether a nest of loops gives each cell of a buffer a new value, and reads none of it."""
    if not isinstance(op, affine.ForOp) or (found := _perfect(op)) is None:
        return False
    iterators, extents, body = found
    own = [each for each in body if buffer in each.operands]
    if (
        len(own) != 1
        or not isinstance(store := own[0], affine.StoreOp)
        or store.memref is not buffer
    ):
        return False
    if any(each.regions for each in body):
        return False
    window = _window(store, iterators, extents)
    return window is not None and not any(window.first) and window.shape == static_shape(buffer)


def _is_stored_elsewhere(buffer: SSAValue, own: Sequence[Operation]) -> bool:
    """Whether a buffer has more than a border and one copy in it, as a concatenation has."""
    stores = [use.operation for use in buffer.uses if is_store(use.operation)]
    return any(not any(part.is_ancestor(op) for part in own) for op in stores)


def static_shape(buffer: SSAValue) -> tuple[int, ...] | None:
    """The shape of a row-major buffer; None for one of another layout or of unknown size."""
    type = buffer.type
    if not isa(type, MemRefType[Attribute]) or not isinstance(type.layout, NoneAttr):
        return None
    shape = type.get_shape()
    return None if any(size < 0 for size in shape) else shape


def _fill(nest: affine.ForOp) -> tuple[SSAValue, arith.ConstantOp] | None:
    """The local buffer of which each cell gets a constant, and that constant."""
    if (found := _perfect(nest)) is None:
        return None
    iterators, extents, body = found
    if len(body) != 1 or not isinstance(store := body[0], affine.StoreOp):
        return None
    constant = store.value.owner
    window = _window(store, iterators, extents)
    if window is None or not isinstance(constant, arith.ConstantOp):
        return None
    if not isinstance(window.buffer.owner, memref.AllocOp) or any(window.first):
        return None
    return (window.buffer, constant) if window.shape == static_shape(window.buffer) else None


def _copy(nest: affine.ForOp) -> tuple[Window, Window] | None:
    """The window that is read, and the one that is written."""
    if (found := _perfect(nest)) is None:
        return None
    iterators, extents, body = found
    if len(body) != 2:
        return None
    load, store = body
    if not isinstance(load, affine.LoadOp) or not isinstance(store, affine.StoreOp):
        return None
    source, target = (_window(op, iterators, extents) for op in (load, store))
    if store.value is not load.result or source is None or target is None:
        return None
    return None if source.buffer is target.buffer else (source, target)


def _perfect(
    nest: affine.ForOp,
) -> tuple[list[SSAValue], list[int], list[Operation]] | None:
    """Iterators, extents and body of loops from 0 on that are perfectly nested."""
    iterators, extents = list[SSAValue](), list[int]()
    loop: Operation = nest
    while isinstance(loop, affine.ForOp):
        lower, upper = (m.data.results for m in (loop.lowerBoundMap, loop.upperBoundMap))
        if len(lower) != 1 or len(upper) != 1 or loop.results or loop.step.value.data != 1:
            return None
        first, end = (_constant(bound) for bound in (lower[0], upper[0]))
        if first != 0 or end is None:
            return None
        iterators.append(loop.body.block.args[0])
        extents.append(end)
        *body, _ = loop.body.block.ops
        if len(body) != 1:
            return iterators, extents, body
        loop = body[0]
    return iterators, extents, [loop]


def _constant(bound: object) -> int | None:
    value = getattr(bound, "value", None)
    return value if isinstance(value, int) else None


def _window(
    op: affine.LoadOp | affine.StoreOp, iterators: Sequence[SSAValue], extents: Sequence[int]
) -> Window | None:
    """The cells that are accessed, where the axis of each iterator is its own."""
    names = {value: f"i{k}" for k, value in enumerate(iterators)}
    if any(value not in names for value in op.indices):
        return None
    index = from_affine_map(op.map.data, [var(names[value]) for value in op.indices])
    if len(index) != len(iterators):
        return None
    first = [tidy(axis - var(f"i{k}")).constant for k, axis in enumerate(index)]
    starts = [start for start in first if start is not None]
    if len(starts) != len(first):
        return None
    return Window(op.memref, tuple(starts), tuple(extents))
