"""Pad values that are computed from indices and from other cells of the buffer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, compile, pack
from pad_mlir.schedule import Schedule, ScheduleError

from .common import assert_replays, tiles

RING = """
func.func @ring(%src: memref<14xf32>, %Q: memref<14xf32> {pad.name = "Q"}, %x: f32) {
  affine.for %i = 0 to 14 {
    %a = affine.load %src[%i] : memref<14xf32>
    %b = arith.addf %a, %x : f32
    affine.store %b, %Q[%i] : memref<14xf32>
  } {pad.stage = "fill"}
  func.return
}
func.func @consume(%Q: memref<14xf32> {pad.name = "Q"}, %out: memref<14xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c14 step %c1 {
    %q = memref.load %Q[%i] : memref<14xf32>
    memref.store %q, %out[%i] : memref<14xf32>
  } {pad.stage = "copy"}
  func.return
}
"""
WINDOW = """
func.func @window(%W: memref<6x10xf64> {pad.name = "W"}, %v: f64) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      affine.store %v, %W[%i, %j] : memref<6x10xf64>
    }
  } {pad.stage = "fill"}
  func.return
}
"""
TOTAL = """
func.func @total(
  %Q: memref<14xf32> {pad.name = "Q"}, %F: memref<14xf32> {pad.name = "F"}, %S: memref<1xf32>
) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %S[0] : memref<1xf32>
  affine.for %i = 0 to 14 {
    %s = affine.load %S[0] : memref<1xf32>
    %q = affine.load %Q[%i] : memref<14xf32>
    %t = arith.addf %s, %q : f32
    affine.store %t, %S[0] : memref<1xf32>
  } {pad.stage = "compute"}
  func.return
}
func.func @counts(%N: memref<14xi32> {pad.name = "N"}, %k: i32) {
  affine.for %i = 0 to 14 {
    affine.store %k, %N[%i] : memref<14xi32>
  } {pad.stage = "fill"}
  func.return
}
"""


def lanes(i: Any) -> Any:
    return (i // 4, i % 4)


def octets(i: Any, j: Any) -> Any:
    return (i, j // 8, j % 8)


def padded(text: str, function: str, buffer: str, pad_value: str, map: Any = lanes) -> Schedule:
    s = Schedule(text, function=function)
    s.transform_layout(buffer, map, pad_value=eval(pad_value))
    s.apply_layouts()
    return s


def test_a_product_of_another_cell_after_the_producer():
    s = padded(RING, "ring", "Q", "lambda io, ii: Q[0, ii] * 2.0")
    q = np.zeros((4, 4), np.float32)
    s.compile(packed=True)(np.arange(14, dtype=np.float32), q, np.float32(1))
    assert q[3].tolist() == [13, 14, 6, 8]
    assert_replays(s, RING, "ring")


def test_a_kernel_packs_what_it_assumes():
    s = padded(RING, "consume", "Q", "lambda io, ii: Q[0, ii] * 2.0")
    given, out = np.arange(14, dtype=np.float32), np.zeros(14, np.float32)
    kernel = s.compile()
    for array in (given, given + 1):
        kernel(array, out)
        assert (out == array).all()
    checked = compile(str(s), function="consume", check_assumes=True)
    checked(given, out)
    with pytest.raises(KernelError, match="computed by @Q_pad, which only a kernel of its module"):
        pack(given, kernel.layout("Q"))


@pytest.mark.parametrize(
    ("pad_value", "cell"),
    [
        ("lambda i, jo, ji: 0.5 * ji - 1.25 * i", "0.5 * ji - 1.25 * i"),
        (
            "lambda i, jo, ji: where(i < 3, W[i, 0, ji] + 0.25, i * 0.1)",
            "7.5 + 0.25 if i < 3 else i * 0.1",
        ),
        # Each cell from the one before it, which may be computed itself.
        ("lambda i, jo, ji: W[i, jo, ji - 1] / 2 - i * ji", "w[i, 1, ji - 1] / 2 - i * ji"),
        ("lambda i, jo, ji: 1 / (ji + 1.5) - -W[0, 0, ji]", "1 / (ji + 1.5) + 7.5"),
        ("lambda i, *j: W[i, 0, j[1]] * W[5 - i, 0, 0]", "7.5 * 7.5"),
    ],
)
def test_formulas_of_two_axes(pad_value: str, cell: str):
    s = padded(WINDOW, "window", "W", pad_value, octets)
    w = np.zeros((6, 2, 8))
    s.compile(packed=True)(w, np.float64(7.5))
    assert (w[:, 0] == 7.5).all()
    assert (w[:, 1, :2] == 7.5).all()
    for i in range(6):
        for ji in range(2, 8):
            assert w[i, 1, ji] == eval(cell)
    assert_replays(s, WINDOW)


def test_integers_wrap_around():
    s = padded(TOTAL, "counts", "N", "lambda io, ii: N[0, ii] * 2")
    n = np.zeros((4, 4), np.int32)
    s.compile(packed=True)(n, np.int32(2**30 + 1))
    assert n[3].tolist() == [2**30 + 1] * 2 + [2 - 2**31] * 2


_GIVEN = "must give one value: None, a number, undef, an index expression, a load of the buffer"


@pytest.mark.parametrize(
    ("pad_value", "said"),
    [
        ("lambda io, ii: F[0, ii] * 2.0", ["the pad value of Q loads F", "no other buffer"]),
        ("lambda io, ii: 1.0 + Q[0, ii] * F[0, ii]", ["the pad value of Q loads F"]),
        (
            "lambda io, ii: Q[3, 5 - ii] + 1.0",
            ["computed from itself in a cycle: [3, 2] from [3, 3] from [3, 2]"],
        ),
        ("lambda io, ii: Q[4, ii] * 2.0", ["[3, 2] would load [4, 2], which is outside"]),
        ("lambda io, ii: Q[ii] * 2.0", ["gives 1 indices, but the buffer has 2"]),
        ("lambda io, ii: Q[0, ii * ii] * 2.0", ["ii * ii is not an affine expression"]),
        ("lambda io, ii: 'zero'", ["gives 'zero', a str, but", _GIVEN]),
        ("lambda io, ii: (io, ii)", ["gives (io, ii), a tuple, but", _GIVEN]),
        ("lambda io, ii: [1.0, 2.0]", ["gives [1.0, 2.0], a list, but", _GIVEN]),
        ("lambda io, ii: where(io < 3, {}, 0.0)", ["gives {}, a dict, but", _GIVEN]),
        ("lambda io: 0.0", ["takes 1 indices (io), but is given 2"]),
        ("lambda io, ii: 1 / 0", ["raised ZeroDivisionError: division by zero"]),
        (
            "lambda io, ii: where(Q[0, ii] > 0, 1.0, 2.0)",
            ["conditions are of the"],
        ),
        ("lambda io, ii: Q[0, ii] // 2", ["// divides indices only"]),
        ("lambda io, ii: where(io < 3, 1.0, 2.0) * Q[0, ii]", ["choose between the results"]),
    ],
)
def test_refusals(pad_value: str, said: list[str]):
    s = Schedule(TOTAL, function="total")
    before = str(s)
    with pytest.raises(ScheduleError) as error:
        s.transform_layout("Q", lanes, pad_value=eval(pad_value))
    assert all(text in str(error.value) for text in said)
    assert str(s) == before


@pytest.mark.parametrize(
    ("pad_value", "said"),
    [
        ("lambda io, ii: 0.5 * ii", "0.5 is not a value of the element type i32"),
        ("lambda io, ii: N[0, ii] / 2", "i32 has no division by /"),
    ],
)
def test_refusals_on_integers(pad_value: str, said: str):
    s = Schedule(TOTAL, function="counts")
    with pytest.raises(ScheduleError, match=said):
        s.transform_layout("N", lanes, pad_value=eval(pad_value))


def test_a_product_with_zero_may_be_nan():
    s = Schedule(TOTAL, function="total")
    s.transform_layout("Q", lanes, pad_value=eval("lambda io, ii: Q[0, ii] * 0.0"))
    s.sequential_buffer_access("compute", "Q")
    before = str(s)
    s.remove_branching_through_overcompute("compute")
    assert str(s) == before
    assert [remark.id for remark in s.remarks] == ["guard-kept.stored-value"]


def test_the_types_of_given_values_are_kept():
    s = Schedule(WINDOW, function="window")
    s.transform_layout("W", tiles, pad_value=eval("lambda i, jo, ji: np.float32(0.5) + ji"))
    assert "0.5 + ji" in s.pipeline()
