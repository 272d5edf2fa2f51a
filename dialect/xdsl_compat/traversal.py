"""The operations inside one as a list, their names, and their classes."""

# xDSL's `walk` resumes a generator of each level, and its properties are calls of functions: most
# passes walk over all operations several times. With properties in place of private fields, the
# slowest benchmark kernel's compile takes 2 % more instructions, and products come to over 10 %
# with what has gone besides.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar, cast

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Operation, Region

if TYPE_CHECKING:
    from typing_extensions import TypeIs

_Class = TypeVar("_Class")
_OPERATION, _REGION, _UNREGISTERED = (Operation,), (Region,), (UnregisteredOp,)


def operation_name(op: Operation) -> str:
    """Return the operation's name as written in the source, for unregistered operations too."""
    return op.op_name.data if is_a(op, _UNREGISTERED) else op.name


def operations_in(root: Operation | Region | Block) -> list[Operation]:
    """Return the operations of `root.walk()`, in that order, as a list."""
    found = list[Operation]()
    regions = (root,) if is_a(root, _REGION) else ()
    if is_a(root, _OPERATION):
        found.append(root)
        regions = root.regions
    elif not regions:
        _gather(cast("Block", root), found)
    for region in regions:
        block = region._first_block
        while block is not None:
            _gather(block, found)
            block = block._next_block
    return found


def operations_directly_in(block: Block) -> list[Operation]:
    """Return the operations of a block as a list, without those inside of them."""
    found, op = list[Operation](), block._first_op
    while op is not None:
        found.append(op)
        op = op._next_op
    return found


def is_a(value: object, kinds: tuple[type[_Class], ...]) -> TypeIs[_Class]:
    """
    As `isinstance`, where many are looked at: each class is asked once, as xDSL's are abstract
    ones, of which Python asks ten times as long (2 % of a compile's instructions).
    """
    return is_subclass(type(value), kinds)


@cache
def is_subclass(cls: type, kinds: tuple[type, ...]) -> bool:
    """As `issubclass`, each class once."""
    return issubclass(cls, kinds)


def _gather(block: Block, found: list[Operation]) -> None:
    op = block._first_op
    while op is not None:
        found.append(op)
        if op.regions:  # few have any
            for region in op.regions:
                inner = region._first_block
                while inner is not None:
                    _gather(inner, found)
                    inner = inner._next_block
        op = op._next_op
