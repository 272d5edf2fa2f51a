// RUN: pad-opt %s -p 'pad-remove-no-op{stage=s}' | filecheck %s

// The buffer is a stage, what uses it is in none: of both only the first may go, so neither does.
// CHECK-LABEL: @made_in_a_stage
// CHECK: memref.alloc
// CHECK: affine.store
// CHECK: memref.dealloc
func.func @made_in_a_stage(%x: f32) {
  %l = memref.alloc() {pad.stage = "s"} : memref<4xf32>
  affine.store %x, %l[0] : memref<4xf32>
  memref.dealloc %l : memref<4xf32>
  func.return
}
