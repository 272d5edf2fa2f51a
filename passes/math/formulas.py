"""Which formula there is of an operation, by the type and flags that it has."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat, BFloat16Type, Float16Type, f32, f64
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation
from xdsl.pattern_rewriter import PatternRewriter

from . import exponentials, inverse_trigonometry, logarithms, powers, trigonometry
from .arithmetic import Value, Writer
from .precision import Precision

Formula: TypeAlias = Callable[..., Value]
"""Of the operands and a precision."""

FAST, WIDE, DOUBLE = Precision.FAST, Precision.WIDE, Precision.DOUBLE
PAIR, FAST_DOUBLE = Precision.PAIR, Precision.FAST_DOUBLE

FORMULAS: dict[type[Operation], tuple[Formula, frozenset[Precision]]] = {
    math.ExpOp: (exponentials.exp, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.Exp2Op: (exponentials.exp2, frozenset({FAST, PAIR, DOUBLE})),
    math.ExpM1Op: (exponentials.expm1, frozenset({FAST, PAIR, DOUBLE})),
    math.SinhOp: (exponentials.sinh, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.CoshOp: (exponentials.cosh, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.TanhOp: (exponentials.tanh, frozenset({FAST, PAIR, DOUBLE})),
    math.LogOp: (logarithms.log, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.Log2Op: (logarithms.log2, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.Log10Op: (logarithms.log10, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.Log1pOp: (logarithms.log1p, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.SinOp: (trigonometry.sin, frozenset({FAST, WIDE, DOUBLE, FAST_DOUBLE})),
    math.CosOp: (trigonometry.cos, frozenset({FAST, WIDE, DOUBLE, FAST_DOUBLE})),
    math.TanOp: (trigonometry.tan, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.AsinOp: (inverse_trigonometry.asin, frozenset({FAST, PAIR, DOUBLE})),
    math.AcosOp: (inverse_trigonometry.acos, frozenset({FAST, PAIR, DOUBLE})),
    math.AtanOp: (inverse_trigonometry.atan, frozenset({FAST, PAIR, DOUBLE, FAST_DOUBLE})),
    math.Atan2Op: (inverse_trigonometry.atan2, frozenset({WIDE, DOUBLE})),
    math.ErfOp: (exponentials.erf, frozenset({FAST, WIDE, DOUBLE})),
    math.CbrtOp: (powers.cbrt, frozenset({FAST, WIDE, DOUBLE})),
    math.RsqrtOp: (powers.rsqrt, frozenset({FAST, WIDE, DOUBLE})),
    math.PowFOp: (powers.powf, frozenset({WIDE, DOUBLE})),
}
_NARROW = (Float16Type, BFloat16Type)


def precision_of(op: Operation, element: Attribute) -> Precision | None:
    """The precision in which to write an operation on this type; None if there is none."""
    _, offered = FORMULAS[type(op)]
    flags = op.properties.get("fastmath")
    is_free = isinstance(flags, arith.FastMathFlagsAttr) and FastMathFlag.APPROX_FUNC in flags.data
    if element == f64:
        return FAST_DOUBLE if is_free and FAST_DOUBLE in offered else DOUBLE
    if element != f32 and not isinstance(element, _NARROW):
        return None
    if is_free and FAST in offered:
        return FAST
    return PAIR if PAIR in offered else WIDE


def write(
    op: Operation,
    element: AnyFloat,
    precision: Precision,
    rewriter: PatternRewriter,
    *,
    branches: bool,
    part_lanes: Collection[int],
) -> Value:
    """Insert the formula of an operation before it; return what it gives."""
    formula, _ = FORMULAS[type(op)]
    writer = Writer(op, rewriter, branches=branches, part_lanes=part_lanes)
    operands = [Value(writer, operand) for operand in op.operands]
    if not isinstance(element, _NARROW):
        return formula(*operands, precision)
    wide = [writer.write(arith.ExtFOp, f32, operand) for operand in operands]
    return writer.write(arith.TruncFOp, element, formula(*wide, precision))
