// RUN: pad-opt %s -p "pad-flatten-buffers{function=one buffer=B}" --split-input-file | filecheck %s

// The buffer of this name, and what is the same one in other functions.
// CHECK-LABEL: @one
// CHECK-SAME: %A: memref<2x4xf32>, %B: memref<8xf32>
// CHECK-LABEL: func.func private @callee
// CHECK-SAME: %P: memref<8xf32>
// CHECK-LABEL: @two
// CHECK-SAME: %B: memref<2x4xf32>
func.func @one(%A: memref<2x4xf32>, %B: memref<2x4xf32>) {
  func.call @callee(%B) : (memref<2x4xf32>) -> ()
  func.return
}
func.func private @callee(%P: memref<2x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %P[1, 2] : memref<2x4xf32>
  func.return
}
func.func @two(%B: memref<2x4xf32>) {
  func.return
}
