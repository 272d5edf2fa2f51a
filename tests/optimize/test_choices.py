"""pad-optimize's choices: limits, what is told, and how often passes run."""

from __future__ import annotations

from collections import Counter

import pytest
from xdsl.context import Context
from xdsl.dialects import arith, func, scf
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i1
from xdsl.ir import Block, Region

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.guards.guard_costs import guards_in
from pad_mlir.passes.loops.ranges.pad_reduce_loop_extents import PadReduceLoopExtents
from pad_mlir.passes.optimize.layouts.layout_plans import Plan
from pad_mlir.passes.optimize.layouts.layout_trials import OWN, SPLIT, Trial, cheapest
from pad_mlir.passes.optimize.steps.estimated_time import Estimate
from pad_mlir.passes.optimize.steps.fixpoint import Guards, Optimization

from .programs import optimized

COPY = """
func.func @copy(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  } {pad.stage = "compute"}
  func.return
}
"""
TILES = '"(i) -> (i floordiv 4, i mod 4)"'
SIZES = """
func.func @waste(%A: memref<?x16xi32>, %B: memref<1xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
    affine.for %ii = max affine_map<(d0)[s0] -> (0, s0 - d0 * 16)>(%io)[%n] to 16 {
      affine.store %zero, %A[%io, %ii] : memref<?x16xi32>
    }
  }
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%n] {
    affine.for %ii = 0 to 16 {
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 16 - d1 >= 0)>(%io, %ii)[%n] {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<?x16xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
"""
# A guard that the parity of indices decides, which no piece of a loop does, and one at a bound.
TWO = """
func.func @two(%A: memref<12x6xi32>, %B: memref<12x6xi32>, %x: i32) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 6 {
      affine.if affine_set<(d0, d1) : ((d0 + d1) mod 2 - 1 == 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<12x6xi32>
      }
      affine.if affine_set<(d0, d1) : (d1 * 3 - d0 + 10 >= 0)>(%i, %j) {
        affine.store %x, %B[%i, %j] : memref<12x6xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
"""


PRODUCTS = """
func.func @products(%A: memref<3x14xi32>, %B: memref<5x14xi32>, %D: memref<3x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %r = affine.for %k = 0 to 14 iter_args(%s = %zero) -> (i32) {
        %a = affine.load %A[%i, %k] : memref<3x14xi32>
        %b = affine.load %B[%j, %k] : memref<5x14xi32>
        %p = arith.muli %a, %b : i32
        %t = arith.addi %s, %p : i32
        affine.yield %t : i32
      }
      affine.store %r, %D[%i, %j] : memref<3x5xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
"""

# A tap may reach before A: room there makes its guard needless, in the order of the loops.
TAPS = """
func.func @taps(%A: memref<13xi32>, %w: memref<5xi32>, %B: memref<13xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 13 {
    %r = affine.for %k = 0 to 5 iter_args(%s = %zero) -> (i32) {
      %n = affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %k) -> i32 {
        %a = affine.load %A[%i - %k] : memref<13xi32>
        %c = affine.load %w[%k] : memref<5xi32>
        %p = arith.muli %a, %c : i32
        %t = arith.addi %s, %p : i32
        affine.yield %t : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %n : i32
    }
    affine.store %r, %B[%i] : memref<13xi32>
  } {pad.stage = "compute"}
  func.return
}
"""
TAPS_IN_MEMORY = """
func.func @taps(%A: memref<13xi32>, %w: memref<5xi32>, %B: memref<13xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 13 {
    affine.store %zero, %B[%i] : memref<13xi32>
    affine.for %k = 0 to 5 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %k) {
        %s = affine.load %B[%i] : memref<13xi32>
        %a = affine.load %A[%i - %k] : memref<13xi32>
        %c = affine.load %w[%k] : memref<5xi32>
        %p = arith.muli %a, %c : i32
        %t = arith.addi %s, %p : i32
        affine.store %t, %B[%i] : memref<13xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}
"""


def run(text: str, guards: Guards = "overcompute") -> Optimization:
    module = parse_module(text)
    optimization = Optimization(new_context(), module, None, guards, 1.0, "strict")
    with collect_remarks():
        optimization.run()
    return optimization


def test_several_buffers_are_laid_out_alike() -> None:
    result = optimized(COPY, f"buffer=A,B map={TILES} pad=0.0")
    assert str(result.after).count("memref<4x4xf32> {") == 2
    assert result.guards == (0, 0)
    assert any(
        "layout (i) -> (i floordiv 4, i mod 4) applied to A and B: guards left: 0, "
        "instances added: 2, bytes of padding: 16, bytes of data: 112" in remark
        for remark in result.remarks
    )
    assert result.objections() == []


@pytest.mark.parametrize(
    ("options", "padded"),
    [
        ("max-padding=0.142", False),  # 8 bytes to 56 are 0.1428..
        ("max-padding=0.143", True),
        ("max-padding=inf", True),
        ("max-waste=0.1", False),
        ("guards=keep", False),
    ],
)
def test_limits(options: str, padded: bool) -> None:
    result = optimized(COPY, f"buffer=A,B map={TILES} pad=undef {options}")
    assert ("memref<4x4xf32>" in str(result.after)) is padded
    why = "as good: guards left" if options == "guards=keep" else "within the limits"
    text = f"no layout applied to A and B: no layout is {why}"
    assert any(text in remark for remark in result.remarks) is not padded


def test_a_formula_of_sizes_is_told() -> None:
    result = optimized(SIZES, "max-waste=inf")
    assert result.guards == (1, 0)
    (remark,) = result.remarks
    assert "guard removed: 16*((n + 15) // 16) - n instances are added to the original n" in remark


def test_partition_may_copy_other_guards() -> None:
    kept, split = (optimized(TWO, f"guards={guards}") for guards in ("overcompute", "partition"))
    assert kept.guards == (2, 2)
    assert split.guards == (2, 3)
    assert any("split into" in remark for remark in split.remarks)
    assert kept.objections() == split.objections() == []


def test_loops_that_must_stay_in_their_order_are_split_by_the_tiles() -> None:
    rows = '"(r, k) -> (r, k floordiv 4, k mod 4)"'
    result = optimized(PRODUCTS, f"buffer=A,B map={rows} pad=0")
    after = str(result.after)
    assert result.guards == (0, 0)
    assert after.count(", %ko, %ki]") == 2
    assert any(
        "applied to A and B with its loops split in place" in remark for remark in result.remarks
    )
    assert result.objections() == []


@pytest.mark.parametrize("source", [TAPS, TAPS_IN_MEMORY])
def test_room_beside_a_buffer_leaves_the_loops_as_they_are(source: str) -> None:
    result = optimized(source, 'buffer=A map="(i) -> (i + 4)" pad=0')
    after = str(result.after)
    assert result.guards == (1, 0)
    assert "affine.for %k = 0 to 5" in after
    assert "affine.load %A[%i - %k + 4] : memref<17xi32>" in after
    assert any(
        "layout (i) -> (i + 4) applied to A with its loops as they are: guards left: 0, "
        "instances added: 10" in remark
        for remark in result.remarks
    )
    assert result.objections() == []


def test_guards_that_become_bounds_are_told_apart() -> None:
    said = optimized(TAPS_IN_MEMORY, 'buffer=A map="(i) -> (i + 4)" pad=0').remarks
    text = "layout (i) -> (i + 4) not applied to A: guards left: 1 (1 of them as loop bounds), inst"
    assert any(text in remark for remark in said)


def test_a_reason_is_told_once() -> None:
    asked = f'buffer=A map={TILES},"(i) -> (i floordiv 8, i mod 8)"'
    said = optimized(COPY, asked).remarks
    tried = [remark for remark in said if " not applied to " in remark]
    reasons = [remark.partition("guard kept: ")[2] for remark in said if "kept: " in remark]
    assert len(tried) == len(reasons) == 2
    assert len(set(reasons)) == len(reasons)


FORWARD = TAPS.replace("(d0 - d1 >= 0)", "(12 - d0 - d1 >= 0)").replace("%i - %k", "%i + %k")


def test_room_that_is_proposed_can_be_given() -> None:
    asked = 'buffer=A map="(i) -> (i + 1)" pad=0'
    said = optimized(FORWARD, asked).remarks
    text = "give A a layout with extents=[18] or more"
    assert any(text in remark for remark in said), said
    assert not any("before" in remark for remark in said)
    result = optimized(FORWARD, f"{asked} extents=[18]")
    assert result.guards == (1, 0)
    assert "memref<18xi32>" in str(result.after)
    assert result.objections() == []


@pytest.mark.parametrize(
    "asked", ['buffer=A map="(i) -> (i + 1)","(i) -> (i)"', 'buffer=A,B map="(i) -> (i + 1)"']
)
def test_room_for_one_of_several_is_named_with_what_takes_it(asked: str) -> None:
    said = optimized(FORWARD, f"{asked} pad=0").remarks
    text = "pad-optimize takes extents of one buffer with one map; give others to"
    assert any("give A a layout" in one and f"; {text} pad" in one for one in said), said
    with pytest.raises(PadError, match="extents is allowed only with one buffer and one map"):
        optimized(FORWARD, f"{asked} pad=0 extents=[18]")


def test_extents_are_of_a_layout() -> None:
    with pytest.raises(PadError, match="extents are those of a layout: give buffer and map"):
        optimized(FORWARD, "extents=[18]")


def test_loops_as_they_are_take_no_layout_that_drops_no_guard() -> None:
    result = optimized(TAPS, 'buffer=A map="(i) -> (i + 3)" pad=0')
    assert "%A: memref<13xi32>" in str(result.after)
    text = "not applied to A with its loops as they are: guards left: 1 (1 of them as loop bounds)"
    assert any(text in remark for remark in result.remarks)
    assert any("no layout applied to A: no layout is as good" in said for said in result.remarks)


def test_what_vectors_leave_is_told_once_and_not_of_the_loops_of_the_source() -> None:
    remarks = optimized(PRODUCTS, "target-cpu=x86-64-v3").remarks
    assert len(set(remarks)) == len(remarks)
    assert not any("not flattened" in remark for remark in remarks)


def test_each_pass_runs_once_where_nothing_changes() -> None:
    counts = Counter(run(COPY).runs)
    assert set(counts.values()) == {1}
    assert len(counts) == 5


def test_passes_run_as_often_for_many_functions_as_for_one() -> None:
    many = "".join(SIZES.replace("@waste", f"@waste{k}") for k in range(4))
    assert run(many).runs == run(SIZES).runs


def test_what_makes_a_function_worse_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    def add_guard(_: PadReduceLoopExtents, ctx: Context, op: ModuleOp) -> None:
        function = next(f for f in op.walk() if isinstance(f, func.FuncOp))
        true = arith.ConstantOp(IntegerAttr(1, i1))
        conditional = scf.IfOp(true, (), Region(Block([scf.YieldOp()])))
        first = function.body.block.first_op
        assert first is not None
        function.body.block.insert_ops_before([true, conditional], first)

    monkeypatch.setattr(PadReduceLoopExtents, "apply", add_guard)
    optimization = run(COPY)
    assert guards_in(optimization.module) == []
    assert str(optimization.module) == str(parse_module(COPY))
    assert Counter(optimization.runs)["pad-reduce-loop-extents"] == 1


def test_of_trials_as_good_as_each_other_loops_that_are_not_split_come_first() -> None:
    """Estimates that differ by 1 % decide nothing, but a loop that is split may need masks."""

    def trial(order: str, cycles: float) -> Trial:
        done = Optimization(new_context(), ModuleOp([]), None, "either", 1.0, "strict")
        return Trial(Plan((), ""), order, done, time=Estimate(cycles, cycles, 0.0))

    own = trial(OWN, 101)
    assert cheapest([trial(SPLIT, 100), own]) is own
    far = trial(SPLIT, 97)
    assert cheapest([far, own]) is far
