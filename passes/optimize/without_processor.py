"""Says what code without vectors costs on this machine."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from ...upstream.llvm_library import is_installed
from ..common.diagnostics import RemarkForm, remark
from ..common.stages import find_functions
from ..vectorize.vector_unit import resolved_cpu
from .parallel_loops import run_in_order
from .steps.estimated_time import estimate
from .steps.vector_code import target_of

_COST = RemarkForm(
    "no-processor",
    "no processor is given, so that loops get no vectors: estimated cycles: {before}; with "
    "{cpu}, this machine: {after}",
    "analysis",
)


def tell_cost(pass_name: str, context: Context, module: ModuleOp, function: str | None) -> None:
    """
    Remark how long the module takes on this machine without vectors, and how long with them, where
    they gain; the vectors are made in a copy.
    """
    cpu = resolved_cpu("native")
    target = target_of(cpu) if is_installed() else None
    if target is None:
        return
    copy = module.clone()
    for each in find_functions(copy, function, lambda _: True):
        run_in_order(each)
    target.make_code(context, copy, function, pass_name)
    before, after = (estimate(each, target.unit).cycles for each in (module, copy))
    if after < before:
        remark(pass_name, module, _COST, cpu=cpu, before=f"{before:.0f}", after=f"{after:.0f}")
