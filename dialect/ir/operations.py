"""Names of operations, those inside one as lists, their types, and whether they are equal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar, cast

from xdsl.dialects import func, memref
from xdsl.ir import Attribute, Block, IRNode, Operation, Region, SSAValue
from xdsl.traits import OpTrait

from ..xdsl_compat.traversal import (
    is_a,
    is_subclass,
    operation_name,
    operations_directly_in,
    operations_in,
)

__all__ = [
    "Implementations",
    "are_equal",
    "declared_types",
    "is_a",
    "operation_name",
    "operations_directly_in",
    "operations_in",
    "operations_of",
    "types_in",
]
_Kind = TypeVar("_Kind", bound=Operation)
_Trait = TypeVar("_Trait", bound=OpTrait)
_FUNCTION, _GLOBAL = (func.FuncOp,), (memref.GlobalOp,)


def operations_of(root: Operation | Region | Block, *kinds: type[_Kind]) -> list[_Kind]:
    """Return the operations of these types in `root.walk()`, in that order."""
    found = [op for op in operations_in(root) if is_subclass(type(op), kinds)]
    return cast("list[_Kind]", found)


def are_equal(
    op: Operation,
    other: Operation,
    context: dict[IRNode | SSAValue, IRNode | SSAValue] | None = None,
) -> bool:
    """
    Return whether two operations are the same, with all inside; `context` maps values and blocks
    of the first to those of the second.

    xDSL's `is_structurally_equivalent` leaves out the types of results: `trunci` to i8 and to i16.
    """
    return op.is_structurally_equivalent(other, context) and all(
        [result.type for result in one.results] == [result.type for result in two.results]
        for one, two in zip(operations_in(op), operations_in(other), strict=True)
    )


class Implementations(dict[type[Operation], _Trait | None], Generic[_Trait]):
    """
    How each class of operations implements an interface, by class: as given here, else by its trait
    of that kind, else as a class that it extends does; None if it does not.
    """

    def __init__(self, trait: type[_Trait], given: Mapping[type[Operation], _Trait]):
        super().__init__(given)
        self._trait = trait
        self._given = given

    def __missing__(self, cls: type[Operation]) -> _Trait | None:
        inherited = (self._given[base] for base in cls.__mro__ if base in self._given)
        found = self[cls] = cls.get_trait(self._trait) or next(inherited, None)
        return found

    def find(self, op: Operation) -> _Trait | None:
        """How an operation implements the interface; None if it does not."""
        return self[type(op)]

    def of(self, op: Operation) -> _Trait:
        """How an operation that implements the interface does."""
        found = self[type(op)]
        assert found is not None, self._trait.__name__
        return found


def declared_types(op: Operation) -> list[Attribute]:
    """The types of an operation's results and block arguments, and of a function or a global."""
    types: list[Attribute] = [result.type for result in op.results]
    for region in op.regions:
        for block in region.blocks:
            types += [argument.type for argument in block.args]
    if types and not op.regions:
        return types  # of most operations: of the others, one has a region, one no result
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
