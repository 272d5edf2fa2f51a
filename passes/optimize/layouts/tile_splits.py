"""Splits loops where they are, by the tiles of the buffers that are accessed in them."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.ir import Block, Operation, SSAValue

from ....analysis.instances.outer_conditions import reader_below
from ....dialect.ir.memory_access import buffer_of, is_load_or_store
from ....index.normal import terms
from ...common.for_loops import Loop
from ...loops.pad_split import split


def split_by_tiles(stage: Operation, buffers: Collection[SSAValue]) -> int:
    """
    How many loops of a stage were split: those along whose index `k` one of the buffers has an axis
    `k mod c`, or a term of that form in one, by `c`. The loops stay in their order. Raises PadError
    as `pad-split` does.
    """
    factors = _factors(stage, buffers)
    # An inner loop moves with the body of the outer one; the outer one goes.
    for loop in sorted(factors, key=_depth, reverse=True):
        split(loop, factors[loop])
    return len(factors)


def _factors(stage: Operation, buffers: Collection[SSAValue]) -> dict[Loop, int]:
    assert stage.parent is not None
    reader, factors = reader_below(stage.parent), dict[Loop, int]()
    for access in stage.walk():
        if not is_load_or_store(access) or buffer_of(access) not in buffers:
            continue
        for axis in (part for index in reader.cell(access) or () for part in terms(index)):
            if axis.op != "%" or axis.operands[0].op != "var":
                continue
            owner, factor = reader.value(str(axis.operands[0])).owner, axis.operands[1].constant
            loop = owner.parent_op() if isinstance(owner, Block) else None
            if isinstance(loop, Loop) and stage.is_ancestor(loop) and factor is not None:
                factors.setdefault(loop, factor)
    return factors


def _depth(op: Operation) -> int:
    parent = op.parent_op()
    return 0 if parent is None else 1 + _depth(parent)
