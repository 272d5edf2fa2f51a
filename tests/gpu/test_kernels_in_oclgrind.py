"""Mapped kernels in Oclgrind at small sizes: clean as they are; defects of the mapping reported."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from gpu_kernels import FAMILIES, GpuProblem
from xdsl.dialects import affine

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.kernels import grid
from pad_mlir.passes.gpu.kernels.barriers import Barriers, Touched
from pad_mlir.passes.gpu.kernels.grid import Axis
from pad_mlir.passes.gpu.mapping import parallel_bands
from pad_mlir.schedule import Schedule
from pad_mlir.tools.tv import Status, validate

from .oclgrind import Call, reports

SMALL: dict[str, tuple[int, ...]] = {
    "double": (3, 37),
    "row_sum": (3, 37),
    "conv1d": (67, 3),
    "matmul": (9, 11, 13, 4),
    "softmax": (1, 2, 3, 37),
    "maxpool": (5, 5),
    "conv2d": (5, 3, 5),
    "layernorm": (3, 37),
}


pytestmark = pytest.mark.usefixtures("installed_oclgrind")


def call(family: str, *, padded: bool = True) -> Call:
    problem = FAMILIES[family](*SMALL[family])
    arrays = problem.arrays(np.random.default_rng(0))
    return Call(str(problem.schedule(padded=padded)), tuple(arrays.values()))


@pytest.mark.parametrize("padded", [True, False], ids=["padded", "guarded"])
def test_nothing_to_report(padded: bool) -> None:
    calls = [call(family, padded=padded) for family in FAMILIES]
    assert dict(zip(FAMILIES, reports(calls), strict=True)) == {f: [] for f in FAMILIES}


def drop_barriers(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(self: Barriers) -> None: ...

    monkeypatch.setattr(Barriers, "meet", nothing)


def forget_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """No barrier between a read and the write after it."""
    before = Barriers.before

    def only_writes(self: Barriers, touched: set[Touched]) -> None:
        before(self, {t for t in touched if t.writes})

    monkeypatch.setattr(Barriers, "before", only_writes)


def drop_guards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Axis, "is_whole", True)


def share_dependent_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if all iterations could run in any order."""

    def nothing(loop: affine.ForOp) -> None: ...

    monkeypatch.setattr(parallel_bands, "check_any_order", nothing)


def start_one_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thread has the iteration of its neighbour, the last one that of nobody."""
    lower = grid.lower_bound

    def later(loop: affine.ForOp) -> int:
        return lower(loop) + loop.step.value.data

    monkeypatch.setattr(grid, "lower_bound", later)


@dataclass(frozen=True)
class Defect:
    """A defect of the mapping, a problem that has it, and what Oclgrind says."""

    seed: Callable[[pytest.MonkeyPatch], None]
    family: str
    sizes: tuple[int, ...]
    padded: bool
    reported: str


DEFECTS = {
    "dropped barriers": Defect(drop_barriers, "row_sum", (2, 37), True, "race|ninitialized"),
    "dropped barrier of a tile": Defect(forget_reads, "matmul", (5, 7, 9, 4), True, "race"),
    "dropped guard": Defect(drop_guards, "double", (2, 257), False, "Invalid"),
    "race": Defect(share_dependent_loops, "scan", (2, 9), False, "race"),
    "wrong lane": Defect(start_one_later, "double", (2, 9), True, "Invalid"),
}
SCAN = """
func.func @scan(%A: memref<2x9xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 1 to 9 {
      %a = affine.load %A[%i, %j - 1] : memref<2x9xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %A[%i, %j] : memref<2x9xf32>
    }
  } {pad.stage = "scan"}
  func.return
}
"""


def scan(rows: int, columns: int) -> GpuProblem:
    """Each element is twice its neighbour: no order but one."""
    shapes = {"A": (rows, columns)}
    return GpuProblem("scan", SCAN, shapes, _nothing, _nothing, lambda arrays: arrays["A"], 0)


def _nothing(s: Schedule) -> None: ...


@pytest.mark.parametrize("name", DEFECTS)
def test_defects(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    defect = DEFECTS[name]
    problem = {**FAMILIES, "scan": scan}[defect.family](*defect.sizes)
    before = parse_module(problem.mlir, "before")
    right = str(problem.schedule(padded=defect.padded))
    assert validate(before, parse_module(right), fp=problem.fp).status is Status.VALID
    defect.seed(monkeypatch)
    wrong = str(problem.schedule(padded=defect.padded))
    assert wrong != right
    assert validate(before, parse_module(wrong), fp=problem.fp).status is Status.REFUTED
    arrays = problem.arrays(np.random.default_rng(0))
    (found,) = reports([Call(wrong, tuple(arrays.values()))])
    assert re.search(defect.reported, "\n".join(found)), found
