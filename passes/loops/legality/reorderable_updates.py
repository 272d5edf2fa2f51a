"""Which updates may be done in another order: sums, products, minima and the like of one cell."""

from __future__ import annotations

from collections.abc import Hashable

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue

from ....dialect.ir.memory_access import Store, access_of, buffer_of, is_load, is_store, stored_in
from ....index.expr import var

_INTEGER = (
    arith.AddiOp,
    arith.MuliOp,
    arith.AndIOp,
    arith.OrIOp,
    arith.XOrIOp,
    arith.MaxSIOp,
    arith.MinSIOp,
    arith.MaxUIOp,
    arith.MinUIOp,
)
_FLOAT = (arith.AddfOp, arith.MulfOp)
_EXACT_FLOAT = (arith.MaximumfOp, arith.MinimumfOp)


def reduction_of(op: Operation, reassociated: bool = False) -> Hashable:
    """
    The update that an access or a yield is part of, if its instances may be reordered; else None.

    `B[c] = B[c] + x`, or a carried `s' = s + x`: integers always, unless a flag makes an overflow
    poison; floats under `reassoc`, or all where `reassociated`; maxima and minima, which no order
    changes.
    """
    if is_load(op):
        user = op.results[0].get_user_of_unique_use()
        store = (
            user.results[0].get_user_of_unique_use() if user and len(user.results) == 1 else None
        )
        if not is_store(store) or not _updates(store, reassociated):
            return None
        return store if _loads_cell_of(op.results[0], store) else None
    if is_store(op):
        return op if _updates(op, reassociated) else None
    if isinstance(op, affine.YieldOp | scf.YieldOp):
        return op if _carries_reductions(op, reassociated) else None
    return None


def _updates(store: Store, reassociated: bool) -> bool:
    combine = stored_in(store).owner
    if not isinstance(combine, Operation) or not _may_be_reordered(combine, reassociated):
        return False
    if stored_in(store).has_more_than_one_use():
        return False
    return any(_loads_cell_of(operand, store) for operand in combine.operands)


def _loads_cell_of(value: SSAValue, store: Store) -> bool:
    load = value.owner
    if not is_load(load) or value.has_more_than_one_use():
        return False
    if load.parent is not store.parent:  # or one load would serve several stores
        return False
    if buffer_of(load) is not buffer_of(store):
        return False
    read, written = access_of(load), access_of(store)
    operands = tuple(read.index_operands(load))
    if operands != tuple(written.index_operands(store)):
        return False
    names = [var(f"operand{k}") for k in range(len(operands))]
    return read.index(load, names) == written.index(store, names)


def _carries_reductions(terminator: Operation, reassociated: bool) -> bool:
    block = terminator.parent
    assert block is not None
    for carried, value in zip(block.args[1:], terminator.operands, strict=True):
        combine = value.owner
        if not isinstance(combine, Operation) or not _may_be_reordered(combine, reassociated):
            return False
        if value.has_more_than_one_use():
            return False
        if carried.get_user_of_unique_use() is not combine:
            return False
    return True


def _may_be_reordered(op: Operation, reassociated: bool) -> bool:
    if isinstance(op, _INTEGER):
        return op.properties.get("overflowFlags") in (None, arith.IntegerOverflowAttr("none"))
    if isinstance(op, _FLOAT):
        return reassociated or FastMathFlag.REASSOC in op.fastmath.data
    return isinstance(op, _EXACT_FLOAT)
