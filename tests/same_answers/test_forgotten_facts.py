"""Facts that are told what was erased, or which stage changed, answer as facts read anew."""

from __future__ import annotations

import os
from functools import cache

import pytest
from xdsl.dialects import affine, func
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.common.dead_code import erase_with_dead_producers
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from ..overcompute.survey import program_of
from ..programs.generator import program
from ..scaling.families import FAMILIES

COUNT = int(os.environ.get("PAD_FORGOTTEN_FACTS", "12"))
_GUARDS = (
    "pad-remove-branching-through-overcompute{max-waste=inf}",
    "pad-remove-overcompute-through-branching",
)
_STEPS = (
    *(("forget", "pad-remove-no-op"), ("forget", "pad-apply-layouts,pad-remove-no-op")),
    *(("read_again", step) for step in (*_GUARDS, ",".join(_GUARDS))),
    *(("read_again", f"pad-apply-layouts,{step}") for step in (*_GUARDS, ",".join(_GUARDS))),
)
# What is loaded feeds only an assume once the store to B is gone.
_ASSUMED = """
func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %n = arith.negf %a : f32
    %b = arith.addf %n, %zero : f32
    affine.store KEPT, %B[%i] : memref<8xf32>
    %is_zero = arith.cmpf oeq, %n, %zero : f32
    pad.assume %is_zero : i1
  }
  func.return
}
"""
_FAMILIES = ("accesses", "assumes", "buffers", "guarded stages", "conditions", "laid-out stages")


@cache
def _modules() -> list[ModuleOp]:
    random = [text for seed in range(COUNT) for text in (program(seed).text, program_of(seed).text)]
    return [*map(parse_module, (*random, *(FAMILIES[name][0](8) for name in _FAMILIES)))]


def _outcome(read: ModuleOp, steps: str) -> str:
    module = read.clone()
    with collect_remarks() as remarks:
        try:
            for one in parse_pipeline(steps, ALL_PASSES):
                one.apply(new_context(), module)
        except PadError as error:
            return str(error)
    return "\n".join([print_module(module), *map(str, remarks)])


@pytest.mark.parametrize(("method", "steps"), _STEPS)
def test_as_if_read_anew(method: str, steps: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [_outcome(module, steps) for module in _modules()]

    def never(self: BlockFacts, changed: object, without: object = ()) -> bool:
        return not changed

    monkeypatch.setattr(BlockFacts, method, never)
    assert kept == [_outcome(module, steps) for module in _modules()]


@pytest.mark.parametrize("kept", ["%a", "%n", "%b"])
def test_a_load_that_feeds_only_an_assume_once_a_store_is_gone(kept: str) -> None:
    module = parse_module(_ASSUMED.replace("KEPT", kept))
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    block, (buffer, _) = function.body.block, function.args
    facts = BlockFacts(block)
    assert len(facts.accesses(buffer)) == 2
    store = [op for op in module.walk() if isinstance(op, affine.StoreOp)][-1]
    facts = facts if facts.forget(erase_with_dead_producers(store)) else BlockFacts(block)
    assert len(facts.accesses(buffer)) == 1
