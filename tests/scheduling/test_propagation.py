"""`Schedule.propagate_layouts`: layouts stay pending, and the kernel is the same."""

import numpy as np

from pad_mlir.schedule import Schedule

PACKED = """
#zeros = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0 : i32], {}>
func.func @double(%A: memref<14xi32, #zeros>, %B: memref<14xi32, #zeros>) {
  %a = memref.alloc() : memref<14xi32>
  pad.unpack %A into %a : memref<14xi32, #zeros> into memref<14xi32>
  %b = memref.alloc() : memref<14xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<14xi32>
  } {pad.stage = "double"}
  pad.pack %b into %B : memref<14xi32> into memref<14xi32, #zeros>
  memref.dealloc %a : memref<14xi32>
  memref.dealloc %b : memref<14xi32>
  func.return
}
"""


def test_the_copies_are_gone_and_layouts_pending():
    s = Schedule(PACKED)
    s.propagate_layouts()
    assert "memref.alloc" not in str(s)
    assert "pad.unpack" not in str(s)
    assert "memref<14xi32, #pad.layout" in str(s)
    assert [(remark.id, remark.fields) for remark in s.remarks] == [
        ("packed-written", (("packed", "B"), ("plain", "b"))),
        ("packed-read", (("packed", "A"), ("plain", "a"))),
    ]


def test_the_traces_and_the_kernel():
    s = Schedule(PACKED)
    s.propagate_layouts()
    s.sequential_buffer_access("double", "B")
    s.remove_branching_through_overcompute("double")
    assert s.pipeline().startswith("pad-propagate-layouts,pad-apply-layouts,")
    assert "s.propagate_layouts()" in s.trace()
    A, B = np.arange(14, dtype=np.int32), np.full(14, -1, np.int32)
    s.compile()(A, B)
    np.testing.assert_array_equal(B, 2 * A)
