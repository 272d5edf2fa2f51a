"""Building elementwise operations on scalars and vectors alike."""

from __future__ import annotations

from functools import cache
from typing import cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.rewriter import InsertPoint

from ...dialect.ir.operations import is_a
from ..common.index_codegen import Emitter

_VECTOR = (VectorType,)


def element_of(type: Attribute) -> Attribute:
    """The type itself, or the element type of a vector."""
    return type.element_type if is_a(type, _VECTOR) else type


@cache
def _predicate(number: int) -> IntegerAttr[IntegerType]:
    return IntegerAttr(number, i64)


class Elementwise:
    """
    Inserts operations before another one, on values of the shape of its first result, or that of
    another operation, which is also where they are located then.
    """

    def __init__(self, before: Operation, rewriter: PatternRewriter, like: Operation | None = None):
        origin = like or before
        self._emit = Emitter(InsertPoint.before(before), origin, rewriter)
        self._like = origin.results[0].type
        self._types: dict[Attribute, Attribute] = {}

    def type(self, element: Attribute) -> Attribute:
        """The element type, as a vector where the shape is one."""
        if not is_a(self._like, _VECTOR):
            return element
        known = self._types.get(element)
        if known is None:
            known = VectorType(element, self._like.shape, self._like.scalable_dims)
            self._types[element] = known
        return known

    def insert(self, op: Operation) -> Operation:
        """Put an operation of another shape there."""
        return self._emit.insert(op)

    def op(
        self,
        operation: type[Operation],
        element: Attribute,
        *operands: SSAValue,
        **properties: Attribute,
    ) -> SSAValue:
        """The result of an operation, of that element type."""
        made = self._emit.create(operation, operands, [self.type(element)], properties)
        return made.results[0]

    def compare(self, predicate: int, left: SSAValue, right: SSAValue) -> SSAValue:
        """`arith.cmpi` or `arith.cmpf`, by the number of the predicate."""
        integers = isinstance(element_of(left.type), IntegerType | IndexType)
        operation = arith.CmpiOp if integers else arith.CmpfOp
        return self.op(operation, i1, left, right, predicate=_predicate(predicate))

    def constant(self, element: Attribute, value: float) -> SSAValue:
        """The number, in every element."""
        type, has_floats = self.type(element), isinstance(element, AnyFloat)
        attribute: Attribute
        # `isa(type, VectorType[AnyFloat])` makes a constraint anew each time, of all float types.
        if is_a(type, _VECTOR) and has_floats:
            floats = cast("VectorType[AnyFloat]", type)
            attribute = DenseIntOrFPElementsAttr.from_list(floats, [value])
        elif is_a(type, _VECTOR):
            integers = cast("VectorType[IntegerType]", type)
            attribute = DenseIntOrFPElementsAttr.from_list(integers, [int(value)])
        elif has_floats:
            attribute = FloatAttr(value, cast("AnyFloat", element))
        else:
            attribute = IntegerAttr(int(value), cast("IntegerType | IndexType", element))
        return self.op(arith.ConstantOp, element, value=attribute)
