// An affine map as a layout waits for pad-apply-layouts, as a #pad.layout does.
// RUN: pad-opt %s -p pad-to-host --verify-diagnostics

func.func @f() {
  // expected-error@+1 {{'memref.alloc' has a buffer whose layout is an affine map that is not applied yet: run pad-apply-layouts first}}
  %A = memref.alloc() : memref<8x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
  func.return
}
