// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// "Better simplify support for dynamic boundary check": the first kernel of a softmax of
// [d0, d1, d2, d3], whose three checks say the same for all sizes. That no size that is divided by
// is 0 is what the divisions say; a name of a size says that it is not negative.
// CHECK-LABEL: @fused_nn_softmax
// CHECK: scf.parallel
// CHECK-NOT: div
// CHECK: %[[D01:.*]] = arith.muli %d0, %d1 : index
// CHECK-NEXT: %[[D012:.*]] = arith.muli %[[D01]], %d2 : index
// CHECK-NEXT: %[[INSIDE:.*]] = arith.cmpi slt, %i, %[[D012]] : index
// CHECK-NEXT: scf.if %[[INSIDE]] {
// CHECK-NOT: scf.if
// CHECK: memref.store %lowest, %maxelem
// CHECK: func.return
func.func @fused_nn_softmax(%x: memref<?x?x?x?xf32> {pad.name = "x"}, %maxelem: memref<?xf32>,
    %d0: index {pad.size = [{of = "x", dim = 0}]}, %d1: index {pad.size = [{of = "x", dim = 1}]},
    %d2: index {pad.size = [{of = "x", dim = 2}]}, %blocks: index) {
  %lowest = arith.constant -3.40282e+38 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %d01 = arith.muli %d0, %d1 : index
  %d012 = arith.muli %d01, %d2 : index
  scf.parallel (%block, %thread) = (%c0, %c0) to (%blocks, %c512) step (%c1, %c1) {
    %first = arith.muli %block, %c512 : index
    %i = arith.addi %first, %thread : index
    %row = arith.floordivsi %i, %d2 : index
    %plane = arith.floordivsi %row, %d1 : index
    %in_planes = arith.cmpi slt, %plane, %d0 : index
    scf.if %in_planes {
      %in_rows = arith.cmpi slt, %row, %d01 : index
      scf.if %in_rows {
        %in_all = arith.cmpi slt, %i, %d012 : index
        scf.if %in_all {
          memref.store %lowest, %maxelem[%i] : memref<?xf32>
        }
      }
    }
  } {pad.stage = "maxelem"}
  func.return
}

// -----

// In the opposite order, and each product written in another one.
// CHECK-LABEL: @other_orders
// CHECK: scf.if
// CHECK-NOT: scf.if
// CHECK: memref.store
// CHECK: func.return
func.func @other_orders(%x: memref<?x?x?xf32>, %maxelem: memref<?xf32>, %lowest: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %d0 = memref.dim %x, %c0 : memref<?x?x?xf32>
  %d1 = memref.dim %x, %c1 : memref<?x?x?xf32>
  %d2 = memref.dim %x, %c2 : memref<?x?x?xf32>
  %d10 = arith.muli %d1, %d0 : index
  %d12 = arith.muli %d1, %d2 : index
  %d120 = arith.muli %d12, %d0 : index
  affine.for %i = 0 to 4096 {
    %in_all = arith.cmpi slt, %i, %d120 : index
    scf.if %in_all {
      %row = arith.divsi %i, %d2 : index
      %in_rows = arith.cmpi sgt, %d10, %row : index
      scf.if %in_rows {
        %plane = arith.divsi %row, %d1 : index
        %last = arith.subi %d0, %c1 : index
        %in_planes = arith.cmpi sle, %plane, %last : index
        scf.if %in_planes {
          memref.store %lowest, %maxelem[%i] : memref<?xf32>
        }
      }
    }
  } {pad.stage = "maxelem"}
  func.return
}

// -----

// A size that may be negative decides nothing: the quotient is not below where the dividend is.
// CHECK-LABEL: @unknown_sign
// CHECK: %row = arith.floordivsi %i, %n : index
// CHECK-NEXT: arith.cmpi slt, %row, %m
func.func @unknown_sign(%A: memref<4096xf32>, %m: index, %n: index, %x: f32) {
  affine.for %i = 0 to 4096 {
    %row = arith.floordivsi %i, %n : index
    %inside = arith.cmpi slt, %row, %m : index
    scf.if %inside {
      affine.store %x, %A[%i] : memref<4096xf32>
    }
  } {pad.stage = "rows"}
  func.return
}
