// Where a fact about sizes is all that is missing, the remark names one that asks as little as it can.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute index=clamp}' --split-input-file --verify-diagnostics | filecheck %s
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{stage=compute index=clamp}' --split-input-file -o %t.mlir 2> %t.remarks
// RUN: filecheck %s --check-prefix=NONE < %t.remarks

// Two sizes that may differ.
// CHECK-LABEL: @equal
// CHECK: affine.if
func.func @equal(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index) {
  affine.for %i = 0 to %m {
    // expected-remark@+1 {{it would go where n == m: state that by pad.size or a pad.assume, or let trust assume it}}
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      affine.store %x, %A[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The size of an axis that no value of the program is.
// CHECK-LABEL: @no_value
// CHECK: scf.if
func.func @no_value(%A: memref<?xi32> {pad.name = "A"}, %B: memref<?xi32> {pad.name = "B"}, %x: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %A, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    %m = memref.dim %B, %c0 : memref<?xi32>
    %inside = arith.cmpi slt, %i, %m : index
    // expected-remark@+1 {{it would go where dim(B, 0) == n:}}
    scf.if %inside {
      affine.store %x, %B[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Two tiles, each with the number of its own: 2 of the 4, as the bound of the loop rounds to it.
// CHECK-LABEL: @multiples
// CHECK: affine.if
func.func @multiples(%A: memref<?x?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}, %m: index {pad.size = [{of = "A", dim = 1}]}) {
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 2)>()[%n] {
    affine.for %jo = 0 to affine_map<()[s0] -> (s0 ceildiv 12)>()[%m] {
      affine.for %ii = 0 to 2 {
        affine.for %ji = 0 to 12 {
          // expected-remark@+1 {{it would go where n mod 2 == 0 and m mod 12 == 0:}}
          affine.if affine_set<(d0, d1, d2, d3)[s0, s1] : (s0 - 1 - d0 * 2 - d1 >= 0, s1 - 1 - d2 * 12 - d3 >= 0)>(%io, %ii, %jo, %ji)[%n, %m] {
            affine.store %x, %A[%io * 2 + %ii, %jo * 12 + %ji] : memref<?x?xi32>
          }
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// A buffer that is no larger.
// CHECK-LABEL: @most
// CHECK: affine.if
func.func @most(%A: memref<100xi32> {pad.name = "A"}, %x: i32, %n: index) {
  affine.for %i = 0 to %n {
    // expected-remark@+1 {{it would go where n <= 50:}}
    affine.if affine_set<(d0) : (49 - d0 >= 0)>(%i) {
      affine.store %x, %A[%i * 2] : memref<100xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The nearest cell is one only where there are cells.
// CHECK-LABEL: @least
// CHECK: affine.if
func.func @least(%A: memref<?xi32> {pad.name = "A"}, %B: memref<8xi32> {pad.name = "B"}, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{it would go where n >= 4:}}
    affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
      %a = affine.load %A[%i] : memref<?xi32>
      affine.store %a, %B[%i] : memref<8xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 8 {
    affine.store %zero, %B[%i] : memref<8xi32>
  }
  func.return
}

// -----

// A product of two sizes.
// CHECK-LABEL: @product
// CHECK: scf.if
func.func @product(%A: memref<4096xi32> {pad.name = "A"}, %X: memref<?x?xi32> {pad.name = "X"}, %x: i32, %n: index {pad.size = [{of = "X", dim = 0}]}, %m: index {pad.size = [{of = "X", dim = 1}]}) {
  %c4096 = arith.constant 4096 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %row = arith.muli %i, %m : index
      %k = arith.addi %row, %j : index
      %inside = arith.cmpi slt, %k, %c4096 : index
      // expected-remark@+1 {{its condition is not one on indices alone; it would go where m * n <= 4096:}}
      scf.if %inside {
        memref.store %x, %A[%k] : memref<4096xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is known already is no part of what is missing: of an even size, 3 is.
// CHECK-LABEL: @known
// CHECK: affine.if
func.func @known(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0, min = 100, max = 1000, multiple = 2}]}) {
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv 6)>()[%n] {
    affine.for %ii = 0 to 6 {
      // expected-remark@+1 {{it would go where n mod 3 == 0:}}
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * 6 - d1 >= 0)>(%io, %ii)[%n] {
        affine.store %x, %A[%io * 6 + %ii] : memref<?xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// No fact about sizes helps: what is stored is seen. That the loop never runs is no fact to ask for.
// NONE: so no padding changes it{{$}}
// CHECK-LABEL: @none
// CHECK: affine.if
func.func @none(%A: memref<?xi32> {pad.name = "A"}, %x: i32, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  affine.for %i = 0 to %n {
    // expected-remark@+1 {{the value does not come from a buffer, so no padding changes it}}
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      affine.store %x, %A[%i] : memref<?xi32>
    }
  } {pad.stage = "compute"}
  func.return
}
