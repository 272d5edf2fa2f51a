"""What a flipped sign bit adds to sums of products, computed once before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import affine, arith, func, memref
from xdsl.dialects.builtin import AffineMapAttr, IntegerAttr, MemRefType, StringAttr, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.accesses.aliasing import are_apart, has_known_names
from ...analysis.accesses.windows import root_through_views
from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import STAGE, buffer_name
from ...dialect.ir.affine_conversion import to_affine_map
from ...dialect.ir.loop_like import carried_by
from ...dialect.ir.operations import operations_of
from ...dialect.ir.reasons import Declined
from ...index.expr import Expr, lift, var
from ..common.for_loops import constant_lower, extent_of
from ..common.index_codegen import Emitter
from ..lanes.legality.lockstep import STORES, Load, buffer_of
from ..simplify.decided_conditions import outermost_block
from .narrow_products import Narrow

_ALIGNMENT = 64  # bytes: a cache line, and the widest vector


@dataclass(frozen=True)
class Reductions:
    """The loops of a nest around a sum: those that only move it, and those that carry it."""

    moving: tuple[affine.ForOp, ...]
    carrying: tuple[affine.ForOp, ...]
    place: int
    """Of the sum among what the outermost carrying loop carries."""


def reductions_around(loop: affine.ForOp, place: int, top: affine.ForOp) -> Reductions:
    """
    The loops from `top` down to one that carries a sum at a place.

    Raises Declined where an if is between them, or bounds are not constant.
    """
    chain = [loop]
    while chain[-1] is not top:
        parent = chain[-1].parent_op()
        if not isinstance(parent, affine.ForOp):
            raise _not_before(loop)
        chain.append(parent)
    for each in chain:
        extent = extent_of(each)
        if constant_lower(each) is None or not extent:
            raise _not_before(each)
    carrying, current = [loop], carried_by(loop)[place]
    for outer in chain[1:]:
        found = next(
            (k for k, c in enumerate(carried_by(outer)) if c.argument is current.init), None
        )
        if found is None or carried_by(outer)[found].yielded is not current.result:
            break
        carrying.append(outer)
        place, current = found, carried_by(outer)[found]
    moving = tuple(each for each in chain if each not in carrying)
    return Reductions(moving[::-1], tuple(carrying[::-1]), place)


def add_correction(
    narrow: Narrow, times: int, around: Reductions, top: affine.ForOp
) -> affine.ForOp:
    """
    Start a sum with so many times the sum of one of its factors, which is computed before `top`.

    Returns the loops that do so. Raises Declined where the cells of the factor are not known.
    """
    load = narrow.load
    assert load is not None
    if not isinstance(top.parent_op(), func.FuncOp) or may_change(load, top):
        raise _not_before(load)
    reader = InstanceReader(outermost_block(top))
    index = reader.cell(load)
    names = {str(reader.index(loop.body.block.args[0])): loop for loop in _all(around)}
    if index is None or not {n for axis in index for n in axis.variables()} <= names.keys():
        raise _not_before(load)
    used = {name for axis in index for name in axis.variables()}
    kept = [name for name, loop in names.items() if name in used and loop in around.moving]
    over = [name for name, loop in names.items() if loop in around.carrying]
    extents = {name: extent_of(loop) or 1 for name, loop in names.items()}
    before = Emitter(InsertPoint.before(top), load)
    sums = _allocated(narrow, [extents[name] for name in kept] or [1], before)
    # In the new loops the iterators count from 0.
    values = {n: _first(names[n]) + var(n) * names[n].step.value.data for n in names}
    shifted = [axis.substitute(values) for axis in index]
    place = list(map(var, kept)) or [lift(0)]
    stage = f"{_stage_name(top)}_sums"
    outer, own = before.nest([extents[n] for n in kept], kept, stage)
    bound = dict(zip(kept, own, strict=True))
    zero = outer.insert(arith.ConstantOp(IntegerAttr(0, i32))).results[0]
    outer.insert(affine.StoreOp(zero, sums, *_access(place, bound)))
    inner, own = outer.nest([extents[n] for n in over], over, None if kept else stage)
    inside = bound | dict(zip(over, own, strict=True))
    taken = inner.insert(affine.LoadOp(buffer_of(load), *_access(shifted, inside)))
    extend = arith.ExtSIOp if narrow.signed else arith.ExtUIOp
    wide = inner.insert(extend(taken.results[0], i32)).results[0]
    total = inner.insert(affine.LoadOp(sums, *_access(place, inside))).results[0]
    added = inner.insert(arith.AddiOp(total, wide)).results[0]
    inner.insert(affine.StoreOp(added, sums, *_access(place, inside)))
    _start_with(sums, times, around, {n: names[n] for n in kept}, load)
    made = top.prev_op
    assert isinstance(made, affine.ForOp)
    return made


def may_change(load: Load, top: affine.ForOp) -> bool:
    """Whether a loop may store to what is loaded."""
    if not has_known_names(root_through_views(buffer_of(load))):
        return True
    stores = operations_of(top.body, *STORES)
    return any(not are_apart(buffer_of(load), buffer_of(op)) for op in stores)


def _start_with(
    sums: SSAValue,
    times: int,
    around: Reductions,
    kept: Mapping[str, affine.ForOp],
    origin: Operation,
) -> None:
    """Add so many times the sum to what the outermost carrying loop begins with."""
    outermost = around.carrying[0]
    emitter = Emitter(InsertPoint.before(outermost), origin)
    values = {name: loop.body.block.args[0] for name, loop in kept.items()}
    place = [(var(name) - _first(loop)) // loop.step.value.data for name, loop in kept.items()] or [
        lift(0)
    ]
    found = emitter.insert(affine.LoadOp(sums, *_access(place, values))).results[0]
    factor = emitter.insert(arith.ConstantOp(IntegerAttr(times, i32))).results[0]
    missing = emitter.insert(arith.MuliOp(found, factor)).results[0]
    at = len(outermost.operands) - len(outermost.results) + around.place
    start = emitter.insert(arith.AddiOp(outermost.operands[at], missing)).results[0]
    outermost.operands[at] = start


def _allocated(narrow: Narrow, extents: Sequence[int], before: Emitter) -> SSAValue:
    assert narrow.load is not None
    type = MemRefType(i32, extents)
    alloc = memref.AllocOp(
        [], [], cast("MemRefType[Attribute]", type), IntegerAttr(_ALIGNMENT, i64)
    )
    name = buffer_name(buffer_of(narrow.load))
    if name is not None:
        alloc.memref.name_hint = f"{name}_sums"
    before.insert(alloc)
    return alloc.memref


def _access(
    index: Sequence[Expr], values: Mapping[str, SSAValue]
) -> tuple[Sequence[SSAValue], AffineMapAttr]:
    names = list(dict.fromkeys(name for axis in index for name in axis.variables()))
    map = to_affine_map(index, names)
    if map is None:
        raise _not_before()
    return [values[name] for name in names], AffineMapAttr(map)


def _not_before(op: Operation | None = None) -> Declined:
    """That what corrects a sum is no function of loops that run before it."""
    text = "what inverted sign bits add to its sums cannot be computed before it"
    return Declined(text, op, reason="not-before")


def _all(around: Reductions) -> list[affine.ForOp]:
    return [*around.moving, *around.carrying]


def _first(loop: affine.ForOp) -> int:
    first = constant_lower(loop)
    assert first is not None
    return first


def _stage_name(loop: affine.ForOp) -> str:
    stage = loop.attributes.get(STAGE)
    return stage.data if isinstance(stage, StringAttr) else "products"
