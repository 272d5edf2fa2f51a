"""`Schedule.optimize`: choices, what they cost, and traces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.passes.optimize.layouts import layout_choice
from pad_mlir.schedule import Schedule, ScheduleError
from pad_mlir.schedule.layouts.layout_sets import LayoutSet

from .common import ROW_SUM, SUM, assert_replays, guards


def test_of_two_layouts_the_cheaper_is_taken() -> None:
    s = Schedule(SUM)
    s.optimize("A", [lambda i: (i // 4, i % 4), lambda i: (i // 5, i % 5)], pad_value=0)
    assert "%A: memref<3x5xi32>" in str(s)
    assert guards(s) == 0
    (taken,) = (r for r in s.remarks if r.id == "layout-taken")
    assert (taken.field("guards"), taken.field("added")) == (0, 1)
    a, b = np.arange(14, dtype=np.int32), np.zeros(1, np.int32)
    s.compile()(a, b)
    assert b[0] == a.sum()
    assert s.trace() == (
        's.optimize(["A"], [lambda i: (i // 4, i % 4), lambda i: (i // 5, i % 5)], pad_value=0)\n'
    )
    assert_replays(s, SUM)


def test_of_a_long_function_only_the_first_layouts_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(layout_choice, "_MOST_TRIED", 1)
    s = Schedule(ROW_SUM)
    s.optimize(layouts="auto", target_cpu="x86-64-v3")
    (left,) = (r for r in s.remarks if r.id == "layouts-not-all-tried")
    count = left.field("count")
    assert isinstance(count, int)
    assert left.field("left") == count - 1
    assert "the function is too large for as many trials" in str(left)


def test_not_to_pad_is_one_of_the_answers() -> None:
    s = Schedule(SUM)
    s.optimize("A", lambda i: (i // 4, i % 4), pad_value=1)
    assert "%A: memref<14xi32>" in str(s)
    assert s.remarks[-1].id == "layout-none.more-guards"
    assert_replays(s, SUM)


def test_it_takes_over_where_other_steps_end() -> None:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    assert guards(s) == 1
    s.optimize()
    assert guards(s) == 0
    cost, dropped = s.remarks
    assert cost.id == "no-processor"
    assert dropped.id == "guard-dropped"
    assert dropped.field("amount") == "3072 instances are added to the original 1045504"
    assert s.trace().endswith("s.optimize()\n")
    assert_replays(s, ROW_SUM)


def test_guards_that_must_not_cost_anything_are_kept() -> None:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.optimize(max_waste=0.0)
    _, remark = s.remarks
    assert remark.id == "guard-left-to-bounds.waste"
    assert remark.reason is not None
    assert remark.reason.field("inserted") == 3072


def test_guards_that_must_stay_are_told_of_as_bounds() -> None:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=1.0)
    s.sequential_buffer_access("compute", "A")
    s.optimize()
    assert guards(s) == 0
    assert [r.id for r in s.remarks[1:]] == ["guard-kept-as-bounds.stored-value"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((5,), "buffer is 5, but must be a name or a list of names"),
        ((), "index_map is given, but no buffer to lay out by it"),
        (("C",), "there is no buffer 'C'"),
    ],
)
def test_wrong_buffers(arguments: tuple[str, ...], says: str) -> None:
    s = Schedule(SUM)
    with pytest.raises(ScheduleError, match=says):
        s.optimize(*arguments, index_map=lambda i: (i // 4, i % 4))
    assert str(s) == str(Schedule(SUM))


def test_wrong_maps() -> None:
    s = Schedule(SUM)
    with pytest.raises(ScheduleError, match="is not injective"):
        s.optimize("A", "(i) -> (i floordiv 4)")
    with pytest.raises(ScheduleError, match="give both buffer and map"):
        s.optimize("A")
    with pytest.raises(ScheduleError, match="stage and pad are about buffers"):
        s.optimize(stage="compute")


def test_extents_are_those_of_the_one_layout() -> None:
    s = Schedule(SUM)
    s.optimize("A", lambda i: (i // 4, i % 4), pad_value=0, extents=[5, 4])
    assert "%A: memref<5x4xi32>" in str(s)
    assert s.trace() == (
        's.optimize(["A"], [lambda i: (i // 4, i % 4)], pad_value=0, extents=[5, 4])\n'
    )
    assert_replays(s, SUM)
    s = Schedule(SUM)
    with pytest.raises(ScheduleError, match="extents is allowed only with one buffer and one map"):
        s.optimize("A", [lambda i: (i // 4, i % 4), lambda i: (i // 5, i % 5)], extents=[5, 4])


TRANSPOSED = """
func.func @products(%A: memref<5x21xf32>, %B: memref<19x21xf32>, %C: memref<5x19xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 19 {
      %sum = affine.for %k = 0 to 21 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i, %k] : memref<5x21xf32>
        %b = affine.load %B[%j, %k] : memref<19x21xf32>
        %p = arith.mulf %a, %b fastmath<reassoc,contract> : f32
        %t = arith.addf %s, %p fastmath<reassoc,contract> : f32
        affine.yield %t : f32
      }
      affine.store %sum, %C[%i, %j] : memref<5x19xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
"""
LANES: LayoutSet = {
    "B": (lambda j, k: (j // 16, k, j % 16), "undef"),
    "C": (lambda i, j: (i, j), "undef", [5, 32]),
}


def _assert_multiplies(s: Schedule) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((5, 21), np.float32), rng.standard_normal((19, 21), np.float32)
    c = np.full((5, 19), 77, np.float32)
    s.compile()(a, b, c)
    assert np.allclose(c, a @ b.T, atol=1e-5)


def test_layouts_of_several_ranks_are_taken_together() -> None:
    s = Schedule(TRANSPOSED)
    s.optimize(layouts=LANES, target_cpu="x86-64-v4")
    assert "%B: memref<2x21x16xf32>" in str(s)
    assert "%C: memref<5x32xf32>" in str(s)
    (taken,) = (r for r in s.remarks if r.id == "layout-taken")
    cycles, plain = taken.field("cycles"), taken.field("plain")
    assert isinstance(cycles, float)
    assert isinstance(plain, float)
    assert cycles < plain
    assert s.trace() == (
        's.optimize(target_cpu="x86-64-v4", layouts={"B": [lambda j, k: (j // 16, k, j % 16), '
        '"undef"], "C": [lambda i, j: (i, j), "undef", [5, 32]]})\n'
    )
    assert_replays(s, TRANSPOSED)


def test_a_layout_that_is_not_faster_is_not_taken() -> None:
    s = Schedule(TRANSPOSED)
    s.optimize(layouts={"C": lambda i, j: (j, i)}, target_cpu="x86-64-v4")
    assert "%C: memref<5x19xf32>" in str(s)
    assert [r.id for r in s.remarks if r.id.startswith("layout")] == [
        "layout-not-taken.slower",
        "layout-not-taken.slower",
        "layout-none.slower",
    ]
    assert_replays(s, TRANSPOSED)


def test_of_several_sets_the_fastest_is_taken() -> None:
    s = Schedule(TRANSPOSED)
    columns: LayoutSet = {"A": lambda i, k: (k, i)}
    s.optimize(layouts=[columns, LANES], pad_value="undef", target_cpu="x86-64-v4")
    assert "%B: memref<2x21x16xf32>" in str(s)
    assert_replays(s, TRANSPOSED)


def test_it_proposes_layouts_itself() -> None:
    s = Schedule(TRANSPOSED)
    s.optimize(layouts="auto", target_cpu="x86-64-v4")
    assert "%B: memref<2x21x16xf32>" in str(s)
    assert s.trace() == 's.optimize(target_cpu="x86-64-v4", layouts="auto")\n'
    assert_replays(s, TRANSPOSED)
    native = Schedule(TRANSPOSED)
    native.optimize(layouts="auto", target_cpu="native")
    _assert_multiplies(native)


def test_a_buffer_that_shares_its_name_with_a_view_is_not_laid_out() -> None:
    """xDSL keeps no number at the end of a value's name: `%B` and `%B_1` are both `B`."""
    text = TRANSPOSED.replace("%C: ", "%D: memref<95xf32>, %C: ").replace(
        "  func.return",
        """  %B_1 = memref.expand_shape %D [[0, 1]] output_shape [5, 19]
    : memref<95xf32> into memref<5x19xf32>
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 19 {
      %c = affine.load %C[%i, %j] : memref<5x19xf32>
      affine.store %c, %B_1[%i, %j] : memref<5x19xf32>
    }
  }
  func.return""",
    )
    s = Schedule(text)
    s.optimize(layouts="auto", target_cpu="x86-64-v4")
    assert "%B: memref<19x21xf32>" in str(s)
    distinct = Schedule(text.replace("%B_1", "%view"))
    distinct.optimize(layouts="auto", target_cpu="x86-64-v4")
    assert "%B: memref<2x21x16xf32>" in str(distinct)


def test_it_packs_inside_where_the_interface_stays() -> None:
    s = Schedule(TRANSPOSED)
    s.optimize(layouts=LANES, target_cpu="x86-64-v4", interface="keep")
    assert "%B: memref<19x21xf32>" in str(s)
    assert_replays(s, TRANSPOSED)
    native = Schedule(TRANSPOSED)
    native.optimize(layouts=LANES, target_cpu="native", interface="keep")
    _assert_multiplies(native)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"layouts": "auto"}, "layouts=auto proposes layouts for the vectors of a processor"),
        ({"layouts": 5}, 'layouts is 5, but must be "auto" or a dictionary'),
        ({"layouts": {}}, "layouts has a dictionary of no buffer"),
        ({"layouts": {3: "(i) -> (i)"}}, "layouts has the key 3, which is no name"),
        ({"layouts": {"A": ()}}, r"the layout of A is \(\), but must be a map"),
        ({"layouts": {"D": "(i, j) -> (j, i)"}}, "there is no buffer 'D'"),
        ({"layouts": LANES, "buffer": "A"}, "give it alone"),
        ({"interface": "keep"}, "interface=keep is about layouts"),
    ],
)
def test_wrong_layouts(arguments: dict[str, Any], says: str) -> None:
    s = Schedule(TRANSPOSED)
    with pytest.raises(ScheduleError, match=says):
        s.optimize(**arguments)
    assert str(s) == str(Schedule(TRANSPOSED))
