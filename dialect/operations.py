"""
Names of operations, and the operations inside one as lists: xDSL's `walk` resumes a generator of
each level.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Operation, Region

_Kind = TypeVar("_Kind", bound=Operation)


def operation_name(op: Operation) -> str:
    """The name in the source, also of an operation that no dialect here has."""
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def operations_in(root: Operation | Region | Block) -> list[Operation]:
    """What `root.walk()` gives, in that order, as it is now."""
    found = list[Operation]()
    if isinstance(root, Operation):
        found.append(root)
        _gather(root.regions, found)
    elif isinstance(root, Region):
        _gather((root,), found)
    else:
        _gather_block(root, found)
    return found


def operations_of(root: Operation | Region | Block, kind: type[_Kind]) -> list[_Kind]:
    """Those of a kind; each class is asked once, which is what takes time in a test of types."""
    ops, is_kind, found = operations_in(root), dict[type[Operation], bool](), list[_Kind]()
    for op in ops:
        cls = type(op)
        if cls not in is_kind:
            is_kind[cls] = issubclass(cls, kind)
        if is_kind[cls]:
            found.append(cast("_Kind", op))
    return found


def _gather(regions: Sequence[Region], found: list[Operation]) -> None:
    for region in regions:
        block = region.first_block
        while block is not None:
            _gather_block(block, found)
            block = block.next_block


def _gather_block(block: Block, found: list[Operation]) -> None:
    op = block.first_op
    while op is not None:
        found.append(op)
        if op.regions:
            _gather(op.regions, found)
        op = op.next_op
