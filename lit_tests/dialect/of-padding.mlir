// RUN: pad-opt %s | pad-opt | filecheck %s
// RUN: pad-opt %s --mlir-print-op-generic | pad-opt | filecheck %s

// CHECK-LABEL: @f
func.func @f(%A: memref<4xf32>, %x: f32) {
  affine.for %i = 3 to 4 {
    affine.store %x, %A[%i] : memref<4xf32>
  // CHECK: } {pad.of_padding, pad.stage = "A_padding"}
  } {pad.of_padding, pad.stage = "A_padding"}
  func.return
}
