// What TVM's tests of transform_layout ask of a pad value that no cell gets.
// RUN: pad-opt %s -p 'pad-transform-layout{buffer=T map="(i) -> (i floordiv 3, i mod 3)" pad=42}, pad-apply-layouts' --split-input-file | filecheck %s

// Question: TestNoPadding[42]
// TVM: rewritten; the tiles divide the shape, so that the pad value is stored nowhere
// Here: rewritten
// CHECK-LABEL: @written
// CHECK: memref.alloc() {{.*}} : memref<5x3xi32>
// CHECK-COUNT-1: affine.store
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @written(%B: memref<1xi32>, %x: i32) {
  %T = memref.alloc() : memref<15xi32>
  affine.for %i = 0 to 15 {
    affine.store %x, %T[%i] : memref<15xi32>
  } {pad.stage = "block"}
  func.return
}

// -----

// Question: TestNoPaddingMultipleUsage[42]
// TVM: rewritten; as above, of a buffer that is read too
// Here: rewritten
// CHECK-LABEL: @written_and_read
// CHECK: affine.store %x, %T[%i floordiv 3, %i mod 3] : memref<5x3xi32>
// CHECK: affine.load %T[%{{.*}} floordiv 3, %{{.*}} mod 3] : memref<5x3xi32>
// CHECK-COUNT-1: affine.store
// CHECK-NOT: affine.store
// CHECK: func.return
func.func @written_and_read(%B: memref<15xi32>, %x: i32) {
  %T = memref.alloc() : memref<15xi32>
  affine.for %i = 0 to 15 {
    affine.store %x, %T[%i] : memref<15xi32>
  } {pad.stage = "block"}
  affine.for %i = 0 to 15 {
    %t = affine.load %T[%i] : memref<15xi32>
    affine.store %t, %B[%i] : memref<15xi32>
  } {pad.stage = "other"}
  func.return
}

// -----

// Question: TestNoPaddingOpaqueBlock[42]
// TVM: rewritten; as above, where the access is in a block that says nothing of its iterators
// Here: rewritten
// CHECK-LABEL: @opaque
// CHECK: memref.store %x, %T[%{{.*}}, %{{.*}}] : memref<5x3xi32>
// CHECK-NOT: {{(affine|memref)}}.store
// CHECK: func.return
func.func @opaque(%x: i32) {
  %T = memref.alloc() : memref<15xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = arith.constant 15 : index
  scf.for %i = %zero to %end step %one {
    memref.store %x, %T[%i] : memref<15xi32>
  }
  func.return
}
