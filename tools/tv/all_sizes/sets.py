"""Integer sets and relations by isl, with a limit on the work."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

import islpy as isl

from ..statements.reasons import NoProof

OPERATIONS = 20_000_000
"""Of isl, for one function: some seconds."""


class Engine:
    """One proof's sets, over its sizes."""

    def __init__(self, parameters: Sequence[str], operations: int = OPERATIONS):
        self._context = isl.Context()
        self._context.set_max_operations(operations)
        self._operations = operations
        self._prefix = f"[{', '.join(parameters)}] -> "

    def set(self, text: str) -> isl.UnionSet:
        """A set by isl's text, without its sizes."""
        return isl.UnionSet.read_from_str(self._context, self._prefix + text)

    def map(self, text: str) -> isl.UnionMap:
        """A relation, likewise."""
        return isl.UnionMap.read_from_str(self._context, self._prefix + text)

    def sizes(self, condition: str) -> isl.Set:
        """The sizes for which a condition holds."""
        return isl.Set.read_from_str(self._context, f"{self._prefix}{{ : {condition} }}")

    def no_pairs(self) -> isl.UnionMap:
        """The empty relation."""
        return self.map("{ }")

    def nothing(self) -> isl.UnionSet:
        """The empty set."""
        return self.set("{ }")

    @contextmanager
    def limited(self) -> Generator[None]:
        """Raises NoProof for errors of isl, and where the work is too much."""
        try:
            yield
        except isl.Error as error:
            if self._is_spent():
                raise NoProof(f"it takes more than {self._operations} operations of isl") from error
            raise NoProof(f"isl: {error}") from error
        finally:
            self._context.set_max_operations(0)

    def _is_spent(self) -> bool:
        """Whether isl refuses all work, even this."""
        try:
            self.sizes("1 = 1")
        except isl.Error:
            return True
        return False


# isl's parametric lexmin can lose points (docs/rationale.md). Its own differences and inclusions
# need it for both operands, to make existential variables explicit. Here the first operand is only
# intersected. If points of the second are lost, a difference is too large, and an answer is no.


def minus(one: isl.UnionSet, two: isl.UnionSet) -> isl.UnionSet:
    """Return the difference."""
    return one.intersect(one.universe().subtract(two))


def minus_domain(pairs: isl.UnionMap, places: isl.UnionSet) -> isl.UnionMap:
    """Return the relation without these first elements."""
    return pairs.intersect_domain(pairs.domain().universe().subtract(places))


def minus_range(pairs: isl.UnionMap, places: isl.UnionSet) -> isl.UnionMap:
    """Return the relation without these second elements."""
    return pairs.intersect_range(pairs.range().universe().subtract(places))


def minus_sizes(one: isl.Set, two: isl.Set) -> isl.Set:
    """Return the sizes that are in the first set only."""
    return one.intersect(isl.Set.universe(one.get_space()).subtract(two))


def is_within(one: isl.UnionSet, two: isl.UnionSet) -> bool:
    """Whether the first set is certainly a part of the second."""
    return minus(one, two).is_empty()


def is_part(one: isl.UnionMap, two: isl.UnionMap) -> bool:
    """Whether the first relation is certainly a part of the second."""
    return one.intersect(one.universe().subtract(two)).is_empty()


def is_function(pairs: isl.UnionMap) -> bool:
    """Whether each first element has certainly no two second ones."""
    return is_identity(pairs.reverse().apply_range(pairs))


def is_identity(pairs: isl.UnionMap) -> bool:
    """Whether each element is certainly related to itself only."""
    elements = pairs.domain().union(pairs.range()).universe()
    return is_part(pairs, elements.identity())


def maps_of(pairs: isl.UnionMap) -> list[isl.Map]:
    """The relations between two spaces each."""
    found = pairs.get_map_list()
    return [found.get_at(k) for k in range(found.n_map())]


def names_of(pairs: isl.Map) -> tuple[str, str]:
    """The names of the two spaces."""
    kinds = isl.dim_type.in_, isl.dim_type.out
    one, two = (pairs.get_tuple_name(kind) or "" for kind in kinds)
    return one, two
