"""Splits loops where they are: by tiles of the buffers accessed in them, or to the end of rows."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ....analysis.instances.outer_conditions import reader_below
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.memory_access import buffer_of, is_load_or_store
from ....index.expr import Expr
from ....index.normal import ONE, terms
from ...common.for_loops import Loop, constant_lower, extent_of
from ...loops.pad_split import split


def split_by_tiles(stage: Operation, buffers: Collection[SSAValue]) -> int:
    """
    How many loops of a stage were split: those along whose index `k` one of the buffers has an axis
    `k mod c`, or a term of that form in one, by `c`. The loops stay in their order. Raises PadError
    as `pad-split` does.
    """
    return _split(_factors(stage, buffers))


def split_in_halves(stage: Operation, buffers: Collection[SSAValue]) -> int:
    """
    How many loops of a stage were split in halves of the padded axis that they go along, so that
    they run to its end but for a guard; of several axes the shortest counts. Raises PadError as
    `pad-split` does.
    """
    return _split(_halves(stage, buffers))


def _split(factors: dict[Loop, int]) -> int:
    # An inner loop moves with the body of the outer one; the outer one goes.
    for loop in sorted(factors, key=_depth, reverse=True):
        split(loop, factors[loop])
    return len(factors)


def _halves(stage: Operation, buffers: Collection[SSAValue]) -> dict[Loop, int]:
    """Half of the iterations that loops can have in what is stored, of those that have fewer."""
    assert stage.parent is not None
    reader, ends, windows = reader_below(stage.parent), dict[Loop, int](), set[Loop]()
    for access in filter(is_load_or_store, stage.walk()):
        buffer = buffer_of(access)
        shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
        for index, size in zip(reader.cell(access) or (), shape, strict=False):
            factors = {term: factor for term, factor in terms(index).items() if term is not ONE}
            loops = [loop for term in factors if (loop := _loop_of(term, stage, reader))]
            # Of a window, the loops in it are no rows: more iterations of them are more work.
            windows.update(sorted(loops, key=_extent)[:-1])
            if buffer in buffers and loops and [*factors.values()] == [1]:
                room = size - terms(index).get(ONE, 0)
                ends[loops[0]] = min(ends.get(loops[0], room), room)
    return {
        loop: end // 2
        for loop, end in ends.items()
        if end % 2 == 0 and end // 2 < _extent(loop) < end and loop not in windows
    }


def _extent(loop: Loop) -> int:
    """The iterations of a loop that begins with 0; 0 where it does not, or where none is known."""
    if not isinstance(loop, affine.ForOp) or constant_lower(loop) != 0:
        return 0
    return extent_of(loop) or 0


def _loop_of(index: Expr, stage: Operation, reader: InstanceReader) -> Loop | None:
    """The loop of a stage that an index is the iterator of."""
    owner = reader.value(str(index)).owner if index.op == "var" else None
    loop = owner.parent_op() if isinstance(owner, Block) else None
    return loop if isinstance(loop, Loop) and stage.is_ancestor(loop) else None


def _factors(stage: Operation, buffers: Collection[SSAValue]) -> dict[Loop, int]:
    assert stage.parent is not None
    reader, factors = reader_below(stage.parent), dict[Loop, int]()
    for access in stage.walk():
        if not is_load_or_store(access) or buffer_of(access) not in buffers:
            continue
        for axis in (part for index in reader.cell(access) or () for part in terms(index)):
            if axis.op != "%":
                continue
            loop, factor = _loop_of(axis.operands[0], stage, reader), axis.operands[1].constant
            if loop is not None and factor is not None:
                factors.setdefault(loop, factor)
    return factors


def _depth(op: Operation) -> int:
    parent = op.parent_op()
    return 0 if parent is None else 1 + _depth(parent)
