"""Conditions that hold in a block because of the loops and ifs around it."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import IndexType, MemRefType
from xdsl.ir import Block, Operation
from xdsl.traits import IsolatedFromAbove

from ...index.expr import TRUE, Expr, all_of, conjuncts
from .reader import InstanceReader
from .sizes import known_sizes


def reader_below(scope: Block) -> InstanceReader:
    """A reader of a block that takes the loops and conditions around it for granted."""
    reader = InstanceReader(scope)
    reader.take_for_granted(holds_around(scope, reader))
    return reader


def reader_with_sizes(scope: Block, stage: Operation) -> InstanceReader:
    """
    As `reader_below`, taking for granted too what is known of sizes when a stage of the block runs,
    as far as values of the program are these sizes.
    """
    reader = InstanceReader(scope)
    granted = [holds_around(scope, reader)]
    if _has_sizes(scope):
        for fact in conjuncts(known_sizes(stage, reader)):
            if all(reader.find_value(name) is not None for name in fact.variables()):
                granted.append(fact)
    reader.take_for_granted(all_of(granted))
    return reader


def _has_sizes(scope: Block) -> bool:
    """Whether the function around a block is given a size, or a buffer of unknown size."""
    top = scope
    while (op := top.parent_op()) is not None and not isinstance(op, func.FuncOp):
        if op.parent is None:
            return False
        top = op.parent
    types = [argument.type for argument in top.args]
    return any(
        isinstance(type, IndexType)
        or (isinstance(type, MemRefType) and not type.has_static_shape())
        for type in types
    )


def holds_around(scope: Block, reader: InstanceReader) -> Expr:
    """
    The condition of the loops and ifs around the block of a reader.

    It is in the reader's names, to which all that is defined outside of the block is a name.
    """
    top, first = scope, scope.first_op
    while (op := top.parent_op()) is not None and not op.has_trait(IsolatedFromAbove):
        if op.parent is None:
            break
        top = op.parent
    if top is scope or first is None:
        return TRUE
    outer = InstanceReader(top)
    instances = outer.surroundings(first)
    assert instances is not None
    names = list(dict.fromkeys(instances.condition.variables()))
    values = reader.indices([outer.value(name) for name in names])
    if values is None:
        return TRUE
    return instances.condition.substitute(dict(zip(names, values, strict=True)))
