"""The axes that the indices of a flat buffer are sums of products of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Operation, SSAValue

from ...analysis.instances.reader import InstanceReader
from ...analysis.instances.sizes import known_sizes
from ...dialect.ir.effects import may_not_end
from ...dialect.ir.memory_access import access_of
from ...dialect.ir.operations import operation_name, operations_in
from ...dialect.ir.reasons import Declined
from ...index.expr import Expr, all_of, eq, var, within
from ...index.nonlinear.polynomials import Polynomial, plus, times, without, written
from ...index.normal import ONE, terms
from ...index.queries.conditions import is_implied
from ...index.queries.instances import Instances
from ...index.sets.engine import GaveUp

_MOST_AXES = 4


@dataclass(frozen=True)
class FlatAxes:
    """The sizes of all axes but the first, and the index of each access along all of them."""

    sizes: tuple[str, ...]
    indices: Mapping[Operation, tuple[Expr, ...]]


@dataclass(frozen=True)
class _Access:
    op: Operation
    index: Polynomial
    instances: Instances
    known: Expr
    """What holds when it runs."""


def axes_of(accesses: Sequence[Operation], reader: InstanceReader) -> FlatAxes | None:
    """
    The axes of the buffer that all these accesses are of; None where no index multiplies what is
    known at run time only.

    Raises Declined where the indices are of no such axes, or a row may not be whole.
    """
    if all(reader.cell(op) is not None for op in accesses):
        return None
    indices = [_index(op, reader) for op in accesses]
    if not any(index is not None and _multiplies(index) for index in indices):
        return None
    found = [_access(op, i, reader) for op, i in zip(accesses, indices, strict=True)]
    split = _split(found, [each.index for each in found], reader)
    if split is None:
        op = next(each.op for each in found if _multiplies(each.index))
        raise Declined(
            "its index is not shown to be a row times a size, and a place from 0 on below that "
            "size, by one size for all accesses",
            op,
            reason="index",
        )
    sizes, indices = split
    function = reader.scope.parent_op()
    assert function is not None
    hanging = next(filter(may_not_end, operations_in(function.regions[0])), None)
    if hanging is not None:
        text = f"'{operation_name(hanging)}' may keep it from the ends of its rows"
        raise Declined(text, hanging, reason="last-row")
    for number, access in enumerate(found):
        if not any(
            _reaches_end(access, indices[number], o, indices[k], sizes)
            for k, o in _nearest_first(found, number)
        ):
            raise Declined(
                "its last row may end before the others do: no access is shown to reach the end "
                "of each row",
                access.op,
                reason="last-row",
            )
    return FlatAxes(sizes, {a.op: i for a, i in zip(found, indices, strict=True)})


def _nearest_first(found: Sequence[_Access], number: int) -> Iterator[tuple[int, _Access]]:
    yield number, found[number]
    yield from ((k, other) for k, other in enumerate(found) if k != number)


def _index(op: Operation, reader: InstanceReader) -> Polynomial | None:
    """The index of an access, None where it is no sum of products."""
    access = access_of(op)
    operands = [reader.index_with_products(value) for value in access.index_operands(op)]
    given = [operand for operand in operands if operand is not None]
    if len(given) < len(operands):
        return None
    (index,) = access.index(op, given)
    spelled_out = reader.spelled_out(index)
    try:
        return None if spelled_out is None else _polynomial(spelled_out)
    except GaveUp:
        return None


def _access(op: Operation, index: Polynomial | None, reader: InstanceReader) -> _Access:
    instances, stage = reader.instances(op), reader.stage(op)
    if index is None or instances is None or stage is None:
        raise Declined("its index is not a sum of products of loops and sizes", op, reason="index")
    return _Access(op, index, instances, instances.condition & known_sizes(stage, reader))


def _multiplies(index: Polynomial) -> bool:
    return any(len(monomial) > 1 for monomial in index)


def _polynomial(expr: Expr) -> Polynomial:
    """A sum of products of names, of which a quotient counts as one."""
    found: Polynomial = {}
    for term, factor in terms(expr).items():
        part: Polynomial = {(): 1}
        if term.op == "*":
            for operand in term.operands:
                part = times(part, _polynomial(operand))
        elif term is not ONE:
            part = {(term,): 1}
        found = plus(found, part, factor)
    return found


def _split(
    accesses: Sequence[_Access], indices: Sequence[Polynomial], reader: InstanceReader
) -> tuple[tuple[str, ...], list[tuple[Expr, ...]]] | None:
    """The sizes of the inner axes, and the indices along all axes; None where none are shown."""
    if not any(map(_multiplies, indices)):
        return (), [(written(index),) for index in indices]
    for size in _sizes_in(accesses, indices, reader):
        parts = [_divided(index, var(size)) for index in indices]
        if not all(
            _is_place(a, place, size) for a, (_, place) in zip(accesses, parts, strict=True)
        ):
            continue
        outer = _split(accesses, [row for row, _ in parts], reader)
        if outer is not None and len(outer[0]) < _MOST_AXES:
            sizes, rows = outer
            places = (written(place) for _, place in parts)
            return (*sizes, size), [(*r, p) for r, p in zip(rows, places, strict=True)]
    return None


def _sizes_in(
    accesses: Sequence[_Access], indices: Sequence[Polynomial], reader: InstanceReader
) -> list[str]:
    """The names of values that an index multiplies, and that are there before all accesses."""
    factors = [f for index in indices for monomial in index if len(monomial) > 1 for f in monomial]
    names = dict.fromkeys(str(f) for f in factors if f.op == "var")
    stages = {reader.stage(access.op) for access in accesses}
    first = next(op for op in reader.scope.ops if op in stages)
    return [name for name in names if _is_before(reader.find_value(name), first)]


def _is_before(value: SSAValue | None, first: Operation) -> bool:
    """Whether a value is an index that is there before an operation of a function's block."""
    if value is None or not isinstance(value.type, IndexType):
        return False
    owner = value.owner
    if not isinstance(owner, Operation):
        return owner is first.parent
    return owner.parent is first.parent and owner.is_before_in_block(first)


def _divided(index: Polynomial, size: Expr) -> tuple[Polynomial, Polynomial]:
    """The factor of a size in an index, and the rest, which has it in no term."""
    row: Polynomial = {}
    place: Polynomial = {}
    for monomial, number in index.items():
        rest = without(monomial, (size,))
        if rest is None:
            place = plus(place, {monomial: number})
        else:
            row = plus(row, {rest: number})
    return row, place


def _is_place(access: _Access, place: Polynomial, size: str) -> bool:
    if _multiplies(place):
        return False
    return is_implied(access.known, within(written(place), var(size)))


def _reaches_end(
    access: _Access,
    index: Sequence[Expr],
    other: _Access,
    others: Sequence[Expr],
    sizes: Sequence[str],
) -> bool:
    """
    Whether another access, or this one in another iteration, is of the last cell of the row that
    an access is of, whenever that runs: then all of the row is in the buffer.
    """
    if not other.instances.exact:
        return False
    last = dict[str, Expr]()
    for place, size in zip(others[1:], sizes, strict=True):
        summands = dict(terms(place))
        shift = summands.pop(ONE, 0)
        if len(summands) != 1:
            return False
        ((term, factor),) = summands.items()
        name = str(term)
        if factor != 1 or name not in other.instances.iterators or name in last:
            return False
        last[name] = var(size) - 1 - shift
    same_row = eq(others[0].substitute(last), index[0])
    return is_implied(access.known, all_of([other.instances.condition.substitute(last), same_row]))
