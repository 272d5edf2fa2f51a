// Only what padding holds is taken on trust.
// RUN: pad-opt %s -p 'pad-remove-branching-through-overcompute{trust=true}' --split-input-file --verify-diagnostics | filecheck %s

// Cells that an original instance reads are not padding.
// CHECK-LABEL: @read_by_others
// CHECK-NOT: pad.assume
// CHECK: affine.if
func.func @read_by_others(%A: memref<16xi32>, %B: memref<1xi32>, %C: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{option trust does not help: it assumes values only of padding whose contents are unknown and which the original program never reads, and here no such value removes the guard}}
    affine.if affine_set<(d0) : (13 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xi32>
    affine.store %a, %C[%i] : memref<16xi32>
  }
  func.return
}

// -----

// Logical cells by the contract, though nobody reads them here.
// CHECK-LABEL: @logical
// CHECK-NOT: pad.assume
// CHECK: affine.if
func.func @logical(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["undef"], {}>>}, %B: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{option trust does not help: it assumes values only of padding whose contents are unknown and which the original program never reads, and here no such value removes the guard}}
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 12 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// CHECK-LABEL: @forbidden
// CHECK-NOT: pad.assume
// CHECK: affine.if
func.func @forbidden(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], ["forbidden"], {}>>}, %B: memref<1xi32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      // expected-remark@+1 {{guard kept: without the guard, A[3, 2] would be read, but nothing says what it holds}}
      affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// What is known is not contradicted.
// CHECK-LABEL: @known_to_be_one
// CHECK-NOT: pad.user
// CHECK: affine.if
func.func @known_to_be_one(%A: memref<4xi32>, %B: memref<1xi32>) {
  %one = arith.constant 1 : i32
  affine.store %one, %A[3] : memref<4xi32>
  affine.for %i = 0 to 4 {
    // expected-remark@+1 {{(A[3] holds 1 : i32); pad A with a value that does not change B[0]; the option trust does not help: it assumes values only of padding whose contents are unknown and which the original program never reads, and here no such value removes the guard}}
    affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<4xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// The waste is refused after all: nothing is left of the assume.
// CHECK-LABEL: @too_much
// CHECK-NOT: pad.assume
// CHECK: affine.if
func.func @too_much(%A: memref<16xi32>, %B: memref<1xi32>) {
  affine.for %i = 0 to 16 {
    // expected-remark@+1 {{option trust does not help: overcompute would add 12 instances to 4}}
    affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xi32>
      %a = affine.load %A[%i] : memref<16xi32>
      %t = arith.addi %s, %a : i32
      affine.store %t, %B[0] : memref<1xi32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Which cells are padding is a matter of a loop around: no assume can name them.
// CHECK-LABEL: @named_elsewhere
// CHECK-NOT: pad.assume
// CHECK: affine.if
func.func @named_elsewhere(%A: memref<16xi32>, %B: memref<1xi32>) {
  affine.for %n = 0 to 16 {
    affine.for %i = 0 to 16 {
      // expected-remark@+1 {{option trust does not help: an assume on the cells of A would need a condition on more than the cells}}
      affine.if affine_set<(d0, d1) : (d1 - 1 - d0 >= 0)>(%i, %n) {
        %s = affine.load %B[0] : memref<1xi32>
        %a = affine.load %A[%i] : memref<16xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[0] : memref<1xi32>
      }
    } {pad.stage = "compute"}
  }
  func.return
}

// -----

// What is known to be finite is not assumed to be -inf.
// CHECK-LABEL: @finite
// CHECK-NOT: pad.user
// CHECK: affine.if
func.func @finite(%A: memref<8xf32>, %B: memref<1xf32>) {
  %inf = arith.constant 0x7f800000 : f32
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    %magnitude = math.absf %a : f32
    %is_finite = arith.cmpf olt, %magnitude, %inf : f32
    pad.assume %is_finite : i1
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{option trust does not help: it assumes values only of padding whose contents are unknown and which the original program never reads, and here no such value removes the guard}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %t = arith.maximumf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}

// -----

// Of undef an assume may hold, and it is not a value all the same.
// CHECK-LABEL: @undef
// CHECK-NOT: pad.user
// CHECK: affine.if
func.func @undef(%A: memref<8xf32>, %B: memref<1xf32>) {
  %u = pad.undef : f32
  affine.for %i = 6 to 8 {
    affine.store %u, %A[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    // expected-remark@+1 {{option trust does not help: it assumes values only of padding whose contents are unknown and which the original program never reads, and here no such value removes the guard}}
    affine.if affine_set<(d0) : (5 - d0 >= 0)>(%i) {
      %s = affine.load %B[0] : memref<1xf32>
      %a = affine.load %A[%i] : memref<8xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %B[0] : memref<1xf32>
    }
  } {pad.stage = "compute"}
  func.return
}
