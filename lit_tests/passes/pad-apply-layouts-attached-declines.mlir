// What a layout that waits on a function cannot be; lit_tests/dialect/layouts-invalid.mlir has what it cannot look like.
// RUN: pad-opt %s -p pad-apply-layouts --split-input-file --verify-diagnostics

// Caller and callee disagree about one buffer.
func.func @caller(%X: memref<14xf32>) attributes {pad.layouts = {X = [affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>]}} {
  func.call @f(%X) : (memref<14xf32>) -> ()
  func.return
}
// expected-error@+1 {{'pad.layouts' gives A of @f the layout (i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 is forbidden, but a caller passes a buffer that has (i) -> (i // 2, i % 2) on [14] = [7, 2], no padding; give both the same layout, or copy with pad.pack before the call}}
func.func @f(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}} {
  func.return
}

// -----

// The same with the callee first.
// expected-error@+1 {{'pad.layouts' gives A of @f the layout (i) -> (i // 4, i % 4) on [14] = [4, 4]}}
func.func @f(%A: memref<14xf32>) attributes {pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}} {
  func.return
}
func.func @caller() {
  %X = memref.alloc() {pad.name = "X"} : memref<14xf32>
  func.call @g(%X) : (memref<14xf32>) -> ()
  func.return
}
func.func @g(%X: memref<14xf32>) attributes {pad.layouts = {X = [affine_map<(d0) -> (d0 floordiv 2, d0 mod 2)>]}} {
  func.call @f(%X) : (memref<14xf32>) -> ()
  func.return
}

// -----

// Two arguments that may be one memory have one layout.
// expected-error@+1 {{A cannot get another layout: the function has pad.may_alias}}
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>) attributes {pad.may_alias, pad.layouts = {A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}} {
  func.return
}
