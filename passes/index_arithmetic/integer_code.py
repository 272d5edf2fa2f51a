"""Inserts integer operations, and computes nothing twice in a block."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, i1, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.integers import bits_of

Binary: TypeAlias = (
    type[arith.AddiOp]
    | type[arith.SubiOp]
    | type[arith.MuliOp]
    | type[arith.DivUIOp]
    | type[arith.RemUIOp]
    | type[arith.RemSIOp]
    | type[arith.FloorDivSIOp]
    | type[arith.CeilDivSIOp]
    | type[arith.ShRSIOp]
    | type[arith.ShRUIOp]
    | type[arith.AndIOp]
    | type[arith.XOrIOp]
    | type[arith.MinSIOp]
    | type[arith.MaxSIOp]
)

_BITS_OF_INDEX = 64
_NARROW = 32
_Key: TypeAlias = tuple[object, ...]
Computed: TypeAlias = dict[Block, dict[_Key, SSAValue]]
"""What was inserted in each block, by its operation and operands."""


def is_integer(type: Attribute) -> bool:
    """Whether values of a type are numbers that are divided here."""
    return isinstance(type, IndexType | IntegerType) and type != i1


class IntegerCode:
    """
    Operations on integers of one type, inserted at a place, at the location of an operation.

    What was inserted before in the same block is used again: the places in a block are given in
    their order.
    """

    def __init__(
        self,
        type: Attribute,
        place: InsertPoint,
        origin: Operation,
        computed: Computed,
        *,
        narrow: bool = False,
    ):
        """`narrow`: divisions of indices whose operands fit are divisions of i32."""
        self.type = type
        bits = bits_of(type)
        self.bits = _BITS_OF_INDEX if bits is None else bits
        self._place, self._location = place, origin.location
        self._computed = computed.setdefault(place.block, {})
        self._narrow = narrow and bits is None

    def constant(self, number: int) -> SSAValue:
        """A constant of the type."""
        return self._constant(number, self.type)

    def binary(self, kind: Binary, left: SSAValue, right: SSAValue | int) -> SSAValue:
        """The result of an operation on two integers."""
        right = self.constant(right) if isinstance(right, int) else right
        return self._only((kind, left, right), kind(left, right))

    def compare(self, predicate: str, left: SSAValue, right: SSAValue | int) -> SSAValue:
        """The result of `cmpi`."""
        right = self.constant(right) if isinstance(right, int) else right
        return self._only(
            (arith.CmpiOp, predicate, left, right), arith.CmpiOp(left, right, predicate)
        )

    def both(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """Whether two conditions hold."""
        return self._only((arith.AndIOp, left, right), arith.AndIOp(left, right))

    def truth(self, holds: bool) -> SSAValue:
        """A condition that always holds, or never."""
        return self._constant(int(holds), i1)

    def choose(self, condition: SSAValue, yes: SSAValue, no: SSAValue) -> SSAValue:
        """One of two values."""
        return self._only((arith.SelectOp, condition, yes, no), arith.SelectOp(condition, yes, no))

    def one_if(self, condition: SSAValue) -> SSAValue:
        """1 where a condition holds, else 0."""
        if isinstance(self.type, IndexType):
            return self.choose(condition, self.constant(1), self.constant(0))
        if self.type == i1:
            return condition
        return self._only(
            (arith.ExtUIOp, condition), arith.ExtUIOp(condition, IntegerType(self.bits))
        )

    def sign(self, value: SSAValue) -> SSAValue:
        """-1 where a value is below 0, else 0."""
        return self.binary(arith.ShRSIOp, value, self.bits - 1)

    def flipped(self, value: SSAValue) -> SSAValue:
        """`-1 - value`, which is at least 0 where the value is below, and never wraps around."""
        return self.binary(arith.XOrIOp, value, -1)

    def unsigned(
        self,
        kind: type[arith.DivUIOp | arith.RemUIOp],
        dividend: SSAValue,
        divisor: SSAValue | int,
        most: int | None,
    ) -> SSAValue:
        """A division or remainder of numbers of which none is above `most`, if that is known."""
        if not self._narrow or most is None or most >= 2 ** (_NARROW - 1):
            return self.binary(kind, dividend, divisor)
        left = self._narrowed(dividend)
        right = (
            self._constant(divisor, i32) if isinstance(divisor, int) else self._narrowed(divisor)
        )
        found = self._only((kind, left, right), kind(left, right))
        return self._only(
            (arith.IndexCastOp, found, self.type), arith.IndexCastOp(found, IndexType())
        )

    def _narrowed(self, value: SSAValue) -> SSAValue:
        return self._only((arith.IndexCastOp, value, i32), arith.IndexCastOp(value, i32))

    def _constant(self, number: int, type: Attribute) -> SSAValue:
        if (bits := bits_of(type)) is None:
            made = arith.ConstantOp(IntegerAttr(number, IndexType()))
        else:
            made = arith.ConstantOp(IntegerAttr(number, IntegerType(bits), truncate_bits=True))
        return self._only((arith.ConstantOp, number, type), made)

    def _only(self, key: _Key, made: Operation) -> SSAValue:
        if (known := self._computed.get(key)) is not None:
            made.erase()  # its operands would still be used by it
            return known
        made.location = self._location
        Rewriter.insert_op(made, self._place)
        self._computed[key] = made.results[0]
        return made.results[0]
