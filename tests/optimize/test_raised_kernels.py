"""Each benchmarked kernel, lowered to scf by upstream, comes back and is optimized alike."""

from __future__ import annotations

import re

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

from kernels.catalogue import twins
from kernels.problem import Problem

from pad_mlir.dialect.ir.operations import operations_in
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.optimize.pad_optimize import PadOptimize
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.raising.pad_raise_loops import PadRaiseLoops
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.schedule import Schedule
from pad_mlir.upstream.bridge import UpstreamModule

_LAID_OUT = "pad-apply-layouts,pad-remove-assume,pad-remove-undef-store"


@pytest.mark.parametrize("problem", twins(), ids=lambda problem: problem.name)
def test_a_plain_kernel_comes_back(problem: Problem) -> None:
    check(parse_module(problem.mlir))


@pytest.mark.parametrize("problem", twins(), ids=lambda problem: problem.name)
def test_a_laid_out_kernel_comes_back(problem: Problem) -> None:
    """With guards, and with the divisions of tiles."""
    schedule = Schedule(problem.mlir)
    problem.lay_out(schedule, "change")
    module = schedule.module
    for step in parse_pipeline(_LAID_OUT, ALL_PASSES):
        step.apply(new_context(), module)
    check(module)


def check(module: ModuleOp) -> None:
    """Lower and raise; names and attributes do not go through upstream, so both are without."""
    for op in operations_in(module):
        for name in [name for name in op.attributes if name.startswith("pad.")]:
            del op.attributes[name]
        if isinstance(op, func.FuncOp):
            op.properties.pop("arg_attrs", None)
    upstream = UpstreamModule(module)
    given = parse_module(upstream.generic_text())
    upstream.run("builtin.module(lower-affine)")
    raised = parse_module(upstream.generic_text())
    with collect_remarks() as remarks:
        PadRaiseLoops().apply(new_context(), raised)
    assert remarks == []
    left = {op.name for op in operations_in(raised)}
    assert not {name for name in left if name.startswith(("scf.", "memref.load", "memref.store"))}
    assert optimized(raised) == optimized(given)


def optimized(module: ModuleOp) -> str:
    """What pad-optimize makes of a module, under names in the order in which they come."""
    module = module.clone()
    with collect_remarks():
        PadOptimize(target_cpu="x86-64-v3").apply(new_context(), module)
    names: dict[str, str] = {}
    return re.sub(
        r"%[\w$.]+",
        lambda found: names.setdefault(found.group(), f"%{len(names)}"),
        print_module(module),
    )
