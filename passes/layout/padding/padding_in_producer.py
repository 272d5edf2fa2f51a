"""
Writes padding in the producer's own nest, which then runs over the physical box (`pad-writes=if`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ....dialect.annotations import MAY_ALIAS, STAGE
from ....dialect.ir.affine_conversion import to_affine_set
from ....dialect.ir.effects import is_arithmetic
from ....dialect.ir.memory_access import access_of, buffer_of, is_load, is_store
from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Reason, because
from ....dialect.layout.layout import IndexMap, Layout, LayoutError, PlacedLayout, Step
from ....dialect.ops import AssumeOp, UndefOp
from ....dialect.xdsl_compat.operations.affine_if import IfOp as AffineIfOp
from ....index.expr import Expr, var
from ...common.for_loops import constant_lower, extent_of
from ...common.index_codegen import Emitter
from .padding_copies import has_copies
from .padding_stages import over_box, store_padding, written_pieces

_STRUCTURE = (affine.ForOp, affine.IfOp, affine.ApplyOp, affine.YieldOp, AssumeOp, UndefOp)


@dataclass(frozen=True)
class _Nest:
    """A perfect nest of loops with constant bounds around one affine store."""

    loops: tuple[affine.ForOp, ...]
    store: affine.StoreOp
    iterators: tuple[Expr, ...]
    """The induction variables as functions of the stored cell, over the layout's logical names."""


@dataclass(frozen=True)
class MergedStage:
    """A write stage that runs over the physical box already; `finish` makes its stores physical."""

    store: affine.StoreOp
    padding: Emitter
    only_padding: bool
    indices: tuple[SSAValue, ...]

    def finish(self, buffer: SSAValue, placed: PlacedLayout, sizes: Mapping[str, SSAValue]) -> None:
        """
        Store to the physical index, and the padding value elsewhere, once the buffer has its
        physical type.
        """
        self.store.operands = [self.store.value, buffer, *self.indices]
        self.store.properties["map"] = AffineMapAttr(AffineMap.identity(len(self.indices)))
        pieces = written_pieces(placed)
        padding, alone = self.padding, self.only_padding
        store_padding(padding, buffer, placed, self.indices, pieces, sizes, alone)


def write_padding_in_producer(
    stage: Operation, buffer: SSAValue, placed: PlacedLayout, sizes: Mapping[str, SSAValue]
) -> MergedStage | Reason | None:
    """
    Makes a write stage run over the physical box, with a place for the padding's store beside its
    body.

    `for i in 14: B[i] = f(i)` becomes `for io, ii in grid(4, 4)` with the body where `4*io + ii <
    14`. Returns why, and leaves the stage alone, where that is not legal; None if there is
    nothing to write.
    """
    if not written_pieces(placed):
        return None
    if has_copies(placed.layout):
        text = "it copies cells that the stage may not have written yet"
        return because(text, "copied-padding")
    try:
        _ = placed.inverse
    except LayoutError as error:
        return because(str(error), "layout-unproven")
    nest = _perfect_nest(stage, buffer, placed, sizes)
    if isinstance(nest, Reason):
        return nest
    emitter = Emitter(InsertPoint.before(stage), stage)
    given = stage.attributes.get(STAGE)
    inside, indices = over_box(emitter, placed, None, sizes)
    outermost = cast("Operation", stage.prev_op)
    if given is not None:
        outermost.attributes[STAGE] = given
    values = {**sizes, **dict(zip(placed.physical_names, indices, strict=True))}
    valid, padding = _if_valid(inside, placed, values)
    _move_body(nest, valid, placed, values)
    Rewriter.erase_op(stage)
    return MergedStage(nest.store, padding, padding is not inside, tuple(indices))


def _perfect_nest(
    stage: Operation, buffer: SSAValue, placed: PlacedLayout, sizes: Mapping[str, SSAValue]
) -> _Nest | Reason:
    function = stage.parent_op()
    while function is not None and not isinstance(function, func.FuncOp):
        function = function.parent_op()
    if function is not None and MAY_ALIAS in function.attributes:
        text = f"the function has {MAY_ALIAS}, so that the stage may read what it writes"
        return because(text, "alias")
    loops: list[affine.ForOp] = []
    current: Operation | None = stage
    while isinstance(current, affine.ForOp) and not current.results:
        loops.append(current)
        ops = list(current.body.block.ops)
        current = ops[0] if len(ops) == 2 else None
    if not loops:
        return because("the write stage is not a loop nest", "no-loop")
    stores = list[Operation](filter(is_store, stage.walk()))
    innermost = loops[-1].body.block
    if (
        len(stores) != 1
        or not isinstance(store := stores[0], affine.StoreOp)
        or store.parent is not innermost
    ):
        text = "the write stage is not a perfect nest around one affine.store"
        return because(text, "imperfect-nest")
    for op in stage.walk():
        known = is_load(op) or isinstance(op, _STRUCTURE) or is_arithmetic(op)
        if op is not store and not known:
            text = f"the write stage contains '{operation_name(op)}'"
            return because(text, "unsupported-op")
        if is_load(op) and buffer_of(op) is buffer:
            return because("the write stage reads the buffer that it writes", "also-read")
        if is_load(op) and not _is_distinct(buffer_of(op)):
            text = "the write stage may read the buffer that it writes, under another name"
            return because(text, "alias")
    iterators = _iterators(loops, store, placed, sizes)
    return iterators if isinstance(iterators, Reason) else _Nest(tuple(loops), store, iterators)


def _is_distinct(buffer: SSAValue) -> bool:
    """Whether no other argument or allocation can be this buffer."""
    owner = buffer.owner
    if isinstance(owner, Operation):
        return isinstance(owner, memref.AllocOp | memref.AllocaOp)
    function = owner.parent_op()
    return isinstance(function, func.FuncOp) and owner is function.body.first_block


def _iterators(
    loops: list[affine.ForOp],
    store: affine.StoreOp,
    placed: PlacedLayout,
    sizes: Mapping[str, SSAValue],
) -> tuple[Expr, ...] | Reason:
    """
    The induction variables from the stored cell, where the nest is a bijection onto the cells of
    the logical shape.
    """
    starts, counts = list[int](), list[int | str]()
    names = [f"t{k}" for k in range(len(loops))]
    for loop in loops:
        first, count = constant_lower(loop), extent_of(loop) or _named_extent(loop, sizes)
        if first is None or count is None:
            text = "a loop of the write stage has bounds that are no constants or logical sizes"
            return because(text, "bounds")
        starts.append(first)
        counts.append(count)
    steps = [loop.step.value.data for loop in loops]
    own: dict[SSAValue, int] = {loop.body.block.args[0]: k for k, loop in enumerate(loops)}
    if any(operand not in own for operand in store.indices):
        text = "the store's indices are not functions of the loops of the write stage alone"
        return because(text, "index")
    values = [var(names[k]) * steps[k] + starts[k] for k in range(len(loops))]
    operands = [values[own[operand]] for operand in store.indices]
    cell = access_of(store).index(store, operands)
    visits = Layout((Step(IndexMap(tuple(names), cell)),)).place(counts)
    try:
        visits.check()
        inverse = visits.inverse
    except LayoutError:
        return because("the write stage writes a cell more than once", "written-twice")
    if _product(counts) != _product(placed.shape):
        # The others are padding of an earlier layout step, for which the body is not defined.
        text = "the write stage does not write the padding of the earlier layout step"
        return because(text, "earlier-padding")
    renamed = {p: var(n) for p, n in zip(visits.physical_names, placed.logical_names, strict=True)}
    return tuple(
        t.substitute(renamed) * step + start
        for t, step, start in zip(inverse, steps, starts, strict=True)
    )


def _named_extent(loop: affine.ForOp, sizes: Mapping[str, SSAValue]) -> str | None:
    """The logical size that a loop counts to from 0 by 1, if it does."""
    operands, map = loop.upperBoundOperands, loop.upperBoundMap.data
    symbol = AffineMap(0, 1, (AffineExpr.symbol(0),))
    plain = len(operands) == 1 and map in (AffineMap.identity(1), symbol)
    if not plain or constant_lower(loop) != 0 or loop.step.value.data != 1:
        return None
    return next((name for name, size in sizes.items() if size is operands[0]), None)


def _product(extents: Sequence[int | str]) -> tuple[int, list[str]]:
    """The constant factor and the names of a product of extents."""
    numbers = [n for n in extents if isinstance(n, int)]
    return prod(numbers), sorted(name for name in extents if isinstance(name, str))


def _if_valid(
    inside: Emitter, placed: PlacedLayout, values: Mapping[str, SSAValue]
) -> tuple[Emitter, Emitter]:
    """
    The insides of the two arms of an if on `valid`; an arm's guards inside `else` only tell kinds
    apart.
    """
    names = list(dict.fromkeys(placed.valid.variables()))
    dims = {name: AffineExpr.dimension(k) for k, name in enumerate(names)}
    set = to_affine_set(placed.valid, dims, len(dims))
    if set is None:  # two guards do for an if with else where the condition is not a conjunction
        return inside.guard(placed.valid, values), inside
    blocks = [Block([affine.YieldOp.get()]) for _ in range(2)]
    inside.insert(
        AffineIfOp.build(
            operands=[[values[name] for name in names]],
            result_types=[[]],
            properties={"condition": AffineSetAttr(set)},
            regions=[Region(block) for block in blocks],
        )
    )
    first, second = (
        inside.at(InsertPoint.before(cast("Operation", block.last_op))) for block in blocks
    )
    return first, second


def _move_body(
    nest: _Nest, valid: Emitter, placed: PlacedLayout, values: Mapping[str, SSAValue]
) -> None:
    """
    The body with its induction variables computed from the physical indices; its store's index is
    known.
    """
    cell = dict(zip(placed.logical_names, placed.inverse, strict=True))
    for loop, iterator in zip(nest.loops, nest.iterators, strict=True):
        value = valid.index(iterator.substitute(cell), values)
        loop.body.block.args[0].replace_all_uses_with(value)
    for op in tuple(nest.loops[-1].body.block.ops):
        if not isinstance(op, affine.YieldOp):
            op.detach()
            valid.move(op)
