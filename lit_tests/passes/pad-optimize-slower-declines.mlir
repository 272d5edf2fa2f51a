// RUN: pad-opt %s -p 'pad-optimize{layouts="A: (i, j) -> (j, i)" target-cpu=x86-64-v4}' --verify-diagnostics | filecheck %s

// Neighbours that a vector loads are apart then: the code is estimated to take longer.
// CHECK-LABEL: func.func @add
// CHECK-SAME: %A: memref<16x32xf32>
// CHECK: vector.load %A
// expected-remark@+3 {{layout A: (i, j) -> (j, i) not applied to A with its loops as they are: estimated cycles: 1158, guards left: 0, instances added: 0, bytes of padding: 0, bytes of data: 2048; that is not 3% faster than without a layout, which takes 17}}
// expected-remark@+2 {{no layout applied to A: no layout is faster: that is not 3% faster than without a layout, which takes 17}}
// expected-remark@+1 {{layout A: (i, j) -> (j, i) not applied to A: estimated cycles}}
func.func @add(%A: memref<16x32xf32>, %B: memref<32xf32>) {
  affine.for %j = 0 to 32 {
    // expected-remark@+1 {{loop 'j' not tiled: no tile is better than none}}
    affine.for %i = 0 to 16 {
      %a = affine.load %A[%i, %j] : memref<16x32xf32>
      %b = affine.load %B[%j] : memref<32xf32>
      %t = arith.addf %a, %b : f32
      affine.store %t, %B[%j] : memref<32xf32>
    }
  } {pad.stage = "add"}
  func.return
}
