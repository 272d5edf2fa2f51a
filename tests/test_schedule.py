"""The schedule: its steps, errors that leave it alone, declines, and traces that replay."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from xdsl.dialects import affine, func
from xdsl.passes import PassPipeline

from pad_mlir.analysis.expr import Expr
from pad_mlir.dialect.attributes import layout_of
from pad_mlir.dialect.layout import Constant, Forbidden, Identity, Layout, PadKind, Undef
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import KernelError
from pad_mlir.schedule import AXIS_SEPARATOR, Schedule, ScheduleError
from pad_mlir.tools.pad_opt import main
from pad_mlir.tools.pipeline import parse_pipeline

ROW_SUM = (Path(__file__).parents[1] / "examples" / "row_sum.mlir").read_text()
SUM = """\
func.func @sum(%A: memref<14xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  affine.store %zero, %B[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %s = affine.load %B[0] : memref<1xi32>
    %a = affine.load %A[%i] : memref<14xi32>
    %t = arith.addi %s, %a : i32
    affine.store %t, %B[0] : memref<1xi32>
  } {pad.stage = "compute"}
  func.return
}
"""
COPY = """\
func.func @copy(%A: memref<12x50xf32>, %B: memref<12x50xf32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 50 {
      %a = affine.load %A[%i, %j] : memref<12x50xf32>
      affine.store %a, %B[%i, %j] : memref<12x50xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
func.func @other(%A: memref<12xf32>) {
  func.return
}
"""
CUMULATIVE = """\
func.func @cumulative(%A: memref<14x3xi32>) {
  affine.for %i = 1 to 14 {
    affine.for %j = 0 to 3 {
      %a = affine.load %A[%i - 1, (%j + 1) mod 3] : memref<14x3xi32>
      affine.store %a, %A[%i, %j] : memref<14x3xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
"""


def tiles(i: Expr, j: Expr) -> tuple[Expr, ...]:
    return i, j // 16, j % 16


def guards(schedule: Schedule) -> int:
    return sum(isinstance(op, affine.IfOp) for op in schedule.module.walk())


def layout(schedule: Schedule, buffer: int = 0) -> Layout:
    function = next(op for op in schedule.module.walk() if isinstance(op, func.FuncOp))
    attribute = layout_of(function.args[buffer].type)
    assert attribute is not None
    return attribute.layout


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("__init__", "text_or_module, function=None, fp='strict'"),
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
        ("remove_branching_through_overcompute", "stage=None, max_waste=1.0"),
        ("remove_no_op", "stage=None"),
        ("compile", "target='host', packed=False"),
    ],
)
def test_signature(method: str, expected: str):
    actual = signature(getattr(Schedule, method))
    own = [p.replace(annotation=p.empty) for p in actual.parameters.values() if p.name != "self"]
    assert str(actual.replace(parameters=own, return_annotation=actual.empty)) == f"({expected})"


def test_error_is_no_built_in_error():
    assert ScheduleError.__bases__ == (Exception,)


# --- steps


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
    assert (jo, ji) == ("jo", "ji")
    fused = s.fuse("i", jo)
    assert fused == "ijo"
    s.reorder(ji, fused)
    assert "affine.for %ji = 0 to 10 {\n      affine.for %ijo = 0 to 60" in str(s)


def test_new_loops_are_taken_by_other_steps():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (j // 10, i, j % 10))
    jo, i, ji = s.sequential_buffer_access("compute", "B")
    s.reorder(i, jo, ji)
    assert s.split(i, 4) == ["io", "ii"]


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
    assert "first" not in str(s)
    assert "second" in str(s)


# --- index maps


@pytest.mark.parametrize(
    ("index_map", "expected"),
    [
        ("lambda i, j: (i, j // 16, j % 16)", "(i, j) -> (i, j floordiv 16, j mod 16)"),
        ("lambda i, j: [j, i]", "(i, j) -> (j, i)"),
        ("lambda *i: (i[1], i[0])", "(i0, i1) -> (i1, i0)"),
        ("lambda i, *rest: (*rest, i)", "(i, rest0) -> (rest0, i)"),
        ("lambda *n, c: (c // 8, *n, c % 8)", "(n0, c) -> (c floordiv 8, n0, c mod 8)"),
        ("lambda i, j, k=16: (i, j // k, j % k)", "(i, j) -> (i, j floordiv 16, j mod 16)"),
        ("lambda i, j, *more: (i, j, *more)", "(i, j) -> (i, j)"),
        ("lambda i, j: 50 * i + j", "(i, j) -> (i * 50 + j)"),
        ("lambda i, j: (i, np.int64(0), j)", "(i, j) -> (i, 0, j)"),
        ("lambda d1, d0: (d0, d1 + 3)", "(d1, d0) -> (d0, d1 + 3)"),
        ("lambda i, j: (11 - i, j)", "(i, j) -> (-i + 11, j)"),
        ("'(i, j) -> (i, j ceildiv 1)'", "(i, j) -> (i, j ceildiv 1)"),
    ],
)
def test_index_map(index_map: str, expected: str):
    s = Schedule(COPY, "copy")
    s.transform_layout("B", eval(index_map, {"np": np}))
    assert f'map="{expected}"' in s.pipeline()
    assert_replays(s, COPY, "copy")


def test_index_map_of_a_scalar():
    text = "func.func @f(%A: memref<f32>) {\n  func.return\n}\n"
    s = Schedule(text)
    s.transform_layout("A", lambda: (0,), align=[4])
    assert 'map="() -> (0)"' in s.pipeline()
    assert_replays(s, text)


def test_axis_separators_in_the_map():
    s = Schedule(COPY, "copy")
    s.transform_layout("A", lambda i, j: [i, AXIS_SEPARATOR, j // 10, j % 10])
    s.transform_layout("B", lambda i, j: (i, j), separators=[1])
    assert (layout(s, 0).separators, layout(s, 1).separators) == ((1,), (1,))
    assert_replays(s, COPY, "copy")


def test_align_and_extents():
    s = Schedule(COPY, "copy")
    s.transform_layout("A", lambda i, j: (i, j), align=[1, 16])
    s.transform_layout("B", lambda i, j: (i, j), extents=(16, 64))
    s.apply_layouts()
    assert "%A: memref<12x64xf32>" in str(s)
    assert "%B: memref<16x64xf32>" in str(s)
    assert_replays(s, COPY, "copy")


# --- pad values


@pytest.mark.parametrize(
    ("pad_value", "expected"),
    [
        (None, Forbidden()),
        ("forbidden", Forbidden()),
        ("undef", Undef()),
        ("identity(addf)", Identity("addf")),
        (0, Constant(0.0)),
        (0.0, Constant(0.0)),
        (-0.0, Constant(-0.0)),
        (1.5e-30, Constant(float(np.float32(1.5e-30)))),
        (math.inf, Constant(math.inf)),
        (-math.inf, Constant(-math.inf)),
        (math.nan, Constant(math.nan)),
        (np.float32(2.5), Constant(2.5)),
    ],
)
def test_pad_value_of_a_float_buffer(pad_value: Any, expected: PadKind):
    s = Schedule(COPY, "copy")
    s.transform_layout("A", tiles, pad_value)
    assert layout(s).steps[0].pad == expected
    assert_replays(s, COPY, "copy")
    function = Schedule(COPY, "copy")
    function.transform_layout("A", tiles, lambda i, jo, ji: pad_value)
    variadic = Schedule(COPY, "copy")
    variadic.transform_layout("A", tiles, eval("lambda *i: value", {"value": pad_value}))
    assert str(function) == str(variadic) == str(s)


@pytest.mark.parametrize("pad_value", [-1, np.int32(-1), 2**32 - 1])
def test_pad_value_of_an_integer_buffer(pad_value: Any):
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value)
    assert layout(s).steps[0].pad == Constant(-1)


# --- errors and declines


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("transform_layout('C', tiles)", "<string>:1:1: there is no buffer C in @copy"),
        ("transform_layout('A', lambda i: i)", "takes 1 indices (i), but is given 2"),
        ("transform_layout('A', lambda i, j, k: i)", "takes 3 indices (i, j, k), but is given 2"),
        ("transform_layout('A', lambda *i: i[0])", "indices (0, 0) and (0, 1) both map to [0]"),
        ("transform_layout('A', lambda i, j: (i - 1, j))", "negative"),
        ("transform_layout('A', lambda i, j: (i, i * j))", "`i * j` is not an affine expression"),
        ("transform_layout('A', lambda i, j: (i, 'j'))", "gives 'j', which is no index expression"),
        ("transform_layout('A', lambda i, j: (i, j / 2))", "index_map raised TypeError"),
        ("transform_layout('A', lambda i, j: (i, j % 0))", "index_map raised ValueError: division"),
        ("transform_layout('A', 16)", "index_map is 16, but must be a function"),
        ("transform_layout('A', '(i, j) -> (')", "cannot be read"),
        ("transform_layout('A', '(i) -> (i)')", "<string>:1:1: A cannot get this layout"),
        ("transform_layout('A', tiles, 'zero')", 'the pad kind "zero" is none of'),
        ("transform_layout('A', tiles, [0])", "pad_value is [0], but must be"),
        ("transform_layout('A', tiles, 'identity(addi)')", "arith.addi has no identity on f32"),
        ("transform_layout('A', tiles, 2**24 + 1)", "no value of the element type f32"),
        ("transform_layout('A', tiles, lambda i: 0)", "pad_value takes 1 indices"),
        ("transform_layout('A', tiles, lambda *i: i[0])", "not supported yet; give one value"),
        ("transform_layout('A', tiles, lambda *i: 2 * i[0])", "not supported yet"),
        ("transform_layout('A', tiles, lambda *i: i[0] == 3)", "not supported yet"),
        ("transform_layout('A', tiles, lambda *i: 0 if i[0] else 1)", "not supported yet"),
        ("transform_layout('A', tiles, lambda *i: [0, 1][i[2]])", "not supported yet"),
        ("transform_layout('A', tiles, lambda *i: A[i])", "name 'A' is not defined: a pad value"),
        ("transform_layout('A', tiles, lambda *i: where(1, 0, 1))", "not supported yet; give one"),
        ("transform_layout('A', tiles, align=[1, 16])", "align [1, 16] needs one entry for each"),
        ("transform_layout('A', tiles, align='[1, 1, 16]')", "must be a list of integers"),
        ("transform_layout('A', tiles, extents=[1.5])", "extents is [1.5], but must be a list"),
        ("transform_layout('A', tiles, separators=[3])", "separators [3] must be positions"),
        ("transform_layout('A', lambda i, j: (i, AXIS_SEPARATOR, j), separators=[1])", "twice"),
        ("transform_layout('A', tiles, interface='keep')", "interface is 'keep', but must be"),
        ("transform_layout('A', tiles, loops='reorder')", "loops is 'reorder', but must be keep"),
        ("apply_layouts('after')", "pad_writes is 'after', but must be one of stage, if, before"),
        ("sequential_buffer_access('load', 'B')", "there is no stage load in @copy"),
        ("sequential_buffer_access('compute', 'C')", "there is no buffer C in @copy"),
        ("split('k', 4)", "there is no loop k in @copy; there are: i, j"),
        ("split('j', 0)", "<string>:3:5: the factor is 0, but must be at least 1"),
        ("split('j', '4')", "factor is '4', but must be int"),
        ("fuse('j', 'i')", "<string>:3:5: "),
        ("reorder()", "reorder needs the loops"),
        ("reorder('i', 'k')", "there is no loop k in @copy"),
        ("simplify('load')", "there is no stage load"),
        ("remove_no_op('load')", "there is no stage load"),
        ("remove_branching_through_overcompute('load')", "there is no stage load"),
        ("remove_branching_through_overcompute('compute', -1.0)", "must be a number >= 0"),
    ],
)
def test_error_leaves_the_schedule_as_it_was(step: str, message: str):
    s = Schedule(COPY, "copy")
    s.transform_layout("B", tiles)
    before = str(s), s.trace(), s.pipeline(), s.remarks
    with pytest.raises(ScheduleError, match=re.escape(message)):
        eval(f"s.{step}", {"s": s, "tiles": tiles, "AXIS_SEPARATOR": AXIS_SEPARATOR})
    assert (str(s), s.trace(), s.pipeline(), s.remarks) == before


def test_order_that_matters_is_an_error():
    s = Schedule(CUMULATIVE)
    with pytest.raises(ScheduleError, match=r"^<string>:2:3: .*touch the same cell"):
        s.reorder("j", "i")
    s.transform_layout("A", lambda i, j: (j, i))
    before = str(s)
    with pytest.raises(ScheduleError, match=r"^<string>:2:3: .*touch the same cell"):
        s.sequential_buffer_access("compute", "A")
    assert str(s) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("func.func @f(",), r"^<string>:\d+:\d+: "),
        (("func.func @f() -> f32 {\n  func.return\n}",), r"^<string>:2:3: 'func.return' op"),
        (("",), "no function with a body"),
        ((SUM, "f"), "no function @f with a body; there are: @sum"),
        ((SUM, None, "fast"), "fp is 'fast', but must be one of strict, relaxed"),
        ((5,), "5 is neither MLIR text nor a module"),
    ],
)
def test_no_schedule(arguments: Any, message: str):
    with pytest.raises(ScheduleError, match=message):
        Schedule(*arguments)


@pytest.mark.parametrize(
    ("pad_value", "reason"),
    [(None, r"cell \[3, 2\] may not be read"), (1, r"another value to index \[0\]")],
)
def test_decline_is_a_remark(pad_value: int | None, reason: str):
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value)
    s.sequential_buffer_access("compute", "A")
    before = str(s)
    s.remove_branching_through_overcompute("compute")
    assert str(s) == before
    (remark,) = s.remarks
    assert remark.startswith(
        "<string>:4:3: remark: [pad-remove-branching-through-overcompute] the guard stays: "
    )
    assert re.search(reason, remark)
    assert_replays(s, SUM)


def test_max_waste_and_fp():
    text = SUM.replace("i32", "f32").replace("constant 0 :", "constant -0.0 :")
    text = text.replace("addi", "addf")
    cases: list[tuple[Literal["strict", "relaxed"], float]]
    cases = [("strict", 1.0), ("relaxed", 0.0), ("relaxed", math.inf)]
    remarks: list[str] = []
    for fp, max_waste in cases:
        s = Schedule(text, None, fp)
        s.transform_layout("A", lambda i: (i // 4, i % 4), 0.0)
        s.sequential_buffer_access("compute", "A")
        s.remove_branching_through_overcompute("compute", max_waste)
        remarks.append(s.remarks[0] if s.remarks else "")
        assert_replays(s, text, None, fp)
    assert "would store another value to index [0]" in remarks[0]  # -0.0 + 0.0 is 0.0
    assert "more than max-waste=0" in remarks[1]
    assert remarks[2] == ""


# --- traces


def assert_replays(s: Schedule, text: str, *arguments: Any):
    """The trace, and the pipeline under pad-opt and under xDSL's driver, give the same module."""
    replayed = Schedule(text, *arguments)
    exec(s.trace(), {"s": replayed})
    assert (str(replayed), replayed.trace(), replayed.remarks) == (str(s), s.trace(), s.remarks)
    assert ", " not in re.sub(r'"[^"]*"', "", s.pipeline())
    for passes in (
        parse_pipeline(s.pipeline(), ALL_PASSES),
        PassPipeline.parse_spec(ALL_PASSES, s.pipeline()).passes,
    ):
        module = parse_module(text)
        with collect_remarks():
            PassPipeline(tuple(passes)).apply(new_context(), module)
        assert print_module(module) == str(s)


def test_trace_of_row_sum():
    s = Schedule(ROW_SUM, "row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute", max_waste=2.0)
    assert_replays(s, ROW_SUM, "row_sum")
    assert (
        s.trace()
        == """\
s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value=0.0)
s.sequential_buffer_access("compute", "A")
s.remove_branching_through_overcompute("compute", max_waste=2.0)
"""
    )


def test_pipeline_under_pad_opt(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    s = Schedule(ROW_SUM, "row_sum")
    s.transform_layout("A", lambda i, j: (i, j // 16, j % 16), pad_value="identity(addf)")
    s.transform_layout("B", lambda i: i, "undef", align=[16])
    s.apply_layouts("both")
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute", max_waste=0.5)
    s.remove_no_op()
    kernel = tmp_path / "row_sum.mlir"
    kernel.write_text(ROW_SUM)
    assert main([str(kernel), "-p", s.pipeline()]) == 0
    assert capsys.readouterr().out == str(s)


def test_sequential_access_is_traced_as_splits_and_orders():
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i // 4, j // 10, i % 4, j % 10))
    assert s.sequential_buffer_access("compute", "B") == ["io", "jo", "ii", "ji"]
    assert s.trace().splitlines()[1:] == [
        's.split("i", 4)',
        's.split("j", 10)',
        's.reorder("io", "jo", "ii", "ji")',
    ]
    assert_replays(s, COPY, "copy")


def test_sequential_access_that_no_primitives_make():
    between, offset = Schedule(COPY, "copy"), Schedule(COPY, "copy")
    between.transform_layout("B", lambda i, j: (i // 5, j // 10, i % 5, j % 10))
    offset.transform_layout("B", lambda i, j: (i, (j + 6) // 8, (j + 6) % 8))
    for s in between, offset:
        s.sequential_buffer_access("compute", "B")
        assert s.trace().splitlines()[1:] == ['s.sequential_buffer_access("compute", "B")']
        assert_replays(s, COPY, "copy")


def test_names_that_need_quotes():
    name = 'a "b" \\ (c)'
    text = SUM.replace('"compute"', json.dumps(name))
    s = Schedule(text)
    s.simplify(name)
    assert_replays(s, text)
