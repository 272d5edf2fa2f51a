"""Pad values with which guards go: listed as data, and taken by `pad="auto"`."""

from __future__ import annotations

import numpy as np
import pytest

from pad_mlir.schedule import Schedule, ScheduleError

DOT = """
func.func @dot(%A: memref<14xf32>, %B: memref<14xf32>, %S: memref<1xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<14xf32>
    %b = affine.load %B[%i] : memref<14xf32>
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %s, %p : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}
"""
STEP = """
    %s = affine.load %S[0] : memref<1x{type}>
    %a = affine.load %A[%i] : memref<14x{type}>
    {ops}
    affine.store %t, %S[0] : memref<1x{type}>
"""
REDUCTION = """
func.func @reduce(%A: memref<14x{type}>, %S: memref<1x{type}>) {{
  %c = arith.constant {constant} : {type}
  affine.for %i = 0 to 14 {{{step}  }} {{pad.stage = "compute"}}
  func.return
}}
"""
CHAINS = {
    "sum": ("f32", "1.0", "%t = arith.addf %s, %a : f32", {-0.0}),
    "least": ("f64", "1.0", "%t = arith.minimumf %s, %a : f64", {float("inf")}),
    "product": ("i32", "1", "%t = arith.muli %s, %a : i32", {1}),
    "shifted product": (
        "i32", "5", "%b = arith.subi %c, %a : i32\n    %t = arith.muli %s, %b : i32", {4},
    ),
    "all bits": ("i8", "1", "%t = arith.andi %s, %a : i8", {-1}),
    "odd factor": (
        "i16",
        "3",
        "%b = arith.muli %a, %c : i16\n    %d = arith.addi %b, %c : i16\n"
        "    %t = arith.xori %s, %d : i16",
        {-1},
    ),
    "clamped": (
        "f32", "0.0",
        "%b = arith.maximumf %a, %c : f32\n    %t = arith.maximumf %s, %b : f32",
        set[float](),
    ),
    "negated": (
        "f32",
        "2.0",
        "%b = arith.negf %a : f32\n    %t = arith.minimumf %s, %b : f32",
        {float("-inf")},
    ),
}  # fmt: skip


def tiled(text: str, *buffers: str) -> Schedule:
    s = Schedule(text)
    for buffer in buffers:
        s.transform_layout(buffer, lambda i: (i // 4, i % 4))
    s.sequential_buffer_access("compute", buffers[0])
    return s


def test_values_of_two_buffers_together():
    s = tiled(DOT, "A", "B")
    before = str(s), s.trace(), s.remarks
    (found,) = s.infer_pad_value("compute")
    assert (str(s), s.trace(), s.remarks) == before
    assert found.values == {"A": 0.0, "B": 0.0}
    assert (found.function, found.guards, found.inserted, found.cells) == ("dot", 1, 2, 4)
    assert [stage for stage, _ in found.freed] == ["compute"]
    assert str(found) == (
        "@dot: A=0.0 and B=0.0 frees 1 of 1 guards in 'compute': 2 instances are added, 4 cells "
        "of padding hold a value"
    )
    assert s.infer_pad_value(buffer="A") == ()


@pytest.mark.parametrize("name", CHAINS)
def test_each_value_frees_the_guard_as_padding(name: str):
    """What is listed for forbidden padding is what a layout has to hold."""
    type, constant, ops, expected = CHAINS[name]
    step = STEP.format(type=type, ops=ops)
    text = REDUCTION.format(type=type, constant=constant, step=step)
    found = tiled(text, "A").infer_pad_value("compute", "A")
    values = [one.values["A"] for one in found]
    assert {str(value) for value in expected} <= {str(value) for value in values}
    assert bool(expected) == bool(values)
    for value in values:
        s = Schedule(text)
        s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value=value)
        s.sequential_buffer_access("compute", "A")
        s.remove_branching_through_overcompute("compute")
        assert not s.remarks, value
        assert "if" not in str(s), value


def test_auto_takes_them():
    s = Schedule(DOT)
    s.optimize(["A", "B"], lambda i: (i // 4, i % 4), pad_value="auto")
    assert "affine.if" not in str(s)
    taken = next(remark for remark in s.remarks if remark.id == "pad-values-taken")
    assert taken.field("values") == "A=0.0 and B=0.0"
    a, b, total = np.arange(14, dtype="f4"), np.ones(14, "f4"), np.zeros(1, "f4")
    s.compile()(a, b, total)
    assert total[0] == a.sum()
    assert 'pad_value="auto"' in s.trace()


def test_wrong_names():
    s = tiled(DOT, "A", "B")
    for wrong, said in (
        ({"stage": "no"}, "no"),
        ({"buffer": "no"}, "no buffer"),
        ({"max_waste": -1}, "max-waste is -1"),
        ({"buffer": 3}, "buffer is 3"),
    ):
        with pytest.raises(ScheduleError, match=said):
            s.infer_pad_value(**wrong)  # pyright: ignore
