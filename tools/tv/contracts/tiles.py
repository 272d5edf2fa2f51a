"""The numbers by which a function divides its indices: around their multiples its cases change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from xdsl.dialects import affine, arith, func
from xdsl.dialects.builtin import (
    AffineMapAttr,
    AffineSetAttr,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineConstantExpr, AffineExpr

_LEAST, _MOST, _COUNT = 3, 4096, 2
_DIVISIONS = (AffineBinaryOpKind.FloorDiv, AffineBinaryOpKind.CeilDiv, AffineBinaryOpKind.Mod)
_WITH_DIVISOR = (
    *(arith.DivSIOp, arith.DivUIOp, arith.RemSIOp, arith.RemUIOp),
    *(arith.FloorDivSIOp, arith.CeilDivSIOp, arith.CeilDivUIOp),
)


def tiles_of(functions: Iterable[func.FuncOp]) -> list[int]:
    """
    The two largest tiles of functions, the largest first.

    A tile is a divisor in an affine map or a layout, a constant one of an integer division, the
    length of a vector, or the step of an affine loop. Those below 3 and above 4,096 are left out.
    """
    seen, found = set[Attribute](), set[int]()
    for function in functions:
        for op in function.walk():
            found.update(_of_operation(op))
            attributes = (*op.attributes.values(), *op.properties.values())
            types = (value.type for value in (*op.operands, *op.results))
            for attribute in (*attributes, *types):
                found.update(_of_attribute(attribute, seen))
    return sorted((size for size in found if _LEAST <= size <= _MOST), reverse=True)[:_COUNT]


def _of_operation(op: Operation) -> Iterator[int]:
    if isinstance(op, affine.ForOp):
        yield op.step.value.data
    if isinstance(op, _WITH_DIVISOR) and isinstance(op.rhs.owner, arith.ConstantOp):
        value = op.rhs.owner.value
        if isinstance(value, IntegerAttr):
            yield value.value.data


def _of_attribute(attribute: Attribute, seen: set[Attribute]) -> Iterator[int]:
    if attribute in seen:
        return
    seen.add(attribute)
    inside: Iterable[Attribute] = ()
    if isinstance(attribute, AffineMapAttr):
        for result in attribute.data.results:
            yield from _divisors(result)
    elif isinstance(attribute, AffineSetAttr):
        for constraint in attribute.data.constraints:
            yield from _divisors(constraint.lhs)
            yield from _divisors(constraint.rhs)
    elif isinstance(attribute, VectorType):
        yield from cast("VectorType[Attribute]", attribute).get_shape()
    elif isinstance(attribute, ArrayAttr):
        inside = cast("ArrayAttr[Attribute]", attribute).data
    elif isinstance(attribute, DictionaryAttr):
        inside = attribute.data.values()
    elif isinstance(attribute, ParametrizedAttribute):
        inside = attribute.parameters
    for one in inside:
        yield from _of_attribute(one, seen)


def _divisors(expr: AffineExpr) -> Iterator[int]:
    if isinstance(expr, AffineBinaryOpExpr):
        if expr.kind in _DIVISIONS and isinstance(expr.rhs, AffineConstantExpr):
            yield expr.rhs.value
        yield from _divisors(expr.lhs)
        yield from _divisors(expr.rhs)
