"""pad-expand-math: mathematical functions become arithmetic, on numbers and on vectors alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import AnyFloat, ModuleOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...analysis.values.poison import computing, may_make_poison
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ir.poison_flags import fastmath_of
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.patterns import rewrite_once
from ..common.stages import find_functions
from ..lowering.elementwise import element_of
from ..vectorize.vector_unit import VectorUnit, vector_unit
from .formulas import FORMULAS, precision_of, write

_NOT_EXPANDED = RemarkForm(
    "math-not-expanded", "{function} of {type} not expanded: there is no formula"
)


class WriteFormula(RewritePattern):
    """
    Write a mathematical function by the formula that there is for its type and flags.

    Of a poison operand the function is poison, which does no harm where nobody looks at it, but a
    branch on it is undefined behaviour: with `may_be_poison` no formula has a branch.
    """

    def __init__(self, *, may_be_poison: bool, part_lanes: Collection[int]):
        self._may_be_poison, self._part_lanes = may_be_poison, part_lanes

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if type(op) not in FORMULAS:
            return
        element = element_of(op.results[0].type)
        precision = precision_of(op, element)
        if precision is None:
            return
        is_clean = not self._may_be_poison and not any(map(may_make_poison, computing(op.operands)))
        result = write(
            op,
            cast("AnyFloat", element),
            precision,
            rewriter,
            branches=is_clean,
            part_lanes=self._part_lanes,
        )
        rewriter.replace(op, [], [result.ssa])


def expand_math(
    module: ModuleOp,
    functions: Sequence[func.FuncOp] | None = None,
    unit: VectorUnit | None = None,
) -> None:
    """
    Write the functions inside these, or all, functions of a module by formulas; with `unit`, by its
    instructions too.
    """
    part_lanes = () if unit is None else unit.part_lanes
    flags = {FastMathFlag.NO_NANS, FastMathFlag.NO_INFS}
    # What has such a flag may be in memory, and come to another function from there.
    may_be_poison = any(flags & fastmath_of(op) for op in operations_in(module))
    for root in (module,) if functions is None else functions:
        rewrite_once(root, WriteFormula(may_be_poison=may_be_poison, part_lanes=part_lanes))


@dataclass(frozen=True)
class PadExpandMath(ModulePass):
    """
    Writes mathematical functions as arithmetic, on numbers and on vectors alike: each lane gets the
    bits that a number gets.

    These are exp, exp2, expm1, log, log2, log10, log1p, sin, cos, tan, asin, acos, atan, atan2,
    sinh, cosh, tanh, erf, cbrt, rsqrt and powf, of f64, f32, f16 and bf16. What is computed of a
    NaN, an infinity, a zero, a denormal number and at a pole, and where a result overflows, is as
    in C. The largest error is 1 unit in the last place, of f64, powf and atan2 2 units, and of
    operations with `afn` 4 units. Without it, an f32 is computed by sums of two f32, or in f64, and
    results rise where the function does. Where lanes may need another formula (large angles, zeros,
    denormal numbers), it is behind a branch; where flags (nnan, ninf) may make an operand poison,
    there is no branch, and both are computed.

    Arithmetic that is inserted has no flags, and fuses what has to be rounded once by `math.fma`:
    the target is to have an instruction for that. `pad-to-host` expands what is left for such
    processors.

    Before:

    ```mlir
    func.func @f(%x: vector<8xf64>) -> vector<8xf64> {
      %r = math.rsqrt %x fastmath<afn> : vector<8xf64>
      func.return %r : vector<8xf64>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: vector<8xf64>) -> vector<8xf64> {
      %root = math.sqrt %x : vector<8xf64>
      %one = arith.constant dense<1.0> : vector<8xf64>
      %r = arith.divf %one, %root : vector<8xf64>
      func.return %r : vector<8xf64>
    }
    ```

    Options: `function` (all when unset); `target-cpu`, LLVM's name of a processor (`native`: this
    machine): where it has AVX-512, logarithms of vectors of f32 take exponents and mantissas by its
    instructions, and the results are the same.

    Declines, with a remark: types other than these.
    """

    name = "pad-expand-math"

    function: str | None = None
    target_cpu: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = find_functions(op, self.function, lambda _: True)
        for function in functions:
            _tell_of_others(function)
        unit = None if self.target_cpu is None else vector_unit(self.target_cpu)
        expand_math(op, functions, unit)


def _tell_of_others(function: func.FuncOp) -> None:
    """Remark on the operations of types without a formula."""
    for op in operations_of(function, *FORMULAS):
        element = element_of(op.results[0].type)
        if precision_of(op, element) is None:
            remark(PadExpandMath.name, op, _NOT_EXPANDED, function=op.name, type=str(element))
