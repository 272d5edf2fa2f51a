"""
The advice of a refusal helps: it is about padding only if something is read that may be padding.
"""

from __future__ import annotations

from typing import Literal

from pad_mlir.schedule import Schedule

HINT = "a value that does not change"
LEAVES = "P[0]"
FILL = """
func.func @fill(%A: memref<14xf32>, %B: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
    affine.store %a, %B[%i] : memref<14xf32>
  } {pad.stage = "fill"}
  func.return
}
"""


def reasons(source: str) -> dict[str, str]:
    """
    The reason for which each guard is kept, by stage, if both buffers have zeros in their padding.
    """
    s = Schedule(source)
    for buffer in "AB":
        s.transform_layout(buffer, lambda i: (i // 4, i % 4), pad_value=0.0)
    s.sequential_buffer_access("fill", "A")
    return {e.stage or "": e.reason or "" for e in s.explain()}


def test_a_guard_around_stores_of_padding_is_no_matter_of_padding() -> None:
    reason = reasons(FILL)["B_padding"]
    assert "it belongs there: the stage writes or assumes padding only" in reason
    assert HINT not in reason


def test_a_guard_around_a_load_of_padding_is() -> None:
    store = "    affine.store %a, %B[%i] : memref<14xf32>\n"
    product = """
    %b = affine.load %B[0] : memref<14xf32>
    %p = arith.mulf %a, %b : f32
    affine.store %p, %B[0] : memref<14xf32>
"""
    assert HINT in reasons(FILL.replace(store, product))["fill"]


TAPS = """
func.func @taps(%X: memref<7xf32>, %W: memref<3xf32>, %Y: memref<7xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %t = 0 to 7 {
    affine.store %zero, %Y[%t] : memref<7xf32>
    affine.for %k = 0 to 3 {
      affine.if affine_set<(d0, d1) : (d0 + d1 - 1 >= 0, 7 - d0 - d1 >= 0)>(%t, %k) {
        %s = affine.load %Y[%t] : memref<7xf32>
        %x = affine.load %X[%t + %k - 1] : memref<7xf32>
        %w = affine.load %W[%k] : memref<3xf32>
        %p = arith.mulf %x, %w : f32
        %n = arith.addf %s, %p : f32
        affine.store %n, %Y[%t] : memref<7xf32>
      }
    }
  } {pad.stage = "taps"}
  func.return
}
"""


def test_what_is_told_of_is_data_before_it_is_padding() -> None:
    s = Schedule(TAPS, fp="relaxed")
    s.transform_layout("Y", lambda t: (t // 4, t % 4), pad_value="undef")
    s.sequential_buffer_access("taps", "Y")
    s.remove_branching_through_overcompute("taps", index="clamp")
    (remark,) = map(str, s.remarks)
    assert "'affine.load' would access X[-1], out of bounds" in remark
    assert "is not shown to store the same value in Y[0, 0]" in remark
    assert "which may be read later (X[0] may hold anything; W[0] may hold anything)" in remark


PRODUCT = """
func.func @product(%X: memref<14xf32>, %Y: memref<14xf32>, %P: memref<1xf32>) {
  affine.for %i = 0 to 14 {
    %p = affine.load %P[0] : memref<1xf32>
    %x = affine.load %X[%i] : memref<14xf32>
    %q = arith.mulf %p, %x : f32
    affine.store %q, %P[0] : memref<1xf32>
  } {pad.stage = "product"}
  func.return
}
"""


def reason_of_product(source: str, pad: float, fp: Literal["strict", "relaxed"] = "strict") -> str:
    """The reason for which the guard of the stage is kept, if X has this padding."""
    s = Schedule(source, fp=fp)
    s.transform_layout("X", lambda i: (i // 4, i % 4), pad_value=pad)
    s.sequential_buffer_access("product", "X")
    (explained,) = (e for e in s.explain() if e.stage == "product")
    return explained.reason or ""


def test_facts_on_floats_are_advised_only_where_they_are_enough() -> None:
    # P * 0.0 is not P, whatever P is.
    flags = PRODUCT.replace("mulf %p, %x", "mulf %p, %x fastmath<nnan,ninf,nsz>")
    assert reason_of_product(flags, 0.0, "relaxed").endswith(f"{HINT} {LEAVES}")
    assert reason_of_product(PRODUCT, 0.0).endswith(f"{HINT} {LEAVES}")
    assert not reason_of_product(PRODUCT, 1.0)
    # P + Y * 0.0 is, where Y is finite.
    sum = """
    %y = affine.load %Y[0] : memref<14xf32>
    %m = arith.mulf %y, %x : f32
    %q = arith.addf %p, %m : f32
"""
    added = PRODUCT.replace("    %q = arith.mulf %p, %x : f32\n", sum)
    assert "the value loaded from Y may be infinite or NaN" in reason_of_product(added, 0.0)
    assert not reason_of_product(added.replace(" : f32", " fastmath<nnan,ninf,nsz> : f32"), 0.0)
