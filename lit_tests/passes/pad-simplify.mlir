// RUN: pad-opt %s -p pad-simplify --split-input-file | filecheck %s

// Indices in the ranges of their loops; a condition that always holds; one that never does.
// CHECK-LABEL: @context
// CHECK: affine.store %x, %A[%[[I:.*]], %[[J:.*]]]
// CHECK-NEXT: affine.store %x, %A[3, 3]
// CHECK-NOT: affine.if
// CHECK: func.return
func.func @context(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 >= 0)>(%i, %j) {
        affine.store %x, %A[(%i * 4 + %j) floordiv 4, (%i * 4 + %j) mod 4] : memref<4x4xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 + d1 - 7 >= 0)>(%i, %j) {
        affine.store %x, %A[0, 0] : memref<4x4xf32>
      } else {
        affine.store %x, %A[3, 3] : memref<4x4xf32>
      }
    }
  }
  func.return
}

// -----

// Of several conditions, the one that the others and the loops do not imply; under an if, what it
// says holds.
// CHECK-LABEL: @implied
// CHECK: affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%[[I:.*]], %[[J:.*]]) {
// CHECK-NEXT: affine.store %x, %A[%[[I]], %[[J]]]
// CHECK-NEXT: }
func.func @implied(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 >= 0, 13 - d0 * 4 - d1 >= 0, 5 - d0 >= 0)>(%i, %j) {
        affine.if affine_set<(d0, d1) : (15 - d0 * 4 - d1 >= 0)>(%i, %j) {
          affine.store %x, %A[%i, %j] : memref<4x4xf32>
        }
      }
    }
  }
  func.return
}

// -----

// Comparisons of indices, in scf.if; ifs that give values.
// CHECK-LABEL: @decided
// CHECK: %[[A:.*]] = memref.load %A[%{{.*}}]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %x
// CHECK-NEXT: memref.store %[[S]], %A
// CHECK-NOT: scf.if
// CHECK: func.return
func.func @decided(%A: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %below = arith.cmpi slt, %i, %c4 : index
    %s = scf.if %below -> (f32) {
      %a = memref.load %A[%i] : memref<4xf32>
      %t = arith.addf %a, %x : f32
      scf.yield %t : f32
    } else {
      scf.yield %x : f32
    }
    memref.store %s, %A[%i] : memref<4xf32>
  }
  func.return
}

// -----

// RFC 77: the first load of B is known from the assume; those in the loop, which writes it, are not.
// CHECK-LABEL: @known
// CHECK: pad.assume
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: arith.cmpi eq, %{{.*}}, %[[ZERO]] : i32
// CHECK: affine.for
// CHECK: affine.load %B[0]
func.func @known(%A: memref<16xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %b = affine.load %B[0] : memref<1xi32>
  %is_zero = arith.cmpi eq, %b, %zero : i32
  pad.assume %is_zero : i1
  %a = affine.load %A[0] : memref<16xi32>
  %b0 = affine.load %B[0] : memref<1xi32>
  %same = arith.cmpi eq, %a, %b0 : i32
  scf.if %same {
    affine.for %i = 0 to 16 {
      %s = affine.load %B[0] : memref<1xi32>
      %x = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  }
  func.return
}

// -----

// RFC 77: quotients and remainders of integers in an assumed range.
// CHECK-LABEL: @assumed_range
// CHECK-COUNT-2: pad.assume
// CHECK-NEXT: %[[Q:.*]] = arith.constant 0 : i32
// CHECK-NEXT: affine.store %[[Q]], %A[0]
// CHECK-NEXT: %[[T:.*]] = arith.constant 0 : i32
// CHECK-NEXT: affine.store %[[T]], %A[1]
// CHECK-NEXT: affine.store %n, %A[2]
// CHECK-NEXT: affine.store %n, %A[3]
func.func @assumed_range(%A: memref<4xi32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %low = arith.cmpi sge, %n, %c0 : i32
  %high = arith.cmpi sge, %c7, %n : i32
  pad.assume %low : i1
  pad.assume %high : i1
  %q = arith.floordivsi %n, %c8 : i32
  affine.store %q, %A[0] : memref<4xi32>
  %t = arith.divsi %n, %c8 : i32
  affine.store %t, %A[1] : memref<4xi32>
  %r = arith.remsi %n, %c8 : i32
  affine.store %r, %A[2] : memref<4xi32>
  %u = arith.remui %n, %c8 : i32
  affine.store %u, %A[3] : memref<4xi32>
  func.return
}

// -----

// Terms come in the order of their loops, from the outside in, whatever the access before asks for.
// CHECK-LABEL: @order_of_terms
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK: affine.for %[[J:.*]] = 0 to 8 {
// CHECK: affine.store %{{.*}}, %B[%[[I]] + %[[J]]]
// CHECK: affine.store %{{.*}}, %B[%[[I]] + %[[J]]]
func.func @order_of_terms(%A: memref<8x8xf32>, %B: memref<15xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%j, %i] : memref<8x8xf32>
      affine.store %a, %B[(%j + %i * 8) floordiv 8 + %j] : memref<15xf32>
      %b = affine.load %A[%i, %j] : memref<8x8xf32>
      affine.store %b, %B[(%j + %i * 8) floordiv 8 + %j] : memref<15xf32>
    }
  }
  func.return
}
