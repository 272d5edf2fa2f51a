"""The effects of the steps of a schedule."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module, print_module
from pad_mlir.runtime import KernelError
from pad_mlir.schedule import Schedule, ScheduleError

from .common import COPY, ROW_SUM, SUM, assert_replays, guards, layout


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("__init__", "text_or_module, function=None, fp='strict', math=None"),
        (
            "transform_layout",
            "buffer, index_map, pad_value=None, *, align=None, extents=None, separators=None, "
            "interface='change', loops='keep'",
        ),
        ("apply_layouts", "pad_writes='stage'"),
        ("sequential_buffer_access", "stage, buffer"),
        ("split", "loop, factor"),
        ("fuse", "outer, inner"),
        ("reorder", "*loops"),
        ("simplify", "stage=None"),
        (
            "remove_branching_through_overcompute",
            "stage=None, max_waste=1.0, index='none', trust=False, sizes=None",
        ),
        ("remove_no_op", "stage=None"),
        (
            "cache_read",
            "buffer, stage=None, at=None, map=None, pad=None, memory_space=None",
        ),
        (
            "cache_write",
            "buffer, stage=None, at=None, map=None, pad=None, memory_space=None",
        ),
        ("hoist_stage", "stage, new_name=None, *, facts='all'"),
        (
            "hoist_expression",
            "stage=None, conditionals=('if-else-stmt', 'if-else-expr', 'boolean-expression'), "
            "bindings=('required-by-condition', 'let-stmt', 'let-expr'), split=False",
        ),
        ("distribute_loops", "loop=None"),
        ("merge_adjacent_loops", "stages=(), loops=()"),
        ("partition_loops", "stage=None, loop=None"),
        ("raise_loops", ""),
        ("recover_axes", "buffer=None"),
        ("reduce_loop_extents", "stage=None"),
        ("remove_overcompute_through_branching", "stage=None"),
        ("flatten_buffers", "buffer=None, *, elide=False, max_rank=None"),
        ("flatten_loops", "stage=None"),
        ("propagate_layouts", ""),
        (
            "optimize",
            "buffer=(), index_map=(), pad_value=None, *, stage=None, guards='auto', "
            "max_waste=1.0, max_padding=1.0, target_cpu=None, extents=None, sizes=None, "
            "versions=(), layouts=None, interface='change'",
        ),
        ("vectorize", "stage=None, axis=None, *, target_cpu=None"),
        ("dot_products", "stage=None, *, target_cpu=None"),
        ("expand_math", ""),
        ("register_tile", "stage=None, axes=None, *, target_cpu=None"),
        (
            "compile",
            "target='host', packed=False, check_assumes=False, target_cpu=None, function=None",
        ),
    ],
)
def test_signature(method: str, expected: str):
    actual = signature(getattr(Schedule, method))
    own = [p.replace(annotation=p.empty) for p in actual.parameters.values() if p.name != "self"]
    assert str(actual.replace(parameters=own, return_annotation=actual.empty)) == f"({expected})"


def test_error_is_no_built_in_error():
    assert ScheduleError.__bases__ == (Exception,)


def test_row_sum_is_numpys():
    s = Schedule(ROW_SUM, function="row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    names = ["compute.i", "compute.jo", "compute.ji"]  # A_assume has the same loops
    assert s.sequential_buffer_access("compute", "A") == names
    assert guards(s) == 1
    s.remove_branching_through_overcompute("compute")
    assert guards(s) == 0
    assert s.remarks == []
    kernel = s.compile(target="host")
    assert kernel.physical_shape("A") == (1024, 64, 16)
    A = np.random.default_rng(0).integers(-8, 8, (1024, 1021)).astype(np.float32)
    B = np.full(1024, np.nan, np.float32)
    kernel(A, B)
    np.testing.assert_array_equal(B, A.sum(1))
    packed = s.compile(packed=["A"])
    physical = np.zeros((1024, 1024), np.float32)
    physical[:, :1021] = A
    sums = np.full(1024, np.nan, np.float32)
    packed(physical.reshape(1024, 64, 16), sums)
    np.testing.assert_array_equal(sums, A.sum(1))


def test_compile_works_on_a_copy_at_any_step():
    s = Schedule(SUM)
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: s.transform_layout("A", lambda i: (i // 4, i % 4), 0),
        s.apply_layouts,
        lambda: s.sequential_buffer_access("compute", "A"),
    ]
    for step in steps:
        step()
        before = str(s)
        B = np.empty(1, np.int32)
        s.compile()(np.arange(14, dtype=np.int32), B)
        assert B == 91
        assert str(s) == before
    with pytest.raises(KernelError, match="unknown target 'abacus'"):
        s.compile("abacus")


def test_compile_takes_the_function_that_its_error_asks_for():
    s = Schedule(SUM + COPY)
    with pytest.raises(KernelError, match=r"say which with `function=`: @sum, @copy"):
        s.compile()
    B = np.empty(1, np.int32)
    s.compile(function="sum")(np.arange(14, dtype=np.int32), B)
    assert B == 91
    only_copy = Schedule(SUM + COPY, function="copy")
    assert only_copy.compile().logical_shape("A") == (12, 50)
    assert only_copy.compile(function="sum").logical_shape("A") == (14,)


def test_a_step_replaces_the_module():
    module = parse_module(SUM)
    s = Schedule(module)
    before = s.module
    s.transform_layout("A", lambda i: i + 2)
    assert print_module(module) == print_module(before) == str(Schedule(SUM))
    assert str(s) == print_module(s.module) != print_module(before)


def test_steps_first_apply_pending_layouts():
    s = Schedule(COPY)
    s.transform_layout("B", lambda i, j: (i, j // 16, j % 16), "undef")
    assert "memref<12x50xf32, #pad.layout" in str(s)
    s.simplify()
    assert "%B: memref<12x4x16xf32>" in str(s)
    before = str(s), s.trace(), s.pipeline()
    s.apply_layouts()
    assert (str(s), s.trace(), s.pipeline()) == before


def test_apply_layouts_writes_padding_in_the_producer():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i, j // 16, j % 16), 0.0)
    s.apply_layouts(pad_writes="if")
    assert "B_padding" not in str(s)
    assert guards(s) == 1


def test_a_second_layout_is_one_more_step():
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4))
    s.transform_layout("A", lambda io, ii: (io // 2, ii, io % 2))
    assert len(layout(s).steps) == 2
    s.apply_layouts()
    s.transform_layout("A", lambda p, q, r: (r, p, q // 2, q % 2))
    s.apply_layouts()
    assert "%A: memref<2x2x2x2xi32>" in str(s)
    assert_replays(s, SUM)


def test_loop_steps_return_names():
    s = Schedule(COPY, "copy")
    jo, ji = s.split("j", 10)
    assert (jo, ji) == ("compute.jo", "compute.ji")
    fused = s.fuse("i", jo)
    assert fused == "compute.ijo"
    s.reorder(ji, fused)
    assert "affine.for %ji = 0 to 10 {\n      affine.for %ijo = 0 to 60" in str(s)


def test_new_loops_are_taken_by_other_steps():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (j // 10, i, j % 10))
    jo, i, ji = s.sequential_buffer_access("compute", "B")
    s.reorder(i, jo, ji)
    assert s.split(i, 4) == ["compute.io", "compute.ii"]


def test_simplify_and_remove_no_op():
    s = Schedule("""\
func.func @f(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  } {pad.stage = "first"}
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {pad.stage = "second"}
  func.return
}
""")
    s.simplify("second")
    assert guards(s) == 1
    s.simplify("first")
    assert guards(s) == 0
    s.remove_no_op()
    # Both store the same: either one may go.
    assert ("first" in str(s)) != ("second" in str(s))
