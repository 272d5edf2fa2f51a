"""
Random programs in which the user assumes something of what is loaded: no pass on lanes or kernels
loses such an assume, or has it say more than it did.

`PAD_ASSUMES_EXAMPLES` says how many programs, `PAD_ASSUMES_SEED` is the first one's seed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from xdsl.dialects import affine
from xdsl.ir import Block
from xdsl.rewriter import Rewriter

from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.passes.lanes import rewrite_on_copy
from pad_mlir.passes.lanes.masks import Mask
from pad_mlir.passes.lanes.widening import Widening
from pad_mlir.tools.tv import Status

from ..gpu.random_trials import Trial as KernelTrial
from .checking import Trial

pytest.importorskip("mlir")

EXAMPLES = int(os.environ.get("PAD_ASSUMES_EXAMPLES", "3"))
FIRST_SEED = int(os.environ.get("PAD_ASSUMES_SEED", "0"))
_LOAD = re.compile(r"^%(\w+) = (?:affine|memref)\.load .* : memref<(?:\d+x)+(\w+)>$")

_I32 = ("i32", "i32", "i32", "i32")
_UNDER_A_CONDITION = """
func.func @f(%A: memref<16xi32>, %B: memref<16xi32>, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<16xi32>
      affine.store %a, %B[%i] : memref<16xi32>
    }
  }
  func.return
}
"""


def with_assumes(text: str) -> str:
    """The program with an assume of the user after each load, which is false of a masked 0."""
    lines = list[str]()
    for line in text.split("\n"):
        lines.append(line)
        if (load := _LOAD.match(line.strip())) is None:
            continue
        name, type = load.groups()
        compare, one = ("cmpi sge", "1") if type.startswith("i") else ("cmpf oge", "1.0")
        lines.append(f"%one_{name} = arith.constant {one} : {type}")
        lines.append(f"%ok_{name} = arith.{compare}, %{name}, %one_{name} : {type}")
        lines.append(f"pad.assume %ok_{name} {{pad.user}} : i1")
    return "\n".join(lines)


def fault_of(trial: Trial | KernelTrial) -> str | None:
    """What is wrong with the assumes, or anything else, after the passes."""
    asked = replace(trial, text=with_assumes(trial.text))
    before, after = asked.text.count("pad.user"), (text := asked.rewritten()).count("pad.user")
    if after < before:
        return f"{before} assumes of the user became {after}"
    verdict = asked.verdict(text)
    if verdict.status is Status.REFUTED or verdict.user_assumes:
        return f"{verdict}\n{asked.text}\n{text}"
    return None


def faults(seeds: range) -> Iterator[str]:
    """Those of these seeds' programs, on lanes and in kernels."""
    for seed in seeds:
        for trial in (Trial.of(seed), KernelTrial.of(seed)):
            if (wrong := fault_of(trial)) is not None:
                yield f"seed {seed}, {trial.pipeline}: {wrong}"


def test_assumes_of_the_user_stay_and_say_no_more() -> None:
    wrong = list(faults(range(FIRST_SEED, FIRST_SEED + EXAMPLES)))
    assert not wrong, "\n\n".join(wrong)


def test_assumes_that_are_dropped_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def drop_all(loop: affine.ForOp) -> None:
        for op in operations_of(loop.body, AssumeOp):
            Rewriter.erase_op(op)

    monkeypatch.setattr(rewrite_on_copy, "_drop_assumes", drop_all)
    assert any(faults(range(4)))


def test_assumes_of_lanes_that_are_masked_off_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assume = Widening._assume  # pyright: ignore[reportPrivateUsage]

    def of_all_lanes(self: Widening, op: AssumeOp, where: Block, masks: list[Mask]) -> None:
        assume(self, op, where, [None] * len(masks))

    asked = Trial(0, _UNDER_A_CONDITION, "pad-vectorize{target-cpu=x86-64-v4}", _I32, 5, {})
    assert fault_of(asked) is None
    monkeypatch.setattr(Widening, "_assume", of_all_lanes)
    assert fault_of(asked) is not None
