"""Values that are the same in both functions and all iterations."""

from __future__ import annotations

from typing import cast

from ..values.scalars import Float, Integer, Number, Scalar
from .nodes import Domain, Leaf


class Leaves:
    """Constants and scalar arguments, each once for both sides."""

    def __init__(self) -> None:
        self._constants: dict[tuple[str, int], Leaf] = {}
        self._arguments: dict[int, Leaf] = {}
        self._by_name: dict[str, Leaf] = {}

    def constant(self, scalar: Scalar, value: object) -> Leaf:
        """A constant, told apart by its bits; all NaNs are one."""
        key = scalar.name, _bits(scalar, value)
        if key not in self._constants:
            name = f"K{len(self._constants)}"
            leaf = Leaf(name, Domain(), None, value)
            self._constants[key] = self._by_name[name] = leaf
        return self._constants[key]

    def argument(self, position: int) -> Leaf:
        """An argument that is no buffer and no size."""
        if position not in self._arguments:
            self._arguments[position] = Leaf(f"X{position}", Domain(), None)
        return self._arguments[position]

    def constant_named(self, name: str) -> Leaf | None:
        """The constant of a name."""
        return self._by_name.get(name)


def _bits(scalar: Scalar, value: object) -> int:
    if isinstance(scalar, Float):
        return scalar.bits(cast("Number", value))
    assert isinstance(scalar, Integer)
    assert isinstance(value, int)
    return scalar.unsigned(value)
