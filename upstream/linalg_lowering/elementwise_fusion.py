"""Which elementwise operations are computed where their results are read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from ..bridge import bindings

_GENERIC, _YIELD = "linalg.generic", "linalg.yield"
_PARALLEL = "#linalg.iterator_type<parallel>"
_BARRIER = "pad.computed_once"
_RESHAPES = ("tensor.collapse_shape", "tensor.expand_shape")
_WIDENING = ("arith.extf", "arith.extsi", "arith.extui")
_FREE = (_YIELD, *_WIDENING)


@contextmanager
def computed_once(module: Any, walk: Callable[[Any], Sequence[Any]]) -> Generator[None]:
    """
    Keep fusion, within the block, from computing an element more than once.

    Upstream makes each elementwise operation with one use a part of the operation that reads its
    result. If that is a product of matrices, or a broadcast, it reads each element many times, and
    each time would compute it again. Copies, transposes, broadcasts and conversions to wider types
    may go into such an operation; what computes stays outside, and what it makes is stored in the
    narrowest type that it has.
    """
    context = module.context
    before = context.allow_unregistered_dialects
    context.allow_unregistered_dialects = True
    try:
        _insert_barriers([op for op in walk(module) if op.name == _GENERIC])
        yield
        for op in walk(module):
            if op.name == _BARRIER:
                op.results[0].replace_all_uses_with(op.operands[0])
                op.erase()
    finally:
        context.allow_unregistered_dialects = before


def is_fill(op: Any) -> bool:
    """Whether an operation, a generic one too, gives all elements of a new tensor one value."""
    if op.name == "linalg.fill":
        return len(op.results) == 1
    if op.name != _GENERIC or not _is_elementwise(op) or _count_of_inputs(op) > 0:
        return False
    body = op.regions[0].blocks[0]
    return len(body.operations) == 1 and body.operations[0].operands[0] not in body.arguments


def _insert_barriers(operations: Sequence[Any]) -> None:
    for op in operations:
        for number in range(_count_of_inputs(op)):
            if _reads_again(op, number):
                reader, at = _first_reader(op, number)
                producer = reader.operands[at].owner
                if _is_elementwise(producer) and _is_worth_storing(producer):
                    _insert_barrier(reader, at)


def _first_reader(op: Any, number: int) -> tuple[Any, int]:
    """Follow an operand back through what is free; return the first reader and its operand."""
    producer = op.operands[number].owner
    while _is_free(producer):
        op, number = producer, 0
        producer = op.operands[number].owner
    return op, number


def _insert_barrier(op: Any, number: int) -> None:
    ir, value = bindings("ir"), op.operands[number]
    with ir.InsertionPoint(op), op.location:
        kept = ir.Operation.create(_BARRIER, [value.type], [value])
    op.operands[number] = kept.results[0]


def _reads_again(op: Any, number: int) -> bool:
    """Whether a loop that has more than one turn goes over the same elements of an operand."""
    ir = bindings("ir")
    map = op.attributes["indexing_maps"][number].value
    own = {each.position for each in map.results if isinstance(each, ir.AffineDimExpr)}
    return any(size != 1 for k, size in enumerate(_sizes(op, map.n_dims)) if k not in own)


def _sizes(op: Any, rank: int) -> list[int]:
    """The turns of each loop, as far as an operand tells; open ones are negative, others are 0."""
    ir, found = bindings("ir"), [0] * rank
    for value, attribute in zip(op.operands, op.attributes["indexing_maps"], strict=True):
        shape = ir.ShapedType(value.type).shape if isinstance(value.type, ir.ShapedType) else []
        for size, each in zip(shape, attribute.value.results, strict=False):
            if isinstance(each, ir.AffineDimExpr):
                found[each.position] = size
    return found


def _is_elementwise(op: Any) -> bool:
    if not _is_operation(op) or op.name != _GENERIC or len(op.results) != 1:
        return False
    return all(str(each) == _PARALLEL for each in op.attributes["iterator_types"])


def _is_operation(value: Any) -> bool:
    return not isinstance(value, bindings("ir").Block)


def _is_free(op: Any) -> bool:
    """Whether an operation on one tensor costs less where it is read than a buffer for it."""
    if _is_operation(op) and op.name in _RESHAPES:
        return True
    if not _is_elementwise(op) or _count_of_inputs(op) != 1:
        return False
    return all(each.name in _FREE for each in op.regions[0].blocks[0])


def _is_worth_storing(op: Any) -> bool:
    """
    Whether an operation computes more than its loads and stores cost. One element is kept in a
    register, conditions are worse to load than to compute, and an index costs nothing.
    """
    type = op.results[0].type
    return bool(type.shape) and str(type.element_type) != "i1" and _count_of_inputs(op) > 0


def _count_of_inputs(op: Any) -> int:
    return len(op.operands) - len(op.results)
