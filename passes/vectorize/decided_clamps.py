"""Splits a loop where indices are clamped to an array, so that most iterations clamp nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.dialects import affine, memref
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.affine_conversion import from_affine_map
from ...dialect.ir.operations import is_a, operations_of
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...dialect.xdsl_compat.cloning import cloned
from ...dialect.xdsl_compat.operations.affine_maps import MaxOp
from ...index.expr import var
from ...index.normal import ONE, Terms, add, terms
from ..common.for_loops import constant_lower, extent_of
from ..common.generated_stages import remove_stage_marker
from ..simplify.decided_conditions import outermost_block

_CLAMPS = (affine.MinOp, MaxOp)
_MOST_SPLITS = 4
"""Of one loop: both ends of an index, and of another one."""
_MANY = 1 << 20
"""Iterations that a loop is taken to have whose number is known at run time only."""


@dataclass(frozen=True)
class _Decided:
    """
    A clamp that takes one result in the iterations from `first` on, without the last ones, of which
    there are `left`.
    """

    op: affine.MinOp | MaxOp
    result: int
    first: int
    left: int


def split_at_clamps(loop: affine.ForOp) -> list[affine.ForOp]:
    """
    Split a loop whose iterations move an index that `affine.min` or `max` clamps.

    The parts are in order; in the one of most iterations the index is not clamped. The loop itself
    is the only part where it carries values, begins at no constant, ends at more than one bound, or
    clamps nothing along a row, nor anything else in each iteration of a loop inside that does not
    change it.
    """
    parts = [loop]
    if loop.results or loop.step.value.data != 1:
        return parts
    for _ in range(_MOST_SPLITS):
        middle = max(parts, key=_length)
        found = _most_decided(middle)
        if found is None:
            break
        place = parts.index(middle)
        parts[place : place + 1] = _split(middle, found)
    return parts


def _length(loop: affine.ForOp) -> int:
    """How many iterations a loop has, or is taken to have; 0 where it cannot be split."""
    if loop.lowerBoundOperands or len(loop.upperBoundMap.data.results) != 1:
        return 0
    extent = extent_of(loop)
    return _MANY if extent is None else extent


def _most_decided(loop: affine.ForOp) -> _Decided | None:
    """The clamp of an index that is decided in most iterations; None if none is."""
    reader = InstanceReader(outermost_block(loop))
    name, first, length = _name(loop, reader), constant_lower(loop), _length(loop)
    end = _end(loop, reader)
    if first is None or not length or end is None:
        return None
    accesses = operations_of(loop.body, memref.LoadOp, memref.StoreOp)
    along = {op.indices[-1] for op in accesses if op.indices}
    across = {index for op in accesses for index in op.indices[:-1]}
    ranges = _ranges_inside(loop, reader)
    best, fewest = None, length - length // 2
    for op in operations_of(loop.body, *_CLAMPS):
        if not _reaches(op.results[0], along) and not (
            _reaches(op.results[0], across) and _is_computed_again(op, loop, reader)
        ):
            continue
        for number in range(len(op.map.data.results)):
            span = _where_decided(op, number, name, end, ranges, reader)
            if span is None:
                continue
            low, left = max(span[0], first), max(span[1], 0)
            if low - first + left < fewest:
                best, fewest = _Decided(op, number, low, left), low - first + left
    return best


def _end(loop: affine.ForOp, reader: InstanceReader) -> Terms | None:
    """Where a loop with one upper bound ends; None if that is not known."""
    operands = [reader.index(operand) for operand in loop.upperBoundOperands]
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    return terms(from_affine_map(loop.upperBoundMap.data, known)[0])


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
    end: Terms,
    ranges: Mapping[str, tuple[int, int]],
    reader: InstanceReader,
) -> tuple[int, int] | None:
    """
    From which iteration on a result certainly is the one that is taken, and of how many of the last
    ones that is not known.
    """
    operands = [reader.index(operand) for operand in op.operands]
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands):
        return None
    results = from_affine_map(op.map.data, known)
    sign = 1 if isinstance(op, MaxOp) else -1
    low, left = -_MANY, -_MANY
    for other, result in enumerate(results):
        if other == number:
            continue
        # The result is taken where sign * (result - other) >= 0.
        distance = add({}, add(terms(results[number]), terms(result), -1), sign)
        factor = distance.pop(var(name), 0)
        if abs(factor) > 1:
            return None
        if factor == -1:  # and so in the iterations up to the least distance
            distance = add(distance, end, -1)
        least = _least(distance, ranges)
        if least is None or (not factor and least < 0):
            return None
        if factor == 1:
            low = max(low, -least)
        elif factor == -1:
            left = max(left, -1 - least)
    return low, left


def _least(summands: Terms, ranges: Mapping[str, tuple[int, int]]) -> int | None:
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
    """
    The iterations before, those in which the clamp is decided, and those after.

    A loop that ends at run time may do so before the clamp is decided: then none is, and all others
    stay in order.
    """
    parts, lower, extent = [loop], constant_lower(loop), extent_of(loop)
    assert lower is not None
    (upper,), first = loop.upperBoundMap.data.results, AffineExpr.constant(found.first)
    if extent is None:
        end, firsts, ends = upper - found.left, [upper, first], [first, upper - found.left]
    else:
        end = AffineExpr.constant(lower + extent - found.left)
        firsts, ends = [first], [end]
    if lower != found.first:
        parts.insert(0, _part(loop, loop.lowerBoundMap.data, firsts))
        Rewriter.insert_op(parts[0], InsertPoint.before(loop))
    if found.left:
        parts.append(_part(loop, _of_size(loop, ends), [upper]))
        Rewriter.insert_op(parts[-1], InsertPoint.after(loop))
    loop.lowerBoundMap = AffineMapAttr(AffineMap.constant_map(found.first))
    loop.upperBoundMap = AffineMapAttr(_of_size(loop, [end]))
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


def _part(loop: affine.ForOp, lower: AffineMap, uppers: list[AffineExpr]) -> affine.ForOp:
    """A copy of a loop with other bounds."""
    copy = cloned(loop)
    part = affine_for(
        loop.upperBoundOperands if lower.num_dims + lower.num_symbols else (),
        loop.upperBoundOperands,
        (),
        AffineMapAttr(lower),
        AffineMapAttr(_of_size(loop, uppers)),
        copy.detach_region(copy.body),
        copy.step,
    )
    part.attributes.update(copy.attributes)
    part.location = copy.location
    return part


def _of_size(loop: affine.ForOp, bounds: list[AffineExpr]) -> AffineMap:
    """A map of the operands of a loop's upper bound."""
    map = loop.upperBoundMap.data
    return AffineMap(map.num_dims, map.num_symbols, tuple(bounds))


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
