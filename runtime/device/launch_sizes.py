"""Index arithmetic of a host function as sizes of a launch plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from xdsl.dialects import affine, arith, memref
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
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
_OTHERS = (arith.ConstantOp, affine.ApplyOp, affine.MinOp, MaxOp, memref.DimOp)
_AFFINE = {
    AffineBinaryOpKind.Add: "add",
    AffineBinaryOpKind.Mul: "mul",
    AffineBinaryOpKind.Mod: "mod",
    AffineBinaryOpKind.FloorDiv: "floordiv",
    AffineBinaryOpKind.CeilDiv: "ceildiv",
}


def is_size_arithmetic(op: Operation) -> bool:
    """Whether an operation is one that a size can be made by, and has no effect."""
    return op.name in _BINARY or isinstance(op, _OTHERS)


def size_of_value(value: SSAValue, names: Mapping[SSAValue, str]) -> Size:
    """
    An index or number as a size; `names` has the arguments, the buffers and the loops' indices.

    Raises PadError at an operation that no size is made by.
    """
    if value in names:
        return names[value]
    match value.owner:
        case arith.ConstantOp(value=number) if isa(number, IntegerAttr):
            return number.value.data
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
            if isinstance(axis, int) and (buffer := root_of(op.source)) in names:
                return Extent(names[buffer], axis)
            raise _refused(op)
        case Operation() as op if op.name in _BINARY:
            left, right = (size_of_value(operand, names) for operand in op.operands)
            return operation(_BINARY[op.name], left, right)
        case Operation() as op:
            raise _refused(op)
        case _:
            raise PadError("a value in a size that is neither an argument nor a loop's index")


def sizes_of_map(
    map: AffineMap, operands: Sequence[SSAValue], names: Mapping[SSAValue, str]
) -> list[Size]:
    """The results of an affine map on these operands."""
    values = [size_of_value(operand, names) for operand in operands]
    return [_of_expr(result, values, map.num_dims) for result in map.results]


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
