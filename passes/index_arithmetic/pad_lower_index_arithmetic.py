"""pad-lower-index-arithmetic: divisions of indices in the cheapest form that bounds allow."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...analysis.accesses.equal_loads import CellReader
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ir.reasons import Declined
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.stages import find_functions
from .rewritten_operations import Divisions, may_divide

_SIGNED = RemarkForm("signed-division", "the division has to mind signs: {reason}")
_IN_LOOP = RemarkForm(
    "division-in-loop", "the division stays in the loop, which does not carry it: {reason}"
)
_FORMS = {form.id: form for form in (_SIGNED, _IN_LOOP)}


@dataclass(frozen=True)
class PadLowerIndexArithmetic(ModulePass):
    """
    TODO
    """

    name = "pad-lower-index-arithmetic"

    function: str | None = None
    carry: bool = True
    narrow: bool = False

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, lambda _: True):
            self._lower(function)
        for kernel in operations_of(op, gpu.FuncOp):
            self._lower(kernel)

    def _lower(self, function: func.FuncOp | gpu.FuncOp) -> None:
        if not function.body.blocks or not any(map(may_divide, operations_in(function))):
            return
        reader = CellReader(function.body.blocks[0])

        def tell(at: Operation, form: str, reason: Declined | str) -> None:
            remark(self.name, at, _FORMS[form], reason=reason)

        Divisions(reader, tell, narrow=self.narrow, carry=self.carry).rewrite(function)
