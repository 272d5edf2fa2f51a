"""Which elementwise operations are computed where their results are read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from ..bridge import bindings
from .generics import axes, count_of_inputs, is_elementwise, is_free, is_generic, loop_sizes
from .operand_orders import transposed_operands

_BARRIER = "pad.computed_once"


@contextmanager
def computed_once(module: Any, walk: Callable[[Any], Sequence[Any]]) -> Generator[None]:
    """
    Keep fusion, within the block, from computing an element more than once.

    Upstream makes each elementwise operation with one use a part of the operation that reads its
    result. If that is a product of matrices, or a broadcast, it reads each element many times, and
    each time would compute it again. Copies, transposes, broadcasts and conversions to wider types
    may go into such an operation, but for transposes that let vectors be loaded; what computes
    stays outside, and what it makes is stored in the narrowest type that it has.
    """
    context = module.context
    before = context.allow_unregistered_dialects
    context.allow_unregistered_dialects = True
    try:
        _insert_barriers([op for op in walk(module) if is_generic(op)])
        yield
        for op in walk(module):
            if op.name == _BARRIER:
                op.results[0].replace_all_uses_with(op.operands[0])
                op.erase()
    finally:
        context.allow_unregistered_dialects = before


def _insert_barriers(operations: Sequence[Any]) -> None:
    for op in operations:
        for number in transposed_operands(op):
            _insert_barrier(op, number)
        for number in range(count_of_inputs(op)):
            if _reads_again(op, number):
                reader, at = _first_reader(op, number)
                producer = reader.operands[at].owner
                if is_elementwise(producer) and _is_worth_storing(producer):
                    _insert_barrier(reader, at)


def _first_reader(op: Any, number: int) -> tuple[Any, int]:
    """Follow an operand back through what is free; return the first reader and its operand."""
    producer = op.operands[number].owner
    while is_free(producer):
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
    own = axes(op, number)
    return any(size != 1 for loop, size in enumerate(loop_sizes(op)) if loop not in own)


def _is_worth_storing(op: Any) -> bool:
    """
    Whether an operation computes more than its loads and stores cost. One element is kept in a
    register, conditions are worse to load than to compute, and an index costs nothing.
    """
    type = op.results[0].type
    return bool(type.shape) and str(type.element_type) != "i1" and count_of_inputs(op) > 0
