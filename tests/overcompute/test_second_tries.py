"""A guard that stays is proven again only where what has gone since may help it."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine
from xdsl.ir import Operation

from pad_mlir.analysis.overcompute.proof import Removal, prove_removable
from pad_mlir.analysis.speculation.inserted_instances import Guard, GuardTrials
from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.common.stages import stage_name
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.guards import removal_search
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)

_FIRST = """
func.func @f(%A: memref<8xf32>, %out: memref<8xf32>, %other: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %zero, %out[%i] : memref<8xf32>
    affine.store %zero, %other[%i] : memref<8xf32>
  } {pad.stage = "init"}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<8xf32>
      affine.store %a, %out[%i] : memref<8xf32>
    }
  } {pad.stage = "first"}
  affine.for %i = 0 to 8 {
"""
_LAST = """
  } {pad.stage = "last"}
  func.return
}"""


def _guarded(store: str) -> str:
    return f"affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {{ {store} }}"


@pytest.mark.parametrize(
    ("last", "proofs", "left"),
    [
        # The zeros of the last stage overwrite what the first one would store without its guard.
        ("affine.store %zero, %out[%i] : memref<8xf32>", ["first", "last", "first"], 0),
        # Here they are in a buffer that the first stage has nothing to do with.
        ("affine.store %zero, %other[%i] : memref<8xf32>", ["first", "last"], 1),
        # What the first stage stores is not computed from what the last one reads.
        (
            "%a = affine.load %out[%i] : memref<8xf32>\n"
            "affine.store %zero, %other[%i] : memref<8xf32>",
            ["first", "last"],
            1,
        ),
    ],
)
def test_a_second_try(
    last: str, proofs: list[str], left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[str | None]()

    def prove(guard: Guard, stage: Operation, relaxed: bool, trials: GuardTrials) -> Removal:
        made.append(stage_name(stage))
        return prove_removable(guard, stage, relaxed, trials)

    monkeypatch.setattr(removal_search, "prove_removable", prove)
    module = parse_module(_FIRST + _guarded(last) + _LAST)
    with collect_remarks():
        PadRemoveBranchingThroughOvercompute().apply(new_context(), module)
    assert made == proofs
    assert len(operations_of(module, affine.IfOp)) == left
