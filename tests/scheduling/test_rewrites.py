"""The steps that copy buffers, move stages and rewrite loops: names, traces, declines, values."""

from __future__ import annotations

import re
from typing import Literal

import numpy as np
import pytest

from pad_mlir.schedule import Schedule, where

from .common import COPY, CUMULATIVE, SUM, assert_replays, guards

# A value in the middle of a vector, another at its ends, in two loops; then a third loop.
EDGES = """\
func.func @edges(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0, -d0 + 13 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<16xf32>
    } else {
      affine.store %zero, %A[%i] : memref<16xf32>
    }
  } {pad.stage = "edges"}
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0) : (-d0 + 8 >= 0)>(%j) {
        %a = affine.load %A[%j] : memref<16xf32>
        affine.store %a, %B[%j] : memref<16xf32>
      }
    }
  } {pad.stage = "front"}
  affine.for %j = 0 to 16 {
    affine.if affine_set<(d0) : (d0 - 9 >= 0)>(%j) {
      affine.store %x, %B[%j] : memref<16xf32>
    }
  } {pad.stage = "back"}
  func.return
}
"""
# Adds up 16 integers, of which the last two are 0.
ZEROS = """\
func.func @zeros(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 14 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    %holds = arith.cmpi eq, %a, %zero : i32
    pad.assume %holds : i1
  } {pad.stage = "A_assume"}
  affine.for %i = 0 to 16 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<16xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
"""

NESTED = COPY.replace("    }\n  } {", '    } {pad.stage = "inner"}\n  } {')
# Stops at the first of the data that is not 0.
DATA = """\
func.func @data(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %b = affine.load %B[0] : memref<1xi32>
    %open = arith.cmpi eq, %b, %zero : i32
    scf.if %open {
      %a = affine.load %A[%i] : memref<16xi32>
      affine.store %a, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
"""


def _is_copied(s: Schedule) -> None:
    A = np.random.default_rng(0).standard_normal((12, 50), np.float32)
    B = np.full((12, 50), np.nan, np.float32)
    s.compile()(A, B)
    np.testing.assert_array_equal(A, B)


def _has_edges(s: Schedule) -> None:
    A, B = (np.full(16, np.nan, np.float32) for _ in range(2))
    s.compile()(A, B, 2.5)
    wanted = np.array([0.0] * 2 + [2.5] * 12 + [0.0] * 2, np.float32)
    np.testing.assert_array_equal(A, wanted)
    wanted[9:] = 2.5
    np.testing.assert_array_equal(B, wanted)


def test_caches_give_their_names():
    s = Schedule(COPY, "copy")
    assert s.cache_read("A", "compute") == "A_cache"
    assert s.cache_read("A_cache") == "A_cache_cache"
    assert s.cache_write("B", at="compute.j") == "B_cache"
    assert "memref<1x1xf32>" in str(s)
    _is_copied(s)
    assert s.cache_read("B_cache", memory_space=3) == "B_cache_cache"
    assert "memref<1x1xf32, 3 : i64>" in str(s)
    assert s.trace().splitlines() == [
        's.cache_read("A", stage="compute")',
        's.cache_read("A_cache")',
        's.cache_write("B", at="compute.j")',
        's.cache_read("B_cache", memory_space=3)',
    ]
    assert_replays(s, COPY, "copy")


def test_cache_of_a_cached_buffer_has_a_name_of_its_own():
    s = Schedule(COPY, "copy")
    s.cache_read("A")
    assert s.cache_write("A_cache", "A_cache") == "A_cache_cache"
    s = Schedule(COPY.replace("%B", "%A_cache"), "copy")
    assert s.cache_read("A") == "A_cache_1"


def test_cache_has_a_layout():
    s = Schedule(COPY, "copy")
    name = s.cache_read(
        "A",
        "compute",
        map=lambda i, j: (i // 5, i % 5, j),
        pad=eval("lambda io, ii, j: where(ii == 2, A_cache[0, ii, j], undef)", {"where": where}),
    )
    assert name == "A_cache"
    s.cache_write("B", map="(i, j) -> (j, i floordiv 8, i mod 8)", pad=0.0)
    s.apply_layouts()
    assert "memref<3x5x50xf32>" in str(s)
    assert "memref<50x2x8xf32>" in str(s)
    assert "s.cache_read(" in s.trace()
    assert "map=lambda i, j: (i // 5, i % 5, j), pad=" in s.trace()
    assert_replays(s, COPY, "copy")
    _is_copied(s)


def test_stage_becomes_a_function():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i, j // 16, j % 16), 0.0)
    s.apply_layouts()
    assert s.hoist_stage("B_padding") == "copy_B_padding"
    assert s.hoist_stage("compute", "work") == "work"
    assert s.trace().splitlines()[-1] == 's.hoist_stage("compute", new_name="work")'
    assert "func.func private @work(" in str(s)
    assert_replays(s, COPY, "copy")
    _is_copied(s)


def test_conditions_leave_loops():
    s = Schedule(EDGES)
    s.hoist_expression("front")
    assert re.search(r"affine.if .*\(%j\) \{\n +affine.for %k", str(s))
    s.hoist_expression(conditionals=["if-else-stmt"], bindings=["let-stmt", "index-term"])
    s.hoist_expression(conditionals="none", bindings="none", split=True)
    assert s.trace().splitlines() == [
        's.hoist_expression("front")',
        's.hoist_expression(conditionals=["if-else-stmt"], bindings=["let-stmt", "index-term"])',
        's.hoist_expression(conditionals=["none"], bindings=["none"], split=True)',
    ]
    assert_replays(s, EDGES)
    _has_edges(s)


def test_loops_are_merged():
    s = Schedule(EDGES)
    assert s.merge_adjacent_loops(["edges", "front"]) == ["edges.i"]
    assert s.merge_adjacent_loops(loops=["i", "j"]) == ["edges.i"]
    assert s.remarks == []
    assert s.trace().splitlines() == [
        's.merge_adjacent_loops(stages=["edges", "front"])',
        's.merge_adjacent_loops(loops=["i", "j"])',
    ]
    assert_replays(s, EDGES)
    _has_edges(s)


def test_all_loops_are_merged():
    s = Schedule(COPY, "copy")
    s.cache_read("A")
    assert s.merge_adjacent_loops() == ["A_cache.i0", "A_cache.i1"]
    assert s.merge_adjacent_loops() == []
    assert_replays(s, COPY, "copy")
    _is_copied(s)


def test_loops_are_cut():
    s = Schedule(EDGES)
    assert s.partition_loops("edges") == ["edges.head.i", "edges.main.i", "edges.tail.i"]
    assert s.partition_loops(loop="front.j") == ["front.main.j", "front.main.k"]
    assert s.trace().splitlines() == [
        's.partition_loops(stage="edges")',
        's.partition_loops(loop="front.j")',
    ]
    assert_replays(s, EDGES)
    _has_edges(s)


def test_loops_are_narrowed():
    s = Schedule(EDGES)
    s.reduce_loop_extents("front")
    assert "affine.for %j = 0 to 9" in str(s)
    assert "affine.for %j_1 = 0 to 16" in str(s)
    s.reduce_loop_extents()
    assert "affine.for %j_1 = 9 to 16" in str(s)
    assert guards(s) == 1
    assert_replays(s, EDGES)
    _has_edges(s)


def test_guards_come_back():
    s = Schedule(ZEROS)
    s.remove_overcompute_through_branching("compute")
    assert guards(s) == 1
    assert "affine.if affine_set<(d0) : (-d0 + 13 >= 0)>(%i_1)" in str(s)
    assert_replays(s, ZEROS)
    s.remove_branching_through_overcompute("compute")
    assert str(s) == str(Schedule(ZEROS))
    total, given = np.array([5], np.int32), np.arange(16, dtype=np.int32)
    given[14:] = 0
    s.compile()(given, total)
    assert total[0] == 5 + 91


def test_signature_stays():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i, j // 16, j % 16), 0.0, interface="keep")
    s.sequential_buffer_access("compute", "B_cache")
    s.remove_branching_through_overcompute("compute")
    assert "%B: memref<12x50xf32>" in str(s)
    assert "%B_cache = memref.alloc() " in str(s)
    assert 'pad_value=0.0, interface="keep")' in s.trace()
    assert_replays(s, COPY, "copy")
    _is_copied(s)


@pytest.mark.parametrize(
    ("text", "step", "given", "id"),
    [
        (CUMULATIVE, "cache_read('A', 'compute')", None, "not-cached.written"),
        (COPY, "cache_write('A')", None, "not-cached.not-accessed"),
        (NESTED, "hoist_stage('inner')", None, "stage-not-hoisted.nested-stage"),
        (DATA, "hoist_expression()", None, "condition-not-hoisted.loop-writes"),
        (
            ZEROS,
            "merge_adjacent_loops(['A_assume', 'compute'])",
            [],
            "loops-not-merged.other-bounds",
        ),
        (DATA, "partition_loops()", [], "loop-not-partitioned.decides-nothing"),
        (DATA, "reduce_loop_extents()", None, "bounds-kept.condition"),
        (
            COPY,
            "remove_overcompute_through_branching('compute')",
            None,
            "overcompute-kept.all-needed",
        ),
    ],
)
def test_declines(text: str, step: str, given: object, id: str):
    s = Schedule(text)
    before = str(s)
    assert eval(f"s.{step}", {"s": s}) == given
    assert str(s) == before
    assert s.remarks[0].id == id
    assert re.match(r"<string>:\d+:\d+: remark: \[pad-[a-z-]+\] ", str(s.remarks[0]))
    assert s.trace() != ""
    assert_replays(s, text)


@pytest.mark.parametrize(("index", "read"), [("clamp", "affine.min"), ("wrap", "%A[%i mod 6]")])
def test_reads_beyond_the_end(index: Literal["clamp", "wrap"], read: str):
    text = """\
func.func @overwritten(%A: memref<6xi32>, %B: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %a = affine.load %A[%i] : memref<6xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 6 to 8 {
    affine.store %x, %B[%i] : memref<8xi32>
  }
  func.return
}
"""
    s = Schedule(text)
    s.remove_branching_through_overcompute("compute")
    assert guards(s) == 1
    s.remove_branching_through_overcompute("compute", index=index)
    assert guards(s) == 0
    assert read in str(s)
    assert f's.remove_branching_through_overcompute("compute", index="{index}")\n' in s.trace()
    assert_replays(s, text)


def test_trusted_padding():
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4), "undef")
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    assert (guards(s), "pad.user" in str(s)) == (1, False)
    s.remove_branching_through_overcompute("compute", trust=True)
    assert (guards(s), "pad.user" in str(s)) == (0, True)
    assert 's.remove_branching_through_overcompute("compute", trust=True)\n' in s.trace()
    assert_replays(s, SUM)
