"""Index arithmetic of a host function as sizes of a launch plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)
from xdsl.utils.hints import isa

from ...analysis.accesses.views import root_of
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operation_name
from ...dialect.xdsl_compat.operations.affine_maps import MaxOp
from ..gpu.plan_sizes import Extent, Size, operation

_BINARY: Mapping[str, str] = {
    "arith.addi": "add",
    "arith.subi": "sub",
    "arith.muli": "mul",
    "arith.floordivsi": "floordiv",
    "arith.ceildivsi": "ceildiv",
    "arith.divsi": "div",
    "arith.divui": "divu",
    "arith.remsi": "rem",
    "arith.remui": "remu",
    "arith.minsi": "min",
    "arith.maxsi": "max",
}
_COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "ltu", "leu", "gtu", "geu")
"""By the numbers of the predicates of `arith.cmpi`."""
_OF_CONDITIONS: Mapping[str, str] = {"arith.andi": "min", "arith.ori": "max"}
_OTHERS = (arith.ConstantOp, affine.ApplyOp, affine.MinOp, MaxOp, memref.DimOp)
_KINDS = {
    AffineConstraintKind.ge: "ge",
    AffineConstraintKind.le: "le",
    AffineConstraintKind.eq: "eq",
}
_AFFINE = {
    AffineBinaryOpKind.Add: "add",
    AffineBinaryOpKind.Mul: "mul",
    AffineBinaryOpKind.Mod: "mod",
    AffineBinaryOpKind.FloorDiv: "floordiv",
    AffineBinaryOpKind.CeilDiv: "ceildiv",
}


def is_size_arithmetic(op: Operation) -> bool:
    """Whether an operation is one that a size can be made by, and has no effect."""
    is_condition = op.name in _OF_CONDITIONS or isinstance(op, arith.CmpiOp)
    return is_condition or op.name in _BINARY or isinstance(op, _OTHERS)


def size_of_value(value: SSAValue, names: Mapping[SSAValue, Size]) -> Size:
    """
    An index, number or condition as a size; `names` has the arguments, the buffers and the loops'
    indices.

    Raises PadError at an operation that no size is made by.
    """
    if value in names:
        return names[value]
    match value.owner:
        case arith.ConstantOp(value=number) if isa(number, IntegerAttr):
            return abs(number.value.data) if value.type == i1 else number.value.data
        case affine.ApplyOp() as op:
            return sizes_of_map(op.map.data, op.mapOperands, names)[0]
        case affine.MinOp() as op:
            sizes = sizes_of_map(op.map.data, op.operands, names)
            return reduce(lambda left, right: operation("min", left, right), sizes)
        case MaxOp() as op:
            sizes = sizes_of_map(op.map.data, op.operands, names)
            return reduce(lambda left, right: operation("max", left, right), sizes)
        case memref.DimOp() as op:
            axis = size_of_value(op.index, names)
            buffer = names.get(root_of(op.source))
            if isinstance(axis, int) and isinstance(buffer, str):
                return Extent(buffer, axis)
            raise _refused(op)
        case arith.CmpiOp() as op if isinstance(op.lhs.type, IndexType):
            left, right = (size_of_value(operand, names) for operand in op.operands)
            return operation(_COMPARISONS[op.predicate.value.data], left, right)
        case Operation() as op if op.name in _OF_CONDITIONS and value.type == i1:
            left, right = (size_of_value(operand, names) for operand in op.operands)
            return operation(_OF_CONDITIONS[op.name], left, right)
        case Operation() as op if op.name in _BINARY:
            left, right = (size_of_value(operand, names) for operand in op.operands)
            return operation(_BINARY[op.name], left, right)
        case Operation() as op:
            raise _refused(op)
        case _:
            raise PadError("a value in a size that is neither an argument nor a loop's index")


def sizes_of_map(
    map: AffineMap, operands: Sequence[SSAValue], names: Mapping[SSAValue, Size]
) -> list[Size]:
    """The results of an affine map on these operands."""
    values = [size_of_value(operand, names) for operand in operands]
    return [_of_expr(result, values, map.num_dims) for result in map.results]


def size_of_set(
    condition: AffineSet, operands: Sequence[SSAValue], names: Mapping[SSAValue, Size]
) -> Size:
    """Whether operands are in an affine set, as a size that is 1 or 0."""
    values = [size_of_value(operand, names) for operand in operands]
    parts: list[Size] = []
    for part in condition.constraints:
        left, right = (_of_expr(side, values, condition.num_dims) for side in (part.lhs, part.rhs))
        parts.append(operation(_KINDS[part.kind], left, right))
    return reduce(lambda left, right: operation("min", left, right), parts)


def _of_expr(expr: AffineExpr, values: Sequence[Size], dims: int) -> Size:
    match expr:
        case AffineConstantExpr():
            return expr.value
        case AffineDimExpr():
            return values[expr.position]
        case AffineSymExpr():
            return values[dims + expr.position]
        case AffineBinaryOpExpr():
            left = _of_expr(expr.lhs, values, dims)
            return operation(_AFFINE[expr.kind], left, _of_expr(expr.rhs, values, dims))
        case _:
            raise AssertionError(f"no affine expression: {expr}")


def _refused(op: Operation) -> PadError:
    known = ", ".join([*_BINARY, "affine.apply, affine.min, affine.max and memref.dim"])
    return PadError(
        f"a launch plan's sizes can't hold '{operation_name(op)}'; they are made by {known}", op
    )
