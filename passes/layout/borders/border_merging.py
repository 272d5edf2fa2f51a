"""A buffer becomes a window of the filled buffer that it is copied into."""

from __future__ import annotations

from collections.abc import Sequence
from struct import pack

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, MemRefType
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....dialect.annotations import LOGICAL, NAME
from ....dialect.attributes import LayoutAttr
from ....dialect.ir.memory_access import find_access, is_load, is_store
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Reason, because
from ....dialect.kind_attributes import pad_kind
from ....dialect.layout.layout import IndexMap, Layout, Step
from ....index.expr import Expr, lift, var
from ...common.index_writing import takes_any_index, write_index
from .filled_copies import FilledCopy, static_shape
from .reused_buffers import in_block

WRITTEN_AFTER = "written-after"
_VIEWS = (memref.ExpandShapeOp, memref.CollapseShapeOp)


def obstacle_to_merging(found: FilledCopy) -> Reason | None:
    """The reason why the buffer that is copied cannot be a window of the other one."""
    source = found.source
    alloc = source.buffer.owner
    if not isinstance(alloc, memref.AllocOp):
        if isinstance(source.buffer, BlockArgument):
            return because("it is an argument, whose layout is its callers' too", "argument")
        return because("it is not allocated in the function", "not-local")
    if alloc.parent is not found.copy.parent:
        return because("it is allocated in another block", "other-block")
    if source.shape != static_shape(source.buffer) or any(source.first):
        return because("only a part of it is copied", "part")
    return obstacle_to_reading(found) or _obstacle_to_moving(source.buffer, found)


def obstacle_to_sharing(found: FilledCopy, border: FilledCopy) -> Reason | None:
    """
    The reason why what reads a copy cannot read the buffer itself, which has the border of another
    copy already.
    """
    value = found.constant.value
    if bits_of(value) != bits_of(border.constant.value):
        text = f"it has a border of {_shown(border.constant)} already"
        return because(text, "other-value")
    if (found.source.first, found.source.shape) != (border.target.first, border.source.shape):
        return because("only a part of it is copied", "part")
    whole, part = static_shape(border.target.buffer), static_shape(found.target.buffer)
    assert whole is not None
    assert part is not None
    sizes = zip(_delta(found), part, whole, strict=True)
    if any(start < 0 or start + size > end for start, size, end in sizes):
        return because("its own border is narrower", "narrower")
    return obstacle_to_reading(found) or _obstacle_to_moving(found.target.buffer, found)


def obstacle_to_reading(found: FilledCopy) -> Reason | None:
    """The reason why what is copied into may hold anything but the copy where it is read."""
    own, pending = (found.fill, found.copy), [found.target.buffer]
    while pending:
        for op in [use.operation for use in pending.pop().uses]:
            if isinstance(op, memref.DeallocOp) or any(part.is_ancestor(op) for part in own):
                continue
            if isinstance(op, _VIEWS):
                pending.append(op.results[0])
            elif not is_load(op):
                text = f"'{operation_name(op)}' uses what it is copied into"
                return because(text, "also-used")
            if not _is_after(op, found.copy):
                return because("what it is copied into is used before the copy", "used-before")
    for use in found.source.buffer.uses:
        if is_store(use.operation) and not _is_before(use.operation, found.copy):
            return because("it is written after the copy", WRITTEN_AFTER)
    return None


def _obstacle_to_moving(buffer: SSAValue, found: FilledCopy) -> Reason | None:
    """The reason why not each access of a buffer can be one of a larger buffer."""
    for use in buffer.uses:
        op = use.operation
        if isinstance(op, memref.DeallocOp):
            continue
        if any(part.is_ancestor(op) for part in (found.fill, found.copy)):
            continue
        if find_access(op) is None or not takes_any_index(op):
            text = f"'{operation_name(op)}' needs all of it in one piece"
            return because(text, "in-one-piece")
    return None


def bits_of(value: Attribute) -> tuple[str, bytes]:
    """A constant by its bits, which tell zeros and NaNs apart."""
    if isa(value, FloatAttr):
        return str(value.type), pack("<d", value.value.data)
    return str(value), b""


def _shown(constant: arith.ConstantOp) -> str:
    value = constant.value
    return str(value.value.data) if isa(value, FloatAttr | IntegerAttr) else str(value)


def _delta(found: FilledCopy) -> list[int]:
    """How far the cells of the copy are from those of the buffer that they are of."""
    both = zip(found.source.first, found.target.first, strict=True)
    return [first - own for first, own in both]


def _is_after(op: Operation, other: Operation) -> bool:
    around = in_block(op, other.parent)
    return around is not None and other.is_before_in_block(around)


def _is_before(op: Operation, other: Operation) -> bool:
    around = in_block(op, other.parent)
    return around is not None and around.is_before_in_block(other)


def merge(found: FilledCopy) -> None:
    """
    Let all accesses of the buffer that is copied go to its window; the copy goes. The filled
    buffer, which has the border then, comes first.
    """
    source, target = found.source, found.target
    alloc, filled = source.buffer.owner, target.buffer.owner
    assert isinstance(alloc, memref.AllocOp)
    assert isinstance(filled, memref.AllocOp)
    Rewriter.erase_op(found.copy)
    for op in (found.constant, filled, found.fill):
        if _is_after(op, alloc):
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(alloc))
    filled.attributes[LOGICAL] = _contract(found)
    filled.attributes.pop(NAME, None)
    if NAME in alloc.attributes:
        filled.attributes[NAME] = alloc.attributes[NAME]
    filled.memref.name_hint = alloc.memref.name_hint
    _move(source.buffer, target.buffer, target.first)
    _free_at_end(filled.memref)
    Rewriter.erase_op(alloc)


def share(found: FilledCopy) -> None:
    """Let what reads the copy read the buffer that it is of, which has the same border."""
    buffer, delta = found.target.buffer, _delta(found)
    Rewriter.erase_op(found.copy)
    Rewriter.erase_op(found.fill)
    _move(buffer, found.source.buffer, delta)
    _free_at_end(found.source.buffer)
    alloc = buffer.owner
    assert isinstance(alloc, memref.AllocOp)
    Rewriter.erase_op(alloc)


def _contract(found: FilledCopy) -> MemRefType[Attribute]:
    """The type of the buffer with its border as padding."""
    source, target = found.source, found.target
    names = tuple(f"d{axis}" for axis in range(len(target.first)))
    steps = zip(names, target.first, strict=True)
    map = IndexMap(names, tuple(var(name) + lift(first) for name, first in steps))
    extents = static_shape(target.buffer)
    kind = pad_kind(found.constant.value)
    layout = Layout((Step(map, kind, (), extents or ()),))
    type = source.buffer.type
    assert isa(type, MemRefType[Attribute])
    attribute = LayoutAttr.of(layout, type.element_type)
    return MemRefType(type.element_type, type.shape, attribute, type.memory_space)


def _move(buffer: SSAValue, other: SSAValue, delta: Sequence[int]) -> None:
    for use in list(buffer.uses):
        op = use.operation
        if isinstance(op, memref.DeallocOp):
            Rewriter.erase_op(op)
            continue
        access = find_access(op)
        assert access is not None
        operands = list(access.index_operands(op))
        values = {f"v{k}": value for k, value in enumerate(operands)}
        index = access.index(op, [var(name) for name in values])
        moved: list[Expr] = [axis + lift(d) for axis, d in zip(index, delta, strict=True)]
        done = write_index(op, other, moved, values)
        assert done, "asked before"


def _free_at_end(buffer: SSAValue) -> None:
    """Leave out deallocations: lowering frees local buffers at the end of their block."""
    for op in [use.operation for use in buffer.uses]:
        if isinstance(op, memref.DeallocOp):
            Rewriter.erase_op(op)
