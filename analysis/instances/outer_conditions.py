"""Conditions that hold in a block because of the loops and ifs around it."""

from __future__ import annotations

from xdsl.ir import Block
from xdsl.traits import IsolatedFromAbove

from ...index.expr import TRUE, Expr
from .reader import InstanceReader


def reader_below(scope: Block) -> InstanceReader:
    """A reader of a block that takes the loops and conditions around it for granted."""
    reader = InstanceReader(scope)
    reader.take_for_granted(holds_around(scope, reader))
    return reader


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
