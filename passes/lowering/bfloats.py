"""bf16 in f32 and integer operations, which every processor has, and rounds right."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import BFloat16Type, Float64Type, IntegerType, bf16, f32, f64
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.utils.hints import isa

from .elementwise import Elementwise, element_of

# Left to itself, LLVM calls a function for each rounding or has an instruction that takes denormals
# for zero, and folds an integer's conversion through f64 into one that rounds twice.

_I16, _I32 = IntegerType(16), IntegerType(32)
_OGT, _UEQ, _UNO = 2, 8, 14  # of arith.cmpf
_NE, _ULT = 1, 6  # of arith.cmpi
_F64_DIGITS = 53


Rounding: TypeAlias = arith.TruncFOp | arith.SIToFPOp | arith.UIToFPOp


class RoundToBfloat(RewritePattern):
    """Make a bf16 of a wider float or of an integer, rounded once."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: Rounding, rewriter: PatternRewriter) -> None:
        if has_bfloat_result(op):
            round_to_bfloat(op, rewriter)


class ComputeBfloatInF32(RewritePattern):
    """Widen the operands of arithmetic on bf16, and round its result."""

    @op_type_rewrite_pattern
    def match_and_rewrite(
        self, op: arith.FloatingPointLikeBinaryOperation, rewriter: PatternRewriter
    ) -> None:
        if not has_bfloat_result(op):
            return
        code = Elementwise(op, rewriter)
        operands = [code.op(arith.ExtFOp, f32, operand) for operand in op.operands]
        result = _rounded(code, code.op(type(op), f32, *operands, fastmath=op.fastmath))
        rewriter.replace(op, [], [result])


def round_to_bfloat(op: Rounding, rewriter: PatternRewriter) -> None:
    """Replace an operation that gives a bf16 by what rounds to it once."""
    code = Elementwise(op, rewriter)
    is_float = isinstance(op, arith.TruncFOp)
    result = _rounded(code, op.input) if is_float else _from_integer(code, op)
    rewriter.replace(op, [], [result])


def has_bfloat_result(op: Operation) -> bool:
    """Whether an operation has one result, a bf16 or a vector of them."""
    return len(op.results) == 1 and isinstance(element_of(op.results[0].type), BFloat16Type)


def _rounded(code: Elementwise, value: SSAValue) -> SSAValue:
    """An f32 or f64 as a bf16, to nearest, ties to even."""
    if isinstance(element_of(value.type), Float64Type):
        value = _rounded_to_odd(code, value)
    bits = code.op(arith.BitcastOp, _I32, value)
    sixteen = code.constant(_I32, 16)
    kept = code.op(arith.ShRUIOp, _I32, bits, sixteen)
    odd = code.op(arith.AndIOp, _I32, kept, code.constant(_I32, 1))
    almost_half = code.constant(_I32, 0x7FFF)
    up = code.op(arith.AddiOp, _I32, bits, code.op(arith.AddiOp, _I32, odd, almost_half))
    near = code.op(arith.ShRUIOp, _I32, up, sixteen)
    quiet = code.op(arith.OrIOp, _I32, kept, code.constant(_I32, 0x40))
    is_nan = code.compare(_UNO, value, value)
    chosen = code.op(arith.SelectOp, _I32, is_nan, quiet, near)
    return code.op(arith.BitcastOp, bf16, code.op(arith.TruncIOp, _I16, chosen))


def _rounded_to_odd(code: Elementwise, value: SSAValue) -> SSAValue:
    """
    An f64 as an f32 whose last bit is set if anything was lost.

    A second rounding, to a narrower type, is then right (Boldo and Melquiond, "When double rounding
    is odd").
    """
    near = code.op(arith.TruncFOp, f32, value)
    wide = code.op(arith.ExtFOp, f64, near)
    is_exact = code.compare(_UEQ, wide, value)
    sizes = [code.op(math.AbsFOp, f64, number) for number in (wide, value)]
    away = code.op(arith.ExtUIOp, _I32, code.compare(_OGT, *sizes))
    bits = code.op(arith.BitcastOp, _I32, near)
    towards_zero = code.op(arith.SubiOp, _I32, bits, away)
    odd = code.op(arith.OrIOp, _I32, towards_zero, code.constant(_I32, 1))
    return code.op(arith.BitcastOp, f32, code.op(arith.SelectOp, _I32, is_exact, bits, odd))


def _from_integer(code: Elementwise, op: arith.SIToFPOp | arith.UIToFPOp) -> SSAValue:
    """Through an f64 that is exact, or as good as that."""
    value: SSAValue = op.input
    type_ = element_of(value.type)
    if isa(type_, IntegerType) and type_.width.data > _F64_DIGITS:
        value = _shortened(code, value, type_, signed=isinstance(op, arith.SIToFPOp))
    return _rounded(code, code.op(type(op), f64, value))


def _shortened(code: Elementwise, value: SSAValue, type_: IntegerType, *, signed: bool) -> SSAValue:
    """An integer that f64 can hold, with the same bf16 nearest to it."""
    # The last 12 bits are far below a bf16's; all that counts is whether they are 0.
    zero, mark = code.constant(type_, 0), code.constant(type_, 0x800)
    low = code.op(arith.AndIOp, type_, value, code.constant(type_, 0xFFF))
    high = code.op(arith.SubiOp, type_, value, low)
    sticky = code.op(arith.SelectOp, type_, code.compare(_NE, low, zero), mark, zero)
    offset, span = (1 << _F64_DIGITS, 1 << (_F64_DIGITS + 1)) if signed else (0, 1 << _F64_DIGITS)
    shifted = code.op(arith.AddiOp, type_, value, code.constant(type_, offset))
    is_exact = code.compare(_ULT, shifted, code.constant(type_, span))
    return code.op(
        arith.SelectOp, type_, is_exact, value, code.op(arith.OrIOp, type_, high, sticky)
    )
