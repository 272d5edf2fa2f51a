"""Functions that upstream's way to SPIR-V lacks or computes badly, in others that it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat, IntegerType, ModuleOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operation_name, operations_of
from ...common.patterns import rewrite_once
from ...lowering.elementwise import Elementwise, element_of
from ...lowering.upstream_gaps import ExpandExpM1

_OEQ, _OGT, _OLT = 1, 2, 4  # of arith.cmpf
_MISSING = (math.CbrtOp, math.CtPopOp, math.CountTrailingZerosOp)


def write_functions_for_spirv(module: ModuleOp) -> None:
    """
    Rewrites the operations in question.

    OpenCL's maximum may be either zero of two, upstream's `expm1` and `log1p` have no right digit
    for small arguments, and `exp2` and `trunc` it does not take. Raises PadError for what has no
    form here.
    """
    for op in operations_of(module, *_MISSING):
        raise PadError(f"'{operation_name(op)}' cannot be lowered to SPIR-V here", op)
    rewrite_once(module, ExpandExpM1(), WriteFunctionForSpirv())


class WriteFunctionForSpirv(RewritePattern):
    """Write an operation by others, in the form that there is for its name."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if (write := _FORMS.get(op.name)) is None:
            return
        result = write(Elementwise(op, rewriter), op)
        if result is not None:
            rewriter.replace(op, [], [result])


def _extremum(code: Elementwise, op: Operation) -> SSAValue | None:
    """Of two numbers that compare equal the bits decide: -0.0 has one bit more than +0.0."""
    assert isinstance(op, arith.MaximumfOp | arith.MinimumfOp)
    if FastMathFlag.NO_SIGNED_ZEROS in op.fastmath.data:
        return None
    is_max = isinstance(op, arith.MaximumfOp)
    type = element_of(op.result.type)
    bits = IntegerType(cast("AnyFloat", type).bitwidth)
    left, right = (code.op(arith.BitcastOp, bits, value) for value in op.operands)
    both = code.op(arith.AndIOp if is_max else arith.OrIOp, bits, left, right)
    equal = code.op(arith.BitcastOp, type, both)
    # A NaN, if there is one.
    result = code.op(arith.AddfOp, type, *op.operands)
    for predicate, value in (
        (_OEQ, equal),
        (_OGT, op.operands[0 if is_max else 1]),
        (_OLT, op.operands[1 if is_max else 0]),
    ):
        holds = code.compare(predicate, *op.operands)
        result = code.op(arith.SelectOp, type, holds, value, result)
    return result


def _log1p(code: Elementwise, op: Operation) -> SSAValue:
    """`log(u) * x / (u - 1)`, `u` being `1 + x` rounded (Goldberg 1991, theorem 4)."""
    type = element_of(op.results[0].type)
    x, one = op.operands[0], code.constant(type, 1.0)
    rounded = code.op(arith.AddfOp, type, one, x)
    log = code.op(math.LogOp, type, rounded)
    ratio = code.op(arith.DivfOp, type, x, code.op(arith.SubfOp, type, rounded, one))
    result = code.op(arith.MulfOp, type, log, ratio)
    infinity = code.constant(type, float("inf"))
    for number, value in ((one, x), (infinity, infinity)):
        is_number = code.compare(_OEQ, rounded, number)
        result = code.op(arith.SelectOp, type, is_number, value, result)
    return result


def _exp2(code: Elementwise, op: Operation) -> SSAValue:
    type = element_of(op.results[0].type)
    return code.op(math.PowFOp, type, code.constant(type, 2.0), op.operands[0])


def _trunc(code: Elementwise, op: Operation) -> SSAValue:
    type = element_of(op.results[0].type)
    below = code.op(math.FloorOp, type, code.op(math.AbsFOp, type, op.operands[0]))
    return code.op(math.CopySignOp, type, below, op.operands[0])


_FORMS: dict[str, Callable[[Elementwise, Operation], SSAValue | None]] = {
    "arith.maximumf": _extremum,
    "arith.minimumf": _extremum,
    "math.log1p": _log1p,
    "math.exp2": _exp2,
    "math.trunc": _trunc,
}
