"""Computes several rows together that load, and compute, much that is the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import prod
from typing import cast

from xdsl.dialects import affine, func
from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.operations import is_a, operations_in, operations_of
from ....dialect.ir.reasons import Declined
from ....dialect.ops import AssumeOp, UndefOp
from ....dialect.xdsl_compat.cloning import cloned
from ....index.expr import Expr, var
from ....index.normal import terms
from ....index.simplify.recombination import recombined
from ...common.for_loops import constant_lower, extent_of
from ...lanes.legality.carried_reductions import is_vector
from ...lanes.legality.iteration_groups import groups_of_copies
from ...lanes.legality.lockstep import LOADS, buffer_of, check_lockstep, is_pure
from ...lanes.legality.neighbours import bits_of, types_at
from ...lanes.side_by_side import side_by_side
from ...register_tile.expected_trips import ExpectedTrips, expected_shape
from ...simplify.decided_conditions import outermost_block
from ...vectorize.vector_unit import VectorUnit
from .estimated_time import cycles_of

_COUNTS = (2, 4)
"""Rows that are tried, beside as many as an index is divided by."""
_MOST_ROWS = 8
"""The most rows that are tried for a division: three of `A[y floordiv 3]` load one."""
_GAIN = 0.95
"""The part of an estimate that more rows take at most."""
_REGISTERS = 0.75
"""The part of the registers that what all rows load may take."""
_ROW_BEGUN = 16.0
"""
Cycles of a row that does not go on where the one before it ended, and is read from the cache that
all processors share: a step of heat in three dimensions, of rows of 97 f64, takes 0.93 times as
long by four rows on a Zen 4, 0.84 without these, and by two rows 1.13 to 1.4 times as long on a
Zen 3. Rows that are only stored begin for nothing: three at a time take 0.96 of the time on a
Zen 5.
"""
_NO_VALUE = (AssumeOp, UndefOp)


def compute_rows_together(function: func.FuncOp, unit: VectorUnit) -> None:
    """
    Run several iterations of the loop around vectors side by side, where they load the same.

    Of `B[y] = A[y - 1] + A[y] + A[y + 1]`, four rows load six of `A`, one after the other twelve,
    and three of `B[y] = A[y floordiv 3]` load one. Each vector is loaded once, and what is computed
    of the same vectors is computed once. A loop that carries results is left to
    `pad-register-tile`. As many rows are taken as are estimated to be fastest, if that gains 5 %,
    and what it takes that rows which are read do not follow one another.
    """
    for root in [op for block in function.body.blocks for op in block.ops]:
        if isinstance(root, affine.ForOp) and _has_rows(root, unit):
            _choose(root, unit)


def _has_rows(root: affine.ForOp, unit: VectorUnit) -> bool:
    """Whether iterations next to each other load the same, as far as registers allow it."""
    if any(loop.results for loop in operations_of(root, affine.ForOp)):
        return False
    if operations_of(root, *_NO_VALUE) or not any(map(is_vector, types_at(operations_in(root)))):
        return False
    return any(_share(loop, n, unit) for loop in _around_rows(root) for n in _counts(loop))


def _around_rows(root: affine.ForOp) -> list[affine.ForOp]:
    """The loops of which all that has regions inside is an innermost loop."""
    found = list[affine.ForOp]()
    for loop in operations_of(root, affine.ForOp):
        inner = [op for op in operations_in(loop.body) if op.regions]
        if inner and all(isinstance(op, affine.ForOp) and op.parent_op() is loop for op in inner):
            found.append(loop)
    return found


def _counts(loop: affine.ForOp) -> list[int]:
    """How many iterations may be worth it, the fewest first."""
    reader = InstanceReader(outermost_block(loop))
    name, step = str(reader.index(loop.body.block.args[0])), loop.step.value.data
    counts = {*_COUNTS}
    for op in operations_of(loop.body, *LOADS):
        for index in reader.cell(op) or ():
            counts.update(divisor // step for divisor in _divisors(index, name))
    return sorted(count for count in counts if 2 <= count <= _MOST_ROWS)


def _divisors(index: Expr, name: str) -> set[int]:
    """The numbers by which a name is divided in an index, by itself or in a sum."""
    found = {each for operand in index.operands for each in _divisors(operand, name)}
    if index.op == "//" and name in index.variables():
        found.add(index.operands[1].constant or 0)
    return found


def _share(loop: affine.ForOp, count: int, unit: VectorUnit) -> bool:
    """
    Whether so many iterations load the same vectors, other than those that all iterations load, and
    there are registers for all.
    """
    extent = extent_of(loop)
    if extent is None and (
        constant_lower(loop) is None or len(loop.upperBoundMap.data.results) != 1
    ):
        return False  # what whole groups leave, or a loop that ends at the least of two bounds
    if extent is not None and extent < count:
        return False
    reader = InstanceReader(outermost_block(loop))
    name, step = str(reader.index(loop.body.block.args[0])), loop.step.value.data
    inner = operations_of(loop.body, affine.ForOp)
    main = max(inner, key=ExpectedTrips(reader).of)
    cells = [
        (buffer_of(op), cell)
        for op in main.body.block.ops
        if is_a(op, LOADS) and is_vector(op.results[0].type) and (cell := reader.cell(op))
    ]
    moving = [each for each in cells if any(name in index.variables() for index in each[1])]
    first = constant_lower(loop)
    group = var(name) if first is None else count * step * var(name) + first
    loaded = [
        (buffer, _key(cell, {name: group + k * step}))
        for k in range(count)
        for buffer, cell in moving
    ]
    needed = len({*loaded}) + len(cells) - len(moving)
    return len({*loaded}) < len(loaded) and needed <= _REGISTERS * unit.registers


def _key(cell: Sequence[Expr], values: Mapping[str, Expr]) -> Hashable:
    """What tells cells apart, with these values of the names in them."""
    return tuple(frozenset(terms(recombined(e.substitute(values))).items()) for e in cell)


def _choose(root: affine.ForOp, unit: VectorUnit) -> None:
    """Replace a nest by that with as many rows together as are fastest."""
    last = cycles_of(root, unit)
    best, least = list[Operation](), _GAIN * last - _rows_begun(root, unit)
    around = _around_rows(root)
    for count in sorted({count for loop in around for count in _counts(loop)}):
        if not any(_share(loop, count, unit) for loop in around):
            continue
        made = _together(root, count, unit)
        loops = [op for op in made if isinstance(op, affine.ForOp)]
        cycles = sum(cycles_of(loop, unit) for loop in loops)
        is_better = bool(loops) and cycles <= least
        if is_better:
            best, made, least = made, best, cycles
        for op in reversed(made):
            Rewriter.erase_op(op, safe_erase=False)
        if not loops or cycles > _GAIN * last:
            break  # more rows would gain as little
        last = cycles
    if best:
        Rewriter.erase_op(root)


def _rows_begun(root: affine.ForOp, unit: VectorUnit) -> float:
    """The cycles in which rows begin that are read beside others."""
    cycles, expected = 0.0, ExpectedTrips(InstanceReader(outermost_block(root)))
    for loop in _around_rows(root):
        if any(_share(loop, count, unit) for count in _counts(loop)):
            around = [op for op in operations_of(root, affine.ForOp) if op.is_ancestor(loop)]
            buffers = {buffer_of(op) for op in operations_of(loop.body, *LOADS)}
            large = [buffer for buffer in buffers if _is_large(buffer, unit, expected)]
            cycles += _ROW_BEGUN * len(large) * prod(map(expected.of, around))
    return cycles


def _is_large(buffer: SSAValue, unit: VectorUnit, expected: ExpectedTrips) -> bool:
    """Whether the caches that a processor has for itself do not keep a buffer."""
    shape = expected_shape(buffer, expected) or ()
    bits = bits_of(cast("MemRefType[Attribute]", buffer.type).element_type) or 0
    return prod(shape) * bits > unit.caches[1] << 13


def _together(root: affine.ForOp, count: int, unit: VectorUnit) -> list[Operation]:
    """So many rows together, before the nest, which stays; nothing if that cannot be."""
    above, copy = root.prev_op, cloned(root)
    Rewriter.insert_op(copy, InsertPoint.before(root))
    try:
        for loop in _around_rows(copy):
            if _share(loop, count, unit):
                check_lockstep(loop, count, [])
                side_by_side(loop, groups_of_copies(extent_of(loop), count))
    except Declined:
        for op in reversed(_between(above, root)):
            Rewriter.erase_op(op, safe_erase=False)
        return []
    made = _between(above, root)
    for loop in (loop for op in made for loop in operations_of(op, affine.ForOp)):
        _drop_repeats(loop.body.block)
    return made


def _between(above: Operation | None, below: Operation) -> list[Operation]:
    found = list[Operation]()
    current = below.prev_op
    while current is not above and current is not None:
        found.append(current)
        current = current.prev_op
    return found[::-1]


def _drop_repeats(block: Block) -> None:
    """Load and compute once what operations of a block without regions have in common."""
    reader = InstanceReader(outermost_block(block.first_op)) if block.first_op else None
    steps = {} if reader is None else _in_steps(block, reader)
    known = dict[Hashable, Operation]()
    for op in list(block.ops):
        if op.regions or reader is None:
            return
        if not is_a(op, LOADS) and not is_pure(op):
            # What was loaded may be something else now.
            known = {key: value for key, value in known.items() if not is_a(value, LOADS)}
            continue
        if len(op.results) != 1 or is_a(op, _NO_VALUE):
            continue
        key = _key_of(op, reader, steps)
        if key in known:
            Rewriter.replace_op(op, [], known[key].results)
        else:
            known[key] = op


def _in_steps(block: Block, reader: InstanceReader) -> dict[str, Expr]:
    """The iterators around a block, each by how many iterations there were before."""
    found, op = dict[str, Expr](), block.parent_op()
    while op is not None:
        if isinstance(op, affine.ForOp) and (first := constant_lower(op)) is not None:
            name = str(reader.index(op.body.block.args[0]))
            found[name] = op.step.value.data * var(name) + first
        op = op.parent_op()
    return found


def _key_of(op: Operation, reader: InstanceReader, steps: Mapping[str, Expr]) -> Hashable:
    """What tells operations apart that may give different values."""
    result = op.results[0].type
    if result == IndexType() and (index := reader.index(op.results[0])) is not None:
        return _key([index], steps)
    properties = frozenset(op.properties.items())
    if not is_a(op, LOADS) or (cell := reader.cell(op)) is None:
        return type(op), result, tuple(op.operands), properties
    mask = [value for value in op.operands if is_vector(value.type)]
    named = frozenset((name, value) for name, value in op.properties.items() if name != "map")
    return type(op), result, buffer_of(op), _key(cell, steps), tuple(mask), named
