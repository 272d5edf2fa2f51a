// TVM (section 1): wrap-around padding takes a function of logical indices only, RFC 77's one of transformed
// indices is an error, and on an argument it is expected to fail. Right: a map of the physical indices; where
// the buffer is read it is assumed, where it is written the copies follow.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad="(io, ii) -> (0, 4 * io + ii - 14)"},pad-apply-layouts' -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-tv %s %t.mlir

// CHECK-LABEL: @read
// CHECK: %[[PAD:.*]] = affine.load %A[%{{.*}}, %{{.*}}] : memref<4x4xi32>
// CHECK-NEXT: %[[FROM:.*]] = affine.load %A[0, %[[IO:.*]] * 4 + %[[II:.*]] - 14] : memref<4x4xi32>
// CHECK-NEXT: arith.cmpi eq, %[[PAD]], %[[FROM]]
// CHECK: pad.assume
// CHECK: pad.stage = "A_assume"
func.func @read(%A: memref<14xi32>, %B: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    affine.store %a, %B[%i] : memref<14xi32>
  }
  func.return
}

// Both cells of the padding get one of their own: A[14] is A[0], A[15] is A[1].
// CHECK-LABEL: @written
// CHECK-NOT: pad.assume
// CHECK: affine.store %{{.*}}, %A[%[[I:.*]] floordiv 4, %[[I]] mod 4]
// CHECK: %[[FROM:.*]] = affine.load %A[0, %[[IO:.*]] * 4 + %[[II:.*]] - 14] : memref<4x4xi32>
// CHECK-NEXT: affine.store %[[FROM]], %A[%[[IO]], %[[II]]] : memref<4x4xi32>
// CHECK: pad.stage = "A_padding"
func.func @written(%A: memref<14xi32>, %B: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %b = affine.load %B[%i] : memref<14xi32>
    affine.store %b, %A[%i] : memref<14xi32>
  }
  func.return
}
