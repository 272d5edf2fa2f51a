// The row sum of RFC 77, laid out and lowered pass by pass.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 4, j mod 4)" pad=0.0}' -o %t.1.mlir
// RUN: pad-opt %t.1.mlir -p pad-apply-layouts -o %t.2.mlir
// RUN: pad-opt %t.2.mlir -p pad-remove-assume -o %t.3.mlir
// RUN: pad-tv %s %t.1.mlir | filecheck %s
// RUN: pad-tv %t.1.mlir %t.2.mlir | filecheck %s
// RUN: pad-tv %t.2.mlir %t.3.mlir | filecheck %s
// RUN: pad-tv --function row_sum %s %t.3.mlir | filecheck %s
// CHECK: {{^}}@row_sum: valid{{$}}
// CHECK-NOT: {{.}}

func.func @row_sum(%A: memref<16x14xf32>, %B: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %B[%i] : memref<16xf32>
    affine.for %j = 0 to 14 {
      %sum = affine.load %B[%i] : memref<16xf32>
      %a = affine.load %A[%i, %j] : memref<16x14xf32>
      %next = arith.addf %sum, %a : f32
      affine.store %next, %B[%i] : memref<16xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
