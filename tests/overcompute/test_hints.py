"""What a refusal advises is of use: about padding only where something is read that may be it."""

from __future__ import annotations

from pad_mlir.schedule import Schedule

HINT = "the padding must hold a value"
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
    """What keeps each guard, by its stage, where both buffers have zeros in their padding."""
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
