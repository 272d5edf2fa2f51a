"""
Names of operations, and the operations inside one as lists: xDSL's `walk` resumes a generator of
each level.
"""

# A property is a call of a function, and most passes walk over all operations several times.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.traits import OpTrait

if TYPE_CHECKING:
    from typing_extensions import TypeIs

_Kind = TypeVar("_Kind", bound=Operation)
_Class = TypeVar("_Class")
_Trait = TypeVar("_Trait", bound=OpTrait)
_FUNCTION, _GLOBAL = (func.FuncOp,), (memref.GlobalOp,)


def operation_name(op: Operation) -> str:
    """Return the operation's name as written in the source, for unregistered operations too."""
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def operations_in(root: Operation | Region | Block) -> list[Operation]:
    """Return the operations of `root.walk()`, in that order, as a list."""
    found = list[Operation]()
    if isinstance(root, Block):
        _gather(root, found)
        return found
    regions = (root,) if isinstance(root, Region) else root.regions
    if isinstance(root, Operation):
        found.append(root)
    for region in regions:
        for block in region.blocks:
            _gather(block, found)
    return found


def operations_of(root: Operation | Region | Block, *kinds: type[_Kind]) -> list[_Kind]:
    """Return the operations of these types in `root.walk()`, in that order."""
    found = [op for op in operations_in(root) if _is_subclass(type(op), kinds)]
    return cast("list[_Kind]", found)


def is_a(value: object, kinds: tuple[type[_Class], ...]) -> TypeIs[_Class]:
    """
    As `isinstance`, where many are looked at: each class is asked once, as xDSL's are abstract
    ones, of which Python asks ten times as long.
    """
    return _is_subclass(type(value), kinds)


@cache
def _is_subclass(cls: type, kinds: tuple[type, ...]) -> bool:
    return issubclass(cls, kinds)


class Implementations(dict[type[Operation], _Trait | None], Generic[_Trait]):
    """
    How each class of operations implements an interface, by class: as given here, else by its trait
    of that kind, else as a class that it extends does; None where it does not.
    """

    def __init__(self, trait: type[_Trait], given: Mapping[type[Operation], _Trait]):
        super().__init__(given)
        self._trait = trait
        self._given = given

    def __missing__(self, cls: type[Operation]) -> _Trait | None:
        inherited = (self._given[base] for base in cls.__mro__ if base in self._given)
        found = self[cls] = cls.get_trait(self._trait) or next(inherited, None)
        return found


def declared_types(op: Operation) -> list[Attribute]:
    """The types of an operation's results and block arguments, and of a function or a global."""
    types: list[Attribute] = [result._type for result in op.results]
    for region in op.regions:
        block = region._first_block
        while block is not None:
            types += [argument._type for argument in block._args]
            block = block._next_block
    if is_a(op, _FUNCTION):
        types += op.function_type.inputs.data
        types += op.function_type.outputs.data
    elif is_a(op, _GLOBAL):
        types.append(op.type)
    return types


def types_in(root: Operation) -> list[tuple[Attribute, Operation]]:
    """
    Each type that is declared inside, with the first operation that declares it.

    Equal types may come again: to tell the same object takes no time.
    """
    found: dict[int, tuple[Attribute, Operation]] = {}
    for op in operations_in(root):
        for type in declared_types(op):
            if id(type) not in found:
                found[id(type)] = type, op
    return list(found.values())


def _gather(block: Block, found: list[Operation]) -> None:
    op = block._first_op
    while op is not None:
        found.append(op)
        for region in op.regions:
            inner = region._first_block
            while inner is not None:
                _gather(inner, found)
                inner = inner._next_block
        op = op._next_op
