"""`check_assumes=True`: padding that does not hold what its layout says is named by its cell."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

from .test_check_assumes import failure, zeros

pytest.importorskip("mlir")

ROW_SUM = """
func.func @row_sum(%A: memref<6x14xf32>, %B: memref<6xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 6 {
    affine.store %zero, %B[%i] : memref<6xf32>
    affine.for %j = 0 to 14 {
      %b = affine.load %B[%i] : memref<6xf32>
      %a = affine.load %A[%i, %j] : memref<6x14xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] : memref<6xf32>
    }
  } {pad.stage = "compute"}
  return
}
"""
COPY = """
func.func private @value(%o: index, %i: index) -> f32 {{
  %v = arith.addi %o, %i : index
  %w = arith.index_cast %v : index to i32
  %x = arith.sitofp %w : i32 to f32
  func.return %x : f32
}}
func.func @copy(%A: memref<14x{type}, #pad.layout<[
    affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{kind}], {{}}>>, %B: memref<14x{type}>) {{
  affine.for %i = 0 to 14 {{
    %a = affine.load %A[%i] : memref<14x{type}, #pad.layout<[
        affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{kind}], {{}}>>
    affine.store %a, %B[%i] : memref<14x{type}>
  }}
  return
}}
"""
TYPES: list[tuple[str, str, Any, float, float]] = [
    ("f16", "1.5 : f16", np.float16, 1.5, 2.0),
    ("bf16", "1.5 : bf16", ml_dtypes.bfloat16, 1.5, 2.0),
    ("f64", "0.1 : f64", np.float64, 0.1, 0.5),
    ("i1", "true", np.bool_, True, False),
    ("i8", "-3 : i8", np.int8, -3, -128),
    ("i32", "7 : i32", np.int32, 7, -1),
    ("i64", "7 : i64", np.int64, 7, -(2**63)),
]


def padded_row_sum(pad: str) -> Schedule:
    s = Schedule(ROW_SUM)
    s.transform_layout("A", "(i, j) -> (i, j floordiv 4, j mod 4)", pad_value=pad)
    s.sequential_buffer_access("compute", "A")
    s.remove_branching_through_overcompute("compute")
    return s


@pytest.mark.parametrize("poison", [np.nan, -0.0, 1e-45, np.inf])
def test_poisoned_padding_is_an_error(poison: float) -> None:
    kernel = padded_row_sum("0.0").compile(packed=["A"], check_assumes=True)
    a, b = zeros(6, 4, 4), zeros(6)
    a[:, :3], a[:, 3, :2] = 1.0, 1.0
    kernel(a, b)
    assert (b == 14).all()
    a[2, 3, 3] = poison
    text = failure(kernel, a, b)
    assert f"A[2, 3, 3] holds {np.float32(poison).item()}" in text
    assert "but is assumed to hold 0.0: its padding must be written before the call" in text


def test_what_is_packed_here_holds() -> None:
    kernel = padded_row_sum("0.0").compile(check_assumes=True)
    a, b = np.ones((6, 14), np.float32), zeros(6)
    kernel(a, b)
    assert (b == 14).all()


def test_negative_zero_is_told_from_zero() -> None:
    kernel = padded_row_sum("-0.0").compile(packed=["A"], check_assumes=True)
    a, b = np.full((6, 4, 4), -0.0, np.float32), zeros(6)
    kernel(a, b)
    a[5, 3, 2] = 0.0
    assert "A[5, 3, 2] holds 0.0, but is assumed to hold -0.0" in failure(kernel, a, b)


def test_nan_padding_is_known_by_its_bits() -> None:
    kernel = compile(
        COPY.format(type="f32", kind="0x7FC00000 : f32"),
        packed=["A"],
        function="copy",
        check_assumes=True,
    )
    a, b = zeros(4, 4), zeros(14)
    a[3, 2:] = np.nan
    kernel(a, b)
    a.view(np.uint32)[3, 3] = 0xFFC00000
    text = failure(kernel, a, b)
    assert "A[3, 3] holds nan (bits 0xffc00000), but is assumed to hold nan" in text


@pytest.mark.parametrize(("type", "kind", "dtype", "right", "wrong"), TYPES)
def test_element_types(type: str, kind: str, dtype: Any, right: float, wrong: float) -> None:
    text = COPY.format(type=type, kind=kind)
    kernel = compile(text, function="copy", packed=["A"], check_assumes=True)
    a, b = np.zeros((4, 4), dtype), np.zeros(14, dtype)
    a[3, 2:] = right
    kernel(a, b)
    a[3, 2] = wrong
    found = f"A[3, 2] holds {np.array(wrong, dtype).item()}, but is assumed to hold "
    assert found in failure(kernel, a, b)


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("affine_map<(d0, d1) -> (0, d1)>", 3.0, 4.0),  # a copy of the first row
        ("@value", 5.0, 6.0),
    ],
)
def test_computed_padding(kind: str, first: float, second: float) -> None:
    text = COPY.format(type="f32", kind=kind)
    kernel = compile(text, function="copy", packed=["A"], check_assumes=True)
    a, b = zeros(4, 4), zeros(14)
    a[0] = 1, 2, 3, 4
    a[3, 2:] = first, second
    kernel(a, b)
    a[3, 3] += 1
    text = failure(kernel, a, b)
    assert f"A[3, 3] holds {second + 1}" in text
    assert "the assumed condition does not hold" in text


def test_arbitrary_padding_is_not_checked() -> None:
    text = COPY.format(type="f32", kind='"undef"')
    with collect_remarks() as remarks:
        kernel = compile(text, function="copy", packed=["A"], check_assumes=True)
    a = np.full((4, 4), np.nan, np.float32)
    kernel(a, zeros(14))
    assert remarks == []
