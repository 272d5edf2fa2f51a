"""Puts the loops over which a cell is updated inside those that move the cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from xdsl.dialects import affine
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Operation

from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.located_errors import PadError
from ...index.expr import Expr, all_of, conjuncts, eq, var
from ...index.queries.conditions import is_implied
from ..common.diagnostics import RemarkForm, remark
from ..common.stages import loop_name
from .loop_bands import check_perfect
from .pad_reorder import reorder

ORDER_KEPT = RemarkForm("order-kept", "loops {loops} not reordered: {reason}")


def sink_reductions(root: Operation, pass_name: str) -> None:
    """
    Reorders the bands of perfect loops inside an operation, where all dependences allow it.

    The update of a cell then runs without another one in between, as `C[i, j] += A[i, k] * B[k, j]`
    does with `k` innermost: a register can hold the cell meanwhile. Where not, a remark says why.
    """
    for band in list(bands_in(root)):
        order = _order(band)
        if order == band:
            continue
        try:
            reorder(order)
        except PadError as reason:
            names = ", ".join(loop_name(loop) or "a loop" for loop in band)
            remark(pass_name, band[0], ORDER_KEPT, reason=reason, loops=names)


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
