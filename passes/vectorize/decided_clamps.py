"""Splits a loop where indices are clamped to an array, so that most iterations clamp nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.affine_conversion import from_affine_map
from ...dialect.ir.operations import is_a, operations_of
from ...dialect.xdsl_compat.cloning import cloned
from ...dialect.xdsl_compat.operations.affine_maps import MaxOp
from ...index.expr import Expr, var
from ...index.normal import ONE, add, terms
from ..common.for_loops import constant_lower, extent_of
from ..common.generated_stages import remove_stage_marker
from ..simplify.decided_conditions import outermost_block

_CLAMPS = (affine.MinOp, MaxOp)
_MOST_SPLITS = 4
"""Of one loop: both ends of an index, and of another one."""


@dataclass(frozen=True)
class _Decided:
    """A clamp that takes one result in the iterations from `first` up to, without, `end`."""

    op: affine.MinOp | MaxOp
    result: int
    first: int
    end: int


def split_at_clamps(loop: affine.ForOp) -> list[affine.ForOp]:
    """
    Split a loop whose iterations move an index that `affine.min` or `max` clamps.

    The parts are in order; in the one of most iterations the index is not clamped. The loop itself
    is the only part where it carries values, has bounds that are not constants, or clamps nothing
    along a row, nor anything else in each iteration of a loop inside that does not change it.
    """
    parts = [loop]
    if loop.results or extent_of(loop) is None or loop.step.value.data != 1:
        return parts
    for _ in range(_MOST_SPLITS):
        middle = max(parts, key=lambda part: extent_of(part) or 0)
        found = _most_decided(middle)
        if found is None:
            break
        place = parts.index(middle)
        parts[place : place + 1] = _split(middle, found)
    return parts


def _most_decided(loop: affine.ForOp) -> _Decided | None:
    """The clamp of an index that is decided in most iterations; None if none is."""
    reader = InstanceReader(outermost_block(loop))
    name, first, extent = _name(loop, reader), constant_lower(loop), extent_of(loop)
    assert first is not None
    assert extent is not None
    accesses = operations_of(loop.body, memref.LoadOp, memref.StoreOp)
    along = {op.indices[-1] for op in accesses if op.indices}
    across = {index for op in accesses for index in op.indices[:-1]}
    ranges = _ranges_inside(loop, reader)
    best: _Decided | None = None
    for op in operations_of(loop.body, *_CLAMPS):
        if not _reaches(op.results[0], along) and not (
            _reaches(op.results[0], across) and _is_computed_again(op, loop, reader)
        ):
            continue
        for number in range(len(op.map.data.results)):
            span = _where_decided(op, number, name, ranges, reader)
            if span is None:
                continue
            low, high = max(span[0], first), min(span[1], first + extent)
            if high - low > (best.end - best.first if best is not None else extent // 2):
                best = _Decided(op, number, low, high)
    return best


def _reaches(value: SSAValue, indices: set[SSAValue]) -> bool:
    """Whether a value is one of these indices, clamped again or with something added."""
    if value in indices:
        return True
    users = [use.operation for use in value.uses]
    kinds = (*_CLAMPS, affine.ApplyOp)
    return any(is_a(user, kinds) and _reaches(user.results[0], indices) for user in users)


def _is_computed_again(
    op: affine.MinOp | MaxOp, loop: affine.ForOp, reader: InstanceReader
) -> bool:
    """
    Whether a loop inside computes a clamp again and again, which it does not vary with: one inside
    of that, which it varies with, keeps it there.
    """
    indices = [found for operand in op.operands if (found := reader.index(operand)) is not None]
    names = {name for index in indices for name in index.variables()}
    inner = [each for each in operations_of(loop.body, affine.ForOp) if each.is_ancestor(op)]
    varies = [_name(each, reader) in names for each in inner]
    return any(now and not all(varies[:place]) for place, now in enumerate(varies))


def _ranges_inside(loop: affine.ForOp, reader: InstanceReader) -> dict[str, tuple[int, int]]:
    """The first and the last value of the iterators of loops inside, if bounds are numbers."""
    ranges = dict[str, tuple[int, int]]()
    for inner in operations_of(loop.body, affine.ForOp):
        first, extent = constant_lower(inner), extent_of(inner)
        if first is not None and extent:
            last = first + (extent - 1) * inner.step.value.data
            ranges[_name(inner, reader)] = (first, last)
    return ranges


def _name(loop: affine.ForOp, reader: InstanceReader) -> str:
    return str(reader.index(loop.body.block.args[0]))


def _where_decided(
    op: affine.MinOp | MaxOp,
    number: int,
    name: str,
    ranges: Mapping[str, tuple[int, int]],
    reader: InstanceReader,
) -> tuple[int, int] | None:
    """From which iteration to which a result certainly is the one that is taken."""
    operands = [reader.index(operand) for operand in op.operands]
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    results = from_affine_map(op.map.data, known)
    sign = 1 if isinstance(op, MaxOp) else -1
    low, high = -(1 << 40), 1 << 40
    for other, result in enumerate(results):
        if other == number:
            continue
        # The result is taken where sign * (result - other) >= 0.
        distance = add({}, add(terms(results[number]), terms(result), -1), sign)
        factor = distance.pop(var(name), 0)
        least = _least(distance, ranges)
        if least is None or abs(factor) > 1 or (not factor and least < 0):
            return None
        if factor == 1:
            low = max(low, -least)
        elif factor == -1:
            high = min(high, least + 1)
    return low, high


def _least(summands: Mapping[Expr, int], ranges: Mapping[str, tuple[int, int]]) -> int | None:
    """The least value of a sum; None if a term of it has no known range."""
    total = 0
    for term, factor in summands.items():
        if term == ONE:
            total += factor
            continue
        name = next(iter(term.variables()), "")
        if term != var(name) or name not in ranges:
            return None
        first, last = ranges[name]
        total += factor * (first if factor > 0 else last)
    return total


def _split(loop: affine.ForOp, found: _Decided) -> list[affine.ForOp]:
    """The iterations before, those in which the clamp is decided, and those after."""
    first, extent = constant_lower(loop), extent_of(loop)
    assert first is not None
    assert extent is not None
    parts = [loop]
    if first < found.first:
        parts.insert(0, cloned(loop))
        Rewriter.insert_op(parts[0], InsertPoint.before(loop))
        _set_bounds(parts[0], first, found.first)
    if found.end < first + extent:
        parts.append(cloned(loop))
        Rewriter.insert_op(parts[-1], InsertPoint.after(loop))
        _set_bounds(parts[-1], found.end, first + extent)
    _set_bounds(loop, found.first, found.end)
    for part in parts[1:]:
        remove_stage_marker(part)
    map = found.op.map.data
    taken = AffineMap(map.num_dims, map.num_symbols, (map.results[found.result],))
    apply = affine.ApplyOp.create(
        operands=list(found.op.operands),
        result_types=list(found.op.result_types),
        properties={"map": AffineMapAttr(taken)},
    )
    apply.location = found.op.location
    apply.results[0].name_hint = found.op.results[0].name_hint
    Rewriter.replace_op(found.op, apply)
    return parts


def _set_bounds(loop: affine.ForOp, first: int, end: int) -> None:
    loop.lowerBoundMap = AffineMapAttr(AffineMap.constant_map(first))
    loop.upperBoundMap = AffineMapAttr(AffineMap.constant_map(end))


def is_clamped(outermost: affine.ForOp) -> bool:
    """Whether indices in a nest that carries no values are clamped."""
    return not outermost.results and bool(operations_of(outermost, *_CLAMPS))


def split_nest(outermost: affine.ForOp) -> tuple[list[affine.ForOp], set[affine.ForOp]]:
    """
    Split the loops of a nest at clamps of indices, those of each part for themselves.

    Returns the parts of the outermost loop, and all parts in which something is still clamped.
    """
    edges = set[affine.ForOp]()
    return _split_below(outermost, edges), edges


def _split_below(loop: affine.ForOp, edges: set[affine.ForOp]) -> list[affine.ForOp]:
    """The parts of a loop, in each of which the loops inside are split as well."""
    parts = split_at_clamps(loop)
    edges |= {*parts} - {loop}
    for part in parts:
        for inner in [op for op in part.body.block.ops if isinstance(op, affine.ForOp)]:
            _split_below(inner, edges)
    return parts
