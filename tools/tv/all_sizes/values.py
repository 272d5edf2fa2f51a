"""One side's values in the end: what made them, looked through all copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import copysign
from typing import cast

import islpy as isl

from ..contracts.layouts import identity_of
from ..statements.leaves import Leaves
from ..statements.nodes import Chosen, Leaf, Made, Node, Undef
from ..values.errors import BadInput, NotValidated
from ..values.folding import folder
from ..values.operators import PREDICATES_F, PREDICATES_I, Operator, Special
from ..values.scalars import BOOL, Float
from .endings import AT_ENTRY
from .sets import Engine, is_part, maps_of, minus, minus_domain, minus_range, names_of
from .sources import resolved

_IDENTITIES = frozenset(
    {
        *("addf", "mulf", "maximumf", "minimumf"),
        *("addi", "muli", "ori", "xori", "andi", "maxsi", "maxui", "minsi", "minui"),
    }
)
"""Operations on x and a neutral element that give x, in either order."""
_UEQ, _EQ = PREDICATES_F.index("ueq"), PREDICATES_I.index("eq")
_ROUNDING = frozenset({"reassoc", "contract", "arcp", "afn"})
"""Flags that do not make a result poison, or another zero."""


class Neutral(Enum):
    """Which operations on a neutral element are taken for their other operand."""

    NONE = "none"
    ROUNDED = "those without a flag that makes the result poison, or another zero"
    ALL = "those with any flags, which may be dropped: of the first program only"


@dataclass
class Values:
    """What each value is: the result of an operation on values, or a leaf."""

    engine: Engine
    nodes: Mapping[str, Node]
    leaves: Leaves
    copies: isl.UnionMap
    sizes: isl.Set
    neutral: Neutral
    """Which operations on neutral elements are looked through."""

    @cached_property
    def _through_memory(self) -> _Ends:
        return _Ends(self.copies, resolved(self.copies))

    @cached_property
    def _ends(self) -> _Ends:
        """With what neutral elements leave."""
        copies = self.copies
        if self.neutral is Neutral.NONE:
            return self._through_memory
        for node in self.nodes.values():
            if isinstance(node, Made):
                for edge in self._neutral(node):
                    copies = copies.union(minus_domain(edge, copies.domain()))
        if is_part(copies, self.copies):
            return self._through_memory
        return _Ends(copies, resolved(copies))

    def ends(self, pairs: isl.UnionMap) -> isl.UnionMap:
        """The relation with what its second values are in the end."""
        return self._ends.of(pairs)

    def made(self, node: Made) -> isl.UnionSet:
        """The iterations in which an operation's result is no copy."""
        mine = self.engine.set(node.instances()).intersect_params(self.sizes)
        return minus(mine, self._ends.places)

    def operand(self, node: Made, number: int) -> isl.UnionMap:
        """From the iterations of an operation to its operand."""
        edge = self.engine.map(node.edge(node.operands[number].point))
        return edge.intersect_params(self.sizes)

    # Neutral elements

    def _neutral(self, node: Made) -> Iterator[isl.UnionMap]:
        operator = node.operator
        _, _, name = operator.name.partition(".")
        if name not in _IDENTITIES or len(node.operands) != 2:
            return
        if self.neutral is not Neutral.ALL and not operator.flags <= _ROUNDING:
            return
        for number in (0, 1):
            operands = self._through_memory.of(self.operand(node, number))
            for leaf in self._constants(operands):
                if not self._is_neutral(node, name, leaf, 1 - number):
                    continue
                where = operands.intersect_range(self.engine.set(f"{{ {leaf.point} }}")).domain()
                yield self.operand(node, 1 - number).intersect_domain(where)

    def _constants(self, operands: isl.UnionMap) -> list[Leaf]:
        names = {names_of(pairs)[1] for pairs in maps_of(operands)}
        found = [self.leaves.constant_named(name) for name in sorted(names)]
        return [leaf for leaf in found if leaf is not None]

    def _is_neutral(self, node: Made, name: str, leaf: Leaf, other: int) -> bool:
        scalar = node.operator.result
        try:
            identity = identity_of(name, scalar)
        except (NotValidated, BadInput):
            return False
        if self.leaves.constant(scalar, identity) is leaf:
            return True
        is_zero = isinstance(scalar, Float) and name == "addf" and leaf.value == 0
        return is_zero and self._is_never_negative_zero(node.operands[other])

    # Floats that are not -0.0

    def _is_never_negative_zero(self, node: Node) -> bool:
        made = self._ends_of(node)
        return all(name in self._not_negative_zero for name in made)

    def _ends_of(self, node: Node) -> set[str]:
        itself = self.engine.map(node.edge(node.point)).intersect_params(self.sizes)
        return {names_of(pairs)[1] for pairs in maps_of(self._through_memory.of(itself))}

    @cached_property
    def _not_negative_zero(self) -> set[str]:
        """
        The sums, and constants, of which none is -0.0 in any iteration.

        A sum is -0.0 only if both its operands are, and operands are there before it: what is left
        here when nothing more has to go is shown by induction.
        """
        operands: dict[str, list[set[str]]] = {}
        for node in self.nodes.values():
            if not isinstance(node, Made) or node.operator.name != "arith.addf":
                continue
            ends = [self._ends_of_operand(node, number) for number in (0, 1)]
            if "nsz" not in node.operator.flags and not self._may_be_fused(node, ends):
                operands[node.name] = ends
        constants = {
            name
            for ends in operands.values()
            for names in ends
            for name in names
            if (leaf := self.leaves.constant_named(name)) is not None
            and not _is_negative_zero(leaf.value)
        }
        left = set(operands)
        while gone := {n for n in left if not any(e <= left | constants for e in operands[n])}:
            left -= gone
        return left | constants

    def _may_be_fused(self, node: Made, ends: Sequence[set[str]]) -> bool:
        """Whether it may be rounded once with a product, so that a tiny sum becomes -0.0."""
        nodes = [self.nodes[name] for names in ends for name in names if name in self.nodes]
        return "contract" in node.operator.flags and any(
            isinstance(end, Made) and end.operator.name not in ("arith.addf", "arith.subf")
            for end in nodes
        )

    def _ends_of_operand(self, node: Made, number: int) -> set[str]:
        ends = self._through_memory.of(self.operand(node, number))
        return {names_of(pairs)[1] for pairs in maps_of(ends)}

    # Conditions

    def true(self, node: Node) -> isl.UnionSet:
        """Iterations of a condition in which it certainly holds, where it is assumed."""
        instances = self.engine.set(node.instances()).intersect_params(self.sizes)
        if isinstance(node, Leaf):
            return instances if node is self.leaves.constant(BOOL, 1) else self.engine.nothing()
        if isinstance(node, Chosen):
            found = self.engine.nothing()
            for edge in node.edges():
                pairs = self.engine.map(edge).intersect_params(self.sizes)
                for arm in (node.then, node.other):
                    found = found.union(pairs.intersect_range(self.true(arm)).domain())
            return found
        if not isinstance(node, Made):
            return self.engine.nothing()
        name, flags = node.operator.name, node.operator.flags
        if name in ("arith.ori", "arith.andi") and not flags:
            # Nothing is said of one side of an `or` where the other holds (design, "Assume").
            one, two = (
                self.operand(node, number).intersect_range(self.true(operand)).domain()
                for number, operand in enumerate(node.operands)
            )
            return one.union(two) if name == "arith.ori" else one.intersect(two)
        if self._is_about_readability(node):
            return self._readable(node)
        return self._where(self._folded(node), self.leaves.constant(BOOL, 1))

    def _is_about_readability(self, node: Made) -> bool:
        """Whether a value is compared with an undef, which is equal to it (design, "Assume")."""
        operator = node.operator
        equal = {"arith.cmpf": _UEQ, "arith.cmpi": _EQ}.get(operator.name)
        undefs = [operand for operand in node.operands if isinstance(operand, Undef)]
        is_own = len(undefs) == 1 and undefs[0].is_own
        return is_own and operator.detail == equal and not operator.flags

    def _readable(self, node: Made) -> isl.UnionSet:
        """Iterations in which what is compared is what a buffer held at entry."""
        found = self.engine.nothing()
        for number, operand in enumerate(node.operands):
            if not isinstance(operand, Undef):
                for relation in maps_of(self.ends(self.operand(node, number))):
                    if names_of(relation)[1].startswith(AT_ENTRY):
                        found = found.union(isl.UnionSet.from_set(relation.domain()))
        return found

    def _folded(self, node: Node) -> isl.UnionMap:
        """From iterations in which all operands are known to the result, a constant."""
        if not isinstance(node, Made):
            itself = self.engine.map(node.edge(node.point)).intersect_params(self.sizes)
            return self._ends.of(itself)
        found = self.engine.no_pairs()
        function = folder(node.operator)
        if function is None or node.operator.flags or len(node.operands) > 2:
            return found
        known = [
            self.operand(node, number).apply_range(self._folded(operand))
            for number, operand in enumerate(node.operands)
        ]
        choices: list[tuple[isl.UnionSet, list[Leaf]]] = [(known[0].domain(), [])]
        for operands in known:
            choices = [
                (where.intersect(self._where(operands, leaf)), [*leaves, leaf])
                for where, leaves in choices
                for leaf in self._constants(operands)
            ]
        for where, leaves in choices:
            result = function(*[leaf.value for leaf in leaves])
            if isinstance(result, Special) or where.is_empty():
                continue
            leaf = self.leaves.constant(node.operator.result, result)
            found = found.union(isl.UnionMap.from_domain_and_range(where, self._point(leaf)))
        return found

    def _where(self, operands: isl.UnionMap, leaf: Leaf) -> isl.UnionSet:
        return operands.intersect_range(self._point(leaf)).domain()

    def _point(self, leaf: Leaf) -> isl.UnionSet:
        return self.engine.set(f"{{ {leaf.point} }}")


class _Ends:
    """Copies, and what they are in the end."""

    def __init__(self, copies: isl.UnionMap, found: isl.UnionMap):
        self.places, self._found = copies.domain(), found

    def of(self, pairs: isl.UnionMap) -> isl.UnionMap:
        """The relation with what its second values are in the end."""
        others = minus_range(pairs, self.places)
        return others.union(pairs.intersect_range(self.places).apply_range(self._found))


def _is_negative_zero(value: object) -> bool:
    number = float(cast("float", value))
    return number == 0 and copysign(1.0, number) < 0


def may_be_poison(operator: Operator) -> bool:
    """Whether an operation on values that are none may give poison."""
    unclear = ("arith.shli", "arith.shrui", "arith.shrsi", "arith.fptosi", "arith.fptoui")
    return operator.name in unclear or not operator.flags <= _ROUNDING
