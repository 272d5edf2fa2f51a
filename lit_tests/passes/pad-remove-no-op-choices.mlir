// Stores at indices that are chosen.
// RUN: pad-opt %s -p pad-remove-no-op --split-input-file | filecheck %s

// Both halves change places, and all is written again.
// CHECK-LABEL: @overwritten_select
// CHECK-NOT: memref.store
// CHECK: affine.store %y
// CHECK: func.return
func.func @overwritten_select(%A: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    %c8 = arith.constant 8 : index
    %h = arith.cmpi slt, %i, %c8 : index
    %u = arith.addi %i, %c8 : index
    %d = arith.subi %i, %c8 : index
    %s = arith.select %h, %u, %d : index
    memref.store %x, %A[%s] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    affine.store %y, %A[%i] : memref<16xf32>
  }
  func.return
}

// -----

// The cells at chosen indices are all cells.
// CHECK-LABEL: @overwritten_by_select
// CHECK-NOT: affine.store
// CHECK: memref.store %x
// CHECK: func.return
func.func @overwritten_by_select(%A: memref<16xf32>, %x: f32, %y: f32) {
  affine.for %i = 0 to 16 {
    affine.store %y, %A[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %c8 = arith.constant 8 : index
    %h = arith.cmpi slt, %i, %c8 : index
    %u = arith.addi %i, %c8 : index
    %d = arith.subi %i, %c8 : index
    %s = arith.select %h, %u, %d : index
    memref.store %x, %A[%s] : memref<16xf32>
  }
  func.return
}
