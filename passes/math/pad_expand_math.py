"""pad-expand-math: mathematical functions become arithmetic, on numbers and on vectors alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import AnyFloat, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...dialect.ir.operations import operations_of
from ..common.diagnostics import RemarkForm, remark
from ..common.patterns import rewrite_once
from ..common.stages import find_functions
from ..lowering.elementwise import element_of
from .formulas import FORMULAS, precision_of, write
from .trigonometry import FROM_LIBRARY

_NOT_EXPANDED = RemarkForm("math-not-expanded", "{op} of {type} not expanded: there is no formula")


class WriteFormula(RewritePattern):
    """Write a mathematical function by the formula that there is for its type and flags."""

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if type(op) not in FORMULAS or FROM_LIBRARY in op.attributes:
            return
        element = element_of(op.results[0].type)
        precision = precision_of(op, element)
        if precision is None:
            return
        result = write(op, cast("AnyFloat", element), precision, rewriter)
        rewriter.replace(op, [], [result.ssa])


def expand_math(root: Operation) -> None:
    """Write the functions inside an operation by formulas, where there are any."""
    rewrite_once(root, WriteFormula())


@dataclass(frozen=True)
class PadExpandMath(ModulePass):
    """TODO"""

    name = "pad-expand-math"

    function: str | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, lambda _: True):
            _tell_of_others(function)
            expand_math(function)


def _tell_of_others(function: func.FuncOp) -> None:
    """Remark on the operations of types without a formula."""
    for op in operations_of(function, *FORMULAS):
        element = element_of(op.results[0].type)
        if precision_of(op, element) is None:
            remark(PadExpandMath.name, op, _NOT_EXPANDED, op=op.name, type=str(element))
