// RUN: pad-opt %s -p 'pad-vectorize{target-cpu=x86-64-v4 stage=second}' | filecheck %s

// Loads of the stage that is named only: that of the first one stays as it is, though all its lanes may be read.
// CHECK-LABEL: @stages(
// CHECK: vector.maskedload %A
// CHECK: pad.stage = "first"
// CHECK-NOT: vector.maskedload
// CHECK: vector.load %A
func.func @stages(%A: memref<64xf32>, %B: memref<64xf32>, %C: memref<61xf32>) {
  %mask = arith.constant dense<[1, 1, 1, 0]> : vector<4xi1>
  %other = arith.constant dense<1.0> : vector<4xf32>
  affine.for %j = 0 to 61 step 4 {
    %a = vector.maskedload %A[%j], %mask, %other : memref<64xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    vector.maskedstore %B[%j], %mask, %a : memref<64xf32>, vector<4xi1>, vector<4xf32>
  } {pad.stage = "first"}
  affine.for %j = 0 to 61 {
    %a = affine.load %A[%j] : memref<64xf32>
    affine.store %a, %C[%j] : memref<61xf32>
  } {pad.stage = "second"}
  func.return
}
