// RUN: pad-opt %s -p 'pad-transform-layout{buffer=X map="(i) -> (i floordiv 4, i mod 4)" pad=undef}' --split-input-file --verify-diagnostics | filecheck %s

// The callee only loads, from a view too: what it is given is not written back.
// CHECK-LABEL: @caller(
// CHECK: pad.pack %A into %{{.*}}
// CHECK-NEXT: func.call @reads
// CHECK-NEXT: memref.dealloc
func.func private @reads(%X: memref<12xf32>) -> f32 {
  %V = memref.expand_shape %X [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  %a = affine.load %V[1, 2] : memref<3x4xf32>
  %b = affine.load %X[3] : memref<12xf32>
  %c = arith.addf %a, %b : f32
  func.return %c : f32
}
func.func @caller(%A: memref<12xf32>, %B: memref<1xf32>) {
  %c = func.call @reads(%A) : (memref<12xf32>) -> f32
  affine.store %c, %B[0] : memref<1xf32>
  func.return
}

// -----

// CHECK-LABEL: @writing_caller(
// CHECK: func.call @writes
// CHECK-NEXT: pad.unpack
func.func private @writes(%X: memref<12xf32>) {
  %zero = arith.constant 0.0 : f32
  %V = memref.expand_shape %X [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  affine.store %zero, %V[1, 2] : memref<3x4xf32>
  func.return
}
func.func @writing_caller(%A: memref<12xf32>) {
  func.call @writes(%A) : (memref<12xf32>) -> ()
  func.return
}
