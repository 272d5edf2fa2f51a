"""Runs two stages in turns, a block of rows each, so that caches keep what is between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects import affine, func
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import buffer_of, is_load, is_load_or_store
from ....dialect.ir.operations import operations_in
from ....dialect.ir.reasons import Declined
from ....dialect.xdsl_compat.cloning import cloned
from ....index.expr import Expr, var
from ....index.normal import ONE, terms
from ...common.for_loops import constant_lower, extent_of
from ...common.generated_stages import free_name, is_of_padding, remove_stage_marker
from ...common.stages import loop_name, names_around
from ...loops.access_order import plan_loops
from ...loops.loop_merging import merge_loops, plan_merging
from ...loops.pad_sequential_buffer_access import apply_order
from ...register_tile.expected_trips import buffer_bytes
from ...vectorize.vector_unit import VectorUnit
from .memory_traffic import levels_of

_SHARE = 0.25
"""The part of a processor's second cache that a row of results may take, with all it needs."""
ROWS = (1, 2, 4, 8, 16)
"""Rows of results in a block, as far as the first cache keeps them."""
_FEWEST_BLOCKS = 4


class _Rows(NamedTuple):
    """Iteration `step * y + ahead` of a stage is the last one that `y` of the next one needs."""

    step: int
    ahead: int


class _Range(NamedTuple):
    """The first iteration of a loop, and how many there are."""

    first: int
    extent: int


@dataclass(frozen=True)
class Turns:
    """Two loops, where their blocks begin, the iterations of a block of each, and how many."""

    loops: tuple[affine.ForOp, affine.ForOp]
    lows: tuple[int, int]
    sizes: tuple[int, int]
    blocks: int


def run_in_blocks(function: func.FuncOp, unit: VectorUnit, most: int) -> list[Operation]:
    """
    Merge loops of which the second loads what the first has stored, in blocks of at most so many
    rows; the new loops.

    What is between them has to be more than a processor's second cache keeps: one stage after the
    other, it would go to the cache that all share, and come back from there. Of rows
    `T[2 * y], .., T[2 * y + 3]`, which `B[y]` is made of, the first two are computed before all
    blocks, then two rows of `T` for each row of `B`, or for as many as the first cache keeps at
    once. Nothing is computed twice, and the exact dependences decide whether that is legal.
    """
    merged = [_run_both(turns) for turns in turns_in(function, unit, most)]
    return [loop for loop in merged if loop is not None]


def turns_in(function: func.FuncOp, unit: VectorUnit, most: int) -> list[Turns]:
    """The loops that would run in blocks, if no dependence objects."""
    pairs = [
        (op, second)
        for block in function.body.blocks
        for op in block.ops
        if isinstance(op, affine.ForOp) and (second := _next_loop(op)) is not None
    ]
    return [turns for pair in pairs if (turns := _turns(*pair, unit, most)) is not None]


def _next_loop(op: Operation) -> affine.ForOp | None:
    """The next loop, if nothing else with regions is before it."""
    following = op.next_op
    while following is not None and not following.regions:
        following = following.next_op
    return following if isinstance(following, affine.ForOp) else None


def _turns(first: affine.ForOp, second: affine.ForOp, unit: VectorUnit, most: int) -> Turns | None:
    ours, others = _range(first), _range(second)
    rows = None if ours is None or others is None else _rows_between(first, second, unit)
    if ours is None or others is None or rows is None:
        return None
    size = min(most, _rows_of_block(first, second, rows.step, unit))
    lead = max(0, rows.step * (others.first - 1) + rows.ahead + 1 - ours.first)
    blocks = min((ours.extent - lead) // (rows.step * size), others.extent // size) if size else 0
    if blocks < _FEWEST_BLOCKS:
        return None
    lows, sizes = (ours.first + lead, others.first), (rows.step * size, size)
    return Turns((first, second), lows, sizes, blocks)


def _run_both(turns: Turns) -> Operation | None:
    """What two loops become, of which none is merged with another one already; None if nothing."""
    if any(loop.parent is None for loop in turns.loops):
        return None
    counts = [turns.blocks * size for size in turns.sizes]
    parts = [_apart(*each) for each in zip(turns.loops, turns.lows, counts, strict=True)]
    mains = [main for main, _ in parts]
    try:
        for place, size in enumerate(turns.sizes):
            mains[place] = _in_blocks(mains[place], size)
        merging = plan_merging(mains[0], mains[1])
    except (PadError, Declined):
        for whole, main, (_, rests) in zip(turns.loops, mains, parts, strict=True):
            Rewriter.insert_op(whole, InsertPoint.before(main))
            for part in (main, *rests):
                Rewriter.erase_op(part)
        return None
    merged, _, _ = merge_loops(merging, None)
    for whole in turns.loops:
        whole.erase()
    return merged


def _range(loop: affine.ForOp) -> _Range | None:
    """The iterations of a loop one after the other; None if it is not one to split."""
    first, extent = constant_lower(loop), extent_of(loop)
    if first is None or extent is None or loop.step.value.data != 1:
        return None
    return None if loop.results or is_of_padding(loop) else _Range(first, extent)


def _rows_between(first: affine.ForOp, second: affine.ForOp, unit: VectorUnit) -> _Rows | None:
    """Which rows of the first loop the second one needs, of what no second cache keeps."""
    scope = first.parent
    assert scope is not None
    reader = InstanceReader(scope)
    stored, loaded = _accessed(first, loads=False), _accessed(second, loads=True)
    found = list[_Rows]()
    for buffer in stored.keys() & loaded.keys():
        if buffer_bytes(buffer.type) > levels_of(unit)[1].bytes:
            rows = _rows_of(stored[buffer], loaded[buffer], first, second, reader)
            if rows is None:
                return None
            found.append(rows)
    if len({rows.step for rows in found}) != 1:
        return None
    return _Rows(found[0].step, max(rows.ahead for rows in found))


def _accessed(loop: affine.ForOp, *, loads: bool) -> dict[SSAValue, list[Operation]]:
    """What a loop loads, or stores, by buffer."""
    found = dict[SSAValue, list[Operation]]()
    for op in operations_in(loop):
        if is_load_or_store(op) and is_load(op) == loads:
            found.setdefault(buffer_of(op), []).append(op)
    return found


def _rows_of(
    stores: Sequence[Operation],
    loads: Sequence[Operation],
    first: affine.ForOp,
    second: affine.ForOp,
    reader: InstanceReader,
) -> _Rows | None:
    """The same of one buffer, along the first axis that both loops go along."""
    written = [reader.cell(op) for op in stores]
    read = [reader.cell(op) for op in loads]
    iterators = [str(reader.index(loop.body.block.args[0])) for loop in (first, second)]
    for axis in range(min((len(cell) for cell in (*written, *read) if cell), default=0)):
        ours = [_along(cell, axis, iterators[0]) for cell in written]
        others = [_along(cell, axis, iterators[1]) for cell in read]
        known, needed = [e for e in ours if e is not None], [e for e in others if e is not None]
        if len(known) < len(ours) or len(needed) < len(others):
            continue
        steps = {step for step, _ in needed}
        if {step for step, _ in known} == {1} and len(steps) == 1 and min(steps) > 0:
            ahead = max(offset for _, offset in needed) - min(offset for _, offset in known)
            return _Rows(min(steps), ahead)
    return None


def _along(cell: Sequence[Expr] | None, axis: int, iterator: str) -> tuple[int, int] | None:
    """How an index goes along an axis: by a factor of the iterator alone, and from where."""
    if cell is None:
        return None
    parts = dict(terms(cell[axis]))
    offset = parts.pop(ONE, 0)
    return (parts[var(iterator)], offset) if set(parts) == {var(iterator)} else None


def _rows_of_block(first: affine.ForOp, second: affine.ForOp, step: int, unit: VectorUnit) -> int:
    """How many iterations of the second loop go together: a power of two, or 0."""
    row = 0.0
    for loop, count in ((first, step), (second, 1)):
        bytes = sum(
            buffer_bytes(buffer.type)
            for buffer in _accessed(loop, loads=True).keys() | _accessed(loop, loads=False).keys()
        )
        row += bytes * count / (extent_of(loop) or 1)
    own, other = (level.bytes for level in levels_of(unit)[:2])
    size = max(1, min(ROWS[-1], int(own / row)))
    return 1 << size.bit_length() - 1 if row <= _SHARE * other else 0


def _apart(loop: affine.ForOp, low: int, count: int) -> tuple[affine.ForOp, list[affine.ForOp]]:
    """
    So many iterations as a loop of their own, and loops over those before and after them.

    The loop itself is no part of the program any more.
    """
    first, end = constant_lower(loop) or 0, (constant_lower(loop) or 0) + (extent_of(loop) or 0)
    main, rests = cloned(loop), list[affine.ForOp]()
    for lower, upper in ((first, low), (low, low + count), (low + count, end)):
        if lower == upper:
            continue
        part = main if lower == low else cloned(loop)
        part.lowerBoundMap, part.upperBoundMap = (
            AffineMapAttr(AffineMap.constant_map(bound)) for bound in (lower, upper)
        )
        Rewriter.insert_op(part, InsertPoint.before(loop))
        if part is not main:
            remove_stage_marker(part)
            rests.append(part)
    loop.detach()
    return main, rests


def _in_blocks(loop: affine.ForOp, size: int) -> affine.ForOp:
    """The loop over blocks of iterations."""
    name, taken = loop_name(loop) or "loop", names_around(loop, [loop])
    ends = ("o", "i") if size > 1 else ("o",)
    names = [free_name(f"{name}{end}", taken) for end in ends]
    first = constant_lower(loop) or 0

    def values(iterator: Expr) -> Sequence[Expr]:
        at = iterator - first
        return (at // size, at % size) if size > 1 else (at,)

    return apply_order(plan_loops([loop], names, values))[0]
