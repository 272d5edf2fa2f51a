"""
Functions as statements: what is computed, loaded and stored, by which iterations, and when.

Everything is text for isl. A *node* is a value of the program, one for each iteration of the
loops around it. The names of iterators are unique in a side, and those of a node around another
one are the first of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.ir import Attribute, Operation

from ..values.operators import Operator
from ..values.scalars import lanes_of
from .expressions import both, compare, negated

LANE = "lane"
"""The name of the lanes of all vectors, so that an operation takes lane by lane."""


@dataclass(frozen=True)
class Domain:
    """The iterations of an operation."""

    dims: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()

    def under(self, *conditions: str) -> Domain:
        """Those for which some conditions hold too."""
        return Domain(self.dims, (*self.conditions, *conditions))

    def inside(self, iterator: str, *conditions: str) -> Domain:
        """Those of a loop in it."""
        return Domain((*self.dims, iterator), (*self.conditions, *conditions))

    def of_type(self, type: Attribute) -> Domain:
        """With the lanes of a vector, if the type is one, as the innermost dimension."""
        lanes = lanes_of(type)
        if lanes is None:
            return self
        return self.inside(LANE, compare(LANE, ">=", "0"), compare(LANE, "<", str(lanes)))

    @property
    def condition(self) -> str:
        """Whether an iteration is one of them."""
        return both(*self.conditions)


def tuple_of(name: str, indices: Sequence[str]) -> str:
    """A point of a named space."""
    return f"{name}[{', '.join(indices)}]"


@dataclass(frozen=True, eq=False)
class Array:
    """
    The cells of a buffer, for each iteration of the loops around what allocates it.

    Extents and conditions are expressions of sizes and of these iterations.
    """

    name: str
    outer: tuple[str, ...]
    extents: tuple[str, ...]
    position: int | None = None
    """Of an argument."""

    def cell(self, indices: Sequence[str]) -> str:
        """One cell."""
        return tuple_of(self.name, (*self.outer, *indices))

    def inside(self, indices: Sequence[str]) -> str:
        """Whether indices are in bounds."""
        parts: list[str] = []
        for index, extent in zip(indices, self.extents, strict=True):
            parts += [compare(index, ">=", "0"), compare(index, "<", extent)]
        return both(*parts)


@dataclass(frozen=True, eq=False)
class Node:
    """A value."""

    name: str
    domain: Domain
    op: Operation | None

    @property
    def point(self) -> str:
        """The value of an iteration."""
        return tuple_of(self.name, self.domain.dims)

    def edge(self, to: str, *conditions: str) -> str:
        """A map from the iterations of this for which conditions hold."""
        return f"{{ {self.point} -> {to} : {self.domain.under(*conditions).condition} }}"

    def instances(self, *conditions: str) -> str:
        """The iterations for which conditions hold."""
        return f"{{ {self.point} : {self.domain.under(*conditions).condition} }}"


@dataclass(frozen=True, eq=False)
class Leaf(Node):
    """A constant, or an argument that is no buffer: the same in every iteration and side."""

    value: object = None
    """The constant, in the form that its scalar has."""


@dataclass(frozen=True, eq=False)
class Made(Node):
    """The result of an operation on values."""

    operator: Operator
    operands: tuple[Node, ...]


@dataclass(frozen=True, eq=False)
class Chosen(Node):
    """One of two values, by a condition on sizes and iterations."""

    condition: str
    then: Node
    other: Node

    def edges(self) -> list[str]:
        """To the value that it is."""
        return [
            self.edge(self.then.point, self.condition),
            self.edge(self.other.point, negated(self.condition)),
        ]


@dataclass(frozen=True, eq=False)
class Copied(Node):
    """Another value, in each lane."""

    value: Node


@dataclass(frozen=True, eq=False)
class Index(Node):
    """An index that is used as data: a leaf for each number."""

    text: str

    def number(self) -> str:
        """To the number that it is."""
        return self.edge(tuple_of("N", [self.text]))


@dataclass(frozen=True, eq=False)
class Undef(Node):
    """A `pad.undef`."""

    only_stored: bool
    is_own: bool
    """Whether it has one use, in the same iteration."""


@dataclass(frozen=True, eq=False)
class Load(Node):
    """What a cell holds at some time."""

    array: Array
    indices: tuple[str, ...]
    time: tuple[str, ...]
    only_assumed: bool = False
    """Whether it is no access (design, "Assume")."""


@dataclass(frozen=True, eq=False)
class Store:
    """A write, which certainly happens."""

    name: str
    domain: Domain
    op: Operation
    array: Array
    indices: tuple[str, ...]
    value: Node
    time: tuple[str, ...]

    @property
    def point(self) -> str:
        """The write of an iteration."""
        return tuple_of(self.name, self.domain.dims)


@dataclass(frozen=True)
class Bad:
    """Iterations, as a set, that are undefined, and why."""

    instances: str
    others: str
    """The other iterations of the operation."""
    reason: str
    op: Operation | None


@dataclass(frozen=True)
class Assume:
    """A condition on data that is assumed."""

    op: Operation
    domain: Domain
    condition: Node


@dataclass
class Program:
    """One function."""

    nodes: list[Node] = field(default_factory=list[Node])
    stores: list[Store] = field(default_factory=list[Store])
    undefined: list[Bad] = field(default_factory=list[Bad])
    """Where the function has undefined behaviour."""
    unread: list[Bad] = field(default_factory=list[Bad])
    """Where the text is not what the function does: these have to be none."""
    assumes: list[Assume] = field(default_factory=list[Assume])
    results: list[Node] = field(default_factory=list[Node])
    end: tuple[str, ...] = ()
    """A time after all others."""
