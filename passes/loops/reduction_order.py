"""Puts the loops over which a cell is updated inside those that move the cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from xdsl.dialects import affine
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.aliasing import are_apart
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.effects import is_pure
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.memory_access import buffer_of, is_load, is_load_or_store, is_store
from ...dialect.ir.operations import is_a, operations_in
from ...index.expr import Expr, all_of, conjuncts, eq, var
from ...index.queries.conditions import is_implied
from ..common.diagnostics import RemarkForm, remark
from ..common.for_loops import extent_of
from ..common.stages import loop_name
from ..vectorize.formulas import LONG, is_formula
from .loop_bands import check_perfect
from .pad_reorder import reorder

ORDER_KEPT = RemarkForm("order-kept", "loops {loops} not reordered: {reason}")


def sink_reductions(root: Operation, pass_name: str) -> None:
    """
    Reorders the bands of perfect loops inside an operation, where all dependences allow it.

    The update of a cell then runs without another one in between, as `C[i, j] += A[i, k] * B[k, j]`
    does with `k` innermost: a register can hold the cell meanwhile. Where not, a remark says why.
    What a loop loads for one of run-time extent inside it, such as the row of `C[j] += A[I[k], j]`,
    goes along into that.
    """
    for loop in [op for op in root.walk() if isinstance(op, affine.ForOp)]:
        _sink_with_loads(loop)
    for band in list(bands_in(root)):
        order = _order(band)
        if order == band:
            continue
        try:
            reorder(order)
        except PadError as reason:
            names = ", ".join(loop_name(loop) or "a loop" for loop in band)
            remark(pass_name, band[0], ORDER_KEPT, reason=reason, loops=names)


def _sink_with_loads(outer: affine.ForOp) -> None:
    """
    Put a loop over which cells are updated into the one that it holds, with what it loads for that;
    where that is not legal, or changes no order, all stays.

    Loops of static extents stay: LLVM unrolls the inner one, so that registers hold the cells.
    """
    inner = [op for op in outer.body.block.ops if isinstance(op, affine.ForOp)]
    if len(inner) != 1 or extent_of(inner[0]) is not None:
        return
    loads = [op for op in outer.body.block.ops if op not in (inner[0], outer.body.block.last_op)]
    if not any(map(is_load, loads)) or not _may_sink(loads, inner[0]):
        return
    start = inner[0].body.block.first_op
    assert start is not None
    for op in loads:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(start))
    band = [outer, inner[0]]
    try:
        if (order := _order(band)) != band:
            reorder(order)
            return
    except PadError:
        pass
    for op in loads:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(inner[0]))


def _may_sink(ops: Sequence[Operation], loop: affine.ForOp) -> bool:
    """
    Whether a loop that follows operations may run them in each iteration instead: they are loads
    and what is quickly made of these, of buffers that it does not store to, and only it needs them.
    """
    stored = [buffer_of(op) for op in operations_in(loop) if is_load_or_store(op) and is_store(op)]
    others = [op for op in operations_in(loop) if not is_load_or_store(op) and not is_pure(op)]
    if any(not isinstance(op, affine.ForOp | affine.YieldOp) for op in others):
        return False
    for op in ops:
        quick = is_pure(op) and not is_formula(op) and not is_a(op, LONG)
        if not quick and not (is_load_or_store(op) and is_load(op)):
            return False
        if not quick and not all(are_apart(buffer_of(op), buffer) for buffer in stored):
            return False
        users = [use.operation for result in op.results for use in result.uses]
        if not op.is_before_in_block(loop) or loop in users:
            return False
        if not all(loop.is_ancestor(user) or user in ops for user in users):
            return False
    return True


def bands_in(root: Operation) -> Iterator[list[affine.ForOp]]:
    """
    The longest bands of loops of which each holds the next, and nothing else with an effect, nor a
    view: an index of it is another cell in each iteration.
    """
    for op in root.walk():
        if not isinstance(op, affine.ForOp) or _holds_only(op.parent_op(), op):
            continue
        band = [op]
        while (inner := _only_loop(band[-1])) is not None:
            band.append(inner)
        yield band


def _only_loop(loop: affine.ForOp) -> affine.ForOp | None:
    loops = [op for op in loop.body.block.ops if isinstance(op, affine.ForOp)]
    return loops[0] if len(loops) == 1 and _holds_only(loop, loops[0]) else None


def _holds_only(outer: Operation | None, inner: affine.ForOp) -> bool:
    if not isinstance(outer, affine.ForOp):
        return False
    if any(isinstance(r.type, MemRefType) for op in outer.body.block.ops for r in op.results):
        return False
    try:
        check_perfect([outer, inner])
    except PadError:
        return False
    return True


def _order(band: list[affine.ForOp]) -> list[affine.ForOp]:
    """
    Return the band with the loops on which the stored index depends first, then the others.

    A band whose body is not one store at a known index, or that carries values, stays as it is.
    """
    stores = [op for op in band[-1].body.block.ops if isinstance(op, affine.StoreOp)]
    if len(stores) != 1 or any(loop.results for loop in band):
        return band
    scope = band[0].parent
    assert scope is not None
    reader = InstanceReader(scope)
    cell = reader.cell(stores[0])
    if cell is None:
        return band
    names = [str(reader.index(loop.body.block.args[0])) for loop in band]
    fixed = [not _moves(name, names, cell, stores[0], reader) for name in names]
    if not any(outer and not inner for outer, inner in pairwise(fixed)):
        return band
    inside = [loop for loop, over in zip(band, fixed, strict=True) if over]
    return [loop for loop in band if loop not in inside] + inside


def _moves(
    name: str, names: Sequence[str], cell: Sequence[Expr], store: Operation, reader: InstanceReader
) -> bool:
    """
    Whether a loop moves the cell that a store is to: by its index, or since another loop starts
    where this one is, so that no cell is met in two of its iterations, as one over tiles.
    """
    if any(name in index.variables() for index in cell):
        return True
    around = reader.surroundings(store)
    if around is None or not any(
        name in part.variables() and not set(names).isdisjoint({*part.variables()} - {name})
        for part in conjuncts(around.condition)
    ):
        return False
    later = {each: var(f"{each}'") for each in names}
    same = [eq(index, index.substitute(later)) for index in cell]
    both = all_of([around.condition, around.condition.substitute(later), *same])
    return is_implied(both, eq(var(name), later[name]))
