// RFC 77, "Enhancement - Simplify": what is assumed of a scalar is used.
// With sizes in place of 14 and 16.
// RUN: pad-opt %s -o %t.0.mlir
// RUN: filecheck %s --check-prefix=BEFORE < %t.0.mlir
// RUN: pad-opt %s -p pad-simplify -o %t.1.mlir
// RUN: filecheck %s --check-prefix=AFTER < %t.1.mlir
// RUN: pad-tv %s %t.1.mlir

// BEFORE-LABEL: @func(
// BEFORE: pad.assume
// BEFORE: arith.floordivsi %n, %c8

// AFTER-LABEL: @func(
// AFTER: %[[LOW:.*]] = arith.cmpi sge, %n, %c0
// AFTER-NEXT: %[[HIGH:.*]] = arith.cmpi slt, %n, %c8
// AFTER-NEXT: %[[BOTH:.*]] = arith.andi %[[LOW]], %[[HIGH]]
// AFTER-NEXT: pad.assume %[[BOTH]]
// AFTER-NEXT: affine.for %[[I:.*]] = 0 to %M {
// AFTER-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
// AFTER-NEXT: affine.store %[[ZERO]], %A[%[[I]]]
// AFTER-NEXT: }
func.func @func(%A: memref<?xi32> {pad.name = "A"}, %n: i32, %M: index {pad.size = [{of = "A", dim = 0}]}) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %low = arith.cmpi sge, %n, %c0 : i32
  %high = arith.cmpi slt, %n, %c8 : i32
  %both = arith.andi %low, %high : i1
  pad.assume %both {pad.user} : i1
  affine.for %i = 0 to %M {
    %v = arith.floordivsi %n, %c8 : i32
    affine.store %v, %A[%i] : memref<?xi32>
  }
  func.return
}
