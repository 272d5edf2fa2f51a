"""Copies of operations, and new ones without regions, in a fifth of the steps of xDSL's."""

# xDSL's way to build an operation is for what a user may have got wrong; a copy is right. A compile
# copies its module twice: with xDSL's `clone`, the compile of the slowest benchmark kernel takes
# 4 % more instructions and the compile of conv2d 5 %; with all other shims gone, more than 10 %.
# Formulas of mathematical functions are some thirty operations each: with xDSL's `create` and its
# insertion, which looks at all operations around, the compile of softmax takes 1.5 % more.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Operation,
    OpResult,
    Region,
    SSAValue,
    SSAValues,
    Use,
)
from xdsl.irdl import IRDLOperation

_Kind = TypeVar("_Kind", bound=Operation)


def cloned(op: _Kind) -> _Kind:
    """An operation of its own with all that is inside; what is outside is used by both."""
    cloning = _Cloning()
    copy = cloning.operation(op)
    cloning.finish()
    return copy


def created(
    kind: type[_Kind],
    operands: Sequence[SSAValue],
    result_types: Sequence[Attribute],
    properties: Mapping[str, Attribute],
    location: LocationAttr,
) -> _Kind:
    """An operation without regions: `create` of its class."""
    op = kind.__new__(kind)
    op._operands = SSAValues(operands)
    op._operand_uses = tuple([Use(op, k) for k in range(len(operands))])
    for value, use in zip(operands, op._operand_uses, strict=True):
        value.add_use(use)
    op.results = SSAValues([OpResult(type, op, k) for k, type in enumerate(result_types)])
    op.properties, op.attributes, op.location = dict(properties), {}, location
    if _has_defaults(kind):
        op.__post_init__()
    return op


def put_before(op: Operation, place: Operation) -> None:
    """Insert a new operation without regions into a block, before another one of it."""
    block, before = place.parent, place._prev_op
    assert block is not None
    assert not op.regions
    op.parent, op._prev_op, op._next_op, place._prev_op = block, before, place, op
    if before is None:
        block._first_op = op
    else:
        before._next_op = op


class _Cloning:
    """The clones of values and blocks inside; the originals live as long."""

    def __init__(self) -> None:
        self._values = dict[int, SSAValue]()
        self._blocks = dict[int, Block]()
        self._early = list[tuple[Operation, Operation]]()
        """Copies that use what was not known then: it is outside, or comes later."""

    def operation(self, op: _Kind) -> _Kind:
        copy = type(op).__new__(type(op))
        values = self._values
        try:
            operands = SSAValues([values[id(value)] for value in op._operands])
        except KeyError:
            operands = op._operands
            self._early.append((op, copy))
        copy._operands = operands
        copy._operand_uses = tuple([Use(copy, k) for k in range(len(operands))])
        for value, use in zip(operands, copy._operand_uses, strict=True):
            value.add_use(use)
        copy.results = SSAValues([OpResult(old._type, copy, old.index) for old in op.results])
        for old, result in zip(op.results, copy.results, strict=True):
            result._name = old._name
            values[id(old)] = result
        copy.properties, copy.attributes = op.properties.copy(), op.attributes.copy()
        copy.location = op.location
        if op._successors:
            copy.successors = [self._blocks.get(id(b), b) for b in op._successors]
        for region in op.regions:
            copy.add_region(self._region(region))
        if _has_defaults(type(op)):
            copy.__post_init__()
        return copy

    def finish(self) -> None:
        for op, copy in self._early:
            copy.operands = [self._values.get(id(value), value) for value in op._operands]

    def _region(self, region: Region) -> Region:
        blocks = list(region.blocks)
        copies = [Block() for _ in blocks]
        self._blocks.update(zip(map(id, blocks), copies, strict=True))
        for block, copy in zip(blocks, copies, strict=True):
            self._fill(copy, block)
        return Region(copies)

    def _fill(self, copy: Block, block: Block) -> None:
        copy._args = tuple([BlockArgument(a._type, copy, a.index, a.location) for a in block._args])
        for old, argument in zip(block._args, copy._args, strict=True):
            argument._name = old._name
            self._values[id(old)] = argument
        op, last = block._first_op, None
        while op is not None:
            new = self.operation(op)
            new.parent = copy
            if last is None:
                copy._first_op = new
            else:
                last._next_op, new._prev_op = new, last
            op, last = op._next_op, new
        copy._last_op = last


@cache
def _has_defaults(kind: type[Operation]) -> bool:
    """Whether an operation of this class gets properties or attributes that it is not given."""
    if not issubclass(kind, IRDLOperation):
        return False
    definition = kind.get_irdl_definition()
    given = (*definition.properties.values(), *definition.attributes.values())
    return any(one.default_value is not None for one in given)
