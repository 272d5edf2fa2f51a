// TVM (M1): it makes one nest that stores `select(valid, 2 * A, undef)`, and RemoveStoreUndef erases that
// store, since it mentions undef. Right: the select is its other arm, and the store stays.
// RUN: pad-opt %s -p canonicalize,pad-remove-undef-store -o %t.mlir
// RUN: filecheck %s < %t.mlir
// RUN: pad-opt %s -p pad-remove-undef-store -o %t.only.mlir
// RUN: filecheck %s --check-prefix=ONLY < %t.only.mlir
// RUN: pad-tv %s %t.mlir
// RUN: pad-tv %s %t.only.mlir

// CHECK-LABEL: @double
// CHECK: %[[B:.*]] = arith.mulf
// CHECK-NOT: arith.select
// CHECK: affine.store %[[B]], %B
// ONLY-LABEL: @double
// ONLY: arith.mulf
// ONLY: affine.store %{{.*}}, %B
func.func @double(%A: memref<4x4xf32>, %B: memref<4x4xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%io, %ii)
      %c14 = arith.constant 14 : index
      %valid = arith.cmpi slt, %i, %c14 : index
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      %b = arith.mulf %a, %two : f32
      %u = pad.undef : f32
      %stored = arith.select %valid, %b, %u : f32
      affine.store %stored, %B[%io, %ii] : memref<4x4xf32>
    }
  }
  func.return
}

// Both arms undef: nothing is stored, in either form.
// CHECK-LABEL: @nothing
// CHECK-NEXT: func.return
func.func @nothing(%B: memref<4xf32>, %c: i1) {
  affine.for %i = 0 to 4 {
    %u = pad.undef : f32
    %v = pad.undef : f32
    %stored = arith.select %c, %u, %v : f32
    affine.store %stored, %B[%i] : memref<4xf32>
  }
  func.return
}
